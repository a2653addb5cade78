#include "compiler/spans.h"

#include <llvm/Analysis/Loads.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "compiler/page_table.h"
#include "compiler/places.h"
#include "runtime/pass_interface.h"

namespace farsan::compiler {

using namespace llvm;

namespace {

/// Iterations of a loop with loops inside that are as good as one without.
constexpr std::uint64_t kNest = 8;
/// More arrays than this in one loop would be many questions.
constexpr std::size_t kMostPointers = 16;
/// Values on the way from a pointer to a guess of it.
constexpr std::size_t kLongestWay = 16;

/// The answer, or this on the way on which nobody asked.
Value* or_else(IRBuilder<>& builder, Value* answer, BasicBlock* asked, std::uint64_t otherwise, BasicBlock* without) {
  PHINode* either = builder.CreatePHI(builder.getInt64Ty(), 2);
  either->addIncoming(answer, asked);
  either->addIncoming(builder.getInt64(otherwise), without);
  return either;
}

/// How many multiples of `scale` can be added, none included, until `extent` bytes from there are not clear any more.
Value* limit_of(IRBuilder<>& builder, Value* clear, std::uint64_t extent, std::uint64_t scale) {
  // As one number without a choice: the optimiser would make two comparisons of it in the loop.
  Value* rest = clear;
  if (extent < scale) rest = builder.CreateAdd(clear, builder.getInt64(scale - extent));
  if (extent > scale)
    rest = builder.CreateBinaryIntrinsic(Intrinsic::usub_sat, clear, builder.getInt64(extent - scale));
  return isPowerOf2_64(scale) ? builder.CreateLShr(rest, Log2_64(scale))
                              : builder.CreateUDiv(rest, builder.getInt64(scale));
}

/// The pointer is loaded in the loop, from a place that can be looked at before it, too.
bool can_be_looked_up(const LoadInst& load, const Loop& loop, const DominatorTree& dominators) {
  if (!load.isSimple() || !load.getType()->isPointerTy() || !loop.isLoopInvariant(load.getPointerOperand()))
    return false;
  const Instruction* before = loop.getLoopPreheader()->getTerminator();
  return isDereferenceableAndAlignedPointer(load.getPointerOperand(), load.getType(), load.getAlign(),
                                            load.getModule()->getDataLayout(), before, nullptr, &dominators);
}

/// What the pointer may be in the loop, or near to, as far as that can be known before it: itself, if the loop does not change it; what it
/// begins with; or a load that can be looked up. Where it counts, the pointer is compared with it: it is only a guess. Null if
/// there is none, or if the pointer follows links, which lead anywhere.
const Value* guess_of(const Value& pointer, const Loop& loop, const DominatorTree& dominators) {
  const Value* guess = nullptr;
  SmallVector<const Value*, 8> left = {&pointer};
  SmallPtrSet<const Value*, 8> seen;
  while (!left.empty()) {
    const Value* value = left.pop_back_val();
    if (!seen.insert(value).second) continue;
    if (seen.size() > kLongestWay) return nullptr;
    if (loop.isLoopInvariant(value)) {
      if (guess == nullptr && !isa<ConstantData>(value)) guess = value;
    } else if (const auto* load = dyn_cast<LoadInst>(value)) {
      if (!can_be_looked_up(*load, loop, dominators)) return nullptr;
      if (guess == nullptr) guess = load;
    } else if (const auto* phi = dyn_cast<PHINode>(value)) {
      append_range(left, phi->incoming_values());
    } else if (const auto* element = dyn_cast<GetElementPtrInst>(value)) {
      left.push_back(element->getPointerOperand());
    }
  }
  return guess;
}

/// The loop ends when a number that grows has reached something, and for no other reason.
bool counts(const Loop& loop, ScalarEvolution& evolution) {
  SmallVector<BasicBlock*, 4> exiting;
  loop.getExitingBlocks(exiting);
  return all_of(exiting, [&](const BasicBlock* block) {
    const auto* branch = dyn_cast<BranchInst>(block->getTerminator());
    const auto* comparison =
        branch != nullptr && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    return comparison != nullptr && any_of(comparison->operands(), [&](const Use& side) {
             if (!evolution.isSCEVable(side->getType())) return false;
             const auto* number = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(side.get()));
             return number != nullptr && number->getLoop() == &loop;
           });
  });
}

}  // namespace

