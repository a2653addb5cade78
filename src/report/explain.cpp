#include "report/explain.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>

#include "report/explain_tables.h"
#include "report/function_name.h"

namespace farsan::report {

namespace {

using model::AccessKind;
using session::Epoch;

Shape shape(const std::array<Side, 2>& sides) {
  const Access& a = *sides[0].access;
  const Access& b = *sides[1].access;
  const bool own = sides[0].who() == sides[1].who();
  if (is_local(a.type)) return own ? Shape::Threads : Shape::Shared;
  if (is_buffer(a.type)) return is_local(b.type) ? Shape::BufferLocal : Shape::BufferBuffer;
  if (is_local(b.type)) return own ? Shape::RemoteLocalOwn : Shape::RemoteLocal;
  if (is_buffer(b.type)) return own ? Shape::RemoteBufferOwn : Shape::RemoteBuffer;
  if (is_atomic(a.type) && is_atomic(b.type)) return Shape::Atomics;
  return own ? Shape::RemoteRemoteOwn : Shape::RemoteRemote;
}

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

/// A better one than for all operations, if there is one.
std::string_view mend_of(Shape shape, Epoch epoch, AccessKind first) {
  if (shape == Shape::RemoteLocal && (is_atomic(first) || !is_write(first))) {
    const std::string_view special = mend_of(is_atomic(first) ? Shape::AtomicLocal : Shape::ReadLocal, epoch);
    if (!special.empty()) return special;
  }
  return mend_of(shape, epoch);
}

/// "queue 3"; `otherwise` if its number is not known.
std::string queue_of(const Access& access, std::string_view otherwise) {
  return access.queue ? fmt::format("queue {}", *access.queue) : std::string(otherwise);
}

/// "the context made at a.c:12"
std::string context_of(const Access& access) {
  if (!access.context || access.context->file.empty()) return "its context";
  return fmt::format("the context made at {}:{}", std::filesystem::path(access.context->file).filename().string(),
                     access.context->line);
}

/// The calls after which the operation is complete at its target.
std::string completing_calls(Epoch epoch, const Access& access, std::uint32_t target) {
  switch (epoch) {
    case Epoch::Fence: return "MPI_Win_fence(0, win)";
    case Epoch::Lock: return fmt::format("MPI_Win_flush({0}, win) or MPI_Win_unlock({0}, win)", target);
    case Epoch::LockAll: return fmt::format("MPI_Win_flush({}, win) or MPI_Win_unlock_all(win)", target);
    case Epoch::Start: return "MPI_Win_complete(win)";
    case Epoch::Request: return "MPI_Wait";
    case Epoch::Quiet: return "shmem_quiet() or shmem_barrier_all()";
    case Epoch::ContextQuiet: return fmt::format("shmem_ctx_quiet on {}", context_of(access));
    case Epoch::QueueWrite: return "a notification to its target";
    case Epoch::QueueRead: return fmt::format("gaspi_wait on {}", queue_of(access, "its queue"));
    case Epoch::QueueAtomic: return "the return of the call";
    case Epoch::Collective: return "return of the same collective";
    case Epoch::None: break;
  }
  return "a flush or the end of its epoch";
}

/// The calls after which its buffer is free again.
std::string releasing_calls(Epoch epoch, const Access& access) {
  switch (epoch) {
    case Epoch::Lock:
    case Epoch::LockAll: return "MPI_Win_flush_local(rank, win)";
    case Epoch::QueueWrite: return fmt::format("gaspi_wait on {}", queue_of(access, "its queue"));
    default: return completing_calls(epoch, access, 0);
  }
}

/// The buffers of MPI_Rput and the like are free when the request is, whatever the epoch.
Epoch epoch_of(const Side& side) {
  return is_buffer(side.access->type) && side.access->call.starts_with("MPI_R") ? Epoch::Request : side.epoch;
}

const char* verb(AccessKind kind) {
  if (kind == AccessKind::RemoteAtomicWrite) return "update";
  return is_write(kind) ? "write" : "read";
}

std::string name_of(const Access& access) {
  if (!access.call.empty()) return access.call;
  return is_write(access.type) ? "the store" : "the load";
}

std::string at_position(const Access& access, bool with_rank, std::string_view process) {
  const std::string of_rank =
      with_rank ? fmt::format(" of {} {}", process_word(access.call, process), access.rank) : "";
  return fmt::format("{}{} at {}", name_of(access), of_rank, short_position(access.at));
}

/// Where a call must go that comes after `a` and before `b`.
std::string between(const Access& a, const Access& b, bool two_ranks) {
  const std::string from = short_position(a.at);
  const std::string to = short_position(b.at);
  if (from == to) return fmt::format("between one execution of {} and the next", from);
  const bool backwards =
      !two_ranks && a.at.file == b.at.file && a.at.function == b.at.function && b.at.line < a.at.line;
  if (backwards) return fmt::format("after {} and before the next {}", from, to);
  return fmt::format("between {} and {}", from, to);
}

/// "MPI_Win_unlock at a.c:30 of rank 0"
std::string text_of(const Ending& ending, std::string_view process) {
  const std::string call = ending.place.call.empty() ? "a call" : ending.place.call;
  process = process_word(ending.place.call, process);
  if (ending.place.file.empty()) return fmt::format("{} of {} {}", call, process, ending.rank);
  const std::string file = std::filesystem::path(ending.place.file).filename().string();
  return fmt::format("{} at {}:{} of {} {}", call, file, ending.place.line, process, ending.rank);
}

/// A blocking read.
bool ends_with_its_call(const Access& access, const Ending& ended) {
  return !access.call.empty() && ended.place == Place{access.call, access.at.file, access.at.line};
}

std::string ended(const Side& side, std::string_view process) {
  if (!side.ended && is_buffer(side.access->type)) return "Nothing completes it in between.";
  if (!side.ended) return "No call had completed it when the race was found.";
  if (ends_with_its_call(*side.access, *side.ended)) return "It is complete when the call returns.";
  return fmt::format("It is complete only after {}.", text_of(*side.ended, process));
}

std::string completed(std::string_view after, const Side& side, std::uint32_t owner, std::string_view process) {
  if (side.ended) return fmt::format("{} {}", after, text_of(*side.ended, process));
  return fmt::format("{} {} at {} {}", after, completing_calls(side.epoch, *side.access, owner),
                     process_word(side.access->call, process), side.access->rank);
}

std::string capitalized(std::string text) {
  // A routine is called by its name at the begin of a sentence, too.
  const bool routine = std::string_view(text).substr(0, text.find(' ')).find('_') != std::string_view::npos;
  if (!routine && !text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

}  // namespace

std::string short_position(const Frame& frame) {
  if (!frame.file.empty())
    return fmt::format("{}:{}", std::filesystem::path(frame.file).filename().string(), frame.line);
  if (!frame.function.empty()) return short_function_name(frame.function);
  if (frame.module.empty()) return fmt::format("{:#x}", frame.offset);
  return fmt::format("{}+{:#x}", std::filesystem::path(frame.module).filename().string(), frame.offset);
}

Words explain(const std::array<Side, 2>& sides, std::uint32_t owner, std::string_view process) {
  const Access& a = *sides[0].access;
  const Access& b = *sides[1].access;
  const Shape kind = shape(sides);
  Epoch epoch = epoch_of(sides[0]);
  // Loads and stores belong to no epoch; the words for them are still those of the model.
  if (epoch == Epoch::None && process == kPe) epoch = Epoch::Quiet;
  const bool two_ranks = sides[0].who() != sides[1].who();
  const bool buffers = kind == Shape::BufferLocal || kind == Shape::BufferBuffer;
  const auto fill = [&](std::string_view text) {
    return capitalized(
        fmt::format(fmt::runtime(text), fmt::arg("a", at_position(a, two_ranks, process)),
                    fmt::arg("b", at_position(b, two_ranks, process)), fmt::arg("A", short_position(a.at)),
                    fmt::arg("B", short_position(b.at)), fmt::arg("rank_a", a.rank), fmt::arg("rank_b", b.rank),
                    fmt::arg("may_a", verb(a.type)), fmt::arg("may_b", verb(b.type)),
                    fmt::arg("does_b", std::string(verb(b.type)) + "s"), fmt::arg("owner", owner),
                    fmt::arg("process", process), fmt::arg("ended", ended(sides[0], process)),
                    fmt::arg("completed", completed("After", sides[0], owner, process)),
                    fmt::arg("then_completed", completed("after", sides[0], owner, process)),
                    fmt::arg("between", between(a, b, two_ranks)),
                    fmt::arg("complete", buffers ? releasing_calls(epoch, a) : completing_calls(epoch, a, owner)),
                    fmt::arg("queue", queue_of(a, "its queue")), fmt::arg("same_queue", queue_of(a, "the same queue")),
                    fmt::arg("context", context_of(a))));
  };
  return {fill(explanation_of(kind)), fill(mend_of(kind, epoch, a.type))};
}

}  // namespace farsan::report
