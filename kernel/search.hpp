// Search under hidden information: information-set Monte Carlo tree search.
//
// Every round draws a world and walks down one tree that all worlds share. A node stands for what has been seen on the
// table, so a move's figures are averages over worlds: a plan that needs to know the enemy's hand cannot win by itself.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "judge.hpp"
#include "worlds.hpp"

namespace qb {

// exploration: how much moves that were looked at rarely are favoured
// temperature: how sharply the first glance at a move decides how often it is looked at
// glance_weight: rounds that the first glance counts for in a move's average
// mistakes: share of the enemy's moves that are played at random when YOU have no chance left
// slips: share of the enemy's moves that are played at random however YOU stand
// waits: 1 if YOU may pass in the opening although something can be placed, else 0
// enemy_waits: share of the worlds in which the enemy may
// draw_worth: what a draw is worth to YOU; the enemy gets the rest
struct SearchSettings {
    QB_MEMBERS(kNames, double, exploration, temperature, glance_weight, mistakes, slips, waits, enemy_waits, draw_worth)
};

// What the rounds through a move came to, for YOU; sums, not averages.
struct MoveFigures {
    Move move;
    std::uint32_t rounds = 0;
    Outlook sum{};
    double squares = 0;  // of the points

    void add(const Outlook& found) {
        ++rounds;
        sum += found;
        squares += found.points() * found.points();
    }
    void merge(const MoveFigures& more) {
        rounds += more.rounds;
        sum += more.sum;
        squares += more.squares;
    }
};

class SearchTree {
public:
    SearchTree(const BeliefWorlds& worlds, const Judge& judge, const SearchSettings& settings, std::uint64_t seed)
        : worlds_(worlds), judge_(judge), settings_(settings), rng_(seed), nodes_(1) {}

    void run(int rounds) {
        for (int i = 0; i < rounds; ++i) round();
    }

    // The moves at the root, in the order in which they were first seen.
    std::vector<MoveFigures> root() const {
        std::vector<MoveFigures> found;
        for (std::uint32_t e = nodes_[0].first; e != kNone; e = edges_[e].next) found.push_back(edges_[e].figures);
        std::reverse(found.begin(), found.end());
        return found;
    }

    // `first` and the moves that were looked at most after it.
    std::vector<MoveFigures> line(const Move& first) const {
        std::vector<MoveFigures> moves;
        std::uint32_t edge = find(0, first);
        while (edge != kNone && edges_[edge].figures.rounds > 0) {
            moves.push_back(edges_[edge].figures);
            edge = edges_[edge].child == kNone ? kNone : most_rounds(edges_[edge].child);
        }
        return moves;
    }

private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    static constexpr int kRootShare = 400;   // every move at the root gets at least one round in so many
    static constexpr int kOpeningTiles = 8;  // as long as so many are empty
    static constexpr int kEvenRounds = 10;   // that a search is taken to have found even before it begins
    static constexpr std::size_t kMaxEdges = 4'000'000;
    struct Edge {
        MoveFigures figures;
        std::uint32_t next = kNone;
        std::uint32_t child = kNone;
        float glance = 0;  // points of the mover right after the move
        float favour = 0;
    };
    struct Node {
        std::uint32_t first = kNone;
        std::uint32_t rounds = 0;
    };

    void round() {
        GameState world = worlds_.draw(rng_);
        enemy_waits_ = rng_.fraction() < settings_.enemy_waits;
        path_.clear();
        std::uint32_t node = 0;
        // 1. Down the tree, by moves that are legal in this world, until the game ends or a new node is reached.
        while (!world.is_over(judge_.rules) && goes_on(node)) {
            const std::uint32_t edge = select(node, world);
            path_.push_back(edge);
            world.play(edges_[edge].figures.move, judge_.cards, judge_.rules);
            node = child_of(edge);
        }
        // 2. What the end of the walk is worth, 3. told to every move on the way.
        const Outlook found = judge_.outlook(world);
        points_ += worth(found);
        for (const std::uint32_t edge : path_) edges_[edge].figures.add(found);
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
        return nodes_[node].first != kNone || edges_.size() < kMaxEdges;
    }

