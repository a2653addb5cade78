// The JSON of a report: written, read back, and refused where it is not one.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "report/json.h"

namespace farsan::report {
namespace {

Report full_report() {
  Report report;
  report.program = "/home/user/prog";
  report.library = "Open MPI 4.1.4";
  report.models = {session::Model::Mpi, session::Model::Gaspi};
  report.ranks = 4;
  report.unfinished = true;
  report.unkept = 7;
  report.suppressed = 3;
  report.replaced = {"/home/user/prog", "/home/user/libx.so"};
  const Frame frame{"main", "/home/user/a.c", 20, 3, "/home/user/prog", 0x1234};
  Race race;
  race.id = "0123456789abcdef";
  race.kind = model::RaceKind::LocalBuffer;
  race.count = 12;
  race.owner_rank = 2;
  race.owner_ranks = {2, 3};
  race.memory = {session::MemoryKind::Window, "halo", 8, 4, Place{"MPI_Win_allocate", "/home/user/a.c", 10}};
  race.accesses[0] = {"MPI_Put", model::AccessKind::BufferRead, frame, 2, 0, {frame, frame}};
  race.accesses[0].queue = 3;
  race.accesses[0].context = Place{"shmem_ctx_create", "/home/user/a.c", 12};
  race.accesses[1] = {"", model::AccessKind::Store, {"", "", 0, 0, "libx.so", 99}, 2, 1, {}};
  race.region = Region{{"MPI_Put", "/home/user/a.c", 20}, Ending{{"MPI_Win_unlock", "", 0}, 3}};
  race.explanation = "Because.";
  race.mend = "Do \"it\".\n";
  report.races = {race, race};
  report.races[1].memory = {};
  report.races[1].region.reset();
  report.races[1].kind = model::RaceKind::Thread;
  return report;
}

nlohmann::json document() { return nlohmann::json::parse(to_json(full_report())); }

std::string error_of(const nlohmann::json& value) {
  const auto read = parse(value.dump());
  const auto* error = std::get_if<JsonError>(&read);
  return error == nullptr ? "none" : error->what;
}

TEST(ReportJson, ReadsBackWhatItWrites) {
  const auto read = parse(to_json(full_report()));
  ASSERT_TRUE(std::holds_alternative<Report>(read)) << std::get<JsonError>(read).what;
  EXPECT_EQ(std::get<Report>(read), full_report());
}

TEST(ReportJson, ReadsReportsOfVersionsThatKnewNoModelsQueuesAndContexts) {
  auto value = document();
  value.erase("models");
  for (auto& race : value["races"])
    for (auto& access : race["accesses"]) {
      access.erase("queue");
      access.erase("context");
    }
  const auto read = parse(value.dump());
  ASSERT_TRUE(std::holds_alternative<Report>(read)) << std::get<JsonError>(read).what;
  EXPECT_FALSE(std::get<Report>(read).races[0].accesses[0].queue);
  EXPECT_TRUE(std::get<Report>(read).models.empty());
  value["races"][0]["accesses"][0]["queue"] = "three";
  EXPECT_EQ(error_of(value).substr(0, 28), "races[0].accesses[0].queue: ");
}

TEST(ReportJson, KeepsTheNamesThatOthersRelyOn) {
  const auto value = document();
  EXPECT_EQ(value["schema"], "farsan-report/1");
  EXPECT_EQ(value["program"], "/home/user/prog");
  EXPECT_EQ(value["ranks"], 4);
  EXPECT_EQ(value["models"], nlohmann::json({"MPI", "GASPI"}));
  const auto& race = value["races"][0];
  EXPECT_EQ(race["id"], "0123456789abcdef");
  EXPECT_EQ(race["kind"], "local-buffer");
  EXPECT_EQ(race["count"], 12);
  EXPECT_EQ(race["owner_rank"], 2);
  EXPECT_EQ(race["memory"]["kind"], "window");
  EXPECT_EQ(race["memory"]["name"], "halo");
  EXPECT_EQ(race["memory"]["offset"], 8);
  EXPECT_EQ(race["memory"]["size"], 4);
  EXPECT_EQ(race["memory"]["allocated_at"]["line"], 10);
  const auto& access = race["accesses"][0];
  EXPECT_EQ(access["call"], "MPI_Put");
  EXPECT_EQ(access["type"], "buffer-read");
  EXPECT_EQ(access["queue"], 3);
  EXPECT_EQ(access["context"]["line"], 12);
  EXPECT_TRUE(race["accesses"][1]["queue"].is_null());
  EXPECT_EQ(access["file"], "/home/user/a.c");
  EXPECT_EQ(access["line"], 20);
  EXPECT_EQ(access["column"], 3);
  EXPECT_EQ(access["function"], "main");
  EXPECT_EQ(access["rank"], 2);
  EXPECT_EQ(access["thread"], 0);
  EXPECT_EQ(access["stack"].size(), 2U);
  EXPECT_TRUE(race["accesses"][1]["call"].is_null());
  EXPECT_TRUE(race["accesses"][1]["file"].is_null());
  EXPECT_EQ(race["region"]["began"]["call"], "MPI_Put");
  EXPECT_EQ(race["region"]["ended"]["rank"], 3);
  EXPECT_EQ(race["explanation"], "Because.");
  EXPECT_EQ(race["mend"], "Do \"it\".\n");
}

TEST(ReportJson, NamesOfProgramsNeedNotBeUtf8) {
  Report report = full_report();
  report.program = "\xff\xfe";
  EXPECT_TRUE(std::holds_alternative<Report>(parse(to_json(report))));
}

TEST(ReportJson, MembersOfLaterVersionsAreNoError) {
  auto value = document();
  value["new"] = 1;
  value["races"][0]["new"] = "x";
  EXPECT_EQ(error_of(value), "none");
}

TEST(ReportJson, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(std::get<JsonError>(parse("")).what, "not JSON");
  EXPECT_EQ(std::get<JsonError>(parse("{} x")).what, "not JSON");
  EXPECT_EQ(std::get<JsonError>(parse("[]")).what, "the document: not an object");
  EXPECT_EQ(std::get<JsonError>(parse("{}")).what, "schema: missing");
  auto value = document();
  value["schema"] = "farsan-report/2";
  EXPECT_EQ(error_of(value), "schema: not farsan-report/1");
  value = document();
  value["races"][1]["accesses"][0]["line"] = -1;
  EXPECT_EQ(error_of(value), "races[1].accesses[0].line: not a number, or not a whole one, or a negative one");
  value = document();
  value["races"][1]["accesses"][0]["line"] = std::uint64_t{1} << 32;
  EXPECT_EQ(error_of(value), "races[1].accesses[0].line: too large a number");
  value = document();
  value["races"][0]["accesses"].push_back(1);
  EXPECT_EQ(error_of(value), "races[0].accesses: not two of them");
  value = document();
  value["races"][0]["kind"] = "remot";
  EXPECT_EQ(error_of(value), "races[0].kind: no such kind");
  value = document();
  value["races"][0].erase("mend");
  EXPECT_EQ(error_of(value), "races[0].mend: missing");
  value = document();
  value["races"] = nullptr;
  EXPECT_EQ(error_of(value), "races: not an array");
  value = document();
  value["unfinished"] = 0;
  EXPECT_EQ(error_of(value), "unfinished: neither true nor false");
}

TEST(ReportJson, DeepNestingIsNoTrouble) {
  EXPECT_TRUE(std::holds_alternative<JsonError>(parse(std::string(200'000, '['))));
}

}  // namespace
}  // namespace farsan::report
