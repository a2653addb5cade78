// Every cell of the two compatibility tables (buffers at the origin, memory at the target), decided by the engine: two
// accesses that nothing orders, and the same two with completion and a message in between.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/comparison.h"
#include "support/execution_builder.h"

namespace farsan::testing_support {
namespace {

constexpr Address kSpot = 64;        // where the two meet
constexpr Address kElsewhere = 512;  // a buffer or target that is in nobody's way
constexpr ScopeId kWindow{0};

/// An event of `by` whose access of this kind is to the spot in P1's memory (for a buffer access, `by` must be P1).
Action accessing(AccessKind kind, OperationId id) {
  Operation op;
  op.target = is_buffer(kind) ? P0 : P1;
  op.scope = kWindow;
  switch (kind) {
    case AccessKind::Load: return load(P1, kSpot);
    case AccessKind::Store: return store(P1, kSpot);
    case AccessKind::BufferRead:
    case AccessKind::RemoteWrite: op.kind = OperationKind::Put; break;
    case AccessKind::BufferWrite:
    case AccessKind::RemoteRead: op.kind = OperationKind::Get; break;
    case AccessKind::RemoteAtomicWrite: op.kind = OperationKind::Update; break;
    case AccessKind::RemoteAtomicRead: op.kind = OperationKind::Fetch; break;
  }
  if (is_atomic(kind))
    op.atomicity = Atomicity{TypeId{1}, 8, kind == AccessKind::RemoteAtomicWrite ? 1u : 0u, {}, {}, {}};
  op.remote = bytes(is_remote(kind) ? kSpot : kElsewhere);
  const bool reads_buffer = op.kind == OperationKind::Put || op.kind == OperationKind::Update;
  (reads_buffer ? op.source : op.result) = bytes(is_buffer(kind) ? kSpot : kElsewhere + 64 + id.value * 8);
  return Issue{id, op};
}

/// Who makes it: loads, stores and buffer accesses are P1's own; remote ones come from P0, and from P2 on the other side.
ProcessId maker(AccessKind kind, ProcessId origin) { return is_remote(kind) ? origin : P1; }

bool race_at_the_spot(const Execution& execution) {
  EXPECT_TRUE(problems(execution).empty());
  for (const engine::Race& race : engine_races(execution, {}))
    if (race.owner == P1 && race.bytes.overlaps({kSpot, kSpot + 8})) return true;
  return false;
}

struct Cell {
  AccessKind first;
  AccessKind second;
  bool compatible;
};

class ConflictTable : public ::testing::TestWithParam<Cell> {};

TEST_P(ConflictTable, DecidesTwoAccessesThatNothingOrders) {
  const auto [first, second, compatible] = GetParam();
  ExecutionBuilder script;
  script.at(maker(first, P0), accessing(first, OperationId{1}));
  script.at(maker(second, P2), accessing(second, OperationId{2}));
  EXPECT_EQ(race_at_the_spot(script.execution()), !compatible) << name(first) << " and " << name(second);
}

TEST_P(ConflictTable, HasNoRaceOnceTheFirstIsCompleteAndTheSecondKnows) {
  const auto [first, second, compatible] = GetParam();
  ExecutionBuilder script;
  script.at(maker(first, P0), accessing(first, OperationId{1}));
  for (const CompletionKind kind : {CompletionKind::LocalFlush, CompletionKind::RemoteFlush})
    script.at(maker(first, P0), Flush{kind, kWindow, {}});
  if (maker(first, P0) != maker(second, P2)) script.synchronise(maker(first, P0), maker(second, P2));
  script.at(maker(second, P2), accessing(second, OperationId{2}));
  EXPECT_FALSE(race_at_the_spot(script.execution())) << name(first) << " and " << name(second);
}

constexpr AccessKind kLocal[] = {AccessKind::Load, AccessKind::Store};
constexpr AccessKind kBuffer[] = {AccessKind::BufferRead, AccessKind::BufferWrite};
constexpr AccessKind kRemote[] = {AccessKind::RemoteRead, AccessKind::RemoteWrite, AccessKind::RemoteAtomicRead,
                                  AccessKind::RemoteAtomicWrite};

/// The tables, read off the papers: a tick is true. Rows and columns: load, store, then the operations' accesses.
std::vector<Cell> cells() {
  using enum AccessKind;
  std::vector<Cell> all = {
      // At the origin. A load or store that comes *before* an operation of its own process is ordered: operation first.
      {BufferRead, Load, true},
      {BufferRead, Store, false},
      {BufferWrite, Load, false},
      {BufferWrite, Store, false},
      {BufferRead, BufferRead, true},
      {BufferRead, BufferWrite, false},
      {BufferWrite, BufferRead, false},
      {BufferWrite, BufferWrite, false},
      // At the target.
      {Load, RemoteRead, true},
      {Load, RemoteWrite, false},
      {Load, RemoteAtomicRead, true},
      {Load, RemoteAtomicWrite, false},
      {Store, RemoteRead, false},
      {Store, RemoteWrite, false},
      {Store, RemoteAtomicRead, false},
      {Store, RemoteAtomicWrite, false},
      {RemoteRead, RemoteRead, true},
      {RemoteRead, RemoteWrite, false},
      {RemoteRead, RemoteAtomicRead, true},
      {RemoteRead, RemoteAtomicWrite, false},
      {RemoteWrite, RemoteWrite, false},
      {RemoteWrite, RemoteAtomicRead, false},
      {RemoteWrite, RemoteAtomicWrite, false},
      {RemoteAtomicRead, RemoteAtomicRead, true},
      {RemoteAtomicRead, RemoteAtomicWrite, true},
      {RemoteAtomicWrite, RemoteAtomicWrite, true},
      // A buffer that others reach: not in the tables, but by the same rule.
      {BufferRead, RemoteRead, true},
      {BufferRead, RemoteWrite, false},
      {BufferRead, RemoteAtomicRead, true},
      {BufferRead, RemoteAtomicWrite, false},
      {BufferWrite, RemoteRead, false},
      {BufferWrite, RemoteWrite, false},
      {BufferWrite, RemoteAtomicRead, false},
      {BufferWrite, RemoteAtomicWrite, false},
  };
  const std::size_t named = all.size();
  for (std::size_t i = 0; i < named; ++i) {
    const Cell cell = all[i];
    const bool own_operation = is_buffer(cell.first) && is_local(cell.second);
    if (cell.first != cell.second && !own_operation && !(is_buffer(cell.first) && is_buffer(cell.second)))
      all.push_back({cell.second, cell.first, cell.compatible});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Cells, ConflictTable, ::testing::ValuesIn(cells()), [](const auto& cell) {
  std::string title = std::string(name(cell.param.first)) + "_" + name(cell.param.second);
  std::replace(title.begin(), title.end(), '-', '_');
  return title;
});

TEST(ConflictTable, NamesEveryPairOfKindsThatCanMeet) {
  std::set<std::pair<AccessKind, AccessKind>> named;
  for (const Cell& cell : cells()) named.insert(std::minmax(cell.first, cell.second));
  std::size_t expected = std::size(kLocal) * std::size(kBuffer);
  expected += std::size(kLocal) * std::size(kRemote) + std::size(kBuffer) * std::size(kRemote);
  expected += 3 + 10;  // buffer with buffer, remote with remote
  EXPECT_EQ(named.size(), expected);
}

}  // namespace
}  // namespace farsan::testing_support
