#include "sim/picture.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include "sim/picture_text.h"

namespace farsan::sim {
namespace {

using namespace model;

/// How many lanes are shown without asking which of them matter.
constexpr std::size_t kFewLanes = 4;
constexpr std::size_t kMargin = 7;      // "  12   " in front of the lanes
constexpr std::size_t kMark = 3;        // " * ", " | " or "[1]"
constexpr std::size_t kNarrowest = 12;  // text that is wrapped shorter is unreadable
constexpr std::size_t kNarrowestPicture = 40;

struct Glyphs {
  const char* lane;
  const char* event;
  const char* link;
  const char* right;
  const char* left;
  const char* elided;
  std::array<const char*, 2> bar;  ///< of the first and the second operation
  std::array<const char*, 2> top;
  std::array<const char*, 2> bottom;
};
constexpr Glyphs kAscii = {"|", "*", "-", ">", "<", ":", {"#", "="}, {"#", "="}, {"#", "="}};
constexpr Glyphs kUtf8 = {"│", "●", "─", "▶", "◀", "┊", {"┃", "║"}, {"┏", "╔"}, {"┗", "╚"}};

/// Text in fixed places: one glyph per column, blanks where nothing was put.
class Canvas {
 public:
  void put(std::size_t row, std::size_t column, std::string_view glyph) {
    if (rows_.size() <= row) rows_.resize(row + 1);
    if (rows_[row].size() <= column) rows_[row].resize(column + 1, " ");
    rows_[row][column] = glyph;
  }
  void write(std::size_t row, std::size_t column, std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) put(row, column + i, text.substr(i, 1));
  }
  [[nodiscard]] bool blank(std::size_t row, std::size_t column) const {
    return row >= rows_.size() || column >= rows_[row].size() || rows_[row][column] == " ";
  }
  [[nodiscard]] std::string text() const {
    std::string out;
    for (const auto& row : rows_) {
      std::string line;
      for (const std::string& glyph : row) line += glyph;
      line.erase(line.find_last_not_of(' ') + 1);
      out += line + '\n';
    }
    return out;
  }

 private:
  std::vector<std::vector<std::string>> rows_;
};

class Artist {
 public:
  Artist(const Script& script, const RacePicture& race, const PictureOptions& options)
      : script_(script),
        race_(race),
        options_(options),
        glyphs_(options.utf8 ? kUtf8 : kAscii),
        width_(std::max(options.width, kNarrowestPicture)) {}

  std::string run() {
    collect_key_events();
    choose_lanes();
    collect_rows();
    choose_rows();
    place_lanes();
    paint();

    const PictureWords said = words(script_, race_);
    std::string out = detail::paragraph(said.title, width_) + '\n' + canvas_.text() + '\n';
    for (std::size_t side = 0; side < 2; ++side)
      out += detail::hanging("[" + std::to_string(side + 1) + "] ", said.accesses[side], width_);
    for (std::size_t side = 0; side < 2; ++side)
      if (!said.regions[side].empty())
        out += detail::hanging(" " + std::string(glyphs_.bar[side]) + "  ", said.regions[side], width_);
    return out + '\n' + detail::paragraph(said.what, width_) + detail::paragraph(said.mend, width_);
  }

 private:
  struct Cell {
    std::string text;
    bool completes_or_orders = false;
    std::optional<std::size_t> access;  ///< 0 or 1
    std::optional<CollectiveId> collective;
    std::optional<ProcessId> reaches;  ///< the racing operation goes to this process
  };
  struct Line {
    std::uint32_t number = 0;
    std::map<UnitId, Cell> cells;
    bool key = false;
    std::size_t first_event = 0;
  };
  struct Lane {
    UnitId unit;
    std::size_t column = 0;
    std::size_t width = 0;  ///< of its text
  };

  [[nodiscard]] const PictureAccess& side(std::size_t s) const { return s == 0 ? race_.first : race_.second; }
  [[nodiscard]] const Event& event(std::size_t e) const { return script_.execution.events[e]; }
  [[nodiscard]] std::size_t bars() const { return (race_.first.region ? 1U : 0U) + (race_.second.region ? 1U : 0U); }

