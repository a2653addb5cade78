// What a local access costs, what applying an operation over a window costs, and what the shadow weighs.
// Instructions are counted by bench_shadow_instructions.cpp.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <fstream>

#include "core/pair_of_processes.h"

namespace {

using namespace farsan;
using bench::kSite;
using bench::kWindow;

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = 1024 * kKiB;

/// Accesses walk over this much: its shadow fits into the first cache, so that the code is what is measured.
constexpr std::uint64_t kWalk = 8 * kKiB;
constexpr int kPerIteration = 1024;

enum class Exposure : std::uint8_t { Exposed, Unexposed };

template <Exposure Where, class Access>
void walk(benchmark::State& state, std::uint64_t step, Access&& access) {
  bench::PairOfProcesses pair(kMiB);
  const model::Address base = Where == Exposure::Exposed ? kWindow : kWindow + 64 * kMiB;
  pair.target.store<8>(kWindow, kSite);  // the first hit finds the region
  for (auto _ : state)
    for (std::uint64_t i = 0; i < kPerIteration; ++i) access(pair.target, base + (i * step) % kWalk);
  state.SetItemsProcessed(state.iterations() * kPerIteration);
}

void store_8(benchmark::State& state) {
  walk<Exposure::Exposed>(state, 8, [](engine::Process& p, model::Address at) { p.store<8>(at, kSite); });
}
void load_8(benchmark::State& state) {
  walk<Exposure::Exposed>(state, 8, [](engine::Process& p, model::Address at) { p.load<8>(at, kSite); });
}
void store_4(benchmark::State& state) {
  walk<Exposure::Exposed>(state, 4, [](engine::Process& p, model::Address at) { p.store<4>(at, kSite); });
}
void store_8_misaligned(benchmark::State& state) {
  walk<Exposure::Exposed>(state, 8, [](engine::Process& p, model::Address at) { p.store<8>(at + 1, kSite); });
}
/// As far as the engine is concerned; instrumented code asks one byte per page before it calls.
void store_8_unexposed(benchmark::State& state) {
  walk<Exposure::Unexposed>(state, 8, [](engine::Process& p, model::Address at) { p.store<8>(at, kSite); });
}
void store_1(benchmark::State& state) {
  walk<Exposure::Exposed>(state, 1, [](engine::Process& p, model::Address at) { p.store<1>(at, kSite); });
}
/// Reads one array and writes another, in two exposures.
void copy_8_between_exposures(benchmark::State& state) {
  bench::PairOfProcesses pair(kMiB);
  pair.target.expose({kWindow + 2 * kMiB, kWindow + 3 * kMiB});
  for (auto _ : state)
    for (std::uint64_t i = 0; i < kPerIteration; ++i) {
      pair.target.load<8>(kWindow + i * 8, kSite);
      pair.target.store<8>(kWindow + 2 * kMiB + i * 8, kSite);
    }
  state.SetItemsProcessed(state.iterations() * kPerIteration * 2);
}
/// While a buffer elsewhere is open, every access looks whether it is in it.
void store_8_with_open_buffer(benchmark::State& state) {
  bench::PairOfProcesses pair(kMiB);
  model::Issue issue{{1000}, {}};
  issue.operation.kind = model::OperationKind::Put;
  issue.operation.scope = bench::kScope;
  issue.operation.source = model::ByteRanges::contiguous(bench::kBuffer, 4 * kKiB);
  issue.operation.remote = model::ByteRanges::contiguous(kWindow, 4 * kKiB);
  pair.target.issue(0, issue, kSite, engine::Naming::Anonymous);
  for (auto _ : state)
    for (std::uint64_t i = 0; i < kPerIteration; ++i) pair.target.store<8>(kWindow + i * 8, kSite);
  state.SetItemsProcessed(state.iterations() * kPerIteration);
}
BENCHMARK(store_8);
BENCHMARK(load_8);
BENCHMARK(store_4);
BENCHMARK(store_8_misaligned);
BENCHMARK(store_8_unexposed);
BENCHMARK(store_1);
BENCHMARK(copy_8_between_exposures);
BENCHMARK(store_8_with_open_buffer);

/// The same over more memory than the caches hold: what a program with a large window pays.
void store_8_streaming(benchmark::State& state) {
  constexpr std::uint64_t kLarge = 64 * kMiB;
  bench::PairOfProcesses pair(kLarge);
  pair.target.store<8>(kWindow, kSite);
  std::uint64_t at = 0;
  for (auto _ : state) {
    pair.target.store<8>(kWindow + at, kSite);
    at = (at + 8) % kLarge;
  }
  state.SetBytesProcessed(state.iterations() * 8);
}
BENCHMARK(store_8_streaming)->MinTime(1.0);

/// A row as a loop without calls becomes one range access; ragged: it begins and ends inside a granule.
void record_row(benchmark::State& state) {
  constexpr std::uint64_t kRow = 8 * kKiB;
  constexpr std::uint64_t kRows = 64;
  const auto ragged = static_cast<std::uint64_t>(state.range(0));
  bench::PairOfProcesses pair(kMiB);
  std::uint64_t row = 0;
  for (auto _ : state) {
    const model::Address begin = kWindow + row * kRow + ragged;
    pair.target.touch(0, {model::AccessKind::Store, {1}, model::ByteRanges::contiguous(begin, kRow)}, kSite);
    row = (row + 1) % kRows;
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * kRow));
}
BENCHMARK(record_row)->ArgName("begins_at")->Arg(0)->Arg(8)->Arg(3);

