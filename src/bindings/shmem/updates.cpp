#include "bindings/shmem/updates.h"

#include <algorithm>

namespace farsan::shmem {

namespace {

/// One step of a variable's history.
struct Step {
  std::size_t update = 0;
  std::optional<std::uint64_t> found;  ///< none: nobody knows
  std::uint64_t left = 0;
};

/// Which updates are looked at.
enum class Among : std::uint8_t {
  All,
  AfterTheStore,  ///< without puts and stores that do not know of the owner's last store; atomics tell what they found
};

bool is_among(const Update& update, const Wait& wait, Among among) {
  return among == Among::All || update.kind == Update::Kind::Atomic || update.knew >= wait.stored;
}

/// The variable's history backwards from the value that was seen, as far as somebody wants to know it.
class Chain {
 public:
  Chain(const History& history, const Wait& wait, Among among)
      : history_(history), wait_(wait), among_(among), used_(history.size()), end_(begun_by(wait.returned)) {
    next_ = last_of(history.size(), [&](const Update& update) { return left_by(update) == wait.seen; });
  }

  /// The i-th step back, the last one is the 0-th; null if there are not so many.
  const Step* at(std::size_t i) {
    while (steps_.size() <= i && next_) go_back();
    return i < steps_.size() ? &steps_[i] : nullptr;
  }
  const Update& update(std::size_t i) { return history_[steps_[i].update]; }
  /// What the owner itself has added by this step, before it waited.
  std::optional<std::uint64_t> added_by_owner(std::size_t i) {
    const Update& by = update(i);
    const bool is_all = by.piece.offset == wait_.variable.offset && by.piece.size == wait_.variable.size;
    if (!by.known || by.effect != Effect::Adds || !is_all) return std::nullopt;
    return by.left - by.found;
  }
  /// The variable had this value at some time: the step that is furthest back of those that may have left it. None if it may have
  /// been so before all of them; where nobody knows what that was, it was nothing that satisfies the wait.
  std::optional<std::size_t> first_that_left(std::uint64_t value) {
    std::optional<std::size_t> first;
    const Step* oldest = nullptr;
    for (std::size_t i = 0; const Step* const step = at(i); ++i) {
      if (step->left == value) first = i;
      oldest = step;
    }
    const bool may_be_older = oldest != nullptr && (oldest->found ? *oldest->found == value : !wait_.holds(value));
    return may_be_older ? std::nullopt : first;
  }

 private:
  [[nodiscard]] std::uint64_t left_by(const Update& update) const {
    return update.piece.of(update.left, wait_.variable);
  }

  /// Behind the last one that had begun by this moment.
  [[nodiscard]] std::size_t begun_by(std::uint64_t moment) const {
    const auto behind = std::ranges::upper_bound(history_, moment, {}, &Update::begun);
    return static_cast<std::size_t>(behind - history_.begin());
  }

  /// The last update of the variable before `end` that fits.
  template <class Fits>
  std::optional<std::size_t> last_of(std::size_t end, Fits fits) {
    for (std::size_t i = std::min(end, end_); i-- > 0;) {
      const Update& update = history_[i];
      if (used_[i] || update.kind == Update::Kind::Store || !update.piece.covers(wait_.variable)) continue;
      if (is_among(update, wait_, among_) && fits(update)) return i;
    }
    return std::nullopt;
  }

  void go_back() {
    const Update& update = history_[*next_];
    used_[*next_] = true;
    while (end_ > 0 && used_[end_ - 1]) --end_;
    Step step{*next_, std::nullopt, left_by(update)};
    // What its own PE had put there before: another one's would race with it.
    const auto own =
        update.kind == Update::Kind::Atomic ? std::nullopt : last_of(begun_by(update.begun), [&](const Update& other) {
          return other.origin == update.origin && other.number < update.number;
        });
    // A put looked before what its PE had put there was complete.
    const bool looked_too_early = own && history_[*own].over > update.begun;
    if (update.knows_found && !looked_too_early) {
      step.found = update.piece.of(update.found, wait_.variable);
      const std::size_t end = begun_by(update.over - 1);
      next_ = last_of(end, [&](const Update& other) { return left_by(other) == *step.found; });
    } else {
      next_ = own;
      if (next_) step.found = left_by(history_[*next_]);
    }
    steps_.push_back(step);
  }

