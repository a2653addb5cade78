// farsan run -n N PROGRAM: a job of the program's own MPI, with what FarSan needs in its environment.
#include <sys/mman.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <span>
#include <sstream>
#include <thread>
#include <vector>

#include "cli/command.h"
#include "cli/elf.h"
#include "cli/gaspi.h"
#include "cli/installation.h"
#include "cli/launcher.h"
#include "cli/process.h"
#include "cli/shmem.h"
#include "cli/usage.h"
#include "report/json.h"
#include "report/output.h"
#include "report/suppressions.h"
#include "report/text.h"
#include "runtime/options.h"
#include "session/keeper.h"
#include "session/layout.h"
#include "session/segment.h"

namespace farsan::cli {

namespace {

int wrong(const std::string& what) {
  std::cerr << "farsan: " << what << "\n";
  return kWrongInput;
}

/// Relative names are relative to here, wherever the launcher starts the processes.
std::string absolute(const std::string& file) {
  return file.empty() || file == "-" ? file : std::filesystem::absolute(file).lexically_normal().string();
}

/// A place in memory that the job can write its report to, by a name in /proc: nothing is left behind.
class Mailbox {
 public:
  Mailbox() : fd_(::memfd_create("farsan-report", MFD_CLOEXEC)) {}
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;
  Mailbox(Mailbox&&) = delete;
  Mailbox& operator=(Mailbox&&) = delete;
  ~Mailbox() {
    if (fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] std::string path() const {
    return "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(fd_);
  }

 private:
  int fd_;
};

std::string content(const std::string& file) {
  std::ostringstream text;
  std::ifstream in(file, std::ios::binary);
  if (in.peek() != std::ifstream::traits_type::eof()) text << in.rdbuf();
  return text.str();
}

std::optional<report::Report> report_in(const std::string& file) {
  auto read = report::parse(content(file));
  if (auto* report = std::get_if<report::Report>(&read)) return std::move(*report);
  return std::nullopt;
}

/// Runs, or may come to run. One that is dead stays in the table of processes until somebody asks for its status.
bool is_alive(int pid) {
  const std::string stat = content("/proc/" + std::to_string(pid) + "/stat");
  const std::size_t name_ends = stat.rfind(") ");
  return name_ends != std::string::npos && stat[name_ends + 2] != 'Z' && stat[name_ends + 2] != 'X';
}

/// Somebody may yet write the report of this job.
bool may_be_written(std::span<const session::Segment> segments) {
  return std::ranges::any_of(segments, [](const session::Segment& segment) {
    const session::Header& header = segment.header();
    return (header.reporter.load() != 0 && header.report_done.load() == 0) || is_alive(header.pid);
  });
}

/// The job found more races than its last report tells of.
bool knows_more(std::span<const session::Segment> segments) {
  std::uint32_t found = 0;
  std::uint32_t told = 0;
  for (const session::Segment& segment : segments) {
    found += segment.header().race_count.load();
    told = std::max(told, segment.header().races_told.load());
  }
  return told != 0 && told < 1 + found;
}

/// The report that the job left, if it tells all. After a bad end the one who writes it may need a moment more than the launcher; where a
/// library has all processes killed, nobody does.
std::optional<report::Report> await_report_in(const std::string& file, std::span<const session::Segment> segments) {
  constexpr std::chrono::milliseconds kPause{20};
  for (int patience = 50; patience > 0 && may_be_written(segments); --patience) {
    std::this_thread::sleep_for(kPause);
    if (auto report = report_in(file); report && !knows_more(segments)) return report;
  }
  return knows_more(segments) ? std::nullopt : report_in(file);
}

/// As far as can be known before: nothing is made.
bool can_be_written(const std::string& file) {
  if (file.empty() || file == "-") return true;
  std::error_code none;
  if (std::filesystem::exists(file, none))
    return !std::filesystem::is_directory(file, none) && ::access(file.c_str(), W_OK) == 0;
  return ::access(std::filesystem::path(file).parent_path().c_str(), W_OK) == 0;
}

class Run final : public Command {
 public:
  CLI::App* add_to(CLI::App& app) override {
    sub_ = app.add_subcommand(
        "run", "Run an MPI, OpenSHMEM or GASPI program that was built with farsan-mpicc, farsan-oshcc, farsan-gaspicc");
    sub_->prefix_command();
    sub_->formatter(std::make_shared<Usage>("farsan run [-n N] [OPTIONS] PROGRAM [ARGUMENTS...]"));
    sub_->add_option("-n,--np", processes_, "number of processes")
        ->check(CLI::Range(1U, session::kMaxRanks))
        ->capture_default_str();
    sub_->add_option("--json", json_, "write the report as JSON to this file (docs/report-format.md)");
    sub_->add_option("--text", text_, "write the text to this file instead of standard error");
    sub_->add_option("--suppressions", suppressions_, "a file with races to leave out (docs/guide.md)");
    sub_->add_option("--launcher", launcher_, "start the job with this instead of the mpirun of the program's MPI");
    sub_->add_option("--options", options_, "\"key=value:...\", added to FARSAN_OPTIONS; help lists them");
    sub_->add_flag("-v,--verbose", verbose_, "say what is set and started");
    sub_->footer("Exit status: 66 with races, the program's own without, 2 for wrong input.");
    return sub_;
  }

