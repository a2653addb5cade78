// What a cell says: a verb and its arguments become one or more events.
#include <algorithm>
#include <limits>

#include "sim/script_parser.h"

namespace farsan::sim::detail {
namespace {

/// Words that introduce something, and so name nothing: `in as int32` is a scope forgotten, not a scope called `as`.
const std::set<std::string, std::less<>> kReserved = {
    "in",   "to",   "of",     "as",   "op",    "domain", "admits",  "ordered", "gate",   "carrying",  "into",
    "from", "root", "silent", "deaf", "waits", "value",  "nothing", "nobody",  "shared", "exclusive", "by"};

bool is_atomic(model::OperationKind kind) {
  return kind == model::OperationKind::Update || kind == model::OperationKind::FetchUpdate ||
         kind == model::OperationKind::Fetch;
}

bool is_two_sided(model::OperationKind kind) {
  return kind == model::OperationKind::Send || kind == model::OperationKind::Receive;
}

/// What a map by names knows.
template <typename Map>
std::vector<std::string> names_in(const Map& map) {
  std::vector<std::string> names;
  names.reserve(map.size());
  for (const auto& [name, value] : map) names.push_back(name);
  return names;
}

}  // namespace

void Parser::emit(model::Action action) {
  script_.execution.events.push_back({cell_.unit, cell_.site, std::move(action)});
  script_.positions.push_back({line_, cell_.column});
  script_.labels.emplace_back();
}

const std::map<std::string_view, Parser::Production>& Parser::productions() {
  using Name = const std::optional<Token>&;
  using Verb = std::string_view;
  using Access = model::AccessKind;
  using Kind = model::OperationKind;
  using Group = model::CollectiveKind;
  constexpr Production flushes = [](Parser& p, Cursor& c, Name, Verb verb) { p.flush(c, verb); };
  static const std::map<std::string_view, Production> table = {
      {"load", [](Parser& p, Cursor& c, Name, Verb) { p.touch(c, Access::Load); }},
      {"store", [](Parser& p, Cursor& c, Name, Verb) { p.touch(c, Access::Store); }},
      {"put", [](Parser& p, Cursor& c, Name name, Verb) { p.operation(c, Kind::Put, name); }},
      {"get", [](Parser& p, Cursor& c, Name name, Verb) { p.operation(c, Kind::Get, name); }},
      {"update", [](Parser& p, Cursor& c, Name name, Verb) { p.operation(c, Kind::Update, name); }},
      {"fetch_update", [](Parser& p, Cursor& c, Name name, Verb) { p.operation(c, Kind::FetchUpdate, name); }},
      {"fetch", [](Parser& p, Cursor& c, Name name, Verb) { p.operation(c, Kind::Fetch, name); }},
      {"send", [](Parser& p, Cursor& c, Name name, Verb) { p.operation(c, Kind::Send, name); }},
      {"receive", [](Parser& p, Cursor& c, Name name, Verb) { p.operation(c, Kind::Receive, name); }},
      {"flush", flushes},
      {"local_flush", flushes},
      {"remote_flush", flushes},
      {"collective_flush", flushes},
      {"complete", [](Parser& p, Cursor& c, Name, Verb) { p.complete(c, model::CompletionKind::LocalComplete); }},
      {"finish", [](Parser& p, Cursor& c, Name, Verb) { p.complete(c, model::CompletionKind::FullComplete); }},
      {"fence", [](Parser& p, Cursor& c, Name, Verb) { p.fence(c); }},
      {"signal", [](Parser& p, Cursor& c, Name, Verb) { p.emit(model::Signal{{p.name(c, NameKind::Token)}}); }},
      {"wait", [](Parser& p, Cursor& c, Name, Verb) { p.emit(model::Wait{p.tokens(c)}); }},
      {"target_wait", [](Parser& p, Cursor& c, Name, Verb) { p.emit(model::TargetWait{p.tokens(c)}); }},
      {"notify", [](Parser& p, Cursor& c, Name, Verb) { p.notify(c); }},
      {"all_to_all", [](Parser& p, Cursor& c, Name, Verb) { p.row_collective(c, Group::AllToAll); }},
      {"one_to_all", [](Parser& p, Cursor& c, Name, Verb) { p.row_collective(c, Group::OneToAll); }},
      {"all_to_one", [](Parser& p, Cursor& c, Name, Verb) { p.row_collective(c, Group::AllToOne); }},
      {"scan", [](Parser& p, Cursor& c, Name, Verb) { p.row_collective(c, Group::Scan); }},
      {"enter", [](Parser& p, Cursor& c, Name, Verb) { p.split_collective(c, true); }},
      {"leave", [](Parser& p, Cursor& c, Name, Verb) { p.split_collective(c, false); }},
      {"lock", [](Parser& p, Cursor& c, Name, Verb) { p.lock(c); }},
      {"acquired", [](Parser& p, Cursor& c, Name, Verb) { p.acquired(c); }},
      {"opened", [](Parser& p, Cursor& c, Name, Verb) { p.opened(c); }},
      {"unlock", [](Parser& p, Cursor& c, Name, Verb) { p.unlock(c); }},
      {"fork", [](Parser& p, Cursor& c, Name, Verb) { p.unit_event(c, true); }},
      {"join", [](Parser& p, Cursor& c, Name, Verb) { p.unit_event(c, false); }},
      {"acquire", [](Parser& p, Cursor& c, Name, Verb) { p.emit(model::Acquire{{p.name(c, NameKind::Mutex)}}); }},
      {"release", [](Parser& p, Cursor& c, Name, Verb) { p.emit(model::Release{{p.name(c, NameKind::Mutex)}}); }},
  };
  return table;
}

void Parser::action(Cursor& cursor) {
  if (script_.execution.events.size() > limits_.events) return cursor.fail(cell_.column, "too many events");
  const std::size_t first_event = script_.execution.events.size();
  const Token start = cursor.peek();
  cell_.column = start.column;

  std::optional<Token> name;
  if (cursor.peek().kind == TokenKind::Word && cursor.sees("=", 1)) {
    name = cursor.next();
    cursor.next();
  }
  const Token verb = cursor.peek();
  if (verb.kind != TokenKind::Word) return cursor.fail_expected("a verb, like 'load' or 'put'");
  cursor.next();

  const auto production = productions().find(verb.text);
  if (production == productions().end()) {
    std::vector<std::string> known;
    for (const auto& [word, ignored] : productions()) known.emplace_back(word);
    return cursor.fail(verb.column, "'" + shown(verb.text) + "' is no verb" + suggestion(verb.text, known));
  }
  const std::uint64_t issued = issued_;
  production->second(*this, cursor, name, verb.text);
  if (name && issued == issued_) cursor.fail(name->column, "only operations have names");
  if (cursor.failure()) return;

  const std::string_view label = source(line_).substr(start.column - 1, cursor.previous().end - start.column);
  for (std::size_t e = first_event; e < script_.labels.size(); ++e) script_.labels[e] = label;
  if (cell_.collective && !row_collectives_.empty()) {
    for (RowCollective& row : row_collectives_)
      if (!row.labels.empty() && row.labels.back().empty()) row.labels.back() = label;
  }
}

// --- Accesses -------------------------------------------------------------------------------------------------------

void Parser::touch(Cursor& cursor, model::AccessKind kind) {
  model::Touch touch{kind, cell_.unit.process, ranges(cursor)};
  if (cursor.accept("of")) touch.owner = process(cursor);
  if (cursor.accept("as")) {
    atomicity_type(cursor, touch.atomicity.emplace());
    if (cursor.accept("domain")) touch.atomicity->domain = {name(cursor, NameKind::Domain)};
  }
  emit(std::move(touch));
}

void Parser::operation(Cursor& cursor, model::OperationKind kind, std::optional<Token> name) {
  model::OperationId id{issued_++};
  if (name) {
    if (const auto said = number_in(NameKind::Operation, name->text)) id.value = *said;
    const auto [entry, is_new] = operations_.try_emplace(name->text, OperationName{id, line_});
    if (!is_new) {
      return cursor.fail(name->column, "'" + shown(name->text) + "' names the operation of line " +
                                           std::to_string(entry->second.line) + " already");
    }
  }
  model::Operation op;
  op.kind = kind;
  model::ByteRanges local = ranges(cursor);
  // Data moves along the arrow: towards the target unless the origin only receives.
  const bool receives = model::has_part(kind, model::Part::Result) && !model::has_part(kind, model::Part::Source);
  (receives ? op.result : op.source) = std::move(local);
  if (is_two_sided(kind)) {
    if (!cursor.expect(receives ? "from" : "to", "and a process")) return;
    op.target = process(cursor);
  } else {
    if (!cursor.expect(receives ? "<-" : "->", "and the memory of a process, 'P1 x[0..4)'")) return;
    op.target = process(cursor);
    op.remote = ranges(cursor);
  }
  operation_clauses(cursor, op);
  if (!cursor.failure()) emit(model::Issue{id, std::move(op)});
}

void Parser::operation_clauses(Cursor& cursor, model::Operation& op) {
  std::set<std::string> seen;
  model::Atomicity atomicity;
  const bool atomic = is_atomic(op.kind);
  const bool reduces = atomic && op.kind != model::OperationKind::Fetch;
  const bool returns = op.kind == model::OperationKind::FetchUpdate;
  std::vector<std::string> known = {"in", "gate"};
  if (atomic) known.insert(known.end(), {"as", "domain", "admits", "ordered"});
  if (reduces) known.emplace_back("op");
  if (returns) known.emplace_back("into");

  while (cursor.peek().kind == TokenKind::Word) {
    const Token clause = cursor.next();
    if (std::find(known.begin(), known.end(), clause.text) == known.end()) {
      std::string list;
      for (const std::string& k : known) list += (list.empty() ? "'" : ", '") + k + "'";
      return cursor.fail(clause.column, "'" + shown(clause.text) + "' does not belong to a " +
                                            std::string(verb(op.kind)) + ", which knows " + list +
                                            suggestion(clause.text, known));
    }
    if (!seen.insert(clause.text).second) return cursor.fail(clause.column, "'" + clause.text + "' stands here twice");
    if (clause.text == "in") {
      op.scope = {name(cursor, NameKind::Scope)};
    } else if (clause.text == "gate") {
      op.gate = model::LockId{name(cursor, NameKind::Lock)};
    } else if (clause.text == "into") {
      op.result = ranges(cursor);
    } else if (clause.text == "as") {
      atomicity_type(cursor, atomicity);
    } else if (clause.text == "domain") {
      atomicity.domain = {name(cursor, NameKind::Domain)};
    } else if (clause.text == "ordered") {
      atomic_orders(cursor, atomicity.orders);
    } else if (clause.text == "op") {
      const Token word = cursor.peek();
      const auto* const predefined = std::find(kReductions.begin(), kReductions.end(), word.text);
      if (word.kind == TokenKind::Word && predefined != kReductions.end()) {
        cursor.next();
        atomicity.operation = static_cast<std::uint32_t>(predefined - kReductions.begin());
      } else {
        atomicity.operation = name(cursor, NameKind::Reduction);
      }
    } else if (cursor.accept("any")) {
      atomicity.admission = model::Admission::AnyOperation;
    } else if (cursor.accept("same")) {
      atomicity.admission = model::Admission::SameOperation;
    } else if (cursor.accept("same_or_none")) {
      atomicity.admission = model::Admission::SameOrNone;
    } else {
      cursor.fail_expected("'any', 'same' or 'same_or_none' after 'admits'");
    }
  }
  if (cursor.failure()) return;
  if (!seen.contains("in")) {
    if (!is_two_sided(op.kind)) return cursor.fail_expected("'in' and the scope of the operation");
    op.scope = {numbering(NameKind::Scope).of(NameKind::Scope, "p2p")};
  }
  if (returns && !seen.contains("into")) return cursor.fail_expected("'into' and where the old value goes");
  if (atomic && !seen.contains("as")) return cursor.fail_expected("'as' and a type: atomics have one");
  if (reduces && !seen.contains("op")) return cursor.fail_expected("'op' and a reduction, like 'sum'");
  if (atomic) op.atomicity = atomicity;
}

/// All of them, unless some are named.
void Parser::atomic_orders(Cursor& cursor, model::AtomicOrders& orders) {
  for (bool more = true; more;) {
    more = false;
    for (const auto& [word, order] : kAtomicOrders) {
      if (!cursor.accept(word)) continue;
      orders.*order = more = true;
    }
  }
  if (!orders.any()) orders = model::AtomicOrders::all();
}

void Parser::atomicity_type(Cursor& cursor, model::Atomicity& atomicity) {
  const Token type = cursor.peek();
  if (type.kind != TokenKind::Word) return cursor.fail_expected("a type, like 'int32'");
  cursor.next();
  std::optional<std::uint32_t> size;
  std::vector<std::string> known;
  const auto* const predefined =
      std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& t) { return t.name == type.text; });
  const auto& named = numbering(NameKind::Type).names();
  if (predefined != kTypes.end()) {
    atomicity.type = {static_cast<std::uint32_t>(predefined - kTypes.begin())};
    size = predefined->size;
  } else if (const auto said = number_in(NameKind::Type, type.text)) {
    atomicity.type = {static_cast<std::uint32_t>(*said)};
    if (*said < kTypes.size()) size = kTypes[*said].size;
  } else if (const auto found = named.find(type.text); found != named.end()) {
    atomicity.type = {found->second};
  } else {
    for (const auto& t : kTypes) known.emplace_back(t.name);
    for (const auto& [n, number] : named) known.push_back(n);
    return cursor.fail(type.column, "there is no type '" + shown(type.text) + "'" + suggestion(type.text, known));
  }
  if (const auto declared = type_sizes_.find(atomicity.type.value); declared != type_sizes_.end())
    size = declared->second;
  if (cursor.accept(":")) {
    const std::uint32_t column = cursor.peek().column;
    const std::uint64_t given = number(cursor, "the size of an element");
    if (!cursor.failure() && (given == 0 || given > std::numeric_limits<std::uint32_t>::max())) {
      return cursor.fail(column, "a type has between 1 and 2^32-1 bytes");
    }
    size = static_cast<std::uint32_t>(given);
  }
  if (!size)
    return cursor.fail(type.column, "the size of '" + type.text + "' is not known: write '" + type.text + ":4'");
  atomicity.size = *size;
}

