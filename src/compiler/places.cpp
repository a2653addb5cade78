#include "compiler/places.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace farsan::compiler {

using namespace llvm;

Place place_of(const Value& address, const DataLayout& layout) {
  const unsigned bits = layout.getIndexTypeSizeInBits(address.getType());
  APInt offset(bits, 0);
  MapVector<Value*, APInt> multiples;
  Place place;
  place.pointer = &address;
  while (const auto* element = dyn_cast<GEPOperator>(place.pointer)) {
    if (!element->collectOffset(layout, bits, multiples, offset)) break;
    place.pointer = element->getPointerOperand();
  }
  place.offset = offset.getSExtValue();
  for (const auto& [value, scale] : multiples) place.multiples.emplace_back(value, scale.getSExtValue());
  std::sort(place.multiples.begin(), place.multiples.end());
  return place;
}

}  // namespace farsan::compiler
