#include "random/common/program.h"

#include <numeric>
#include <sstream>

namespace farsan::random_programs {

bool overlap(const Region& a, const Region& b) {
  return !a.empty() && !b.empty() && a.memory == b.memory && a.offset < b.end() && b.offset < a.end();
}

std::uint32_t Team::rank_of(std::uint32_t world) const {
  return static_cast<std::uint32_t>(std::find(members.begin(), members.end(), world) - members.begin());
}

bool Team::has(std::uint32_t world) const { return std::find(members.begin(), members.end(), world) != members.end(); }

Team everybody(std::uint32_t ranks) {
  Team world;
  world.members.resize(ranks);
  std::iota(world.members.begin(), world.members.end(), 0U);
  return world;
}

std::string to_text(const std::string& what, const std::vector<Team>& teams) {
  std::ostringstream out;
  for (std::size_t t = 1; t < teams.size(); ++t) {
    out << what << " " << t << ":";
    for (const std::uint32_t member : teams[t].members) out << " r" << member;
    out << "\n";
  }
  return out.str();
}

std::string to_text(const Region& region) {
  std::ostringstream out;
  const Layout& layout = region.layout;
  out << (region.memory == 0 ? std::string("priv") : "mem" + std::to_string(region.memory)) << "[" << region.offset;
  if (layout.blocks == 1) {
    out << ".." << region.end();
  } else {
    out << " +" << layout.blocks << "x" << layout.block * size_of(layout.element) << "/"
        << layout.stride * size_of(layout.element);
  }
  out << ")";
  if (layout.element == Element::Int) out << "i";
  if (layout.element == Element::Long) out << "l";
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

std::string to_list(const Kept& kept) {
  std::string list;
  for (Site site = 0; site < kept.size(); ++site)
    if (kept[site]) list += (list.empty() ? "" : ",") + std::to_string(site);
  return list;
}

std::uint64_t continued(std::uint64_t fingerprint, std::string_view text) {
  for (const char letter : text) fingerprint = (fingerprint ^ static_cast<unsigned char>(letter)) * 0x100000001B3U + 1;
  return fingerprint;
}

Order tidy(Order order) {
  std::sort(order.begin(), order.end());
  order.erase(std::unique(order.begin(), order.end()), order.end());
  return order;
}

}  // namespace farsan::random_programs
