// What is wrong with a script is said at its place, and nothing that is not a script does harm.
#include <gtest/gtest.h>

#include "sim/script.h"

namespace farsan::sim {
namespace {

std::vector<ScriptError> errors_of(const std::string& text, const Limits& limits = {}) {
  const auto result = parse(text, limits);
  const auto* errors = std::get_if<std::vector<ScriptError>>(&result);
  return errors ? *errors : std::vector<ScriptError>();
}

/// Plain values: a compiler takes a minute over tables of strings that have to be built.
struct Wrong {
  const char* text;
  Position position;
  const char* message;  ///< a part of it
};

class ScriptErrors : public ::testing::TestWithParam<Wrong> {};

void expect_said(const std::string& text, Position position, const char* message) {
  const std::vector<ScriptError> errors = errors_of(text);
  ASSERT_FALSE(errors.empty()) << text;
  EXPECT_EQ(errors[0].position, position) << format(errors);
  EXPECT_NE(errors[0].message.find(message), std::string::npos) << format(errors);
}

TEST_P(ScriptErrors, AreSaidAtTheirPlace) { expect_said(GetParam().text, GetParam().position, GetParam().message); }

/// A cell in the table's only row, line 4; its column is counted in the cell.
struct WrongCell {
  const char* text;
  std::uint32_t column;
  const char* message;  ///< a part of it
};

class ScriptCellErrors : public ::testing::TestWithParam<WrongCell> {};

TEST_P(ScriptCellErrors, AreSaidAtTheirPlace) {
  const WrongCell& wrong = GetParam();
  expect_said(std::string("memory x 64\nmemory buf 16\nP0 | P1\n") + wrong.text + "\n", {4, wrong.column},
              wrong.message);
}

constexpr Wrong wrong_lines[] = {

    {"", {1, 1}, "the table is missing"},
    {"# only words\n", {2, 1}, "the table is missing"},
    {"memroy x 4\n", {1, 1}, "(did you mean 'memory'?)"},
    {"load x\n", {1, 1}, "expected 'memory'"},
    {"memory\n", {1, 7}, "expected the name of the memory, found the end"},
    {"memory 4 x\n", {1, 8}, "expected the name of the memory, found '4'"},
    {"memory value 4\n", {1, 8}, "means an empty range"},
    {"memory x\n", {1, 9}, "expected its size in bytes"},
    {"memory x 4\nmemory x 4\n", {2, 8}, "there is a memory 'x' already"},
    {"memory x 4 privat\n", {1, 12}, "(did you mean 'private'?)"},
    {"memory x 4 at\n", {1, 14}, "expected an address"},
    {"memory x 1099511627777\n", {1, 10}, "at most 2^40 bytes"},
    {"memory x 99999999999999999999\n", {1, 10}, "does not fit into 64 bits"},
    {"memory x 0xfffffffffffffffff\n", {1, 10}, "does not fit into 64 bits"},
    {"memory x 4y\n", {1, 10}, "neither a number nor a name"},
    {"memory x 0x\n", {1, 10}, "neither a number nor a name"},
    {"memory \"x 4\n", {1, 8}, "does not end on this line"},
    {"memory \"\\q\" 4\n", {1, 9}, "unknown escape"},
    {"memory x 4 ~\n", {1, 12}, "no use for '~'"},
    {"memory x 4 \xff\n", {1, 12}, "no use for '?'"},
    {"type int32 4\n", {1, 6}, "already"},
    {"type t 4\ntype t 4\n", {2, 6}, "already"},
    {"type t 0\n", {1, 8}, "between 1 and 2^32-1"},
    {"type 4\n", {1, 6}, "expected the name of the type"},
    {"collective\n", {1, 11}, "expected the name of a collective"},
    {"collective c scna 3\n", {1, 14}, "(did you mean 'scan'?)"},
    {"collective c scan\n", {1, 18}, "expected the number of members"},
    {"collective c scan 3 root\n", {1, 25}, "expected a member's place"},
    {"collective c scan 3 silent 3\n", {1, 28}, "there is no such member"},
    {"collective c scan 3 mute 1\n", {1, 21}, "expected 'root', 'silent' or 'deaf'"},
    {"collective c scan 4294967296\n", {1, 19}, "at most 4096 members"},
    {"collective c scan 2\ncollective c scan 2\n", {2, 12}, "already"},
    {"collective c1 scan 2\nP0\n", {1, 12}, "without gaps"},
    {"expect races\n", {1, 8}, "expected 'no' race"},
    {"expect no\n", {1, 10}, "expected 'race'"},
    {"expect no race please\n", {1, 16}, "expected the end of the line"},
    {"processes\n", {1, 10}, "expected the number of processes"},
    {"processes 4097\n", {1, 11}, "at most 4096 processes"},
    {"P0\nprocesses 2\n", {2, 11}, "known already"},
    {"processes 2\nload x\n", {2, 1}, "begins with whose it is"},
    {"processes 2\nP0 load x\n", {2, 1}, "begins with whose it is"},
    {"processes 2\nP0 x: load x\n", {2, 4}, "expected ':' after the process"},
    {"processes 2\nP2: load x\n", {2, 1}, "there is no process P2"},
    {"P1 | P0\n", {1, 1}, "expected P0"},
    {"P0 | P2\n", {1, 6}, "expected P1"},
    {"P0 | P1 | P0 t1\n", {1, 11}, "processes stand in order"},
    {"P0 | P0\n", {1, 6}, "twice"},
    {"P0 | here\n", {1, 6}, "a column's head is a process"},
    {"P0 | \n", {1, 5}, "a column's head is a process"},
    {"P0 | P1 t9999\n", {1, 6}, "there is no thread t9999"},
    {"P0\nload | load\n", {2, 8}, "the table has 1 columns, this row more"},
};
INSTANTIATE_TEST_SUITE_P(OfLines, ScriptErrors, ::testing::ValuesIn(wrong_lines));

constexpr WrongCell wrong_cells[] = {

    {"lod x", 1, "'lod' is no verb (did you mean 'load'?)"},
    {"7", 1, "expected a verb"},
    {"P1: load x", 1, "the column says whose cell this is"},
    {"t9999: load x", 1, "there is no thread t9999"},
    {"load", 5, "expected bytes of a memory"},
    {"load bfu", 6, "there is no memory 'bfu' (did you mean 'buf'?)"},
    {"load x[0..3]", 12, "half-open: write [0..4)"},
    {"load x[0..65)", 6, "'x' has 64 bytes"},
    {"load x[4..4)", 6, "a range without bytes"},
    {"load x[4,8)", 9, "expected '..'"},
    {"load x[..8)", 8, "expected the first byte"},
    {"load x[0..)", 11, "expected the byte after the last"},
    {"load x[0..4", 12, "expected ')'"},
    {"load x[0..4)*0/16", 6, "between 1 and 1048576 blocks"},
    {"load x[0..4)*2", 15, "expected '/'"},
    {"load x[0..4)*2/3", 6, "the stride is shorter than the block"},
    {"load x[0..4)*5/16", 6, "'x' has 64 bytes"},
    {"load x[0..18446744073709551615)*1048576/18446744073709551615", 6, "the stride"},
    {"load [0..9223372036854775807)", 6, "addresses end at 2^62"},
    {"load x of", 10, "expected a process"},
    {"load x of P2", 11, "there is no process P2, only 2 of them"},
    {"load x y", 8, "expected ';' or the end"},
    {"load x;", 8, "expected a verb"},
    {"put buf", 8, "expected '->'"},
    {"put buf -> x in w", 12, "expected a process"},
    {"put buf -> P1 x", 16, "expected 'in' and the scope"},
    {"put buf -> P1 x in", 19, "expected the name of a scope"},
    {"put buf -> P1 x in as", 20, "expected the name of a scope"},
    {"put buf -> P1 x in w in w", 22, "'in' stands here twice"},
    {"put buf -> P1 x in w gaet L", 22, "(did you mean 'gate'?)"},
    {"put buf -> P1 x in w as int32", 22, "'as' does not belong to a put"},
    {"get buf -> P1 x in w", 9, "expected '<-'"},
    {"send buf P1", 10, "expected 'to'"},
    {"receive buf P1", 13, "expected 'from'"},
    {"update value -> P1 x in w", 26, "expected 'as' and a type"},
    {"update value -> P1 x in w as int32", 35, "expected 'op' and a reduction"},
    {"update value -> P1 x in w as itn32 op sum", 30, "(did you mean 'int32'?)"},
    {"update value -> P1 x in w as 4 op sum", 30, "expected a type"},
    {"update value -> P1 x in w as int32:0 op sum", 36, "between 1 and 2^32-1"},
    {"update value -> P1 x in w as type9 op sum", 30, "the size of 'type9' is not known"},
    {"update value -> P1 x in w as int32 op sum admits all", 50, "expected 'any', 'same'"},
    {"update value -> P1 x in w as int32 op read", 1, "must not be read-only"},
    {"fetch_update value -> P1 x in w as int32 op sum", 48, "expected 'into'"},
    {"fetch value <- P1 x in w as int32 op sum", 35, "'op' does not belong to a fetch"},
    {"a = load x", 1, "only operations have names"},
    {"flush w P1", 7, "expected 'in' and a scope, or 'to'"},
    {"flush in w in w", 12, "expected 'in' and a scope, or 'to'"},
    {"flush to", 9, "expected a process"},
    {"complete", 9, "expected the name of an operation"},
    {"complete a", 10, "no operation above is called 'a'"},
    {"first = send buf to P1; complete frist", 34, "(did you mean 'first'?)"},
    {"a = send buf to P1; a = send buf to P1", 21, "names the operation of line 4 already"},
    {"fence", 6, "expected 'in' and a scope"},
    {"signal", 7, "expected the name of a token"},
    {"wait", 5, "expected the name of a token"},
    {"notify n P1", 10, "expected '->'"},
    {"notify n -> P1", 15, "expected 'in' and a scope"},
    {"one_to_all", 11, "expected a process"},
    {"one_to_all P1", 1, "the root P1 takes no part"},
    {"all_to_all | scan", 14, "two in one row have names"},
    {"all_to_all a b", 14, "expected 'silent', 'deaf' or the end"},
    {"all_to_all; load x", 11, "a collective is the last thing in its cell"},
    {"enter c", 7, "no line 'collective c ...' declares this"},
    {"lock L", 7, "expected 'shared' or 'exclusive'"},
    {"fork 1", 6, "expected a thread"},
    {"join t4096", 6, "there is no thread t4096"},
    {"acquire", 8, "expected the name of a mutex"},
    {"load x !", 9, "expected the number of a mark"},
    {"load x !1", 9, "mark 1 stands alone"},
    {"load x !1 !1 !1", 15, "a third mark"},
    {"flush !1", 8, "nothing here can race"},
    {"load x; load x !1", 17, "which one races?"},
    {"load x @", 9, "expected the name of a site"},
    {"load x @a @b", 12, "one site"},
    {"load x !1 of P1", 11, "expected a mark '!1' or a site"},
    {"!1", 1, "expected a verb"},
};
INSTANTIATE_TEST_SUITE_P(OfCells, ScriptCellErrors, ::testing::ValuesIn(wrong_cells));

TEST(ScriptErrors, SplitCollectivesAreChecked) {
  const std::string head = "collective c scan 2\nP0 | P1\n";
  EXPECT_NE(errors_of(head + "enter c.2\n").at(0).message.find("'c' has 2 members"), std::string::npos);
  EXPECT_NE(errors_of(head + "leave c\n").at(0).message.find("without having entered"), std::string::npos);
  EXPECT_NE(errors_of(head + "all_to_all c\n").at(0).message.find("there was a collective 'c' already"),
            std::string::npos);
}

TEST(ScriptErrors, AVerdictDoesNotContradictItself) {
  const auto errors = errors_of("memory x 4\nexpect no race\nP0\nfork t1\nload x !1\nt1: store x !1\n");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].position.line, 2u);
  EXPECT_NE(errors[0].message.find("line 5 marks one"), std::string::npos);
}

