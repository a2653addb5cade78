#include "report/resolver.h"

#include <algorithm>

namespace farsan::report {

namespace {

/// Code that was inlined from there is shown in the stack, but the access is the program's that uses it. OpenSHMEM's header has overloads of
/// its routines for C++.
bool in_header_of_others(const Frame& frame) {
  return frame.file.starts_with("/usr/include/") || frame.file.starts_with("/usr/lib") ||
         frame.file.ends_with("/farsan_shmem_overloads.h") || frame.file.ends_with("/include/shmem.h") ||
         frame.file.ends_with("/include/shmem/shmem.h");
}

}  // namespace

const Resolver::Position& Resolver::position(std::uint32_t rank, std::uint32_t site) {
  const auto [place, added] = known_.try_emplace({rank, site});
  if (added) resolve(place->second, rank, site);
  return place->second;
}

std::optional<Place> Resolver::place(std::uint32_t rank, std::uint32_t site) {
  if (site == 0) return std::nullopt;
  const Position& found = position(rank, site);
  return Place{found.call, found.at.file, found.at.line};
}

std::optional<Place> Resolver::context(const session::RaceSide& side) {
  return place(side.rank, job_.context_site(side.rank, side.scope).value_or(0));
}

std::optional<Ending> Resolver::ending(const session::RaceSide& side) {
  if (side.end_epoch == 0) return std::nullopt;
  const auto site = job_.epoch_site(side.end_rank, side.end_epoch);
  return Ending{site ? place(side.end_rank, *site).value_or(Place{}) : Place{}, side.end_rank};
}

void Resolver::resolve(Position& position, std::uint32_t rank, std::uint32_t site) {
  const auto found = job_.site(rank, site);
  if (!found) return;
  position.call = found->call;
  append(position.stack, found->code);
  for (const Code& caller : found->callers) append(position.stack, caller);
  // What comes before main is the C library's own. (A stripped program has no main.)
  const auto main = std::ranges::find(position.stack, "main", &Frame::function);
  if (main != position.stack.end()) position.stack.erase(main + 1, position.stack.end());
  const auto starts = [](const Frame& frame) { return frame.function.starts_with("__libc_start"); };
  position.stack.erase(std::ranges::find_if(position.stack.begin() + 1, position.stack.end(), starts),
                       position.stack.end());
  const auto own = std::ranges::find_if_not(position.stack, in_header_of_others);
  position.at = own == position.stack.end() ? position.stack.front() : *own;
}

void Resolver::append(std::vector<Frame>& stack, const Code& code) {
  const std::vector<Frame>& frames = symbolizer_.frames(code.module, code.offset, code.build_id);
  stack.insert(stack.end(), frames.begin(), frames.end());
}

}  // namespace farsan::report