// --- Completion -----------------------------------------------------------------------------------------------------

void Parser::flush(Cursor& cursor, std::string_view verb) {
  model::Flush flush;
  bool has_scope = false;
  bool has_group = false;
  while (cursor.peek().kind == TokenKind::Word) {
    if (!has_scope && cursor.accept("in")) {
      has_scope = true;
      flush.scope = model::ScopeId{name(cursor, NameKind::Scope)};
    } else if (!has_group && cursor.accept("to")) {
      has_group = true;
      flush.targets = group(cursor);
    } else {
      return cursor.fail_expected("'in' and a scope, or 'to' and processes");
    }
  }
  const auto add = [&](model::CompletionKind kind) {
    flush.kind = kind;
    emit(flush);
  };
  if (verb == "collective_flush") return add(model::CompletionKind::CollectiveFlush);
  if (verb != "remote_flush") add(model::CompletionKind::LocalFlush);
  if (verb != "local_flush") add(model::CompletionKind::RemoteFlush);
}

void Parser::complete(Cursor& cursor, model::CompletionKind kind) {
  if (const auto id = operation_name(cursor)) emit(model::Complete{*id, kind});
}

void Parser::fence(Cursor& cursor) {
  if (!cursor.expect("in", "and a scope")) return;
  model::Fence fence{{name(cursor, NameKind::Scope)}, {}};
  if (cursor.accept("to")) fence.targets = group(cursor);
  emit(std::move(fence));
}

