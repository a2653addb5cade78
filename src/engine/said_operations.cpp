// The part of OpenOperations that does not say the same twice. A program that asks for a remote flag until it is set, or updates one place
// again and again, would else send a record each time to a target that may not read them for long.
//
// Let A be an operation that was alone, has travelled, and is complete; let B be the same again, alone, and complete; let nothing else have
// happened between the two, and nothing been open beside them. Then B need not travel:
//  - what comes before A comes before B, and what does not, does not: the process has learnt nothing since A was issued;
//  - who knows that A is complete knows it of B, because nobody was told anything in between. Of what the process left at a lock they could
//    know: but if it has that lock again, and nobody had it before, they do not. When it leaves it once more B is complete;
//  - A and B are not ordered by accident of ticks: B completes without one, so that it is complete where A is.
// While B is open it is an operation like any other, because what comes next may be something else.
#include <utility>

#include "engine/open_operations.h"

namespace farsan::engine {

using model::Interval;
using model::OperationId;

/// In place of `forget_quiet`, of one that has travelled.
void OpenOperations::keep_said(Whole& whole) {
  const bool beside_others = quiet_.size > 1 || !open_.empty() || any_sent_unfinished_ || alone_ != &whole;
  if (beside_others || whole.bare || whole.with->gate || whole.with->mutexes || units_.threaded())
    return forget_quiet(whole);
  forget_said();
  said_ = {&whole, whole.bucket, alone_gate_, std::nullopt, false, ++last_said_};
  alone_ = nullptr;
  whole.bucket->alone = nullptr;
  quiet_ = {};
  memory_.closes_aside();
}

void OpenOperations::forget_all_said() {
  const Said said = std::exchange(said_, {});
  if (said.open) return;
  renew(*said.whole);
  said.whole->issue = {};
  spare_wholes_.push_back(said.whole);
}

/// `open_more`, of one that was said.
bool OpenOperations::open_again(const Alone& like, OperationId id, Interval buffer, Interval remote,
                                const model::FenceBound& fences) {
  if (said_.whole == nullptr || said_.open || said_.bucket != like.bucket || said_.gate != like.gate) return false;
  const Whole& whole = *said_.whole;
  if (whole.site != like.site || whole.kind != like.kind || whole.part != like.part || whole.with != like.with ||
      whole.with->fences != fences || whole.bounds != buffer || whole.remote.bounds() != remote ||
      whole.issue.shared().get() != &units_[0].clock.shared())
    return false;
  open_said(id);
  return true;
}

/// Budget: 60 instructions, and what marks the buffer's page.
void OpenOperations::open_said(OperationId id) {
  Whole& whole = *said_.whole;
  Units::Unit& by = units_[0];
  whole.id = id;
  if (whole.issue.own().epoch != by.clock.now()) whole.issue = by.clock.snapshot();
  whole.bucket = said_.bucket;
  whole.before = whole.after = nullptr;
  quiet_.first = quiet_.last = &whole;
  quiet_.size = quiet_.wholes = 1;
  (whole.writes ? quiet_.writes : quiet_.reads) = whole.bounds;
  memory_.opens_aside(whole.ranges);
  by.issued = true;
  said_.bucket->alone = alone_ = &whole;
  alone_gate_ = said_.gate;
  whole.gate = behind(0, said_.gate).awaited;
  merged_into_ = nullptr;
  calm_ = {};
  said_.open = true;
}

/// Both its buffer and its remote access.
bool OpenOperations::completes(const Whole& whole, std::span<const model::CompletionKind> kinds) {
  if (kinds.data() == model::kFullFlush.data()) return true;
  return model::completes_any(kinds, access_kind(whole.kind, whole.part)) &&
         model::completes_any(kinds, access_kind(whole.kind, model::Part::Remote));
}

bool OpenOperations::flush_again(std::span<const model::CompletionKind> kinds,
                                 const std::optional<model::ScopeId>& scope, const model::Group& targets) {
  if (!said_.open || said_.left_at) return false;
  const Whole& whole = *said_.whole;
  if (!completes(whole, kinds) || (scope && *scope != whole.scope) || !targets.contains(whole.target)) return false;
  if (whole.gate || quiet_.size > 1 || !open_.empty() || any_sent_unfinished_) return false;
  said_.open = false;
  said_.bucket->alone = alone_ = nullptr;
  quiet_ = {};
  memory_.closes_aside();
  units_[0].issued = false;
  return true;
}

}  // namespace farsan::engine
