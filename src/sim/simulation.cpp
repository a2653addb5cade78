#include "sim/simulation.h"

#include <algorithm>

namespace farsan::sim {

using engine::Announcement;
using model::Event;

Simulation::Simulation(const model::Execution& execution, const Options& options, engine::RaceSink& races)
    : execution_(execution),
      options_(options),
      transport_(execution.processes, options.delivery, options.seed),
      random_(options.seed ^ 0x9E3779B97F4A7C15U) {
  for (std::uint32_t p = 0; p < execution.processes; ++p)
    processes_.push_back(
        std::make_unique<engine::Process>(model::ProcessId{p}, execution.processes, transport_, races));
  expose_all();
  find_named();
  find_takers();
}

/// Variables say what is exposed; what others reach in fact is, too.
void Simulation::expose_all() {
  const auto everywhere = [&](model::Interval bytes) {
    for (auto& process : processes_) process->expose(bytes);
  };
  for (const model::Variable& v : execution_.variables)
    if (v.exposed) everywhere(v.bytes);
  for (const Event& event : execution_.events) {
    if (const auto* issue = std::get_if<model::Issue>(&event.action)) everywhere(issue->operation.remote.bounds());
    const auto* touch = std::get_if<model::Touch>(&event.action);
    if (touch != nullptr && (touch->owner != event.unit.process || touch->atomicity))
      everywhere(touch->ranges.bounds());
  }
}

/// A binding knows whether a call returns a request; here the events that follow tell.
void Simulation::find_named() {
  for (const Event& event : execution_.events) {
    if (const auto* complete = std::get_if<model::Complete>(&event.action)) {
      if (complete->kind == model::CompletionKind::FullComplete)
        named_[complete->id] = engine::Naming::Performed;
      else
        named_.emplace(complete->id, engine::Naming::Named);
    }
    if (const auto* notify = std::get_if<model::Notify>(&event.action); notify && notify->carried)
      named_.emplace(*notify->carried, engine::Naming::Named);
  }
}

engine::Naming Simulation::naming_of(model::OperationId id) const {
  const auto found = named_.find(id);
  return found == named_.end() ? engine::Naming::Anonymous : found->second;
}

/// A binding knows whom it signals to; here the events that follow tell.
void Simulation::find_takers() {
  for (const Event& event : execution_.events) {
    const auto takes = [&](const auto& action) {
      if constexpr (requires { action.tokens; }) {
        for (const model::TokenId token : action.tokens) takers_[token].insert(event.unit);
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(action)>, model::Opened>)
          lets_start_.insert(action.tokens.begin(), action.tokens.end());
      }
    };
    std::visit(takes, event.action);
  }
}

namespace {

/// The two are what a binding tells as one.
bool is_full_flush(const Event& first, const Event& second) {
  const auto* one = std::get_if<model::Flush>(&first.action);
  const auto* other = std::get_if<model::Flush>(&second.action);
  if (one == nullptr || other == nullptr || first.unit != second.unit) return false;
  return one->kind == model::kFullFlush[0] && other->kind == model::kFullFlush[1] && one->scope == other->scope &&
         one->targets == other->targets;
}

/// What an operation has in common with others from the same line.
model::Operation without_places(model::Operation operation) {
  operation.source = operation.result = operation.remote = {};
  return operation;
}

/// An update that whoever waits for its variable hears of.
bool is_notifying(const Event& first, const Event& second) {
  const auto* issue = std::get_if<model::Issue>(&first.action);
  const auto* notify = std::get_if<model::Notify>(&second.action);
  if (issue == nullptr || notify == nullptr || first.unit != second.unit || notify->carried != issue->id) return false;
  const model::Operation& operation = issue->operation;
  return !operation.remote.empty() && is_write(access_kind(operation.kind, model::Part::Remote)) &&
         operation.target == notify->target && operation.scope == notify->scope;
}

/// A routine that returns when its operation has been performed.
bool is_performed(const Event& first, const Event& second) {
  const auto* issue = std::get_if<model::Issue>(&first.action);
  const auto* complete = std::get_if<model::Complete>(&second.action);
  if (issue == nullptr || complete == nullptr || first.unit != second.unit || issue->id != complete->id) return false;
  return complete->kind == model::CompletionKind::FullComplete || issue->operation.kind == model::OperationKind::Get ||
         issue->operation.kind == model::OperationKind::Fetch;
}

}  // namespace

