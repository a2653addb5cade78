// The words for each shape of pair and each way of synchronising.
#include <gtest/gtest.h>

#include <string>

#include "report/explain.h"

namespace farsan::report {
namespace {

using model::AccessKind;
using session::Epoch;

class ReportExplain : public ::testing::Test {
 protected:
  static Access access(AccessKind type, const std::string& call, std::uint32_t rank, std::uint32_t line) {
    return {call, type, {"main", "/src/a.c", line, 1, "prog", 0}, rank, 0, {}};
  }
  static Words words(const Access& a, Epoch epoch, const Access& b, std::uint32_t owner,
                     const std::optional<Ending>& ended = std::nullopt, std::string_view process = kRank) {
    return explain({Side{&a, epoch, ended}, Side{&b, Epoch::None, {}}}, owner, process);
  }

  /// Two operations, `a` issued first.
  static Words issued(const Access& a, Epoch of_a, const Access& b, Epoch of_b, std::uint32_t owner,
                      std::string_view process = kRank) {
    return explain({Side{&a, of_a, {}, {}, 1}, Side{&b, of_b, {}, {}, 2}}, owner, process);
  }
  static bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

  const Access put_buffer = access(AccessKind::BufferRead, "MPI_Put", 0, 20);
  const Access put = access(AccessKind::RemoteWrite, "MPI_Put", 0, 20);
  const Access store = access(AccessKind::Store, "", 0, 22);
  const Access load_there = access(AccessKind::Load, "", 1, 30);
};

TEST_F(ReportExplain, GaspiHasWordsOfItsOwn) {
  const Access write = access(AccessKind::RemoteWrite, "gaspi_write", 0, 20);
  const Access source = access(AccessKind::BufferRead, "gaspi_write", 0, 20);
  const Access read = access(AccessKind::RemoteRead, "gaspi_read", 0, 20);
  const Access atomic = access(AccessKind::RemoteAtomicWrite, "gaspi_atomic_fetch_add", 0, 20);
  const Access store_there = access(AccessKind::Store, "", 1, 30);
  // What completes a write here does not complete it there.
  EXPECT_NE(words(source, Epoch::QueueWrite, store, 0).mend.find("gaspi_wait"), std::string::npos);
  EXPECT_NE(words(write, Epoch::QueueWrite, load_there, 1).mend.find("gaspi_notify_waitsome"), std::string::npos);
  EXPECT_NE(words(read, Epoch::QueueRead, store_there, 1).mend.find("gaspi_wait"), std::string::npos);
  EXPECT_NE(words(atomic, Epoch::QueueAtomic, store_there, 1).mend.find("gaspi_barrier"), std::string::npos);
}

TEST_F(ReportExplain, ShmemReadsAndAtomicsHaveMendsOfTheirOwn) {
  const Access get = access(AccessKind::RemoteRead, "shmem_int_get", 0, 20);
  const Access get_nbi = access(AccessKind::RemoteRead, "shmem_int_get_nbi", 0, 20);
  const Access atomic = access(AccessKind::RemoteAtomicWrite, "shmem_int_atomic_inc", 0, 20);
  const Access store_there = access(AccessKind::Store, "", 1, 30);
  // A fence is not for reads; a blocking one is complete when it returns.
  const Words blocking = words(get, Epoch::Quiet, store_there, 1, Ending{{"shmem_int_get", "/src/a.c", 20}, 0}, kPe);
  EXPECT_NE(blocking.explanation.find("It is complete when the call returns."), std::string::npos);
  EXPECT_TRUE(blocking.mend.starts_with("After shmem_int_get at a.c:20 of PE 0, let PE 1 know"));
  EXPECT_EQ(blocking.mend.find("fence"), std::string::npos);
  const Words open = words(get_nbi, Epoch::Quiet, store_there, 1, Ending{{"shmem_quiet", "/src/a.c", 24}, 0}, kPe);
  EXPECT_NE(open.explanation.find("It is complete only after shmem_quiet"), std::string::npos);
  EXPECT_TRUE(open.mend.starts_with("After shmem_quiet at a.c:24 of PE 0, let PE 1 know"));
  // A flag that is polled.
  EXPECT_TRUE(words(atomic, Epoch::Quiet, load_there, 1, std::nullopt, kPe)
                  .mend.starts_with("At a.c:30, use shmem_wait_until"));
}

TEST_F(ReportExplain, WhatHasNoRequestIsNotWaitedFor) {
  const Access begun = access(AccessKind::BufferWrite, "MPI_File_read_at_all_begin", 0, 20);
  EXPECT_TRUE(words(begun, Epoch::Request, store, 0).mend.starts_with("Call MPI_File_read_at_all_end between"));
  const Access second = access(AccessKind::BufferRead, "MPI_Isend", 0, 22);
  const std::string two = issued(begun, Epoch::Request, second, Epoch::Request, 0).mend;
  EXPECT_TRUE(two.starts_with("Call MPI_File_read_at_all_end between")) << two;
  const Access ready = access(AccessKind::BufferRead, "MPI_Pready", 0, 20);
  const std::string part = words(ready, Epoch::Request, store, 0).mend;
  EXPECT_TRUE(part.starts_with("Let a.c:22 come before a.c:20")) << part;
  const Access collective = access(AccessKind::BufferWrite, "MPI_Bcast", 1, 30);
  const std::string there = issued(put, Epoch::LockAll, collective, Epoch::Request, 1).mend;
  EXPECT_TRUE(has(there, "for a.c:30: the return of the call at rank 1")) << there;
  const Access sent = access(AccessKind::BufferRead, "MPI_Allgather", 0, 20);
  const Access gathered = access(AccessKind::BufferWrite, "MPI_Allgather", 0, 20);
  EXPECT_TRUE(has(issued(sent, Epoch::Request, gathered, Epoch::Request, 0).mend, "Use two buffers, or MPI_IN_PLACE"));
  for (const std::string call : {"MPI_Sendrecv", "MPI_Sendrecv_c"}) {
    const Access there_and = access(AccessKind::BufferRead, call, 0, 20);
    const Access back = access(AccessKind::BufferWrite, call, 0, 20);
    EXPECT_EQ(issued(there_and, Epoch::Request, back, Epoch::Request, 0).mend,
              "Use two buffers, or MPI_Sendrecv_replace.");
  }
  const Access received = access(AccessKind::BufferWrite, "MPI_Irecv", 1, 30);
  EXPECT_TRUE(has(issued(put, Epoch::LockAll, received, Epoch::Request, 1).mend, "for a.c:30: MPI_Wait at rank 1"));
}

TEST_F(ReportExplain, AtomicsOfMpiCanBeReadByAtomics) {
  const Access accumulate = access(AccessKind::RemoteAtomicWrite, "MPI_Accumulate", 0, 20);
  for (const Epoch epoch : {Epoch::Lock, Epoch::LockAll}) {
    const std::string mend = words(accumulate, epoch, load_there, 1, Ending{{"MPI_Win_flush", "/src/a.c", 24}, 0}).mend;
    EXPECT_NE(mend.find("MPI_NO_OP"), std::string::npos);
    EXPECT_NE(mend.find("or, after MPI_Win_flush at a.c:24 of rank 0, let rank 1 know"), std::string::npos) << mend;
  }
  // Epochs that the target takes part in keep the two apart.
  EXPECT_NE(words(accumulate, Epoch::Fence, load_there, 1).mend.find("MPI_Win_fence"), std::string::npos);
}

TEST_F(ReportExplain, QueuesAndContextsAreNamedWhereTheyAreKnown) {
  Access source = access(AccessKind::BufferRead, "gaspi_write", 0, 20);
  EXPECT_EQ(words(source, Epoch::QueueWrite, store, 0).mend, "Call gaspi_wait on its queue between a.c:20 and a.c:22.");
  source.queue = 3;
  EXPECT_EQ(words(source, Epoch::QueueWrite, store, 0).mend, "Call gaspi_wait on queue 3 between a.c:20 and a.c:22.");
  Access write = access(AccessKind::RemoteWrite, "gaspi_write", 0, 20);
  write.queue = 3;
  EXPECT_NE(words(write, Epoch::QueueWrite, load_there, 1).mend.find("call gaspi_notify on queue 3 after a.c:20"),
            std::string::npos);

  Access shmem_put = access(AccessKind::RemoteWrite, "shmem_ctx_int_put", 0, 20);
  EXPECT_NE(words(shmem_put, Epoch::ContextQuiet, load_there, 1, std::nullopt, kPe).mend.find("on its context"),
            std::string::npos);
  shmem_put.context = Place{"shmem_ctx_create", "/src/a.c", 12};
  EXPECT_NE(words(shmem_put, Epoch::ContextQuiet, load_there, 1, std::nullopt, kPe)
                .mend.find("Call shmem_ctx_quiet on the context made at a.c:12 after a.c:20"),
            std::string::npos);
}

// Every shape that an operation of GASPI can be a part of has a mend, and none speaks of another model.
TEST_F(ReportExplain, NoMendOfGaspiSpeaksOfAnotherModel) {
  const std::array firsts = {access(AccessKind::BufferRead, "gaspi_write", 0, 20),
                             access(AccessKind::RemoteWrite, "gaspi_write", 0, 20),
                             access(AccessKind::RemoteRead, "gaspi_read", 0, 20),
                             access(AccessKind::RemoteAtomicWrite, "gaspi_atomic_fetch_add", 0, 20)};
  for (const Epoch epoch : {Epoch::QueueWrite, Epoch::QueueRead, Epoch::QueueAtomic})
    for (const Access& first : firsts)
      for (const std::uint32_t rank : {0U, 1U})
        for (const Access& second :
             {access(AccessKind::Store, "", rank, 30), access(AccessKind::BufferWrite, "gaspi_read", rank, 30),
              access(AccessKind::RemoteWrite, "gaspi_write", rank, 30)}) {
          if (is_buffer(first.type) && (rank != 0 || is_remote(second.type)))
            continue;  // come in another order, or not at all
          const Words said = words(first, epoch, second, 1);
          EXPECT_NE(said.mend, "");
          for (const char* other : {"MPI_", "shmem_"}) {
            EXPECT_EQ(said.mend.find(other), std::string::npos) << said.mend;
            EXPECT_EQ(said.explanation.find(other), std::string::npos) << said.explanation;
          }
        }
}

TEST_F(ReportExplain, OpenShmemHasWordsOfItsOwn) {
  const Access shmem_put = access(AccessKind::RemoteWrite, "shmem_int_put", 0, 20);
  const Words on_default = words(shmem_put, Epoch::Quiet, load_there, 1, std::nullopt, kPe);
  EXPECT_NE(on_default.explanation.find("the memory of PE 1"), std::string::npos) << on_default.explanation;
  EXPECT_NE(on_default.mend.find("shmem_barrier_all"), std::string::npos) << on_default.mend;
  const Words on_context = words(shmem_put, Epoch::ContextQuiet, load_there, 1, std::nullopt, kPe);
  EXPECT_NE(on_context.mend.find("shmem_ctx_quiet"), std::string::npos) << on_context.mend;
  const Words through_pointers = words(store, Epoch::None, load_there, 1, std::nullopt, kPe);
  EXPECT_EQ(through_pointers.mend.find("MPI"), std::string::npos) << through_pointers.mend;
}

TEST_F(ReportExplain, ABufferThatIsStillInUse) {
  const Words said = words(put_buffer, Epoch::LockAll, store, 0);
  EXPECT_EQ(said.explanation,
            "MPI_Put at a.c:20 may read its buffer until it is locally complete; the store at a.c:22 writes it before "
            "that. Nothing completes it in between.");
  EXPECT_EQ(said.mend,
            "Call MPI_Win_flush_local(rank, win) (or MPI_Win_flush, MPI_Win_unlock_all) between a.c:20 and a.c:22.");
}

TEST_F(ReportExplain, EveryWayToCompleteABuffer) {
  EXPECT_EQ(words(put_buffer, Epoch::Fence, store, 0).mend, "Call MPI_Win_fence(0, win) between a.c:20 and a.c:22.");
  EXPECT_EQ(words(put_buffer, Epoch::Lock, store, 0).mend,
            "Call MPI_Win_flush_local(rank, win) (or MPI_Win_flush, MPI_Win_unlock) between a.c:20 and a.c:22.");
  EXPECT_EQ(words(put_buffer, Epoch::Start, store, 0).mend, "Call MPI_Win_complete(win) between a.c:20 and a.c:22.");
  EXPECT_EQ(words(access(AccessKind::BufferRead, "MPI_Isend", 0, 20), Epoch::Request, store, 0).mend,
            "Complete its request with MPI_Wait (or a successful MPI_Test; MPI_Request_free completes nothing) between "
            "a.c:20 and a.c:22.");
}

TEST_F(ReportExplain, ALoopGoesAroundTheEnd) {
  const Access earlier = access(AccessKind::Store, "", 0, 18);
  EXPECT_EQ(words(put_buffer, Epoch::Fence, earlier, 0).mend,
            "Call MPI_Win_fence(0, win) after a.c:20 and before the next a.c:18.");
  const Access same = access(AccessKind::BufferWrite, "MPI_Get", 0, 20);
  EXPECT_EQ(words(same, Epoch::Start, same, 0).mend,
            "Call MPI_Win_complete(win) between one execution of a.c:20 and the next, or use two buffers.");
}

TEST_F(ReportExplain, ABufferThatIsUsedFirstIsCompletedFirst) {
  const Access receive = access(AccessKind::BufferWrite, "MPI_Irecv", 0, 18);
  // As they are shown: the remote access first.
  const auto said =
      explain({Side{&put, Epoch::LockAll, {}, {}, 2}, Side{&receive, Epoch::Request, {}, {}, 1}}, 0, kRank);
  EXPECT_TRUE(said.explanation.starts_with(
      "MPI_Irecv at a.c:18 may write its buffer until it is locally complete; MPI_Put at a.c:20, also of rank 0"))
      << said.explanation;
  EXPECT_TRUE(said.mend.starts_with("Complete the request of the first with MPI_Wait")) << said.mend;
  EXPECT_TRUE(has(said.mend, "between a.c:18 and a.c:20")) << said.mend;
  const Access get = access(AccessKind::BufferWrite, "shmem_int_get_nbi", 0, 18);
  const Access to_self = access(AccessKind::RemoteWrite, "shmem_int_put", 0, 20);
  EXPECT_EQ(explain({Side{&to_self, Epoch::Quiet, {}, {}, 2}, Side{&get, Epoch::Quiet, {}, {}, 1}}, 0, kPe).mend,
            "Call shmem_quiet() between a.c:18 and a.c:20, or use two buffers.");
  const Access read = access(AccessKind::BufferWrite, "gaspi_read", 0, 18);
  const Access atomic = access(AccessKind::RemoteAtomicWrite, "gaspi_atomic_fetch_add", 0, 20);
  EXPECT_EQ(
      explain({Side{&atomic, Epoch::QueueAtomic, {}, {}, 2}, Side{&read, Epoch::QueueRead, {}, {}, 1}}, 0, kRank).mend,
      "Call gaspi_wait on its queue between a.c:18 and a.c:20, or use two buffers.");
}

TEST_F(ReportExplain, AFenceIsForWritesOnly) {
  const Access shmem_put = access(AccessKind::RemoteWrite, "shmem_int_put", 0, 20);
  const Access get = access(AccessKind::RemoteRead, "shmem_int_get", 0, 22);
  const Access collective = access(AccessKind::RemoteWrite, "shmem_int_broadcast", 0, 22);
  const auto mend = [&](const Access& a, Epoch of_a, const Access& b, Epoch of_b) {
    return issued(a, of_a, b, of_b, 1, kPe).mend;
  };
  EXPECT_TRUE(has(mend(shmem_put, Epoch::Quiet, shmem_put, Epoch::Quiet), "shmem_fence"));
  EXPECT_TRUE(has(mend(shmem_put, Epoch::ContextQuiet, shmem_put, Epoch::ContextQuiet), "shmem_ctx_fence"));
  for (const Epoch epoch : {Epoch::Quiet, Epoch::ContextQuiet}) {
    EXPECT_FALSE(has(mend(shmem_put, epoch, get, epoch), "fence"));
    EXPECT_FALSE(has(mend(get, epoch, shmem_put, epoch), "fence"));
    EXPECT_FALSE(has(mend(shmem_put, epoch, collective, Epoch::Collective), "fence"));
    EXPECT_TRUE(has(mend(shmem_put, epoch, collective, Epoch::Collective), "quiet"));
  }
  EXPECT_FALSE(has(mend(shmem_put, Epoch::Quiet, shmem_put, Epoch::ContextQuiet), "fence"));
}

TEST_F(ReportExplain, AWriteThatCarriesItsNotificationNeedsNoOther) {
  const Access write = access(AccessKind::RemoteWrite, "gaspi_write_notify", 0, 20);
  const std::string waits = words(write, Epoch::QueueWrite, load_there, 1).mend;
  EXPECT_TRUE(waits.starts_with("Let rank 1 wait for the notification of a.c:20 with gaspi_notify_waitsome")) << waits;
  EXPECT_TRUE(words(write, Epoch::QueueWrite, store, 0).mend.starts_with("Wait for the notification of a.c:20"));
  const Access other = access(AccessKind::RemoteWrite, "gaspi_write", 2, 30);
  EXPECT_TRUE(has(issued(write, Epoch::QueueWrite, other, Epoch::QueueWrite, 1).mend, "(gaspi_write_notify does)"));
  EXPECT_TRUE(has(issued(other, Epoch::QueueWrite, write, Epoch::QueueWrite, 1).mend, "or gaspi_write_notify)"));

  const Access signal = access(AccessKind::RemoteWrite, "shmem_int_put_signal_nbi", 0, 20);
  for (const Epoch epoch : {Epoch::Quiet, Epoch::ContextQuiet}) {
    const std::string mend = words(signal, epoch, load_there, 1, std::nullopt, kPe).mend;
    EXPECT_TRUE(mend.starts_with("Let PE 1 wait for the signal of a.c:20 with shmem_signal_wait_until")) << mend;
    EXPECT_FALSE(has(mend, "fence")) << mend;
  }
  // The signal goes to the owner of the memory.
  const Access load_of_third = access(AccessKind::Load, "", 2, 30);
  EXPECT_TRUE(has(words(signal, Epoch::Quiet, load_of_third, 1, std::nullopt, kPe).mend, "shmem_quiet"));
  // The signal itself.
  const Access update = access(AccessKind::RemoteAtomicWrite, "shmem_int_put_signal", 0, 20);
  EXPECT_TRUE(has(words(update, Epoch::Quiet, load_there, 1, std::nullopt, kPe).mend, "use shmem_signal_wait_until"));
}

TEST_F(ReportExplain, AReadThatNotifiesIsWaitedForByThat) {
  for (const char* const call : {"gaspi_read_notify", "gaspi_read_list_notify"}) {
    Access read = access(AccessKind::BufferWrite, call, 0, 20);
    read.queue = 2;
    EXPECT_EQ(
        words(read, Epoch::QueueRead, store, 0).mend,
        "Wait for the notification of a.c:20 with gaspi_notify_waitsome, or call gaspi_wait on queue 2, between a.c:20 "
        "and a.c:22.");
  }
  const Access plain = access(AccessKind::BufferWrite, "gaspi_read", 0, 20);
  EXPECT_TRUE(has(words(plain, Epoch::QueueRead, store, 0).mend, "or use gaspi_read_notify"));
}

TEST_F(ReportExplain, ElementsOfOneListHaveNothingBetweenThem) {
  const Access write = access(AccessKind::RemoteWrite, "gaspi_write", 0, 20);
  EXPECT_TRUE(issued(write, Epoch::QueueWrite, write, Epoch::QueueWrite, 1).mend.starts_with("Post both to one queue"));
  for (const char* const call : {"gaspi_write_list", "gaspi_write_list_notify"}) {
    const Access list = access(AccessKind::RemoteWrite, call, 0, 20);
    const std::string mend = issued(list, Epoch::QueueWrite, list, Epoch::QueueWrite, 1).mend;
    EXPECT_TRUE(mend.starts_with("If both are elements of one list, let them write to different places")) << mend;
    const Access other = access(AccessKind::RemoteWrite, call, 0, 24);
    EXPECT_TRUE(has(issued(list, Epoch::QueueWrite, other, Epoch::QueueWrite, 1).mend, "between a.c:20 and a.c:24"));
  }
}

TEST_F(ReportExplain, EitherOfTwoOriginsMayComeFirst) {
  // gaspi: a write is announced, a read is waited for.
  const Access write = access(AccessKind::RemoteWrite, "gaspi_write", 0, 20);
  Access read = access(AccessKind::RemoteRead, "gaspi_read", 1, 30);
  read.queue = 4;
  const std::string gaspi = issued(write, Epoch::QueueWrite, read, Epoch::QueueRead, 2).mend;
  EXPECT_TRUE(has(gaspi, "If a.c:20 comes first: announce it to rank 2")) << gaspi;
  EXPECT_TRUE(has(gaspi, "If a.c:30 comes first: complete it (gaspi_wait on queue 4 at rank 1)")) << gaspi;
  // OpenSHMEM: a barrier completes nothing on a context of the program's own.
  const Access default_put = access(AccessKind::RemoteWrite, "shmem_int_put", 0, 20);
  const Access on_context = access(AccessKind::RemoteWrite, "shmem_ctx_int_put", 1, 30);
  const std::string two = issued(default_put, Epoch::Quiet, on_context, Epoch::ContextQuiet, 2, kPe).mend;
  EXPECT_TRUE(has(two, "for a.c:20: shmem_quiet() or shmem_barrier_all(); for a.c:30: shmem_ctx_quiet on its context"))
      << two;
  EXPECT_FALSE(has(two, "Let all PEs call shmem_barrier_all")) << two;
  // What a collective does cannot be made an atomic.
  const Access reduce = access(AccessKind::RemoteWrite, "shmem_int_sum_reduce", 1, 30);
  const std::string collective = issued(default_put, Epoch::Quiet, reduce, Epoch::Collective, 2, kPe).mend;
  EXPECT_TRUE(has(collective, "complete a.c:20 (shmem_quiet() or shmem_barrier_all() at PE 0)")) << collective;
  EXPECT_FALSE(has(collective, "make both atomics")) << collective;
}

TEST_F(ReportExplain, WhatCannotBeAnAtomicIsOrdered) {
  const Access add = access(AccessKind::RemoteAtomicWrite, "shmem_long_atomic_add", 0, 20);
  const Access get = access(AccessKind::Store, "shmem_long_get", 1, 30);  // into the counter
  const std::string mend = words(add, Epoch::Quiet, get, 1, std::nullopt, kPe).mend;
  EXPECT_TRUE(mend.starts_with("Let all PEs call shmem_barrier_all between")) << mend;
  EXPECT_FALSE(has(mend, "use an atomic")) << mend;
  // Nobody can wait for a floating-point number.
  const Access swap = access(AccessKind::RemoteAtomicWrite, "shmem_double_atomic_swap", 0, 20);
  EXPECT_TRUE(words(swap, Epoch::Quiet, load_there, 1, std::nullopt, kPe).mend.starts_with("At a.c:30, use an atomic"));
}

TEST_F(ReportExplain, MemoryOfAThirdProcess) {
  const Access shmem_put = access(AccessKind::RemoteWrite, "shmem_int_put", 0, 20);
  const Access load_of_third = access(AccessKind::Load, "", 2, 30);
  const std::string quiet = words(shmem_put, Epoch::Quiet, load_of_third, 1, std::nullopt, kPe).mend;
  EXPECT_FALSE(has(quiet, "fence")) << quiet;
  EXPECT_TRUE(has(quiet, "shmem_quiet and update a flag of PE 2")) << quiet;
  const Access atomic = access(AccessKind::RemoteAtomicWrite, "shmem_int_atomic_inc", 0, 20);
  EXPECT_FALSE(has(words(atomic, Epoch::Quiet, load_of_third, 1, std::nullopt, kPe).mend, "wait_until"));
  // PSCW: it is the target that knows when.
  EXPECT_TRUE(has(words(put, Epoch::Start, load_there, 1).mend, "Let rank 1 make its access before its MPI_Win_post"));
  EXPECT_TRUE(has(words(put, Epoch::Start, load_of_third, 1).mend,
                  "let rank 1 tell rank 2 (a message, MPI_Barrier) that its MPI_Win_wait has returned, before a.c:30"));
  const Access own = access(AccessKind::Load, "", 0, 22);
  EXPECT_TRUE(has(words(put, Epoch::Start, own, 1).mend, "let rank 1 tell rank 0"));
  EXPECT_TRUE(has(words(put, Epoch::Start, own, 1).explanation,
                  "may write the memory of rank 1 until it is complete; the load at a.c:22, also of rank 0, reads it"));
  EXPECT_EQ(words(put, Epoch::Start, own, 0).mend,
            "Call MPI_Win_complete(win) and MPI_Win_wait(win) between a.c:20 and a.c:22.");
  const Access buffer = access(AccessKind::BufferWrite, "MPI_Irecv", 1, 30);
  const std::string received = issued(put, Epoch::Start, buffer, Epoch::Request, 1).mend;
  EXPECT_TRUE(has(received, "let MPI_Win_wait return at rank 1 before a.c:30")) << received;
  EXPECT_TRUE(has(received, "complete it (MPI_Wait) before MPI_Win_post of rank 1")) << received;
}

TEST_F(ReportExplain, StoresAreNotMadeAtomic) {
  const Access store_there = access(AccessKind::Store, "", 1, 30);
  const Access accumulate = access(AccessKind::RemoteAtomicWrite, "MPI_Accumulate", 0, 20);
  const std::string mpi = words(accumulate, Epoch::LockAll, store_there, 1).mend;
  EXPECT_FALSE(has(mpi, "MPI_REPLACE")) << mpi;
  EXPECT_TRUE(has(mpi, "let rank 1 know")) << mpi;
  const Access atomic = access(AccessKind::RemoteAtomicWrite, "shmem_int_atomic_inc", 0, 20);
  const std::string shmem = words(atomic, Epoch::Quiet, store_there, 1, std::nullopt, kPe).mend;
  EXPECT_FALSE(has(shmem, "wait_until")) << shmem;
  EXPECT_TRUE(has(shmem, "use an atomic on PE 1")) << shmem;
}

TEST_F(ReportExplain, ExclusiveEpochsThatAreNotEndedAreToBe) {
  const Access other = access(AccessKind::RemoteWrite, "MPI_Put", 2, 40);
  const auto mend = [&](std::optional<Ending> first, std::optional<Ending> second) {
    return explain({Side{&put, Epoch::LockExclusive, std::move(first), {}, 1, 1},
                    Side{&other, Epoch::LockExclusive, std::move(second), {}, 1, 1}},
                   1, kRank)
        .mend;
  };
  const Ending unlock{{"MPI_Win_unlock", "a.c", 25}, 0};
  const Ending other_unlock{{"MPI_Win_unlock", "a.c", 45}, 2};
  EXPECT_TRUE(mend(unlock, other_unlock).starts_with("Leave out MPI_MODE_NOCHECK")) << mend(unlock, other_unlock);
  EXPECT_TRUE(mend(unlock, {}).starts_with("End both epochs with MPI_Win_unlock(1, win)")) << mend(unlock, {});
  EXPECT_TRUE(mend({}, other_unlock).starts_with("End both epochs with MPI_Win_unlock(1, win)"));
}

TEST_F(ReportExplain, TwoWindowsExcludeNothingOfEachOther) {
  const Access other = access(AccessKind::RemoteWrite, "MPI_Put", 2, 40);
  const auto through = [&](const Access& a, const Access& b, Epoch epoch, std::uint32_t second) {
    return explain({Side{&a, epoch, {}, {}, 1, 1}, Side{&b, epoch, {}, {}, 1, second}}, 1, kRank);
  };
  EXPECT_TRUE(has(through(put, other, Epoch::Lock, 1).mend, "Lock both with MPI_LOCK_EXCLUSIVE"));
  EXPECT_TRUE(has(through(put, other, Epoch::LockExclusive, 1).mend, "MPI_MODE_NOCHECK"));
  EXPECT_TRUE(has(through(put, other, Epoch::LockExclusive, 2).mend, "use one window for both"));
  const Access sum = access(AccessKind::RemoteAtomicWrite, "MPI_Accumulate", 0, 20);
  const Access other_sum = access(AccessKind::RemoteAtomicWrite, "MPI_Accumulate", 2, 40);
  EXPECT_TRUE(has(through(sum, other_sum, Epoch::Lock, 1).explanation, "their datatypes, their operations"));
  EXPECT_TRUE(has(through(sum, other_sum, Epoch::Lock, 2).explanation, "they go through two windows"));
  EXPECT_TRUE(has(through(sum, other_sum, Epoch::Lock, 2).mend, "use one window for both"));
}

TEST_F(ReportExplain, OneWindowForTwoIsNoMendWhereItExcludesNothingEither) {
  const Access get = access(AccessKind::RemoteRead, "MPI_Get", 2, 40);
  const auto mend = [&](const Access& a, Epoch of_a, Epoch of_b) {
    return explain({Side{&a, of_a, {}, {}, 1, 1}, Side{&get, of_b, {}, {}, 1, 2}}, 1, kRank).mend;
  };
  EXPECT_EQ(mend(put, Epoch::Fence, Epoch::Fence),
            "Complete the first of them on its window (for a.c:20: MPI_Win_fence(0, win); for a.c:40: MPI_Win_fence(0, "
            "win)), then let the rank of the second know (a message, MPI_Barrier) before it issues that.");
  const Access sum = access(AccessKind::RemoteAtomicWrite, "MPI_Accumulate", 0, 20);
  EXPECT_FALSE(has(mend(sum, Epoch::LockAll, Epoch::LockAll), "one window"));
  EXPECT_FALSE(has(mend(put, Epoch::LockExclusive, Epoch::Lock), "one window"));
  EXPECT_FALSE(has(mend(put, Epoch::Lock, Epoch::LockExclusive), "one window"));
}

TEST_F(ReportExplain, TwoExposureEpochsAreForTwoThatNeedOne) {
  const Access get = access(AccessKind::RemoteRead, "MPI_Get", 2, 40);
  EXPECT_TRUE(has(issued(put, Epoch::Start, get, Epoch::Start, 1).mend, "Use two exposure epochs"));
  const std::string locked = issued(put, Epoch::Start, get, Epoch::Lock, 1).mend;
  EXPECT_FALSE(has(locked, "exposure")) << locked;
  EXPECT_TRUE(has(locked, "for a.c:20: MPI_Win_complete(win), and MPI_Win_wait(win) of rank 1")) << locked;
  EXPECT_TRUE(has(locked, "for a.c:40: MPI_Win_flush(1, win) or MPI_Win_unlock(1, win))")) << locked;
  const std::string started = issued(put, Epoch::Lock, get, Epoch::Start, 1).mend;
  EXPECT_FALSE(has(started, "MPI_LOCK_EXCLUSIVE")) << started;
}

TEST_F(ReportExplain, RoutinesKeepTheirNamesAtTheBeginOfASentence) {
  const auto of = [](const Access& a, const Access& b) { return words(a, Epoch::None, b, 0).explanation; };
  const Access there = access(AccessKind::Store, "snprintf", 1, 30);
  EXPECT_TRUE(
      of(access(AccessKind::Store, "memset", 0, 20), there).starts_with("memset of rank 0 at a.c:20 and snprintf"));
  EXPECT_TRUE(of(store, there).starts_with("The store of rank 0 at a.c:22 and snprintf"));
}

TEST_F(ReportExplain, RoutinesOnAWindowNameTheTargetByItsRankThere) {
  const Access other = access(AccessKind::RemoteWrite, "MPI_Put", 0, 40);
  const Words said = explain({Side{&put, Epoch::Lock, {}, {}, 1}, Side{&other, Epoch::Lock, {}, {}, 2}}, 1, kRank, 5);
  EXPECT_TRUE(has(said.mend, "MPI_Win_flush(5, win)")) << said.mend;
  EXPECT_TRUE(has(said.explanation, "rank 1")) << said.explanation;
}

TEST_F(ReportExplain, TwoModelsAreCompletedEachInItsOwnWay) {
  const Access shmem_put = access(AccessKind::RemoteWrite, "shmem_long_put", 2, 40);
  const Words said = issued(put, Epoch::Lock, shmem_put, Epoch::Quiet, 1);
  EXPECT_EQ(said.mend,
            "Complete the first of them (for a.c:20: MPI_Win_flush(1, win) or MPI_Win_unlock(1, win) at rank 0; for "
            "a.c:40: shmem_quiet() or shmem_barrier_all() at PE 2), then let the other process know (a message, a "
            "barrier) before it issues the second.");
  const Access sum = access(AccessKind::RemoteAtomicWrite, "MPI_Accumulate", 0, 20);
  const Access add = access(AccessKind::RemoteAtomicWrite, "shmem_long_atomic_add", 2, 40);
  EXPECT_TRUE(has(issued(sum, Epoch::Lock, add, Epoch::Quiet, 1).explanation, "they are of two programming models"));
}

TEST_F(ReportExplain, TwoAccessesOfOneLineAreToldApart) {
  const Access same_put = access(AccessKind::RemoteWrite, "MPI_Put", 2, 20);
  EXPECT_TRUE(has(issued(put, Epoch::Fence, same_put, Epoch::Fence, 1).mend,
                  "call MPI_Win_fence between a.c:20 of rank 0 and a.c:20 of rank 2"));
  Access get = access(AccessKind::BufferWrite, "MPI_Rget", 0, 20);
  Access load = access(AccessKind::Load, "", 0, 20);
  load.at.column = 47;
  EXPECT_TRUE(has(words(get, Epoch::LockAll, load, 0).mend, "between a.c:20:1 and a.c:20:47"));
  get.at.column = 60;
  EXPECT_TRUE(has(words(get, Epoch::LockAll, load, 0).mend, "after a.c:20:60 and before the next a.c:20:47"));
}

// What completes an operation is not always a call.
TEST_F(ReportExplain, NobodyIsToldToCallWhatIsNoCall) {
  for (const AccessKind first : {AccessKind::RemoteWrite, AccessKind::RemoteAtomicWrite, AccessKind::BufferWrite})
    for (const AccessKind second : {AccessKind::RemoteWrite, AccessKind::BufferWrite, AccessKind::Store})
      for (const std::uint32_t rank : {0U, 1U})
        for (std::uint8_t i = 1; i <= static_cast<std::uint8_t>(session::kLastEpoch); ++i) {
          const auto epoch = static_cast<Epoch>(i);
          const bool gaspi = epoch >= Epoch::QueueWrite && epoch <= Epoch::QueueAtomic;
          const bool shmem = epoch == Epoch::Quiet || epoch == Epoch::ContextQuiet || epoch == Epoch::Collective;
          const std::string call = gaspi ? "gaspi_x" : shmem ? "shmem_x" : "MPI_X";
          const Words said =
              issued(access(first, call, 0, 20), epoch,
                     access(second, second == AccessKind::Store ? "" : call, rank, 30), epoch, 1, shmem ? kPe : kRank);
          for (const char* nonsense : {"Call return", "Call the return", "Call a notification", "Call a flush"})
            EXPECT_FALSE(has(said.mend, nonsense)) << said.mend;
          if (gaspi || shmem) {
            EXPECT_FALSE(has(said.mend, "MPI_")) << said.mend;
            EXPECT_FALSE(has(said.mend, "accumulate")) << said.mend;
          }
        }
}

TEST_F(ReportExplain, ACallOfTheCLibraryIsNamed) {
  const Access copy = access(AccessKind::Store, "memcpy", 0, 22);
  EXPECT_NE(words(put_buffer, Epoch::Fence, copy, 0).explanation.find("memcpy at a.c:22 writes it"), std::string::npos);
}

TEST_F(ReportExplain, ATargetThatDoesNotKnow) {
  const Ending unlock{{"MPI_Win_unlock", "/src/a.c", 25}, 0};
  const Words said = words(put, Epoch::Lock, load_there, 1, unlock);
  EXPECT_EQ(
      said.explanation,
      "MPI_Put of rank 0 at a.c:20 may write the memory of rank 1 at any time from its issue to its completion; the "
      "load of rank 1 at a.c:30 is ordered neither before the one nor after the other. It is complete only after "
      "MPI_Win_unlock at a.c:25 of rank 0.");
  EXPECT_EQ(said.mend,
            "After MPI_Win_unlock at a.c:25 of rank 0, let rank 1 know (a message, MPI_Barrier) before a.c:30; or, if "
            "a.c:30 comes first, let rank 0 know before a.c:20.");
  EXPECT_NE(words(put, Epoch::LockAll, load_there, 1).mend.find("MPI_Win_flush(1, win) or MPI_Win_unlock_all(win)"),
            std::string::npos);
}

TEST_F(ReportExplain, TwoOriginsAndTheirAtomics) {
  const Access other = access(AccessKind::RemoteWrite, "MPI_Put", 2, 40);
  EXPECT_NE(words(put, Epoch::Lock, other, 1).mend.find("MPI_LOCK_EXCLUSIVE"), std::string::npos);
  const Access sum = access(AccessKind::RemoteAtomicWrite, "MPI_Accumulate", 0, 20);
  const Access swap = access(AccessKind::RemoteAtomicWrite, "MPI_Fetch_and_op", 2, 40);
  EXPECT_NE(words(sum, Epoch::Lock, swap, 1).explanation.find("atomic, but not to each other"), std::string::npos);
}

TEST_F(ReportExplain, NoPairIsWithoutWordsOrWithAPlaceholder) {
  constexpr AccessKind kKinds[] = {AccessKind::RemoteWrite, AccessKind::RemoteAtomicWrite, AccessKind::BufferWrite,
                                   AccessKind::Store};
  constexpr Epoch kEpochs[] = {Epoch::None, Epoch::Fence, Epoch::Lock, Epoch::LockAll, Epoch::Start, Epoch::Request};
  for (std::size_t i = 0; i < std::size(kKinds); ++i) {
    for (std::size_t j = i; j < std::size(kKinds); ++j) {
      for (const Epoch epoch : kEpochs) {
        for (const std::uint32_t rank : {0U, 1U}) {
          const Words said = words(access(kKinds[i], "MPI_X", 0, 5), epoch, access(kKinds[j], "", rank, 6), 1);
          for (const std::string& text : {said.explanation, said.mend}) {
            EXPECT_FALSE(text.empty());
            EXPECT_EQ(text.find('{'), std::string::npos) << text;
            EXPECT_TRUE(text.ends_with('.')) << text;
          }
        }
      }
    }
  }
}

TEST_F(ReportExplain, CodeWithoutLinesHasAName) {
  EXPECT_EQ(short_position({"f", "", 0, 0, "/x/prog", 0x10}), "f");
  EXPECT_EQ(short_position({"", "", 0, 0, "/x/prog", 0x10}), "prog+0x10");
  EXPECT_EQ(short_position({}), "0x0");
}

}  // namespace
}  // namespace farsan::report
