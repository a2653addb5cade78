// One-sided operations. Each routine says what it is; `issue` says it to the engine once the library has accepted it, which
// is soon enough: nobody can learn of it before the next signal of this process.
#include <array>

#include "bindings/common/immortal.h"
#include "bindings/mpi/arguments.h"
#include "bindings/mpi/datatypes.h"
#include "bindings/mpi/epochs.h"
#include "bindings/mpi/requests.h"

namespace farsan::mpi {

namespace {

using model::OperationKind;

/// (address, count, datatype), at the origin.
struct Buffer {
  const void* at = nullptr;
  std::int64_t count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  [[nodiscard]] ByteRanges ranges() const { return ranges_of(at, count, type); }
};

/// (rank, displacement, count, datatype), in the window.
struct Target {
  int rank = MPI_PROC_NULL;
  MPI_Aint displacement = 0;
  std::int64_t count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
};

struct Operation {
  OperationKind kind = OperationKind::Put;
  ByteRanges source;
  ByteRanges result;
  Target target;
  std::uint32_t reduction = 0;  ///< of atomics: operation_number
};

bool is_atomic(OperationKind kind) {
  return kind == OperationKind::Update || kind == OperationKind::FetchUpdate || kind == OperationKind::Fetch;
}

bool brings_back(OperationKind kind) { return kind != OperationKind::Put && kind != OperationKind::Update; }

/// The window that the operation goes to. None for MPI_PROC_NULL, unknown windows and what the library refuses.
Window* destination(MPI_Win win, const Operation& operation) {
  Window* const window = window_of(win);
  const Target& target = operation.target;
  const bool goes = window && names_peer(window->comm, target.rank) && holds_data(target.count, target.type) &&
                    target.displacement >= 0;
  return goes ? window : nullptr;
}

// --- The same again --------------------------------------------------------------------------------------------------

/// What a call has in common with the one before it from the same place in the program and to the same process, in a loop over puts: all
/// but the addresses.
struct Common {
  SiteId site{0};
  MPI_Win win = MPI_WIN_NULL;
  OperationKind kind = OperationKind::Put;
  std::uint32_t reduction = 0;
  std::int64_t count = 0;  ///< at the origin
  MPI_Datatype type = MPI_DATATYPE_NULL;
  int rank = MPI_PROC_NULL;
  std::int64_t target_count = 0;
  MPI_Datatype target_type = MPI_DATATYPE_NULL;
  std::uint64_t changed_handles = 0;

