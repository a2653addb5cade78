// Messages and clocks as bytes. Both ends are the same build on the same machine, so numbers go as they are; what
// neighbouring messages of one channel share (clock, circumstances) goes once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/transport.h"

namespace farsan::transport {

/// Appends plain values to a buffer that keeps its room.
class Writer {
 public:
  void clear() { used_ = 0; }
  [[nodiscard]] std::span<const std::byte> bytes() const { return {bytes_.data(), used_}; }

  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&value, sizeof value);
  }
  void put_bytes(std::span<const std::uint8_t> bytes) { append(bytes.data(), bytes.size()); }
  template <class T>
  void put_all(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    put(static_cast<std::uint64_t>(values.size()));
    append(values.data(), values.size_bytes());
  }
  template <class T>
  void put_all(const std::vector<T>& values) {
    put_all(std::span(values));
  }

 private:
  void append(const void* from, std::size_t size) {
    if (size == 0) return;
    if (used_ + size > bytes_.size()) [[unlikely]]
      bytes_.resize((used_ + size) * 2);
    std::memcpy(bytes_.data() + used_, from, size);
    used_ += size;
  }
  std::vector<std::byte> bytes_ = std::vector<std::byte>(512);
  std::size_t used_ = 0;
};

/// Writes plain values to where there is room for them.
class PlacedWriter {
 public:
  explicit PlacedWriter(std::byte* at) : at_(at) {}
  [[nodiscard]] const std::byte* end() const { return at_; }
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(at_, &value, sizeof value);
    at_ += sizeof value;
  }
  template <class T>
  void put_all(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    put(static_cast<std::uint64_t>(values.size()));
    if (!values.empty()) std::memcpy(at_, values.data(), values.size_bytes());
    at_ += values.size_bytes();
  }

 private:
  std::byte* at_;
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class T>
  T get() {
    T value{};
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_ = bytes_.subspan(sizeof value);
    return value;
  }
  /// The next value, left where it is.
  template <class T>
  [[nodiscard]] T peek() const {
    T value{};
    std::memcpy(&value, bytes_.data(), sizeof value);
    return value;
  }
  template <class T>
  std::vector<T> get_all() {
    std::vector<T> values(get<std::uint64_t>());
    if (!values.empty()) std::memcpy(values.data(), bytes_.data(), values.size() * sizeof(T));
    bytes_ = bytes_.subspan(values.size() * sizeof(T));
    return values;
  }

 private:
  std::span<const std::byte> bytes_;
};

/// What was last sent one way, so that the next message can refer to it. One at each end, in step.
struct Remembered {
  /// Of a small one the sender keeps a copy: else its unit would have to copy its own clock before that changes.
  model::Ref<const model::Clock> clock;
  /// The last few: operations of different kinds take turns.
  std::array<model::Ref<const model::Circumstances>, 4> circumstances;
  std::uint8_t newest = 0;

  void remember(const model::Ref<const model::Clock>& sent);
  /// The same of one that differs from the last one in nothing but that it knows more of this unit: at the sender,
  void remember(const model::Ref<const model::Clock>& sent, model::Point more) {
    if (copy_)
      copy_->raise(more);
    else
      remember(sent);
  }
  /// and at the receiver, who makes it. One that nobody refers to any more gives its room.
  void raise(model::Point more);
  [[nodiscard]] bool was_sent(const model::Ref<const model::Clock>& now) const {
    return now == clock || (copy_ && now && is_small(*now) && *now == *clock);
  }
  /// In place of those, from which they differ in little.
  void remember(model::Ref<const model::Circumstances> with, std::uint8_t place) {
    circumstances[place] = std::move(with);
  }
  void remember(model::Ref<const model::Circumstances> with) {
    newest = static_cast<std::uint8_t>((newest + 1) % circumstances.size());
    circumstances[newest] = std::move(with);
  }
  /// Where they are; as many as there are places: nowhere.
  [[nodiscard]] std::uint8_t place_of(const model::Ref<const model::Circumstances>& with) const {
    std::uint8_t place = 0;
    while (place < circumstances.size() && circumstances[place] != with) ++place;
    return place;
  }
  /// So small that it goes with a record (kMostOfPlain).
  static bool is_small(const model::Clock& clock) { return clock.processes() <= 16 && clock.other_units().empty(); }

 private:
  model::Ref<model::Clock>
      copy_;  // it is `clock`; null: that is the unit's own. (At the receiver: the last that was made.)
  model::Ref<model::Clock> spare_;  // at the receiver: the one before it
};

