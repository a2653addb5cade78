#include "pgas/shmem/symmetric_data.h"

#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "pgas/node/environment.h"

namespace farsan::pgas::shmem {

namespace {

std::uint64_t page_size() {
  static const auto size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return size;
}

// --- Whose variables -----------------------------------------------------------------------------------------------------

constexpr std::array<std::string_view, 4> kSystemFolders{"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"};

// Run-time libraries that may be installed anywhere.
constexpr std::array<std::string_view, 24> kRuntimes{
    "ld-",     "linux-vdso",  "libc.",     "libm.",  "libpthread",  "libdl.",   "librt.",   "libstdc++",
    "libc++",  "libgcc_s",    "libgomp",   "libomp", "libiomp",     "libasan",  "libubsan", "libtsan",
    "liblsan", "libclang_rt", "libfarsan", "libmpi", "libgfortran", "libopen-", "libpmix",  "libarcher"};

bool is_ours_to_share(std::string_view path) {
  if (path.empty()) return true;  // the program
  const std::string_view file = path.substr(path.rfind('/') + 1);
  if (const auto named = environment_text("FARSAN_PGAS_SYMMETRIC_LIBRARIES")) {
    const std::string list = ":" + *named + ":";
    if (list.find(":" + std::string(file) + ":") != std::string::npos) return true;
  }
  const auto begins = [](std::string_view text) {
    return [text](std::string_view with) { return text.starts_with(with); };
  };
  return std::ranges::none_of(kSystemFolders, begins(path)) && std::ranges::none_of(kRuntimes, begins(file));
}

// --- Where they are --------------------------------------------------------------------------------------------------------

struct Search {
  std::uint64_t offset;
  std::vector<DataSegment> found;
};

std::uint64_t page_down(std::uint64_t address) { return address / page_size() * page_size(); }
std::uint64_t page_up(std::uint64_t address) { return page_down(address + page_size() - 1); }

int look_at_module(dl_phdr_info* module, std::size_t, void* argument) {
  auto& search = *static_cast<Search*>(argument);
  if (!is_ours_to_share(module->dlpi_name)) return 0;

  // The dynamic linker protects whole pages, and none in part.
  std::uint64_t read_only_end = 0;
  for (int i = 0; i < module->dlpi_phnum; ++i) {
    const auto& head = module->dlpi_phdr[i];
    if (head.p_type == PT_GNU_RELRO) read_only_end = page_down(module->dlpi_addr + head.p_vaddr + head.p_memsz);
  }
  for (int i = 0; i < module->dlpi_phnum; ++i) {
    const auto& head = module->dlpi_phdr[i];
    if (head.p_type != PT_LOAD || (head.p_flags & PF_W) == 0 || (head.p_flags & PF_X) != 0 || head.p_memsz == 0)
      continue;
    const std::uint64_t start = module->dlpi_addr + head.p_vaddr;
    const std::uint64_t end = page_up(start + head.p_memsz);
    std::uint64_t begin = page_down(start);
    if (read_only_end > begin && read_only_end <= end) begin = read_only_end;
    if (begin >= end) continue;
    DataSegment segment{.module = module->dlpi_name,
                        .begin = reinterpret_cast<std::byte*>(begin),
                        .size = end - begin,
                        .file_end = reinterpret_cast<std::byte*>(std::max(begin, page_up(start + head.p_filesz))),
                        .offset = search.offset};
    search.offset += round_up(segment.size, kGrain);
    search.found.push_back(std::move(segment));
  }
  return 0;
}

// --- Moving ----------------------------------------------------------------------------------------------------------------

// Which pages of memory without a file have been touched: large .bss arrays need not be read.
class PageMap {
 public:
  PageMap() : descriptor_(open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)) {}
  ~PageMap() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  PageMap(const PageMap&) = delete;
  PageMap& operator=(const PageMap&) = delete;

  [[nodiscard]] bool touched(const std::byte* page) {
    constexpr std::uint64_t kPresentOrSwapped = 3ULL << 62;
    const std::uint64_t number = reinterpret_cast<std::uint64_t>(page) / page_size();
    if (number - first_ >= count_ && !load(number)) return true;
    return (entries_[number - first_] & kPresentOrSwapped) != 0;
  }

 private:
  bool load(std::uint64_t number) {
    const ssize_t got =
        pread(descriptor_, entries_.data(), sizeof entries_, static_cast<off_t>(number * sizeof(std::uint64_t)));
    first_ = number;
    count_ = got > 0 ? static_cast<std::uint64_t>(got) / sizeof(std::uint64_t) : 0;
    return count_ != 0;
  }

  int descriptor_;
  std::uint64_t first_ = 0;
  std::uint64_t count_ = 0;
  std::array<std::uint64_t, 512> entries_{};
};

void copy_content(const Job& job, const DataSegment& segment, PageMap& pages) {
  const auto in_file = static_cast<std::uint64_t>(segment.file_end - segment.begin);
  job.copy_in(segment.offset, segment.begin, in_file);
  for (std::uint64_t at = in_file; at < segment.size; at += page_size()) {
    if (pages.touched(segment.begin + at)) job.copy_in(segment.offset + at, segment.begin + at, page_size());
  }
}

// A child process (fork) is not part of the job: what it writes to its variables is its own.
const Job* shared_job = nullptr;
const std::vector<DataSegment>* shared_segments = nullptr;

void keep_to_itself() {
  for (const DataSegment& segment : *shared_segments) {
    mmap(segment.begin, segment.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE,
         shared_job->descriptor(), static_cast<off_t>(shared_job->file_offset(shared_job->rank()) + segment.offset));
  }
}

}  // namespace

std::vector<DataSegment> find_data_segments(std::uint64_t offset) {
  Search search{.offset = offset, .found = {}};
  dl_iterate_phdr(look_at_module, &search);
  return std::move(search.found);
}

std::uint64_t fingerprint(const std::vector<DataSegment>& segments) {
  std::uint64_t hash = 14695981039346656037ULL;  // FNV-1a
  const auto mix = [&hash](std::uint64_t value) { hash = (hash ^ value) * 1099511628211ULL; };
  for (const DataSegment& segment : segments) {
    for (const char c : segment.module) mix(static_cast<unsigned char>(c));
    mix(segment.size);
    mix(segment.offset);
  }
  return hash;
}

void share(const Job& job, const std::vector<DataSegment>& segments) {
  PageMap pages;
  for (const DataSegment& segment : segments) {
    copy_content(job, segment, pages);
    job.alias(segment.offset, segment.size, segment.begin);
  }
  shared_job = &job;
  shared_segments = &segments;
  pthread_atfork(nullptr, nullptr, keep_to_itself);
}

}  // namespace farsan::pgas::shmem