std::uint64_t Spans::least(bool nest) const { return nest ? few_ / kNest : few_; }

bool Spans::is_quiet(const Loop& loop) {
  const auto [known, is_new] = quiet_.try_emplace(&loop, false);
  if (!is_new) return known->second;
  const bool quiet = loop.getLoopPreheader() != nullptr && all_of(loop.blocks(), [&](const BasicBlock* block) {
                       return none_of(*block, [&](const Instruction& i) { return synchronisation_.may_mark(i); });
                     });
  return quiet_[&loop] = quiet;
}

bool Spans::stays(const LoadInst& load, const Loop& loop) {
  if (!load.isSimple() || !loop.isLoopInvariant(load.getPointerOperand())) return false;
  const auto [known, is_new] = stay_.try_emplace({&loop, &load}, false);
  if (!is_new) return known->second;
  const MemoryLocation place = MemoryLocation::get(&load);
  BatchAAResults aliases(analyses_.aliases);
  const bool stays = all_of(loop.blocks(), [&](const BasicBlock* block) {
    return none_of(*block, [&](const Instruction& i) {
      return i.mayWriteToMemory() && isModSet(aliases.getModRefInfo(&i, place));
    });
  });
  return stay_[{&loop, &load}] = stays;
}

/// The outermost loop that changes none of the pointers, or in which they can be guessed. Members that even the innermost one changes are dropped.
Loop* Spans::loop_for(const Guard& guard, SmallVectorImpl<Member>& members) {
  Loop* loop = analyses_.loops.getLoopFor(guard.before->getParent());
  if (loop == nullptr || !is_quiet(*loop)) return nullptr;
  const DominatorTree& dominators = analyses_.dominators;
  erase_if(members, [&](const Member& member) { return guess_of(*member.pointer, *loop, dominators) == nullptr; });
  if (members.empty()) return nullptr;
  for (Loop* outer = loop->getParentLoop(); outer != nullptr && is_quiet(*outer); outer = outer->getParentLoop()) {
    if (!all_of(members,
                [&](const Member& member) { return guess_of(*member.pointer, *outer, dominators) != nullptr; }))
      break;
    loop = outer;
  }
  return loop;
}

