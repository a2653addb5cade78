#include "compiler/points_to.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <deque>

#include "compiler/callees.h"
#include "compiler/function_sets.h"
#include "compiler/intrinsics.h"
#include "compiler/object_graph.h"

namespace farsan::compiler {

using namespace llvm;

namespace {

constexpr char kPrivateLoad[] = "farsan.private.load";
constexpr char kPrivateStore[] = "farsan.private.store";

/// Who may call functions that other modules see?
enum class Callers : std::uint8_t {
  Everybody,  ///< with any pointers
  /// Other modules do, too, but functions that keep nothing in the module's own variables are looked at as this module calls them
  ThisModule,
};

/// Nobody but direct calls in this module can come to it, as far as this module is concerned.
bool is_only_called(const Function& function) {
  return all_of(function.uses(), [&](const Use& use) {
    const auto* call = dyn_cast<CallBase>(use.getUser());
    return call != nullptr && call->isCallee(&use) && call->getFunctionType() == function.getFunctionType();
  });
}

/// The functions for which it makes no difference to the module's own objects that others call them, too: neither they nor what
/// they call use variables that only this module has.
SmallPtrSet<const Function*, 16> functions_without_memory(const Module& module) {
  SmallPtrSet<const Function*, 16> found;
  for (const Function& function : module)
    if (!function.isDeclaration() && !function.isInterposable() && is_only_called(function) &&
        function.getName() != "main")
      found.insert(&function);
  const auto remembers = [](const Constant& constant, auto& self) -> bool {
    if (const auto* global = dyn_cast<GlobalVariable>(&constant)) {
      if (!global->hasLocalLinkage()) return false;
      return !global->isConstant() || !global->hasInitializer() || !isa<ConstantData>(global->getInitializer());
    }
    if (isa<GlobalValue>(constant)) return isa<GlobalAlias>(constant);
    return any_of(constant.operands(), [&](const Use& use) {
      const auto* operand = dyn_cast<Constant>(use.get());
      return operand != nullptr && self(*operand, self);
    });
  };
  drop_until_all_fit(found, [&](const Instruction& instruction) {
    if (const auto* call = dyn_cast<CallBase>(&instruction)) {
      const Function* callee = call->getCalledFunction();
      if (callee != nullptr && !callee->isDeclaration() && !found.contains(callee)) return true;
    }
    return any_of(instruction.operands(), [&](const Use& use) {
      const auto* constant = dyn_cast<Constant>(use.get());
      return constant != nullptr && remembers(*constant, remembers);
    });
  });
  return found;
}

/// The functions that run when one of these does, as far as the module knows them.
SmallPtrSet<const Function*, 16> reached_from(const SmallPtrSet<const Function*, 16>& first) {
  SmallPtrSet<const Function*, 16> reached(first.begin(), first.end());
  SmallVector<const Function*, 16> waiting(first.begin(), first.end());
  while (!waiting.empty()) {
    for (const Instruction& instruction : instructions(*waiting.pop_back_val()))
      if (const auto* call = dyn_cast<CallBase>(&instruction))
        if (const Function* callee = call->getCalledFunction(); callee != nullptr && !callee->isDeclaration())
          if (reached.insert(callee).second) waiting.push_back(callee);
  }
  return reached;
}

/// A function as one chain of calls comes to it: what its values point to then. Containers of one type share their functions, and would be
/// one if what these are given were one.
struct Run {
  const Function* function = nullptr;
  Run* caller = nullptr;  ///< null: whoever calls it, all of them together
  DenseMap<const Value*, Cell> values;
  DenseMap<const Value*, Cell> objects;
  MaybeCell result;
  DenseMap<const CallBase*, Run*> calls;
  SmallPtrSet<const Value*, 4> addresses;  ///< differences that are addresses after all
};

/// Functions may be looked at for each of their callers anew until that makes the module so many times as large, or this large. From then
/// on all that call a function are one.
constexpr std::size_t kMostCopies = 4;
constexpr std::size_t kSmallModule = 20'000;

class Analysis {
 public:
  Analysis(const Module& module, Callers callers, const SmallPtrSet<const Function*, 16>& without_memory)
      : layout_(module.getDataLayout()) {
    for (const GlobalVariable& global : module.globals()) globals_[&global] = cell_of_variable(global);
    for (const GlobalVariable& global : module.globals())
      if (global.hasInitializer()) take_initializer(*global.getInitializer(), globals_[&global], 0);
    for (const GlobalAlias& alias : module.aliases()) leave(alias.getAliasee());
    for (const GlobalIFunc& ifunc : module.ifuncs()) leave(ifunc.getResolver());
    room_ = std::max<std::size_t>(kSmallModule, kMostCopies * module.getInstructionCount());
    for (const Function& function : module) {
      if (!is_known(function)) continue;
      const bool only_here =
          function.hasLocalLinkage() || (callers == Callers::ThisModule && without_memory.contains(&function));
      if (only_here && is_only_called(function) && !function.isVarArg()) continue;
      at_ = &run_for_all(function);
      for (const Argument& argument : function.args()) leave(&argument);
      leave_results_.insert(&function);
    }
    take_all([&](const Instruction& instruction) { take(instruction); });
    tell_differences();
    take_all([&](const Instruction& instruction) {
      take(instruction);
      if (const auto* element = dyn_cast<GetElementPtrInst>(&instruction)) take_indices(*element);
      if (const auto* call = dyn_cast<IntrinsicInst>(&instruction)) take_indices(*call);
    });
  }