  int run() override {
    const char* given = std::getenv("FARSAN_OPTIONS");
    std::string options = given == nullptr ? "" : given;
    if (options_ == "help" || options == "help") {
      std::cout << runtime::options_help();
      return kFine;
    }
    for (const auto& [key, value] : {std::pair("", options_),
                                     {"json", absolute(json_)},
                                     {"text", absolute(text_)},
                                     {"suppressions", absolute(suppressions_)}}) {
      if (value.find('"') != std::string::npos && *key != '\0') return wrong("a double quote in '" + value + "'");
      if (value.empty()) continue;
      if (!options.empty()) options += ':';
      options += *key == '\0' ? value : std::string(key) + "=\"" + value + "\"";
    }
    const auto parsed = runtime::parse_options(options);
    if (const auto* error = std::get_if<runtime::OptionsError>(&parsed)) return wrong("options: " + error->message);
    auto chosen = std::get<runtime::Options>(parsed);
    for (std::string* file : {&chosen.json, &chosen.text, &chosen.suppressions}) *file = absolute(*file);
    if (!chosen.suppressions.empty()) {
      auto read = report::Suppressions::read(chosen.suppressions);
      if (const auto* error = std::get_if<report::SuppressionsError>(&read))
        return wrong("suppressions: " + error->message);
      to_leave_out_ = std::get<report::Suppressions>(std::move(read));
    }
    return start(chosen, options);
  }

 private:
  static std::string why_not_started(const std::string& name) {
    const std::string file = name.find('/') == std::string::npos ? "./" + name : name;
    std::error_code error;
    if (find_program(file)) return "no program '" + name + "' in PATH; the one in this folder is " + file;
    if (std::filesystem::exists(file, error)) return "'" + name + "' is not a program that can be started";
    return "no program '" + name + "'";
  }

  int start(const runtime::Options& options, std::string options_text) {
    std::vector<std::string> words = sub_->remaining();
    if (!words.empty() && words[0] == "--") words.erase(words.begin());
    if (words.empty()) return wrong("run wants a program (see farsan run --help)");
    if (words[0].starts_with('-')) return wrong("run has no option '" + words[0] + "' (see farsan run --help)");
    const auto program = find_program(words[0]);
    if (!program) return wrong(why_not_started(words[0]));

    const std::optional<Mpi> mpi = identify(*program);
    const auto launcher = !launcher_.empty()        ? find_program(launcher_)
                          : by_ourselves(mpi)       ? find_program(installation().pgas_launcher)
                          : shmem_ == Shmem::Sandia ? find_oshrun()
                                                    : find_launcher(mpi);
    if (!launcher) {
      const std::string what = !launcher_.empty()        ? launcher_
                               : by_ourselves(mpi)       ? installation().pgas_launcher
                               : shmem_ == Shmem::Sandia ? "oshrun of Sandia OpenSHMEM"
                                                         : std::string("mpirun for ") + (mpi ? title(*mpi) : "any MPI");
      return wrong("no launcher: " + what + " is not installed (see farsan doctor)");
    }

    // The ranks leave with their own status, and 66 is given here, by the report: launchers mix the statuses of ranks, and
    // Open MPI's takes a second, and many words, to say that one was not zero.
    const Mailbox mailbox;
    const std::string json = mailbox.path();
    options_text += ":json=" + json + ":exitcode=0";
    // The text is printed here: a launcher passes standard error on through a pipe, and is gone before a report that comes
    // late, and only here it is known whether there is a terminal.
    const bool to_standard_error = options.text.empty() || options.text == "-";
    if (to_standard_error) options_text += ":text=/dev/null";
    session::Keeper keeper;
    if (!keeper.name().empty())
      set({session::kKeeperVariable, keeper.name(), "what the processes know outlives them here"});
    const JobFolder folder;
    for (const Setting& setting : needed_settings(mpi, processes_, folder)) set(setting);
    set({"FARSAN_OPTIONS", options_text, "what you asked for; the exit status is ours to give"});
    set({"FARSAN_JOB_STATUS", std::to_string(options.exitcode), "for the summary"});
    std::error_code none;
    for (const std::string& file : {options.json, options.text})
      if (!can_be_written(file)) return wrong("cannot write '" + file + "'");
    // An old report is none of this run.
    if (std::filesystem::is_regular_file(options.json, none)) std::filesystem::resize_file(options.json, 0, none);

    std::vector<std::string> command = {*launcher, "-n", std::to_string(processes_), *program};
    const MachineFile machines(processes_);
    if (is_gaspi_run(*launcher)) command.insert(command.begin() + 1, {"-m", machines.path()});
    command.insert(command.end(), words.begin() + 1, words.end());
    if (verbose_) std::cerr << "farsan: " << quoted(command) << '\n';
    const auto status = run_job(std::move(command));
    if (!status) return wrong("cannot start " + *launcher + ": " + std::strerror(errno));
    auto report = report_in(json);
    const report::TextStyle style{to_standard_error && report::in_color(options.color),
                                  static_cast<int>(options.exitcode), 110,
                                  std::filesystem::current_path(none).string()};
    // One that was written before the end of the job may tell less than its processes know.
    const bool is_final = report && !report->unfinished;
    const std::vector<session::Segment> segments = report::adopt(is_final ? std::vector<int>() : keeper.descriptors());
    if (!report || knows_more(segments)) report = await_report_in(json, segments);
    if (!report) {
      // Nobody of the job could: what can be said from the segments alone.
      report = report::report_of(segments);
      if (report) report->unfinished = true;
      if (report) suppress(*report, to_leave_out_);
      if (report && !to_standard_error) report::write_file(options.text, to_text(*report, style));
    }
    if (report && options.json == "-")
      std::cout << to_json(*report) << std::flush;
    else if (report && !options.json.empty())
      report::write_file(options.json, to_json(*report));
    if (!report && with_farsan_ && options.enabled)
      std::cerr << (shmem_   ? "farsan: the job left no report: it did not come to shmem_init\n"
                    : gaspi_ ? "farsan: the job left no report: it did not come to gaspi_proc_init\n"
                             : "farsan: the job left no report: it did not come to MPI_Init\n");
    if (report && to_standard_error) std::cerr << to_text(*report, style) << std::flush;
    const bool tell = report && !report->races.empty() && options.exitcode != 0;
    return tell ? static_cast<int>(options.exitcode) : *status;
  }

