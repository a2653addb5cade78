// A transport inside one process that delivers as late, as early or as oddly as a real one may: deterministic from a seed.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <random>
#include <vector>

#include "engine/transport.h"

namespace farsan::sim {

enum class Delivery : std::uint8_t {
  Prompt,  ///< everything is there at the next drain
  Late,    ///< only what the contract promises
  Odd,     ///< between the two, at random, senders in random order
};

class DelayingTransport final : public engine::Transport {
 public:
  DelayingTransport(std::uint32_t processes, Delivery delivery, std::uint64_t seed);

  void post(model::ProcessId from, model::ProcessId to, engine::Message&& message) override;
  [[nodiscard]] bool post_plain(model::ProcessId from, model::ProcessId to, const engine::PlainRecord& plain) override;
  void publish(model::Point at) override;
  void drain(model::ProcessId process, const model::Snapshot& knowledge, engine::Receiver& receiver) override;
  void take_put_off(model::ProcessId process, model::UnitClock& clock) override;
  [[nodiscard]] bool may_have(model::ProcessId process, const model::Clock& /*knowledge*/) override {
    return !all_delivered_to(process);
  }

  /// What a wait of this process takes, later (engine::Process::wait_later).
  void put_off(model::ProcessId process, const model::Snapshot& taken) { put_off_[process.value].push_back(taken); }
  /// All that the process put off, if anything, is from this unit.
  [[nodiscard]] bool put_off_only_from(model::ProcessId process, model::UnitId sender) const;

  /// From now on every drain delivers everything: the run is over.
  void open_the_gates() { delivery_ = Delivery::Prompt; }
  /// Nothing is under way to this process.
  [[nodiscard]] bool all_delivered_to(model::ProcessId process) const;

 private:
  struct Posted {
    std::uint64_t number = 0;  // in the order of posting by its sender
    engine::Message message;
  };
  /// One queue per sender: between two processes the order stays.
  using Mailbox = std::vector<std::deque<Posted>>;
  struct Sender {
    std::uint64_t posted = 0;
    /// For each unit, at which epochs it published and how much had been posted by then; both ascend.
    std::map<model::UnitId, std::vector<std::pair<model::Epoch, std::uint64_t>>> published;
  };

  [[nodiscard]] static std::uint64_t promised(const Sender& sender, const model::Snapshot& knowledge);
  std::size_t due(std::uint32_t sender, const std::deque<Posted>& queue, const model::Snapshot& knowledge);

  std::vector<Mailbox> mailboxes_;  // by receiver, then sender
  std::vector<Sender> senders_;
  std::vector<std::vector<model::Snapshot>> put_off_;  // by who waits
  Delivery delivery_;
  std::mt19937_64 random_;
};

}  // namespace farsan::sim