  const History& history_;
  const Wait& wait_;
  Among among_;
  std::vector<bool> used_;
  std::size_t
      end_;  // what is behind this place is used, or began when the wait had returned, which did not see it then
  std::deque<Step> steps_;  // references stay valid
  std::optional<std::size_t> next_;
};

/// A run of values that satisfy the wait.
struct Run {
  std::optional<std::size_t> maker;  ///< step that began it; none: it was so before
};

/// The runs that the wait may have seen, the last one first.
std::vector<Run> possible_runs(Chain& chain, const Wait& wait) {
  std::vector<Run> runs;
  const auto oldest = wait.before ? chain.first_that_left(*wait.before) : std::nullopt;
  std::size_t i = 0;
  while (const Step* step = chain.at(i)) {
    if (!wait.holds(step->left)) {
      // A run before this is over for sure if this one was there when the wait began.
      const bool was_there = (oldest && i >= *oldest) || chain.update(i).over <= wait.called;
      if (!runs.empty() && was_there) return runs;
      ++i;
      if (chain.at(i) == nullptr && step->found && wait.holds(*step->found)) runs.push_back({});
      continue;
    }
    // A run of the values as they were, and of what they would be with what the owner has added since.
    std::optional<std::uint64_t> added;
    for (; step != nullptr; step = chain.at(++i)) {
      if (const auto more = chain.added_by_owner(i)) added = added.value_or(0) + *more;
      if (!step->found || !wait.holds(*step->found)) break;
      if (!wait.holds(wait.variable.of(*step->found + added.value_or(0), wait.variable))) break;
    }
    if (step == nullptr) {
      runs.push_back({});
      return runs;
    }
    runs.push_back({i});
    if (added) return runs;  // what came before that was over when the wait began
    ++i;
  }
  return runs;
}

/// What `update` announces is known to whoever knows what `other` announces.
bool tells_less(const Update& update, const Update& other) {
  if (update.announcements.empty()) return true;
  return !other.announcements.empty() &&
         other.announcements.front().clock.knows(update.announcements.front().clock.own());
}

/// The step, and those that it builds on.
std::vector<std::size_t> with_what_it_builds_on(Chain& chain, std::size_t maker) {
  std::vector<std::size_t> steps{maker};
  while (builds_on_what_it_found(chain.update(steps.back()).effect) && chain.at(steps.back() + 1) != nullptr)
    steps.push_back(steps.back() + 1);
  return steps;
}

std::vector<std::size_t> places(Chain& chain, const std::vector<std::size_t>& steps) {
  std::vector<std::size_t> all;
  all.reserve(steps.size());
  for (const std::size_t step : steps) all.push_back(chain.at(step)->update);
  return all;
}

/// No value explains the wait, so a store did that nobody knows the value of; the first one tells least.
Made made_by_store(const History& history, const Wait& wait, Among among) {
  Made made;
  for (std::size_t i = 0; i < history.size(); ++i) {
    const Update& update = history[i];
    if (update.kind != Update::Kind::Store || !update.piece.covers(wait.variable) || update.begun > wait.returned)
      continue;
    if (!is_among(update, wait, among)) continue;
    made.one_of.push_back(i);
  }
  if (made.one_of.empty()) return made;
  const std::size_t first = made.one_of.front();
  const bool least = std::ranges::all_of(
      made.one_of, [&](std::size_t i) { return i == first || tells_less(history[first], history[i]); });
  if (!least) return made;
  made.one_of.clear();
  made.by = made.past = {first};
  return made;
}

/// It leaves a little more than what the one before it left, after that was over; or both were put there by one PE, one after the other.
bool rises_after(const Update* before, const Update& update) {
  constexpr std::uint64_t kLittle = std::uint64_t{1} << 16;
  if (!update.settled || !update.knows_found) return false;
  const std::uint64_t added = update.left - update.found;
  if (added == 0 || added > kLittle) return false;
  if (before == nullptr) return true;
  if (before->left != update.found || before->kind != update.kind) return false;
  if (before->piece.offset != update.piece.offset || before->piece.size != update.piece.size) return false;
  if (update.kind == Update::Kind::Atomic) return before->over <= update.begun;
  return before->origin == update.origin && before->number < update.number && before->knew <= update.knew;
}

/// None if none of them explains what the wait saw.
std::optional<Made> made_by_one(const History& history, const Wait& wait, Among among) {
  Chain chain(history, wait, among);
  if (chain.at(0) == nullptr) {
    Made made = made_by_store(history, wait, among);
    if (made.by.empty() && made.one_of.empty()) return std::nullopt;
    return made;
  }
  const std::vector<Run> runs = possible_runs(chain, wait);
  if (runs.empty() || std::ranges::any_of(runs, [](const Run& run) { return !run.maker; })) return Made{};
  Made made;
  const std::size_t earliest = *runs.back().maker;
  const bool least = std::ranges::all_of(
      runs, [&](const Run& run) { return tells_less(chain.update(earliest), chain.update(*run.maker)); });
  if (least || runs.size() == 1) {
    made.by = places(chain, with_what_it_builds_on(chain, earliest));
  } else {
    for (const Run& run : runs) made.one_of.push_back(chain.at(*run.maker)->update);
  }
  for (std::size_t i = earliest; chain.at(i) != nullptr; ++i) made.past.push_back(chain.at(i)->update);
  return made;
}

}  // namespace

std::size_t add(History& history, Update update) {
  auto place = history.end();
  while (place != history.begin() && std::prev(place)->begun > update.begun) --place;
  return static_cast<std::size_t>(history.insert(place, std::move(update)) - history.begin());
}

Made made_by(const History& history, const Wait& wait) {
  if (wait.stored != 0)
    if (const auto made = made_by_one(history, wait, Among::AfterTheStore)) return *made;
  return made_by_one(history, wait, Among::All).value_or(Made{});
}

std::optional<Risen> made_by_rising(const History& history, const Wait& wait, std::size_t& rising) {
  for (; rising < history.size(); ++rising)
    if (!rises_after(rising == 0 ? nullptr : &history[rising - 1], history[rising])) return std::nullopt;
  if (history.empty() || !wait.upwards) return std::nullopt;
  const Piece piece = history.front().piece;
  if (piece.offset != wait.variable.offset || piece.size != wait.variable.size) return std::nullopt;
  // Numbers below half of what fits are in the same order for all types.
  if (history.back().left >= std::uint64_t{1} << (8 * piece.size - 2)) return std::nullopt;
  if (history.front().kind == Update::Kind::Put) {
    // Puts say nothing of what others did in between: what the wait saw must be one of these, and none stored over.
    const auto seen =
        std::ranges::partition_point(history, [&](const Update& update) { return update.left < wait.seen; });
    if (seen == history.end() || seen->left != wait.seen || seen->begun > wait.returned || !wait.holds(wait.seen) ||
        history.front().knew < wait.stored)
      return std::nullopt;
  }
  if (wait.holds(history.front().found)) return Risen{};  // it was so before
  // Usually it is the first.
  auto maker = history.begin();
  if (!wait.holds(maker->left))
    maker = std::ranges::partition_point(history, [&](const Update& update) { return !wait.holds(update.left); });
  if (maker == history.end() || maker->begun > wait.returned) return std::nullopt;
  Risen risen{1, static_cast<std::size_t>(maker - history.begin()) + 1};
  while (risen.by < risen.past && builds_on_what_it_found(history[risen.past - risen.by].effect)) ++risen.by;
  return risen;
}

}  // namespace farsan::shmem
