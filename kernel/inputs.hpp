// What the judge looks at: a position from the side of whoever is to act, both hands open, as a list of rows.
//
// A row stands for one fact ("my third tile of the top lane is open at rank 2", "the rival may place card 7 there");
// the judge adds up what it has learned of each. Rows of cards come last, one run of cards for every slot.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "game_state.hpp"
#include "scoring.hpp"

namespace qb {

using InputRow = std::uint16_t;

// Facts that no single card is part of, block by block. A number is cut to the block's range.
struct PlainRows {
    static constexpr int kPowers = 16;
    static constexpr int kPromises = 9;     // -4 to 4
    static constexpr int kLaneLeads = 21;   // -10 to 10
    static constexpr int kNarrowLeads = 9;  // -4 to 4
    static constexpr int kTotalLeads = 41;  // -20 to 20
    static constexpr int kLaneTiles = 4;    // open tiles of one side in a lane, three for more
    static constexpr int kDeckSizes = 16;
    // Per side: open tiles by rank, lanes open, hand, its power, playable cards, placements, best power, safe, hope.
    static constexpr std::array<int, 11> kCounts{12, 10, 8, 4, 12, 32, 10, 32, 8, 20, 4};

    static constexpr int kOpenTile = 0;
    static constexpr int kPower = kOpenTile + kTiles * kSides * kMaxRank;
    static constexpr int kPromise = kPower + kTiles * kSides * kPowers;
    static constexpr int kLane = kPromise + kTiles * kSides * kPromises;
    static constexpr int kLaneCase = kLane + kLanes * kLaneLeads;
    static constexpr int kTotal = kLaneCase + kLanes * kLaneTiles * kLaneTiles * kNarrowLeads;
    static constexpr int kEmpty = kTotal + kTotalLeads;
    static constexpr int kEnding = kEmpty + kTiles + 1;
    static constexpr int kDeck = kEnding + 4;
    static constexpr int kCount = kDeck + kSides * kDeckSizes;
    static constexpr int kCountRows = 152;
    static constexpr int kEnd = kCount + kSides * kCountRows;
};

// Where a card can be met: as occupant or as a placement of either side on a tile, in a hand (first copy, further
// copies), in what is left of a deck.
struct CardSlots {
    static constexpr int kOccupant = 0;
    static constexpr int kPlacement = kOccupant + kSides * kTiles;
    static constexpr int kHand = kPlacement + kSides * kTiles;
    static constexpr int kDeck = kHand + kSides * 2;
    static constexpr int kEnd = kDeck + kSides;
};

struct Inputs {
    static constexpr int kCapacity = 2560;
    std::array<InputRow, kCapacity> rows;
    int size = 0;

    void add(int row) { rows[static_cast<std::size_t>(size++)] = static_cast<InputRow>(row); }
};

// A tile as its side sees it: the enemy's board is mirrored left to right.
constexpr int seen_from(Side side, int tile) {
    return side == YOU ? tile : tile / kColumns * kColumns + (kColumns - 1 - tile % kColumns);
}

class InputReader {
public:
    InputReader(const GameState& state, const CardTable& cards, const Ruleset& rules)
        : state_(state),
          cards_(cards),
          me_(state.side_to_act),
          open_{OpenTiles(state.board, YOU), OpenTiles(state.board, ENEMY)} {
        powers_ = compute_powers(state.board, cards, rules);
        score_ = compute_match_score(state.board, cards, rules, powers_.power);
        gather_promises();
    }

    void read(Inputs& found) {
        found.size = 0;
        read_tiles(found);
        read_lanes(found);
        for (const Side side : {me_, other(me_)}) read_side(side, found);
    }

    const MatchScore& score() const { return score_; }
    const OpenTiles& open(Side side) const { return open_[side]; }
    // The power that auras now in force would give a card of the side arriving on the tile.
    int promise(Side side, int tile) const { return promise_[side][tile]; }

private:
    int whose(Side side) const { return side == me_ ? 0 : 1; }
    int place(Side side, int tile) const { return whose(side) * kTiles + seen_from(me_, tile); }
    void add_card(Inputs& found, int slot, CardIndex card) const {
        found.add(PlainRows::kEnd + slot * static_cast<int>(cards_.size()) + card);
    }
    static int cut(int value, int least, int count) { return std::clamp(value - least, 0, count - 1); }

    void read_tiles(Inputs& found) const {
        const BoardState& board = state_.board;
        for_each_tile(board.occupied, [&](int tile) {
            const Side side = board.side_of(tile);
            const int at = place(side, tile);
            found.add(PlainRows::kPower + at * PlainRows::kPowers + cut(powers_.power[tile], 0, PlainRows::kPowers));
            add_card(found, CardSlots::kOccupant + at, board.card[tile]);
        });
        for (const Side side : {YOU, ENEMY}) {
            for_each_tile(static_cast<TileMask>(board.owned[side] & ~board.occupied), [&](int tile) {
                const int at = place(side, tile);
                const int rank = board.visible_rank(tile);
                if (rank > 0) found.add(PlainRows::kOpenTile + at * kMaxRank + rank - 1);
                const int promise = promise_[side][tile];
                if (promise == 0) return;
                found.add(PlainRows::kPromise + at * PlainRows::kPromises + cut(promise, -4, PlainRows::kPromises));
            });
        }
    }

