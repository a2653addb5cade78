int look(const int* p);
int look(const int* p) {
  return *p;  // race(units)
}
