// A recorded execution: the events of all processes in one order in which they happened, and what they refer to.
#pragma once

#include <string>
#include <vector>

#include "model/event.h"

namespace farsan::model {

/// A named piece of memory that every process has at the same address (addresses of different processes are different
/// memory). Exposed memory can be reached by others: window, symmetric object, segment.
struct Variable {
  std::string name;
  Interval bytes;
  bool exposed = true;
  friend bool operator==(const Variable&, const Variable&) = default;
};

struct Execution {
  std::uint32_t processes = 0;
  std::vector<Variable> variables;
  std::vector<Collective> collectives;  ///< by CollectiveId
  std::vector<Event> events;
  friend bool operator==(const Execution&, const Execution&) = default;
};

/// Where and why an execution could not have happened.
struct Problem {
  std::size_t event = 0;
  std::string what;
};

/// The first hundred or so; empty if the execution is possible: deposits are made once and before they are taken, a collective's members leave
/// after those they depend on have entered, locks and mutexes are free when taken, a unit runs between its fork and its
/// join, operations and ranges make sense, operations gated by a lock lie between its Lock and its Unlock and are
/// complete only after Acquired.
std::vector<Problem> problems(const Execution& execution);

}  // namespace farsan::model
