// Whole games by the quick player, many at once. A game depends on its own seed alone, so threads do not change any
// result.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "judge.hpp"

namespace qb {

inline constexpr int kOpeningHand = 5;
using DeckPair = std::array<CardList, kSides>;

// Decks are shuffled as they lie, so a card that takes another's place comes when the other would have come.
inline GameState deal(const DeckPair& decks, const BoardState& board, Side starter, Rng& rng) {
    GameState state;
    state.board = board;
    for (int side = 0; side < kSides; ++side) {
        state.decks[side] = decks[side];
        shuffle(state.decks[side], rng);
        for (int i = 0; i < kOpeningHand && state.decks[side].size > 0; ++i) {
            state.hands[side].push(state.decks[side].pop_front());
        }
    }
    state.side_to_act = starter;
    return state;
}

inline GameResult quick_game(GameState state, const Judge& judge) {
    std::vector<Move> moves;
    const int plies = play_on(state, judge, moves);
    const Powers powers = compute_powers(state.board, judge.cards, judge.rules);
    const MatchScore score = compute_match_score(state.board, judge.cards, judge.rules, powers.power);
    return GameResult{score.total[YOU], score.total[ENEMY], plies};
}

}  // namespace qb
