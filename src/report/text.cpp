#include "report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <string_view>

#include "report/explain.h"
#include "report/function_name.h"
#include "report/source.h"

namespace farsan::report {

namespace {

using model::AccessKind;
using session::MemoryKind;

constexpr std::string_view kReset = "\x1b[0m";
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kTitle = "\x1b[1;31m";
constexpr std::string_view kFrame = "\x1b[1;34m";
constexpr std::string_view kMend = "\x1b[1;32m";

const char* title(const Race& race) {
  switch (race.kind) {
    case model::RaceKind::LocalBuffer: return "local buffer race";
    case model::RaceKind::Remote: return "remote race";
    case model::RaceKind::Thread:
      return race.accesses[0].rank == race.accesses[1].rank ? "race between threads" : "race between processes";
  }
  return "race";
}

std::string doing(const Access& access) {
  std::string call = printable(access.call);
  switch (access.type) {
    case AccessKind::Load: return call.empty() ? "load" : call + " loads";
    case AccessKind::Store: return call.empty() ? "store" : call + " stores";
    case AccessKind::BufferRead: return call + " reads its buffer";
    case AccessKind::BufferWrite: return call + " writes its buffer";
    case AccessKind::RemoteRead: return call + " reads at the target";
    case AccessKind::RemoteWrite: return call + " writes at the target";
    case AccessKind::RemoteAtomicRead: return call + " reads atomically at the target";
    case AccessKind::RemoteAtomicWrite: return call + " updates atomically at the target";
  }
  return call;
}

std::string plural(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

/// "0-3, 7"
std::string ranges(const std::vector<std::uint32_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", numbers[i]);
    if (last > i) text += fmt::format("-{}", numbers[last]);
    i = last + 1;
  }
  return text;
}

class Writer {
 public:
  Writer(const Report& report, const TextStyle& style) : report_(report), style_(style) {}

  std::string write() {
    for (const Race& race : report_.races) write(race);
    summary();
    return std::move(out_);
  }

 private:
  void write(const Race& race) {
    process_ = process_word(race);
    out_ += fmt::format("{}\n", painted(kTitle, fmt::format("FarSan: {} on {}", title(race), memory_of(race))));
    gutter_ = 1;
    for (const Access& access : race.accesses) gutter_ = std::max(gutter_, std::to_string(access.at.line).size());
    for (const Access& access : race.accesses) write(access);
    note("memory", memory(race));
    if (race.region) note("region", region(*race.region));
    note("missing", race.explanation);
    note("mend", race.mend, kMend);
    note("seen", fmt::format("{} in memory of {} {} (id {})", plural(race.count, "time"),
                             plural_word(process_word(race.memory.kind, process_), race.owner_ranks.size()),
                             ranges(race.owner_ranks), race.id));
    out_ += '\n';
  }

  void write(const Access& access) {
    std::string who = fmt::format("{} {}", process_word(access.call, process_), access.rank);
    if (access.thread != 0) who += fmt::format(", thread {}", access.thread);
    out_ += fmt::format("  {}\n", painted(kBold, fmt::format("{}: {}{}", who, doing(access), scope(access))));
    write(access.at);
    bool past = false;  // the frame shown; what it was inlined from is not worth a line, who called it is
    for (const Frame& frame : access.stack) {
      if (past) out_ += fmt::format("{:{}} {} {}\n", "", gutter_ + 2, painted(kFrame, "by"), position(frame));
      past = past || frame == access.at;
    }
  }

  /// What it must be completed by.
  std::string scope(const Access& access) {
    if (access.queue) return fmt::format(", queue {}", *access.queue);
    if (access.context) return fmt::format(", context of {}", place(*access.context));
    return "";
  }

  /// As rustc does it: the position, then the line with a mark below the column.
  void write(const Frame& frame) {
    const bool changed = !frame.file.empty() && Sources::has_changed(frame.file, frame.module);
    out_ += fmt::format("{:{}}{} {}{}\n", "", gutter_ + 2, painted(kFrame, "-->"), position(frame),
                        changed ? " (changed since it was built)" : "");
    if (changed) return;
    const auto line = sources_.line(frame.file, frame.line);
    if (!line) return;
    const std::string text = printable(*line);
    const std::string number = fmt::format("  {:>{}} |", frame.line, gutter_);
    out_ += fmt::format("{} {}\n", painted(kFrame, number), text);
    if (frame.column == 0 || frame.column > text.size()) return;
    const std::size_t before = width_of(std::string_view(text).substr(0, frame.column - 1));
    const std::string bar = fmt::format("  {:>{}} |", "", gutter_);
    out_ += fmt::format("{} {:{}}{}\n", painted(kFrame, bar), "", before, painted(kTitle, "^"));
  }

  /// A labelled paragraph.
  void note(std::string_view label, std::string_view text, std::string_view color = kBold) {
    constexpr std::size_t kIndent = 13;  // "  = missing: "
    out_ += fmt::format("  {} {}{:{}}", painted(kFrame, "="), painted(color, fmt::format("{}:", label)), "",
                        kIndent - 5 - label.size());
    std::size_t column = kIndent;
    const std::string safe = printable(text);
    for (std::size_t at = 0; at < safe.size();) {
      const std::size_t end = std::min(safe.find(' ', at), safe.size());
      const std::string_view word = std::string_view(safe).substr(at, end - at);
      if (column > kIndent && column + word.size() > style_.width) {
        out_ += fmt::format("\n{:{}}", "", kIndent);
        column = kIndent;
      }
      if (column > kIndent) out_ += ' ';
      out_ += word;
      column += word.size() + 1;
      at = end + 1;
    }
    out_ += '\n';
  }

