// A table of a binding: made when it is first asked for, never destroyed (a program may call into FarSan as late as it
// likes). What a static variable of a function does, without its check for other threads: `table()` is a load and a branch.
#pragma once

namespace farsan::bindings {

template <class T>
class Immortal {
 public:
  constexpr Immortal() = default;
  T& operator()() {
    if (object_ == nullptr) [[unlikely]]
      object_ = new T;
    return *object_;
  }

 private:
  T* object_ = nullptr;
};

}  // namespace farsan::bindings
