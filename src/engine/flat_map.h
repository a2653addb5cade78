// A map of the few things that there are at a time (locks that are held, gates): sorted pairs side by side, so that one that comes
// and goes costs no allocation. As std::map, but iterators hold until the next change only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace farsan::engine {

template <class Key, class Value>
class FlatMap {
 public:
  using Pair = std::pair<Key, Value>;
  using iterator = typename std::vector<Pair>::iterator;
  using const_iterator = typename std::vector<Pair>::const_iterator;

  [[nodiscard]] iterator begin() { return pairs_.begin(); }
  [[nodiscard]] iterator end() { return pairs_.end(); }
  [[nodiscard]] const_iterator begin() const { return pairs_.begin(); }
  [[nodiscard]] const_iterator end() const { return pairs_.end(); }

  [[nodiscard]] iterator find(const Key& key) { return found(*this, key); }
  [[nodiscard]] const_iterator find(const Key& key) const { return found(*this, key); }
  [[nodiscard]] bool contains(const Key& key) const { return find(key) != end(); }

  Value& operator[](const Key& key) {
    const auto at = std::ranges::lower_bound(pairs_, key, {}, &Pair::first);
    if (at != pairs_.end() && at->first == key) return at->second;
    return pairs_.emplace(at, key, Value())->second;
  }
  void erase(iterator at) { pairs_.erase(at); }
  void erase(const Key& key) {
    if (const auto at = find(key); at != end()) pairs_.erase(at);
  }
  void clear() { pairs_.clear(); }
  [[nodiscard]] std::size_t size() const { return pairs_.size(); }

 private:
  template <class Self>
  static auto found(Self& self, const Key& key) {
    const auto at = std::ranges::lower_bound(self.pairs_, key, {}, &Pair::first);
    return at != self.pairs_.end() && at->first == key ? at : self.pairs_.end();
  }

  std::vector<Pair> pairs_;
};

}  // namespace farsan::engine
