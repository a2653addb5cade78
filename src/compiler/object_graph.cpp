#include "compiler/object_graph.h"

#include <algorithm>

namespace farsan::compiler {

namespace {

constexpr std::int64_t kWord = 8;
/// An access or a copy of more words than this is one of all.
constexpr std::uint64_t kManyWords = 64;

constexpr std::int64_t word_of(std::int64_t offset) { return offset & ~(kWord - 1); }

}  // namespace

ObjectGraph::ObjectGraph() {
  nodes_.push_back({.parent = 0, .outside = true, .collapsed = true});
  nodes_[0].fields[0] = outside();
}

Cell ObjectGraph::fresh(bool object) {
  const auto node = static_cast<unsigned>(nodes_.size());
  nodes_.push_back({.parent = node, .object = object});
  return {node, 0};
}

bool ObjectGraph::is_private(Cell cell) {
  const Node& node = nodes_[find(cell).node];
  return node.object && !node.outside;
}

bool ObjectGraph::is_something(Cell cell) {
  const Node& node = nodes_[find(cell).node];
  return node.object || node.outside;
}

void ObjectGraph::unify(Cell a, Cell b) {
  waiting_.emplace_back(a, b);
  work();
}

void ObjectGraph::collapse(Cell cell) {
  collapse_node(find(cell).node);
  work();
}

Cell ObjectGraph::content(Cell at, std::uint64_t size) {
  at = find(at);
  if (size > kManyWords * kWord) {
    collapse(at);
    at = find(at);
  }
  if (nodes_[at.node].collapsed) return field(at.node, 0);
  const std::int64_t last = word_of(at.offset + std::max<std::int64_t>(1, static_cast<std::int64_t>(size)) - 1);
  const Cell first = field(at.node, word_of(at.offset));
  for (std::int64_t word = word_of(at.offset) + kWord; word <= last; word += kWord) {
    const Cell at_now = find(at);
    if (nodes_[at_now.node].collapsed) break;
    unify(first, field(at_now.node, word_of(at_now.offset) + word - word_of(at.offset)));
  }
  return first;
}

void ObjectGraph::copy(Cell to, Cell from, std::optional<std::uint64_t> size) {
  if (!size || *size > kManyWords * kWord || (find(to).offset - find(from).offset) % kWord != 0) {
    collapse(to);
    collapse(from);
  }
  to = find(to);
  from = find(from);
  const bool words = !nodes_[to.node].collapsed && !nodes_[from.node].collapsed;
  if (!words || !share_arrays(to, from, static_cast<std::int64_t>(*size))) {
    collapse(to);
    collapse(from);
    unify(content(to, 1), content(from, 1));
    return;
  }
  work();
  to = find(to);
  from = find(from);
  const std::int64_t begin = word_of(from.offset);
  const auto end = from.offset + static_cast<std::int64_t>(*size);
  std::vector<std::pair<std::int64_t, Cell>> found;
  for (auto it = nodes_[from.node].fields.lower_bound(begin); it != nodes_[from.node].fields.end() && it->first < end;
       ++it)
    found.emplace_back(it->first - begin, it->second);
  for (const auto& [distance, cell] : found) unify(content({to.node, word_of(to.offset) + distance}, 1), cell);
}

Cell ObjectGraph::find(Cell cell) {
  unsigned root = cell.node;
  std::int64_t delta = 0;
  while (nodes_[root].parent != root) {
    delta += nodes_[root].delta;
    root = nodes_[root].parent;
  }
  // Shorter ways for the next time.
  std::int64_t rest = delta;
  for (unsigned at = cell.node; at != root;) {
    Node& node = nodes_[at];
    const unsigned next = node.parent;
    const std::int64_t own = node.delta;
    node.parent = root;
    node.delta = rest;
    rest -= own;
    at = next;
  }
  return {root, nodes_[root].collapsed ? 0 : cell.offset + delta};
}

const ObjectGraph::Array* ObjectGraph::array_at(const Node& node, std::int64_t offset) {
  for (const Array& array : node.arrays)
    if (array.begin <= offset && offset < array.end) return &array;
  return nullptr;
}

std::int64_t ObjectGraph::word_for(const Node& node, std::int64_t offset) {
  const Array* array = array_at(node, offset);
  if (array == nullptr) return word_of(offset);
  return array->begin + (array->element == 0 ? 0 : word_of((offset - array->begin) % array->element));
}

Cell ObjectGraph::moved(Cell from, std::int64_t bytes) {
  from = find(from);
  const Array* array = array_at(nodes_[from.node], from.offset);
  const std::int64_t to = from.offset + bytes;
  // (What begins with an array has other fields behind it.)
  const bool beyond = array != nullptr && to >= array->end && from.offset != array->begin;
  if (beyond || (array != nullptr && to < array->begin)) collapse(from);
  return {from.node, to};
}

void ObjectGraph::declare_array(Cell first, std::int64_t bytes, std::int64_t element) {
  first = find(first);
  if (nodes_[first.node].collapsed) return;
  // Fields that share a word with an element are one with the elements.
  const std::int64_t begin = word_of(first.offset);
  const std::int64_t end = word_of(first.offset + bytes + kWord - 1);
  const bool in_words = first.offset == begin && element % kWord == 0;
  add_array(first.node, {begin, end, in_words ? element : 0});
  work();
}

void ObjectGraph::add_array(unsigned to, Array array) {
  Node& node = nodes_[to];
  const bool is_known = std::ranges::any_of(node.arrays, [&](const Array& one) {
    return one == array || (one.element == 0 && one.begin <= array.begin && array.end <= one.end);
  });
  if (node.collapsed || is_known) return;
  changed_ = true;
  // Those that overlap without being the same are one, of words.
  std::erase_if(node.arrays, [&](const Array& other) {
    if (other.end <= array.begin || array.end <= other.begin) return false;
    array = {std::min(other.begin, array.begin), std::max(other.end, array.end), 0};
    return true;
  });
  node.arrays.push_back(array);
  for (const auto& [word, cell] : std::exchange(node.fields, {})) {
    const auto [known, is_new] = node.fields.emplace(word_for(node, word), cell);
    if (!is_new) waiting_.emplace_back(known->second, cell);
  }
}

/// What is copied has the same arrays in both. False if it cannot be, because one reaches over the end of what is copied.
bool ObjectGraph::share_arrays(Cell to, Cell from, std::int64_t size) {
  const std::int64_t delta = word_of(to.offset) - word_of(from.offset);
  const auto copied = [&](const Node& node, std::int64_t begin, std::int64_t shift) {
    std::vector<Array> found;
    for (const Array& array : node.arrays)
      if (array.begin < begin + size && begin < array.end)
        found.push_back({array.begin + shift, array.end + shift, array.element});
    return found;
  };
  const auto inside = [&](const std::vector<Array>& arrays, std::int64_t begin) {
    return std::ranges::all_of(arrays, [&](const Array& array) {
      return word_of(begin) <= array.begin && array.end <= word_of(begin + size + kWord - 1);
    });
  };
  // Adding one may make another of two.
  for (;;) {
    std::vector<Array> there = copied(nodes_[from.node], from.offset, delta);
    std::vector<Array> here = copied(nodes_[to.node], to.offset, 0);
    if (!inside(there, to.offset) || !inside(here, to.offset)) return false;
    const auto all_in = [](const std::vector<Array>& some, const std::vector<Array>& all) {
      return std::ranges::all_of(some, [&](const Array& one) { return std::ranges::find(all, one) != all.end(); });
    };
    if (all_in(there, here) && all_in(here, there)) return true;
    for (const Array& array : there) add_array(to.node, array);
    for (const Array& array : here) add_array(from.node, {array.begin - delta, array.end - delta, array.element});
  }
}

Cell ObjectGraph::field(unsigned node, std::int64_t word) {
  word = word_for(nodes_[node], word);
  if (const auto known = nodes_[node].fields.find(word); known != nodes_[node].fields.end()) return known->second;
  changed_ = true;
  const Cell made = fresh(false);
  nodes_[node].fields.emplace(word, made);
  return made;
}

void ObjectGraph::collapse_node(unsigned at) {
  Node& node = nodes_[at];
  if (node.collapsed) return;
  changed_ = true;
  node.collapsed = true;
  node.arrays.clear();
  if (node.fields.empty()) return;
  const Cell first = node.fields.begin()->second;
  for (const auto& [word, cell] : node.fields) waiting_.emplace_back(first, cell);
  node.fields.clear();
  node.fields.emplace(0, first);
}

void ObjectGraph::work() {
  while (!waiting_.empty()) {
    auto [a, b] = waiting_.back();
    waiting_.pop_back();
    merge(find(a), find(b));
  }
}

void ObjectGraph::merge(Cell a, Cell b) {
  if (a.node == b.node) {
    if (a.offset != b.offset) collapse_node(a.node);
    return;
  }
  changed_ = true;
  if (nodes_[b.node].outside ||
      (!nodes_[a.node].outside && nodes_[a.node].fields.size() < nodes_[b.node].fields.size()))
    std::swap(a, b);
  if (nodes_[a.node].collapsed || nodes_[b.node].collapsed) {
    collapse_node(a.node);
    collapse_node(b.node);
    a.offset = b.offset = 0;
  }
  Node& from = nodes_[b.node];
  Node& to = nodes_[a.node];
  from.parent = a.node;
  from.delta = a.offset - b.offset;
  to.object |= from.object;
  // A word of the one may lie in two of the other.
  const auto first_of = [&](std::int64_t word) { return word_of(word + from.delta); };
  const auto last_of = [&](std::int64_t word) { return word_of(word + from.delta + kWord - 1); };
  for (const Array& array : std::exchange(from.arrays, {}))
    add_array(a.node, {first_of(array.begin), last_of(array.end), from.delta % kWord == 0 ? array.element : 0});
  for (const auto& [word, cell] : from.fields) {
    for (std::int64_t place = first_of(word); place <= last_of(word); place += kWord) {
      const auto [known, is_new] = to.fields.emplace(word_for(to, place), cell);
      if (!is_new) waiting_.emplace_back(known->second, cell);
    }
  }
  from.fields.clear();
}

}  // namespace farsan::compiler
