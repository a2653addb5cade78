#include "report/explain.h"

#include <fmt/format.h>

#include <filesystem>
#include <span>
#include <string_view>

namespace farsan::report {

namespace {

using model::AccessKind;
using session::Epoch;

/// What decides how a pair is explained. "Own": both accesses are of one process.
enum class Shape : std::uint8_t {
  BufferLocal,
  BufferBuffer,
  RemoteLocalOwn,
  RemoteLocal,
  RemoteBufferOwn,
  RemoteBuffer,
  RemoteRemoteOwn,
  RemoteRemote,
  Atomics,
  Shared,
  Threads,
};

Shape shape(const std::array<Side, 2>& sides) {
  const Access& a = *sides[0].access;
  const Access& b = *sides[1].access;
  const bool own = a.rank == b.rank;
  if (is_local(a.type)) return own ? Shape::Threads : Shape::Shared;
  if (is_buffer(a.type)) return is_local(b.type) ? Shape::BufferLocal : Shape::BufferBuffer;
  if (is_local(b.type)) return own ? Shape::RemoteLocalOwn : Shape::RemoteLocal;
  if (is_buffer(b.type)) return own ? Shape::RemoteBufferOwn : Shape::RemoteBuffer;
  if (is_atomic(a.type) && is_atomic(b.type)) return Shape::Atomics;
  return own ? Shape::RemoteRemoteOwn : Shape::RemoteRemote;
}

// In the tables: {a}, {b} the accesses ("MPI_Put at a.c:20"), {A}, {B} their positions, {rank_a}, {rank_b} their ranks,
// {may_a}, {may_b} what they do ("read"), {does_b} the same of a load or store ("reads"), {owner} whose memory,
// {ended} what is known of a's completion, {between} where a call has to go, {complete} the calls that complete a,
// {completed} the point in time from which it is.

struct Explanation {
  Shape shape;
  std::string_view text;
};

constexpr Explanation kExplanations[] = {
    {Shape::BufferLocal,
     "{a} may {may_a} its buffer until it is locally complete; {b} {does_b} it before that. {ended}"},
    {Shape::BufferBuffer,
     "{a} may {may_a} its buffer until it is locally complete; {b} may {may_b} the same bytes before that. {ended}"},
    {Shape::RemoteLocalOwn,
     "{a} may {may_a} the memory of rank {owner} until it is complete; {b} of the same rank {does_b} it before that. "
     "{ended}"},
    {Shape::RemoteLocal,
     "{a} may {may_a} the memory of rank {owner} at any time from its issue to its completion; {b} is ordered neither "
     "before the one nor after the other. {ended}"},
    {Shape::RemoteBufferOwn,
     "{a} may {may_a} the memory of rank {owner} until it is complete; {b} of the same rank uses the same bytes as its "
     "buffer, and neither is complete before the other is issued. {ended}"},
    {Shape::RemoteBuffer,
     "{a} may {may_a} the memory of rank {owner} at any time from its issue to its completion; {b} may {may_b} the "
     "same "
     "bytes, its buffer, until it is locally complete. Nothing orders the two. {ended}"},
    {Shape::RemoteRemoteOwn,
     "{a} and {b} of the same rank touch the same bytes of rank {owner}, and operations of one origin take effect in "
     "any "
     "order until they are complete. {ended}"},
    {Shape::RemoteRemote,
     "{a} and {b} may touch the same bytes of rank {owner} at the same time: neither is complete before the other is "
     "issued. {ended}"},
    {Shape::Atomics,
     "{a} and {b} are atomic, but not to each other: their datatypes, their operations or the alignment of their "
     "elements "
     "differ, and neither is complete before the other is issued. {ended}"},
    {Shape::Shared,
     "{a} and {b} touch the same bytes of rank {owner} in a shared window, and nothing orders the two processes."},
    {Shape::Threads, "{a} and {b} touch the same bytes of rank {owner}, and nothing orders the two threads."},
};

struct Mend {
  Shape shape;
  Epoch epoch;  ///< of the first access; None: any other
  std::string_view text;
};

constexpr std::string_view kWaitAtTarget =
    "{completed}, let rank {rank_b} know (a message, MPI_Barrier) before {B}; or, if {B} comes first, let rank "
    "{rank_a} know before {A}.";

constexpr Mend kMends[] = {
    {Shape::BufferLocal, Epoch::Fence, "Call MPI_Win_fence(0, win) {between}."},
    {Shape::BufferLocal, Epoch::Lock,
     "Call MPI_Win_flush_local(rank, win) (or MPI_Win_flush, MPI_Win_unlock) {between}."},
    {Shape::BufferLocal, Epoch::LockAll,
     "Call MPI_Win_flush_local(rank, win) (or MPI_Win_flush, MPI_Win_unlock_all) {between}."},
    {Shape::BufferLocal, Epoch::Start, "Call MPI_Win_complete(win) {between}."},
    {Shape::BufferLocal, Epoch::Request, "Complete its request with MPI_Wait (or a successful MPI_Test) {between}."},
    {Shape::BufferLocal, Epoch::None, "Complete the operation {between}, or use another buffer."},

    {Shape::BufferBuffer, Epoch::Request,
     "Complete the request of the first with MPI_Wait (or a successful MPI_Test) {between}, or use two buffers."},
    {Shape::BufferBuffer, Epoch::None, "Call {complete} {between}, or use two buffers."},

    {Shape::RemoteLocalOwn, Epoch::None, "Call {complete} {between}."},
    {Shape::RemoteBufferOwn, Epoch::None, "Call {complete} {between}, or use another buffer."},

    {Shape::RemoteLocal, Epoch::Fence,
     "Let all ranks of the window call MPI_Win_fence {between}: the access of rank {rank_b} belongs to another epoch."},
    {Shape::RemoteLocal, Epoch::Start,
     "Let rank {rank_b} make its access before MPI_Win_post or after MPI_Win_wait of the epoch that {A} belongs to."},
    {Shape::RemoteLocal, Epoch::Lock, kWaitAtTarget},
    {Shape::RemoteLocal, Epoch::None, kWaitAtTarget},

    {Shape::RemoteBuffer, Epoch::Fence, "Let all ranks of the window call MPI_Win_fence {between}."},
    {Shape::RemoteBuffer, Epoch::None,
     "Complete the first of them (for {A}: {complete} at rank {rank_a}), then let the other rank know (a message, "
     "MPI_Barrier) before it issues the second."},

    {Shape::RemoteRemoteOwn, Epoch::Fence, "Call MPI_Win_fence(0, win) {between}."},
    {Shape::RemoteRemoteOwn, Epoch::None,
     "Call {complete} {between}, or make both accumulate operations of one predefined datatype, which keep their "
     "order."},

    {Shape::RemoteRemote, Epoch::Fence,
     "Let all ranks of the window call MPI_Win_fence {between}, or make both accumulate operations of one predefined "
     "datatype and operation."},
    {Shape::RemoteRemote, Epoch::Start,
     "Use two exposure epochs (MPI_Win_post to MPI_Win_wait at rank {owner}), one for each, or make both accumulate "
     "operations of one predefined datatype and operation."},
    {Shape::RemoteRemote, Epoch::Lock,
     "Lock both with MPI_LOCK_EXCLUSIVE, or complete the first ({complete}) and let the other rank know (a message, "
     "MPI_Barrier) before it issues the second, or make both accumulate operations of one predefined datatype and "
     "operation."},
    {Shape::RemoteRemote, Epoch::None,
     "Complete the first ({complete}) and let the other rank know (a message, MPI_Barrier) before it issues the "
     "second, or "
     "make both accumulate operations of one predefined datatype and operation."},

    {Shape::Atomics, Epoch::None,
     "Give both the same predefined datatype and the same operation (or MPI_NO_OP), on elements that coincide; or "
     "complete "
     "the first ({complete}) before the second is issued."},

    {Shape::Shared, Epoch::None,
     "Call MPI_Win_sync after the first, synchronise the two ranks (a message, MPI_Barrier), and call MPI_Win_sync "
     "before "
     "the second."},
    {Shape::Threads, Epoch::None, "Order the two threads (a lock around both, a barrier or a join {between})."},
};

std::string_view explanation_of(Shape shape) {
  for (const Explanation& row : kExplanations)
    if (row.shape == shape) return row.text;
  return "";
}

std::string_view mend_of(Shape shape, Epoch epoch) {
  for (const Mend& row : kMends)
    if (row.shape == shape && (row.epoch == epoch || row.epoch == Epoch::None)) return row.text;
  return "";
}

/// The calls after which the operation is complete at its target.
std::string completing_calls(Epoch epoch, std::uint32_t target) {
  switch (epoch) {
    case Epoch::Fence: return "MPI_Win_fence(0, win)";
    case Epoch::Lock: return fmt::format("MPI_Win_flush({0}, win) or MPI_Win_unlock({0}, win)", target);
    case Epoch::LockAll: return fmt::format("MPI_Win_flush({}, win) or MPI_Win_unlock_all(win)", target);
    case Epoch::Start: return "MPI_Win_complete(win)";
    case Epoch::Request: return "MPI_Wait";
    case Epoch::None: break;
  }
  return "a flush or the end of its epoch";
}

/// The calls after which its buffer is free again.
std::string releasing_calls(Epoch epoch) {
  switch (epoch) {
    case Epoch::Lock:
    case Epoch::LockAll: return "MPI_Win_flush_local(rank, win)";
    default: return completing_calls(epoch, 0);
  }
}

const char* verb(AccessKind kind) {
  if (kind == AccessKind::RemoteAtomicWrite) return "update";
  return is_write(kind) ? "write" : "read";
}

std::string name_of(const Access& access) {
  if (!access.call.empty()) return access.call;
  return is_write(access.type) ? "the store" : "the load";
}

std::string at_position(const Access& access, bool with_rank) {
  const std::string of_rank = with_rank ? fmt::format(" of rank {}", access.rank) : "";
  return fmt::format("{}{} at {}", name_of(access), of_rank, short_position(access.at));
}

/// Where a call must go that comes after `a` and before `b`.
std::string between(const Access& a, const Access& b) {
  const std::string from = short_position(a.at);
  const std::string to = short_position(b.at);
  if (from == to) return fmt::format("between one execution of {} and the next", from);
  const bool backwards =
      a.rank == b.rank && a.at.file == b.at.file && a.at.function == b.at.function && b.at.line < a.at.line;
  if (backwards) return fmt::format("after {} and before the next {}", from, to);
  return fmt::format("between {} and {}", from, to);
}

/// "MPI_Win_unlock at a.c:30 of rank 0"
std::string text_of(const Ending& ending) {
  const std::string call = ending.place.call.empty() ? "a call" : ending.place.call;
  if (ending.place.file.empty()) return fmt::format("{} of rank {}", call, ending.rank);
  const std::string file = std::filesystem::path(ending.place.file).filename().string();
  return fmt::format("{} at {}:{} of rank {}", call, file, ending.place.line, ending.rank);
}

std::string ended(const Side& side) {
  if (!side.ended) return "Nothing completes it in between.";
  return fmt::format("It is complete only after {}.", text_of(*side.ended));
}

std::string completed(const Side& side, std::uint32_t owner) {
  if (side.ended) return fmt::format("After {}", text_of(*side.ended));
  return fmt::format("After {} at rank {}", completing_calls(side.epoch, owner), side.access->rank);
}

std::string capitalized(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

}  // namespace

std::string short_position(const Frame& frame) {
  if (!frame.file.empty())
    return fmt::format("{}:{}", std::filesystem::path(frame.file).filename().string(), frame.line);
  if (!frame.function.empty()) return frame.function;
  if (frame.module.empty()) return fmt::format("{:#x}", frame.offset);
  return fmt::format("{}+{:#x}", std::filesystem::path(frame.module).filename().string(), frame.offset);
}

Words explain(const std::array<Side, 2>& sides, std::uint32_t owner) {
  const Access& a = *sides[0].access;
  const Access& b = *sides[1].access;
  const Shape kind = shape(sides);
  const bool two_ranks = a.rank != b.rank;
  const bool buffers = kind == Shape::BufferLocal || kind == Shape::BufferBuffer;
  const auto fill = [&](std::string_view text) {
    return capitalized(fmt::format(
        fmt::runtime(text), fmt::arg("a", at_position(a, two_ranks)), fmt::arg("b", at_position(b, two_ranks)),
        fmt::arg("A", short_position(a.at)), fmt::arg("B", short_position(b.at)), fmt::arg("rank_a", a.rank),
        fmt::arg("rank_b", b.rank), fmt::arg("may_a", verb(a.type)), fmt::arg("may_b", verb(b.type)),
        fmt::arg("does_b", std::string(verb(b.type)) + "s"), fmt::arg("owner", owner),
        fmt::arg("ended", ended(sides[0])), fmt::arg("completed", completed(sides[0], owner)),
        fmt::arg("between", between(a, b)),
        fmt::arg("complete", buffers ? releasing_calls(sides[0].epoch) : completing_calls(sides[0].epoch, owner))));
  };
  return {fill(explanation_of(kind)), fill(mend_of(kind, sides[0].epoch))};
}

}  // namespace farsan::report
