# farsan_report: what a job's segments say, for people and for programs. farsan-report: the tool that a job starts.
find_package(fmt QUIET)
find_package(nlohmann_json QUIET)
find_package(CLI11 QUIET)
find_path(LIBDW_INCLUDE_DIR elfutils/libdwfl.h)
find_library(LIBDW_LIBRARY dw)
mark_as_advanced(LIBDW_INCLUDE_DIR LIBDW_LIBRARY)
if(NOT (fmt_FOUND AND nlohmann_json_FOUND AND CLI11_FOUND AND LIBDW_INCLUDE_DIR AND LIBDW_LIBRARY))
  message(STATUS "farsan-report: not built, needs libfmt-dev, nlohmann-json3-dev, libcli11-dev and libdw-dev")
  return()
endif()

farsan_sources(report_sources src/report)
list(FILTER report_sources EXCLUDE REGEX "/main\\.cpp$")
farsan_library(farsan_report SOURCES ${report_sources}
  LINK farsan_session fmt::fmt nlohmann_json::nlohmann_json ${LIBDW_LIBRARY})
farsan_together(farsan_report "${PROJECT_SOURCE_DIR}/src/report/object_file.cpp")  # GCC warns of it in an included file
target_include_directories(farsan_report SYSTEM PRIVATE "${LIBDW_INCLUDE_DIR}")

# Both in the build tree and installed, farsan-report is found from the folder of the libraries: ../../libexec/farsan.
farsan_not_optimised("${PROJECT_SOURCE_DIR}/src/report/main.cpp")
farsan_executable(farsan-report SOURCES "${PROJECT_SOURCE_DIR}/src/report/main.cpp" LINK farsan_report CLI11::CLI11)
set_target_properties(farsan-report PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/libexec/farsan")
install(TARGETS farsan-report DESTINATION libexec/farsan)
