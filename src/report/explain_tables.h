// What explain.cpp says: one sentence per shape of pair, one mend per shape and way of synchronising.
//
// Placeholders: {process} what the model calls a process ("rank"), {a}, {b} the accesses ("MPI_Put at a.c:20"), {A}, {B} their positions, {rank_a}, {rank_b} their ranks,
// {may_a}, {may_b} what they do ("read"), {does_b} the same of a load or store ("reads"), {owner} whose memory,
// {ended} what is known of a's completion, {between} where a call has to go, {complete} the calls that complete a,
// {completed}, {then_completed} the point in time from which it is ("After ...", "after ..."), {queue}, {same_queue} and {context} what a was posted to ("queue 3").
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "session/layout.h"

namespace farsan::report {

/// What decides how a pair is explained. "Own": both accesses are of one process.
enum class Shape : std::uint8_t {
  BufferLocal,
  BufferBuffer,
  RemoteLocalOwn,
  RemoteLocal,
  RemoteBufferOwn,
  RemoteBuffer,
  RemoteRemoteOwn,
  RemoteRemote,
  Atomics,
  Shared,
  Threads,
  // Of a mend only: special cases of RemoteLocal, which is the mend where there is none for them.
  ReadLocal,
  AtomicLocal,
};

struct Explanation {
  Shape shape;
  std::string_view text;
};

inline constexpr std::array<Explanation, 11> kExplanations = {{
    {Shape::BufferLocal,
     "{a} may {may_a} its buffer until it is locally complete; {b} {does_b} it before that. {ended}"},
    {Shape::BufferBuffer,
     "{a} may {may_a} its buffer until it is locally complete; {b} may {may_b} the same bytes before that. "
     "{ended}"},
    {Shape::RemoteLocalOwn,
     "{a} may {may_a} the memory of {process} {owner} until it is complete; {b} of the same {process} {does_b} it "
     "before "
     "that. {ended}"},
    {Shape::RemoteLocal,
     "{a} may {may_a} the memory of {process} {owner} at any time from its issue to its completion; {b} is ordered "
     "neither before the one nor after the other. {ended}"},
    {Shape::RemoteBufferOwn,
     "{a} may {may_a} the memory of {process} {owner} until it is complete; {b} of the same {process} uses the same "
     "bytes "
     "as its buffer, and neither is complete before the other is issued. {ended}"},
    {Shape::RemoteBuffer,
     "{a} may {may_a} the memory of {process} {owner} at any time from its issue to its completion; {b} may {may_b} "
     "the same bytes, its buffer, until it is locally complete. Nothing orders the two. {ended}"},
    {Shape::RemoteRemoteOwn,
     "{a} and {b} of the same {process} touch the same bytes of {process} {owner}, and operations of one origin take "
     "effect "
     "in any order until they are complete. {ended}"},
    {Shape::RemoteRemote,
     "{a} and {b} may touch the same bytes of {process} {owner} at the same time: neither is complete before the other "
     "is issued. {ended}"},
    {Shape::Atomics,
     "{a} and {b} are atomic, but not to each other: their datatypes, their operations or the alignment of their "
     "elements differ, and neither is complete before the other is issued. {ended}"},
    {Shape::Shared,
     "{a} and {b} touch the same bytes of {process} {owner} through memory that both have mapped, and nothing orders "
     "the two processes."},
    {Shape::Threads, "{a} and {b} touch the same bytes of {process} {owner}, and nothing orders the two threads."},
}};

/// The first row that fits counts. Epoch::None fits any.
struct Mend {
  Shape shape;
  session::Epoch epoch;  ///< of the first access
  std::string_view text;
};

inline constexpr std::array<Mend, 70> kMends = {{
    // OpenSHMEM. Quiet also stands for pairs without an operation.
    {Shape::BufferLocal, session::Epoch::Quiet, "Call shmem_quiet() {between}, or use the blocking form."},
    {Shape::BufferLocal, session::Epoch::ContextQuiet,
     "Call shmem_ctx_quiet on {context} {between}, or use the blocking form."},
    {Shape::BufferBuffer, session::Epoch::Quiet, "Call shmem_quiet() {between}, or use two buffers."},
    {Shape::BufferBuffer, session::Epoch::ContextQuiet,
     "Call shmem_ctx_quiet on {context} {between}, or use two buffers."},
    {Shape::RemoteLocal, session::Epoch::Quiet,
     "Let all PEs call shmem_barrier_all {between}; or, at PE {rank_a}, call shmem_fence and update a flag of PE "
     "{rank_b} "
     "atomically (or use shmem_put_signal), for which PE {rank_b} waits with shmem_wait_until before {B}; or, if {B} "
     "comes "
     "first, let PE {rank_a} know before {A}."},
    {Shape::ReadLocal, session::Epoch::Quiet,
     "{completed}, let PE {rank_b} know (shmem_sync_all, a flag for which it waits with shmem_wait_until) before {B}; "
     "or, if {B} comes first, let PE {rank_a} know before {A}."},
    {Shape::AtomicLocal, session::Epoch::Quiet,
     "At {B}, use shmem_wait_until or an atomic of PE {rank_b} on its own memory: loads and stores are not atomic to "
     "{A}; "
     "or let all PEs call shmem_barrier_all {between}."},
    {Shape::RemoteLocal, session::Epoch::ContextQuiet,
     "Call shmem_ctx_quiet on {context} after {A}, then let PE {rank_b} know (shmem_sync_all, a flag) before {B}; "
     "barriers "
     "complete only what is on the default context."},
    {Shape::RemoteBuffer, session::Epoch::Quiet,
     "Let all PEs call shmem_barrier_all {between}, or complete the first ({complete}) and let the other PE know "
     "(shmem_sync_all, a flag) before it issues the second."},
    {Shape::RemoteBuffer, session::Epoch::ContextQuiet,
     "Complete the first ({complete}) and let the other PE know (shmem_sync_all, a flag) before it issues the second."},
    {Shape::RemoteRemoteOwn, session::Epoch::Quiet, "Call shmem_fence() or shmem_quiet() {between}."},
    {Shape::RemoteRemoteOwn, session::Epoch::ContextQuiet,
     "Call shmem_ctx_quiet on {context} {between}, or shmem_ctx_fence if both are on that context."},
    {Shape::RemoteRemote, session::Epoch::Quiet,
     "Let all PEs call shmem_barrier_all {between}, or complete the first ({complete}) and let the other PE know "
     "(shmem_sync_all, a flag) before it issues the second, or make both atomics of one type."},
    {Shape::RemoteRemote, session::Epoch::ContextQuiet,
     "Complete the first ({complete}) and let the other PE know (shmem_sync_all, a flag) before it issues the second, "
     "or make both atomics of one type on contexts of one atomicity domain."},
    {Shape::Atomics, session::Epoch::Quiet,
     "Give both the same type, on contexts of one atomicity domain; or complete the first ({complete}) before the "
     "second is "
     "issued."},
    {Shape::Atomics, session::Epoch::ContextQuiet,
     "Give both the same type, on contexts of one atomicity domain; or complete the first ({complete}) before the "
     "second is "
     "issued."},
    {Shape::RemoteLocal, session::Epoch::Collective,
     "A collective may write to all PEs as soon as any of them calls it: let PE {rank_a} know (shmem_sync_all, "
     "shmem_barrier_all, a flag) that PE {rank_b} is through with {B}, before it comes to {A}."},
    {Shape::RemoteBuffer, session::Epoch::Collective,
     "A collective uses its memory on every PE until it returns there: synchronise the PEs {between} "
     "(shmem_sync_all, shmem_barrier_all)."},
    {Shape::RemoteRemote, session::Epoch::Collective,
     "A collective uses its memory on every PE from the first call to the last return: synchronise the PEs {between} "
     "(shmem_quiet and shmem_sync_all, shmem_barrier_all)."},
    {Shape::RemoteRemoteOwn, session::Epoch::Collective,
     "A collective uses its memory on every PE until it returns there: let PE {owner} tell that it has, or call "
     "shmem_barrier_all {between}."},
    {Shape::Shared, session::Epoch::Quiet,
     "Synchronise the two PEs {between} (shmem_barrier_all, shmem_sync_all, a flag that one of them waits for)."},

    // GASPI. Only a notification completes a write at its target: gaspi_wait is about the own side, gaspi_barrier about
    // nothing that was posted.
    {Shape::BufferLocal, session::Epoch::QueueWrite, "Call gaspi_wait on {queue} {between}."},
    {Shape::BufferLocal, session::Epoch::QueueRead,
     "Call gaspi_wait on {queue} {between}, or use gaspi_read_notify and wait for the notification with "
     "gaspi_notify_waitsome."},
    {Shape::BufferBuffer, session::Epoch::QueueWrite, "Call gaspi_wait on {queue} {between}, or use two buffers."},
    {Shape::BufferBuffer, session::Epoch::QueueRead, "Call gaspi_wait on {queue} {between}, or use two buffers."},
    {Shape::RemoteLocalOwn, session::Epoch::QueueWrite,
     "Call gaspi_notify on {same_queue} after {A} and wait for it with gaspi_notify_waitsome before {B}: gaspi_wait "
     "does "
     "not complete a write at its target, the own rank included."},
    {Shape::RemoteLocalOwn, session::Epoch::QueueRead, "Call gaspi_wait on {queue} {between}."},
    {Shape::RemoteBufferOwn, session::Epoch::QueueWrite,
     "Call gaspi_notify on {same_queue} after {A} and wait for it with gaspi_notify_waitsome before {B}, or use "
     "another "
     "buffer."},
    {Shape::RemoteBufferOwn, session::Epoch::QueueRead, "Call gaspi_wait on {queue} {between}, or use another buffer."},
    {Shape::RemoteLocal, session::Epoch::QueueWrite,
     "At rank {rank_a}, call gaspi_notify on {same_queue} after {A} (or use gaspi_write_notify), for which rank "
     "{rank_b} "
     "waits with gaspi_notify_waitsome before {B}: gaspi_wait and gaspi_barrier do not complete a write at its target; "
     "or, "
     "if {B} comes first, let rank {rank_a} know (gaspi_barrier, gaspi_notify) before {A}."},
    {Shape::RemoteLocal, session::Epoch::QueueRead,
     "Call gaspi_wait on {queue} after {A}, then let rank {rank_b} know (gaspi_barrier, gaspi_notify) before {B}; "
     "or, if "
     "{B} comes first, let rank {rank_a} know before {A}."},
    {Shape::RemoteLocal, session::Epoch::QueueAtomic,
     "After {A}, let rank {rank_b} know (gaspi_barrier, gaspi_notify) before {B}; or, if {B} comes first, let rank "
     "{rank_a} "
     "know before {A}; or make {B} an atomic of rank {rank_b} on its own segment."},
    {Shape::RemoteBuffer, session::Epoch::QueueWrite,
     "If {A} comes first: announce it to rank {owner} (gaspi_notify on {same_queue}, or gaspi_write_notify), which "
     "waits "
     "with gaspi_notify_waitsome before {B}. If {B} comes first: complete it with gaspi_wait, and let rank {rank_a} "
     "know "
     "(gaspi_barrier, gaspi_notify) before {A}."},
    {Shape::RemoteBuffer, session::Epoch::QueueRead,
     "Complete the first of them with gaspi_wait on {queue}, then let the other rank know (gaspi_barrier, "
     "gaspi_notify) "
     "before it issues the second."},
    {Shape::RemoteBuffer, session::Epoch::QueueAtomic,
     "Complete the first of them (the atomic is complete when it returns, the other with gaspi_wait), then let the "
     "other "
     "rank know (gaspi_barrier, gaspi_notify) before it issues the second."},
    {Shape::RemoteRemoteOwn, session::Epoch::QueueWrite,
     "Post both to one queue and call gaspi_notify to rank {owner} on it {between}; for other operations than writes, "
     "let "
     "rank {owner} answer that notification before the second."},
    {Shape::RemoteRemoteOwn, session::Epoch::QueueRead, "Call gaspi_wait on {queue} {between}."},
    {Shape::RemoteRemote, session::Epoch::QueueWrite,
     "Announce the first to rank {owner} (gaspi_notify on {same_queue}, or gaspi_write_notify), and let rank "
     "{owner}, once "
     "gaspi_notify_waitsome has returned, notify the other rank before it issues the second; or use "
     "gaspi_atomic_fetch_add "
     "or gaspi_atomic_compare_swap for both."},
    {Shape::RemoteRemote, session::Epoch::QueueRead,
     "Call gaspi_wait on the queue of the read and let the other rank know (gaspi_barrier, gaspi_notify) before it "
     "writes; if "
     "the write comes first, announce it to rank {owner} by a notification, and let rank {owner} tell the reader."},
    {Shape::RemoteRemote, session::Epoch::QueueAtomic,
     "Let the other rank know (gaspi_barrier, gaspi_notify) when the first is complete, before it issues the second; "
     "or use "
     "atomics for both."},
    {Shape::Atomics, session::Epoch::QueueAtomic,
     "Give both the same offset, or offsets that are a multiple of 8 bytes apart; or let the other rank know after the "
     "first."},

    {Shape::BufferLocal, session::Epoch::Fence, "Call MPI_Win_fence(0, win) {between}."},
    {Shape::BufferLocal, session::Epoch::Lock,
     "Call MPI_Win_flush_local(rank, win) (or MPI_Win_flush, MPI_Win_unlock) {between}."},
    {Shape::BufferLocal, session::Epoch::LockAll,
     "Call MPI_Win_flush_local(rank, win) (or MPI_Win_flush, MPI_Win_unlock_all) {between}."},
    {Shape::BufferLocal, session::Epoch::Start, "Call MPI_Win_complete(win) {between}."},
    {Shape::BufferLocal, session::Epoch::Request,
     "Complete its request with MPI_Wait (or a successful MPI_Test) {between}."},
    {Shape::BufferLocal, session::Epoch::None, "Complete the operation {between}, or use another buffer."},

    {Shape::BufferBuffer, session::Epoch::Request,
     "Complete the request of the first with MPI_Wait (or a successful MPI_Test) {between}, or use two buffers."},
    {Shape::BufferBuffer, session::Epoch::None, "Call {complete} {between}, or use two buffers."},

    {Shape::RemoteLocalOwn, session::Epoch::Start, "Call MPI_Win_complete(win) and MPI_Win_wait(win) {between}."},
    {Shape::RemoteLocalOwn, session::Epoch::None, "Call {complete} {between}."},

    {Shape::RemoteBufferOwn, session::Epoch::Start,
     "Call MPI_Win_complete(win) and MPI_Win_wait(win) {between}, or use another buffer."},
    {Shape::RemoteBufferOwn, session::Epoch::None, "Call {complete} {between}, or use another buffer."},

    {Shape::RemoteLocal, session::Epoch::Fence,
     "Let all ranks of the window call MPI_Win_fence {between}: the access of rank {rank_b} belongs to another "
     "epoch."},
    {Shape::RemoteLocal, session::Epoch::Start,
     "Let rank {rank_b} make its access before MPI_Win_post or after MPI_Win_wait of the epoch that {A} belongs "
     "to."},
    {Shape::AtomicLocal, session::Epoch::Lock,
     "At {B}, use an atomic of rank {rank_b} on its own window (MPI_Fetch_and_op, with MPI_NO_OP to read or "
     "MPI_REPLACE "
     "to write, and the same datatype): loads and stores are not atomic to {A}; or, {then_completed}, let rank "
     "{rank_b} know (a message, MPI_Barrier) before {B}."},
    {Shape::AtomicLocal, session::Epoch::LockAll,
     "At {B}, use an atomic of rank {rank_b} on its own window (MPI_Fetch_and_op, with MPI_NO_OP to read or "
     "MPI_REPLACE "
     "to write, and the same datatype): loads and stores are not atomic to {A}; or, {then_completed}, let rank "
     "{rank_b} know (a message, MPI_Barrier) before {B}."},
    {Shape::RemoteLocal, session::Epoch::None,
     "{completed}, let rank {rank_b} know (a message, MPI_Barrier) before {B}; or, if {B} comes first, let rank "
     "{rank_a} know before {A}."},

    {Shape::RemoteBuffer, session::Epoch::Fence, "Let all ranks of the window call MPI_Win_fence {between}."},
    {Shape::RemoteBuffer, session::Epoch::None,
     "Complete the first of them (for {A}: {complete} at rank {rank_a}), then let the other rank know (a message, "
     "MPI_Barrier) before it issues the second."},

    {Shape::RemoteRemoteOwn, session::Epoch::Fence, "Call MPI_Win_fence(0, win) {between}."},
    {Shape::RemoteRemoteOwn, session::Epoch::Start,
     "Use two access epochs (MPI_Win_start to MPI_Win_complete), one for each, or make both accumulate operations "
     "of one predefined datatype, which keep their order."},
    {Shape::RemoteRemoteOwn, session::Epoch::None,
     "Call {complete} {between}, or make both accumulate operations of one predefined datatype, which keep their "
     "order."},

    {Shape::RemoteRemote, session::Epoch::Fence,
     "Let all ranks of the window call MPI_Win_fence {between}, or make both accumulate operations of one "
     "predefined datatype and operation."},
    {Shape::RemoteRemote, session::Epoch::Start,
     "Use two exposure epochs (MPI_Win_post to MPI_Win_wait at rank {owner}), one for each, or make both "
     "accumulate operations of one predefined datatype and operation."},
    {Shape::RemoteRemote, session::Epoch::Lock,
     "Lock both with MPI_LOCK_EXCLUSIVE, or complete the first ({complete}) and let the other rank know (a "
     "message, MPI_Barrier) before it issues the second, or make both accumulate operations of one predefined "
     "datatype and operation."},
    {Shape::RemoteRemote, session::Epoch::None,
     "Complete the first ({complete}) and let the other rank know (a message, MPI_Barrier) before it issues the "
     "second, or make both accumulate operations of one predefined datatype and operation."},

    {Shape::Atomics, session::Epoch::None,
     "Give both the same predefined datatype and the same operation (or MPI_NO_OP; MPI_Compare_and_swap counts as "
     "MPI_REPLACE), on elements that coincide; or complete the first ({complete}), and let the rank of the second know "
     "if it is another (a message, MPI_Barrier), before the second is issued."},

    {Shape::Shared, session::Epoch::None,
     "Call MPI_Win_sync after the first, synchronise the two ranks (a message, MPI_Barrier), and call "
     "MPI_Win_sync before the second."},

    {Shape::Threads, session::Epoch::None,
     "Order the two threads (a lock around both, a barrier or a join {between})."},
}};

}  // namespace farsan::report
