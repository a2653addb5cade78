// Variables of the environment, strictly: a value that is none ends the process with one line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace farsan::pgas {

/// The variable's value; empty and unset are the same.
[[nodiscard]] std::optional<std::string> environment_text(const char* name);
[[nodiscard]] std::optional<std::uint64_t> environment_number(const char* name, std::uint64_t least,
                                                              std::uint64_t most);
/// A number of bytes, with a suffix k, m, g, t (powers of 1024) or none, and perhaps a fraction: "1.5g".
[[nodiscard]] std::optional<std::uint64_t> environment_size(const char* name);

/// One line on standard error: "farsan-shmem: PE 3: what". The name before the first colon is set by the library.
void set_speaker(std::string speaker);
void say(const std::string& what);
/// Says it and ends this process with status 2. The launcher then ends the job.
[[noreturn]] void fail(const std::string& what);

}  // namespace farsan::pgas
