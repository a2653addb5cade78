# The runtime that programs are linked with: one shared library per MPI that is installed, per OpenSHMEM and GASPI, and per pair of them
# that a program can use together; each with the whole of FarSan in it and nothing visible but its interface.
farsan_library(farsan_transport FOLDER src/transport LINK farsan_engine farsan_session)
farsan_library(farsan_runtime FOLDER src/runtime LINK farsan_transport dl)

farsan_library(farsan_bindings FOLDER src/bindings/common LINK farsan_transport)
farsan_sources(mpi_sources src/bindings/mpi)

# Nothing of the C++ library reaches the program or is taken from it.
set(FARSAN_RUNTIME_LINK_OPTIONS -static-libstdc++ -static-libgcc -Wl,--exclude-libs,libstdc++.a:libgcc.a:libgcc_eh.a
  -Wl,-z,defs -Wl,-z,nodelete)

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
  target_include_directories(${target} SYSTEM PRIVATE ${includes})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_compile_definitions(${target} PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  target_link_libraries(${target} PRIVATE farsan_options farsan_bindings "$<LINK_LIBRARY:WHOLE_ARCHIVE,farsan_runtime>"
    ${folders} ${libraries})
  target_link_options(${target} PRIVATE ${FARSAN_RUNTIME_LINK_OPTIONS})
  set(FARSAN_LINK_${name} ${folders} ${libraries} PARENT_SCOPE)
  farsan_heavy_headers(${target} "${PROJECT_SOURCE_DIR}/src/bindings/mpi/requests.h"
    "${PROJECT_SOURCE_DIR}/src/bindings/mpi/windows.h")
  set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/farsan")
  install(TARGETS ${target} LIBRARY DESTINATION lib/farsan)
endfunction()

# farsan_pgas_runtime(<name> <folder> <library> <include> <own source>): libfarsan-rt-<name>.so from src/bindings/<folder>, the
# runtime for programs with one implementation of OpenSHMEM or GASPI. What only that one needs is in its own source; <include> has the
# header that the binding sees.
function(farsan_pgas_runtime name folder library include own_source)
  farsan_sources(sources src/bindings/${folder})
  list(FILTER sources EXCLUDE REGEX "/library_[a-z0-9]+\\.cpp$")
  set(target farsan-rt-${name})
  add_library(${target} SHARED ${sources} "${PROJECT_SOURCE_DIR}/src/bindings/${folder}/${own_source}")
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_include_directories(${target} SYSTEM PRIVATE "${include}")
  target_link_libraries(${target} PRIVATE farsan_options farsan_bindings "$<LINK_LIBRARY:WHOLE_ARCHIVE,farsan_runtime>" ${library})
  target_link_options(${target} PRIVATE ${FARSAN_RUNTIME_LINK_OPTIONS})
  set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/farsan" INSTALL_RPATH "$ORIGIN")
  install(TARGETS ${target} LIBRARY DESTINATION lib/farsan)
endfunction()

# farsan_oshmem_runtime(): libfarsan-rt-oshmem.so, if Open MPI's OpenSHMEM is there and is as the binding thinks it is. Wrappers of
# routines that it does not have are not exported: nobody should find them by looking for what is there.
function(farsan_oshmem_runtime)
  find_program(FARSAN_OSHMEM_CC NAMES oshcc oshmemcc)
  find_program(FARSAN_NM NAMES nm)
  mark_as_advanced(FARSAN_OSHMEM_CC FARSAN_NM)
  set(folders "")
  if(FARSAN_OSHMEM_CC)
    execute_process(COMMAND ${FARSAN_OSHMEM_CC} --showme:incdirs OUTPUT_VARIABLE includes ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    execute_process(COMMAND ${FARSAN_OSHMEM_CC} --showme:libdirs OUTPUT_VARIABLE folders ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    separate_arguments(includes)
    separate_arguments(folders)
  endif()
  find_library(FARSAN_OSHMEM oshmem HINTS ${folders})
  mark_as_advanced(FARSAN_OSHMEM)
  if(NOT FARSAN_OSHMEM OR NOT FARSAN_NM)
    message(STATUS "farsan: no OpenSHMEM of Open MPI here, its runtime is not built")
    return()
  endif()
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_INCLUDES ${includes})
  check_cxx_source_compiles("
    #include <shmem.h>
    static_assert(SHMEM_CMP_EQ == 0 && SHMEM_CMP_NE == 1 && SHMEM_CMP_GT == 2);
    static_assert(SHMEM_CMP_LE == 3 && SHMEM_CMP_LT == 4 && SHMEM_CMP_GE == 5 && SHMEM_MAX_NAME_LEN <= 256);
    static_assert(sizeof(shmem_ctx_t) == sizeof(void*) && SHMEM_MAJOR_VERSION == 1 && SHMEM_MINOR_VERSION == 4);
    int main() { return &oshmem_ctx_default == nullptr; }" FARSAN_OSHMEM_AS_KNOWN)
  if(NOT FARSAN_OSHMEM_AS_KNOWN)
    message(STATUS "farsan: the OpenSHMEM of Open MPI is not of a version that is known here, its runtime is not built")
    return()
  endif()
  execute_process(COMMAND ${FARSAN_NM} -D --defined-only ${FARSAN_OSHMEM} OUTPUT_VARIABLE there)
  set(lists "${PROJECT_SOURCE_DIR}/src/pgas/shmem/include")
  set(names "${PROJECT_BINARY_DIR}/shmem_names.cpp")
  file(WRITE "${names}" "#include \"farsan_shmem_routines.h\"\n#define NAME(result, name, parameters) @name@\nFARSAN_SHMEM_ROUTINES(NAME)\n")
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -E -P -I${lists} "${names}" OUTPUT_VARIABLE names)
  string(REGEX MATCHALL "@[a-z0-9_]+@" names "${names}")
  set(missing "")
  foreach(name IN LISTS names)
    string(REPLACE "@" "" name "${name}")
    if(NOT there MATCHES " ${name}\n")
      string(APPEND missing "    ${name};\n")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/oshmem.map" CONTENT "{\n  local:\n@missing@};\n" @ONLY)
  farsan_pgas_runtime(oshmem shmem ${FARSAN_OSHMEM} "${PROJECT_SOURCE_DIR}/src/bindings/shmem/oshmem;${lists}" library_oshmem.cpp)
  target_link_options(farsan-rt-oshmem PRIVATE "-Wl,--version-script=${PROJECT_BINARY_DIR}/oshmem.map")
  # It brings MPI with it, and nothing on a link line tells whether the program uses that.
  if(TARGET farsan-openmpi)
    target_sources(farsan-rt-oshmem PRIVATE $<TARGET_OBJECTS:farsan-openmpi>)
    target_link_libraries(farsan-rt-oshmem PRIVATE ${FARSAN_LINK_openmpi})
    target_compile_definitions(farsan-rt-oshmem PRIVATE FARSAN_WITH_MPI=1)
  endif()
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
  target_link_options(${target} PRIVATE ${FARSAN_RUNTIME_LINK_OPTIONS})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/farsan"
    INSTALL_RPATH "$ORIGIN")
  install(TARGETS ${target} LIBRARY DESTINATION lib/farsan)
endfunction()

# A sanitizer's runtime and ours want the same symbols.
if(NOT FARSAN_SANITIZE AND NOT FARSAN_FUZZ)
  farsan_pgas_runtime(shmem shmem farsan-shmem "${PROJECT_SOURCE_DIR}/src/pgas/shmem/include" library_embedded.cpp)
  farsan_pgas_runtime(gaspi gaspi farsan-gaspi "${PROJECT_SOURCE_DIR}/src/pgas/gaspi/include" library_embedded.cpp)
  farsan_mpi_runtime(openmpi mpicxx.openmpi mpicxx)
  farsan_mpi_runtime(mpich mpicxx.mpich)
  farsan_oshmem_runtime()
  foreach(mpi IN ITEMS openmpi mpich)
    farsan_mixed_runtime(${mpi} shmem)
    farsan_mixed_runtime(${mpi} gaspi)
  endforeach()
endif()
