#pragma once
#include "corpus.h"

struct field {
  MPI_Win win;
  int* cells;
  int border;
};

void field_open(struct field* field);
void field_send(struct field* field, int to);
void look(const struct field* field);
void change(struct field* field);
void for_each(struct field* field);
