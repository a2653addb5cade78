#include "support/repetition.h"

#include <algorithm>
#include <array>
#include <random>
#include <utility>

#include "support/execution_builder.h"

namespace farsan::testing_support {

namespace {

constexpr Address kShared = 64;     // where all remote accesses go, a few bytes apart
constexpr Address kPrivate = 4096;  // a buffer for each operation from here on

class Loop {
 public:
  explicit Loop(std::uint64_t seed) : random_(seed), builder_(2 + below(2)) {
    const std::uint32_t processes = builder_.execution().processes;
    units_.push_back({P0, 0});
    if (below(4) == 0) {
      builder_.at(P0, Fork{1});
      units_.push_back({P0, 1});
    }
    for (std::uint32_t p = 1; p < processes; ++p) units_.push_back({{p}, 0});
    for (std::uint32_t i = 0, count = 2 + below(3); i < count; ++i) bodies_.push_back(any_body(i));
  }

  Execution run() {
    const std::uint32_t steps = 8 + below(24);
    const std::uint32_t rarely = 3 + below(12);
    const bool locks = below(3) == 0;
    for (std::uint32_t i = 0; i < steps; ++i) {
      if (locks && below(3) == 0) {
        take_or_give_back(any_unit().process);
        continue;
      }
      const std::uint32_t choice = below(rarely + 8);
      if (choice < 5)
        perform(below(static_cast<std::uint32_t>(bodies_.size())));
      else if (choice < 8 || choice == 8 + 2)
        flush(any_unit());
      else if (choice == 8)
        order();
      else if (choice == 9)
        touch(below(2));
      else if (choice % 2 == 0)
        perform(0);
      else
        perform_and_flush(0, 1 + below(3));
    }
    while (!held_.empty()) give_back(held_.front());
    return std::move(builder_.execution());
  }

 private:
  struct Body {
    UnitId unit;
    Operation operation;
    bool returns = false;  ///< it is a read that is over when its routine returns
  };

  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }
  UnitId any_unit() { return units_[below(static_cast<std::uint32_t>(units_.size()))]; }

  Body any_body(std::uint32_t number) {
    const ProcessId target{below(builder_.execution().processes)};
    const Address remote = kShared + Address{below(3)} * 4;
    const Address buffer = kPrivate + Address{number} * 64;
    const ScopeId scope{below(4) == 0 ? 2U : 1U};
    Body body{below(3) == 0 ? any_unit() : units_[0], {}};
    switch (below(5)) {
      case 0: body.operation = get(target, buffer, remote, scope); break;
      case 1:
        body.operation =
            below(2) == 0 ? get(target, buffer, remote) : fetch(target, kShared + Address{below(2)} * kWord);
        body.operation.result = {};
        body.operation.scope = scope;
        body.returns = true;
        break;
      case 2:
        body.operation = update(target, kShared + Address{below(2)} * kWord);
        body.operation.scope = scope;
        body.returns = below(3) == 0;
        break;
      default: body.operation = put(target, buffer, remote, scope); break;
    }
    return body;
  }

  void perform(std::uint32_t number) {
    const Body& body = bodies_[number];
    const auto held = body.returns ? held_.end() : find_held(body.unit.process);
    builder_.issue(body.unit, held == held_.end() ? body.operation : gated(body.operation, held->lock));
    builder_.execution().events.back().site = {10 + number};
    issued_ = &body;
    issued_id_ = builder_.last_id();
    if (body.returns) builder_.at(body.unit, Complete{builder_.last_id(), CompletionKind::FullComplete});
  }

  /// Some of them cannot be told apart.
  void perform_and_flush(std::uint32_t number, std::uint32_t times) {
    const UnitId unit = bodies_[number].unit;
    for (std::uint32_t i = 0; i < times; ++i) {
      perform(number);
      has(unit.process);
      builder_.at(unit, Flush{CompletionKind::RemoteFlush, bodies_[number].operation.scope, {}});
    }
  }

