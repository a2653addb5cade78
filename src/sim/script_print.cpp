// An execution as the text that `parse` reads back to the same execution.
#include <algorithm>
#include <optional>
#include <set>

#include "sim/script.h"
#include "sim/script_lexer.h"
#include "sim/script_names.h"

namespace farsan::sim {
namespace {

using namespace detail;
using namespace model;

/// Wider tables are harder to read than a list.
constexpr std::size_t kReadableColumns = 8;
constexpr std::size_t kReadableWidth = 160;
constexpr std::size_t kIndent = 4;  // per process in a list, so that its lanes can be seen

/// One row: the events, each with the column it stands in.
struct Row {
  struct Cell {
    std::size_t column = 0;
    std::size_t event = 0;
    std::string text;
  };
  std::vector<Cell> cells;
};

class Printer {
 public:
  Printer(const Execution& execution, const PrintOptions& options) : execution_(execution), options_(options) {}

  std::string run() {
    choose_columns();
    find_references();
    make_rows();
    write_text();
    add_tails();
    if (!listed_ && too_wide()) {
      listed_ = true;
      write_text();  // without the threads that stand in another's column
      add_tails();
    }

    std::string out = comment();
    declare_memory(out);
    declare_collectives(out);
    if (options_.expects_verdict && options_.expected.empty()) out += "expect no race\n";
    if (!out.empty()) out += '\n';
    return out + (listed_ ? list() : table());
  }

 private:
  using Dictionary = std::map<std::uint32_t, std::string>;

  // --- What goes where ---

  void choose_columns() {
    std::set<UnitId> units;
    for (std::uint32_t p = 0; p < execution_.processes && units.size() <= kMaxProcesses; ++p) units.insert({{p}, 0});
    listed_ = execution_.processes == 0 || execution_.processes > kReadableColumns;
    for (const Event& e : execution_.events) units.insert(e.unit);
    if (units.size() > kReadableColumns) std::erase_if(units, [](UnitId u) { return u.index != 0; });
    columns_.assign(units.begin(), units.end());
  }

  [[nodiscard]] std::size_t column(UnitId unit) const {
    auto at = std::lower_bound(columns_.begin(), columns_.end(), unit);
    if (at == columns_.end() || *at != unit)
      at = std::lower_bound(columns_.begin(), columns_.end(), UnitId{unit.process, 0});
    return static_cast<std::size_t>(at - columns_.begin());
  }

  /// Operations that others refer to, or whose number is not the one that the parser gives, need a name.
  void find_references() {
    std::uint64_t issued = 0;
    for (const Event& e : execution_.events) {
      if (const auto* issue = std::get_if<Issue>(&e.action)) {
        if (issue->id.value != issued++) named_.insert(issue->id);
      } else if (const auto* complete = std::get_if<Complete>(&e.action)) {
        named_.insert(complete->id);
      } else if (const auto* notify = std::get_if<Notify>(&e.action)) {
        if (notify->carried) named_.insert(*notify->carried);
      }
    }
  }

  void make_rows() {
    for (std::size_t e = 0; e < execution_.events.size();) {
      Row row;
      const std::size_t members = row_members(e);
      for (std::size_t i = 0; i < std::max<std::size_t>(members, 1); ++i)
        row.cells.push_back({column(execution_.events[e + i].unit), e + i, {}});
      if (members > 0) in_rows_.push_back(std::get<Enter>(execution_.events[e].action).id);
      e += members > 0 ? 2 * members : 1;
      rows_.push_back(std::move(row));
    }
    std::vector<CollectiveId> sorted = in_rows_;
    std::sort(sorted.begin(), sorted.end());
    row_collectives_ = {sorted.begin(), sorted.end()};
    // The parser numbers collectives without a name in the order of their rows.
    name_rows_ = in_rows_ != sorted || sorted.size() != execution_.collectives.size();
  }

