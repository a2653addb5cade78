#include "support/generator_statistics.h"

#include <algorithm>
#include <iomanip>
#include <numeric>
#include <optional>
#include <sstream>

#include "oracle/oracle.h"
#include "support/generator.h"

namespace farsan::testing_support {

namespace {

constexpr std::array<const char*, kFates> kFateNames = {"race", "co", "gate", "fo", "atomic", "mutex", "self"};

constexpr std::array<const char*, std::variant_size_v<model::Action>> kActionNames = {
    "touch", "issue", "flush", "local-complete", "fence",  "signal", "wait", "notify",  "target-wait",
    "enter", "leave", "lock",  "acquired",       "unlock", "fork",   "join", "acquire", "release"};

/// None if the two have nothing to do with each other.
std::optional<Fate> fate(const oracle::Relations& relations, const oracle::Access& a, const oracle::Access& b) {
  if (a.owner != b.owner || !model::may_conflict(a.kind, b.kind) || !a.bytes->overlaps(*b.bytes)) return std::nullopt;
  if (model::is_local(a.kind) && model::is_local(b.kind) && a.unit == b.unit) return std::nullopt;
  if (a.ref.event == b.ref.event) return Fate::SelfConflict;
  if (relations.co(a.ref, b.ref.event) || relations.co(b.ref, a.ref.event)) return Fate::Completed;
  if (relations.co_start(a.ref, b.ref) || relations.co_start(b.ref, a.ref)) return Fate::Gated;
  if (relations.conflict(a.ref, b.ref).empty()) return Fate::Atomic;
  if (relations.fence_ordered(a.ref, b.ref)) return Fate::Fenced;
  return relations.excluded(a.ref, b.ref) ? Fate::Mutex : Fate::Race;
}

void count_pairs(const model::Execution& execution, bool tidy, Statistics& statistics) {
  const oracle::Relations relations(execution);
  const auto& accesses = relations.facts().accesses();
  bool raced = false;
  bool conflicted = false;
  for (std::size_t i = 0; i < accesses.size(); ++i)
    for (std::size_t j = i + 1; j < accesses.size(); ++j) {
      const auto f = fate(relations, accesses[i], accesses[j]);
      if (!f) continue;
      const auto kinds = std::minmax(accesses[i].kind, accesses[j].kind);
      ++statistics.pairs[static_cast<std::size_t>(kinds.first)][static_cast<std::size_t>(kinds.second)]
                        [static_cast<std::size_t>(*f)];
      conflicted = true;
      raced = raced || *f == Fate::Race || *f == Fate::SelfConflict;
    }
  statistics.racy += raced ? 1 : 0;
  statistics.clean += conflicted && !raced ? 1 : 0;
  statistics.tidy_races += tidy && raced ? 1 : 0;
}

void count(std::uint64_t seed, Statistics& statistics) {
  const Shape shape = random_shape(seed);
  const std::vector<Choice> choices = random_choices(seed, shape.groups);
  const auto begin = std::chrono::steady_clock::now();
  const model::Execution execution = generate(choices, shape);
  statistics.generating += std::chrono::steady_clock::now() - begin;
  ++statistics.executions;
  for (const model::Event& event : execution.events) ++statistics.events[event.action.index()];
  count_pairs(execution, shape.style == Style::Tidy, statistics);
}

void print_pairs(std::ostream& out, const Statistics& s) {
  out << "\n" << std::setw(40) << "";
  for (const char* name : kFateNames) out << std::setw(9) << name;
  out << "\n";
  for (int i = 0; i < model::kAccessKinds; ++i)
    for (int j = i; j < model::kAccessKinds; ++j) {
      const auto a = static_cast<model::AccessKind>(i);
      const auto b = static_cast<model::AccessKind>(j);
      if (!model::may_conflict(a, b)) continue;
      out << std::left << std::setw(20) << model::name(a) << std::setw(20) << model::name(b) << std::right;
      for (std::size_t f = 0; f < kFates; ++f) out << std::setw(9) << s.count(a, b, static_cast<Fate>(f));
      out << "\n";
    }
}

}  // namespace

std::uint64_t Statistics::count(model::AccessKind a, model::AccessKind b, Fate fate) const {
  const auto kinds = std::minmax(a, b);
  return pairs[static_cast<std::size_t>(kinds.first)][static_cast<std::size_t>(kinds.second)]
              [static_cast<std::size_t>(fate)];
}

std::uint64_t Statistics::all_events() const { return std::accumulate(events.begin(), events.end(), std::uint64_t{0}); }

double Statistics::microseconds_per_100_events() const {
  return static_cast<double>(generating.count()) / 10.0 / static_cast<double>(std::max<std::uint64_t>(1, all_events()));
}

Statistics collect_statistics(std::uint64_t first_seed, std::uint64_t executions) {
  Statistics statistics;
  for (std::uint64_t n = 0; n < executions; ++n) count(first_seed + n, statistics);
  return statistics;
}

std::string to_string(const Statistics& s) {
  const auto per_execution = [&](std::uint64_t n) {
    return static_cast<double>(n) / static_cast<double>(s.executions);
  };
  std::ostringstream out;
  out << std::fixed << std::setprecision(1) << s.executions << " executions, " << per_execution(s.all_events())
      << " events each, " << s.microseconds_per_100_events() << " us per 100 events; " << 100 * per_execution(s.racy)
      << "% racy, " << 100 * per_execution(s.clean) << "% with conflicts but no race; " << s.tidy_races
      << " tidy ones with a race\n\n";
  for (std::size_t i = 0; i < s.events.size(); ++i)
    out << std::left << std::setw(15) << kActionNames[i] << std::right << std::setw(9) << s.events[i] << "\n";
  print_pairs(out, s);
  return std::move(out).str();
}

}  // namespace farsan::testing_support
