// Every script of the repository: it reads, prints and reads back, and gives a verdict that the oracle shares.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "oracle/oracle.h"
#include "sim/script.h"
#include "support/comparison.h"

namespace farsan::sim {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> scripts() {
  std::vector<fs::path> found;
  for (const char* folder : {"tests/scripts", "examples"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(FARSAN_SOURCE_DIR) / folder))
      if (entry.path().extension() == ".farsan") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

std::string title(const ::testing::TestParamInfo<fs::path>& info) {
  std::string name = info.param.parent_path().filename().string() + "_" + info.param.stem().string();
  std::replace_if(name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
}

class ScriptCorpus : public ::testing::TestWithParam<fs::path> {
 protected:
  void SetUp() override {
    std::ifstream file(GetParam());
    std::ostringstream text;
    text << file.rdbuf();
    auto result = parse(text.str());
    if (const auto* errors = std::get_if<std::vector<ScriptError>>(&result)) {
      FAIL() << format(*errors, GetParam().filename().string());
    }
    script_ = std::get<Script>(std::move(result));
  }

  [[nodiscard]] std::string show(const ExpectedRace& race) const {
    std::string out;
    for (const std::size_t e : {race.first, race.second})
      out += "\n  line " + std::to_string(script_.positions[e].line) + ": " + script_.labels[e];
    return out;
  }

  Script script_;
};

TEST_P(ScriptCorpus, SaysWhatItIsAboutAndWhatRaces) {
  EXPECT_FALSE(script_.comment.empty());
  EXPECT_TRUE(script_.expects_verdict);
}

TEST_P(ScriptCorpus, PrintsAndReadsBack) {
  for (const std::string& text : {print(script_), print(script_.execution)}) {
    const auto again = parse(text);
    ASSERT_TRUE(std::holds_alternative<Script>(again)) << text;
    EXPECT_TRUE(std::get<Script>(again).execution == script_.execution) << text;
  }
}

TEST_P(ScriptCorpus, HasTheVerdictOfTheOracle) {
  std::vector<ExpectedRace> found;
  for (const oracle::Race& race : oracle::races(script_.execution))
    found.push_back({race.first.event, race.second.event});
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  for (const ExpectedRace& race : found)
    EXPECT_TRUE(std::binary_search(script_.expected.begin(), script_.expected.end(), race))
        << "not marked:" << show(race);
  for (const ExpectedRace& race : script_.expected)
    EXPECT_TRUE(std::binary_search(found.begin(), found.end(), race)) << "marked, but no race:" << show(race);
}

TEST_P(ScriptCorpus, HasTheVerdictOfTheEngineWheneverMetadataArrives) {
  const auto truth = oracle::races(script_.execution);
  for (const Delivery delivery : {Delivery::Prompt, Delivery::Late, Delivery::Odd})
    for (const Forgetting forgetting : {Forgetting::Never, Forgetting::Often}) {
      const auto said = testing_support::engine_races(script_.execution, {1, delivery, forgetting});
      EXPECT_EQ(testing_support::disagreements(script_.execution, truth, said), std::vector<std::string>{});
    }
}

INSTANTIATE_TEST_SUITE_P(All, ScriptCorpus, ::testing::ValuesIn(scripts()), title);

}  // namespace
}  // namespace farsan::sim
