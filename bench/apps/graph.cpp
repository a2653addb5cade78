// Communities by label propagation: a vertex takes the label that most of its neighbours have. The graph is random
// with planted communities; vertices are distributed in blocks, and a process keeps copies of the labels of its
// vertices' neighbours. Who changes a label puts it into all copies, one by one, wherever they are.
//
// Checks: in the end all copies are like the originals, and the communities are nearly as good (modularity) as the
// planted ones.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "app.h"

namespace {

using Label = std::int64_t;

constexpr int kCommunity = 64;    // vertices in a planted community
constexpr double kInside = 0.85;  // share of the edges within communities
constexpr std::uint64_t kRoundSalt = 77;

struct Copy {
  int rank;
  MPI_Aint place;  // in the window there
};

struct Graph {
  long vertices = 0;                      // of all processes
  long first = 0;                         // of this process's
  std::size_t owned = 0;                  // so many of them
  std::vector<std::size_t> begin;         // of vertex, in:
  std::vector<std::uint32_t> edges;       // places in the label array: owned ones first, then copies
  std::vector<long> copied;               // vertex of every copy here
  std::vector<std::size_t> copies_begin;  // of vertex, in:
  std::vector<Copy> copies;
};

int owner_of(const App& app, long vertices, long vertex) {
  int rank = static_cast<int>(vertex * app.ranks / vertices);
  while (vertex < app_begin_of(vertices, app.ranks, rank)) --rank;
  while (vertex >= app_begin_of(vertices, app.ranks, rank + 1)) ++rank;
  return rank;
}

// The other end of edge `k` that vertex `v` makes.
long partner_of(long v, int k, long vertices) {
  const auto seed = static_cast<std::uint64_t>(v) * 64 + static_cast<std::uint64_t>(k);
  const double where = app_chance(seed);
  if (app_chance(~seed) >= kInside) return static_cast<long>(where * static_cast<double>(vertices));
  const long first = v / kCommunity * kCommunity;
  const long size = std::min<long>(kCommunity, vertices - first);
  return first + static_cast<long>(where * static_cast<double>(size));
}

struct Edge {
  std::uint32_t from;  // owned
  long to;             // any
};

// All edges at owned vertices, by vertex. Every process makes the whole graph, which is quicker than sending it around.
std::vector<Edge> edges_here(const Graph& graph, int degree) {
  std::vector<Edge> edges;
  const long end = graph.first + static_cast<long>(graph.owned);
  for (long v = 0; v < graph.vertices; ++v) {
    for (int k = 0; k < degree / 2; ++k) {
      const long w = partner_of(v, k, graph.vertices);
      if (v == w) continue;
      if (v >= graph.first && v < end) edges.push_back({static_cast<std::uint32_t>(v - graph.first), w});
      if (w >= graph.first && w < end) edges.push_back({static_cast<std::uint32_t>(w - graph.first), v});
    }
  }
  std::sort(edges.begin(), edges.end(),
            [](const Edge& a, const Edge& b) { return std::tie(a.from, a.to) < std::tie(b.from, b.to); });
  return edges;
}

std::vector<int> starts_of(const std::vector<int>& counts) {
  std::vector<int> starts(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), starts.begin(), 0);
  return starts;
}

// Tells every owner where its vertices are copied.
void subscribe(const App& app, Graph& graph) {
  const auto ranks = static_cast<std::size_t>(app.ranks);
  std::vector<int> wanted(ranks), asked(ranks);
  for (const long vertex : graph.copied) ++wanted[static_cast<std::size_t>(owner_of(app, graph.vertices, vertex))];
  MPI_Alltoall(wanted.data(), 1, MPI_INT, asked.data(), 1, MPI_INT, MPI_COMM_WORLD);
  const std::vector<int> wanted_at = starts_of(wanted), asked_at = starts_of(asked);
  std::vector<long> requests(static_cast<std::size_t>(std::accumulate(asked.begin(), asked.end(), 0)));
  MPI_Alltoallv(graph.copied.data(), wanted.data(), wanted_at.data(), MPI_LONG, requests.data(), asked.data(),
                asked_at.data(), MPI_LONG, MPI_COMM_WORLD);

  // Copies are sorted by vertex, so those of one owner follow each other, after what the process itself owns.
  std::vector<MPI_Aint> first_place(ranks), first_place_at(ranks);
  for (std::size_t r = 0; r < ranks; ++r) first_place[r] = static_cast<MPI_Aint>(graph.owned) + wanted_at[r];
  MPI_Alltoall(first_place.data(), 1, MPI_AINT, first_place_at.data(), 1, MPI_AINT, MPI_COMM_WORLD);

  graph.copies_begin.assign(graph.owned + 1, 0);
  for (const long vertex : requests) ++graph.copies_begin[static_cast<std::size_t>(vertex - graph.first) + 1];
  std::partial_sum(graph.copies_begin.begin(), graph.copies_begin.end(), graph.copies_begin.begin());
  std::vector<std::size_t> next(graph.copies_begin.begin(), graph.copies_begin.end() - 1);
  graph.copies.resize(requests.size());
  for (std::size_t r = 0; r < ranks; ++r) {
    for (int i = 0; i < asked[r]; ++i) {
      const auto v = static_cast<std::size_t>(requests[static_cast<std::size_t>(asked_at[r] + i)] - graph.first);
      graph.copies[next[v]++] = {static_cast<int>(r), first_place_at[r] + i};
    }
  }
}

