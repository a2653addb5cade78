// memcpy and its like. Where they are calls FarSan's runtime sees them; where GCC makes instructions of them nobody would, for
// -fsanitize=thread leaves them out. So they stay calls.
#pragma once

struct function;

namespace farsan::gcc {

/// The function is in SSA form, right behind GCC's own pass.
void keep_memory_calls(function& code);

}  // namespace farsan::gcc
