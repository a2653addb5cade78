// What grows with the number of processes: a simulation of 16, 256 and 4,096, every one an engine::Process, with
// the communication patterns of HPC codes. Prints, per process and step, the bytes of clocks in three encodings, the
// messages, the live operations, and where time and memory go.
//
//   farsan-bench-scale [--processes N]... [--steps N] [--period N] [--pattern NAME]...
//
// Patterns (all free of races):
//   halo    a torus: puts to four neighbours, flush, signals to them and waits for theirs; every `period` steps a
//           reduction over all, as iterative solvers have
//   all     puts to four others, flush, barrier: what MPI_Win_fence does
//   random  a put to a random partner, notified; nothing collective
//   lock    an exclusive lock epoch with a put at a random target; now and then one at the own window, with a load
//
// Floors (what every process knows, so that operations can be forgotten), as a real transport can have them cheaply:
// after a collective over all, its result is one, unless some process still holds operations back, which one bit in the
// reduction tells. Programs without collectives need a reduction of minima along a tree, every `period` steps, in
// messages of FarSan's own; its bytes are counted (as deltas: what rose since the last round).
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <unordered_set>

#include "core/clock_traffic.h"
#include "core/prompt_transport.h"
#include "engine/process.h"

namespace {

using namespace farsan;
using bench::Entries;
using bench::entries_of;
using bench::WireBytes;

constexpr std::uint64_t kWindowBytes = 4096;
constexpr std::uint64_t kPutBytes = 8;
constexpr model::ScopeId kScope{1};
constexpr model::SiteId kPutSite{1};
constexpr model::SiteId kLoadSite{2};

struct Settings {
  std::uint32_t processes = 16;
  std::uint32_t steps = 64;
  std::uint32_t period = 8;
};

/// Where the engine's time goes. What the simulation itself does is in none of them.
struct Times {
  double operations = 0;  ///< issue, flush
  double signals = 0;
  double waits = 0;   ///< merging clocks, taking records in, applying them
  double floors = 0;  ///< own floors, forgetting
};

class World {
 public:
  explicit World(const Settings& settings)
      : settings_(settings), count_(settings.processes), transport_(count_), floor_(count_), random_(1) {
    for (std::uint32_t p = 0; p < count_; ++p) {
      processes_.push_back(std::make_unique<engine::Process>(model::ProcessId{p}, count_, transport_, races_));
      processes_.back()->expose({0, kWindowBytes});
      senders_.emplace_back(p, count_);
    }
  }

  void halo(std::uint32_t step) {
    const std::uint32_t side = std::max(1u, static_cast<std::uint32_t>(std::lround(std::sqrt(count_))));
    const auto neighbour = [&](std::uint32_t p, std::uint32_t direction) {
      switch (direction) {
        case 0: return p / side * side + (p + 1) % side;
        case 1: return p / side * side + (p + side - 1) % side;
        case 2: return (p + side) % count_;
        default: return (p + count_ - side) % count_;
      }
    };
    timed(times_.operations, [&] {
      for (std::uint32_t p = 0; p < count_; ++p) {
        // Two sets of slots in turn: a neighbour has read the one before it lets us write to it again.
        for (std::uint32_t d = 0; d < 4; ++d) put(p, neighbour(p, d), ((step % 2) * 4 + d) * kPutBytes);
        flush(p);
      }
    });
    std::vector<model::Snapshot> signalled(count_);
    timed(times_.signals, [&] {
      for (std::uint32_t p = 0; p < count_; ++p) signalled[p] = processes_[p]->signal(0);
    });
    for (std::uint32_t p = 0; p < count_; ++p)
      for (std::uint32_t d = 0; d < 4; ++d) {
        tell(p, neighbour(p, d));  // with the put
        tell(p, neighbour(p, d));  // with the signal
      }
    timed(times_.waits, [&] {
      for (std::uint32_t p = 0; p < count_; ++p) {
        const std::array taken{signalled[neighbour(p, 0)], signalled[neighbour(p, 1)], signalled[neighbour(p, 2)],
                               signalled[neighbour(p, 3)]};
        processes_[p]->wait(0, taken);
      }
    });
    note_what_they_learnt();
    for (std::uint32_t p = 0; p < count_; ++p)
      for (std::uint32_t d = 0; d < 4; ++d) load(p, ((step % 2) * 4 + d) * kPutBytes);
    if (step % settings_.period == settings_.period - 1) collective();
  }

