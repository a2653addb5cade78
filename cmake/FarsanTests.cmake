# farsan-tests: one GoogleTest executable for all tests/**/*_test.cpp, but for those below.
# farsan-report-tests: tests/unit/report_*_test.cpp, which need no engine.
# farsan-transport-tests: tests/unit/transport_*_test.cpp; also what bindings make of deposits.
# farsan-properties: engine against oracle on random executions (tests/property).
find_package(GTest QUIET)
if(NOT GTest_FOUND)
  message(STATUS "farsan-tests, farsan-properties: not built, GoogleTest is missing (libgtest-dev)")
  return()
endif()
include(GoogleTest)

# One test of ctest for each case; with a sanitizer, whose programs take long to start, four for all of them.
# farsan_cases(NAME [FILTER PATTERN]): PATTERN of GoogleTest, of those that are run with ThreadSanitizer.
function(farsan_cases name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FILTER" "")
  if(NOT FARSAN_SANITIZE)
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST PROPERTIES LABELS unit TIMEOUT 300)
    return()
  endif()
  set(filter "*")
  if(FARSAN_SANITIZE STREQUAL "thread" AND arg_FILTER)
    set(filter "${arg_FILTER}")
  endif()
  set(shards 4)
  foreach(shard RANGE 1 ${shards})
    math(EXPR index "${shard} - 1")
    add_test(NAME ${name}.${shard} COMMAND ${name})
    set_tests_properties(${name}.${shard} PROPERTIES LABELS unit TIMEOUT 900 COST 10
      ENVIRONMENT "GTEST_FILTER=${filter};GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${index};GTEST_BRIEF=1")
  endforeach()
endfunction()

farsan_sources(support_sources tests/support)
list(FILTER support_sources EXCLUDE REGEX "_test\\.cpp$|/fake_job\\.cpp$")
farsan_library(farsan_test_support SOURCES ${support_sources} INCLUDE tests LINK farsan_oracle farsan_sim)

farsan_sources(test_sources tests)
list(FILTER test_sources INCLUDE REGEX "_test\\.cpp$")
list(FILTER test_sources EXCLUDE REGEX "/tests/(property|mutation|fuzz)/|/(report|transport)_[^/]*_test\\.cpp$")
if(FARSAN_SANITIZE STREQUAL "thread")  # the simulator, and what has threads
  list(FILTER test_sources INCLUDE REGEX "/tests/unit/(script|keeper|call_stack)[^/]*$")
