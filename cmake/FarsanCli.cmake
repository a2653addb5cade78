# farsan, its wrappers farsan-X (links to it), and the shim that keeps ThreadSanitizer's runtime out of instrumented programs.
find_package(CLI11 QUIET)
find_path(LIBELF_INCLUDE_DIR gelf.h)
find_library(LIBELF_LIBRARY elf)
mark_as_advanced(LIBELF_INCLUDE_DIR LIBELF_LIBRARY)
if(NOT (CLI11_FOUND AND LIBELF_INCLUDE_DIR AND LIBELF_LIBRARY AND TARGET farsan_report))
  message(STATUS "farsan: not built, needs libcli11-dev, libelf-dev and what farsan-report needs")
  return()
endif()

# --- farsan ----------------------------------------------------------------------------------------------------------

# All but main(), so that tests can call it.
farsan_sources(cli_sources src/cli)
list(FILTER cli_sources EXCLUDE REGEX "/main\\.cpp$")
list(APPEND cli_sources "${PROJECT_SOURCE_DIR}/src/runtime/options.cpp")  # one list of options for all
farsan_library(farsan_cli NO_PCH APART SOURCES ${cli_sources} LINK farsan_sim farsan_report CLI11::CLI11 ${LIBELF_LIBRARY})
target_include_directories(farsan_cli SYSTEM PRIVATE "${LIBELF_INCLUDE_DIR}")
target_compile_options(farsan_cli PRIVATE -O0)  # as farsan_not_optimised()
target_compile_definitions(farsan_cli PRIVATE
  FARSAN_VERSION="${PROJECT_VERSION}" FARSAN_MULTIARCH="${CMAKE_LIBRARY_ARCHITECTURE}")
farsan_not_optimised("${PROJECT_SOURCE_DIR}/src/cli/main.cpp")
farsan_executable(farsan SOURCES "${PROJECT_SOURCE_DIR}/src/cli/main.cpp" LINK farsan_cli)
target_compile_definitions(farsan PRIVATE FARSAN_VERSION="${PROJECT_VERSION}")
add_dependencies(farsan farsan-report)  # a tree with one has the other
install(TARGETS farsan DESTINATION bin)

# --- farsan-X --------------------------------------------------------------------------------------------------------

set(farsan_drivers gcc g++ gfortran cc c++ clang clang++ clang-19 clang++-19)
foreach(driver mpicc mpicxx mpic++ mpiCC mpifort mpif90 mpif77)
  list(APPEND farsan_drivers ${driver} ${driver}.openmpi ${driver}.mpich)
endforeach()
list(APPEND farsan_drivers oshcc oshc++ oshcxx oshCC gaspicc gaspic++)
# CMake takes farsan- for the prefix of a toolchain, and wants the archivers that go with -flto (check_ipo_supported) from it.
foreach(tool ar ranlib nm)
  list(APPEND farsan_drivers gcc-${tool} llvm-${tool} llvm-${tool}-19)
endforeach()
file(MAKE_DIRECTORY "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
foreach(driver IN LISTS farsan_drivers)
  file(CREATE_LINK farsan "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/farsan-${driver}" SYMBOLIC)
  install(PROGRAMS "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/farsan-${driver}" DESTINATION bin)
endforeach()

# The build tree looks like an installed one.
file(CREATE_LINK "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include" SYMBOLIC)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/farsan" DESTINATION include OPTIONAL)

# --- The shim --------------------------------------------------------------------------------------------------------

# Goes into other people's programs: no option of this build but the optimisation.
set(farsan_shim "${PROJECT_BINARY_DIR}/lib/farsan/shim")
add_library(farsan_shim_tsan STATIC "${PROJECT_SOURCE_DIR}/src/shim/empty.cpp")
set_target_properties(farsan_shim_tsan PROPERTIES OUTPUT_NAME tsan)
add_library(farsan_shim_preinit OBJECT "${PROJECT_SOURCE_DIR}/src/shim/preinit.cpp")
add_library(farsan_shim_nothing STATIC "${PROJECT_SOURCE_DIR}/src/shim/nothing.cpp")
set_target_properties(farsan_shim_nothing PROPERTIES OUTPUT_NAME farsan-nothing)
foreach(library farsan_shim_tsan farsan_shim_nothing)
  set_target_properties(${library} PROPERTIES ARCHIVE_OUTPUT_DIRECTORY "${farsan_shim}")
  target_compile_options(${library} PRIVATE -O2 -fPIC -fno-lto)
  target_include_directories(${library} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  install(TARGETS ${library} DESTINATION lib/farsan/shim)
  add_dependencies(farsan ${library})
endforeach()
add_custom_command(TARGET farsan_shim_tsan POST_BUILD VERBATIM
  COMMAND "${CMAKE_COMMAND}" -E copy_if_different $<TARGET_OBJECTS:farsan_shim_preinit> "${farsan_shim}/libtsan_preinit.o")
add_dependencies(farsan_shim_tsan farsan_shim_preinit)
install(FILES "${farsan_shim}/libtsan_preinit.o" DESTINATION lib/farsan/shim)
