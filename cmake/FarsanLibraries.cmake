# Runtimes for programs with OpenSHMEM or GASPI: of the embedded libraries, and of those that are installed here. Needs the targets
# farsan_runtime and farsan_bindings; tests/libraries uses it, too.
#
#   -DFARSAN_SANDIA=<prefix>   Sandia OpenSHMEM; else the oshcc in PATH, pkg-config (sandia-openshmem, sos) or CMAKE_PREFIX_PATH tell
#   -DFARSAN_GPI2=<prefix>     GPI-2; else pkg-config (GPI2), the gaspi_run in PATH or CMAKE_PREFIX_PATH tell
set(FARSAN_SANDIA "" CACHE PATH "Where Sandia OpenSHMEM is installed, if it is not found by itself")
set(FARSAN_GPI2 "" CACHE PATH "Where GPI-2 is installed, if it is not found by itself")
find_program(FARSAN_NM NAMES nm)
find_package(PkgConfig QUIET)
mark_as_advanced(FARSAN_NM)
include(CheckCSourceCompiles)

# Nothing of the C++ library reaches the program or is taken from it.
set(FARSAN_RUNTIME_LINK_OPTIONS -static-libstdc++ -static-libgcc -Wl,--exclude-libs,libstdc++.a:libgcc.a:libgcc_eh.a -Wl,-z,nodelete)

# --- What they share -------------------------------------------------------------------------------------------------

# farsan_pgas_runtime(<name> <folder> <library> <include> <own source>): libfarsan-rt-<name>.so from src/bindings/<folder>, the
# runtime for programs with one implementation of OpenSHMEM or GASPI. What only that one needs is in its own source; <include> has the
# header that the binding sees. Without a <library>, what the runtime calls is found in the program.
function(farsan_pgas_runtime name folder library include own_source)
  farsan_sources(sources src/bindings/${folder})
  list(FILTER sources EXCLUDE REGEX "/library_[a-z0-9]+\\.cpp$")
  set(target farsan-rt-${name})
  add_library(${target} SHARED ${sources} "${PROJECT_SOURCE_DIR}/src/bindings/${folder}/${own_source}")
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_include_directories(${target} SYSTEM PRIVATE ${include})
  target_link_libraries(${target} PRIVATE farsan_options farsan_bindings "$<LINK_LIBRARY:WHOLE_ARCHIVE,farsan_runtime>" ${library})
  target_link_options(${target} PRIVATE ${FARSAN_RUNTIME_LINK_OPTIONS})
  if(library)
    target_link_options(${target} PRIVATE -Wl,-z,defs)
  endif()
  set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/farsan" INSTALL_RPATH "$ORIGIN")
  install(TARGETS ${target} LIBRARY DESTINATION lib/farsan)
endfunction()

# farsan_names(<variable> <header> <macro> <row> <include folder>): the names in a list of rows, <row> being a macro's parameters with
# `name` among them.
function(farsan_names variable header macro row folder)
  set(file "${PROJECT_BINARY_DIR}/${macro}.cpp")
  file(WRITE "${file}" "#include \"${header}\"\n#define NAME(${row}) @name@\n${macro}(NAME)\n")
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -E -P "-I${folder}" "${file}" OUTPUT_VARIABLE text)
  string(REGEX MATCHALL "@[a-z0-9_]+@" names "${text}")
  list(TRANSFORM names REPLACE "@" "")
  set(${variable} ${names} PARENT_SCOPE)
endfunction()

# farsan_hide(<target> <name>...): wrappers of routines that the library does not have are not exported: nobody should find them by
# looking for what is there.
function(farsan_hide target)
  set(map "${PROJECT_BINARY_DIR}/${target}.map")
  set(lines "")
  foreach(name IN LISTS ARGN)
    string(APPEND lines "    ${name};\n")
  endforeach()
  file(CONFIGURE OUTPUT "${map}" CONTENT "{\n  local:\n@lines@};\n" @ONLY)
  target_link_options(${target} PRIVATE "-Wl,--version-script=${map}")
endfunction()

# What farsan-oshcc and its like need to know of installed libraries, as lines `key=word;word` in lib/farsan/libraries.conf.
function(farsan_know key)
  set_property(GLOBAL APPEND_STRING PROPERTY farsan_known "${key}=${ARGN}\n")
endfunction()
function(farsan_tell_libraries)
  get_property(known GLOBAL PROPERTY farsan_known)
  set(file "${PROJECT_BINARY_DIR}/lib/farsan/libraries.conf")
  file(CONFIGURE OUTPUT "${file}" CONTENT "@known@" @ONLY)
  install(FILES "${file}" DESTINATION lib/farsan)
