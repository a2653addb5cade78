#include "support/expanse.h"

#include <algorithm>
#include <array>
#include <random>

#include "support/execution_builder.h"

namespace farsan::testing_support {

namespace {

constexpr Address kWindow = 1 << 16;
constexpr std::uint64_t kBytes = 8192;  // several blocks of shadow

class Expanse {
 public:
  explicit Expanse(std::uint64_t seed) : random_(seed), builder_(2 + below(2)) {}

  Execution run() {
    // All of the window is exposed: something goes to all of it.
    builder_.issue(P0, one_sided(OperationKind::Get, P1, {kWindow, kBytes, kBytes, 1}));
    builder_.at(UnitId{P0, 0}, Flush{CompletionKind::RemoteFlush, std::nullopt, {}});
    builder_.synchronise(P0, P1);
    for (std::uint32_t i = 0, steps = 6 + below(14); i < steps; ++i) step();
    return std::move(builder_.execution());
  }

 private:
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }
  ProcessId any_process() { return {below(builder_.execution().processes)}; }
  UnitId any_unit() { return {any_process(), 0}; }

  /// A few bytes, a row, or pieces at a stride; often on the borders of lines and blocks.
  Stripe any_stripe() {
    constexpr std::array<std::uint64_t, 6> kBlocks = {4, 8, 8, 16, 24, 64};
    const std::uint64_t unit = below(3) == 0 ? 1 : 8;
    if (below(3) == 0) {
      const std::uint64_t size = std::min<std::uint64_t>(kBytes, unit * (1 + below(1U << (3 + below(8)))));
      const Address at = kWindow + below(static_cast<std::uint32_t>((kBytes - size) / unit + 1)) * unit;
      return {at, size, size, 1};
    }
    const std::uint64_t block = kBlocks[below(kBlocks.size())];
    const std::uint64_t stride = block + unit * below(32);
    const std::uint64_t most = (kBytes - block) / stride + 1;
    const std::uint64_t count = 1 + below(static_cast<std::uint32_t>(most));
    const std::uint64_t room = kBytes - ((count - 1) * stride + block);
    return {kWindow + below(static_cast<std::uint32_t>(room / unit + 1)) * unit, block, stride, count};
  }

  static Operation one_sided(OperationKind kind, ProcessId target, const Stripe& remote) {
    Operation operation;
    operation.kind = kind;
    operation.target = target;
    operation.scope = {1};
    operation.remote = ByteRanges::of(remote);
    return operation;
  }

  void step() {
    const UnitId unit = any_unit();
    switch (below(8)) {
      case 0:
      case 1:
        builder_.issue(unit,
                       one_sided(below(2) == 0 ? OperationKind::Put : OperationKind::Get, any_process(), any_stripe()));
        break;
      case 2: builder_.at(unit, Flush{CompletionKind::RemoteFlush, std::nullopt, {}}); break;
      case 3: {
        const UnitId other = any_unit();
        if (other != unit) builder_.synchronise(unit, other);
        break;
      }
      default: {
        const Stripe pieces = any_stripe();
        builder_.at(unit,
                    Touch{below(2) == 0 ? AccessKind::Load : AccessKind::Store, unit.process, ByteRanges::of(pieces)});
        break;
      }
    }
    builder_.execution().events.back().site = {static_cast<std::uint32_t>(10 + builder_.execution().events.size())};
  }

  std::mt19937_64 random_;
  ExecutionBuilder builder_;
};

}  // namespace

Execution expanse(std::uint64_t seed) { return Expanse(seed).run(); }

}  // namespace farsan::testing_support
