// What random programs of every programming model are made of: steps of ranks in one order in which all of them can happen,
// and the memory that they touch. Nothing here knows a library or the model.
//
// The order of the steps is the simulated schedule. A real run follows program order in each rank, and waits across ranks
// only where the library does, or where an `Order` makes it: every wait is for something earlier in the list, so a real run
// cannot hang, whatever its schedule.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace farsan::random_programs {

/// The index of a step in its program. Reports name it: the driver has one function for each.
using Site = std::size_t;
inline constexpr Site kMostActions = 256;

/// Which steps are left in.
using Kept = std::vector<bool>;

/// What a run has to add to the library's own waiting: the second step begins after the first has ended. No tool can see it.
using Order = std::vector<std::pair<Site, Site>>;

/// What every model's actions have.
struct Step {
  std::uint32_t rank = 0;  ///< who does it, in the world
  std::size_t group = 0;   ///< steps that can only be left out together
};

enum class Element : std::uint8_t { Byte, Int, Long };
constexpr std::uint32_t size_of(Element element) {
  return element == Element::Byte ? 1 : element == Element::Int ? 4 : 8;
}

/// Blocks of elements, `stride` elements apart: one block is contiguous.
struct Layout {
  Element element = Element::Byte;
  std::uint32_t blocks = 1;
  std::uint32_t block = 0;
  std::uint32_t stride = 0;
  [[nodiscard]] std::uint32_t elements() const { return blocks * block; }
  [[nodiscard]] std::uint32_t extent() const {
    return elements() == 0 ? 0 : ((blocks - 1) * stride + block) * size_of(element);
  }
  friend bool operator==(const Layout&, const Layout&) = default;
};
constexpr Layout contiguous(Element element, std::uint32_t elements) { return {element, 1, elements, elements}; }

/// Bytes of one rank: in memory number `memory`, from `offset` on. Without elements there are none.
struct Region {
  std::size_t memory = 0;
  std::uint32_t offset = 0;
  Layout layout;
  [[nodiscard]] bool empty() const { return layout.elements() == 0; }
  [[nodiscard]] std::uint32_t end() const { return offset + layout.extent(); }
  friend bool operator==(const Region&, const Region&) = default;
};
[[nodiscard]] bool overlap(const Region& a, const Region& b);

/// Some ranks of the world, by their rank among themselves.
struct Team {
  std::vector<std::uint32_t> members;
  [[nodiscard]] std::uint32_t rank_of(std::uint32_t world) const;
  [[nodiscard]] bool has(std::uint32_t world) const;
};
[[nodiscard]] Team everybody(std::uint32_t ranks);

/// A line for each but the first, which is the world: "team 1: r0 r2".
[[nodiscard]] std::string to_text(const std::string& what, const std::vector<Team>& teams);

/// "mem1[8..16)i"; memory 0 is private to its rank.
[[nodiscard]] std::string to_text(const Region& region);

/// From "3,5,8".
[[nodiscard]] Kept parse_kept(const std::string& list);
[[nodiscard]] std::string to_list(const Kept& kept);

/// Of the texts of a program's actions, one after the other; 0 is that of none.
[[nodiscard]] std::uint64_t continued(std::uint64_t fingerprint, std::string_view text);
/// Whoever runs a program must have made the same one of its seed as whoever judges it.
template <class Program>
std::uint64_t fingerprint_of(const Program& program) {
  std::uint64_t fingerprint = 0;
  for (const auto& action : program.actions)
    fingerprint = continued(fingerprint, std::to_string(action.rank) + ": " + to_text(program, action));
  return fingerprint;
}
/// The exit status of a driver that has made another one.
inline constexpr int kAnotherProgram = 3;

/// Sorted, and each pair once.
[[nodiscard]] Order tidy(Order order);

}  // namespace farsan::random_programs
