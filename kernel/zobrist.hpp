// A key for tables: one random number per fact about the position, mixed together.
//
// The numbers come from a mixing function instead of a stored table, so every value of every field has one. Numbers in
// play are left out, and so is the order of a hand: they never decide what happens next.
#pragma once

#include <cstdint>

#include "game_state.hpp"

namespace qb {

constexpr std::uint64_t mix(std::uint64_t value) {
    value += 0x9E3779B97F4A7C15ULL;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ULL;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBULL;
    return value ^ (value >> 31);
}

enum class Fact : std::uint64_t {
    card = 1,
    lasting,
    own,
    fired,
    pawns,
    designated,
    base,
    delta,
    hand,
    deck,
    turn,
    passes,
    phase,
    side_to_act,
    mulligan_open,
    mulligans_applied,
};

constexpr std::uint64_t fact(Fact kind, int place, std::int64_t value) {
    return mix(mix(static_cast<std::uint64_t>(kind) << 32 | static_cast<std::uint64_t>(place)) ^
               static_cast<std::uint64_t>(value));
}

// Base and deltas of one tile. The order of the deltas counts where it can decide who owns the tile.
inline std::uint64_t layer_key(const PawnDeltaLayer& layer, int tile) {
    const bool ordered = layer.is_contested(tile);
    int ordinal = 0;
    std::uint64_t laid = 0;  // a sum, so that no two equal deltas cancel each other out
    layer.for_each_delta(tile, [&](const PawnDelta& delta) {
        ordinal += ordered;
        const int value = (delta.source * 256 + delta.pawns[YOU] + 128) * 256 + delta.pawns[ENEMY] + 128;
        laid += fact(Fact::delta, tile * 256 + ordinal, value);
    });
    return fact(Fact::base, tile, layer.base[tile][YOU] * 256 + layer.base[tile][ENEMY]) ^ mix(laid);
}

inline std::uint64_t board_key(const BoardState& board) {
    std::uint64_t key = 0;
    for (int tile = 0; tile < kTiles; ++tile) {
        if (board.occupied & bit(tile)) {
            key ^= fact(Fact::card, tile, board.card[tile] * 2 + board.side_of(tile));
            key ^= fact(Fact::lasting, tile, board.lasting[tile]);
            key ^= fact(Fact::own, tile, board.own[tile]);
            key ^= fact(Fact::fired, tile, board.fired[tile]);
        }
        const int ranks = board.rank[YOU][tile] * 4 + board.rank[ENEMY][tile];
        key ^= fact(Fact::pawns, tile, (board.owner(tile) + 1) * 16 + ranks);
        key ^= fact(Fact::designated, tile, board.designated_owner(tile));
        if (board.keeps_deltas) key ^= mix(layer_key(board.layer, tile) + static_cast<std::uint64_t>(tile));
    }
    return key;
}

inline std::uint64_t position_key(const GameState& state) {
    std::uint64_t key = board_key(state.board);
    for (int side = 0; side < kSides; ++side) {
        const CardList& hand = state.hands[side];
        std::uint64_t held = 0;  // a sum, so that the order of a hand does not matter but copies do
        for (int i = 0; i < hand.size; ++i) held += fact(Fact::hand, side, hand.cards[i]);
        key ^= mix(held + static_cast<std::uint64_t>(side));
        const CardList& deck = state.decks[side];
        for (int i = 0; i < deck.size; ++i) key ^= fact(Fact::deck, side * 256 + i, deck.cards[i]);
        key ^= fact(Fact::mulligan_open, side, state.mulligan_open[side]);
        key ^= fact(Fact::mulligans_applied, side, state.mulligans_applied[side]);
    }
    key ^= fact(Fact::turn, 0, state.turn) ^ fact(Fact::passes, 0, state.passes);
    return key ^ fact(Fact::phase, 0, static_cast<int>(state.phase)) ^ fact(Fact::side_to_act, 0, state.side_to_act);
}

}  // namespace qb
