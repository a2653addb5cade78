# What a build can be asked for, and the compiler settings that all targets share (target farsan_options).
include(CTest)  # defines BUILD_TESTING

option(FARSAN_WERROR "Warnings are errors" ON)
option(FARSAN_PCH "Precompile the standard headers" ON)
option(FARSAN_UNITY "Compile the files of a library together: quicker as a whole, slower after a small change" OFF)
option(FARSAN_TOOLS "Build the runtime and the command line, too" ON)
option(FARSAN_FUZZ "Build the fuzzers (clang only)" OFF)
option(FARSAN_BENCH "Build the benchmarks, if Google Benchmark is there" ON)
set(FARSAN_SANITIZE "" CACHE STRING "Sanitizers for the whole build, as in -fsanitize=: address,undefined or thread")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")

# The runtime will carry the model and the engine into other people's processes as a shared library with hidden
# symbols. Tests and benchmarks should see the very code that it gets. (-fPIC by hand, below: CMake's own setting gives
# executables -fPIE, and the precompiled header would not fit them.)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()

add_library(farsan_options INTERFACE)
target_compile_options(farsan_options INTERFACE -fPIC -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
if(FARSAN_WERROR)
  target_compile_options(farsan_options INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overlaps and overflows in `"text" + std::string` where there are none (its bug 105651 and kin), and
  # uninitialised members in std::optional and std::variant. The sanitizer presets look for the real ones.
  target_compile_options(farsan_options INTERFACE
    -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-maybe-uninitialized)
endif()
target_compile_definitions(farsan_options INTERFACE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)

if(FARSAN_SANITIZE)
  target_compile_options(farsan_options INTERFACE
    -fsanitize=${FARSAN_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(farsan_options INTERFACE -fsanitize=${FARSAN_SANITIZE})
endif()
if(FARSAN_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "FARSAN_FUZZ needs clang (libFuzzer): use the preset `asan`")
  endif()
  # Coverage feedback from all libraries; the fuzzer's main() is linked into fuzz targets only.
  target_compile_options(farsan_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

find_program(FARSAN_CCACHE ccache)
mark_as_advanced(FARSAN_CCACHE)
if(FARSAN_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # ccache works with precompiled headers only if it may overlook __TIME__ and the macros they were built with.
  set(CMAKE_CXX_COMPILER_LAUNCHER
    "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${FARSAN_CCACHE}")
  if(FARSAN_PCH AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # And with GCC's only if preprocessing leaves a trace of them.
    target_compile_options(farsan_options INTERFACE -fpch-preprocess)
  endif()
endif()
