#include "support/fake_job.h"

#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace farsan::testing_support {

namespace {

int add_module(dl_phdr_info* info, std::size_t, void* data) {
  auto& segment = *static_cast<session::Segment*>(data);
  session::Header& header = segment.header();
  session::Module& module = header.modules.at(header.module_count);
  module.begin = UINT64_MAX;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    if (part.p_type != PT_LOAD) continue;
    module.begin = std::min<std::uint64_t>(module.begin, info->dlpi_addr + part.p_vaddr);
    module.end = std::max<std::uint64_t>(module.end, info->dlpi_addr + part.p_vaddr + part.p_memsz);
  }
  module.bias = info->dlpi_addr;
  const bool itself = info->dlpi_name == nullptr || *info->dlpi_name == '\0';
  module.path = segment.add_text(itself ? std::filesystem::read_symlink("/proc/self/exe").string() : info->dlpi_name);
  ++header.module_count;
  return 0;
}

std::uint64_t address(const void* pc) { return reinterpret_cast<std::uint64_t>(pc); }

}  // namespace

FakeJob::FakeJob(std::uint32_t ranks) {
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    session::Segment& segment = segments_.emplace_back(session::Segment::create(rank, ranks, 0).value());
    segment.header().program = segment.add_text("/somewhere/program");
    segment.header().library = segment.add_text("Some MPI 1.2");
    ::dl_iterate_phdr(add_module, &segment);
  }
}

std::uint32_t FakeJob::site(std::uint32_t rank, const void* pc, const std::string& call,
                            const std::vector<const void*>& callers) {
  session::Segment& segment = segments_.at(rank);
  session::Header& header = segment.header();
  const std::uint32_t index = header.site_count++;
  session::Site& site = segment.site(index);
  site.pc = address(pc) & ((std::uint64_t{1} << 48) - 1);
  if (!call.empty()) {
    header.calls.at(header.call_count) = segment.add_text(call);
    site.call = static_cast<std::uint16_t>(++header.call_count);
  }
  std::vector<std::uint64_t> stack;
  stack.reserve(callers.size());
  for (const void* caller : callers) stack.push_back(address(caller));
  if (!stack.empty()) site.stack = segment.add_stack(stack.data(), static_cast<std::uint32_t>(stack.size()));
  return index;
}

session::Race& FakeJob::race(std::uint32_t owner, const session::RaceSide& a, const session::RaceSide& b) {
  session::Segment& segment = segments_.at(owner);
  session::Race& race = segment.race(segment.header().race_count++);
  race.kind = model::race_kind(a.kind, b.kind);
  race.memory = session::MemoryKind::Window;
  race.owner = owner;
  race.begin = 0x1008;
  race.end = 0x1010;
  race.memory_begin = 0x1000;
  race.memory_size = 0x100;
  race.sides = {a, b};
  race.count = 1;
  return race;
}

void FakeJob::began(std::uint32_t rank, model::Epoch epoch, std::uint32_t site) {
  segments_.at(rank).epoch(epoch) = {static_cast<std::uint32_t>(epoch), site};
}

std::vector<const session::Segment*> FakeJob::segments() const {
  std::vector<const session::Segment*> pointers;
  for (const session::Segment& segment : segments_) pointers.push_back(&segment);
  return pointers;
}

const void* here() { return __builtin_extract_return_addr(__builtin_return_address(0)); }

session::RaceSide side(model::AccessKind kind, std::uint32_t rank, std::uint32_t site, session::Epoch epoch) {
  session::RaceSide side;
  side.kind = kind;
  side.rank = rank;
  side.site = site;
  side.epoch_kind = epoch;
  return side;
}

}  // namespace farsan::testing_support
