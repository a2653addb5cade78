// farsan-random: random MPI programs under the real tool, compared pair by pair with what the oracle says of them.
#include <CLI/CLI.hpp>
#include <atomic>
#include <iostream>
#include <mutex>
#include <numeric>
#include <sstream>
#include <thread>

#include "random/generate.h"
#include "random/legal.h"
#include "random/run.h"
#include "random/translate.h"
#include "random/verdict.h"
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
  const Program& program;
  Kept kept;
  Verdict verdict;
};

Case judged(const Program& program, Kept kept) {
  Verdict verdict = judge(translate(program, kept));
  return {program, std::move(kept), std::move(verdict)};
}

/// Why there is nothing to run; empty if there is.
std::string mistake(const Program& program, const Kept& kept) {
  if (std::string wrong = problem(program, kept); !wrong.empty()) return "not legal: " + wrong;
  const auto impossible = model::problems(translate(program, kept));
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
Kept shrunk(const Program& program, Kept kept, const Runner& runner) {
  std::vector<std::size_t> groups;
  for (const Action& action : program.actions) groups.push_back(action.group);
  std::sort(groups.begin(), groups.end());
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  const auto without = [&](std::span<const std::size_t> gone) {
    Kept fewer = kept;
    for (Site site = 0; site < fewer.size(); ++site)
      if (std::binary_search(gone.begin(), gone.end(), program.actions[site].group)) fewer[site] = false;
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

void print(std::ostream& out, const char* what, const Program& program, const SitePairs& pairs) {
  for (const auto& [a, b] : pairs)
    out << "  " << what << ": " << a << " (r" << program.actions[a].rank << " " << to_text(program, program.actions[a])
        << ") with " << b << " (r" << program.actions[b].rank << " " << to_text(program, program.actions[b]) << ")\n";
}

/// Whether the engine alone, in the simulator, is right about the same events: then the binding is to blame.
std::string engine_says(const Program& program, const Kept& kept) {
  const model::Execution execution = translate(program, kept);
  const auto wrong =
      testing_support::disagreements(execution, oracle::races(execution), testing_support::engine_races(execution, {}));
  std::string text = wrong.empty() ? "  the engine is right in the simulator\n" : "";
  for (const std::string& line : wrong) text += "  the engine in the simulator: " + line + "\n";
  return text;
}

std::string to_list(const Kept& kept) {
  std::ostringstream out;
  for (Site site = 0; site < kept.size(); ++site)
    if (kept[site]) out << (out.tellp() > 0 ? "," : "") << site;
  return out.str();
}

void explain(std::ostream& out, const Case& of, const Difference& difference) {
  out << "seed " << of.program.seed << ", " << of.program.ranks << " ranks, --keep " << to_list(of.kept) << "\n"
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

/// Returns what to print.
std::string check(std::uint64_t seed, Kept kept, const Runner& runner, Shrink shrink, Totals& totals) {
  std::ostringstream out;
  const Program program = generate(seed);
  if (kept.empty()) kept.assign(program.actions.size(), true);
  kept.resize(program.actions.size());
  ++totals.programs;
  if (const std::string wrong = mistake(program, kept); !wrong.empty()) {
    ++totals.wrong;
    out << "seed " << seed << ": the generator is wrong: " << wrong << "\n" << to_text(program, kept) << "\n";
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
  std::cerr << "seed " << seed << ": wrong, is made smaller\n";
  const Case small = judged(program, shrunk(program, kept, runner));
  const Difference again = compare(small, runner);
  if (!again.any()) out << "(not every time)\n";
  explain(out, small, again.any() ? again : difference);
  return out.str();
}

Kept parse_kept(const std::string& list) {
  Kept kept;
  std::istringstream numbers(list);
  for (std::string number; std::getline(numbers, number, ',');) {
    const std::size_t site = std::stoul(number);
    kept.resize(std::max(kept.size(), site + 1));
    kept[site] = true;
  }
  return kept;
}

int main_of(int argc, char** argv) {
  CLI::App app("Random MPI programs under FarSan, compared pair by pair with the oracle");
  Runner runner;
  std::uint64_t first = 1;
  std::uint64_t count = 100;
  unsigned jobs = 1;
  bool no_shrink = false;
  bool show = false;
  std::string keep;
  app.add_option("--driver", runner.driver, "tests/random/driver.cpp, built by farsan-mpicxx.<mpi>");
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
      const Program program = generate(seed);
      Kept kept = parse_kept(keep);
      if (keep.empty()) kept.assign(program.actions.size(), true);
      kept.resize(program.actions.size());
      std::cout << "seed " << seed << ", " << program.ranks << " ranks\n"
                << to_text(program, kept) << mistake(program, kept);
      print(std::cout, "race", program, judge(translate(program, kept)).races);
    }
    return 0;
  }
  if (runner.driver.empty()) {
    std::cerr << "farsan-random: --driver is missing\n";
    return 2;
  }
  Totals totals;
  std::atomic<std::uint64_t> next = first;
  std::mutex printing;
  std::vector<std::thread> workers;
  for (unsigned job = 0; job < jobs; ++job)
    workers.emplace_back([&] {
      for (std::uint64_t seed = next++; seed < first + count; seed = next++) {
        const std::string text = check(seed, parse_kept(keep), runner, no_shrink ? Shrink::No : Shrink::Yes, totals);
        const std::lock_guard lock(printing);
        std::cout << text << std::flush;
      }
    });
  for (std::thread& worker : workers) worker.join();
  std::cout << totals.programs << " programs, " << totals.racy << " with races (" << totals.pairs << " pairs), "
            << totals.wrong << " wrong";
  if (totals.fail_anyway > 0) std::cout << "; " << totals.fail_anyway << " fail without FarSan, too, and say nothing";
  std::cout << "\n";
  return totals.wrong == 0 ? 0 : 1;
}

}  // namespace

}  // namespace farsan::random_programs

int main(int argc, char** argv) { return farsan::random_programs::main_of(argc, argv); }
