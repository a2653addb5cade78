#include "cli/installation.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace farsan::cli {

namespace {

/// Lines `key=word;word`.
std::map<std::string, std::vector<std::string>> read_words(const std::string& file) {
  std::map<std::string, std::vector<std::string>> words;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos) continue;
    std::istringstream value(line.substr(equals + 1));
    for (std::string word; std::getline(value, word, ';');) words[line.substr(0, equals)].push_back(word);
  }
  return words;
}

std::optional<Library> library(std::map<std::string, std::vector<std::string>>& words, const std::string& name) {
  const auto& prefix = words[name + ".prefix"];
  if (prefix.empty()) return std::nullopt;
  return Library{prefix[0], words[name + ".compile"], words[name + ".link"]};
}

}  // namespace

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
  found.gcc_plugins = found.libraries + "/libfarsan-pass-gcc-";
  found.pgas_launcher = prefix / "bin/farsan-pgasrun";
  found.report_tool = prefix / "libexec/farsan/farsan-report";
  if (std::filesystem::exists(prefix / "include/farsan", error)) found.include = prefix / "include";
  auto words = read_words(found.libraries + "/libraries.conf");
  found.sandia = library(words, "sandia");
  found.gpi2 = library(words, "gpi2");
  return found;
}

}  // namespace farsan::cli
