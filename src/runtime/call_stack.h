// The calls that lead to where a thread is, kept by instrumented functions at entry and exit. Deeper than the stack can hold only the
// depth is counted.
//
// Each entry knows how far down the stack its function was: what is further down than the function that comes next is over, left by
// longjmp. (So are, to whoever only sees addresses, functions on another stack further down, such as a coroutine's.)
//
// Hot: entry and exit, 16 instructions each. The entries are not in thread-local memory: of that there is little for libraries that
// are loaded late.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace farsan::runtime {

class CallStack {
 public:
  /// Both are to be called by what the instrumented function calls: where its stack ended then is known there.
  [[gnu::always_inline]] void enter(std::uint64_t return_address) {
    const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_dwarf_cfa());
    Entry* top = top_;
    if (top == end_) [[unlikely]]
      return enter_slowly({return_address, frame});
    while (top[-1].frame <= frame) [[unlikely]]
      --top;
    *top = {return_address, frame};
    top_ = top + 1;
  }
  /// `returns_to`: where the call returns to that says so. A function that ends with that call has given up its place on the stack before,
  /// and then this is where it returns to itself.
  [[gnu::always_inline]] void leave(std::uint64_t returns_to) {
    const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_dwarf_cfa());
    Entry* top = top_;
    if (top == end_) [[unlikely]]
      return leave_slowly(frame, returns_to);
    while (top[-1].frame < frame) {
      --top;
      if (top->return_address == returns_to) [[likely]] {
        top_ = top;
        return;
      }
    }
    if (top[-1].frame != kOutermost) [[likely]]
      --top;
    top_ = top;
  }
  /// A function whose stack ends there goes on: what it called is over.
  void goes_on(const void* frame) {
    const auto at = reinterpret_cast<std::uintptr_t>(frame);
    if (begin_ != nullptr && top_[-1].frame < at) [[unlikely]]
      drop_below(at);
  }
  /// A number that tells stacks of calls apart, for all practical purposes.
  [[nodiscard]] std::uint64_t hash() const {
    std::uint64_t hash = static_cast<std::uint64_t>(top_ - begin_) + beyond_;
    for (const Entry* entry = top_; entry != begin_; --entry)
      hash = (hash ^ entry[-1].return_address) * 0x9E3779B97F4A7C15U;
    return hash;
  }
  /// Innermost first, as many as fit.
  template <std::size_t N>
  std::uint32_t copy(std::array<std::uint64_t, N>& to) const {
    std::uint32_t count = 0;
    for (const Entry* entry = top_; entry != begin_ && count < N; --entry) to[count++] = entry[-1].return_address;
    return count;
  }

 private:
  struct Entry {
    std::uint64_t return_address;
    std::uintptr_t frame;
  };
  static constexpr std::size_t kDeepest = 255;
  static constexpr std::size_t kBytes = 4096;
  static_assert((kDeepest + 1) * sizeof(Entry) == kBytes, "a page, with one entry more that is never left");
  static constexpr std::uintptr_t kOutermost = std::numeric_limits<std::uintptr_t>::max();

  void enter_slowly(Entry entry);
  void leave_slowly(std::uintptr_t frame, std::uint64_t returns_to);
  void drop_below(std::uintptr_t frame);
  [[nodiscard]] bool allocate();
  static void free_with_thread(void* page);

  Entry* begin_ = nullptr;  // behind the one that is never left
  Entry* top_ = nullptr;    // behind the innermost
  Entry* end_ = nullptr;
  std::uint64_t beyond_ = 0;  // how many more there are than fit
};

extern thread_local constinit CallStack t_calls __attribute__((tls_model("initial-exec")));

}  // namespace farsan::runtime