  [[nodiscard]] bool is_of(SiteId at, MPI_Win to, OperationKind of, const Buffer& origin, const Target& target,
                           std::uint32_t op) const {
    return site == at && win == to && kind == of && reduction == op && count == origin.count && type == origin.type &&
           rank == target.rank && target_count == target.count && target_type == target.type &&
           changed_handles == g_changed_handles;
  }
};

/// How the engine can take the next one, if that is one block at the origin and one at the target.
struct Again {
  Common common;
  engine::Process::Like like;
  std::uint64_t size = 0;
  std::int64_t origin_at = 0;  ///< behind the address
  std::uint64_t target_size = 0;
  std::uint64_t base = 0;  ///< of displacement 0
  std::int64_t unit = 1;
  /// The last of them that the engine took for one that it had been told of (Process::said).
  struct Said {
    std::uint64_t number = 0;
    const void* from = nullptr;
    MPI_Aint displacement = 0;
    model::OperationId id;
    session::Epoch epoch = session::Epoch::Fence;
    std::uint64_t version = 0;  ///< Process::version
  };
  Said said{};
};
constexpr std::size_t kPlaces = 64;
constinit bindings::Immortal<std::array<Again, kPlaces>> last_calls;

Again& again_at(SiteId site, int rank) {
  return last_calls()[(site.value * 7 + static_cast<std::uint32_t>(rank)) % kPlaces];
}

/// It is the same as the last one that the engine had been told of, in an epoch of the same kind.
bool is_said(const Call& call, Again::Said& said, const Again& last, const Buffer& origin, MPI_Aint displacement) {
  const engine::Process& process = call.process();
  if (said.number == 0 || said.number != process.said() || said.from != origin.at || said.displacement != displacement)
    return false;
  if (said.version == process.version()) return true;
  const auto rank = static_cast<std::uint32_t>(last.common.rank);
  Window& window = *window_of(last.common.win);
  const Circumstance now = circumstance_of(call, window, rank);
  if (brings_back(last.common.kind)) expects_answer(window, rank);
  said.version = process.version();
  return now.kind == said.epoch && now.gate == last.like.alone.gate && said.number == process.said();
}

/// Says it to the engine if it differs from the last such call in nothing but its addresses, and if the engine can take it as that.
bool issue_again(const Call& call, Again& last, const Buffer& origin, MPI_Aint displacement) {
  if (displacement < 0) return false;
  if (is_said(call, last.said, last, origin, displacement)) {
    call.process().issue_said(runtime::another_like(last.said.id));
    return true;
  }
  const std::uint64_t at = bindings::address_of(origin.at) + static_cast<std::uint64_t>(last.origin_at);
  if (call.runtime().is_foreign({at, at + last.size})) return false;
  const std::uint64_t remote = last.base + static_cast<std::uint64_t>(displacement * last.unit);
  const model::Interval buffer{at, at + last.size};
  const model::Interval place{remote, remote + last.target_size};
  // One that merges needs no name.
  if (last.like.operation != nullptr) return call.process().issue_more(last.like, {}, buffer, place);
  const auto rank = static_cast<std::uint32_t>(last.common.rank);
  Window& window = *window_of(last.common.win);
  const Circumstance circumstance = circumstance_of(call, window, rank);
  if (circumstance.gate != last.like.alone.gate) return false;
  if (brings_back(last.common.kind)) expects_answer(window, rank);
  const model::OperationId id = new_operation(call, circumstance.kind, window.mark());
  if (!call.process().issue_more(last.like, id, buffer, place)) return false;
  last.said = {call.process().opened_again(), origin.at, displacement, id, circumstance.kind, call.process().version()};
  return true;
}

// --- One operation ---------------------------------------------------------------------------------------------------

/// What of its buffers lies in memory of other processes.
Abroad open_abroad(const Call& call, session::Epoch epoch, Operation& operation) {
  Abroad opened;
  open_abroad(call, Use::Reads, epoch, operation.source, opened);
  open_abroad(call, Use::Writes, epoch, operation.result, opened);
  return opened;
}

/// Returns the id of the operation if there is one. `request`: what its request keeps of buffers abroad, if it has one.
std::optional<model::OperationId> issue(const Call& call, MPI_Win win, Operation&& operation,
                                        engine::Naming naming = engine::Naming::Anonymous, Abroad* request = nullptr) {
  Window* const window = destination(win, operation);
  if (!window) return std::nullopt;
  const auto rank = static_cast<std::uint32_t>(operation.target.rank);
  const WindowPart& part = window->parts[rank];
  const Circumstance circumstance = circumstance_of(call, *window, rank);
  if (brings_back(operation.kind)) expects_answer(*window, rank);
  if (call.runtime().maps_foreign()) [[unlikely]] {
    Abroad opened = open_abroad(call, circumstance.kind, operation);
    if (request != nullptr) *request = opened;  // which is not the only one that completes it
    if (!opened.empty()) window->abroad.emplace_back(rank, std::move(opened));
  }
  model::Issue event;
  event.id = new_operation(call, circumstance.kind, window->mark());
  event.operation.kind = operation.kind;
  event.operation.target = window->process(operation.target.rank);
  event.operation.scope = window->scope();
  event.operation.source = std::move(operation.source);
  event.operation.result = std::move(operation.result);
  const std::uint64_t at = part.base + static_cast<std::uint64_t>(operation.target.displacement * part.unit);
  event.operation.remote = ranges_of(at, operation.target.count, operation.target.type);
  event.operation.gate = circumstance.gate;
  if (is_atomic(operation.kind)) {
    const FlatType& type = flat(operation.target.type);
    event.operation.atomicity =
        model::Atomicity{{type.element},          type.element_size,          operation.reduction,
                         {window->scope().value}, window->promises.admission, window->promises.orders};
  }
  call.process().issue(0, event, call.site(), naming);
  return event.id;
}

/// A request-based operation: the request completes it locally.
void issue_with_request(const Call& call, MPI_Win win, Operation&& operation, MPI_Request* request) {
  const OperationKind kind = operation.kind;
  const auto rank = static_cast<std::uint32_t>(operation.target.rank);
  auto kept = new_request();
  const auto id = issue(call, win, std::move(operation), engine::Naming::Named, &kept->abroad);
  if (!id) return keep_request(request, nullptr);
  kept->operations.push_back(*id);
  // An answer that is there says that the lock was; of a later epoch it says nothing.
  Window& window = *window_of(win);
  if (const std::uint64_t epoch = brings_back(kind) ? lock_epoch(window, rank) : 0; epoch != 0)
    kept->when_complete = [window = window.shared_from_this(), rank, epoch](const Call& at) {
      if (lock_epoch(*window, rank) == epoch) lock_is_held(at, *window, rank);
    };
  keep_request(request, std::move(kept));
}

/// An operation with one buffer that no request names.
void issue_plain(const Call& call, MPI_Win win, OperationKind kind, const Buffer& origin, const Target& target,
                 std::uint32_t reduction = 0) {
  Again& last = again_at(call.site(), target.rank);
  const bool is_like_it = last.common.is_of(call.site(), win, kind, origin, target, reduction);
  if (is_like_it && issue_again(call, last, origin, target.displacement)) return;
  const model::Part part = brings_back(kind) ? model::Part::Result : model::Part::Source;
  const ByteRanges buffer = origin.ranges();
  Operation operation{kind, {}, {}, target, reduction};
  (part == model::Part::Result ? operation.result : operation.source) = buffer;
  if (!issue(call, win, std::move(operation)) || call.runtime().is_foreign(buffer.bounds())) return;
  const engine::Process::Like like = call.process().like_the_last(part);
  if (!like) return;
  const WindowPart& there = window_of(win)->parts[static_cast<std::size_t>(target.rank)];
  const ByteRanges remote = ranges_of(there.base, target.count, target.type);
  const bool blocks = buffer.is_one_block() && remote.is_one_block() && remote.bounds().begin == there.base;
  if (!blocks) return;
  const auto origin_at = static_cast<std::int64_t>(buffer.bounds().begin - bindings::address_of(origin.at));
  last = {{call.site(), win, kind, reduction, origin.count, origin.type, target.rank, target.count, target.type,
           g_changed_handles},
          like,
          buffer.bounds().size(),
          origin_at,
          remote.bounds().size(),
          there.base,
          there.unit,
          {}};
}

Operation put(const Buffer& origin, const Target& target) {
  return {OperationKind::Put, origin.ranges(), {}, target, 0};
}
Operation get(const Buffer& origin, const Target& target) {
  return {OperationKind::Get, {}, origin.ranges(), target, 0};
}
Operation accumulate(const Buffer& origin, const Target& target, MPI_Op op) {
  return {OperationKind::Update, origin.ranges(), {}, target, operation_number(op)};
}
Operation get_accumulate(const Buffer& origin, const Buffer& result, const Target& target, MPI_Op op) {
  if (op == MPI_NO_OP) return {OperationKind::Fetch, {}, result.ranges(), target, operation_number(op)};
  return {OperationKind::FetchUpdate, origin.ranges(), result.ranges(), target, operation_number(op)};
}
Operation compare_and_swap(const Buffer& origin, const Buffer& compare, const Buffer& result, const Target& target) {
  ByteRanges operands = origin.ranges();
  operands.add(compare.ranges());
  return {OperationKind::FetchUpdate, std::move(operands), result.ranges(), target, compare_and_swap_number()};
}

}  // namespace

}  // namespace farsan::mpi