endfunction()

# farsan_find_oshcc(<variable> <library>): the first oshcc in PATH that links -l<library>. (Open MPI and Sandia OpenSHMEM call it the
# same.)
function(farsan_find_oshcc variable library)
  set(${variable} "" PARENT_SCOPE)
  string(REPLACE ":" ";" folders "$ENV{PATH}")
  foreach(folder IN LISTS folders)
    foreach(name oshcc oshmemcc)
      if(NOT EXISTS "${folder}/${name}")
        continue()
      endif()
      execute_process(COMMAND "${folder}/${name}" -showme OUTPUT_VARIABLE shown ERROR_QUIET)
      if(" ${shown} " MATCHES "[ \n]-l${library}[ \n]")
        set(${variable} "${folder}/${name}" PARENT_SCOPE)
        return()
      endif()
    endforeach()
  endforeach()
endfunction()

# --- OSHMEM, the OpenSHMEM of Open MPI -------------------------------------------------------------------------------

# libfarsan-rt-oshmem.so, if it is there and is as the binding thinks it is.
function(farsan_oshmem_runtime)
  farsan_find_oshcc(oshcc oshmem)
  set(folders "")
  if(oshcc)
    execute_process(COMMAND ${oshcc} --showme:incdirs OUTPUT_VARIABLE includes ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    execute_process(COMMAND ${oshcc} --showme:libdirs OUTPUT_VARIABLE folders ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
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
  set(lists "${PROJECT_SOURCE_DIR}/src/pgas/shmem/include")
  farsan_pgas_runtime(oshmem shmem ${FARSAN_OSHMEM} "${PROJECT_SOURCE_DIR}/src/bindings/shmem/oshmem;${lists}" library_oshmem.cpp)
  farsan_hide_missing_shmem(farsan-rt-oshmem "${FARSAN_OSHMEM}")
  # It brings MPI with it, and nothing on a link line tells whether the program uses that.
  if(TARGET farsan-openmpi)
    target_sources(farsan-rt-oshmem PRIVATE $<TARGET_OBJECTS:farsan-openmpi>)
    target_link_libraries(farsan-rt-oshmem PRIVATE ${FARSAN_LINK_openmpi})
    target_compile_definitions(farsan-rt-oshmem PRIVATE FARSAN_WITH_MPI=1)
  endif()
endfunction()

# farsan_hide_missing_shmem(<target> <shared library>)
function(farsan_hide_missing_shmem target library)
  execute_process(COMMAND ${FARSAN_NM} -D --defined-only ${library} OUTPUT_VARIABLE there)
  farsan_names(names farsan_shmem_routines.h FARSAN_SHMEM_ROUTINES "result, name, parameters" "${PROJECT_SOURCE_DIR}/src/pgas/shmem/include")
  set(missing "")
  foreach(name IN LISTS names)
    if(NOT there MATCHES " ${name}\n")
      list(APPEND missing ${name})
    endif()
  endforeach()
  farsan_hide(${target} ${missing})
endfunction()

# --- Sandia OpenSHMEM ------------------------------------------------------------------------------------------------

# libfarsan-rt-sandia.so, if it is there, as a shared library, and as the binding thinks it is.
function(farsan_sandia_runtime)
  set(prefixes ${FARSAN_SANDIA})
  if(NOT prefixes)
    farsan_find_oshcc(oshcc sma)
    if(oshcc)
      file(REAL_PATH "${oshcc}" oshcc)
      cmake_path(GET oshcc PARENT_PATH prefixes)
      cmake_path(GET prefixes PARENT_PATH prefixes)
    endif()
    if(PkgConfig_FOUND)
      pkg_search_module(FARSAN_SANDIA_PC QUIET sandia-openshmem sos)
      list(APPEND prefixes ${FARSAN_SANDIA_PC_PREFIX})
    endif()
    list(APPEND prefixes ${CMAKE_PREFIX_PATH})
  endif()
  find_library(FARSAN_SANDIA_LIBRARY NAMES libsma.so HINTS ${prefixes} PATH_SUFFIXES lib lib64)
  find_path(FARSAN_SANDIA_INCLUDE shmem.h HINTS ${prefixes} PATH_SUFFIXES include NO_DEFAULT_PATH)
  mark_as_advanced(FARSAN_SANDIA_LIBRARY FARSAN_SANDIA_INCLUDE)
  if(NOT FARSAN_SANDIA_LIBRARY OR NOT FARSAN_SANDIA_INCLUDE OR NOT FARSAN_NM)
    message(STATUS "farsan: no Sandia OpenSHMEM (shared library libsma.so and shmem.h) here, its runtime is not built")
    return()
  endif()
  set(CMAKE_REQUIRED_INCLUDES ${FARSAN_SANDIA_INCLUDE})
  set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)  # only compiled
  check_c_source_compiles("
    #include <shmem.h>
    _Static_assert(SHMEM_CMP_EQ == 1 && SHMEM_CMP_NE == 2 && SHMEM_CMP_GT == 3, \"\");
    _Static_assert(SHMEM_CMP_GE == 4 && SHMEM_CMP_LT == 5 && SHMEM_CMP_LE == 6 && SHMEM_MAX_NAME_LEN <= 256, \"\");
    #ifdef SHMEM_SIGNAL_ADD
    _Static_assert(SHMEM_SIGNAL_SET == 0 && SHMEM_SIGNAL_ADD == 1, \"\");
    #endif
    _Static_assert(sizeof(shmem_ctx_t) == sizeof(void*), \"\");
    int main(void) { shmem_ctx_t* where = &SHMEM_CTX_DEFAULT; return sizeof where == 0; }" FARSAN_SANDIA_AS_KNOWN)
  if(NOT FARSAN_SANDIA_AS_KNOWN)
    message(STATUS "farsan: ${FARSAN_SANDIA_INCLUDE}/shmem.h is not that of a Sandia OpenSHMEM that is known here, its runtime is not built")
    return()
  endif()
  farsan_pgas_runtime(sandia shmem "${FARSAN_SANDIA_LIBRARY}"
    "${PROJECT_SOURCE_DIR}/src/bindings/shmem/sandia;${PROJECT_SOURCE_DIR}/src/pgas/shmem/include" library_sandia.cpp)
  farsan_hide_missing_shmem(farsan-rt-sandia "${FARSAN_SANDIA_LIBRARY}")
  execute_process(COMMAND ${FARSAN_NM} -D --defined-only ${FARSAN_SANDIA_LIBRARY} OUTPUT_VARIABLE there)
  if(NOT there MATCHES " SHMEM_TEAM_WORLD\n")
    target_compile_definitions(farsan-rt-sandia PRIVATE FARSAN_SANDIA_WITHOUT_TEAMS)
  endif()
  cmake_path(GET FARSAN_SANDIA_LIBRARY PARENT_PATH folder)
  cmake_path(GET FARSAN_SANDIA_INCLUDE PARENT_PATH prefix)
  farsan_know(sandia.prefix "${prefix}")
  farsan_know(sandia.compile "-I${FARSAN_SANDIA_INCLUDE}")
  farsan_know(sandia.link "-L${folder}" "-Wl,-rpath,${folder}" -lsma)
  message(STATUS "farsan: Sandia OpenSHMEM is ${FARSAN_SANDIA_LIBRARY}")
endfunction()

# --- GPI-2 -----------------------------------------------------------------------------------------------------------

# libfarsan-rt-gpi2.so and farsan-gpi2-front.o, if it is there: as an archive, which is what it builds by itself, or as a shared
# library. src/bindings/gaspi/library_gpi2.cpp says how they are put together.
function(farsan_gpi2_runtime)
  set(prefixes ${FARSAN_GPI2})
  if(NOT prefixes)
    if(PkgConfig_FOUND)
      pkg_search_module(FARSAN_GPI2_PC QUIET GPI2 libgpi)
      list(APPEND prefixes ${FARSAN_GPI2_PC_PREFIX})
    endif()
    find_program(FARSAN_GASPI_RUN gaspi_run)
    mark_as_advanced(FARSAN_GASPI_RUN)
    if(FARSAN_GASPI_RUN)
      file(REAL_PATH "${FARSAN_GASPI_RUN}" run)
      cmake_path(GET run PARENT_PATH run)
      cmake_path(GET run PARENT_PATH run)
      list(APPEND prefixes "${run}")
    endif()
    list(APPEND prefixes ${CMAKE_PREFIX_PATH})
  endif()
  find_library(FARSAN_GPI2_LIBRARY GPI2 HINTS ${prefixes} PATH_SUFFIXES lib lib64)
  find_path(FARSAN_GPI2_INCLUDE GASPI.h HINTS ${prefixes} PATH_SUFFIXES include)
  mark_as_advanced(FARSAN_GPI2_LIBRARY FARSAN_GPI2_INCLUDE)
  if(NOT FARSAN_GPI2_LIBRARY OR NOT FARSAN_GPI2_INCLUDE OR NOT FARSAN_NM)
    message(STATUS "farsan: no GPI-2 here, its runtime is not built")
    return()
  endif()
  set(shared OFF)
  set(symbols ${FARSAN_NM} "${FARSAN_GPI2_LIBRARY}")
  if(FARSAN_GPI2_LIBRARY MATCHES "\\.so")
    set(shared ON)
    set(symbols ${FARSAN_NM} -D "${FARSAN_GPI2_LIBRARY}")
  endif()
  execute_process(COMMAND ${symbols} OUTPUT_VARIABLE symbols ERROR_QUIET)
  farsan_names(wrapped bindings/gaspi/wrapped.h FARSAN_GASPI_WRAPPED "name" "${PROJECT_SOURCE_DIR}/src")
  farsan_names(called bindings/gaspi/wrapped.h FARSAN_GASPI_CALLED "name" "${PROJECT_SOURCE_DIR}/src")
  set(missing "")
  foreach(name IN LISTS wrapped called)
    if(NOT symbols MATCHES " [TW] p${name}\n")
      list(APPEND missing ${name})
    endif()
  endforeach()
  foreach(name gaspi_proc_init gaspi_proc_term gaspi_barrier gaspi_allreduce gaspi_segment_create ${called})
    if(name IN_LIST missing)
      message(STATUS "farsan: ${FARSAN_GPI2_LIBRARY} has no p${name}, the runtime of GPI-2 is not built")
      return()
    endif()
  endforeach()

  set(weak "")
  set(front "#include \"bindings/gaspi/gpi2/front.h\"\n")
  foreach(name IN LISTS wrapped)
    if(name IN_LIST missing)
      string(APPEND weak "#pragma weak p${name}\n")
    else()
      string(APPEND front "FARSAN_FRONT(${name})\n")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/gpi2/farsan_gpi2_missing.h" CONTENT "@weak@" @ONLY)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/gpi2/front.cpp" CONTENT "@front@" @ONLY)

  farsan_pgas_runtime(gpi2 gaspi "" "${PROJECT_SOURCE_DIR}/src/bindings/gaspi/gpi2;${PROJECT_BINARY_DIR}/gpi2;${FARSAN_GPI2_INCLUDE};\
${PROJECT_SOURCE_DIR}/src/pgas/gaspi/include" library_gpi2.cpp)
  foreach(name IN LISTS wrapped)
    target_link_options(farsan-rt-gpi2 PRIVATE "-Wl,--defsym=farsan_${name}=${name}")
  endforeach()
  if(missing)
    list(TRANSFORM missing PREPEND farsan_ OUTPUT_VARIABLE second_names)
    farsan_hide(farsan-rt-gpi2 ${missing} ${second_names})
  endif()
  # Goes into other people's programs: no option of this build.
  add_library(farsan-gpi2-front STATIC "${PROJECT_BINARY_DIR}/gpi2/front.cpp")
  target_include_directories(farsan-gpi2-front PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_compile_options(farsan-gpi2-front PRIVATE -O2 -fPIC -fno-lto)
  set(object "${PROJECT_BINARY_DIR}/lib/farsan/farsan-gpi2-front.o")
  add_custom_command(TARGET farsan-gpi2-front POST_BUILD VERBATIM
    COMMAND "${CMAKE_COMMAND}" -E copy_if_different $<TARGET_OBJECTS:farsan-gpi2-front> "${object}")
  add_dependencies(farsan-rt-gpi2 farsan-gpi2-front)
  install(FILES "${object}" DESTINATION lib/farsan)

  cmake_path(GET FARSAN_GPI2_LIBRARY PARENT_PATH folder)
  cmake_path(GET FARSAN_GPI2_INCLUDE PARENT_PATH prefix)
  set(link "-L${folder}")
  if(shared)
    list(APPEND link "-Wl,-rpath,${folder}" -lGPI2)
  else()
    list(APPEND link -lGPI2)
    # What an archive needs, nothing but its own symbols and its .pc file tell.
    foreach(pair ibv_:-libverbs rdma_:-lrdmacm fi_:-lfabric MPI_:-lmpi _ZSt:-lstdc++)
      string(REPLACE ":" ";" pair "${pair}")
      list(GET pair 0 pattern)
      list(GET pair 1 word)
      if(symbols MATCHES " U ${pattern}")
        list(APPEND link ${word})
      endif()
    endforeach()
    list(APPEND link -pthread -lrt -lm)
  endif()
  farsan_know(gpi2.prefix "${prefix}")
  farsan_know(gpi2.compile "-I${FARSAN_GPI2_INCLUDE}")
  farsan_know(gpi2.link ${link})
  message(STATUS "farsan: GPI-2 is ${FARSAN_GPI2_LIBRARY}")
endfunction()
