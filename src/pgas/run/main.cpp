// farsan-pgasrun: starts the processes of a job on this node, and sees to it that they end together.
//
//   farsan-pgasrun -n 4 ./program arguments
//
// The job's memory is an anonymous file that the processes inherit. When one of them dies or fails, the others are ended.
// The status is the worst of the processes' own, 128 + the signal for one that was killed.
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pgas/node/environment.h"
#include "pgas/node/job_file.h"
#include "pgas/node/layout.h"

namespace farsan::pgas {
namespace {

constexpr const char* kUsage =
    "usage: farsan-pgasrun -n N [--delay[=MS]] PROGRAM [ARGUMENT...]\n"
    "\n"
    "Starts N processes of a program that was linked with FarSan's OpenSHMEM or GASPI library, on this node.\n"
    "\n"
    "  -n N          number of processes (also -np)\n"
    "  --delay[=MS]  hold back the effect of every operation as long as the specification permits; at most MS\n"
    "                milliseconds (20) when its process waits for others\n"
    "  -h, --help    this text\n";

constexpr int kCannotStart = 127;  // as shells have it

struct Command {
  std::uint32_t processes = 0;
  std::optional<std::string> delay;
  std::vector<char*> program;
};

std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Command parse(int count, char** words) {
  Command command;
  int at = 1;
  for (; at < count && words[at][0] == '-'; ++at) {
    const std::string_view word = words[at];
    if (word == "-h" || word == "--help") {
      std::fputs(kUsage, stdout);
      std::exit(0);
    } else if (word == "-n" || word == "-np") {
      const auto value = at + 1 < count ? number(words[++at]) : std::nullopt;
      if (!value || *value == 0 || *value > kMaxProcesses) {
        fail(std::string(word) + " takes a number of processes from 1 to " + std::to_string(kMaxProcesses));
      }
      command.processes = *value;
    } else if (word == "--delay") {
      command.delay = "20";
    } else if (word.starts_with("--delay=")) {
      command.delay = word.substr(std::strlen("--delay="));
      if (!number(*command.delay)) fail("--delay takes a number of milliseconds");
    } else if (word == "--") {
      ++at;
      break;
    } else {
      fail("unknown option '" + std::string(word) + "' (see farsan-pgasrun --help)");
    }
  }
  if (command.processes == 0) fail("how many processes? (farsan-pgasrun -n N PROGRAM)");
  if (at >= count) fail("which program? (farsan-pgasrun -n N PROGRAM)");
  command.program.assign(words + at, words + count);
  command.program.push_back(nullptr);
  return command;
}

/// What gaspi_run of GPI-2 tells its processes: programs that are linked with that can be started here, too.
constexpr const char* kNode = "localhost";
int make_machine_file(std::uint32_t processes) {
  const int file = memfd_create("farsan-machines", 0);
  for (std::uint32_t i = 0; i < processes; ++i) {
    const std::string line = std::string(kNode) + "\n";
    if (write(file, line.data(), line.size()) < 0) fail(std::string("no machine file: ") + std::strerror(errno));
  }
  return file;
}

class Launcher {
 public:
  explicit Launcher(Command command);
  int run();

