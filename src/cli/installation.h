// Where FarSan's own files are, seen from the running executable: a tree that was installed, moved, or only built.
//
//   <prefix>/bin/farsan                     and farsan-X, links to it
//   <prefix>/bin/farsan-pgasrun             starts programs with an embedded library
//   <prefix>/lib/farsan/libfarsan-*.so      the runtime, one per MPI
//   <prefix>/lib/farsan/libraries.conf      where the libraries are that only the build has seen (cmake/FarsanLibraries.cmake)
//   <prefix>/lib/farsan/farsan-gpi2-front.o what programs with GPI-2 get into them
//   <prefix>/lib/farsan/libfarsan-pass.so   the plugin for clang (src/compiler), if there was an LLVM to build it with
//   <prefix>/lib/farsan/libfarsan-pass-gcc-*.so the plugin for the gcc of that version (src/gcc), if its headers were there
//   <prefix>/lib/farsan/shim/               what keeps ThreadSanitizer's own runtime out (src/shim)
//   <prefix>/libexec/farsan/farsan-report
//   <prefix>/include/farsan/annotate.h
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace farsan::cli {

/// A library of somebody else's, as the build found it.
struct Library {
  std::string prefix;
  std::vector<std::string> compile;  ///< words for the compiler
  std::vector<std::string> link;     ///< and for the linker
};

struct Installation {
  std::string libraries;    ///< FARSAN_LIB_DIR, if that is set
  std::string plugin;       ///< empty if it was not built
  std::string gcc_plugins;  ///< beginning of their names, a version and ".so" follow
  std::string shim;
  std::string report_tool;
  std::string pgas_launcher;  ///< of programs with an embedded library
  std::string include;        ///< empty if there is nothing of ours in it
  std::optional<Library> sandia;
  std::optional<Library> gpi2;
};

Installation installation();

}  // namespace farsan::cli
