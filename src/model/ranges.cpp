#include "model/ranges.h"

namespace farsan::model {

ByteRanges::ByteRanges(std::vector<Stripe> stripes) : stripes_(std::move(stripes)) {
  std::erase_if(stripes_, [](const Stripe& s) { return s.block == 0 || s.count == 0; });
  for (Stripe& s : stripes_) {
    if (s.count > 1 && s.stride == s.block) s = {s.first, s.block * s.count, s.block * s.count, 1};
    if (s.count == 1) s.stride = s.block;
  }
  std::sort(stripes_.begin(), stripes_.end());
  bounds_ = {};
  flat_ = true;
  for (const Stripe& s : stripes_) {
    const Interval here = s.bounds();
    flat_ = flat_ && s.count == 1 && (bounds_.empty() || bounds_.end <= here.begin);
    bounds_ = bounds_.empty() ? here : Interval{std::min(bounds_.begin, here.begin), std::max(bounds_.end, here.end)};
  }
}

std::uint64_t ByteRanges::size() const {
  std::uint64_t total = 0;
  for (const Stripe& s : stripes_) total += s.block * s.count;
  return total;
}

ByteRanges ByteRanges::joined(std::vector<Stripe> stripes, std::uint64_t element) {
  std::sort(stripes.begin(), stripes.end());
  std::vector<Stripe> result;
  for (const Stripe& s : stripes) {
    if (!result.empty()) {
      Stripe& last = result.back();
      const Address end = last.first + last.block;
      const bool same_grid = (s.first - last.first) % element == 0;
      if (last.count == 1 && s.count == 1 && s.first <= end && same_grid) {
        last.block = last.stride = std::max(end, s.first + s.block) - last.first;
        continue;
      }
    }
    result.push_back(s);
  }
  return ByteRanges(std::move(result));
}

void ByteRanges::add(const ByteRanges& other, std::uint64_t element) {
  std::vector<Stripe> all = stripes_;
  all.insert(all.end(), other.stripes_.begin(), other.stripes_.end());
  *this = joined(std::move(all), element);
}

ByteRanges ByteRanges::shifted(std::int64_t by) const {
  std::vector<Stripe> moved = stripes_;
  for (Stripe& s : moved) s.first += static_cast<std::uint64_t>(by);
  return ByteRanges(std::move(moved));
}

bool ByteRanges::overlaps(const ByteRanges& other) const {
  return !for_each_overlap(*this, other, [](const Overlap&) { return false; });
}

}  // namespace farsan::model
