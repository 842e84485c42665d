// What the win-chance network looks at: a position from the side of whoever is to act, both hands open.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "game_state.hpp"
#include "scoring.hpp"

namespace qb {

// Features of the position as a whole, then the same features for the side to act and for its opponent.
inline constexpr int kSharedFeatures = 12;
inline constexpr int kSideFeatures = 18;
inline constexpr int kFeatures = kSharedFeatures + kSides * kSideFeatures;
using Features = std::array<float, kFeatures>;

class FeatureReader {
public:
    FeatureReader(const GameState& state, const CardTable& cards, const Ruleset& rules)
        : state_(state), cards_(cards), rules_(rules), powers_(compute_powers(state.board, cards, rules)) {
        score_ = compute_match_score(state.board, cards, rules, powers_.power);
        gather_promises();
    }

    Features read() {
        const Side me = state_.side_to_act;
        read_shared(me);
        read_side(me, other(me));
        read_side(other(me), me);
        return found_;
    }

    const MatchScore& score() const { return score_; }

private:
    void add(float value) { found_[static_cast<std::size_t>(next_++)] = value; }

    static float scaled(int value, float full) { return std::clamp(static_cast<float>(value) / full, -2.0F, 2.0F); }

    void read_shared(Side me) {
        const Side you = other(me);
        std::array<int, kLanes> diffs;
        for (int lane = 0; lane < kLanes; ++lane) {
            diffs[lane] = score_.lanes[lane].power[me] - score_.lanes[lane].power[you];
        }
        // The middle lane is unlike the others; the outer two are alike and told apart by who does better there.
        const int low = std::min(diffs[0], diffs[2]);
        const int high = std::max(diffs[0], diffs[2]);
        for (const int diff : {low, diffs[1], high}) {
            add(scaled(diff, 8.0F));
            add(scaled(std::clamp(diff, -2, 2), 2.0F));
        }
        add(scaled(score_.total[me] - score_.total[you], 15.0F));
        add(scaled(std::clamp(score_.total[me] - score_.total[you], -4, 4), 4.0F));
        const int empty = kTiles - std::popcount(state_.board.occupied);
        add(scaled(empty, 15.0F));
        add(scaled(std::min(empty, 5), 5.0F));
        add(static_cast<float>(state_.passes));
        add(scaled(state_.decks[me].size - state_.decks[you].size, 5.0F));
    }

    void read_side(Side side, Side rival) {
        const OpenTiles open(state_.board, side);
        for (int rank = 1; rank <= kMaxRank; ++rank) add(scaled(std::popcount(open.at_rank[rank]), 5.0F));
        int lanes_open = 0;
        for (int lane = 0; lane < kLanes; ++lane) lanes_open += (open.at_rank[1] & lane_mask(lane)) != 0;
        add(scaled(lanes_open, 3.0F));
        add(scaled(std::popcount(state_.board.cards_of[side]), 8.0F));
        read_hand(side, open);
        read_lane_hopes(side, rival, open);
        add(scaled(sum_positive(open.at_rank[1], promise_[side]), 6.0F));
        add(scaled(sum_positive(open.at_rank[1], promise_[side], -1), 6.0F));
    }

    void read_hand(Side side, const OpenTiles& open) {
        const CardList& hand = state_.hands[side];
        int power = 0, playable = 0, placements = 0, best = 0;
        std::array<int, kMaxRank + 1> of_rank{};
        for (int i = 0; i < hand.size; ++i) {
            const CardIndex index = hand.cards[i];
            if (index >= kHiddenCard) continue;
            const Card& card = cards_[index];
            const int places = std::popcount(open.legal(card));
            power += card.power;
            ++of_rank[card.needed_rank];
            playable += places > 0;
            placements += places;
            if (places > 0) best = std::max(best, static_cast<int>(card.power));
        }
        add(scaled(hand.size, 8.0F));
        add(scaled(power, 15.0F));
        add(scaled(playable, 5.0F));
        add(scaled(placements, 20.0F));
        add(scaled(best, 5.0F));
        for (const int count : of_rank) add(scaled(count, 4.0F));
    }

    // Lanes the side trails in but can still play into, and lanes it leads that the rival cannot enter any more.
    void read_lane_hopes(Side side, Side rival, const OpenTiles& open) {
        const OpenTiles theirs(state_.board, rival);
        int safe = 0, hope = 0;
        for (int lane = 0; lane < kLanes; ++lane) {
            const auto& it = score_.lanes[lane];
            const int diff = it.power[side] - it.power[rival];
            if (diff > 0 && (theirs.at_rank[1] & lane_mask(lane)) == 0) safe += it.power[side];
            if (diff <= 0 && (open.at_rank[1] & lane_mask(lane)) != 0) ++hope;
        }
        add(scaled(safe, 12.0F));
        add(scaled(hope, 3.0F));
    }

    static int sum_positive(TileMask tiles, const std::array<int, kTiles>& values, int sign = 1) {
        int sum = 0;
        for_each_tile(tiles, [&](int tile) { sum += std::max(0, sign * values[tile]); });
        return sum;
    }

    // Per side and tile: the power that auras now in force would give a card of that side arriving there.
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
    const Ruleset& rules_;
    Powers powers_;
    MatchScore score_;
    std::array<std::array<int, kTiles>, kSides> promise_;
    Features found_{};
    int next_ = 0;
};

}  // namespace qb
