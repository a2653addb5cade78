#include "random/common/subject.h"

#include <sstream>

namespace farsan::random_programs {

std::string to_text(const Subject& subject, const Kept& kept) {
  constexpr std::size_t kWidth = 30;
  std::ostringstream out;
  out << subject.setting();
  const std::vector<Step> steps = subject.steps();
  for (Site site = 0; site < steps.size(); ++site) {
    if (!kept[site]) continue;
    std::string number = std::to_string(site);
    number.resize(4, ' ');
    out << number << std::string(steps[site].rank * kWidth, ' ') << "r" << steps[site].rank << ": "
        << subject.text(site) << "\n";
  }
  for (const auto& [first, second] : subject.hidden_order(kept))
    out << "hidden: " << first << " before " << second << "\n";
  return out.str();
}

}  // namespace farsan::random_programs
