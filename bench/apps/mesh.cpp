// Diffusion on an unstructured mesh in GASPI: points with shuffled numbers, edges to neighbours in space, parts that exchange the
// values of their border points with gaspi_write_notify and gaspi_notify_waitsome. Nothing collective in the loop.
//
// Two buffers take turns. The neighbour's notification of one step says that it has used what it got in the step before, so
// both the place there and the source here are free in the step after: gaspi_wait is only needed to empty the queue.
//
// Checks its result against the same mesh in one piece, bit by bit. With -DBROKEN=1 the buffers do not take turns: a race,
// and with luck a wrong result.
#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "app_gaspi.h"

#ifndef BROKEN
#define BROKEN 0
#endif

namespace {

constexpr gaspi_segment_id_t kSegment = 0;
constexpr gaspi_queue_id_t kQueue = 0;

/// The whole mesh, as every rank makes it: neighbours of point p are `neighbours[first[p]]` to `neighbours[first[p + 1]]`.
struct Mesh {
  std::vector<int> first;
  std::vector<int> neighbours;
  std::vector<int> owner;
  [[nodiscard]] int points() const { return static_cast<int>(owner.size()); }
};

Mesh make_mesh(int size, int parts) {
  std::mt19937 random(1);
  std::vector<int> number(static_cast<std::size_t>(size) * size);
  for (std::size_t i = 0; i < number.size(); ++i) number[i] = static_cast<int>(i);
  std::shuffle(number.begin(), number.end(), random);
  const auto at = [&](int x, int y) { return number[static_cast<std::size_t>(y) * size + x]; };
  std::vector<std::vector<int>> near(number.size());
  const auto join = [&](int a, int b) {
    near[a].push_back(b);
    near[b].push_back(a);
  };
  Mesh mesh;
  mesh.owner.resize(number.size());
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x) {
      mesh.owner[at(x, y)] = static_cast<int>(static_cast<long>(y) * parts / size);
      if (x + 1 < size) join(at(x, y), at(x + 1, y));
      if (y + 1 < size) join(at(x, y), at(x, y + 1));
      if (x + 1 < size && y + 1 < size)
        (random() % 2) != 0 ? join(at(x, y), at(x + 1, y + 1)) : join(at(x + 1, y), at(x, y + 1));
    }
  mesh.first.push_back(0);
  for (auto& of : near) {
    std::sort(of.begin(), of.end());
    mesh.neighbours.insert(mesh.neighbours.end(), of.begin(), of.end());
    mesh.first.push_back(static_cast<int>(mesh.neighbours.size()));
  }
  return mesh;
}

double start_value(int point) { return 1.0 + (point * 2654435761U % 1000) / 500.0; }

/// One step of so many points. One piece of code for all, so that the results have the same bits.
__attribute__((noinline)) void diffuse(int points, const std::vector<int>& first, const std::vector<int>& neighbours,
                                       const std::vector<double>& now, std::vector<double>& next) {
  for (int p = 0; p < points; ++p) {
    double sum = 0;
    for (int i = first[p]; i < first[p + 1]; ++i) sum += now[neighbours[i]] - now[p];
    next[p] = now[p] + 0.05 * sum;
  }
}

/// The values after so many steps, in one piece.
std::vector<double> in_one_piece(const Mesh& mesh, long steps) {
  std::vector<double> now(mesh.points());
  std::vector<double> next(mesh.points());
  for (int p = 0; p < mesh.points(); ++p) now[p] = start_value(p);
  for (long step = 0; step < steps; ++step) {
    diffuse(mesh.points(), mesh.first, mesh.neighbours, now, next);
    now.swap(next);
  }
  return now;
}

/// What one part gives another in every step: its points that the other one's are joined with, ascending.
using Border = std::map<std::pair<int, int>, std::vector<int>>;
Border borders(const Mesh& mesh) {
  Border all;
  for (int p = 0; p < mesh.points(); ++p)
    for (int i = mesh.first[p]; i < mesh.first[p + 1]; ++i)
      if (mesh.owner[mesh.neighbours[i]] != mesh.owner[p])
        all[{mesh.owner[p], mesh.owner[mesh.neighbours[i]]}].push_back(p);
  for (auto& [parts, points] : all) points.erase(std::unique(points.begin(), points.end()), points.end());
  return all;
}

/// The segment of a part: for each neighbour two buffers to send from, then two to receive into.
struct Link {
  int rank;
  std::vector<int> sends;     ///< local numbers
  std::vector<int> receives;  ///< local numbers of copies
  gaspi_offset_t send_at;
  gaspi_offset_t receive_at;
  gaspi_offset_t there;  ///< its receive buffers for us
  gaspi_notification_id_t id;
  gaspi_notification_id_t id_there;
};

struct Layout {
  std::map<int, std::pair<gaspi_offset_t, gaspi_offset_t>> at;  ///< neighbour -> send, receive
  std::map<int, gaspi_notification_id_t> id;
  gaspi_size_t size = 0;
};
Layout layout_of(int part, const Border& all) {
  Layout layout;
  for (const auto& [parts, points] : all) {
    if (parts.first != part) continue;
    const auto& back = all.at({parts.second, part});
    layout.at[parts.second] = {layout.size, layout.size + 2 * sizeof(double) * points.size()};
    layout.size += 2 * sizeof(double) * (points.size() + back.size());
    layout.id[parts.second] = static_cast<gaspi_notification_id_t>(2 * layout.id.size());
  }
  layout.size = std::max<gaspi_size_t>(layout.size, sizeof(double));
  return layout;
}

}  // namespace