  void all(std::uint32_t step) {
    const auto target = [&](std::uint32_t p, std::uint32_t d) { return (p + 1 + (step * 4 + d) * 37) % count_; };
    timed(times_.operations, [&] {
      for (std::uint32_t p = 0; p < count_; ++p) {
        for (std::uint32_t d = 0; d < 4; ++d) put(p, target(p, d), ((step % 2) * 4 + d) * kPutBytes);
        flush(p);
      }
    });
    for (std::uint32_t p = 0; p < count_; ++p)
      for (std::uint32_t d = 0; d < 4; ++d) tell(p, target(p, d));
    collective();
    for (std::uint32_t p = 0; p < count_; ++p)
      for (std::uint32_t d = 0; d < 4; ++d) load(p, ((step % 2) * 4 + d) * kPutBytes);
  }

  void random(std::uint32_t step) {
    std::vector<std::uint32_t> partner(count_);
    std::iota(partner.begin(), partner.end(), 0u);
    std::shuffle(partner.begin(), partner.end(), random_);
    std::vector<engine::Announcement> notified(count_);
    // A slot of its own for every step: who writes next knows nothing of who wrote before.
    const std::uint64_t slot = step * kPutBytes % kWindowBytes;
    timed(times_.operations, [&] {
      for (std::uint32_t p = 0; p < count_; ++p) {
        put(p, partner[p], slot);
        flush(p);
      }
    });
    timed(times_.signals, [&] {
      for (std::uint32_t p = 0; p < count_; ++p)
        notified[partner[p]] = processes_[p]->notify(0, {{0}, {partner[p]}, kScope, {}});
    });
    for (std::uint32_t p = 0; p < count_; ++p) {
      tell(p, partner[p]);  // with the put
      tell(p, partner[p]);  // with the notification
    }
    timed(times_.waits, [&] {
      for (std::uint32_t p = 0; p < count_; ++p) processes_[p]->target_wait(0, {&notified[p], 1});
    });
    note_what_they_learnt();
    for (std::uint32_t p = 0; p < count_; ++p) load(p, slot);
    if (step % settings_.period == settings_.period - 1) floor_round();
  }

