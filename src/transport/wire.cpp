#include "transport/wire.h"

#include <array>
#include <limits>
#include <utility>

namespace farsan::transport {

namespace {

enum class Shared : std::uint8_t { None, Same, New };

template <class To>
void put_clock(To& writer, const model::Clock& clock) {
  writer.put_all(std::span(clock.first_units()));
  writer.put_all(std::span(clock.other_units()));
}

model::Ref<const model::Clock> get_clock(Reader& reader) {
  auto first_units = reader.get_all<model::Epoch>();
  auto others = reader.get_all<model::Point>();
  return model::make_ref<const model::Clock>(std::move(first_units), std::move(others));
}

void put_circumstances(Writer& writer, const model::Circumstances& with) {
  writer.put(with.scope);
  put_bound(writer, with.fences);
  writer.put(with.mutexes != nullptr);
  if (with.mutexes) writer.put_all(*with.mutexes);
  writer.put(with.gate != nullptr);
  if (with.gate) put_clock(writer, *with.gate);
  writer.put(with.atomicity.has_value());
  if (with.atomicity) writer.put(*with.atomicity);
}

model::Ref<const model::Circumstances> get_circumstances(Reader& reader) {
  auto with = model::make_ref<model::Circumstances>();
  with->scope = reader.get<model::ScopeId>();
  with->fences = get_bound(reader);
  if (reader.get<bool>())
    with->mutexes = model::make_ref<std::vector<model::MutexId>>(reader.get_all<model::MutexId>());
  if (reader.get<bool>()) with->gate = get_clock(reader);
  if (reader.get<bool>()) with->atomicity = reader.get<model::Atomicity>();
  return with;
}

template <class To>
void put_snapshot(To& writer, Remembered& remembered, const model::Snapshot& snapshot) {
  writer.put(snapshot.own());
  const model::Ref<const model::Clock>& clock = snapshot.shared();
  Shared how = Shared::None;
  if (clock) how = remembered.was_sent(clock) ? Shared::Same : Shared::New;
  writer.put(how);
  if (how != Shared::New) return;
  put_clock(writer, *clock);
  remembered.remember(clock);
}

/// Seven bits a byte, low ones first.
void put_number(Writer& writer, std::uint64_t number) {
  std::array<std::uint8_t, 10> bytes{};
  std::size_t size = 0;
  for (; number >= 0x80; number >>= 7) bytes[size++] = static_cast<std::uint8_t>(number | 0x80);
  bytes[size++] = static_cast<std::uint8_t>(number);
  writer.put_bytes({bytes.data(), size});
}

std::uint64_t get_number(Reader& reader) {
  std::uint64_t number = 0;
  for (int shift = 0;; shift += 7) {
    const auto byte = reader.get<std::uint8_t>();
    number |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return number;
  }
}

/// Beside their number: many small blocks, as their distances. (A batch of updates: three bytes each instead of 32.)
constexpr std::uint64_t kByDistance = std::uint64_t{1} << 63;
constexpr std::size_t kMany = 4;

void put_ranges(Writer& writer, const model::ByteRanges& ranges) {
  const auto stripes = ranges.stripes();
  const bool doubles = ranges.bounds().end >> 62 == 0;  // addresses with a tag on top may not
  if (stripes.size() < kMany || !ranges.flat() || !doubles) return writer.put_all(stripes);
  writer.put(kByDistance | stripes.size());
  model::Address end = 0;
  std::uint64_t block = 0;
  for (const model::Stripe& stripe : stripes) {
    const bool other = stripe.block != std::exchange(block, stripe.block);
    put_number(writer, (stripe.first - end) * 2 + (other ? 1 : 0));
    if (other) put_number(writer, block);
    end = stripe.first + block;
  }
}

model::ByteRanges get_ranges(Reader& reader) {
  const auto count = reader.peek<std::uint64_t>();
  if ((count & kByDistance) == 0 && count != 1) return model::ByteRanges(reader.get_all<model::Stripe>());
  (void)reader.get<std::uint64_t>();
  if (count == 1) return model::ByteRanges::of(reader.get<model::Stripe>());
  std::vector<model::Stripe> stripes(count & ~kByDistance);
  model::Address end = 0;
  std::uint64_t block = 0;
  for (model::Stripe& stripe : stripes) {
    const std::uint64_t number = get_number(reader);
    if (number % 2 != 0) block = get_number(reader);
    stripe = {end + number / 2, block, block, 1};
    end = stripe.first + block;
  }
  return model::ByteRanges(std::move(stripes));
}

void put_access(Writer& writer, Remembered& remembered, const model::OperationAccess& access) {
  writer.put(access.kind);
  writer.put(access.part);
  writer.put(access.site);
  writer.put(access.operation);
  put_snapshot(writer, remembered, access.issue);
  writer.put(static_cast<std::uint64_t>(access.completions.count()));
  access.completions.for_each([&](model::Point point) { writer.put(point); });
  const std::uint8_t place = remembered.place_of(access.with);
  writer.put(place);
  if (place == remembered.circumstances.size()) {
    put_circumstances(writer, *access.with);
    remembered.remember(access.with);
  }
  put_ranges(writer, access.ranges);
}

model::OperationAccess get_access(Reader& reader, Remembered& remembered) {
  model::OperationAccess access;
  access.kind = reader.get<model::AccessKind>();
  access.part = reader.get<model::Part>();
  access.site = reader.get<model::SiteId>();
  access.operation = reader.get<model::OperationId>();
  access.issue = get_snapshot(reader, remembered);
  for (auto left = reader.get<std::uint64_t>(); left > 0; --left) access.completions.add(reader.get<model::Point>());
  const auto place = reader.get<std::uint8_t>();
  if (place == remembered.circumstances.size()) remembered.remember(get_circumstances(reader));
  access.with = remembered.circumstances[place == remembered.circumstances.size() ? remembered.newest : place];
  access.ranges = get_ranges(reader);
  return access;
}

/// The first of engine::Message's alternatives.
constexpr std::uint8_t kRecord = 0;
static_assert(std::is_same_v<std::variant_alternative_t<kRecord, engine::Message>, engine::Record>);

/// A record of one piece of memory by a first unit, not complete or completed by that unit soon: with the head of its record in the
/// channel, and one entry of a clock, a line of memory.
struct Plain {
  static constexpr std::uint8_t kPlace = 3;  ///< of its circumstances
  static constexpr std::uint8_t kSettled = 4;
  static constexpr std::uint8_t kListens = 8;
  static constexpr std::uint8_t kVaries = 64;  ///< a Variation follows, and they are remembered in that place
  std::uint8_t type = 0;
  model::AccessKind kind = model::AccessKind::RemoteWrite;
  model::Part part = model::Part::Remote;
  std::uint8_t bits = 0;  ///< those above, and Difference's
  std::uint32_t site = 0;
  std::uint64_t operation = 0;
  model::Epoch epoch = 0;
  model::Address first = 0;
  std::uint32_t size = 0;
  std::uint8_t over_after = 0;  ///< epochs; 0: it is not complete
  std::uint8_t silent_for = 0;
  std::uint16_t process = 0;
};
static_assert(sizeof(Plain) == 40 && std::tuple_size_v<decltype(Remembered::circumstances)> == Plain::kPlace + 1);
constexpr std::uint8_t kPlain = std::variant_size_v<engine::Message>;
template <class Number>
constexpr std::uint64_t kMost = std::numeric_limits<Number>::max();

/// What in the circumstances of a record those do not say, if that can be said by a Variation.
std::optional<Variation> variation(const engine::PlainRecord& record, const model::Circumstances& from) {
  const model::Circumstances& with = *record.with;
  if (with.scope != from.scope || with.atomicity != from.atomicity || with.mutexes || from.mutexes) return std::nullopt;
  Variation own;
  if (with.fences) {
    if (with.fences->size() != 1 || with.fences->front().unit != record.issue.own().unit) return std::nullopt;
    own.fence = with.fences->front().epoch;
  }
  if (with.gate) {
    if (!with.gate->other_units().empty()) return std::nullopt;
    const std::vector<model::Epoch>& entries = with.gate->first_units();
    for (std::uint32_t process = 0; process < entries.size(); ++process) {
      if (entries[process] <= record.issue.at({model::ProcessId{process}, 0})) continue;
      if (own.gate != 0) return std::nullopt;
      own.gate = entries[process];
      own.gate_of = process;
    }
  }
  return own;
}

model::Ref<const model::Circumstances> varied(const model::Circumstances& from, const Variation& own,
                                              model::UnitId unit) {
  auto with = model::make_ref<model::Circumstances>();
  with->scope = from.scope;
  with->atomicity = from.atomicity;
  if (own.fence != 0)
    with->fences = model::make_ref<const std::vector<model::Point>>(std::vector<model::Point>{{unit, own.fence}});
  if (own.gate != 0) {
    auto gate = model::make_ref<model::Clock>(static_cast<std::uint32_t>(own.gate_of) + 1);
    gate->raise({{model::ProcessId{static_cast<std::uint32_t>(own.gate_of)}, 0}, own.gate});
    with->gate = std::move(gate);
  }
  return with;
}

/// How a clock differs from the one that was sent before it.
struct Difference {
  enum class How : std::uint8_t { None, One, All };
  static constexpr std::uint8_t kOne = 16;
  static constexpr std::uint8_t kAll = 32;

