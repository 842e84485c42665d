// Games that the network is fitted on: the quick player against itself, every position with what became of it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "judge.hpp"

namespace qb {

inline constexpr int kOpeningHand = 5;
using DeckPair = std::array<CardList, kSides>;

// Python reads it as an array of floats.
struct TrainingRow {
    Features features;
    float margin;  // at the end of the game, of the side to act
};

inline GameState deal(const DeckPair& decks, const BoardState& board, Rng& rng) {
    GameState state;
    state.board = board;
    for (int side = 0; side < kSides; ++side) {
        state.decks[side] = decks[side];
        shuffle(state.decks[side], rng);
        for (int i = 0; i < kOpeningHand && state.decks[side].size > 0; ++i) {
            state.hands[side].push(state.decks[side].pop_front());
        }
    }
    state.side_to_act = rng.below(kSides) == 0 ? YOU : ENEMY;
    return state;
}

// One game; a share `wander` of the moves is played at random.
inline void self_play(GameState state, double wander, const Judge& judge, Rng& rng, std::vector<TrainingRow>& rows) {
    constexpr std::uint32_t kParts = 1'000'000;
    const auto wandering = static_cast<std::uint32_t>(wander * kParts);
    std::vector<Side> sides;
    std::vector<Move> moves;
    while (!state.is_over(judge.rules)) {
        rows.push_back({FeatureReader(state, judge.cards, judge.rules).read(), 0.0F});
        sides.push_back(state.side_to_act);
        const bool wanders = rng.below(kParts) < wandering;
        const Move move = wanders ? random_move(state, judge.cards, rng) : best_at_once(state, judge, moves);
        state.play(move, judge.cards, judge.rules);
    }
    const int margin = judge.margin(state);
    for (std::size_t i = 0; i < sides.size(); ++i) {
        rows[i].margin = static_cast<float>(sides[i] == YOU ? margin : -margin);
    }
}

}  // namespace qb
