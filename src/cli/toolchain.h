// What is behind a compiler driver: which family of compilers, and which MPI its link lines bring in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/driver_line.h"
#include "cli/gaspi.h"
#include "cli/mpi.h"
#include "cli/shmem.h"

namespace farsan::cli {

/// They differ in how the runtime of a sanitizer is kept out of a link.
enum class Family : std::uint8_t { Gcc, Clang };

struct Toolchain {
  Family family = Family::Gcc;
  std::optional<Mpi> mpi;
  std::optional<Shmem> shmem{};
  std::optional<Gaspi> gaspi{};
  int clang_version = 0;      ///< its first number; 0 for other compilers, and for flang
  std::string gcc_version{};  ///< "12.2.0"; empty for other compilers, and where nothing is compiled or linked
};

/// `driver` is a full path. Asks the driver itself (-show, --version) where its name does not tell.
Toolchain toolchain(const std::string& driver, const DriverLine& line);

}  // namespace farsan::cli
