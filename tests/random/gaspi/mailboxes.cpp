#include "random/gaspi/mailboxes.h"

#include <algorithm>

namespace farsan::random_programs::gaspi {

Mailbox mailbox_of(const Action& action) {
  const bool own = reads(action.verb) || action.verb == Verb::WaitSome || action.verb == Verb::Reset;
  return {own ? action.rank : action.peer, action.segment, action.id};
}

void Mailboxes::post(const Action& action, Site site) {
  constexpr std::uint32_t kOfReads = 1;  ///< the library's choice
  contents_[mailbox_of(action)].posts.push_back(
      {site, action.rank, action.queue, reads(action.verb) ? kOfReads : action.value});
}

Mailboxes::Found Mailboxes::wait(const Action& action) {
  Found found;
  for (std::uint32_t id = action.id; id < action.id + action.ids; ++id) {
    Content& content = contents_[{action.rank, action.segment, id}];
    const auto& posts = content.posts;
    if (posts.empty()) continue;
    found.several = found.several || found.any;
    found.any = true;
    found.id = id;
    found.last = posts.back().site;
    found.told_apart =
        std::all_of(posts.begin(), posts.end(), [&](const Post& post) { return post.same_source(posts[0]); });
    // To wait again for what was found and not reset is not to wait.
    if (!content.found && found.told_apart) {
      found.taken = posts[0].site;
      content.found = true;
    }
  }
  return found;
}

Mailboxes::Found Mailboxes::reset(const Action& action) {
  Found found;
  Content& content = contents_[mailbox_of(action)];
  if (content.posts.empty()) return found;
  const Post& last = content.posts.back();
  found.any = true;
  found.id = action.id;
  found.last = last.site;
  found.told_apart = std::all_of(content.posts.begin(), content.posts.end(),
                                 [&](const Post& post) { return post.value != last.value || post.same_source(last); });
  if (found.told_apart) found.taken = last.site;
  content = {};
  return found;
}

}  // namespace farsan::random_programs::gaspi