void Spans::choose(MutableArrayRef<Guard> guards) {
  for (std::size_t g = 0; g < guards.size(); ++g) {
    Guard& guard = guards[g];
    if (!analyses_.dominators.isReachableFromEntry(guard.before->getParent())) continue;
    const DataLayout& layout = guard.before->getModule()->getDataLayout();
    SmallVector<Member, 8> members;
    for (std::size_t p = 0; p < guard.pieces.size(); ++p) {
      const Place place = place_of(*guard.pieces[p].address, layout);
      Member member{g, p, place.pointer, place.offset};
      member.constant = guard.pieces[p].length == nullptr && place.multiples.empty();
      if (guard.pieces[p].length == nullptr && place.multiples.size() == 1 && place.multiples.front().second > 0 &&
          place.multiples.front().first->getType()->getIntegerBitWidth() <= 64) {
        member.multiple = const_cast<Value*>(place.multiples.front().first);
        member.scale = static_cast<std::uint64_t>(place.multiples.front().second);
      }
      members.push_back(member);
    }
    Loop* loop = loop_for(guard, members);
    if (loop == nullptr) continue;
    Questions& questions = questions_[loop];
    questions.nest |= analyses_.loops.getLoopFor(guard.before->getParent()) != loop ||
                      any_of(guard.pieces, [](const Piece& piece) { return piece.length != nullptr; });
    append_range(questions.members, members);
  }
  if (questions_.empty()) return;
  SCEVExpander expander(analyses_.evolution, guards.front().before->getModule()->getDataLayout(), "farsan");
  Type* number = Type::getInt64Ty(guards.front().before->getContext());
  questions_.remove_if([&](auto& entry) {
    auto& [loop, questions] = entry;
    questions.before = loop->getLoopPreheader()->getTerminator();
    DenseMap<const Value*, const Value*> loaded_from;  // one question for all loads of a pointer
    SmallPtrSet<const Value*, 16> pointers;
    for (Member& member : questions.members) {
      member.origin = guess_of(*member.pointer, *loop, analyses_.dominators);
      if (const auto* load = dyn_cast<LoadInst>(member.origin); load != nullptr && !loop->isLoopInvariant(load))
        member.origin = loaded_from.try_emplace(load->getPointerOperand(), load).first->second;
      const auto* loaded = dyn_cast<LoadInst>(member.pointer);
      member.guessed = !loop->isLoopInvariant(member.pointer) && (loaded == nullptr || !stays(*loaded, *loop));
      if (member.guessed && !isa<LoadInst>(member.pointer)) {  // it is not what was guessed for long
        member.multiple = nullptr;
        member.scale = 1;
      }
      pointers.insert(member.origin);
    }
    if (pointers.size() > kMostPointers) return true;
    const SCEV* taken = analyses_.evolution.getBackedgeTakenCount(loop);
    const bool known = !isa<SCEVCouldNotCompute>(taken) &&
                       analyses_.evolution.getTypeSizeInBits(taken->getType()) <= 64 &&
                       expander.isSafeToExpandAt(taken, questions.before);
    // Nobody knows how short a search is.
    if (!known) return !questions.nest && !counts(*loop, analyses_.evolution);
    if (const auto* constant = dyn_cast<SCEVConstant>(taken)) return constant->getAPInt().ult(least(questions.nest));
    taken = analyses_.evolution.getNoopOrZeroExtend(taken, number);
    questions.iterations = expander.expandCodeFor(taken, number, questions.before);
    return false;
  });
}

/// How far the piece is from where its loop asked, in multiples of the scale; without its offset if that is all.
SmallVector<Value*, 2> Spans::distances(IRBuilder<>& builder, const Piece& piece, const Member& member,
                                        const Origin& origin) {
  if (member.multiple != nullptr) return {builder.CreateSExtOrTrunc(member.multiple, builder.getInt64Ty())};
  if (is_still(member)) return {builder.getInt64(0)};
  // From the guess, if there is one: a pointer that has moved a little since, as the end of a vector does, is as good.
  Value* base = builder.CreatePtrToInt(origin.base, builder.getInt64Ty());
  if (member.constant) {
    Value* pointer = builder.CreatePtrToInt(const_cast<Value*>(member.pointer), builder.getInt64Ty());
    return {builder.CreateSub(pointer, base)};
  }
  base = builder.CreateAdd(base, builder.getInt64(static_cast<std::uint64_t>(origin.offset)));
  if (piece.length == nullptr)
    return {builder.CreateSub(builder.CreatePtrToInt(piece.address, builder.getInt64Ty()), base)};
  const auto [begin, last] = ends_of(builder, piece);
  return {builder.CreateSub(begin, base), builder.CreateSub(last, base)};
}

void Spans::insert(MutableArrayRef<Guard> guards, RuntimeCalls& calls) {
  for (auto& [loop, questions] : questions_) answer(*loop, questions, guards, calls);
}

