// A subcommand of `farsan`: it owns its options, its usage text and what it does.
#pragma once

#include <memory>
#include <vector>

namespace CLI {
class App;
}

namespace farsan::cli {

/// Exit statuses that scripts may rely on.
inline constexpr int kFine = 0;
inline constexpr int kWrongInput = 2;
inline constexpr int kRaces = 66;

class Command {
 public:
  virtual ~Command() = default;
  /// Adds the subcommand; `run` is called when the user chose it.
  virtual CLI::App* add_to(CLI::App& app) = 0;
  /// The exit status.
  virtual int run() = 0;
};

std::unique_ptr<Command> cc_command();
std::unique_ptr<Command> doctor_command();
std::unique_ptr<Command> help_command();
std::unique_ptr<Command> replay_command();
std::unique_ptr<Command> run_command();

}  // namespace farsan::cli
