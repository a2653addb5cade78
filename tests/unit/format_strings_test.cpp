#include "runtime/format_strings.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace farsan::runtime {

namespace {

using Strings = std::vector<std::pair<std::string, std::size_t>>;
constexpr std::size_t kWhole = std::numeric_limits<std::size_t>::max();

Strings printed(const char* format, ...) {
  Strings strings;
  std::va_list arguments;
  va_start(arguments, format);
  for_each_string(format, arguments, [&](const char* string, std::size_t most) { strings.emplace_back(string, most); });
  va_end(arguments);
  return strings;
}

TEST(FormatOfPrintf, StringsAreFoundAmongOtherArguments) {
  EXPECT_EQ(printed("%d %s %5.2f %Lf %lu %p %% %c %s", 1, "a", 2.0, 3.0L, 4UL, nullptr, 'c', "b"),
            (Strings{{"a", kWhole}, {"b", kWhole}}));
}

TEST(FormatOfPrintf, PrecisionIsTheMostThatIsRead) {
  EXPECT_EQ(printed("%.3s %.*s %.*s %*s", "a", 4, "b", -1, "c", 9, "d"),
            (Strings{{"a", 3}, {"b", 4}, {"c", kWhole}, {"d", kWhole}}));
}

TEST(FormatOfPrintf, ArgumentsMayHaveNumbers) {
  EXPECT_EQ(printed("%3$s %1$d %2$f", 1, 2.0, "a"), (Strings{{"a", kWhole}}));
  EXPECT_EQ(printed("%2$.*1$s %2$s", 4, "a"), (Strings{{"a", 4}, {"a", kWhole}}));
}

TEST(FormatOfPrintf, NumbersOfArgumentsThatCannotBeEndTheWalk) {
  EXPECT_EQ(printed("%1$s %99999999999$s %1$s", "a"), (Strings{{"a", kWhole}}));
  EXPECT_EQ(printed("%", "a"), Strings());
  EXPECT_EQ(printed("%.*65$s", "a"), (Strings{{"a", kWhole}}));
}

TEST(FormatOfPrintf, NullIsNoString) { EXPECT_EQ(printed("%s", nullptr), Strings()); }

using Stored = std::vector<std::pair<const void*, std::size_t>>;

Stored scanned(Scanf dialect, int assigned, const char* format, ...) {
  Stored stored;
  std::va_list arguments;
  va_start(arguments, format);
  for_each_stored(dialect, format, arguments, assigned,
                  [&](const void* at, std::size_t size) { stored.emplace_back(at, size); });
  va_end(arguments);
  return stored;
}

class FormatOfScanf : public ::testing::Test {
 protected:
  char a_[16] = "", b_[16] = "", c_[16] = "";
};

TEST_F(FormatOfScanf, WhatWasAssignedIsStored) {
  EXPECT_EQ(scanned(Scanf::Standard, 2, "%d %*d %lf %s", a_, b_, c_), (Stored{{a_, 4}, {b_, 8}}));
  EXPECT_EQ(scanned(Scanf::Standard, 3, "%hhd%s%5c", a_, b_, c_), (Stored{{a_, 1}, {b_, kString}, {c_, 5}}));
}

TEST_F(FormatOfScanf, ArgumentsMayHaveNumbers) {
  EXPECT_EQ(scanned(Scanf::Standard, 2, "%2$d %1$7s", a_, b_), (Stored{{b_, 4}, {a_, kString}}));
}

TEST_F(FormatOfScanf, SetsMayHaveBrackets) {
  EXPECT_EQ(scanned(Scanf::Standard, 2, "%[^]%]%d", a_, b_), (Stored{{a_, kString}, {b_, 4}}));
}

TEST_F(FormatOfScanf, AnAIsANumberOrAllocates) {
  EXPECT_EQ(scanned(Scanf::Standard, 1, "%as", a_), (Stored{{a_, 4}}));
  EXPECT_EQ(scanned(Scanf::Gnu, 1, "%as", a_), (Stored{{a_, sizeof(void*)}}));
  EXPECT_EQ(scanned(Scanf::Gnu, 1, "%a", a_), (Stored{{a_, 4}}));
  EXPECT_EQ(scanned(Scanf::Standard, 1, "%ms", a_), (Stored{{a_, sizeof(void*)}}));
}

}  // namespace

}  // namespace farsan::runtime
