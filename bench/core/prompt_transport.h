// The simplest transport that keeps the contract: one inbox per process, all of it there at the next drain. For
// benchmarks, where sim::DelayingTransport's queue per pair of processes would be what is measured.
#pragma once

#include <utility>
#include <vector>

#include "engine/race.h"
#include "engine/transport.h"

namespace farsan::bench {

class PromptTransport final : public engine::Transport {
 public:
  explicit PromptTransport(std::uint32_t processes) : inboxes_(processes) {}

  void post(model::ProcessId from, model::ProcessId to, engine::Message&& message) override {
    ++posted_;
    inboxes_[to.value].emplace_back(from, std::move(message));
  }
  void publish(model::Point /*at*/) override {}
  void drain(model::ProcessId process, const model::Snapshot& /*knowledge*/, engine::Receiver& receiver) override {
    Inbox& inbox = inboxes_[process.value];
    for (auto& [from, message] : inbox) receiver.receive(from, std::move(message));
    inbox.clear();
  }

  /// Messages so far, over all processes.
  [[nodiscard]] std::uint64_t posted() const { return posted_; }

 private:
  using Inbox = std::vector<std::pair<model::ProcessId, engine::Message>>;
  std::vector<Inbox> inboxes_;
  std::uint64_t posted_ = 0;
};

/// A benchmark that finds races measures something else: they are counted, and the benchmark says so.
class CountingSink final : public engine::RaceSink {
 public:
  void report(const engine::Race& /*race*/) override { ++races_; }
  [[nodiscard]] std::uint64_t races() const { return races_; }

 private:
  std::uint64_t races_ = 0;
};

}  // namespace farsan::bench
