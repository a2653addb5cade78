#include "engine/operation_table.h"

namespace farsan::engine {

EntryId OperationTable::add(model::OperationAccess&& access) {
  EntryId id = free_;
  if (id == kNoEntry) {
    id = count_++;
    if (id / kPage == pages_.size()) pages_.push_back(std::make_unique<Page>());
  } else {
    free_ = (*this)[id].next;
  }
  Entry& entry = (*this)[id];
  // Not all at once from an empty one: most of an entry is its access.
  entry.access = std::move(access);
  entry.next = entry.previous = kNoEntry;
  entry.state = Entry::State::Pending;
  entry.live = entry.held = entry.listens = entry.late = entry.unfinished = entry.leads = false;
  entry.settled = true;
  entry.company = 0;
  ++used_;
  return id;
}

OperationTable::Place OperationTable::place_of(const Entry& entry) const {
  const model::Interval bounds = entry.access.ranges.bounds();
  const int c = size_class(bounds);
  const std::uint64_t cell = bounds.begin >> c;
  const Row in = row(c, entry.company, cell / kRow);
  return {in.chain(cell), in.mark()};
}

void OperationTable::insert(EntryId id) {
  if (indexed_ >= chains_.size()) grow();
  ++indexed_;
  (*this)[id].state = Entry::State::Applied;
  const int c = size_class((*this)[id].access.ranges.bounds());
  Company& company = companies_[(*this)[id].company];
  const bool is_first = company.in_class[static_cast<std::size_t>(c)]++ == 0;
  model::Interval& where = company.where[static_cast<std::size_t>(c)];
  where = is_first ? (*this)[id].access.ranges.bounds() : hull(where, (*this)[id].access.ranges.bounds());
  Few& few = company.few[static_cast<std::size_t>(c)];
  if (is_first) few = {};
  few.add(id);
  company.classes |= std::uint64_t{1} << c;
  present_ |= 1U << (*this)[id].company;
  link(id);
}

void OperationTable::take_out(EntryId id) {
  if ((*this)[id].state != Entry::State::Applied) return;
  unlink(id);
  --indexed_;
  const int c = size_class((*this)[id].access.ranges.bounds());
  Company& company = companies_[(*this)[id].company];
  if (--company.in_class[static_cast<std::size_t>(c)] == 0) company.classes &= ~(std::uint64_t{1} << c);
  company.few[static_cast<std::size_t>(c)].remove(id);
  if (company.classes == 0) present_ &= ~(1U << (*this)[id].company);
  (*this)[id].state = Entry::State::Pending;
}

void OperationTable::retire(EntryId id) {
  take_out(id);
  (*this)[id].access = {};
  (*this)[id].state = Entry::State::Retired;
  --used_;
}

void OperationTable::remove(EntryId id) {
  Entry& entry = (*this)[id];
  if (entry.state != Entry::State::Retired) retire(id);
  entry.state = Entry::State::Free;
  entry.next = free_;
  free_ = id;
}

void OperationTable::link(EntryId id) {
  const Place at = place_of((*this)[id]);
  Chain& chain = chains_[at.chain];
  if (chain.head != kNoEntry) (*this)[chain.head].previous = id;
  (*this)[id].next = chain.head;
  (*this)[id].previous = kNoEntry;
  chain.head = id;
  chain.marks |= at.mark;
}

void OperationTable::unlink(EntryId id) {
  Entry& entry = (*this)[id];
  Chain& chain = chains_[place_of(entry).chain];
  (entry.previous == kNoEntry ? chain.head : (*this)[entry.previous].next) = entry.next;
  if (entry.next != kNoEntry) (*this)[entry.next].previous = entry.previous;
  entry.next = entry.previous = kNoEntry;
  // Longer chains keep the bits of entries that are gone: to look in vain is cheaper than to look at all of them here.
  if (chain.head == kNoEntry)
    chain.marks = 0;
  else if (const Entry& only = (*this)[chain.head]; only.next == kNoEntry)
    chain.marks = place_of(only).mark;
}

void OperationTable::grow() {
  const std::size_t count = std::max<std::size_t>(64, chains_.size() * 2);
  chains_.assign(count, {});
  shift_ = 64 - std::countr_zero(count / kRow);
  for (EntryId id = 0; id < count_; ++id)
    if ((*this)[id].state == Entry::State::Applied) link(id);
}

}  // namespace farsan::engine
