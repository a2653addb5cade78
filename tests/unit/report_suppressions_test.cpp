// Which races a file of suppressions leaves out, and what is wrong in one.
#include "report/suppressions.h"

#include <gtest/gtest.h>

#include <string>

#include "report/text.h"

namespace farsan::report {
namespace {

Race race() {
  Race race;
  race.id = "0123456789abcdef";
  race.memory.name = "halo of rows";
  const Frame put{"exchange<double>(int)", "/home/user/src/halo.cpp", 20, 3, "/home/user/prog", 0};
  const Frame caller{"step", "/home/user/src/main.cpp", 7, 1, "/home/user/prog", 0};
  race.accesses[0] = {"MPI_Put", model::AccessKind::RemoteWrite, put, 0, 0, {put, caller}};
  const Frame load{"sum", "/opt/solver/sum.c", 9, 1, "/opt/solver/libsolver.so", 0};
  race.accesses[1] = {"", model::AccessKind::Load, load, 1, 0, {load}};
  return race;
}

bool covers(const std::string& text) {
  const auto parsed = Suppressions::parse(text);
  const auto* suppressions = std::get_if<Suppressions>(&parsed);
  EXPECT_NE(suppressions, nullptr) << text;
  return suppressions != nullptr && suppressions->cover(race());
}

TEST(Suppressions, NameFunctionsFilesObjectsAndRoutines) {
  for (const char* pattern : {"sum", "exchange<double>", "halo.cpp", "libsolver.so", "MPI_Put", "step", "main.cpp"})
    EXPECT_TRUE(covers(std::string("race:") + pattern)) << pattern;
  for (const char* pattern : {"sums", "MPI_Get", "/opt/other"})
    EXPECT_FALSE(covers(std::string("race:") + pattern)) << pattern;
}

TEST(Suppressions, NameWhatIsOnTopOnly) {
  EXPECT_TRUE(covers("race_top:sum"));
  EXPECT_TRUE(covers("race_top:MPI_Put"));
  EXPECT_FALSE(covers("race_top:step"));
}

TEST(Suppressions, NameMemoryAndIds) {
  EXPECT_TRUE(covers("memory:halo"));
  EXPECT_FALSE(covers("memory:sum"));
  EXPECT_TRUE(covers("id:0123456789abcdef"));
  EXPECT_FALSE(covers("id:0123"));
}

TEST(Suppressions, HavePatternsWithStarsAndEnds) {
  for (const char* pattern : {"^sum$", "^/opt/*.c$", "h*l*o.cpp", "*sum*", "^*m$", "exch*(int)$", "^halo of rows$"})
    EXPECT_TRUE(covers(std::string(pattern[1] == 'h' && pattern[0] == '^' ? "memory:" : "race:") + pattern)) << pattern;
  for (const char* pattern : {"^um", "su$", "^opt", "c.*sum$", "^sumsum$", "^s*mm$"})
    EXPECT_FALSE(covers(std::string("race:") + pattern)) << pattern;
}

TEST(Suppressions, AreLinesWithCommentsBetween) {
  EXPECT_TRUE(covers("# known since spring\n\n  race: nothing \r\n\trace:sum\r\n"));
  EXPECT_FALSE(covers("# race:sum\n"));
  EXPECT_FALSE(covers(""));
}

TEST(Suppressions, MayBeginWithAByteOrderMark) { EXPECT_TRUE(covers("\xef\xbb\xbfrace:sum\n")); }

TEST(Suppressions, NameLongFunctionsAsTheTextShowsThem) {
  Race long_name = race();
  long_name.accesses[1].at.function =
      "void solver::sweep<std::vector<double, std::allocator<double> > >(std::vector<double, std::allocator<double> "
      ">&)";
  const auto covers_it = [&](const std::string& text) {
    return std::get<Suppressions>(Suppressions::parse(text)).cover(long_name);
  };
  EXPECT_TRUE(covers_it("race_top:^void solver::sweep<...>(...)$"));
  EXPECT_TRUE(covers_it("race_top:sweep<std::vector<double"));
  EXPECT_FALSE(covers_it("race_top:^void solver::sweep<...>()$"));
}

TEST(Suppressions, AreNoFolder) {
  const auto read = Suppressions::read("/");
  const auto* error = std::get_if<SuppressionsError>(&read);
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->message, "cannot read /");
}

TEST(Suppressions, SayWhichLineIsWrong) {
  for (const char* text : {"race:sum\nraces:sum\n", "#\nsum\n", "race:sum\nrace:\n", "race:sum\n:sum"}) {
    const auto parsed = Suppressions::parse(text);
    const auto* error = std::get_if<SuppressionsError>(&parsed);
    ASSERT_NE(error, nullptr) << text;
    EXPECT_NE(error->message.find("line 2"), std::string::npos) << error->message;
  }
  const auto missing = Suppressions::read("/nowhere/at/all");
  EXPECT_TRUE(std::holds_alternative<SuppressionsError>(missing));
}

TEST(Suppressions, AreCounted) {
  Report report;
  report.races = {race(), race(), race()};
  report.races[1].accesses[1].at.function = "other";
  report.races[1].accesses[1].at.file = report.races[1].accesses[1].at.module = "";
  report.races[1].accesses[1].stack.clear();
  suppress(report, std::get<Suppressions>(Suppressions::parse("race:sum")));
  EXPECT_EQ(report.races.size(), 1U);
  EXPECT_EQ(report.suppressed, 2U);
}

TEST(Suppressions, AreToldWithWhatElseIsToSay) {
  Report report;
  EXPECT_EQ(to_text(report, {}), "");
  report.suppressed = 2;
  EXPECT_EQ(to_text(report, {}), "FarSan: no races but 2 suppressed\n");
  report.unfinished = true;
  EXPECT_NE(to_text(report, {}).find("ended before"), std::string::npos);
}

}  // namespace
}  // namespace farsan::report
