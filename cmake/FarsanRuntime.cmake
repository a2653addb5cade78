# The runtime that programs are linked with: one shared library per MPI that is installed, per OpenSHMEM and GASPI, and per pair of them
# that a program can use together; each with the whole of FarSan in it and nothing visible but its interface.
farsan_library(farsan_runtime APART FOLDER src/runtime LINK farsan_transport dl)

# Apart: two files, for which clang-tidy has settings of their own.
farsan_library(farsan_bindings APART FOLDER src/bindings/common LINK farsan_transport)
include(FarsanLibraries)
farsan_sources(mpi_sources src/bindings/mpi)

# farsan_mpi_runtime(<name> <wrapper>...): libfarsan-<name>.so, if one of the compiler wrappers is there.
function(farsan_mpi_runtime name)
  find_program(FARSAN_MPICXX_${name} NAMES ${ARGN})
  mark_as_advanced(FARSAN_MPICXX_${name})
  if(NOT FARSAN_MPICXX_${name})
    message(STATUS "farsan: no ${name} here, its runtime is not built")
    return()
  endif()
  execute_process(COMMAND ${FARSAN_MPICXX_${name}} -show OUTPUT_VARIABLE shown OUTPUT_STRIP_TRAILING_WHITESPACE)
  separate_arguments(shown UNIX_COMMAND "${shown}")
  set(includes ${shown})
  list(FILTER includes INCLUDE REGEX "^-I")
  list(TRANSFORM includes REPLACE "^-I" "")
  # Only the C library: the program brings the C++ and Fortran parts that it wants.
  set(folders ${shown})
  list(FILTER folders INCLUDE REGEX "^-L")
  set(libraries ${shown})
  list(FILTER libraries INCLUDE REGEX "^-l(mpi|mpich)$")

  set(target farsan-${name})
  add_library(${target} SHARED ${mpi_sources})
  farsan_together(${target} "${PROJECT_SOURCE_DIR}/src/bindings/mpi/fortran.cpp")
  target_include_directories(${target} SYSTEM PRIVATE ${includes})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_compile_definitions(${target} PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  target_link_libraries(${target} PRIVATE farsan_options farsan_bindings "$<LINK_LIBRARY:WHOLE_ARCHIVE,farsan_runtime>"
    ${folders} ${libraries})
  farsan_link_runtime(${target})
  target_link_options(${target} PRIVATE -Wl,-z,defs)
  set(FARSAN_LINK_${name} ${folders} ${libraries} PARENT_SCOPE)
  farsan_heavy_headers(${target} "${PROJECT_SOURCE_DIR}/src/bindings/mpi/requests.h"
    "${PROJECT_SOURCE_DIR}/src/bindings/mpi/windows.h")
  set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/farsan")
  install(TARGETS ${target} LIBRARY DESTINATION lib/farsan)
endfunction()

# farsan_mixed_runtime(<mpi> <model>): libfarsan-<mpi>-<model>.so, for programs with that MPI and an embedded library: the bindings of
# libfarsan-<mpi>.so and libfarsan-rt-<model>.so with one FarSan beneath them (docs/design.md).
function(farsan_mixed_runtime mpi model)
  if(NOT TARGET farsan-${mpi})
    return()
  endif()
  set(target farsan-${mpi}-${model})
  add_library(${target} SHARED $<TARGET_OBJECTS:farsan-${mpi}> $<TARGET_OBJECTS:farsan-rt-${model}>)
  target_link_libraries(${target} PRIVATE farsan_options farsan_bindings "$<LINK_LIBRARY:WHOLE_ARCHIVE,farsan_runtime>"
    ${FARSAN_LINK_${mpi}} farsan-${model})
  farsan_link_runtime(${target})
  target_link_options(${target} PRIVATE -Wl,-z,defs)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/farsan"
    INSTALL_RPATH "$ORIGIN")
  install(TARGETS ${target} LIBRARY DESTINATION lib/farsan)
endfunction()

# A sanitizer's runtime and ours want the same symbols.
if(NOT FARSAN_SANITIZE AND NOT FARSAN_FUZZ)
  farsan_pgas_runtime(shmem shmem farsan-shmem "${PROJECT_SOURCE_DIR}/src/pgas/shmem/include" library_embedded.cpp)
  farsan_pgas_runtime(gaspi gaspi farsan-gaspi "${PROJECT_SOURCE_DIR}/src/pgas/gaspi/include" library_embedded.cpp)
  farsan_sandia_runtime()
  farsan_gpi2_runtime()
  farsan_tell_libraries()
  farsan_mpi_runtime(openmpi mpicxx.openmpi mpicxx)
  farsan_mpi_runtime(mpich mpicxx.mpich)
  farsan_oshmem_runtime()
  foreach(mpi IN ITEMS openmpi mpich)
    farsan_mixed_runtime(${mpi} shmem)
    farsan_mixed_runtime(${mpi} gaspi)
  endforeach()
endif()
