# The two shapes of target in this project, and the precompiled header that they share.

# farsan_sources(<variable> <folder>): the folder's .cpp files, looked up again by every build.
function(farsan_sources variable folder)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# The precompiled header is built once, here, and reused: all targets compile with farsan_options and nothing else that
# it would notice. Presets `clang` and clang-tidy go without, so that a forgotten #include of a standard header shows.
if(FARSAN_PCH)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/pch.cpp" CONTENT "// Exists to build the precompiled header.\n")
  add_library(farsan_pch OBJECT "${PROJECT_BINARY_DIR}/pch.cpp")
  target_link_libraries(farsan_pch PRIVATE farsan_options)
  target_precompile_headers(farsan_pch PRIVATE
    <algorithm> <array> <cstdint> <deque> <functional> <iostream> <map> <memory> <optional> <set> <span> <sstream>
    <string> <string_view> <unordered_map> <unordered_set> <utility> <variant> <vector>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Without the time of the build in it, equal headers give equal files, and ccache can reuse them.
    target_compile_options(farsan_pch PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()

# farsan_heavy_headers(<target> <header>...): a precompiled header of its own, for targets whose files all include the same
# large ones.
function(farsan_heavy_headers target)
  if(FARSAN_PCH)
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <cstdint> <functional> <iostream> <map> <memory>
      <optional> <span> <string> <string_view> <unordered_map> <utility> <variant> <vector> ${ARGN})
  endif()
endfunction()

function(_farsan_use_pch target)
  if(FARSAN_PCH)
    target_precompile_headers(${target} REUSE_FROM farsan_pch)
  endif()
endfunction()

# farsan_not_optimised(<file>...): for sources that are little more than a command line. CLI11 takes the compiler longer than anything
# else here, and parsing takes no time. (Precompiled, it gains nothing: it is the instances that cost.)
function(farsan_not_optimised)
  set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS -O0)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)  # it is optimised
endfunction()

# farsan_quickly_built(<target>): for tests, which take longer to compile than to run.
function(farsan_quickly_built target)
  target_compile_options(${target} PRIVATE
    "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:RelWithDebInfo>>:-O1;-g1>")
endfunction()

# farsan_together(<target> [<file>...]): its files are compiled together (FARSAN_UNITY), but for these.
function(farsan_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${FARSAN_UNITY})
  if(ARGN)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

# farsan_library(<name> [FOLDER <folder> | SOURCES <file>...] [INCLUDE <root>...] [LINK <target>...] [NO_PCH] [APART])
#
# A static library whose users get src/ and the given roots as include paths. Without sources it has only headers. APART: its files are not
# made to be compiled together (FARSAN_UNITY).
function(farsan_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_PCH;APART" "FOLDER" "SOURCES;INCLUDE;LINK")
  if(arg_FOLDER)
    farsan_sources(arg_SOURCES "${arg_FOLDER}")
  endif()
  if(arg_SOURCES)
    add_library(${name} STATIC ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE farsan_options)
    if(NOT arg_APART)
      farsan_together(${name})
    endif()
    set(scope PUBLIC)
    if(NOT arg_NO_PCH)
      _farsan_use_pch(${name})
    endif()
  else()
    add_library(${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_link_libraries(${name} ${scope} ${arg_LINK})
  foreach(root IN ITEMS src LISTS arg_INCLUDE)
    target_include_directories(${name} ${scope} "${PROJECT_SOURCE_DIR}/${root}")
  endforeach()
endfunction()

# farsan_executable(<name> SOURCES <file>... [LINK <target>...])
function(farsan_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE farsan_options ${arg_LINK})
  _farsan_use_pch(${name})
endfunction()