  void lock(std::uint32_t step) {
    if (locks_.empty())
      for (std::uint32_t p = 0; p < count_; ++p) {
        locks_.emplace_back(count_);
        homes_.emplace_back(count_, count_);  // a home has no entry of its own
      }
    std::vector<std::uint32_t> order(count_);
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), random_);
    for (const std::uint32_t p : order) {
      const auto target = static_cast<std::uint32_t>(random_() % count_);
      lock_epoch(p, target == p ? (p + 1) % count_ : target);
      if ((step + p) % 4 == 0) lock_epoch(p, p);
    }
    if (step % settings_.period == settings_.period - 1) floor_round();
  }

  /// Before anything is forgotten: what is alive.
  void sample() {
    std::uint64_t sum = 0;
    std::uint64_t snapshots = 0;
    for (const auto& process : processes_) {
      const std::uint64_t live = process->memory().live_operations();
      sum += live;
      live_max_ = std::max(live_max_, live);
      std::unordered_set<const model::Clock*> distinct;
      const engine::OperationTable& table = process->memory().table();
      table.for_each([&](engine::EntryId id) {
        distinct.insert(table[id].access.issue.shared().get());
        if (table[id].access.with->gate) distinct.insert(table[id].access.with->gate.get());
      });
      snapshots += distinct.size();
      table_bytes_max_ = std::max<std::uint64_t>(table_bytes_max_, table.heap_bytes());
      snapshots_max_ = std::max<std::uint64_t>(snapshots_max_, distinct.size());
    }
    live_sum_ += static_cast<double>(sum) / count_;
    snapshots_sum_ += static_cast<double>(snapshots) / count_;
    above_floor_sum_ += above_floor();
  }

  void print(const char* pattern, std::uint32_t steps) const {
    const double per = 1.0 / (static_cast<double>(count_) * steps);
    const auto each = [&](std::uint64_t total) { return static_cast<double>(total) * per; };
    const auto microseconds = [&](double seconds) { return seconds * 1e6 * per; };
    std::printf("%-7s %5u %5u | %6.1f %6.1f | %8.0f %8.0f %8.0f %7.0f | %5llu %7.1f | %6.0f %8.0f %9.0f | ", pattern,
                count_, steps, each(clock_messages_), each(transport_.posted()), each(clocks_.dense),
                each(clocks_.sparse), each(clocks_.delta), each(floor_bytes_),
                static_cast<unsigned long long>(live_max_), live_sum_ / steps,
                static_cast<double>(table_bytes_max_) / 1024,
                static_cast<double>(snapshots_max_ * count_ * sizeof(model::Epoch)) / 1024, above_floor_sum_ / steps);
    std::printf("%6.1f %6.1f %6.1f %6.1f | %llu\n", microseconds(times_.operations), microseconds(times_.signals),
                microseconds(times_.waits), microseconds(times_.floors),
                static_cast<unsigned long long>(races_.races()));
    std::fflush(stdout);
  }

  static void print_header() {
    std::puts(
        "                    | messages      | bytes of clocks                     | live          |"
        " memory, KiB (max)  above   | time, us                    |\n"
        "pattern procs steps | clocks records |    dense   sparse    delta  floors |   max    mean |"
        "  table snapshots     floor |    ops signal   wait floors | races\n"
        "(messages, bytes and time per process and step; above floor: entries of a live operation's snapshot)");
  }

 private:
  /// The processor's time: the machine may be busy with other things.
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }
  template <class Work>
  static void timed(double& total, Work&& work) {
    const double begin = now();
    work();
    total += now() - begin;
  }

  void put(std::uint32_t from, std::uint32_t to, std::uint64_t at, std::optional<model::LockId> gate = {}) {
    model::Issue issue{{++last_operation_}, {}};
    issue.operation.target = {to};
    issue.operation.scope = kScope;
    issue.operation.remote = model::ByteRanges::contiguous(at, kPutBytes);
    issue.operation.gate = gate;
    processes_[from]->issue(0, issue, kPutSite, engine::Naming::Anonymous);
  }
  void flush(std::uint32_t p) { processes_[p]->flush(0, {model::CompletionKind::RemoteFlush, kScope, {}}); }
  void load(std::uint32_t p, std::uint64_t at) { processes_[p]->load<kPutBytes>(at, kLoadSite); }

  /// A message with `from`'s clock. Records need it, too: they say which version of it they were issued with.
  void tell(std::uint32_t from, std::uint32_t to) {
    clocks_ += senders_[from].send(to, floor_);
    ++clock_messages_;
  }
  void note_what_they_learnt() {
    for (std::uint32_t p = 0; p < count_; ++p) senders_[p].learnt(processes_[p]->clock(0));
  }

  void lock_epoch(std::uint32_t p, std::uint32_t target) {
    const model::LockId id{target};
    engine::Process& process = *processes_[p];
    process.lock(id);
    if (p != target) {
      timed(times_.operations, [&] { put(p, target, 0, id); });
      tell(p, target);
    }
    clocks_ += homes_[target].send(p, floor_);
    timed(times_.waits, [&] { process.acquired(0, id, model::LockMode::Exclusive, locks_[target]); });
    senders_[p].learnt(process.clock(0));
    if (p == target) load(p, 0);
    timed(times_.operations, [&] { flush(p); });
    model::Snapshot handed_over;
    timed(times_.signals, [&] { handed_over = process.unlock(0, id, model::LockMode::Exclusive); });
    if (handed_over.shared()) locks_[target].merge(*handed_over.shared());
    locks_[target].raise(handed_over.own());
    homes_[target].learnt(locks_[target]);
    clocks_ += senders_[p].send(count_ + target, floor_);
    clock_messages_ += 2;
  }

  /// Everybody waits for everybody, along a binary tree: maxima go up, the result comes down.
  void collective() {
    std::vector<model::Snapshot> entered(count_);
    timed(times_.signals, [&] {
      for (std::uint32_t p = 0; p < count_; ++p) entered[p] = processes_[p]->signal(0);
    });
    std::vector<model::Clock> merged;
    for (const model::Snapshot& snapshot : entered) merged.push_back(snapshot.full());
    entered.clear();
    for (std::uint32_t p = count_ - 1; p > 0; --p) {
      clocks_ += bench::wire_bytes(entries_of(merged[p], count_), floor_, floor_);
      merged[(p - 1) / 2].merge(merged[p]);
    }
    const model::Clock& result = merged[0];
    const Entries down = entries_of(result, count_);
    for (std::uint32_t p = 1; p < count_; ++p)
      clocks_ += bench::wire_bytes(down, entries_of(merged[p], count_), floor_);
    clock_messages_ += 2 * (std::uint64_t{count_} - 1);
    timed(times_.waits, [&] {
      for (auto& process : processes_) process->wait(0, result);
    });
    note_what_they_learnt();
    sampled_ = true;
    sample();
    // The result is a floor: nobody holds anything back. One bit per message says so; that it is true is checked here.
    floor_bytes_ += 2 * (std::uint64_t{count_} - 1);
    for (const auto& process : processes_) {
      const model::Clock own = process->floor();
      for (std::uint32_t p = 0; p < count_; ++p)
        if (own.at({{p}, 0}) < down[p]) std::abort();
    }
    forget(result);
  }

  /// Minima go up along a binary tree, the result comes down.
  void floor_round() {
    sampled_ = true;
    sample();
    std::vector<model::Clock> lowest;
    timed(times_.floors, [&] {
      for (const auto& process : processes_) lowest.push_back(process->floor());
    });
    for (std::uint32_t p = count_ - 1; p > 0; --p) {
      floor_bytes_ += bench::wire_bytes(entries_of(lowest[p], count_), floor_, floor_).delta;
      timed(times_.floors, [&] { lowest[(p - 1) / 2].meet(lowest[p]); });
    }
    floor_bytes_ += (count_ - 1) * bench::wire_bytes(entries_of(lowest[0], count_), floor_, floor_).delta;
    forget(lowest[0]);
  }

  void forget(const model::Clock& floor) {
    floor_ = entries_of(floor, count_);
    timed(times_.floors, [&] {
      for (auto& process : processes_) process->forget(floor);
    });
  }

  /// Entries above the floor in the snapshots of live operations, on average: what a snapshot stored as a difference
  /// would hold. Of a few processes only.
  [[nodiscard]] double above_floor() const {
    std::uint64_t entries = 0;
    std::uint64_t operations = 0;
    for (std::uint32_t p = 0; p < count_; p += std::max(1u, count_ / 8)) {
      const engine::OperationTable& table = processes_[p]->memory().table();
      table.for_each([&](engine::EntryId id) {
        ++operations;
        for (std::uint32_t q = 0; q < count_; ++q)
          if (table[id].access.issue.at({{q}, 0}) > floor_[q]) ++entries;
      });
    }
    return operations == 0 ? 0 : static_cast<double>(entries) / static_cast<double>(operations);
  }

 public:
  /// At the end of a step, unless something was forgotten in it: then it was sampled before.
  void sample_unless_done() {
    if (!sampled_) sample();
    sampled_ = false;
  }

 private:
  Settings settings_;
  std::uint32_t count_;
  bench::PromptTransport transport_;
  bench::CountingSink races_;
  std::vector<std::unique_ptr<engine::Process>> processes_;
  std::vector<bench::ClockSender> senders_;
  std::vector<model::Clock> locks_;
  std::vector<bench::ClockSender> homes_;
  Entries floor_;
  std::mt19937_64 random_;
  std::uint64_t last_operation_ = 0;
  bool sampled_ = false;

  Times times_;
  WireBytes clocks_;
  std::uint64_t clock_messages_ = 0;
  std::uint64_t floor_bytes_ = 0;
  std::uint64_t live_max_ = 0;
  double live_sum_ = 0;
  std::uint64_t snapshots_max_ = 0;
  double snapshots_sum_ = 0;
  double above_floor_sum_ = 0;
  std::uint64_t table_bytes_max_ = 0;
};

