// BoardState: tiles, owners, ranks, and the cards that lie on them; a value, copied by assignment.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "cards.hpp"
#include "errors.hpp"
#include "geometry.hpp"
#include "pawn_delta.hpp"
#include "ruleset.hpp"

namespace qb {

inline constexpr int kMaxNumber = 60000;       // of a card in play
inline constexpr int kMaxPowerChange = 30000;  // lasting, by others or by the card itself

// What every rule set needs to know of a board.
struct Tiles {
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
    // Entered by hand, and not as a play would have left it: a card without power lies there, or pawns that do not
    // follow from the deltas. The next play puts both right.
    bool unsettled;
};
static_assert(std::is_trivially_copyable_v<Tiles> && std::is_trivially_copyable_v<PawnDeltaLayer>);

struct BoardState : Tiles {
    PawnDeltaLayer layer;

    // An empty board without pawns.
    BoardState() : Tiles{}, layer{} {
        card.fill(kNoCard);
        next_number = 1;
    }
    // The deltas are most of the bytes; where the rule set never takes pawns back they stay behind.
    BoardState(const BoardState& from) : Tiles(from) {
        if (keeps_deltas) layer = from.layer;
    }
    BoardState& operator=(const BoardState& from) {
        Tiles::operator=(from);
        if (keeps_deltas) layer = from.layer;
        return *this;
    }

    int visible_rank(int tile) const { return std::max(rank[YOU][tile], rank[ENEMY][tile]); }
    bool is_full() const { return occupied == kAllTiles; }
    Side side_of(int tile) const { return (cards_of[ENEMY] & bit(tile)) ? ENEMY : YOU; }

    // -1 for a neutral tile, else the side that owns it.
    int owner(int tile) const { return side_in(owned, tile); }
    int designated_owner(int tile) const { return side_in(designated, tile); }

    void set_owner(int tile, int owner_or_neutral) {
        for (int side = 0; side < kSides; ++side) {
            owned[side] = static_cast<TileMask>(owned[side] & ~bit(tile));
            if (owner_or_neutral == side) owned[side] = static_cast<TileMask>(owned[side] | bit(tile));
        }
    }

    void set_pawns(int tile, int owner_or_neutral, int player_rank, int enemy_rank) {
        set_owner(tile, owner_or_neutral);
        rank[YOU][tile] = static_cast<std::uint8_t>(player_rank);
        rank[ENEMY][tile] = static_cast<std::uint8_t>(enemy_rank);
    }

    void place(const CardTable& cards, CardIndex placed, Side side, int tile) {
        if (next_number > kMaxNumber) throw LimitError("the kernel numbers at most 60,000 cards in play");
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
        const int found = designated_owner(tile);
        return player_rank == 0 ? found : owner_by_pawns(tile, found);
    }

    // Ranks and owners from base pawns and the deltas of the cards in play, clamped.
    void recompute_influence_from_deltas() {
        if (!keeps_deltas) return;
        for (int tile = 0; tile < kTiles; ++tile) {
            const auto sum = layer.total(tile);
            const int player = clamped(sum[YOU]);
            const int enemy = clamped(sum[ENEMY]);
            int holder = owner_with(tile, player, enemy);
            if (holder < 0 && player > 0) {
                // What is left of the pawns does not tell who had the tile before the tie, so that is kept.
                holder = owner(tile);
                if (holder >= 0) designated[holder] = static_cast<TileMask>(designated[holder] | bit(tile));
            }
            set_pawns(tile, holder, player, enemy);
        }
    }

private:
    static int clamped(int pawns) { return std::clamp(pawns, 0, kMaxRank); }

    static int side_in(const std::array<TileMask, kSides>& sets, int tile) {
        if (sets[YOU] & bit(tile)) return YOU;
        return (sets[ENEMY] & bit(tile)) ? ENEMY : -1;
    }

    // Who owned the tile last, by its pawns in the order in which they were laid.
    int owner_by_pawns(int tile, int found) const {
        int player = layer.base[tile][YOU];
        int enemy = layer.base[tile][ENEMY];
        const auto look = [&] {
            if (clamped(player) != clamped(enemy)) found = clamped(player) > clamped(enemy) ? YOU : ENEMY;
        };
        look();
        layer.for_each_delta(tile, [&](const PawnDelta& delta) {
            player += delta.pawns[YOU];
            enemy += delta.pawns[ENEMY];
            look();
        });
        return found;
    }
};

}  // namespace qb
