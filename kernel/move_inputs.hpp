// What tells one move from another before it is played: the card and the tile, and what its pattern meets there.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "inputs.hpp"

namespace qb {

// Facts about a move that hold for any card. A number is cut to the block's range.
struct MoveRows {
    // Tiles captured, claimed, raised; cards met of the rival, of the mover; rank of the tile; promise there (-3 to 3);
    // lead in the lane before (-4 to 4); what becomes of the lane.
    static constexpr std::array<int, 9> kCounts{5, 5, 5, 5, 5, 4, 7, 9, 6};
    static constexpr int kPass = 51;  // nobody passed before; the pass ends a lost, drawn or won game
    static constexpr int kEnd = kPass + 4;
};

// The rows of one move: MoveRows, and the card on its tile, which is a row of its own.
struct MoveInputs {
    std::array<int, MoveRows::kCounts.size()> rows;
    int size = 0;
    int tile = -1;  // as the mover sees it
    CardIndex card = kNoCard;
};

class MoveInputReader {
public:
    MoveInputReader(const GameState& state, const CardTable& cards, const InputReader& position)
        : state_(state), cards_(cards), position_(position), me_(state.side_to_act) {}

    MoveInputs read(const Move& move) const {
        MoveInputs found;
        if (move.is_pass()) {
            const int lead = position_.score().total[me_] - position_.score().total[other(me_)];
            found.rows[0] = MoveRows::kPass + (state_.passes == 0 ? 0 : std::clamp(lead, -1, 1) + 2);
            found.size = 1;
            return found;
        }
        found.card = move.card;
        found.tile = seen_from(me_, move.tile);
        const auto counts = count(cards_[move.card], move.tile);
        int row = 0;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            found.rows[i] = row + std::clamp(counts[i], 0, MoveRows::kCounts[i] - 1);
            row += MoveRows::kCounts[i];
        }
        found.size = static_cast<int>(counts.size());
        return found;
    }

private:
    std::array<int, MoveRows::kCounts.size()> count(const Card& card, int tile) const {
        const BoardState& board = state_.board;
        const Side rival = other(me_);
        const auto pawns = static_cast<TileMask>(card.pawns[me_][tile] & ~board.occupied & ~bit(tile));
        const TileMask met = card.affects[me_][tile];
        const auto in = [](TileMask tiles, TileMask others) {
            return std::popcount(static_cast<TileMask>(tiles & others));
        };
        const auto owned = static_cast<TileMask>(board.owned[YOU] | board.owned[ENEMY]);
        const LaneScore& lane = position_.score().lanes[tile / kColumns];
        const int lead = lane.power[me_] - lane.power[rival];
        const int promise = position_.promise(me_, tile);
        const bool replaces = (board.occupied & bit(tile)) != 0;
        return {in(pawns, board.owned[rival]),
                in(pawns, static_cast<TileMask>(~owned)),
                in(pawns, board.owned[me_]),
                in(met, board.cards_of[rival]),
                in(met, board.cards_of[me_]),
                replaces ? 0 : board.visible_rank(tile),
                promise + 3,
                lead + 4,
                turn_of_lane(lead, lead + card.power + promise)};
    }

    // Behind and behind still, behind and even, behind and ahead, even and ahead, ahead; even and even for tokens.
    static int turn_of_lane(int before, int after) {
        if (before > 0) return 4;
        if (before == 0) return after > 0 ? 3 : 5;
        return after < 0 ? 0 : (after == 0 ? 1 : 2);
    }

    const GameState& state_;
    const CardTable& cards_;
    const InputReader& position_;
    Side me_;
};

}  // namespace qb
