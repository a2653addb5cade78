// The words of the format for our enumerations, one table for writing and reading.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "model/access.h"
#include "session/layout.h"

namespace farsan::report {

inline constexpr std::array kAccessKinds = {model::AccessKind::Load,
                                            model::AccessKind::Store,
                                            model::AccessKind::BufferRead,
                                            model::AccessKind::BufferWrite,
                                            model::AccessKind::RemoteRead,
                                            model::AccessKind::RemoteWrite,
                                            model::AccessKind::RemoteAtomicRead,
                                            model::AccessKind::RemoteAtomicWrite};
static_assert(kAccessKinds.size() == model::kAccessKinds);
inline constexpr std::array kRaceKinds = {model::RaceKind::LocalBuffer, model::RaceKind::Remote,
                                          model::RaceKind::Thread};
inline constexpr std::array kMemoryKinds = {session::MemoryKind::Unknown, session::MemoryKind::Window,
                                            session::MemoryKind::Buffer, session::MemoryKind::Symmetric,
                                            session::MemoryKind::Segment};

constexpr const char* name(session::MemoryKind kind) {
  switch (kind) {
    case session::MemoryKind::Window: return "window";
    case session::MemoryKind::Buffer: return "buffer";
    case session::MemoryKind::Symmetric: return "symmetric";
    case session::MemoryKind::Segment: return "segment";
    case session::MemoryKind::Unknown: break;
  }
  return "unknown";
}

constexpr const char* name(session::Model model) {
  switch (model) {
    case session::Model::Mpi: return "MPI";
    case session::Model::Shmem: return "OpenSHMEM";
    case session::Model::Gaspi: return "GASPI";
  }
  return "unknown";
}

/// The one of `kinds` with that name.
template <class Kinds>
std::optional<typename Kinds::value_type> named(const Kinds& kinds, std::string_view wanted) {
  for (const auto kind : kinds)
    if (std::string_view(name(kind)) == wanted) return kind;
  return std::nullopt;
}

}  // namespace farsan::report
