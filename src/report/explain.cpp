#include "report/explain.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>
#include <tuple>
#include <vector>

#include "report/explain_tables.h"
#include "report/function_name.h"

namespace farsan::report {

namespace {

using model::AccessKind;
using session::Epoch;

/// Whose memory it is, and what the model that counts it so calls a process.
struct Owner {
  std::uint32_t rank = 0;
  std::string_view process = kRank;
  std::optional<std::uint32_t> in_window{};  ///< its rank there, if that is another

  [[nodiscard]] std::uint32_t target() const { return in_window.value_or(rank); }
};

bool is_own(const std::array<Side, 2>& sides) { return sides[0].who() == sides[1].who(); }

Shape shape(const std::array<Side, 2>& sides) {
  const Access& a = *sides[0].access;
  const Access& b = *sides[1].access;
  const bool own = is_own(sides);
  if (is_local(a.type)) return own ? Shape::Threads : Shape::Shared;
  if (is_buffer(a.type) && is_remote(b.type)) return Shape::BufferRemoteOwn;
  if (is_buffer(a.type)) return is_local(b.type) ? Shape::BufferLocal : Shape::BufferBuffer;
  if (is_local(b.type)) return own ? Shape::RemoteLocalOwn : Shape::RemoteLocal;
  if (is_buffer(b.type)) return own ? Shape::RemoteBufferOwn : Shape::RemoteBuffer;
  if (is_atomic(a.type) && is_atomic(b.type)) return Shape::Atomics;
  return own ? Shape::RemoteRemoteOwn : Shape::RemoteRemote;
}

/// Of one process, the one that was issued first comes first, whatever the two do.
std::array<Side, 2> in_order(const std::array<Side, 2>& sides) {
  const bool swapped = is_own(sides) && sides[1].issued != 0 && sides[1].issued < sides[0].issued;
  return swapped ? std::array{sides[1], sides[0]} : sides;
}

bool of_two_models(const std::array<Side, 2>& sides) {
  const auto a = model_of(sides[0].access->call);
  const auto b = model_of(sides[1].access->call);
  return !is_local(sides[0].access->type) && !is_local(sides[1].access->type) && a && b && *a != *b;
}

bool is_on_window(Epoch epoch) {
  using enum Epoch;
  return epoch == Fence || epoch == Lock || epoch == LockExclusive || epoch == LockAll || epoch == Start;
}

bool of_two_windows(const std::array<Side, 2>& sides) {
  const auto known = [](const Side& side) {
    return is_remote(side.access->type) && is_on_window(side.epoch) && side.scope != 0;
  };
  return known(sides[0]) && known(sides[1]) && sides[0].scope != sides[1].scope;
}

/// Operations that exclude each other if they go through one window.
bool would_exclude(const std::array<Side, 2>& sides) {
  const auto both = [&](auto&& is) { return is(sides[0]) && is(sides[1]); };
  return both([](const Side& side) { return is_atomic(side.access->type); }) ||
         both([](const Side& side) { return side.epoch == Epoch::LockExclusive; });
}

std::string_view explanation_of(Shape shape) {
  for (const Explanation& row : kExplanations)
    if (row.shape == shape) return row.text;
  return "";
}

std::string_view mend_of(Shape shape, Epoch epoch) {
  if (epoch == Epoch::LockExclusive) epoch = Epoch::Lock;
  for (const Mend& row : kMends)
    if (row.shape == shape && (row.epoch == epoch || row.epoch == Epoch::None)) return row.text;
  return "";
}

/// "MPI_File_read_all_end", where it is MPI_File_read_all_begin; else nothing.
std::optional<std::string> end_of_split(std::string_view call) {
  constexpr std::string_view kBegin = "_begin";
  if (!call.starts_with("MPI_File_") || !call.ends_with(kBegin)) return std::nullopt;
  call.remove_suffix(kBegin.size());
  return std::string(call) + "_end";
}

/// Of operations of MPI that belong to no window. The others are split ones and blocking collectives.
bool has_request(std::string_view call) {
  return call.starts_with("MPI_I") || call.starts_with("MPI_File_i") || call.starts_with("MPI_Start") ||
         call.starts_with("MPI_Pready") || call.starts_with("MPI_Rput") || call.starts_with("MPI_Rget") ||
         call.starts_with("MPI_Raccumulate");
}

/// In either form; MPI_Sendrecv_replace has one buffer.
bool is_sendrecv(std::string_view call) { return call == "MPI_Sendrecv" || call == "MPI_Sendrecv_c"; }

/// A put or write with a notification of its own: gaspi_write_notify, shmem_put_signal.
bool carries_notification(const Access& access) {
  return access.call.find("_signal") != std::string::npos || access.call == "gaspi_write_notify" ||
         access.call == "gaspi_write_list_notify";
}

/// One call for several writes.
bool is_list(const Access& access) {
  return access.call == "gaspi_write_list" || access.call == "gaspi_write_list_notify";
}

bool is_shmem(Epoch epoch) { return epoch == Epoch::Quiet || epoch == Epoch::ContextQuiet; }

/// Nothing waits for a number of this type.
bool is_of_no_integer(const Access& access) {
  return access.call.find("_float_") != std::string::npos || access.call.find("_double_") != std::string::npos;
}

/// What a pair is besides its shape, the most particular first.
std::vector<Shape> special_cases(Shape shape, const std::array<Side, 2>& sides, Owner owner) {
  const Side& a = sides[0];
  const Side& b = sides[1];
  const bool own = is_own(sides);
  std::vector<Shape> found;
  if (of_two_models(sides)) found.push_back(own ? Shape::TwoModelsOwn : Shape::TwoModels);
  if (of_two_windows(sides) && !own && would_exclude(sides)) found.push_back(Shape::TwoThatExclude);
  if (of_two_windows(sides)) found.push_back(own ? Shape::TwoWindowsOwn : Shape::TwoWindows);
  const bool third = b.access->rank != owner.rank;
  if (is_buffer(a.access->type) && own) {
    const bool local = is_local(b.access->type);
    if (a.access->call.starts_with("MPI_Pready")) found.push_back(Shape::ReadyPart);
    if (end_of_split(a.access->call))
      found.push_back(local ? Shape::SplitLocal : Shape::SplitBuffer);
    else if (!local && !has_request(a.access->call))
      found.push_back(is_sendrecv(a.access->call) ? Shape::SendrecvBuffer : Shape::BlockingBuffer);
  }
  switch (shape) {
    case Shape::RemoteLocal:
      if (is_atomic(a.access->type) && is_shmem(a.epoch) && model_of(b.access->call)) {
        break;  // memory that another routine works with while it runs, which cannot be an atomic
      }
      if (is_atomic(a.access->type)) {
        // Who does not own the memory cannot wait for it with shmem_wait_until.
        const bool cannot_wait = a.epoch == Epoch::Quiet && (third || is_of_no_integer(*a.access));
        const bool as_a_store = is_write(b.access->type) || cannot_wait;
        found.push_back(as_a_store ? Shape::AtomicStore : Shape::AtomicLoad);
      } else if (!is_write(a.access->type)) {
        found.push_back(Shape::ReadLocal);
      } else if (!third && carries_notification(*a.access)) {
        found.push_back(Shape::NotifiedLocal);
      }
      if (third) found.push_back(Shape::ThirdLocal);
      break;
    case Shape::RemoteLocalOwn:
      if (third) found.push_back(Shape::ThirdLocalOwn);
      if (!third && carries_notification(*a.access)) found.push_back(Shape::NotifiedLocalOwn);
      break;
    case Shape::RemoteRemoteOwn:
      if (is_list(*a.access) && a.access->call == b.access->call && a.access->at == b.access->at)
        found.push_back(Shape::ListOwn);
      if (is_write(a.access->type) && is_write(b.access->type) && a.epoch == b.epoch &&
          (a.scope == b.scope || a.epoch == Epoch::QueueWrite))
        found.push_back(Shape::WritesOwn);
      if (!third && a.epoch == Epoch::QueueWrite) found.push_back(Shape::RemoteLocalOwn);
      break;
    case Shape::RemoteRemote:
      if (a.epoch == Epoch::LockExclusive && b.epoch == Epoch::LockExclusive)
        found.push_back(a.ended && b.ended ? Shape::BothExclusive : Shape::NeverUnlocked);
      if ((a.epoch == Epoch::Start) != (b.epoch == Epoch::Start)) found.push_back(Shape::OneStarted);
      // What completes the one does not complete the other, whichever comes first.
      if (is_shmem(a.epoch) && is_shmem(b.epoch) && (a.epoch != b.epoch || a.scope != b.scope))
        found.push_back(Shape::TwoContexts);
      if (is_shmem(a.epoch) && b.epoch == Epoch::Collective) found.push_back(Shape::WithCollective);
      if (a.epoch == Epoch::QueueWrite && b.epoch == Epoch::QueueRead) found.push_back(Shape::WriteAndRead);
      break;
    case Shape::BufferRemoteOwn: found.push_back(Shape::BufferBuffer); break;
    case Shape::BufferLocal:
      if (a.access->call == "gaspi_read_notify" || a.access->call == "gaspi_read_list_notify")
        found.push_back(Shape::NotifiedRead);
      break;
    default: break;
  }
  return found;
}

/// "queue 3"; `otherwise` if its number is not known.
std::string queue_of(const Access& access, std::string_view otherwise) {
  return access.queue ? fmt::format("queue {}", *access.queue) : std::string(otherwise);
}

/// How a write is announced to its target: a few words in brackets.
std::string announcement_of(const Access& access) {
  if (carries_notification(access)) return fmt::format("{} does", access.call);
  return fmt::format("gaspi_notify on {}, or gaspi_write_notify", queue_of(access, "the same queue"));
}

/// "the context made at a.c:12"
std::string context_of(const Access& access) {
  if (!access.context || access.context->file.empty()) return "its context";
  return fmt::format("the context made at {}:{}", std::filesystem::path(access.context->file).filename().string(),
                     access.context->line);
}

/// Its number in the arguments of a routine on a window.
std::string rank_of(const Access& access, Owner target) {
  const bool counted = target.in_window || process_word(access.call, target.process) == target.process;
  return counted ? std::to_string(target.target()) : "rank";
}

/// The calls after which the operation is complete at its target, as its own model counts that, if it does.
std::string completing_calls(Epoch epoch, const Access& access, Owner target) {
  const std::string rank = rank_of(access, target);
  switch (epoch) {
    case Epoch::Fence: return "MPI_Win_fence(0, win)";
    case Epoch::Lock:
    case Epoch::LockExclusive: return fmt::format("MPI_Win_flush({0}, win) or MPI_Win_unlock({0}, win)", rank);
    case Epoch::LockAll: return fmt::format("MPI_Win_flush({}, win) or MPI_Win_unlock_all(win)", rank);
    case Epoch::Start:
      return fmt::format("MPI_Win_complete(win), and MPI_Win_wait(win) of {} {}", target.process, target.rank);
    case Epoch::Request: return "MPI_Wait";
    case Epoch::Quiet: return "shmem_quiet() or shmem_barrier_all()";
    case Epoch::ContextQuiet: return fmt::format("shmem_ctx_quiet on {}", context_of(access));
    case Epoch::QueueWrite: return "a notification to its target";
    case Epoch::QueueRead: return fmt::format("gaspi_wait on {}", queue_of(access, "its queue"));
    case Epoch::QueueAtomic: return "the return of the call";
    case Epoch::Collective: return "the return of the collective";
    case Epoch::None: break;
  }
  return "a flush or the end of its epoch";
}

/// The calls after which its buffer is free again.
std::string releasing_calls(Epoch epoch, const Access& access) {
  switch (epoch) {
    case Epoch::Lock:
    case Epoch::LockExclusive:
    case Epoch::LockAll: return "MPI_Win_flush_local(rank, win)";
    case Epoch::Start: return "MPI_Win_complete(win)";
    case Epoch::Request:
      if (const auto end = end_of_split(access.call)) return *end;
      return has_request(access.call) ? "MPI_Wait" : "the return of the call";
    case Epoch::QueueWrite: return fmt::format("gaspi_wait on {}", queue_of(access, "its queue"));
    default: return completing_calls(epoch, access, {});
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

/// "rank 3"
std::string who(const Access& access, std::string_view process) {
  return fmt::format("{} {}", process_word(access.call, process), access.rank);
}

/// "MPI_Put of rank 3 at a.c:20"
std::string name_of(const Access& access, std::string_view at, bool own, std::string_view process) {
  const char* plain = is_write(access.type) ? "the store" : "the load";
  const std::string name = access.call.empty() ? plain : access.call;
  return own ? fmt::format("{} at {}", name, at) : fmt::format("{} of {} at {}", name, who(access, process), at);
}

using Positions = std::array<std::string, 2>;

/// Where the two are. If one process does both in one line, with columns.
Positions positions(const Access& a, const Access& b, bool own) {
  Positions found = {short_position(a.at), short_position(b.at)};
  const bool columns = a.at.line != 0 && a.at.column != 0 && b.at.column != 0 && a.at.column != b.at.column;
  if (!own || !columns || found[0] != found[1]) return found;
  return {fmt::format("{}:{}", found[0], a.at.column), fmt::format("{}:{}", found[1], b.at.column)};
}

/// The same, and if that is one line of two processes, whose.
Positions told_apart(const Positions& at, const Access& a, const Access& b, bool own, std::string_view process) {
  if (own || at[0] != at[1]) return at;
  return {fmt::format("{} of {}", at[0], who(a, process)), fmt::format("{} of {}", at[1], who(b, process))};
}

/// Where a call must go that comes after `a` and before `b`.
std::string between(const Access& a, const Access& b, const Positions& at, bool own) {
  const auto& [from, to] = at;
  if (from == to) return fmt::format("between one execution of {} and the next", from);
  const bool backwards = own && a.at.file == b.at.file && a.at.function == b.at.function &&
                         std::tie(b.at.line, b.at.column) < std::tie(a.at.line, a.at.column);
  if (backwards) return fmt::format("after {} and before the next {}", from, to);
  return fmt::format("between {} and {}", from, to);
}

/// Why two atomics are none to each other.
std::string_view apart(const std::array<Side, 2>& sides) {
  if (of_two_models(sides)) return "they are of two programming models";
  if (of_two_windows(sides)) return "they go through two windows";
  switch (sides[0].epoch) {
    case Epoch::Quiet:
    case Epoch::ContextQuiet:
      return "their types or the atomicity domains of their contexts differ, or they overlap in part";
    case Epoch::QueueAtomic: return "they overlap in part";
    default: return "their datatypes, their operations or the alignment of their elements differ";
  }
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

std::string completed(std::string_view after, const Side& side, Owner owner) {
  if (side.ended) return fmt::format("{} {}", after, text_of(*side.ended, owner.process));
  return fmt::format("{} {} at {}", after, completing_calls(side.epoch, *side.access, owner),
                     who(*side.access, owner.process));
}

/// What a sentence begins with. A routine is called by its name there, too.
enum class Begins : std::uint8_t { WithAWord, WithARoutine };

std::string sentence(std::string text, Begins begins) {
  const bool small = !text.empty() && text[0] >= 'a' && text[0] <= 'z';
  if (small && begins == Begins::WithAWord) text[0] = static_cast<char>(text[0] - 'a' + 'A');
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

Words explain(const std::array<Side, 2>& sides, std::uint32_t owner_rank, std::string_view process,
              std::optional<std::uint32_t> in_window) {
  const Owner owner{owner_rank, process, in_window};
  const std::array<Side, 2> told = in_order(sides);
  const Access& a = *told[0].access;
  const Access& b = *told[1].access;
  const Shape kind = shape(told);
  Epoch epoch = epoch_of(told[0]);
  // Loads and stores belong to no epoch; the words for them are still those of the model.
  if (epoch == Epoch::None && process == kPe) epoch = Epoch::Quiet;
  const bool own = is_own(told);
  const Positions at = positions(a, b, own);
  const Positions place = told_apart(at, a, b, own, process);
  const auto complete = [&](const Side& side) {
    return is_buffer(side.access->type) ? releasing_calls(epoch_of(side), *side.access)
                                        : completing_calls(epoch_of(side), *side.access, owner);
  };
  const auto fill = [&](std::string_view text) {
    const bool named = text.starts_with("{a}") && !a.call.empty();
    const std::string filled = fmt::format(
        fmt::runtime(text), fmt::arg("a", name_of(a, at[0], own, process)),
        fmt::arg("b", name_of(b, at[1], own, process)), fmt::arg("A", place[0]), fmt::arg("B", place[1]),
        fmt::arg("who_a", who(a, process)), fmt::arg("who_b", who(b, process)),
        fmt::arg("whose", fmt::format("{} {}", process, owner_rank)), fmt::arg("may_a", verb(a.type)),
        fmt::arg("may_b", verb(b.type)), fmt::arg("does_b", std::string(verb(b.type)) + "s"),
        fmt::arg("ended", ended(told[0], process)), fmt::arg("completed", completed("After", told[0], owner)),
        fmt::arg("then_completed", completed("after", told[0], owner)), fmt::arg("between", between(a, b, place, own)),
        fmt::arg("complete", complete(told[0])), fmt::arg("complete_b", complete(told[1])),
        fmt::arg("queue", queue_of(a, "its queue")), fmt::arg("same_queue", queue_of(a, "the same queue")),
        fmt::arg("announce", announcement_of(a)),
        fmt::arg("unlock", fmt::format("MPI_Win_unlock({}, win)", rank_of(a, owner))),
        fmt::arg("wait", carries_notification(a) ? "shmem_signal_wait_until, shmem_signal_fetch" : "shmem_wait_until"),
        fmt::arg("context", context_of(a)), fmt::arg("apart", apart(told)));
    return sentence(filled, named ? Begins::WithARoutine : Begins::WithAWord);
  };
  std::string_view mend;
  for (const Shape special : special_cases(kind, told, owner))
    if (mend.empty()) mend = mend_of(special, epoch);
  return {fill(explanation_of(kind)), fill(mend.empty() ? mend_of(kind, epoch) : mend)};
}

}  // namespace farsan::report
