// How the processes of a job are started: which launcher, with what in its environment.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/mpi.h"

namespace farsan::cli {

/// A variable of the job's environment, and why it is set.
struct Setting {
  std::string name;
  std::string value;
  std::string why;
};

/// Full path of the launcher that belongs to an MPI; of any, if none is known. None if it is not installed.
std::optional<std::string> find_launcher(std::optional<Mpi> mpi);

/// The launcher of GPI-2, which wants a machine file.
bool is_gaspi_run(const std::string& launcher);

/// A file with the name of this node once for each process, for as long as this lives.
class MachineFile {
 public:
  explicit MachineFile(unsigned processes);
  MachineFile(const MachineFile&) = delete;
  MachineFile& operator=(const MachineFile&) = delete;
  MachineFile(MachineFile&&) = delete;
  MachineFile& operator=(MachineFile&&) = delete;
  ~MachineFile();
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  int fd_;
  std::string path_;
};

/// A folder for temporary files of one job, for as long as this lives. Jobs of Open MPI 4 keep theirs in one that all of a user
/// share, and that each tries to remove when it ends: another one that begins just then does not start.
class JobFolder {
 public:
  JobFolder();
  JobFolder(const JobFolder&) = delete;
  JobFolder& operator=(const JobFolder&) = delete;
  JobFolder(JobFolder&&) = delete;
  JobFolder& operator=(JobFolder&&) = delete;
  ~JobFolder();
  [[nodiscard]] const std::string& path() const { return path_; }  ///< empty if there could be none

 private:
  std::string path_;
};

/// What a job of that many processes needs on this machine and what the user has not set.
std::vector<Setting> needed_settings(std::optional<Mpi> mpi, unsigned processes, const JobFolder& folder);

/// Starts the command, passes SIGINT, SIGTERM and SIGHUP on to it, and waits for it. Its exit status; none (with errno set)
/// if it could not be started.
std::optional<int> run_job(std::vector<std::string> command);

}  // namespace farsan::cli