  void collect_key_events() {
    for (std::size_t s = 0; s < 2; ++s) {
      key_.insert(side(s).event);
      if (!side(s).region) continue;
      if (side(s).region->begin) key_.insert(*side(s).region->begin);
      if (side(s).region->end) key_.insert(*side(s).region->end);
    }
  }

  void choose_lanes() {
    std::set<UnitId> all;
    for (const Event& e : script_.execution.events) all.insert(e.unit);
    all.insert({race_.owner, 0});
    if (all.size() > kFewLanes) {
      all = {{race_.owner, 0}};
      for (const std::size_t e : key_) all.insert(event(e).unit);
    }
    for (const UnitId unit : all) lanes_.push_back({unit, 0, 0});
    // The bars stand at the owner's lane: where its thread takes part, at that one.
    owner_lane_ = {race_.owner, 0};
    for (const std::size_t e : key_)
      if (event(e).unit.process == race_.owner) owner_lane_ = event(e).unit;
  }

  [[nodiscard]] bool shown(UnitId unit) const {
    return std::any_of(lanes_.begin(), lanes_.end(), [&](const Lane& l) { return l.unit == unit; });
  }

  /// A line of the script is a moment: its events stand next to each other.
  void collect_rows() {
    std::map<std::uint32_t, Line> lines;
    std::map<UnitId, Position> last;
    for (std::size_t e = 0; e < script_.execution.events.size(); ++e) {
      const UnitId unit = event(e).unit;
      if (!shown(unit)) continue;
      const Position at = script_.positions[e];
      const auto [line, is_new] = lines.try_emplace(at.line, Line{at.line, {}, false, e});
      Cell& cell = line->second.cells[unit];
      if (last[unit] != at) {
        cell.text += (cell.text.empty() ? "" : "; ") + script_.labels[e];
        last[unit] = at;
      }
      line->second.key = line->second.key || key_.contains(e);
      describe(cell, e);
    }
    for (auto& [number, line] : lines) {
      for (auto& [unit, cell] : line.cells) cell.text = detail::clipped(cell.text, detail::kLongestLabel);
      lines_.push_back(std::move(line));
    }
    std::sort(lines_.begin(), lines_.end(), [](const Line& a, const Line& b) { return a.first_event < b.first_event; });
  }

  void describe(Cell& cell, std::size_t e) const {
    const Action& action = event(e).action;
    const bool accesses = std::holds_alternative<Touch>(action) || std::holds_alternative<Issue>(action);
    cell.completes_or_orders = cell.completes_or_orders || !accesses;
    if (const auto* enter = std::get_if<Enter>(&action)) cell.collective = enter->id;
    for (std::size_t s = 0; s < 2; ++s) {
      if (side(s).event != e) continue;
      if (!cell.access) cell.access = s;
      if (is_remote(side(s).kind)) cell.reaches = race_.owner;
    }
  }

  /// All, if they are few. Else the racing accesses and the ends of the regions, and as far as there is room their
  /// neighbours, then what orders in between.
  void choose_rows() {
    shown_rows_.assign(lines_.size(), lines_.size() <= options_.rows);
    if (lines_.size() <= options_.rows) return;
    std::vector<std::size_t> keys;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (!lines_[i].key) continue;
      shown_rows_[i] = true;
      keys.push_back(i);
    }
    std::size_t room = options_.rows - std::min(options_.rows, keys.size());
    const auto show = [&](std::size_t i) {
      if (room == 0 || shown_rows_[i]) return;
      shown_rows_[i] = true;
      --room;
    };
    for (const std::size_t key : keys) {
      if (key > 0) show(key - 1);
      if (key + 1 < lines_.size()) show(key + 1);
    }
    for (std::size_t i = keys.front(); i < keys.back(); ++i) {
      const auto& cells = lines_[i].cells;
      if (std::any_of(cells.begin(), cells.end(), [](const auto& c) { return c.second.completes_or_orders; })) show(i);
    }
  }