std::optional<model::OperationId> Parser::operation_name(Cursor& cursor) {
  const Token name = cursor.peek();
  if (name.kind != TokenKind::Word) {
    cursor.fail_expected("the name of an operation");
    return std::nullopt;
  }
  cursor.next();
  const auto found = operations_.find(name.text);
  if (found != operations_.end()) return found->second.id;
  cursor.fail(name.column,
              "no operation above is called '" + shown(name.text) + "'" + suggestion(name.text, names_in(operations_)));
  return std::nullopt;
}

// --- Signals, collectives, locks, units -----------------------------------------------------------------------------

void Parser::notify(Cursor& cursor) {
  model::Notify notify;
  notify.token = {name(cursor, NameKind::Token)};
  if (!cursor.expect("->", "and the process to notify")) return;
  notify.target = process(cursor);
  if (!cursor.expect("in", "and a scope")) return;
  notify.scope = {name(cursor, NameKind::Scope)};
  if (cursor.accept("carrying")) notify.carried = operation_name(cursor);
  emit(notify);
}

void Parser::row_collective(Cursor& cursor, model::CollectiveKind kind) {
  const std::uint32_t column = cursor.previous().column;
  std::optional<model::ProcessId> root;
  if (kind == model::CollectiveKind::OneToAll || kind == model::CollectiveKind::AllToOne) root = process(cursor);
  model::Member member;
  std::string name;
  while (cursor.peek().kind == TokenKind::Word) {
    if (cursor.accept("silent")) {
      member.contributes = false;
    } else if (cursor.accept("deaf")) {
      member.receives = false;
    } else if (name.empty() && !kReserved.contains(cursor.peek().text)) {
      name = cursor.next().text;
    } else {
      cursor.fail_expected("'silent', 'deaf' or the end of the cell");
    }
  }
  if (cursor.failure()) return;
  cell_.collective = true;

  auto row =
      std::find_if(row_collectives_.begin(), row_collectives_.end(), [&](const auto& r) { return r.name == name; });
  if (row == row_collectives_.end()) {
    Numbering& numbers = numbering(NameKind::Collective);
    const std::uint32_t id = name.empty() ? numbers.fresh() : numbers.of(NameKind::Collective, name);
    if (collectives_.contains(id)) return cursor.fail(column, "there was a collective '" + shown(name) + "' already");
    CollectiveEntry& entry = collectives_[id];
    entry.declared = {line_, column};
    entry.collective.kind = kind;
    entry.root = root;
    row_collectives_.push_back({id, name, {}, {}, {}});
    row = row_collectives_.end() - 1;
  }
  CollectiveEntry& entry = collectives_[row->id];
  if (entry.collective.kind != kind || entry.root != root) {
    return cursor.fail(column, "the cells of a row take part in one collective; two in one row have names");
  }
  if (++members_ > kMaxAllMembers) return cursor.fail(column, "too many members of collectives");
  const auto place = static_cast<std::uint32_t>(entry.collective.members.size());
  entry.collective.members.push_back(member);
  emit(model::Enter{{row->id}, place});
  row->leaves.push_back({cell_.unit, cell_.site, model::Leave{{row->id}, place}});
  row->positions.push_back({line_, cell_.column});
  row->labels.emplace_back();
}

