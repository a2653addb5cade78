// farsan help [COMMAND]: the same as farsan [COMMAND] --help.
#include <CLI/CLI.hpp>
#include <iostream>

#include "cli/command.h"

namespace farsan::cli {

namespace {

class Help final : public Command {
 public:
  CLI::App* add_to(CLI::App& app) override {
    app_ = &app;
    CLI::App* sub = app.add_subcommand("help", "Show what FarSan can do, or how one of its commands is used");
    sub->add_option("command", topic_, "the command");
    return sub;
  }

  int run() override {
    const CLI::App* topic = topic_.empty() ? app_ : nullptr;
    for (const CLI::App* sub : app_->get_subcommands({}))
      if (sub->get_name() == topic_) topic = sub;
    if (topic == nullptr) {
      std::cerr << "farsan: there is no command '" << topic_ << "' (see farsan help)\n";
      return kWrongInput;
    }
    // Not App::help(): that is about the command that was chosen, this one.
    const std::string name = topic_.empty() ? "farsan" : "farsan " + topic_;
    std::cout << topic->get_formatter()->make_help(topic, name, CLI::AppFormatMode::Normal);
    return kFine;
  }

 private:
  const CLI::App* app_ = nullptr;
  std::string topic_;
};

}  // namespace

std::unique_ptr<Command> help_command() { return std::make_unique<Help>(); }

}  // namespace farsan::cli