  /// Every lane gets the width of its text, and the widest give way until all fit.
  void place_lanes() {
    for (Lane& lane : lanes_) {
      lane.width = title(lane.unit).size();
      for (std::size_t i = 0; i < lines_.size(); ++i) {
        const auto cell = lines_[i].cells.find(lane.unit);
        if (shown_rows_[i] && cell != lines_[i].cells.end())
          lane.width = std::max(lane.width, cell->second.text.size());
      }
    }
    const auto total = [&] {
      std::size_t sum = kMargin + bars();
      for (const Lane& lane : lanes_) sum += lane.width + kMark + 3;
      return sum;
    };
    while (total() > width_) {
      const auto widest = std::max_element(lanes_.begin(), lanes_.end(),
                                           [](const Lane& a, const Lane& b) { return a.width < b.width; });
      if (widest->width <= kNarrowest) break;
      --widest->width;
    }
    std::size_t column = kMargin;
    for (Lane& lane : lanes_) {
      lane.column = column;
      column += kMark + 1 + lane.width + 2 + (lane.unit == owner_lane_ ? bars() : 0);
    }
  }

  static std::string title(UnitId unit) {
    return "P" + std::to_string(unit.process.value) + (unit.index == 0 ? "" : " t" + std::to_string(unit.index));
  }
  [[nodiscard]] std::size_t text_column(const Lane& lane) const {
    return lane.column + kMark + (lane.unit == owner_lane_ ? bars() : 0) + 1;
  }

  // --- Painting ---

