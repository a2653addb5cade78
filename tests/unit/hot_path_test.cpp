// The hot path (Process::store and load) against the plain one (Process::touch): exposures of odd sizes side by side,
// accesses anywhere in and around them, then a put over everything that no signal orders. Both must name the same races.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <tuple>

#include "engine/process.h"
#include "sim/transport.h"

namespace farsan::engine {
namespace {

using model::AccessKind;
using model::Address;
using model::SiteId;

constexpr Address kEnd = 4096;

/// Byte, kind, site and epoch of the local side of every race.
using Found = std::set<std::tuple<Address, AccessKind, std::uint32_t, model::Epoch>>;

class Collect final : public RaceSink {
 public:
  void report(const Race& race) override {
    const RaceSide& local = is_local(race.first.kind) ? race.first : race.second;
    for (Address at = race.bytes.begin; at < race.bytes.end; ++at)
      found.emplace(at, local.kind, local.site.value, local.epoch);
  }
  Found found;
};

struct World {
  Collect races;
  sim::DelayingTransport transport{2, sim::Delivery::Prompt, 1};
  Process origin{{0}, 2, transport, races};
  Process target{{1}, 2, transport, races};

  void finish() {
    model::Issue issue{{1}, {}};
    issue.operation.target = {1};
    issue.operation.remote = model::ByteRanges::contiguous(0, kEnd);
    origin.issue(0, issue, {1}, Naming::Anonymous);
    origin.close();
    target.close();
    target.drain_all(transport);
    target.conclude();
  }
};

template <unsigned Size>
void access_both(World& hot, World& plain, AccessKind kind, Address at, SiteId site) {
  kind == AccessKind::Store ? hot.target.store<Size>(at, site) : hot.target.load<Size>(at, site);
  plain.target.touch(0, {kind, {1}, model::ByteRanges::contiguous(at, Size)}, site);
}

TEST(HotPath, RecordsWhatThePlainPathRecords) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::mt19937_64 random(seed);
    World hot;
    World plain;
    for (Address at = random() % 64; at + 256 < kEnd;) {
      const Address end = at + 1 + random() % (random() % 8 == 0 ? 2000 : 60);
      hot.target.expose({at, std::min(end, kEnd)});
      plain.target.expose({at, std::min(end, kEnd)});
      at = end + (random() % 2 == 0 ? 0 : random() % 40);  // often they touch
    }
    for (std::uint32_t i = 0; i < 300; ++i) {
      const AccessKind kind = random() % 2 == 0 ? AccessKind::Store : AccessKind::Load;
      const Address at = random() % (kEnd - 16) / (random() % 4 == 0 ? 1 : 4) % (kEnd - 16);
      const Address where = random() % 4 == 0 ? at : at / 4 * 4;
      switch (random() % 5) {
        case 0: access_both<1>(hot, plain, kind, where, {i}); break;
        case 1: access_both<2>(hot, plain, kind, where, {i}); break;
        case 2: access_both<4>(hot, plain, kind, where, {i}); break;
        case 3: access_both<8>(hot, plain, kind, where, {i}); break;
        default: access_both<16>(hot, plain, kind, where, {i}); break;
      }
      // Epochs must follow, too.
      if (random() % 16 == 0) {
        (void)hot.target.signal(0);
        (void)plain.target.signal(0);
      }
    }
    hot.finish();
    plain.finish();
    ASSERT_EQ(hot.races.found, plain.races.found) << "seed " << seed;
    ASSERT_FALSE(hot.races.found.empty());
  }
}

}  // namespace
}  // namespace farsan::engine
