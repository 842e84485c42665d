// One reading of the rules: the fields of ruleset.py. Those that say how decks and opening hands are made stay in
// Python, since the kernel never sets up a game.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "geometry.hpp"
#include "words.hpp"

namespace qb {

QB_WORDS(enum class, Capture, claim, stepwise)
QB_WORDS(enum class, RankAfterDestruction, kept, reset, undone)
QB_WORDS(enum class, FirstTime, once_each, every_entry)
QB_WORDS(enum class, DeathOrder, together, one_by_one)
QB_WORDS(enum class, ReplacementOrder, old_first, new_first)
QB_WORDS(enum class, LoserScore, lane_winner, card_owner)
QB_WORDS(enum class, TileOrder, left_to_right, right_to_left)

// In the order in which Python hands them over.
#define QB_RULES(FIELD)                                     \
    FIELD(Capture, capture, {})                             \
    FIELD(bool, raise_on_capture, {})                       \
    FIELD(bool, pawns_on_occupied, {})                      \
    FIELD(bool, pawns_before_abilities, {})                 \
    FIELD(RankAfterDestruction, rank_after_destruction, {}) \
    FIELD(bool, ends_on_full_board, {})                     \
    FIELD(FirstTime, two_face, {})                          \
    FIELD(bool, killing_blow_fires, {})                     \
    FIELD(bool, self_raised_counts, {})                     \
    FIELD(DeathOrder, death_order, {})                      \
    FIELD(ReplacementOrder, replacement_order, {})          \
    FIELD(LoserScore, loser_score_to, {})                   \
    FIELD(TileOrder, tile_order, {})

#define QB_COUNT(...) +1
inline constexpr std::size_t kRuleFields = 0 QB_RULES(QB_COUNT);
#undef QB_COUNT

struct Ruleset {
    QB_RULES(QB_DECLARE)

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
