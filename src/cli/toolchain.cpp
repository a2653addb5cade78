#include "cli/toolchain.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <sstream>
#include <string_view>

#include "cli/elf.h"
#include "cli/process.h"

namespace farsan::cli {

namespace {

std::string base_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// The command line that a wrapper of MPI or OpenSHMEM stands for, as words; empty for a driver that is none.
std::vector<std::string> shown_by(const std::string& driver) {
  if (!has(base_name(driver), "mpi") && !is_shmem_driver(base_name(driver))) return {};
  // Open MPI's wrappers understand both; others one of the two.
  const auto asked = [&](const char* question) -> std::optional<Output> {
    auto shown = output_of({driver, question});
    if (!shown || shown->status != 0) return std::nullopt;
    return shown;
  };
  const auto shown = is_shmem_driver(base_name(driver)) ? asked("-showme") : asked("-show");
  if (!shown) return {};
  std::vector<std::string> words;
  std::istringstream in(shown->text);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// The compiler in words that may begin with a program which remembers what it made, or has it made elsewhere.
std::vector<std::string>::const_iterator behind_caches(const std::vector<std::string>& words) {
  constexpr std::array kCaches = {"ccache", "sccache", "distcc", "icecc"};
  const auto first = std::ranges::find_if(
      words, [&](const std::string& word) { return std::ranges::find(kCaches, base_name(word)) == kCaches.end(); });
  return first == words.end() ? words.begin() : first;
}

struct Compiler {
  Family family = Family::Gcc;
  int clang_version = 0;
};

/// The number behind "clang version " or "clang-".
int version_after(std::string_view text, std::string_view words) {
  const std::size_t at = text.find(words);
  int version = 0;
  if (at != std::string_view::npos)
    std::from_chars(text.data() + at + words.size(), text.data() + text.size(), version);
  return version;
}

Compiler compiler_of(const std::string& command) {
  const std::string name = base_name(command);
  if (has(name, "flang")) return {Family::Clang, 0};
  for (const char* prefix : {"clang-", "clang++-"})
    if (const int version = version_after(name, prefix); version != 0) return {Family::Clang, version};
  if (has(name, "gcc") || has(name, "g++") || has(name, "gfortran")) return {Family::Gcc, 0};
  // cc, c++ and the like can be anything, and clang of any version.
  const auto path = find_program(command);
  const auto said = path ? output_of({*path, "--version"}) : std::nullopt;
  if (!said || !(has(said->text, "clang") || has(said->text, "flang")))
    return {has(name, "clang") ? Family::Clang : Family::Gcc, 0};
  return {Family::Clang, has(said->text, "flang") ? 0 : version_after(said->text, "clang version ")};
}

/// All of its numbers. The name says less, and may be that of another compiler.
std::string gcc_version(const std::string& command) {
  const auto path = find_program(command);
  const auto said = path ? output_of({*path, "-dumpfullversion"}) : std::nullopt;
  return said && said->status == 0 ? said->text.substr(0, said->text.find('\n')) : std::string();
}

/// The file that the linker would take for -lNAME.
std::string library_file(const std::string& name, const std::vector<std::string>& folders) {
  std::error_code error;
  for (const std::string& folder : folders) {
    std::string file = folder + "/lib" + name + ".so";
    if (std::filesystem::exists(file, error)) return file;
  }
  return {};
}

/// By a shared library's own name, or by what it needs: a program may get its MPI through a library of its project.
std::optional<Mpi> mpi_of_file(const std::string& file) {
  if (!has(base_name(file), ".so")) return std::nullopt;
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(file, error);
  if (error) return std::nullopt;
  if (const auto mpi = mpi_of_library(real.filename().string())) return mpi;
  const auto found = dependencies(real.string());
  return found ? mpi_of_libraries(found->needed) : std::nullopt;
}

std::optional<Mpi> mpi_of_inputs(const std::vector<LinkerInput>& inputs) {
  std::vector<std::string> folders;
  for (const LinkerInput& input : inputs)
    if (input.kind == LinkerInput::Kind::Folder) folders.push_back(input.value);
  for (const char* common : {"/usr/local/lib", "/usr/lib/" FARSAN_MULTIARCH, "/usr/lib"}) folders.emplace_back(common);

  for (const LinkerInput& input : inputs) {
    if (input.kind == LinkerInput::Kind::Folder) continue;
    const bool named = input.kind == LinkerInput::Kind::Name;
    if (const auto mpi = mpi_of_file(named ? library_file(input.value, folders) : input.value)) return mpi;
    if (named && input.value.starts_with("mpich")) return Mpi::Mpich;
    if (named && (input.value == "mpi" || input.value.starts_with("mpi_"))) return Mpi::OpenMpi;
  }
  return std::nullopt;
}

/// What the linker is asked for, and what shared libraries of the project need, by names of files.
std::vector<std::string> names_of_inputs(const std::vector<LinkerInput>& inputs) {
  std::vector<std::string> names;
  for (const LinkerInput& input : inputs) {
    if (input.kind == LinkerInput::Kind::Folder) continue;
    if (input.kind == LinkerInput::Kind::Name) {
      names.push_back("lib" + input.value + ".so");
      continue;
    }
    const std::string name = base_name(input.value);
    names.push_back(name);
    if (!has(name, ".so")) continue;
    if (const auto found = dependencies(input.value))
      names.insert(names.end(), found->needed.begin(), found->needed.end());
  }
  return names;
}

}  // namespace

Toolchain toolchain(const std::string& driver, const DriverLine& line) {
  const std::vector<std::string> shown = shown_by(driver);
  const std::string& command = shown.empty() ? driver : *behind_caches(shown);
  const Compiler compiler = compiler_of(command);
  const bool with_gcc = compiler.family == Family::Gcc && (line.compiles || line.links);
  std::vector<LinkerInput> inputs = shown.empty() ? std::vector<LinkerInput>{} : analyse(shown).linker_inputs;
  if (line.links) inputs.insert(inputs.end(), line.linker_inputs.begin(), line.linker_inputs.end());
  const std::vector<std::string> names = names_of_inputs(inputs);
  const auto shmem = shmem_of_libraries(names);
  const auto gaspi = shmem ? std::nullopt : gaspi_of_libraries(names);
  // A program has one runtime. That of OSHMEM, which brings Open MPI with it, is also one for MPI.
  const auto mpi = shmem || gaspi ? std::nullopt : mpi_of_inputs(inputs);
  return {compiler.family, mpi, shmem, gaspi, compiler.clang_version, with_gcc ? gcc_version(command) : ""};
}

}  // namespace farsan::cli
