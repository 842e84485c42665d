// The seer: a plain player to measure with. It sees every card, looks some plies ahead with alpha-beta, and judges by
// points and tiles alone.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "game_state.hpp"
#include "scoring.hpp"

namespace qb {

class Seer {
public:
    static constexpr int kMaxPlies = 6;

    Seer(const CardTable& cards, const Ruleset& rules) : cards_(cards), rules_(rules) {}

    // For YOU: a finished game by who has won it, then by points; a running one by points and tiles.
    int value(const GameState& state) const {
        const Powers powers = compute_powers(state.board, cards_, rules_);
        const int margin = compute_match_score(state.board, cards_, rules_, powers.power).margin();
        if (state.is_over(rules_)) return margin + (margin > 0 ? kWon : margin < 0 ? -kWon : 0);
        return margin + std::popcount(state.board.owned[YOU]) - std::popcount(state.board.owned[ENEMY]);
    }

    // The move of the side to act with the best value after so many plies; the first of equals in the pinned order.
    Move best(const GameState& state, int plies) const {
        const std::vector<Child> children = after(state);
        const Child* found = nullptr;
        int most = -kEndless;
        for (const Child* child : ordered(children)) {
            // One below the best, so that equals are known from worse ones.
            const int value = look(*child, plies - 1, most - 1, kEndless);
            if (found == nullptr || value > most || (value == most && child < found)) found = child;
            most = std::max(most, value);
        }
        return found->move;
    }

private:
    static constexpr int kWon = 1'000'000;
    static constexpr int kEndless = 1 << 30;

    struct Child {
        Move move;
        GameState state;
        int value;  // for the side that has moved
    };

    // In the pinned order.
    std::vector<Child> after(const GameState& state) const {
        std::vector<Move> moves;
        state.legal_moves(cards_, rules_, moves);
        std::vector<Child> children;
        children.reserve(moves.size());
        for (const Move& move : moves) {
            Child& child = children.emplace_back(Child{move, state, 0});
            child.state.play(move, cards_, rules_);
            child.value = value(child.state) * (state.side_to_act == YOU ? 1 : -1);
        }
        return children;
    }

    // What looks best at once comes first: then the rest is soon refuted.
    static std::vector<const Child*> ordered(const std::vector<Child>& children) {
        std::vector<const Child*> order;
        for (const Child& child : children) order.push_back(&child);
        std::stable_sort(order.begin(), order.end(),
                         [](const Child* a, const Child* b) { return a->value > b->value; });
        return order;
    }

    // For the side that has moved; exact between the bounds, at or beyond a bound where it is no better or no worse.
    int look(const Child& child, int plies, int low, int high) const {
        if (plies == 0 || child.state.is_over(rules_)) return child.value;
        const std::vector<Child> children = after(child.state);
        int most = -kEndless;
        for (const Child* reply : ordered(children)) {
            most = std::max(most, look(*reply, plies - 1, std::max(-high, most), -low));
            if (most >= -low) break;
        }
        return -most;
    }

    const CardTable& cards_;
    const Ruleset& rules_;
};

}  // namespace qb
