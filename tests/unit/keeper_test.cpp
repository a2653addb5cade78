// What keeps the segments of a job for `farsan run`: it takes descriptors, and stays out of the way of everything else.
#include "session/keeper.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

namespace farsan::session {
namespace {

TEST(Keeper, KeepsWhatIsHandedOver) {
  Keeper keeper;
  ASSERT_FALSE(keeper.name().empty());
  const int given = ::memfd_create("segment", MFD_CLOEXEC);
  struct stat before{};
  ASSERT_EQ(::fstat(given, &before), 0);
  hand_to_keeper(keeper.name().c_str(), given);
  ::close(given);
  const std::vector<int> kept = keeper.descriptors();
  ASSERT_EQ(kept.size(), 1U);
  struct stat after{};
  ASSERT_EQ(::fstat(kept[0], &after), 0);
  EXPECT_EQ(before.st_ino, after.st_ino);
  ::close(kept[0]);
  EXPECT_TRUE(keeper.descriptors().empty());
}

TEST(Keeper, NobodyThereIsNoTrouble) { hand_to_keeper("farsan-nobody-of-that-name", STDIN_FILENO); }

volatile std::sig_atomic_t g_signals = 0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

TEST(Keeper, LeavesSignalsToTheOthers) {
  // `farsan run` holds signals back until it knows whom to pass them to; a thread that takes them meanwhile loses them.
  const Keeper keeper;
  struct sigaction action{};
  struct sigaction before{};
  action.sa_handler = [](int /*signal*/) { g_signals = 1; };
  ASSERT_EQ(::sigaction(SIGTERM, &action, &before), 0);
  sigset_t held;
  sigset_t mask;
  ::sigemptyset(&held);
  ::sigaddset(&held, SIGTERM);
  ASSERT_EQ(::pthread_sigmask(SIG_BLOCK, &held, &mask), 0);
  ::kill(::getpid(), SIGTERM);
  for (int i = 0; i < 100 && g_signals == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(g_signals, 0);
  ::pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  EXPECT_EQ(g_signals, 1);
  ::sigaction(SIGTERM, &before, nullptr);
}

}  // namespace
}  // namespace farsan::session
