#include "random/mpi/legal.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "random/common/rules.h"

namespace farsan::random_programs::mpi {

namespace {

using Rank = std::uint32_t;

struct Epoch {
  bool made = false;
  bool freed = false;
  Epochs kind = Epochs::None;  ///< the last that was used
  bool met = true;             ///< all members have waited for each other since
  bool fence_open = false;
  bool used = false;                            ///< operations since the last fence
  std::map<std::pair<Rank, Rank>, Mode> holds;  ///< (holder, target): ranks in the communicator
  std::set<Rank> all_locked;
  std::map<Rank, std::set<Rank>> posted;   ///< target -> origins that have not completed
  std::set<std::pair<Rank, Rank>> unused;  ///< (target, origin): posted and not started
  std::map<Rank, std::vector<Rank>> started;

  [[nodiscard]] bool open() const {
    return fence_open || !holds.empty() || !all_locked.empty() || !posted.empty() || !started.empty();
  }
};

struct Message {
  std::optional<Site> send, receive;
};

class Checker : Rules<Program> {
 public:
  Checker(const Program& program, const Kept& kept)
      : Rules(program, kept), windows_(program.windows.size()), starts_(program.comms.size()) {}

  std::string run() {
    return Rules::run([this](const Action& action) { check(action); }, [this] { check_end(); });
  }

 private:
  void check(const Action& action) {
    for (const Region* region : {&action.local, &action.result, &action.compare}) check_region(*region, action.rank);
    check_meeting(action);
    const Verb verb = action.verb;
    if (is_operation(verb) || (verb >= Verb::Fence && verb <= Verb::WaitExposure)) check_window(action);
    if (verb == Verb::MakeWindow) windows_[action.window].made = true;
    if (verb == Verb::FreeWindow && last_of_meeting()) free_window(action);
    if (verb == Verb::Send || verb == Verb::Isend) send(action);
    if (verb == Verb::Recv || verb == Verb::Irecv) receive(action);
    if (is_started_collective(verb)) start(action);
    if (makes_request(verb)) requests_.insert(site());
    if (verb == Verb::Wait) wait(action);
    if (verb == Verb::Barrier && last_of_meeting()) meet(program_.comms[action.comm].members);
    if (verb == Verb::Meet && last_of_meeting()) meet(program_.comms[0].members);
  }

  void check_region(const Region& region, Rank rank) {
    if (region.empty()) return;
    require(region.end() <= program_.memories[region.memory].size, "outside of the memory");
    if (!program_.memories[region.memory].allocated) return;
    bool exists = false;
    for (std::size_t w = 0; w < windows_.size(); ++w)
      exists = exists || (program_.windows[w].memory == region.memory && windows_[w].made && !windows_[w].freed &&
                          program_.comms[program_.windows[w].comm].has(rank));
    require(exists, "the memory is not there");
  }

  // --- Collectives -------------------------------------------------------------------------------------------------------

  /// Windows are collective by themselves, whatever happens on their communicator.
  void check_meeting(const Action& action) {
    const bool apart = action.verb == Verb::Meet || action.verb == Verb::Fence || action.verb == Verb::FreeWindow;
    Rules::check_meeting(action, is_meeting(action.verb), members(program_, action), [&] {
      if (!apart) all_started(action.comm);
    });
  }

  void meet(const std::vector<Rank>& ranks) {
    for (std::size_t w = 0; w < windows_.size(); ++w) {
      const auto& needed = program_.comms[program_.windows[w].comm].members;
      if (std::all_of(needed.begin(), needed.end(),
                      [&](Rank r) { return std::find(ranks.begin(), ranks.end(), r) != ranks.end(); }))
        windows_[w].met = true;
    }
  }

  /// A blocking collective comes after those that were started before it, for everybody.
  void all_started(std::size_t comm) {
    for (const auto& [group, by] : starts_[comm])
      require(by.size() == program_.comms[comm].members.size(), "collectives in different order");
  }

  void start(const Action& action) {
    auto& begun = starts_[action.comm];
    const auto here = std::find_if(begun.begin(), begun.end(), [&](const auto& s) { return s.first == action.group; });
    for (auto it = begun.begin(); it != here; ++it)
      require(it->second.contains(action.rank), "collectives in different order");
    if (here == begun.end())
      begun.push_back({action.group, {action.rank}});
    else
      require(here->second.insert(action.rank).second, "started twice");
  }

