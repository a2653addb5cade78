// What points-to analysis computes with: sets of objects, and what their fields point to (points_to.h).
//
// A *node* is a set of objects. All that a pointer may point to is one node, so that an assignment merges two nodes and the work is nearly
// linear. Fields at constant offsets of a node are told apart until something reaches them in another way; then the node is
// *collapsed*, and all its fields are one. The elements of an *array* in a node are one, and their fields apart. One node is *outside*: all that
// is merged with it, and what is reachable from there.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace farsan::compiler {

/// Where a pointer points to: a node, and how far from its beginning.
struct Cell {
  unsigned node = 0;
  std::int64_t offset = 0;
};
using MaybeCell = std::optional<Cell>;

class ObjectGraph {
 public:
  ObjectGraph();

  static Cell outside() { return {0, 0}; }
  /// A new node. Of the module, if it stands for a variable or for memory that is allocated.
  Cell fresh(bool object);

  /// There are objects of the module in that node, and nothing else.
  [[nodiscard]] bool is_private(Cell cell);
  /// There is something in that node: not only numbers come to it.
  [[nodiscard]] bool is_something(Cell cell);

  void unify(Cell a, Cell b);
  void collapse(Cell cell);

  /// So many bytes behind (or before) that place. Out of an array that the place is in, nobody knows from which element: the node collapses.
  Cell moved(Cell from, std::int64_t bytes);
  /// There is an array of so many bytes, of whose elements a pointer to the first may be a pointer to any.
  void declare_array(Cell first, std::int64_t bytes, std::int64_t element);

  /// What the words of memory from there on point to, all of them together.
  Cell content(Cell at, std::uint64_t size);
  /// The memory at `to` may hold what that at `from` does. Without a size, all of both.
  void copy(Cell to, Cell from, std::optional<std::uint64_t> size);

  /// Since the last time that it was asked for.
  bool changed() { return std::exchange(changed_, false); }

 private:
  struct Array {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t element = 0;  // bytes, in words; 0: all words are one
    friend bool operator==(const Array&, const Array&) = default;
  };
  struct Node {
    unsigned parent = 0;
    std::int64_t delta = 0;  // from the parent's beginning to this one's
    bool object = false;     // of this module
    bool outside = false;
    bool collapsed = false;                    // offsets do not count any more
    std::map<std::int64_t, Cell> fields = {};  // by the word that stands for all that are one
    std::vector<Array> arrays = {};            // apart from each other
  };

  Cell find(Cell cell);
  Cell field(unsigned node, std::int64_t word);
  static const Array* array_at(const Node& node, std::int64_t offset);
  static std::int64_t word_for(const Node& node, std::int64_t offset);
  void add_array(unsigned to, Array array);
  bool share_arrays(Cell to, Cell from, std::int64_t size);
  void collapse_node(unsigned at);
  void work();
  void merge(Cell a, Cell b);

  std::vector<Node> nodes_;
  std::vector<std::pair<Cell, Cell>> waiting_;
  bool changed_ = false;
};

}  // namespace farsan::compiler
