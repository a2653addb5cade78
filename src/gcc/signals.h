// Signals of OpenSHMEM whose values the program goes by.
#pragma once

struct function;

namespace farsan::gcc {

/// A wait for a signal orders what made it succeed; who uses the value that it returns knows all that this value tells of. The runtime is
/// told so behind the call. The function is in SSA form.
void tell_used_signals(function& code);

}  // namespace farsan::gcc
