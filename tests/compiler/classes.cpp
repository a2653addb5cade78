// libfarsan-classes.so, loaded by clang 19 next to libfarsan-pass.so: which combinations of that plugin's steps give the same code.
//
//   farsan-mpicc.mpich ... -c FILE -Xclang -load -Xclang libfarsan-classes.so -fpass-plugin=libfarsan-classes.so
//       -mllvm -farsan-classes-of=relevance,ranges -mllvm -farsan-classes-to=OUTPUT
//
// Appends a line to OUTPUT: the name of the source, and for each combination of the steps a hash of the module after its instrumentation.
// (Combination i has the steps whose bit is set in i; the first step has the lowest.) What comes after does not look at the steps, so
// that equal hashes are equal objects. The compiler is forked for each of them right before it instruments: all are what it would
// really have made, from the same module and the same analyses. It goes on itself as if nothing had been asked.
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

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace {

using namespace llvm;

constexpr char kInstrument[] = "farsan::compiler::Instrument";
using Hash = std::array<std::uint64_t, 2>;
/// Of a compiler that did not come through. The driver will see it, too.
constexpr Hash kFailed{};

cl::list<std::string> steps("farsan-classes-of", cl::CommaSeparated, cl::desc("FarSan's tests: steps to combine"));
cl::opt<std::string> output("farsan-classes-to", cl::desc("FarSan's tests: where to write the hashes of the modules"));

/// The one that is compiled. (What callbacks get is of a type that only libLLVM itself can look into.)
const Module* compiled = nullptr;
struct Remember : PassInfoMixin<Remember> {
  static PreservedAnalyses run(Module& module, ModuleAnalysisManager& /*analyses*/) {
    compiled = &module;
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

/// In a child: where its parent reads the hash.
std::optional<int> answer;

void choose(unsigned combination) {
  StringMap<cl::Option*>& known = cl::getRegisteredOptions();
  for (unsigned i = 0; i < steps.size(); ++i) {
    const auto found = known.find("farsan-" + steps[i]);
    if (found == known.end()) report_fatal_error(Twine("FarSan has no step ") + steps[i], /*gen_crash_diag=*/false);
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

/// In the parent the hash of this combination; nothing in the child, which goes on to instrument.
std::optional<Hash> ask_child(unsigned combination) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) report_fatal_error("no pipe");
  const pid_t child = fork();
  if (child < 0) report_fatal_error("no fork");
  if (child == 0) {
    close(ends[0]);
    answer = ends[1];
    choose(combination);
    return std::nullopt;
  }
  close(ends[1]);
  Hash hash = kFailed;
  if (read(ends[0], hash.data(), sizeof hash) != static_cast<ssize_t>(sizeof hash)) hash = kFailed;
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return hash;
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

[[noreturn]] void answer_parent(const Module& module) {
  const Hash hash = hash_of(module);
  _exit(write(*answer, hash.data(), sizeof hash) == static_cast<ssize_t>(sizeof hash) ? 0 : 1);
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
    if (pass == kInstrument && answer) answer_parent(*compiled);
  });
}

}  // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "farsan-classes", LLVM_VERSION_STRING, add_callbacks};
}