TEST(ScriptErrors, WhatCouldNotHaveHappenedIsSaidAtItsCell) {
  const auto errors = errors_of("P0 | P1\n  | wait nobody_signals\n");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].position, (Position{2, 5}));
  EXPECT_NE(errors[0].message.find("before any signal deposits it"), std::string::npos);
}

TEST(ScriptErrors, ThereMayBeSeveral) {
  EXPECT_EQ(errors_of("memory x 4\nP0 | P1\nlod x | laod x\nload y\n").size(), 3u);
}

TEST(ScriptErrors, ThereAreNotMoreThanAskedFor) {
  std::string text = "P0\n";
  for (int i = 0; i < 1000; ++i) text += "lod x\n";
  EXPECT_EQ(errors_of(text).size(), Limits{}.errors);
  EXPECT_EQ(errors_of(text, Limits{1 << 20, 100, 3}).size(), 3u);
}

TEST(ScriptErrors, AFaultyDeclarationIsNotBlamedOnItsUses) {
  EXPECT_EQ(errors_of("memory x 4 privat\nP0\nload x[0..99)\nload x\n").size(), 1u);
}

TEST(ScriptErrors, ATextHasABoundedSize) {
  EXPECT_NE(errors_of(std::string((1 << 20) + 1, ' ')).at(0).message.find("at most 1048576"), std::string::npos);
  std::string text = "P0\n";
  for (int i = 0; i < 50; ++i) text += "flush; flush\n";
  EXPECT_TRUE(errors_of(text, Limits{1 << 20, 200, 20}).empty());
  EXPECT_NE(errors_of(text, Limits{1 << 20, 199, 20}).at(0).message.find("more than 199 events"), std::string::npos);
}

