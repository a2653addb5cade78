// Executes a generated program with real GASPI calls (common/driver.h).
#include "random/common/driver.h"

#include <GASPI.h>

#include "random/gaspi/generate.h"

namespace farsan::random_programs::gaspi {

namespace {

constexpr std::size_t kBytes = 4096;

struct State {
  Task<Program> task;
  std::uint32_t rank = 0;
  std::array<unsigned char*, kSegments + 1> base{};
  std::vector<gaspi_group_t> groups;
};

unsigned char* at(const State& state, const Region& region) { return state.base[region.memory] + region.offset; }

/// The elements of a write or read, as lists.
struct List {
  std::vector<gaspi_segment_id_t> here, there;
  std::vector<gaspi_offset_t> from, to;
  std::vector<gaspi_size_t> sizes;
  explicit List(const std::vector<Piece>& pieces) {
    for (const Piece& piece : pieces) {
      here.push_back(static_cast<gaspi_segment_id_t>(segment_of(piece.local)));
      there.push_back(static_cast<gaspi_segment_id_t>(segment_of(piece.remote)));
      from.push_back(piece.local.offset);
      to.push_back(piece.remote.offset);
      sizes.push_back(piece.local.layout.extent());
    }
    // Of none, the single forms take the first.
    if (pieces.empty()) *this = List({Piece{{1, 0, {}}, {1, 0, {}}}});
  }
};

void must(gaspi_return_t result, const char* what) {
  if (result == GASPI_SUCCESS) return;
  std::fprintf(stderr, "%s fails: %d\n", what, static_cast<int>(result));
  std::exit(2);
}
#define FARSAN_MUST(call) must(call, #call)

#define FARSAN_RANDOM_ONE list.here[0], list.from[0], rank, list.there[0], list.to[0], list.sizes[0]
#define FARSAN_RANDOM_LIST                                                                                    \
  static_cast<gaspi_number_t>(list.here.size()), list.here.data(), list.from.data(), rank, list.there.data(), \
      list.to.data(), list.sizes.data()

template <int N>
[[gnu::noinline]] void act(State& state, const Action& action) {
  asm volatile("# %0" : : "i"(N));  // equal functions would be merged
  unsigned char* const mine = at(state, action.local);
  unsigned char* const result = at(state, action.result);
  List list(action.pieces);
  const auto rank = static_cast<gaspi_rank_t>(action.peer);
  const auto queue = static_cast<gaspi_queue_id_t>(action.queue);
  const auto segment = static_cast<gaspi_segment_id_t>(action.segment);
  const auto id = static_cast<gaspi_notification_id_t>(action.id);
  const gaspi_notification_t value = action.value;
  const gaspi_group_t group = state.groups[action.team];
  std::uint32_t size = action.local.layout.block;
  Scratch scratch{};
  switch (action.verb) {
    case Verb::Load: FARSAN_RANDOM_LOAD(mine, size, scratch); break;
    case Verb::Store: FARSAN_RANDOM_STORE(mine, size, scratch, N); break;
    case Verb::Write: FARSAN_MUST(gaspi_write(FARSAN_RANDOM_ONE, queue, GASPI_BLOCK)); break;
    case Verb::WriteList: FARSAN_MUST(gaspi_write_list(FARSAN_RANDOM_LIST, queue, GASPI_BLOCK)); break;
    case Verb::WriteNotify: FARSAN_MUST(gaspi_write_notify(FARSAN_RANDOM_ONE, id, value, queue, GASPI_BLOCK)); break;
    case Verb::WriteListNotify:
      FARSAN_MUST(gaspi_write_list_notify(FARSAN_RANDOM_LIST, segment, id, value, queue, GASPI_BLOCK));
      break;
    case Verb::Read: FARSAN_MUST(gaspi_read(FARSAN_RANDOM_ONE, queue, GASPI_BLOCK)); break;
    case Verb::ReadList: FARSAN_MUST(gaspi_read_list(FARSAN_RANDOM_LIST, queue, GASPI_BLOCK)); break;
    case Verb::ReadNotify: FARSAN_MUST(gaspi_read_notify(FARSAN_RANDOM_ONE, id, queue, GASPI_BLOCK)); break;
    case Verb::ReadListNotify:
      FARSAN_MUST(gaspi_read_list_notify(FARSAN_RANDOM_LIST, segment, id, queue, GASPI_BLOCK));
      break;
    case Verb::Notify: FARSAN_MUST(gaspi_notify(segment, rank, id, value, queue, GASPI_BLOCK)); break;
    case Verb::Wait: FARSAN_MUST(gaspi_wait(queue, GASPI_BLOCK)); break;
    case Verb::WaitSome: {
      gaspi_notification_id_t first = 0;
      FARSAN_MUST(gaspi_notify_waitsome(segment, id, action.ids, &first, GASPI_BLOCK));
      break;
    }
    case Verb::Reset: {
      gaspi_notification_t old = 0;
      FARSAN_MUST(gaspi_notify_reset(segment, id, &old));
      break;
    }
    case Verb::FetchAdd:
      FARSAN_MUST(gaspi_atomic_fetch_add(static_cast<gaspi_segment_id_t>(segment_of(action.remote)),
                                         action.remote.offset, rank, 1, reinterpret_cast<gaspi_atomic_value_t*>(result),
                                         GASPI_BLOCK));
      break;
    case Verb::CompareSwap:
      FARSAN_MUST(gaspi_atomic_compare_swap(static_cast<gaspi_segment_id_t>(segment_of(action.remote)),
                                            action.remote.offset, rank, 0, N,
                                            reinterpret_cast<gaspi_atomic_value_t*>(result), GASPI_BLOCK));
      break;
    case Verb::PassiveSend:
      FARSAN_MUST(gaspi_passive_send(static_cast<gaspi_segment_id_t>(segment_of(action.local)), action.local.offset,
                                     rank, size, GASPI_BLOCK));
      break;
    case Verb::PassiveReceive: {
      gaspi_rank_t sender = 0;
      FARSAN_MUST(gaspi_passive_receive(static_cast<gaspi_segment_id_t>(segment_of(action.result)),
                                        action.result.offset, &sender, action.result.layout.block, GASPI_BLOCK));
      break;
    }
    case Verb::Barrier: FARSAN_MUST(gaspi_barrier(group, GASPI_BLOCK)); break;
    case Verb::Allreduce:
      FARSAN_MUST(gaspi_allreduce(mine, result, size, GASPI_OP_SUM, GASPI_TYPE_INT, group, GASPI_BLOCK));
      break;
  }
}

template <int N>
struct Act {
  static void run(State& state, const Action& action) { act<N>(state, action); }
};

void make_groups(State& state) {
  state.groups = {GASPI_GROUP_ALL};
  for (std::size_t g = 1; g < state.task.program.teams.size(); ++g) {
    gaspi_group_t group = GASPI_GROUP_ALL;
    if (state.task.program.teams[g].has(state.rank)) {
      FARSAN_MUST(gaspi_group_create(&group));
      for (const std::uint32_t member : state.task.program.teams[g].members)
        FARSAN_MUST(gaspi_group_add(group, static_cast<gaspi_rank_t>(member)));
      FARSAN_MUST(gaspi_group_commit(group, GASPI_BLOCK));
    }
    state.groups.push_back(group);
  }
}

int main_of(int argc, char** argv) {
  State state;
  state.task = read_task<Program>(argc, argv, generate);
  FARSAN_MUST(gaspi_proc_init(GASPI_BLOCK));
  gaspi_rank_t rank = 0;
  gaspi_rank_t ranks = 0;
  FARSAN_MUST(gaspi_proc_rank(&rank));
  FARSAN_MUST(gaspi_proc_num(&ranks));
  require_ranks(state.task, ranks);
  state.rank = rank;
  state.base[kPrivate] = static_cast<unsigned char*>(std::aligned_alloc(64, kBytes));
  for (std::uint32_t segment = 0; segment < kSegments; ++segment) {
    const auto id = static_cast<gaspi_segment_id_t>(segment);
    FARSAN_MUST(gaspi_segment_create(id, kBytes, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_ALLOC_DEFAULT));
    gaspi_pointer_t pointer = nullptr;
    FARSAN_MUST(gaspi_segment_ptr(id, &pointer));
    state.base[segment + 1] = static_cast<unsigned char*>(pointer);
  }
  make_groups(state);
  FARSAN_MUST(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
  random_programs::run(
      state.task, state.rank, hidden_order_of(state.task.program, state.task.kept), [](Site) {},
      [&](Site site) { kActs<Act>[site](state, state.task.program.actions[site]); }, [] {});
  FARSAN_MUST(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
  FARSAN_MUST(gaspi_proc_term(GASPI_BLOCK));
  return 0;
}

}  // namespace

}  // namespace farsan::random_programs::gaspi

int main(int argc, char** argv) { return farsan::random_programs::gaspi::main_of(argc, argv); }
