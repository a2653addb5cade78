// Generation, second layer: messages, collectives and requests.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <set>

#include "random/mpi/generate_memory.h"

namespace farsan::random_programs::mpi {

/// Messages of one sender, receiver, communicator and tag: the n-th send goes to the n-th receive.
struct Channel {
  struct Pair {
    std::size_t group = 0;
    Layout sent;
    std::optional<Site> send, receive;
  };
  std::deque<Pair> pairs;
};
using ChannelKey = std::array<std::uint32_t, 4>;  ///< sender, receiver (world), communicator, tag

struct Started {  ///< a collective that not everybody has started
  Verb verb = Verb::Ibarrier;
  std::size_t comm = 0;
  std::size_t group = 0;
  std::uint32_t root = 0;
  std::uint32_t elements = 1;
  std::set<std::uint32_t> by;
};

struct Pending {  ///< a request
  Site site = 0;
  std::size_t started = 0;  ///< index of a collective
  ChannelKey channel{};     ///< of a receive
  std::size_t message = 0;
};

class MessageLayer : public MemoryLayer {
 protected:
  using MemoryLayer::MemoryLayer;

  // --- Messages and collectives ------------------------------------------------------------------------------------------------------

  void communicate() {
    const std::uint32_t what = dice_.below(100);
    if (what < 40) return send();
    if (what < 70) return receive();
    if (what < 80) return collective();
    if (what < 86) return start_collective();
    for (int attempt = 0; attempt < 4; ++attempt) {
      auto& requests = pending_[dice_.below(program_.ranks)];
      if (!requests.empty()) {
        const Pending request = dice_.pick(requests);
        if (can_complete(request)) return complete(request);
      }
    }
  }

  ChannelKey some_channel() {
    const std::uint32_t comm = dice_.below(2);
    const auto& ranks = program_.comms[comm].members;
    const std::uint32_t from = dice_.below(ranks.size());
    const std::uint32_t to = (from + dice_.between(1, static_cast<std::uint32_t>(ranks.size()) - 1)) %
                             static_cast<std::uint32_t>(ranks.size());
    return {ranks[from], ranks[to], comm, dice_.below(2)};
  }

  void send() { send_on(some_channel()); }

  void send_on(const ChannelKey& key) {
    Channel& channel = channels_[key];
    auto message =
        std::find_if(channel.pairs.begin(), channel.pairs.end(), [](const auto& pair) { return !pair.send; });
    const bool expected = message != channel.pairs.end();
    const Layout shape = expected           ? layout(message->sent.element, message->sent.elements())
                         : dice_.chance(60) ? layout(Element::Byte, some_bytes())
                                            : layout(Element::Int, dice_.between(1, 3));
    auto region = buffer(key[0], shape);
    if (!region) region = place(0, {shape.element, 1, shape.elements(), shape.elements()});
    Action action = made(key[0], dice_.chance(50) ? Verb::Send : Verb::Isend);
    if (expected) action.group = message->group;
    action.comm = key[2];
    action.tag = static_cast<int>(key[3]);
    action.peer = program_.comms[key[2]].rank_of(key[1]);
    action.local = *region;
    const Site site = add(action);
    if (expected)
      message->send = site;
    else
      channel.pairs.push_back({action.group, shape, site, {}});
    if (action.verb == Verb::Isend) pending_[action.rank].push_back({site, 0, {}, 0});
  }

  void receive() {
    std::vector<ChannelKey> waiting;
    for (const auto& [key, channel] : channels_)
      for (const auto& pair : channel.pairs)
        if (!pair.receive) {
          waiting.push_back(key);
          break;
        }
    if (waiting.empty() || dice_.chance(20)) return receive_on(some_channel());
    receive_on(dice_.pick(waiting));
  }

  void receive_on(const ChannelKey& key) {
    Channel& channel = channels_[key];
    const auto message =
        std::find_if(channel.pairs.begin(), channel.pairs.end(), [](const auto& pair) { return !pair.receive; });
    const bool sent = message != channel.pairs.end();
    const Layout shape =
        sent ? layout(message->sent.element, message->sent.elements()) : layout(Element::Byte, some_bytes());
    auto region = buffer(key[1], shape);
    if (!region) region = place(0, {shape.element, 1, shape.elements(), shape.elements()});
    Action action = made(key[1], sent && dice_.chance(60) ? Verb::Recv : Verb::Irecv);
    if (sent) action.group = message->group;
    action.comm = key[2];
    action.tag = static_cast<int>(key[3]);
    action.peer = program_.comms[key[2]].rank_of(key[0]);
    action.result = *region;
    const Site site = add(action);
    const auto number = static_cast<std::size_t>(message - channel.pairs.begin());
    if (sent)
      message->receive = site;
    else
      channel.pairs.push_back({action.group, shape, {}, site});
    if (action.verb == Verb::Irecv) pending_[action.rank].push_back({site, 0, key, number});
  }