    std::uint32_t child_of(std::uint32_t edge) {
        if (edges_[edge].child == kNone) {
            edges_[edge].child = static_cast<std::uint32_t>(nodes_.size());
            nodes_.emplace_back();
        }
        return edges_[edge].child;
    }

    // The legal move of this world that promises its side most.
    std::uint32_t select(std::uint32_t node, const GameState& world) {
        world.legal_moves(judge_.cards, judge_.rules, moves_);
        // The pass comes last. Who does not wait leaves it out in the opening: two players who both wait for the other
        // to begin would agree on a draw that nobody plays for. At the root it gets its share, so that it can be told.
        const bool waits = world.side_to_act == YOU ? settings_.waits > 0.0 : enemy_waits_;
        const bool opening = !waits && can_wait_in_opening(world);
        if (opening && node != 0) moves_.pop_back();
        legal_.clear();
        for (const Move& move : moves_) legal_.push_back(find_or_add(node, move, world));
        double favours = 0.0, rounds = 0.0;
        for (const std::uint32_t edge : legal_) {
            favours += edges_[edge].favour;
            rounds += edges_[edge].figures.rounds;
            if (node == 0 && edges_[edge].figures.rounds < nodes_[0].rounds / kRootShare) return edge;
        }
        if (opening && node == 0) legal_.pop_back();
        if (node != 0 && world.side_to_act == ENEMY && errs()) {
            const std::size_t placements = legal_.size() - (opening ? 0 : 1);
            return legal_[rng_.below(static_cast<std::uint32_t>(std::max<std::size_t>(placements, 1)))];
        }
        const double reach = settings_.exploration * std::sqrt(rounds + 1.0) / favours;
        std::uint32_t best = legal_[0];
        double most = -1.0;
        for (const std::uint32_t edge : legal_) {
            const double promise = average(edges_[edge], world.side_to_act) +
                                   reach * edges_[edge].favour / (1.0 + edges_[edge].figures.rounds);
            if (promise > most) {
                most = promise;
                best = edge;
            }
        }
        return best;
    }

    // Whether `moves_` ends with a pass that nobody needs: something can be placed, most of the board is empty, and
    // the other side did not pass, so that a pass would not end the game.
    bool can_wait_in_opening(const GameState& world) const {
        return moves_.size() > 1 && world.passes == 0 && kTiles - std::popcount(world.board.occupied) >= kOpeningTiles;
    }

    double worth(const Outlook& it) const { return it.win + settings_.draw_worth * it.draw; }

    double average(const Edge& edge, Side mover) const {
        const double points = worth(edge.figures.sum);
        const double own = mover == YOU ? points : edge.figures.rounds - points;
        return (own + settings_.glance_weight * edge.glance) / (edge.figures.rounds + settings_.glance_weight);
    }

    std::uint32_t find(std::uint32_t node, const Move& move) const {
        std::uint32_t edge = nodes_[node].first;
        while (edge != kNone && !(edges_[edge].figures.move == move)) edge = edges_[edge].next;
        return edge;
    }

    // A move seen for the first time is glanced at and joins the node.
    std::uint32_t find_or_add(std::uint32_t node, const Move& move, const GameState& world) {
        if (const std::uint32_t known = find(node, move); known != kNone) return known;
        Edge edge;
        edge.figures.move = move;
        edge.glance = static_cast<float>(judge_.glance(world, move));
        edge.favour = static_cast<float>(std::exp(edge.glance / settings_.temperature));
        edge.next = nodes_[node].first;
        nodes_[node].first = static_cast<std::uint32_t>(edges_.size());
        edges_.push_back(edge);
        return nodes_[node].first;
    }

    std::uint32_t most_rounds(std::uint32_t node) const {
        std::uint32_t best = kNone;
        for (std::uint32_t edge = nodes_[node].first; edge != kNone; edge = edges_[edge].next) {
            if (best == kNone || edges_[edge].figures.rounds >= edges_[best].figures.rounds) best = edge;
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
    std::vector<Edge> edges_;
    std::vector<std::uint32_t> path_;
    std::vector<std::uint32_t> legal_;
    std::vector<Move> moves_;
};

}  // namespace qb
