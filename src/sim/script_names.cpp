#include "sim/script_names.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace farsan::sim::detail {
namespace {

struct KindText {
  std::string_view prefix;
  std::string_view what;
};
/// By NameKind.
constexpr std::array<KindText, kNameKinds> kKinds = {{{"w", "a scope"},
                                                      {"s", "a token"},
                                                      {"c", "a collective"},
                                                      {"L", "a lock"},
                                                      {"m", "a mutex"},
                                                      {"d", "a domain"},
                                                      {"type", "a type"},
                                                      {"op", "a reduction"},
                                                      {"o", "an operation"},
                                                      {"", "a site"}}};

std::optional<std::uint64_t> digits(std::string_view text, std::uint64_t limit) {
  if (text.empty() || (text.size() > 1 && text.front() == '0')) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (value > (limit - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return value;
}

/// Edits (insert, delete, replace, swap neighbours) from one word to the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, above[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::string_view prefix(NameKind kind) { return kKinds[static_cast<std::size_t>(kind)].prefix; }
std::string_view what(NameKind kind) { return kKinds[static_cast<std::size_t>(kind)].what; }

std::string numbered(NameKind kind, std::uint64_t number) { return std::string(prefix(kind)) + std::to_string(number); }

std::optional<std::uint64_t> number_in(NameKind kind, std::string_view name) {
  if (!name.starts_with(prefix(kind))) return std::nullopt;
  return digits(name.substr(prefix(kind).size()), kind == NameKind::Operation
                                                      ? std::numeric_limits<std::uint64_t>::max()
                                                      : std::numeric_limits<std::uint32_t>::max());
}

std::optional<std::uint32_t> number_after(char prefix, std::string_view name) {
  if (name.empty() || name.front() != prefix) return std::nullopt;
  const auto number = digits(name.substr(1), std::numeric_limits<std::uint32_t>::max());
  if (!number) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

std::uint32_t Numbering::fresh() {
  while (reserved_.contains(next_)) ++next_;
  return next_++;
}

std::uint32_t Numbering::of(NameKind kind, const std::string& name) {
  if (const auto said = number_in(kind, name)) return static_cast<std::uint32_t>(*said);
  if (const auto known = names_.find(name); known != names_.end()) return known->second;
  const std::uint32_t number = fresh();
  names_.emplace(name, number);
  return number;
}

std::uint32_t first_number(NameKind kind) {
  switch (kind) {
    case NameKind::Domain: return 1;  // 0 is the domain of operations that name none
    case NameKind::Type: return static_cast<std::uint32_t>(kTypes.size());
    case NameKind::Reduction: return static_cast<std::uint32_t>(kReductions.size());
    default: return 0;
  }
}

std::string_view word(model::CollectiveKind kind) {
  switch (kind) {
    case model::CollectiveKind::AllToAll: return "all_to_all";
    case model::CollectiveKind::OneToAll: return "one_to_all";
    case model::CollectiveKind::AllToOne: return "all_to_one";
    case model::CollectiveKind::Scan: return "scan";
  }
  return "?";
}

std::string_view word(model::Admission admission) {
  switch (admission) {
    case model::Admission::AnyOperation: return "any";
    case model::Admission::SameOrNone: return "same_or_none";
    case model::Admission::SameOperation: return "same";
  }
  return "?";
}

std::string_view verb(model::AccessKind touch) { return touch == model::AccessKind::Store ? "store" : "load"; }

std::string_view verb(model::OperationKind kind) {
  switch (kind) {
    case model::OperationKind::Put: return "put";
    case model::OperationKind::Get: return "get";
    case model::OperationKind::Update: return "update";
    case model::OperationKind::FetchUpdate: return "fetch_update";
    case model::OperationKind::Fetch: return "fetch";
    case model::OperationKind::Send: return "send";
    case model::OperationKind::Receive: return "receive";
  }
  return "?";
}

std::string_view verb(model::CompletionKind kind) {
  switch (kind) {
    case model::CompletionKind::CollectiveFlush: return "collective_flush";
    case model::CompletionKind::LocalFlush: return "local_flush";
    case model::CompletionKind::RemoteFlush: return "remote_flush";
    case model::CompletionKind::LocalComplete: return "complete";
    case model::CompletionKind::FullComplete: return "finish";
  }
  return "?";
}

std::optional<std::string> closest(std::string_view misspelt, std::span<const std::string> known) {
  constexpr std::size_t kLongest = 64;  // longer words are not misspellings, and comparing them would cost
  if (misspelt.empty() || misspelt.size() > kLongest) return std::nullopt;
  std::size_t best = std::max<std::size_t>(1, misspelt.size() / 3) + 1;
  std::optional<std::string> found;
  for (const std::string& candidate : known) {
    if (candidate.size() > misspelt.size() + best || misspelt.size() > candidate.size() + best) continue;
    const std::size_t apart = distance(misspelt, candidate);
    // A word with nothing in common is no suggestion, however short.
    if (apart >= best || apart >= std::max(misspelt.size(), candidate.size())) continue;
    best = apart;
    found = candidate;
  }
  return found;
}

std::string suggestion(std::string_view misspelt, std::span<const std::string> known) {
  const auto meant = closest(misspelt, known);
  return meant ? " (did you mean '" + *meant + "'?)" : std::string();
}

void Layout::place(model::Interval bytes) { next_ = (std::max(bytes.begin, bytes.end) / kApart + 2) * kApart; }

}  // namespace farsan::sim::detail
