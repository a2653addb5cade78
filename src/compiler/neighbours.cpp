#include "compiler/neighbours.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/IR/Module.h>

#include <map>
#include <tuple>

#include "compiler/places.h"

namespace farsan::compiler {

using namespace llvm;

namespace {

/// A piece, by its distance from the pointer that it has in common with others.
struct Member {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::size_t index = 0;  // of the access
};

/// Part of the function without a possible synchronisation, pointer, kind, line, what it was inlined into, file.
using Key = std::tuple<unsigned, Place::Family, Kind, unsigned, const DILocation*, const DIScope*>;

/// Numbers of the parts of the function that the accesses are in.
SmallVector<unsigned, 0> parts_of(Function& function, ArrayRef<Access> accesses,
                                  const Synchronisation& synchronisation) {
  SmallVector<unsigned, 0> parts;
  unsigned part = 0;
  const Access* next = accesses.begin();
  for (BasicBlock& block : function) {
    ++part;
    for (Instruction& instruction : block) {
      for (; next != accesses.end() && next->at == &instruction; ++next) parts.push_back(part);
      if (synchronisation.possible_at(instruction)) ++part;
    }
  }
  return parts;
}

class Joining {
 public:
  explicit Joining(SmallVector<Access, 0>& accesses) : accesses_(accesses), gone_(unsigned(accesses.size())) {}

  void join(SmallVector<Member, 2>& members) {
    sort(members,
         [](const Member& a, const Member& b) { return std::tie(a.begin, a.index) < std::tie(b.begin, b.index); });
    for (std::size_t first = 0; first < members.size();) {
      std::int64_t end = members[first].end;
      std::size_t last = members[first].index;
      std::size_t next = first + 1;
      for (; next < members.size() && members[next].begin <= end; ++next) {
        end = std::max(end, members[next].end);
        last = std::max(last, members[next].index);
      }
      if (next - first > 1) replace(ArrayRef(members).slice(first, next - first), end, last);
      first = next;
    }
  }

  SmallVector<Access, 0> left() {
    SmallVector<Access, 0> rest;
    for (std::size_t i = 0; i < accesses_.size(); ++i)
      if (!gone_[unsigned(i)]) rest.push_back(accesses_[i]);
    return rest;
  }

 private:
  /// The last of them, where all addresses are known, stands for all.
  void replace(ArrayRef<Member> members, std::int64_t end, std::size_t last) {
    const Access& lowest = accesses_[members.front().index];
    Access all = lowest;
    all.at = accesses_[last].at;
    all.size = static_cast<std::uint64_t>(end - members.front().begin);
    for (const Member& member : members) gone_.set(unsigned(member.index));
    accesses_[last] = all;
    gone_.reset(unsigned(last));
  }

  SmallVector<Access, 0>& accesses_;
  BitVector gone_;
};

}  // namespace

SmallVector<Access, 0> with_neighbours_joined(Function& function, SmallVector<Access, 0> accesses,
                                              const Synchronisation& synchronisation, const Positions& positions) {
  const DataLayout& layout = function.getDataLayout();
  const SmallVector<unsigned, 0> parts = parts_of(function, accesses, synchronisation);
  std::map<Key, SmallVector<Member, 2>> neighbours;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const Access& access = accesses[i];
    const DebugLoc position = positions.of(*access.at);
    if (access.pinned || !position || position.getLine() == 0) continue;
    const Place place = place_of(*access.address, layout);
    const std::int64_t begin = place.offset;
    const Key key{parts[i],           place.family(),           access.kind,
                  position.getLine(), position->getInlinedAt(), position->getFile()};
    neighbours[key].push_back({begin, begin + static_cast<std::int64_t>(access.size), i});
  }
  Joining joining(accesses);
  for (auto& [key, members] : neighbours)
    if (members.size() > 1) joining.join(members);
  return joining.left();
}

}  // namespace farsan::compiler
