# Programs for the embedded PGAS libraries (tests/pgas/programs), built as a user would, and the tests that run them.
if(NOT FARSAN_PYTHON)
  find_program(FARSAN_PYTHON python3)
endif()
if(NOT BUILD_TESTING OR NOT TARGET farsan-shmem OR NOT FARSAN_PYTHON)
  return()
endif()
enable_language(C)

# farsan_pgas_program(<name> <library> <source> [COMPILE <option>...] [LINK <option>...])
function(farsan_pgas_program name library source)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "COMPILE;LINK")
  add_executable(${name} "${PROJECT_SOURCE_DIR}/tests/pgas/programs/${source}")
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests/pgas"
    C_STANDARD 11 C_EXTENSIONS ON)
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/src/pgas/${library}/include")
  # One check serves all types: numbers are compared whatever their signs.
  target_compile_options(${name} PRIVATE -Wall -Wextra $<$<BOOL:${FARSAN_WERROR}>:-Werror> -Wno-sign-compare -O1 ${arg_COMPILE})
  target_link_libraries(${name} PRIVATE farsan-${library})
  target_link_options(${name} PRIVATE ${arg_LINK})
  if(FARSAN_SANITIZE)
    target_compile_options(${name} PRIVATE -fsanitize=${FARSAN_SANITIZE} -fno-sanitize-recover=all)
    target_link_options(${name} PRIVATE -fsanitize=${FARSAN_SANITIZE})
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)  # the sanitizer's part for C++, which the library needs
  endif()
  add_dependencies(farsan-pgas-programs ${name})
endfunction()

add_custom_target(farsan-pgas-programs ALL)
add_dependencies(farsan-pgas-programs farsan-pgasrun)
foreach(program rma atomics waits signals collectives reductions teams memory locks generics delay ends profiling setup)
  farsan_pgas_program(shmem-${program} shmem ${program}.c)
endforeach()
farsan_pgas_program(shmem-all-routines shmem all_routines.cpp)
find_package(Threads REQUIRED)
farsan_pgas_program(shmem-threads shmem threads.cpp)
target_link_libraries(shmem-threads PRIVATE Threads::Threads)

# Variables are symmetric whatever the program's form.
add_library(shmem-globals-library SHARED "${PROJECT_SOURCE_DIR}/tests/pgas/programs/globals_library.cpp")
set_target_properties(shmem-globals-library PROPERTIES
  LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests/pgas" CXX_VISIBILITY_PRESET default)
farsan_pgas_program(shmem-globals shmem globals.cpp COMPILE -fPIE LINK -pie)
farsan_pgas_program(shmem-globals-no-pie shmem globals.cpp COMPILE -fno-pie LINK -no-pie)
farsan_pgas_program(shmem-globals-no-relro shmem globals.cpp LINK -Wl,-z,norelro)
foreach(program shmem-globals shmem-globals-no-pie shmem-globals-no-relro)
  target_link_libraries(${program} PRIVATE shmem-globals-library)
endforeach()

farsan_pgas_program(gaspi-one-sided gaspi gaspi_one_sided.c)
farsan_pgas_program(gaspi-groups gaspi gaspi_groups.c)
farsan_pgas_program(gaspi-edges gaspi gaspi_edges.c)
farsan_pgas_program(gaspi-gpi2 gaspi gaspi_gpi2.c)
farsan_pgas_program(gaspi-gpi2-c99 gaspi gaspi_gpi2.c)
set_target_properties(gaspi-gpi2-c99 PROPERTIES C_STANDARD 99)
farsan_pgas_program(gaspi-gpi2-c++ gaspi gaspi_gpi2.cpp)
farsan_pgas_program(gaspi-prints gaspi gaspi_prints.c)
farsan_pgas_program(gaspi-delay gaspi gaspi_delay.c)
farsan_pgas_program(gaspi-all-routines gaspi gaspi_all_routines.cpp)

file(GLOB pgas_tests CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/pgas/*_test.py")
foreach(test IN LISTS pgas_tests)
  cmake_path(GET test STEM name)
  string(REGEX REPLACE "_test$" "" name "${name}")
  add_test(NAME pgas.${name} COMMAND "${FARSAN_PYTHON}" "${test}")
  set_tests_properties(pgas.${name} PROPERTIES LABELS pgas TIMEOUT 300 ENVIRONMENT
    "FARSAN_PGASRUN=$<TARGET_FILE:farsan-pgasrun>;FARSAN_PGAS_PROGRAMS=${PROJECT_BINARY_DIR}/tests/pgas;\
FARSAN_PGAS_SANITIZED=${FARSAN_SANITIZE}")
endforeach()
