#include "sim/script_parser.h"

#include <algorithm>
#include <array>
#include <limits>

namespace farsan::sim::detail {
namespace {

const std::vector<std::string> kDeclarations = {"memory", "type", "collective", "processes", "expect"};

/// `until`: the column where something missing at the end of the cell would be.
struct CellTokens {
  std::span<const Token> tokens;
  std::uint32_t until = 1;
};

/// Of the cell tokens[from..to).
std::uint32_t until_column(std::span<const Token> tokens, std::size_t from, std::size_t to) {
  if (from == to && to < tokens.size()) return tokens[to].column;
  return to == 0 ? 1 : tokens[to - 1].end;
}

std::vector<CellTokens> split_cells(std::span<const Token> tokens) {
  std::vector<CellTokens> cells;
  std::size_t from = 0;
  for (std::size_t i = 0; i <= tokens.size(); ++i) {
    const bool ends = i == tokens.size() || (tokens[i].kind == TokenKind::Symbol && tokens[i].text == "|");
    if (!ends) continue;
    cells.push_back({tokens.subspan(from, i - from), until_column(tokens, from, i)});
    from = i + 1;
  }
  return cells;
}

std::uint32_t end_of(std::span<const Token> tokens) { return tokens.empty() ? 1 : tokens.back().end; }

std::string describe(const Token& token) {
  return token.kind == TokenKind::End ? "the end" : "'" + shown(token.text) + "'";
}

}  // namespace

// --- Cursor ---------------------------------------------------------------------------------------------------------

Cursor::Cursor(std::span<const Token> tokens, std::uint32_t end_column) : tokens_(tokens) {
  end_.column = end_.end = end_column;
}

const Token& Cursor::peek(std::size_t ahead) const {
  return failure_ || at_ + ahead >= tokens_.size() ? end_ : tokens_[at_ + ahead];
}

bool Cursor::sees(std::string_view text, std::size_t ahead) const {
  const Token& token = peek(ahead);
  return (token.kind == TokenKind::Word || token.kind == TokenKind::Symbol) && token.text == text;
}

const Token& Cursor::next() {
  const Token& token = peek();
  if (token.kind != TokenKind::End) ++at_;
  return token;
}

bool Cursor::accept(std::string_view text) {
  if (!sees(text)) return false;
  next();
  return true;
}

bool Cursor::expect(std::string_view text, std::string_view purpose) {
  if (accept(text)) return true;
  fail_expected("'" + std::string(text) + "' " + std::string(purpose));
  return false;
}

void Cursor::fail_expected(std::string_view wanted) {
  fail(peek().column, "expected " + std::string(wanted) + ", found " + describe(peek()));
}

void Cursor::fail(std::uint32_t column, std::string message) {
  if (!failure_) failure_ = Failure{column, std::move(message)};
}

// --- The text -------------------------------------------------------------------------------------------------------

std::variant<Script, std::vector<ScriptError>> Parser::run() && {
  if (text_.size() > limits_.bytes) {
    error(1, 1,
          "the text has " + std::to_string(text_.size()) + " bytes; a script has at most " +
              std::to_string(limits_.bytes));
    return std::move(errors_);
  }
  for (std::size_t from = 0; from <= text_.size();) {
    const std::size_t to = std::min(text_.find('\n', from), text_.size());
    lines_.push_back(text_.substr(from, to - from));
    from = to + 1;
  }
  reserve_numbers();
  for (line_ = 1; line_ <= lines_.size() && !full(); ++line_) {
    read_line();
    if (script_.execution.events.size() > limits_.events) {
      error(line_, 1, "more than " + std::to_string(limits_.events) + " events");
      return std::move(errors_);
    }
  }
  if (columns_.empty() && !listed_ && errors_.empty()) {
    error(static_cast<std::uint32_t>(lines_.size()), 1, "the table is missing: its head looks like 'P0 | P1'");
  }
  // An execution that lacks the cells with errors would be judged for what it lacks.
  if (errors_.empty()) {
    check_marks();
    check_collectives();
  }
  if (errors_.empty()) report_problems();
  if (!errors_.empty()) return std::move(errors_);
  collect_names();
  return std::move(script_);
}

void Parser::reserve_numbers() {
  for (std::size_t k = 0; k < kNameKinds; ++k) numbering_.emplace_back(first_number(static_cast<NameKind>(k)));
  for (const std::string_view line : lines_) {
    const Lexed lexed = lex(line);
    for (std::size_t i = 0; i < lexed.tokens.size(); ++i) {
      const Token& token = lexed.tokens[i];
      if (token.kind == TokenKind::Number && i > 0 && lexed.tokens[i - 1].text == "@" &&
          token.number <= std::numeric_limits<std::uint32_t>::max()) {
        numbering(NameKind::Site).reserve(static_cast<std::uint32_t>(token.number));
      }
      if (token.kind != TokenKind::Word) continue;
      for (std::size_t k = 0; k < kNameKinds; ++k) {
        const auto kind = static_cast<NameKind>(k);
        if (kind == NameKind::Site || kind == NameKind::Operation) continue;
        if (const auto number = number_in(kind, token.text)) numbering_[k].reserve(static_cast<std::uint32_t>(*number));
      }
    }
  }
}

void Parser::error(std::uint32_t line, std::uint32_t column, std::string message) {
  if (!full()) errors_.push_back({{line, column}, std::move(message), std::string(source(line))});
}

std::string_view Parser::source(std::uint32_t line) const {
  return line == 0 || line > lines_.size() ? std::string_view() : lines_[line - 1];
}

void Parser::read_line() {
  const std::string_view line = source(line_);
  if (is_rule(line.substr(0, line.find('#')))) return;
  const Lexed lexed = lex(line);
  if (!comment_over_) {
    if (lexed.tokens.empty() && !lexed.failure && lexed.comment) {
      std::string_view text = *lexed.comment;
      if (text.starts_with(' ')) text.remove_prefix(1);
      if (text.ends_with('\r')) text.remove_suffix(1);
      script_.comment += std::string(text) + '\n';
      return;
    }
    comment_over_ = !lexed.tokens.empty() || lexed.failure || !script_.comment.empty();
  }
  if (lexed.failure) return error(line_, lexed.failure->column, lexed.failure->message);
  if (lexed.tokens.empty()) return;

  const Token& first = lexed.tokens.front();
  if (std::find(kDeclarations.begin(), kDeclarations.end(), first.text) != kDeclarations.end()) {
    Cursor cursor(lexed.tokens, end_of(lexed.tokens));
    declaration(cursor);
    if (!cursor.failure() && !cursor.at_end()) cursor.fail_expected("the end of the line");
    if (cursor.failure()) error(line_, cursor.failure()->column, cursor.failure()->message);
  } else if (!columns_.empty() || listed_) {
    row(lexed.tokens);
  } else if (number_after('P', first.text)) {
    header(lexed.tokens);
  } else {
    error(line_, first.column,
          "expected 'memory', 'type', 'collective', 'expect' or the head of the table 'P0 | P1', found '" +
              shown(first.text) + "'" + suggestion(first.text, kDeclarations));
  }
}

void Parser::header(std::span<const Token> tokens) {
  const std::vector<CellTokens> cells = split_cells(tokens);
  if (cells.size() > kMaxColumns) {
    return error(line_, tokens.front().column,
                 "a table has at most " + std::to_string(kMaxColumns) +
                     " columns; 'processes N' and cells that begin with 'P3:' have no such limit");
  }
  std::uint32_t processes = 0;
  std::set<model::UnitId> seen;
  for (const CellTokens& cell : cells) {
    Cursor cursor(cell.tokens, cell.until);
    const std::uint32_t column = cursor.peek().column;
    const auto process = number_after('P', cursor.next().text);
    std::uint32_t unit = 0;
    if (const auto named = number_after('t', cursor.peek().text)) {
      unit = *named;
      cursor.next();
    }
    if (!process || !cursor.at_end()) {
      cursor.fail(column, "a column's head is a process, 'P1', or a thread of it, 'P1 t2'");
    } else if (*process > processes || *process + 1 < processes) {
      cursor.fail(column, "processes stand in order, without gaps: expected P" + std::to_string(processes));
    } else if (unit > kMaxUnit) {
      cursor.fail(column,
                  "there is no thread t" + std::to_string(unit) + ": t" + std::to_string(kMaxUnit) + " is the last");
    } else if (!seen.insert({{*process}, unit}).second) {
      cursor.fail(column, "this column stands here twice");
    }
    if (cursor.failure()) error(line_, cursor.failure()->column, cursor.failure()->message);
    if (process) processes = std::max(processes, std::min(*process, kMaxColumns) + 1);
    columns_.push_back({{process.value_or(0)}, unit});
  }
  script_.execution.processes = processes;
}

// --- Declarations ---------------------------------------------------------------------------------------------------

void Parser::declaration(Cursor& cursor) {
  const std::string what = cursor.next().text;
  if (what == "memory") return declare_memory(cursor);
  if (what == "type") return declare_type(cursor);
  if (what == "collective") return declare_collective(cursor);
  if (what == "processes") return declare_processes(cursor);
  declare_expectation(cursor);
}

void Parser::declare_memory(Cursor& cursor) {
  const Token name = cursor.peek();
  if (name.kind != TokenKind::Word && name.kind != TokenKind::Quoted)
    return cursor.fail_expected("the name of the memory");
  cursor.next();
  if (name.kind == TokenKind::Word && (name.text == "value" || name.text == "nothing")) {
    return cursor.fail(name.column, "'" + name.text + "' means an empty range; a variable of that name is quoted");
  }
  const auto [memory, is_new] = memory_.try_emplace(name.text, Memory{{}, true});
  if (!is_new) return cursor.fail(name.column, "there is a memory '" + shown(name.text) + "' already");

  const std::uint32_t size_column = cursor.peek().column;
  const std::uint64_t size = number(cursor, "its size in bytes");
  model::Variable variable{name.text, {layout_.next(), layout_.next()}, true};
  while (!cursor.at_end()) {
    if (cursor.accept("private")) {
      variable.exposed = false;
    } else if (cursor.accept("at")) {
      variable.bytes.begin = number(cursor, "an address");
    } else {
      const std::vector<std::string> known = {"private", "at"};
      return cursor.fail(cursor.peek().column, "expected 'private' or 'at', found " + describe(cursor.peek()) +
                                                   suggestion(cursor.peek().text, known));
    }
  }
  if (cursor.failure()) return;
  if (size > kMaxVariable || variable.bytes.begin > kMaxAddress) {
    return cursor.fail(size_column, "memory ends below 2^62 and has at most 2^40 bytes");
  }
  variable.bytes.end = variable.bytes.begin + size;
  memory->second = {variable.bytes, false};
  layout_.place(variable.bytes);
  script_.execution.variables.push_back(std::move(variable));
}

void Parser::declare_type(Cursor& cursor) {
  const Token name = cursor.peek();
  if (name.kind != TokenKind::Word) return cursor.fail_expected("the name of the type");
  cursor.next();
  const bool predefined = std::any_of(kTypes.begin(), kTypes.end(), [&](const auto& t) { return t.name == name.text; });
  const std::uint32_t id = numbering(NameKind::Type).of(NameKind::Type, name.text);
  const bool is_new = type_sizes_.try_emplace(id, 1).second;
  if (predefined || !is_new) return cursor.fail(name.column, "there is a type '" + shown(name.text) + "' already");
  const std::uint32_t size_column = cursor.peek().column;
  const std::uint64_t size = number(cursor, "its size in bytes");
  if (cursor.failure()) return;
  if (size == 0 || size > std::numeric_limits<std::uint32_t>::max()) {
    return cursor.fail(size_column, "a type has between 1 and 2^32-1 bytes");
  }
  type_sizes_[id] = static_cast<std::uint32_t>(size);
}

void Parser::declare_collective(Cursor& cursor) {
  const Token name = cursor.peek();
  const std::uint32_t id = this->name(cursor, NameKind::Collective);
  if (cursor.failure()) return;
  const auto [entry, is_new] = collectives_.try_emplace(id);
  if (!is_new) return cursor.fail(name.column, "there is a collective '" + shown(name.text) + "' already");
  entry->second.declared = {line_, name.column};
  model::Collective& collective = entry->second.collective;

  const Token kind = cursor.peek();
  std::array<std::string, 4> kinds;
  for (std::size_t k = 0; k < kinds.size(); ++k) kinds[k] = word(static_cast<model::CollectiveKind>(k));
  const auto* const found = std::find(kinds.begin(), kinds.end(), kind.text);
  if (found == kinds.end()) {
    return cursor.fail(kind.column, "expected 'all_to_all', 'one_to_all', 'all_to_one' or 'scan', found " +
                                        describe(kind) + suggestion(kind.text, kinds));
  }
  cursor.next();
  collective.kind = static_cast<model::CollectiveKind>(found - kinds.begin());
  const std::uint32_t count_column = cursor.peek().column;
  const std::uint64_t count = number(cursor, "the number of members");
  if (cursor.failure()) return;
  members_ += count > kMaxMembers ? 0 : count;
  if (count > kMaxMembers || members_ > kMaxAllMembers) {
    return cursor.fail(count_column, "a collective has at most " + std::to_string(kMaxMembers) +
                                         " members, all together " + std::to_string(kMaxAllMembers));
  }
  collective.members.resize(count);
  const auto place = [&] {
    const std::uint32_t column = cursor.peek().column;
    const std::uint64_t at = number(cursor, "a member's place");
    if (!cursor.failure() && at >= count) cursor.fail(column, "there is no such member: places are 0 to count-1");
    return static_cast<std::uint32_t>(at);
  };
  while (!cursor.at_end()) {
    if (cursor.accept("root")) {
      const std::uint64_t at = number(cursor, "a member's place");
      if (at > std::numeric_limits<std::uint32_t>::max())
        cursor.fail(cursor.previous().column, "there is no such member");
      collective.root = static_cast<std::uint32_t>(at);
    } else if (cursor.sees("silent") || cursor.sees("deaf")) {
      const bool silent = cursor.next().text == "silent";
      do {
        const std::uint32_t at = place();
        if (cursor.failure()) return;
        (silent ? collective.members[at].contributes : collective.members[at].receives) = false;
      } while (cursor.accept(",") || cursor.peek().kind == TokenKind::Number);
    } else {
      return cursor.fail_expected("'root', 'silent' or 'deaf'");
    }
  }
}

void Parser::declare_processes(Cursor& cursor) {
  const std::uint32_t column = cursor.peek().column;
  const std::uint64_t count = number(cursor, "the number of processes");
  if (cursor.failure()) return;
  if (!columns_.empty() || listed_) return cursor.fail(column, "the processes are known already");
  if (count > kMaxProcesses)
    return cursor.fail(column, "a script has at most " + std::to_string(kMaxProcesses) + " processes");
  script_.execution.processes = static_cast<std::uint32_t>(count);
  listed_ = true;
}

void Parser::declare_expectation(Cursor& cursor) {
  const std::uint32_t column = cursor.previous().column;
  if (cursor.expect("no", "race") && cursor.expect("race", "after 'expect no'"))
    expects_none_ = Position{line_, column};
}

// --- Rows -----------------------------------------------------------------------------------------------------------

void Parser::row(std::span<const Token> tokens) {
  const std::vector<CellTokens> cells = split_cells(tokens);
  if (!listed_ && cells.size() > columns_.size()) {
    return error(line_,
                 cells[columns_.size()].tokens.empty() ? end_of(tokens) : cells[columns_.size()].tokens.front().column,
                 "the table has " + std::to_string(columns_.size()) + " columns, this row more");
  }
  row_collectives_.clear();
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (!cells[i].tokens.empty()) cell(cells[i].tokens, i);
  finish_row();
}

void Parser::cell(std::span<const Token> tokens, std::size_t column) {
  Cursor tail_cursor({}, 0);
  std::vector<Token> marks;
  const std::span<const Token> body = tail(tokens, tail_cursor, marks);
  Cursor cursor(body, body.empty() ? tokens.front().column : body.back().end);
  const auto unit = cell_unit(cursor, column);
  if (unit) {
    cell_.unit = *unit;
    cell_.column = cursor.peek().column;
    cell_.first_event = script_.execution.events.size();
    cell_.collective = false;
    do {
      action(cursor);
      if (!cursor.failure() && !cursor.at_end() && !cursor.sees(";"))
        cursor.fail_expected("';' or the end of the cell");
      if (!cursor.failure() && cell_.collective && !cursor.at_end()) {
        cursor.fail(cursor.peek().column, "a collective is the last thing in its cell");
      }
    } while (cursor.accept(";"));
  }
  for (const Cursor* c : {&cursor, &tail_cursor}) {
    if (!c->failure()) continue;
    error(line_, c->failure()->column, c->failure()->message);
    return;
  }
  add_marks(marks, cell_.first_event);
}

std::span<const Token> Parser::tail(std::span<const Token> tokens, Cursor& cursor, std::vector<Token>& marks) {
  const auto begins = std::find_if(tokens.begin(), tokens.end(), [](const Token& t) {
    return t.kind == TokenKind::Symbol && (t.text == "!" || t.text == "@");
  });
  const auto body = static_cast<std::size_t>(begins - tokens.begin());
  cursor = Cursor(tokens.subspan(body), end_of(tokens));
  std::optional<std::uint32_t> site;
  while (!cursor.at_end()) {
    if (cursor.accept("!")) {
      const Token mark = cursor.peek();
      number(cursor, "the number of a mark");
      if (!cursor.failure()) marks.push_back(mark);
    } else if (cursor.accept("@")) {
      const Token& name = cursor.peek();
      if (site) {
        cursor.fail(name.column, "a cell has one site");
      } else if (name.kind == TokenKind::Number && name.number <= std::numeric_limits<std::uint32_t>::max()) {
        site = static_cast<std::uint32_t>(cursor.next().number);
      } else if (name.kind == TokenKind::Word) {
        site = numbering(NameKind::Site).of(NameKind::Site, cursor.next().text);
      } else {
        cursor.fail_expected("the name of a site");
      }
    } else {
      cursor.fail_expected("a mark '!1' or a site '@name' at the end of the cell");
    }
  }
  cell_.site = {site ? *site : numbering(NameKind::Site).fresh()};
  return tokens.first(body);
}

std::optional<model::UnitId> Parser::cell_unit(Cursor& cursor, std::size_t column) {
  model::UnitId unit = listed_ ? model::UnitId{} : columns_[column];
  const auto named = number_after('P', cursor.peek().text);
  const bool names_process = named && (cursor.sees(":", 1) || cursor.sees(":", 2));
  if (names_process && !listed_) {
    cursor.fail(cursor.peek().column, "the column says whose cell this is");
    return std::nullopt;
  }
  if (listed_) {
    if (!names_process) {
      cursor.fail(cursor.peek().column, "after 'processes N' a cell begins with whose it is: 'P0:' or 'P0 t1:'");
      return std::nullopt;
    }
    unit.process = process(cursor);
  }
  const auto thread = number_after('t', cursor.peek().text);
  if (thread && cursor.sees(":", 1)) {
    if (*thread > kMaxUnit) {
      cursor.fail(cursor.peek().column,
                  "there is no thread t" + std::to_string(*thread) + ": t" + std::to_string(kMaxUnit) + " is the last");
    }
    unit.index = *thread;
    cursor.next();
    cursor.next();
  } else if (listed_) {
    cursor.expect(":", "after the process");
  }
  return unit;
}

void Parser::add_marks(const std::vector<Token>& marks, std::size_t first_event) {
  if (marks.empty()) return;
  std::optional<std::size_t> access;
  for (std::size_t e = first_event; e < script_.execution.events.size(); ++e) {
    const model::Action& action = script_.execution.events[e].action;
    if (!std::holds_alternative<model::Touch>(action) && !std::holds_alternative<model::Issue>(action)) continue;
    if (access) return error(line_, marks.front().column, "several accesses in a marked cell: which one races?");
    access = e;
  }
  if (!access) return error(line_, marks.front().column, "nothing here can race: only loads, stores and operations do");
  for (const Token& token : marks) {
    Mark& mark = marks_[token.number];
    if (mark.events.empty()) mark.first = {line_, token.column};
    if (mark.events.size() == 2)
      return error(line_, token.column, "a third mark " + token.text + ": a race has two sides");
    mark.events.push_back(*access);
  }
}

void Parser::finish_row() {
  for (RowCollective& row : row_collectives_) {
    CollectiveEntry& entry = collectives_[row.id];
    if (entry.root) {
      const auto root = std::find_if(row.leaves.begin(), row.leaves.end(),
                                     [&](const model::Event& e) { return e.unit.process == *entry.root; });
      if (root == row.leaves.end()) {
        error(entry.declared.line, entry.declared.column,
              "the root P" + std::to_string(entry.root->value) + " takes no part in this row");
      }
      entry.collective.root = static_cast<std::uint32_t>(root - row.leaves.begin());
    }
    script_.execution.events.insert(script_.execution.events.end(), row.leaves.begin(), row.leaves.end());
    script_.positions.insert(script_.positions.end(), row.positions.begin(), row.positions.end());
    script_.labels.insert(script_.labels.end(), row.labels.begin(), row.labels.end());
  }
}

// --- At the end -----------------------------------------------------------------------------------------------------

void Parser::check_marks() {
  for (const auto& [number, mark] : marks_) {
    if (expects_none_) {
      return error(expects_none_->line, expects_none_->column,
                   "'expect no race', but line " + std::to_string(mark.first.line) + " marks one");
    }
    if (mark.events.size() != 2) {
      error(mark.first.line, mark.first.column,
            "mark " + std::to_string(number) + " stands alone: a race has two sides");
      continue;
    }
    script_.expected.push_back({std::min(mark.events[0], mark.events[1]), std::max(mark.events[0], mark.events[1])});
  }
  std::sort(script_.expected.begin(), script_.expected.end());
  script_.expected.erase(std::unique(script_.expected.begin(), script_.expected.end()), script_.expected.end());
  script_.expects_verdict = expects_none_ || !script_.expected.empty();
}

void Parser::check_collectives() {
  for (auto& [id, entry] : collectives_) {
    if (id != script_.execution.collectives.size()) {
      return error(entry.declared.line, entry.declared.column,
                   "collectives are numbered without gaps: this is c" + std::to_string(id) + ", but there is no c" +
                       std::to_string(script_.execution.collectives.size()));
    }
    script_.execution.collectives.push_back(std::move(entry.collective));
  }
}

void Parser::report_problems() {
  for (const model::Problem& problem : model::problems(script_.execution)) {
    const bool known = problem.event < script_.positions.size();
    const Position at = known ? script_.positions[problem.event] : Position{1, 1};
    error(at.line, at.column, problem.what);
  }
}

void Parser::collect_names() {
  Names& names = script_.names;
  const std::array<std::map<std::uint32_t, std::string>*, kNameKinds> maps = {
      &names.scopes,  &names.tokens, &names.collectives, &names.locks, &names.mutexes,
      &names.domains, &names.types,  &names.reductions,  nullptr,      &names.sites};
  for (std::size_t k = 0; k < kNameKinds; ++k) {
    if (!maps[k]) continue;
    for (const auto& [name, number] : numbering_[k].names()) maps[k]->emplace(number, name);
  }
  for (const auto& [name, operation] : operations_)
    if (!number_in(NameKind::Operation, name)) names.operations.emplace(operation.id.value, name);
}

}  // namespace farsan::sim::detail

namespace farsan::sim {

std::variant<Script, std::vector<ScriptError>> parse(std::string_view text, const Limits& limits) {
  return detail::Parser(text, limits).run();
}

}  // namespace farsan::sim
