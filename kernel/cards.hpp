// Printed cards as tables. Python compiles them from the card data, so a new card needs no change here.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry.hpp"
#include "words.hpp"

namespace qb {

// The words of effects.py.
QB_WORDS(enum class, Trigger, on_play, while_in_play, on_destroyed, on_ally_destroyed, on_enemy_destroyed,
         on_any_destroyed, on_ally_played, on_enemy_played, on_first_enhanced, on_first_enfeebled, on_power_reached,
         on_lane_won, on_game_end)
QB_WORDS(enum class, Target, self, affected_allies, affected_enemies, affected_both, own_pawn_tiles,
         own_empty_positions, own_hand, own_lane, all_lanes)
QB_WORDS(enum class, Operation, modify_power, destroy, add_to_hand, spawn_by_rank, raise_rank, score_bonus,
         add_loser_score)
QB_WORDS(enum class, Status, enhanced, enfeebled, either)
QB_WORDS(enum class, CountedSide, allies, enemies, both)

using CardIndex = std::uint8_t;
inline constexpr CardIndex kNoCard = 0xFF;
inline constexpr CardIndex kHiddenCard = 0xFE;
inline constexpr int kMaxCards = 0xFE;
inline constexpr int kMaxAbilities = 4;
inline constexpr int kMaxNamedCards = 4;

struct Ability {
    Trigger trigger{};
    Target target{};
    Operation op{};
    std::int16_t amount{};
    std::int16_t threshold{};
    bool per_replaced_power{};
    std::uint8_t named_count{};
    std::array<CardIndex, kMaxNamedCards> named{};
    // What a counting card counts; of add_loser_score, whose lanes gain.
    Status counted_status{};
    CountedSide counted_side{};

    bool operator==(const Ability&) const = default;
};

struct Card {
    std::uint8_t needed_rank{};  // 0: it replaces another card
    std::int16_t power{};
    std::uint8_t pawn_amount{1};
    std::array<std::array<TileMask, kTiles>, kSides> pawns{};
    std::array<std::array<TileMask, kTiles>, kSides> affects{};
    bool has_aura{};
    bool counts{};
    Ability aura{};
    Ability counting{};
    std::int16_t lane_bonus{};
    std::uint8_t loser_score_sides{};  // bit set of CountedSide
    std::uint8_t ability_count{};
    std::array<Ability, kMaxAbilities> abilities{};
    // Bit sets of ability numbers by when they fire.
    std::uint8_t on_play{};
    std::uint8_t on_destroyed{};
    std::uint8_t first_time{};
    std::uint8_t play_watchers{};
    std::uint8_t death_watchers{};

    bool operator==(const Card&) const = default;

    // Whether the card, once it lies there, can make later events do more than lay pawns.
    bool is_active() const {
        return has_aura || counts || first_time != 0 || play_watchers != 0 || death_watchers != 0;
    }
};

using CardTable = std::vector<Card>;

}  // namespace qb
