// What clocks cost on the wire, in each of three encodings, when processes (or homes of locks) tell each other theirs.
//
// A sender's own entry grows with every synchronisation and always travels, a scalar. The rest changes at waits only,
// and is not sent again to a peer that has it. What is counted for the rest:
//  - dense: eight bytes for every process;
//  - sparse: (process, epoch) for every entry that is not zero, as varints;
//  - delta: (process, epoch - floor) for the entries that changed since the last exchange with this peer and that not
//    everybody knows anyway (the floor: see bench_scale.cpp). For that a sender needs one number per peer (the version
//    of its clock that it sent last) and one per entry (the version that it changed with), not a clock per peer.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/clock_shapes.h"
#include "model/clock.h"

namespace farsan::bench {

struct WireBytes {
  std::uint64_t dense = 0;
  std::uint64_t sparse = 0;
  std::uint64_t delta = 0;

  WireBytes& operator+=(const WireBytes& other) {
    dense += other.dense;
    sparse += other.sparse;
    delta += other.delta;
    return *this;
  }
};

using Entries = std::vector<model::Epoch>;

inline Entries entries_of(const model::Clock& clock, std::uint32_t processes) {
  Entries entries(processes);
  for (std::uint32_t p = 0; p < processes; ++p) entries[p] = clock.at({{p}, 0});
  return entries;
}

/// Bytes of `entries` for someone who has `known` and `floor` (not above `known` where both are needed).
inline WireBytes wire_bytes(const Entries& entries, const Entries& known, const Entries& floor) {
  EncodedSize sparse;
  EncodedSize delta;
  for (std::uint32_t p = 0; p < entries.size(); ++p) {
    if (entries[p] > 0) sparse.add(p, entries[p]);
    if (entries[p] > known[p]) delta.add(p, entries[p] - std::min(entries[p], floor[p]));
  }
  return {entries.size() * sizeof(model::Epoch), sparse.bytes(), delta.bytes()};
}

/// One who tells others a clock.
class ClockSender {
 public:
  ClockSender(std::uint32_t self, std::uint32_t processes) : self_(self), known_(processes), changed_(processes) {}

  /// It has learnt: the clock is this now.
  void learnt(const model::UnitClock& clock) {
    learn([&](std::uint32_t p) { return clock.at({{p}, 0}); });
  }
  void learnt(const model::Clock& clock) {
    learn([&](std::uint32_t p) { return clock.at({{p}, 0}); });
  }

  /// Bytes of telling `peer`.
  WireBytes send(std::uint32_t peer, const Entries& floor) {
    constexpr WireBytes kOwn{8, 8, 3};
    std::uint32_t& sent = sent_[peer];
    WireBytes bytes = kOwn;
    if (sent == version_) return bytes;
    if (last_.version != version_ || last_.since != sent) last_ = {version_, sent, encode(sent, floor)};
    sent = version_;
    return bytes += last_.bytes;
  }

 private:
  template <class At>
  void learn(At&& at) {
    bool any = false;
    for (std::uint32_t p = 0; p < known_.size(); ++p) {
      const model::Epoch epoch = at(p);
      if (p == self_ || epoch <= known_[p]) continue;
      known_[p] = epoch;
      changed_[p] = version_ + 1;
      any = true;
    }
    if (any) ++version_;
  }

  [[nodiscard]] WireBytes encode(std::uint32_t since, const Entries& floor) const {
    EncodedSize sparse;
    EncodedSize delta;
    for (std::uint32_t p = 0; p < known_.size(); ++p) {
      if (known_[p] > 0) sparse.add(p, known_[p]);
      if (changed_[p] > since && known_[p] > floor[p]) delta.add(p, known_[p] - floor[p]);
    }
    return {known_.size() * sizeof(model::Epoch), sparse.bytes(), delta.bytes()};
  }

  std::uint32_t self_;
  std::uint32_t version_ = 0;
  Entries known_;
  std::vector<std::uint32_t> changed_;
  std::unordered_map<std::uint32_t, std::uint32_t> sent_;
  struct {
    std::uint32_t version = 0;
    std::uint32_t since = 0;
    WireBytes bytes;
  } last_;  // neighbours usually are at the same version
};

}  // namespace farsan::bench
