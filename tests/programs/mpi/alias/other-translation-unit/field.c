#include "field.h"

void field_open(struct field* field) {
  field->cells = open_window(8, &field->win);
  field->border = 42;
}

void field_send(struct field* field, int to) {
  MPI_Put(&field->border, 1, MPI_INT, to, 3, 1, MPI_INT, field->win);  // race(cell)
}
