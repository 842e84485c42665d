// A judge of positions, and the quick player that looks one move ahead with it.
#pragma once

#include <vector>

#include "random_games.hpp"
#include "win_chance.hpp"

namespace qb {

struct Judge {
    const CardTable& cards;
    const Ruleset& rules;
    const Network& network;

    // Final margin of YOU if the game ended here.
    int margin(const GameState& state) const {
        const Powers powers = compute_powers(state.board, cards, rules);
        return compute_match_score(state.board, cards, rules, powers.power).margin();
    }

    // For YOU: certain once the game is over, else the network's opinion.
    Outlook outlook(const GameState& state) const {
        if (state.is_over(rules)) return certain(margin(state));
        const Outlook found = network(FeatureReader(state, cards, rules).read());
        return state.side_to_act == YOU ? found : found.swapped();
    }

    // Points of the mover right after the move.
    double glance(const GameState& state, const Move& move) const {
        GameState after = state;
        after.play(move, cards, rules);
        const double points = outlook(after).points();
        return state.side_to_act == YOU ? points : 1.0 - points;
    }
};

// The move that leaves its side with most; the first of equals in the pinned order. `moves` is room to work in.
inline Move best_at_once(const GameState& state, const Judge& judge, std::vector<Move>& moves) {
    state.legal_moves(judge.cards, judge.rules, moves);
    Move best{};
    double most = -1.0;
    for (const Move& move : moves) {
        const double points = judge.glance(state, move);
        if (points > most) {
            most = points;
            best = move;
        }
    }
    return best;
}

// Final margin of YOU when the quick player plays both sides to the end.
inline int play_to_end(GameState state, const Judge& judge, std::vector<Move>& moves) {
    while (!state.is_over(judge.rules)) state.play(best_at_once(state, judge, moves), judge.cards, judge.rules);
    return judge.margin(state);
}

}  // namespace qb
