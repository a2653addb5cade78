// What the words of a script stand for: names and their numbers, predefined types and reductions, suggestions for
// misspelt words, and where memory lies. Shared by the script's reader and its printer, so that they agree.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "model/event.h"

namespace farsan::sim::detail {

enum class NameKind : std::uint8_t { Scope, Token, Collective, Lock, Mutex, Domain, Type, Reduction, Operation, Site };
inline constexpr std::size_t kNameKinds = 10;

/// `w3` is scope 3, `s3` token 3, and so on: names that say their number. Sites are numbers in the text: no prefix.
std::string_view prefix(NameKind kind);
/// For messages: "a scope".
std::string_view what(NameKind kind);
std::string numbered(NameKind kind, std::uint64_t number);
/// The number that the name says, if it is of that form (no leading zeros, no more than fits).
std::optional<std::uint64_t> number_in(NameKind kind, std::string_view name);
/// The same for `P3` (processes) and `t3` (units).
std::optional<std::uint32_t> number_after(char prefix, std::string_view name);

/// Gives names their numbers: the one that the name says, else in order of first use the lowest that no name in the
/// text says.
class Numbering {
 public:
  explicit Numbering(std::uint32_t first = 0) : next_(first) {}
  void reserve(std::uint32_t number) { reserved_.insert(number); }
  std::uint32_t fresh();
  std::uint32_t of(NameKind kind, const std::string& name);
  /// The names that say no number.
  [[nodiscard]] const std::map<std::string, std::uint32_t>& names() const { return names_; }

 private:
  std::uint32_t next_ = 0;
  std::set<std::uint32_t> reserved_;
  std::map<std::string, std::uint32_t> names_;
};

struct PredefinedType {
  std::string_view name;
  std::uint32_t size = 0;
};
/// By TypeId.
inline constexpr std::array<PredefinedType, 6> kTypes = {
    {{"int8", 1}, {"int16", 2}, {"int32", 4}, {"int64", 8}, {"float", 4}, {"double", 8}}};

/// By their number in `Atomicity::operation`.
inline constexpr std::array<std::string_view, 9> kReductions = {"read", "sum", "product", "min",    "max",
                                                                "and",  "or",  "xor",     "replace"};
static_assert(model::Atomicity::kReadOnly == 0, "kReductions begins with the one that only reads");

/// What stands after `ordered`, if not all of them are meant.
inline constexpr std::array<std::pair<std::string_view, bool model::AtomicOrders::*>, 3> kAtomicOrders = {
    {{"raw", &model::AtomicOrders::read_after_write},
     {"war", &model::AtomicOrders::write_after_read},
     {"waw", &model::AtomicOrders::write_after_write}}};

/// The first number that a name of this kind gets which is not predefined.
std::uint32_t first_number(NameKind kind);

std::string_view word(model::CollectiveKind kind);
std::string_view word(model::Admission admission);
/// The verb of a load, a store, an operation or a flush.
std::string_view verb(model::AccessKind touch);
std::string_view verb(model::OperationKind kind);
std::string_view verb(model::CompletionKind kind);

/// A known word close enough to be what was meant, or nothing.
std::optional<std::string> closest(std::string_view misspelt, std::span<const std::string> known);
/// " (did you mean 'x'?)", or nothing.
std::string suggestion(std::string_view misspelt, std::span<const std::string> known);

/// Where `memory` without `at` lies: after the one declared before it, apart from it.
class Layout {
 public:
  [[nodiscard]] model::Address next() const { return next_; }
  void place(model::Interval bytes);

 private:
  static constexpr model::Address kFirst = 4096;
  /// Variables start on a cache line, and never where the one before ends.
  static constexpr model::Address kApart = 64;
  model::Address next_ = kFirst;
};

/// Beyond these a number in a text is a mistake or an attack.
inline constexpr std::uint32_t kMaxColumns = 64;
inline constexpr std::uint32_t kMaxProcesses = 4096;
inline constexpr std::uint32_t kMaxUnit = 4095;
inline constexpr std::uint64_t kMaxVariable = std::uint64_t{1} << 40;
inline constexpr model::Address kMaxAddress = std::uint64_t{1} << 62;
inline constexpr std::uint64_t kMaxBlocks = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kMaxMembers = 4096;
/// Of all collectives together.
inline constexpr std::uint64_t kMaxAllMembers = std::uint64_t{1} << 20;

}  // namespace farsan::sim::detail
