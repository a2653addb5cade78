// farsan-report as a job starts it: descriptors in, text and JSON out, an exit status.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "report/json.h"
#include "support/fake_job.h"
#include "support/folder.h"

namespace farsan::report {
namespace {

using model::AccessKind;
using session::Epoch;
using testing_support::FakeJob;
using testing_support::Folder;
using testing_support::here;
using testing_support::side;

std::string content(const std::filesystem::path& file) {
  std::ostringstream out;
  out << std::ifstream(file).rdbuf();
  return out.str();
}

class ReportTool : public ::testing::Test {
 protected:
  /// Its exit status; what it says is in `said`.
  int run(std::vector<std::string> arguments) {
    const pid_t child = ::fork();
    if (child == 0) {
      const int log = ::open(log_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      ::dup2(log, STDOUT_FILENO);
      ::dup2(log, STDERR_FILENO);
      for (const session::Segment* segment : job.segments()) ::fcntl(segment->fd(), F_SETFD, 0);
      arguments.insert(arguments.begin(), FARSAN_REPORT);
      std::vector<char*> argv;
      for (std::string& argument : arguments) argv.push_back(argument.data());
      argv.push_back(nullptr);
      ::execv(FARSAN_REPORT, argv.data());
      ::_exit(127);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    said = content(log_);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  [[nodiscard]] std::string descriptors() const {
    std::string list;
    for (const session::Segment* segment : job.segments())
      list += (list.empty() ? "" : ",") + std::to_string(segment->fd());
    return list;
  }

  void add_race() {
    auto put = side(AccessKind::RemoteWrite, 1, job.site(1, here(), "MPI_Put"), Epoch::LockAll);
    put.end_rank = 1;
    put.end_epoch = 5;
    job.began(1, 5, job.site(1, here(), "MPI_Win_unlock_all"));
    session::Race& race = job.race(0, put, side(AccessKind::Load, 0, job.site(0, here())));
    race.memory_name = job[0].add_text("halo");
    race.allocated_at = job.site(0, here(), "MPI_Win_allocate");
  }

  Folder folder;
  std::filesystem::path log_ = folder.path() / "log";
  std::string said;
  FakeJob job{2};
};

TEST_F(ReportTool, SaysNothingWithoutRaces) {
  const std::string json = (folder.path() / "report.json").string();
  EXPECT_EQ(run({"--segments", descriptors(), "--json", json, "--unfinished"}), 0);
  EXPECT_EQ(said, "");
  const auto report = parse(content(json));
  ASSERT_TRUE(std::holds_alternative<Report>(report));
  EXPECT_TRUE(std::get<Report>(report).races.empty());
}

TEST_F(ReportTool, PrintsTheRaceAndASummary) {
  add_race();
  EXPECT_EQ(run({"--segments", descriptors()}), 66);
  for (const char* part : {"FarSan: remote race on window \"halo\" of rank 0\n",
                           "rank 1: MPI_Put writes at the target\n", "rank 0: load\n", "report_tool_test.cpp:", " in ",
                           "add_race", "| ", "^\n", "bytes 8..15 (8 bytes)", "made by MPI_Win_allocate",
                           "to MPI_Win_unlock_all", "= mend: ", "\nFarSan: 1 race in 2 ranks, exit status 66\n"})
    EXPECT_NE(said.find(part), std::string::npos) << part << "\nnot in\n" << said;
  EXPECT_EQ(said.find('\x1b'), std::string::npos) << said;
  if (std::getenv("FARSAN_SHOW") != nullptr) std::cout << said;
}

TEST_F(ReportTool, ColorsWhenAsked) {
  add_race();
  EXPECT_EQ(run({"--segments", descriptors(), "--color", "always"}), 66);
  EXPECT_NE(said.find("\x1b[1;31m"), std::string::npos) << said;
}

TEST_F(ReportTool, SaysThatTheJobWasCutShort) {
  add_race();
  EXPECT_EQ(run({"--segments", descriptors(), "--unfinished"}), 66);
  EXPECT_NE(said.find("FarSan: the job ended before MPI_Finalize, shmem_finalize or gaspi_proc_term; there may"),
            std::string::npos)
      << said;
  job[1].header().numbers[static_cast<std::size_t>(session::Model::Shmem)] = 1;
  EXPECT_EQ(run({"--segments", descriptors(), "--unfinished"}), 66);
  EXPECT_NE(said.find("FarSan: the job ended before shmem_finalize; there may"), std::string::npos) << said;
  job[0].header().numbers[static_cast<std::size_t>(session::Model::Mpi)] = 1;
  EXPECT_EQ(run({"--segments", descriptors(), "--unfinished"}), 66);
  EXPECT_NE(said.find("FarSan: the job ended before MPI_Finalize or shmem_finalize; there may"), std::string::npos)
      << said;
}

TEST_F(ReportTool, WritesTextAndJsonToFiles) {
  add_race();
  const std::string text = (folder.path() / "report.txt").string();
  const std::string json = (folder.path() / "report.json").string();
  EXPECT_EQ(run({"--segments", descriptors(), "--text", text, "--json", json, "--exitcode", "1"}), 66);
  EXPECT_EQ(said, "");
  EXPECT_NE(content(text).find("exit status 1\n"), std::string::npos);
  const auto report = parse(content(json));
  ASSERT_TRUE(std::holds_alternative<Report>(report)) << std::get<JsonError>(report).what;
  EXPECT_EQ(std::get<Report>(report), job.report());
  if (std::getenv("FARSAN_SHOW") != nullptr) std::cout << content(json);
}

TEST_F(ReportTool, AFileThatCannotBeWrittenIsSaidAndTheRaceStillCounts) {
  add_race();
  EXPECT_EQ(run({"--segments", descriptors(), "--json", "/nowhere/report.json"}), 66);
  EXPECT_NE(said.find("farsan: cannot write '/nowhere/report.json': No such file"), std::string::npos) << said;
  EXPECT_NE(said.find("FarSan: 1 race"), std::string::npos) << said;
}

TEST_F(ReportTool, WrongUsageIsOneLineAndStatusTwo) {
  using Arguments = std::vector<std::string>;
  const Arguments wrong[] = {{}, {"--segments", "x"}, {"--segments", "99"}, {"--segments", "0", "--color", "pink"}};
  for (const Arguments& arguments : wrong) {
    EXPECT_EQ(run(arguments), 2);
    EXPECT_EQ(std::ranges::count(said, '\n'), 1) << said;
  }
}

}  // namespace
}  // namespace farsan::report
