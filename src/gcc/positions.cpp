#include "gcc/positions.h"

#include "gcc/accesses.h"

// GCC's headers need each other in this order.
// clang-format off
#include <cfg.h>
#include <gimple-iterator.h>
// clang-format on

namespace farsan::gcc {

void give_positions(function& code) {
  basic_block block;
  FOR_EACH_BB_FN(block, &code) {
    location_t next = UNKNOWN_LOCATION;
    for (gimple_stmt_iterator at = gsi_last_bb(block); !gsi_end_p(at); gsi_prev(&at)) {
      gimple* statement = gsi_stmt(at);
      if (is_gimple_debug(statement)) continue;
      if (gimple_has_location(statement))
        next = gimple_location(statement);
      else if (next != UNKNOWN_LOCATION && access_of(statement))
        gimple_set_location(statement, next);
    }
  }
}

}  // namespace farsan::gcc