/// Pieces that are recorded where they are, if their arrays turn out to be exposed: then they are at multiples of their size from an
/// address that the runtime looks at, or the distance is known in bytes.
bool Spans::may_be_hot(const Guard& guard, const Member& member) {
  const Piece& piece = guard.pieces[member.piece];
  return guard.may_be_hot && RuntimeCalls::fits_hot_cells(piece) &&
         (member.multiple == nullptr || member.scale % piece.size == 0);
}

/// Each time the loop is entered nothing is known at first.
void Spans::make_room(IRBuilder<>& builder, Questions& questions, ArrayRef<Guard> guards) {
  BasicBlock& entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  IRBuilder<> first(&entry, entry.getFirstInsertionPt());
  Type* span = ArrayType::get(builder.getInt64Ty(), sizeof(runtime::HotSpan) / sizeof(std::uint64_t));
  for (Member& member : questions.members) {
    if (!may_be_hot(guards[member.guard], member)) continue;
    member.span = first.CreateAlloca(span);
    builder.CreateStore(builder.getInt64(0),
                        builder.CreatePtrAdd(member.span, builder.getInt64(offsetof(runtime::HotSpan, bytes))));
  }
}

/// Asks for the hot spans of all members, where the builder is, if there is something marked at one of their pointers.
void Spans::ask_for_spans(IRBuilder<>& builder, Questions& questions, const Origins& origins,
                          MutableArrayRef<Guard> guards, RuntimeCalls& calls) {
  Value* any = nullptr;
  for (const Member& member : questions.members) {
    if (member.span == nullptr) continue;
    Value* marked = builder.CreateIsNull(origins.lookup(member.origin).clear);
    any = any == nullptr ? marked : builder.CreateOr(any, marked);
  }
  if (any == nullptr) return;
  Instruction* rest = &*builder.GetInsertPoint();
  MDNode* unlikely = MDBuilder(builder.getContext()).createUnlikelyBranchWeights();
  IRBuilder<> inside(SplitBlockAndInsertIfThen(any, rest->getIterator(), /*Unreachable=*/false, unlikely));
  for (const Member& member : questions.members) {
    if (member.span == nullptr) continue;
    Piece& piece = guards[member.guard].pieces[member.piece];
    piece.slot = calls.make_slot();
    inside.SetCurrentDebugLocation(piece.site);
    const Origin& origin = origins.find(member.origin)->second;
    Value* from = inside.CreatePtrAdd(origin.base, inside.getInt64(static_cast<std::uint64_t>(member.offset)));
    Value* bytes = calls.span(inside, piece, from, member.span);
    Value* limit = member.multiple != nullptr ? limit_of(inside, bytes, piece.size, member.scale)
                                              : inside.CreateLShr(bytes, Log2_64(piece.size));
    inside.CreateStore(limit, inside.CreatePtrAdd(member.span, inside.getInt64(offsetof(runtime::HotSpan, bytes))));
  }
  builder.SetInsertPoint(rest);
}

bool Spans::is_still(const Member& member) { return member.constant && !member.guessed; }

const Value* Spans::distance_of(const Member& member) {
  return member.multiple != nullptr ? member.multiple : member.pointer;
}

/// Pieces at the same distance are neighbours, and no guess is needed for two distances: then nothing would be compared twice.
bool Spans::can_be_apart(const Guard& guard, ArrayRef<Member> members) {
  using Distance = std::pair<const Value*, std::uint64_t>;
  SmallVector<Distance, 8> of_piece(guard.pieces.size(), Distance{nullptr, 0});
  DenseMap<const Value*, Distance> of_guess;
  for (const Member& member : members) {
    const Distance distance{distance_of(member), member.scale};
    of_piece[member.piece] = distance;
    if (!member.guessed || member.multiple == nullptr) continue;
    if (of_guess.try_emplace(member.pointer, distance).first->second != distance) return false;
  }
  SmallVector<Distance, 8> seen;
  for (const Distance& distance : of_piece) {
    if (!seen.empty() && seen.back() == distance) continue;
    if (is_contained(seen, distance)) return false;
    seen.push_back(distance);
  }
  return true;
}

