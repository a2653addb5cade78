// farsan-random: random programs under the real tool, compared pair by pair with what the oracle says of them.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <iostream>
#include <mutex>
#include <numeric>
#include <sstream>
#include <thread>

#include "random/common/run.h"
#include "random/common/verdict.h"
#include "random/models.h"
#include "support/comparison.h"

namespace farsan::random_programs {

namespace {

struct Difference {
  std::string failure;  ///< of the run itself
  SitePairs missing;
  SitePairs extra;
  bool no_verdict = false;  ///< the library failed by itself
  [[nodiscard]] bool any() const { return !failure.empty() || !missing.empty() || !extra.empty(); }
};

struct Case {
  const Subject& program;
  Kept kept;
  Verdict verdict;
};

Case judged(const Subject& program, Kept kept) {
  Verdict verdict = judge(program.translate(kept));
  return {program, std::move(kept), std::move(verdict)};
}

/// Why there is nothing to run; empty if there is.
std::string mistake(const Subject& program, const Kept& kept) {
  if (std::string wrong = program.problem(kept); !wrong.empty()) return "not legal: " + wrong;
  const auto impossible = model::problems(program.translate(kept));
  return impossible.empty() ? std::string()
                            : "not possible: event " + std::to_string(impossible[0].event) + ": " + impossible[0].what;
}

Difference compare(const Case& of, const Runner& runner) {
  const Outcome outcome = runner.run(of.program, of.kept);
  Difference difference{outcome.failure, {}, {}, outcome.fails_anyway};
  if (!outcome.failure.empty() || outcome.fails_anyway) return difference;
  std::set_difference(of.verdict.owed.begin(), of.verdict.owed.end(), outcome.reported.begin(), outcome.reported.end(),
                      std::inserter(difference.missing, difference.missing.end()));
  std::set_difference(outcome.reported.begin(), outcome.reported.end(), of.verdict.races.begin(),
                      of.verdict.races.end(), std::inserter(difference.extra, difference.extra.end()));
  return difference;
}

/// Leaves out group after group, while it stays legal and still fails.
Kept shrunk(const Subject& program, Kept kept, const Runner& runner) {
  std::vector<std::size_t> groups;
  const std::vector<Step> steps = program.steps();
  for (const Step& step : steps) groups.push_back(step.group);
  std::sort(groups.begin(), groups.end());
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  const auto without = [&](std::span<const std::size_t> gone) {
    Kept fewer = kept;
    for (Site site = 0; site < fewer.size(); ++site)
      if (std::binary_search(gone.begin(), gone.end(), steps[site].group)) fewer[site] = false;
    return fewer;
  };
  const auto fails = [&](const Kept& fewer) {
    return fewer != kept && mistake(program, fewer).empty() && compare(judged(program, fewer), runner).any();
  };
  for (std::size_t chunk = groups.size() / 2; chunk >= 1;) {
    bool progress = false;
    for (std::size_t i = 0; i < groups.size(); i += chunk) {
      const Kept fewer = without(std::span(groups).subspan(i, std::min(chunk, groups.size() - i)));
      if (!fails(fewer)) continue;
      kept = fewer;
      progress = true;
    }
    if (!progress || chunk > 1) chunk /= 2;
  }
  return kept;
}

void print(std::ostream& out, const char* what, const Subject& program, const SitePairs& pairs) {
  const std::vector<Step> steps = program.steps();
  for (const auto& [a, b] : pairs)
    out << "  " << what << ": " << a << " (r" << steps[a].rank << " " << program.text(a) << ") with " << b << " (r"
        << steps[b].rank << " " << program.text(b) << ")\n";
}

/// Whether the engine alone, in the simulator, is right about the same events: then the binding is to blame.
std::string engine_says(const Subject& program, const Kept& kept) {
  const model::Execution execution = program.translate(kept);
  const auto wrong =
      testing_support::disagreements(execution, oracle::races(execution), testing_support::engine_races(execution, {}));
  std::string text = wrong.empty() ? "  the engine is right in the simulator\n" : "";
  for (const std::string& line : wrong) text += "  the engine in the simulator: " + line + "\n";
  return text;
}

void explain(std::ostream& out, const Case& of, const Difference& difference) {
  out << "seed " << of.program.seed() << ", " << of.program.ranks() << " ranks, --keep " << to_list(of.kept) << "\n"
      << to_text(of.program, of.kept);
  if (!difference.failure.empty()) out << "  " << difference.failure << "\n";
  print(out, "missing", of.program, difference.missing);
  print(out, "extra", of.program, difference.extra);
  out << engine_says(of.program, of.kept) << "\n";
}

struct Totals {
  std::atomic<std::size_t> programs = 0;
  std::atomic<std::size_t> racy = 0;
  std::atomic<std::size_t> pairs = 0;
  std::atomic<std::size_t> wrong = 0;
  std::atomic<std::size_t> fail_anyway = 0;
};

enum class Shrink : std::uint8_t { No, Yes };

/// All, if the list is empty.
Kept kept_of(const Subject& program, const std::string& list) {
  Kept kept = parse_kept(list);
  kept.resize(program.steps().size(), list.empty());
  return kept;
}

/// Returns what to print.
std::string check(const Subject& program, Kept kept, const Runner& runner, Shrink shrink, Totals& totals) {
  std::ostringstream out;
  ++totals.programs;
  if (const std::string wrong = mistake(program, kept); !wrong.empty()) {
    ++totals.wrong;
    out << "seed " << program.seed() << ": the generator is wrong: " << wrong << "\n" << to_text(program, kept) << "\n";
    return out.str();
  }
  const Case whole = judged(program, kept);
  totals.racy += whole.verdict.races.empty() ? 0 : 1;
  totals.pairs += whole.verdict.races.size();
  const Difference difference = compare(whole, runner);
  if (difference.no_verdict) ++totals.fail_anyway;
  if (!difference.any()) return {};
  ++totals.wrong;
  if (shrink == Shrink::No) {
    explain(out, whole, difference);
    return out.str();
  }
  std::cerr << "seed " << program.seed() << ": wrong, is made smaller\n";
  const Case small = judged(program, shrunk(program, kept, runner));
  const Difference again = compare(small, runner);
  if (!again.any()) out << "(not every time)\n";
  explain(out, small, again.any() ? again : difference);
  return out.str();
}

int main_of(int argc, char** argv) {
  CLI::App app("Random programs under FarSan, compared pair by pair with the oracle");
  Runner runner;
  std::uint64_t first = 1;
  std::uint64_t count = 100;
  unsigned jobs = 1;
  bool no_shrink = false;
  bool show = false;
  std::string keep;
  std::string model = "mpi";
  app.add_option("--model", model, "what they are written with")
      ->check(CLI::IsMember(model_names()))
      ->capture_default_str();
  app.add_option("--driver", runner.driver, "tests/random/<model>/driver.cpp, built by the wrapper of its library");
  app.add_option("--farsan", runner.farsan, "the farsan to run it with")->capture_default_str();
  app.add_option("--first", first, "the first seed")->capture_default_str();
  app.add_option("--count", count, "how many programs")->capture_default_str();
  app.add_option("--jobs", jobs, "how many at a time")->capture_default_str();
  app.add_option("--timeout", runner.seconds, "seconds for one run")->capture_default_str();
  app.add_option("--jitter", runner.jitter, "microseconds that ranks pause at random")->capture_default_str();
  app.add_option("--keep", keep, "of one seed: only these actions");
  app.add_flag("--no-shrink", no_shrink, "show failing programs as they are");
  app.add_flag("--show", show, "print programs and verdicts, and run nothing");
  CLI11_PARSE(app, argc, argv);

  if (show) {
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
      const auto program = generate(model, seed);
      const Kept kept = kept_of(*program, keep);
      const std::string wrong = mistake(*program, kept);
      std::cout << "seed " << seed << ", " << program->ranks() << " ranks\n"
                << to_text(*program, kept) << wrong << "\n";
      if (wrong.empty()) print(std::cout, "race", *program, judge(program->translate(kept)).races);
    }
    return 0;
  }
  if (::access(runner.driver.c_str(), X_OK) != 0) {
    std::cerr << "farsan-random: --driver: no program '" << runner.driver << "'\n";
    return 2;
  }
  Totals totals;
  std::atomic<std::uint64_t> next = first;
  std::mutex printing;
  std::vector<std::thread> workers;
  for (unsigned job = 0; job < jobs; ++job)
    workers.emplace_back([&] {
      for (std::uint64_t seed = next++; seed < first + count; seed = next++) {
        const auto program = generate(model, seed);
        const std::string text =
            check(*program, kept_of(*program, keep), runner, no_shrink ? Shrink::No : Shrink::Yes, totals);
        const std::lock_guard lock(printing);
        std::cout << text << std::flush;
      }
    });
  for (std::thread& worker : workers) worker.join();
  std::cout << totals.programs << " programs, " << totals.racy << " with races (" << totals.pairs << " pairs), "
            << totals.wrong << " wrong";
  if (totals.fail_anyway > 0) std::cout << "; " << totals.fail_anyway << " fail without FarSan, too, and say nothing";
  std::cout << "\n";
  // A run that says nothing of most programs has shown nothing.
  return totals.wrong == 0 && totals.fail_anyway * 2 <= totals.programs ? 0 : 1;
}

}  // namespace

}  // namespace farsan::random_programs

int main(int argc, char** argv) { return farsan::random_programs::main_of(argc, argv); }