  static std::string plural_word(std::string_view word, std::size_t count) {
    return std::string(word) + (count == 1 ? "" : "s");
  }

  [[nodiscard]] std::string memory_of(const Race& race) const {
    const std::string name = race.memory.name.empty() ? "" : fmt::format(" \"{}\"", printable(race.memory.name));
    switch (race.memory.kind) {
      case MemoryKind::Window: return fmt::format("window{} of rank {}", name, race.owner_rank);
      case MemoryKind::Buffer: return fmt::format("a buffer{} of {} {}", name, process_, race.owner_rank);
      case MemoryKind::Symmetric:
        return name.empty() ? fmt::format("symmetric memory of PE {}", race.owner_rank)
                            : fmt::format("symmetric variable{} of PE {}", name, race.owner_rank);
      case MemoryKind::Segment:
        return fmt::format("segment {} of rank {}", printable(race.memory.name), race.owner_rank);
      case MemoryKind::Unknown: break;
    }
    return fmt::format("memory{} of {} {}", name, process_, race.owner_rank);
  }

  std::string memory(const Race& race) {
    const Memory& memory = race.memory;
    std::string text = memory_of(race);
    if (memory.offset && memory.size != 0)
      text += fmt::format(", bytes {}..{} ({})", *memory.offset, *memory.offset + memory.size - 1,
                          plural(memory.size, "byte"));
    else
      text += fmt::format(", {}", plural(memory.size, "byte"));
    if (memory.allocated_at) text += fmt::format(", made by {}", place(*memory.allocated_at));
    return text;
  }

  std::string region(const Region& region) {
    const std::string from = fmt::format("from {}", place(region.began));
    if (!region.ended) return from + "; not complete when the race was found";
    if (!region.began.call.empty() && region.ended->place == region.began) return from + " to its return";
    return fmt::format("{} to {} of {} {}", from, place(region.ended->place),
                       process_word(region.ended->place.call, process_), region.ended->rank);
  }

  std::string place(const Place& place) {
    const std::string call = place.call.empty() ? "a call" : place.call;
    return place.file.empty() ? call : fmt::format("{} at {}:{}", call, shown(place.file), place.line);
  }

  std::string position(const Frame& frame) {
    const std::string in =
        frame.function.empty() ? "" : fmt::format(" in {}", printable(short_function_name(frame.function)));
    if (frame.file.empty()) {
      const std::string module = frame.module.empty() ? "an unknown place" : printable(frame.module);
      return fmt::format("{}+{:#x}{} (no line: no debug information found for it)", module, frame.offset, in);
    }
    const std::string column = frame.column == 0 ? "" : fmt::format(":{}", frame.column);
    return fmt::format("{}:{}{}{}", shown(frame.file), frame.line, column, in);
  }

  [[nodiscard]] std::string shown(std::string_view file) const {
    const std::string below = style_.directory + "/";
    if (!style_.directory.empty() && file.starts_with(below)) file.remove_prefix(below.size());
    return printable(file);
  }

  void summary() {
    if (report_.unkept != 0) out_ += fmt::format("FarSan: no room was left for {} more verdicts\n", report_.unkept);
    for (const std::string& object : report_.replaced)
      out_ += fmt::format("FarSan: {} was built again since the program was started; its code is shown without lines\n",
                          shown(object));
    if (report_.unfinished)
      out_ += fmt::format("FarSan: the job ended before {}; there may be more races than these\n", last_routines());
    out_ += painted(kTitle, "FarSan: " + result()) + "\n";
  }

  [[nodiscard]] std::string result() const {
    if (report_.races.empty()) return fmt::format("no races but {} suppressed", report_.suppressed);
    const std::string rest = report_.suppressed == 0 ? "" : fmt::format(" ({} suppressed)", report_.suppressed);
    const std::string status = style_.exit_status == 0 ? "" : fmt::format(", exit status {}", style_.exit_status);
    return fmt::format("{} in {}{}{}", plural(report_.races.size(), "race"), plural(report_.ranks, process_), rest,
                       status);
  }

  /// Of the models in use.
  [[nodiscard]] std::string last_routines() const {
    constexpr std::array<std::string_view, session::kModels> kLast = {"MPI_Finalize", "shmem_finalize",
                                                                      "gaspi_proc_term"};
    const std::span<const session::Model> models =
        report_.models.empty() ? std::span<const session::Model>(session::kAllModels) : report_.models;
    std::string all;
    for (std::size_t i = 0; i < models.size(); ++i) {
      if (i > 0) all += i + 1 == models.size() ? " or " : ", ";
      all += kLast[static_cast<std::size_t>(models[i])];
    }
    return all;
  }

  [[nodiscard]] std::string painted(std::string_view color, std::string_view text) const {
    return style_.color ? fmt::format("{}{}{}", color, text, kReset) : std::string(text);
  }

  const Report& report_;
  const TextStyle& style_;
  Sources sources_;
  std::size_t gutter_ = 1;
  std::string_view process_ = kRank;
  std::string out_;
};

}  // namespace

std::string to_text(const Report& report, const TextStyle& style) {
  // Whoever forgot a file of suppressions for good would wonder.
  const bool nothing = report.races.empty() && report.suppressed == 0;
  return nothing ? std::string() : Writer(report, style).write();
}

}  // namespace farsan::report
