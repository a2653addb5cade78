// The inference rules, written out literally: fence order (fo: R6 and R8) and completed-before (co: R1 to R5, R7, R9,
// R10). One function per rule; arguments and premises are named as in docs/semantics.md and in the thesis, Figure 4.2.
#pragma once

#include "oracle/facts.h"

namespace farsan::oracle {

// Each says whether its premises hold for what is named, or (R1 and R10) adds its conclusions to the relation.

/// a co b, b hb c: then a co c.
void r1_transitivity(const Facts& facts, Relation& co);
/// Loads and stores are over at once.
[[nodiscard]] bool r2_local_access(const Facts& facts, const Access& m, EventIndex e);
/// Buffer and remote accesses of the caller's operations to members of the group.
[[nodiscard]] bool r3_collective_flush(const Facts& facts, const Access& m, EventIndex cf);
/// Buffer accesses and remote reads.
[[nodiscard]] bool r4_local_flush(const Facts& facts, const Access& m, EventIndex lf);
/// Remote accesses and buffer reads.
[[nodiscard]] bool r5_remote_flush(const Facts& facts, const Access& m, EventIndex rf);
/// m fo e: a fence lies between a remote write and a later write or notification to the same target.
[[nodiscard]] bool r6_fence(const Facts& facts, const Access& m, EventIndex fnc, EventIndex e);
/// m co tw: the wait takes a notification that m is fence-ordered before.
[[nodiscard]] bool r7_target_notify_wait(const Facts& facts, const Relation& fo, std::size_t m, EventIndex tn,
                                         EventIndex tw);
/// m fo tn: the notification carries the remote write itself.
[[nodiscard]] bool r8_carried_write(const Facts& facts, const Access& m, EventIndex tn);
/// Buffer accesses and remote read of the one operation that is named; its remote write, too, if it is a full complete.
[[nodiscard]] bool r9_complete(const Facts& facts, const Access& m, EventIndex c);
/// A remote write that is complete has read its operands.
void r10_source_with_remote_write(const Facts& facts, Relation& co);

/// The completion event itself says so (R3, R4, R5, R9), as opposed to what follows from it.
[[nodiscard]] bool directly_completes(const Facts& facts, const Access& m, EventIndex c);

/// Rows are accesses.
[[nodiscard]] Relation fence_order(const Facts& facts);
[[nodiscard]] Relation completed_before(const Facts& facts, const Relation& fo);

}  // namespace farsan::oracle
