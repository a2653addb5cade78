// Clocks: merging, snapshots, questions; and the dense clock of the model against sparse and delta ones.
#include <benchmark/benchmark.h>

#include <random>

#include "core/clock_shapes.h"
#include "model/clock.h"

namespace {

using namespace farsan;
using bench::SparseClock;

model::Clock random_clock(std::uint32_t processes, double filled, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  model::Clock clock(processes);
  for (std::uint32_t p = 0; p < processes; ++p)
    if (std::uniform_real_distribution<>()(random) < filled) clock.raise({{{p}, 0}, 1 + random() % 10'000});
  return clock;
}

void processes(benchmark::internal::Benchmark* b) { b->ArgName("processes")->Arg(16)->Arg(256)->Arg(4096); }

void merge_dense(benchmark::State& state) {
  const auto n = static_cast<std::uint32_t>(state.range(0));
  model::Clock mine = random_clock(n, 1, 1);
  const model::Clock theirs = random_clock(n, 1, 2);
  for (auto _ : state) {
    mine.merge(theirs);
    benchmark::DoNotOptimize(mine);
  }
  // Both are read, one is written.
  state.SetBytesProcessed(state.iterations() * n * static_cast<std::int64_t>(3 * sizeof(model::Epoch)));
}
BENCHMARK(merge_dense)->Apply(processes);

/// As a wait does it: the unit's clock is shared with the snapshot of its last signal, and copied first.
void signal_and_wait(benchmark::State& state) {
  const auto n = static_cast<std::uint32_t>(state.range(0));
  model::UnitClock mine({{0}, 0}, n);
  model::UnitClock peer({{1}, 0}, n);
  peer.merge(random_clock(n, 1, 1));
  const model::Snapshot taken = peer.snapshot();
  for (auto _ : state) {
    const model::Snapshot handed_out = mine.snapshot();
    mine.tick();
    mine.merge(taken);
    benchmark::DoNotOptimize(handed_out);
  }
}
BENCHMARK(signal_and_wait)->Apply(processes);

/// Of `filled` percent of the processes anything is known. Sparse clocks pay for order, dense ones for emptiness.
void merge_sparse(benchmark::State& state) {
  const auto n = static_cast<std::uint32_t>(state.range(0));
  const double filled = static_cast<double>(state.range(1)) / 100;
  const auto sparse = [&](std::uint64_t seed) {
    const model::Clock dense = random_clock(n, filled, seed);
    std::vector<SparseClock::Entry> entries;
    for (std::uint32_t p = 0; p < n; ++p)
      if (const model::Epoch epoch = dense.at({{p}, 0}); epoch > 0) entries.push_back({p, epoch});
    return SparseClock(std::move(entries));
  };
  SparseClock mine = sparse(1);
  const SparseClock theirs = sparse(2);
  mine.merge(theirs);  // from now on it does not grow
  for (auto _ : state) {
    mine.merge(theirs);
    benchmark::DoNotOptimize(mine);
  }
  state.counters["bytes"] = static_cast<double>(mine.entries().size() * sizeof(SparseClock::Entry));
}
BENCHMARK(merge_sparse)->ArgNames({"processes", "filled"})->ArgsProduct({{16, 256, 4096}, {1, 10, 100}});

/// A delta that arrives: so many percent of the entries changed since the last exchange with this peer; the others are
/// not in it. Applied to a dense clock.
void merge_delta(benchmark::State& state) {
  const auto n = static_cast<std::uint32_t>(state.range(0));
  const model::Clock changes = random_clock(n, static_cast<double>(state.range(1)) / 100, 1);
  model::Clock mine = random_clock(n, 1, 2);
  std::vector<SparseClock::Entry> delta;
  bench::EncodedSize encoded;
  for (std::uint32_t p = 0; p < n; ++p)
    if (const model::Epoch epoch = changes.at({{p}, 0}); epoch > 0) {
      delta.push_back({p, epoch});
      encoded.add(p, epoch % 128);
    }
  for (auto _ : state) {
    for (const SparseClock::Entry& entry : delta) mine.raise({{{entry.process}, 0}, entry.epoch});
    benchmark::DoNotOptimize(mine);
  }
  state.counters["bytes"] = static_cast<double>(encoded.bytes());
}
BENCHMARK(merge_delta)->ArgNames({"processes", "changed"})->ArgsProduct({{16, 256, 4096}, {1, 10, 100}});

void snapshot(benchmark::State& state) {
  model::UnitClock clock({{0}, 0}, static_cast<std::uint32_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(clock.snapshot());
}
BENCHMARK(snapshot)->Apply(processes);

void knows(benchmark::State& state) {
  const auto n = static_cast<std::uint32_t>(state.range(0));
  model::UnitClock clock({{0}, 0}, n);
  clock.merge(random_clock(n, 1, 1));
  const model::Snapshot taken = clock.snapshot();
  std::uint32_t p = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(taken.knows({{{p}, 0}, 500}));
    p = (p + 7) % n;
  }
}
BENCHMARK(knows)->Apply(processes);

}  // namespace
