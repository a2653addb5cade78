#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "report/json.h"
#include "report/json_names.h"

namespace farsan::report {

namespace {

using Json = nlohmann::ordered_json;  // as the writer's

/// A value of the document with its path, for messages. The first thing that is wrong is kept; reading goes on with empty
/// values, so that no caller has to look.
class Node {
 public:
  Node(const Json& value, std::string path, std::string& error)
      : value_(value), path_(std::move(path)), error_(error) {}

  [[nodiscard]] bool is_null() const { return value_.is_null(); }

  [[nodiscard]] Node operator[](const char* member) const {
    static const Json kNothing;
    const std::string path = path_.empty() ? member : fmt::format("{}.{}", path_, member);
    if (!value_.is_object()) {
      fail("not an object");
      return {kNothing, path, error_};
    }
    const auto found = value_.find(member);
    if (found != value_.end()) return {*found, path, error_};
    if (error_.empty()) error_ = path + ": missing";
    return {kNothing, path, error_};
  }

  /// A member that reports of earlier versions do not have: null then.
  [[nodiscard]] Node added(const char* member) const {
    static const Json kNothing;
    if (value_.is_object() && value_.contains(member)) return (*this)[member];
    return {kNothing, path_, error_};
  }

  [[nodiscard]] std::vector<Node> items() const {
    std::vector<Node> nodes;
    if (!value_.is_array())
      fail("not an array");
    else
      for (const Json& item : value_) nodes.emplace_back(item, fmt::format("{}[{}]", path_, nodes.size()), error_);
    return nodes;
  }

  [[nodiscard]] std::string text() const {
    if (value_.is_string()) return value_.get<std::string>();
    fail("not a string");
    return {};
  }

  [[nodiscard]] std::string text_or_null() const { return is_null() ? std::string() : text(); }

  [[nodiscard]] bool flag() const {
    if (value_.is_boolean()) return value_.get<bool>();
    fail("neither true nor false");
    return false;
  }

  template <class Number>
  [[nodiscard]] Number number() const {
    if (!value_.is_number_unsigned()) {
      fail("not a number, or not a whole one, or a negative one");
      return 0;
    }
    const auto number = value_.get<std::uint64_t>();
    if (number <= std::numeric_limits<Number>::max()) return static_cast<Number>(number);
    fail("too large a number");
    return 0;
  }

  template <class Kinds>
  [[nodiscard]] typename Kinds::value_type kind(const Kinds& kinds) const {
    const auto found = named(kinds, text());
    if (!found) fail("no such kind");
    return found.value_or(kinds.front());
  }

  void fail(std::string_view what) const {
    if (error_.empty()) error_ = fmt::format("{}: {}", path_.empty() ? "the document" : path_, what);
  }

 private:
  const Json& value_;
  std::string path_;
  std::string& error_;
};

Frame read_frame(const Node& node) {
  return {node["function"].text_or_null(),      node["file"].text_or_null(),
          node["line"].number<std::uint32_t>(), node["column"].number<std::uint32_t>(),
          node["module"].text_or_null(),        node["offset"].number<std::uint64_t>()};
}

Place read_place(const Node& node) {
  return {node["call"].text_or_null(), node["file"].text_or_null(), node["line"].number<std::uint32_t>()};
}

Access read_access(const Node& node) {
  Access access;
  access.call = node["call"].text_or_null();
  access.type = node["type"].kind(kAccessKinds);
  access.at = read_frame(node);
  access.rank = node["rank"].number<std::uint32_t>();
  access.thread = node["thread"].number<std::uint32_t>();
  for (const Node& frame : node["stack"].items()) access.stack.push_back(read_frame(frame));
  if (const Node queue = node.added("queue"); !queue.is_null()) access.queue = queue.number<std::uint32_t>();
  if (const Node context = node.added("context"); !context.is_null()) access.context = read_place(context);
  return access;
}

Memory read_memory(const Node& node) {
  Memory memory;
  memory.kind = node["kind"].kind(kMemoryKinds);
  memory.name = node["name"].text_or_null();
  if (const Node offset = node["offset"]; !offset.is_null()) memory.offset = offset.number<std::uint64_t>();
  memory.size = node["size"].number<std::uint64_t>();
  if (const Node place = node["allocated_at"]; !place.is_null()) memory.allocated_at = read_place(place);
  return memory;
}

Region read_region(const Node& node) {
  Region region{read_place(node["began"]), std::nullopt};
  const Node ended = node["ended"];
  if (!ended.is_null()) region.ended = Ending{read_place(ended), ended["rank"].number<std::uint32_t>()};
  return region;
}

Race read_race(const Node& node) {
  Race race;
  race.id = node["id"].text();
  race.kind = node["kind"].kind(kRaceKinds);
  race.count = node["count"].number<std::uint64_t>();
  race.owner_rank = node["owner_rank"].number<std::uint32_t>();
  for (const Node& rank : node["owner_ranks"].items()) race.owner_ranks.push_back(rank.number<std::uint32_t>());
  race.memory = read_memory(node["memory"]);
  const Node accesses = node["accesses"];
  const std::vector<Node> both = accesses.items();
  if (both.size() == 2)
    race.accesses = {read_access(both[0]), read_access(both[1])};
  else
    accesses.fail("not two of them");
  if (const Node region = node["region"]; !region.is_null()) race.region = read_region(region);
  race.explanation = node["explanation"].text();
  race.mend = node["mend"].text();
  return race;
}

}  // namespace

std::variant<Report, JsonError> parse(std::string_view text) {
  const Json document = Json::parse(text, nullptr, false);
  if (document.is_discarded()) return JsonError{"not JSON"};
  std::string error;
  const Node root(document, "", error);
  if (const Node schema = root["schema"]; schema.text() != kSchema) schema.fail("not " + std::string(kSchema));
  Report report;
  report.program = root["program"].text();
  report.library = root["library"].text();
  if (const Node models = root.added("models"); !models.is_null())
    for (const Node& model : models.items()) report.models.push_back(model.kind(session::kAllModels));
  report.ranks = root["ranks"].number<std::uint32_t>();
  report.unfinished = root["unfinished"].flag();
  report.unkept = root["unkept"].number<std::uint64_t>();
  if (const Node replaced = root.added("replaced"); !replaced.is_null())
    for (const Node& object : replaced.items()) report.replaced.push_back(object.text());
  if (const Node suppressed = root.added("suppressed"); !suppressed.is_null())
    report.suppressed = suppressed.number<std::uint64_t>();
  for (const Node& race : root["races"].items()) report.races.push_back(read_race(race));
  if (!error.empty()) return JsonError{std::move(error)};
  return report;
}

}  // namespace farsan::report
