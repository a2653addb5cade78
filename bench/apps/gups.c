// Random updates of a table that is distributed over all processes: every update is an accumulate of one word, and a
// batch of them ends with a flush. A second pass takes back what the first one added.
//
// After the first pass the sum over the table is known, after the second one every word is.
#include "app.h"

enum { kBatch = 512 };  // updates in flight

typedef struct {
  uint64_t words;    // of every process
  uint64_t all;      // of all of them
  uint64_t* memory;  // this process's
  MPI_Win win;
} Table;

static uint64_t initial(const App* app, uint64_t index) { return (uint64_t)app->rank * 1000003u + index; }

// The numbers from which this process's updates are made.
static uint64_t stream(const App* app, long update) { return app_mix(((uint64_t)app->rank << 40) + (uint64_t)update); }

// The high half of a product spreads evenly over the table, whatever its size.
static uint64_t place(const Table* table, uint64_t number) { return (uint64_t)(((number >> 32) * table->all) >> 32); }

// Adds `sign` times the stream to the table.
static void update(const App* app, const Table* table, long updates, uint64_t sign) {
  uint64_t values[kBatch];
  for (long first = 0; first < updates; first += kBatch) {
    const long end = first + kBatch < updates ? first + kBatch : updates;
    for (long i = first; i < end; ++i) values[i - first] = sign * stream(app, i);
    for (long i = first; i < end; ++i) {
      const uint64_t where = place(table, stream(app, i));
      MPI_Accumulate(&values[i - first], 1, MPI_UINT64_T, (int)(where / table->words), (MPI_Aint)(where % table->words),
                     1, MPI_UINT64_T, MPI_SUM, table->win);
    }
    MPI_Win_flush_all(table->win);
  }
}

static uint64_t sum_of_table(const Table* table) {
  uint64_t sum = 0, all = 0;
  for (uint64_t i = 0; i < table->words; ++i) sum += table->memory[i];
  MPI_Allreduce(&sum, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

static uint64_t sum_of_stream(const App* app, long updates) {
  uint64_t sum = 0, all = 0;
  for (long i = 0; i < updates; ++i) sum += stream(app, i);
  MPI_Allreduce(&sum, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

int main(int argc, char** argv) {
  long words = 1 << 20, updates = 200000;
  const AppOption options[] = {{"size", &words, 1, "words of the table on every rank"},
                               {"iterations", &updates, 1, "updates by every rank"}};
  App app = app_begin("gups", argc, argv, options, 2);
  app_require(&app, words <= (1L << 31) / app.ranks, "a table of at most 2^31 words");
  Table table;
  table.words = (uint64_t)words;
  table.all = table.words * (uint64_t)app.ranks;
  table.memory = app_window(&app, (size_t)words, sizeof(uint64_t), &table.win);
  for (uint64_t i = 0; i < table.words; ++i) table.memory[i] = initial(&app, i);
  const uint64_t before = sum_of_table(&table);

  MPI_Win_lock_all(0, table.win);
  app_start(&app);
  update(&app, &table, updates, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(table.win);
  const uint64_t between = sum_of_table(&table);
  MPI_Win_sync(table.win);
  update(&app, &table, updates, (uint64_t)-1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(table.win);
  app_stop(&app);

  app_check(&app, "sum after the first pass, wrong by", (double)(between - before - sum_of_stream(&app, updates)), 0);
  long wrong = 0;
  for (uint64_t i = 0; i < table.words; ++i) wrong += table.memory[i] != initial(&app, i);
  app_check(&app, "number of wrong words after both passes", (double)wrong, 0);
  MPI_Win_unlock_all(table.win);
  MPI_Win_free(&table.win);
  return app_end(&app);
}