  /// The number of members if a collective that fits into one row begins here: all enter, from left to right, and then
  /// all leave in the same order. 0 otherwise.
  [[nodiscard]] std::size_t row_members(std::size_t from) const {
    const auto* first = std::get_if<Enter>(&execution_.events[from].action);
    if (!first || first->id.value >= execution_.collectives.size()) return 0;
    const Collective& collective = execution_.collectives[first->id.value];
    const std::size_t members = collective.members.size();
    if (members == 0 || members > kReadableColumns || execution_.events.size() - from < 2 * members) return 0;
    for (std::uint32_t i = 0; i < members; ++i) {
      const Event& enter = execution_.events[from + i];
      const Event& leave = execution_.events[from + members + i];
      if (enter.action != Action(Enter{first->id, i}) || leave.action != Action(Leave{first->id, i})) return 0;
      if (enter.unit != leave.unit || (options_.sites && enter.site != leave.site)) return 0;
      if (i > 0 && !(column(execution_.events[from + i - 1].unit) < column(enter.unit))) return 0;
    }
    const bool rooted = collective.kind == CollectiveKind::OneToAll || collective.kind == CollectiveKind::AllToOne;
    if (!rooted) return collective.root == 0 ? members : 0;
    // The row names the root by its process, which must not be ambiguous.
    if (collective.root >= members) return 0;
    const ProcessId root = execution_.events[from + collective.root].unit.process;
    for (std::size_t i = 0; i < collective.root; ++i)
      if (execution_.events[from + i].unit.process == root) return 0;
    return members;
  }

  // --- Words ---

  static std::string name(NameKind kind, const Dictionary& names, std::uint32_t number) {
    const auto found = names.find(number);
    return found != names.end() ? found->second : numbered(kind, number);
  }
  [[nodiscard]] std::string name(ScopeId id) const { return name(NameKind::Scope, options_.names.scopes, id.value); }
  [[nodiscard]] std::string name(TokenId id) const { return name(NameKind::Token, options_.names.tokens, id.value); }
  [[nodiscard]] std::string name(LockId id) const { return name(NameKind::Lock, options_.names.locks, id.value); }
  [[nodiscard]] std::string name(MutexId id) const { return name(NameKind::Mutex, options_.names.mutexes, id.value); }
  [[nodiscard]] std::string name(CollectiveId id) const {
    return name(NameKind::Collective, options_.names.collectives, id.value);
  }
  [[nodiscard]] std::string name(OperationId id) const {
    const auto found = options_.names.operations.find(id.value);
    return found != options_.names.operations.end() ? found->second : numbered(NameKind::Operation, id.value);
  }
  static std::string name(ProcessId id) { return "P" + std::to_string(id.value); }

  static std::string variable_name(const std::string& name) {
    return is_word(name) && name != "value" && name != "nothing" ? name : quoted(name);
  }

  [[nodiscard]] std::string text(const Stripe& stripe) const {
    const Interval bounds = stripe.bounds();
    std::string out;
    Address base = 0;
    for (const Variable& v : execution_.variables) {
      if (bounds.begin < v.bytes.begin || bounds.end > v.bytes.end) continue;
      out = variable_name(v.name);
      if (bounds == v.bytes && stripe.count == 1) return out;
      base = v.bytes.begin;
      break;
    }
    out += '[' + std::to_string(stripe.first - base) + ".." + std::to_string(stripe.first - base + stripe.block) + ')';
    if (stripe.count > 1) out += '*' + std::to_string(stripe.count) + '/' + std::to_string(stripe.stride);
    return out;
  }

  [[nodiscard]] std::string text(const ByteRanges& ranges, const char* if_empty = "nothing") const {
    std::string out;
    for (const Stripe& stripe : ranges.stripes()) out += (out.empty() ? "" : "+") + text(stripe);
    return out.empty() ? if_empty : out;
  }

  static std::string text(const Group& group) {
    if (group.everyone()) return "";
    std::string out;
    for (const ProcessId p : group.members()) out += (out.empty() ? " to " : ",") + name(p);
    return out.empty() ? " to nobody" : out;
  }

  [[nodiscard]] std::string text(const std::vector<TokenId>& tokens) const {
    std::string out;
    for (const TokenId t : tokens) out += ' ' + name(t);
    return out.empty() ? " nothing" : out;
  }

