// Accesses in loops at a computed distance from an address that the loop does not change: `x[index[i]]`, `if (c) y[i] = 0`.
//
// Nothing marks pages, or begins an epoch, while a loop runs that calls nothing unknown and has no atomics. So before the loop the runtime is asked how far it is
// from `x` to the next page with a mark, and in the loop the distance is compared with that: one comparison for all arrays that
// have the same index, and no look at the table. Where the comparison fails, the pages are looked at as everywhere else: it is
// a shortcut, and loses nothing. If `x` itself is exposed, the runtime also says where and how its accesses are recorded (HotSpan of
// pass_interface.h): in the loop that is one more comparison and a store. The ranges of inner loops are compared likewise. Loops that are known to be short, when they are compiled or when they run, go without.
#pragma once

#include <llvm/ADT/MapVector.h>

#include <map>
#include <tuple>

#include "compiler/guards.h"
#include "compiler/options.h"
#include "compiler/ranges.h"
#include "compiler/runtime_calls.h"
#include "compiler/synchronisation.h"

namespace farsan::compiler {

class Spans {
 public:
  Spans(const LoopAnalyses& analyses, const Synchronisation& synchronisation, const Options& options)
      : analyses_(analyses), synchronisation_(synchronisation), few_(options.few), starts_late_(options.late_start) {}

  /// Chooses the pieces that are to be compared. Computes how often their loops run; calls nothing yet.
  void choose(llvm::MutableArrayRef<Guard> guards);
  /// Calls the runtime before the loops, and gives the guards their bounds. Splits blocks before the loops.
  void insert(llvm::MutableArrayRef<Guard> guards, RuntimeCalls& calls);

 private:
  /// Nothing in the loop marks pages, or begins an epoch.
  bool is_quiet(const llvm::Loop& loop);
  /// Nothing in the loop writes to where the pointer is loaded from.
  bool stays(const llvm::LoadInst& load, const llvm::Loop& loop);
  struct Member {
    std::size_t guard = 0;
    std::size_t piece = 0;
    const llvm::Value* pointer = nullptr;
    std::int64_t offset = 0;
    llvm::Value* multiple = nullptr;  ///< null: the distance is that of the addresses
    std::uint64_t scale = 1;
    bool constant = false;                ///< it is at the offset, always
    bool guessed = false;                 ///< the loop may change the pointer, or it is not known that it does not
    const llvm::Value* origin = nullptr;  ///< the pointer, or what is a guess of it
    llvm::Value* span = nullptr;          ///< where its HotSpan is
  };
  /// From where on around a pointer the runtime is asked.
  struct Origin {
    std::int64_t offset = 0;
    llvm::Value* base = nullptr;   ///< the pointer, or a guess of it, before the loop
    llvm::Value* clear = nullptr;  ///< bytes
  };
  using Origins = llvm::MapVector<const llvm::Value*, Origin>;
  /// Those that were computed before the loop, by bytes that are clear, scale and extent.
  using Limits = std::map<std::tuple<const llvm::Value*, std::uint64_t, std::uint64_t>, llvm::Value*>;
  /// What is asked before one loop.
  struct Questions {
    llvm::Instruction* before = nullptr;
    llvm::Value* iterations = nullptr;  ///< null: ask always
    bool nest = false;                  ///< some of the accesses are in loops inside
    llvm::SmallVector<Member, 8> members;
  };

  [[nodiscard]] std::uint64_t least(bool nest) const;
  llvm::Loop* loop_for(const Guard& guard, llvm::SmallVectorImpl<Member>& members);
  static llvm::SmallVector<llvm::Value*, 2> distances(llvm::IRBuilder<>& builder, const Piece& piece,
                                                      const Member& member, const Origin& origin);
  static const llvm::Value* distance_of(const Member& member);
  static bool can_be_apart(const Guard& guard, llvm::ArrayRef<Member> members);
  static bool is_still(const Member& member);
  static bool may_be_hot(const Guard& guard, const Member& member);
  static void make_room(llvm::IRBuilder<>& builder, Questions& questions, llvm::ArrayRef<Guard> guards);
  static void ask_for_spans(llvm::IRBuilder<>& builder, Questions& questions, const Origins& origins,
                            llvm::MutableArrayRef<Guard> guards, RuntimeCalls& calls);
  static void compare(llvm::ArrayRef<Member> members, const Origins& origins, Limits& known, llvm::IRBuilder<>& before,
                      Guard& guard);
  static Hot hot_of(llvm::IRBuilder<>& inside, llvm::Value* distance, const Piece& piece, const Member& member,
                    const Origin& origin);
  void answer(const llvm::Loop& loop, Questions& questions, llvm::MutableArrayRef<Guard> guards, RuntimeCalls& calls);

  LoopAnalyses analyses_;
  const Synchronisation& synchronisation_;
  std::uint64_t few_;
  bool starts_late_;
  llvm::MapVector<llvm::Loop*, Questions> questions_;
  llvm::DenseMap<const llvm::Loop*, bool> quiet_;
  llvm::DenseMap<std::pair<const llvm::Loop*, const llvm::LoadInst*>, bool> stay_;
};

}  // namespace farsan::compiler
