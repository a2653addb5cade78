// The memory file of a job and how a process comes to it. The file is anonymous (memfd): it goes away with its last user,
// however that ends, and nothing can be left behind.
#pragma once

#include <cstdint>
#include <string>

#include "pgas/node/layout.h"

namespace farsan::pgas {

// How processes are told who they are.
inline constexpr const char* kRankVariable = "FARSAN_PGAS_RANK";  ///< 0 to SIZE-1
inline constexpr const char* kSizeVariable = "FARSAN_PGAS_SIZE";
inline constexpr const char* kJobVariable =
    "FARSAN_PGAS_JOB";  ///< any text that is the same in all and in no other job
inline constexpr const char* kFileVariable =
    "FARSAN_PGAS_FILE";  ///< "<descriptor>,<process that holds it>"; by farsan-pgasrun

/// A descriptor of a memory file; closed on exec unless inherited on purpose.
class JobFile {
 public:
  /// A new file for so many processes.
  [[nodiscard]] static JobFile create(std::uint32_t processes);
  /// The file that FARSAN_PGAS_FILE names: an inherited descriptor, or, if the program was started by something that closes
  /// descriptors, that of the launcher.
  [[nodiscard]] static JobFile inherited(const std::string& value);
  /// Without a launcher of ours: process 0 makes the file and hands it to the others, who all know `job`.
  [[nodiscard]] static JobFile meet(const std::string& job, std::uint32_t rank, std::uint32_t processes);

  explicit JobFile(int descriptor) : descriptor_(descriptor) {}
  JobFile(JobFile&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
  JobFile& operator=(JobFile&&) = delete;
  ~JobFile();

  [[nodiscard]] int descriptor() const { return descriptor_; }
  /// Maps a part of it, at `address` if given (over what is there), else at some multiple of kGrain.
  [[nodiscard]] std::byte* map(std::uint64_t offset, std::uint64_t size, void* address = nullptr) const;
  /// Makes it at least that large.
  void grow(std::uint64_t size) const;

 private:
  int descriptor_;
};

}  // namespace farsan::pgas
