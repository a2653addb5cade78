// An execution in the making: what translators of all models write down. An event's site is the action that it comes from.
#pragma once

#include "model/execution.h"
#include "random/common/program.h"

namespace farsan::random_programs {

class Events {
 public:
  explicit Events(std::uint32_t ranks) { execution_.processes = ranks; }

  /// Of all that is kept: `together(site)` where all members of a collective act at one place of the list, which returns the
  /// last of their sites; `alone(action, site)` for anything else.
  template <class Program, class Together, class Alone>
  model::Execution translate_all(const Program& program, const Kept& kept, Together together, Alone alone) {
    for (std::size_t m = 0; m < program.memories.size(); ++m) memory(m, program.memories[m].size);
    for (Site site = 0; site < program.actions.size(); ++site) {
      if (!kept[site]) continue;
      if (is_meeting(program.actions[site].verb))
        site = together(site);
      else
        alone(program.actions[site], site);
    }
    return std::move(execution_);
  }

  void at(model::UnitId unit, Site site, model::Action action);
  void at(std::uint32_t rank, Site site, model::Action action) {
    at(model::UnitId{{rank}, 0}, site, std::move(action));
  }

  model::TokenId new_token() { return model::TokenId{tokens_++}; }
  model::OperationId issue(std::uint32_t rank, Site site, model::Operation operation);
  /// A load or store; nothing if there are no bytes.
  void touch(std::uint32_t rank, Site site, model::AccessKind kind, const Region& region) {
    touch(rank, site, kind, region, rank);
  }
  void touch(std::uint32_t rank, Site site, model::AccessKind kind, const Region& region, std::uint32_t owner);
  /// The buffers of something that is not over when the call returns: what is read, what is written.
  std::vector<model::OperationId> open_buffers(std::uint32_t rank, Site site, const Region& read,
                                               const Region& written);
  void flush(std::uint32_t rank, Site site, model::CompletionKind kind, model::ScopeId scope, model::Group to = {});

  model::CollectiveId collective(model::CollectiveKind kind, std::size_t members, std::uint32_t root);
  /// All members wait for all; their calls are those of the sites from `first` on. Returns the last of them. `before` and
  /// `after` are called with the site and the rank of each member: what it does in its call before and after it waits.
  template <class Before, class After>
  Site meet(model::CollectiveId id, const std::vector<std::uint32_t>& ranks, Site first, Before before, After after) {
    for (std::uint32_t place = 0; place < ranks.size(); ++place) {
      before(first + place, ranks[place]);
      at(ranks[place], first + place, model::Enter{id, place});
    }
    for (std::uint32_t place = 0; place < ranks.size(); ++place) {
      at(ranks[place], first + place, model::Leave{id, place});
      after(first + place, ranks[place]);
    }
    return first + ranks.size() - 1;
  }

 private:
  /// Number `memory` of every rank; 0 is private.
  void memory(std::size_t memory, std::uint32_t size);

  model::Execution execution_;
  std::uint32_t tokens_ = 0;
  std::uint64_t operations_ = 0;
};

[[nodiscard]] model::ByteRanges bytes(const Region& region);

}  // namespace farsan::random_programs
