#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "cli/command.h"
#include "cli/driver.h"

namespace {

using namespace farsan::cli;

/// CLI11 only says that a command is required.
bool names_no_command(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty() || words[0].starts_with('-')) return false;
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  return std::ranges::none_of(commands, [&](const CLI::App* command) { return command->get_name() == words[0]; });
}

/// farsan run [OPTIONS] -- PROGRAM: CLI11 has no use for the "--".
std::vector<std::string> without_separator(const CLI::App& app, std::vector<std::string> words) {
  if (words.empty() || words[0] != "run") return words;
  const CLI::App* const run = app.get_subcommand("run");
  for (std::size_t i = 1; i < words.size() && words[i].starts_with('-'); ++i) {
    if (words[i] == "--") {
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
      break;
    }
    const CLI::Option* const option = run->get_option_no_throw(words[i]);
    if (option != nullptr && option->get_items_expected_max() > 0) ++i;
  }
  return words;
}

int run_subcommand(int argc, char** argv) {
  CLI::App app("FarSan: names the accesses that race in programs with one-sided communication.", "farsan");
  app.set_version_flag("--version", "farsan " FARSAN_VERSION);
  app.require_subcommand(1);
  app.footer(
      "farsan-mpicc, farsan-mpicxx, farsan-mpifort, ... build a program with FarSan in it; farsan run starts it.\n"
      "Exit status: 66 with races; without, 0 or the program's own; 2 for wrong input.");

  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(run_command());
  commands.push_back(cc_command());
  commands.push_back(doctor_command());
  commands.push_back(replay_command());
  commands.push_back(help_command());
  std::vector<CLI::App*> chosen;
  chosen.reserve(commands.size());
  for (const auto& command : commands) chosen.push_back(command->add_to(app));

  try {
    std::vector<std::string> words = without_separator(app, {argv + 1, argv + argc});
    std::ranges::reverse(words);  // as it wants them
    app.parse(std::move(words));
  } catch (const CLI::Success& asked_for_help) {
    return app.exit(asked_for_help);
  } catch (const CLI::ParseError& wrong) {
    const bool no_command = names_no_command(app, {argv + 1, argv + argc});
    std::cerr << "farsan: " << (no_command ? "there is no command '" + std::string(argv[1]) + "'" : wrong.what())
              << " (see farsan --help)\n";
    return kWrongInput;
  }
  for (std::size_t i = 0; i < commands.size(); ++i)
    if (chosen[i]->parsed()) return commands[i]->run();
  return kWrongInput;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string driver = driver_name(argv[0]);
  if (!driver.empty()) return drive(driver, {argv + 1, argv + argc});
  return run_subcommand(argc, argv);
}
