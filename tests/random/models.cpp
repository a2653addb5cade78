#include "random/models.h"

#include <array>

#include "random/gaspi/generate.h"
#include "random/gaspi/legal.h"
#include "random/gaspi/translate.h"
#include "random/mpi/generate.h"
#include "random/mpi/legal.h"
#include "random/mpi/translate.h"
#include "random/shmem/generate.h"
#include "random/shmem/legal.h"
#include "random/shmem/translate.h"

namespace farsan::random_programs {

namespace {

template <class Program>
std::unique_ptr<Subject> subject(Program program) {
  return std::make_unique<SubjectOf<Program>>(std::move(program));
}

struct Model {
  const char* name;
  std::unique_ptr<Subject> (*generate)(std::uint64_t);
};
constexpr std::array kModels = {
    Model{"mpi", [](std::uint64_t seed) { return subject(mpi::generate(seed)); }},
    Model{"shmem", [](std::uint64_t seed) { return subject(shmem::generate(seed)); }},
    Model{"gaspi", [](std::uint64_t seed) { return subject(gaspi::generate(seed)); }},
};

}  // namespace

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const Model& model : kModels) names.emplace_back(model.name);
  return names;
}

std::unique_ptr<Subject> generate(const std::string& model, std::uint64_t seed) {
  for (const Model& known : kModels)
    if (known.name == model) return known.generate(seed);
  return nullptr;
}

}  // namespace farsan::random_programs
