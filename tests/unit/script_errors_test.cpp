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

struct Wrong {
  std::string text;
  Position position;
  std::string message;  ///< a part of it
};

class ScriptErrors : public ::testing::TestWithParam<Wrong> {};

TEST_P(ScriptErrors, AreSaidAtTheirPlace) {
  const Wrong& wrong = GetParam();
  const std::vector<ScriptError> errors = errors_of(wrong.text);
  ASSERT_FALSE(errors.empty()) << wrong.text;
  EXPECT_EQ(errors[0].position, wrong.position) << format(errors);
  EXPECT_NE(errors[0].message.find(wrong.message), std::string::npos) << format(errors);
}

/// A cell in the table's only row, line 4; its column is counted in the cell.
Wrong cell(const std::string& text, std::uint32_t column, const std::string& message) {
  return {"memory x 64\nmemory buf 16\nP0 | P1\n" + text + "\n", {4, column}, message};
}

INSTANTIATE_TEST_SUITE_P(
    OfLines, ScriptErrors,
    ::testing::Values(
        Wrong{"", {1, 1}, "the table is missing"}, Wrong{"# only words\n", {2, 1}, "the table is missing"},
        Wrong{"memroy x 4\n", {1, 1}, "(did you mean 'memory'?)"}, Wrong{"load x\n", {1, 1}, "expected 'memory'"},
        Wrong{"memory\n", {1, 7}, "expected the name of the memory, found the end"},
        Wrong{"memory 4 x\n", {1, 8}, "expected the name of the memory, found '4'"},
        Wrong{"memory value 4\n", {1, 8}, "means an empty range"},
        Wrong{"memory x\n", {1, 9}, "expected its size in bytes"},
        Wrong{"memory x 4\nmemory x 4\n", {2, 8}, "there is a memory 'x' already"},
        Wrong{"memory x 4 privat\n", {1, 12}, "(did you mean 'private'?)"},
        Wrong{"memory x 4 at\n", {1, 14}, "expected an address"},
        Wrong{"memory x 1099511627777\n", {1, 10}, "at most 2^40 bytes"},
        Wrong{"memory x 99999999999999999999\n", {1, 10}, "does not fit into 64 bits"},
        Wrong{"memory x 0xfffffffffffffffff\n", {1, 10}, "does not fit into 64 bits"},
        Wrong{"memory x 4y\n", {1, 10}, "neither a number nor a name"},
        Wrong{"memory x 0x\n", {1, 10}, "neither a number nor a name"},
        Wrong{"memory \"x 4\n", {1, 8}, "does not end on this line"},
        Wrong{"memory \"\\q\" 4\n", {1, 9}, "unknown escape"}, Wrong{"memory x 4 ~\n", {1, 12}, "no use for '~'"},
        Wrong{"memory x 4 \xff\n", {1, 12}, "no use for '?'"}, Wrong{"type int32 4\n", {1, 6}, "already"},
        Wrong{"type t 4\ntype t 4\n", {2, 6}, "already"}, Wrong{"type t 0\n", {1, 8}, "between 1 and 2^32-1"},
        Wrong{"type 4\n", {1, 6}, "expected the name of the type"},
        Wrong{"collective\n", {1, 11}, "expected the name of a collective"},
        Wrong{"collective c scna 3\n", {1, 14}, "(did you mean 'scan'?)"},
        Wrong{"collective c scan\n", {1, 18}, "expected the number of members"},
        Wrong{"collective c scan 3 root\n", {1, 25}, "expected a member's place"},
        Wrong{"collective c scan 3 silent 3\n", {1, 28}, "there is no such member"},
        Wrong{"collective c scan 3 mute 1\n", {1, 21}, "expected 'root', 'silent' or 'deaf'"},
        Wrong{"collective c scan 4294967296\n", {1, 19}, "at most 4096 members"},
        Wrong{"collective c scan 2\ncollective c scan 2\n", {2, 12}, "already"},
        Wrong{"collective c1 scan 2\nP0\n", {1, 12}, "without gaps"},
        Wrong{"expect races\n", {1, 8}, "expected 'no' race"}, Wrong{"expect no\n", {1, 10}, "expected 'race'"},
        Wrong{"expect no race please\n", {1, 16}, "expected the end of the line"},
        Wrong{"processes\n", {1, 10}, "expected the number of processes"},
        Wrong{"processes 4097\n", {1, 11}, "at most 4096 processes"},
        Wrong{"P0\nprocesses 2\n", {2, 11}, "known already"},
        Wrong{"processes 2\nload x\n", {2, 1}, "begins with whose it is"},
        Wrong{"processes 2\nP0 load x\n", {2, 1}, "begins with whose it is"},
        Wrong{"processes 2\nP0 x: load x\n", {2, 4}, "expected ':' after the process"},
        Wrong{"processes 2\nP2: load x\n", {2, 1}, "there is no process P2"}, Wrong{"P1 | P0\n", {1, 1}, "expected P0"},
        Wrong{"P0 | P2\n", {1, 6}, "expected P1"}, Wrong{"P0 | P1 | P0 t1\n", {1, 11}, "processes stand in order"},
        Wrong{"P0 | P0\n", {1, 6}, "twice"}, Wrong{"P0 | here\n", {1, 6}, "a column's head is a process"},
        Wrong{"P0 | \n", {1, 5}, "a column's head is a process"},
        Wrong{"P0 | P1 t9999\n", {1, 6}, "there is no thread t9999"},
        Wrong{"P0\nload | load\n", {2, 8}, "the table has 1 columns, this row more"}));