Graph make_graph(const App& app, long vertices, int degree) {
  Graph graph;
  graph.vertices = vertices;
  graph.first = app_begin_of(vertices, app.ranks, app.rank);
  graph.owned = static_cast<std::size_t>(app_begin_of(vertices, app.ranks, app.rank + 1) - graph.first);
  const long end = graph.first + static_cast<long>(graph.owned);
  const std::vector<Edge> edges = edges_here(graph, degree);
  for (const Edge& edge : edges)
    if (edge.to < graph.first || edge.to >= end) graph.copied.push_back(edge.to);
  std::sort(graph.copied.begin(), graph.copied.end());
  graph.copied.erase(std::unique(graph.copied.begin(), graph.copied.end()), graph.copied.end());

  graph.begin.assign(graph.owned + 1, 0);
  graph.edges.reserve(edges.size());
  for (const Edge& edge : edges) {
    const bool here = edge.to >= graph.first && edge.to < end;
    const auto place =
        here ? edge.to - graph.first
             : static_cast<long>(graph.owned) +
                   (std::lower_bound(graph.copied.begin(), graph.copied.end(), edge.to) - graph.copied.begin());
    graph.edges.push_back(static_cast<std::uint32_t>(place));
    ++graph.begin[edge.from + 1];
  }
  std::partial_sum(graph.begin.begin(), graph.begin.end(), graph.begin.begin());
  subscribe(app, graph);
  return graph;
}

// Counts votes for labels. Labels are vertices, so there is a counter for each, and only those that were used are
// cleared.
class Ballot {
 public:
  explicit Ballot(long labels) : votes_(static_cast<std::size_t>(labels)) {}

  // The label with most votes. The own one has half a vote more, and of others that are equal a hash decides.
  Label winner(const Graph& graph, const Label* labels, std::size_t v, std::uint64_t salt) {
    used_.clear();
    for (std::size_t k = graph.begin[v]; k < graph.begin[v + 1]; ++k) {
      const Label label = labels[graph.edges[k]];
      if (votes_[static_cast<std::size_t>(label)]++ == 0) used_.push_back(label);
    }
    Label best = labels[v];
    int most = 2 * votes_[static_cast<std::size_t>(best)] + 1;
    for (const Label label : used_) {
      const int votes = 2 * votes_[static_cast<std::size_t>(label)];
      const bool better = votes > most || (votes == most && hash(label, salt) < hash(best, salt));
      if (better) {
        best = label;
        most = votes;
      }
    }
    for (const Label label : used_) votes_[static_cast<std::size_t>(label)] = 0;
    return best;
  }

 private:
  static std::uint64_t hash(Label label, std::uint64_t salt) {
    return app_mix(static_cast<std::uint64_t>(label) ^ salt);
  }

  std::vector<int> votes_;
  std::vector<Label> used_;
};

// One round: half of the vertices, chosen by a hash, look around; then all take their new labels; then copies are
// renewed. Returns how many changed, on all processes.
long propagate(const Graph& graph, Label* labels, Ballot& ballot, long round, MPI_Win win) {
  static std::vector<std::pair<std::size_t, Label>> changes;
  changes.clear();
  const std::uint64_t salt = app_mix(kRoundSalt + static_cast<std::uint64_t>(round));
  for (std::size_t v = 0; v < graph.owned; ++v) {
    const auto global = static_cast<std::uint64_t>(graph.first) + v;
    if (((app_mix(global) + static_cast<std::uint64_t>(round)) & 1) == 0) continue;
    const Label label = ballot.winner(graph, labels, v, salt);
    if (label != labels[v]) changes.emplace_back(v, label);
  }
  for (const auto& [v, label] : changes) labels[v] = label;

  const long mine = static_cast<long>(changes.size());
  long all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);  // nobody reads copies any more
  for (const auto& [v, label] : changes) {
    for (std::size_t k = graph.copies_begin[v]; k < graph.copies_begin[v + 1]; ++k)
      MPI_Put(&labels[v], 1, MPI_INT64_T, graph.copies[k].rank, graph.copies[k].place, 1, MPI_INT64_T, win);
  }
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  return all;
}