void Spans::answer(const Loop& loop, Questions& questions, MutableArrayRef<Guard> guards, RuntimeCalls& calls) {
  Origins origins;
  for (const Member& member : questions.members) {
    const auto [origin, is_new] = origins.insert({member.origin, {member.offset}});
    origin->second.offset = std::min(origin->second.offset, member.offset);
  }
  const auto ask = [&](IRBuilder<>& builder) {
    for (auto& [pointer, origin] : origins) {
      origin.clear = calls.clear_bytes(
          builder, builder.CreatePtrAdd(origin.base, builder.getInt64(static_cast<std::uint64_t>(origin.offset))));
    }
    ask_for_spans(builder, questions, origins, guards, calls);
  };
  // Where the condition holds; on the other way so many bytes are clear. The builder goes on behind.
  const auto ask_if = [&](IRBuilder<>& builder, Value* condition, std::uint64_t otherwise, const auto& how) {
    Instruction* rest = &*builder.GetInsertPoint();
    BasicBlock* without = rest->getParent();
    Instruction* end = SplitBlockAndInsertIfThen(condition, rest->getIterator(), /*Unreachable=*/false);
    IRBuilder<> inside(end);
    inside.SetCurrentDebugLocation(builder.getCurrentDebugLocation());
    how(inside);
    builder.SetInsertPoint(rest->getParent(), rest->getParent()->begin());
    for (auto& [pointer, origin] : origins)
      origin.clear = or_else(builder, origin.clear, end->getParent(), otherwise, without);
    builder.SetInsertPoint(rest);
  };
  const auto ask_when_started = [&](IRBuilder<>& builder) {
    if (!starts_late_) return ask(builder);
    Value* started = builder.CreateIsNotNull(has_started(builder, page_table(builder)));
    ask_if(builder, started, runtime::kMostClear, ask);
  };
  IRBuilder<> builder(questions.before);
  builder.SetCurrentDebugLocation(guards[questions.members.front().guard].pieces.front().site);
  for (auto& [pointer, origin] : origins) {
    auto* base = const_cast<Value*>(pointer);
    if (const auto* load = dyn_cast<LoadInst>(pointer); load != nullptr && !loop.isLoopInvariant(load)) {
      LoadInst* look =
          builder.CreateAlignedLoad(load->getType(), const_cast<Value*>(load->getPointerOperand()), load->getAlign());
      look->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(builder.getContext(), {}));
      base = look;
    }
    origin.base = builder.CreateFreeze(base);
  }
  make_room(builder, questions, guards);
  if (questions.iterations == nullptr) {
    ask_when_started(builder);
  } else {
    Value* many =
        builder.CreateICmpUGE(builder.CreateFreeze(questions.iterations), builder.getInt64(least(questions.nest)));
    ask_if(builder, many, 0, ask_when_started);
  }

  Limits limits;
  for (ArrayRef<Member> rest = questions.members; !rest.empty();) {
    Guard& guard = guards[rest.front().guard];
    const auto of_it = rest.take_while([&](const Member& member) { return member.guard == rest.front().guard; });
    guard.apart = guard.in_line && can_be_apart(guard, of_it);
    compare(of_it, origins, limits, builder, guard);
    rest = rest.drop_front(of_it.size());
  }
}

