// PawnDelta layer: what each card in play did to the pawns, so that it can be taken back; see pawn_delta.py.
#pragma once

#include <array>
#include <cstdint>

#include "errors.hpp"
#include "geometry.hpp"

namespace qb {

inline constexpr int kMaxPawns = 99;  // how far a base or a delta may lie from 0

// What one card in play, known by the tile it lies on, adds to the two counters of one tile.
struct PawnDelta {
    std::uint8_t source;
    std::array<std::int8_t, kSides> pawns;
};

// A counter is the clamped sum of base and deltas. The deltas of a tile stand in the order in which they were laid.
struct PawnDeltaLayer {
    static constexpr int kMaxDeltas = kTiles;  // one of every card in play

    std::array<std::array<std::int8_t, kSides>, kTiles> base;
    std::array<std::uint8_t, kTiles> size;
    std::array<std::array<PawnDelta, kMaxDeltas>, kTiles> by_tile;

    // Calls visit(delta) for the deltas of a tile, the oldest first.
    template <class Visit>
    void for_each_delta(int tile, Visit visit) const {
        for (int i = 0; i < size[tile]; ++i) visit(by_tile[tile][i]);
    }

    std::array<int, kSides> total(int tile) const {
        std::array<int, kSides> sum{base[tile][YOU], base[tile][ENEMY]};
        for_each_delta(tile, [&](const PawnDelta& delta) {
            sum[YOU] += delta.pawns[YOU];
            sum[ENEMY] += delta.pawns[ENEMY];
        });
        return sum;
    }

    void append(int tile, int source, int player, int enemy) {
        if (size[tile] == kMaxDeltas) throw LimitError("the kernel holds at most 15 pawn deltas a tile");
        const auto you = static_cast<std::int8_t>(within(player, -kMaxPawns, kMaxPawns, "a pawn delta"));
        const auto other = static_cast<std::int8_t>(within(enemy, -kMaxPawns, kMaxPawns, "a pawn delta"));
        by_tile[tile][size[tile]++] = {static_cast<std::uint8_t>(source), {you, other}};
    }

    // The card on `source` has brought the tile to these counters.
    void record(int tile, int source, int player_rank, int enemy_rank) {
        const auto sum = total(tile);
        append(tile, source, player_rank - sum[YOU], enemy_rank - sum[ENEMY]);
    }

    // Take back everything that card did.
    void forget(int source) {
        for (int tile = 0; tile < kTiles; ++tile) {
            int kept = 0;
            for (int i = 0; i < size[tile]; ++i) {
                if (by_tile[tile][i].source != source) by_tile[tile][kept++] = by_tile[tile][i];
            }
            size[tile] = static_cast<std::uint8_t>(kept);
        }
    }

    // Whether both sides have pawns there; only then can the order in which they came decide who owns the tile.
    bool is_contested(int tile) const {
        std::array<bool, kSides> has{base[tile][YOU] > 0, base[tile][ENEMY] > 0};
        for_each_delta(tile, [&](const PawnDelta& delta) {
            has[YOU] = has[YOU] || delta.pawns[YOU] > 0;
            has[ENEMY] = has[ENEMY] || delta.pawns[ENEMY] > 0;
        });
        return has[YOU] && has[ENEMY];
    }
};

}  // namespace qb
