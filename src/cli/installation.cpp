#include "cli/installation.h"

#include <cstdlib>
#include <filesystem>

namespace farsan::cli {

Installation installation() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path prefix = self.parent_path().parent_path();
  Installation found;
  const char* given = std::getenv("FARSAN_LIB_DIR");
  found.libraries = given != nullptr && *given != '\0' ? given : prefix / "lib/farsan";
  found.shim = found.libraries + "/shim";
  if (std::filesystem::exists(found.libraries + "/libfarsan-pass.so", error))
    found.plugin = found.libraries + "/libfarsan-pass.so";
  found.pgas_launcher = prefix / "bin/farsan-pgasrun";
  found.report_tool = prefix / "libexec/farsan/farsan-report";
  if (std::filesystem::exists(prefix / "include/farsan", error)) found.include = prefix / "include";
  return found;
}

}  // namespace farsan::cli
