#include "compiler/spans.h"

#include <llvm/Analysis/Loads.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <map>
#include <tuple>

#include "compiler/places.h"
#include "runtime/pass_interface.h"

namespace farsan::compiler {

using namespace llvm;

namespace {

/// Iterations of a loop with loops inside that are as good as one without.
constexpr std::uint64_t kNest = 8;
/// More arrays than this in one loop would be many questions.
constexpr std::size_t kMostPointers = 16;

/// The number, or 0 on the way on which nobody asked.
Value* or_nothing(IRBuilder<>& builder, Value* number, BasicBlock* asked, BasicBlock* without) {
  PHINode* either = builder.CreatePHI(builder.getInt64Ty(), 2);
  either->addIncoming(number, asked);
  either->addIncoming(builder.getInt64(0), without);
  return either;
}

/// How many multiples of `scale` can be added, none included, until `extent` bytes from there are not clear any more.
Value* limit_of(IRBuilder<>& builder, Value* clear, std::uint64_t extent, std::uint64_t scale) {
  // As one number without a choice: the optimiser would make two comparisons of it in the loop.
  Value* beyond = builder.CreateAdd(clear, builder.getInt64(scale));
  Value* rest = builder.CreateBinaryIntrinsic(Intrinsic::usub_sat, beyond, builder.getInt64(extent));
  return builder.CreateUDiv(rest, builder.getInt64(scale));
}

/// The pointer is loaded in the loop, from a place that can be looked at before it, too. What is there then is only a guess, which
/// is compared with the pointer where it counts.
bool can_be_guessed(const Value& pointer, const Loop& loop, const DominatorTree& dominators) {
  const auto* load = dyn_cast<LoadInst>(&pointer);
  if (load == nullptr || !load->isSimple() || !loop.isLoopInvariant(load->getPointerOperand())) return false;
  const Instruction* before = loop.getLoopPreheader()->getTerminator();
  return isDereferenceableAndAlignedPointer(load->getPointerOperand(), load->getType(), load->getAlign(),
                                            load->getModule()->getDataLayout(), before, nullptr, &dominators);
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

bool is_fixed(const Value& pointer, const Loop& loop, const DominatorTree& dominators) {
  return loop.isLoopInvariant(&pointer) || can_be_guessed(pointer, loop, dominators);
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

/// The outermost loop that changes none of the pointers, or in which they can be guessed. Members that even the innermost one changes are dropped.
Loop* Spans::loop_for(const Guard& guard, SmallVectorImpl<Member>& members) {
  Loop* loop = analyses_.loops.getLoopFor(guard.before->getParent());
  if (loop == nullptr || !is_quiet(*loop)) return nullptr;
  const DominatorTree& dominators = analyses_.dominators;
  erase_if(members, [&](const Member& member) { return !is_fixed(*member.pointer, *loop, dominators); });
  if (members.empty()) return nullptr;
  for (Loop* outer = loop->getParentLoop(); outer != nullptr && is_quiet(*outer); outer = outer->getParentLoop()) {
    if (!all_of(members, [&](const Member& member) { return is_fixed(*member.pointer, *outer, dominators); })) break;
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
      Member member{g, p, place.pointer, place.offset, nullptr, 1};
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
    SmallPtrSet<const Value*, 16> pointers;
    for (const Member& member : questions.members) pointers.insert(member.pointer);
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

/// How far the piece is from where its loop asked, in multiples of the scale.
SmallVector<Value*, 2> Spans::distances(IRBuilder<>& builder, const Piece& piece, const Member& member,
                                        std::int64_t origin) {
  if (member.multiple != nullptr) return {builder.CreateSExtOrTrunc(member.multiple, builder.getInt64Ty())};
  Value* base = builder.CreatePtrToInt(const_cast<Value*>(member.pointer), builder.getInt64Ty());
  base = builder.CreateAdd(base, builder.getInt64(static_cast<std::uint64_t>(origin)));
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
  return guard.in_line && RuntimeCalls::fits_hot_cells(piece) &&
         (member.multiple == nullptr || member.scale % piece.size == 0);
}

/// Asks for the hot spans of all members, where the builder is, if there is something marked at one of their pointers.
void Spans::ask_for_spans(IRBuilder<>& builder, Questions& questions, const Origins& origins,
                          MutableArrayRef<Guard> guards, RuntimeCalls& calls) {
  Value* any = nullptr;
  for (const Member& member : questions.members) {
    if (!may_be_hot(guards[member.guard], member)) continue;
    Value* marked = builder.CreateIsNull(origins.lookup(member.pointer).clear);
    any = any == nullptr ? marked : builder.CreateOr(any, marked);
  }
  if (any == nullptr) return;
  BasicBlock& entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  IRBuilder<> first(&entry, entry.getFirstInsertionPt());
  Value* room =
      first.CreateAlloca(ArrayType::get(builder.getInt64Ty(), sizeof(runtime::HotSpan) / sizeof(std::uint64_t)));
  Instruction* rest = &*builder.GetInsertPoint();
  BasicBlock* without = rest->getParent();
  MDNode* unlikely = MDBuilder(builder.getContext()).createUnlikelyBranchWeights();
  Instruction* end = SplitBlockAndInsertIfThen(any, rest->getIterator(), /*Unreachable=*/false, unlikely);
  IRBuilder<> inside(end);
  IRBuilder<> joined(rest->getParent(), rest->getParent()->begin());
  for (Member& member : questions.members) {
    Guard& guard = guards[member.guard];
    if (!may_be_hot(guard, member)) continue;
    Piece& piece = guard.pieces[member.piece];
    piece.slot = calls.make_slot();
    inside.SetCurrentDebugLocation(piece.site);
    const Origin& origin = origins.find(member.pointer)->second;
    Value* pointer = inside.CreateFreeze(origin.guess != nullptr ? origin.guess : const_cast<Value*>(member.pointer));
    Value* from = inside.CreatePtrAdd(pointer, inside.getInt64(static_cast<std::uint64_t>(member.offset)));
    const auto span = calls.span(inside, piece, from, room);
    for (std::size_t i = 0; i < span.size(); ++i)
      member.span[i] = or_nothing(joined, span[i], end->getParent(), without);
  }
  builder.SetInsertPoint(rest);
}

const Value* Spans::distance_of(const Member& member) {
  return member.multiple != nullptr ? member.multiple : member.pointer;
}

/// Pieces at the same distance are neighbours, and no guess is needed for two distances: then nothing would be compared twice.
bool Spans::can_be_apart(const Guard& guard, ArrayRef<Member> members, const Origins& origins) {
  using Distance = std::pair<const Value*, std::uint64_t>;
  SmallVector<Distance, 8> of_piece(guard.pieces.size(), Distance{nullptr, 0});
  DenseMap<const Value*, Distance> of_guess;
  for (const Member& member : members) {
    const Distance distance{distance_of(member), member.scale};
    of_piece[member.piece] = distance;
    if (origins.lookup(member.pointer).guess == nullptr) continue;
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
    const auto [origin, is_new] = origins.insert({member.pointer, {member.offset}});
    origin->second.offset = std::min(origin->second.offset, member.offset);
  }
  const auto ask = [&](IRBuilder<>& builder) {
    for (auto& [pointer, origin] : origins) {
      Value* frozen = builder.CreateFreeze(origin.guess != nullptr ? origin.guess : const_cast<Value*>(pointer));
      origin.clear = calls.clear_bytes(
          builder, builder.CreatePtrAdd(frozen, builder.getInt64(static_cast<std::uint64_t>(origin.offset))));
    }
    ask_for_spans(builder, questions, origins, guards, calls);
  };
  IRBuilder<> builder(questions.before);
  builder.SetCurrentDebugLocation(guards[questions.members.front().guard].pieces.front().site);
  for (auto& [pointer, origin] : origins) {
    if (loop.isLoopInvariant(pointer)) continue;
    const auto* load = cast<LoadInst>(pointer);
    LoadInst* look =
        builder.CreateAlignedLoad(load->getType(), const_cast<Value*>(load->getPointerOperand()), load->getAlign());
    look->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(builder.getContext(), {}));
    origin.guess = builder.CreateFreeze(look);
  }
  if (questions.iterations == nullptr) {
    ask(builder);
  } else {
    BasicBlock* without = questions.before->getParent();
    Value* many =
        builder.CreateICmpUGE(builder.CreateFreeze(questions.iterations), builder.getInt64(least(questions.nest)));
    Instruction* end = SplitBlockAndInsertIfThen(many, questions.before, /*Unreachable=*/false);
    IRBuilder<> inside(end);
    inside.SetCurrentDebugLocation(builder.getCurrentDebugLocation());
    ask(inside);
    builder.SetInsertPoint(questions.before->getParent(), questions.before->getParent()->begin());
    for (auto& [pointer, origin] : origins) origin.clear = or_nothing(builder, origin.clear, end->getParent(), without);
    for (Member& member : questions.members)
      for (Value*& number : member.span)
        if (number != nullptr) number = or_nothing(builder, number, end->getParent(), without);
    builder.SetInsertPoint(questions.before);
  }

  // One limit for all pieces of a guard that are tested together.
  struct Key {
    std::size_t guard;
    std::uint64_t scale;
    const Value* of;
    Key(const Guard& pieces, const Member& member)
        : guard(member.guard), scale(member.scale), of(pieces.apart ? distance_of(member) : nullptr) {}
    bool operator<(const Key& other) const {
      return std::tie(guard, scale, of) < std::tie(other.guard, other.scale, other.of);
    }
  };
  for (ArrayRef<Member> rest = questions.members; !rest.empty();) {
    Guard& guard = guards[rest.front().guard];
    const auto of_it = rest.take_while([&](const Member& member) { return member.guard == rest.front().guard; });
    guard.apart = guard.in_line && can_be_apart(guard, of_it, origins);
    rest = rest.drop_front(of_it.size());
  }
  std::map<Key, Value*> limits;
  for (const Member& member : questions.members) {
    const Origin& origin = origins[member.pointer];
    const Piece& piece = guards[member.guard].pieces[member.piece];
    const std::uint64_t size = piece.length != nullptr ? 1 : piece.size;  // of a range both ends are compared
    const std::uint64_t extent =
        member.multiple == nullptr ? size : static_cast<std::uint64_t>(member.offset - origin.offset) + size;
    Value*& limit = limits[Key(guards[member.guard], member)];
    Value* own = limit_of(builder, origin.clear, extent, member.scale);
    limit = limit == nullptr ? own : builder.CreateBinaryIntrinsic(Intrinsic::umin, limit, own);
  }
  for (const Member& member : questions.members) {
    Guard& guard = guards[member.guard];
    Piece& piece = guard.pieces[member.piece];
    IRBuilder<> inside(guard.before);
    Value* limit = limits[Key(guard, member)];
    const Origin& origin = origins[member.pointer];
    for (Value* distance : distances(inside, piece, member, origin.offset)) piece.bounds.push_back({distance, limit});
    if (member.span[0] != nullptr) piece.hot = hot_of(builder, inside, piece, member, origin);
    if (origin.guess != nullptr) {
      Value* pointer = inside.CreatePtrToInt(const_cast<Value*>(member.pointer), inside.getInt64Ty());
      Value* guess = inside.CreatePtrToInt(origin.guess, inside.getInt64Ty());
      piece.bounds.push_back({inside.CreateSub(pointer, guess), inside.getInt64(1)});
    }
  }
}

/// `before` the loop and `inside` it.
Hot Spans::hot_of(IRBuilder<>& before, IRBuilder<>& inside, const Piece& piece, const Member& member,
                  const Origin& origin) {
  const auto& [bytes, bias, word] = member.span;
  Value* distance = piece.bounds.front().distance;
  if (member.multiple != nullptr) return {distance, limit_of(before, bytes, piece.size, member.scale), bias, word};
  // In pieces of its size: a misaligned distance has its low bits on top and is too far away.
  Value* bits = inside.getInt64(Log2_64(piece.size));
  distance = inside.CreateSub(distance, inside.getInt64(static_cast<std::uint64_t>(member.offset - origin.offset)));
  Value* index = inside.CreateIntrinsic(Intrinsic::fshr, {inside.getInt64Ty()}, {distance, distance, bits});
  return {index, before.CreateLShr(bytes, bits), bias, word};
}

}  // namespace farsan::compiler
