// Teams: splitting the world.
#include <algorithm>

#include "pgas/shmem/library.h"

namespace farsan::pgas::shmem {

namespace {

// A part of a parent team, and the word of the parent's seats through which its first member tells the others its board.
struct Part {
  int first;
  int step;
  int count;
  int word;
};

bool fits(const Team& parent, int first, int step, int count) {
  const auto inside = [&parent](long member) { return member >= 0 && member < parent.pes.size; };
  return count > 0 && (step != 0 || count == 1) && inside(first) &&
         inside(first + static_cast<long>(step) * (static_cast<long>(count) - 1));
}

void apply(Team& team, const shmem_team_config_t* config, long mask) {
  if (config != nullptr && (mask & SHMEM_TEAM_NUM_CONTEXTS) != 0) team.config.num_contexts = config->num_contexts;
}

// The first member makes the board and shows it to the parent team. To be followed by a meeting of the parent.
void propose(Library& library, const Team& parent, const Part& part) {
  if (parent.me != part.first) return;
  parent.board.seat(static_cast<std::uint32_t>(parent.me)).words[part.word] = Board::create(library.job()).number();
}

// The new team, if this PE is in it. After the meeting.
Team* join(Library& library, const Team& parent, const Part& part) {
  const PeSet pes = parent.pes.part(part.first, part.step, part.count);
  if (!pes.member(library.my_pe())) return nullptr;
  const auto board = parent.board.seat(static_cast<std::uint32_t>(part.first)).words[part.word].load();
  return library.add_team(pes, Board(library.job(), static_cast<std::uint32_t>(board)));
}

}  // namespace

ROUTINE(int, shmem_team_split_strided,
        (shmem_team_t parent_team, int start, int stride, int size, const shmem_team_config_t* config, long config_mask,
         shmem_team_t* new_team)) {
  Library& library = Library::get(HERE);
  *new_team = SHMEM_TEAM_INVALID;
  Team* parent = library.team(HERE, parent_team);
  if (parent == nullptr || !fits(*parent, start, stride, size)) return -1;  // on all PEs alike: nobody waits

  const Part part{.first = start, .step = stride, .count = size, .word = 1};
  propose(library, *parent, part);
  library.meet(*parent);
  if (Team* team = join(library, *parent, part)) {
    apply(*team, config, config_mask);
    *new_team = team;
  }
  library.meet(*parent);
  return 0;
}

ROUTINE(int, shmem_team_split_2d,
        (shmem_team_t parent_team, int xrange, const shmem_team_config_t* xaxis_config, long xaxis_mask,
         shmem_team_t* xaxis_team, const shmem_team_config_t* yaxis_config, long yaxis_mask,
         shmem_team_t* yaxis_team)) {
  Library& library = Library::get(HERE);
  *xaxis_team = SHMEM_TEAM_INVALID;
  *yaxis_team = SHMEM_TEAM_INVALID;
  Team* parent = library.team(HERE, parent_team);
  if (parent == nullptr || xrange < 1) return -1;

  // Row by row; the last row may be shorter.
  const int total = parent->pes.size;
  xrange = std::min(xrange, total);
  const int x = parent->me % xrange;
  const int row = parent->me - x;
  const Part along_x{.first = row, .step = 1, .count = std::min(xrange, total - row), .word = 1};
  const Part along_y{.first = x, .step = xrange, .count = (total - x + xrange - 1) / xrange, .word = 2};
  propose(library, *parent, along_x);
  propose(library, *parent, along_y);
  library.meet(*parent);
  Team* team_x = join(library, *parent, along_x);
  Team* team_y = join(library, *parent, along_y);
  apply(*team_x, xaxis_config, xaxis_mask);
  apply(*team_y, yaxis_config, yaxis_mask);
  *xaxis_team = team_x;
  *yaxis_team = team_y;
  library.meet(*parent);
  return 0;
}

ROUTINE(void, shmem_team_destroy, (shmem_team_t team)) {
  Library& library = Library::get(HERE);
  if (team == SHMEM_TEAM_WORLD || team == SHMEM_TEAM_SHARED) misuse(HERE, "predefined teams cannot be destroyed");
  Team* doomed = library.team(HERE, team);
  if (doomed == nullptr) return;
  while (!doomed->contexts.empty()) library.destroy(**doomed->contexts.begin());
  library.meet(*doomed);
  if (doomed->me == 0) doomed->board.release();
  doomed->alive = false;
}

ROUTINE(int, shmem_team_my_pe, (shmem_team_t team)) {
  const Team* of = Library::get(HERE).team(HERE, team);
  return of == nullptr ? -1 : of->me;
}

ROUTINE(int, shmem_team_n_pes, (shmem_team_t team)) {
  const Team* of = Library::get(HERE).team(HERE, team);
  return of == nullptr ? -1 : of->pes.size;
}

ROUTINE(int, shmem_team_get_config, (shmem_team_t team, long config_mask, shmem_team_config_t* config)) {
  const Team* of = Library::get(HERE).team(HERE, team);
  if (of == nullptr || (config_mask & ~SHMEM_TEAM_NUM_CONTEXTS) != 0) return -1;
  if ((config_mask & SHMEM_TEAM_NUM_CONTEXTS) != 0) config->num_contexts = of->config.num_contexts;
  return 0;
}

ROUTINE(int, shmem_team_translate_pe, (shmem_team_t src_team, int src_pe, shmem_team_t dest_team)) {
  Library& library = Library::get(HERE);
  const Team* from = library.team(HERE, src_team);
  const Team* to = library.team(HERE, dest_team);
  if (from == nullptr || to == nullptr || src_pe < 0 || src_pe >= from->pes.size) return -1;
  return to->pes.member(from->pes.world_pe(src_pe)).value_or(-1);
}

ROUTINE(int, shmem_team_sync, (shmem_team_t team)) {
  Library& library = Library::get(HERE);
  const Team* of = library.team(HERE, team);
  if (of == nullptr) return -1;
  library.meet(*of);
  return 0;
}

}  // namespace farsan::pgas::shmem
