// farsan replay FILE: the races of a recorded execution, as pictures.
#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>

#include "cli/command.h"
#include "sim/picture.h"
#include "sim/replay.h"
#include "sim/script.h"

namespace farsan::cli {

namespace {

class Replay final : public Command {
 public:
  CLI::App* add_to(CLI::App& app) override {
    CLI::App* sub = app.add_subcommand("replay", "Replay a recorded execution and draw its races");
    sub->add_option("file", file_, "the script (docs/scripts.md); - reads standard input")->required();
    sub->add_flag("--unicode", utf8_, "draw with box characters");
    sub->add_option("--width", width_, "columns to draw in")->check(CLI::Range(40, 1000))->capture_default_str();
    return sub;
  }

  int run() override {
    const std::optional<std::string> text = read();
    if (!text) return kWrongInput;
    const auto parsed = sim::parse(*text);
    if (const auto* errors = std::get_if<std::vector<sim::ScriptError>>(&parsed)) {
      std::cerr << sim::format(*errors, file_ == "-" ? "<standard input>" : file_);
      return kWrongInput;
    }
    return show(std::get<sim::Script>(parsed));
  }

 private:
  [[nodiscard]] std::optional<std::string> read() const {
    std::ostringstream content;
    if (file_ == "-") {
      content << std::cin.rdbuf();
    } else {
      const std::ifstream in(file_, std::ios::binary);
      if (in) content << in.rdbuf();
      if (!in || content.fail()) {
        std::cerr << "farsan: cannot read '" << file_ << "'\n";
        return std::nullopt;
      }
    }
    return content.str();
  }

  [[nodiscard]] int show(const sim::Script& script) const {
    const std::vector<sim::ReplayedRace> races = sim::replay(script);
    for (const sim::ReplayedRace& race : races)
      std::cout << sim::draw(script, race.picture, {utf8_, width_, 24}) << "\n";
    std::cout << "farsan: " << script.execution.events.size() << " events of " << script.execution.processes
              << " processes, ";
    if (races.empty())
      std::cout << "no race\n";
    else
      std::cout << races.size() << (races.size() == 1 ? " race" : " races") << "\n";
    return races.empty() ? kFine : kRaces;
  }

  std::string file_;
  bool utf8_ = false;
  std::size_t width_ = 100;
};

}  // namespace

std::unique_ptr<Command> replay_command() { return std::make_unique<Replay>(); }

}  // namespace farsan::cli
