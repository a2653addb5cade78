// What one process of a job lays open to the others, and to whoever writes the report: one segment of shared memory per
// process, written by its owner only (but for the marks that are said to be anybody's).
//
// Everything here is plain data at fixed places, valid at every moment: a report can be made of the segments of a job whose
// processes are all dead. Strings are (offset, length) into the segment's own `strings` area. Nothing is ever moved.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <type_traits>

#include "model/access.h"
#include "model/ids.h"

namespace farsan::session {

inline constexpr std::uint64_t kMagic = 0x3130'6e61'5372'6146;  // "FarSan01"
inline constexpr std::uint32_t kMaxRanks = 4096;

// --- Areas of a segment. The file is sparse: what was never written costs nothing. ------------------------------------

inline constexpr std::uint64_t kHeaderAt = 0;
inline constexpr std::uint64_t kHeaderSize = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kSitesAt = kHeaderAt + kHeaderSize;
inline constexpr std::uint64_t kMaxSites = std::uint64_t{1} << 24;  ///< as many as the shadow can tell apart
inline constexpr std::uint64_t kSitesSize = kMaxSites * 16;
inline constexpr std::uint64_t kRacesAt = kSitesAt + kSitesSize;
inline constexpr std::uint64_t kMaxRaces = std::uint64_t{1} << 16;  ///< distinct pairs; further ones are only counted
inline constexpr std::uint64_t kRacesSize = kMaxRaces * 256;
inline constexpr std::uint64_t kEpochsAt = kRacesAt + kRacesSize;
inline constexpr std::uint64_t kEpochsKept = std::uint64_t{1} << 15;  ///< a ring: which call began the epoch
inline constexpr std::uint64_t kEpochsSize = kEpochsKept * 8;
inline constexpr std::uint64_t kStringsAt = kEpochsAt + kEpochsSize;
inline constexpr std::uint64_t kStringsSize = std::uint64_t{1} << 28;
inline constexpr std::uint64_t kArenaAt = kStringsAt + kStringsSize;  ///< queues, clocks: see src/transport

/// A piece of the strings area. Size 0: no string.
struct Text {
  std::uint32_t at = 0;
  std::uint32_t size = 0;
};

/// An object file of the process. Addresses of code are offsets from its load bias, as in its symbol table.
struct Module {
  Text path;
  std::uint64_t bias = 0;
  std::uint64_t begin = 0;  ///< lowest address that it is mapped at
  std::uint64_t end = 0;
  Text build_id;                 ///< bytes; tells whether the file at `path` is still the same
  std::uint64_t first_site = 0;  ///< sites from this one on are in this object, not in one that was there before it
};
inline constexpr std::uint32_t kMaxModules = 1024;

/// A source position as the runtime knows it: the address behind a call instruction, and for a call of a library routine
/// its name. 16 bytes; the address is absolute in its process (see Module).
struct Site {
  std::uint64_t pc : 48 = 0;
  std::uint64_t call : 16 = 0;  ///< 1 + index into Header::calls; 0: a load or store of the program itself
  std::uint32_t stack = 0;      ///< offset / 8 into strings of a std::uint64_t count and that many return addresses,
                                ///< innermost caller first, without `pc` itself; 0: not known
  std::uint32_t unused = 0;
};
static_assert(sizeof(Site) == 16);

/// A programming model that the processes of a job use: one, or several together. Each has numbers of its own for them.
enum class Model : std::uint8_t { Mpi, Shmem, Gaspi };
inline constexpr std::size_t kModels = 3;
inline constexpr std::array kAllModels = {Model::Mpi, Model::Shmem, Model::Gaspi};
static_assert(kAllModels.size() == kModels);

/// How an operation was synchronised when it was issued: decides which mend is proposed.
enum class Epoch : std::uint8_t {
  None,           ///< not an operation
  Fence,          ///< between MPI_Win_fence calls
  Lock,           ///< MPI_Win_lock with MPI_LOCK_SHARED
  LockExclusive,  ///< MPI_Win_lock with MPI_LOCK_EXCLUSIVE
  LockAll,        ///< MPI_Win_lock_all
  Start,          ///< MPI_Win_start
  Request,        ///< a non-blocking or persistent send, receive or collective
  Quiet,          ///< OpenSHMEM, on the default context
  ContextQuiet,   ///< OpenSHMEM, on a context of its own
  QueueWrite,     ///< GASPI, a write on a queue
  QueueRead,      ///< GASPI, a read on a queue
  QueueAtomic,    ///< GASPI, an atomic: complete on return
  Collective,     ///< an OpenSHMEM collective, until it returns at the PE whose memory it is
};
inline constexpr Epoch kLastEpoch = Epoch::Collective;

/// Lines that make OpenSHMEM contexts; the contexts of further ones are not told apart in reports.
inline constexpr std::uint32_t kMaxContexts = 256;

/// The memory that a race is about.
enum class MemoryKind : std::uint8_t { Unknown, Window, Buffer, Symmetric, Segment };
inline constexpr MemoryKind kLastMemoryKind = MemoryKind::Segment;

struct RaceSide {
  model::AccessKind kind = model::AccessKind::Load;
  Epoch epoch_kind = Epoch::None;
  std::uint16_t thread = 0;
  std::uint32_t rank = 0;  ///< who did it; its sites are in that rank's segment
  std::uint32_t site = 0;
  std::uint32_t end_rank = 0;   ///< who completed it (if `end_epoch` is not 0)
  std::uint64_t epoch = 0;      ///< at the issue, or of the load or store
  std::uint64_t end_epoch = 0;  ///< of the completion known when the verdict was given; 0: none
  /// 0: not known. GASPI: 1 + the queue; OpenSHMEM: a place in Header::contexts of `rank`; MPI: the window's, where two that differ are of
  /// different windows.
  std::uint32_t scope = 0;
  std::uint32_t unused = 0;
  std::uint64_t issued = 0;  ///< which of its process's operations it is, later ones having larger numbers; 0: none
};

/// One distinct pair of (site, kind) x (site, kind), in the segment of the process that found it.
struct Race {
  std::atomic<std::uint64_t> count;  ///< 0: not written yet
  model::RaceKind kind = model::RaceKind::Remote;
  MemoryKind memory = MemoryKind::Unknown;
  std::uint16_t unused = 0;
  std::uint32_t owner = 0;         ///< rank whose memory it is (not always the one that found the race)
  std::uint32_t allocated_at = 0;  ///< site, in this segment, of the call that made the window; 0: not known
  std::uint32_t owner_there = 0;   ///< 1 + the owner's rank in the window's group; 0: not known, or no window
  std::uint64_t begin = 0;         ///< bytes, as addresses of the owner
  std::uint64_t end = 0;
  std::uint64_t memory_begin = 0;  ///< the window's (first byte, size) at the owner
  std::uint64_t memory_size = 0;
  Text memory_name;
  std::array<RaceSide, 2> sides;
};
static_assert(sizeof(Race) <= 256);

/// Which call began an epoch of this process.
struct EpochSite {
  std::uint32_t epoch = 0;  ///< low bits, to tell an older round of the ring from this one
  std::uint32_t site = 0;
};

/// Life of a process, as far as the others and the report care.
enum class State : std::uint8_t {
  Starting,
  Running,
  Finalized,  ///< went through the end of the job with the others
  Ended,      ///< exited or died in an orderly way without that
};

/// In `Header::report_done`.
inline constexpr std::uint32_t kNothingToTell = 2;

struct alignas(64) Header {
  std::uint64_t magic = kMagic;
  std::uint32_t rank = 0;
  std::uint32_t ranks = 0;
  std::int32_t pid = 0;
  std::atomic<State> state;
  Text program;  ///< path of the executable
  Text library;  ///< "Open MPI 4.1.4"; of several models, all of them
  /// 1 + what a model calls this process; 0: the program has not initialised the model. `rank` is that of the first one.
  std::array<std::atomic<std::uint32_t>, kModels> numbers;
  /// Who writes the report, or wrote it last: 0 nobody yet, else 1 + rank. Used in the segment of rank 0; anybody's.
  std::atomic<std::uint32_t> reporter;
  /// 1: it is written; kNothingToTell: and all races were suppressed. Rank 0's; anybody's.
  std::atomic<std::uint32_t> report_done;
  /// 1 + how many pairs had been found when the last report was begun; 0: none was. Rank 0's; anybody's.
  std::atomic<std::uint32_t> races_told;
  std::atomic<std::uint32_t> exiting;  ///< this process is about to leave
  std::atomic<std::uint32_t> module_count;
  std::atomic<std::uint32_t> call_count;
  std::atomic<std::uint32_t> site_count;    ///< site 0 is "not known"
  std::atomic<std::uint32_t> race_count;    ///< distinct pairs in `races`
  std::atomic<std::uint64_t> races_unkept;  ///< verdicts beyond kMaxRaces
  std::atomic<std::uint64_t> strings_used;
  std::array<Module, kMaxModules> modules;
  std::array<Text, 1024> calls;  ///< names of routines
  /// Sites of the calls that made OpenSHMEM contexts. The first place stays free.
  std::array<std::uint32_t, kMaxContexts> contexts{};
  /// 1 + the model that this process finalises first, of those that wait for everybody there; 0: none yet.
  std::atomic<std::uint32_t> first_finalised;
  std::atomic<std::uint32_t> order_told;  ///< rank 0's; anybody's: processes differ in that
  std::atomic<std::uint32_t> departure;   ///< how far through the end of the job this process has come by itself
};
static_assert(sizeof(Header) <= kHeaderSize);
static_assert(std::is_standard_layout_v<Header> && std::is_standard_layout_v<Race>);

}  // namespace farsan::session