struct Pattern {
  const char* name;
  void (World::*step)(std::uint32_t);
  /// At 4,096 processes a step of clocks that live operations hold on to is 128 MiB: no more steps than show the trend.
  std::uint32_t steps_when_large;
};
constexpr Pattern kPatterns[] = {
    {"halo", &World::halo, 16},
    {"all", &World::all, 8},
    {"random", &World::random, 32},
    {"lock", &World::lock, 16},
};

[[noreturn]] void usage() {
  std::fputs(
      "usage: farsan-bench-scale [--processes N]... [--steps N] [--period N] [--pattern halo|all|random|lock]...\n",
      stderr);
  std::exit(EXIT_FAILURE);
}

std::uint32_t number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value == 0) usage();
  return value;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::uint32_t> sizes;
  std::vector<std::string_view> wanted;
  std::uint32_t steps = 0;
  std::uint32_t period = 8;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view option = argv[i];
    if (i + 1 == argc) usage();
    if (option == "--processes")
      sizes.push_back(number(argv[i + 1]));
    else if (option == "--steps")
      steps = number(argv[i + 1]);
    else if (option == "--period")
      period = number(argv[i + 1]);
    else if (option == "--pattern")
      wanted.emplace_back(argv[i + 1]);
    else
      usage();
  }
  if (sizes.empty()) sizes = {16, 256, 4096};
  World::print_header();
  for (const Pattern& pattern : kPatterns) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), pattern.name) == wanted.end()) continue;
    for (const std::uint32_t size : sizes) {
      constexpr std::uint32_t kLarge = 1024;
      const std::uint32_t count = steps > 0 ? steps : (size > kLarge ? pattern.steps_when_large : 64);
      World world({size, count, period});
      for (std::uint32_t step = 0; step < count; ++step) {
        (world.*pattern.step)(step);
        world.sample_unless_done();
      }
      world.print(pattern.name, count);
    }
  }
}
