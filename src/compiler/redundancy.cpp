#include "compiler/redundancy.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>

#include <map>
#include <tuple>

namespace farsan::compiler {

using namespace llvm;

namespace {

/// Available-expressions analysis over classes of equal accesses.
class Repeats {
 public:
  Repeats(Function& function, ArrayRef<Access> accesses, const Synchronisation& synchronisation,
          const Positions& positions)
      : function_(function), accesses_(accesses), synchronisation_(synchronisation) {
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      at_[accesses[i].at].push_back(i);
      class_of_.push_back(accesses[i].pinned ? kNone : class_of(accesses[i], positions));
    }
    solve();
  }

  /// For each access: is it one?
  BitVector find() {
    BitVector repeated(static_cast<unsigned>(accesses_.size()));
    for (BasicBlock* block : ReversePostOrderTraversal(&function_)) {
      BitVector recorded = at_entry(*block);
      for (Instruction& instruction : *block) step(instruction, recorded, &repeated);
    }
    return repeated;
  }

 private:
  static constexpr unsigned kNone = ~0U;
  /// Address, kind, line, what it was inlined into, file. Classes that differ in size only cover each other.
  using Key = std::tuple<const Value*, Kind, unsigned, const DILocation*, const DIScope*>;

  unsigned class_of(const Access& access, const Positions& positions) {
    const DebugLoc position = positions.of(*access.at);
    if (!position || position.getLine() == 0) return kNone;
    const Key key{access.address, access.kind, position.getLine(), position->getInlinedAt(), position->getFile()};
    auto& sizes = classes_[key];
    const auto [found, is_new] = sizes.try_emplace(access.size, count_);
    if (is_new) {
      of_address_[access.address].push_back(count_++);
      key_of_.push_back(key);
      size_of_.push_back(access.size);
    }
    return found->second;
  }

  bool is_covered(unsigned wanted, const BitVector& recorded) {
    const auto& sizes = classes_[key_of_[wanted]];
    for (auto it = sizes.lower_bound(size_of_[wanted]); it != sizes.end(); ++it)
      if (recorded[it->second]) return true;
    return false;
  }

  void step(const Instruction& instruction, BitVector& recorded, BitVector* repeated) {
    if (synchronisation_.possible_at(instruction)) recorded.reset();
    if (const auto found = at_.find(&instruction); found != at_.end()) {
      for (const std::size_t i : found->second) {
        const unsigned own = class_of_[i];
        if (own == kNone) continue;
        if (repeated != nullptr && is_covered(own, recorded)) repeated->set(static_cast<unsigned>(i));
        // An access before a call that synchronises is its argument: it belongs to what was before.
        if (!synchronisation_.possible_at(instruction)) recorded.set(own);
      }
    }
    // A new value: what was recorded was the address of the last iteration.
    if (const auto found = of_address_.find(&instruction); found != of_address_.end())
      for (const unsigned c : found->second) recorded.reset(c);
  }

  BitVector at_entry(BasicBlock& block) const {
    if (block.isEntryBlock()) return BitVector(count_);
    BitVector all(count_, true);
    for (const BasicBlock* before : predecessors(&block)) {
      const auto known = at_end_.find(before);
      if (known != at_end_.end()) all &= known->second;
    }
    return all;
  }

  void solve() {
    const ReversePostOrderTraversal<Function*> order(&function_);
    for (bool changed = count_ != 0; changed;) {
      changed = false;
      for (BasicBlock* block : order) {
        BitVector recorded = at_entry(*block);
        for (Instruction& instruction : *block) step(instruction, recorded, nullptr);
        const auto [known, is_new] = at_end_.try_emplace(block, recorded);
        if (is_new || known->second != recorded) {
          known->second = recorded;
          changed = true;
        }
      }
    }
  }

  Function& function_;
  ArrayRef<Access> accesses_;
  const Synchronisation& synchronisation_;
  DenseMap<const Instruction*, SmallVector<std::size_t, 2>> at_;
  std::map<Key, std::map<std::uint64_t, unsigned>> classes_;
  DenseMap<const Value*, SmallVector<unsigned, 2>> of_address_;
  SmallVector<unsigned, 0> class_of_;
  SmallVector<Key, 0> key_of_;
  SmallVector<std::uint64_t, 0> size_of_;
  unsigned count_ = 0;
  DenseMap<const BasicBlock*, BitVector> at_end_;
};

}  // namespace

SmallVector<Access, 0> without_repeats(Function& function, SmallVector<Access, 0> accesses,
                                       const Synchronisation& synchronisation, const Positions& positions) {
  if (accesses.size() < 2) return accesses;
  const BitVector repeated = Repeats(function, accesses, synchronisation, positions).find();
  SmallVector<Access, 0> left;
  for (std::size_t i = 0; i < accesses.size(); ++i)
    if (!repeated[static_cast<unsigned>(i)]) left.push_back(accesses[i]);
  return left;
}

}  // namespace farsan::compiler