using namespace farsan::mpi;
using farsan::model::OperationKind;

// Parameters as in the standard, shortened: o origin, r result, t target.
#define FARSAN_ORIGIN(count_type) const void *o_addr, count_type o_count, MPI_Datatype o_type
#define FARSAN_TARGET(count_type) int t_rank, MPI_Aint t_disp, count_type t_count, MPI_Datatype t_type

#define FARSAN_RMA(suffix, n)                                                                                          \
  FARSAN_MPI int MPI_Put##suffix(FARSAN_ORIGIN(n), FARSAN_TARGET(n), MPI_Win win) {                                    \
    FARSAN_CALL("MPI_Put" #suffix);                                                                                    \
    const int result = PMPI_Put##suffix(o_addr, o_count, o_type, t_rank, t_disp, t_count, t_type, win);                \
    if (call && result == MPI_SUCCESS)                                                                                 \
      issue_plain(call, win, OperationKind::Put, {o_addr, o_count, o_type}, {t_rank, t_disp, t_count, t_type});        \
    return result;                                                                                                     \
  }                                                                                                                    \
  FARSAN_MPI int MPI_Get##suffix(void* o_addr, n o_count, MPI_Datatype o_type, FARSAN_TARGET(n), MPI_Win win) {        \
    FARSAN_CALL("MPI_Get" #suffix);                                                                                    \
    const int result = PMPI_Get##suffix(o_addr, o_count, o_type, t_rank, t_disp, t_count, t_type, win);                \
    if (call && result == MPI_SUCCESS)                                                                                 \
      issue_plain(call, win, OperationKind::Get, {o_addr, o_count, o_type}, {t_rank, t_disp, t_count, t_type});        \
    return result;                                                                                                     \
  }                                                                                                                    \
  FARSAN_MPI int MPI_Accumulate##suffix(FARSAN_ORIGIN(n), FARSAN_TARGET(n), MPI_Op op, MPI_Win win) {                  \
    FARSAN_CALL("MPI_Accumulate" #suffix);                                                                             \
    const int result = PMPI_Accumulate##suffix(o_addr, o_count, o_type, t_rank, t_disp, t_count, t_type, op, win);     \
    if (call && result == MPI_SUCCESS)                                                                                 \
      issue_plain(call, win, OperationKind::Update, {o_addr, o_count, o_type}, {t_rank, t_disp, t_count, t_type},      \
                  operation_number(op));                                                                               \
    return result;                                                                                                     \
  }                                                                                                                    \
  FARSAN_MPI int MPI_Get_accumulate##suffix(FARSAN_ORIGIN(n), void* r_addr, n r_count, MPI_Datatype r_type,            \
                                            FARSAN_TARGET(n), MPI_Op op, MPI_Win win) {                                \
    FARSAN_CALL("MPI_Get_accumulate" #suffix);                                                                         \
    const int result = PMPI_Get_accumulate##suffix(o_addr, o_count, o_type, r_addr, r_count, r_type, t_rank, t_disp,   \
                                                   t_count, t_type, op, win);                                          \
    if (call && result == MPI_SUCCESS)                                                                                 \
      issue(call, win,                                                                                                 \
            get_accumulate({o_addr, o_count, o_type}, {r_addr, r_count, r_type}, {t_rank, t_disp, t_count, t_type},    \
                           op));                                                                                       \
    return result;                                                                                                     \
  }                                                                                                                    \
  FARSAN_MPI int MPI_Rput##suffix(FARSAN_ORIGIN(n), FARSAN_TARGET(n), MPI_Win win, MPI_Request* request) {             \
    FARSAN_CALL("MPI_Rput" #suffix);                                                                                   \
    const int result = PMPI_Rput##suffix(o_addr, o_count, o_type, t_rank, t_disp, t_count, t_type, win, request);      \
    if (call && result == MPI_SUCCESS)                                                                                 \
      issue_with_request(call, win, put({o_addr, o_count, o_type}, {t_rank, t_disp, t_count, t_type}), request);       \
    return result;                                                                                                     \
  }                                                                                                                    \
  FARSAN_MPI int MPI_Rget##suffix(void* o_addr, n o_count, MPI_Datatype o_type, FARSAN_TARGET(n), MPI_Win win,         \
                                  MPI_Request* request) {                                                              \
    FARSAN_CALL("MPI_Rget" #suffix);                                                                                   \
    const int result = PMPI_Rget##suffix(o_addr, o_count, o_type, t_rank, t_disp, t_count, t_type, win, request);      \
    if (call && result == MPI_SUCCESS)                                                                                 \
      issue_with_request(call, win, get({o_addr, o_count, o_type}, {t_rank, t_disp, t_count, t_type}), request);       \
    return result;                                                                                                     \
  }                                                                                                                    \
  FARSAN_MPI int MPI_Raccumulate##suffix(FARSAN_ORIGIN(n), FARSAN_TARGET(n), MPI_Op op, MPI_Win win,                   \
                                         MPI_Request* request) {                                                       \
    FARSAN_CALL("MPI_Raccumulate" #suffix);                                                                            \
    const int result =                                                                                                 \
        PMPI_Raccumulate##suffix(o_addr, o_count, o_type, t_rank, t_disp, t_count, t_type, op, win, request);          \
    if (call && result == MPI_SUCCESS)                                                                                 \
      issue_with_request(call, win, accumulate({o_addr, o_count, o_type}, {t_rank, t_disp, t_count, t_type}, op),      \
                         request);                                                                                     \
    return result;                                                                                                     \
  }                                                                                                                    \
  FARSAN_MPI int MPI_Rget_accumulate##suffix(FARSAN_ORIGIN(n), void* r_addr, n r_count, MPI_Datatype r_type,           \
                                             FARSAN_TARGET(n), MPI_Op op, MPI_Win win, MPI_Request* request) {         \
    FARSAN_CALL("MPI_Rget_accumulate" #suffix);                                                                        \
    const int result = PMPI_Rget_accumulate##suffix(o_addr, o_count, o_type, r_addr, r_count, r_type, t_rank, t_disp,  \
                                                    t_count, t_type, op, win, request);                                \
    if (call && result == MPI_SUCCESS)                                                                                 \
      issue_with_request(                                                                                              \
          call, win,                                                                                                   \
          get_accumulate({o_addr, o_count, o_type}, {r_addr, r_count, r_type}, {t_rank, t_disp, t_count, t_type}, op), \
          request);                                                                                                    \
    return result;                                                                                                     \
  }

