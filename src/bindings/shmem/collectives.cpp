#include "bindings/shmem/collectives.h"

#include <algorithm>

#include "bindings/shmem/symmetric.h"

namespace farsan::shmem {

namespace {

/// Bytes: a dest has no type that others would have to agree with.
constexpr std::uint32_t kByteType = 1U << 20;
constexpr std::uint64_t kNothing = ~std::uint64_t{0};

model::ScopeId scope_of(Team& team, std::uint64_t round) {
  auto& scope = team.scopes[round % 2];
  if (!scope) scope = new_scope();
  return *scope;
}

model::Atomicity among_members(const Team& team) {
  // The names of teams are mixed numbers; domains of atomics are small ones.
  const model::DomainId members{static_cast<std::uint32_t>(team.name) | (1U << 31)};
  return {{kByteType}, 1, 1, members, model::Admission::AnyOperation};
}

void close(const Call& call, std::optional<model::ScopeId>& scope) {
  if (!scope) return;
  call.process().flush(0, {model::CompletionKind::RemoteFlush, scope, model::Group()});
  scope.reset();
}

}  // namespace

Collective::Collective(const Call& call, Team& team, const Shape& shape)
    : call_(call), team_(team), shape_(shape), scope_(scope_of(team, team.rounds)), of_(next_collective(team)) {
  if (!shape.source.empty()) {
    model::Issue issue;
    issue.id = new_operation(call, session::Epoch::Collective);
    issue.operation.kind = model::OperationKind::Send;
    issue.operation.target = {call.me()};
    issue.operation.scope = scope_;
    issue.operation.source = shape.source;
    call.process().issue(0, issue, call.site(), engine::Naming::Named);
    reading_ = issue.id;
  }
  // The words of a deposit: operation; of a collect also how much, from where, and what this PE knows of the receiver, which the
  // transport takes for known there.
  for (const std::uint32_t pe : shape.dependence.releases) {
    const auto written = shape.collected != nullptr ? new_operation(call, session::Epoch::Collective) : write_to(pe);
    const engine::Announcement announced = call.process().notify(0, {{}, ProcessId{pe}, scope_, written});
    call.transport().deposit(
        pe, of_,
        {announced.clock,
         announced.scope,
         announced.fences,
         {written ? written->value : kNothing, shape.contributes, shape.collected != nullptr ? call.site().value : 0U,
          announced.clock.at({ProcessId{pe}, 0})}});
  }
  if (const auto own = write_to(call.me()))
    to_take_.push_back(call.process().notify(0, {{}, ProcessId{call.me()}, scope_, own}));
}

model::Issue Collective::write(std::uint32_t pe, ByteRanges to) const {
  model::Issue issue;
  issue.id = new_operation(call_, session::Epoch::Collective);
  issue.operation.kind = model::OperationKind::Update;
  issue.operation.target = {pe};
  issue.operation.scope = scope_;
  issue.operation.remote = std::move(to);
  issue.operation.atomicity = among_members(team_);
  return issue;
}

std::optional<model::OperationId> Collective::write_to(std::uint32_t pe) const {
  if (std::ranges::find(shape_.writes_to, pe) == shape_.writes_to.end()) return std::nullopt;
  const auto at = counterpart(shape_.part, pe);
  if (!at || shape_.count == 0) return std::nullopt;
  const model::Issue issue = write(pe, elements(*at, shape_.count, shape_.size, shape_.stride));
  call_.process().issue(0, issue, call_.site(), engine::Naming::Named);
  return issue.id;
}

model::ByteRanges Collective::hear_of_parts(const std::vector<Contribution>& contributions) {
  ByteRanges own;
  model::Address at = address_of(shape_.collected);
  for (const std::uint32_t pe : team_.members) {
    if (pe == call_.me()) {
      own = elements(at, shape_.contributes, shape_.size);
      at += shape_.contributes * shape_.size;
      continue;
    }
    const auto from = std::ranges::find(contributions, pe, &Contribution::pe);
    if (from == contributions.end()) continue;
    const auto [operation, count, site, known_of_me] = from->deposit.words;
    model::Clock clock = from->deposit.clock.full();
    clock.raise({{ProcessId{call_.me()}, 0}, known_of_me});
    model::OperationAccess access;
    access.kind = model::access_kind(model::OperationKind::Update, model::Part::Remote);
    access.site = {static_cast<std::uint32_t>(site)};
    access.operation = model::OperationId{operation};
    access.issue = {model::make_ref<const model::Clock>(std::move(clock)), from->deposit.clock.own()};
    access.with = model::make_ref<const model::Circumstances>(
        model::Circumstances{from->deposit.scope, from->deposit.fences, nullptr, nullptr, among_members(team_)});
    access.ranges = elements(at, count, shape_.size);
    at += count * shape_.size;
    call_.process().heard_of({pe}, std::move(access));
  }
  return own;
}

void Collective::finish() {
  std::vector<Contribution> contributions;
  for (const std::uint32_t pe : shape_.dependence.awaits) {
    auto deposit = call_.transport().take(pe, of_);
    if (!deposit) continue;
    engine::Announcement announcement{deposit->clock,  {pe},        {call_.me()}, deposit->scope,
                                      deposit->fences, std::nullopt};
    if (deposit->words[0] != kNothing) announcement.carried = model::OperationId{deposit->words[0]};
    to_take_.push_back(std::move(announcement));
    if (shape_.collected != nullptr) contributions.push_back({pe, std::move(*deposit)});
  }
  const ByteRanges own_part = shape_.collected != nullptr ? hear_of_parts(contributions) : ByteRanges();
  call_.process().target_wait(0, to_take_);
  if (!own_part.empty()) call_.process().perform(0, write(call_.me(), own_part), call_.site());
  if (reading_) complete_locally(call_, *reading_);
  if (!shape_.everybody) return;
  // All have called this one, and so returned from those before.
  ++team_.rounds;
  close(call_, team_.scopes[team_.rounds % 2]);
}

void all_have_come(const Call& call, Team& team) {
  const auto over = [&](Team& any) {
    for (auto& scope : any.scopes) close(call, scope);
  };
  if (&team == &world())
    for_each_team(over);
  else
    over(team);
}

}  // namespace farsan::shmem
