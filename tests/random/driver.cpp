// Executes a generated program with real MPI calls, real loads and real stores: driver SEED --board FILE [--keep I,J,...]
// [--jitter MICROSECONDS]. Every action has a function of its own, act<N>, so that reports tell them apart by its name; all
// that may be reported is done in the body of that function itself.
//
// The board is a file that all ranks map, made by the caller and full of zeros: over it ranks wait for each other where no
// tool shall see it (`hidden_order`).
#include <fcntl.h>
#include <mpi.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "random/generate.h"

namespace farsan::random_programs {

namespace {

struct Board {
  std::array<unsigned char, kMostActions> done;
  std::array<unsigned char, kMostActions> arrived;
};

constexpr std::size_t kMemories = 8;
constexpr std::size_t kBytes = 512;
alignas(64) std::array<std::array<unsigned char, kBytes>, kMemories> g_memory;

struct State {
  Program program;
  Kept kept;
  std::uint32_t rank = 0;
  std::array<unsigned char*, kMemories> base{};
  std::vector<MPI_Comm> comms;
  std::vector<MPI_Win> windows;
  std::array<MPI_Request, kMostActions> requests;
  Board* board = nullptr;
};

// Pieces of memory, however aligned.
using Bytes2 [[gnu::aligned(1), gnu::may_alias]] = std::uint16_t;
using Bytes4 [[gnu::aligned(1), gnu::may_alias]] = std::uint32_t;
using Bytes8 [[gnu::aligned(1), gnu::may_alias]] = std::uint64_t;

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
  const Window& window = state.program.windows[action.window];
  MPI_Win& win = state.windows[action.window];
  const MPI_Aint displacement = (action.remote.offset - window.offset) / window.unit;
  const MPI_Comm comm = state.comms[action.comm];
  const int peer = static_cast<int>(action.peer);
  MPI_Request* const request = &state.requests[N];
  std::uint32_t size = local.layout.block;
  std::array<unsigned char, 32> scratch{};
  switch (action.verb) {
    case Verb::Load:
      switch (size) {
        case 1: scratch[0] = *mine; break;
        case 2: *reinterpret_cast<Bytes2*>(scratch.data()) = *reinterpret_cast<Bytes2*>(mine); break;
        case 4: *reinterpret_cast<Bytes4*>(scratch.data()) = *reinterpret_cast<Bytes4*>(mine); break;
        case 8: *reinterpret_cast<Bytes8*>(scratch.data()) = *reinterpret_cast<Bytes8*>(mine); break;
        default: std::memcpy(scratch.data(), mine, size); break;
      }
      asm volatile("" : : "r"(scratch.data()) : "memory");
      break;
    case Verb::Store:
      scratch.fill(N);
      asm volatile("" : : "r"(scratch.data()) : "memory");
      switch (size) {
        case 1: *mine = scratch[0]; break;
        case 2: *reinterpret_cast<Bytes2*>(mine) = *reinterpret_cast<Bytes2*>(scratch.data()); break;
        case 4: *reinterpret_cast<Bytes4*>(mine) = *reinterpret_cast<Bytes4*>(scratch.data()); break;
        case 8: *reinterpret_cast<Bytes8*>(mine) = *reinterpret_cast<Bytes8*>(scratch.data()); break;
        case 12:
          asm volatile("" : "+r"(size));  // gcc expands one of a known size into stores that it does not instrument
          std::memset(mine, N, size);
          break;
        default: std::memcpy(mine, scratch.data(), size); break;
      }
      break;
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
      const Memory& memory = state.program.memories[window.memory];
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

using Act = void (*)(State&, const Action&);
template <int... N>
constexpr std::array<Act, sizeof...(N)> table(std::integer_sequence<int, N...>) {
  return {&act<N>...};
}
constexpr auto kActs = table(std::make_integer_sequence<int, kMostActions>());

constexpr int kNoTag = 77;  ///< that no message has

/// Waits without a trace. The library must be able to make progress meanwhile: others may need this rank's window.
/// (MPICH makes none for MPI_COMM_SELF.)
void wait_for(const unsigned char& flag) {
  while (__atomic_load_n(&flag, __ATOMIC_ACQUIRE) == 0) {
    int found = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, kNoTag, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    sched_yield();
  }
}
void set(unsigned char& flag) { __atomic_store_n(&flag, 1, __ATOMIC_RELEASE); }

void run(State& state, unsigned jitter) {
  const auto order = hidden_order(state.program, state.kept);
  std::minstd_rand pauses(static_cast<unsigned>(::getpid()));
  for (Site site = 0; site < state.program.actions.size(); ++site) {
    const Action& action = state.program.actions[site];
    if (!state.kept[site] || action.rank != state.rank) continue;
    if (jitter > 0 && pauses() % 4 == 0) ::usleep(pauses() % jitter);
    for (const auto& [first, second] : order)
      if (second == site) wait_for(state.board->done[first]);
    if (action.verb == Verb::Meet) {
      set(state.board->arrived[site]);
      for (Site other = 0; other < state.program.actions.size(); ++other)
        if (state.program.actions[other].group == action.group) wait_for(state.board->arrived[other]);
    }
    kActs[site](state, action);
    set(state.board->done[site]);
  }
}

Board* map_board(const char* path) {
  const int file = ::open(path, O_RDWR);
  void* mapped = file < 0 ? MAP_FAILED : ::mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) {
    std::perror(path);
    std::exit(2);
  }
  return static_cast<Board*>(mapped);
}

void make_comms(State& state) {
  state.comms = {MPI_COMM_WORLD};
  for (std::size_t c = 1; c < state.program.comms.size(); ++c) {
    const Comm& comm = state.program.comms[c];
    MPI_Comm made = MPI_COMM_NULL;
    const bool in = comm.has(state.rank);
    MPI_Comm_split(MPI_COMM_WORLD, in ? 1 : MPI_UNDEFINED, static_cast<int>(comm.rank_of(state.rank)), &made);
    state.comms.push_back(made);
  }
}

int main_of(int argc, char** argv) {
  State state;
  const char* board = nullptr;
  unsigned jitter = 0;
  std::string keep;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--board" && i + 1 < argc)
      board = argv[++i];
    else if (word == "--keep" && i + 1 < argc)
      keep = argv[++i];
    else if (word == "--jitter" && i + 1 < argc)
      jitter = static_cast<unsigned>(std::strtoul(argv[++i], nullptr, 10));
    else
      state.program = generate(std::strtoull(argv[i], nullptr, 10));
  }
  if (board == nullptr || state.program.actions.empty()) {
    std::fprintf(stderr, "usage: %s SEED --board FILE [--keep I,J,...] [--jitter MICROSECONDS]\n", argv[0]);
    return 2;
  }
  state.kept.assign(state.program.actions.size(), keep.empty());
  std::istringstream numbers(keep);
  for (std::string number; std::getline(numbers, number, ',');) state.kept.at(std::stoul(number)) = true;
  state.board = map_board(board);
  for (std::size_t m = 0; m < kMemories; ++m) state.base[m] = g_memory[m].data();

  MPI_Init(&argc, &argv);
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (static_cast<std::uint32_t>(ranks) != state.program.ranks) {
    std::fprintf(stderr, "this program wants %u ranks\n", state.program.ranks);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  state.rank = static_cast<std::uint32_t>(rank);
  state.windows.assign(state.program.windows.size(), MPI_WIN_NULL);
  state.requests.fill(MPI_REQUEST_NULL);
  make_comms(state);
  run(state, jitter);
  for (std::size_t c = 1; c < state.comms.size(); ++c)
    if (state.comms[c] != MPI_COMM_NULL) MPI_Comm_free(&state.comms[c]);
  MPI_Finalize();
  return 0;
}

}  // namespace

}  // namespace farsan::random_programs

int main(int argc, char** argv) { return farsan::random_programs::main_of(argc, argv); }
