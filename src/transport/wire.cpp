#include "transport/wire.h"

namespace farsan::transport {

namespace {

enum class Shared : std::uint8_t { None, Same, New };

template <class T>
Shared shared_how(const model::Ref<const T>& last, const model::Ref<const T>& now) {
  if (!now) return Shared::None;
  return last == now ? Shared::Same : Shared::New;
}

void put_clock(Writer& writer, const model::Clock& clock) {
  writer.put_all(clock.first_units());
  writer.put_all(clock.other_units());
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

void put_access(Writer& writer, Remembered& remembered, const model::OperationAccess& access) {
  writer.put(access.kind);
  writer.put(access.part);
  writer.put(access.site);
  writer.put(access.operation);
  put_snapshot(writer, remembered, access.issue);
  writer.put(static_cast<std::uint64_t>(access.completions.count()));
  access.completions.for_each([&](model::Point point) { writer.put(point); });
  const Shared how = shared_how(remembered.circumstances, access.with);
  writer.put(how);
  if (how == Shared::New) {
    put_circumstances(writer, *access.with);
    remembered.circumstances = access.with;
  }
  writer.put_all(access.ranges.stripes());
}

model::OperationAccess get_access(Reader& reader, Remembered& remembered) {
  model::OperationAccess access;
  access.kind = reader.get<model::AccessKind>();
  access.part = reader.get<model::Part>();
  access.site = reader.get<model::SiteId>();
  access.operation = reader.get<model::OperationId>();
  access.issue = get_snapshot(reader, remembered);
  for (auto left = reader.get<std::uint64_t>(); left > 0; --left) access.completions.add(reader.get<model::Point>());
  if (reader.get<Shared>() == Shared::New) remembered.circumstances = get_circumstances(reader);
  access.with = remembered.circumstances;
  if (reader.peek<std::uint64_t>() == 1) {
    (void)reader.get<std::uint64_t>();
    access.ranges = model::ByteRanges::of(reader.get<model::Stripe>());
  } else {
    access.ranges = model::ByteRanges(reader.get_all<model::Stripe>());
  }
  return access;
}

/// The order of engine::Message's alternatives is what travels.
struct Put {
  Writer& writer;
  Remembered& remembered;
  void operator()(const engine::Record& m) const {
    put_access(writer, remembered, m.access);
    writer.put(m.settled);
    writer.put(m.listens);
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

void put_snapshot(Writer& writer, Remembered& remembered, const model::Snapshot& snapshot) {
  writer.put(snapshot.own());
  const Shared how = shared_how(remembered.clock, snapshot.shared());
  writer.put(how);
  if (how != Shared::New) return;
  put_clock(writer, *snapshot.shared());
  remembered.clock = snapshot.shared();
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

void put_bound(Writer& writer, const model::FenceBound& bound) {
  writer.put(bound != nullptr);
  if (bound) writer.put_all(*bound);
}

model::FenceBound get_bound(Reader& reader) {
  if (!reader.get<bool>()) return nullptr;
  return model::make_ref<const std::vector<model::Point>>(reader.get_all<model::Point>());
}

void put_message(Writer& writer, Remembered& remembered, const engine::Message& message) {
  writer.put(static_cast<std::uint8_t>(message.index()));
  std::visit(Put{writer, remembered}, message);
}

engine::Message get_message(Reader& reader, Remembered& remembered) {
  switch (reader.get<std::uint8_t>()) {
    case 0: return get_record(reader, remembered);
    case 1: return get_flush_notice(reader);
    case 2: return reader.get<engine::Completed>();
    case 3: return reader.get<engine::Landed>();
    case 4: return reader.get<engine::Unprotected>();
    default: return reader.get<engine::Settled>();
  }
}

}  // namespace farsan::transport
