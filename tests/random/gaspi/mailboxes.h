// Notifications that were posted and not used up, and which of them a wait or a reset has found: docs/gaspi.md, "Which
// notification a wait has seen".
#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "random/gaspi/program.h"

namespace farsan::random_programs::gaspi {

/// Whose, segment, id.
using Mailbox = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

/// Where the notification of an action appears.
[[nodiscard]] Mailbox mailbox_of(const Action& action);

class Mailboxes {
 public:
  void post(const Action& action, Site site);

  struct Found {
    bool any = false;           ///< there is a notification in the range
    bool several = false;       ///< ... with more than one id, and nobody knows which of them a wait finds
    std::uint32_t id = 0;       ///< its id
    std::optional<Site> taken;  ///< the one that a wait or reset has seen, if that can be told
    std::optional<Site> last;   ///< the one that was posted last
    bool told_apart = true;     ///< all of this id are of one rank and queue
  };
  /// "Waits for a notification within the range to be set". If all that wait are of one rank and queue, the first of them is.
  Found wait(const Action& action);
  /// The value tells which one it was: the last, if no other rank or queue gave the same. All are used up.
  Found reset(const Action& action);

 private:
  struct Post {
    Site site = 0;
    std::uint32_t rank = 0;
    std::uint32_t queue = 0;
    std::uint32_t value = 0;
    [[nodiscard]] bool same_source(const Post& other) const { return rank == other.rank && queue == other.queue; }
  };
  struct Content {
    std::vector<Post> posts;
    bool found = false;  ///< by a wait, since the last reset
  };
  std::map<Mailbox, Content> contents_;
};

}  // namespace farsan::random_programs::gaspi
