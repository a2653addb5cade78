#include "session/keeper.h"

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <optional>
#include <random>
#include <utility>

namespace farsan::session {

namespace {

constexpr char kSegment = 's';
constexpr char kStop = 'q';

struct Address {
  sockaddr_un name{};
  socklen_t size = 0;
};

/// An abstract name: it is gone with the socket.
std::optional<Address> address_of(const std::string& name) {
  Address address;
  if (name.empty() || name.size() + 1 > sizeof address.name.sun_path) return std::nullopt;
  address.name.sun_family = AF_UNIX;
  std::memcpy(address.name.sun_path + 1, name.data(), name.size());
  address.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  return address;
}

/// One byte of a message, and a descriptor that may come with it.
struct Letter {
  explicit Letter(char what) : content(what) {
    part = {&content, 1};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control.data();
    header.msg_controllen = control.size();
  }
  Letter(const Letter&) = delete;
  Letter(Letter&&) = delete;
  Letter& operator=(const Letter&) = delete;
  Letter& operator=(Letter&&) = delete;
  ~Letter() = default;

  char content;
  iovec part{};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  msghdr header{};
};

}  // namespace

Keeper::Keeper() : socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
  if (socket_ < 0) return;
  const std::string name = "farsan-" + std::to_string(::getpid()) + "-" + std::to_string(std::random_device()());
  const auto address = address_of(name);
  if (!address || ::bind(socket_, reinterpret_cast<const sockaddr*>(&address->name), address->size) != 0) return;
  name_ = name;
  // Signals are for the others: whoever blocks them for a moment must not find them taken here.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  reader_ = std::thread([this] { take_in(); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Keeper::~Keeper() {
  stop();
  for (const int descriptor : taken_) ::close(descriptor);
  if (socket_ >= 0) ::close(socket_);
}

void Keeper::take_in() {
  for (;;) {
    Letter letter(0);
    if (::recvmsg(socket_, &letter.header, MSG_CMSG_CLOEXEC) < 0) {
      if (errno == EINTR) continue;
      return;
    }
    if (letter.content == kStop) return;
    const cmsghdr* part = CMSG_FIRSTHDR(&letter.header);
    if (part == nullptr || part->cmsg_type != SCM_RIGHTS) continue;
    int descriptor = -1;
    std::memcpy(&descriptor, CMSG_DATA(part), sizeof descriptor);
    taken_.push_back(descriptor);
  }
}

void Keeper::stop() {
  if (!reader_.joinable()) return;
  const auto address = address_of(name_);
  ::sendto(socket_, &kStop, 1, 0, reinterpret_cast<const sockaddr*>(&address->name), address->size);
  reader_.join();
}

std::vector<int> Keeper::descriptors() {
  stop();
  return std::exchange(taken_, {});
}

void hand_to_keeper(const char* name, int descriptor) {
  auto address = address_of(name);
  const int socket = address ? ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0) : -1;
  if (socket < 0) return;
  const timeval patience{2, 0};
  ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  Letter letter(kSegment);
  letter.header.msg_name = &address->name;
  letter.header.msg_namelen = address->size;
  cmsghdr* part = CMSG_FIRSTHDR(&letter.header);
  part->cmsg_level = SOL_SOCKET;
  part->cmsg_type = SCM_RIGHTS;
  part->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(part), &descriptor, sizeof descriptor);
  [[maybe_unused]] const ssize_t sent = ::sendmsg(socket, &letter.header, 0);
  ::close(socket);
}

}  // namespace farsan::session
