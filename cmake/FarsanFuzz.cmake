# Readers of text from outside, with libFuzzer.
# farsan-fuzz-script: the script parser and what it feeds. farsan-fuzz-report: the reader of reports.
# farsan-fuzz-options: FARSAN_OPTIONS.
set(script_fuzzer "${PROJECT_SOURCE_DIR}/tests/fuzz/script_fuzzer.cpp")
file(GLOB fuzz_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/fuzz/*.cpp")
if(script_fuzzer IN_LIST fuzz_sources)
  farsan_executable(farsan-fuzz-script SOURCES "${script_fuzzer}" LINK farsan_sim farsan_oracle)
  target_link_options(farsan-fuzz-script PRIVATE -fsanitize=fuzzer)
endif()
if(TARGET farsan_report)
  farsan_executable(farsan-fuzz-report
    SOURCES "${PROJECT_SOURCE_DIR}/tests/fuzz/report_fuzzer.cpp" LINK farsan_report)
  target_link_options(farsan-fuzz-report PRIVATE -fsanitize=fuzzer)
endif()
farsan_executable(farsan-fuzz-options
  SOURCES "${PROJECT_SOURCE_DIR}/tests/fuzz/options_fuzzer.cpp" "${PROJECT_SOURCE_DIR}/src/runtime/options.cpp"
  LINK farsan_model)
target_link_options(farsan-fuzz-options PRIVATE -fsanitize=fuzzer)
