// Opening hands: every way to mulligan, tried in the same deals with the quick player on both sides.
#pragma once

#include <cstdint>
#include <vector>

#include "judge.hpp"
#include "worlds.hpp"

namespace qb {

// Exchange the cards of YOUR hand whose bit is set in `chosen`: they go into the deck before others are drawn.
inline void exchange(GameState& state, unsigned chosen, Rng& rng) {
    CardList& hand = state.hands[YOU];
    CardList& deck = state.decks[YOU];
    for (int i = 0; i < hand.size; ++i) {
        if (chosen >> i & 1U) deck.push(hand.cards[i]);
    }
    shuffle(deck, rng);
    for (int i = 0; i < hand.size; ++i) {
        if (chosen >> i & 1U) hand.cards[i] = deck.pop_front();
    }
}

// Final margin of YOU after each of these mulligans in the deal that belongs to `seed`.
inline std::vector<std::int32_t> mulligan_margins(const BeliefWorlds& worlds, const Judge& judge,
                                                  const std::vector<unsigned>& ways, std::uint64_t seed) {
    Rng rng(seed);
    GameState world = worlds.draw(rng);
    world.mulligan_open = {false, false};
    std::vector<std::int32_t> margins;
    std::vector<Move> moves;
    for (const unsigned chosen : ways) {
        GameState state = world;
        Rng dealer(mix(seed));  // the same for all, so that only the mulligan differs
        exchange(state, chosen, dealer);
        margins.push_back(play_to_end(state, judge, moves));
    }
    return margins;
}

}  // namespace qb
