#include "cli/driver.h"

#include <algorithm>
#include <array>
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
constexpr std::string_view kShmemOption = "--embedded-shmem";
constexpr std::string_view kGaspiOption = "--embedded-gaspi";
constexpr std::string_view kNoPluginOption = "-farsan-no-plugin";
constexpr std::string_view kNoProgramOption = "-farsan-no-whole-program";
constexpr int kPluginsClang = 19;  ///< a plugin fits the LLVM that it was built with

bool wants_command_shown(std::vector<std::string>& arguments) {
  const char* verbose = std::getenv("FARSAN_VERBOSE");
  const bool by_option = std::erase(arguments, kVerboseOption) != 0;
  return by_option || (verbose != nullptr && *verbose != '\0' && std::string_view(verbose) != "0");
}

/// Neither the option, which is taken away, nor the variable says no.
bool wants(std::vector<std::string>& arguments, std::string_view no_option, const char* variable) {
  const char* value = std::getenv(variable);
  const bool not_by_option = std::erase(arguments, no_option) != 0;
  return !not_by_option && (value == nullptr || std::string_view(value) != "0");
}

void append(std::vector<std::string>& words, std::vector<std::string> more) {
  words.insert(words.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Loaded twice: early, so that -mllvm knows its options, and as a part of the optimiser. (Not all that a line compiles comes to
/// the optimiser; that is no reason for a warning.)
std::vector<std::string> with_plugin(const std::string& plugin, Sight sight) {
  std::vector<std::string> words = {"--start-no-unused-arguments", "-Xclang", "-load", "-Xclang", plugin,
                                    "-fpass-plugin=" + plugin};
  if (sight == Sight::Program) append(words, {"-mllvm", "-farsan-at-link"});
  words.emplace_back("--end-no-unused-arguments");
  return words;
}

std::string plugin_for_gcc(const Toolchain& tools, const Installation& installed) {
  return installed.gcc_plugins + tools.gcc_version + ".so";
}

bool is_lld(std::string_view linker) { return linker == "lld" || linker.ends_with("ld.lld"); }

/// The plugin fits one version of LLVM, also in the linker.
bool has_fitting_lld(const std::string& driver) {
  const auto answer = output_of({driver, "-print-prog-name=ld.lld"});
  if (!answer || answer->status != 0) return false;
  const std::string path = answer->text.substr(0, answer->text.find('\n'));
  if (!path.starts_with('/') || !find_program(path)) return false;
  const auto version = output_of({path, "--version"});
  return version && version->text.find("LLD " + std::to_string(kPluginsClang) + ".") != std::string::npos;
}

/// The line makes the program, or the library, of nothing but sources and shared libraries.
bool has_all_modules(const DriverLine& line) {
  return line.compiles && line.links && std::ranges::none_of(line.linker_inputs, [](const LinkerInput& input) {
           return input.kind == LinkerInput::Kind::File && input.value.find(".so") == std::string::npos;
         });
}

/// Else one access, or call, may stand for several that look alike, with the line of one of them, or of none; and the program loads what it
/// may not come to. (The plugin for clang takes care of it itself, and the one for gcc of loops.)
std::vector<std::string> with_accesses_kept(bool plugin) {
  std::vector<std::string> options = {"-fno-crossjumping",
                                      "-fno-tree-tail-merge",
                                      "-fno-tree-cselim",
                                      "-fno-tree-sink",
                                      "-fno-code-hoisting",
                                      "-fno-ipa-icf",
                                      "-fno-ipa-sra",
                                      "-fno-tree-pre",
                                      "-fno-hoist-adjacent-loads",
                                      plugin ? "-fno-move-loop-stores" : "-fno-tree-loop-im"};
  // With the plugin's many small blocks, following variables through registers takes a minute for a function of a thousand lines. Lines do
  // not need it.
  if (plugin) options.emplace_back("-fno-var-tracking-assignments");
  return options;
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
  if (!is_shmem_driver(name) && !is_gaspi_driver(name)) {
    // A program of MPI, usually, that wants one of them, too.
    Behind with{name};
    if (std::erase(arguments, kShmemOption) != 0) with.shmem = Shmem::Embedded;
    if (std::erase(arguments, kGaspiOption) != 0) with.gaspi = Gaspi::Embedded;
    return with;
  }
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
/// pointers. Any driver of gcc compiles Fortran.
bool compiles_fortran(const std::vector<std::string>& arguments) {
  constexpr std::array kEndings = {".f", ".for", ".ftn", ".fpp", ".f90", ".f95", ".f03", ".f08",
                                   ".F", ".FOR", ".FTN", ".FPP", ".F90", ".F95", ".F03", ".F08"};
  return std::ranges::any_of(arguments, [&](std::string_view argument) {
    if (argument.starts_with("-x")) argument.remove_prefix(2);
    return argument.starts_with("f77") || argument.starts_with("f95") ||
           std::ranges::any_of(kEndings, [&](const char* ending) { return argument.ends_with(ending); });
  });
}

/// The library, libfarsan-X.so, with the bindings of all that the program uses and one FarSan beneath them; empty if it uses
/// nothing.
std::string runtime_for(const Toolchain& tools) {
  if (tools.mpi && tools.shmem == Shmem::Embedded) return std::string(suffix(*tools.mpi)) + "-shmem";
  if (tools.mpi && tools.gaspi == Gaspi::Embedded) return std::string(suffix(*tools.mpi)) + "-gaspi";
  if (tools.shmem) return suffix(*tools.shmem);
  if (tools.gaspi) return suffix(*tools.gaspi);
  return tools.mpi ? suffix(*tools.mpi) : "";
}

const char* words_for(Instrumentation instrumentation) {
  switch (instrumentation) {
    case Instrumentation::Plugin: return "its plugin";
    case Instrumentation::Guarded: return "-fsanitize=thread and its plugin for gcc";
    case Instrumentation::ThreadSanitizer: break;
  }
  return "-fsanitize=thread";
}

/// A line for what cannot work; empty if nothing is in the way.
std::string obstacle(const DriverLine& line, const Toolchain& tools, const Installation& installed) {
  if (!line.narrow.empty()) return line.narrow + " is not possible: FarSan is for programs of 64 bits";
  if (line.fully_static) return "-static is not possible: FarSan's runtime is a shared library";
  std::error_code error;
  if (tools.shmem && !std::filesystem::exists(installed.libraries + "/" + runtime_library(*tools.shmem), error))
    return runtime_library(*tools.shmem) + " is not in " + installed.libraries + ": this FarSan was built without " +
           title(*tools.shmem) + " (see farsan doctor; --embedded takes FarSan's own)";
  if (tools.gaspi && !std::filesystem::exists(installed.libraries + "/" + runtime_library(*tools.gaspi), error))
    return runtime_library(*tools.gaspi) + " is not in " + installed.libraries + ": this FarSan was built without " +
           title(*tools.gaspi) + " (see farsan doctor)";
  if (tools.shmem && tools.gaspi) return "there is no runtime for OpenSHMEM and GASPI in one program";
  if (!tools.mpi) return {};
  if (std::filesystem::exists(installed.libraries + "/" + runtime_library(*tools.mpi), error)) {
    const std::string runtime = "libfarsan-" + runtime_for(tools) + ".so";
    if (std::filesystem::exists(installed.libraries + "/" + runtime, error)) return {};
    return runtime + " is not in " + installed.libraries + ": build FarSan again (see farsan doctor)";
  }
  return runtime_library(*tools.mpi) + " is not in " + installed.libraries + ": this FarSan was built without " +
         title(*tools.mpi) + " (see farsan doctor)";
}

/// A line for an option of FarSan's that belongs to wrappers of another kind; empty if there is none. The compiler would only say that it
/// does not know it.
std::string misplaced_option(const std::string& driver, const std::vector<std::string>& arguments) {
  const auto has = [&](std::string_view option) { return std::ranges::find(arguments, option) != arguments.end(); };
  if (!is_shmem_driver(driver) && !is_gaspi_driver(driver)) {
    if (!has(kEmbeddedOption)) return {};
    return "--embedded is for farsan-oshcc and farsan-gaspicc; with farsan-" + driver +
           " it is --embedded-shmem or --embedded-gaspi";
  }
  for (const std::string_view option : {kShmemOption, kGaspiOption}) {
    if (!has(option)) continue;
    const bool of_driver = (option == kShmemOption) == is_shmem_driver(driver);
    return std::string(option) + " is for programs of MPI and the like (farsan-mpicc); farsan-" + driver +
           (of_driver ? " takes FarSan's own library with --embedded"
                      : ": there is no runtime for OpenSHMEM and GASPI in one program");
  }
  return {};
}

}  // namespace

std::string driver_name(std::string_view called_as) {
  const std::size_t slash = called_as.rfind('/');
  if (slash != std::string_view::npos) called_as.remove_prefix(slash + 1);
  return called_as.starts_with(kPrefix) ? std::string(called_as.substr(kPrefix.size())) : std::string();
}

Choice choose(const Toolchain& tools, const Installation& installed, bool plugin_wanted) {
  if (!plugin_wanted) return {Instrumentation::ThreadSanitizer, "the plugin is switched off"};
  if (tools.family == Family::Gcc && !tools.gcc_version.empty()) {
    std::error_code error;
    if (std::filesystem::exists(plugin_for_gcc(tools, installed), error))
      return {Instrumentation::Guarded, "the compiler is gcc " + tools.gcc_version};
    return {Instrumentation::ThreadSanitizer, "there is no plugin for gcc " + tools.gcc_version};
  }
  if (tools.clang_version != kPluginsClang)
    return {Instrumentation::ThreadSanitizer, "the plugin is for clang " + std::to_string(kPluginsClang)};
  if (installed.plugin.empty())
    return {Instrumentation::ThreadSanitizer, "there is no libfarsan-pass.so in " + installed.libraries};
  return {Instrumentation::Plugin, "the compiler is clang " + std::to_string(kPluginsClang)};
}

/// Those whose instrumentation the linker's optimiser must not see together with FarSan's: it crashes.
bool has_other_sanitizer(const std::vector<std::string>& arguments) {
  return std::ranges::any_of(arguments, [](std::string_view word) {
    return word.starts_with("-fsanitize=") &&
           (word.find("address") != std::string_view::npos || word.find("memory") != std::string_view::npos);
  });
}

View view(const DriverLine& line, const std::string& driver, Instrumentation instrumentation, bool program_wanted) {
  if (instrumentation != Instrumentation::Plugin) return {Sight::Module, "only the plugin looks at programs"};
  if (!program_wanted) return {Sight::Module, "whole programs are switched off, or there is another sanitizer"};
  if (line.lto == Lto::Thin) return {Sight::Module, "ThinLTO optimises module by module"};
  if (line.compiles && line.fat) return {Sight::Module, "fat objects have native code"};
  if (!line.linker.empty() && !is_lld(line.linker)) return {Sight::Module, "the linker is " + line.linker};
  // A linker that is lld takes modules of -flto whether it is told so or not.
  const bool said = line.lto == Lto::Full || (line.lto == Lto::Unsaid && !line.compiles && is_lld(line.linker));
  const bool implied = line.lto == Lto::Unsaid && line.optimises && !line.script && has_all_modules(line);
  if (!said && !implied) return {Sight::Module, "there is no -flto, nor all of the program, on an optimised line"};
  if (!has_fitting_lld(driver)) return {Sight::Module, "there is no lld " + std::to_string(kPluginsClang)};
  return {Sight::Program, said ? "link-time optimisation" : "all modules are on one line"};
}

Additions additions(const DriverLine& line, const Toolchain& tools, const Installation& installed,
                    Instrumentation instrumentation, Sight sight) {
  const bool thread_sanitizer = instrumentation != Instrumentation::Plugin;
  Additions added;
  if ((line.compiles || line.links) && thread_sanitizer) added.before.emplace_back("-fsanitize=thread");
  // Where it links it compiles what -flto has left.
  if (instrumentation == Instrumentation::Guarded)
    added.before.push_back("-fplugin=" + plugin_for_gcc(tools, installed));
  if (line.compiles) {
    if (!thread_sanitizer) append(added.before, with_plugin(installed.plugin, sight));
    if (sight == Sight::Program && line.lto == Lto::Unsaid) added.before.emplace_back("-flto");
    if (!line.debug) added.before.emplace_back("-g");
    if (thread_sanitizer) added.before.emplace_back("-fno-omit-frame-pointer");
    if (thread_sanitizer && tools.family == Family::Gcc)
      append(added.before, with_accesses_kept(instrumentation == Instrumentation::Guarded));
    // After all folders of the user's: only farsan/annotate.h is looked for there. (gfortran does not like folders that
    // are not there.)
    if (!installed.include.empty()) added.after = {"-idirafter", installed.include};
    if (!added.after.empty() && tools.family == Family::Clang) {  // which says so where there is nothing to include
      added.after.insert(added.after.begin(), "--start-no-unused-arguments");
      added.after.emplace_back("--end-no-unused-arguments");
    }
    // clang's comes after the vectoriser, and leaves accesses of more than 16 bytes out. (An -O that follows would take it back.)
    if (thread_sanitizer && tools.family == Family::Clang)
      append(added.after, {"-fno-vectorize", "-fno-slp-vectorize"});
    if (tools.shmem == Shmem::Embedded) added.before.push_back(headers_of_embedded(installed, "shmem"));
    if (tools.gaspi == Gaspi::Embedded) added.before.push_back(headers_of_embedded(installed, "gaspi"));
  }
  if (sight == Sight::Program && (line.links || line.joins)) {
    if (line.linker.empty()) added.before.emplace_back("-fuse-ld=lld");
    added.before.push_back("-Wl,--load-pass-plugin=" + installed.plugin);
  }
  if (line.links) {
    if (thread_sanitizer) append(added.before, without_thread_sanitizer(tools.family, installed));
    // gcc takes it by itself (preinit.cpp in src/shim).
    if (tools.family == Family::Clang && !line.shared) added.before.push_back(installed.shim + "/libtsan_preinit.o");
    const std::string runtime = runtime_for(tools);
    if (!runtime.empty()) append(added.before, with_runtime(runtime, installed.libraries));
    if (tools.shmem == Shmem::Embedded) added.after.emplace_back("-lfarsan-shmem");
    if (tools.gaspi == Gaspi::Embedded) added.after.emplace_back("-lfarsan-gaspi");
    if (tools.gaspi == Gaspi::Gpi2 && !line.shared) added.before.push_back(front_of_gpi2(installed));
    // Without a library there is nothing to find; but the entry points must be somewhere. A shared library leaves them open.
    if (runtime.empty() && !line.shared) append(added.after, {"-L" + installed.shim, "-lfarsan-nothing"});
  }
  return added;
}

namespace {

/// gcc-ar, llvm-ranlib-19: for archives of what was compiled with -flto. There is nothing to add to those.
bool is_archiver(std::string_view driver) {
  const auto has = [&](std::string_view part) { return driver.find(part) != std::string_view::npos; };
  return (driver.starts_with("gcc-") || driver.starts_with("llvm-")) && (has("-ar") || has("-ranlib") || has("-nm"));
}

int archive(const std::string& tool, const std::vector<std::string>& arguments) {
  if (const auto program = find_program(tool)) {
    std::vector<std::string> command = {*program};
    append(command, arguments);
    become(command);
  }
  std::cerr << "farsan: cannot start '" << tool << "': " << std::strerror(errno) << "\n";
  return kWrongInput;
}

}  // namespace

int drive(const std::string& driver, std::vector<std::string> arguments) {
  if (is_archiver(driver)) return archive(driver, arguments);
  const Installation installed = installation();
  if (const std::string problem = misplaced_option(driver, arguments); !problem.empty()) {
    std::cerr << "farsan: " << problem << "\n";
    return kWrongInput;
  }
  const auto [compiler, shmem, gaspi, library] = behind(driver, arguments, installed);
  const auto program = find_program(compiler);
  if (!program) {
    std::cerr << "farsan: no compiler driver '" << compiler
              << "' (farsan-X and farsan cc X run the X that is in PATH)\n";
    return kWrongInput;
  }
  const bool show = wants_command_shown(arguments);
  const bool plugin_wanted = wants(arguments, kNoPluginOption, "FARSAN_PLUGIN");
  const bool program_wanted = wants(arguments, kNoProgramOption, "FARSAN_WHOLE_PROGRAM");
  const DriverLine line = analyse(arguments);
  const bool builds = line.compiles || line.links || line.joins;
  Toolchain tools = builds ? toolchain(*program, line) : Toolchain{};
  if (shmem) tools.shmem = shmem;
  if (gaspi) tools.gaspi = gaspi;
  if (line.links || (line.compiles && !line.narrow.empty())) {
    std::string problem = obstacle(line, tools, installed);
    if (is_shmem_driver(driver) && !tools.shmem)
      problem = *program + " is of an OpenSHMEM that FarSan has no runtime for (--embedded takes FarSan's own)";
    if (!problem.empty()) {
      std::cerr << "farsan: " << problem << "\n";
      return kWrongInput;
    }
  }
  const Choice choice = choose(tools, installed, plugin_wanted);
  const bool alone = !has_other_sanitizer(arguments);
  const View seen = view(line, *program, choice.instrumentation, program_wanted && alone);
  // The user's own: FarSan takes its place.
  if (choice.instrumentation == Instrumentation::Plugin) std::erase(arguments, "-fsanitize=thread");
  Additions added = additions(line, tools, installed, choice.instrumentation, seen.sight);
  if (line.compiles && tools.family == Family::Gcc && compiles_fortran(arguments))
    added.before.emplace_back("-fno-tree-pta");
  if (library && line.compiles) append(added.before, library->compile);
  if (library && line.links) append(added.after, library->link);
  std::vector<std::string> command = {*program};
  append(command, added.before);
  // Behind "--" there are only files.
  const auto files = std::ranges::find(arguments, "--");
  command.insert(command.end(), arguments.begin(), files);
  append(command, added.after);
  command.insert(command.end(), files, arguments.end());
  if (show && builds) {
    std::cerr << "farsan: instruments with " << words_for(choice.instrumentation) << " (" << choice.reason << ")\n";
    if (choice.instrumentation == Instrumentation::Plugin)
      std::cerr << "farsan: sees " << (seen.sight == Sight::Program ? "the whole program" : "each module by itself")
                << " (" << seen.reason << ")\n";
  }
  if (show) std::cerr << quoted(command) << '\n';
  become(command);
  std::cerr << "farsan: cannot start " << *program << ": " << std::strerror(errno) << "\n";
  return kWrongInput;
}

}  // namespace farsan::cli
