// Boards and games as rows of numbers, the form in which they cross over from Python and back.
#pragma once

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

#include "errors.hpp"
#include "game_state.hpp"
#include "powers.hpp"
#include "tables.hpp"

namespace qb {

// owner, player's rank, enemy's rank, designated owner, then the card: index, side, lasting, own, fired, number
using TileRow = std::array<int, 10>;
using BaseRow = std::pair<int, int>;  // player, enemy
using DeltaRow = std::array<int, 4>;  // tile, tile of the source, player, enemy

inline int read_tile(std::int64_t tile) { return checked(tile, 0, kTiles - 1, "a tile"); }

inline Side read_side(std::int64_t side) { return static_cast<Side>(checked(side, YOU, ENEMY, "a side")); }

inline CardIndex read_card_index(std::int64_t card, const CardTable& cards) {
    return static_cast<CardIndex>(checked(card, 0, static_cast<std::int64_t>(cards.size()) - 1, "a card"));
}

inline void read_tile_row(const TileRow& row, int tile, const CardTable& cards, BoardState& board) {
    const auto [owner, player, enemy, designated, card, side, lasting, own, fired, number] = row;
    board.set_pawns(tile, checked(owner, -1, ENEMY, "an owner"), checked(player, 0, kMaxRank, "a rank"),
                    checked(enemy, 0, kMaxRank, "a rank"));
    if (checked(designated, -1, ENEMY, "a designated owner") >= 0) {
        board.designated[designated] = static_cast<TileMask>(board.designated[designated] | bit(tile));
    }
    if (card == -1) return;
    const auto change = [](int amount) {
        return static_cast<std::int16_t>(within(amount, -kMaxPowerChange, kMaxPowerChange, "a power change"));
    };
    board.card[tile] = read_card_index(card, cards);
    board.lasting[tile] = change(lasting);
    board.own[tile] = change(own);
    board.fired[tile] = static_cast<std::uint8_t>(checked(fired, 0, (1 << kMaxAbilities) - 1, "fired abilities"));
    board.number[tile] = static_cast<std::uint16_t>(within(number, 0, kMaxNumber, "a number in play"));
    board.mark(cards, read_side(side), tile);
}

inline void check_numbers(const BoardState& board) {
    for_each_tile(board.occupied, [&](int tile) {
        for_each_tile(static_cast<TileMask>(board.occupied & (bit(tile) - 1)), [&](int earlier) {
            if (board.number[earlier] == board.number[tile]) {
                throw std::invalid_argument("two cards have the same number in play");
            }
        });
        if (board.number[tile] >= board.next_number) throw std::invalid_argument("the next number in play is taken");
    });
}

inline void read_deltas(const std::vector<BaseRow>& base, const std::vector<DeltaRow>& deltas, BoardState& board) {
    const auto pawns = [](int count) {
        return static_cast<std::int8_t>(within(count, -kMaxPawns, kMaxPawns, "a base of pawns"));
    };
    for (std::size_t tile = 0; tile < kTiles; ++tile) {
        board.layer.base[tile] = {pawns(base[tile].first), pawns(base[tile].second)};
    }
    for (const auto& [tile, source, player, enemy] : deltas) {
        if (!(board.occupied & bit(read_tile(source)))) {
            throw std::invalid_argument("a pawn delta comes from a tile without a card");
        }
        board.layer.append(read_tile(tile), source, player, enemy);
    }
}

// Whether a play could not have left the board like this; see Tiles::unsettled.
inline bool is_unsettled(const BoardState& board, const Tables& tables) {
    const Powers powers = compute_powers(board, tables.cards, tables.rules);
    bool found = false;
    for_each_tile(board.occupied, [&](int tile) { found = found || powers.power[tile] <= 0; });
    BoardState settled = board;
    settled.recompute_influence_from_deltas();
    return found || settled.owned != board.owned || settled.rank != board.rank;
}

inline BoardState read_board(const Tables& tables, const std::vector<TileRow>& tiles, const std::vector<BaseRow>& base,
                             const std::vector<DeltaRow>& deltas, int next_number) {
    if (tiles.size() != kTiles || base.size() != kTiles) throw std::invalid_argument("a board has 15 tiles");
    BoardState board;
    board.keeps_deltas = tables.rules.undoes_pawns();
    for (int tile = 0; tile < kTiles; ++tile) {
        read_tile_row(tiles[static_cast<std::size_t>(tile)], tile, tables.cards, board);
    }
    board.next_number = static_cast<std::uint16_t>(within(next_number, 0, kMaxNumber, "the next number in play"));
    check_numbers(board);
    if (board.keeps_deltas) read_deltas(base, deltas, board);
    board.unsettled = is_unsettled(board, tables);
    return board;
}

inline std::vector<TileRow> write_tiles(const BoardState& board) {
    std::vector<TileRow> rows;
    for (int tile = 0; tile < kTiles; ++tile) {
        TileRow row{board.owner(tile), board.rank[YOU][tile], board.rank[ENEMY][tile], board.designated_owner(tile)};
        row[4] = row[5] = -1;
        if (board.occupied & bit(tile)) {
            const TileRow card{board.card[tile], board.side_of(tile), board.lasting[tile],
                               board.own[tile],  board.fired[tile],   board.number[tile]};
            std::copy_n(card.begin(), 6, row.begin() + 4);
        }
        rows.push_back(row);
    }
    return rows;
}

inline std::vector<BaseRow> write_base(const BoardState& board) {
    std::vector<BaseRow> rows(kTiles);
    if (!board.keeps_deltas) return rows;
    for (std::size_t tile = 0; tile < kTiles; ++tile) {
        rows[tile] = {board.layer.base[tile][YOU], board.layer.base[tile][ENEMY]};
    }
    return rows;
}

inline std::vector<DeltaRow> write_deltas(const BoardState& board) {
    std::vector<DeltaRow> rows;
    if (!board.keeps_deltas) return rows;
    for (int tile = 0; tile < kTiles; ++tile) {
        board.layer.for_each_delta(tile, [&](const PawnDelta& delta) {
            rows.push_back({tile, delta.source, delta.pawns[YOU], delta.pawns[ENEMY]});
        });
    }
    return rows;
}

inline CardList read_card_list(const std::vector<int>& row, const CardTable& cards) {
    CardList list;
    for (const int card : row) list.push(card == kHiddenCard ? kHiddenCard : read_card_index(card, cards));
    return list;
}

inline std::vector<int> write_card_list(const CardList& list) {
    return {list.cards.begin(), list.cards.begin() + list.size};
}

}  // namespace qb
