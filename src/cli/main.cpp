#include <CLI/CLI.hpp>
#include <iostream>

#include "cli/command.h"

int main(int argc, char** argv) {
  using namespace farsan::cli;
  CLI::App app("FarSan: names the accesses that race in programs with one-sided communication.", "farsan");
  app.set_version_flag("--version", "farsan " FARSAN_VERSION);
  app.require_subcommand(1);
  app.footer("Exit status: 0 without races, 66 with, 2 for wrong input.");

  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(replay_command());
  std::vector<CLI::App*> chosen;
  chosen.reserve(commands.size());
  for (const auto& command : commands) chosen.push_back(command->add_to(app));

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked_for_help) {
    return app.exit(asked_for_help);
  } catch (const CLI::ParseError& wrong) {
    std::cerr << "farsan: " << wrong.what() << " (see farsan --help)\n";
    return kWrongInput;
  }
  for (std::size_t i = 0; i < commands.size(); ++i)
    if (chosen[i]->parsed()) return commands[i]->run();
  return kWrongInput;
}
