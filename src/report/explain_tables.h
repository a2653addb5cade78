// What explain.cpp says: one sentence per shape of pair, one mend per shape and way of synchronising.
//
// Placeholders: {a}, {b} the accesses ("MPI_Put at a.c:20"), {A}, {B} their positions, {who_a}, {who_b} whose they are ("rank 0", "PE 0"), {whose} whose
// memory it is, {may_a}, {may_b} what they do ("read"), {does_b} the same of a load or store ("reads"),
// {ended} what is known of a's completion, {between} where a call has to go, {complete}, {complete_b} the calls that complete a and b,
// {completed}, {then_completed} the point in time from which a is ("After ...", "after ..."), {queue}, {same_queue} and {context} what a was posted to
// ("queue 3"), {announce} how it is announced to its target, {wait} the
// routine that waits for what it updates, {apart} why two atomics are none to each other.
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
  BufferRemoteOwn,  ///< the same two, the one with the buffer first. Mended as BufferBuffer is
  RemoteBuffer,
  RemoteRemoteOwn,
  RemoteRemote,
  Atomics,
  Shared,
  Threads,
  // Of a mend only. Special cases of RemoteLocal and RemoteLocalOwn, which are the mends where there is none for them:
  ReadLocal,
  AtomicLoad,
  AtomicStore,
  NotifiedLocal,     ///< a put or write that carries a notification of its own to the owner of the memory
  NotifiedLocalOwn,  ///< ... to itself
  ThirdLocal,        ///< a load or store of memory that is neither's own
  ThirdLocalOwn,     ///< ... of memory of another process that is mapped here
  // ... of BufferLocal and BufferBuffer, where the first has no request that could be waited for at that point:
  SplitLocal,  ///< MPI_File_X_begin
  SplitBuffer,
  BlockingBuffer,  ///< two buffers of one collective that blocks
  SendrecvBuffer,  ///< ... of one MPI_Sendrecv
  NotifiedRead,    ///< a read that notifies of itself
  ReadyPart,       ///< MPI_Pready: the request is complete when all other parts are ready, too
  // ... of RemoteRemoteOwn and RemoteRemote:
  WritesOwn,  ///< both write, and are synchronised alike
  ListOwn,    ///< ... and are elements of one list of GASPI, or of two that one line posts
  BothExclusive,
  NeverUnlocked,   ///< both exclusive, and not both are known to be complete
  OneStarted,      ///< by MPI_Win_start; the other belongs to another kind of epoch
  TwoContexts,     ///< of OpenSHMEM
  WithCollective,  ///< the second
  WriteAndRead,    ///< of GASPI, in this order of the source
  // ... of all with two operations:
  TwoWindowsOwn,
  TwoWindows,
  TwoThatExclude,  ///< ... which would exclude each other on one window
  TwoModelsOwn,
  TwoModels,
};

struct Explanation {
  Shape shape;
  std::string_view text;
};

inline constexpr std::array<Explanation, 12> kExplanations = {{
    {Shape::BufferLocal,
     "{a} may {may_a} its buffer until it is locally complete; {b} {does_b} it before that. {ended}"},
    {Shape::BufferBuffer,
     "{a} may {may_a} its buffer until it is locally complete; {b} may {may_b} the same bytes before that. {ended}"},
    {Shape::RemoteLocalOwn,
     "{a} may {may_a} the memory of {whose} until it is complete; {b}, also of {who_a}, {does_b} it before that. "
     "{ended}"},
    {Shape::RemoteLocal,
     "{a} may {may_a} the memory of {whose} at any time from its issue to its completion; {b} is ordered neither "
     "before the one nor after the other. {ended}"},
    {Shape::RemoteBufferOwn,
     "{a} may {may_a} the memory of {whose} until it is complete; {b}, also of {who_a}, uses the same bytes as its "
     "buffer before that. {ended}"},
    {Shape::BufferRemoteOwn,
     "{a} may {may_a} its buffer until it is locally complete; {b}, also of {who_a}, may {may_b} the same bytes of "
     "{whose} before that. {ended}"},
    {Shape::RemoteBuffer,
     "{a} may {may_a} the memory of {whose} at any time from its issue to its completion; {b} may {may_b} the same "
     "bytes, its buffer, until it is locally complete. Nothing orders the two. {ended}"},
    {Shape::RemoteRemoteOwn,
     "{a} and {b}, both of {who_a}, touch the same bytes of {whose}, and operations of one origin take effect in any "
     "order until they are complete. {ended}"},
    {Shape::RemoteRemote,
     "{a} and {b} may touch the same bytes of {whose} at the same time: neither is complete before the other is "
     "issued. {ended}"},
    {Shape::Atomics,
     "{a} and {b} are atomic, but not to each other: {apart}, and neither is complete before the other is issued. "
     "{ended}"},
    {Shape::Shared,
     "{a} and {b} touch the same bytes of {whose} through memory that both have mapped, and nothing orders the two "
     "processes."},
    {Shape::Threads, "{a} and {b} touch the same bytes of {whose}, and nothing orders the two threads."},
}};

