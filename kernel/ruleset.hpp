// One reading of the rules: the fields of ruleset.py. Those that say how decks and opening hands are made stay in
// Python, since the kernel never sets up a game.
#pragma once

#include <array>
#include <cstdint>

#include "geometry.hpp"

namespace qb {

enum class Capture : std::uint8_t { claim, stepwise };
enum class RankAfterDestruction : std::uint8_t { kept, reset, undone };
enum class FirstTime : std::uint8_t { once_each, every_entry };
enum class DeathOrder : std::uint8_t { together, one_by_one };
enum class ReplacementOrder : std::uint8_t { old_first, new_first };
enum class LoserScore : std::uint8_t { lane_winner, card_owner };
enum class TileOrder : std::uint8_t { left_to_right, right_to_left };

struct Ruleset {
    Capture capture{};
    bool raise_on_capture{};
    bool pawns_on_occupied{};
    bool pawns_before_abilities{};
    RankAfterDestruction rank_after_destruction{};
    bool ends_on_full_board{};
    FirstTime two_face{};
    bool killing_blow_fires{};
    bool self_raised_counts{};
    DeathOrder death_order{};
    ReplacementOrder replacement_order{};
    LoserScore loser_score_to{};
    TileOrder tile_order{};

    bool operator==(const Ruleset&) const = default;
    bool undoes_pawns() const { return rank_after_destruction == RankAfterDestruction::undone; }

    // Calls visit(tile) for every tile of the set in the order in which simultaneous things resolve.
    template <class Visit>
    void for_each_in_order(TileMask tiles, Visit visit) const {
        if (tile_order == TileOrder::left_to_right) {
            for_each_tile(tiles, visit);
            return;
        }
        for (int lane = 0; lane < kLanes; ++lane) {
            for (int col = kColumns - 1; col >= 0; --col) {
                const int tile = lane * kColumns + col;
                if (tiles & bit(tile)) visit(tile);
            }
        }
    }
};

}  // namespace qb