  static bool is_script(const std::string& program) {
    std::array<char, 2> begin{};
    std::ifstream(program).read(begin.data(), begin.size());
    return begin == std::array{'#', '!'};
  }

  /// What libtool lets a script run while a program is not installed; else the program itself.
  static std::string behind_script(const std::string& program) {
    const std::filesystem::path script(program);
    std::error_code none;
    for (const char* prefix : {"lt-", ""})
      if (const auto real = script.parent_path() / ".libs" / (prefix + script.filename().string());
          is_script(program) && std::filesystem::exists(real, none))
        return real.string();
    return program;
  }

  /// By what the program links; says so if that cannot be.
  std::optional<Mpi> identify(const std::string& program) {
    const std::vector<std::string> libraries = all_needed(behind_script(program));
    if (libraries.empty() && launcher_.empty() && is_script(program))
      std::cerr
          << "farsan: " << program
          << " is a script: which MPI it uses is not known (--launcher PROGRAM chooses mpirun.mpich or another)\n";
    const std::optional<Mpi> mpi = mpi_of_libraries(libraries);
    shmem_ = shmem_of_libraries(libraries);
    gaspi_ = gaspi_of_libraries(libraries);
    with_farsan_ = std::ranges::any_of(libraries, is_runtime);
    if (!libraries.empty() && !with_farsan_)
      std::cerr << "farsan: " << program
                << " was not linked by farsan-mpicc, farsan-oshcc or the like: nothing will be found in it\n";
    if (verbose_) {
      std::string links;
      const auto add = [&](const char* what) { links += (links.empty() ? " links " : " and ") + std::string(what); };
      if (shmem_) add(title(*shmem_));
      if (gaspi_) add(title(*gaspi_));
      if (mpi && shmem_ != Shmem::Oshmem) add(title(*mpi));
      std::cerr << "farsan: " << program << (links.empty() ? " links no MPI, no OpenSHMEM and no GASPI" : links)
                << "\n";
    }
    return mpi;
  }

  /// gaspi_run of GPI-2 goes through ssh even to this node, and leaves the environment behind on the way. One that uses MPI as
  /// well is started as an MPI program: the embedded libraries find their place in such a job.
  [[nodiscard]] bool by_ourselves(std::optional<Mpi> mpi) const {
    return (shmem_ == Shmem::Embedded || gaspi_) && !mpi;
  }

  /// Open MPI has one, too.
  static std::optional<std::string> find_oshrun() {
    const auto known = installation().sandia;
    if (known)
      if (auto path = find_program(known->prefix + "/bin/oshrun")) return path;
    return find_program("oshrun");
  }

  void set(const Setting& setting) const {
    ::setenv(setting.name.c_str(), setting.value.c_str(), 1);
    if (verbose_) std::cerr << "farsan: " << setting.name << "=" << setting.value << "  (" << setting.why << ")\n";
  }

  CLI::App* sub_ = nullptr;
  unsigned processes_ = 2;
  std::string json_;
  std::string text_;
  std::string suppressions_;
  report::Suppressions to_leave_out_;
  std::string launcher_;
  std::string options_;
  bool verbose_ = false;
  std::optional<Shmem> shmem_;
  std::optional<Gaspi> gaspi_;
  bool with_farsan_ = false;  ///< the program has FarSan's runtime in it
};

}  // namespace

std::unique_ptr<Command> run_command() { return std::make_unique<Run>(); }

}  // namespace farsan::cli
