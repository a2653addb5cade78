#include "compiler/keep_apart.h"

#include <llvm/ADT/Any.h>
#include <llvm/Support/CommandLine.h>

namespace farsan::compiler {

using namespace llvm;

namespace {

/// Of the pass that simplifies the flow of control: on by themselves.
constexpr const char* kSwitches[] = {"simplifycfg-sink-common", "simplifycfg-hoist-common",
                                     "simplifycfg-merge-cond-stores"};
/// Loads in the caller what a function loads of an argument.
constexpr StringRef kPass = "ArgumentPromotionPass";

/// One module at a time is on its way to its instrumentation. (The linker, which may have several, has none.)
bool are_kept_apart = false;

void set_switches(bool value) {
  StringMap<cl::Option*>& known = cl::getRegisteredOptions();
  for (const char* name : kSwitches) {
    const auto found = known.find(name);
    if (found == known.end() || found->second->getNumOccurrences() != 0) continue;
    static_cast<cl::opt<bool>*>(found->second)->setValue(value);
  }
}

}  // namespace

void skip_moving_pass(PassInstrumentationCallbacks& callbacks) {
  callbacks.registerShouldRunOptionalPassCallback(
      [](StringRef pass, const Any& /*unit*/) { return !are_kept_apart || pass != kPass; });
}

void keep_accesses_apart() {
  are_kept_apart = true;
  set_switches(false);
}

void let_accesses_merge() {
  are_kept_apart = false;
  set_switches(true);
}

}  // namespace farsan::compiler
