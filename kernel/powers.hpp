// Current powers, derived from the board: auras first, then counting cards.
#pragma once

#include <array>

#include "board_state.hpp"

namespace qb {

inline constexpr int kMaxSweeps = 64;

struct Powers {
    std::array<int, kTiles> aura{};
    std::array<int, kTiles> count{};
    std::array<int, kTiles> change{};
    std::array<int, kTiles> power{};
};

// Calls visit(tile, amount) for every card that the continuous effect of the card on `source` changes now.
template <class Visit>
void for_each_aura_gift(const BoardState& board, const CardTable& cards, int source, Visit visit) {
    const Card& card = cards[board.card[source]];
    if (!card.has_aura) return;
    const Side side = board.side_of(source);
    TileMask reached = static_cast<TileMask>(card.affects[side][source] & board.occupied);
    if (card.aura.target == Target::affected_allies) reached &= board.cards_of[side];
    if (card.aura.target == Target::affected_enemies) reached &= board.cards_of[other(side)];
    for_each_tile(reached, [&](int tile) { visit(tile, static_cast<int>(card.aura.amount)); });
}

inline bool matches(Status status, int change) {
    if (status == Status::enhanced) return change > 0;
    if (status == Status::enfeebled) return change < 0;
    return change != 0;
}

// Counting cards start from zero and are swept in tile order until nothing moves.
inline void sweep(const BoardState& board, const CardTable& cards, const Ruleset& rules, TileMask counters,
                  const std::array<int, kTiles>& visible, std::array<int, kTiles>& count) {
    for (int round = 0; round < kMaxSweeps; ++round) {
        bool moved = false;
        rules.for_each_in_order(counters, [&](int tile) {
            const Card& card = cards[board.card[tile]];
            const Side side = board.side_of(tile);
            TileMask watched = board.occupied;
            if (card.counting.counted_side == CountedSide::allies) watched = board.cards_of[side];
            if (card.counting.counted_side == CountedSide::enemies) watched = board.cards_of[other(side)];
            int counted = 0;
            for_each_tile(static_cast<TileMask>(watched & ~bit(tile)), [&](int seen) {
                const int change = visible[seen] + (rules.self_raised_counts ? count[seen] : 0);
                counted += matches(card.counting.counted_status, change);
            });
            const int gained = card.counting.amount * counted;
            if (gained != count[tile]) {
                count[tile] = gained;
                moved = true;
            }
        });
        if (!moved) return;
    }
}

// Everything but the auras, which `powers.aura` already holds.
inline void finish_powers(const BoardState& board, const CardTable& cards, const Ruleset& rules, Powers& powers) {
    TileMask counters = 0;
    for_each_tile(board.active, [&](int tile) {
        if (cards[board.card[tile]].counts) counters = static_cast<TileMask>(counters | bit(tile));
    });
    powers.count.fill(0);
    if (counters != 0) {
        std::array<int, kTiles> visible{};
        for_each_tile(board.occupied, [&](int tile) {
            visible[tile] = board.lasting[tile] + powers.aura[tile] + (rules.self_raised_counts ? board.own[tile] : 0);
        });
        sweep(board, cards, rules, counters, visible, powers.count);
    }
    powers.change.fill(0);
    powers.power.fill(0);
    for_each_tile(board.occupied, [&](int tile) {
        powers.change[tile] = board.lasting[tile] + board.own[tile] + powers.aura[tile] + powers.count[tile];
        powers.power[tile] = cards[board.card[tile]].power + powers.change[tile];
    });
}

inline Powers compute_powers(const BoardState& board, const CardTable& cards, const Ruleset& rules) {
    Powers powers;
    for_each_tile(board.active, [&](int source) {
        for_each_aura_gift(board, cards, source, [&](int tile, int amount) { powers.aura[tile] += amount; });
    });
    finish_powers(board, cards, rules, powers);
    return powers;
}

}  // namespace qb
