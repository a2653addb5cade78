// A counted reference to a value that several hold: like std::shared_ptr, in one word and without atomic instructions (which
// cost ten times as much as the rest of copying one).
//
// So all references to one value belong to one thread, or to threads that take turns: what is of one process of the model
// does, since calls of one engine::Process come one at a time.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace farsan::model {

namespace detail {

// The static analyzer does not understand counts, and would find leaks and uses after a deletion everywhere: it sees memory that
// comes from somewhere and goes somewhere.
#ifdef __clang_analyzer__
template <class Box>
Box* counted(Box* box);
void give_back(void* box);
#else
template <class Box>
Box* counted(Box* box) {
  return box;
}
template <class Box>
void give_back(Box* box) {
  delete box;
}
#endif

}  // namespace detail

template <class T>
class Ref {
 public:
  constexpr Ref() = default;
  // A null reference is what a missing value looks like everywhere, and a Ref<T> is a Ref<const T>: both implicit.
  constexpr Ref(std::nullptr_t) {}  // NOLINT(google-explicit-constructor)
  template <class U>
    requires(std::is_same_v<T, const U> && !std::is_const_v<U>)
  Ref(Ref<U> other) : box_(std::exchange(other.box_, nullptr)) {}  // NOLINT(google-explicit-constructor)
  Ref(const Ref& other) : box_(other.box_) {
    if (box_ != nullptr) ++box_->count;
  }
  Ref(Ref&& other) noexcept : box_(std::exchange(other.box_, nullptr)) {}
  Ref& operator=(const Ref& other) {
    if (this != &other) *this = Ref(other);
    return *this;
  }
  Ref& operator=(Ref&& other) noexcept {
    std::swap(box_, other.box_);
    return *this;
  }
  ~Ref() {
    if (box_ != nullptr && --box_->count == 0) detail::give_back(box_);
  }

  [[nodiscard]] T* get() const { return box_ == nullptr ? nullptr : &box_->value; }
  T& operator*() const { return box_->value; }
  T* operator->() const { return &box_->value; }
  explicit operator bool() const { return box_ != nullptr; }
  [[nodiscard]] std::size_t use_count() const { return box_ == nullptr ? 0 : box_->count; }

  /// The same value, not an equal one.
  friend bool operator==(const Ref& a, const Ref& b) { return a.box_ == b.box_; }

 private:
  struct Box;
  template <class U>
  friend class Ref;
  template <class U, class... Arguments>
  friend Ref<U> make_ref(Arguments&&... arguments);

  // One type for Ref<T> and Ref<const T>.
  using Held = typename Ref<std::remove_const_t<T>>::Box;
  explicit Ref(Held* box) : box_(box) {}

  Held* box_ = nullptr;
};

template <class T>
struct Ref<T>::Box {
  std::size_t count = 1;
  T value;
};

template <class T, class... Arguments>
[[nodiscard]] Ref<T> make_ref(Arguments&&... arguments) {
  using Held = typename Ref<T>::Held;
  return Ref<T>(detail::counted(new Held{1, std::remove_const_t<T>(std::forward<Arguments>(arguments)...)}));
}

}  // namespace farsan::model
