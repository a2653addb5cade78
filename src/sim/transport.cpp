#include "sim/transport.h"

#include <algorithm>
#include <numeric>

namespace farsan::sim {

DelayingTransport::DelayingTransport(std::uint32_t processes, Delivery delivery, std::uint64_t seed)
    : mailboxes_(processes, Mailbox(processes)),
      senders_(processes),
      put_off_(processes),
      delivery_(delivery),
      random_(seed) {}

void DelayingTransport::post(model::ProcessId from, model::ProcessId to, engine::Message&& message) {
  mailboxes_[to.value][from.value].push_back({++senders_[from.value].posted, std::move(message)});
}

bool DelayingTransport::post_plain(model::ProcessId from, model::ProcessId to, const engine::PlainRecord& plain) {
  post(from, to, engine::whole(plain));
  return true;
}

void DelayingTransport::publish(model::Point at) {
  Sender& sender = senders_[at.unit.process.value];
  sender.published[at.unit].emplace_back(at.epoch, sender.posted);
}

/// The number of the last message that must be there for someone who knows this much.
std::uint64_t DelayingTransport::promised(const Sender& sender, const model::Snapshot& knowledge) {
  std::uint64_t number = 0;
  for (const auto& [unit, published] : sender.published) {
    const auto later = std::upper_bound(published.begin(), published.end(), knowledge.at(unit),
                                        [](model::Epoch known, const auto& p) { return known < p.first; });
    if (later != published.begin()) number = std::max(number, std::prev(later)->second);
  }
  return number;
}

/// How many of the queue arrive now.
std::size_t DelayingTransport::due(std::uint32_t sender, const std::deque<Posted>& queue,
                                   const model::Snapshot& knowledge) {
  if (queue.empty() || delivery_ == Delivery::Prompt) return queue.size();
  const std::uint64_t number = promised(senders_[sender], knowledge);
  const auto beyond = std::find_if(queue.begin(), queue.end(), [&](const Posted& p) { return p.number > number; });
  const auto at_least = static_cast<std::size_t>(beyond - queue.begin());
  if (delivery_ == Delivery::Late) return at_least;
  return at_least + random_() % (queue.size() - at_least + 1);
}

void DelayingTransport::drain(model::ProcessId process, const model::Snapshot& knowledge, engine::Receiver& receiver) {
  Mailbox& mailbox = mailboxes_[process.value];
  std::vector<std::uint32_t> senders(mailbox.size());
  std::iota(senders.begin(), senders.end(), 0U);
  if (delivery_ == Delivery::Odd) std::shuffle(senders.begin(), senders.end(), random_);
  for (const std::uint32_t sender : senders) {
    std::deque<Posted>& queue = mailbox[sender];
    for (std::size_t left = due(sender, queue, knowledge); left > 0; --left) {
      // Given in that way wherever it may be.
      if (const auto plain = engine::plain_parts(queue.front().message))
        receiver.receive_plain({sender}, *plain);
      else
        receiver.receive({sender}, std::move(queue.front().message));
      queue.pop_front();
    }
  }
}

void DelayingTransport::take_put_off(model::ProcessId process, model::UnitClock& clock) {
  for (const model::Snapshot& taken : put_off_[process.value]) clock.merge(taken);
  put_off_[process.value].clear();
}

bool DelayingTransport::put_off_only_from(model::ProcessId process, model::UnitId sender) const {
  return std::ranges::all_of(put_off_[process.value],
                             [&](const model::Snapshot& taken) { return taken.own().unit == sender; });
}

bool DelayingTransport::all_delivered_to(model::ProcessId process) const {
  const Mailbox& mailbox = mailboxes_[process.value];
  return std::all_of(mailbox.begin(), mailbox.end(), [](const auto& queue) { return queue.empty(); });
}

}  // namespace farsan::sim
