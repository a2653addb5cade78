#include "pgas/node/job.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "pgas/node/environment.h"

namespace farsan::pgas {

namespace {

struct Place {
  std::uint32_t rank = 0;
  std::uint32_t size = 1;
  std::optional<std::string> job;   // to meet the others
  std::optional<std::string> file;  // inherited
};

// A launcher of MPI programs has places for its processes, too: a program may use both models. The processes of one job have
// a name in common, or else a parent.
struct MpiLauncher {
  const char* rank;
  const char* size;
  const char* job;
};
constexpr std::array kMpiLaunchers{MpiLauncher{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMIX_NAMESPACE"},
                                   MpiLauncher{"PMI_RANK", "PMI_SIZE", "PMI_JOBID"}};

Place place_from_mpi() {
  for (const MpiLauncher& launcher : kMpiLaunchers) {
    if (!environment_text(launcher.rank) || !environment_text(launcher.size)) continue;
    const auto rank = environment_number(launcher.rank, 0, kMaxProcesses - 1);
    const auto size = environment_number(launcher.size, 1, kMaxProcesses);
    const auto name = environment_text(launcher.job);
    end_with_parent();
    return {.rank = static_cast<std::uint32_t>(*rank),
            .size = static_cast<std::uint32_t>(*size),
            .job = "mpi-" + name.value_or(std::to_string(getppid())),
            .file = std::nullopt};
  }
  return {};
}

Place place_from_environment() {
  Place place;
  const auto rank = environment_number(kRankVariable, 0, kMaxProcesses - 1);
  const auto size = environment_number(kSizeVariable, 1, kMaxProcesses);
  if (!rank && !size) return place_from_mpi();
  if (!rank || !size || *rank >= *size) {
    fail(std::string(kRankVariable) + " and " + kSizeVariable + " have to be set together, the rank below the size");
  }
  place.rank = static_cast<std::uint32_t>(*rank);
  place.size = static_cast<std::uint32_t>(*size);
  place.job = environment_text(kJobVariable);
  place.file = environment_text(kFileVariable);
  if (!place.file && !place.job && place.size > 1) {
    fail(std::string(kJobVariable) + " is not set: start the program with farsan-pgasrun, or give the job a name");
  }
  return place;
}

JobFile file_for(const Place& place) {
  if (place.file) return JobFile::inherited(*place.file);
  if (place.size == 1) return JobFile::create(1);
  return JobFile::meet(*place.job, place.rank, place.size);
}

// True if the word is, or now becomes, the value.
bool settle(std::atomic<std::uint64_t>& word, std::uint64_t value) {
  std::uint64_t found = 0;
  return word.compare_exchange_strong(found, value) || found == value;
}

}  // namespace

Job Job::attach(const std::string& library, const std::string& member) {
  set_speaker(library);
  const Place place = place_from_environment();
  set_speaker(library + ": " + member + " " + std::to_string(place.rank));
  Job job(file_for(place), place.rank, place.size, place.file.has_value());
  const JobHead& head = job.head();
  if (head.magic != kJobMagic || head.processes != place.size) {
    fail(std::string(kSizeVariable) + " is not the number of processes that the job was started with");
  }
  if (!settle(job.head().library, std::hash<std::string_view>{}(library) | 1)) {
    fail("another library of the kind runs in this job already: one of OpenSHMEM and GASPI, not both");
  }
  std::int32_t nobody = 0;
  Slot& slot = job.slot(place.rank);
  if (!slot.pid.compare_exchange_strong(nobody, getpid())) {
    fail("process " + std::to_string(nobody) + " of this job has this number already");
  }
  slot.stage.store(Stage::Attached);
  return job;
}

Job::Job(JobFile file, std::uint32_t rank, std::uint32_t size, bool launched)
    : file_(std::make_unique<JobFile>(std::move(file))),
      rank_(rank),
      size_(size),
      launched_(launched),
      spins_(spins_for(size)) {
  file_->grow(regions_at(size));
  control_ = file_->map(0, regions_at(size));
}

bool Job::agree(std::uint64_t fingerprint) const { return settle(head().fingerprint, fingerprint | 1); }

void Job::open_regions(std::uint64_t bytes) {
  region_size_ = round_up(bytes, kGrain);
  if (!settle(head().region_size, region_size_)) {
    fail("processes ask for different amounts of shared memory: " + std::to_string(bytes) + " bytes here, up to " +
         std::to_string(head().region_size.load()) + " elsewhere");
  }
  const std::uint64_t begin = regions_at(size_);
  file_->grow(begin + region_size_ * size_);
  regions_ = file_->map(begin, region_size_ * size_);
}

void Job::alias(std::uint64_t offset, std::uint64_t size, void* address) const {
  static_cast<void>(file_->map(file_offset(rank_) + offset, size, address));
}

void Job::copy_in(std::uint64_t offset, const std::byte* from, std::uint64_t size) const {
  while (size > 0) {
    const long written = syscall(SYS_pwrite64, descriptor(), from, size, file_offset(rank_) + offset);
    if (written <= 0) fail(std::string("cannot copy to shared memory: ") + std::strerror(errno));
    offset += static_cast<std::uint64_t>(written);
    from += written;
    size -= static_cast<std::uint64_t>(written);
  }
}

void Job::end_all(int status) const {
  std::uint32_t running = 0;
  head().ending.compare_exchange_strong(running, kEnding | (static_cast<std::uint32_t>(status) & 0xff));
  if (!launched_) {
    for (std::uint32_t process = 0; process < size_; ++process) {
      const std::int32_t pid = slot(process).pid.load();
      if (process != rank_ && pid > 0 && slot(process).stage.load() == Stage::Attached) kill(pid, SIGTERM);
    }
  }
  std::exit(status);
}

}  // namespace farsan::pgas
