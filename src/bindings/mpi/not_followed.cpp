#include "bindings/mpi/not_followed.h"

#include <dlfcn.h>

#include <array>
#include <string>
#include <string_view>

#include "bindings/mpi/call.h"
#include "bindings/mpi/imported.h"
#include "runtime/imports.h"

namespace farsan::mpi {

namespace {

/// By the beginning of the name. What is not here and not interposed has no effect on races (docs/mpi.md).
constexpr std::array<std::string_view, 4> kUnknown = {"MPI_Comm_spawn", "MPI_Comm_accept", "MPI_Comm_connect",
                                                      "MPI_Comm_join"};

bool is_ours(const std::string& symbol) {
  Dl_info info{};
  void* const address = ::dlsym(RTLD_DEFAULT, symbol.c_str());
  return address != nullptr && ::dladdr(address, &info) != 0 && info.dli_fname != nullptr &&
         std::string_view(info.dli_fname).find("libfarsan") != std::string_view::npos;
}

bool is_unknown(std::string_view c_routine) {
  for (const std::string_view prefix : kUnknown)
    if (c_routine.starts_with(prefix)) return true;
  return false;
}

/// A persistent collective of Open MPI 4 (routines_collective.cpp), by its Fortran name.
bool is_of_extension(std::string_view symbol) {
  return symbol.starts_with("mpix_") && symbol.find("_init_") != std::string_view::npos;
}

}  // namespace

void warn_of_fortran_not_followed() {
  runtime::for_each_import("libmpi", [](std::string_view symbol) {
    if (is_of_extension(symbol))
      warn_not_followed((std::string(symbol.substr(0, symbol.find("_init_"))) + "_init (Fortran)").c_str());
    if (!is_fortran_name(symbol)) return true;
    const std::string in_c = routine_of(symbol);
    if (is_unknown(in_c) || (is_ours(in_c) && !is_ours(std::string(symbol))))
      warn_not_followed((in_c + " (Fortran)").c_str());
    return true;
  });
}

}  // namespace farsan::mpi

using namespace farsan::mpi;

namespace {

/// For a collective routine: one of its callers says it.
void warn_by(int rank, MPI_Comm comm, const char* routine) {
  int own = -1;
  if (PMPI_Comm_rank(comm, &own) == MPI_SUCCESS && own == rank) warn_not_followed(routine);
}

}  // namespace

FARSAN_MPI int MPI_Comm_spawn(const char* command, char* arguments[], int processes, MPI_Info info, int root,
                              MPI_Comm comm, MPI_Comm* made, int errors[]) {
  warn_by(root, comm, "MPI_Comm_spawn");
  return PMPI_Comm_spawn(command, arguments, processes, info, root, comm, made, errors);
}

FARSAN_MPI int MPI_Comm_spawn_multiple(int count, char* commands[], char** arguments[], const int processes[],
                                       const MPI_Info infos[], int root, MPI_Comm comm, MPI_Comm* made, int errors[]) {
  warn_by(root, comm, "MPI_Comm_spawn_multiple");
  return PMPI_Comm_spawn_multiple(count, commands, arguments, processes, infos, root, comm, made, errors);
}

FARSAN_MPI int MPI_Comm_accept(const char* port, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* made) {
  warn_by(root, comm, "MPI_Comm_accept");
  return PMPI_Comm_accept(port, info, root, comm, made);
}

FARSAN_MPI int MPI_Comm_connect(const char* port, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* made) {
  warn_by(root, comm, "MPI_Comm_connect");
  return PMPI_Comm_connect(port, info, root, comm, made);
}

FARSAN_MPI int MPI_Comm_join(int socket, MPI_Comm* made) {
  warn_not_followed("MPI_Comm_join");
  return PMPI_Comm_join(socket, made);
}

#if MPI_VERSION >= 4

FARSAN_MPI int MPI_Session_init(MPI_Info info, MPI_Errhandler handler, MPI_Session* session) {
  warn_not_followed("MPI_Session_init");  // by every process: which of them there are is not known yet
  return PMPI_Session_init(info, handler, session);
}

FARSAN_MPI int MPI_Comm_create_from_group(MPI_Group group, const char* tag, MPI_Info info, MPI_Errhandler handler,
                                          MPI_Comm* made) {
  const int result = PMPI_Comm_create_from_group(group, tag, info, handler, made);
  if (result == MPI_SUCCESS && *made != MPI_COMM_NULL) warn_by(0, *made, "MPI_Comm_create_from_group");
  return result;
}

FARSAN_MPI int MPI_Intercomm_create_from_groups(MPI_Group local, int local_leader, MPI_Group remote, int remote_leader,
                                                const char* tag, MPI_Info info, MPI_Errhandler handler,
                                                MPI_Comm* made) {
  const int result =
      PMPI_Intercomm_create_from_groups(local, local_leader, remote, remote_leader, tag, info, handler, made);
  if (result == MPI_SUCCESS && *made != MPI_COMM_NULL) warn_by(0, *made, "MPI_Intercomm_create_from_groups");
  return result;
}

#endif