void Parser::split_collective(Cursor& cursor, bool enters) {
  const Token name = cursor.peek();
  const std::uint32_t id = this->name(cursor, NameKind::Collective);
  if (cursor.failure()) return;
  const auto found = collectives_.find(id);
  if (found == collectives_.end()) {
    std::vector<std::string> known;
    for (const auto& [n, number] : numbering(NameKind::Collective).names())
      if (number != id) known.push_back(n);
    return cursor.fail(
        name.column, "no line 'collective " + shown(name.text) + " ...' declares this" + suggestion(name.text, known));
  }
  CollectiveEntry& entry = found->second;
  const auto known_place = entry.places.find(cell_.unit);
  std::uint32_t place = enters ? entry.entered : 0;
  if (!enters && known_place != entry.places.end()) place = known_place->second;
  if (cursor.accept(".")) {
    const std::uint32_t column = cursor.peek().column;
    const std::uint64_t given = number(cursor, "a member's place");
    if (!cursor.failure() && given >= entry.collective.members.size()) {
      return cursor.fail(column, "'" + shown(name.text) + "' has " + std::to_string(entry.collective.members.size()) +
                                     " members, counted from 0");
    }
    place = static_cast<std::uint32_t>(given);
  } else if (!enters && known_place == entry.places.end()) {
    return cursor.fail(name.column, "this thread leaves '" + shown(name.text) + "' without having entered it");
  }
  if (enters) {
    ++entry.entered;
    entry.places[cell_.unit] = place;
    emit(model::Enter{{id}, place});
  } else {
    emit(model::Leave{{id}, place});
  }
}

