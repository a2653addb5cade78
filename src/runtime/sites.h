// Source positions: an address of code (and for library routines their name and the calls that led there) to a small
// number, kept in the segment for the report.
//
// Hot: `of_access`. A direct-mapped cache in front of the table; no lock, no allocation on a hit. Budget: 6 instructions.
#pragma once

#include <link.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>

#include "model/ids.h"
#include "runtime/call_stack.h"
#include "session/segment.h"

namespace farsan::runtime {

class Sites {
 public:
  /// From now on sites go to this segment. Before that, everything is site 0.
  void attach(session::Segment& segment);

  /// After dlclose: addresses in the place of an object that was unloaded may come to mean something else.
  void objects_may_be_gone();

  /// The load or store whose call of the runtime returns to `pc`.
  [[nodiscard]] model::SiteId of_access(std::uint64_t pc) {
    const Cached& cached = cache_[(pc >> 2) % kCache];
    if (cached.pc == pc) [[likely]]
      return {cached.site};
    return remember(pc);
  }
  /// A call of the routine, returning to `pc`, with the calls around it if there are any to be kept.
  [[nodiscard]] model::SiteId of_call(std::uint64_t pc, const char* routine, const CallStack* stack) {
    const Key key{pc, routine, stack != nullptr ? stack->hash() : 0};
    CachedCall& cached = calls_cache_[(pc >> 2 ^ key.stack) % kCalls];
    if (cached.key != key) [[unlikely]]
      remember_call(key, stack, cached);
    return {cached.site};
  }

 private:
  struct Cached {
    std::uint64_t pc = 0;
    std::uint32_t site = 0;
  };
  struct Key {
    std::uint64_t pc = 0;
    const char* routine = nullptr;
    std::uint64_t stack = 0;  // a hash
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return (key.pc * 0x9E3779B97F4A7C15U) ^ reinterpret_cast<std::uintptr_t>(key.routine) ^ key.stack;
    }
  };

  struct CachedCall {
    Key key;
    std::uint32_t site = 0;
  };
  model::SiteId remember(std::uint64_t pc);
  void remember_call(const Key& key, const CallStack* stack, CachedCall& cached);
  model::SiteId add(const Key& key, std::span<const std::uint64_t> stack);
  std::uint16_t call_number(const char* routine);
  void know_module_of(std::uint64_t pc);
  void know_modules();
  void know_module(const dl_phdr_info& info);

  static constexpr std::size_t kCache = 1 << 13;
  std::array<Cached, kCache> cache_{};
  static constexpr std::size_t kCalls = 256;
  std::array<CachedCall, kCalls> calls_cache_{};
  session::Segment* segment_ = nullptr;
  std::string program_;
  bool objects_go_ = false;
  std::uint64_t loaded_ = 0;  // objects so far, when they were looked at
  std::uint64_t unloaded_ = 0;
  std::unordered_map<Key, std::uint32_t, KeyHash> known_;
  std::unordered_map<const char*, std::uint16_t> calls_;
};

}  // namespace farsan::runtime
