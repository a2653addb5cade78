// memcpy and its like. FarSan's runtime sees them where they are calls of libc; where GCC makes instructions of them nobody would, for
// -fsanitize=thread leaves them out. So they say before what they touch. (The calls that stay calls say it twice.)
#pragma once

struct function;

namespace farsan::gcc {

/// The function is in SSA form, right behind GCC's own pass.
void record_memory_calls(function& code);

}  // namespace farsan::gcc