  [[nodiscard]] std::string text(const Atomicity& a, bool reduces) const {
    std::string out = " as ";
    const auto named = options_.names.types.find(a.type.value);
    if (a.type.value < kTypes.size() && kTypes[a.type.value].size == a.size) {
      out += kTypes[a.type.value].name;
    } else {
      out += (named != options_.names.types.end() ? named->second : numbered(NameKind::Type, a.type.value)) + ':' +
             std::to_string(a.size);
    }
    if (reduces) {
      out += " op " + (a.operation < kReductions.size()
                           ? std::string(kReductions[a.operation])
                           : name(NameKind::Reduction, options_.names.reductions, a.operation));
    }
    if (a.domain != DomainId{}) out += " domain " + name(NameKind::Domain, options_.names.domains, a.domain.value);
    if (a.admission != Admission::AnyOperation) out += " admits " + std::string(word(a.admission));
    if (a.orders.any()) out += " ordered";
    if (a.orders.some())
      for (const auto& [word, order] : kAtomicOrders)
        if (a.orders.*order) out += ' ' + std::string(word);
    return out;
  }

  // --- Cells ---

  void write_text() {
    for (Row& row : rows_) {
      for (Row::Cell& cell : row.cells) {
        const Event& event = execution_.events[cell.event];
        const auto* enter = std::get_if<Enter>(&event.action);
        cell.text = enter && row_collectives_.contains(enter->id)
                        ? row_text(*enter, cell.event)
                        : std::visit([&](const auto& action) { return text(action, event); }, event.action);
        if (!listed_ && columns_[cell.column].index != event.unit.index)
          cell.text = "t" + std::to_string(event.unit.index) + ": " + cell.text;
      }
    }
  }

  [[nodiscard]] std::string row_text(const Enter& enter, std::size_t event) const {
    const Collective& collective = execution_.collectives[enter.id.value];
    std::string out(word(collective.kind));
    if (collective.kind == CollectiveKind::OneToAll || collective.kind == CollectiveKind::AllToOne)
      out += ' ' + name(execution_.events[event - enter.place + collective.root].unit.process);
    if (name_rows_) out += ' ' + name(enter.id);
    if (!collective.members[enter.place].contributes) out += " silent";
    if (!collective.members[enter.place].receives) out += " deaf";
    return out;
  }

  std::string text(const Touch& touch, const Event& event) const {
    const std::string owner = touch.owner == event.unit.process ? "" : " of " + name(touch.owner);
    const std::string atomic = touch.atomicity ? text(*touch.atomicity, /*reduces=*/false) : "";
    return std::string(verb(touch.kind)) + ' ' + text(touch.ranges) + owner + atomic;
  }

  std::string text(const Issue& issue, const Event&) const {
    const Operation& op = issue.operation;
    std::string out = named_.contains(issue.id) ? name(issue.id) + " = " : "";
    out += std::string(verb(op.kind)) + ' ';
    const std::string target = name(op.target);
    switch (op.kind) {
      case OperationKind::Put:
      case OperationKind::Update:
      case OperationKind::FetchUpdate: out += text(op.source, "value") + " -> " + target + ' ' + text(op.remote); break;
      case OperationKind::Get:
      case OperationKind::Fetch: out += text(op.result, "value") + " <- " + target + ' ' + text(op.remote); break;
      case OperationKind::Send: out += text(op.source) + " to " + target; break;
      case OperationKind::Receive: out += text(op.result) + " from " + target; break;
    }
    if (op.kind == OperationKind::FetchUpdate) out += " into " + text(op.result, "value");
    out += " in " + name(op.scope);
    if (op.atomicity) out += text(*op.atomicity, /*reduces=*/op.kind != OperationKind::Fetch);
    if (op.gate) out += " gate " + name(*op.gate);
    return out;
  }

