// LanePowerEvaluator; the twin of evaluation.py, operation for operation, so that the numbers are the same bits.
#pragma once

#include <algorithm>
#include <array>

#include "scoring.hpp"

namespace qb {

// The page of numbers, handed over by Python from evaluation.py.
struct Weights {
    QB_MEMBERS(kFactors, double, stability, access, effect)
    QB_MEMBERS(kStability, double, reinforcement, lead, occupancy, toughness, independence, control)
    QB_MEMBERS(kAccess, double, open_tiles, open_rank, entry_points)
    QB_MEMBERS(kEffect, double, promised_power)
    QB_MEMBERS(kEnough, double, enough_pawns, enough_open_tiles, enough_entry_points, safe_lead, tough_power,
               enough_promise)
};

struct LaneEvaluation {
    int diff;
    double stability, access, effect;
};

struct BoardEvaluation {
    std::array<LaneEvaluation, kLanes> lanes;
    MatchScore score;
    double value;
};

class LanePowerEvaluator {
public:
    LanePowerEvaluator(const BoardState& board, const CardTable& cards, const Ruleset& rules, const Weights& weights)
        : board_(board), cards_(cards), rules_(rules), weights_(weights) {}

    BoardEvaluation evaluate(const Powers& powers) {
        powers_ = &powers;
        gather_promises();
        BoardEvaluation found;
        double value = 0.0;
        for (int lane = 0; lane < kLanes; ++lane) {
            found.lanes[lane] = evaluate_lane(lane);
            const LaneEvaluation& it = found.lanes[lane];
            const double lane_value =
                it.diff + weights_.stability * it.stability + weights_.access * it.access + weights_.effect * it.effect;
            value = lane == 0 ? lane_value : value + lane_value;
        }
        found.value = value;
        found.score = compute_match_score(board_, cards_, rules_, powers.power);
        return found;
    }

private:
    TileMask cards_in(int side, int lane) const { return board_.cards_of[side] & lane_mask(lane); }
    TileMask open_in(int side, int lane) const {
        return static_cast<TileMask>(board_.owned[side] & ~board_.occupied & lane_mask(lane));
    }
    TileMask free_in(int lane) const {
        return static_cast<TileMask>(~(board_.owned[YOU] | board_.owned[ENEMY] | board_.occupied) & lane_mask(lane));
    }
    int sum_over(TileMask tiles, const std::array<int, kTiles>& values) const {
        int sum = 0;
        for_each_tile(tiles, [&](int tile) { sum += values[tile]; });
        return sum;
    }
    static int sum_positive(TileMask tiles, const std::array<int, kTiles>& values, int sign = 1) {
        int sum = 0;
        for_each_tile(tiles, [&](int tile) { sum += std::max(0, sign * values[tile]); });
        return sum;
    }

    // Per side and tile: the power that auras now in force would give a card of that side arriving there.
    void gather_promises() {
        for (auto& side : promise_) side.fill(0);
        for_each_tile(board_.active, [&](int source) {
            const Card& card = cards_[board_.card[source]];
            if (!card.has_aura) return;
            const Side own = board_.side_of(source);
            for_each_tile(card.affects[own][source], [&](int tile) {
                if (card.aura.target != Target::affected_enemies) promise_[own][tile] += card.aura.amount;
                if (card.aura.target != Target::affected_allies) promise_[other(own)][tile] += card.aura.amount;
            });
        });
    }

    struct Ratings {
        double reinforcement, lead, occupancy, toughness, independence, control;
        double open_tiles, open_rank, entry_points;
        double promised_power;
    };

    Ratings rate(int side, int lane, int own_power, int other_power) const {
        const TileMask held = cards_in(side, lane);
        const TileMask open = open_in(side, lane);
        int pawns = 0, playable = 0, best_rank = 0;
        for_each_tile(open, [&](int tile) {
            const int rank = board_.visible_rank(tile);
            pawns += rank;
            playable += rank > 0;
            best_rank = std::max(best_rank, rank);
        });
        Ratings it;
        it.reinforcement = std::min(1.0, pawns / weights_.enough_pawns);
        it.lead = std::min(1.0, std::max(0, own_power - other_power) / weights_.safe_lead);
        const int cards = std::popcount(held);
        it.occupancy = static_cast<double>(cards) / kColumns;
        it.toughness = toughness(held, cards);
        const int borrowed = sum_positive(held, powers_->aura);
        it.independence = own_power <= 0 ? 0.0 : std::max(0.0, 1.0 - static_cast<double>(borrowed) / own_power);
        it.control = static_cast<double>(cards + std::popcount(open)) / kColumns;
        it.open_tiles = std::min(1.0, playable / weights_.enough_open_tiles);
        it.open_rank = static_cast<double>(best_rank) / kMaxRank;
        it.entry_points = std::min(1.0, entry_points(side, lane, held | open) / weights_.enough_entry_points);
        it.promised_power = promised_power(side, lane, open);
        return it;
    }

    double toughness(TileMask held, int cards) const {
        if (cards == 0) return 0.0;
        double sum = 0.0;
        for_each_tile(
            held, [&](int tile) { sum += std::min(1.0, std::max(0, powers_->power[tile]) / weights_.tough_power); });
        return sum / cards;
    }

    int entry_points(int side, int lane, int own) const {
        const TileMask contested = free_in(lane) | open_in(1 - side, lane);
        int reachable = 0;
        for_each_tile(contested, [&](int tile) {
            const int beside = (tile > 0 ? bit(tile - 1) : 0) | (tile + 1 < kTiles ? bit(tile + 1) : 0);
            reachable += (own & beside) != 0;
        });
        return reachable;
    }

    double promised_power(int side, int lane, TileMask open) const {
        const int mine = sum_positive(open, promise_[side]);
        const int harm = sum_positive(open_in(1 - side, lane), promise_[1 - side], -1);
        const int neutral = sum_positive(free_in(lane), promise_[side]);
        return std::min(1.0, (mine + harm + neutral / 2.0) / weights_.enough_promise);
    }

    LaneEvaluation evaluate_lane(int lane) const {
        const int you = sum_over(cards_in(YOU, lane), powers_->power);
        const int enemy = sum_over(cards_in(ENEMY, lane), powers_->power);
        const Ratings a = rate(YOU, lane, you, enemy);
        const Ratings b = rate(ENEMY, lane, enemy, you);
        LaneEvaluation found;
        found.diff = you - enemy;
        double stability = 0.0;
        stability += weights_.reinforcement * (a.reinforcement - b.reinforcement);
        stability += weights_.lead * (a.lead - b.lead);
        stability += weights_.occupancy * (a.occupancy - b.occupancy);
        stability += weights_.toughness * (a.toughness - b.toughness);
        stability += weights_.independence * (a.independence - b.independence);
        stability += weights_.control * (a.control - b.control);
        double access = 0.0;
        access += weights_.open_tiles * (a.open_tiles - b.open_tiles);
        access += weights_.open_rank * (a.open_rank - b.open_rank);
        access += weights_.entry_points * (a.entry_points - b.entry_points);
        found.stability = stability;
        found.access = access;
        found.effect = 0.0 + weights_.promised_power * (a.promised_power - b.promised_power);
        return found;
    }

    const BoardState& board_;
    const CardTable& cards_;
    const Ruleset& rules_;
    const Weights& weights_;
    const Powers* powers_ = nullptr;
    std::array<std::array<int, kTiles>, kSides> promise_;
};

}  // namespace qb