  void paint() {
    for (const Lane& lane : lanes_) canvas_.write(0, lane.column + 1, title(lane.unit));
    at_ = 1;
    paint_lanes(at_++, glyphs_.lane);
    bool elided = false;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (shown_rows_[i]) {
        paint_line(lines_[i]);
      } else if (!elided) {
        canvas_.write(at_, kMargin - 5, "...");
        paint_lanes(at_++, glyphs_.elided);
      }
      elided = !shown_rows_[i];
    }
    paint_lanes(at_, glyphs_.lane);
  }

  void paint_lanes(std::size_t row, const char* glyph) {
    for (const Lane& lane : lanes_) canvas_.put(row, lane.column + 1, glyph);
    paint_bars(row, nullptr, true);
  }

  void paint_line(const Line& line) {
    const std::string number = std::to_string(line.number);
    const std::size_t top = at_;
    canvas_.write(top, number.size() < 5 ? 5 - number.size() : 0, number);
    std::size_t height = 1;
    for (const Lane& lane : lanes_) {
      const auto cell = line.cells.find(lane.unit);
      if (cell == line.cells.end()) continue;
      const std::vector<std::string> text = detail::wrapped(cell->second.text, lane.width);
      for (std::size_t i = 0; i < text.size(); ++i) canvas_.write(top + i, text_column(lane), text[i]);
      height = std::max(height, text.size());
    }
    for (std::size_t i = 0; i < height; ++i) {
      for (const Lane& lane : lanes_) {
        const auto cell = line.cells.find(lane.unit);
        paint_mark(top + i, lane, i == 0 && cell != line.cells.end() ? &cell->second : nullptr);
      }
      paint_bars(top + i, &line, i == 0);
    }
    paint_links(top, line);
    at_ += height;
  }

  void paint_mark(std::size_t row, const Lane& lane, const Cell* cell) {
    if (cell && cell->access) {
      canvas_.write(row, lane.column, "[" + std::to_string(*cell->access + 1) + "]");
    } else {
      canvas_.put(row, lane.column + 1, cell ? glyphs_.event : glyphs_.lane);
    }
  }

  void paint_bars(std::size_t row, const Line* line, bool first_row) {
    const auto lane = std::find_if(lanes_.begin(), lanes_.end(), [&](const Lane& l) { return l.unit == owner_lane_; });
    std::size_t column = lane->column + kMark;
    for (std::size_t s = 0; s < 2; ++s) {
      if (!side(s).region) continue;
      const auto& region = *side(s).region;
      const auto is_at = [&](const std::optional<std::size_t>& e) {
        return line && first_row && e && script_.positions[*e].line == line->number;
      };
      if (!started_[s] && (!region.begin || is_at(region.begin))) {
        started_[s] = true;
        canvas_.put(row, column, region.begin ? glyphs_.top[s] : glyphs_.bar[s]);
      } else if (started_[s] && !ended_[s]) {
        canvas_.put(row, column, is_at(region.end) ? glyphs_.bottom[s] : glyphs_.bar[s]);
      }
      // A row may be both: then the bar is one row long.
      ended_[s] = ended_[s] || is_at(region.end);
      ++column;
    }
  }

  /// A line between the members of a collective, and an arrow from a racing operation to the memory it reaches.
  void paint_links(std::size_t row, const Line& line) {
    std::map<CollectiveId, std::size_t> last_member;
    for (std::size_t l = 0; l < lanes_.size(); ++l) {
      const auto cell = line.cells.find(lanes_[l].unit);
      if (cell == line.cells.end()) continue;
      if (cell->second.reaches) paint_arrow(row, l);
      if (!cell->second.collective) continue;
      const auto [member, is_first] = last_member.try_emplace(*cell->second.collective, l);
      if (!is_first) fill(row, lanes_[member->second].column + kMark, lanes_[l].column + 1, "", "");
      member->second = l;
    }
  }

  void paint_arrow(std::size_t row, std::size_t from) {
    const auto owner = static_cast<std::size_t>(
        std::find_if(lanes_.begin(), lanes_.end(), [&](const Lane& l) { return l.unit == owner_lane_; }) -
        lanes_.begin());
    if (from < owner) fill(row, text_column(lanes_[from]), lanes_[owner].column, glyphs_.right, "");
    if (owner < from) fill(row, text_column(lanes_[owner]), lanes_[from].column, "", glyphs_.left);
  }

  /// Links the last blanks before `to`, from the end of whatever text stands between; one blank stays next to text.
  void fill(std::size_t row, std::size_t from, std::size_t to, std::string_view right, std::string_view left) {
    std::size_t begin = from;
    for (std::size_t c = from; c < to; ++c)
      if (!canvas_.blank(row, c) && !is_lane(c)) begin = c + 2;
    if (begin + 2 >= to) return;
    for (std::size_t c = begin; c + 1 < to; ++c)
      if (!is_lane(c)) canvas_.put(row, c, glyphs_.link);
    if (!right.empty()) canvas_.put(row, to - 1, right);
    if (!left.empty()) canvas_.put(row, begin, left);
  }
  [[nodiscard]] bool is_lane(std::size_t column) const {
    return std::any_of(lanes_.begin(), lanes_.end(), [&](const Lane& l) { return l.column + 1 == column; });
  }

  const Script& script_;
  const RacePicture& race_;
  const PictureOptions& options_;
  const Glyphs& glyphs_;
  std::size_t width_;
  std::set<std::size_t> key_;
  std::vector<Lane> lanes_;
  UnitId owner_lane_;
  std::vector<Line> lines_;
  std::vector<bool> shown_rows_;
  Canvas canvas_;
  std::size_t at_ = 0;
  std::array<bool, 2> started_{};
  std::array<bool, 2> ended_{};
};

}  // namespace

std::string draw(const Script& script, const RacePicture& race, const PictureOptions& options) {
  const std::size_t events = script.execution.events.size();
  if (script.positions.size() == events && script.labels.size() == events) return Artist(script, race, options).run();
  // Not from a text: its printed form has the positions and labels.
  const std::string text = print(script.execution, {{}, {}, false, script.names, false});
  const auto read = parse(text, Limits{text.size(), events, 1});
  const auto* same = std::get_if<Script>(&read);
  if (same && same->execution.events.size() == events) return Artist(*same, race, options).run();
  return words(script, race).title + '\n';
}

}  // namespace farsan::sim
