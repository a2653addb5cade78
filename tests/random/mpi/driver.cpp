// Executes a generated program with real MPI calls (common/driver.h).
#include "random/common/driver.h"

#include <mpi.h>

#include "random/mpi/generate.h"

namespace farsan::random_programs::mpi {

namespace {

constexpr std::size_t kMemories = 8;
constexpr std::size_t kBytes = 512;
alignas(64) std::array<std::array<unsigned char, kBytes>, kMemories> g_memory;

struct State {
  Task<Program> task;
  std::uint32_t rank = 0;
  std::array<unsigned char*, kMemories> base{};
  std::vector<MPI_Comm> comms;
  std::vector<MPI_Win> windows;
  std::array<MPI_Request, kMostActions> requests;
};

struct Typed {
  int count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  bool derived = false;

  explicit Typed(const Layout& layout) : count(static_cast<int>(layout.block)) {
    type = layout.element == Element::Byte ? MPI_BYTE : layout.element == Element::Int ? MPI_INT : MPI_LONG;
    if (layout.blocks == 1) return;
    MPI_Type_vector(static_cast<int>(layout.blocks), static_cast<int>(layout.block), static_cast<int>(layout.stride),
                    type, &type);
    MPI_Type_commit(&type);
    count = 1;
    derived = true;
  }
  Typed(const Typed&) = delete;
  Typed& operator=(const Typed&) = delete;
  ~Typed() {
    if (derived) MPI_Type_free(&type);
  }
};

MPI_Op operation(Reduction reduction) {
  return reduction == Reduction::Sum ? MPI_SUM : reduction == Reduction::Replace ? MPI_REPLACE : MPI_NO_OP;
}

unsigned char* at(const State& state, const Region& region) { return state.base[region.memory] + region.offset; }

MPI_Group group_of(const State& state, const Action& action) {
  MPI_Group all = MPI_GROUP_NULL;
  MPI_Group some = MPI_GROUP_NULL;
  MPI_Comm_group(state.comms[action.comm], &all);
  std::vector<int> ranks(action.peers.begin(), action.peers.end());
  MPI_Group_incl(all, static_cast<int>(ranks.size()), ranks.data(), &some);
  MPI_Group_free(&all);
  return some;
}

template <int N>
[[gnu::noinline]] void act(State& state, const Action& action) {
  asm volatile("# %0" : : "i"(N));  // equal functions would be merged
  const Region& local = action.local;
  unsigned char* const mine = at(state, local);
  unsigned char* const result = at(state, action.result);
  const Typed mine_typed(local.layout);
  const Typed result_typed(action.result.layout);
  const Typed remote_typed(action.remote.layout);
  const Window& window = state.task.program.windows[action.window];
  MPI_Win& win = state.windows[action.window];
  const MPI_Aint displacement = (action.remote.offset - window.offset) / window.unit;
  const MPI_Comm comm = state.comms[action.comm];
  const int peer = static_cast<int>(action.peer);
  MPI_Request* const request = &state.requests[N];
  std::uint32_t size = local.layout.block;
  Scratch scratch{};
  switch (action.verb) {
    case Verb::Load: FARSAN_RANDOM_LOAD(mine, size, scratch); break;
    case Verb::Store: FARSAN_RANDOM_STORE(mine, size, scratch, N); break;
    case Verb::Put:
      MPI_Put(mine, mine_typed.count, mine_typed.type, peer, displacement, remote_typed.count, remote_typed.type, win);
      break;
    case Verb::Get:
      MPI_Get(result, result_typed.count, result_typed.type, peer, displacement, remote_typed.count, remote_typed.type,
              win);
      break;
    case Verb::Rput:
      MPI_Rput(mine, mine_typed.count, mine_typed.type, peer, displacement, remote_typed.count, remote_typed.type, win,
               request);
      break;
    case Verb::Rget:
      MPI_Rget(result, result_typed.count, result_typed.type, peer, displacement, remote_typed.count, remote_typed.type,
               win, request);
      break;
    case Verb::Accumulate:
      MPI_Accumulate(mine, mine_typed.count, mine_typed.type, peer, displacement, remote_typed.count, remote_typed.type,
                     operation(action.reduction), win);
      break;
    case Verb::GetAccumulate:
      MPI_Get_accumulate(mine, mine_typed.count, mine_typed.type, result, result_typed.count, result_typed.type, peer,
                         displacement, remote_typed.count, remote_typed.type, operation(action.reduction), win);
      break;
    case Verb::FetchAndOp:
      MPI_Fetch_and_op(mine, result, mine_typed.type, peer, displacement, operation(action.reduction), win);
      break;
    case Verb::CompareAndSwap:
      MPI_Compare_and_swap(mine, at(state, action.compare), result, mine_typed.type, peer, displacement, win);
      break;
    case Verb::Fence:
      MPI_Win_fence((action.no_precede ? MPI_MODE_NOPRECEDE : 0) | (action.no_succeed ? MPI_MODE_NOSUCCEED : 0), win);
      break;
    case Verb::Lock:
      MPI_Win_lock(action.mode == Mode::Exclusive ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, peer, 0, win);
      break;
    case Verb::Unlock: MPI_Win_unlock(peer, win); break;
    case Verb::LockAll: MPI_Win_lock_all(0, win); break;
    case Verb::UnlockAll: MPI_Win_unlock_all(win); break;
    case Verb::Flush: MPI_Win_flush(peer, win); break;
    case Verb::FlushAll: MPI_Win_flush_all(win); break;
    case Verb::FlushLocal: MPI_Win_flush_local(peer, win); break;
    case Verb::FlushLocalAll: MPI_Win_flush_local_all(win); break;
    case Verb::Post:
    case Verb::Start: {
      MPI_Group group = group_of(state, action);
      if (action.verb == Verb::Post)
        MPI_Win_post(group, 0, win);
      else
        MPI_Win_start(group, 0, win);
      MPI_Group_free(&group);
      break;
    }
    case Verb::Complete: MPI_Win_complete(win); break;
    case Verb::WaitExposure: MPI_Win_wait(win); break;
    case Verb::Send: MPI_Send(mine, mine_typed.count, mine_typed.type, peer, action.tag, comm); break;
    case Verb::Isend: MPI_Isend(mine, mine_typed.count, mine_typed.type, peer, action.tag, comm, request); break;
    case Verb::Recv:
      MPI_Recv(result, result_typed.count, result_typed.type, peer, action.tag, comm, MPI_STATUS_IGNORE);
      break;
    case Verb::Irecv: MPI_Irecv(result, result_typed.count, result_typed.type, peer, action.tag, comm, request); break;
    case Verb::Barrier: MPI_Barrier(comm); break;
    case Verb::Ibarrier: MPI_Ibarrier(comm, request); break;
    case Verb::Bcast:
      if (local.empty())
        MPI_Bcast(result, result_typed.count, MPI_INT, peer, comm);
      else
        MPI_Bcast(mine, mine_typed.count, MPI_INT, peer, comm);
      break;
    case Verb::Ibcast:
      if (local.empty())
        MPI_Ibcast(result, result_typed.count, MPI_INT, peer, comm, request);
      else
        MPI_Ibcast(mine, mine_typed.count, MPI_INT, peer, comm, request);
      break;
    case Verb::Reduce:
      MPI_Reduce(mine, action.result.empty() ? nullptr : result, mine_typed.count, MPI_INT, MPI_SUM, peer, comm);
      break;
    case Verb::Allreduce: MPI_Allreduce(mine, result, mine_typed.count, MPI_INT, MPI_SUM, comm); break;
    case Verb::Iallreduce: MPI_Iallreduce(mine, result, mine_typed.count, MPI_INT, MPI_SUM, comm, request); break;
    case Verb::Scan: MPI_Scan(mine, result, mine_typed.count, MPI_INT, MPI_SUM, comm); break;
    case Verb::Wait: MPI_Wait(&state.requests[action.request], MPI_STATUS_IGNORE); break;
    case Verb::MakeWindow: {
      const Memory& memory = state.task.program.memories[window.memory];
      const int unit = static_cast<int>(window.unit);
      if (memory.allocated)
        MPI_Win_allocate(memory.size, unit, MPI_INFO_NULL, comm, static_cast<void*>(&state.base[window.memory]), &win);
      else
        MPI_Win_create(state.base[window.memory] + window.offset, memory.size - window.offset, unit, MPI_INFO_NULL,
                       comm, &win);
      break;
    }
    case Verb::FreeWindow: MPI_Win_free(&win); break;
    case Verb::Meet: break;
  }
}

template <int N>
struct Act {
  static void run(State& state, const Action& action) { act<N>(state, action); }
};

constexpr int kNoTag = 77;  ///< that no message has

/// The library must be able to make progress while ranks wait without a trace: others may need this rank's window. (MPICH
/// makes none for MPI_COMM_SELF.)
void progress() {
  int found = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, kNoTag, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
}

void meet(const State& state, Site site) {
  const auto& actions = state.task.program.actions;
  if (actions[site].verb != Verb::Meet) return;
  set(state.task.board->arrived[site]);
  for (Site other = 0; other < actions.size(); ++other)
    if (actions[other].group == actions[site].group) wait_for(state.task.board->arrived[other], progress);
}

void make_comms(State& state) {
  state.comms = {MPI_COMM_WORLD};
  for (std::size_t c = 1; c < state.task.program.comms.size(); ++c) {
    const Team& comm = state.task.program.comms[c];
    MPI_Comm made = MPI_COMM_NULL;
    const bool in = comm.has(state.rank);
    MPI_Comm_split(MPI_COMM_WORLD, in ? 1 : MPI_UNDEFINED, static_cast<int>(comm.rank_of(state.rank)), &made);
    state.comms.push_back(made);
  }
}

int main_of(int argc, char** argv) {
  State state;
  state.task = read_task<Program>(argc, argv, generate);
  for (std::size_t m = 0; m < kMemories; ++m) state.base[m] = g_memory[m].data();

  MPI_Init(&argc, &argv);
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  require_ranks(state.task, ranks);
  state.rank = static_cast<std::uint32_t>(rank);
  state.windows.assign(state.task.program.windows.size(), MPI_WIN_NULL);
  state.requests.fill(MPI_REQUEST_NULL);
  make_comms(state);
  random_programs::run(
      state.task, state.rank, hidden_order_of(state.task.program, state.task.kept),
      [&](Site site) { meet(state, site); },
      [&](Site site) { kActs<Act>[site](state, state.task.program.actions[site]); }, progress);
  for (std::size_t c = 1; c < state.comms.size(); ++c)
    if (state.comms[c] != MPI_COMM_NULL) MPI_Comm_free(&state.comms[c]);
  MPI_Finalize();
  return 0;
}

}  // namespace

}  // namespace farsan::random_programs::mpi

int main(int argc, char** argv) { return farsan::random_programs::mpi::main_of(argc, argv); }
