// A job: N processes on one node that share memory. The foundation of the embedded OpenSHMEM and GASPI libraries.
//
//   Job job = Job::attach("farsan-shmem", "PE");   // who am I: from the environment; alone without a launcher
//   job.open_regions(bytes);                       // collective in effect: all name the same size
//   std::byte* theirs = job.region(3);             // process 3's region; every process maps all of them
//   *reinterpret_cast<std::atomic<int>*>(theirs) += 1;
//   job.changed(3);                                // wakes process 3 if it waits for something in its region
//   job.wait(job.rank(), [&] { return ...; });     // sleeps until it holds
//
// Groups of processes meet at boards (board.h). Operations can be held back (delay.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "pgas/node/delay.h"
#include "pgas/node/job_file.h"
#include "pgas/node/layout.h"
#include "pgas/node/waiting.h"

namespace farsan::pgas {

class Job {
 public:
  /// `library` begins every line that is said, `member` is what a process is called in it. Ends the process with one line if
  /// the environment makes no sense, or if another library runs in the job already.
  [[nodiscard]] static Job attach(const std::string& library, const std::string& member);

  [[nodiscard]] std::uint32_t rank() const { return rank_; }
  [[nodiscard]] std::uint32_t size() const { return size_; }

  /// The same number in all processes, for something that has to be equal in all. False if it is not.
  [[nodiscard]] bool agree(std::uint64_t fingerprint) const;

  /// Every process gets a region of this many bytes; asking for different sizes ends the process. Zeroed, and without memory
  /// until touched.
  void open_regions(std::uint64_t bytes);
  [[nodiscard]] std::uint64_t region_size() const { return region_size_; }
  [[nodiscard]] std::byte* region(std::uint32_t process) const { return regions_ + process * region_size_; }
  /// Maps a part of the own region a second time, over what is at `address`: the same memory under two addresses.
  void alias(std::uint64_t offset, std::uint64_t size, void* address) const;

  /// Copies memory to the own region, through the kernel: the bytes between a program's variables may be such that
  /// AddressSanitizer lets nobody read them.
  void copy_in(std::uint64_t offset, const std::byte* from, std::uint64_t size) const;
  [[nodiscard]] int descriptor() const { return file_->descriptor(); }
  /// Where a process's region is in the file.
  [[nodiscard]] std::uint64_t file_offset(std::uint32_t process) const {
    return regions_at(size_) + process * region_size_;
  }

  /// To be called after a change in a process's region.
  void changed(std::uint32_t process) const { ring(slot(process).bell); }
  /// Waits for something that changes together with a process's region.
  template <class Done>
  void wait(std::uint32_t process, Done done) const {
    wait_until(process, kForever, done);
  }
  /// False if it did not come to hold until the deadline.
  template <class Done>
  bool wait_until(std::uint32_t process, Clock::time_point deadline, Done done) const {
    return pgas::wait_until(slot(process).bell, spins_, deadline, done, let_expired_pass);
  }
  [[nodiscard]] int spins() const { return spins_; }

  [[nodiscard]] JobHead& head() const { return *reinterpret_cast<JobHead*>(control_); }
  [[nodiscard]] Slot& slot(std::uint32_t process) const {
    return reinterpret_cast<Slot*>(control_ + kSlotsAt)[process];
  }
  [[nodiscard]] std::byte* board(std::uint32_t number) const {
    return control_ + boards_at(size_) + number * board_size(size_);
  }

  /// This process takes part no more.
  void finish() const { slot(rank_).stage.store(Stage::Finished); }
  /// Ends all processes with this status. The caller exits as `exit` does; the others are killed.
  [[noreturn]] void end_all(int status) const;
  /// Somebody has called `end_all`.
  [[nodiscard]] bool ending() const { return (head().ending.load() & kEnding) != 0; }

 private:
  Job(JobFile file, std::uint32_t rank, std::uint32_t size, bool launched);

  std::unique_ptr<JobFile> file_;
  std::uint32_t rank_;
  std::uint32_t size_;
  bool launched_;  // by farsan-pgasrun, which cleans up
  int spins_;
  std::byte* control_;
  std::byte* regions_ = nullptr;
  std::uint64_t region_size_ = 0;
};

}  // namespace farsan::pgas
