// Counting lines of play, the usual proof of a move generator; see perft.py.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "game_state.hpp"

namespace qb {

// A game that is over counts as one line, however many decisions were still to come.
inline std::uint64_t perft(const GameState& state, int depth, const CardTable& cards, const Ruleset& rules) {
    if (depth == 0 || state.is_over(rules)) return 1;
    std::vector<Move> moves;
    state.legal_moves(cards, rules, moves);
    if (depth == 1) return moves.size();
    std::uint64_t lines = 0;
    for (const Move& move : moves) {
        GameState child = state;
        child.play(move, cards, rules);
        lines += perft(child, depth - 1, cards, rules);
    }
    return lines;
}

// The same number split by the first decision.
inline std::vector<std::pair<Move, std::uint64_t>> divide(const GameState& state, int depth, const CardTable& cards,
                                                          const Ruleset& rules) {
    std::vector<Move> moves;
    state.legal_moves(cards, rules, moves);
    std::vector<std::pair<Move, std::uint64_t>> found;
    for (const Move& move : moves) {
        GameState child = state;
        child.play(move, cards, rules);
        found.emplace_back(move, perft(child, depth - 1, cards, rules));
    }
    return found;
}

}  // namespace qb
