// The part of OpenOperations that keeps buffers aside as long as nothing comes near them, and whole operations with them.
#include "engine/open_operations.h"

#include <utility>

namespace farsan::engine {

using model::AccessKind;
using model::CompletionKind;
using model::Interval;
using model::OperationAccess;
using model::OperationId;
using model::Part;
using model::Point;
using model::Stripe;

namespace {

constexpr std::size_t kMostQuiet = 64;  // each is looked at when another comes near
constexpr std::size_t kFewQuiet = 8;    // one more that is bare takes the place of none
constexpr std::uint64_t kCalm = 64;     // bytes that are looked at once, for a loop over a buffer

Interval calm_around(Interval bytes) { return {bytes.begin / kCalm * kCalm, (bytes.end + kCalm - 1) / kCalm * kCalm}; }

}  // namespace

bool OpenOperations::meets_quiet(AccessKind kind, Interval near, const Quiet* but) const {
  for (const Quiet* quiet = quiet_.first; quiet != nullptr; quiet = quiet->after)
    if (quiet != but && quiet->meets(kind, near)) return true;
  return false;
}

bool OpenOperations::may_be_quiet(const Quiet* which, AccessKind kind, Interval bounds) const {
  if (units_.threaded() || !memory_.alone(kind, bounds)) return false;
  return !near_quiet(kind, bounds) || !meets_quiet(kind, bounds, which);
}

void OpenOperations::widen_quiet(AccessKind kind, Interval more) {
  Interval& all = is_write(kind) ? quiet_.writes : quiet_.reads;
  all = hull(all, more);
}

void OpenOperations::open_buffer(Open& op, Part part, const model::ByteRanges& ranges) {
  const AccessKind kind = access_kind(op.kind, part);
  const Interval bounds = ranges.bounds();
  if (quiet_.size >= kMostQuiet || !op.undecided.empty() || !may_be_quiet(nullptr, kind, bounds))
    return apply(op, part, ranges);
  op.quiet.add(part);
  Quiet& quiet = op.aside[index(part)];
  quiet.operation = &op;
  quiet.part = part;
  add_quiet(quiet, kind, ranges);
}

void OpenOperations::add_quiet(Quiet& which, AccessKind kind, const model::ByteRanges& ranges) {
  which.writes = is_write(kind);
  which.bounds = ranges.bounds();
  which.ranges = ranges;
  which.before = quiet_.last;
  which.after = nullptr;
  (quiet_.last == nullptr ? quiet_.first : quiet_.last->after) = &which;
  quiet_.last = &which;
  ++quiet_.size;
  widen_quiet(kind, which.bounds);
  memory_.opens_aside(ranges);
}

void OpenOperations::extend(std::vector<Stripe>& sources, Interval block) {
  if (!sources.empty()) {
    Stripe& last = sources.back();
    const model::Address end = last.first + last.block;
    if (last.count == 1 && last.first <= block.begin && block.begin <= end) {
      last.block = last.stride = std::max(end, block.end) - last.first;
      return;
    }
  }
  sources.push_back({block.begin, block.size(), block.size(), 1});
}

void OpenOperations::collect(Open& op, Part part, const model::ByteRanges& ranges) {
  auto& merged = op.merged[index(part)];
  // Where elements of an atomic begin matters, and whether operations that write overlap.
  if (part == Part::Source && ranges.is_one_block())
    extend(merged, ranges.bounds());
  else
    ranges.append_to(merged);
}

/// More of a buffer that is quiet, if it can stay so.
bool OpenOperations::add_quietly(Open& op, Part part, const model::ByteRanges& ranges) {
  const AccessKind kind = access_kind(op.kind, part);
  const Interval more = ranges.bounds();
  // `gather` compares what is merged with each other.
  if (!op.quiet[part] || !ranges.flat() || !may_be_quiet(&op.aside[index(part)], kind, more)) return false;
  // What lies between may be another's: `meets` says so at worst too often.
  Quiet& quiet = op.aside[index(part)];
  quiet.bounds = hull(quiet.bounds, more);
  collect(op, part, ranges);
  const Interval around = calm_around(more);
  const bool calm = part == Part::Source && around.size() == kCalm && may_be_quiet(&quiet, kind, around);
  calm_ = calm ? around : Interval{};
  widen_quiet(kind, calm ? around : more);
  memory_.opens(calm ? model::ByteRanges::contiguous(around.begin, kCalm) : ranges);
  return true;
}

/// Hot: the same of a source that is near the last one.
bool OpenOperations::add_calmly(Open& op, Interval source) {
  if (!is_inside(source, calm_) || !op.quiet[Part::Source]) return false;
  Quiet& quiet = op.aside[index(Part::Source)];
  quiet.bounds = hull(quiet.bounds, source);
  extend(op.merged[index(Part::Source)], source);
  return true;
}

void OpenOperations::wake_all() {
  calm_ = {};
  for (Quiet* quiet = std::exchange(quiet_, {}).first; quiet != nullptr; quiet = quiet->after) {
    Open& op = quiet->whole != nullptr ? open_of(*quiet->whole) : *quiet->operation;
    const Part part = quiet->part;
    op.quiet.remove(part);
    std::vector<Stripe> merged = std::exchange(op.merged[index(part)], {});
    apply(op, part, std::exchange(quiet->ranges, {}));
    if (!merged.empty()) apply(op, part, gather(op, part, std::move(merged)));
    if (quiet->whole == nullptr || !quiet->whole->bare) memory_.closes_aside();
    if (quiet->whole != nullptr) put_aside(*quiet->whole);
  }
}

void OpenOperations::forget_quiet(Quiet& which) {
  const bool is_open = which.whole == nullptr || !which.whole->bare;
  if (which.whole == nullptr) {
    which.operation->quiet.remove(which.part);
    which.operation->merged[index(which.part)].clear();
  } else {
    --quiet_.wholes;
    put_aside(*which.whole);
  }
  unlink(which);
  if (is_open) memory_.closes_aside();
}

void OpenOperations::unlink(Quiet& which) {
  (which.before == nullptr ? quiet_.first : which.before->after) = which.after;
  (which.after == nullptr ? quiet_.last : which.after->before) = which.before;
  if (--quiet_.size == 0) quiet_ = {};
}

// --- Operations that are one quiet buffer ----------------------------------------------------------------------------

OpenOperations::Whole* OpenOperations::open_whole(std::uint32_t unit, OperationId id, const Alone& what,
                                                  const model::ByteRanges& buffer) {
  const AccessKind kind = access_kind(what.kind, what.part);
  Units::Unit& by = units_[unit];
  if (by.mutexes || quiet_.size >= kMostQuiet || !may_be_quiet(nullptr, kind, buffer.bounds())) return nullptr;
  if (spare_wholes_.empty()) spare_wholes_.push_back(wholes_.emplace_back(std::make_unique<Whole>()).get());
  Whole& whole = *spare_wholes_.back();
  spare_wholes_.pop_back();
  whole.whole = &whole;
  whole.part = what.part;
  whole.id = id;
  whole.kind = what.kind;
  whole.target = what.target;
  whole.scope = what.scope;
  whole.site = what.site;
  whole.issue = by.clock.snapshot();
  ++quiet_.wholes;
  add_quiet(whole, kind, buffer);
  by.issued = true;
  return &whole;
}

bool OpenOperations::open_alone(Bucket& bucket, std::uint32_t unit, const model::Issue& issue, model::SiteId site,
                                const model::Ref<const model::Circumstances>& with,
                                const std::optional<model::LockId>& awaited) {
  const model::Operation& operation = issue.operation;
  const auto part = model::only_buffer(operation);
  if (!part || operation.remote.empty() || operation.target == self_ || !bucket.open.empty()) return false;
  const Alone what{nullptr, operation.kind, *part, operation.target, operation.scope, site, {}, nullptr, 0};
  Whole* const whole = open_whole(unit, issue.id, what, model::ranges(operation, *part));
  if (whole == nullptr) return false;
  whole->bucket = &bucket;
  whole->with = with;
  whole->remote = operation.remote;
  whole->gate = awaited;
  bucket.alone = whole;
  if (!with->gate) alone_ = whole;
  alone_gate_ = operation.gate;
  return true;
}

OpenOperations::Alone OpenOperations::like_the_last() const {
  if (alone_ == nullptr) return {};
  const Whole& last = *alone_;
  return {last.bucket, last.kind, last.part, last.target, last.scope, last.site, alone_gate_, last.with, version_};
}

bool OpenOperations::open_more(const Alone& like, OperationId id, Interval buffer, Interval remote,
                               const model::FenceBound& fences) {
  // (The bucket is there as long as the version is.)
  if (like.bucket == nullptr || like.version != version_) return false;
  Bucket& bucket = *like.bucket;
  if (!bucket.open.empty() || bucket.alone != nullptr) return false;
  if (open_again(like, id, buffer, remote, fences)) return true;
  const auto [awaited, handed_over] = behind(0, like.gate);
  if (handed_over) return false;
  forget_said();
  apply_deferred();
  calm_ = {};
  Whole* const whole = open_whole(0, id, like, model::ByteRanges::contiguous(buffer.begin, buffer.size()));
  if (whole == nullptr) return false;
  whole->bucket = &bucket;
  whole->with = like.with;
  if (whole->with->fences != fences)
    whole->with = circumstances(Part::Remote, like.kind, {like.scope, fences, nullptr, nullptr, like.with->atomicity});
  whole->remote = model::ByteRanges::contiguous(remote.begin, remote.size());
  whole->gate = awaited;
  bucket.alone = alone_ = whole;
  alone_gate_ = like.gate;
  merged_into_ = nullptr;
  return true;
}

bool OpenOperations::forget_whole(OperationId id) {
  for (Quiet* quiet = quiet_.first; quiet != nullptr; quiet = quiet->after) {
    if (quiet->whole == nullptr || quiet->whole->id != id) continue;
    forget_quiet(*quiet);
    return true;
  }
  return false;
}

void OpenOperations::flush_wholes(std::span<const CompletionKind> kinds, const std::optional<model::ScopeId>& scope,
                                  const model::Group& targets, Point at) {
  for (Quiet *quiet = quiet_.first, *next = nullptr; quiet != nullptr; quiet = next) {
    next = quiet->after;
    if (quiet->whole == nullptr) continue;
    Whole& whole = *quiet->whole;
    if ((scope && *scope != whole.scope) || !targets.contains(whole.target)) continue;
    const AccessKind access = access_kind(whole.kind, whole.part);
    if (whole.bucket != nullptr)
      complete_alone(whole, kinds, at);
    else if (model::completes_any(kinds, access))
      forget_quiet(*quiet);
  }
}

/// With its buffer the remote access is complete, and travels; or it is an open operation, and completed as such.
void OpenOperations::complete_alone(Whole& whole, std::span<const CompletionKind> kinds, Point at) {
  const AccessKind access = access_kind(whole.kind, Part::Remote);
  const AccessKind at_origin = access_kind(whole.kind, whole.part);
  const bool remote = model::completes_any(kinds, access);
  // A write that is complete has read its source (R10).
  const bool with_it = remote && is_write(access) && model::completed_with_remote_write(at_origin);
  const bool buffer = whole.bare || with_it || model::completes_any(kinds, at_origin);
  if (remote && buffer) return send_alone(whole, at);
  if (buffer && quiet_.size <= kFewQuiet) return lay_bare(whole);
  if (remote || buffer) open_beside(whole);
}

void OpenOperations::lay_bare(Whole& whole) {
  if (std::exchange(whole.bare, true)) return;
  whole.bounds = {};
  whole.ranges = {};
  memory_.closes_aside();
}

void OpenOperations::send_alone(Whole& whole, std::optional<Point> complete) {
  const AccessKind access = access_kind(whole.kind, Part::Remote);
  const Point issued = whole.issue.own();
  const std::uint8_t silent_for = complete ? silent_before(issued, *complete) : std::uint8_t{0};
  const bool by_the_first = issued.unit.index == 0 && (!complete || complete->unit == issued.unit);
  if (whole.remote.is_one_block() && by_the_first &&
      transport_.post_plain(self_, whole.target,
                            {access, Part::Remote, whole.site, whole.id, whole.issue, complete ? complete->epoch : 0,
                             whole.with, whole.remote.bounds(), true, false, silent_for})) {
    if (complete)
      keep_said(whole);
    else
      forget_quiet(whole);
    return;
  }
  Message message(std::in_place_type<Record>);
  std::get_if<Record>(&message)->silent_for = silent_for;
  OperationAccess& record = std::get_if<Record>(&message)->access;
  record.kind = access;
  record.site = whole.site;
  record.operation = whole.id;
  record.issue = std::move(whole.issue);
  if (complete) record.completions.add(*complete);
  record.with = std::move(whole.with);
  record.ranges = std::move(whole.remote);
  const model::ProcessId target = whole.target;
  forget_quiet(whole);
  transport_.post(self_, target, std::move(message));
}

void OpenOperations::put_aside(Whole& whole) {
  if (alone_ == &whole) alone_ = nullptr;
  if (said_.whole == &whole) said_ = {};
  if (whole.bucket != nullptr) {
    whole.bucket->alone = nullptr;
    renew(whole);
  }
  whole.issue = {};
  whole.bare = false;
  spare_wholes_.push_back(&whole);
}

/// It has no remote access any more.
void OpenOperations::renew(Whole& whole) {
  whole.bucket = nullptr;
  whole.with = nullptr;
  whole.remote = {};
  whole.gate.reset();
}

/// It is an open operation like any other from now on.
OpenOperations::Open& OpenOperations::open_of(Whole& whole) {
  Open& op = open(whole.id);
  op.bucket = whole.bucket != nullptr ? whole.bucket : &bucket_of({whole.scope, whole.target});
  op.kind = whole.kind;
  op.target = whole.target;
  op.scope = whole.scope;
  op.issue = whole.issue;
  op.site = whole.site;
  op.naming = Naming::Named;
  op.bucket->open.push_back(&op);
  if (whole.bucket == nullptr) return op;
  op.naming = Naming::Anonymous;
  op.with = std::move(whole.with);
  op.remote = std::move(whole.remote);
  op.remote_state = Remote::Held;
  ++held_;
  ++op.bucket->held;
  op.gate = whole.gate;
  return op;
}

/// What is alone in the bucket will not be any more, or not be complete at once: it is an open operation, and its buffer stays quiet.
void OpenOperations::open_beside(Whole& whole) {
  Open& op = open_of(whole);
  if (whole.bare) return forget_quiet(whole);
  op.quiet.add(whole.part);
  Quiet& quiet = op.aside[index(whole.part)];
  quiet = static_cast<Quiet&>(whole);
  quiet.operation = &op;
  quiet.whole = nullptr;
  (quiet.before == nullptr ? quiet_.first : quiet.before->after) = &quiet;
  (quiet.after == nullptr ? quiet_.last : quiet.after->before) = &quiet;
  --quiet_.wholes;
  put_aside(whole);
}

void OpenOperations::open_all_alone() {
  for (Quiet *quiet = quiet_.first, *next = nullptr; quiet != nullptr; quiet = next) {
    next = quiet->after;
    if (quiet->whole != nullptr && quiet->whole->bucket != nullptr) open_beside(*quiet->whole);
  }
}

}  // namespace farsan::engine
