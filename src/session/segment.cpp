#include "session/segment.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <string>
#include <utility>

namespace farsan::session {

Segment::Segment(Segment&& other) noexcept
    : base_(std::exchange(other.base_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      fd_(std::exchange(other.fd_, -1)) {}

Segment& Segment::operator=(Segment&& other) noexcept {
  std::swap(base_, other.base_);
  std::swap(size_, other.size_);
  std::swap(fd_, other.fd_);
  return *this;
}

Segment::~Segment() {
  if (base_ != nullptr) ::munmap(base_, size_);
  if (fd_ >= 0) ::close(fd_);
}

std::optional<Segment> Segment::map(int fd, bool writable) {
  struct stat info{};
  if (::fstat(fd, &info) != 0 || std::cmp_less(info.st_size, kArenaAt)) {
    ::close(fd);
    return std::nullopt;
  }
  const auto size = static_cast<std::uint64_t>(info.st_size);
  const int protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
  void* base = ::mmap(nullptr, size, protection, MAP_SHARED | MAP_NORESERVE, fd, 0);
  if (base == MAP_FAILED) {
    ::close(fd);
    return std::nullopt;
  }
  // Most of it is nothing, and a core would contain it of all processes.
  ::madvise(base, size, MADV_DONTDUMP);
  return Segment(static_cast<std::byte*>(base), size, fd);
}

namespace {

constexpr std::uint64_t kWholePages = 65536;  // on any machine

/// Out of the way: programs close or redirect standard input, output and error, and count on the next numbers.
int moved_up(int fd) {
  constexpr int kHigh = 200;
  for (const int lowest : {kHigh, STDERR_FILENO + 1}) {
    const int high = ::fcntl(fd, F_DUPFD_CLOEXEC, lowest);  // NOLINT(cppcoreguidelines-pro-type-vararg)
    if (high < 0) continue;
    ::close(fd);
    return high;
  }
  return fd;
}

/// A limit on the size of files (ulimit -f) is meant for the program's files, but holds for this one; beyond it there is a signal. There may be
/// less room then, but not less than `least`.
bool make_room(int fd, std::uint64_t size, std::uint64_t least) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_FSIZE, &limit) != 0) return false;
  if (limit.rlim_cur != RLIM_INFINITY) size = std::min<std::uint64_t>(size, limit.rlim_cur / kWholePages * kWholePages);
  if (size >= least) return ::ftruncate(fd, static_cast<off_t>(size)) == 0;
  errno = EFBIG;
  return false;
}

}  // namespace

std::optional<Segment> Segment::create(std::uint32_t rank, std::uint32_t ranks, std::uint64_t arena) {
  const int lowest = ::memfd_create("farsan", MFD_CLOEXEC);
  if (lowest < 0) return std::nullopt;
  const int fd = moved_up(lowest);
  constexpr std::uint64_t kLittle = 64;
  if (!make_room(fd, kArenaAt + arena, kArenaAt + arena / kLittle)) {
    ::close(fd);
    return std::nullopt;
  }
  auto segment = map(fd, true);
  if (!segment) return std::nullopt;
  // Site 0 and string 0 mean "none"; the first words of the strings are never handed out.
  auto* header = new (segment->base_) Header;
  header->rank = rank;
  header->ranks = ranks;
  header->pid = ::getpid();
  header->site_count = 1;
  header->strings_used = 16;
  return segment;
}

std::optional<Segment> Segment::open(int pid, int fd) {
  const std::string path = "/proc/" + std::to_string(pid) + "/fd/" + std::to_string(fd);
  const int own = ::open(path.c_str(), O_RDWR | O_CLOEXEC);  // NOLINT(cppcoreguidelines-pro-type-vararg)
  if (own < 0) return std::nullopt;
  auto segment = map(moved_up(own), true);
  if (segment && segment->header().magic != kMagic) return std::nullopt;
  return segment;
}

std::optional<Segment> Segment::adopt(int fd) {
  auto segment = map(fd, false);
  if (segment && segment->header().magic != kMagic) return std::nullopt;
  return segment;
}

std::string_view Segment::text(Text text) const {
  if (text.size == 0 || std::uint64_t{text.at} + text.size > kStringsSize) return {};
  return {reinterpret_cast<const char*>(base_ + kStringsAt + text.at), text.size};
}

std::byte* Segment::take_strings(std::uint64_t size) {
  const std::uint64_t rounded = (size + 7) / 8 * 8;
  std::atomic<std::uint64_t>& used = header().strings_used;
  const std::uint64_t at = used.load(std::memory_order_relaxed);
  if (at + rounded > kStringsSize) return nullptr;
  used.store(at + rounded, std::memory_order_relaxed);
  return base_ + kStringsAt + at;
}

Text Segment::add_text(std::string_view text) {
  std::byte* place = text.empty() ? nullptr : take_strings(text.size());
  if (place == nullptr) return {};
  std::memcpy(place, text.data(), text.size());
  return {static_cast<std::uint32_t>(place - (base_ + kStringsAt)), static_cast<std::uint32_t>(text.size())};
}

std::uint32_t Segment::add_stack(const std::uint64_t* addresses, std::uint32_t count) {
  std::byte* place = take_strings((std::uint64_t{count} + 1) * 8);
  if (place == nullptr) return 0;
  const std::uint64_t stored = count;
  std::memcpy(place, &stored, 8);
  std::memcpy(place + 8, addresses, std::uint64_t{count} * 8);
  return static_cast<std::uint32_t>((place - (base_ + kStringsAt)) / 8);
}

}  // namespace farsan::session