  /// Whoever calls the instruction's function.
  bool is_private(const Instruction& instruction, const Value& address) {
    const auto known = runs_of_.find(instruction.getFunction());
    if (known == runs_of_.end()) return false;
    return all_of(known->second, [&](Run* run) {
      at_ = run;
      const MaybeCell cell = cell_of(&address);
      return cell && graph_.is_private(*cell);
    });
  }

  static bool is_known(const Function& function) {
    return !function.isDeclaration() && !function.hasAvailableExternallyLinkage() &&
           !function.hasFnAttribute(Attribute::Naked);  // nobody sees what its assembly does with its arguments
  }

 private:
  /// All instructions, until that changes nothing any more.
  void take_all(function_ref<void(const Instruction&)> take_one) {
    do {
      for (std::size_t i = 0; i < runs_.size(); ++i) {  // calls bring more of them
        at_ = &runs_[i];
        for (const Instruction& instruction : instructions(*at_->function)) take_one(instruction);
      }
    } while (graph_.changed());
  }

  // --- Runs.

  Run& add_run(const Function& function, Run* caller) {
    Run& run = runs_.emplace_back();
    run.function = &function;
    run.caller = caller;
    runs_of_[&function].push_back(&run);
    return run;
  }

  Run& run_for_all(const Function& function) {
    Run*& run = for_all_[&function];
    if (run == nullptr) run = &add_run(function, nullptr);
    return *run;
  }

  Run& run_of_call(const CallBase& call, const Function& callee) {
    Run*& run = at_->calls[&call];
    if (run == nullptr) run = &new_run(callee);
    return *run;
  }

  Run& new_run(const Function& callee) {
    for (Run* run = at_; run != nullptr; run = run->caller)
      if (run->function == &callee) return *run;  // it calls itself
    const std::size_t size = callee.getInstructionCount();
    if (size > room_) return run_for_all(callee);
    room_ -= size;
    return add_run(callee, at_);
  }

  // --- Values.

  MaybeCell cell_in(Run& run, const Value* value) {
    Run* const here = std::exchange(at_, &run);
    const MaybeCell cell = cell_of(value);
    at_ = here;
    return cell;
  }

  MaybeCell cell_of(const Value* value) {
    if (const auto* constant = dyn_cast<Constant>(value)) return cell_of_constant(*constant);
    if (isa<MetadataAsValue, BasicBlock, InlineAsm>(value) || value->getType()->isVoidTy()) return std::nullopt;
    if (makes_something_new(*value) && !at_->addresses.contains(value)) return std::nullopt;
    const auto [known, is_new] = at_->values.try_emplace(value);
    if (is_new) known->second = graph_.fresh(false);
    return known->second;
  }

