#include "support/generator.h"

#include <algorithm>

#include "support/generation/digits.h"
#include "support/generation/idioms.h"
#include "support/generation/plan.h"
#include "support/generation/singles.h"
#include "support/generation/world.h"

namespace farsan::testing_support {

namespace {

/// Interprets choices one by one; idioms that are spread out wait in `plans_` and go on between later choices.
class Generator {
 public:
  explicit Generator(const Shape& shape) : world_(shape) {
    for (const std::uint32_t weight : shape.weights) total_ += weight;
  }

  void follow(const Choice& choice);
  [[nodiscard]] model::Execution finish() {
    drain();
    return std::move(world_).finish();
  }

 private:
  [[nodiscard]] const Shape& shape() const { return world_.shape(); }
  [[nodiscard]] Verb pick_verb(Digits& digits) const;
  [[nodiscard]] std::uint32_t next_slot(Draw& draw);
  void start_idiom(Verb verb, Draw& draw, std::uint32_t site);
  void advance(std::uint32_t steps, Digits& digits);
  bool advance_any(std::size_t first);
  void run(Plan plan);
  void drain();
  bool drain_round();
  void let_go();
  void settle();

  World world_;
  std::vector<Plan> plans_;
  std::uint32_t total_ = 0;
  std::uint32_t slot_ = 0;
};

Verb Generator::pick_verb(Digits& digits) const {
  std::uint32_t at = digits.take(total_);
  for (std::size_t verb = 0; verb < kVerbs; ++verb) {
    if (at < shape().weights[verb]) return static_cast<Verb>(verb);
    at -= shape().weights[verb];
  }
  return Verb::Touch;
}

void Generator::follow(const Choice& choice) {
  Digits verb_digits(choice.verb);
  const Verb verb = pick_verb(verb_digits);
  const std::uint32_t site = verb_digits.take(64);
  const std::uint32_t steps = verb_digits.take(3);
  advance(verb == Verb::Advance ? 2 + steps : steps, verb_digits);
  Draw draw(choice);
  if (verb < Verb::Advance) emit_single(world_, verb, draw, site);
  if (verb > Verb::Advance) start_idiom(verb, draw, site);
}

/// Tidy idioms get memory of their own; when there is none left, everything is settled and it starts over.
std::uint32_t Generator::next_slot(Draw& draw) {
  if (shape().style != Style::Tidy) return draw.local.take(slots(shape()));
  if (slot_ == slots(shape())) settle();
  return slot_++;
}

void Generator::start_idiom(Verb verb, Draw& draw, std::uint32_t site) {
  const std::uint32_t slot = next_slot(draw);
  const bool at_once = draw.detail.take(3) != 2;
  const Care care = shape().style == Style::Tidy ? Care::Proper : Care::Careless;
  Plan plan = make_idiom(world_, verb, draw, slot, care, site);
  if (at_once) return run(std::move(plan));
  plans_.push_back(std::move(plan));
}

/// As far as it can; the rest is spread out.
void Generator::run(Plan plan) {
  while (!plan.done() && plan.advance(world_)) {
  }
  if (!plan.done()) plans_.push_back(std::move(plan));
}

void Generator::advance(std::uint32_t steps, Digits& digits) {
  for (std::uint32_t n = 0; n < steps && !plans_.empty(); ++n)
    if (!advance_any(digits.take(static_cast<std::uint32_t>(plans_.size())))) return;
}

bool Generator::advance_any(std::size_t first) {
  for (std::size_t n = 0; n < plans_.size(); ++n) {
    const std::size_t at = (first + n) % plans_.size();
    if (!plans_[at].done() && !plans_[at].advance(world_)) continue;
    if (plans_[at].done()) plans_.erase(plans_.begin() + static_cast<std::ptrdiff_t>(at));
    return true;
  }
  return false;
}

bool Generator::drain_round() {
  bool moved = false;
  for (Plan& plan : plans_)
    if (!plan.done()) moved |= plan.advance(world_);
  std::erase_if(plans_, [](const Plan& plan) { return plan.done(); });
  return moved;
}

/// Brings all idioms to their end. What blocks them is let go; what is blocked still is given up.
void Generator::drain() {
  while (!plans_.empty()) {
    if (drain_round()) continue;
    let_go();
    if (!plans_.empty() && !drain_round() && !plans_.empty()) plans_.front().skip();
    std::erase_if(plans_, [](const Plan& plan) { return plan.done(); });
  }
}

void Generator::let_go() {
  for (std::uint32_t p = 0; p < shape().processes; ++p)
    for (std::uint32_t m = 0; m < kMutexes; ++m)
      if (const auto holder = world_.holder({p}, {m})) world_.emit(*holder, model::Release{{m}}, 0);
  const std::vector<Request> requests = world_.requests();
  for (const Request& r : requests)
    if (r.acquired) world_.emit({r.unit.process, 0}, model::Unlock{r.lock}, 0);
}

void Generator::settle() {
  drain();
  run(make_settlement(world_, 0));
  drain();
  slot_ = 0;
}

Shape within_limits(Shape shape) {
  shape.processes = std::clamp(shape.processes, 2U, 6U);
  shape.units = std::clamp(shape.units, 1U, 3U);
  shape.scopes = std::clamp(shape.scopes, 1U, 4U);
  shape.memory = std::clamp(shape.memory, 16U, 64U) / 8 * 8;
  const auto forbid = [&](std::initializer_list<Verb> verbs) {
    for (const Verb verb : verbs) shape.weights[static_cast<std::size_t>(verb)] = 0;
  };
  using enum Verb;
  if (!shape.atomics) forbid({AtomicCrowd});
  if (!shape.notifications) forbid({Notify, TargetWait, Notification, NotificationBack});
  if (!shape.collectives) forbid({Enter, Leave, Phase});
  if (!shape.locks) forbid({Lock, Acquired, Unlock, Opened, LockTurns, PostedEpoch});
  if (shape.units == 1) forbid({Fork, Join, ThreadHanding});
  if (shape.units == 1 || !shape.mutexes) forbid({Acquire, Release, MutexSections});
  return shape;
}

}  // namespace

model::Execution generate(std::span<const Choice> choices, const Shape& shape) {
  Generator generator(within_limits(shape));
  for (const Choice& choice : choices) generator.follow(choice);
  return generator.finish();
}

model::Execution generate(std::span<const std::uint32_t> numbers, const Shape& shape) {
  std::vector<Choice> choices;
  const auto number = [&](std::size_t at) { return at < numbers.size() ? numbers[at] : 0; };
  for (std::size_t at = 0; at < numbers.size(); at += kChoiceNumbers)
    choices.push_back({number(at), number(at + 1), number(at + 2), number(at + 3), number(at + 4), number(at + 5),
                       number(at + 6), number(at + 7)});
  return generate(choices, shape);
}

}  // namespace farsan::testing_support