/// A record arrives and is applied over the whole window, which the target has stored to before. No race: the target
/// told the origin. Everything but the application (issue, flush, signal, forget) is in the time, and is small.
void apply(benchmark::State& state, model::OperationKind kind) {
  const auto window = static_cast<std::uint64_t>(state.range(0));
  bench::PairOfProcesses pair(window);
  for (std::uint64_t at = 0; at < window; at += 8) {
    pair.target.store<8>(kWindow + at, kSite);
    pair.target.load<8>(kWindow + at, kSite);
  }
  for (auto _ : state) {
    pair.hand_back();
    pair.issue(kind, 0, window);
    pair.flush();
    pair.hand_over();
    pair.hand_back();
    pair.forget();
  }
  if (pair.races.races() != 0) state.SkipWithError("there should be no race");
  if (pair.target.memory().live_operations() > 1) state.SkipWithError("operations should be forgotten");
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * window));
}
void apply_put(benchmark::State& state) { apply(state, model::OperationKind::Put); }
void apply_get(benchmark::State& state) { apply(state, model::OperationKind::Get); }
BENCHMARK(apply_put)->ArgName("window")->Arg(64 * kKiB)->Arg(kMiB)->Arg(16 * kMiB);
BENCHMARK(apply_get)->ArgName("window")->Arg(64 * kKiB)->Arg(kMiB)->Arg(16 * kMiB);

double resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  statm >> total >> resident;
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// Bytes of shadow per exposed byte: as the shadow counts itself, and by the growth of the resident set, after loads
/// and stores to all of the window (nothing is resident before). Bytewise: every block was accessed in single bytes,
/// the worst case.
void memory_per_exposed_byte(benchmark::State& state) {
  const std::uint64_t window = 64 * kMiB;
  const bool bytewise = state.range(0) != 0;
  double counted = 0;
  double resident = 0;
  for (auto _ : state) {
    const double before = resident_bytes();
    bench::PairOfProcesses pair(window);
    for (std::uint64_t at = 0; at < window; at += 8) {
      pair.target.store<8>(kWindow + at, kSite);
      pair.target.load<8>(kWindow + at, kSite);
    }
    if (bytewise)
      for (std::uint64_t at = 0; at < window; at += engine::kBlock)
        pair.target.touch(0, {model::AccessKind::Store, {1}, model::ByteRanges::contiguous(kWindow + at, 1)}, kSite);
    counted = static_cast<double>(pair.target.memory().shadow().heap_bytes()) / static_cast<double>(window);
    resident = (resident_bytes() - before) / static_cast<double>(window);
  }
  state.counters["counted"] = counted;
  state.counters["resident"] = resident;
}
BENCHMARK(memory_per_exposed_byte)->ArgName("bytewise")->Arg(0)->Arg(1)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
