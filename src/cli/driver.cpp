#include "cli/driver.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>

#include "cli/command.h"
#include "cli/process.h"

namespace farsan::cli {

namespace {

constexpr std::string_view kPrefix = "farsan-";
constexpr std::string_view kVerboseOption = "-farsan-v";
constexpr std::string_view kEmbeddedOption = "--embedded";
constexpr std::string_view kNoPluginOption = "-farsan-no-plugin";
constexpr int kPluginsClang = 19;  ///< a plugin fits the LLVM that it was built with

bool wants_command_shown(std::vector<std::string>& arguments) {
  const char* verbose = std::getenv("FARSAN_VERBOSE");
  const bool by_option = std::erase(arguments, kVerboseOption) != 0;
  return by_option || (verbose != nullptr && *verbose != '\0' && std::string_view(verbose) != "0");
}

bool wants_plugin(std::vector<std::string>& arguments) {
  const char* plugin = std::getenv("FARSAN_PLUGIN");
  const bool not_by_option = std::erase(arguments, kNoPluginOption) != 0;
  return !not_by_option && (plugin == nullptr || std::string_view(plugin) != "0");
}

void append(std::vector<std::string>& words, std::vector<std::string> more) {
  words.insert(words.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Loaded twice: early, so that -mllvm knows its options, and as a part of the optimiser. (Not all that a line compiles comes to
/// the optimiser; that is no reason for a warning.)
std::vector<std::string> with_plugin(const std::string& plugin) {
  return {"--start-no-unused-arguments", "-Xclang", "-load", "-Xclang", plugin, "-fpass-plugin=" + plugin,
          "--end-no-unused-arguments"};
}

/// What keeps the runtime of ThreadSanitizer out, which both families link for -fsanitize=thread.
std::vector<std::string> without_thread_sanitizer(Family family, const Installation& installed) {
  if (family == Family::Clang) return {"-fno-sanitize-link-runtime"};
  // gcc looks for libtsan_preinit.o and libtsan there first, and finds empty ones.
  return {"-B" + installed.shim + "/"};
}

/// Before all other libraries: the first one that has MPI_Put, shmem_put or gaspi_write wins.
std::vector<std::string> with_runtime(const std::string& name, const std::string& folder) {
  return {"-L" + folder, "-Wl,-rpath," + folder, "-Wl,--push-state,--no-as-needed", "-lfarsan-" + name,
          "-Wl,--pop-state"};
}

/// Programs with GPI-2 need more than a library that comes first (src/bindings/gaspi/library_gpi2.cpp).
std::string front_of_gpi2(const Installation& installed) { return installed.libraries + "/farsan-gpi2-front.o"; }

/// What a wrapper of OpenSHMEM or GASPI adds on its own account.
std::string headers_of_embedded(const Installation& installed, const char* model) {
  return "-I" + installed.libraries + "/include/" + model;
}

/// The driver and the library that stand behind a name. For wrappers of OpenSHMEM and GASPI: the one in PATH, else a compiler with
/// the library that FarSan was built with, else, and where it is asked for, with the embedded one.
struct Behind {
  std::string driver;
  std::optional<Shmem> shmem{};
  std::optional<Gaspi> gaspi{};
  std::optional<Library> library{};  ///< where its header and itself are, if the driver does not know
};
Behind behind(const std::string& name, std::vector<std::string>& arguments, const Installation& installed) {
  if (!is_shmem_driver(name) && !is_gaspi_driver(name)) return {name};
  const bool embedded = std::erase(arguments, kEmbeddedOption) != 0;
  if (is_gaspi_driver(name)) {
    if (!embedded && find_program(name)) return {name, std::nullopt, Gaspi::Gpi2};
    if (!embedded && installed.gpi2) return {gaspi_compiler_behind(name), std::nullopt, Gaspi::Gpi2, installed.gpi2};
    return {gaspi_compiler_behind(name), std::nullopt, Gaspi::Embedded};
  }
  if (!embedded && find_program(name)) return {name};
  if (!embedded && installed.sandia) return {compiler_behind(name), Shmem::Sandia, std::nullopt, installed.sandia};
  return {compiler_behind(name), Shmem::Embedded};
}

/// gfortran takes an array for private that is only passed to MPI, and would not instrument it, unless it knows nothing of
/// pointers. (flang does not know the option.)
bool is_gfortran(std::string_view driver) {
  const auto is_flang = [](const char* variable) {
    const char* compiler = std::getenv(variable);
    return compiler != nullptr && std::string_view(compiler).find("flang") != std::string_view::npos;
  };
  if (is_flang("OMPI_FC") || is_flang("MPICH_FC")) return false;
  return driver.find("gfortran") != std::string_view::npos || driver.find("mpif") != std::string_view::npos;
}

/// A line for what cannot work; empty if nothing is in the way.
std::string obstacle(const DriverLine& line, const Toolchain& tools, const Installation& installed) {
  if (line.fully_static) return "-static is not possible: FarSan's runtime is a shared library";
  std::error_code error;
  if (tools.shmem && !std::filesystem::exists(installed.libraries + "/" + runtime_library(*tools.shmem), error))
    return runtime_library(*tools.shmem) + " is not in " + installed.libraries + ": this FarSan was built without " +
           title(*tools.shmem) + " (see farsan doctor; --embedded takes FarSan's own)";
  if (tools.gaspi && !std::filesystem::exists(installed.libraries + "/" + runtime_library(*tools.gaspi), error))
    return runtime_library(*tools.gaspi) + " is not in " + installed.libraries + ": this FarSan was built without " +
           title(*tools.gaspi) + " (see farsan doctor)";
  if (!tools.mpi || std::filesystem::exists(installed.libraries + "/" + runtime_library(*tools.mpi), error)) return {};
  return runtime_library(*tools.mpi) + " is not in " + installed.libraries + ": this FarSan was built without " +
         title(*tools.mpi) + " (see farsan doctor)";
}

}  // namespace

std::string driver_name(std::string_view called_as) {
  const std::size_t slash = called_as.rfind('/');
  if (slash != std::string_view::npos) called_as.remove_prefix(slash + 1);
  return called_as.starts_with(kPrefix) ? std::string(called_as.substr(kPrefix.size())) : std::string();
}

Choice choose(const Toolchain& tools, const Installation& installed, bool plugin_wanted) {
  if (!plugin_wanted) return {Instrumentation::ThreadSanitizer, "the plugin is switched off"};
  if (tools.clang_version != kPluginsClang)
    return {Instrumentation::ThreadSanitizer, "the plugin is for clang " + std::to_string(kPluginsClang)};
  if (installed.plugin.empty())
    return {Instrumentation::ThreadSanitizer, "there is no libfarsan-pass.so in " + installed.libraries};
  return {Instrumentation::Plugin, "the compiler is clang " + std::to_string(kPluginsClang)};
}

Additions additions(const DriverLine& line, const Toolchain& tools, const Installation& installed,
                    Instrumentation instrumentation) {
  const bool thread_sanitizer = instrumentation == Instrumentation::ThreadSanitizer;
  Additions added;
  if ((line.compiles || line.links) && thread_sanitizer) added.before.emplace_back("-fsanitize=thread");
  if (line.compiles) {
    if (!thread_sanitizer) append(added.before, with_plugin(installed.plugin));
    if (!line.debug) added.before.emplace_back("-g");
    if (thread_sanitizer) added.before.emplace_back("-fno-omit-frame-pointer");
    // Else equal calls of two lines may become one call, of only one of them. (The plugin takes care of it itself.)
    if (thread_sanitizer && tools.family == Family::Gcc)
      append(added.before, {"-fno-crossjumping", "-fno-tree-tail-merge"});
    // After all folders of the user's: only farsan/annotate.h is looked for there. (gfortran does not like folders that
    // are not there.)
    if (!installed.include.empty()) added.after = {"-idirafter", installed.include};
    if (tools.shmem == Shmem::Embedded) added.before.push_back(headers_of_embedded(installed, "shmem"));
    if (tools.gaspi == Gaspi::Embedded) added.before.push_back(headers_of_embedded(installed, "gaspi"));
  }
  if (line.links) {
    if (thread_sanitizer) append(added.before, without_thread_sanitizer(tools.family, installed));
    if (tools.mpi) append(added.before, with_runtime(suffix(*tools.mpi), installed.libraries));
    if (tools.shmem) {
      append(added.before, with_runtime(suffix(*tools.shmem), installed.libraries));
      if (tools.shmem == Shmem::Embedded) added.after.emplace_back("-lfarsan-shmem");
    }
    if (tools.gaspi) {
      append(added.before, with_runtime(suffix(*tools.gaspi), installed.libraries));
      if (tools.gaspi == Gaspi::Embedded) added.after.emplace_back("-lfarsan-gaspi");
      if (tools.gaspi == Gaspi::Gpi2 && !line.shared) added.before.push_back(front_of_gpi2(installed));
    }
    // Without a library there is nothing to find; but the entry points must be somewhere. A shared library leaves them open.
    if (!tools.mpi && !tools.shmem && !tools.gaspi && !line.shared)
      append(added.after, {"-L" + installed.shim, "-lfarsan-nothing"});
  }
  return added;
}

int drive(const std::string& driver, std::vector<std::string> arguments) {
  const Installation installed = installation();
  const auto [compiler, shmem, gaspi, library] = behind(driver, arguments, installed);
  const auto program = find_program(compiler);
  if (!program) {
    std::cerr << "farsan: no compiler driver '" << compiler
              << "' (farsan-X and farsan cc X run the X that is in PATH)\n";
    return kWrongInput;
  }
  const bool show = wants_command_shown(arguments);
  const bool plugin_wanted = wants_plugin(arguments);
  const DriverLine line = analyse(arguments);
  const bool builds = line.compiles || line.links;
  Toolchain tools = builds ? toolchain(*program, line) : Toolchain{};
  if (shmem) tools.shmem = shmem;
  if (gaspi) tools.gaspi = gaspi;
  if (line.links) {
    std::string problem = obstacle(line, tools, installed);
    if (is_shmem_driver(driver) && !tools.shmem)
      problem = *program + " is of an OpenSHMEM that FarSan has no runtime for (--embedded takes FarSan's own)";
    if (!problem.empty()) {
      std::cerr << "farsan: " << problem << "\n";
      return kWrongInput;
    }
  }
  const Choice choice = choose(tools, installed, plugin_wanted);
  Additions added = additions(line, tools, installed, choice.instrumentation);
  if (line.compiles && is_gfortran(driver)) added.before.emplace_back("-fno-tree-pta");
  if (library && line.compiles) append(added.before, library->compile);
  if (library && line.links) append(added.after, library->link);
  std::vector<std::string> command = {*program};
  append(command, added.before);
  append(command, std::move(arguments));
  append(command, added.after);
  if (show && builds) {
    const bool by_plugin = choice.instrumentation == Instrumentation::Plugin;
    std::cerr << "farsan: instruments with " << (by_plugin ? "its plugin" : "-fsanitize=thread") << " ("
              << choice.reason << ")\n";
  }
  if (show) std::cerr << quoted(command) << '\n';
  become(command);
  std::cerr << "farsan: cannot start " << *program << ": " << std::strerror(errno) << "\n";
  return kWrongInput;
}

}  // namespace farsan::cli