  void flush(UnitId unit) {
    has(unit.process);
    constexpr std::array kKinds = {CompletionKind::RemoteFlush, CompletionKind::RemoteFlush,
                                   CompletionKind::LocalFlush};
    const std::optional<ScopeId> scope = below(3) == 0 ? std::nullopt : std::optional(ScopeId{1 + below(2)});
    builder_.at(unit, Flush{kKinds[below(3)], scope, {}});
  }

  /// An epoch of a process: all that it issues meanwhile waits for the lock.
  struct Held {
    ProcessId by;
    LockId lock;
    LockMode mode = LockMode::Exclusive;
    bool acquired = false;
  };
  std::vector<Held>::iterator find_held(ProcessId process) {
    return std::ranges::find(held_, process, [](const Held& held) { return held.by; });
  }
  void take_or_give_back(ProcessId process) {
    if (const auto held = find_held(process); held != held_.end()) return give_back(*held);
    const Held wanted{process, {below(3) == 0 ? 2U : 1U}, below(3) == 0 ? LockMode::Shared : LockMode::Exclusive};
    const auto is_in_the_way = [&](const Held& other) {
      return other.lock == wanted.lock && (other.mode == LockMode::Exclusive || wanted.mode == LockMode::Exclusive);
    };
    if (std::ranges::any_of(held_, is_in_the_way)) return;
    builder_.at(process, Lock{wanted.lock, wanted.mode});
    held_.push_back(wanted);
    if (below(2) == 0) has(process);
    if (below(2) == 0 && bodies_[0].unit == UnitId{process, 0}) perform(0);
  }
  /// It is known to have the lock.
  void has(ProcessId process) {
    const auto held = find_held(process);
    if (held != held_.end() && !std::exchange(held->acquired, true)) builder_.at(process, Acquired{held->lock});
  }
  void give_back(const Held& of) {
    const ProcessId process = of.by;
    has(process);
    if (below(8) != 0) builder_.at(process, Flush{CompletionKind::RemoteFlush, {}, {}});
    builder_.at(process, Unlock{of.lock});
    held_.erase(find_held(process));
  }

  /// A message, at once or long after it was sent; a fence; a notification of what was issued last.
  void order() {
    const UnitId from = any_unit();
    const UnitId to = any_unit();
    switch (below(6)) {
      case 0:
        tokens_.push_back({++last_token_});
        builder_.at(from, Signal{tokens_.back()});
        break;
      case 1:
        if (!tokens_.empty()) builder_.at(to, Wait{{tokens_[below(static_cast<std::uint32_t>(tokens_.size()))]}});
        break;
      case 2: builder_.at(from, Fence{ScopeId{1 + below(2)}, {}}); break;
      case 3: notify(); break;
      default:
        if (from != to) builder_.synchronise(from, to);
        break;
    }
  }

  void notify() {
    if (!issued_ || !is_write(access_kind(issued_->operation.kind, Part::Remote))) return;
    const UnitId by = issued_->unit;
    const ProcessId target = issued_->operation.target;
    const TokenId token{++last_token_};
    has(by.process);
    builder_.at(
        by, Notify{token, target, issued_->operation.scope, below(2) == 0 ? std::optional(issued_id_) : std::nullopt});
    if (below(3) != 0) builder_.at({target, 0}, TargetWait{{token}});
    issued_ = nullptr;
  }

  /// Now and then by a pointer to another's memory.
  void touch(std::uint32_t which) {
    const UnitId unit = any_unit();
    const ProcessId owner = below(3) == 0 ? ProcessId{below(builder_.execution().processes)} : unit.process;
    builder_.at(unit, which == 0 ? load(owner, kShared, 4) : store(owner, kShared, 4));
    builder_.execution().events.back().site = {50 + which};
  }

  std::mt19937_64 random_;
  ExecutionBuilder builder_;
  std::vector<UnitId> units_;
  std::vector<Body> bodies_;
  std::vector<Held> held_;  // one of a process at a time
  std::vector<TokenId> tokens_;
  std::uint32_t last_token_ = 1'000'000;  // those of `synchronise` are lower
  const Body* issued_ = nullptr;          // last, and not told of
  OperationId issued_id_;
};

}  // namespace

Execution repetition(std::uint64_t seed) { return Loop(seed).run(); }

}  // namespace farsan::testing_support
