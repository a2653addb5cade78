#include "report/json.h"

#include <nlohmann/json.hpp>

#include "report/json_names.h"

namespace farsan::report {

namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json to_value(const Frame& frame) {
  return {{"function", text_or_null(frame.function)},
          {"file", text_or_null(frame.file)},
          {"line", frame.line},
          {"column", frame.column},
          {"module", text_or_null(frame.module)},
          {"offset", frame.offset}};
}

Json to_value(const Place& place) {
  return {{"call", text_or_null(place.call)}, {"file", text_or_null(place.file)}, {"line", place.line}};
}

Json to_value(const Access& access) {
  Json value = {{"call", text_or_null(access.call)}, {"type", name(access.type)}};
  value.update(to_value(access.at));
  value["rank"] = access.rank;
  value["thread"] = access.thread;
  value["stack"] = Json::array();
  for (const Frame& frame : access.stack) value["stack"].push_back(to_value(frame));
  value["queue"] = access.queue ? Json(*access.queue) : Json();
  value["context"] = access.context ? to_value(*access.context) : Json();
  return value;
}

Json to_value(const Memory& memory) {
  return {{"kind", name(memory.kind)},
          {"name", text_or_null(memory.name)},
          {"offset", memory.offset ? Json(*memory.offset) : Json()},
          {"size", memory.size},
          {"allocated_at", memory.allocated_at ? to_value(*memory.allocated_at) : Json()}};
}

Json to_value(const Region& region) {
  Json ended;
  if (region.ended) {
    ended = to_value(region.ended->place);
    ended["rank"] = region.ended->rank;
  }
  return {{"began", to_value(region.began)}, {"ended", std::move(ended)}};
}

Json to_value(const Race& race) {
  return {{"id", race.id},
          {"kind", name(race.kind)},
          {"count", race.count},
          {"owner_rank", race.owner_rank},
          {"owner_ranks", race.owner_ranks},
          {"memory", to_value(race.memory)},
          {"accesses", Json::array({to_value(race.accesses[0]), to_value(race.accesses[1])})},
          {"region", race.region ? to_value(*race.region) : Json()},
          {"explanation", race.explanation},
          {"mend", race.mend}};
}

}  // namespace

std::string to_json(const Report& report) {
  Json value = {{"schema", kSchema},
                {"program", report.program},
                {"library", report.library},
                {"ranks", report.ranks},
                {"unfinished", report.unfinished},
                {"unkept", report.unkept},
                {"suppressed", report.suppressed},
                {"models", Json::array()},
                {"replaced", report.replaced},
                {"races", Json::array()}};
  for (const session::Model model : report.models) value["models"].push_back(name(model));
  for (const Race& race : report.races) value["races"].push_back(to_value(race));
  // Names come from the program, and need not be UTF-8.
  return value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace farsan::report
