// What random shapes look like, and how often each verb occurs in each style.
#include <algorithm>
#include <array>

#include "support/generation/digits.h"
#include "support/generator.h"

namespace farsan::testing_support {

namespace {

/// SplitMix64: small, and the same everywhere, which the distributions of the standard library are not.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed) {}
  std::uint32_t operator()() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return static_cast<std::uint32_t>((z ^ (z >> 31)) >> 32);
  }

 private:
  std::uint64_t state_;
};

struct Row {
  Verb verb;
  std::array<std::uint32_t, 3> weights;  ///< by style
};

/// Tidy executions have no accesses but those of idioms, and nothing that could get hold of what idioms wait for.
constexpr std::array<Row, kVerbs> kWeights = {{
    {Verb::Touch, {0, 6, 24}},      {Verb::Issue, {0, 5, 24}},       {Verb::Flush, {2, 4, 10}},
    {Verb::Complete, {1, 3, 6}},    {Verb::Signal, {2, 5, 10}},      {Verb::Wait, {2, 6, 12}},
    {Verb::Fence, {2, 2, 5}},       {Verb::Notify, {2, 3, 7}},       {Verb::TargetWait, {2, 4, 7}},
    {Verb::Enter, {2, 3, 6}},       {Verb::Leave, {2, 3, 6}},        {Verb::Lock, {0, 2, 5}},
    {Verb::Acquired, {0, 2, 4}},    {Verb::Unlock, {0, 3, 5}},       {Verb::Opened, {0, 2, 4}},
    {Verb::PostedEpoch, {5, 5, 1}}, {Verb::Fork, {2, 3, 5}},         {Verb::Join, {0, 3, 4}},
    {Verb::Acquire, {0, 2, 5}},     {Verb::Release, {0, 3, 5}},      {Verb::Advance, {6, 6, 2}},
    {Verb::Handover, {30, 30, 6}},  {Verb::Notification, {5, 5, 1}}, {Verb::NotificationBack, {4, 4, 1}},
    {Verb::FencePair, {5, 5, 1}},   {Verb::LateRecord, {4, 4, 1}},   {Verb::ThreadHanding, {5, 5, 1}},
    {Verb::LockTurns, {6, 6, 1}},   {Verb::AtomicCrowd, {5, 5, 1}},  {Verb::MutexSections, {8, 8, 1}},
    {Verb::Phase, {2, 2, 1}},
}};

}  // namespace

Weights default_weights(Style style) {
  Weights weights{};
  for (const Row& row : kWeights)
    weights[static_cast<std::size_t>(row.verb)] = row.weights[static_cast<std::size_t>(style)];
  return weights;
}

Shape random_shape(std::span<const std::uint32_t> numbers) {
  const auto digits = [&](std::size_t at) { return Digits(at < numbers.size() ? numbers[at] : 0); };
  Shape shape;
  Digits size = digits(0);
  shape.processes = std::array{2U, 3U, 2U, 4U, 3U, 5U, 6U, 3U}[size.take(8)];
  shape.units = std::array{1U, 1U, 2U, 3U}[size.take(4)];
  Digits scopes = digits(1);
  shape.scopes = std::array{1U, 2U, 3U, 4U}[scopes.take(4)];
  shape.first_scope = static_cast<ScopeKind>(scopes.take(3));
  shape.memory = std::array{32U, 64U, 48U, 16U}[digits(2).take(4)];
  shape.sites = std::array{0U, 0U, 1U, 2U, 4U, 8U}[digits(3).take(6)];
  Digits odd = digits(4);
  shape.foreign = odd.take(2) == 1;
  shape.self_targets = odd.rarely(4);
  shape.self_conflicts = odd.rarely(6);
  Digits missing = digits(5);
  shape.private_memory = !missing.rarely(8);
  shape.strides = !missing.rarely(4);
  shape.atomics = !missing.rarely(6);
  shape.notifications = !missing.rarely(6);
  shape.collectives = !missing.rarely(6);
  shape.locks = !missing.rarely(6);
  shape.mutexes = !missing.rarely(6);
  shape.style = std::array{Style::Tidy, Style::Mixed, Style::Wild, Style::Mixed, Style::Tidy}[digits(6).take(5)];
  shape.groups = 4 + digits(7).take(shape.style == Style::Wild ? 80 : 30);
  shape.weights = default_weights(shape.style);
  return shape;
}

Shape random_shape(std::uint64_t seed) {
  Numbers next(seed);
  std::array<std::uint32_t, kShapeNumbers> numbers{};
  std::generate(numbers.begin(), numbers.end(), [&] { return next(); });
  return random_shape(numbers);
}

std::vector<Choice> random_choices(std::uint64_t seed, std::size_t count) {
  Numbers next(~seed);
  std::vector<Choice> choices(count);
  for (Choice& c : choices) {
    c.verb = next();
    c.who = next();
    c.peer = next();
    c.thing = next();
    c.local = next();
    c.remote = next();
    c.layout = next();
    c.detail = next();
  }
  return choices;
}

}  // namespace farsan::testing_support
