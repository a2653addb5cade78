// Other programs: where they are, what they print, and how to become one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace farsan::cli {

/// The full path of a program: as the shell would find it, a name with a slash as it is. None if nobody may execute it.
std::optional<std::string> find_program(const std::string& name);

struct Output {
  int status = 0;    ///< exit status; 128 + signal if it was killed
  std::string text;  ///< standard output and standard error
};
/// Runs a program (a full path first) with nothing on its standard input. None if it could not be started.
std::optional<Output> output_of(const std::vector<std::string>& command);

/// Replaces this process. Returns (with errno set) only if that failed.
void become(const std::vector<std::string>& command);

/// The exit status for what waitpid said.
int exit_status_of(int wait_status);

/// As one would type it in a shell.
std::string quoted(const std::vector<std::string>& command);

/// argv of the words, for exec and spawn. The words must outlive it.
std::vector<char*> argv_of(std::vector<std::string>& words);

}  // namespace farsan::cli
