// What every wrapped OpenSHMEM routine begins with (bindings/common/call.h), and the streams of deposits of this binding.
#pragma once

#include <shmem.h>

#include "bindings/common/call.h"

#define FARSAN_SHMEM FARSAN_ROUTINE

namespace farsan::shmem {

using bindings::address_of;
using bindings::mix;
using model::AccessKind;
using model::ByteRanges;
using model::ProcessId;
using model::SiteId;

inline constexpr session::Model kModel = session::Model::Shmem;

class Call : public bindings::Call {
 public:
  // Out of line: there are hundreds of routines.
  Call(const char* routine, void* return_address, const void* frame);
  Call(const Call&) = delete;
  Call(Call&&) = delete;
  Call& operator=(const Call&) = delete;
  Call& operator=(Call&&) = delete;
  ~Call();
};

/// The process that is this PE of the world.
[[nodiscard]] inline std::uint32_t process_of(std::uint32_t pe) {
  return runtime::Runtime::of(kModel)->process_of(kModel, pe);
}

/// What a stream of deposits is about. The numbers leave room for those of other bindings in the same program.
enum class Traffic : std::uint32_t {
  Collective = 64,  ///< (team or active set, number of the collective)
  Updated,          ///< about an update of this word: (address at its owner)
  WidelyPut,        ///< a put to many words
};
inline transport::Stream stream(Traffic traffic, std::uint64_t context) {
  return {context, 0, static_cast<std::uint32_t>(traffic)};
}

}  // namespace farsan::shmem
