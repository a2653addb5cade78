// libfarsan-classes.so, loaded by clang 19 next to libfarsan-pass.so: which combinations of that plugin's steps give the same code.
//
//   farsan-mpicc.mpich ... -c FILE -Xclang -load -Xclang libfarsan-classes.so -fpass-plugin=libfarsan-classes.so
//       -mllvm -farsan-classes-of=relevance,ranges -mllvm -farsan-classes-to=OUTPUT
//
// Appends a line to OUTPUT: the name of the source, and for each combination of the steps a hash of the module after its instrumentation.
// (Combination i has the steps whose bit is set in i; the first step has the lowest. Steps with a + between them are one.) What comes after
// does not look at the steps, so that equal hashes are equal objects. The compiler is forked for each of them right before it instruments: all
// are what it would really have made, from the same module and the same analyses. It goes on itself as if nothing had been asked. With
// -farsan-classes-objects=FOLDER the first of each class goes on, too, and what it writes to standard output (`-o -`: the object) is FOLDER/i.o.
#include <fcntl.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/xxhash.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace llvm;

constexpr char kInstrument[] = "farsan::compiler::Instrument";
using Hash = std::array<std::uint64_t, 2>;
/// Of a compiler that did not come through. The driver will see it, too.
constexpr Hash kFailed{};

cl::list<std::string> steps("farsan-classes-of", cl::CommaSeparated, cl::desc("FarSan's tests: steps to combine"));
cl::opt<std::string> output("farsan-classes-to", cl::desc("FarSan's tests: where to write the hashes of the modules"));
cl::opt<std::string> objects("farsan-classes-objects",
                             cl::desc("FarSan's tests: the folder for an object of each class"));

/// The one that is compiled. (What callbacks get is of a type that only libLLVM itself can look into.)
const Module* compiled = nullptr;
struct Remember : PassInfoMixin<Remember> {
  static PreservedAnalyses run(Module& module, ModuleAnalysisManager& /*analyses*/) {
    compiled = &module;
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

/// Of a child and its parent: the child says its hash, and hears whether it is the first of its class.
struct Talk {
  int in = -1;
  int out = -1;
};
struct Child {
  unsigned combination = 0;
  Talk parent;
};
/// In a child: which one it is.
std::optional<Child> child;
/// So far.
std::vector<Hash> classes;

void choose(unsigned combination) {
  StringMap<cl::Option*>& known = cl::getRegisteredOptions();
  for (unsigned i = 0; i < steps.size(); ++i)
    for (const StringRef step : split(steps[i], '+')) {
      const auto found = known.find(("farsan-" + step).str());
      if (found == known.end()) report_fatal_error(Twine("FarSan has no step ") + step, /*gen_crash_diag=*/false);
      static_cast<cl::opt<bool>*>(found->second)->setValue((combination >> i & 1) != 0);
    }
}

/// With the order of the uses: the optimiser goes through them, too, and may find another way from the same text.
Hash hash_of(const Module& module) {
  SmallString<0> text;
  raw_svector_ostream stream(text);
  WriteBitcodeToFile(module, stream, /*ShouldPreserveUseListOrder=*/true);
  const XXH128_hash_t hash = xxh3_128bits(arrayRefFromStringRef(text));
  return {hash.low64, hash.high64};
}

template <class T>
bool hear(int from, T& what) {
  return read(from, &what, sizeof what) == static_cast<ssize_t>(sizeof what);
}
template <class T>
bool say(int to, const T& what) {
  return write(to, &what, sizeof what) == static_cast<ssize_t>(sizeof what);
}

/// In the parent the hash of this combination; nothing in the child, which goes on to instrument.
std::optional<Hash> ask_child(unsigned combination) {
  std::array<int, 2> up{};
  std::array<int, 2> down{};
  if (pipe(up.data()) != 0 || pipe(down.data()) != 0) report_fatal_error("no pipe");
  const pid_t pid = fork();
  if (pid < 0) report_fatal_error("no fork");
  const Talk ends = pid == 0 ? Talk{down[0], up[1]} : Talk{up[0], down[1]};
  close(pid == 0 ? up[0] : up[1]);
  close(pid == 0 ? down[1] : down[0]);
  if (pid == 0) {
    child = Child{combination, ends};
    choose(combination);
    return std::nullopt;
  }
  Hash hash = kFailed;
  if (!hear(ends.in, hash)) hash = kFailed;
  const bool is_first = hash != kFailed && std::find(classes.begin(), classes.end(), hash) == classes.end();
  if (is_first) classes.push_back(hash);
  if (hash != kFailed && !say(ends.out, is_first)) hash = kFailed;
  close(ends.in);
  close(ends.out);
  int status = 0;
  waitpid(pid, &status, 0);
  return status == 0 ? hash : kFailed;
}

void write_hashes(const Module& module) {
  std::string line = module.getSourceFileName();
  raw_string_ostream stream(line);
  for (unsigned combination = 0; combination < 1U << steps.size(); ++combination) {
    const std::optional<Hash> hash = ask_child(combination);
    if (!hash) return;
    stream << '\t' << format_hex_no_prefix((*hash)[0], 16) << format_hex_no_prefix((*hash)[1], 16);
  }
  stream << '\n';
  std::error_code error;
  raw_fd_ostream file(output, error, sys::fs::OF_Append);
  if (error) report_fatal_error(Twine(output) + ": " + error.message(), /*gen_crash_diag=*/false);
  file << stream.str();
}

/// Ends the child, unless there is an object that it should write.
void answer_parent(const Module& module) {
  bool is_first = false;
  if (!say(child->parent.out, hash_of(module)) || !hear(child->parent.in, is_first)) _exit(1);
  if (!is_first || objects.empty()) _exit(0);
  const std::string path = objects + "/" + std::to_string(child->combination) + ".o";
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0 || dup2(file, STDOUT_FILENO) < 0) _exit(1);
}

void add_callbacks(PassBuilder& builder) {
  PassInstrumentationCallbacks* callbacks = builder.getPassInstrumentationCallbacks();
  if (callbacks == nullptr || output.empty()) return;
  builder.registerPipelineStartEPCallback(
      [](ModulePassManager& passes, OptimizationLevel) { passes.addPass(Remember()); });
  callbacks->registerBeforeNonSkippedPassCallback([](StringRef pass, const Any& /*unit*/) {
    if (pass == kInstrument) write_hashes(*compiled);
  });
  callbacks->registerAfterPassCallback([](StringRef pass, const Any& /*unit*/, const PreservedAnalyses& /*preserved*/) {
    if (pass == kInstrument && child) answer_parent(*compiled);
  });
}

}  // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "farsan-classes", LLVM_VERSION_STRING, add_callbacks};
}
