// What a race picture says in words.
#include <algorithm>

#include "sim/picture.h"
#include "sim/picture_text.h"
#include "sim/script_names.h"

namespace farsan::sim {
namespace {

using namespace model;

std::string spaced(std::string text) {
  std::replace(text.begin(), text.end(), '-', ' ');
  return text;
}

std::string capital(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

class Narrator {
 public:
  Narrator(const Script& script, const RacePicture& race) : script_(script), race_(race) {}

  PictureWords run() const {
    PictureWords out;
    const RaceKind kind = race_kind(race_.first.kind, race_.second.kind);
    out.title = capital(spaced(model::name(kind))) + " race on " + bytes() + " of " + process(race_.owner);
    out.accesses = {access(race_.first), access(race_.second)};
    out.regions = {region(race_.first, 0), region(race_.second, 1)};
    out.what = what();
    out.mend = mend();
    return out;
  }

 private:
  static std::string process(ProcessId p) { return "P" + std::to_string(p.value); }
  [[nodiscard]] const Event& event(const PictureAccess& a) const { return script_.execution.events[a.event]; }
  static std::string name(UnitId u) {
    return process(u.process) + (u.index == 0 ? "" : " t" + std::to_string(u.index));
  }
  [[nodiscard]] std::string unit(const PictureAccess& a) const { return name(event(a).unit); }
  [[nodiscard]] std::string line(std::size_t e) const {
    return e < script_.positions.size() ? "line " + std::to_string(script_.positions[e].line)
                                        : "event " + std::to_string(e);
  }
  [[nodiscard]] std::string label(std::size_t e) const {
    return e < script_.labels.size() ? detail::clipped(script_.labels[e], detail::kLongestLabel) : "";
  }
  [[nodiscard]] const Operation* operation(const PictureAccess& a) const {
    const auto* issue = std::get_if<Issue>(&event(a).action);
    return issue ? &issue->operation : nullptr;
  }
  [[nodiscard]] std::string verb(const PictureAccess& a) const {
    if (const Operation* op = operation(a)) return std::string(detail::verb(op->kind));
    return std::string(detail::verb(a.kind));
  }

  [[nodiscard]] std::string bytes() const {
    constexpr std::size_t kShown = 3;
    std::string out;
    for (std::size_t i = 0; i < std::min(race_.bytes.size(), kShown); ++i)
      out += (i == 0 ? "" : ", ") + bytes(race_.bytes[i]);
    if (race_.bytes.size() > kShown) out += " and " + std::to_string(race_.bytes.size() - kShown) + " more pieces";
    return out;
  }
  [[nodiscard]] std::string bytes(Interval piece) const {
    std::string name;
    Address base = 0;
    for (const Variable& v : script_.execution.variables) {
      if (piece.begin < v.bytes.begin || piece.end > v.bytes.end) continue;
      name = detail::clipped(v.name, detail::kLongestName);
      base = v.bytes.begin;
      break;
    }
    return name + '[' + std::to_string(piece.begin - base) + ".." + std::to_string(piece.end - base) + ')';
  }

  [[nodiscard]] std::string access(const PictureAccess& a) const {
    const std::string where = unit(a) + ", " + line(a.event) + ": ";
    return where + (operation(a) ? spaced(model::name(a.kind)) + " of " : "") + label(a.event);
  }

  [[nodiscard]] std::string region(const PictureAccess& a, std::size_t side) const {
    if (!a.region) return "";
    return "[" + std::to_string(side + 1) + "] may happen at " + process(race_.owner) + " from " + begin(a) +
           (a.region->end ? " to " + place(*a.region->end) : " to the end: nothing completes it");
  }
  [[nodiscard]] std::string begin(const PictureAccess& a) const {
    if (!a.region->begin) return "the start";
    return *a.region->begin == a.event ? "its call" : place(*a.region->begin);
  }
  [[nodiscard]] std::string place(std::size_t e) const { return line(e) + " (" + label(e) + ")"; }

  [[nodiscard]] bool one_operation() const { return race_.first.event == race_.second.event; }

  [[nodiscard]] std::string what() const {
    const auto part = [](const PictureAccess& a) { return std::string(is_write(a.kind) ? "writes" : "reads"); };
    if (one_operation()) {
      return "One " + verb(race_.first) + " both " + part(race_.first) + " and " + part(race_.second) + " " + bytes() +
             " of " + process(race_.owner) + ", in no order.";
    }
    return "The " + spaced(model::name(race_.first.kind)) + " [1] of " + unit(race_.first) + " and the " +
           spaced(model::name(race_.second.kind)) + " [2] of " + unit(race_.second) + " touch " + bytes() + " of " +
           process(race_.owner) + ", and neither is complete when the other may happen.";
  }

  [[nodiscard]] std::string mend() const {
    const AccessKind a = race_.first.kind;
    const AccessKind b = race_.second.kind;
    if (one_operation()) return "An operation does not order its own parts: give them buffers that do not overlap.";
    if (is_atomic(a) && is_atomic(b)) return mend_atomics();
    if (is_remote(a) && is_remote(b)) return mend_remotes();
    if (is_remote(a) || is_remote(b))
      return mend_remote(is_remote(a) ? race_.first : race_.second, is_remote(a) ? race_.second : race_.first);
    if (is_buffer(a) || is_buffer(b)) return mend_buffer();
    if (event(race_.first).unit.process == event(race_.second).unit.process) {
      return "The two threads are not ordered: a join, a barrier or a signal between them, or one mutex around both, "
             "would "
             "mend it.";
    }
    return "The two processes are not ordered: a barrier or a message between the accesses would mend it.";
  }

  [[nodiscard]] std::string number(const PictureAccess& a) const { return &a == &race_.first ? "[1]" : "[2]"; }

  [[nodiscard]] std::string mend_buffer() const {
    const PictureAccess& open = is_buffer(race_.first.kind) ? race_.first : race_.second;
    const PictureAccess& other = is_buffer(race_.first.kind) ? race_.second : race_.first;
    const std::string lent = "The buffer is lent to the " + verb(open) + " " + number(open) +
                             " until a local completion, and " + "none comes before " + number(other) + ": ";
    const std::string how = operation(open) && is_two_sided(*operation(open))
                                ? "a wait for its request"
                                : "a local flush or a wait for its request";
    return lent + how + " before " + number(other) + ", or another buffer, would mend it.";
  }
  static bool is_two_sided(const Operation& op) {
    return op.kind == OperationKind::Send || op.kind == OperationKind::Receive;
  }

  [[nodiscard]] std::string mend_remote(const PictureAccess& remote, const PictureAccess& local) const {
    const std::string origin = process(event(remote).unit.process);
    const std::string owner = unit(local);
    const std::string how = is_write(remote.kind) ? "a remote flush or a notification" : "a flush";
    const std::optional<std::size_t> end = remote.region ? remote.region->end : std::nullopt;
    const UnitId knows = end ? script_.execution.events[*end].unit : event(local).unit;
    std::string out;
    if (end && knows.process == event(local).unit.process && knows != event(local).unit) {
      out = "Only " + name(knows) + " learns, in " + line(*end) + ", that " + number(remote) +
            " is complete: a join, a barrier or a signal from it to " + owner + " before " + number(local) +
            " would mend it.";
    } else if (end) {
      out = owner + " can be sure of " + number(remote) + " only from " + line(*end) + " on (" + label(*end) +
            "), and " + number(local) + " does not come after it: move " + number(local) +
            " behind it, or complete the " + verb(remote) + " and let " + owner + " know earlier.";
    } else {
      out = origin + " does not complete " + number(remote) + " and then let " + owner + " know: " + how + " by " +
            origin + ", and then a barrier or message that " + owner + " waits for before " + number(local) +
            ", would mend it.";
    }
    return out;
  }

  [[nodiscard]] std::string mend_remotes() const {
    const ProcessId first = event(race_.first).unit.process;
    const ProcessId second = event(race_.second).unit.process;
    if (first == second) {
      const bool writes = is_write(race_.first.kind) && is_write(race_.second.kind);
      return "Operations of one origin are not ordered by the order of their calls: " +
             std::string(writes ? "a fence or a remote flush" : "a flush") + " between [1] and [2] would mend it.";
    }
    return "Neither " + process(first) + " completes [1] before " + process(second) +
           " issues [2], nor the other way round: a flush by the first and then a barrier or message to the second, "
           "or " +
           "exclusive locks around both, would mend it.";
  }

  [[nodiscard]] std::string mend_atomics() const {
    const Operation* a = operation(race_.first);
    const Operation* b = operation(race_.second);
    std::string why = "they are not atomic to each other";
    if (a && b && a->atomicity && b->atomicity) {
      if (a->atomicity->type != b->atomicity->type || a->atomicity->size != b->atomicity->size) {
        why = "their types differ";
      } else if (a->atomicity->domain != b->atomicity->domain) {
        why = "they belong to different atomicity domains";
      } else if (!admits(a->atomicity->admission, a->atomicity->operation, b->atomicity->operation) ||
                 !admits(b->atomicity->admission, a->atomicity->operation, b->atomicity->operation)) {
        why = "the window does not admit these two reductions at the same time";
      } else {
        why = "their elements overlap without coinciding";
      }
    }
    return "Atomics excuse each other only if type, elements, domain and reduction agree, and here " + why +
           ": make them agree, or order the two operations.";
  }

  const Script& script_;
  const RacePicture& race_;
};

}  // namespace

PictureWords words(const Script& script, const RacePicture& race) { return Narrator(script, race).run(); }

}  // namespace farsan::sim
