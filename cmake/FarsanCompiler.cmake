# libfarsan-pass.so: the plugin for clang that instruments programs (src/compiler), built against the LLVM of that clang.
find_package(LLVM 19.1 CONFIG QUIET HINTS /usr/lib/llvm-19/lib/cmake/llvm)
if(NOT LLVM_FOUND OR NOT LLVM_VERSION_MAJOR EQUAL 19)
  message(STATUS "farsan-pass: not built, LLVM 19 is missing (llvm-19-dev); clang is used with -fsanitize=thread")
  return()
endif()

# farsan_clang_plugin(<name> <file>...): a plugin. What it needs of LLVM is in the clang that loads it.
function(farsan_clang_plugin name)
  add_library(${name} MODULE ${ARGN})
  farsan_together(${name} "${PROJECT_SOURCE_DIR}/src/compiler/options.cpp")
  target_link_libraries(${name} PRIVATE farsan_options)
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_include_directories(${name} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
  separate_arguments(llvm_definitions UNIX_COMMAND "${LLVM_DEFINITIONS}")
  target_compile_options(${name} PRIVATE ${llvm_definitions} -fno-exceptions)
  if(NOT LLVM_ENABLE_RTTI)
    target_compile_options(${name} PRIVATE -fno-rtti)
  endif()
endfunction()

farsan_sources(compiler_sources src/compiler)
farsan_clang_plugin(farsan-pass ${compiler_sources})
farsan_heavy_headers(farsan-pass <llvm/Analysis/LoopInfo.h> <llvm/Analysis/ScalarEvolution.h> <llvm/IR/IRBuilder.h>
  <llvm/IR/IntrinsicInst.h> <llvm/IR/Module.h> <llvm/IR/PassManager.h>)
set_target_properties(farsan-pass PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/farsan")
install(TARGETS farsan-pass LIBRARY DESTINATION lib/farsan)

# tests/compiler/*_test.py: what the plugin makes of small and of random programs.
find_program(FARSAN_PYTHON python3)
mark_as_advanced(FARSAN_PYTHON)
if(BUILD_TESTING AND FARSAN_PYTHON)
  # libfarsan-classes.so: finds the combinations of the plugin's steps that give the same code.
  farsan_clang_plugin(farsan-classes "${PROJECT_SOURCE_DIR}/tests/compiler/classes.cpp")
  set_target_properties(farsan-classes PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
  file(GLOB plugin_tests CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/compiler/*_test.py")
  foreach(test IN LISTS plugin_tests)
    cmake_path(GET test STEM name)
    string(REGEX REPLACE "_test$" "" name "${name}")
    add_test(NAME compiler.${name} COMMAND "${FARSAN_PYTHON}" "${test}")
    set_tests_properties(compiler.${name} PROPERTIES
      LABELS compiler TIMEOUT 900 SKIP_RETURN_CODE 77 COST 10 ENVIRONMENT
      "FARSAN_PLUGIN_LIBRARY=$<TARGET_FILE:farsan-pass>;FARSAN_CLASSES_LIBRARY=$<TARGET_FILE:farsan-classes>;FARSAN_BIN=${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
  endforeach()
endif()
