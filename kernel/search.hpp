// Search under hidden information: information-set Monte Carlo tree search.
//
// Every round draws a world and walks down one tree that all worlds share. A node stands for what has been seen on the
// table, so a move's figures are averages over worlds: a plan that needs to know the enemy's hand cannot win by itself.
// No step asks how many rounds will follow: a search that goes on later is the same as a longer one.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "edges.hpp"
#include "judge.hpp"
#include "move_figures.hpp"
#include "worlds.hpp"

namespace qb {

// exploration: how much moves that were looked at rarely are favoured
// temperature: how sharply the first glance at a move decides how often it is looked at
// glance_weight: rounds that the first glance counts for in a move's average
// mistakes: share of the enemy's moves that are played at random when YOU have no chance left
// slips: share of the enemy's moves that are played at random however YOU stand
// waits: 1 if YOU may pass in the opening although something can be placed; with 0 it is not looked at either
// enemy_waits: share of the worlds in which the enemy may
// draw_worth: what a draw is worth to YOU; the enemy gets the rest
// breadth: how much further than elsewhere the search looks around at the root
struct SearchSettings {
    QB_MEMBERS(kNames, double, exploration, temperature, glance_weight, mistakes, slips, waits, enemy_waits, draw_worth,
               breadth)
};

class SearchTree {
public:
    SearchTree(const BeliefWorlds& worlds, const Judge& judge, const SearchSettings& settings, std::uint64_t seed)
        : worlds_(worlds), judge_(judge), settings_(settings), rng_(seed), nodes_(1) {}

    void run(int rounds) {
        for (int i = 0; i < rounds; ++i) round(nullptr);
    }

    // Rounds that begin with this move wherever it is legal.
    void run_on(const Move& move, int rounds) {
        for (int i = 0; i < rounds; ++i) round(&move);
    }

    // The moves at the root, in the order in which they were first looked at, by their latest rounds.
    std::vector<MoveFigures> root() const {
        std::vector<MoveFigures> found;
        for (const RootMove& it : root_) {
            found.push_back(it.figures.sum());
            found.back().move = it.move;
        }
        return found;
    }

    // All rounds that began with the move.
    std::uint32_t rounds_of(const Move& move) const {
        const auto known =
            std::find_if(root_.begin(), root_.end(), [&](const RootMove& it) { return it.move == move; });
        return known == root_.end() ? 0 : known->figures.rounds;
    }
    std::uint32_t most_rounds() const {
        std::uint32_t most = 0;
        for (const RootMove& it : root_) most = std::max(most, it.figures.rounds);
        return most;
    }

    // The average over the latest rounds of all moves of the root.
    Outlook average_of_root() const {
        MoveFigures all;
        for (const RootMove& it : root_) all.merge(it.figures.sum());
        return all.sum.scaled(1.0 / std::max(1.0, static_cast<double>(all.rounds)));
    }

    // What this world holds if whoever is to act makes the best of its moves; an average over all rounds would count
    // every move that was only tried. Moves of which little was seen are taken nearer to the `average`, or the luckiest
    // of many would be chosen every time.
    Outlook chosen(const GameState& world, bool enemy_waits, const Outlook& average) {
        enemy_waits_ = enemy_waits;
        list_moves(world);
        worlds_.keep_moves_of_seen_cards(world, moves_);
        Outlook best = average;
        double most = -1.0;
        for (const Move& move : moves_) {
            MoveFigures seen = figures_of(move).sum();
            seen.sum += average.scaled(kUnsure);
            const Outlook found = seen.sum.scaled(1.0 / (seen.rounds + kUnsure));
            const double worth = world.side_to_act == YOU ? worth_of(found) : 1.0 - worth_of(found);
            if (worth > most) {
                most = worth;
                best = found;
            }
        }
        return best;
    }

    // A world on its way through the tree, and beyond it.
    struct Walk {
        GameState world;
        bool enemy_waits;
        std::uint32_t node = 0;
        bool in_tree = true;
    };

    // What whoever is to act would play: by the tree as far as it reaches, then by the judge.
    Move next_move(const Walk& walk) {
        const std::uint32_t edge = edge_taken(walk);
        return edge == kNone ? best_of_list(walk.world) : edges_[edge].move;
    }

    // The same, but beyond the tree by the first glance alone, which plays nothing: for many games at once.
    Move quick_move(const Walk& walk) {
        const std::uint32_t edge = edge_taken(walk);
        if (edge != kNone) return edges_[edge].move;
        judge_.promises(walk.world, moves_, promises_);
        return moves_[std::max_element(promises_.begin(), promises_.end()) - promises_.begin()];
    }

    void advance(Walk& walk, const Move& move) const {
        const std::uint32_t edge = walk.in_tree ? find(walk.node, move) : kNone;
        walk.in_tree = edge != kNone && edges_[edge].child != 0;
        if (walk.in_tree) walk.node = edges_[edge].child;
        walk.world.play(move, judge_.cards, judge_.rules);
    }

private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    static constexpr int kRootShare = 400;      // every move at the root gets at least one round in so many
    static constexpr int kRootRounds = 16;      // and so many before anything else
    static constexpr int kEvenRounds = 10;      // that a search is taken to have found even before it begins
    static constexpr double kUnsure = 10;       // rounds of an average kind that are added in thought
    static constexpr std::uint32_t kKnown = 8;  // rounds after which a tree knows better than the judge
    static constexpr std::size_t kMaxEdges = 12'000'000;
    struct RootMove {
        Move move;
        LateFigures figures;
    };
    struct Node {
        EdgePool::Run run;
        std::uint32_t rounds = 0;
    };

