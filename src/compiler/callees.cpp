#include "compiler/callees.h"

#include <llvm/ADT/StringMap.h>

#include "compiler/synchronisation.h"

namespace farsan::compiler {

using namespace llvm;

namespace {

/// Routines of MPI return error codes. Whatever communicates memory is not here: its buffers are outside.
constexpr std::pair<const char*, const char*> kMpi[] = {
    {"MPI_Abort", "n"},
    {"MPI_Alloc_mem", "nno"},
    {"MPI_Barrier", "n"},
    {"MPI_Cart_coords", "nnnn"},
    {"MPI_Cart_create", "nnnnno"},
    {"MPI_Cart_rank", "nnn"},
    {"MPI_Cart_shift", "nnnnn"},
    {"MPI_Comm_dup", "no"},
    {"MPI_Comm_free", "o"},
    {"MPI_Comm_group", "no"},
    {"MPI_Comm_rank", "nn"},
    {"MPI_Comm_size", "nn"},
    {"MPI_Comm_split", "nnno"},
    {"MPI_Comm_split_type", "nnnno"},
    {"MPI_Dims_create", "nnn"},
    {"MPI_Finalize", "n"},
    {"MPI_Finalized", "n"},
    {"MPI_Get", "bnnnnnnn"},
    {"MPI_Get_processor_name", "nn"},
    {"MPI_Group_free", "o"},
    {"MPI_Group_incl", "nnno"},
    {"MPI_Init", "no"},
    {"MPI_Init_thread", "nonn"},
    {"MPI_Initialized", "n"},
    {"MPI_Put", "bnnnnnnn"},
    {"MPI_Type_commit", "o"},
    {"MPI_Type_contiguous", "nno"},
    {"MPI_Type_free", "o"},
    {"MPI_Type_vector", "nnnno"},
    {"MPI_Win_allocate", "nnnnoo"},
    {"MPI_Win_allocate_shared", "nnnnoo"},
    {"MPI_Win_complete", "n"},
    {"MPI_Win_create", "bnnnno"},
    {"MPI_Win_create_dynamic", "nno"},
    {"MPI_Win_fence", "nn"},
    {"MPI_Win_flush", "nn"},
    {"MPI_Win_flush_all", "n"},
    {"MPI_Win_flush_local", "nn"},
    {"MPI_Win_flush_local_all", "n"},
    {"MPI_Win_free", "o"},
    {"MPI_Win_lock", "nnnn"},
    {"MPI_Win_lock_all", "nn"},
    {"MPI_Win_post", "nnn"},
    {"MPI_Win_start", "nnn"},
    {"MPI_Win_sync", "n"},
    {"MPI_Win_unlock", "nn"},
    {"MPI_Win_unlock_all", "n"},
    {"MPI_Win_wait", "n"},
    {"MPI_Wtime", "n"},
};

/// Routines that look at memory, or write plain data to it, and keep nothing; and that return no pointer.
constexpr const char* kHarmless[] = {
    "printf", "fprintf", "puts", "putchar", "fputs", "fputc", "fflush", "perror", "strlen", "strcmp", "strncmp",
    "memcmp", "atoi", "atol", "atof", "exit", "_exit", "abort", "free", "clock_gettime", "gettimeofday", "getrusage",
    "rand", "srand", "bzero",
    // C++: delete, and what ends the program.
    "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm", "_ZdlPvmSt11align_val_t", "_ZSt20__throw_length_errorPKc",
    "_ZSt17__throw_bad_allocv", "_ZSt28__throw_bad_array_new_lengthv", "_ZSt24__throw_out_of_range_fmtPKcz",
    "_ZSt9terminatev"};

constexpr const char* kAllocators[] = {"malloc",
                                       "calloc",
                                       "aligned_alloc",
                                       "_Znwm",
                                       "_Znam",
                                       "_ZnwmSt11align_val_t",
                                       "_ZnamSt11align_val_t",
                                       "_ZnwmRKSt9nothrow_t"};

StringMap<Effects> make_table() {
  StringMap<Effects> table;
  for (const auto& [name, arguments] : kMpi) table[name] = {arguments, false, true};
  for (const char* name : kHarmless) table[name] = {"n", false, true};
  for (const char* name : kAllocators) table[name] = {"n", true, false};
  return table;
}

}  // namespace

std::optional<Effects> effects_of(const Function& callee) {
  static const StringMap<Effects> table = make_table();
  if (const auto known = table.find(callee.getName()); known != table.end()) return known->second;
  if (is_math_routine(callee)) return Effects{"n", false, true};
  return std::nullopt;
}

}  // namespace farsan::compiler
