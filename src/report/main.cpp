// farsan-report: makes the report of a job from its segments. Started by the last rank that leaves, or by whoever finds the
// others dead; the segments are descriptors that it inherits.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "report/json.h"
#include "report/output.h"
#include "report/suppressions.h"
#include "report/text.h"

namespace {

using namespace farsan;

constexpr int kFine = 0;
constexpr int kWrongUsage = 2;
constexpr int kRaces = 66;

struct Options {
  std::vector<int> segments;
  std::string json;
  std::string suppressions;
  std::string text = "-";
  std::string color = "auto";
  int exit_status = kRaces;
  bool unfinished = false;
};

bool write_to(const std::string& file, const std::string& content) {
  if (file == "-") return std::fwrite(content.data(), 1, content.size(), stderr) == content.size();
  return report::write_file(file, content);
}

/// A file is not a terminal, unless one wants colour in it.
bool in_color(const Options& options) {
  return (options.text == "-" || options.color != "auto") && report::in_color(options.color);
}

/// `farsan run` returns the status itself, and the processes of the job do not know it.
int status_for_summary(const Options& options) {
  const char* given = std::getenv("FARSAN_JOB_STATUS");
  return given == nullptr ? options.exit_status : std::atoi(given);
}

int make(const Options& options) {
  auto made = report::report_of(report::adopt(options.segments));
  if (!made) {
    std::cerr << "farsan: none of the descriptors is a segment of FarSan\n";
    return kWrongUsage;
  }
  report::Report& report = *made;
  report.unfinished = options.unfinished;
  if (!options.suppressions.empty()) {
    const auto read = report::Suppressions::read(options.suppressions);
    if (const auto* error = std::get_if<report::SuppressionsError>(&read))
      std::cerr << "FarSan: nothing is suppressed: " << error->message << "\n";
    else
      suppress(report, std::get<report::Suppressions>(read));
  }
  bool written = options.json.empty() || write_to(options.json, to_json(report));
  std::error_code none;
  const report::TextStyle style{in_color(options), status_for_summary(options), 110,
                                std::filesystem::current_path(none).string()};
  const std::string text = to_text(report, style);
  if (!text.empty() || options.text != "-") written = write_to(options.text, text) && written;
  if (!report.races.empty()) return kRaces;
  return written ? kFine : kWrongUsage;
}

}  // namespace

int main(int argc, char** argv) {
  // Separate debug files are looked for on this machine only: a report must not wait for a server.
  ::unsetenv("DEBUGINFOD_URLS");

  CLI::App app("Makes the report of a job from the segments of its processes.", "farsan-report");
  Options options;
  app.add_option("--segments", options.segments, "descriptors of the segments")->delimiter(',')->required();
  app.add_option("--json", options.json, "write the report as JSON to this file");
  app.add_option("--suppressions", options.suppressions, "a file with races to leave out");
  app.add_option("--text", options.text, "write the text to this file; -: standard error")->capture_default_str();
  app.add_option("--color", options.color, "color the text")->check(CLI::IsMember({"auto", "always", "never"}));
  app.add_option("--exitcode", options.exit_status, "exit status of the job, for the summary")->capture_default_str();
  app.add_flag("--unfinished", options.unfinished, "the job ended before its models were finalised");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked_for_help) {
    return app.exit(asked_for_help);
  } catch (const CLI::ParseError& wrong) {
    std::cerr << "farsan-report: " << wrong.what() << "\n";
    return kWrongUsage;
  }
  return make(options);
}