  static bool makes_something_new(const Value& value) {
    if (isa<CmpInst>(value) || value.getType()->isIntOrIntVectorTy(1)) return true;
    if (isa<FPToSIInst, FPToUIInst, SIToFPInst, UIToFPInst, FPExtInst, FPTruncInst, UnaryOperator>(value)) return true;
    if (const auto* operation = dyn_cast<BinaryOperator>(&value))
      return operation->getType()->isFPOrFPVectorTy() || is_difference(*operation);
    if (const auto* call = dyn_cast<IntrinsicInst>(&value))
      return call->getType()->isFPOrFPVectorTy() && forms_of(*call).empty();
    return false;
  }

  static bool is_difference(const BinaryOperator& operation) {
    return operation.getOpcode() == Instruction::Sub && isa<PtrToIntOperator>(operation.getOperand(0)) &&
           isa<PtrToIntOperator>(operation.getOperand(1));
  }

  MaybeCell cell_of_constant(const Constant& constant) {
    if (isa<ConstantData>(constant)) return std::nullopt;
    if (isa<GlobalVariable>(constant)) return globals_.lookup(&cast<GlobalVariable>(constant));
    if (isa<GlobalValue>(constant)) return ObjectGraph::outside();
    if (const auto* element = dyn_cast<GEPOperator>(&constant)) {
      for (const Use& index : element->indices()) leave(index.get());
      return moved(*element);
    }
    const auto* expression = dyn_cast<ConstantExpr>(&constant);
    if (expression != nullptr && expression->isCast() && expression->getOpcode() != Instruction::IntToPtr)
      return cell_of_constant(*expression->getOperand(0));
    if (isa<ConstantAggregate>(constant)) {
      MaybeCell all;
      for (const Use& use : constant.operands()) {
        const MaybeCell part = cell_of(use.get());
        if (all && part) graph_.unify(*all, *part);
        if (part) all = part;
      }
      return all;
    }
    for (const Use& use : constant.operands()) leave(use.get());
    return ObjectGraph::outside();
  }

  MaybeCell moved(const GEPOperator& element) {
    const MaybeCell base = cell_of(element.getPointerOperand());
    if (!base) return std::nullopt;
    APInt offset(layout_.getIndexTypeSizeInBits(element.getPointerOperandType()), 0);
    if (!element.getType()->isVectorTy() && element.accumulateConstantOffset(layout_, offset))
      return graph_.moved(*base, offset.getSExtValue());
    if (const auto place = element.getType()->isVectorTy() ? std::nullopt : in_array(element)) {
      const Cell first = graph_.moved(*base, place->array);
      graph_.declare_array(first, place->bytes, place->element);
      return graph_.moved(first, place->behind);
    }
    graph_.collapse(*base);
    return base;
  }

  /// An element of an array, or a part of it, at a computed index of an array of known size.
  struct InArray {
    std::int64_t array = 0;  // behind what the pointer points to
    std::int64_t bytes = 0;
    std::int64_t element = 0;
    std::int64_t behind = 0;  // the beginning of the element
  };
  std::optional<InArray> in_array(const GEPOperator& element) const {
    std::optional<InArray> place;
    std::int64_t offset = 0;
    const Type* within = nullptr;  // what the index is one of
    for (auto index = gep_type_begin(element), end = gep_type_end(element); index != end; ++index) {
      const Type* const indexed = std::exchange(within, index.getIndexedType());
      const auto* number = dyn_cast<ConstantInt>(index.getOperand());
      if (StructType* type = index.getStructTypeOrNull()) {
        if (number == nullptr) return std::nullopt;
        const auto field = static_cast<unsigned>(number->getZExtValue());
        offset += static_cast<std::int64_t>(layout_.getStructLayout(type)->getElementOffset(field).getFixedValue());
        continue;
      }
      const TypeSize size = index.getSequentialElementStride(layout_);
      if (size.isScalable()) return std::nullopt;
      const auto step = static_cast<std::int64_t>(size.getFixedValue());
      if (number != nullptr) {
        offset += number->getSExtValue() * step;
        continue;
      }
      // One of one element, or of none, is as long as it likes.
      const auto* array = dyn_cast_or_null<ArrayType>(indexed);
      if (place || array == nullptr || array->getNumElements() < 2) return std::nullopt;
      place = InArray{offset, static_cast<std::int64_t>(array->getNumElements()) * step, step};
      offset = 0;
    }
    if (place) place->behind = offset;
    return place;
  }

