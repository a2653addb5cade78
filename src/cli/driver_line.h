// What a command line asks a compiler driver to do, as far as the wrapper must know: does it compile, does it link, and
// with what. Understands the options of gcc, gfortran and clang, and what the MPI wrappers add to them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace farsan::cli {

/// Something that the linker gets to see, in the order of the command line.
struct LinkerInput {
  enum class Kind : std::uint8_t {
    File,    ///< an object, an archive, a shared library
    Name,    ///< -lNAME
    Folder,  ///< -LFOLDER
  };
  Kind kind = Kind::File;
  std::string value;
  friend bool operator==(const LinkerInput&, const LinkerInput&) = default;
};

/// Who optimises when: with the linker, and if so, all of the program at once or module by module?
enum class Lto : std::uint8_t {
  Unsaid,  ///< as without
  Off,     ///< -fno-lto
  Full,    ///< -flto
  Thin,    ///< -flto=thin
};

struct DriverLine {
  bool compiles = false;      ///< a source is among the inputs
  bool links = false;         ///< the linker will run, and not for -r
  bool shared = false;        ///< it makes a shared library
  bool fully_static = false;  ///< -static or -static-pie
  bool debug = false;         ///< some -g is there
  bool asks_only = false;     ///< --version, -show, -print-...: nothing is built
  bool joins = false;         ///< the linker will run for -r
  bool optimises = false;     ///< -O1 or more
  bool script = false;        ///< -T: the linker gets a script of the user's
  bool fat = false;           ///< -ffat-lto-objects: objects have native code, too
  Lto lto = Lto::Unsaid;
  std::string linker;  ///< -fuse-ld
  std::string narrow;  ///< -m32 or its like: for a machine of less than 64 bits
  std::vector<LinkerInput> linker_inputs;
};

/// Response files (@FILE) are looked into.
DriverLine analyse(const std::vector<std::string>& arguments);

}  // namespace farsan::cli