  std::string text(const Flush& flush, const Event&) const {
    return std::string(verb(flush.kind)) + (flush.scope ? " in " + name(*flush.scope) : "") + text(flush.targets);
  }
  std::string text(const Complete& complete, const Event&) const {
    return std::string(verb(complete.kind)) + " " + name(complete.id);
  }
  std::string text(const Fence& fence, const Event&) const {
    return "fence in " + name(fence.scope) + text(fence.targets);
  }
  std::string text(const Signal& signal, const Event&) const { return "signal " + name(signal.token); }
  std::string text(const Wait& wait, const Event&) const { return "wait" + text(wait.tokens); }
  std::string text(const TargetWait& wait, const Event&) const { return "target_wait" + text(wait.tokens); }
  std::string text(const Notify& notify, const Event&) const {
    return "notify " + name(notify.token) + " -> " + name(notify.target) + " in " + name(notify.scope) +
           (notify.carried ? " carrying " + name(*notify.carried) : "");
  }
  std::string text(const Enter& enter, const Event&) const {
    return "enter " + name(enter.id) + '.' + std::to_string(enter.place);
  }
  std::string text(const Leave& leave, const Event&) const {
    return "leave " + name(leave.id) + '.' + std::to_string(leave.place);
  }
  std::string text(const Lock& lock, const Event&) const {
    return "lock " + name(lock.id) + (lock.mode == LockMode::Shared ? " shared" : " exclusive");
  }
  std::string text(const Acquired& acquired, const Event&) const { return "acquired " + name(acquired.id); }
  std::string text(const Unlock& unlock, const Event&) const { return "unlock " + name(unlock.id); }
  std::string text(const Opened& opened, const Event&) const {
    return "opened " + name(opened.id) + " by" + text(opened.tokens);
  }
  static std::string text(const Fork& fork, const Event&) { return "fork t" + std::to_string(fork.child); }
  static std::string text(const Join& join, const Event&) { return "join t" + std::to_string(join.child); }
  std::string text(const Acquire& acquire, const Event&) const { return "acquire " + name(acquire.mutex); }
  std::string text(const Release& release, const Event&) const { return "release " + name(release.mutex); }

  /// Sites and marks. Sites are left out where all of them are what the parser gives anyway.
  void add_tails() {
    std::uint32_t next = 0;
    bool natural = true;
    for (const Row& row : rows_)
      for (const Row::Cell& cell : row.cells) natural = natural && execution_.events[cell.event].site.value == next++;
    std::map<std::size_t, std::string> marks;
    int number = 0;
    for (const ExpectedRace& race : options_.expected) {
      const std::string mark = " !" + std::to_string(++number);
      marks[race.first] += mark;
      marks[race.second] += mark;
    }
    for (Row& row : rows_) {
      for (Row::Cell& cell : row.cells) {
        if (options_.sites && !natural) {
          const std::uint32_t site = execution_.events[cell.event].site.value;
          const auto found = options_.names.sites.find(site);
          cell.text += " @" + (found != options_.names.sites.end() ? found->second : std::to_string(site));
        }
        if (const auto found = marks.find(cell.event); found != marks.end()) cell.text += found->second;
      }
    }
  }

  // --- The page ---

  [[nodiscard]] std::string comment() const {
    std::string out;
    for (std::size_t from = 0; from < options_.comment.size();) {
      const std::size_t to = std::min(options_.comment.find('\n', from), options_.comment.size());
      const std::string line = options_.comment.substr(from, to - from);
      out += (line.empty() ? "#" : "# ") + line + '\n';
      from = to + 1;
    }
    return out.empty() ? out : out + '\n';
  }

  void declare_memory(std::string& out) const {
    Layout layout;
    for (const Variable& v : execution_.variables) {
      out += "memory " + variable_name(v.name) + ' ' + std::to_string(v.bytes.size());
      if (!v.exposed) out += " private";
      if (v.bytes.begin != layout.next()) out += " at " + std::to_string(v.bytes.begin);
      layout.place(v.bytes);
      out += '\n';
    }
    std::map<std::uint32_t, std::uint32_t> types;
    for (const Event& e : execution_.events) {
      const auto note = [&](const std::optional<Atomicity>& atomicity) {
        if (atomicity && options_.names.types.contains(atomicity->type.value))
          types.try_emplace(atomicity->type.value, atomicity->size);
      };
      if (const auto* issue = std::get_if<Issue>(&e.action)) note(issue->operation.atomicity);
      if (const auto* touch = std::get_if<Touch>(&e.action)) note(touch->atomicity);
    }
    for (const auto& [type, size] : types)
      out += "type " + options_.names.types.at(type) + ' ' + std::to_string(size) + '\n';
  }