  bool choose_collective(Action& action, std::uint32_t elements) {
    const Layout shape{Element::Int, 1, elements, elements};
    const bool root = program_.comms[action.comm].members[action.peer] == action.rank;
    const bool to_all = action.verb == Verb::Bcast || action.verb == Verb::Ibcast;
    action.local = action.result = {};
    if (action.verb == Verb::Barrier || action.verb == Verb::Ibarrier) return true;
    if (!to_all || root) {
      const auto region = buffer(action.rank, shape);
      if (!region) return false;
      action.local = *region;
    }
    if (to_all ? !root : action.verb != Verb::Reduce || root) {
      const auto region = buffer(action.rank, shape, {action.local});
      if (!region) return false;
      action.result = *region;
    }
    return true;
  }

  void collective() {
    constexpr std::array kVerbs = {Verb::Barrier, Verb::Barrier, Verb::Bcast, Verb::Bcast,
                                   Verb::Reduce,  Verb::Reduce,  Verb::Scan,  Verb::Allreduce};
    Action action = made(0, kVerbs[dice_.below(kVerbs.size())]);
    action.comm = dice_.below(2);
    const auto& ranks = program_.comms[action.comm].members;
    action.peer = dice_.below(ranks.size());
    const std::uint32_t elements = dice_.between(1, 2);
    std::vector<Action> all;
    for (const std::uint32_t rank : ranks) {
      action.rank = rank;
      if (!choose_collective(action, elements)) return;
      all.push_back(action);
    }
    start_collectives(action.comm);
    for (Action& one : all) add(std::move(one));
  }

  /// One more member starts a non-blocking collective, or the first one a new one.
  void start_collective() {
    std::vector<std::pair<std::size_t, std::uint32_t>> can;
    for (std::size_t i = 0; i < started_.size(); ++i)
      for (const std::uint32_t rank : program_.comms[started_[i].comm].members)
        if (next_of(rank, started_[i].comm) == i) can.emplace_back(i, rank);
    if (!can.empty() && dice_.chance(80)) {
      const auto [which, rank] = dice_.pick(can);
      return start(which, rank);
    }
    constexpr std::array kVerbs = {Verb::Ibarrier, Verb::Ibarrier, Verb::Ibcast, Verb::Iallreduce};
    Started fresh;
    fresh.verb = kVerbs[dice_.below(kVerbs.size())];
    fresh.comm = dice_.below(2);
    fresh.group = new_group();
    const auto& ranks = program_.comms[fresh.comm].members;
    fresh.root = dice_.below(ranks.size());
    fresh.elements = dice_.between(1, 2);
    const std::uint32_t rank = dice_.pick(ranks);
    started_.push_back(fresh);
    start(next_of(rank, fresh.comm), rank);
  }

  /// The first collective on the communicator that the rank has not started.
  std::size_t next_of(std::uint32_t rank, std::size_t comm) {
    for (std::size_t i = 0; i < started_.size(); ++i)
      if (started_[i].comm == comm && !started_[i].by.contains(rank)) return i;
    return started_.size();
  }

  void start(std::size_t which, std::uint32_t rank) {
    Started& what = started_[which];
    Action action = made(rank, what.verb);
    action.group = what.group;
    action.comm = what.comm;
    action.peer = what.root;
    while (!choose_collective(action, what.elements)) {
    }
    const Site site = add(action);
    what.by.insert(rank);
    pending_[rank].push_back({site, which, {}, 0});
  }

  /// Everybody starts what was started on the communicator: what comes next there comes after it.
  void start_collectives(std::size_t comm) {
    for (std::size_t i = 0; i < started_.size(); ++i)
      if (started_[i].comm == comm)
        for (const std::uint32_t rank : program_.comms[comm].members)
          if (!started_[i].by.contains(rank)) start(i, rank);
  }

  // --- Requests --------------------------------------------------------------------------------------------------------------------------

  bool can_complete(const Pending& request) {
    const Action& action = program_.actions[request.site];
    if (action.verb == Verb::Irecv) return channels_[request.channel].pairs[request.message].send.has_value();
    if (is_started_collective(action.verb))
      return started_[request.started].by.size() == program_.comms[action.comm].members.size();
    return true;
  }

  void complete(Pending request) {  // a copy: completing others makes more of them
    const Action begun = program_.actions[request.site];
    while (!can_complete(request)) {
      if (begun.verb == Verb::Irecv) send_on(request.channel);
      if (is_started_collective(begun.verb)) start_collectives(begun.comm);
    }
    Action action = made(begun.rank, Verb::Wait);
    action.group = begun.group;
    action.request = request.site;
    action.comm = begun.comm;
    add(action);
    std::erase_if(pending_[begun.rank], [&](const Pending& p) { return p.site == request.site; });
  }

  /// Completing one may take others: a message that is waited for must be sent.
  void complete_all() {
    const auto open = [&] {
      return std::find_if(pending_.begin(), pending_.end(), [](const auto& requests) { return !requests.empty(); });
    };
    for (auto requests = open(); requests != pending_.end(); requests = open()) complete(dice_.pick(*requests));
  }

  void receive_all() {
    for (auto& [key, channel] : channels_)
      while (std::any_of(channel.pairs.begin(), channel.pairs.end(), [](const auto& pair) { return !pair.receive; }))
        receive_on(key);
  }

  std::vector<std::vector<Pending>> pending_;  ///< by rank

 private:
  std::map<ChannelKey, Channel> channels_;
  std::vector<Started> started_;
};

}  // namespace farsan::random_programs::mpi
