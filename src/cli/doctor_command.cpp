// farsan doctor: what is installed, what is missing, and how to get it.
#include <sys/mman.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <thread>

#include "cli/command.h"
#include "cli/gaspi.h"
#include "cli/installation.h"
#include "cli/launcher.h"
#include "cli/mpi.h"
#include "cli/process.h"
#include "cli/shmem.h"

namespace farsan::cli {

namespace {

/// Something is missing that FarSan cannot do without.
constexpr int kUnwell = 1;

struct Compiler {
  const char* program;
  const char* package;
};
constexpr std::array<Compiler, 5> kCompilers = {{
    {"gcc", "gcc"},
    {"g++", "g++"},
    {"gfortran", "gfortran"},
    {"clang-19", "clang-19"},
    {"clang++-19", "clang-19"},
}};

const char* package_of(Mpi mpi) { return mpi == Mpi::OpenMpi ? "openmpi-bin libopenmpi-dev" : "mpich libmpich-dev"; }

/// The first line of a program's answer to --version that has a digit in it: who and which.
std::string version_of(const std::string& program) {
  const auto answer = output_of({program, "--version"});
  if (!answer || answer->status != 0) return "does not answer to --version";
  std::istringstream lines(answer->text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find_first_of("0123456789") == std::string::npos) continue;
    std::string words;
    std::istringstream in(line);
    for (std::string word; in >> word;) words += (words.empty() ? "" : " ") + word;
    return words;
  }
  return program;
}

class Doctor final : public Command {
 public:
  CLI::App* add_to(CLI::App& app) override {
    CLI::App* sub = app.add_subcommand("doctor", "Show what is installed, what is missing, and how to get it");
    sub->footer("Exit status: 0 if FarSan can work, 1 if something is missing that it needs.");
    return sub;
  }

  int run() override {
    compilers();
    for (const Mpi mpi : kAllMpi) library(mpi);
    oshmem();
    installed(Shmem::Sandia, installation().sandia, "-DFARSAN_SANDIA", "farsan-oshcc");
    installed(Gaspi::Gpi2, installation().gpi2, "-DFARSAN_GPI2", "farsan-gaspicc");
    embedded(Shmem::Embedded, "libfarsan-shmem.so", "farsan-oshcc");
    embedded(Gaspi::Embedded, "libfarsan-gaspi.so", "farsan-gaspicc");
    for (const Mpi mpi : kAllMpi) {
      mixed(mpi, "OpenSHMEM", "shmem");
      mixed(mpi, "GASPI", "gaspi");
    }
    own_files();
    system();
    require(any_compiler_, "no compiler: apt install gcc");
    require(any_library_, "no MPI, OpenSHMEM or GASPI that this FarSan has a runtime for");
    std::cout << (well_ ? "All that FarSan needs is there.\n" : "FarSan cannot work like this.\n");
    return well_ ? kFine : kUnwell;
  }

 private:
  void compilers() {
    for (const auto& [program, package] : kCompilers) {
      const auto path = find_program(program);
      any_compiler_ = any_compiler_ || path;
      if (path)
        there(program, version_of(*path));
      else
        missing(program, std::string("apt install ") + package);
    }
  }

  void library(Mpi mpi) {
    const std::string compiler = std::string("mpicc.") + suffix(mpi);
    const auto wrapper = find_program(compiler);
    const auto launcher = find_program(std::string("mpirun.") + suffix(mpi));
    const std::string runtime = installation().libraries + "/" + runtime_library(mpi);
    const bool built = exists(runtime);
    if (wrapper && launcher)
      there(title(mpi), *launcher + ": " + version_of(*launcher));
    else
      missing(title(mpi), std::string("apt install ") + package_of(mpi));
    if (built)
      there(runtime_library(mpi), runtime);
    else
      missing(runtime_library(mpi), std::string("build FarSan again where ") + title(mpi) + " is installed");
    any_library_ = any_library_ || (launcher && built);
  }

  void oshmem() {
    const auto wrapper = find_program("oshcc");
    const std::string runtime = installation().libraries + "/" + runtime_library(Shmem::Oshmem);
    if (!wrapper && !exists(runtime))
      missing(title(Shmem::Oshmem), "apt install libopenmpi-dev");
    else if (exists(runtime))
      there(title(Shmem::Oshmem), runtime);
    else
      missing(title(Shmem::Oshmem), "build FarSan again where Open MPI with OSHMEM is installed");
    any_library_ = any_library_ || (wrapper && exists(runtime));
  }