  void declare_collectives(std::string& out) const {
    for (std::uint32_t id = 0; id < execution_.collectives.size(); ++id) {
      if (row_collectives_.contains({id})) continue;
      const Collective& c = execution_.collectives[id];
      out += "collective " + name(CollectiveId{id}) + ' ' + std::string(word(c.kind)) + ' ' +
             std::to_string(c.members.size());
      if (c.root != 0) out += " root " + std::to_string(c.root);
      out += places(c, " silent", &Member::contributes) + places(c, " deaf", &Member::receives) + '\n';
    }
  }

  static std::string places(const Collective& c, const char* word, bool Member::* takes_part) {
    std::string out;
    for (std::size_t i = 0; i < c.members.size(); ++i)
      if (!(c.members[i].*takes_part)) out += ' ' + std::to_string(i);
    return out.empty() ? out : word + out;
  }

  static std::string head(UnitId unit) {
    return name(unit.process) + (unit.index == 0 ? "" : " t" + std::to_string(unit.index));
  }

  [[nodiscard]] std::vector<std::size_t> column_widths() const {
    std::vector<std::size_t> widths;
    widths.reserve(columns_.size());
    for (const UnitId unit : columns_) widths.push_back(head(unit).size());
    for (const Row& row : rows_)
      for (const Row::Cell& cell : row.cells) widths[cell.column] = std::max(widths[cell.column], cell.text.size());
    return widths;
  }
  [[nodiscard]] bool too_wide() const {
    std::size_t total = 0;
    for (const std::size_t width : column_widths()) total += width + 3;
    return total > kReadableWidth;
  }

  [[nodiscard]] std::string list() const {
    std::string out = "processes " + std::to_string(execution_.processes) + "\n\n";
    for (const Row& row : rows_) {
      std::string line;
      for (const Row::Cell& cell : row.cells) {
        const UnitId unit = execution_.events[cell.event].unit;
        if (line.empty() && execution_.processes <= kReadableColumns) line.append(kIndent * unit.process.value, ' ');
        if (&cell != &row.cells.front()) line += " | ";
        line += head(unit) + ": " + cell.text;
      }
      out += line + '\n';
    }
    return out;
  }

  [[nodiscard]] std::string table() const {
    std::vector<std::string> heads;
    heads.reserve(columns_.size());
    for (const UnitId unit : columns_) heads.push_back(head(unit));
    const std::vector<std::size_t> widths = column_widths();
    std::string out = line(heads, widths);
    std::string rule;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const std::size_t neighbours = (i > 0 ? 1U : 0U) + (i + 1 < widths.size() ? 1U : 0U);
      rule += (i == 0 ? "" : "|") + std::string(widths[i] + neighbours, '-');
    }
    out += rule + '\n';
    for (const Row& row : rows_) {
      std::vector<std::string> cells(columns_.size());
      for (const Row::Cell& cell : row.cells) cells[cell.column] = cell.text;
      out += line(cells, widths);
    }
    return out;
  }

  static std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
    std::string out;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) out += " | ";
      out += cells[i] + std::string(widths[i] - cells[i].size(), ' ');
    }
    out.erase(out.find_last_not_of(' ') + 1);
    return out + '\n';
  }

  const Execution& execution_;
  const PrintOptions& options_;
  std::vector<UnitId> columns_;
  bool listed_ = false;
  std::set<OperationId> named_;
  std::vector<Row> rows_;
  std::vector<CollectiveId> in_rows_;
  std::set<CollectiveId> row_collectives_;
  bool name_rows_ = false;
};

}  // namespace

std::string print(const model::Execution& execution, const PrintOptions& options) {
  return Printer(execution, options).run();
}

std::string print(const Script& script) {
  PrintOptions options{script.comment, script.expected, script.expects_verdict, script.names, true};
  std::string text = print(script.execution, options);
  // Names get their numbers in the order of their use: after an edit of the execution that may be another one.
  const auto again = parse(text, Limits{text.size(), script.execution.events.size(), 1});
  const auto* same = std::get_if<Script>(&again);
  if (same && same->execution == script.execution) return text;
  options.names = {};
  return print(script.execution, options);
}

}  // namespace farsan::sim