/// What a process was last told of the clock of another, or was last told by it: clocks of deposits go as what is new in
/// them. They only grow, so what came earlier may be learnt with a later one. The entry of whoever gets it is left out:
/// that one knows better.
struct LastTold {
  std::vector<model::Epoch> first_units;  ///< at the sender
  model::Ref<model::Clock> clock;         ///< at the receiver; changed in place while nobody else holds it
};
class News {
 public:
  /// What `clock` with its own entry has for one who was told `told`.
  News(LastTold& told, const model::Clock& clock, model::Point own, model::ProcessId receiver);
  [[nodiscard]] std::uint32_t size() const {
    return static_cast<std::uint32_t>(sizeof own_ + 2 * sizeof count_ +
                                      (count_ + clock_.other_units().size()) * sizeof(model::Point));
  }
  /// There is nothing but the own entry.
  [[nodiscard]] bool none() const { return count_ == 0 && clock_.other_units().empty(); }
  /// Once: from then on it is told.
  template <class To>
  void put(To& writer);

 private:
  template <class To>
  void put_entries(To& writer);

  LastTold& told_;
  const model::Clock& clock_;
  model::Point own_;
  model::ProcessId receiver_;
  std::uint32_t count_ = 0;
};
/// Returns the own entry; the rest is in `told.clock`. `anything`: whether that changed. Hot, where nothing did.
model::Point get_news(Reader& reader, LastTold& told, bool& anything);

model::Snapshot get_snapshot(Reader& reader, Remembered& remembered);
template <class To>
void put_bound(To& writer, const model::FenceBound& bound);
[[nodiscard]] inline std::size_t size_of_bound(const model::FenceBound& bound) {
  return sizeof(bool) + (bound ? sizeof(std::uint64_t) + bound->size() * sizeof(model::Point) : 0);
}
model::FenceBound get_bound(Reader& reader);
void put_message(Writer& writer, Remembered& remembered, const engine::Message& message);
/// What the circumstances of a record have of their own, where epochs follow each other that differ in nothing else: the fence that it comes
/// after, and one entry of what opened its gate; what else that knew is known at the issue.
struct Variation {
  model::Epoch fence = 0;  ///< of the unit that issued it; 0: none
  model::Epoch gate = 0;   ///< 0: none
  std::uint64_t gate_of = 0;
};
/// Where the circumstances of a plain record are remembered, or others from which they differ in no more than that.
struct PlaceOfPlain {
  std::uint8_t place = 0;
  std::optional<Variation> variation;
};
/// Hot: the same as `put_message`, shorter, of a plain record in circumstances that were sent before, with a clock that was sent before or is
/// small. Not of others: they may need any room.
inline constexpr std::uint32_t kMostOfPlain = 256;
/// None: it is no such record.
[[nodiscard]] std::optional<PlaceOfPlain> place_of_plain(const Remembered& remembered,
                                                         const engine::PlainRecord& record);
void put_plain(PlacedWriter& writer, Remembered& remembered, const engine::PlainRecord& record,
               const PlaceOfPlain& place);
engine::Message get_message(Reader& reader, Remembered& remembered);
/// Hot: the same, given to whoever takes it.
void hand_over_message(Reader& reader, Remembered& remembered, model::ProcessId from, engine::Receiver& receiver);

// --- Implementation --------------------------------------------------------------------------------------------------

inline News::News(LastTold& told, const model::Clock& clock, model::Point own, model::ProcessId receiver)
    : told_(told), clock_(clock), own_(own), receiver_(receiver) {
  const std::vector<model::Epoch>& now = clock.first_units();
  if (told.first_units.size() < now.size()) [[unlikely]]
    told.first_units.resize(now.size(), 0);
  const model::Epoch* const before = told.first_units.data();
  for (std::size_t p = 0; p < now.size(); ++p) count_ += now[p] != before[p] ? 1 : 0;
  if (now.size() > receiver.value && now[receiver.value] != before[receiver.value]) --count_;
}

template <class To>
void News::put(To& writer) {
  writer.put(own_);
  writer.put(count_);
  writer.put(static_cast<std::uint32_t>(clock_.other_units().size()));
  if (count_ > 0 || !clock_.other_units().empty()) put_entries(writer);
}

template <class To>
void News::put_entries(To& writer) {
  const std::vector<model::Epoch>& now = clock_.first_units();
  for (std::uint32_t p = 0, left = count_; left > 0; ++p) {
    if (now[p] == told_.first_units[p] || p == receiver_.value) continue;
    told_.first_units[p] = now[p];
    writer.put(model::Point{{model::ProcessId{p}, 0}, now[p]});
    --left;
  }
  for (const model::Point& point : clock_.other_units()) writer.put(point);
}

template <class To>
void put_bound(To& writer, const model::FenceBound& bound) {
  writer.put(bound != nullptr);
  if (bound) writer.put_all(std::span(*bound));
}

void get_entries(Reader& reader, LastTold& told, std::uint32_t entries);
inline model::Point get_news(Reader& reader, LastTold& told, bool& anything) {
  const auto own = reader.get<model::Point>();
  const auto entries = reader.get<std::uint32_t>() + reader.get<std::uint32_t>();
  anything = entries > 0;
  if (anything || !told.clock) get_entries(reader, told, entries);
  return own;
}

}  // namespace farsan::transport