/// Gives the pieces of a guard their bounds: one for all that are at the same distance.
void Spans::compare(ArrayRef<Member> members, const Origins& origins, Limits& known, IRBuilder<>& before,
                    Guard& guard) {
  using Key = std::pair<std::uint64_t, const Value*>;
  const auto key_of = [&](const Member& member) {
    if (guard.apart) return Key{member.scale, distance_of(member)};
    if (is_still(member)) return Key{0, nullptr};
    return Key{member.multiple != nullptr ? 0 : 1, distance_of(member)};
  };
  // The largest, by what is clear and by scale. (In the order of the program: pointers have none.)
  MapVector<Key, MapVector<std::pair<Value*, std::uint64_t>, std::uint64_t>> extents;
  for (const Member& member : members) {
    const Origin& origin = origins.find(member.origin)->second;
    const Piece& piece = guard.pieces[member.piece];
    const std::uint64_t size = piece.length != nullptr ? 1 : piece.size;  // of a range both ends are compared
    const bool without_offset = member.multiple != nullptr || member.constant;
    const std::uint64_t extent =
        without_offset ? static_cast<std::uint64_t>(member.offset - origin.offset) + size : size;
    std::uint64_t& largest = extents[key_of(member)][{origin.clear, member.scale}];
    largest = std::max(largest, extent);
  }
  std::map<Key, Value*> limits;
  for (const auto& [key, list] : extents) {
    Value*& limit = limits[key];
    for (const auto& [clear_and_scale, extent] : list) {
      const auto& [clear, scale] = clear_and_scale;
      Value*& own = known[{clear, scale, extent}];
      if (own == nullptr) own = limit_of(before, clear, extent, scale);
      limit = limit == nullptr ? own : before.CreateBinaryIntrinsic(Intrinsic::umin, limit, own);
    }
  }
  // What does not move needs no comparison in the loop where something else does: if it is marked, nothing is near enough.
  const Member* moving = guard.apart ? nullptr : find_if(members, std::not_fn(is_still));
  if (moving == members.end()) moving = nullptr;
  if (const auto still = limits.find(Key{0, nullptr}); moving != nullptr && still != limits.end()) {
    Value*& limit = limits[key_of(*moving)];
    limit = before.CreateSelect(before.CreateIsNull(still->second), before.getInt64(0), limit);
  }
  IRBuilder<> inside(guard.before);
  std::map<const Value*, SmallVector<Value*, 2>> from_guess;  // the same for all loads of one pointer
  const auto distances_of = [&](const Member& member) {
    const Origin& origin = origins.find(member.origin)->second;
    if (!member.constant) return distances(inside, guard.pieces[member.piece], member, origin);
    auto& distance = from_guess[member.pointer];
    if (distance.empty()) distance = distances(inside, guard.pieces[member.piece], member, origin);
    return distance;
  };
  for (const Member& member : members) {
    Piece& piece = guard.pieces[member.piece];
    const Origin& origin = origins.find(member.origin)->second;
    const SmallVector<Value*, 2> own = distances_of(member);
    const Member& compared = moving != nullptr && is_still(member) ? *moving : member;
    Value* limit = limits[key_of(compared)];
    for (Value* distance : distances_of(compared)) piece.bounds.push_back({distance, limit});
    if (member.span != nullptr) piece.hot = hot_of(inside, own.front(), piece, member, origin);
    if (member.guessed && member.multiple != nullptr) {
      Value* pointer = inside.CreatePtrToInt(const_cast<Value*>(member.pointer), inside.getInt64Ty());
      Value* guess = inside.CreatePtrToInt(origin.base, inside.getInt64Ty());
      piece.bounds.push_back({inside.CreateSub(pointer, guess), inside.getInt64(1)});
    }
  }
}

Hot Spans::hot_of(IRBuilder<>& inside, Value* distance, const Piece& piece, const Member& member,
                  const Origin& origin) {
  if (member.multiple != nullptr) return {distance, member.span};
  // In pieces of its size: a misaligned distance has its low bits on top and is too far away.
  Value* bits = inside.getInt64(Log2_64(piece.size));
  if (!member.constant)
    distance = inside.CreateSub(distance, inside.getInt64(static_cast<std::uint64_t>(member.offset - origin.offset)));
  return {inside.CreateIntrinsic(Intrinsic::fshr, {inside.getInt64Ty()}, {distance, distance, bits}), member.span};
}

}  // namespace farsan::compiler