TEST(ScriptErrors, ATableHasABoundedWidth) {
  std::string head = "P0";
  for (int i = 1; i < 65; ++i) head += "|P" + std::to_string(i);
  EXPECT_NE(errors_of(head).at(0).message.find("at most 64 columns"), std::string::npos);
}

TEST(ScriptErrors, ManyMembersDoNotCostMuch) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "collective c" + std::to_string(i) + " scan 4096\n";
  EXPECT_NE(errors_of(text + "P0\n").at(0).message.find("all together"), std::string::npos);
}

TEST(ScriptErrors, AreShownWithTheLineAndACaret) {
  const ScriptError error{{3, 6}, "too bad", "\tab\xC3\xA4z"};
  EXPECT_EQ(format(error), "3:6: too bad\n   ab\xC3\xA4z\n      ^\n");
  EXPECT_EQ(format(error, "a.farsan").substr(0, 14), "a.farsan:3:6: ");
}

TEST(ScriptErrors, LongLinesAreCutAroundThePlace) {
  const ScriptError error{{1, 5001}, "too bad", std::string(5000, 'a') + 'b' + std::string(5000, 'c')};
  const std::string text = format(error);
  EXPECT_LT(text.size(), 300u);
  const std::size_t line = text.find('\n') + 1;
  const std::size_t caret = text.find('^');
  EXPECT_EQ(text[line + (caret - text.find('\n', line) - 1)], 'b');
}

TEST(ScriptErrors, NoBytesDoHarm) {
  for (int c = 0; c < 256; ++c) {
    const std::string byte(1, static_cast<char>(c));
    for (const std::string& text :
         {byte, byte + "P0", "P0\n" + byte, "P0\nload " + byte, "P0 |" + byte, "memory " + byte}) {
      for (const ScriptError& error : errors_of(text)) EXPECT_FALSE(format(error).empty());
    }
  }
}

}  // namespace
}  // namespace farsan::sim
