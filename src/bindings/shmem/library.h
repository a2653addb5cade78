// What FarSan has to know of one implementation of OpenSHMEM and cannot ask with public names: one file per implementation
// (library_embedded.cpp) answers.
#pragma once

#include <string>

namespace farsan::shmem {

/// Its name, for the report.
[[nodiscard]] std::string library_name();

/// Somebody waits for another PE without calling the library: lets it do what others may need.
void let_library_progress();

/// The library initialises other models with itself, and finalises them (MPI): begins and ends their part in the job, too.
void begin_other_models();
void end_other_models();

/// Are the variables of the program's own shared libraries symmetric, as those of the program itself are?
[[nodiscard]] bool libraries_are_symmetric();

}  // namespace farsan::shmem
