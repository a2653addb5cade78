// Source positions of code: of this very file (built with -g for that, see cmake/FarsanReport.cmake), and of small
// libraries built by whichever compilers are there.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "report/symbolizer.h"
#include "support/fake_job.h"
#include "support/folder.h"

namespace farsan::report {
namespace {

using testing_support::FakeJob;
using testing_support::Folder;
using testing_support::side;

/// Where it was called from.
[[gnu::noinline]] const void* here() { return __builtin_extract_return_addr(__builtin_return_address(0)); }

struct Marked {
  const void* pc;
  std::uint32_t line;
};

[[gnu::noinline]] Marked plain_function() {
  const Marked marked{here(), __LINE__};
  return marked;
}

[[gnu::always_inline]] inline Marked innermost() {
  const Marked marked{here(), __LINE__};
  return marked;
}
[[gnu::always_inline]] inline Marked middle() { return innermost(); }
constexpr std::uint32_t kMiddleLine = __LINE__ - 1;
[[gnu::noinline]] Marked outer_function() { return middle(); }
constexpr std::uint32_t kOuterLine = __LINE__ - 1;

/// The stack of a site of this process.
std::vector<Frame> stack_of(const void* pc, const std::vector<const void*>& callers = {}) {
  FakeJob job(1);
  const auto site = job.site(0, pc, "", callers);
  job.race(0, side(model::AccessKind::Store, 0, site), side(model::AccessKind::Store, 0, site));
  return job.report().races.at(0).accesses[0].stack;
}

TEST(ReportSymbolizer, ACallHasItsFileLineAndFunction) {
  const Marked marked = plain_function();
  const auto stack = stack_of(marked.pc);
  ASSERT_EQ(stack.size(), 1U);
  EXPECT_EQ(std::filesystem::path(stack[0].file),
            std::filesystem::path(FARSAN_SOURCE_DIR) / "tests/unit/report_symbolizer_test.cpp");
  EXPECT_EQ(stack[0].line, marked.line);
  EXPECT_EQ(stack[0].column, 27U);
  EXPECT_NE(stack[0].function.find("plain_function"), std::string::npos) << stack[0].function;
}

TEST(ReportSymbolizer, InlinedFunctionsAreFramesInnermostFirst) {
  const Marked marked = outer_function();
  const auto stack = stack_of(marked.pc);
  ASSERT_EQ(stack.size(), 3U);
  EXPECT_EQ(stack[0].line, marked.line);
  EXPECT_EQ(stack[1].line, kMiddleLine);
  EXPECT_EQ(stack[2].line, kOuterLine);
  EXPECT_NE(stack[0].function.find("innermost"), std::string::npos) << stack[0].function;
  EXPECT_NE(stack[1].function.find("middle"), std::string::npos) << stack[1].function;
  EXPECT_NE(stack[2].function.find("outer_function"), std::string::npos) << stack[2].function;
}

TEST(ReportSymbolizer, CallersFollow) {
  const auto stack = stack_of(plain_function().pc, {outer_function().pc});
  ASSERT_EQ(stack.size(), 4U);
  EXPECT_EQ(stack[3].line, kOuterLine);
}

TEST(ReportSymbolizer, AFileThatIsNotThereLeavesModuleAndOffset) {
  Symbolizer symbolizer;
  for (const char* module : {"/nowhere/to/be/found", "", "/", "/etc/passwd"}) {
    const auto& frames = symbolizer.frames(module, 0x1235);
    ASSERT_EQ(frames.size(), 1U);
    EXPECT_EQ(frames[0].file, "");
    EXPECT_EQ(frames[0].function, "");
    EXPECT_EQ(frames[0].module, module);
    EXPECT_EQ(frames[0].offset, 0x1234U);
  }
}

TEST(ReportSymbolizer, AnAddressOutsideTheFileIsNoError) {
  Symbolizer symbolizer;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  for (const std::uint64_t address : {std::uint64_t{0}, std::uint64_t{1}, UINT64_MAX, UINT64_MAX / 2})
    EXPECT_EQ(symbolizer.frames(self, address).size(), 1U);
}

// --- Libraries of other compilers -------------------------------------------------------------------------------------

constexpr const char* kSource = R"(extern void *observed;
__attribute__((noinline)) void note(void) { observed = __builtin_return_address(0); }
static inline __attribute__((always_inline)) void inner(int *p) {
  *p += 1;
    note();
}
void *observed;
void outer(int *p) {
  inner(p);
  *p = 2;
}
)";

class Compiled : public ::testing::TestWithParam<const char*> {
 protected:
  /// Builds and loads kSource with one more command after it; the frames at the call of `note`.
  std::vector<Frame> frames(const std::string& after = "true") {
    std::ofstream(folder_.path() / "tiny.c") << kSource;
    const std::string command = "cd " + folder_.path().string() + " && " + GetParam() +
                                " -shared -fPIC -o tiny.so tiny.c 2>/dev/null && " + after;
    if (std::system(command.c_str()) != 0) return {};
    const std::string file = (folder_.path() / "tiny.so").string();
    void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return {};
    int value = 0;
    reinterpret_cast<void (*)(int*)>(::dlsym(library, "outer"))(&value);
    auto stack = stack_of(*static_cast<void**>(::dlsym(library, "observed")));
    ::dlclose(library);
    return stack;
  }

  Folder folder_;
};

TEST_P(Compiled, HasInlinedFrames) {
  const auto stack = frames();
  if (stack.empty()) GTEST_SKIP() << "no " << GetParam();
  ASSERT_EQ(stack.size(), 2U);
  EXPECT_EQ(stack[0].function, "inner");
  EXPECT_EQ(stack[0].file, (folder_.path() / "tiny.c").string());
  EXPECT_EQ(stack[0].line, 5U);
  EXPECT_EQ(stack[0].column, 5U);
  EXPECT_EQ(stack[1].function, "outer");
  EXPECT_EQ(stack[1].file, (folder_.path() / "tiny.c").string());
  EXPECT_EQ(stack[1].line, 9U);
  EXPECT_EQ(stack[1].column, 3U);
}

TEST_P(Compiled, KeepsItsFunctionWithoutDebugInformation) {
  const auto stack = frames("strip -g tiny.so");
  if (stack.empty()) GTEST_SKIP() << "no " << GetParam();
  ASSERT_EQ(stack.size(), 1U);
  EXPECT_EQ(stack[0].function, "outer");
  EXPECT_EQ(stack[0].file, "");
  EXPECT_EQ(stack[0].module, (folder_.path() / "tiny.so").string());
}

TEST_P(Compiled, FindsASeparateDebugFile) {
  const auto stack = frames(
      "objcopy --only-keep-debug tiny.so tiny.so.debug && strip -g tiny.so && "
      "objcopy --add-gnu-debuglink=tiny.so.debug tiny.so");
  if (stack.empty()) GTEST_SKIP() << "no " << GetParam();
  ASSERT_EQ(stack.size(), 2U);
  EXPECT_EQ(stack[0].line, 5U);
}

INSTANTIATE_TEST_SUITE_P(ByCompilers, Compiled,
                         ::testing::Values("gcc -g -O2", "gcc -g -O0", "gcc -gdwarf-4 -O2", "gcc -g -gz -O1",
                                           "clang-19 -g -O2", "clang-19 -g -O0", "clang-19 -gdwarf-4 -O2"));

}  // namespace
}  // namespace farsan::report