void Simulation::run() {
  const std::vector<Event>& events = execution_.events;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    const Event* const next = i + 1 < events.size() ? &events[i + 1] : nullptr;
    if (next != nullptr && is_full_flush(event, *next)) {
      const auto& flush = std::get<model::Flush>(event.action);
      by(event).flush(event.unit.index, model::kFullFlush, flush.scope, flush.targets);
    } else if (next != nullptr && is_performed(event, *next)) {
      by(event).perform(event.unit.index, std::get<model::Issue>(event.action), event.site);
    } else if (next != nullptr && is_notifying(event, *next)) {
      const auto& issue = std::get<model::Issue>(event.action);
      // What is performed later, or by another unit, than the routine that notifies is no routine of a binding.
      const bool performed = i + 2 < events.size() && is_performed(event, events[i + 2]) &&
                             naming_of(issue.id) == engine::Naming::Performed;
      if (!performed && naming_of(issue.id) == engine::Naming::Performed) {
        step(event);
        continue;
      }
      deposits_[std::get<model::Notify>(next->action).token] =
          by(event).issue_and_notify(event.unit.index, issue, event.site, naming_of(issue.id));
      if (performed) ++i;
    } else {
      step(event);
      continue;
    }
    perhaps_forget(event.unit.process);
    ++i;
  }
  finish();
}

void Simulation::step(const Event& event) {
  std::visit([&](const auto& action) { on(event, action); }, event.action);
  perhaps_forget(event.unit.process);
}

void Simulation::finish() {
  for (auto& process : processes_) process->close();
  transport_.open_the_gates();
  for (auto& process : processes_) process->drain_all(transport_);
  for (auto& process : processes_) process->conclude();
}

void Simulation::perhaps_forget(model::ProcessId at) {
  if (options_.forgetting == Forgetting::Never || random_() % 3 != 0 || !transport_.all_delivered_to(at)) return;
  model::Clock floor = processes_[0]->floor();
  for (std::size_t p = 1; p < processes_.size(); ++p) floor.meet(processes_[p]->floor());
  processes_[at.value]->forget(floor);
}

/// Small pieces of own memory go the way that instrumented code takes, where the engine offers it.
bool Simulation::touch_hot(const Event& event, const model::Touch& touch) {
  engine::Process& process = by(event);
  if (process.threaded() || touch.owner != event.unit.process || touch.ranges.stripes().size() != 1) return false;
  if (touch.atomicity) return false;
  const model::Interval piece = touch.ranges.bounds();
  if (touch.ranges.size() != piece.size()) return false;
  const auto access = [&]<unsigned Size>() {
    if (touch.kind == model::AccessKind::Store)
      process.store<Size>(piece.begin, event.site);
    else
      process.load<Size>(piece.begin, event.site);
    return true;
  };
  switch (piece.size()) {
    case 1: return access.operator()<1>();
    case 2: return access.operator()<2>();
    case 4: return access.operator()<4>();
    case 8: return access.operator()<8>();
    case 16: return access.operator()<16>();
    default: return false;
  }
}

void Simulation::on(const Event& event, const model::Touch& touch) {
  if (!touch_hot(event, touch)) by(event).touch(event.unit.index, touch, event.site);
}

/// One that differs from an earlier one in nothing but its places goes the way that bindings take for it, where the engine offers it.
bool Simulation::issue_hot(const Event& event, const model::Issue& issue) {
  const model::Operation& operation = issue.operation;
  const auto part = model::only_buffer(operation);
  const auto it = repeated_.find({event.unit, operation.target});
  if (!part || it == repeated_.end() || it->second.site != event.site) return false;
  const model::ByteRanges& buffer = model::ranges(operation, *part);
  if (!buffer.is_one_block() || !operation.remote.is_one_block()) return false;
  Repeated& last = it->second;
  if (last.but_places != without_places(operation)) return false;
  engine::Process& process = by(event);
  if (last.said != 0 && last.said == process.said() &&
      last.places == Places{buffer.bounds(), operation.remote.bounds()}) {
    process.issue_said(issue.id);
    return true;
  }
  if (!process.issue_more(last.like, issue.id, buffer.bounds(), operation.remote.bounds())) return false;
  last.said = process.opened_again();
  last.places = {buffer.bounds(), operation.remote.bounds()};
  return true;
}

void Simulation::on(const Event& event, const model::Issue& issue) {
  const engine::Naming naming = naming_of(issue.id);
  const bool first_unit = event.unit.index == 0;
  if (first_unit && naming == engine::Naming::Anonymous && issue_hot(event, issue)) return;
  engine::Process& process = by(event);
  process.issue(event.unit.index, issue, event.site, naming);
  if (const auto part = model::only_buffer(issue.operation); part && first_unit)
    repeated_[{event.unit, issue.operation.target}] = {
        event.site, without_places(issue.operation), process.like_the_last(*part), 0, {}};
}

