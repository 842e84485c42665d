// What can be said of any card without knowing it: rank, power, pattern, kinds of ability. What the judge learned of
// traits carries over to cards that it never met.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "cards.hpp"

namespace qb {

inline constexpr int kTraits = 8;  // that every card has
// How many values each may have: rank, power, tiles, pawns a tile, aura, first ability on play, reactions, scoring.
inline constexpr std::array<int, kTraits> kTraitValues{4, 8, 8, 3, 6, 7, 8, 8};
inline constexpr int kTraitRows = 52;

// One row for each trait, in ascending order.
using CardTraits = std::array<int, kTraits>;

inline int aura_kind(const Card& card) {
    if (!card.has_aura) return 0;
    const bool raises = card.aura.amount > 0;
    if (card.aura.target == Target::affected_allies) return raises ? 1 : 2;
    if (card.aura.target == Target::affected_enemies) return raises ? 3 : 4;
    return 5;
}

inline int play_kind(const Card& card) {
    if (card.on_play == 0) return 0;
    const Ability& ability = card.abilities[static_cast<std::size_t>(std::countr_zero(card.on_play))];
    switch (ability.op) {
        case Operation::modify_power:
            return ability.amount > 0 ? 1 : 2;
        case Operation::destroy:
            return 3;
        case Operation::add_to_hand:
            return 4;
        case Operation::spawn_by_rank:
            return 5;
        default:
            return 6;
    }
}

inline CardTraits traits_of(const Card& card) {
    int tiles = 0;
    for (const TileMask pawns : card.pawns[YOU]) tiles = std::max(tiles, std::popcount(pawns));
    const bool watches = card.play_watchers != 0 || card.death_watchers != 0;
    const std::array<int, kTraits> values{card.needed_rank,
                                          card.power,
                                          tiles,
                                          card.pawn_amount - 1,
                                          aura_kind(card),
                                          play_kind(card),
                                          (card.on_destroyed != 0) + 2 * (card.first_time != 0) + 4 * watches,
                                          (card.lane_bonus != 0) + 2 * (card.loser_score_sides != 0) + 4 * card.counts};
    CardTraits rows{};
    int first = 0;
    for (std::size_t i = 0; i < kTraits; ++i) {
        rows[i] = first + std::clamp(values[i], 0, kTraitValues[i] - 1);
        first += kTraitValues[i];
    }
    return rows;
}

}  // namespace qb
