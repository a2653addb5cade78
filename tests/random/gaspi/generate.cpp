#include "random/gaspi/generate.h"

#include <map>

#include "random/common/generator.h"
#include "random/gaspi/mailboxes.h"

namespace farsan::random_programs::gaspi {

namespace {

class Generator final : public GeneratorBase<Program, Action> {
 public:
  explicit Generator(std::uint64_t seed) : GeneratorBase(seed) {}

 private:
  void lay_out() override {
    program_.teams.push_back(everybody(program_.ranks));
    Team part;
    for (Rank rank = 0; rank < program_.ranks; ++rank)
      if (dice_.chance(70)) part.members.push_back(rank);
    if (part.members.empty()) part.members.push_back(0);
    program_.teams.push_back(part);
    const std::uint32_t tight = dice_.between(16, 400);
    for (std::uint32_t memory = 0; memory <= kSegments; ++memory)
      program_.memories.push_back({40 + dice_.between(1, tight)});
    locals_ = dice_.between(10, 45);
    notices_ = dice_.between(10, 45);
    meetings_ = dice_.between(3, 20);
    handovers_ = dice_.between(0, 30);
  }

  void step() override {
    const std::uint32_t what = dice_.below(100);
    if (what < locals_) return local_access();
    if (what < locals_ + notices_) return at_notification();
    if (dice_.chance(handovers_)) return hand_over();
    if (dice_.chance(meetings_)) return meet();
    const Rank rank = dice_.below(program_.ranks);
    if (dice_.chance(15)) return wait_for_queue(rank);
    if (dice_.chance(10)) return passive();
    if (dice_.chance(20)) return atomic();
    constexpr std::array kVerbs = {Verb::Write, Verb::Write, Verb::WriteList, Verb::Read, Verb::Read, Verb::ReadList};
    post({rank, kVerbs[dice_.below(kVerbs.size())], dice_.below(program_.ranks), dice_.below(kQueues)});
  }

  std::size_t segment() { return 1 + dice_.below(kSegments); }
  std::size_t any_memory() { return dice_.chance(30) ? kPrivate : segment(); }

  void local_access() {
    const Rank rank = dice_.below(program_.ranks);
    Action action = made(rank, dice_.chance(50) ? Verb::Load : Verb::Store);
    const std::size_t memory = any_memory();
    const auto region = touched(memory, some_bytes());
    if (!region) return;
    action.local = *region;
    add(std::move(action));
  }

  // --- What goes to queues ---------------------------------------------------------------------------------------------------

  struct Posted {
    Rank rank = 0;
    Verb verb{};
    Rank peer = 0;
    std::uint32_t queue = 0;
  };
  /// Whether it was possible.
  bool post(const Posted& what) {
    const auto [rank, verb, peer, queue] = what;
    Action action = made(rank, verb);
    action.peer = peer;
    action.queue = queue;
    if (verb != Verb::Notify && !choose_pieces(action)) return false;
    if (notifies(verb)) {
      // Without lists, the notification is of the segment that the data goes to.
      action.segment = is_list(verb) || verb == Verb::Notify
                           ? dice_.below(kSegments)
                           : segment_of(reads(verb) ? action.pieces[0].local : action.pieces[0].remote);
      action.id = dice_.below(kNotifications);
      action.value = 2 + posted_++;
      mailboxes_.post(action, program_.actions.size());
    }
    add(std::move(action));
    return true;
  }

  bool choose_pieces(Action& action) {
    const std::uint32_t count = is_list(action.verb) ? dice_.between(1, 3) : 1;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Layout shape = contiguous(Element::Byte, some_bytes());
      const auto remote = place(segment(), shape);
      if (!remote) return false;
      const Region avoided = action.peer == action.rank ? *remote : Region{};
      const auto local = place_apart([&] { return segment(); }, shape, {avoided});
      if (!local) return false;
      action.pieces.push_back({*local, *remote});
    }
    // What one element writes, no other one may read here: which comes first is for nobody to know.
    if (action.peer == action.rank)
      for (const Piece& one : action.pieces)
        for (const Piece& other : action.pieces)
          if (overlap(one.local, other.remote)) return false;
    return true;
  }

  void wait_for_queue(Rank rank) {
    Action action = made(rank, Verb::Wait);
    action.queue = dice_.below(kQueues);
    add(std::move(action));
  }

  // --- Notifications -----------------------------------------------------------------------------------------------------------

