// Opening hands: every way to mulligan, tried in the same deals with the quick player on both sides.
// The judge speaks before the games are over: a result is noise, and its word after some plies has less of it.
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

inline constexpr int kPliesAfterMulligan = 8;

// What YOU may hope for after each of these mulligans in the deal that belongs to `seed`.
inline std::vector<Outlook> mulligan_outlooks(const BeliefWorlds& worlds, const Judge& judge,
                                              const std::vector<unsigned>& ways, std::uint64_t seed) {
    Rng rng(seed);
    GameState world = worlds.draw(rng);
    world.mulligan_open = {false, false};
    std::vector<Outlook> outlooks;
    std::vector<Move> moves;
    for (const unsigned chosen : ways) {
        GameState state = world;
        Rng dealer(mix(seed));  // the same for all, so that only the mulligan differs
        exchange(state, chosen, dealer);
        for (int ply = 0; ply < kPliesAfterMulligan && !state.is_over(judge.rules); ++ply) {
            state.play(best_at_once(state, judge, moves), judge.cards, judge.rules);
        }
        outlooks.push_back(judge.outlook(state));
    }
    return outlooks;
}

}  // namespace qb
