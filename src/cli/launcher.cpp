#include "cli/launcher.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "cli/process.h"

namespace farsan::cli {

namespace {

constexpr std::array kForwarded = {SIGINT, SIGTERM, SIGHUP};
/// Whom to pass signals to; a handler has no other way to know.
volatile std::sig_atomic_t g_job = 0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

/// What a terminal sends goes to the launcher anyway, and a second SIGINT would make it give up on its processes.
void forward(int signal, siginfo_t* info, void* /*context*/) {
  if (info->si_code != SI_KERNEL && g_job > 0) ::kill(g_job, signal);
}

sigset_t forwarded_set() {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int signal : kForwarded) ::sigaddset(&set, signal);
  return set;
}

void watch_signals() {
  struct sigaction action{};
  action.sa_sigaction = forward;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  for (const int signal : kForwarded) {
    struct sigaction before{};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr);
  }
}

/// Starts the launcher, which is told to end when this process is gone: if it was killed, nobody else would. Returns -1 with
/// errno set if that failed.
pid_t start(std::vector<std::string> command, const sigset_t& signals) {
  std::array<int, 2> complaint{};  // what exec says
  if (::pipe2(complaint.data(), O_CLOEXEC) != 0) return -1;
  const std::vector<char*> words = argv_of(command);
  const pid_t parent = ::getpid();
  const pid_t job = ::fork();
  if (job == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    ::sigprocmask(SIG_SETMASK, &signals, nullptr);
    if (::getppid() == parent) ::execve(words[0], words.data(), environ);
    [[maybe_unused]] const ssize_t written = ::write(complaint[1], &errno, sizeof errno);
    ::_exit(127);
  }
  int failed = job < 0 ? errno : 0;
  ::close(complaint[1]);
  if (job > 0 && ::read(complaint[0], &failed, sizeof failed) > 0) ::waitpid(job, nullptr, 0);
  ::close(complaint[0]);
  errno = failed;
  return failed == 0 ? job : -1;
}

}  // namespace

std::optional<std::string> find_launcher(std::optional<Mpi> mpi) {
  std::vector<std::string> names;
  if (mpi == Mpi::OpenMpi) names = {"mpirun.openmpi", "orterun"};
  if (mpi == Mpi::Mpich) names = {"mpirun.mpich", "mpiexec.mpich", "mpiexec.hydra"};
  names.insert(names.end(), {"mpirun", "mpiexec"});
  for (const std::string& name : names)
    if (auto path = find_program(name)) return path;
  return std::nullopt;
}

bool is_gaspi_run(const std::string& launcher) {
  return std::filesystem::path(launcher).filename().string().starts_with("gaspi_run");
}

MachineFile::MachineFile(unsigned processes)
    : fd_(::memfd_create("farsan-machines", MFD_CLOEXEC)),
      path_("/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(fd_)) {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return;
  std::ofstream lines(path_);
  for (unsigned i = 0; i < processes; ++i) lines << name.data() << '\n';
}

MachineFile::~MachineFile() {
  if (fd_ >= 0) ::close(fd_);
}

JobFolder::JobFolder() {
  std::error_code none;
  const std::filesystem::path where = std::filesystem::temp_directory_path(none);
  if (none) return;
  std::string name = (where / "farsan-XXXXXX").string();
  if (::mkdtemp(name.data()) != nullptr) path_ = std::move(name);
}

JobFolder::~JobFolder() {
  std::error_code none;
  if (!path_.empty()) std::filesystem::remove_all(path_, none);
}

std::vector<Setting> needed_settings(std::optional<Mpi> mpi, unsigned processes, const JobFolder& folder) {
  std::vector<Setting> wanted;
  if (mpi != Mpi::Mpich) {
    if (::geteuid() == 0) {
      wanted.push_back({"OMPI_ALLOW_RUN_AS_ROOT", "1", "you are root"});
      wanted.push_back({"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", "you are root"});
    }
    wanted.push_back({"OMPI_MCA_rmaps_base_oversubscribe", "1", "more ranks than cores are fine"});
    if (processes > std::thread::hardware_concurrency())
      wanted.push_back({"OMPI_MCA_mpi_yield_when_idle", "1", "there are more ranks than cores"});
    wanted.push_back({"OMPI_MCA_memory", "^patcher", "its memory hooks do not go with a sanitizer"});
    if (!folder.path().empty())
      wanted.push_back({"OMPI_MCA_orte_tmpdir_base", folder.path(), "jobs that share one remove it under each other"});
  }
  wanted.push_back({"UCX_MEM_EVENTS", "no", "its memory hooks do not go with a sanitizer"});
  std::erase_if(wanted, [](const Setting& setting) { return std::getenv(setting.name.c_str()) != nullptr; });
  return wanted;
}

std::optional<int> run_job(std::vector<std::string> command) {
  // No signal may come between the start and the note of whom to pass it to.
  const sigset_t forwarded = forwarded_set();
  sigset_t before;
  ::sigprocmask(SIG_BLOCK, &forwarded, &before);
  watch_signals();
  const pid_t job = start(std::move(command), before);
  const int failed = errno;
  if (job > 0) g_job = job;
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  if (job < 0) {
    errno = failed;
    return std::nullopt;
  }
  int status = 0;
  while (::waitpid(job, &status, 0) < 0 && errno == EINTR) {
  }
  g_job = 0;
  return exit_status_of(status);
}

}  // namespace farsan::cli
