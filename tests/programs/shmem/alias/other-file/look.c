int shared_counter;
int look(const int* where);

int look(const int* where) {
  return *where;  // race(files)
}
