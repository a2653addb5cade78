// The part of OpenOperations that completes operations, and lets their remote accesses travel to the owners of the memory.
#include <algorithm>
#include <ranges>
#include <utility>

#include "engine/open_operations.h"

namespace farsan::engine {

using model::AccessKind;
using model::CompletionKind;
using model::OperationAccess;
using model::OperationId;
using model::Part;
using model::Point;
using model::Stripe;

// --- Completion ------------------------------------------------------------------------------------------------------

void OpenOperations::flush(std::uint32_t unit, std::span<const CompletionKind> kinds,
                           const std::optional<model::ScopeId>& scope, const model::Group& targets) {
  constexpr std::size_t kMayStay = 16;
  Units::Unit& by = units_[unit];
  const bool tells =
      any_sent_unfinished_ && (units_.threaded() || model::completes_any(kinds, AccessKind::RemoteWrite));
  const std::vector<Point> before = tells ? units_.own_entries(by.clock) : std::vector<Point>();
  by.tick();
  if (quiet_.wholes > 0) flush_wholes(kinds, scope, targets, by.clock.here());
  // Then all buckets are idle, but for what is alone in one, which was just looked at.
  if (open_.empty() && !any_sent_unfinished_ && buckets_.size() <= kMayStay) return;
  const bool of_one = scope && !targets.everyone() && targets.members().size() == 1;
  if (of_one && buckets_.size() <= kMayStay) {
    const BucketKey key{*scope, targets.members().front()};
    if (Bucket& bucket = bucket_of(key); !bucket.idle()) flush(key, bucket, unit, kinds, before);
    return;
  }
  std::size_t idle = 0;
  any_sent_unfinished_ = false;
  for (auto& [key, bucket] : buckets_) {
    if (bucket.idle()) {
      ++idle;
      continue;
    }
    if ((!scope || *scope == key.first) && targets.contains(key.second)) flush(key, bucket, unit, kinds, before);
    any_sent_unfinished_ = any_sent_unfinished_ || bucket.sent_unfinished;
  }
  // Else every flush would look at every target that there ever was. A few stay: they are usually wanted again.
  if (idle <= kMayStay) return;
  last_bucket_ = nullptr;
  ++version_;
  std::erase_if(buckets_, [](const auto& entry) { return entry.second.idle(); });
}

void OpenOperations::flush(const BucketKey& key, Bucket& bucket, std::uint32_t unit,
                           std::span<const CompletionKind> kinds, const std::vector<Point>& before) {
  const model::UnitClock& clock = units_[unit].clock;
  const Point at = clock.here();
  for (const CompletionKind kind : kinds) {
    // What travelled earlier is not ours to complete any more: its owner is told.
    if (!bucket.sent_unfinished || !tells_owners(kind)) continue;
    transport_.post(self_, key.second, FlushNotice{kind, key.first, at, before});
    bucket.sent_unfinished = units_.threaded();
  }
  for (Open* op : bucket.open) {
    if (!clock.knows(op->issued())) continue;
    complete(*op, kinds, unit, at);
  }
  sweep(bucket);
}

void OpenOperations::complete(std::uint32_t unit, OperationId id, CompletionKind kind) {
  Units::Unit& by = units_[unit];
  by.tick();
  if (quiet_.wholes > 0 && forget_whole(id)) return;
  Open* op = find(id);
  if (!op || !by.clock.knows(op->issued())) return;
  complete(*op, std::array{kind}, unit, by.clock.here());
  Bucket& bucket = *op->bucket;
  if (drop_if_over(*op)) bucket.open.erase(std::ranges::find(bucket.open, op));
}

void OpenOperations::complete(Open& op, std::span<const CompletionKind> kinds, std::uint32_t unit, Point at) {
  const model::UnitClock& clock = units_[unit].clock;
  for (const Part part : {Part::Source, Part::Result})
    if ((op.quiet[part] || op.entered[part]) && model::completes_any(kinds, access_kind(op.kind, part)))
      complete_buffer(op, part, at, clock);
  for (const CompletionKind kind : kinds)
    if (op.remote_state != Remote::None && model::completes(kind, access_kind(op.kind, Part::Remote)))
      complete_remote(op, kind, unit, at);
  settle_known(op);
}

void OpenOperations::complete_buffer(Open& op, Part part, Point at, const model::UnitClock& clock) {
  if (op.quiet[part]) {
    // The only unit knows of the completion: nothing was near it, and whatever comes is after it.
    const bool over_itself = is_write(access_kind(op.kind, part)) && !op.merged[index(part)].empty();
    if (!over_itself) return forget_quiet(op.aside[index(part)]);
    wake_all();
  }
  if (op.entered[part]) op.entries[index(part)].for_each([&](EntryId id) { memory_.complete(id, at, clock); });
}

void OpenOperations::complete_remote(Open& op, CompletionKind kind, std::uint32_t unit, Point at) {
  const model::UnitClock& clock = units_[unit].clock;
  if (is_write(access_kind(op.kind, Part::Remote))) complete_buffer(op, Part::Source, at, clock);
  switch (op.remote_state) {
    case Remote::None: break;
    case Remote::Own: complete_buffer(op, Part::Remote, at, clock); break;
    case Remote::Held:
      op.remote_completions.add(at);
      travel(op);
      break;
    case Remote::Sent:
      if (op.remote_completions.known_to(clock)) break;
      op.remote_completions.add(at);
      if (!tells_owners(kind)) transport_.post(self_, op.target, Completed{op.id, at});
      break;
  }
}

void OpenOperations::announce(model::ScopeId scope, model::ProcessId target, const model::FenceBound& fences,
                              const std::optional<OperationId>& carried) {
  const auto found = buckets_.find({scope, target});
  if (found == buckets_.end()) return;
  Bucket& of = found->second;
  const auto announced = [&](const auto& op) {
    return model::completed_by_target_wait(access_kind(op.kind, Part::Remote)) &&
           (op.id == carried || model::within(fences, op.issue.own()));
  };
  if (Whole* const alone = of.alone; alone != nullptr && alone->bare && !alone->gate) {
    if (!announced(*alone)) return;
    of.sent_unfinished = any_sent_unfinished_ = true;
    return send_alone(*alone, std::nullopt);
  }
  open_beside(of);
  // Who puts or updates something in a loop, and completes it only then, comes here each time: nobody looks at all that is open.
  Open* const own = carried ? find(*carried) : nullptr;
  const bool carries = own != nullptr && own->bucket == &of && own->remote_state == Remote::Held && announced(*own);
  bool sent = false;
  if (fences && of.held > std::size_t{carries}) {
    for (Open* op : of.open) {
      if (op == own || op->remote_state != Remote::Held || !announced(*op)) continue;
      travel(*op);
      sent = true;
    }
  }
  if (carries) {
    travel(*own);
    const auto last = std::ranges::find(of.open | std::views::reverse, own);
    if (drop_if_over(*own)) of.open.erase(std::prev(last.base()));
  }
  constexpr std::size_t kFew = 16;
  if (sent || of.open.size() > 2 * of.swept + kFew) sweep(of);
}

template <class Wanted>
void OpenOperations::send_if(Wanted wanted) {
  if (quiet_.wholes > 0) open_all_alone();
  if (held_ == 0) return;
  for (auto& [key, bucket] : buckets_) {
    bool sent = false;
    for (Open* op : bucket.open) {
      if (!may_travel(*op) || !wanted(*op)) continue;
      travel(*op);
      sent = true;
    }
    if (sent) sweep(bucket);
  }
}

void OpenOperations::send_all() {
  send_if([](const Open&) { return true; });
}

void OpenOperations::send_writes() {
  send_if([](const Open& op) { return is_write(access_kind(op.kind, Part::Remote)); });
}

void OpenOperations::send(model::ScopeId scope) {
  open_all_alone();
  for (auto it = buckets_.lower_bound({scope, {}}); it != buckets_.end() && it->first.first == scope; ++it) {
    Bucket& bucket = it->second;
    for (Open* op : bucket.open)
      if (may_travel(*op)) travel(*op);
    sweep(bucket);
  }
}

void OpenOperations::landed(OperationId id, Point at) {
  Open* op = find(id);
  if (op && op->quiet[Part::Source]) wake_all();
  memory_.source_read(id, at);
  if (!op) return;
  op->remote_completions.add(at);
  may_be_over_ = true;
}

// --- Travelling ------------------------------------------------------------------------------------------------------

void OpenOperations::travel(Open& op) {
  auto& merged = op.merged[index(Part::Remote)];
  if (!merged.empty()) {
    op.remote.append_to(merged);
    op.remote = gather(op, Part::Remote, std::exchange(merged, {}));
  }
  Message message(std::in_place_type<Record>, access_of(op, Part::Remote, std::move(op.remote)),
                  !op.unsettled[Part::Remote] || op.undecided.empty(), false);
  auto& record = *std::get_if<Record>(&message);
  record.access.completions = op.remote_completions;
  const model::UnitClock& own = units_[op.issued().unit.index].clock;
  // Complete for its own unit: complete when that unit releases whatever it holds.
  if (record.access.completions.known_to(own)) {
    record.settled = true;
    op.unsettled.remove(Part::Remote);
  }
  // Whoever knows of a target wait knows what the notifying unit did: only another unit may have completed the source.
  record.listens = is_write(record.access.kind) &&
                   (!record.settled || !part_complete_for(op, Part::Source, own) || units_.threaded());
  if (!op.remote_completions.empty()) record.silent_for = silent_before(op.issued(), op.remote_completions.first());
  op.remote_state = Remote::Sent;
  --held_;
  Bucket& bucket = *op.bucket;
  --bucket.held;
  bucket.sent_unfinished = bucket.sent_unfinished || op.remote_completions.empty() || units_.threaded();
  any_sent_unfinished_ = any_sent_unfinished_ || bucket.sent_unfinished;
  transport_.post(self_, op.target, std::move(message));
}

/// Puts merged ranges together. Blocks that overlap are of different operations, which nothing orders.
model::ByteRanges OpenOperations::gather(Open& op, Part part, std::vector<Stripe> all) {
  model::sort_by_place(all);
  const OperationAccess access = access_of(op, part, {});
  const auto& atomicity = access.with->atomicity;
  if (is_write(access.kind)) {
    const RaceSide side{access.kind, access.unit(), access.site, op.id, access.issued().epoch};
    std::vector<Stripe> reaching;
    for (const Stripe& next : all) {
      std::erase_if(reaching, [&](const Stripe& s) { return s.bounds().end <= next.first; });
      for (const Stripe& s : reaching) {
        if (atomicity && model::atomics_excused(access, s.first, access, next.first)) continue;
        races_.report({race_kind(access.kind, access.kind),
                       part == Part::Remote ? op.target : self_,
                       {next.first, std::min(s.bounds().end, next.bounds().end)},
                       side,
                       side});
      }
      // Whatever comes next and meets one that ends no later meets this one, too, in the same bytes or more: it is compared with
      // this one alone, so that a loop over one place is no pair of each with each.
      std::erase_if(reaching, [&](const Stripe& s) { return s.bounds().end <= next.bounds().end; });
      reaching.push_back(next);
    }
  }
  return model::ByteRanges::joined(std::move(all), atomicity ? atomicity->size : 1);
}

void OpenOperations::close(BehindGates behind_gates) {
  wake_all();
  for (Open* op : open_) {
    if (op->remote_state != Remote::Held) continue;
    if (op->gate && behind_gates == BehindGates::LeftOut) continue;
    if (op->target != self_)
      travel(*op);
    else
      start_own(*op, true);
  }
}

}  // namespace farsan::engine