void Parser::lock(Cursor& cursor) {
  model::Lock lock;
  lock.id = {name(cursor, NameKind::Lock)};
  if (cursor.accept("shared")) {
    lock.mode = model::LockMode::Shared;
  } else if (!cursor.accept("exclusive")) {
    return cursor.fail_expected("'shared' or 'exclusive'");
  }
  emit(lock);
  const std::pair key{cell_.unit.process.value, lock.id.value};
  asked_.insert(key);
  if (cursor.accept("waits")) {
    emit(model::Acquired{lock.id});
    asked_.erase(key);
  }
}

void Parser::acquired(Cursor& cursor) {
  const model::LockId id{name(cursor, NameKind::Lock)};
  asked_.erase({cell_.unit.process.value, id.value});
  emit(model::Acquired{id});
}

void Parser::opened(Cursor& cursor) {
  const model::LockId id{name(cursor, NameKind::Lock)};
  if (!cursor.accept("by")) return cursor.fail_expected("'by' and the signals that opened it");
  asked_.erase({cell_.unit.process.value, id.value});
  emit(model::Opened{id, tokens(cursor)});
}

void Parser::unlock(Cursor& cursor) {
  const model::LockId id{name(cursor, NameKind::Lock)};
  if (!cursor.at_end() && !cursor.sees(";")) {
    // The lock is held when its operations are completed, whoever waits for it: so it is acquired first.
    if (asked_.erase({cell_.unit.process.value, id.value}) > 0) emit(model::Acquired{id});
    flush(cursor, "flush");
  }
  emit(model::Unlock{id});
}

