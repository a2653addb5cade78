// What a picture of a race shows.
#include "sim/picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "support/script_text.h"

namespace farsan::sim {
namespace {

using namespace model;
using testing_support::read;

const char* const kScript =
    "memory x 4\n"
    "memory buf 4 private\n"
    "P0 | P1\n"
    "all_to_all | all_to_all\n"
    "store buf |\n"
    "put buf -> P1 x in w !1 |\n"
    " | load x !1\n"
    "flush in w |\n"
    "all_to_all | all_to_all\n"
    " | load x\n";

/// The put and the load of kScript; the region is from the first barrier to the second.
RacePicture race(const Script& script) {
  const auto x = script.execution.variables.at(0).bytes;
  return {{5, AccessKind::RemoteWrite, PictureRegion{3, 12}}, {6, AccessKind::Load, std::nullopt}, {1}, {x}};
}

TEST(Picture, ShowsLanesAccessesRegionAndWords) {
  const Script script = read(kScript);
  EXPECT_EQ(draw(script, race(script)),
            "Remote race on x[0..4) of P1\n"
            "\n"
            "        P0                        P1\n"
            "        |                         |\n"
            "    4   *  all_to_all ----------- * # all_to_all\n"
            "    5   *  store buf              | #\n"
            "    6  [1] put buf -> P1 x in w   | #\n"
            "    7   |                        [2]# load x\n"
            "    8   *  flush in w             | #\n"
            "    9   *  all_to_all ----------- * # all_to_all\n"
            "   10   |                         *   load x\n"
            "        |                         |\n"
            "\n"
            "[1] P0, line 6: remote write of put buf -> P1 x in w\n"
            "[2] P1, line 7: load x\n"
            " #  [1] may happen at P1 from line 4 (all_to_all) to line 9 (all_to_all)\n"
            "\n"
            "The remote write [1] of P0 and the load [2] of P1 touch x[0..4) of P1, and neither is complete when\n"
            "the other may happen.\n"
            "P1 can be sure of [1] only from line 9 on (all_to_all), and [2] does not come after it: move [2]\n"
            "behind it, or complete the put and let P1 know earlier.\n");
}

TEST(Picture, HasBoxCharactersWhereWanted) {
  const Script script = read(kScript);
  const std::string text = draw(script, race(script), {true, 100, 24});
  EXPECT_NE(text.find("●  all_to_all ─────────── ● ┏ all_to_all"), std::string::npos) << text;
  EXPECT_NE(text.find("[2]┃ load x"), std::string::npos) << text;
}

/// Its lines, without their ends.
std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = text.find('\n', from);
    out.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return out;
}

std::size_t widest(const std::string& text) {
  std::size_t out = 0;
  for (const std::string& line : lines(text)) out = std::max(out, line.size());
  return out;
}

TEST(Picture, IsNotWiderThanAllowed) {
  const Script script = read(kScript);
  for (const std::size_t width : {60u, 70u, 100u}) {
    const std::string text = draw(script, race(script), {false, width, 24});
    EXPECT_LE(widest(text), width) << text;
  }
}

TEST(Picture, IsReadableWhateverWidthIsAskedFor) {
  const Script script = read(kScript);
  const std::string narrowest = draw(script, race(script), {false, 40, 24});
  for (const std::size_t width : {0u, 1u, 2u, 7u, 39u})
    EXPECT_EQ(draw(script, race(script), {false, width, 24}), narrowest);
  const std::string widest_possible = draw(script, race(script), {false, std::numeric_limits<std::size_t>::max(), 24});
  EXPECT_LE(widest(widest_possible), 200u) << widest_possible;
}

TEST(Picture, ClipsNamesThatNobodyReads) {
  const std::string name(5000, 'x');
  const Script script = read("memory " + name + " 4\nmemory buf 4 private\nP0 | P1\nput buf -> P1 " + name +
                             " in w |\n" + " | load " + name + "\n");
  const auto bytes = script.execution.variables.at(0).bytes;
  const RacePicture pair{
      {0, AccessKind::RemoteWrite, PictureRegion{0, 1}}, {1, AccessKind::Load, {}}, {1}, {bytes, bytes}};
  const std::string text = draw(script, pair);
  EXPECT_LE(widest(text), 100u) << text;
  EXPECT_LE(lines(text).size(), 40u) << text;
  EXPECT_NE(text.find("xxx...[0..4)"), std::string::npos) << text;
}

TEST(Picture, ClipsRowsWithManyCells) {
  std::string row = "load buf";
  for (int i = 0; i < 2000; ++i) row += "; load buf";
  const Script script = read("memory x 4\nmemory buf 4 private\nP0 | P1\n" + row + "; put buf -> P1 x in w | load x\n");
  const std::size_t last = script.execution.events.size() - 1;
  const std::string text =
      draw(script, {{last - 1, AccessKind::RemoteWrite, {}}, {last, AccessKind::Load, {}}, {1}, {}});
  EXPECT_LE(lines(text).size(), 40u) << text;
}

TEST(Picture, HasFewRowsWhereFewAreAskedFor) {
  std::string text = "memory x 4\nmemory buf 4 private\nP0 | P1\n";
  for (int i = 0; i < 100; ++i) text += i % 20 == 10 ? "put buf -> P1 x in w |\n" : "flush in w |\n";
  const Script script = read(text);
  const RacePicture far{{10, AccessKind::RemoteWrite, PictureRegion{30, 50}},
                        {70, AccessKind::RemoteWrite, PictureRegion{10, 90}},
                        {1},
                        {}};
  for (const std::size_t rows : {0u, 1u, 5u, 8u}) {
    const std::string shown = draw(script, far, {false, 100, rows});
    const auto all = lines(shown);
    const auto numbered = std::count_if(all.begin(), all.end(), [](const std::string& line) {
      return line.size() > 5 && line[4] >= '0' && line[4] <= '9' && line[5] == ' ';
    });
    EXPECT_EQ(static_cast<std::size_t>(numbered), std::max<std::size_t>(rows, 5)) << shown;  // five of them matter
  }
}

TEST(Picture, ElidesWhatDoesNotMatter) {
  std::string text = "memory x 4\nmemory buf 4 private\nP0 | P1\n";
  for (int i = 0; i < 40; ++i) text += "load buf |\n";
  text += "put buf -> P1 x in w | \n";
  for (int i = 0; i < 40; ++i) text += " | load buf\n";
  text += " | load x\n";
  const Script script = read(text);
  const RacePicture far{{40, AccessKind::RemoteWrite, PictureRegion{}}, {81, AccessKind::Load, std::nullopt}, {1}, {}};
  const std::string shown = draw(script, far);
  EXPECT_LT(std::count(shown.begin(), shown.end(), '\n'), 30);
  EXPECT_NE(shown.find("..."), std::string::npos);
  EXPECT_NE(shown.find("nothing completes it"), std::string::npos);
}

TEST(Picture, WorksForExecutionsThatWereNeverText) {
  const Script parsed = read(kScript);
  Script bare;
  bare.execution = parsed.execution;
  EXPECT_NE(draw(bare, race(parsed)).find("[1] put buf -> P1 x in w0"), std::string::npos);
}

/// The second sentence for two accesses of a script.
std::string mend(const std::string& rows, PictureAccess first, PictureAccess second, ProcessId owner) {
  return words(read("memory x 8\nmemory buf 4 private\nP0 | P1 | P2\n" + rows), {first, second, owner, {}}).mend;
}

TEST(Picture, SaysWhatWouldMendIt) {
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  const AccessKind write = AccessKind::RemoteWrite;
  const AccessKind atomic = AccessKind::RemoteAtomicWrite;
  EXPECT_TRUE(has(mend("get buf <- P1 x[0..4) in w\nload buf\n", {0, AccessKind::BufferWrite, PictureRegion{0, {}}},
                       {1, AccessKind::Load, {}}, {0}),
                  "lent to the get [1] until a local completion"));
  EXPECT_TRUE(has(mend("put buf -> P1 x[0..4) in w\nput buf -> P1 x[0..4) in w\n", {0, write, {}}, {1, write, {}}, {1}),
                  "a fence or a remote flush between [1] and [2]"));
  EXPECT_TRUE(has(mend("put buf -> P1 x[0..4) in w||put buf -> P1 x[0..4) in w\n", {0, write, {}}, {1, write, {}}, {1}),
                  "exclusive locks around both"));
  EXPECT_TRUE(has(mend("update value -> P1 x in w as int64 op sum||update value -> P1 x in w as double op sum\n",
                       {0, atomic, {}}, {1, atomic, {}}, {1}),
                  "their types differ"));
  EXPECT_TRUE(has(mend("fork t1\nt1: load x\nstore x\n", {1, AccessKind::Load, {}}, {2, AccessKind::Store, {}}, {0}),
                  "one mutex around both"));
  EXPECT_TRUE(has(mend("put x[0..4) -> P0 x[2..6) in w\n", {0, AccessKind::BufferRead, {}}, {0, write, {}}, {0}),
                  "buffers that do not overlap"));
  EXPECT_TRUE(
      has(mend("put buf -> P1 x[0..4) in w|load x\n", {0, write, PictureRegion{}}, {1, AccessKind::Load, {}}, {1}),
          "a remote flush or a notification by P0"));
  EXPECT_TRUE(has(mend("| fork t1\nput buf -> P1 x[0..4) in w; flush; signal a\n| wait a\n| t1: load x\n",
                       {1, write, PictureRegion{{}, 5}}, {6, AccessKind::Load, {}}, {1}),
                  "Only P1 learns"));
}

}  // namespace
}  // namespace farsan::sim
