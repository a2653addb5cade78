// The updates of a variable that are known to its owner, and which of them made a wait succeed (docs/shmem.md). Values and
// functions only: how updates are told is in notifications.cpp.
//
// A wait ends when the library has seen a value that satisfies it, at some moment between its call and its return. So the update
// that ended it began a run of values that all satisfy it, and the run was not over when the wait began: it does not end before the
// value that was there then. Usually there is one such run. Where there are several, nothing tells which the library saw: the one
// that tells least is taken.
//
// What the owner itself has taken off before it waits is missing whatever the others do: values before that must satisfy the wait without it,
// too. Who has taken one off a semaphore, and waits until it is not 0, waits for the second of the others.
#pragma once

#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "engine/process.h"

namespace farsan::shmem {

/// Does the value that an update leaves depend on the one that it found?
enum class Effect : std::uint8_t {
  Replaces,
  Accumulates,
  Adds,       ///< accumulates: something to the number that it found
  Exchanges,  ///< replaces the value that it expects, and does nothing if it finds another one
};

[[nodiscard]] constexpr bool builds_on_what_it_found(Effect effect) { return effect != Effect::Replaces; }

/// Variables are looked at by aligned words of this size: one that can be waited for lies in one of them.
inline constexpr std::uint64_t kWord = 8;

/// Some bytes of a word.
struct Piece {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;

  static Piece at(model::Address address, std::uint64_t size) {
    return {static_cast<std::uint32_t>(address % kWord), static_cast<std::uint32_t>(size)};
  }
  [[nodiscard]] bool inside_word() const { return size > 0 && offset + size <= kWord; }
  [[nodiscard]] bool covers(const Piece& other) const {
    return offset <= other.offset && other.offset + other.size <= offset + size;
  }
  /// The value of a part of it, where this has the value `bits`.
  [[nodiscard]] std::uint64_t of(std::uint64_t bits, const Piece& part) const {
    const std::uint64_t shifted = bits >> (8 * (part.offset - offset));
    return part.size >= kWord ? shifted : shifted & ((std::uint64_t{1} << (8 * part.size)) - 1);
  }
};

inline constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

/// One update of memory of this PE. Moments are those of this PE (ShmTransport::moment).
struct Update {
  enum class Kind : std::uint8_t {
    Atomic,  ///< it knows what it found
    Put,     ///< its PE has looked before; what it had put there itself may not have been there yet
    Store,   ///< by the processor: what it left is unknown, too
  };
  std::uint32_t origin = 0;
  std::uint64_t number = 0;  ///< of its origin, ascending
  Kind kind = Kind::Atomic;
  model::DomainId domain;
  std::vector<engine::Announcement> announcements;
  Piece piece{};
  bool settled = false;  ///< all of this is known
  bool knows_found = false;
  std::uint64_t found = 0;
  std::uint64_t left = 0;
  Effect effect = Effect::Replaces;
  bool own = false;             ///< of the owner itself
  bool known = false;           ///< own, and complete before the owner waits
  model::Epoch knew = 0;        ///< what a put's or store's origin knew of the owner
  std::uint64_t begun = 0;      ///< it came after this moment
  std::uint64_t over = kNever;  ///< and before this one
};
/// Of one word, by the moments at which they begun.
using History = std::deque<Update>;

/// Returns its place.
std::size_t add(History& history, Update update);

/// A wait that has succeeded: what it waited for, what the variable was before and afterwards, and when it was called and had
/// returned.
struct Wait {
  Piece variable{};
  std::function<bool(std::uint64_t)> holds;
  std::optional<std::uint64_t> before;  ///< none: nobody looked
  std::uint64_t seen = 0;
  std::uint64_t called = 0;
  std::uint64_t returned = kNever;
  bool upwards = false;  ///< whatever is larger than a value that satisfies it does, too
  /// The epoch of the owner's last store to the variable; 0 if none is known. Puts and stores that do not know of it came before it (or
  /// race with it), and nothing of them was left for the wait to see; unless nothing else explains what that saw.
  model::Epoch stored = 0;
};

/// What made a wait succeed, by places in the history.
struct Made {
  /// The update, and those that it builds on. Empty: nobody's.
  std::vector<std::size_t> by;
  /// Updates of which one made it, and nothing tells which; `by` is empty then.
  std::vector<std::size_t> one_of;
  /// These need not be kept: what a later wait could learn of them is known, or is not for waits to know.
  std::vector<std::size_t> past;
};
[[nodiscard]] Made made_by(const History& history, const Wait& wait);

/// What made a wait for a counter succeed: the first `past` updates are past, and the last `by` of these made it (0: nobody did).
struct Risen {
  std::size_t by = 0;
  std::size_t past = 0;
};
/// The same in logarithmic time, for a counter that only rises, by atomics or by puts of one PE, and a wait until it is large enough: who
/// counts may be far ahead of who waits. `rising`: so many updates at the front are known to rise one by one; brought up to date. None if it is not so simple.
[[nodiscard]] std::optional<Risen> made_by_rising(const History& history, const Wait& wait, std::size_t& rising);

}  // namespace farsan::shmem
