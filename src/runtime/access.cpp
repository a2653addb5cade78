#include "runtime/access.h"

#include "runtime/call_stack.h"

namespace farsan::runtime {

engine::Process* g_process = nullptr;
Sites* g_sites = nullptr;

namespace {

bool counts() { return Runtime::get() != nullptr && Runtime::own_thread() && !Guard::ignoring(); }

}  // namespace

void access_slowly(model::AccessKind kind, std::uint64_t at, std::uint64_t size, std::uint64_t pc) {
  if (!counts()) return;
  const Guard guard;
  Runtime::get()->access(kind, {at, at + size}, g_sites->of_access(pc));
}

void access_by_routine(model::AccessKind kind, const void* address, std::uint64_t size, const char* routine,
                       std::uint64_t pc) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (size == 0 || !counts() || marks_of({at, at + size}) == 0) return;
  const Guard guard;
  Runtime::get()->access(kind, {at, at + size}, g_sites->of_call(pc, routine, nullptr));
}

}  // namespace farsan::runtime