void Parser::unit_event(Cursor& cursor, bool forks) {
  const auto child = number_after('t', cursor.peek().text);
  if (!child || cursor.peek().kind != TokenKind::Word) return cursor.fail_expected("a thread, like 't1'");
  if (*child > kMaxUnit) {
    return cursor.fail(cursor.peek().column, "there is no thread t" + std::to_string(*child) + ": t" +
                                                 std::to_string(kMaxUnit) + " is the last");
  }
  cursor.next();
  if (forks) {
    emit(model::Fork{*child});
  } else {
    emit(model::Join{*child});
  }
}

// --- Words ----------------------------------------------------------------------------------------------------------

std::uint32_t Parser::name(Cursor& cursor, NameKind kind) {
  const Token& token = cursor.peek();
  if (token.kind != TokenKind::Word || kReserved.contains(token.text)) {
    cursor.fail_expected("the name of " + std::string(what(kind)));
    return 0;
  }
  return numbering(kind).of(kind, cursor.next().text);
}

std::vector<model::TokenId> Parser::tokens(Cursor& cursor) {
  std::vector<model::TokenId> taken;
  if (cursor.accept("nothing")) return taken;
  do taken.push_back({name(cursor, NameKind::Token)});
  while (cursor.peek().kind == TokenKind::Word);
  return taken;
}

