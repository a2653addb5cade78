#include "bindings/mpi/libraries.h"

#include <link.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace farsan::mpi {

namespace {

#ifdef OPEN_MPI

/// Components that carry windows out: what is loaded after MPI_Init may be in use, and nothing else is.
struct Components {
  bool any = false;
  bool all_known = true;  ///< to wait for the lock in MPI_Win_lock
};

int look_at_object(dl_phdr_info* info, std::size_t /*size*/, void* data) {
  constexpr std::string_view kBegin = "mca_osc_";
  constexpr std::array<std::string_view, 4> kKnown = {"rdma.so", "sm.so", "ucx.so", "monitoring.so"};
  const std::string_view path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
  const std::string_view file = path.substr(path.rfind('/') + 1);
  if (!file.starts_with(kBegin)) return 0;
  auto& components = *static_cast<Components*>(data);
  components.any = true;
  if (std::ranges::find(kKnown, file.substr(kBegin.size())) == kKnown.end()) components.all_known = false;
  return 0;
}

bool look() {
  Components components;
  ::dl_iterate_phdr(look_at_object, &components);
  return components.any && components.all_known;
}

#else

/// The device of MPICH 4 waits for the answer of the lock's owner; that of earlier ones sends the lock with the first operation.
bool look() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> version{};
  int length = 0;
  PMPI_Get_library_version(version.data(), &length);
  const std::string_view text(version.data(), static_cast<std::size_t>(length));
  return text.starts_with("MPICH") && text.find("ch4:") != std::string_view::npos;
}

#endif

}  // namespace

bool takes_locks_at_once() {
  static const bool known = look();
  return known;
}

}  // namespace farsan::mpi