  Difference(const model::Ref<const model::Clock>& before, const model::Ref<const model::Clock>& now) {
    if (before == now) return;
    how = How::All;
    if (!before || !before->other_units().empty() || before->processes() != now->processes()) return;
    std::uint32_t differ = 0;
    for (std::uint32_t i = 0; i < now->processes(); ++i) {
      const model::Epoch was = before->first_units()[i];
      const model::Epoch is = now->first_units()[i];
      if (was == is) continue;
      // An entry is sent to raise the one that is there.
      differ += is > was ? 1 : 2;
      at = static_cast<std::uint8_t>(i);
    }
    if (differ <= 1) how = differ == 1 ? How::One : How::None;
  }
  [[nodiscard]] std::uint8_t bits() const {
    if (how == How::None) return 0;
    return how == How::One ? kOne : kAll;
  }

  How how = How::None;
  std::uint8_t at = 0;
};

/// The order of engine::Message's alternatives is what travels.
struct Put {
  Writer& writer;
  Remembered& remembered;
  void operator()(const engine::Record& m) const {
    put_access(writer, remembered, m.access);
    writer.put(m.settled);
    writer.put(m.listens);
    writer.put(m.silent_for);
  }
  void operator()(const engine::FlushNotice& m) const {
    writer.put(m.kind);
    writer.put(m.scope.has_value());
    writer.put(m.scope.value_or(model::ScopeId{}));
    writer.put(m.at);
    writer.put_all(m.before);
  }
  void operator()(const engine::Completed& m) const { writer.put(m); }
  void operator()(const engine::Landed& m) const { writer.put(m); }
  void operator()(const engine::Unprotected& m) const { writer.put(m); }
  void operator()(const engine::Settled& m) const { writer.put(m); }
};

engine::Record get_record(Reader& reader, Remembered& remembered) {
  engine::Record record;
  record.access = get_access(reader, remembered);
  record.settled = reader.get<bool>();
  record.listens = reader.get<bool>();
  record.silent_for = reader.get<std::uint8_t>();
  return record;
}

engine::FlushNotice get_flush_notice(Reader& reader) {
  engine::FlushNotice notice;
  notice.kind = reader.get<model::CompletionKind>();
  const bool scoped = reader.get<bool>();
  const auto scope = reader.get<model::ScopeId>();
  if (scoped) notice.scope = scope;
  notice.at = reader.get<model::Point>();
  notice.before = reader.get_all<model::Point>();
  return notice;
}

}  // namespace

void get_entries(Reader& reader, LastTold& told, std::uint32_t entries) {
  if (!told.clock)
    told.clock = model::make_ref<model::Clock>();
  else if (entries > 0 && told.clock.use_count() > 1)
    told.clock = model::make_ref<model::Clock>(*told.clock);
  for (std::uint32_t i = 0; i < entries; ++i) told.clock->raise(reader.get<model::Point>());
}

model::Snapshot get_snapshot(Reader& reader, Remembered& remembered) {
  const auto own = reader.get<model::Point>();
  switch (reader.get<Shared>()) {
    case Shared::None: return {nullptr, own};
    case Shared::Same: break;
    case Shared::New: remembered.clock = get_clock(reader); break;
  }
  return {remembered.clock, own};
}

void Remembered::remember(const model::Ref<const model::Clock>& sent) {
  if (!is_small(*sent)) {
    copy_ = nullptr;
    clock = sent;
  } else if (copy_) {
    *copy_ = *sent;
  } else {
    copy_ = model::make_ref<model::Clock>(*sent);
    clock = copy_;
  }
}

model::FenceBound get_bound(Reader& reader) {
  if (!reader.get<bool>()) return nullptr;
  return model::make_ref<const std::vector<model::Point>>(reader.get_all<model::Point>());
}

void put_message(Writer& writer, Remembered& remembered, const engine::Message& message) {
  writer.put(static_cast<std::uint8_t>(message.index()));
  std::visit(Put{writer, remembered}, message);
}

std::optional<PlaceOfPlain> place_of_plain(const Remembered& remembered, const engine::PlainRecord& record) {
  const model::Ref<const model::Clock>& clock = record.issue.shared();
  const model::Point issued = record.issue.own();
  if (!clock || (!Remembered::is_small(*clock) && clock != remembered.clock)) return std::nullopt;
  if (record.bytes.size() > kMost<decltype(Plain::size)>) return std::nullopt;
  if (issued.unit.index != 0 || issued.unit.process.value > kMost<decltype(Plain::process)>) return std::nullopt;
  const bool is_over_soon =
      record.completion > issued.epoch && record.completion - issued.epoch <= kMost<decltype(Plain::over_after)>;
  if (record.completion != 0 && !is_over_soon) return std::nullopt;
  const std::uint8_t place = remembered.place_of(record.with);
  if (place < remembered.circumstances.size()) return PlaceOfPlain{place, std::nullopt};
  for (std::size_t near = 0; near < remembered.circumstances.size(); ++near) {
    if (!remembered.circumstances[near]) continue;
    if (auto own = variation(record, *remembered.circumstances[near]))
      return PlaceOfPlain{static_cast<std::uint8_t>(near), own};
  }
  return std::nullopt;
}

void put_plain(PlacedWriter& writer, Remembered& remembered, const engine::PlainRecord& record,
               const PlaceOfPlain& place) {
  const model::Point issued = record.issue.own();
  const model::Ref<const model::Clock>& clock = record.issue.shared();
  const Difference difference(remembered.clock, clock);
  writer.put(Plain{kPlain, record.kind, record.part,
                   static_cast<std::uint8_t>(place.place | (record.settled ? Plain::kSettled : 0) |
                                             (record.listens ? Plain::kListens : 0) | difference.bits() |
                                             (place.variation ? Plain::kVaries : 0)),
                   record.site.value, record.operation.value, issued.epoch, record.bytes.begin,
                   static_cast<std::uint32_t>(record.bytes.size()),
                   static_cast<std::uint8_t>(record.completion != 0 ? record.completion - issued.epoch : 0),
                   record.silent_for, static_cast<std::uint16_t>(issued.unit.process.value)});
  if (place.variation) {
    writer.put(*place.variation);
    remembered.remember(record.with, place.place);
  }
  if (difference.how == Difference::How::None) return;
  if (difference.how == Difference::How::One) {
    const model::Epoch epoch = clock->first_units()[difference.at];
    remembered.remember(clock, {{model::ProcessId{difference.at}, 0}, epoch});
    writer.put(epoch);
    writer.put(difference.at);
  } else {
    remembered.remember(clock);
    put_clock(writer, *clock);
  }
}

void Remembered::raise(model::Point more) {
  if (spare_.use_count() == 1)
    *spare_ = *clock;
  else
    spare_ = model::make_ref<model::Clock>(*clock);
  spare_->raise(more);
  std::swap(spare_, copy_);
  clock = copy_;
}

namespace {

/// Calls `take(const PlainRecord&)`.
template <class Take>
void read_plain(Reader& reader, Remembered& remembered, Take&& take) {
  const auto plain = reader.get<Plain>();
  const model::UnitId unit{model::ProcessId{plain.process}, 0};
  const std::uint8_t place = plain.bits & Plain::kPlace;
  if ((plain.bits & Plain::kVaries) != 0)
    remembered.remember(varied(*remembered.circumstances[place], reader.get<Variation>(), unit), place);
  if ((plain.bits & Difference::kOne) != 0) {
    const auto epoch = reader.get<model::Epoch>();
    remembered.raise({{model::ProcessId{reader.get<std::uint8_t>()}, 0}, epoch});
  } else if ((plain.bits & Difference::kAll) != 0) {
    remembered.clock = get_clock(reader);
  }
  const model::Snapshot issue{remembered.clock, {unit, plain.epoch}};
  take(engine::PlainRecord{plain.kind,
                           plain.part,
                           {plain.site},
                           {plain.operation},
                           issue,
                           plain.over_after != 0 ? plain.epoch + plain.over_after : 0,
                           remembered.circumstances[place],
                           {plain.first, plain.first + plain.size},
                           (plain.bits & Plain::kSettled) != 0,
                           (plain.bits & Plain::kListens) != 0,
                           plain.silent_for});
}

// It begins with the same byte as other messages, as a part of what it is.
bool is_plain(const Reader& reader) { return reader.peek<std::uint8_t>() == kPlain; }

}  // namespace

void hand_over_message(Reader& reader, Remembered& remembered, model::ProcessId from, engine::Receiver& receiver) {
  if (!is_plain(reader)) return receiver.receive(from, get_message(reader, remembered));
  read_plain(reader, remembered, [&](const engine::PlainRecord& record) { receiver.receive_plain(from, record); });
}

engine::Message get_message(Reader& reader, Remembered& remembered) {
  if (is_plain(reader)) {
    engine::Message message;
    read_plain(reader, remembered, [&](const engine::PlainRecord& record) { message = engine::whole(record); });
    return message;
  }
  switch (reader.get<std::uint8_t>()) {
    case kRecord: return get_record(reader, remembered);
    case 1: return get_flush_notice(reader);
    case 2: return reader.get<engine::Completed>();
    case 3: return reader.get<engine::Landed>();
    case 4: return reader.get<engine::Unprotected>();
    default: return reader.get<engine::Settled>();
  }
}

}  // namespace farsan::transport
