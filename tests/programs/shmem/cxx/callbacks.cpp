// Handlers in a container, called through std::function, with spans of symmetric memory: only the common part races.
// flags: -O0 -std=c++20
// variant racy: -DSYNC=shmem_sync_all -DFIRST=4
// variant clean: -DSYNC=shmem_barrier_all -DFIRST=4
// variant clean-beside: -DSYNC=shmem_sync_all -DFIRST=16
#include "corpus.h"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

using Handler = std::function<void(std::span<double>, int)>;

static double sum(std::span<const double> values) {
  double total = 0;
  for (const double& value : values)
    total += value;  // race(value)
  return total;
}

int main() {
  const int pe = begin();
  const std::span<double> table(static_cast<double*>(shmem_malloc(32 * sizeof(double))), 32);
  for (double& value : table)
    value = 0;
  shmem_barrier_all();
  std::map<std::string, Handler> handlers;
  handlers["push"] = [](std::span<double> part, int to) {
    const std::vector<double> values(part.size(), 2.0);
    shmem_double_put(part.data(), values.data(), values.size(), to);  // race(value)
  };
  if (pe == 0)
    handlers.at("push")(table.subspan(8, 8), 1);
  SYNC();
  if (pe == 1)
    use(static_cast<int>(sum(table.subspan(FIRST, 8))));
  shmem_barrier_all();
  shmem_free(table.data());
  return finish();
}
