// What the drivers of all models have in common: driver SEED --board FILE [--keep I,J,...] [--jitter MICROSECONDS] [--fingerprint N]
// executes a generated program with real calls, real loads and real stores. Every action has a function of its own, act<N>, so that
// reports tell them apart by its name; all that may be reported is done in the body of that function itself, which is why
// loads and stores are macros here.
//
// The board is a file that all ranks map, made by the caller and full of zeros: over it ranks wait for each other where no
// tool shall see it (`Order`).
#pragma once

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "random/common/program.h"

namespace farsan::random_programs {

/// By site.
struct Board {
  std::array<unsigned char, kMostActions> done;
  std::array<unsigned char, kMostActions> arrived;
};

// Pieces of memory, however aligned.
using Bytes2 [[gnu::aligned(1), gnu::may_alias]] = std::uint16_t;
using Bytes4 [[gnu::aligned(1), gnu::may_alias]] = std::uint32_t;
using Bytes8 [[gnu::aligned(1), gnu::may_alias]] = std::uint64_t;
using Scratch = std::array<unsigned char, 32>;

// NOLINTBEGIN(cppcoreguidelines-macro-usage): must be part of the function that uses them
#define FARSAN_RANDOM_LOAD(from, size, scratch)                                                     \
  switch (size) {                                                                                   \
    case 1: (scratch)[0] = *(from); break;                                                          \
    case 2: *reinterpret_cast<Bytes2*>((scratch).data()) = *reinterpret_cast<Bytes2*>(from); break; \
    case 4: *reinterpret_cast<Bytes4*>((scratch).data()) = *reinterpret_cast<Bytes4*>(from); break; \
    case 8: *reinterpret_cast<Bytes8*>((scratch).data()) = *reinterpret_cast<Bytes8*>(from); break; \
    default: std::memcpy((scratch).data(), from, size); break;                                      \
  }                                                                                                 \
  asm volatile("" : : "r"((scratch).data()) : "memory")
#define FARSAN_RANDOM_STORE(to, size, scratch, value)                                                              \
  (scratch).fill(value);                                                                                           \
  asm volatile("" : : "r"((scratch).data()) : "memory");                                                           \
  switch (size) {                                                                                                  \
    case 1: *(to) = (scratch)[0]; break;                                                                           \
    case 2: *reinterpret_cast<Bytes2*>(to) = *reinterpret_cast<Bytes2*>((scratch).data()); break;                  \
    case 4: *reinterpret_cast<Bytes4*>(to) = *reinterpret_cast<Bytes4*>((scratch).data()); break;                  \
    case 8: *reinterpret_cast<Bytes8*>(to) = *reinterpret_cast<Bytes8*>((scratch).data()); break;                  \
    case 12:                                                                                                       \
      asm volatile("" : "+r"(size)); /* gcc expands one of a known size into stores that it does not instrument */ \
      std::memset(to, value, size);                                                                                \
      break;                                                                                                       \
    default: std::memcpy(to, (scratch).data(), size); break;                                                       \
  }
// NOLINTEND(cppcoreguidelines-macro-usage)

/// What the command line asks for.
template <class Program>
struct Task {
  Program program;
  Kept kept;
  Board* board = nullptr;
  unsigned jitter = 0;
};

inline Board* map_board(const char* path) {
  const int file = ::open(path, O_RDWR);
  void* mapped = file < 0 ? MAP_FAILED : ::mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) {
    std::perror(path);
    std::exit(2);
  }
  return static_cast<Board*>(mapped);
}

template <class Program>
Task<Program> read_task(int argc, char** argv, Program (*generate)(std::uint64_t)) {
  Task<Program> task;
  const char* board = nullptr;
  const char* fingerprint = nullptr;
  std::string keep;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--board" && i + 1 < argc)
      board = argv[++i];
    else if (word == "--keep" && i + 1 < argc)
      keep = argv[++i];
    else if (word == "--fingerprint" && i + 1 < argc)
      fingerprint = argv[++i];
    else if (word == "--jitter" && i + 1 < argc)
      task.jitter = static_cast<unsigned>(std::strtoul(argv[++i], nullptr, 10));
    else
      task.program = generate(std::strtoull(argv[i], nullptr, 10));
  }
  if (board == nullptr || task.program.actions.empty()) {
    std::fprintf(stderr, "usage: %s SEED --board FILE [--keep I,J,...] [--jitter MICROSECONDS]\n", argv[0]);
    std::exit(2);
  }
  if (fingerprint != nullptr && fingerprint != std::to_string(fingerprint_of(task.program))) {
    std::fprintf(stderr, "%s makes another program of this seed\n", argv[0]);
    std::exit(kAnotherProgram);
  }
  task.kept = parse_kept(keep);
  task.kept.resize(task.program.actions.size(), keep.empty());
  task.board = map_board(board);
  return task;
}

/// The number of ranks that the job has, against the one that the program wants.
template <class Program>
void require_ranks(const Task<Program>& task, long ranks) {
  if (ranks == static_cast<long>(task.program.ranks)) return;
  std::fprintf(stderr, "this program wants %u ranks\n", task.program.ranks);
  std::exit(2);
}

/// Waits without a trace. The library may have to make progress meanwhile.
template <class Progress>
void wait_for(const unsigned char& flag, Progress progress) {
  while (__atomic_load_n(&flag, __ATOMIC_ACQUIRE) == 0) {
    progress();
    ::sched_yield();
  }
}
inline void set(unsigned char& flag) { __atomic_store_n(&flag, 1, __ATOMIC_RELEASE); }

/// Does what `rank` has to do. `begin(site)` is called before each action, `act` does it.
template <class Program, class Begin, class Act, class Progress>
void run(const Task<Program>& task, std::uint32_t rank, const Order& order, Begin begin, Act act, Progress progress) {
  std::minstd_rand pauses(static_cast<unsigned>(::getpid()));
  for (Site site = 0; site < task.program.actions.size(); ++site) {
    if (!task.kept[site] || task.program.actions[site].rank != rank) continue;
    if (task.jitter > 0 && pauses() % 4 == 0) ::usleep(pauses() % task.jitter);
    for (const auto& [first, second] : order)
      if (second == site) wait_for(task.board->done[first], progress);
    begin(site);
    act(site);
    set(task.board->done[site]);
  }
}

/// The functions `Act<0>::run`, `Act<1>::run`, ...
template <template <int> class Act, int... N>
constexpr auto table_of(std::integer_sequence<int, N...>) {
  return std::array{&Act<N>::run...};
}
template <template <int> class Act>
inline constexpr auto kActs = table_of<Act>(std::make_integer_sequence<int, kMostActions>());

}  // namespace farsan::random_programs