  template <class Kind>
  void installed(Kind kind, const std::optional<Library>& found, const char* option, const char* wrapper) {
    const std::string runtime = installation().libraries + "/" + runtime_library(kind);
    if (found && exists(runtime))
      there(title(kind), found->prefix + ", " + runtime + " (" + wrapper + ")");
    else
      missing(title(kind), std::string("build FarSan again where it is installed, with ") + option + "=<prefix>");
    any_library_ = any_library_ || (found && exists(runtime));
  }

  template <class Kind>
  void embedded(Kind library, const char* file, const char* wrapper) {
    const Installation installed = installation();
    const std::string runtime = installed.libraries + "/" + runtime_library(library);
    const bool usable = exists(runtime) && exists(installed.libraries + "/" + file) && exists(installed.pgas_launcher);
    if (usable)
      there(title(library), runtime + " (" + wrapper + " --embedded)");
    else
      missing(title(library), "build FarSan again: its library, its runtime or farsan-pgasrun is not there");
    any_library_ = any_library_ || usable;
  }

  /// The runtime of programs with an MPI and FarSan's own library of another model.
  static void mixed(Mpi mpi, const char* model, const char* library) {
    const Installation installed = installation();
    if (!exists(installed.libraries + "/" + runtime_library(mpi))) return;
    const std::string runtime = installed.libraries + "/" + runtime_library(mpi, library);
    const std::string what = std::string(title(mpi)) + " + " + model;
    if (exists(runtime))
      there(what, runtime + " (farsan-mpicc." + suffix(mpi) + " --embedded-" + library + ")");
    else
      missing(what, "build FarSan again: " + runtime_library(mpi, library) + " is not there");
  }

  void own_files() {
    const Installation installed = installation();
    const auto report = output_of({installed.report_tool, "--help"});
    require("farsan-report", report && report->status == 0, installed.report_tool,
            exists(installed.report_tool) ? "does not start: apt install libdw1 libfmt9"
                                          : "not in " + installed.report_tool);
    if (installed.plugin.empty())
      missing("libfarsan-pass.so", "build FarSan again where llvm-19-dev is installed (faster programs with clang 19)");
    else
      there("libfarsan-pass.so", installed.plugin);
    const std::string for_gcc = gcc_plugin(installed);
    if (for_gcc.empty())
      missing("libfarsan-pass-gcc",
              "build FarSan again where gcc-12-plugin-dev is installed (faster programs with gcc 12)");
    else
      there("libfarsan-pass-gcc", for_gcc);
    for (const char* file : {"libtsan.a", "libtsan_preinit.o", "libfarsan-nothing.a"})
      require(file, exists(installed.shim + "/" + file), installed.shim, "not in " + installed.shim);
  }

  void system() {
    const int fd = ::memfd_create("farsan-doctor", MFD_CLOEXEC);
    const std::string name = "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(fd);
    const bool reachable = fd >= 0 && std::fstream(name, std::ios::in | std::ios::out).is_open();
    require("memfd_create", fd >= 0, "shared memory without a name", "needs Linux 3.17 or later");
    require("/proc", reachable, "ranks find each other's memory there", "is not mounted, or not readable");
    if (fd >= 0) ::close(fd);
    there("cores", std::to_string(std::thread::hardware_concurrency()));
  }

  /// The one that FarSan was built with; empty if there is none.
  static std::string gcc_plugin(const Installation& installed) {
    std::error_code error;
    for (const auto& file : std::filesystem::directory_iterator(installed.libraries, error))
      if (file.path().string().starts_with(installed.gcc_plugins)) return file.path().string();
    return {};
  }

  static bool exists(const std::string& file) {
    std::error_code error;
    return std::filesystem::exists(file, error);
  }

  static void line(const char* mark, const std::string& what, const std::string& detail) {
    std::cout << mark << "  " << std::left << std::setw(22) << what << detail << "\n";
  }
  static void there(const std::string& what, const std::string& detail) { line("ok", what, detail); }
  static void missing(const std::string& what, const std::string& mend) { line("--", what, mend); }

  void require(const std::string& what, bool holds, const std::string& detail, const std::string& problem) {
    line(holds ? "ok" : "NO", what, holds ? detail : problem);
    well_ = well_ && holds;
  }
  void require(bool holds, const std::string& problem) {
    if (!holds) std::cout << "NO  " << problem << "\n";
    well_ = well_ && holds;
  }

  bool any_compiler_ = false;
  bool any_library_ = false;
  bool well_ = true;
};

}  // namespace

std::unique_ptr<Command> doctor_command() { return std::make_unique<Doctor>(); }

}  // namespace farsan::cli
