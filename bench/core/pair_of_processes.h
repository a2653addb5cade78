// Two processes, the second with exposed memory: what most benchmarks of whole events need.
#pragma once

#include <array>
#include <optional>

#include "core/prompt_transport.h"
#include "engine/process.h"

namespace farsan::bench {

inline constexpr model::Address kWindow = 0x10000000;  ///< where exposed memory begins
inline constexpr model::Address kBuffer = 0x50000000;  ///< unexposed memory of the origin
inline constexpr model::ScopeId kScope{1};
inline constexpr model::SiteId kSite{7};

class PairOfProcesses {
 public:
  explicit PairOfProcesses(std::uint64_t window) { target.expose({kWindow, kWindow + window}); }

  /// The origin issues an operation of `kind` on one piece of the target's window. No buffer: an operand by value.
  void issue(model::OperationKind kind, std::uint64_t offset, std::uint64_t size,
             const std::optional<model::Atomicity>& atomicity = {}) {
    model::Issue issue{{++last_operation_}, {}};
    issue.operation.kind = kind;
    issue.operation.target = {1};
    issue.operation.scope = kScope;
    issue.operation.remote = model::ByteRanges::contiguous(kWindow + offset, size);
    issue.operation.atomicity = atomicity;
    origin.issue(0, issue, kSite, engine::Naming::Anonymous);
  }
  void flush() { origin.flush(0, {model::CompletionKind::RemoteFlush, kScope, {}}); }
  /// The target learns all that the origin knows: what the origin has flushed is applied there.
  void hand_over() {
    const std::array taken{origin.signal(0)};
    target.wait(0, taken);
  }
  /// The origin learns all that the target knows.
  void hand_back() {
    const std::array taken{target.signal(0)};
    origin.wait(0, taken);
  }
  /// Everybody tells everybody where they are; the target forgets what nothing can race with any more.
  void forget() {
    model::Clock floor = origin.floor();
    floor.meet(target.floor());
    target.forget(floor);
  }

  CountingSink races;
  PromptTransport transport{2};
  engine::Process origin{{0}, 2, transport, races};
  engine::Process target{{1}, 2, transport, races};

 private:
  std::uint64_t last_operation_ = 0;
};

}  // namespace farsan::bench
