// farsan cc X ARGUMENTS...: the compiler driver X with FarSan in it, the same as farsan-X.
#include <CLI/CLI.hpp>
#include <iostream>

#include "cli/command.h"
#include "cli/driver.h"
#include "cli/usage.h"

namespace farsan::cli {

namespace {

class Cc final : public Command {
 public:
  CLI::App* add_to(CLI::App& app) override {
    sub_ =
        app.add_subcommand("cc", "Build with a compiler driver: farsan cc mpicc -O2 prog.c is farsan-mpicc -O2 prog.c");
    sub_->prefix_command();
    sub_->formatter(std::make_shared<Usage>("farsan cc DRIVER [ARGUMENTS...]"));
    sub_->footer(
        "Adds instrumentation (-fsanitize=thread, -g if there is no other) where DRIVER compiles, and FarSan's runtime "
        "for\n"
        "the MPI in use where it links. FARSAN_VERBOSE=1 or -farsan-v shows the command.");
    return sub_;
  }

  int run() override {
    std::vector<std::string> words = sub_->remaining();
    if (words.empty() || words[0].starts_with('-')) {
      std::cerr << "farsan: cc wants a compiler driver first (see farsan cc --help)\n";
      return kWrongInput;
    }
    const std::string driver = words[0];
    words.erase(words.begin());
    return drive(driver, std::move(words));
  }

 private:
  CLI::App* sub_ = nullptr;
};

}  // namespace

std::unique_ptr<Command> cc_command() { return std::make_unique<Cc>(); }

}  // namespace farsan::cli