 private:
  static constexpr std::array kForwarded{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
  static constexpr timespec kGrace{.tv_sec = 2, .tv_nsec = 0};  // from SIGTERM to SIGKILL

  [[nodiscard]] pid_t start(std::uint32_t rank) const;
  [[noreturn]] void become(std::uint32_t rank) const;
  [[nodiscard]] std::vector<std::pair<const char*, std::string>> gpi2_environment(std::uint32_t rank) const;
  void collect();
  void ended(std::uint32_t rank, int status);
  void end_job();
  void signal_all(int signal) const;
  [[nodiscard]] const Slot& slot(std::uint32_t rank) const {
    return reinterpret_cast<const Slot*>(control_ + kSlotsAt)[rank];
  }

  Command command_;
  JobFile file_;
  std::byte* control_;
  const JobHead& head_;
  pid_t self_ = getpid();
  int machines_;  // a file
  sigset_t waited_{};
  sigset_t inherited_{};
  std::vector<pid_t> children_;       // 0: has ended
  std::array<int, 2> not_started_{};  // a pipe: why a child could not become the program
  bool ending_ = false;
  int worst_ = 0;
};

Launcher::Launcher(Command command)
    : command_(std::move(command)),
      file_(JobFile::create(command_.processes)),
      control_(file_.map(0, regions_at(command_.processes))),
      head_(*reinterpret_cast<JobHead*>(control_)),
      machines_(make_machine_file(command_.processes)) {
  fcntl(file_.descriptor(), F_SETFD, 0);  // the processes inherit it
  if (pipe2(not_started_.data(), O_CLOEXEC | O_NONBLOCK) != 0) fail(std::string("no pipe: ") + std::strerror(errno));
  // What a killed process leaves behind (a shell's children) comes to us.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigemptyset(&waited_);
  sigaddset(&waited_, SIGCHLD);
  for (const int signal : kForwarded) sigaddset(&waited_, signal);
  sigprocmask(SIG_BLOCK, &waited_, &inherited_);
}

std::vector<std::pair<const char*, std::string>> Launcher::gpi2_environment(std::uint32_t rank) const {
  return {{"GASPI_MASTER", kNode},
          {"GASPI_MFILE", "/proc/" + std::to_string(self_) + "/fd/" + std::to_string(machines_)},
          {"GASPI_NRANKS", std::to_string(command_.processes)},
          {"GASPI_RANK", std::to_string(rank)},
          {"GASPI_SOCKET", std::to_string(rank)},
          {"GASPI_TYPE", rank == 0 ? "GASPI_MASTER" : "GASPI_WORKER"}};
}

void Launcher::become(std::uint32_t rank) const {
  // Nobody outlives the launcher, even if that is killed.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != self_) _exit(1);
  sigprocmask(SIG_SETMASK, &inherited_, nullptr);
  if (rank != 0) {
    const int nothing = open("/dev/null", O_RDONLY);
    if (nothing > STDIN_FILENO) dup2(nothing, STDIN_FILENO), close(nothing);
  }
  setenv(kRankVariable, std::to_string(rank).c_str(), 1);
  setenv(kSizeVariable, std::to_string(command_.processes).c_str(), 1);
  setenv(kJobVariable, std::to_string(self_).c_str(), 1);
  setenv(kFileVariable, (std::to_string(file_.descriptor()) + "," + std::to_string(self_)).c_str(), 1);
  if (command_.delay) setenv("FARSAN_PGAS_DELAY", command_.delay->c_str(), 1);
  for (const auto& [name, value] : gpi2_environment(rank)) setenv(name, value.c_str(), 1);
  execvp(command_.program[0], command_.program.data());
  const int error = errno;
  [[maybe_unused]] const ssize_t written = write(not_started_[1], &error, sizeof error);
  _exit(kCannotStart);
}

pid_t Launcher::start(std::uint32_t rank) const {
  const pid_t child = fork();
  if (child == 0) become(rank);
  if (child < 0) {
    signal_all(SIGKILL);
    fail("cannot start process " + std::to_string(rank) + ": " + std::strerror(errno));
  }
  return child;
}

int Launcher::run() {
  for (std::uint32_t rank = 0; rank < command_.processes; ++rank) children_.push_back(start(rank));
  bool killed = false;
  while (std::ranges::any_of(children_, [](pid_t child) { return child != 0; })) {
    siginfo_t info{};
    const int signal = ending_ && !killed ? sigtimedwait(&waited_, &info, &kGrace) : sigwaitinfo(&waited_, &info);
    if (signal < 0 && errno == EAGAIN) {
      signal_all(SIGKILL);
      killed = true;
    } else if (signal > 0 && signal != SIGCHLD && info.si_code <= 0) {
      signal_all(signal);  // a terminal's signals reach the processes by themselves
    }
    collect();
  }
  const std::uint32_t end = head_.ending.load();
  return (end & kEnding) != 0 ? static_cast<int>(end & 0xff) : worst_;
}

void Launcher::collect() {
  int status = 0;
  for (pid_t child = waitpid(-1, &status, WNOHANG); child > 0; child = waitpid(-1, &status, WNOHANG)) {
    const auto found = std::ranges::find(children_, child);
    if (found == children_.end()) continue;
    *found = 0;
    ended(static_cast<std::uint32_t>(found - children_.begin()), status);
  }
}

void Launcher::ended(std::uint32_t rank, int status) {
  if (ending_) return;  // by us
  if ((head_.ending.load() & kEnding) != 0) return end_job();
  const std::string who = "process " + std::to_string(rank);
  int own = 0;
  if (WIFSIGNALED(status)) {
    own = 128 + WTERMSIG(status);
    say(who + " was killed by signal " + std::to_string(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) +
        "); ending the job");
  } else if (WEXITSTATUS(status) != 0) {
    own = WEXITSTATUS(status);
    int error = 0;
    if (own == kCannotStart && read(not_started_[0], &error, sizeof error) == sizeof error)
      say("cannot start " + std::string(command_.program[0]) + ": " + std::strerror(error));
    else
      say(who + " exited with status " + std::to_string(own) + "; ending the job");
  } else if (slot(rank).stage.load() == Stage::Attached && slot(rank).pid.load() != 0 &&
             kill(slot(rank).pid.load(), 0) != 0) {
    own = 1;
    say(who + " left without finalizing; ending the job");
  }
  worst_ = std::max(worst_, own);
  if (own != 0) end_job();
}

void Launcher::end_job() {
  ending_ = true;
  signal_all(SIGTERM);
}

void Launcher::signal_all(int signal) const {
  for (std::uint32_t rank = 0; rank < children_.size(); ++rank) {
    if (children_[rank] != 0) kill(children_[rank], signal);
    // A process of the job that is not our child itself, but a child's.
    const pid_t pid = slot(rank).pid.load();
    if (pid > 0 && pid != children_[rank] && children_[rank] != 0) kill(pid, signal);
  }
}

}  // namespace
}  // namespace farsan::pgas

int main(int count, char** words) {
  using namespace farsan::pgas;
  set_speaker("farsan-pgasrun");
  return Launcher(parse(count, words)).run();
}
