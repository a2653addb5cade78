// Executes a generated program with real OpenSHMEM calls (common/driver.h).
#include "random/common/driver.h"

#include <shmem.h>

#include "random/shmem/generate.h"

namespace farsan::random_programs::shmem {

namespace {

constexpr std::size_t kMemories = 4;
constexpr std::size_t kBytes = 512;
alignas(64) std::array<unsigned char, kBytes> g_variable;
std::array<long, kLocks> g_locks;

struct State {
  Task<Program> task;
  std::uint32_t rank = 0;
  std::array<unsigned char*, kMemories> base{};
  std::vector<shmem_team_t> teams;
  std::vector<shmem_ctx_t> contexts;
};

int comparison(Compare compare) {
  constexpr std::array kAll = {SHMEM_CMP_EQ, SHMEM_CMP_NE, SHMEM_CMP_GT, SHMEM_CMP_GE, SHMEM_CMP_LT, SHMEM_CMP_LE};
  return kAll[static_cast<std::size_t>(compare)];
}

unsigned char* at(const State& state, const Region& region) { return state.base[region.memory] + region.offset; }

/// Where the flag of a wait or of a put with signal lies.
unsigned char* flag_of(const State& state, const Action& action) {
  return at(state, place_of(state.task.program.flags[action.flag], action.flag));
}

// The routines of one type. In the function that is an action: reports shall name it.
#define FARSAN_RANDOM_TYPED(TYPE, NAME)                                                                             \
  {                                                                                                                 \
    TYPE* const remote = reinterpret_cast<TYPE*>(there);                                                            \
    TYPE* const into = reinterpret_cast<TYPE*>(result);                                                             \
    TYPE* const flag = reinterpret_cast<TYPE*>(awaited);                                                            \
    const TYPE value = static_cast<TYPE>(action.value);                                                             \
    const TYPE expected = static_cast<TYPE>(action.expected);                                                       \
    switch (action.verb) {                                                                                          \
      case Verb::P: shmem_ctx_##NAME##_p(ctx, remote, value, peer); break;                                          \
      case Verb::G: (void)shmem_ctx_##NAME##_g(ctx, remote, peer); break;                                           \
      case Verb::AtomicSet: shmem_ctx_##NAME##_atomic_set(ctx, remote, value, peer); break;                         \
      case Verb::AtomicInc: shmem_ctx_##NAME##_atomic_inc(ctx, remote, peer); break;                                \
      case Verb::AtomicAdd: shmem_ctx_##NAME##_atomic_add(ctx, remote, value, peer); break;                         \
      case Verb::AtomicSwap: (void)shmem_ctx_##NAME##_atomic_swap(ctx, remote, value, peer); break;                 \
      case Verb::AtomicFetchAdd: (void)shmem_ctx_##NAME##_atomic_fetch_add(ctx, remote, value, peer); break;        \
      case Verb::AtomicFetchAddNbi: shmem_ctx_##NAME##_atomic_fetch_add_nbi(ctx, into, remote, value, peer); break; \
      case Verb::AtomicCompareSwap:                                                                                 \
        (void)shmem_ctx_##NAME##_atomic_compare_swap(ctx, remote, expected, value, peer);                           \
        break;                                                                                                      \
      case Verb::AtomicFetch: (void)shmem_ctx_##NAME##_atomic_fetch(ctx, remote, peer); break;                      \
      case Verb::AtomicFetchNbi: shmem_ctx_##NAME##_atomic_fetch_nbi(ctx, into, remote, peer); break;               \
      case Verb::WaitUntil: shmem_##NAME##_wait_until(flag, comparison(action.compare), value); break;              \
      case Verb::Test:                                                                                              \
        while (shmem_##NAME##_test(flag, comparison(action.compare), value) == 0) ::sched_yield();                  \
        break;                                                                                                      \
      default: break;                                                                                               \
    }                                                                                                               \
    break;                                                                                                          \
  }

template <int N>
[[gnu::noinline]] void act(State& state, const Action& action) {
  asm volatile("# %0" : : "i"(N));  // equal functions would be merged
  unsigned char* const mine = at(state, action.local);
  unsigned char* const result = at(state, action.result);
  unsigned char* const there = at(state, action.remote);
  unsigned char* const awaited = flag_of(state, action);
  auto* const signal = reinterpret_cast<std::uint64_t*>(awaited);
  const shmem_ctx_t ctx = state.contexts[action.context];
  const shmem_team_t team = state.teams[action.team];
  const int peer = static_cast<int>(action.peer);
  const std::size_t bytes = action.remote.layout.extent();
  const auto remote_stride = static_cast<std::ptrdiff_t>(action.remote.layout.stride);
  const std::size_t elements = action.remote.layout.elements();
  const int adds = action.adds ? SHMEM_SIGNAL_ADD : SHMEM_SIGNAL_SET;
  const bool ints = action.remote.layout.element == Element::Int;
  long* const lock = &g_locks[action.lock];
  std::uint32_t size = action.local.layout.block;
  Scratch scratch{};
  switch (action.verb) {
    case Verb::Load: FARSAN_RANDOM_LOAD(mine, size, scratch); break;
    case Verb::Store: FARSAN_RANDOM_STORE(mine, size, scratch, N); break;
    case Verb::LoadThere:
    case Verb::StoreThere: {
      auto* const far = static_cast<unsigned char*>(shmem_ptr(there, peer));
      size = action.remote.layout.block;
      if (action.verb == Verb::LoadThere) {
        FARSAN_RANDOM_LOAD(far, size, scratch);
      } else {
        FARSAN_RANDOM_STORE(far, size, scratch, N);
      }
      break;
    }
    case Verb::Put:
      if (ints)
        shmem_ctx_int_put(ctx, reinterpret_cast<int*>(there), reinterpret_cast<int*>(mine), elements, peer);
      else
        shmem_ctx_putmem(ctx, there, mine, bytes, peer);
      break;
    case Verb::PutNbi:
      if (ints)
        shmem_ctx_int_put_nbi(ctx, reinterpret_cast<int*>(there), reinterpret_cast<int*>(mine), elements, peer);
      else
        shmem_ctx_putmem_nbi(ctx, there, mine, bytes, peer);
      break;
    case Verb::Iput:
      shmem_ctx_int_iput(ctx, reinterpret_cast<int*>(there), reinterpret_cast<int*>(mine), remote_stride,
                         static_cast<std::ptrdiff_t>(action.local.layout.stride), elements, peer);
      break;
    case Verb::Get:
      if (ints)
        shmem_ctx_int_get(ctx, reinterpret_cast<int*>(result), reinterpret_cast<int*>(there), elements, peer);
      else
        shmem_ctx_getmem(ctx, result, there, bytes, peer);
      break;
    case Verb::GetNbi:
      if (ints)
        shmem_ctx_int_get_nbi(ctx, reinterpret_cast<int*>(result), reinterpret_cast<int*>(there), elements, peer);
      else
        shmem_ctx_getmem_nbi(ctx, result, there, bytes, peer);
      break;
    case Verb::Iget:
      shmem_ctx_int_iget(ctx, reinterpret_cast<int*>(result), reinterpret_cast<int*>(there),
                         static_cast<std::ptrdiff_t>(action.result.layout.stride), remote_stride, elements, peer);
      break;
    case Verb::PutSignal: shmem_ctx_putmem_signal(ctx, there, mine, bytes, signal, action.value, adds, peer); break;
    case Verb::PutSignalNbi:
      shmem_ctx_putmem_signal_nbi(ctx, there, mine, bytes, signal, action.value, adds, peer);
      break;
    case Verb::SignalWaitUntil: shmem_signal_wait_until(signal, comparison(action.compare), action.value); break;
    case Verb::SignalFetch: (void)shmem_signal_fetch(signal); break;
    case Verb::Fence:
      if (action.context == 0)
        shmem_fence();
      else
        shmem_ctx_fence(ctx);
      break;
    case Verb::Quiet:
      if (action.context == 0)
        shmem_quiet();
      else
        shmem_ctx_quiet(ctx);
      break;
    case Verb::SetLock: shmem_set_lock(lock); break;
    case Verb::TestLock:
      while (shmem_test_lock(lock) != 0) ::sched_yield();
      break;
    case Verb::ClearLock: shmem_clear_lock(lock); break;
    case Verb::BarrierAll: shmem_barrier_all(); break;
    case Verb::SyncAll: shmem_sync_all(); break;
    case Verb::TeamSync: shmem_team_sync(team); break;
    case Verb::Broadcast:
      shmem_int_broadcast(team, reinterpret_cast<int*>(result), reinterpret_cast<int*>(mine), size, peer);
      break;
    case Verb::Reduce:
      shmem_int_sum_reduce(team, reinterpret_cast<int*>(result), reinterpret_cast<int*>(mine), size);
      break;
    case Verb::Fcollect:
      shmem_int_fcollect(team, reinterpret_cast<int*>(result), reinterpret_cast<int*>(mine), size);
      break;
    case Verb::Alltoall:
      size /= static_cast<std::uint32_t>(shmem_team_n_pes(team));
      shmem_int_alltoall(team, reinterpret_cast<int*>(result), reinterpret_cast<int*>(mine), size);
      break;
    default:
      switch (action.type) {
        case Type::Int: FARSAN_RANDOM_TYPED(int, int)
        case Type::Long: FARSAN_RANDOM_TYPED(long, long)
        case Type::Unsigned: FARSAN_RANDOM_TYPED(std::uint64_t, uint64)
      }
  }
}

template <int N>
struct Act {
  static void run(State& state, const Action& action) { act<N>(state, action); }
};

/// Teams in their order, then contexts of those that this PE is in.
void make_teams(State& state) {
  const Program& program = state.task.program;
  state.teams = {SHMEM_TEAM_WORLD};
  for (std::size_t t = 1; t < program.teams.size(); ++t) {
    const std::vector<std::uint32_t>& pes = program.teams[t].members;
    const int stride = pes.size() < 2 ? 1 : static_cast<int>(pes[1] - pes[0]);
    shmem_team_t team = SHMEM_TEAM_INVALID;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, static_cast<int>(pes[0]), stride, static_cast<int>(pes.size()), nullptr,
                             0, &team);
    state.teams.push_back(team);
  }
  for (const Context& context : program.contexts) {
    shmem_ctx_t made = SHMEM_CTX_DEFAULT;
    if (context.shared)
      shmem_team_create_ctx(SHMEM_TEAM_SHARED, 0, &made);
    else if (context.team != 0 && program.teams[context.team].has(state.rank))
      shmem_team_create_ctx(state.teams[context.team], 0, &made);
    else if (context.team == 0 && !state.contexts.empty())
      shmem_ctx_create(0, &made);
    state.contexts.push_back(made);
  }
}

int main_of(int argc, char** argv) {
  State state;
  state.task = read_task<Program>(argc, argv, generate);
  shmem_init();
  require_ranks(state.task, shmem_n_pes());
  state.rank = static_cast<std::uint32_t>(shmem_my_pe());
  auto* const own = static_cast<unsigned char*>(std::aligned_alloc(64, kBytes));
  state.base = {own, static_cast<unsigned char*>(shmem_align(64, kBytes)), g_variable.data(),
                static_cast<unsigned char*>(shmem_align(64, kBytes))};
  std::memset(state.base[kFlags], 0, kBytes);
  make_teams(state);
  shmem_sync_all();
  random_programs::run(
      state.task, state.rank, hidden_order_of(state.task.program, state.task.kept), [](Site) {},
      [&](Site site) { kActs<Act>[site](state, state.task.program.actions[site]); }, [] {});
  shmem_finalize();
  return 0;
}

}  // namespace

}  // namespace farsan::random_programs::shmem

int main(int argc, char** argv) { return farsan::random_programs::shmem::main_of(argc, argv); }
