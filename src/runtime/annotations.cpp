// The functions behind include/farsan/annotate.h.
#include <cstddef>
#include <numeric>
#include <vector>

#include "runtime/runtime.h"

#define FARSAN_ANNOTATION extern "C" __attribute__((visibility("default"))) void

namespace farsan::runtime {

namespace {

/// Streams of annotations: apart from those of any binding.
constexpr std::uint32_t kBetweenProcesses = 1000;
constexpr std::uint32_t kByResource = 1001;

transport::Stream between(int tag) { return {0, tag, kBetweenProcesses}; }
transport::Stream by_resource(unsigned long resource) { return {resource, 0, kByResource}; }

/// The runtime, if the call is the program's own and on the thread that is followed.
Runtime* followed() { return Guard::inside() || !Runtime::own_thread() ? nullptr : Runtime::get(); }

bool exists(const Runtime& runtime, int process) {
  return process >= 0 && static_cast<std::uint32_t>(process) < runtime.ranks();
}

}  // namespace

}  // namespace farsan::runtime

using namespace farsan::runtime;
using farsan::transport::Deposit;

FARSAN_ANNOTATION farsan_tick() {
  Runtime* runtime = followed();
  const Guard guard;
  if (runtime != nullptr) (void)runtime->process().signal(0);
}

FARSAN_ANNOTATION farsan_signal(int process, int tag) {
  Runtime* runtime = followed();
  const Guard guard;
  if (runtime == nullptr || !exists(*runtime, process)) return;
  runtime->transport().deposit(static_cast<std::uint32_t>(process), between(tag),
                               Deposit{runtime->process().signal(0), {}, nullptr});
}

FARSAN_ANNOTATION farsan_wait(int process, int tag) {
  Runtime* runtime = followed();
  const Guard guard;
  if (runtime == nullptr || !exists(*runtime, process)) return;
  const auto deposit = runtime->transport().take(static_cast<std::uint32_t>(process), between(tag));
  if (deposit) runtime->process().wait(0, std::span(&deposit->clock, 1));
}

// A resource is nobody's: its signals go to everybody, and a wait takes all that have come.
FARSAN_ANNOTATION farsan_resource_signal(unsigned long resource) {
  Runtime* runtime = followed();
  const Guard guard;
  if (runtime == nullptr) return;
  const Deposit deposit{runtime->process().signal(0), {}, nullptr};
  for (std::uint32_t process = 0; process < runtime->ranks(); ++process)
    runtime->transport().deposit(process, by_resource(resource), deposit);
}

FARSAN_ANNOTATION farsan_resource_wait(unsigned long resource) {
  Runtime* runtime = followed();
  const Guard guard;
  if (runtime == nullptr) return;
  std::vector<farsan::model::Snapshot> taken;
  for (std::uint32_t process = 0; process < runtime->ranks(); ++process)
    while (auto deposit = runtime->transport().take(process, by_resource(resource)))
      taken.push_back(std::move(deposit->clock));
  runtime->process().wait(0, taken);
}

FARSAN_ANNOTATION farsan_ignore_begin() {
  if (!Guard::inside()) Guard::ignore(true);
}

FARSAN_ANNOTATION farsan_ignore_end() {
  if (!Guard::inside()) Guard::ignore(false);
}

FARSAN_ANNOTATION farsan_benign(const volatile void* memory, std::size_t size) {
  Runtime* runtime = followed();
  const Guard guard;
  const auto at = reinterpret_cast<std::uintptr_t>(memory);
  if (runtime != nullptr) runtime->races().ignore({at, at + size});
}
