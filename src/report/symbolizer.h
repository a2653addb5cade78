// From addresses of code to source positions, over all object files of a job. Each file is opened once, each address
// looked up once.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "report/object_file.h"

namespace farsan::report {

class Symbolizer {
 public:
  /// The frames at a return address (counted from the module's load bias), inlined functions innermost first. Never
  /// empty: if nothing else is known, one frame says the module and the offset. `build_id` is that of the module as it ran, if it is known.
  const std::vector<Frame>& frames(std::string_view module, std::uint64_t return_address,
                                   std::string_view build_id = {});
  /// Files of which another build is there now than the one that ran: what they say is not used.
  [[nodiscard]] std::vector<std::string> replaced() const;

 private:
  struct Known {
    Known(const std::string& path, std::string_view build_id) : file(path, build_id) {}
    ObjectFile file;
    std::map<std::uint64_t, std::vector<Frame>> frames;
  };
  std::map<std::string, Known, std::less<>> modules_;
};

}  // namespace farsan::report