// Number of copies that are not like the original.
long stale_copies(const App& app, const Graph& graph, const Label* labels) {
  std::vector<int> counts, starts;
  std::vector<Label> mine(labels, labels + graph.owned), all(static_cast<std::size_t>(graph.vertices));
  for (int r = 0; r < app.ranks; ++r) {
    starts.push_back(static_cast<int>(app_begin_of(graph.vertices, app.ranks, r)));
    counts.push_back(static_cast<int>(app_begin_of(graph.vertices, app.ranks, r + 1)) - starts.back());
  }
  MPI_Allgatherv(mine.data(), static_cast<int>(mine.size()), MPI_INT64_T, all.data(), counts.data(), starts.data(),
                 MPI_INT64_T, MPI_COMM_WORLD);
  long stale = 0;
  for (std::size_t i = 0; i < graph.copied.size(); ++i)
    stale += labels[graph.owned + i] != all[static_cast<std::size_t>(graph.copied[i])];
  return stale;
}

// Share of the edges within communities, less what chance would give. `community` of places in the label array.
double modularity(const Graph& graph, std::span<const Label> community) {
  std::vector<double> degrees(static_cast<std::size_t>(graph.vertices));
  double inside = 0, edges = static_cast<double>(graph.edges.size());
  for (std::size_t v = 0; v < graph.owned; ++v) {
    degrees[static_cast<std::size_t>(community[v])] += static_cast<double>(graph.begin[v + 1] - graph.begin[v]);
    for (std::size_t k = graph.begin[v]; k < graph.begin[v + 1]; ++k)
      inside += community[v] == community[graph.edges[k]];
  }
  MPI_Allreduce(MPI_IN_PLACE, degrees.data(), static_cast<int>(degrees.size()), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &inside, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &edges, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  double chance = 0;
  for (const double degree : degrees) chance += (degree / edges) * (degree / edges);
  return inside / edges - chance;
}

std::vector<Label> planted(const Graph& graph) {
  std::vector<Label> community;
  for (std::size_t v = 0; v < graph.owned; ++v) community.push_back((graph.first + static_cast<long>(v)) / kCommunity);
  for (const long vertex : graph.copied) community.push_back(vertex / kCommunity);
  return community;
}

}  // namespace

int main(int argc, char** argv) {
  long vertices = 1 << 18, rounds = 40, degree = 24;
  const AppOption options[] = {{"size", &vertices, 2 * kCommunity, "vertices"},
                               {"degree", &degree, 2, "mean number of neighbours"},
                               {"iterations", &rounds, 1, "rounds at most"}};
  App app = app_begin("graph", argc, argv, options, 3);
  app_require(&app, vertices >= app.ranks, "at least one vertex for every process");
  const Graph graph = make_graph(app, vertices, static_cast<int>(degree));
  MPI_Win win;
  const std::size_t places = graph.owned + graph.copied.size();
  auto* labels = static_cast<Label*>(app_window(&app, places, sizeof(Label), &win));
  for (std::size_t v = 0; v < graph.owned; ++v) labels[v] = graph.first + static_cast<long>(v);
  for (std::size_t i = 0; i < graph.copied.size(); ++i) labels[graph.owned + i] = graph.copied[i];
  Ballot ballot(vertices);

  MPI_Win_lock_all(0, win);
  app_start(&app);
  long done = 0;
  while (done < rounds && propagate(graph, labels, ballot, done, win) > 0) ++done;
  app_stop(&app);
  MPI_Win_unlock_all(win);

  app_check(&app, "number of stale copies", static_cast<double>(stale_copies(app, graph, labels)), 0);
  if (done >= 12 && degree >= 16) {
    const std::vector<Label> wanted = planted(graph);
    app_check(&app, "part of the modularity that is missing",
              1 - modularity(graph, std::span<const Label>(labels, places)) / modularity(graph, wanted), 0.1);
  }
  MPI_Win_free(&win);
  return app_end(&app);
}
