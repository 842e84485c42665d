// A judge of positions, and the quick player that looks one move ahead with it.
#pragma once

#include <bit>
#include <vector>

#include "random_games.hpp"
#include "win_chance.hpp"

namespace qb {

inline constexpr int kOpeningTiles = 8;  // the opening lasts as long as so many are empty

// Whether a pass here would be waiting: most of the board is empty, and the other side did not pass, so that it would
// not end the game. Whether something can be placed is for the caller to see.
inline bool is_waiting_time(const GameState& state) {
    return state.passes == 0 && kTiles - std::popcount(state.board.occupied) >= kOpeningTiles;
}

// Drops the pass, which stands last, where it would be waiting: two players who both wait for the other to begin would
// agree on a draw that nobody plays for.
inline void drop_waiting(const GameState& state, std::vector<Move>& moves) {
    if (moves.size() > 1 && is_waiting_time(state)) moves.pop_back();
}

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
        Inputs inputs;
        InputReader(state, cards, rules).read(inputs);
        Units units;
        network.hidden(inputs, units);
        const Outlook found = network.outlook(units);
        return state.side_to_act == YOU ? found : found.swapped();
    }

    // What a move leads to, for YOU.
    Outlook after(const GameState& state, const Move& move) const {
        GameState next = state;
        next.play(move, cards, rules);
        return outlook(next);
    }

    // Points of the mover right after the move.
    double glance(const GameState& state, const Move& move) const {
        const double points = after(state, move).points();
        return state.side_to_act == YOU ? points : 1.0 - points;
    }

    // What each move promises its mover in points, none of them played: the best as much as the position holds.
    void promises(const GameState& state, const std::vector<Move>& moves, std::vector<double>& found) const {
        Inputs inputs;
        InputReader position(state, cards, rules);
        position.read(inputs);
        Units units;
        network.hidden(inputs, units);
        const auto weigher = network.weigher(units);
        const MoveInputReader reader(state, cards, position);
        found.clear();
        for (const Move& move : moves) found.push_back(network.score(weigher, reader.read(move)));
        const double best = *std::max_element(found.begin(), found.end());
        const double points = network.outlook(units).points();
        for (double& promise : found) promise = points + (promise - best) * (kScoreTemperature / 65536);
    }
};

// The move that leaves its side with most; the first of equals in the pinned order. `moves` is room to work in.
inline Move best_at_once(const GameState& state, const Judge& judge, std::vector<Move>& moves) {
    state.legal_moves(judge.cards, judge.rules, moves);
    drop_waiting(state, moves);
    if (moves.size() == 1) return moves[0];
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

// The quick player on both sides, to the end; tells how many plies it took.
inline int play_on(GameState& state, const Judge& judge, std::vector<Move>& moves) {
    int plies = 0;
    for (; !state.is_over(judge.rules); ++plies) {
        state.play(best_at_once(state, judge, moves), judge.cards, judge.rules);
    }
    return plies;
}

}  // namespace qb
