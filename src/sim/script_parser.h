// Reads a script: lines and rows here and in script_parser.cpp, what a cell says in script_cell.cpp. Events are emitted
// while reading, in the order of the text. Internal to `parse`.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/script.h"
#include "sim/script_lexer.h"
#include "sim/script_names.h"

namespace farsan::sim::detail {

/// The tokens of a cell or line, read once from left to right. After the first failure everything reads as the end, so
/// that a production need not ask after every word: whoever started it looks at `failure` once.
class Cursor {
 public:
  struct Failure {
    std::uint32_t column = 0;
    std::string message;
  };

  /// `end_column`: where something missing at the end would be.
  Cursor(std::span<const Token> tokens, std::uint32_t end_column);

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
  [[nodiscard]] bool at_end() const { return peek().kind == TokenKind::End; }
  [[nodiscard]] bool sees(std::string_view text, std::size_t ahead = 0) const;
  [[nodiscard]] const Token& previous() const { return tokens_[at_ == 0 ? 0 : at_ - 1]; }
  const Token& next();
  /// Takes the word or symbol if it is next.
  bool accept(std::string_view text);
  bool expect(std::string_view text, std::string_view purpose);
  /// "expected `wanted`, found ..."
  void fail_expected(std::string_view wanted);
  void fail(std::uint32_t column, std::string message);
  [[nodiscard]] const std::optional<Failure>& failure() const { return failure_; }

 private:
  std::span<const Token> tokens_;
  std::size_t at_ = 0;
  Token end_;
  std::optional<Failure> failure_;
};

class Parser {
 public:
  Parser(std::string_view text, const Limits& limits) : text_(text), limits_(limits) {}
  std::variant<Script, std::vector<ScriptError>> run() &&;

 private:
  struct Memory {
    model::Interval bytes;
    bool broken = false;  ///< its declaration failed: say nothing about its ranges
  };
  struct Mark {
    std::vector<std::size_t> events;
    Position first;
  };
  struct OperationName {
    model::OperationId id;
    std::uint32_t line = 0;
  };
  struct CollectiveEntry {
    model::Collective collective;
    Position declared;
    std::uint32_t entered = 0;
    std::map<model::UnitId, std::uint32_t> places;  ///< of the units that entered
    bool in_row = false;
    /// Of a collective in a row: its root is a process until the members are known.
    std::optional<model::ProcessId> root;
  };
  /// A collective whose members are cells of the current row.
  struct RowCollective {
    std::uint32_t id = 0;
    std::string name;  ///< empty: it has none
    std::vector<model::Event> leaves;
    std::vector<Position> positions;
    std::vector<std::string> labels;
  };
  /// The cell being read.
  struct CellContext {
    model::UnitId unit;
    std::uint32_t column = 0;
    model::SiteId site;
    std::size_t first_event = 0;
    std::size_t actions = 0;
    bool collective = false;
  };

  // script_parser.cpp
  void reserve_numbers();
  void read_line();
  void header(std::span<const Token> tokens);
  void declaration(Cursor& cursor);
  void declare_memory(Cursor& cursor);
  void declare_type(Cursor& cursor);
  void declare_collective(Cursor& cursor);
  void declare_processes(Cursor& cursor);
  void declare_expectation(Cursor& cursor);
  void row(std::span<const Token> tokens);
  void cell(std::span<const Token> tokens, std::size_t column);
  std::optional<model::UnitId> cell_unit(Cursor& cursor, std::size_t column);
  /// Splits the marks and the site off the end of a cell.
  std::span<const Token> tail(std::span<const Token> tokens, Cursor& cursor, std::vector<Token>& marks);
  void add_marks(const std::vector<Token>& marks, std::size_t first_event);
  void finish_row();
  void check_marks();
  void check_collectives();
  void report_problems();
  void collect_names();
  void error(std::uint32_t line, std::uint32_t column, std::string message);
  [[nodiscard]] bool full() const { return errors_.size() >= limits_.errors; }
  [[nodiscard]] std::string_view source(std::uint32_t line) const;

  // script_cell.cpp
  using Production = void (*)(Parser&, Cursor&, const std::optional<Token>& name, std::string_view verb);
  /// By verb.
  static const std::map<std::string_view, Production>& productions();
  void action(Cursor& cursor);
  void emit(model::Action action);
  void touch(Cursor& cursor, model::AccessKind kind);
  void operation(Cursor& cursor, model::OperationKind kind, std::optional<Token> name);
  void operation_clauses(Cursor& cursor, model::Operation& operation);
  void atomicity_type(Cursor& cursor, model::Atomicity& atomicity);
  static void atomic_orders(Cursor& cursor, model::AtomicOrders& orders);
  void flush(Cursor& cursor, std::string_view verb);
  void fence(Cursor& cursor);
  void complete(Cursor& cursor, model::CompletionKind kind);
  void notify(Cursor& cursor);
  void row_collective(Cursor& cursor, model::CollectiveKind kind);
  void split_collective(Cursor& cursor, bool enters);
  void lock(Cursor& cursor);
  void acquired(Cursor& cursor);
  void opened(Cursor& cursor);
  void unlock(Cursor& cursor);
  void unit_event(Cursor& cursor, bool forks);
  std::uint32_t name(Cursor& cursor, NameKind kind);
  std::vector<model::TokenId> tokens(Cursor& cursor);
  std::optional<model::OperationId> operation_name(Cursor& cursor);
  model::ProcessId process(Cursor& cursor) const;
  model::Group group(Cursor& cursor);
  model::ByteRanges ranges(Cursor& cursor);
  model::Stripe stripe(Cursor& cursor);
  static std::uint64_t number(Cursor& cursor, std::string_view wanted);
  Numbering& numbering(NameKind kind) { return numbering_[static_cast<std::size_t>(kind)]; }

  std::string_view text_;
  Limits limits_;
  std::vector<ScriptError> errors_;
  Script script_;

  std::vector<std::string_view> lines_;
  std::uint32_t line_ = 0;  ///< the one being read, from 1
  bool comment_over_ = false;

  std::vector<model::UnitId> columns_;
  bool listed_ = false;  ///< `processes N`: cells say whose they are
  std::optional<Position> expects_none_;

  std::map<std::string, Memory> memory_;
  Layout layout_;
  std::map<std::uint32_t, std::uint32_t> type_sizes_;
  std::vector<Numbering> numbering_;
  std::map<std::string, OperationName> operations_;
  std::uint64_t issued_ = 0;
  std::map<std::uint32_t, CollectiveEntry> collectives_;
  std::uint64_t members_ = 0;
  /// Locks that a process has asked for and does not know to hold.
  std::set<std::pair<std::uint32_t, std::uint32_t>> asked_;
  std::map<std::uint64_t, Mark> marks_;

  CellContext cell_;
  std::vector<RowCollective> row_collectives_;
};

}  // namespace farsan::sim::detail
