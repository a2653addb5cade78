// Whole events, as a binding would feed them, through engine::Process on both sides.
#include <benchmark/benchmark.h>

#include "core/pair_of_processes.h"

namespace {

using namespace farsan;

constexpr std::uint64_t kWindowBytes = 1024 * 1024;

/// A put is issued, flushed and signalled; the target waits, and so applies it; and back, so that it can be forgotten.
void put_flush_signal_wait(benchmark::State& state) {
  const auto size = static_cast<std::uint64_t>(state.range(0));
  bench::PairOfProcesses pair(kWindowBytes);
  std::uint64_t at = 0;
  for (auto _ : state) {
    pair.issue(model::OperationKind::Put, at, size);
    pair.flush();
    pair.hand_over();
    pair.hand_back();
    pair.forget();
    at = (at + size) % kWindowBytes;
  }
  if (pair.races.races() != 0) state.SkipWithError("there should be no race");
}
BENCHMARK(put_flush_signal_wait)->ArgName("size")->Arg(8)->Arg(64 * 1024);

/// An operation with one buffer that nothing comes near, and its completion: what the origin alone does for it.
model::Issue with_buffer(model::OperationKind kind, std::uint64_t operation) {
  model::Issue issue{{operation}, {}};
  issue.operation.kind = kind;
  issue.operation.target = {1};
  issue.operation.scope = bench::kScope;
  issue.operation.source = model::ByteRanges::contiguous(bench::kBuffer, 64);
  return issue;
}

void put_from_buffer(benchmark::State& state) {
  bench::PairOfProcesses pair(kWindowBytes);
  std::uint64_t operation = 0;
  for (auto _ : state) {
    model::Issue issue = with_buffer(model::OperationKind::Put, ++operation);
    issue.operation.remote = model::ByteRanges::contiguous(bench::kWindow, 64);
    pair.origin.issue(0, issue, bench::kSite, engine::Naming::Anonymous);
    pair.origin.flush(0, model::kFullFlush, bench::kScope, model::Group::only({1}));
    pair.hand_over();
  }
  if (pair.races.races() != 0) state.SkipWithError("there should be no race");
}
BENCHMARK(put_from_buffer);

void message(benchmark::State& state) {
  bench::PairOfProcesses pair(kWindowBytes);
  std::uint64_t operation = 0;
  for (auto _ : state) {
    pair.origin.issue(0, with_buffer(model::OperationKind::Send, ++operation), bench::kSite, engine::Naming::Named);
    pair.origin.complete(0, {{operation}});
  }
  if (pair.races.races() != 0) state.SkipWithError("there should be no race");
}
BENCHMARK(message);

/// A thousand puts between two synchronisations: what one put costs when it is not alone. From one line they
/// merge; from as many lines as puts they do not.
void thousand_puts(benchmark::State& state) {
  constexpr std::uint64_t kPuts = 1000;
  const bool merge = state.range(0) != 0;
  const bool buffers = state.range(1) != 0;
  bench::PairOfProcesses pair(kWindowBytes);
  std::uint64_t operation = 0;
  for (auto _ : state) {
    for (std::uint64_t i = 0; i < kPuts; ++i) {
      model::Issue issue{{++operation}, {}};
      issue.operation.target = {1};
      issue.operation.scope = bench::kScope;
      issue.operation.remote = model::ByteRanges::contiguous(bench::kWindow + i * 64, 8);
      if (buffers) issue.operation.source = model::ByteRanges::contiguous(bench::kBuffer + i * 64, 8);
      pair.origin.issue(0, issue, {merge ? 1 : static_cast<std::uint32_t>(i)}, engine::Naming::Anonymous);
    }
    pair.flush();
    pair.hand_over();
    pair.hand_back();
    pair.forget();
  }
  if (pair.races.races() != 0) state.SkipWithError("there should be no race");
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kPuts));
}
BENCHMARK(thousand_puts)
    ->ArgNames({"one_line", "buffers"})
    ->ArgsProduct({{0, 1}, {0, 1}})
    ->Unit(benchmark::kMicrosecond);

/// A million atomic updates from one line in one epoch: to consecutive elements, or all over the window.
void million_updates(benchmark::State& state) {
  constexpr std::uint64_t kUpdates = 1'000'000;
  const bool scattered = state.range(0) != 0;
  model::Atomicity atomicity;
  atomicity.size = 8;
  atomicity.operation = 1;
  std::size_t entries = 0;
  std::size_t stripes = 0;
  for (auto _ : state) {
    bench::PairOfProcesses pair(8 * kUpdates);
    for (std::uint64_t i = 0; i < kUpdates; ++i) {
      const std::uint64_t element = scattered ? i * 2654435761u % kUpdates / 2 * 2 : i;
      pair.issue(model::OperationKind::Update, element * 8, 8, atomicity);
    }
    pair.flush();
    pair.hand_over();
    entries = pair.target.memory().live_operations();
    pair.target.memory().table().for_each(
        [&](engine::EntryId id) { stripes = pair.target.memory().table()[id].access.ranges.stripes().size(); });
    if (pair.races.races() != 0) state.SkipWithError("there should be no race");
  }
  state.counters["entries"] = static_cast<double>(entries);
  state.counters["ranges"] = static_cast<double>(stripes);
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kUpdates));
}
BENCHMARK(million_updates)->ArgName("scattered")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

/// A barrier among this many processes, all in this one. Reduced: the clocks are merged once on the way, as a transport
/// with a reduction does; else everybody merges everybody's.
void barrier(benchmark::State& state) {
  const auto processes = static_cast<std::uint32_t>(state.range(0));
  const bool reduced = state.range(1) != 0;
  bench::CountingSink races;
  bench::PromptTransport transport(processes);
  std::vector<std::unique_ptr<engine::Process>> all;
  for (std::uint32_t p = 0; p < processes; ++p)
    all.push_back(std::make_unique<engine::Process>(model::ProcessId{p}, processes, transport, races));
  for (auto _ : state) {
    std::vector<model::Snapshot> entered;
    for (auto& process : all) entered.push_back(process->signal(0));
    if (reduced) {
      model::Clock merged(processes);
      for (const model::Snapshot& snapshot : entered) {
        if (snapshot.shared()) merged.merge(*snapshot.shared());
        merged.raise(snapshot.own());
      }
      entered.clear();
      for (auto& process : all) process->wait(0, merged);
    } else {
      for (auto& process : all) process->wait(0, entered);
    }
  }
  state.SetItemsProcessed(state.iterations() * processes);
}
BENCHMARK(barrier)->ArgNames({"processes", "reduced"})->ArgsProduct({{16, 256}, {0, 1}})->Unit(benchmark::kMicrosecond);

}  // namespace
