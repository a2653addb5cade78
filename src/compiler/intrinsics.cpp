#include "compiler/intrinsics.h"

namespace farsan::compiler {

using namespace llvm;

namespace {

constexpr auto kWhole = IntrinsicForm::Extent::Whole;
constexpr auto kLanes = IntrinsicForm::Extent::Lanes;
constexpr auto kPacked = IntrinsicForm::Extent::Packed;
constexpr signed char kResult = IntrinsicForm::kResult;
constexpr auto kLoad = Kind::Load;
constexpr auto kStore = Kind::Store;

constexpr IntrinsicForm kOfAnyMachine[] = {
    {.name = "llvm.masked.load",
     .kind = kLoad,
     .extent = kLanes,
     .value = kResult,
     .where = 0,
     .mask = 2,
     .align = 1,
     .kept = 3},
    {.name = "llvm.masked.gather",
     .kind = kLoad,
     .extent = kLanes,
     .value = kResult,
     .where = 0,
     .mask = 2,
     .align = 1,
     .kept = 3},
    {.name = "llvm.masked.store", .kind = kStore, .extent = kLanes, .value = 0, .where = 1, .mask = 3, .align = 2},
    {.name = "llvm.masked.scatter", .kind = kStore, .extent = kLanes, .value = 0, .where = 1, .mask = 3, .align = 2},
    {.name = "llvm.masked.expandload",
     .kind = kLoad,
     .extent = kPacked,
     .value = kResult,
     .where = 0,
     .mask = 1,
     .kept = 2},
    {.name = "llvm.masked.compressstore", .kind = kStore, .extent = kPacked, .value = 0, .where = 1, .mask = 2},
};

constexpr IntrinsicForm kOfOneMachine[] = {
    // AVX and AVX2; MASKMOVDQU and MASKMOVQ
    {.name = "llvm.x86.avx.maskload.", .kind = kLoad, .extent = kLanes, .value = kResult, .where = 0, .mask = 1},
    {.name = "llvm.x86.avx2.maskload.", .kind = kLoad, .extent = kLanes, .value = kResult, .where = 0, .mask = 1},
    {.name = "llvm.x86.avx.maskstore.", .kind = kStore, .extent = kLanes, .value = 2, .where = 0, .mask = 1},
    {.name = "llvm.x86.avx2.maskstore.", .kind = kStore, .extent = kLanes, .value = 2, .where = 0, .mask = 1},
    {.name = "llvm.x86.sse2.maskmov.dqu", .kind = kStore, .extent = kLanes, .value = 0, .where = 2, .mask = 1},
    {.name = "llvm.x86.mmx.maskmovq", .kind = kStore, .extent = kLanes, .value = 0, .where = 2, .mask = 1, .bytes = 1},
    {.name = "llvm.x86.avx2.gather.",
     .kind = kLoad,
     .extent = kLanes,
     .value = kResult,
     .where = 1,
     .mask = 3,
     .index = 2,
     .scale = 4,
     .kept = 0},
    // AVX-512, where it is not in the first table
    {.name = "llvm.x86.avx512.mask.gather",
     .kind = kLoad,
     .extent = kLanes,
     .value = kResult,
     .where = 1,
     .mask = 3,
     .index = 2,
     .scale = 4,
     .kept = 0},
    {.name = "llvm.x86.avx512.mask.scatter",
     .kind = kStore,
     .extent = kLanes,
     .value = 3,
     .where = 0,
     .mask = 1,
     .index = 2,
     .scale = 4},
    {.name = "llvm.x86.avx512.mask.pmov",
     .part = "b.mem.",
     .kind = kStore,
     .extent = kLanes,
     .value = 1,
     .where = 0,
     .mask = 2,
     .bytes = 1},
    {.name = "llvm.x86.avx512.mask.pmov",
     .part = "w.mem.",
     .kind = kStore,
     .extent = kLanes,
     .value = 1,
     .where = 0,
     .mask = 2,
     .bytes = 2},
    {.name = "llvm.x86.avx512.mask.pmov",
     .part = "d.mem.",
     .kind = kStore,
     .extent = kLanes,
     .value = 1,
     .where = 0,
     .mask = 2,
     .bytes = 4},
    // without masks
    {.name = "llvm.x86.sse3.ldu.dq", .kind = kLoad, .extent = kWhole, .value = kResult, .where = 0},
    {.name = "llvm.x86.avx.ldu.dq.256", .kind = kLoad, .extent = kWhole, .value = kResult, .where = 0},
    {.name = "llvm.x86.mmx.movnt.dq", .kind = kStore, .extent = kWhole, .value = 1, .where = 0},
    {.name = "llvm.x86.vbcstne", .kind = kLoad, .extent = kWhole, .value = kResult, .where = 0, .bytes = 2},
    {.name = "llvm.x86.vcvtnee", .kind = kLoad, .extent = kWhole, .value = kResult, .where = 0},
    {.name = "llvm.x86.vcvtneo", .kind = kLoad, .extent = kWhole, .value = kResult, .where = 0},
    {.name = "llvm.x86.directstore", .kind = kStore, .extent = kWhole, .value = 1, .where = 0},
    {.name = "llvm.x86.movdir64b", .kind = kLoad, .extent = kWhole, .where = 1, .bytes = 64},
    {.name = "llvm.x86.movdir64b", .kind = kStore, .extent = kWhole, .where = 0, .bytes = 64},
    {.name = "llvm.x86.enqcmd", .kind = kLoad, .extent = kWhole, .where = 1, .bytes = 64},
    // what updates memory is a store
    {.name = "llvm.x86.aadd", .kind = kStore, .extent = kWhole, .value = 1, .where = 0},
    {.name = "llvm.x86.aand", .kind = kStore, .extent = kWhole, .value = 1, .where = 0},
    {.name = "llvm.x86.aor", .kind = kStore, .extent = kWhole, .value = 1, .where = 0},
    {.name = "llvm.x86.axor", .kind = kStore, .extent = kWhole, .value = 1, .where = 0},
    {.name = "llvm.x86.cmpccxadd", .kind = kStore, .extent = kWhole, .value = kResult, .where = 0},
};

}  // namespace

SmallVector<const IntrinsicForm*, 2> forms_of(const IntrinsicInst& call) {
  SmallVector<const IntrinsicForm*, 2> found;
  const Intrinsic::ID id = call.getIntrinsicID();
  const auto look_in = [&](ArrayRef<IntrinsicForm> table) {
    const StringRef name = Intrinsic::getBaseName(id);
    for (const IntrinsicForm& form : table)
      if (name.starts_with(form.name) && name.contains(form.part)) found.push_back(&form);
  };
  if (Function::isTargetIntrinsic(id))
    look_in(kOfOneMachine);
  else if (!isa<DbgInfoIntrinsic>(call))
    look_in(kOfAnyMachine);
  return found;
}

}  // namespace farsan::compiler