  void leave(const Value* value) {
    if (const MaybeCell cell = cell_of(value)) graph_.unify(*cell, ObjectGraph::outside());
  }
  void flow(const Value* from, const Value* to) {
    const MaybeCell a = cell_of(from);
    const MaybeCell b = cell_of(to);
    if (a && b) graph_.unify(*a, *b);
  }
  /// As `flow`, for what computes with addresses as numbers.
  void compute(const Value* from, const Value* to) {
    flow(from, to);
    if (const MaybeCell cell = cell_of(from)) graph_.collapse(*cell);
  }

  // --- Global variables.

  Cell cell_of_variable(const GlobalVariable& global) {
    const bool own = global.hasLocalLinkage() && global.hasInitializer() && !global.hasSection() &&
                     !global.hasImplicitSection() && !global.isExternallyInitialized();
    return own ? graph_.fresh(true) : ObjectGraph::outside();
  }
  void take_initializer(const Constant& constant, Cell variable, std::int64_t offset) {
    if (isa<ConstantData>(constant)) return;
    if (!isa<ConstantAggregate>(constant)) {
      const MaybeCell pointee = cell_of_constant(constant);
      const std::uint64_t size = layout_.getTypeStoreSize(constant.getType()).getFixedValue();
      if (pointee) graph_.unify(graph_.content({variable.node, variable.offset + offset}, size), *pointee);
      return;
    }
    const auto* layout =
        isa<StructType>(constant.getType()) ? layout_.getStructLayout(cast<StructType>(constant.getType())) : nullptr;
    for (unsigned i = 0; i < constant.getNumOperands(); ++i) {
      const auto* part = cast<Constant>(constant.getOperand(i));
      const std::uint64_t at = layout != nullptr ? layout->getElementOffset(i).getFixedValue()
                                                 : i * layout_.getTypeAllocSize(part->getType()).getFixedValue();
      take_initializer(*part, variable, offset + static_cast<std::int64_t>(at));
    }
  }

  // --- Instructions.

  std::uint64_t size_of(Type* type) const {
    const TypeSize size = layout_.getTypeStoreSize(type);
    return size.isScalable() ? ~std::uint64_t{0} : size.getFixedValue();
  }

  void take(const Instruction& instruction) {
    if (isa<AllocaInst>(instruction)) return own_object(instruction);
    if (const auto* load = dyn_cast<LoadInst>(&instruction)) return read(*load->getPointerOperand(), instruction);
    if (const auto* store = dyn_cast<StoreInst>(&instruction))
      return write(*store->getPointerOperand(), *store->getValueOperand());
    if (const auto* update = dyn_cast<AtomicRMWInst>(&instruction)) return take_update(*update);
    if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      write(*exchange->getPointerOperand(), *exchange->getNewValOperand());
      return read(*exchange->getPointerOperand(), instruction);
    }
    if (const auto* element = dyn_cast<GetElementPtrInst>(&instruction)) {
      const MaybeCell place = moved(cast<GEPOperator>(*element));
      if (place) return graph_.unify(*cell_of(element), *place);
      // From address 0 on: a number that became a pointer.
      for (const Use& use : element->indices()) leave(use.get());
      return leave(element);
    }
    if (const auto* call = dyn_cast<CallBase>(&instruction)) return take_call(*call);
    if (const auto* result = dyn_cast<ReturnInst>(&instruction)) return take_return(*result);
    if (isa<IntToPtrInst>(instruction)) {
      if (!cell_of(instruction.getOperand(0))) return leave(&instruction);
      return compute(instruction.getOperand(0), &instruction);
    }
    if (const auto* operation = dyn_cast<BinaryOperator>(&instruction)) return take_operation(*operation);
    if (isa<CastInst, PHINode, SelectInst, FreezeInst, ExtractValueInst, InsertValueInst, ExtractElementInst,
            InsertElementInst, ShuffleVectorInst>(instruction)) {
      for (const Use& use : instruction.operands()) flow(use.get(), &instruction);
      return;
    }
    if (isa<CmpInst, BranchInst, SwitchInst, UnreachableInst, FenceInst, UnaryOperator>(instruction)) return;
    for (const Use& use : instruction.operands()) leave(use.get());
    leave(&instruction);
  }

