# farsan-random: random MPI programs under the real tool, against the oracle (tests/random). Its drivers, one for each MPI
# (target farsan-random-drivers), are built as a user would: by the wrapper, once the runtime is there.
if(NOT (TARGET farsan_test_support AND TARGET farsan AND CLI11_FOUND AND nlohmann_json_FOUND))
  message(STATUS "farsan-random: not built, needs what farsan and its tests need")
  return()
endif()

farsan_sources(random_sources tests/random)
list(FILTER random_sources EXCLUDE REGEX "/driver\\.cpp$|_test\\.cpp$")
farsan_executable(farsan-random
  SOURCES ${random_sources} LINK farsan_test_support CLI11::CLI11 nlohmann_json::nlohmann_json)

set(random_driver_sources driver.cpp generate.cpp program.cpp)
list(TRANSFORM random_driver_sources PREPEND "${PROJECT_SOURCE_DIR}/tests/random/")
add_custom_target(farsan-random-drivers)
foreach(mpi openmpi mpich)
  if(NOT TARGET farsan-${mpi})
    continue()
  endif()
  set(random_driver "${PROJECT_BINARY_DIR}/bin/farsan-random-driver.${mpi}")
  # The runtime is a shared library: a driver need not be built anew with it.
  add_custom_command(OUTPUT "${random_driver}" VERBATIM
    COMMAND "${PROJECT_BINARY_DIR}/bin/farsan-mpicxx.${mpi}" -std=c++20 -O1 -g -I "${PROJECT_SOURCE_DIR}/tests"
            ${random_driver_sources} -o "${random_driver}"
    DEPENDS ${random_driver_sources} "${PROJECT_SOURCE_DIR}/tests/random/generate.h"
            "${PROJECT_SOURCE_DIR}/tests/random/program.h"
    COMMENT "Building the driver of random programs for ${mpi}")
  add_custom_target(farsan-random-driver-${mpi} DEPENDS "${random_driver}")
  add_dependencies(farsan-random-driver-${mpi} farsan farsan-report farsan-${mpi})
  add_dependencies(farsan-random-drivers farsan-random-driver-${mpi})
endforeach()
