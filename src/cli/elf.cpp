#include "cli/elf.h"

#include <gelf.h>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <memory>
#include <set>
#include <sstream>

namespace farsan::cli {

namespace {

struct EndElf {
  void operator()(Elf* elf) const { elf_end(elf); }
};

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

std::vector<std::string> split_folders(std::string_view list, const std::string& origin) {
  std::vector<std::string> folders;
  std::istringstream in{std::string(list)};
  for (std::string folder; std::getline(in, folder, ':');) {
    for (const std::string_view variable : {"${ORIGIN}", "$ORIGIN"})
      for (std::size_t at = folder.find(variable); at != std::string::npos; at = folder.find(variable))
        folder.replace(at, variable.size(), origin);
    if (!folder.empty()) folders.push_back(folder);
  }
  return folders;
}

void add_dynamic(Elf* elf, Elf_Scn* section, const std::string& origin, Dependencies& found) {
  GElf_Shdr header;
  Elf_Data* data = elf_getdata(section, nullptr);
  if (gelf_getshdr(section, &header) == nullptr || data == nullptr || header.sh_entsize == 0) return;
  const auto count = static_cast<int>(header.sh_size / header.sh_entsize);
  for (int i = 0; i < count; ++i) {
    GElf_Dyn entry;
    if (gelf_getdyn(data, i, &entry) == nullptr || entry.d_tag == DT_NULL) return;
    if (entry.d_tag != DT_NEEDED && entry.d_tag != DT_RUNPATH && entry.d_tag != DT_RPATH) continue;
    const char* text = elf_strptr(elf, header.sh_link, entry.d_un.d_val);
    if (text == nullptr) continue;
    if (entry.d_tag == DT_NEEDED)
      found.needed.emplace_back(text);
    else
      found.run_path = split_folders(text, origin);
  }
}

/// Where the loader looks after the run path. Its cache is not read: it holds libraries of these folders, mostly.
std::vector<std::string> common_folders() {
  const char* given = std::getenv("LD_LIBRARY_PATH");
  std::vector<std::string> folders = split_folders(given == nullptr ? "" : given, "");
  for (const char* folder : {"/usr/local/lib", "/usr/lib/" FARSAN_MULTIARCH, "/lib/" FARSAN_MULTIARCH, "/usr/lib64",
                             "/lib64", "/usr/lib", "/lib"})
    folders.emplace_back(folder);
  return folders;
}

std::string find_library(const std::string& name, const std::vector<std::string>& run_path) {
  std::error_code error;
  for (const auto& folders : {run_path, common_folders()}) {
    for (const std::string& folder : folders) {
      const std::filesystem::path candidate = std::filesystem::path(folder) / name;
      if (std::filesystem::exists(candidate, error)) return candidate.string();
    }
  }
  return {};
}

}  // namespace

std::optional<Dependencies> dependencies(const std::string& file) {
  const std::unique_ptr<std::FILE, CloseFile> open(std::fopen(file.c_str(), "rbe"));
  if (!open || elf_version(EV_CURRENT) == EV_NONE) return std::nullopt;
  const std::unique_ptr<Elf, EndElf> elf(elf_begin(::fileno(open.get()), ELF_C_READ, nullptr));
  if (!elf || elf_kind(elf.get()) != ELF_K_ELF) return std::nullopt;
  std::error_code error;
  const std::string origin = std::filesystem::absolute(file, error).parent_path().string();
  Dependencies found;
  for (Elf_Scn* section = elf_nextscn(elf.get(), nullptr); section != nullptr;
       section = elf_nextscn(elf.get(), section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) != nullptr && header.sh_type == SHT_DYNAMIC)
      add_dynamic(elf.get(), section, origin, found);
  }
  return found;
}

std::vector<std::string> all_needed(const std::string& file) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  std::deque<std::string> open = {file};
  for (; !open.empty(); open.pop_front()) {
    const auto found = dependencies(open.front());
    if (!found) continue;
    for (const std::string& name : found->needed) {
      if (!seen.insert(name).second) continue;
      names.push_back(name);
      if (std::string path = find_library(name, found->run_path); !path.empty()) open.push_back(std::move(path));
    }
  }
  return names;
}

}  // namespace farsan::cli