    void round(const Move* forced) {
        GameState world = worlds_.draw(rng_);
        enemy_waits_ = rng_.fraction() < settings_.enemy_waits;
        path_.clear();
        std::uint32_t node = 0;
        // 1. Down the tree, by moves that are legal in this world, until the game ends or a new node is reached.
        while (!world.is_over(judge_.rules) && goes_on(node)) {
            const std::uint32_t edge = select(node, world, node == 0 ? forced : nullptr);
            path_.push_back(edge);
            world.play(edges_[edge].move, judge_.cards, judge_.rules);
            node = child_of(edge);
        }
        // 2. What the end of the walk is worth, 3. told to every move on the way.
        const Outlook found = judge_.outlook(world);
        const double worth = worth_of(found);
        points_ += worth;
        for (const std::uint32_t edge : path_) {
            edges_[edge].worth += worth;
            ++edges_[edge].rounds;
        }
        if (!path_.empty()) note(edges_[path_[0]].move, found);
    }

    LateFigures figures_of(const Move& move) const {
        const auto known =
            std::find_if(root_.begin(), root_.end(), [&](const RootMove& it) { return it.move == move; });
        return known == root_.end() ? LateFigures{} : known->figures;
    }

    void note(const Move& move, const Outlook& found) {
        for (RootMove& it : root_) {
            if (it.move == move) return it.figures.add(found);
        }
        root_.push_back({move, {}});
        root_.back().figures.add(found);
    }

    // Whether the enemy errs this time: the more often, the further YOU are behind. Against the best replies all moves
    // of a lost position are alike; only replies that are not the best tell them apart.
    bool errs() {
        const double average = (points_ + kEvenRounds / 2.0) / (nodes_[0].rounds + kEvenRounds);
        const double share = std::max(settings_.slips, settings_.mistakes * (1.0 - 2.0 * average));
        return share > 0.0 && rng_.fraction() < share;
    }

    // A node that is reached for the first time ends the walk, and so does one without edges once memory is used up.
    bool goes_on(std::uint32_t node) {
        if (nodes_[node].rounds++ == 0 && node != 0) return false;
        return nodes_[node].run.size > 0 || edges_.size() < kMaxEdges;
    }

    std::uint32_t child_of(std::uint32_t edge) {
        if (edges_[edge].child == 0) {
            edges_[edge].child = static_cast<std::uint32_t>(nodes_.size());
            nodes_.emplace_back();
        }
        return edges_[edge].child;
    }

    // Fills `moves_` with what may be looked at here. The pass comes last; who does not wait leaves it out in the
    // opening.
    void list_moves(const GameState& world) {
        world.legal_moves(judge_.cards, judge_.rules, moves_);
        const bool waits = world.side_to_act == YOU ? settings_.waits > 0.0 : enemy_waits_;
        if (!waits) drop_waiting(world, moves_);
    }

    // The legal move of this world that promises its side most.
    std::uint32_t select(std::uint32_t node, const GameState& world, const Move* forced) {
        if (node == 0) {
            world.legal_moves(judge_.cards, judge_.rules, moves_);
            worlds_.keep_moves_of_seen_cards(world, moves_);
            if (settings_.waits == 0.0) drop_waiting(world, moves_);
            find_edges(node, world);
            const bool can = forced && std::find(moves_.begin(), moves_.end(), *forced) != moves_.end();
            const std::uint32_t owed = can ? find(node, *forced) : owed_at_root(world.side_to_act);
            if (owed != kNone) return owed;
            return most_promising(node, world.side_to_act);
        }
        list_moves(world);
        find_edges(node, world);
        if (world.side_to_act == ENEMY && errs()) {
            const std::size_t placements = legal_.size() - (moves_.back().is_pass() ? 1 : 0);
            return legal_[rng_.below(static_cast<std::uint32_t>(std::max<std::size_t>(placements, 1)))];
        }
        return most_promising(node, world.side_to_act);
    }

    std::uint32_t most_promising(std::uint32_t node, Side mover) {
        double favours = 0.0, rounds = 0.0;
        for (const std::uint32_t edge : legal_) {
            favours += edges_[edge].favour;
            rounds += edges_[edge].rounds;
        }
        const double even = node == 0 ? settings_.breadth / static_cast<double>(legal_.size()) : 0.0;
        const double own = (node == 0 ? 1.0 - settings_.breadth : 1.0) / favours;
        const double reach =
            settings_.exploration * (node == 0 ? 1.0 + settings_.breadth : 1.0) * std::sqrt(rounds + 1.0);
        std::uint32_t best = legal_[0];
        double most = -1.0;
        for (const std::uint32_t index : legal_) {
            Edge& edge = edges_[index];
            ++edge.legal;
            const double promise = average(edge, mover) + reach * (own * edge.favour + even) / (1.0 + edge.rounds);
            if (promise > most) {
                most = promise;
                best = index;
            }
        }
        return best;
    }

