#include "field.h"

static int cell(const int* cells, int at) {
  return cells[at];  // race(cell) in racy-load
}

void look(const struct field* field) {
  use(cell(field->cells, 3));
}
