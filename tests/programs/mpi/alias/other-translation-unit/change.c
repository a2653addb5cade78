#include "field.h"

static void set(int* cell) {
  *cell = 7;  // race(cell) in racy-store
}

static void keep(int* cell) {
  use(*cell);  // race(cell) in racy-callback
}

static void apply(int* cells, int from, int to, void (*what)(int*)) {
  for (int i = from; i < to; i++)
    what(&cells[i]);
}

void change(struct field* field) {
  apply(field->cells, 3, 4, set);
}

void for_each(struct field* field) {
  apply(field->cells, 0, 8, keep);
}
