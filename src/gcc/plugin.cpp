// What GCC loads: -fplugin=libfarsan-pass-gcc-VERSION.so.
#include <cstdlib>
#include <cstring>

// clang-format off
#include <gcc-plugin.h>
#include <plugin-version.h>
#include <tree.h>
#include <context.h>
#include <tree-pass.h>
#include <diagnostic-core.h>
// clang-format on

#include "gcc/conditional_loads.h"
#include "gcc/guards.h"
#include "gcc/machine_builtins.h"
#include "gcc/memory_calls.h"
#include "gcc/positions.h"
#include "gcc/ranges.h"
#include "gcc/signals.h"
#include "gcc/values.h"

// GCC asks for it: our licence is compatible with its own.
__attribute__((visibility("default"))) int plugin_is_GPL_compatible;

namespace {

/// FARSAN_RANGES=0: none. (An argument of a plugin would have to follow its name, in which GCC wants no dashes.)
bool wants_ranges() {
  const char* said = std::getenv("FARSAN_RANGES");
  return said == nullptr || std::strcmp(said, "0") != 0;
}

bool instruments_threads() { return (flag_sanitize & SANITIZE_THREAD) != 0; }

constexpr pass_data data_of(const char* name, unsigned int needs_later) {
  return {GIMPLE_PASS, name, OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, needs_later};
}
const pass_data kHold = data_of("farsan_hold", 0);
const pass_data kGuard = data_of("farsan", TODO_update_ssa);

class HoldLoads final : public gimple_opt_pass {
 public:
  HoldLoads() : gimple_opt_pass(kHold, g) {}

  opt_pass* clone() override { return new HoldLoads; }
  bool gate(function* /*code*/) override { return instruments_threads(); }
  unsigned int execute(function* code) override {
    farsan::gcc::hold_conditional_loads(*code);
    return 0;
  }
};

class GuardCalls final : public gimple_opt_pass {
 public:
  explicit GuardCalls(bool optimised) : gimple_opt_pass(kGuard, g), optimised_(optimised) {}

  opt_pass* clone() override { return new GuardCalls(optimised_); }
  bool gate(function* /*code*/) override { return instruments_threads() && (optimize != 0) == optimised_; }
  unsigned int execute(function* code) override {
    farsan::gcc::release_conditional_loads(*code);
    farsan::gcc::give_positions(*code);
    farsan::gcc::keep_memory_calls(*code);
    farsan::gcc::tell_values_of_calls(*code);
    farsan::gcc::tell_machine_builtins(*code);
    farsan::gcc::tell_used_signals(*code);
    if (optimised_ && !optimize_debug && wants_ranges()) farsan::gcc::make_ranges(*code);
    farsan::gcc::guard_calls(*code);
    return 0;
  }

 private:
  bool optimised_;
};

struct Place {
  pass_positioning_ops where;
  const char* pass;
  int instance;  ///< 0: all of them
};
void insert(opt_pass* pass, const Place& place, const char* plugin) {
  register_pass_info info = {pass, place.pass, place.instance, place.where};
  register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, nullptr, &info);
}

}  // namespace

__attribute__((visibility("default"))) int plugin_init(plugin_name_args* plugin, plugin_gcc_version* version) {
  if (!plugin_default_version_check(version, &gcc_version)) {
    inform(UNKNOWN_LOCATION, "FarSan was built with another gcc: every access becomes a call");
    return 0;
  }
  // Before what moves loads out of loops, of which there are several.
  insert(new HoldLoads, {PASS_POS_INSERT_AFTER, "laddress", 0}, plugin->base_name);
  // There is one for -Og, too.
  insert(new GuardCalls(/*optimised=*/true), {PASS_POS_INSERT_AFTER, "tsan", 0}, plugin->base_name);
  insert(new GuardCalls(/*optimised=*/false), {PASS_POS_INSERT_AFTER, "tsan0", 0}, plugin->base_name);
  return 0;
}
