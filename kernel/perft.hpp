// Counting move paths: the number of positions reached after so many decisions, the usual proof of a move generator.
#pragma once

#include <cstdint>
#include <vector>

#include "game_state.hpp"

namespace qb {

inline std::uint64_t perft(const GameState& state, int depth, const CardTable& cards, const Ruleset& rules) {
    if (depth == 0 || state.is_over(rules)) return 1;
    std::vector<Move> moves;
    state.legal_moves(cards, moves);
    if (depth == 1) return moves.size();
    std::uint64_t nodes = 0;
    for (const Move& move : moves) {
        GameState child = state;
        child.play(move, cards, rules);
        nodes += perft(child, depth - 1, cards, rules);
    }
    return nodes;
}

}  // namespace qb