  void at_notification() {
    if (dice_.chance(45)) {
      constexpr std::array kVerbs = {Verb::WriteNotify,    Verb::WriteNotify, Verb::WriteListNotify, Verb::ReadNotify,
                                     Verb::ReadListNotify, Verb::Notify,      Verb::Notify};
      post({dice_.below(program_.ranks), kVerbs[dice_.below(kVerbs.size())], dice_.below(program_.ranks),
            dice_.below(kQueues)});
      return;
    }
    Action action = made(dice_.below(program_.ranks), Verb::WaitSome);
    action.segment = dice_.below(kSegments);
    action.id = dice_.below(kNotifications);
    look(std::move(action), dice_.chance(60));
  }

  /// Waits, if there is something to wait for, and perhaps resets what it finds.
  void look(Action action, bool reset) {
    Action several = action;
    several.ids = dice_.between(1, kNotifications - action.id);
    Mailboxes ahead = mailboxes_;
    if (!ahead.wait(several).several) action = several;
    action.early = dice_.chance(60);
    if (dice_.chance(15)) {  // without a wait
      action.ids = 1;
      reset = true;
    } else {
      const auto found = mailboxes_.wait(action);
      if (!found.any) return;
      add(action);
      action.id = found.id;
      action.ids = 1;
    }
    if (!reset) return;
    action.verb = Verb::Reset;
    action.early = false;
    action.group = new_group();
    mailboxes_.reset(action);
    add(std::move(action));
  }

  /// Data, a notification that may tell of it, a wait for that, and a use of the data.
  void hand_over() {
    const Rank rank = dice_.below(program_.ranks);
    const Rank peer = dice_.below(program_.ranks);
    const std::uint32_t queue = dice_.below(kQueues);
    if (!post({rank, dice_.chance(70) ? Verb::Write : Verb::WriteList, peer, queue})) return;
    const Region data = program_.actions.back().pieces[0].remote;
    if (!post({rank, dice_.chance(70) ? Verb::Notify : Verb::WriteNotify, peer, dice_.chance(90) ? queue : 0})) return;
    const Action told = program_.actions.back();
    Action wait = made(peer, Verb::WaitSome);
    wait.segment = told.segment;
    wait.id = told.id;
    look(std::move(wait), true);
    Action use = made(peer, dice_.chance(50) ? Verb::Load : Verb::Store);
    use.local = data;
    add(std::move(use));
  }

  // --- What is over when it returns ----------------------------------------------------------------------------------------------

  void atomic() {
    const Rank rank = dice_.below(program_.ranks);
    Action action = made(rank, dice_.chance(60) ? Verb::FetchAdd : Verb::CompareSwap);
    action.peer = dice_.below(program_.ranks);
    const auto remote = place(segment(), contiguous(Element::Long, 1));
    if (!remote) return;
    action.remote = *remote;
    const Region avoided = action.peer == action.rank ? *remote : Region{};
    const auto result = place_apart([&] { return any_memory(); }, contiguous(Element::Long, 1), {avoided});
    if (!result) return;
    action.result = *result;
    add(std::move(action));
  }

  void passive() {
    const Layout shape = contiguous(Element::Byte, some_bytes());
    const auto from = place(segment(), shape);
    const auto to = place(segment(), shape);
    Action send = made(dice_.below(program_.ranks), Verb::PassiveSend);
    send.peer = (send.rank + dice_.between(1, program_.ranks - 1)) % program_.ranks;
    if (!from || !to) return;
    Action receive = send;
    receive.verb = Verb::PassiveReceive;
    std::swap(receive.rank, receive.peer);
    send.local = *from;
    receive.result = *to;
    add(std::move(send));
    add(std::move(receive));
  }

  void meet() {
    Action action = made(0, dice_.chance(65) ? Verb::Barrier : Verb::Allreduce);
    action.team = dice_.below(2);
    const std::uint32_t elements = dice_.between(1, 3);
    std::vector<Action> all;
    for (const Rank rank : members(program_, action)) {
      action.rank = rank;
      if (action.verb == Verb::Allreduce) {
        const auto send = place_apart([&] { return any_memory(); }, contiguous(Element::Int, elements), {});
        if (!send) return;
        const auto receive = place_apart([&] { return any_memory(); }, contiguous(Element::Int, elements), {*send});
        if (!receive) return;
        action.local = *send;
        action.result = *receive;
      }
      all.push_back(action);
    }
    for (Action& one : all) add(std::move(one));
  }

  Mailboxes mailboxes_;
  std::uint32_t posted_ = 0;
  std::uint32_t locals_ = 0;  ///< percent of steps
  std::uint32_t notices_ = 0;
  std::uint32_t meetings_ = 0;
  std::uint32_t handovers_ = 0;
};

}  // namespace

Program generate(std::uint64_t seed) { return short_enough<Generator>(seed); }

}  // namespace farsan::random_programs::gaspi
