// Statements behind calls.
#pragma once

#include "gcc/accesses.h"
// GCC's headers need each other in this order.
#include <gimple-iterator.h>

namespace farsan::gcc {

/// Behind a call that returns; one that may throw, too, is the last of its block. `gsi_commit_edge_inserts` is to follow.
void insert_after(gimple_stmt_iterator at, gimple_seq statements);

}  // namespace farsan::gcc
