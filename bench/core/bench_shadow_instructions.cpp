// For count-instructions, which runs it under callgrind: the same loop with one kind of access, or with none.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "core/pair_of_processes.h"

namespace {

using namespace farsan;
using bench::kSite;
using bench::kWindow;

constexpr std::uint64_t kAccesses = 1'000'000;
constexpr std::uint64_t kWalk = 64 * 1024;

template <class Access>
[[gnu::noinline, gnu::noclone]] void loop(engine::Process& process, model::Address base, Access&& access) {
  for (std::uint64_t i = 0; i < kAccesses; ++i) {
    model::Address at = base + (i * 8) % kWalk;
    // The address comes from outside, as it does in instrumented code, and nothing is known of the process's fields.
    asm volatile("" : "+r"(at) : : "memory");
    access(process, at);
  }
}

/// As an entry point for instrumented code is: a function of its own.
[[gnu::noinline, gnu::noclone]] void entry_store_8(engine::Process& process, model::Address at, model::SiteId site) {
  process.store<8>(at, site);
}
[[gnu::noinline, gnu::noclone]] void entry_nothing(engine::Process& /*process*/, model::Address at,
                                                   model::SiteId /*site*/) {
  asm volatile("" : : "r"(at) : "memory");
}

bool run(std::string_view what, engine::Process& process) {
  using engine::Process;
  using model::Address;
  const Address outside = kWindow + 64 * 1024 * 1024;
  if (what == "nothing")
    loop(process, kWindow, [](Process&, Address) {});
  else if (what == "store8")
    loop(process, kWindow, [](Process& p, Address at) { p.store<8>(at, kSite); });
  else if (what == "load8")
    loop(process, kWindow, [](Process& p, Address at) { p.load<8>(at, kSite); });
  else if (what == "store4")
    loop(process, kWindow, [](Process& p, Address at) { p.store<4>(at, kSite); });
  else if (what == "unexposed8")
    loop(process, outside, [](Process& p, Address at) { p.store<8>(at, kSite); });
  else if (what == "call-nothing")
    loop(process, kWindow, [](Process& p, Address at) { entry_nothing(p, at, kSite); });
  else if (what == "call-store8")
    loop(process, kWindow, [](Process& p, Address at) { entry_store_8(p, at, kSite); });
  else
    return false;
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  bench::PairOfProcesses pair(1024 * 1024);
  pair.target.store<8>(kWindow, kSite);  // the first hit finds the region
  if (argc == 2 && run(argv[1], pair.target)) return EXIT_SUCCESS;
  std::fprintf(stderr, "usage: %s nothing|store8|load8|store4|unexposed8|call-nothing|call-store8\n", argv[0]);
  return EXIT_FAILURE;
}
