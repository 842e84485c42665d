// A key for tables: the exclusive or of one random number per fact about the position.
//
// The numbers come from a mixing function instead of a stored table, so every value of every field has one. Numbers in
// play are left out: they never decide what happens next.
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

enum class Fact : std::uint64_t { card = 1, lasting, own, fired, pawns, designated, base, delta, hand, deck, turn };

constexpr std::uint64_t fact(Fact kind, std::uint64_t place, std::int64_t value) {
    return mix(mix(static_cast<std::uint64_t>(kind) << 32 | place) ^ static_cast<std::uint64_t>(value));
}

inline std::uint64_t board_key(const BoardState& board) {
    std::uint64_t key = 0;
    for (int tile = 0; tile < kTiles; ++tile) {
        const auto place = static_cast<std::uint64_t>(tile);
        if (board.occupied & bit(tile)) {
            key ^= fact(Fact::card, place, board.card[tile] * 2 + board.side_of(tile));
            key ^= fact(Fact::lasting, place, board.lasting[tile]);
            key ^= fact(Fact::own, place, board.own[tile]);
            key ^= fact(Fact::fired, place, board.fired[tile]);
        }
        key ^= fact(Fact::pawns, place, (board.owner(tile) + 1) * 16 + board.rank[YOU][tile] * 4 + board.rank[ENEMY][tile]);
        key ^= fact(Fact::designated, place, ((board.designated[YOU] >> tile) & 1) + 2 * ((board.designated[ENEMY] >> tile) & 1));
        if (!board.keeps_deltas) continue;
        const auto& base = board.layer.base[tile];
        key ^= fact(Fact::base, place, base[YOU] * 256 + base[ENEMY]);
        for (int source = 0; source < kTiles; ++source) {
            const auto& delta = board.layer.deltas[tile][source];
            if (delta[YOU] == 0 && delta[ENEMY] == 0) continue;
            key ^= fact(Fact::delta, place * kTiles + static_cast<std::uint64_t>(source), delta[YOU] * 256 + delta[ENEMY]);
        }
    }
    return key;
}

inline std::uint64_t position_key(const GameState& state) {
    std::uint64_t key = board_key(state.board);
    for (int side = 0; side < kSides; ++side) {
        const auto place = static_cast<std::uint64_t>(side);
        std::uint64_t held = 0;  // a sum, so that the order of a hand does not matter but copies do
        for (int i = 0; i < state.hands[side].size; ++i) held += fact(Fact::hand, place, state.hands[side].cards[i]);
        key ^= mix(held + place);
        for (int i = 0; i < state.decks[side].size; ++i) {
            key ^= fact(Fact::deck, place * 256 + static_cast<std::uint64_t>(i), state.decks[side].cards[i]);
        }
    }
    const std::int64_t flags = state.side_to_act + 2 * state.passes + 8 * static_cast<int>(state.phase) +
                               32 * state.mulligan_open[YOU] + 64 * state.mulligan_open[ENEMY] +
                               128 * state.mulligans_applied[YOU] + 256 * state.mulligans_applied[ENEMY] + 512 * state.turn;
    return key ^ fact(Fact::turn, 0, flags);
}

}  // namespace qb
