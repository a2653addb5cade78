#include "random/common/run.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

namespace farsan::random_programs {

namespace {

constexpr int kRaces = 66;

/// A folder for the files of one run, gone with this.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "farsan-random-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for the run: " + name);
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder(Folder&&) = delete;
  Folder& operator=(const Folder&) = delete;
  Folder& operator=(Folder&&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string content(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// In a process group of its own, so that all of a job that hangs can be ended.
pid_t start(const std::vector<std::string>& command, const std::string& log) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::setpgid(0, 0);
  const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int in = ::open("/dev/null", O_RDONLY);
  ::dup2(in, 0);
  ::dup2(out, 1);
  ::dup2(out, 2);
  ::execvp(words[0], words.data());
  ::_exit(127);
}

/// The exit status; none if it took too long and was ended.
std::optional<int> finish(pid_t child, std::chrono::seconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  for (auto pause = std::chrono::milliseconds(2);; pause = std::min(pause * 2, std::chrono::milliseconds(20))) {
    int status = 0;
    if (::waitpid(child, &status, WNOHANG) == child)
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (std::chrono::steady_clock::now() > deadline) break;
    std::this_thread::sleep_for(pause);
  }
  ::kill(-child, SIGTERM);  // the launcher ends its ranks
  std::this_thread::sleep_for(std::chrono::seconds(2));
  ::kill(-child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  return std::nullopt;
}

/// From "...act<17>...".
std::optional<Site> site_of(const std::string& function) {
  constexpr std::string_view kName = "act<";
  const std::size_t at = function.find(kName);
  if (at == std::string::npos) return std::nullopt;
  Site site = 0;
  const char* begin = function.data() + at + kName.size();
  if (std::from_chars(begin, function.data() + function.size(), site).ec != std::errc()) return std::nullopt;
  return site;
}

Outcome read(const std::string& json) {
  Outcome outcome;
  const auto report = nlohmann::json::parse(json, nullptr, false);
  if (report.is_discarded()) return {"the report is no JSON", {}};
  if (report.at("unfinished").get<bool>()) return {"ends early", {}};
  for (const auto& race : report.at("races")) {
    std::vector<Site> sites;
    for (const auto& access : race.at("accesses")) {
      const std::string function = access.at("function").is_string() ? access.at("function").get<std::string>() : "";
      if (const auto site = site_of(function))
        sites.push_back(*site);
      else
        outcome.failure = "a race of what is no action: " + access.dump();
    }
    if (sites.size() == 2) outcome.reported.insert(std::minmax(sites[0], sites[1]));
  }
  return outcome;
}

std::string last_lines(const std::string& text) {
  constexpr std::size_t kMost = 1500;
  return text.size() <= kMost ? text : "..." + text.substr(text.size() - kMost);
}

}  // namespace

bool Runner::fails_unwatched(const Subject& program, const Kept& kept) const {
  constexpr int kAttempts = 12;  // Open MPI alone crashes in some programs in one run of four
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const auto outcome = try_for(std::chrono::seconds(seconds), program, kept, Watched::No);
    if (!outcome || !outcome->failure.empty()) return true;
  }
  return false;
}

Outcome Runner::run(const Subject& program, const Kept& kept) const {
  auto outcome = try_for(std::chrono::seconds(seconds), program, kept, Watched::Yes);
  if (outcome && (outcome->failure.empty() || outcome->is_certain)) return *outcome;
  if (fails_unwatched(program, kept)) return {"", {}, false, true};
  // On a machine that has other things to do a run can be slow without an end in sight: what hangs does so again.
  if (!outcome) outcome = try_for(4 * std::chrono::seconds(seconds), program, kept, Watched::Yes);
  return outcome ? *outcome : Outcome{"hangs", {}};
}

std::optional<Outcome> Runner::try_for(std::chrono::seconds limit, const Subject& program, const Kept& kept,
                                       Watched watched) const {
  const Folder folder;
  std::ofstream(folder.file("board")) << std::string(2 * kMostActions, '\0');
  const std::string keep = to_list(kept);
  if (keep.empty()) return Outcome{};
  std::vector<std::string> command = {"env",
                                      watched == Watched::No ? "FARSAN_OPTIONS=enabled=0" : "FARSAN_OPTIONS=",
                                      farsan,
                                      "run",
                                      "-n",
                                      std::to_string(program.ranks()),
                                      "--json",
                                      folder.file("report"),
                                      driver,
                                      std::to_string(program.seed()),
                                      "--board",
                                      folder.file("board"),
                                      "--keep",
                                      keep,
                                      "--fingerprint",
                                      std::to_string(program.fingerprint())};
  if (jitter > 0) {
    command.emplace_back("--jitter");
    command.push_back(std::to_string(jitter));
  }
  const pid_t child = start(command, folder.file("log"));
  if (child < 0) return Outcome{std::string("cannot start: ") + std::strerror(errno), {}};
  const auto status = finish(child, limit);
  if (!status) return std::nullopt;
  const bool fine = *status == 0 || (*status == kRaces && watched == Watched::Yes);
  if (watched == Watched::No && fine) return Outcome{};
  if (*status == kAnotherProgram) return Outcome{last_lines(content(folder.file("log"))), {}, true};
  if (!fine)
    return Outcome{"ends with status " + std::to_string(*status) + "\n" + last_lines(content(folder.file("log"))), {}};
  Outcome outcome = read(content(folder.file("report")));
  if (outcome.failure.empty() && (*status == kRaces) == outcome.reported.empty())
    outcome.failure = "status " + std::to_string(*status) + " does not fit the report";
  return outcome;
}

}  // namespace farsan::random_programs