FARSAN_RMA(, int)
#if MPI_VERSION >= 4
FARSAN_RMA(_c, MPI_Count)
#endif

FARSAN_MPI int MPI_Fetch_and_op(const void* o_addr, void* r_addr, MPI_Datatype type, int t_rank, MPI_Aint t_disp,
                                MPI_Op op, MPI_Win win) {
  FARSAN_CALL("MPI_Fetch_and_op");
  const int result = PMPI_Fetch_and_op(o_addr, r_addr, type, t_rank, t_disp, op, win);
  if (call && result == MPI_SUCCESS)
    issue(call, win, get_accumulate({o_addr, 1, type}, {r_addr, 1, type}, {t_rank, t_disp, 1, type}, op));
  return result;
}

FARSAN_MPI int MPI_Compare_and_swap(const void* o_addr, const void* compare_addr, void* r_addr, MPI_Datatype type,
                                    int t_rank, MPI_Aint t_disp, MPI_Win win) {
  FARSAN_CALL("MPI_Compare_and_swap");
  const int result = PMPI_Compare_and_swap(o_addr, compare_addr, r_addr, type, t_rank, t_disp, win);
  if (call && result == MPI_SUCCESS)
    issue(call, win,
          compare_and_swap({o_addr, 1, type}, {compare_addr, 1, type}, {r_addr, 1, type}, {t_rank, t_disp, 1, type}));
  return result;
}