  void own_object(const Value& value) {
    const auto [known, is_new] = at_->objects.try_emplace(&value);
    if (is_new) known->second = graph_.fresh(true);
    if (const MaybeCell cell = cell_of(&value)) graph_.unify(*cell, known->second);
  }

  void read(const Value& address, const Value& result) {
    const MaybeCell at = cell_of(&address);
    const MaybeCell into = cell_of(&result);
    if (!into) return;
    if (!at) return leave(&result);
    graph_.unify(graph_.content(*at, size_of(result.getType())), *into);
  }
  void write(const Value& address, const Value& value) {
    const MaybeCell at = cell_of(&address);
    const MaybeCell what = cell_of(&value);
    if (!what) return;
    // To an address that is a number: anywhere.
    if (!at) return leave(&value);
    graph_.unify(graph_.content(*at, size_of(value.getType())), *what);
  }

  void take_update(const AtomicRMWInst& update) {
    write(*update.getPointerOperand(), *update.getValOperand());
    read(*update.getPointerOperand(), update);
    if (update.getOperation() == AtomicRMWInst::Xchg) return;
    // A pointer that is there goes on to another place of what it points to.
    if (const MaybeCell at = cell_of(update.getPointerOperand()))
      graph_.collapse(graph_.content(*at, size_of(update.getValOperand()->getType())));
  }

  void take_operation(const BinaryOperator& operation) {
    if (operation.getType()->isFPOrFPVectorTy()) return;
    if (is_difference(operation) && !at_->addresses.contains(&operation)) {
      if (are_told_) compute(operation.getOperand(0), operation.getOperand(1));
      return;
    }
    for (const Use& use : operation.operands()) compute(use.get(), &operation);
  }

  /// The difference of two pointers is a number, and merges the two: to get from one to the other by it, one has to begin at one of them.
  /// Unless one points to nothing, as MPI_BOTTOM does: then it is the address of the other.
  void tell_differences() {
    for (Run& run : runs_) {
      at_ = &run;
      for (const Instruction& instruction : instructions(*run.function)) {
        const auto* operation = dyn_cast<BinaryOperator>(&instruction);
        if (operation == nullptr || !is_difference(*operation)) continue;
        const auto is_something = [&](const Value* side) {
          const MaybeCell cell = cell_of(side);
          return cell && graph_.is_something(*cell);
        };
        if (is_something(operation->getOperand(0)) != is_something(operation->getOperand(1)))
          run.addresses.insert(operation);
      }
    }
    are_told_ = true;
  }

  /// An index may be the address, and what it is an index of a number. It counts where the number has come from objects of this module:
  /// when all is known, since before that all indices would be one with all that they are used for.
  void take_indices(const GetElementPtrInst& element) {
    for (const Use& index : element.indices())
      if (const MaybeCell cell = cell_of(index.get()); cell && graph_.is_private(*cell)) compute(index.get(), &element);
  }

  void take_return(const ReturnInst& result) {
    const Value* value = result.getReturnValue();
    if (value == nullptr) return;
    const Function* function = result.getFunction();
    if (at_->caller == nullptr && leave_results_.contains(function)) leave(value);
    if (const MaybeCell cell = cell_of(value)) graph_.unify(*cell, result_of(*at_));
  }

  // --- Calls.

  void take_call(const CallBase& call) {
    if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) return take_intrinsic(*intrinsic);
    const Function* callee = call.getCalledFunction();
    if (callee == nullptr || callee->isInterposable() || callee->isVarArg()) {
      if (callee != nullptr && callee->isDeclaration())
        if (const auto effects = effects_of(*callee)) return take_known(call, *effects);
      return take_unknown(call);
    }
    if (!is_known(*callee)) {
      if (const auto effects = effects_of(*callee)) return take_known(call, *effects);
      return take_unknown(call);
    }
    Run& run = run_of_call(call, *callee);
    for (unsigned i = 0; i < call.arg_size(); ++i)
      if (const MaybeCell given = cell_of(call.getArgOperand(i)))
        if (const MaybeCell taken = cell_in(run, callee->getArg(i))) graph_.unify(*given, *taken);
    for (const auto& bundle : bundles_of(call)) leave(bundle);
    if (const MaybeCell cell = cell_of(&call)) graph_.unify(*cell, result_of(run));
  }

