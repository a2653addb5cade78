# farsan-random: random programs under the real tool, against the oracle (tests/random). Its drivers, one for each library
# (target farsan-random-drivers), are built as a user would: by the wrapper, once the runtime is there.
if(NOT (TARGET farsan_test_support AND TARGET farsan AND CLI11_FOUND AND nlohmann_json_FOUND))
  message(STATUS "farsan-random: not built, needs what farsan and its tests need")
  return()
endif()

farsan_sources(random_sources tests/random)
list(FILTER random_sources EXCLUDE REGEX "/driver\\.cpp$|_test\\.cpp$")
farsan_executable(farsan-random
  SOURCES ${random_sources} LINK farsan_test_support CLI11::CLI11 nlohmann_json::nlohmann_json)
farsan_quickly_built(farsan-random)

add_custom_target(farsan-random-drivers)

# farsan_random_driver(<library> <model> <runtime target> <wrapper> [<its argument>...]): the driver of the model's programs,
# with this library. The runtime is a shared library: a driver need not be built anew with it. It goes without debug information:
# the names of functions tell actions apart, and a report is made in a tenth of the time. Not optimised: that takes three times as long to
# compile, and tests/compiler/random_programs builds it at every level.
function(farsan_random_driver library model runtime wrapper)
  if(NOT TARGET ${runtime})
    return()
  endif()
  set(folder "${PROJECT_SOURCE_DIR}/tests/random")
  set(driver "${PROJECT_BINARY_DIR}/bin/farsan-random-driver.${library}")
  file(GLOB headers CONFIGURE_DEPENDS "${folder}/common/*.h" "${folder}/${model}/*.h")
  # What it takes to make a program, without what it takes to judge it.
  file(GLOB sources CONFIGURE_DEPENDS "${folder}/${model}/*.cpp")
  list(FILTER sources EXCLUDE REGEX "/(legal|translate)\\.cpp$")
  list(APPEND sources "${folder}/common/program.cpp")
  add_custom_command(OUTPUT "${driver}" VERBATIM
    COMMAND "${PROJECT_BINARY_DIR}/bin/${wrapper}" ${ARGN} -std=c++20 -O0 -I "${PROJECT_SOURCE_DIR}/tests"
            ${sources} -o "${driver}"
    DEPENDS ${sources} ${headers}
    COMMENT "Building the driver of random programs for ${library}")
  add_custom_target(farsan-random-driver-${library} DEPENDS "${driver}")
  add_dependencies(farsan-random-driver-${library} farsan farsan-report ${runtime} farsan-pgasrun)
  add_dependencies(farsan-random-drivers farsan-random-driver-${library})
endfunction()

foreach(mpi openmpi mpich)
  farsan_random_driver(${mpi} mpi farsan-${mpi} farsan-mpicxx.${mpi})
endforeach()
farsan_random_driver(shmem shmem farsan-rt-shmem farsan-oshc++ --embedded)
farsan_random_driver(gaspi gaspi farsan-rt-gaspi farsan-gaspic++ --embedded)
