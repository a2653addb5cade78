// farsan-X: builds as the compiler driver X does, with instrumentation when it compiles and with the runtime when it links.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/driver_line.h"
#include "cli/installation.h"
#include "cli/toolchain.h"

namespace farsan::cli {

/// "mpicc" for ".../farsan-mpicc"; empty if the program was not called as a wrapper.
std::string driver_name(std::string_view called_as);

/// Who puts the calls of the runtime into the program.
enum class Instrumentation : std::uint8_t {
  Plugin,           ///< src/compiler, in clang
  Guarded,          ///< what gcc does for -fsanitize=thread, with tests before the calls (src/gcc)
  ThreadSanitizer,  ///< what the compiler does for -fsanitize=thread
};
struct Choice {
  Instrumentation instrumentation = Instrumentation::ThreadSanitizer;
  std::string reason;  ///< for users who ask
};
Choice choose(const Toolchain& tools, const Installation& installed, bool plugin_wanted);

/// How much of the program the plugin has before it when it decides which memory others can reach.
enum class Sight : std::uint8_t {
  Module,   ///< it instruments a module when it is compiled
  Program,  ///< it instruments all of them together when they are linked
};
struct View {
  Sight sight = Sight::Module;
  std::string reason;  ///< for users who ask
};
/// `driver` is a full path; it is asked for its linker where that matters.
View view(const DriverLine& line, const std::string& driver, Instrumentation instrumentation, bool program_wanted);

/// What the wrapper adds to a command line: before the user's own words, and after them.
struct Additions {
  std::vector<std::string> before;
  std::vector<std::string> after;
};
Additions additions(const DriverLine& line, const Toolchain& tools, const Installation& installed,
                    Instrumentation instrumentation, Sight sight);

/// Becomes the driver. Returns an exit status only if that is not possible.
int drive(const std::string& driver, std::vector<std::string> arguments);

}  // namespace farsan::cli
