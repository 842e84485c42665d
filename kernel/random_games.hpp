// Whole games at random, many at once. A game depends on its own seed alone, so threads do not change any result.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "game_state.hpp"
#include "scoring.hpp"
#include "zobrist.hpp"

namespace qb {

// A small generator: each number is the mixed successor of a counter.
class Rng {
public:
    explicit Rng(std::uint64_t seed) : state_(mix(seed)) {}

    std::uint64_t next() { return mix(state_ += 0x9E3779B97F4A7C15ULL); }

    // Even over 0 .. bound-1.
    std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>((static_cast<unsigned __int128>(next()) * bound) >> 64);
    }

    // Even over [0, 1).
    double fraction() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

private:
    std::uint64_t state_;
};

#define QB_GAME_RESULT(FIELD)        \
    FIELD(std::int32_t, total_you)   \
    FIELD(std::int32_t, total_enemy) \
    FIELD(std::int32_t, plies)

struct GameResult {
    QB_GAME_RESULT(QB_DECLARE)
};

inline void shuffle(CardList& list, Rng& rng) {
    for (int i = list.size - 1; i > 0; --i) {
        std::swap(list.cards[i], list.cards[rng.below(static_cast<std::uint32_t>(i) + 1)]);
    }
}

// Evenly among the placements; a pass only when there is none.
inline Move random_move(const GameState& state, const CardTable& cards, Rng& rng) {
    const OpenTiles open(state.board, state.side_to_act);
    std::array<CardIndex, CardList::kCapacity> distinct;
    const int count = state.distinct_cards(state.side_to_act, distinct);
    int total = 0;
    for (int i = 0; i < count; ++i) total += std::popcount(open.legal(cards[distinct[i]]));
    if (total == 0) return Move{};
    auto wanted = static_cast<int>(rng.below(static_cast<std::uint32_t>(total)));
    for (int i = 0; i < count; ++i) {
        unsigned tiles = open.legal(cards[distinct[i]]);
        const int here = std::popcount(tiles);
        if (wanted < here) {
            while (wanted-- > 0) tiles &= tiles - 1;
            return Move{distinct[i], static_cast<std::uint8_t>(std::countr_zero(tiles))};
        }
        wanted -= here;
    }
    return Move{};
}

// Play a position to its end: opening hands not yet decided on are kept, a turn that waits to be ended is ended, and
// what is left of the decks is shuffled first if `shuffled`.
inline GameResult play_out(GameState state, std::uint64_t seed, bool shuffled, const CardTable& cards,
                           const Ruleset& rules) {
    Rng rng(seed);
    state.mulligan_open = {false, false};
    if (state.phase == TurnPhase::end) state.end_turn(rules);
    if (shuffled) {
        for (CardList& deck : state.decks) shuffle(deck, rng);
    }
    std::int32_t plies = 0;
    while (!state.is_over(rules)) {
        state.play(random_move(state, cards, rng), cards, rules);
        ++plies;
    }
    const Powers powers = compute_powers(state.board, cards, rules);
    const MatchScore score = compute_match_score(state.board, cards, rules, powers.power);
    return GameResult{score.total[YOU], score.total[ENEMY], plies};
}

}  // namespace qb
