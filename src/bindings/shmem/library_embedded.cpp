// FarSan's own OpenSHMEM (src/pgas/shmem).
#include <shmem.h>

#include <array>

#include "bindings/shmem/library.h"

namespace farsan::shmem {

std::string library_name() {
  std::array<char, SHMEM_MAX_NAME_LEN> name{};
  pshmem_info_get_name(name.data());
  return name.data();
}

// PEs reach each other's memory by themselves.
void let_library_progress() {}

void begin_other_models() {}
void end_other_models() {}
bool libraries_are_symmetric() { return true; }

}  // namespace farsan::shmem