int main(int argc, char** argv) {
  long size = 300;
  long steps = 600;
  const AppOption options[] = {{"size", &size, 2, "points along a side of the mesh"},
                               {"iterations", &steps, 1, "steps"}};
  App app = app_begin("gaspi-mesh", argc, argv, options, 2);
  const int me = app.rank;
  const int ranks = app.ranks;
  app_require(&app, size >= ranks, "at least one row of points for every rank");

  // The own points first, by their global numbers, then the copies of others'.
  const Mesh mesh = make_mesh(static_cast<int>(size), ranks);
  const Border all = borders(mesh);
  const Layout own = layout_of(me, all);
  std::vector<int> local(mesh.points(), -1);
  std::vector<int> global;
  for (int p = 0; p < mesh.points(); ++p)
    if (mesh.owner[p] == me) {
      local[p] = static_cast<int>(global.size());
      global.push_back(p);
    }
  const int own_points = static_cast<int>(global.size());
  std::vector<Link> links;
  for (const auto& [rank, places] : own.at) {
    Link link{rank, {}, {}, places.first, places.second, 0, own.id.at(rank), 0};
    const Layout other = layout_of(rank, all);
    link.there = other.at.at(me).second;
    link.id_there = other.id.at(me);
    for (const int p : all.at({me, rank})) link.sends.push_back(local[p]);
    for (const int p : all.at({rank, me})) {
      local[p] = static_cast<int>(global.size());
      global.push_back(p);
      link.receives.push_back(local[p]);
    }
    links.push_back(std::move(link));
  }
  std::vector<int> first(1, 0);
  std::vector<int> neighbours;
  for (int l = 0; l < own_points; ++l) {
    const int p = global[l];
    for (int i = mesh.first[p]; i < mesh.first[p + 1]; ++i) neighbours.push_back(local[mesh.neighbours[i]]);
    first.push_back(static_cast<int>(neighbours.size()));
  }

  auto* const segment = static_cast<double*>(app_segment(&app, kSegment, own.size));
  gaspi_number_t queue_most = 0;
  app_must(gaspi_queue_size_max(&queue_most), "gaspi_queue_size_max");

  std::vector<double> now(global.size());
  std::vector<double> next(global.size());
  for (std::size_t l = 0; l < global.size(); ++l) now[l] = start_value(global[l]);

  app_start(&app);
  for (long step = 0; step < steps; ++step) {
    diffuse(own_points, first, neighbours, now, next);
    now.swap(next);

    const int turn = BROKEN ? 0 : static_cast<int>(step % 2);
    gaspi_number_t posted = 0;
    app_must(gaspi_queue_size(kQueue, &posted), "gaspi_queue_size");
    if (posted + 2 * links.size() >= queue_most) app_must(gaspi_wait(kQueue, GASPI_BLOCK), "gaspi_wait");
    for (const Link& link : links) {
      const std::size_t count = link.sends.size();
      const gaspi_offset_t from = link.send_at + turn * count * sizeof(double);
      double* const buffer = segment + from / sizeof(double);
      for (std::size_t i = 0; i < count; ++i) buffer[i] = now[link.sends[i]];
      app_must(gaspi_write_notify(kSegment, from, static_cast<gaspi_rank_t>(link.rank), kSegment,
                                  link.there + turn * count * sizeof(double), count * sizeof(double),
                                  static_cast<gaspi_notification_id_t>(link.id_there + step % 2),
                                  static_cast<gaspi_notification_t>(step + 1), kQueue, GASPI_BLOCK),
               "gaspi_write_notify");
    }
    // Whoever comes first is unpacked first.
    std::vector<bool> done(links.size());
    for (std::size_t left = links.size(); left > 0; --left) {
      for (std::size_t i = 0;; i = (i + 1) % links.size()) {
        if (done[i]) continue;
        const Link& link = links[i];
        const auto id = static_cast<gaspi_notification_id_t>(link.id + step % 2);
        gaspi_notification_id_t found = 0;
        const bool only_one = left == 1;
        if (gaspi_notify_waitsome(kSegment, id, 1, &found, only_one ? GASPI_BLOCK : GASPI_TEST) != GASPI_SUCCESS)
          continue;
        gaspi_notification_t value = 0;
        app_must(gaspi_notify_reset(kSegment, found, &value), "gaspi_notify_reset");
        const double* const buffer = segment + link.receive_at / sizeof(double) + turn * link.receives.size();
        for (std::size_t k = 0; k < link.receives.size(); ++k) now[link.receives[k]] = buffer[k];
        done[i] = true;
        break;
      }
    }
  }
  app_must(gaspi_wait(kQueue, GASPI_BLOCK), "gaspi_wait");
  app_stop(&app);

  const std::vector<double> right = in_one_piece(mesh, steps);
  int wrong = 0;
  for (int l = 0; l < own_points; ++l) wrong += now[l] != right[global[l]] ? 1 : 0;
  if (!BROKEN) app_check(&app, "number of wrong points", wrong, 0);
  return app_end(&app);
}