INSTANTIATE_TEST_SUITE_P(
    OfCells, ScriptErrors,
    ::testing::Values(
        cell("lod x", 1, "'lod' is no verb (did you mean 'load'?)"), cell("7", 1, "expected a verb"),
        cell("P1: load x", 1, "the column says whose cell this is"),
        cell("t9999: load x", 1, "there is no thread t9999"), cell("load", 5, "expected bytes of a memory"),
        cell("load bfu", 6, "there is no memory 'bfu' (did you mean 'buf'?)"),
        cell("load x[0..3]", 12, "half-open: write [0..4)"), cell("load x[0..65)", 6, "'x' has 64 bytes"),
        cell("load x[4..4)", 6, "a range without bytes"), cell("load x[4,8)", 9, "expected '..'"),
        cell("load x[..8)", 8, "expected the first byte"), cell("load x[0..)", 11, "expected the byte after the last"),
        cell("load x[0..4", 12, "expected ')'"), cell("load x[0..4)*0/16", 6, "between 1 and 1048576 blocks"),
        cell("load x[0..4)*2", 15, "expected '/'"), cell("load x[0..4)*2/3", 6, "the stride is shorter than the block"),
        cell("load x[0..4)*5/16", 6, "'x' has 64 bytes"),
        cell("load x[0..18446744073709551615)*1048576/18446744073709551615", 6, "the stride"),
        cell("load [0..9223372036854775807)", 6, "addresses end at 2^62"), cell("load x of", 10, "expected a process"),
        cell("load x of P2", 11, "there is no process P2, only 2 of them"),
        cell("load x y", 8, "expected ';' or the end"), cell("load x;", 8, "expected a verb"),
        cell("put buf", 8, "expected '->'"), cell("put buf -> x in w", 12, "expected a process"),
        cell("put buf -> P1 x", 16, "expected 'in' and the scope"),
        cell("put buf -> P1 x in", 19, "expected the name of a scope"),
        cell("put buf -> P1 x in as", 20, "expected the name of a scope"),
        cell("put buf -> P1 x in w in w", 22, "'in' stands here twice"),
        cell("put buf -> P1 x in w gaet L", 22, "(did you mean 'gate'?)"),
        cell("put buf -> P1 x in w as int32", 22, "'as' does not belong to a put"),
        cell("get buf -> P1 x in w", 9, "expected '<-'"), cell("send buf P1", 10, "expected 'to'"),
        cell("receive buf P1", 13, "expected 'from'"),
        cell("update value -> P1 x in w", 26, "expected 'as' and a type"),
        cell("update value -> P1 x in w as int32", 35, "expected 'op' and a reduction"),
        cell("update value -> P1 x in w as itn32 op sum", 30, "(did you mean 'int32'?)"),
        cell("update value -> P1 x in w as 4 op sum", 30, "expected a type"),
        cell("update value -> P1 x in w as int32:0 op sum", 36, "between 1 and 2^32-1"),
        cell("update value -> P1 x in w as type9 op sum", 30, "the size of 'type9' is not known"),
        cell("update value -> P1 x in w as int32 op sum admits all", 50, "expected 'any', 'same'"),
        cell("update value -> P1 x in w as int32 op read", 1, "must not be read-only"),
        cell("fetch_update value -> P1 x in w as int32 op sum", 48, "expected 'into'"),
        cell("fetch value <- P1 x in w as int32 op sum", 35, "'op' does not belong to a fetch"),
        cell("a = load x", 1, "only operations have names"),
        cell("flush w P1", 7, "expected 'in' and a scope, or 'to'"),
        cell("flush in w in w", 12, "expected 'in' and a scope, or 'to'"), cell("flush to", 9, "expected a process"),
        cell("complete", 9, "expected the name of an operation"),
        cell("complete a", 10, "no operation above is called 'a'"),
        cell("first = send buf to P1; complete frist", 34, "(did you mean 'first'?)"),
        cell("a = send buf to P1; a = send buf to P1", 21, "names the operation of line 4 already"),
        cell("fence", 6, "expected 'in' and a scope"), cell("signal", 7, "expected the name of a token"),
        cell("wait", 5, "expected the name of a token"), cell("notify n P1", 10, "expected '->'"),
        cell("notify n -> P1", 15, "expected 'in' and a scope"), cell("one_to_all", 11, "expected a process"),
        cell("one_to_all P1", 1, "the root P1 takes no part"),
        cell("all_to_all | scan", 14, "two in one row have names"),
        cell("all_to_all a b", 14, "expected 'silent', 'deaf' or the end"),
        cell("all_to_all; load x", 11, "a collective is the last thing in its cell"),
        cell("enter c", 7, "no line 'collective c ...' declares this"),
        cell("lock L", 7, "expected 'shared' or 'exclusive'"), cell("fork 1", 6, "expected a thread"),
        cell("join t4096", 6, "there is no thread t4096"), cell("acquire", 8, "expected the name of a mutex"),
        cell("load x !", 9, "expected the number of a mark"), cell("load x !1", 9, "mark 1 stands alone"),
        cell("load x !1 !1 !1", 15, "a third mark"), cell("flush !1", 8, "nothing here can race"),
        cell("load x; load x !1", 17, "which one races?"), cell("load x @", 9, "expected the name of a site"),
        cell("load x @a @b", 12, "one site"), cell("load x !1 of P1", 11, "expected a mark '!1' or a site"),
        cell("!1", 1, "expected a verb")));

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