model::ProcessId Parser::process(Cursor& cursor) const {
  const Token& token = cursor.peek();
  const auto number = token.kind == TokenKind::Word ? number_after('P', token.text) : std::nullopt;
  if (!number) {
    cursor.fail_expected("a process, like 'P1'");
    return {};
  }
  if (*number >= script_.execution.processes) {
    cursor.fail(token.column, "there is no process " + shown(token.text) + ", only " +
                                  std::to_string(script_.execution.processes) + " of them");
  }
  cursor.next();
  return {*number};
}

model::Group Parser::group(Cursor& cursor) {
  if (cursor.accept("nobody")) return model::Group(std::vector<model::ProcessId>{});
  std::vector<model::ProcessId> members;
  do members.push_back(process(cursor));
  while (cursor.accept(","));
  return model::Group(std::move(members));
}

model::ByteRanges Parser::ranges(Cursor& cursor) {
  if (cursor.accept("value") || cursor.accept("nothing")) return {};
  std::vector<model::Stripe> stripes;
  do stripes.push_back(stripe(cursor));
  while (cursor.accept("+"));
  return cursor.failure() ? model::ByteRanges() : model::ByteRanges(std::move(stripes));
}

model::Stripe Parser::stripe(Cursor& cursor) {
  const Token start = cursor.peek();
  model::Interval whole{0, kMaxAddress};
  bool check = true;
  if (start.kind == TokenKind::Word || start.kind == TokenKind::Quoted) {
    const auto found = memory_.find(start.text);
    if (found == memory_.end()) {
      cursor.fail(start.column,
                  "there is no memory '" + shown(start.text) + "'" + suggestion(start.text, names_in(memory_)));
      return {};
    }
    cursor.next();
    whole = found->second.bytes;
    check = !found->second.broken;
    if (!cursor.sees("[")) return {whole.begin, whole.size(), whole.size(), 1};
  } else if (!cursor.sees("[")) {
    cursor.fail_expected("bytes of a memory, like 'x[0..4)'");
    return {};
  }
  cursor.next();
  const std::uint64_t from = number(cursor, "the first byte");
  cursor.expect("..", "between the first byte and the one after the last");
  const std::uint64_t to = number(cursor, "the byte after the last");
  if (cursor.sees("]")) cursor.fail(cursor.peek().column, "ranges are half-open: write [0..4), not [0..3]");
  cursor.expect(")", "at the end of the range");
  if (!cursor.failure() && from >= to)
    cursor.fail(start.column, "a range without bytes; an empty one is written 'nothing'");
  std::uint64_t count = 1;
  std::uint64_t stride = to - from;
  if (cursor.accept("*")) {
    count = number(cursor, "the number of blocks");
    cursor.expect("/", "and the stride from block to block");
    stride = number(cursor, "the stride from block to block");
    if (!cursor.failure() && (count == 0 || count > kMaxBlocks)) {
      cursor.fail(start.column, "a range has between 1 and " + std::to_string(kMaxBlocks) + " blocks");
    } else if (!cursor.failure() && (stride < to - from || stride > kMaxVariable)) {
      cursor.fail(start.column, "the stride is shorter than the block, or longer than any memory");
    }
  }
  if (cursor.failure()) return {};
  // No overflow: count and stride are bounded, and `to` is compared first.
  if (check && (to > whole.size() || to + (count - 1) * stride > whole.size())) {
    cursor.fail(start.column,
                start.kind == TokenKind::Symbol
                    ? "addresses end at 2^62"
                    : "'" + shown(start.text) + "' has " + std::to_string(whole.size()) + " bytes, this goes beyond");
    return {};
  }
  return {whole.begin + from, to - from, stride, count};
}

std::uint64_t Parser::number(Cursor& cursor, std::string_view wanted) {
  if (cursor.peek().kind != TokenKind::Number) {
    cursor.fail_expected(wanted);
    return 0;
  }
  return cursor.next().number;
}

}  // namespace farsan::sim::detail
