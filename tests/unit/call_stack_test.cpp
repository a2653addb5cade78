#include "runtime/call_stack.h"

#include <gtest/gtest.h>

#include <csetjmp>
#include <functional>
#include <thread>
#include <vector>

namespace farsan::runtime {

thread_local constinit CallStack t_calls;

namespace {

// As instrumented code does it.
[[gnu::noinline]] void enter(std::uint64_t return_address) { t_calls.enter(return_address); }
[[gnu::noinline]] void leave() { t_calls.leave(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))); }
/// After `leave`, it is not the last thing that a function does.
#define AND_GO_ON asm volatile("" ::: "memory")

std::vector<std::uint64_t> calls() {
  std::array<std::uint64_t, 512> addresses{};
  const std::uint32_t count = t_calls.copy(addresses);
  return {addresses.begin(), addresses.begin() + count};
}

/// Goes `depth` calls deeper and does it there.
[[gnu::noinline]] void deeper(std::uint64_t depth, const std::function<void()>& act) {  // NOLINT(misc-no-recursion)
  enter(depth);
  if (depth > 1)
    deeper(depth - 1, act);
  else
    act();
  leave();
  AND_GO_ON;
}

std::jmp_buf g_place;

/// Goes so deep and comes back at once.
[[gnu::noinline]] void jump_from(std::uint64_t depth) {
  if (setjmp(g_place) == 0) deeper(depth, [] { std::longjmp(g_place, 1); });
}

class ACallStack : public ::testing::Test {
 protected:
  ~ACallStack() override { EXPECT_EQ(calls().size(), 0U); }
};

TEST_F(ACallStack, HasTheInnermostFirst) {
  std::vector<std::uint64_t> seen;
  deeper(3, [&] { seen = calls(); });
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{1, 2, 3}));
}

TEST_F(ACallStack, ForgetsWhatWasLeftByLongjmpWhenTheNextFunctionIsEntered) {
  for (int i = 0; i < 1000; ++i) jump_from(5);
  std::vector<std::uint64_t> seen;
  deeper(2, [&] { seen = calls(); });
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{1, 2}));
}

[[gnu::noinline]] void goes_on() { t_calls.goes_on(__builtin_dwarf_cfa()); }

TEST_F(ACallStack, ForgetsItWhenTheFunctionThatWasJumpedToGoesOn) {
  const std::uint64_t before = t_calls.hash();
  jump_from(5);
  goes_on();
  EXPECT_EQ(t_calls.hash(), before);
}

[[gnu::noinline]] void is_jumped_to() {
  enter(7);
  jump_from(5);
  leave();
  AND_GO_ON;
}

TEST_F(ACallStack, ForgetsItWhenTheFunctionThatWasJumpedToIsLeft) {
  std::vector<std::uint64_t> seen;
  deeper(1, [&] {
    is_jumped_to();
    seen = calls();
  });
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{1}));
}

// Compilers may jump to the last function that is called, with nothing of this one left on the stack: then the call that says that it is left
// seems to come from its caller, and returns there.
constexpr std::uint64_t kCaller = 77;
[[gnu::noinline]] void ends_with_leaving(bool jumps) {
  enter(kCaller);
  if (jumps) jump_from(5);
  AND_GO_ON;
}
[[gnu::noinline]] void leave_to(std::uint64_t returns_to) { t_calls.leave(returns_to); }

TEST_F(ACallStack, IsThatOfTheCallerAfterAFunctionThatEndsWithLeaving) {
  std::vector<std::uint64_t> seen;
  std::vector<std::uint64_t> after_a_jump;
  deeper(2, [&] {
    ends_with_leaving(false);
    leave_to(kCaller);
    seen = calls();
    ends_with_leaving(true);
    leave_to(kCaller);
    after_a_jump = calls();
  });
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(after_a_jump, (std::vector<std::uint64_t>{1, 2}));
}

TEST_F(ACallStack, CountsWhatDoesNotFit) {
  std::uint64_t at_400 = 0, at_401 = 0;
  deeper(400, [&] { at_400 = t_calls.hash(); });
  deeper(401, [&] { at_401 = t_calls.hash(); });
  EXPECT_NE(at_400, at_401);
}

TEST_F(ACallStack, IsWholeAgainAfterAJumpFromWhereItDoesNotFit) {
  jump_from(1000);
  std::vector<std::uint64_t> seen;
  deeper(2, [&] { seen = calls(); });
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{1, 2}));
}

TEST_F(ACallStack, IsLeftMoreOftenThanEntered) {
  leave();
  leave();
  std::vector<std::uint64_t> seen;
  deeper(1, [&] { seen = calls(); });
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{1}));
}

TEST_F(ACallStack, IsEveryThreadsOwn) {
  deeper(2, [] {
    std::vector<std::uint64_t> seen;
    std::thread([&] { deeper(1, [&] { seen = calls(); }); }).join();
    EXPECT_EQ(seen, (std::vector<std::uint64_t>{1}));
  });
}

}  // namespace

}  // namespace farsan::runtime
