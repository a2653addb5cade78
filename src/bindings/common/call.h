// What every wrapped routine begins with: is FarSan to look at this call, and where does it come from?
//
//   FARSAN_ROUTINE void shmem_quiet() {
//     FARSAN_CALL("shmem_quiet");
//     pshmem_quiet();
//     if (call) ...
//   }
//
// Inside the call nothing that the library or FarSan touches counts, and routines that the library calls by their public
// names pass straight through.
#pragma once

#include <cstdint>

#include "runtime/call_stack.h"
#include "runtime/runtime.h"

#define FARSAN_ROUTINE extern "C" __attribute__((visibility("default"), noinline))
/// `Call` is that of the binding: it says which model.
#define FARSAN_CALL(routine) const Call call(routine, __builtin_return_address(0), __builtin_dwarf_cfa())
/// What stands in parentheses, so that a list can be one argument of a macro.
#define FARSAN_STRIP(...) __VA_ARGS__

namespace farsan::bindings {

using model::AccessKind;
using model::ByteRanges;
using model::ProcessId;
using model::SiteId;

/// Hot: every routine makes one. Budget: 40 instructions to begin, 80 to end.
class Call {
 public:
  /// `frame` is that of the caller.
  Call(session::Model model, const char* routine, void* return_address, const void* frame)
      : routine_(routine),
        pc_(reinterpret_cast<std::uintptr_t>(return_address)),
        runtime_(runtime::Guard::inside(frame) || !runtime::Runtime::own_thread() ? nullptr
                                                                                  : runtime::Runtime::of(model)) {
    if (runtime_ != nullptr) {
      runtime::Guard::called_from(frame);
      runtime::t_calls.goes_on(frame);
    }
    if (!runtime::Runtime::own_thread()) [[unlikely]]
      runtime::HotView::forbid();
  }
  Call(const Call&) = delete;
  Call(Call&&) = delete;
  Call& operator=(const Call&) = delete;
  Call& operator=(Call&&) = delete;
  ~Call() {
    if (runtime_ != nullptr) runtime::Guard::called_from(nullptr);
    if (goes_on()) runtime_->returns_from([this] { return place(); });
  }

  /// The model takes part in a job that runs, the program itself calls, and on the thread that FarSan follows.
  explicit operator bool() const { return runtime_ != nullptr; }
  [[nodiscard]] runtime::Runtime& runtime() const { return *runtime_; }
  [[nodiscard]] engine::Process& process() const { return runtime_->process(); }
  [[nodiscard]] transport::ShmTransport& transport() const { return runtime_->transport(); }
  [[nodiscard]] std::uint32_t me() const { return runtime_->rank(); }
  [[nodiscard]] SiteId site() const {
    if (site_.value == 0)
      site_ = runtime_->sites().of_call(pc_, routine_, runtime_->keeps_stacks() ? &runtime::t_calls : nullptr);
    return site_;
  }
  [[nodiscard]] const char* routine() const { return routine_; }

  /// The routine itself reads or writes the program's memory before it returns.
  void reads(const ByteRanges& ranges) const { access(AccessKind::Load, ranges); }
  void writes(const ByteRanges& ranges) const { access(AccessKind::Store, ranges); }

 protected:
  /// The job goes on after this call.
  [[nodiscard]] bool goes_on() const { return runtime_ != nullptr && runtime::Runtime::get() != nullptr; }

 private:
  void access(AccessKind kind, const ByteRanges& ranges) const;
  /// Where an epoch began is said by a line, not by the calls that led there.
  [[nodiscard]] SiteId place() const {
    if (site_.value != 0 && !runtime_->keeps_stacks()) return site_;
    return runtime_->sites().of_call(pc_, routine_, nullptr);
  }

  const char* routine_;
  std::uint64_t pc_;
  runtime::Runtime* runtime_;
  runtime::Guard guard_;
  mutable SiteId site_{0};
};

/// Scopes and atomicity domains: each model numbers its own, and none takes another's for one of them.
[[nodiscard]] constexpr std::uint32_t numbered(session::Model model, std::uint32_t number) {
  constexpr int kNumberBits = 28;
  return static_cast<std::uint32_t>(model) << kNumberBits | number;
}

/// Mixes a number into a name that several processes make alike.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t name, std::uint64_t value) {
  std::uint64_t x = (name ^ value) + 0x9E3779B97F4A7C15U + (name << 6);
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

inline model::Address address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

}  // namespace farsan::bindings
