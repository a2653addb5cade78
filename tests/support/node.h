// The processes of a node, played by one: each has its own view of all segments, and its side of the transport.
#pragma once

#include <unistd.h>

#include <memory>
#include <vector>

#include "transport/shm_transport.h"

namespace farsan::testing_support {

/// Messages as they are handed over, by the operation that landed.
class Heard final : public engine::Receiver {
 public:
  void receive(model::ProcessId /*from*/, engine::Message&& message) override {
    landed.push_back(std::get<engine::Landed>(message).operation.value);
  }
  std::vector<std::uint64_t> landed;
};

class Node {
 public:
  explicit Node(std::uint32_t ranks) : views_(ranks) {
    constexpr std::uint64_t kArena = std::uint64_t{16} << 20;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) made_.push_back(*session::Segment::create(rank, ranks, kArena));
    for (auto& view : views_)
      for (const session::Segment& segment : made_) view.push_back(*session::Segment::open(::getpid(), segment.fd()));
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
      sides_.push_back(std::make_unique<transport::ShmTransport>(rank, views_[rank]));
  }
  transport::ShmTransport& operator[](std::uint32_t rank) { return *sides_[rank]; }

 private:
  std::vector<session::Segment> made_;
  std::vector<std::vector<session::Segment>> views_;
  std::vector<std::unique_ptr<transport::ShmTransport>> sides_;
};

}  // namespace farsan::testing_support
