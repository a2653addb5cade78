// The programming models that programs are generated for.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "random/common/subject.h"

namespace farsan::random_programs {

[[nodiscard]] std::vector<std::string> model_names();
/// `model` is one of them.
[[nodiscard]] std::unique_ptr<Subject> generate(const std::string& model, std::uint64_t seed);

}  // namespace farsan::random_programs