  // --- Windows -------------------------------------------------------------------------------------------------------------

  void check_window(const Action& action) {
    Epoch& epoch = windows_[action.window];
    require(epoch.made && !epoch.freed, "there is no such window");
    require(program_.comms[action.comm].has(action.rank), "not a member");
    if (!fine()) return;
    const Rank self = program_.comms[action.comm].rank_of(action.rank);
    if (is_operation(action.verb)) return check_operation(action, epoch, self);
    const Epochs kind = action.verb == Verb::Fence  ? Epochs::Fence
                        : action.verb >= Verb::Post ? Epochs::Post
                                                    : Epochs::Lock;
    if (kind != epoch.kind) {
      require(!epoch.open(), "epochs of different kinds at a time");
      require(epoch.met || epoch.kind == Epochs::None, "epochs of different kinds may be at a time");
      epoch.kind = kind;
    }
    epoch.met = false;
    if (kind == Epochs::Fence) fence(action, epoch);
    if (kind == Epochs::Lock) lock(action, epoch, self);
    if (kind == Epochs::Post) post(action, epoch, self);
  }

  void check_operation(const Action& action, Epoch& epoch, Rank self) {
    const Window& window = program_.windows[action.window];
    require(action.remote.memory == window.memory && action.remote.offset >= window.offset &&
                action.remote.end() <= program_.memories[window.memory].size &&
                (action.remote.offset - window.offset) % window.unit == 0,
            "not in the window");
    const bool locked = epoch.holds.contains({self, action.peer}) || epoch.all_locked.contains(self);
    const auto started = epoch.started.find(self);
    const bool may = started != epoch.started.end() &&
                     std::find(started->second.begin(), started->second.end(), action.peer) != started->second.end();
    require(epoch.fence_open || locked || may, "an operation outside of an epoch");
    if (makes_request(action.verb)) require(locked, "a request outside of a lock epoch");
    epoch.used = epoch.used || epoch.fence_open;
    epoch.met = false;
  }

  void fence(const Action& action, Epoch& epoch) {
    if (!last_of_meeting()) return;
    require(!action.no_precede || !epoch.used, "NOPRECEDE, and operations do");
    epoch.fence_open = !action.no_succeed;
    epoch.used = false;
  }

  void lock(const Action& action, Epoch& epoch, Rank self) {
    const bool holds_any =
        std::any_of(epoch.holds.begin(), epoch.holds.end(), [&](const auto& h) { return h.first.first == self; });
    const auto excluded = [&](Rank target, Mode mode) {
      return std::any_of(epoch.holds.begin(), epoch.holds.end(), [&](const auto& h) {
        return h.first.second == target && (h.second == Mode::Exclusive || mode == Mode::Exclusive);
      });
    };
    const bool everywhere = epoch.all_locked.contains(self);
    switch (action.verb) {
      case Verb::Lock:
        require(!everywhere && !epoch.holds.contains({self, action.peer}), "locked twice");
        require(!excluded(action.peer, action.mode) && (action.mode == Mode::Shared || epoch.all_locked.empty()),
                "the lock is not free");
        epoch.holds[{self, action.peer}] = action.mode;
        break;
      case Verb::Unlock: require(epoch.holds.erase({self, action.peer}) == 1, "not locked"); break;
      case Verb::LockAll:
        require(!everywhere && !holds_any, "locked twice");
        for (Rank target = 0; target < program_.comms[action.comm].members.size(); ++target)
          require(!excluded(target, Mode::Shared), "the lock is not free");
        epoch.all_locked.insert(self);
        break;
      case Verb::UnlockAll: require(epoch.all_locked.erase(self) == 1, "not locked"); break;
      case Verb::Flush:
      case Verb::FlushLocal:
        require(everywhere || epoch.holds.contains({self, action.peer}), "a flush outside of an epoch");
        break;
      default: require(everywhere || holds_any, "a flush outside of an epoch"); break;
    }
  }

