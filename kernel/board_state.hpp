// BoardState: tiles, owners, ranks, and the cards that lie on them; a value, copied by assignment.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "cards.hpp"
#include "geometry.hpp"
#include "pawn_delta.hpp"
#include "ruleset.hpp"

namespace qb {


struct BoardState {
    std::array<CardIndex, kTiles> card;
    std::array<std::uint8_t, kTiles> fired;
    std::array<std::array<std::uint8_t, kTiles>, kSides> rank;
    std::array<std::int16_t, kTiles> lasting;
    std::array<std::int16_t, kTiles> own;
    std::array<std::uint16_t, kTiles> number;
    std::uint16_t next_number;
    TileMask occupied;
    TileMask active;
    std::array<TileMask, kSides> cards_of;
    std::array<TileMask, kSides> owned;
    std::array<TileMask, kSides> designated;
    bool keeps_deltas;
    PawnDeltaLayer layer;

    BoardState() { clear(false); }
    BoardState(const BoardState& from) { copy(from); }
    BoardState& operator=(const BoardState& from) {
        if (this != &from) copy(from);
        return *this;
    }

    // An empty board without pawns.
    void clear(bool deltas) {
        card.fill(kNoCard);
        fired.fill(0);
        rank[YOU].fill(0);
        rank[ENEMY].fill(0);
        lasting.fill(0);
        own.fill(0);
        number.fill(0);
        next_number = 1;
        occupied = active = 0;
        cards_of = owned = designated = {0, 0};
        keeps_deltas = deltas;
        layer = PawnDeltaLayer{};
    }

    int visible_rank(int tile) const { return std::max(rank[YOU][tile], rank[ENEMY][tile]); }
    bool is_full() const { return occupied == kAllTiles; }
    Side side_of(int tile) const { return (cards_of[ENEMY] & bit(tile)) ? ENEMY : YOU; }
    bool is_neutral(int tile) const { return ((owned[YOU] | owned[ENEMY]) & bit(tile)) == 0; }

    // -1 for a neutral tile, else the side that owns it.
    int owner(int tile) const {
        if (owned[YOU] & bit(tile)) return YOU;
        return (owned[ENEMY] & bit(tile)) ? ENEMY : -1;
    }

    void set_owner(int tile, int owner_or_neutral) {
        for (int side = 0; side < kSides; ++side) {
            owned[side] = static_cast<TileMask>(owned[side] & ~bit(tile));
            if (owner_or_neutral == side) owned[side] = static_cast<TileMask>(owned[side] | bit(tile));
        }
    }

    void place(const CardTable& cards, CardIndex placed, Side side, int tile) {
        card[tile] = placed;
        fired[tile] = 0;
        lasting[tile] = own[tile] = 0;
        number[tile] = next_number++;
        mark(cards, side, tile);
    }

    // Bring the sets up to date for the card that lies on `tile`.
    void mark(const CardTable& cards, Side side, int tile) {
        occupied = static_cast<TileMask>(occupied | bit(tile));
        cards_of[side] = static_cast<TileMask>(cards_of[side] | bit(tile));
        if (cards[card[tile]].is_active()) active = static_cast<TileMask>(active | bit(tile));
    }

    void take_off(int tile) {
        const auto rest = static_cast<TileMask>(~bit(tile));
        card[tile] = kNoCard;
        occupied &= rest;
        active &= rest;
        cards_of[YOU] &= rest;
        cards_of[ENEMY] &= rest;
    }

    // Who owns the tile with these counters: the larger; on a tie above 0 the owner is who it was before the tie.
    int owner_with(int tile, int player_rank, int enemy_rank) const {
        if (player_rank != enemy_rank) return player_rank > enemy_rank ? YOU : ENEMY;
        int found = (designated[YOU] & bit(tile)) ? YOU : (designated[ENEMY] & bit(tile)) ? ENEMY : -1;
        return player_rank == 0 ? found : owner_by_pawns(tile, found);
    }

    // Who owned the tile last, by its pawns in the order in which they were laid.
    int owner_by_pawns(int tile, int found) const {
        int player = layer.base[tile][YOU];
        int enemy = layer.base[tile][ENEMY];
        std::uint16_t last = 0;
        for (;;) {
            const int shown_player = std::clamp(player, 0, kMaxRank);
            const int shown_enemy = std::clamp(enemy, 0, kMaxRank);
            if (shown_player != shown_enemy) found = shown_player > shown_enemy ? YOU : ENEMY;
            int next = -1;
            for_each_tile(occupied, [&](int source) {
                const auto& delta = layer.deltas[tile][source];
                const bool laid = delta[YOU] != 0 || delta[ENEMY] != 0;
                if (laid && number[source] > last && (next < 0 || number[source] < number[next])) next = source;
            });
            if (next < 0) return found;
            last = number[next];
            player += layer.deltas[tile][next][YOU];
            enemy += layer.deltas[tile][next][ENEMY];
        }
    }

    void set_pawns(int tile, int owner_or_neutral, int player_rank, int enemy_rank) {
        set_owner(tile, owner_or_neutral);
        rank[YOU][tile] = static_cast<std::uint8_t>(player_rank);
        rank[ENEMY][tile] = static_cast<std::uint8_t>(enemy_rank);
    }

    void recompute_influence_from_deltas() {
        for (int tile = 0; tile < kTiles; ++tile) {
            const auto sum = layer.total(tile);
            const int player = std::clamp(sum[YOU], 0, kMaxRank);
            const int enemy = std::clamp(sum[ENEMY], 0, kMaxRank);
            set_pawns(tile, owner_with(tile, player, enemy), player, enemy);
        }
    }

private:
    // The deltas are most of the bytes; where the rule set never takes pawns back they stay behind.
    void copy(const BoardState& from) {
        static_assert(std::is_standard_layout_v<BoardState>);
        const std::size_t bytes = from.keeps_deltas ? sizeof(BoardState) : offsetof(BoardState, layer);
        std::memcpy(static_cast<void*>(this), static_cast<const void*>(&from), bytes);
    }
};

}  // namespace qb
