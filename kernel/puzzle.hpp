// Puzzles: YOU play alone against a board that stands still, and win once the score is higher.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "solver.hpp"

namespace qb {

class Puzzle {
public:
    Puzzle(const Judge& judge, Allowance& allowance, std::size_t most_orders)
        : judge_(judge), allowance_(allowance), most_orders_(most_orders) {}

    // All orders of plays that win, each listed up to the play that does it; none at all proves that it cannot be won.
    const std::vector<std::vector<Move>>& solve(const GameState& state) {
        search(state);
        return orders_;
    }

private:
    // Whether some way on from here wins.
    bool search(const GameState& state) {
        if (judge_.margin(state) > 0) {
            if (orders_.size() == most_orders_) throw Unsolved{Unsolved::too_large};
            orders_.push_back(played_);
            return true;
        }
        allowance_.take();
        if (state.is_over(judge_.rules) || lost_.contains(position_key(state))) return false;
        bool won = false;
        std::vector<Move> moves;
        state.legal_moves(judge_.cards, judge_.rules, moves);
        for (const Move& move : moves) {
            if (move.is_pass()) continue;
            GameState after = state;
            after.play(move, judge_.cards, judge_.rules);
            if (!after.is_over(judge_.rules)) after.play(Move{}, judge_.cards, judge_.rules);
            played_.push_back(move);
            won = search(after) || won;
            played_.pop_back();
        }
        if (!won) lost_.insert(position_key(state));
        return won;
    }

    Judge judge_;
    Allowance& allowance_;
    std::size_t most_orders_;
    std::vector<Move> played_;
    std::vector<std::vector<Move>> orders_;
    std::unordered_set<std::uint64_t> lost_;
};

}  // namespace qb
