// The 3x5 board as numbers; tiles are indexed lane first, then column, as in geometry.py.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "words.hpp"

namespace qb {

inline constexpr int kLanes = 3;
inline constexpr int kColumns = 5;
inline constexpr int kTiles = kLanes * kColumns;
inline constexpr int kSides = 2;
inline constexpr int kMaxRank = 3;

QB_WORDS(enum, Side, YOU, ENEMY)

constexpr Side other(Side side) { return side == YOU ? ENEMY : YOU; }

// A set of tiles, one bit each.
using TileMask = std::uint16_t;
inline constexpr TileMask kAllTiles = (1U << kTiles) - 1;

constexpr TileMask bit(int tile) { return static_cast<TileMask>(1U << tile); }
constexpr TileMask lane_mask(int lane) { return static_cast<TileMask>(0x1FU << (lane * kColumns)); }

// Calls visit(tile) for every tile of the set, in ascending order.
template <class Visit>
constexpr void for_each_tile(TileMask tiles, Visit visit) {
    for (unsigned rest = tiles; rest != 0; rest &= rest - 1) visit(std::countr_zero(rest));
}

}  // namespace qb
