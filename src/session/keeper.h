// Holds on to the segments of a job for whoever started it: if all its processes are killed at once (some launchers do that
// when one of them dies), what they knew can still be reported.
//
// Each process hands over a descriptor of its segment at its start, by a socket whose name is in its environment.
#pragma once

#include <string>
#include <thread>
#include <vector>

namespace farsan::session {

inline constexpr const char* kKeeperVariable = "FARSAN_KEEPER";

class Keeper {
 public:
  /// Without a socket it keeps nothing, and its name is empty.
  Keeper();
  Keeper(const Keeper&) = delete;
  Keeper(Keeper&&) = delete;
  Keeper& operator=(const Keeper&) = delete;
  Keeper& operator=(Keeper&&) = delete;
  ~Keeper();

  /// For kKeeperVariable.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// All that was handed over so far, for good: the caller closes them, and nothing more is taken.
  [[nodiscard]] std::vector<int> descriptors();

 private:
  void take_in();
  void stop();

  std::string name_;
  int socket_ = -1;
  std::vector<int> taken_;
  std::thread reader_;
};

/// To the keeper of that name. Gives up quietly: it is only needed on bad days.
void hand_to_keeper(const char* name, int descriptor);

}  // namespace farsan::session
