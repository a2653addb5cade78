#include "pgas/node/job_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <string_view>
#include <thread>

#include "pgas/node/environment.h"

namespace farsan::pgas {

namespace {

std::string reason() { return std::strerror(errno); }

bool is_job_file(int descriptor) {
  std::uint64_t magic = 0;
  return pread(descriptor, &magic, sizeof magic, 0) == sizeof magic && magic == kJobMagic;
}

// An abstract socket: a name that vanishes with its process. Users cannot see each other's jobs by accident.
sockaddr_un address_of(const std::string& job, socklen_t& length) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = "farsan-pgas-" + std::to_string(getuid()) + "-" + job;
  if (name.size() + 1 > sizeof address.sun_path) fail(std::string(kJobVariable) + " is too long: " + job);
  std::memcpy(address.sun_path + 1, name.data(), name.size());
  length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  return address;
}

// The message that carries the descriptor: one byte, with the descriptor beside it.
struct Parcel {
  char byte = 'f';
  iovec data{&byte, 1};
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};

  Parcel() {
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = room;
    message.msg_controllen = sizeof room;
  }
};

void hand_over(int connection, int descriptor) {
  Parcel parcel;
  cmsghdr* head = CMSG_FIRSTHDR(&parcel.message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
  if (sendmsg(connection, &parcel.message, MSG_NOSIGNAL) < 0) fail("cannot hand over the job's memory: " + reason());
}

int take_over(int connection) {
  Parcel parcel;
  if (recvmsg(connection, &parcel.message, MSG_CMSG_CLOEXEC) != 1) return -1;
  const cmsghdr* head = CMSG_FIRSTHDR(&parcel.message);
  if (head == nullptr || head->cmsg_type != SCM_RIGHTS) return -1;
  int descriptor = -1;
  std::memcpy(&descriptor, CMSG_DATA(head), sizeof descriptor);
  return descriptor;
}

[[noreturn]] void cannot_map(std::uint64_t size) {
  fail("cannot map " + std::to_string(size >> 20) + " MiB of shared memory: " + reason());
}

/// Addresses that nothing else uses, from a multiple of kGrain on. The system itself promises no more than a multiple of its page: one grain
/// more is asked for, and what is left on both sides is given back.
std::byte* reserve(std::uint64_t size) {
  const std::uint64_t wanted = round_up(size, kGrain);
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void* const found = mmap(nullptr, wanted + kGrain, PROT_NONE, flags, -1, 0);
  if (found == MAP_FAILED) cannot_map(size);
  auto* const begin = static_cast<std::byte*>(found);
  const auto address = reinterpret_cast<std::uintptr_t>(found);
  const std::uint64_t before = round_up(address, kGrain) - address;
  if (before != 0) munmap(begin, before);
  if (before != kGrain) munmap(begin + before + wanted, kGrain - before);
  return begin + before;
}

void serve(int listener, int descriptor, std::uint32_t others) {
  for (std::uint32_t served = 0; served < others; ++served) {
    const int connection = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) {
      if (errno == EINTR) {
        --served;
        continue;
      }
      fail("cannot meet the job's other processes: " + reason());
    }
    hand_over(connection, descriptor);
    close(connection);
  }
}

}  // namespace

JobFile::~JobFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

JobFile JobFile::create(std::uint32_t processes) {
  JobFile file(memfd_create("farsan-pgas", MFD_CLOEXEC));
  if (file.descriptor_ < 0) fail("cannot make shared memory: " + reason());
  file.grow(regions_at(processes));
  JobHead head{};
  head.magic = kJobMagic;
  head.processes = processes;
  // Field by field: atomics cannot be copied as bytes.
  if (pwrite(file.descriptor_, &head.processes, sizeof head.processes, offsetof(JobHead, processes)) < 0 ||
      pwrite(file.descriptor_, &head.magic, sizeof head.magic, offsetof(JobHead, magic)) < 0) {
    fail("cannot write to shared memory: " + reason());
  }
  return file;
}

JobFile JobFile::inherited(const std::string& value) {
  int descriptor = -1;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), descriptor);
  const std::string_view rest(end, static_cast<std::size_t>(value.data() + value.size() - end));
  if (error == std::errc{} && rest.starts_with(',')) {
    if (is_job_file(descriptor)) {
      fcntl(descriptor, F_SETFD, FD_CLOEXEC);
      return JobFile(descriptor);
    }
    const std::string path = "/proc/" + std::string(rest.substr(1)) + "/fd/" + std::to_string(descriptor);
    const int opened = open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (opened >= 0 && is_job_file(opened)) return JobFile(opened);
  }
  fail(std::string(kFileVariable) + "=" + value +
       " is not the memory of a job that runs; start the program with farsan-pgasrun");
}

JobFile JobFile::meet(const std::string& job, std::uint32_t rank, std::uint32_t processes) {
  constexpr std::chrono::seconds kPatience{60};
  socklen_t length = 0;
  const sockaddr_un address = address_of(job, length);
  const auto* where = reinterpret_cast<const sockaddr*>(&address);

  if (rank == 0) {
    JobFile file = create(processes);
    const int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, where, length) != 0 || listen(listener, static_cast<int>(processes)) != 0) {
      fail("cannot open job " + job + ": " + reason());
    }
    serve(listener, file.descriptor(), processes - 1);
    close(listener);
    return file;
  }
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < deadline) {
    const int connection = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    const int descriptor = connect(connection, where, length) == 0 ? take_over(connection) : -1;
    close(connection);
    if (descriptor >= 0) return JobFile(descriptor);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  fail("process 0 of job " + job + " has not come within " + std::to_string(kPatience.count()) + " seconds");
}

std::byte* JobFile::map(std::uint64_t offset, std::uint64_t size, void* address) const {
  void* const where = address != nullptr ? address : reserve(size);
  const int flags = MAP_SHARED | MAP_NORESERVE | MAP_FIXED;
  void* at = mmap(where, size, PROT_READ | PROT_WRITE, flags, descriptor_, static_cast<off_t>(offset));
  if (at == MAP_FAILED) cannot_map(size);
  return static_cast<std::byte*>(at);
}

void JobFile::grow(std::uint64_t size) const {
  struct stat status{};
  if (fstat(descriptor_, &status) != 0) fail("cannot look at shared memory: " + reason());
  // Two that grow at once want the same size: sizes are a function of what the job agreed on.
  if (static_cast<std::uint64_t>(status.st_size) < size && ftruncate(descriptor_, static_cast<off_t>(size)) != 0) {
    fail("cannot have " + std::to_string(size >> 20) + " MiB of shared memory: " + reason());
  }
}

}  // namespace farsan::pgas