  void post(const Action& action, Epoch& epoch, Rank self) {
    switch (action.verb) {
      case Verb::Post:
        require(!epoch.posted.contains(self), "posted twice");
        epoch.posted[self] = {action.peers.begin(), action.peers.end()};
        for (const Rank origin : action.peers) epoch.unused.emplace(self, origin);
        break;
      case Verb::Start:
        require(!epoch.started.contains(self), "started twice");
        for (const Rank target : action.peers) require(epoch.unused.erase({target, self}) == 1, "not posted");
        epoch.started[self] = action.peers;
        break;
      case Verb::Complete:
        require(epoch.started.contains(self), "not started");
        for (const Rank target : epoch.started[self]) epoch.posted[target].erase(self);
        epoch.started.erase(self);
        break;
      default:
        require(epoch.posted.contains(self) && epoch.posted[self].empty(), "somebody has not completed");
        epoch.posted.erase(self);
        break;
    }
  }

  void free_window(const Action& action) {
    Epoch& epoch = windows_[action.window];
    require(epoch.made && !epoch.freed && !epoch.open(), "freed in an epoch");
    const Window& window = program_.windows[action.window];
    for (const Site site : requests_) {
      const Action& begun = program_.actions[site];
      require(!is_operation(begun.verb) || begun.window != action.window, "freed with requests");
      for (const Region* region : {&begun.local, &begun.result})
        require(region->empty() || region->memory != window.memory || !program_.memories[window.memory].allocated,
                "freed while its memory is in use");
    }
    for (const Epoch& other : windows_)
      require(!other.open() || !program_.memories[window.memory].allocated,
              "freed while other windows may use its memory");
    epoch.freed = true;
  }

  // --- Messages and requests -------------------------------------------------------------------------------------------------

  using Channel = std::vector<Message>;
  using Key = std::array<std::size_t, 4>;

  Key key_of(const Action& action) const {
    const Rank peer = program_.comms[action.comm].members[action.peer];
    const bool sends = action.verb == Verb::Send || action.verb == Verb::Isend;
    return {sends ? action.rank : peer, sends ? peer : action.rank, action.comm, static_cast<std::size_t>(action.tag)};
  }

  void send(const Action& action) {
    Channel& channel = channels_[key_of(action)];
    const auto message = std::find_if(channel.begin(), channel.end(), [](const Message& m) { return !m.send; });
    if (message == channel.end()) {
      channel.push_back({site(), {}});
      return;
    }
    message->send = site();
    check_match(*message);
  }

  void receive(const Action& action) {
    Channel& channel = channels_[key_of(action)];
    const auto message = std::find_if(channel.begin(), channel.end(), [](const Message& m) { return !m.receive; });
    if (message == channel.end()) {
      require(action.verb == Verb::Irecv, "a receive waits for a later send");
      channel.push_back({{}, site()});
      return;
    }
    message->receive = site();
    check_match(*message);
  }

  void check_match(const Message& message) {
    const Layout& sent = program_.actions[*message.send].local.layout;
    const Layout& received = program_.actions[*message.receive].result.layout;
    require(sent.element == received.element && sent.elements() == received.elements(), "a message does not fit");
  }

  void wait(const Action& action) {
    require(requests_.erase(action.request) == 1, "there is no such request");
    const Action& begun = program_.actions[action.request];
    require(begun.rank == action.rank, "another's request");
    if (begun.verb == Verb::Irecv)
      for (const Message& message : channels_[key_of(begun)])
        if (message.receive == action.request) require(message.send.has_value(), "a wait for a later send");
    if (is_started_collective(begun.verb))
      for (const auto& [group, by] : starts_[begun.comm])
        if (group == begun.group)
          require(by.size() == program_.comms[begun.comm].members.size(), "a wait for a later start");
  }

  void check_end() {
    require(requests_.empty(), "a request is never completed");
    for (const Epoch& epoch : windows_) require(epoch.made == epoch.freed, "a window is never freed");
    for (const auto& [key, channel] : channels_)
      for (const Message& message : channel) require(message.send && message.receive, "a message is left over");
  }

  std::vector<Epoch> windows_;
  std::vector<std::vector<std::pair<std::size_t, std::set<Rank>>>>
      starts_;  ///< by communicator: group, who has started
  std::map<Key, Channel> channels_;
  std::set<Site> requests_;
};

}  // namespace

std::string problem_of(const Program& program, const Kept& kept) { return Checker(program, kept).run(); }

}  // namespace farsan::random_programs::mpi
