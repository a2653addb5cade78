#include "gcc/insertion.h"

// clang-format off
#include <cfg.h>
#include <tree-cfg.h>
// clang-format on

namespace farsan::gcc {

void insert_after(gimple_stmt_iterator at, gimple_seq statements) {
  basic_block block = gsi_bb(at);
  if (!stmt_ends_bb_p(gsi_stmt(at)))
    gsi_insert_seq_after(&at, statements, GSI_SAME_STMT);
  else if (edge returns = find_fallthru_edge(block->succs))  // else it ends by throwing, or not at all
    gsi_insert_seq_on_edge(returns, statements);
}

}  // namespace farsan::gcc