  Cell result_of(Run& run) {
    if (!run.result) run.result = graph_.fresh(false);
    return *run.result;
  }

  static SmallVector<const Value*, 2> bundles_of(const CallBase& call) {
    SmallVector<const Value*, 2> found;
    for (unsigned i = 0; i < call.getNumOperandBundles(); ++i)
      for (const Use& use : call.getOperandBundleAt(i).Inputs) found.push_back(use.get());
    return found;
  }

  void take_unknown(const CallBase& call) {
    for (const Use& use : call.args()) leave(use.get());
    for (const auto& bundle : bundles_of(call)) leave(bundle);
    leave(&call);
  }

  void take_known(const CallBase& call, const Effects& effects) {
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      const Value* argument = call.getArgOperand(i);
      const std::size_t letter = std::min<std::size_t>(i, effects.arguments.size() - 1);
      switch (effects.arguments[letter]) {
        case 'n': break;
        case 'o':
          if (const MaybeCell cell = cell_of(argument))
            graph_.unify(graph_.content(*cell, sizeof(void*)), ObjectGraph::outside());
          break;
        default: leave(argument);
      }
    }
    if (effects.allocates)
      own_object(call);
    else if (!effects.returns_number)
      leave(&call);
  }

  void take_intrinsic(const IntrinsicInst& call) {
    if (const auto* transfer = dyn_cast<MemTransferInst>(&call)) {
      const MaybeCell to = cell_of(transfer->getRawDest());
      const MaybeCell from = cell_of(transfer->getRawSource());
      const auto* length = dyn_cast<ConstantInt>(transfer->getLength());
      if (to && from) graph_.copy(*to, *from, length ? std::optional(length->getZExtValue()) : std::nullopt);
      return;
    }
    if (isa<MemSetInst, DbgInfoIntrinsic, LifetimeIntrinsic, AssumeInst>(call)) return;
    if (const auto forms = forms_of(call); !forms.empty()) return take_forms(call, forms);
    switch (call.getIntrinsicID()) {
      case Intrinsic::prefetch:
      case Intrinsic::objectsize:
      case Intrinsic::donothing:
      case Intrinsic::invariant_start:
      case Intrinsic::invariant_end:
      case Intrinsic::stacksave:
      case Intrinsic::stackrestore:
      case Intrinsic::experimental_noalias_scope_decl:
      case Intrinsic::trap: return;
      case Intrinsic::launder_invariant_group:
      case Intrinsic::strip_invariant_group:
      case Intrinsic::ssa_copy:
      case Intrinsic::expect: return flow(call.getArgOperand(0), &call);
      case Intrinsic::umin:
      case Intrinsic::umax:
      case Intrinsic::smin:
      case Intrinsic::smax:
      case Intrinsic::abs:
      case Intrinsic::bswap:
      case Intrinsic::fshl:
      case Intrinsic::fshr:
      case Intrinsic::umul_with_overflow:
      case Intrinsic::uadd_with_overflow:
      case Intrinsic::usub_with_overflow:
      case Intrinsic::ctlz:
      case Intrinsic::cttz:
      case Intrinsic::ctpop:
        for (const Use& use : call.args()) compute(use.get(), &call);
        return;
      default: break;
    }
    // What only computes with floating-point numbers.
    if (call.doesNotAccessMemory() && call.getType()->isFPOrFPVectorTy() &&
        all_of(call.args(), [](const Use& use) { return use->getType()->isFPOrFPVectorTy(); }))
      return;
    take_unknown(call);
  }

  void take_forms(const IntrinsicInst& call, ArrayRef<const IntrinsicForm*> forms) {
    const auto tells_all = [&](const IntrinsicForm* form) { return form->value_of(call) != nullptr; };
    if (!all_of(forms, tells_all)) return take_unknown(call);
    for (const IntrinsicForm* form : forms) take_form(call, *form);
  }

  void take_form(const IntrinsicInst& call, const IntrinsicForm& form) {
    const Value* value = form.value_of(call);
    const Value* index = form.operand(call, form.index);
    if (const Value* kept = form.operand(call, form.kept)) flow(kept, value);
    const MaybeCell at = cell_of(form.operand(call, form.where));
    if (!at) {
      if (index != nullptr) leave(index);  // from address 0 on
      return leave(value);
    }
    graph_.collapse(*at);
    if (const MaybeCell cell = cell_of(value)) graph_.unify(graph_.content(*at, 1), *cell);
  }

  /// As of an element.
  void take_indices(const IntrinsicInst& call) {
    for (const IntrinsicForm* form : forms_of(call))
      if (const Value* index = form->operand(call, form->index))
        if (const MaybeCell cell = cell_of(index); cell && graph_.is_private(*cell))
          compute(index, form->operand(call, form->where));
  }

  const DataLayout& layout_;
  ObjectGraph graph_;
  DenseMap<const GlobalVariable*, Cell> globals_;
  SmallPtrSet<const Function*, 16> leave_results_;
  std::deque<Run> runs_;
  DenseMap<const Function*, SmallVector<Run*, 2>> runs_of_;
  DenseMap<const Function*, Run*> for_all_;
  std::size_t room_ = 0;   // instructions of functions that may still be looked at again
  Run* at_ = nullptr;      // whose instructions are taken
  bool are_told_ = false;  // which differences are numbers
};

