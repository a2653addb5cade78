// The comparisons of wait and test routines.
#pragma once

#include "pgas/shmem/library.h"

namespace farsan::pgas::shmem {

template <class T>
class Comparison {
 public:
  Comparison(const char* routine, int cmp) : cmp_(cmp) {
    if (cmp < SHMEM_CMP_EQ || cmp > SHMEM_CMP_LE) misuse(routine, "cmp is none of SHMEM_CMP_EQ, NE, GT, GE, LT, LE");
  }
  [[nodiscard]] bool operator()(T value, T reference) const {
    switch (cmp_) {
      case SHMEM_CMP_EQ: return value == reference;
      case SHMEM_CMP_NE: return value != reference;
      case SHMEM_CMP_GT: return value > reference;
      case SHMEM_CMP_GE: return value >= reference;
      case SHMEM_CMP_LT: return value < reference;
      default: return value <= reference;
    }
  }

 private:
  int cmp_;
};

}  // namespace farsan::pgas::shmem
