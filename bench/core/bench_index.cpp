// Remote against remote: finding what an operation could race with among 100,000 live ones, and what an entry weighs.
#include <benchmark/benchmark.h>

#include <random>
#include <string>

#include "core/pair_of_processes.h"
#include "engine/operation_table.h"

namespace {

using namespace farsan;
using engine::EntryId;
using engine::OperationTable;

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = 1024 * kKiB;
constexpr std::uint64_t kLive = 100'000;

enum class Layout : std::uint8_t {
  Small,    ///< 8 bytes, anywhere in 256 MiB
  Lines,    ///< 64 bytes, anywhere in 256 MiB
  Mixed,    ///< 8 bytes to 64 KiB, small ones more often, anywhere in 1 GiB
  Strided,  ///< 8 bytes, one per KiB: a column of a matrix
  Dense,    ///< 8 bytes, back to back: all of an array, updated one by one
};
const char* name(Layout layout) {
  switch (layout) {
    case Layout::Small: return "8 B in 256 MiB";
    case Layout::Lines: return "64 B in 256 MiB";
    case Layout::Mixed: return "8 B to 64 KiB in 1 GiB";
    case Layout::Strided: return "8 B per KiB";
    case Layout::Dense: return "8 B back to back";
  }
  return "?";
}
constexpr std::uint64_t span(Layout layout) {
  switch (layout) {
    case Layout::Small:
    case Layout::Lines: return 256 * kMiB;
    case Layout::Mixed: return 1024 * kMiB;
    case Layout::Strided: return kLive * kKiB;
    case Layout::Dense: return kLive * 8;
  }
  return 0;
}

using Random = std::mt19937_64;

model::Interval place(Layout layout, std::uint64_t i, Random& random) {
  const auto anywhere = [&](std::uint64_t size) {
    const std::uint64_t at = random() % (span(layout) - size) / 8 * 8;
    return model::Interval{at, at + size};
  };
  switch (layout) {
    case Layout::Small: return anywhere(8);
    case Layout::Lines: return anywhere(64);
    case Layout::Mixed: return anywhere(std::uint64_t{8} << std::min(random() % 14, random() % 14));
    case Layout::Strided: return {i * kKiB, i * kKiB + 8};
    case Layout::Dense: return {i * 8, i * 8 + 8};
  }
  return {};
}

/// Puts of process 0 that completed at epoch 1, which everybody below knows of: they conflict, and are ordered.
model::OperationAccess past_put(model::Interval bytes, std::uint64_t number) {
  static const auto clock = model::make_ref<const model::Clock>(16U);
  static const auto with = model::make_ref<const model::Circumstances>();
  model::OperationAccess access{model::AccessKind::RemoteWrite,
                                model::Part::Remote,
                                bench::kSite,
                                {number},
                                {clock, {{{0}, 0}, 1}},
                                {},
                                with,
                                model::ByteRanges::contiguous(bytes.begin, bytes.size())};
  access.completions.add({{{0}, 0}, 1});
  return access;
}

OperationTable filled(Layout layout) {
  OperationTable table;
  Random random(1);
  for (std::uint64_t i = 0; i < kLive; ++i) table.insert(table.add(past_put(place(layout, i, random), i)));
  return table;
}

/// A query as Memory makes it: find what is near, and judge each pair by the race rule.
void query(benchmark::State& state) {
  const auto layout = static_cast<Layout>(state.range(0));
  const auto size = static_cast<std::uint64_t>(state.range(1));
  const OperationTable table = filled(layout);
  Random random(2);
  std::vector<model::OperationAccess> queries;
  for (int i = 0; i < 1024; ++i) {
    const std::uint64_t at = random() % (span(layout) - size) / 8 * 8;
    queries.push_back(past_put({at, at + size}, kLive));
    queries.back().issue = {model::make_ref<const model::Clock>(16U), {{{0}, 0}, 2}};
  }
  std::uint64_t found = 0;
  std::uint64_t races = 0;
  std::size_t next = 0;
  for (auto _ : state) {
    const model::OperationAccess& access = queries[next++ % queries.size()];
    table.for_each_near(access.ranges.bounds(), 0, [&](EntryId id) {
      ++found;
      for_each_race(table[id].access, access, [&](model::Interval) { ++races; });
    });
  }
  if (races != 0) state.SkipWithError("there should be no race");
  state.SetLabel(name(layout));
  state.counters["found"] = static_cast<double>(found) / static_cast<double>(state.iterations());
}
BENCHMARK(query)->ArgNames({"layout", "size"})->ArgsProduct({{0, 1, 2, 3, 4}, {8, 64 * kKiB}});

/// One operation comes, another goes, among 100,000.
void insert_and_remove(benchmark::State& state) {
  const auto layout = static_cast<Layout>(state.range(0));
  OperationTable table = filled(layout);
  Random random(3);
  std::vector<model::OperationAccess> fresh;
  for (std::uint64_t i = 0; i < kLive; ++i) fresh.push_back(past_put(place(layout, i, random), kLive + i));
  std::uint64_t next = 0;
  for (auto _ : state) {
    const std::uint64_t i = next++ * 7919 % kLive;
    table.remove(static_cast<EntryId>(i));
    table.insert(table.add(model::OperationAccess(fresh[i])));
  }
  state.SetLabel(name(layout));
}
BENCHMARK(insert_and_remove)->ArgName("layout")->DenseRange(0, 4);

/// Bytes of a live operation: as the table counts itself ("table", with the fixed part of the ranges), the same without
/// the ranges ("without_ranges"), and the fixed and the heap part of the ranges of a contiguous operation.
void bytes_per_operation(benchmark::State& state) {
  OperationTable table;
  for (auto _ : state) table = filled(Layout::Small);
  const double per_entry = static_cast<double>(table.heap_bytes()) / static_cast<double>(table.size());
  state.counters["table"] = per_entry;
  state.counters["without_ranges"] = per_entry - sizeof(model::ByteRanges);
  state.counters["ranges"] =
      static_cast<double>(sizeof(model::ByteRanges) + model::ByteRanges::contiguous(0, 8).heap_bytes());
}
BENCHMARK(bytes_per_operation)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
