// ProjectionEngine: what the pawns of a card do to the tiles of its pattern.
#pragma once

#include <algorithm>
#include <array>

#include "board_state.hpp"

namespace qb {

struct PawnCounters {
    int owner;
    std::array<int, kSides> rank;

    bool operator==(const PawnCounters&) const = default;
};

// Pawn by pawn: off the opponent's counter while the opponent owns the tile, and onto the own one.
inline PawnCounters after_stepwise(PawnCounters pawns, Side side, int amount) {
    for (int pawn = 0; pawn < amount; ++pawn) {
        if (pawns.owner == other(side)) pawns.rank[other(side)] = std::max(pawns.rank[other(side)] - 1, 0);
        pawns.rank[side] = std::min(pawns.rank[side] + 1, kMaxRank);
        if (pawns.rank[YOU] != pawns.rank[ENEMY]) pawns.owner = pawns.rank[YOU] > pawns.rank[ENEMY] ? YOU : ENEMY;
    }
    return pawns;
}

inline PawnCounters after_pawns(const BoardState& board, const Ruleset& rules, int tile, Side side, int amount) {
    const PawnCounters before{board.owner(tile), {board.rank[YOU][tile], board.rank[ENEMY][tile]}};
    if (rules.capture == Capture::stepwise) return after_stepwise(before, side, amount);
    int rank = board.visible_rank(tile);
    if (before.owner == other(side) && rank > 0) {
        if (rules.raise_on_capture) rank += amount - 1;
    } else {
        rank += amount;
    }
    rank = std::min(rank, kMaxRank);
    PawnCounters after{side, {0, 0}};
    after.rank[side] = rank;
    return after;
}

// Lay the pawns of a card played from `tile`; returns the tiles captured from the opponent.
inline TileMask apply_pawns(BoardState& board, const Ruleset& rules, const Card& card, Side side, int tile) {
    TileMask targets = card.pawns[side][tile];
    if (!rules.pawns_on_occupied) targets = static_cast<TileMask>(targets & ~board.occupied);
    TileMask captured = 0;
    for_each_tile(targets, [&](int target) {
        const PawnCounters before{board.owner(target), {board.rank[YOU][target], board.rank[ENEMY][target]}};
        const PawnCounters after = after_pawns(board, rules, target, side, card.pawn_amount);
        if (after == before) return;
        board.set_pawns(target, after.owner, after.rank[YOU], after.rank[ENEMY]);
        if (board.keeps_deltas) board.layer.record(target, tile, after.rank[YOU], after.rank[ENEMY]);
        const bool taken = before.owner == other(side) && after.owner == side;
        if (taken) captured = static_cast<TileMask>(captured | bit(target));
    });
    return captured;
}

}  // namespace qb
