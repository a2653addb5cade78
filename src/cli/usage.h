// The usage line of a command that hands the rest of its words on to another program. (CLI11 makes up its own from the
// options it knows.)
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>

namespace farsan::cli {

class Usage final : public CLI::Formatter {
 public:
  explicit Usage(std::string line) : line_(std::move(line)) {}
  [[nodiscard]] std::string make_usage(const CLI::App* /*app*/, std::string /*name*/) const override {
    return "Usage: " + line_ + "\n";
  }

 private:
  std::string line_;
};

}  // namespace farsan::cli
