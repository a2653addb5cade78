#include "report/symbolizer.h"

namespace farsan::report {

const std::vector<Frame>& Symbolizer::frames(std::string_view module, std::uint64_t return_address,
                                             std::string_view build_id) {
  auto known = modules_.find(module);
  if (known == modules_.end()) {
    const std::string path(module);
    known = modules_.try_emplace(path, path, build_id).first;
  }
  const auto [place, added] = known->second.frames.try_emplace(return_address);
  std::vector<Frame>& frames = place->second;
  if (!added) return frames;

  // The call is before the address it returns to, and may be the last instruction of its line, block or function.
  const std::uint64_t address = return_address == 0 ? 0 : return_address - 1;
  frames = known->second.file.frames(address);
  if (frames.empty()) frames.emplace_back();
  for (Frame& frame : frames) {
    frame.module = module;
    frame.offset = address;
  }
  return frames;
}

std::vector<std::string> Symbolizer::replaced() const {
  std::vector<std::string> found;
  for (const auto& [path, known] : modules_)
    if (known.file.is_replaced()) found.push_back(path);
  return found;
}

}  // namespace farsan::report
