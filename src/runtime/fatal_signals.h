// Signals that end the process: what is known of races is reported before.
//
// FarSan takes the place of the default action only. Handlers of the program, or of a library, are none of its business: what they do
// at last (exit, _exit, the default action again) is watched. The program sees the default action where FarSan is: signal and
// sigaction are interposed.
#pragma once

namespace farsan::runtime {

/// From now on.
void watch_fatal_signals();

/// In a copy of the process: they are what they would be without FarSan, and so is SIGCHLD.
void use_default_signals();

}  // namespace farsan::runtime