/// The first row that fits counts. Epoch::None fits any.
struct Mend {
  Shape shape;
  session::Epoch epoch;  ///< of the first access; LockExclusive is looked up as Lock
  std::string_view text;
};

inline constexpr std::array kMends = std::to_array<Mend>({
    // Two models: each has to be completed in its own way.
    {Shape::TwoModelsOwn, session::Epoch::None, "Complete the first ({complete}) {between}."},
    {Shape::TwoModels, session::Epoch::None,
     "Complete the first of them (for {A}: {complete} at {who_a}; for {B}: {complete_b} at {who_b}), then let the "
     "other "
     "process know (a message, a barrier) before it issues the second."},

    // OpenSHMEM. Quiet also stands for pairs without an operation.
    {Shape::BufferLocal, session::Epoch::Quiet, "Call shmem_quiet() {between}, or use the blocking form."},
    {Shape::BufferLocal, session::Epoch::ContextQuiet,
     "Call shmem_ctx_quiet on {context} {between}, or use the blocking form."},
    {Shape::BufferLocal, session::Epoch::Collective, "Let the collective return {between}."},
    {Shape::BufferBuffer, session::Epoch::Quiet, "Call shmem_quiet() {between}, or use two buffers."},
    {Shape::BufferBuffer, session::Epoch::ContextQuiet,
     "Call shmem_ctx_quiet on {context} {between}, or use two buffers."},
    {Shape::BufferBuffer, session::Epoch::Collective, "Let the collective return {between}, or use two buffers."},
    {Shape::RemoteLocalOwn, session::Epoch::Collective,
     "A collective uses its memory on every PE until it returns there: let {whose} tell that it has, or call "
     "shmem_barrier_all {between}."},
    {Shape::RemoteBufferOwn, session::Epoch::Collective,
     "A collective uses its memory on every PE until it returns there: call shmem_barrier_all {between}, or use "
     "another buffer."},
    {Shape::RemoteLocal, session::Epoch::Quiet,
     "Let all PEs call shmem_barrier_all {between}; or, at {who_a}, call shmem_fence and update a flag of {who_b} "
     "atomically (or use shmem_put_signal), for which {who_b} waits with shmem_wait_until before {B}; or, if {B} comes "
     "first, let {who_a} know before {A}."},
    {Shape::NotifiedLocal, session::Epoch::Quiet,
     "Let {who_b} wait for the signal of {A} with shmem_signal_wait_until before {B}; or let all PEs call "
     "shmem_barrier_all {between}; or, if {B} comes first, let {who_a} know before {A}."},
    {Shape::NotifiedLocal, session::Epoch::ContextQuiet,
     "Let {who_b} wait for the signal of {A} with shmem_signal_wait_until before {B}; or, if {B} comes first, let "
     "{who_a} know before {A}."},
    // A fence orders the flag for its own PE only.
    {Shape::ThirdLocal, session::Epoch::Quiet,
     "Let all PEs call shmem_barrier_all {between}; or, at {who_a}, call shmem_quiet and update a flag of {who_b} "
     "atomically, for which {who_b} waits with shmem_wait_until before {B}; or, if {B} comes first, let {who_a} know "
     "before {A}."},
    {Shape::ReadLocal, session::Epoch::Quiet,
     "{completed}, let {who_b} know (shmem_sync_all, a flag for which it waits with shmem_wait_until) before {B}; "
     "or, if {B} comes first, let {who_a} know before {A}."},
    {Shape::AtomicLoad, session::Epoch::Quiet,
     "At {B}, use {wait} or an atomic on {whose}: loads and stores are not atomic to {A}; or let all PEs "
     "call shmem_barrier_all {between}."},
    {Shape::AtomicStore, session::Epoch::Quiet,
     "At {B}, use an atomic on {whose}: loads and stores are not atomic to {A}; or let all PEs call shmem_barrier_all "
     "{between}."},
    {Shape::RemoteLocal, session::Epoch::ContextQuiet,
     "Call shmem_ctx_quiet on {context} after {A}, then let {who_b} know (shmem_sync_all, a flag) before {B}; barriers "
     "complete only what is on the default context."},
    {Shape::RemoteBuffer, session::Epoch::Quiet,
     "Complete the first of them (for {A}: {complete}; for {B}: {complete_b}) and let the other PE know "
     "(shmem_sync_all, a flag) before it issues the second."},
    {Shape::RemoteBuffer, session::Epoch::ContextQuiet,
     "Complete the first of them (for {A}: {complete}; for {B}: {complete_b}) and let the other PE know "
     "(shmem_sync_all, a flag) before it issues the second."},
    {Shape::WritesOwn, session::Epoch::Quiet, "Call shmem_fence() or shmem_quiet() {between}."},
    {Shape::RemoteRemoteOwn, session::Epoch::Quiet, "Call shmem_quiet() {between}."},
    {Shape::WritesOwn, session::Epoch::ContextQuiet,
     "Call shmem_ctx_quiet on {context} {between}, or shmem_ctx_fence if both are on that context."},
    {Shape::RemoteRemoteOwn, session::Epoch::ContextQuiet, "Call shmem_ctx_quiet on {context} {between}."},
    {Shape::RemoteRemote, session::Epoch::Quiet,
     "Let all PEs call shmem_barrier_all {between}, or complete the first ({complete}) and let the other PE know "
     "(shmem_sync_all, a flag) before it issues the second, or, for single values, make both atomics of one type."},
    {Shape::RemoteRemote, session::Epoch::ContextQuiet,
     "Complete the first ({complete}) and let the other PE know (shmem_sync_all, a flag) before it issues the second, "
     "or, for single values, make both atomics of one type on contexts of one atomicity domain."},
    {Shape::TwoContexts, session::Epoch::None,
     "Complete the first of them (for {A}: {complete}; for {B}: {complete_b}) and let the other PE know "
     "(shmem_sync_all, a flag) before it issues the second, or, for single values, make both atomics of one type on "
     "contexts of one atomicity domain."},
    {Shape::WithCollective, session::Epoch::None,
     "A collective uses its memory on every PE from the first call to the last return: complete {A} ({complete} at "
     "{who_a}) and synchronise the PEs (shmem_sync_all, shmem_barrier_all) {between}."},
    {Shape::Atomics, session::Epoch::Quiet,
     "Give both the same type, on contexts of one atomicity domain; or complete the first ({complete}) before the "
     "second is issued."},
    {Shape::Atomics, session::Epoch::ContextQuiet,
     "Give both the same type, on contexts of one atomicity domain; or complete the first ({complete}) before the "
     "second is issued."},
    {Shape::RemoteLocal, session::Epoch::Collective,
     "A collective may write to all PEs as soon as any of them calls it: let {who_a} know (shmem_sync_all, "
     "shmem_barrier_all, a flag) that {who_b} is through with {B}, before it comes to {A}."},
    {Shape::RemoteBuffer, session::Epoch::Collective,
     "A collective uses its memory on every PE from the first call to the last return: complete {B} ({complete_b} at "
     "{who_b}) and synchronise the PEs (shmem_sync_all, shmem_barrier_all) {between}."},
    {Shape::RemoteRemote, session::Epoch::Collective,
     "A collective uses its memory on every PE from the first call to the last return: synchronise the PEs {between} "
     "(shmem_quiet and shmem_sync_all, shmem_barrier_all)."},
    {Shape::RemoteRemoteOwn, session::Epoch::Collective,
     "A collective uses its memory on every PE until it returns there: let {whose} tell that it has, or call "
     "shmem_barrier_all {between}."},
    {Shape::Shared, session::Epoch::Quiet,
     "Synchronise the two PEs {between} (shmem_barrier_all, shmem_sync_all, a flag that one of them waits for, "
     "an atomic that is released and acquired). Atomics excuse only each other."},

    // GASPI. Only a notification completes a write at its target: gaspi_wait is about the own side, gaspi_barrier about
    // nothing that was posted.
    {Shape::BufferLocal, session::Epoch::QueueWrite, "Call gaspi_wait on {queue} {between}."},
    {Shape::BufferLocal, session::Epoch::QueueRead,
     "Call gaspi_wait on {queue} {between}, or use gaspi_read_notify and wait for the notification with "
     "gaspi_notify_waitsome."},
    {Shape::NotifiedRead, session::Epoch::QueueRead,
     "Wait for the notification of {A} with gaspi_notify_waitsome, or call gaspi_wait on {queue}, {between}."},
    {Shape::BufferLocal, session::Epoch::QueueAtomic, "Let the call return {between}."},
    {Shape::BufferBuffer, session::Epoch::QueueWrite, "Call gaspi_wait on {queue} {between}, or use two buffers."},
    {Shape::BufferBuffer, session::Epoch::QueueRead, "Call gaspi_wait on {queue} {between}, or use two buffers."},
    {Shape::BufferBuffer, session::Epoch::QueueAtomic, "Let the call return {between}, or use two buffers."},
    {Shape::RemoteLocalOwn, session::Epoch::QueueWrite,
     "Call gaspi_notify on {same_queue} after {A} and wait for it with gaspi_notify_waitsome before {B}: gaspi_wait "
     "does not complete a write at its target, the own rank included."},
    {Shape::NotifiedLocalOwn, session::Epoch::QueueWrite,
     "Wait for the notification of {A} with gaspi_notify_waitsome before {B}: gaspi_wait does not complete a write at "
     "its target, the own rank included."},
    {Shape::RemoteLocalOwn, session::Epoch::QueueRead, "Call gaspi_wait on {queue} {between}."},
    {Shape::RemoteLocalOwn, session::Epoch::QueueAtomic, "Let the call return {between}."},
    {Shape::RemoteBufferOwn, session::Epoch::QueueWrite,
     "Call gaspi_notify on {same_queue} after {A} and wait for it with gaspi_notify_waitsome before {B}, or use "
     "another buffer."},
    {Shape::RemoteBufferOwn, session::Epoch::QueueRead, "Call gaspi_wait on {queue} {between}, or use another buffer."},
    {Shape::RemoteBufferOwn, session::Epoch::QueueAtomic, "Let the call return {between}, or use another buffer."},
    {Shape::RemoteLocal, session::Epoch::QueueWrite,
     "At {who_a}, call gaspi_notify on {same_queue} after {A} (or use gaspi_write_notify), for which {who_b} waits "
     "with "
     "gaspi_notify_waitsome before {B}: gaspi_wait and gaspi_barrier do not complete a write at its target; or, if {B} "
     "comes first, let {who_a} know (gaspi_barrier, gaspi_notify) before {A}."},
    {Shape::NotifiedLocal, session::Epoch::QueueWrite,
     "Let {who_b} wait for the notification of {A} with gaspi_notify_waitsome before {B}: gaspi_wait and gaspi_barrier "
     "do not complete a write at its target; or, if {B} comes first, let {who_a} know (gaspi_barrier, gaspi_notify) "
     "before {A}."},
    {Shape::RemoteLocal, session::Epoch::QueueRead,
     "Call gaspi_wait on {queue} after {A}, then let {who_b} know (gaspi_barrier, gaspi_notify) before {B}; or, if {B} "
     "comes first, let {who_a} know before {A}."},
    {Shape::RemoteLocal, session::Epoch::QueueAtomic,
     "After {A}, let {who_b} know (gaspi_barrier, gaspi_notify) before {B}; or, if {B} comes first, let {who_a} know "
     "before {A}; or, for a value of 8 bytes, make {B} an atomic of {who_b} on its own segment."},
    {Shape::RemoteBuffer, session::Epoch::QueueWrite,
     "If {A} comes first: announce it to {whose} ({announce}), which waits "
     "with gaspi_notify_waitsome before {B}. If {B} comes first: complete it with gaspi_wait, and let {who_a} know "
     "(gaspi_barrier, gaspi_notify) before {A}."},
    {Shape::RemoteBuffer, session::Epoch::QueueRead,
     "Complete the first of them with gaspi_wait on {queue}, then let the other rank know (gaspi_barrier, "
     "gaspi_notify) before it issues the second."},
    {Shape::RemoteBuffer, session::Epoch::QueueAtomic,
     "Complete the first of them (the atomic is complete when it returns, the other with gaspi_wait), then let the "
     "other rank know (gaspi_barrier, gaspi_notify) before it issues the second."},
    {Shape::ListOwn, session::Epoch::QueueWrite,
     "If both are elements of one list, let them write to different places: nothing orders them. If not, post both "
     "lists to one queue and call gaspi_notify to {whose} on it {between}."},
    {Shape::WritesOwn, session::Epoch::QueueWrite,
     "Post both to one queue and call gaspi_notify to {whose} on it {between}."},
    {Shape::RemoteRemoteOwn, session::Epoch::QueueWrite,
     "After {A}, call gaspi_notify to {whose} on {same_queue}, and let {whose}, once gaspi_notify_waitsome has "
     "returned "
     "there, notify {who_b}, which waits for that before {B}."},
    {Shape::RemoteRemoteOwn, session::Epoch::QueueRead, "Call gaspi_wait on {queue} {between}."},
    {Shape::RemoteRemoteOwn, session::Epoch::QueueAtomic, "Let the call return {between}."},
    {Shape::RemoteRemote, session::Epoch::QueueWrite,
     "Announce the first to {whose} ({announce}), and let {whose}, once "
     "gaspi_notify_waitsome has returned, notify the other rank before it issues the second; or, for values of 8 "
     "bytes, use gaspi_atomic_fetch_add or gaspi_atomic_compare_swap for both."},
    {Shape::WriteAndRead, session::Epoch::QueueWrite,
     "If {A} comes first: announce it to {whose} ({announce}), and let {whose}, once gaspi_notify_waitsome has "
     "returned, notify {who_b} before {B}. If {B} comes first: complete it ({complete_b} at {who_b}), and let {who_a} "
     "know (gaspi_barrier, gaspi_notify) before {A}."},
    {Shape::RemoteRemote, session::Epoch::QueueRead,
     "Call gaspi_wait on the queue of the read and let the other rank know (gaspi_barrier, gaspi_notify) before it "
     "writes; if the write comes first, announce it to {whose} by a notification, and let {whose} tell the reader."},
    {Shape::RemoteRemote, session::Epoch::QueueAtomic,
     "Let the other rank know (gaspi_barrier, gaspi_notify) when the first is complete, before it issues the second; "
     "or, for values of 8 bytes, use atomics for both."},
    {Shape::Atomics, session::Epoch::QueueAtomic,
     "Give both the same offset, or offsets that are a multiple of 8 bytes apart; or let the other rank know after the "
     "first."},

    // MPI.
    {Shape::BufferLocal, session::Epoch::Fence, "Call MPI_Win_fence(0, win) {between}."},
    {Shape::BufferLocal, session::Epoch::Lock,
     "Call MPI_Win_flush_local(rank, win) (or MPI_Win_flush, MPI_Win_unlock) {between}."},
    {Shape::BufferLocal, session::Epoch::LockAll,
     "Call MPI_Win_flush_local(rank, win) (or MPI_Win_flush, MPI_Win_unlock_all) {between}."},
    {Shape::BufferLocal, session::Epoch::Start, "Call MPI_Win_complete(win) {between}."},
    {Shape::BufferLocal, session::Epoch::Request,
     "Complete its request with MPI_Wait (or a successful MPI_Test; MPI_Request_free completes nothing) {between}."},
    {Shape::SplitLocal, session::Epoch::Request, "Call {complete} {between}."},
    {Shape::ReadyPart, session::Epoch::Request,
     "Let {B} come before {A}, which says that the part is ready; or after the request is complete (MPI_Wait, when all "
     "parts are ready)."},
    {Shape::BufferLocal, session::Epoch::None, "Complete the operation {between}, or use another buffer."},

    {Shape::BufferBuffer, session::Epoch::Request,
     "Complete the request of the first with MPI_Wait (or a successful MPI_Test; MPI_Request_free completes nothing) "
     "{between}, or use two buffers."},
    {Shape::SplitBuffer, session::Epoch::Request, "Call {complete} {between}, or use two buffers."},
    {Shape::SendrecvBuffer, session::Epoch::Request, "Use two buffers, or MPI_Sendrecv_replace."},
    {Shape::BlockingBuffer, session::Epoch::Request, "Use two buffers, or MPI_IN_PLACE."},
    {Shape::BufferBuffer, session::Epoch::None, "Call {complete} {between}, or use two buffers."},

    // What MPI_Win_start began is complete when MPI_Win_wait has returned at the target, whoever that is.
    {Shape::RemoteLocalOwn, session::Epoch::Start, "Call MPI_Win_complete(win) and MPI_Win_wait(win) {between}."},
    {Shape::ThirdLocalOwn, session::Epoch::Start,
     "Call MPI_Win_complete(win) after {A}, and let {whose} tell {who_b} (a message, MPI_Barrier) that its "
     "MPI_Win_wait(win) has returned, before {B}."},
    {Shape::RemoteLocalOwn, session::Epoch::None, "Call {complete} {between}."},

    {Shape::RemoteBufferOwn, session::Epoch::Start,
     "Call MPI_Win_complete(win) and MPI_Win_wait(win) {between}, or use another buffer."},
    {Shape::RemoteBufferOwn, session::Epoch::None, "Call {complete} {between}, or use another buffer."},

    {Shape::RemoteLocal, session::Epoch::Fence,
     "Let all ranks of the window call MPI_Win_fence {between} (without MPI_MODE_NOPRECEDE, which completes nothing): "
     "the access of {who_b} belongs to another epoch."},
    {Shape::RemoteLocal, session::Epoch::Start,
     "Let {who_b} make its access before its MPI_Win_post or after its MPI_Win_wait of the epoch that {A} belongs to."},
    {Shape::ThirdLocal, session::Epoch::Start,
     "After {A}, let {whose} tell {who_b} (a message, MPI_Barrier) that its MPI_Win_wait has returned, before {B}; or, "
     "if {B} comes first, let {whose} know before its MPI_Win_post."},
    {Shape::AtomicLoad, session::Epoch::Lock,
     "At {B}, use an atomic (MPI_Fetch_and_op with MPI_NO_OP and the same datatype, on the same window): a load is not "
     "atomic to {A}; or, {then_completed}, let {who_b} know (a message, MPI_Barrier) before {B}."},
    {Shape::AtomicLoad, session::Epoch::LockAll,
     "At {B}, use an atomic (MPI_Fetch_and_op with MPI_NO_OP and the same datatype, on the same window): a load is not "
     "atomic to {A}; or, {then_completed}, let {who_b} know (a message, MPI_Barrier) before {B}."},
    {Shape::RemoteLocal, session::Epoch::None,
     "{completed}, let {who_b} know (a message, MPI_Barrier) before {B}; or, if {B} comes first, let {who_a} know "
     "before {A}."},

    {Shape::RemoteBuffer, session::Epoch::Fence,
     "Let all ranks of the window call MPI_Win_fence {between} (without MPI_MODE_NOPRECEDE, which completes nothing); "
     "if {B} comes first, complete it before that ({complete_b})."},
    {Shape::RemoteBuffer, session::Epoch::Start,
     "If {A} comes first: let MPI_Win_wait return at {whose} before {B}. If {B} comes first: complete it "
     "({complete_b}) before MPI_Win_post of {whose}."},
    {Shape::RemoteBuffer, session::Epoch::None,
     "Complete the first of them (for {A}: {complete} at {who_a}; for {B}: {complete_b} at {who_b}), then let the "
     "other "
     "rank know (a message, MPI_Barrier) before it issues the second."},

    {Shape::TwoWindowsOwn, session::Epoch::Start,
     "Let {whose} tell {who_b} (a message, MPI_Barrier) that its MPI_Win_wait of the first has returned, before the "
     "second."},
    {Shape::TwoWindowsOwn, session::Epoch::None, "Call {complete} of the first one's window {between}."},
    {Shape::TwoWindows, session::Epoch::None,
     "Complete the first of them on its window (for {A}: {complete}; for {B}: {complete_b}), then let the rank of the "
     "second know (a message, MPI_Barrier) before it issues that."},
    {Shape::TwoThatExclude, session::Epoch::None,
     "Complete the first (for {A}: {complete}) and let the other rank know (a message, MPI_Barrier) before it issues "
     "the second; or use one window for both: locks and accumulate operations of two exclude nothing of each other."},

    {Shape::RemoteRemoteOwn, session::Epoch::Fence, "Call MPI_Win_fence(0, win) {between}."},
    {Shape::RemoteRemoteOwn, session::Epoch::Start,
     "Use two access epochs (MPI_Win_start to MPI_Win_complete), one for each, or make both accumulate operations "
     "of one predefined datatype, which keep their order."},
    {Shape::RemoteRemoteOwn, session::Epoch::Request, "Complete the request of the first with MPI_Wait {between}."},
    {Shape::RemoteRemoteOwn, session::Epoch::None,
     "Call {complete} {between}, or make both accumulate operations of one predefined datatype, which keep their "
     "order."},

    {Shape::RemoteRemote, session::Epoch::Fence,
     "Let all ranks of the window call MPI_Win_fence {between} (without MPI_MODE_NOPRECEDE, which completes nothing), "
     "or make both accumulate operations of one predefined datatype and operation."},
    {Shape::OneStarted, session::Epoch::None,
     "Complete the first of them (for {A}: {complete}; for {B}: {complete_b}), then let the rank of the second know (a "
     "message, MPI_Barrier) before it issues that, or make both accumulate operations of one predefined datatype and "
     "operation."},
    {Shape::RemoteRemote, session::Epoch::Start,
     "Use two exposure epochs (MPI_Win_post to MPI_Win_wait at {whose}), one for each, or make both accumulate "
     "operations of one predefined datatype and operation."},
    {Shape::NeverUnlocked, session::Epoch::Lock,
     "End both epochs with {unlock}, and leave out MPI_MODE_NOCHECK, if it is there: with it locks exclude nobody."},
    {Shape::BothExclusive, session::Epoch::Lock,
     "Leave out MPI_MODE_NOCHECK, with which locks exclude nobody; or complete the first ({complete}) and let the "
     "other "
     "rank know (a message, MPI_Barrier) before it issues the second."},
    {Shape::RemoteRemote, session::Epoch::Lock,
     "Lock both with MPI_LOCK_EXCLUSIVE, or complete the first ({complete}) and let the other rank know (a message, "
     "MPI_Barrier) before it issues the second, or make both accumulate operations of one predefined datatype and "
     "operation."},
    {Shape::RemoteRemote, session::Epoch::Request,
     "Complete the first of them (for {A}: {complete} at {who_a}; for {B}: {complete_b} at {who_b}), then let the "
     "other "
     "rank know (a message, MPI_Barrier) before it issues the second."},
    {Shape::RemoteRemote, session::Epoch::None,
     "Complete the first ({complete}) and let the other rank know (a message, MPI_Barrier) before it issues the "
     "second, or make both accumulate operations of one predefined datatype and operation."},

    {Shape::Atomics, session::Epoch::None,
     "Give both the same predefined datatype and the same operation (or MPI_NO_OP, unless the window says "
     "accumulate_ops=same_op; MPI_Compare_and_swap counts as MPI_REPLACE), on elements that coincide; or complete the "
     "first ({complete}), and let the rank of the second know if it is another (a message, MPI_Barrier), before the "
     "second is issued."},

    {Shape::Shared, session::Epoch::None,
     "Call MPI_Win_sync after the first, synchronise the two ranks (a message, MPI_Barrier), and call "
     "MPI_Win_sync before the second; or hand over by an atomic, released after the first and acquired before the "
     "second. Atomics excuse only each other."},

    {Shape::Threads, session::Epoch::None,
     "Order the two threads (a lock around both, a barrier or a join {between})."},
});

}  // namespace farsan::report
