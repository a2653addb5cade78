// Two processes of the engine for tests that drive it by hand: the one accesses the memory of the other.
#pragma once

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "engine/process.h"
#include "sim/transport.h"

namespace farsan::test {

/// The sites of both sides of every race, the lower first.
using SitePairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

class CollectSites final : public engine::RaceSink {
 public:
  void report(const engine::Race& race) override {
    found.insert(std::minmax(race.first.site.value, race.second.site.value));
  }
  SitePairs found;
};

struct EnginePair {
  CollectSites races;
  sim::DelayingTransport transport{2, sim::Delivery::Prompt, 1};
  engine::Process origin{{0}, 2, transport, races};
  engine::Process owner{{1}, 2, transport, races};
  std::uint64_t operations = 0;

  /// The origin puts to these bytes of the owner.
  void put(model::Interval bytes, std::uint32_t site) { operate({}, bytes, site); }
  /// The same of any operation, to which the rest is given.
  void operate(model::Operation operation, model::Interval bytes, std::uint32_t site) {
    operation.target = {1};
    operation.remote = model::ByteRanges::contiguous(bytes.begin, bytes.size());
    origin.issue(0, {{++operations}, std::move(operation)}, {site}, engine::Naming::Anonymous);
  }
  /// Each knows all that the other one did.
  void meet() {
    const model::Snapshot of_origin = origin.signal(0);
    const model::Snapshot of_owner = owner.signal(0);
    origin.wait(0, std::span(&of_owner, 1));
    owner.wait(0, std::span(&of_origin, 1));
  }
  const SitePairs& finish() {
    for (engine::Process* process : {&origin, &owner}) process->close();
    owner.drain_all(transport);
    owner.conclude();
    return races.found;
  }
};

}  // namespace farsan::test
