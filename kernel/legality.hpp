// Where a card may be played.
#pragma once

#include <array>

#include "board_state.hpp"

namespace qb {

// The tiles on which a side may place cards, by the rank they need; index 0 is for cards that replace another.
struct OpenTiles {
    std::array<TileMask, kMaxRank + 1> at_rank{};

    OpenTiles(const BoardState& board, Side side) {
        at_rank[0] = board.cards_of[side];
        for_each_tile(static_cast<TileMask>(board.owned[side] & ~board.occupied), [&](int tile) {
            for (int rank = board.visible_rank(tile); rank > 0; --rank) at_rank[rank] |= bit(tile);
        });
    }

    TileMask legal(const Card& card) const { return at_rank[card.needed_rank]; }
};

}  // namespace qb
