// What GCC loads: -fplugin=libfarsan-pass-gcc-VERSION.so.
// clang-format off
#include <gcc-plugin.h>
#include <plugin-version.h>
#include <tree.h>
#include <context.h>
#include <tree-pass.h>
#include <diagnostic-core.h>
// clang-format on

#include "gcc/guards.h"

// GCC asks for it: our licence is compatible with its own.
__attribute__((visibility("default"))) int plugin_is_GPL_compatible;

namespace {

const pass_data kPass = {GIMPLE_PASS, "farsan", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, TODO_update_ssa};

class GuardCalls final : public gimple_opt_pass {
 public:
  explicit GuardCalls(bool optimised) : gimple_opt_pass(kPass, g), optimised_(optimised) {}

  opt_pass* clone() override { return new GuardCalls(optimised_); }
  bool gate(function* /*code*/) override {
    return (flag_sanitize & SANITIZE_THREAD) != 0 && (optimize != 0) == optimised_;
  }
  unsigned int execute(function* code) override {
    farsan::gcc::guard_calls(*code);
    return 0;
  }

 private:
  bool optimised_;
};

/// All instances of it: there is one for -Og, too.
void insert_behind(const char* pass, bool optimised, const char* plugin) {
  register_pass_info where = {new GuardCalls(optimised), pass, 0, PASS_POS_INSERT_AFTER};
  register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, nullptr, &where);
}

}  // namespace

__attribute__((visibility("default"))) int plugin_init(plugin_name_args* plugin, plugin_gcc_version* version) {
  if (!plugin_default_version_check(version, &gcc_version)) {
    inform(UNKNOWN_LOCATION, "FarSan was built with another gcc: every access becomes a call");
    return 0;
  }
  insert_behind("tsan", true, plugin->base_name);
  insert_behind("tsan0", false, plugin->base_name);
  return 0;
}