    void read_lanes(Inputs& found) const {
        const Side rival = other(me_);
        for (int lane = 0; lane < kLanes; ++lane) {
            const int lead = score_.lanes[lane].power[me_] - score_.lanes[lane].power[rival];
            found.add(PlainRows::kLane + lane * PlainRows::kLaneLeads + cut(lead, -10, PlainRows::kLaneLeads));
            int row = lane;
            for (const Side side : {me_, rival}) {
                const auto tiles = static_cast<TileMask>(open_[side].at_rank[1] & lane_mask(lane));
                row = row * PlainRows::kLaneTiles + cut(std::popcount(tiles), 0, PlainRows::kLaneTiles);
            }
            row = row * PlainRows::kNarrowLeads + cut(lead, -4, PlainRows::kNarrowLeads);
            found.add(PlainRows::kLaneCase + row);
        }
        const int lead = score_.total[me_] - score_.total[rival];
        found.add(PlainRows::kTotal + cut(lead, -20, PlainRows::kTotalLeads));
        found.add(PlainRows::kEmpty + kTiles - std::popcount(state_.board.occupied));
        // Who is to act after a pass can end the game as it stands.
        found.add(PlainRows::kEnding + (state_.passes == 0 ? 0 : cut(lead, -1, 3) + 1));
    }

    void read_side(Side side, Inputs& found) const {
        const CardList& deck = state_.decks[side];
        found.add(PlainRows::kDeck + whose(side) * PlainRows::kDeckSizes + cut(deck.size, 0, PlainRows::kDeckSizes));
        for (int i = 0; i < deck.size; ++i) {
            if (deck.cards[i] < kHiddenCard) add_card(found, CardSlots::kDeck + whose(side), deck.cards[i]);
        }
        const CardList& hand = state_.hands[side];
        int power = 0, playable = 0, placements = 0, best = 0;
        for (int i = 0; i < hand.size; ++i) {
            const CardIndex index = hand.cards[i];
            if (index >= kHiddenCard) continue;
            const bool further = hand.index_of(index) < i;
            add_card(found, CardSlots::kHand + whose(side) * 2 + further, index);
            const Card& card = cards_[index];
            const TileMask tiles = open_[side].legal(card);
            power += card.power;
            if (tiles == 0) continue;
            ++playable;
            placements += std::popcount(tiles);
            best = std::max(best, static_cast<int>(card.power));
            if (further) continue;
            for_each_tile(tiles, [&](int tile) { add_card(found, CardSlots::kPlacement + place(side, tile), index); });
        }
        const auto [safe, hope] = lane_hopes(side);
        const auto& tiles = open_[side].at_rank;
        int lanes_open = 0;
        for (int lane = 0; lane < kLanes; ++lane) lanes_open += (tiles[1] & lane_mask(lane)) != 0;
        const std::array<int, PlainRows::kCounts.size()> counts{std::popcount(tiles[1]),
                                                                std::popcount(tiles[2]),
                                                                std::popcount(tiles[3]),
                                                                lanes_open,
                                                                hand.size,
                                                                power,
                                                                playable,
                                                                placements,
                                                                best,
                                                                safe,
                                                                hope};
        int row = PlainRows::kCount + whose(side) * PlainRows::kCountRows;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            found.add(row + cut(counts[i], 0, PlainRows::kCounts[i]));
            row += PlainRows::kCounts[i];
        }
    }

    // Power in lanes it leads that the rival cannot enter any more, and lanes it does not lead but can still enter.
    std::pair<int, int> lane_hopes(Side side) const {
        const Side rival = other(side);
        int safe = 0, hope = 0;
        for (int lane = 0; lane < kLanes; ++lane) {
            const auto& it = score_.lanes[lane];
            const int lead = it.power[side] - it.power[rival];
            if (lead > 0 && (open_[rival].at_rank[1] & lane_mask(lane)) == 0) safe += it.power[side];
            if (lead <= 0 && (open_[side].at_rank[1] & lane_mask(lane)) != 0) ++hope;
        }
        return {safe, hope};
    }

    void gather_promises() {
        for (auto& side : promise_) side.fill(0);
        for_each_tile(state_.board.active, [&](int source) {
            const Card& card = cards_[state_.board.card[source]];
            if (!card.has_aura) return;
            const Side own = state_.board.side_of(source);
            for_each_tile(card.affects[own][source], [&](int tile) {
                if (card.aura.target != Target::affected_enemies) promise_[own][tile] += card.aura.amount;
                if (card.aura.target != Target::affected_allies) promise_[other(own)][tile] += card.aura.amount;
            });
        });
    }

    const GameState& state_;
    const CardTable& cards_;
    Side me_;
    std::array<OpenTiles, kSides> open_;
    Powers powers_;
    MatchScore score_;
    std::array<std::array<int, kTiles>, kSides> promise_;
};

}  // namespace qb
