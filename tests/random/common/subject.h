// A random program as whoever runs, judges and shrinks it sees it, whatever the programming model.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/execution.h"
#include "random/common/program.h"

namespace farsan::random_programs {

class Subject {
 public:
  Subject() = default;
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;
  virtual ~Subject() = default;

  [[nodiscard]] virtual std::uint64_t seed() const = 0;
  [[nodiscard]] virtual std::uint64_t fingerprint() const = 0;
  [[nodiscard]] virtual std::uint32_t ranks() const = 0;
  [[nodiscard]] virtual std::vector<Step> steps() const = 0;
  /// Is this a program that the specification allows, but for its races, and that cannot hang? What is wrong first.
  [[nodiscard]] virtual std::string problem(const Kept& kept) const = 0;
  /// What it means, in the model's words.
  [[nodiscard]] virtual model::Execution translate(const Kept& kept) const = 0;
  /// The setting, and one step, for people.
  [[nodiscard]] virtual std::string setting() const = 0;
  [[nodiscard]] virtual std::string text(Site site) const = 0;
  [[nodiscard]] virtual Order hidden_order(const Kept& kept) const = 0;
};

/// By the functions of the model's namespace.
template <class Program>
class SubjectOf final : public Subject {
 public:
  explicit SubjectOf(Program program) : program_(std::move(program)) {}
  [[nodiscard]] std::uint64_t seed() const override { return program_.seed; }
  [[nodiscard]] std::uint64_t fingerprint() const override { return fingerprint_of(program_); }
  [[nodiscard]] std::uint32_t ranks() const override { return program_.ranks; }
  [[nodiscard]] std::vector<Step> steps() const override { return {program_.actions.begin(), program_.actions.end()}; }
  [[nodiscard]] std::string problem(const Kept& kept) const override { return problem_of(program_, kept); }
  [[nodiscard]] model::Execution translate(const Kept& kept) const override { return translation(program_, kept); }
  [[nodiscard]] std::string setting() const override { return setting_of(program_); }
  [[nodiscard]] std::string text(Site site) const override { return to_text(program_, program_.actions[site]); }
  [[nodiscard]] Order hidden_order(const Kept& kept) const override { return hidden_order_of(program_, kept); }

 private:
  Program program_;
};

/// A table for people: one row per action, one column per rank.
[[nodiscard]] std::string to_text(const Subject& subject, const Kept& kept);

}  // namespace farsan::random_programs