endif()
if(test_sources)
  # And what of the runtime needs no job.
  set(without_job ${test_sources})
  foreach(name pages call_stack format_strings)
    list(APPEND without_job "${PROJECT_SOURCE_DIR}/src/runtime/${name}.cpp")
  endforeach()
  farsan_executable(farsan-tests
    SOURCES ${without_job}
    LINK farsan_test_support farsan_session GTest::gtest GTest::gtest_main)
  # Only where it is used: a path of this tree keeps ccache from using what another tree has compiled.
  set_property(SOURCE "${PROJECT_SOURCE_DIR}/tests/unit/script_corpus_test.cpp" APPEND PROPERTY
    COMPILE_DEFINITIONS FARSAN_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  farsan_quickly_built(farsan-tests)
  # By themselves: what is here of the runtime, and tests that use a name which another one uses, too.
  set(by_themselves ${without_job})
  list(FILTER by_themselves INCLUDE REGEX
    "/src/|/(end_of_exposure|hot_path|issue_more|part_of_put|quiet_buffers|repeated_records)_test\\.cpp$")
  farsan_together(farsan-tests ${by_themselves})
  farsan_cases(farsan-tests)
endif()

file(GLOB transport_tests CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/unit/transport_*_test.cpp")
farsan_executable(farsan-transport-tests
  SOURCES ${transport_tests} "${PROJECT_SOURCE_DIR}/src/bindings/shmem/updates.cpp"
  LINK farsan_transport GTest::gtest GTest::gtest_main)
target_include_directories(farsan-transport-tests PRIVATE "${PROJECT_SOURCE_DIR}/tests")
farsan_quickly_built(farsan-transport-tests)
farsan_together(farsan-transport-tests)
farsan_cases(farsan-transport-tests FILTER "*Thread*")

if(TARGET farsan_report)
  file(GLOB report_tests CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/unit/report_*_test.cpp")
  farsan_executable(farsan-report-tests
    SOURCES ${report_tests} "${PROJECT_SOURCE_DIR}/tests/support/fake_job.cpp"
    LINK farsan_report ${CMAKE_DL_LIBS} GTest::gtest GTest::gtest_main)
  target_include_directories(farsan-report-tests PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  set_property(SOURCE "${PROJECT_SOURCE_DIR}/tests/unit/report_tool_test.cpp" APPEND PROPERTY
    COMPILE_DEFINITIONS FARSAN_REPORT="$<TARGET_FILE:farsan-report>")
  add_dependencies(farsan-report-tests farsan-report)
  farsan_quickly_built(farsan-report-tests)
  farsan_together(farsan-report-tests)
  # Some look up lines of their own code.
  list(FILTER report_tests INCLUDE REGEX "/report_(merge|symbolizer|tool)_test\\.cpp$")
  set_source_files_properties(${report_tests} PROPERTIES COMPILE_OPTIONS "-g1;-O1" SKIP_PRECOMPILE_HEADERS ON)
  farsan_cases(farsan-report-tests)
endif()

find_path(RAPIDCHECK_INCLUDE_DIR rapidcheck.h)
find_library(RAPIDCHECK_LIBRARY rapidcheck)
mark_as_advanced(RAPIDCHECK_INCLUDE_DIR RAPIDCHECK_LIBRARY)
farsan_sources(property_sources tests/property)
if(property_sources AND RAPIDCHECK_INCLUDE_DIR AND RAPIDCHECK_LIBRARY)
  farsan_executable(farsan-properties
    SOURCES ${property_sources}
    LINK farsan_test_support ${RAPIDCHECK_LIBRARY} GTest::gtest GTest::gtest_main)
  target_include_directories(farsan-properties SYSTEM PRIVATE "${RAPIDCHECK_INCLUDE_DIR}")
  # A taste in every ctest run; scripts/test runs many more, and a fresh seed.
  add_test(NAME properties COMMAND farsan-properties)
  set_tests_properties(properties PROPERTIES
    LABELS property TIMEOUT 900 COST 20 ENVIRONMENT "FARSAN_PROPERTY_COUNT=500;FARSAN_PROPERTY_SEED=1")
elseif(property_sources)
  message(STATUS "farsan-properties: not built, RapidCheck is missing (librapidcheck-dev)")
endif()

# The command line as a user meets it: tests/cli/*_test.py. The bench programs, and what measures them:
# tests/apps/*_test.py. Each has a folder of its own for temporary files: mpirun of Open MPI 4 fails when the one that all
# jobs of a user share is removed by a job that ends just then.
find_program(FARSAN_PYTHON python3)
mark_as_advanced(FARSAN_PYTHON)
if(TARGET farsan AND FARSAN_PYTHON)
  foreach(folder cli apps)
    file(GLOB python_tests CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/${folder}/*_test.py")
    foreach(test IN LISTS python_tests)
      cmake_path(GET test STEM name)
      string(REGEX REPLACE "_test$" "" name "${name}")
      set(temporary "${PROJECT_BINARY_DIR}/tmp/${folder}.${name}")
      file(MAKE_DIRECTORY "${temporary}")
      add_test(NAME ${folder}.${name} COMMAND "${FARSAN_PYTHON}" "${test}")
      # The cost is a guess for the first time: what takes long begins first.
      set_tests_properties(${folder}.${name} PROPERTIES
        LABELS ${folder} TIMEOUT 900 SKIP_RETURN_CODE 77 COST 10
        ENVIRONMENT "FARSAN_BIN=${CMAKE_RUNTIME_OUTPUT_DIRECTORY};TMPDIR=${temporary}")
    endforeach()
  endforeach()
  set_tests_properties(cli.libraries PROPERTIES COST 30)
elseif(NOT FARSAN_PYTHON)
  message(STATUS "cli and apps tests: not run, Python is missing (python3)")
endif()
