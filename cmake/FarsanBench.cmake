# bench/core/bench_<what>.cpp becomes farsan-bench-<what>; other sources there are shared by all of them.
find_package(benchmark QUIET)
if(NOT benchmark_FOUND)
  message(STATUS "farsan-bench-*: not built, Google Benchmark is missing (libbenchmark-dev)")
  return()
endif()

farsan_sources(shared_sources bench/core)
set(bench_sources ${shared_sources})
list(FILTER bench_sources INCLUDE REGEX "/bench_[^/]*\\.cpp$")
list(FILTER shared_sources EXCLUDE REGEX "/bench_[^/]*\\.cpp$")
farsan_library(farsan_bench_support SOURCES ${shared_sources} INCLUDE bench LINK farsan_sim)

foreach(source IN LISTS bench_sources)
  cmake_path(GET source STEM stem)
  string(REGEX REPLACE "^bench_" "farsan-bench-" name "${stem}")
  string(REPLACE "_" "-" name "${name}")
  farsan_executable(${name}
    SOURCES "${source}" LINK farsan_bench_support farsan_oracle benchmark::benchmark benchmark::benchmark_main)
endforeach()
