# libfarsan-pass-gcc-VERSION.so: the plugin for gcc and gfortran (src/gcc). It fits the very gcc that compiles it.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR FARSAN_SANITIZE)
  return()
endif()
execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -print-file-name=plugin
  OUTPUT_VARIABLE gcc_plugin_folder OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT EXISTS "${gcc_plugin_folder}/include/gcc-plugin.h")
  message(STATUS "farsan-pass-gcc: not built, the headers of gcc are missing (gcc-12-plugin-dev on Debian 12)")
  return()
endif()

farsan_sources(gcc_sources src/gcc)
add_library(farsan-pass-gcc MODULE ${gcc_sources})
farsan_together(farsan-pass-gcc)
target_link_libraries(farsan-pass-gcc PRIVATE farsan_options)
target_include_directories(farsan-pass-gcc PRIVATE "${PROJECT_SOURCE_DIR}/src")
target_include_directories(farsan-pass-gcc SYSTEM PRIVATE "${gcc_plugin_folder}/include")
target_compile_options(farsan-pass-gcc PRIVATE -fno-exceptions -fno-rtti)
# What it needs of gcc is in the gcc that loads it.
set_target_properties(farsan-pass-gcc PROPERTIES OUTPUT_NAME "farsan-pass-gcc-${CMAKE_CXX_COMPILER_VERSION}"
  LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/farsan")
install(TARGETS farsan-pass-gcc LIBRARY DESTINATION lib/farsan)
