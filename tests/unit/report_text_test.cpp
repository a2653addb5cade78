// What a person reads: quotations of the source, and places without one.
#include "report/text.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include "report/source.h"
#include "support/folder.h"

namespace farsan::report {
namespace {

using testing_support::Folder;

TEST(ReportText, WidthsAreThoseOfATerminal) {
  EXPECT_EQ(width_of(""), 0U);
  EXPECT_EQ(width_of("int x;"), 6U);
  EXPECT_EQ(width_of("/* größer */"), 12U);
  EXPECT_EQ(width_of("e\u0301"), 1U);  // an accent apart from its letter
  EXPECT_EQ(width_of("\u5024 = 1"), 6U);
  EXPECT_EQ(width_of("\U0001f600"), 2U);
  EXPECT_EQ(width_of("\xe4\xf6 latin 1"), 10U);
  EXPECT_EQ(width_of("cut \xe5\x80"), 6U);
}

TEST(ReportText, TheMarkIsBelowItsColumn) {
  Folder folder;
  const std::string file = (folder.path() / "a.c").string();
  std::ofstream(file) << "\t/* größer als \u5024 */ x[0] = 1;\n";
  const std::string line = "\t/* größer als \u5024 */ x[0] = 1;";
  Report report;
  report.ranks = 2;
  Race& race = report.races.emplace_back();
  const auto column = static_cast<std::uint32_t>(line.find("x[0]") + 1);
  race.accesses[0] = {"", model::AccessKind::Store, {"main", file, 1, column, "prog", 0}, 0, 0, {}};
  race.accesses[1] = race.accesses[0];
  const std::string text = to_text(report, {});
  EXPECT_NE(text.find("  1 |  /* größer als \u5024 */ x[0] = 1;\n    |                      ^\n"), std::string::npos)
      << text;
}

TEST(ReportText, ASourceThatWasChangedIsNotQuoted) {
  Folder folder;
  const std::string file = (folder.path() / "a.c").string();
  const std::string object = (folder.path() / "prog").string();
  std::ofstream(file) << "x[0] = 1;\n";
  std::ofstream(object).put('\n');
  Report report;
  Race& race = report.races.emplace_back();
  race.accesses[0] = {"", model::AccessKind::Store, {"main", file, 1, 1, object, 0}, 0, 0, {}};
  race.accesses[1] = race.accesses[0];
  const auto built = std::filesystem::last_write_time(object);
  std::filesystem::last_write_time(file, built - std::chrono::seconds(1));
  EXPECT_NE(to_text(report, {}).find("x[0] = 1;"), std::string::npos);
  std::filesystem::last_write_time(file, built + std::chrono::seconds(1));
  EXPECT_EQ(to_text(report, {}).find("x[0] = 1;"), std::string::npos);
  EXPECT_NE(to_text(report, {}).find("a.c:1:1 in main (changed since it was built)\n"), std::string::npos);
}

TEST(ReportText, APlaceWithoutALineIsSaidToHaveNone) {
  Report report;
  Race& race = report.races.emplace_back();
  race.accesses[0] = {"", model::AccessKind::Store, {"f", "", 0, 0, "/x/prog", 0x10}, 0, 0, {}};
  race.accesses[1] = race.accesses[0];
  EXPECT_NE(to_text(report, {}).find("/x/prog+0x10 in f (no line: no debug information found for it)\n"),
            std::string::npos);
}

}  // namespace
}  // namespace farsan::report
