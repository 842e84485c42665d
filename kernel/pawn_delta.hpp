// PawnDelta layer: what each card in play did to the pawns. A card in play is known by the tile it lies on.
#pragma once

#include <array>
#include <cstdint>

#include "geometry.hpp"

namespace qb {

struct PawnDeltaLayer {
    using Counters = std::array<std::int8_t, kSides>;

    std::array<Counters, kTiles> base{};
    // deltas[tile][source]: what the card on `source` adds to the counters of `tile`.
    std::array<std::array<Counters, kTiles>, kTiles> deltas{};

    std::array<int, kSides> total(int tile) const {
        std::array<int, kSides> sum{base[tile][YOU], base[tile][ENEMY]};
        for (const Counters& delta : deltas[tile]) {
            sum[YOU] += delta[YOU];
            sum[ENEMY] += delta[ENEMY];
        }
        return sum;
    }

    // The card on `source` has brought the tile to these counters.
    void record(int tile, int source, int player_rank, int enemy_rank) {
        const auto sum = total(tile);
        Counters& delta = deltas[tile][source];
        delta[YOU] = static_cast<std::int8_t>(delta[YOU] + player_rank - sum[YOU]);
        delta[ENEMY] = static_cast<std::int8_t>(delta[ENEMY] + enemy_rank - sum[ENEMY]);
    }

    // Choose the base so that the tile has these counters with the deltas that lie on it.
    void rebase(int tile, int player_rank, int enemy_rank) {
        const auto sum = total(tile);
        base[tile][YOU] = static_cast<std::int8_t>(base[tile][YOU] + player_rank - sum[YOU]);
        base[tile][ENEMY] = static_cast<std::int8_t>(base[tile][ENEMY] + enemy_rank - sum[ENEMY]);
    }

    void forget(int source) {
        for (auto& row : deltas) row[source] = {0, 0};
    }
};

}  // namespace qb