void note(Instruction& instruction, const Value& address, const char* kind, Analysis& analysis) {
  if (analysis.is_private(instruction, address))
    instruction.setMetadata(kind, MDNode::get(instruction.getContext(), {}));
}

void note_in(Function& function, Analysis& analysis) {
  for (Instruction& instruction : instructions(function)) {
    if (auto* load = dyn_cast<LoadInst>(&instruction))
      note(instruction, *load->getPointerOperand(), kPrivateLoad, analysis);
    else if (auto* store = dyn_cast<StoreInst>(&instruction))
      note(instruction, *store->getPointerOperand(), kPrivateStore, analysis);
    else if (auto* update = dyn_cast<AtomicRMWInst>(&instruction))
      note(instruction, *update->getPointerOperand(), kPrivateStore, analysis);
    else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
      note(instruction, *exchange->getPointerOperand(), kPrivateStore, analysis);
    else if (auto* routine = dyn_cast<MemIntrinsic>(&instruction)) {
      note(instruction, *routine->getRawDest(), kPrivateStore, analysis);
      if (auto* transfer = dyn_cast<MemTransferInst>(routine))
        note(instruction, *transfer->getRawSource(), kPrivateLoad, analysis);
    } else if (auto* call = dyn_cast<IntrinsicInst>(&instruction)) {
      for (const IntrinsicForm* form : forms_of(*call))
        note(instruction, *form->operand(*call, form->where), form->kind == Kind::Load ? kPrivateLoad : kPrivateStore,
             analysis);
    }
  }
}

}  // namespace

void note_private_accesses(Module& module) {
  const auto without_memory = functions_without_memory(module);
  SmallPtrSet<const Function*, 16> called_by_others;
  for (const Function* function : without_memory)
    if (!function->hasLocalLinkage()) called_by_others.insert(function);
  const auto reached = reached_from(called_by_others);
  Analysis here(module, Callers::ThisModule, without_memory);
  for (Function& function : module)
    if (Analysis::is_known(function) && !reached.contains(&function)) note_in(function, here);
  if (reached.empty()) return;
  Analysis everywhere(module, Callers::Everybody, without_memory);
  for (Function& function : module)
    if (Analysis::is_known(function) && reached.contains(&function)) note_in(function, everywhere);
}

void remove_notes(Function& function) {
  for (Instruction& instruction : instructions(function))
    for (const char* kind : {kPrivateLoad, kPrivateStore}) instruction.setMetadata(kind, nullptr);
}

bool is_noted_private(const Instruction& instruction, Kind kind) {
  return instruction.hasMetadata(kind == Kind::Load ? kPrivateLoad : kPrivateStore);
}

}  // namespace farsan::compiler