void Simulation::on(const Event& event, const model::Flush& flush) { by(event).flush(event.unit.index, flush); }

void Simulation::on(const Event& event, const model::Complete& complete) {
  by(event).complete(event.unit.index, complete);
}

void Simulation::on(const Event& event, const model::Fence& fence) { by(event).fence(event.unit.index, fence); }

void Simulation::on(const Event& event, const model::Signal& signal) {
  engine::Process& process = by(event);
  const auto knows_what_was_put_off = [&](model::UnitId taker) {
    return transport_.put_off_only_from(event.unit.process, taker);
  };
  if (lets_start_.contains(signal.token) || !std::ranges::all_of(takers_[signal.token], knows_what_was_put_off))
    process.catch_up();
  process.signal_back(event.unit.index, [&](const model::UnitClock& clock) {
    deposits_[signal.token] = Announcement{clock.snapshot(), event.unit.process, {}, {}, nullptr, {}};
  });
}

void Simulation::on(const Event& event, const model::Wait& wait) {
  std::vector<model::Snapshot> taken;
  taken.reserve(wait.tokens.size());
  for (const model::TokenId token : wait.tokens) taken.push_back(deposits_.at(token).clock);
  engine::Process& process = by(event);
  if (process.threaded() || event.unit.index != 0 || random_() % 2 == 0) return process.wait(event.unit.index, taken);
  for (const model::Snapshot& snapshot : taken) transport_.put_off(event.unit.process, snapshot);
  process.wait_later();
}

void Simulation::on(const Event& event, const model::Notify& notify) {
  deposits_[notify.token] = by(event).notify(event.unit.index, notify);
}

void Simulation::on(const Event& event, const model::TargetWait& wait) {
  std::vector<Announcement> taken;
  taken.reserve(wait.tokens.size());
  for (const model::TokenId token : wait.tokens) taken.push_back(deposits_.at(token));
  by(event).target_wait(event.unit.index, taken);
}

void Simulation::on(const Event& event, const model::Enter& enter) {
  entered_[{enter.id, enter.place}] = by(event).signal(event.unit.index);
}

void Simulation::on(const Event& event, const model::Leave& leave) {
  const model::Collective& collective = execution_.collectives[leave.id.value];
  std::vector<model::Snapshot> taken;
  for (std::uint32_t place = 0; place < collective.members.size(); ++place)
    if (depends(collective, leave.place, place)) taken.push_back(entered_.at({leave.id, place}));
  by(event).wait(event.unit.index, taken);
}

void Simulation::on(const Event& event, const model::Lock& lock) {
  locks_[lock.id].modes[event.unit.process] = lock.mode;
  by(event).lock(lock.id);
}

void Simulation::on(const Event& event, const model::Acquired& acquired) {
  const LockState& state = locks_[acquired.id];
  const model::LockMode mode = state.modes.at(event.unit.process);
  by(event).acquired(event.unit.index, acquired.id, mode,
                     mode == model::LockMode::Exclusive ? state.after_any : state.after_exclusive);
}

void Simulation::on(const Event& event, const model::Unlock& unlock) {
  LockState& state = locks_[unlock.id];
  const model::LockMode mode = state.modes.at(event.unit.process);
  const model::Clock handed_over = by(event).unlock(event.unit.index, unlock.id, mode).full();
  state.after_any.merge(handed_over);
  if (mode == model::LockMode::Exclusive) state.after_exclusive.merge(handed_over);
}

void Simulation::on(const Event& event, const model::Opened& opened) {
  model::Clock handed_over;
  for (const model::TokenId token : opened.tokens) handed_over.merge(deposits_.at(token).clock.full());
  by(event).opened(event.unit.index, opened.id, model::make_ref<const model::Clock>(std::move(handed_over)));
}

void Simulation::on(const Event& event, const model::Fork& fork) { by(event).fork(event.unit.index, fork.child); }

void Simulation::on(const Event& event, const model::Join& join) { by(event).join(event.unit.index, join.child); }

void Simulation::on(const Event& event, const model::Acquire& acquire) {
  by(event).acquire(event.unit.index, acquire.mutex);
}

void Simulation::on(const Event& event, const model::Release& release) {
  by(event).release(event.unit.index, release.mutex);
}

}  // namespace farsan::sim