    // A move of the root that has not had its share of rounds: each has some, and the one with the best average at
    // least half as many as any other, so that the figure which is told is one that was looked at.
    std::uint32_t owed_at_root(Side mover) const {
        const std::uint32_t least = std::max<std::uint32_t>(
            nodes_[0].rounds / kRootShare, std::min<std::uint32_t>(kRootRounds, nodes_[0].rounds / 40));
        std::uint32_t most = 0, best = legal_[0];
        for (const std::uint32_t edge : legal_) {
            if (edges_[edge].rounds < least) return edge;
            most = std::max(most, edges_[edge].rounds);
            if (average(edges_[edge], mover) > average(edges_[best], mover)) best = edge;
        }
        return edges_[best].rounds < most / 2 ? best : kNone;
    }

    double worth_of(const Outlook& it) const { return it.win + settings_.draw_worth * it.draw; }

    double average(const Edge& edge, Side mover) const {
        const double own = mover == YOU ? edge.worth : edge.rounds - edge.worth;
        return (own + settings_.glance_weight * edge.glance) / (edge.rounds + settings_.glance_weight);
    }

    std::uint32_t find(std::uint32_t node, const Move& move) const {
        const EdgePool::Run& run = nodes_[node].run;
        for (std::uint32_t i = run.first; i < run.first + run.size; ++i) {
            if (edges_[i].move == move) return i;
        }
        return kNone;
    }

    // Fills `legal_` with the edges of `moves_`; moves seen for the first time are glanced at and join the node.
    void find_edges(std::uint32_t node, const GameState& world) {
        if (match(node)) return;
        judge_.promises(world, moves_, promises_);
        fresh_.clear();
        const EdgePool::Run& run = nodes_[node].run;
        std::uint32_t at = run.first;
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const std::uint32_t key = Edge::key(moves_[i]);
            while (at < run.first + run.size && Edge::key(edges_[at].move) < key) ++at;
            if (at < run.first + run.size && edges_[at].move == moves_[i]) continue;
            Edge edge;
            edge.move = moves_[i];
            edge.glance = static_cast<float>(promises_[i]);
            const double behind = (1.0 - promises_[i]) / settings_.temperature;
            edge.favour = static_cast<float>(kDecay(static_cast<std::int64_t>(behind * 16384.0)));
            fresh_.push_back(edge);
        }
        edges_.merge(nodes_[node].run, fresh_);
        match(node);
    }

    // Whether every one of `moves_` has an edge; those lie in the same order.
    bool match(std::uint32_t node) {
        legal_.clear();
        const EdgePool::Run& run = nodes_[node].run;
        std::uint32_t at = run.first;
        const std::uint32_t end = run.first + run.size;
        for (const Move& move : moves_) {
            while (at < end && !(edges_[at].move == move)) ++at;
            if (at == end) return false;
            legal_.push_back(at++);
        }
        return true;
    }

    // The edge that the walk takes, of the moves that are listed with it; kNone where the tree knows little.
    std::uint32_t edge_taken(const Walk& walk) {
        enemy_waits_ = walk.enemy_waits;
        list_moves(walk.world);
        if (walk.node == 0 && settings_.waits == 0.0) drop_waiting(walk.world, moves_);
        return walk.in_tree ? most_chosen(walk.node) : kNone;
    }

    // Of the moves listed, the one that was chosen most often when it could be; kNone where the tree knows little.
    std::uint32_t most_chosen(std::uint32_t node) {
        if (nodes_[node].rounds < kKnown || !match(node)) return kNone;
        double favours = 0.0;
        for (const std::uint32_t edge : legal_) favours += edges_[edge].favour;
        std::uint32_t best = kNone;
        double most = -1.0;
        for (const std::uint32_t index : legal_) {
            const Edge& edge = edges_[index];
            const double chosen = (edge.rounds + edge.favour / favours) / (edge.legal + 1.0);
            if (chosen > most) {
                most = chosen;
                best = index;
            }
        }
        return best;
    }

    // The best of `moves_` one move ahead.
    Move best_of_list(const GameState& world) const {
        Move best = moves_.front();
        double most = -1.0;
        for (const Move& move : moves_) {
            const double points = moves_.size() == 1 ? 0.0 : judge_.glance(world, move);
            if (points > most) {
                most = points;
                best = move;
            }
        }
        return best;
    }

    const BeliefWorlds& worlds_;
    Judge judge_;
    SearchSettings settings_;
    Rng rng_;
    bool enemy_waits_ = false;  // in the world of this round
    double points_ = 0;         // of YOU, over all rounds
    std::vector<Node> nodes_;
    EdgePool edges_;
    std::vector<RootMove> root_;
    std::vector<std::uint32_t> path_;
    std::vector<std::uint32_t> legal_;
    std::vector<Move> moves_;
    std::vector<double> promises_;
    std::vector<Edge> fresh_;
};

}  // namespace qb
