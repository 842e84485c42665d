// Many (position, move) pairs at once: what each play leads to, as one flat record a pair.
#pragma once

#include <array>
#include <cstdint>

#include "evaluation.hpp"
#include "legality.hpp"
#include "resolution.hpp"

namespace qb {

// Python reads it field by field, by these names (qb_engine/kernel/records.py). Sets of tiles are bit masks; standing
// is how a tile stands for the enemy: power of its card (yours negative), one point for owning the tile.
#define QB_PLAY_RECORD(FIELD)                  \
    FIELD(double, value)                       \
    FIELD(double, stability, [kLanes])         \
    FIELD(double, access, [kLanes])            \
    FIELD(double, effect, [kLanes])            \
    FIELD(std::int32_t, diff, [kLanes])        \
    FIELD(std::int32_t, power_you, [kLanes])   \
    FIELD(std::int32_t, power_enemy, [kLanes]) \
    FIELD(std::int32_t, winner, [kLanes])      \
    FIELD(std::int32_t, points, [kLanes])      \
    FIELD(std::int32_t, margin)                \
    FIELD(std::int32_t, captured)              \
    FIELD(std::int32_t, fallen, [kSides])      \
    FIELD(std::int32_t, occupied)              \
    FIELD(std::int32_t, can_place)             \
    FIELD(std::int32_t, powers, [kTiles])      \
    FIELD(std::int32_t, standing, [kTiles])

struct PlayRecord {
    QB_PLAY_RECORD(QB_DECLARE)
};

inline PlayRecord describe(const BoardState& board, const BoardEvaluation& found, const Powers& powers) {
    PlayRecord record{};
    record.value = found.value;
    for (int lane = 0; lane < kLanes; ++lane) {
        record.stability[lane] = found.lanes[lane].stability;
        record.access[lane] = found.lanes[lane].access;
        record.effect[lane] = found.lanes[lane].effect;
        record.diff[lane] = found.lanes[lane].diff;
        record.power_you[lane] = found.score.lanes[lane].power[YOU];
        record.power_enemy[lane] = found.score.lanes[lane].power[ENEMY];
        record.winner[lane] = found.score.lanes[lane].winner;
        record.points[lane] = found.score.lanes[lane].points;
    }
    record.margin = found.score.margin();
    record.occupied = board.occupied;
    constexpr int kSigns[] = {0, -1, 1};  // nobody's, yours, the enemy's
    for (int tile = 0; tile < kTiles; ++tile) {
        const int side = (board.occupied & bit(tile)) ? board.side_of(tile) : -1;
        record.powers[tile] = powers.power[tile];
        record.standing[tile] = kSigns[side + 1] * powers.power[tile] + kSigns[board.owner(tile) + 1];
    }
    return record;
}

// The record of a board as it stands.
inline PlayRecord describe_board(const BoardState& board, const CardTable& cards, const Ruleset& rules,
                                 const Weights& weights) {
    const Powers powers = compute_powers(board, cards, rules);
    return describe(board, LanePowerEvaluator(board, cards, rules, weights).evaluate(powers), powers);
}

// The record after a play; `waiting` is, per needed rank, whether YOU hold such a card (0: one that replaces).
inline PlayRecord describe_play(BoardState board, Side side, CardIndex card, int tile,
                                const std::array<bool, kMaxRank + 1>& waiting, const CardTable& cards,
                                const Ruleset& rules, const Weights& weights) {
    Resolution resolution(board, cards, rules);
    const PlayResult& result = resolution.play(side, card, tile);
    PlayRecord record = describe_board(board, cards, rules, weights);
    record.captured = result.captured;
    record.fallen[YOU] = result.fallen[YOU];
    record.fallen[ENEMY] = result.fallen[ENEMY];
    const OpenTiles open(board, YOU);
    for (int rank = 0; rank <= kMaxRank; ++rank) record.can_place |= waiting[rank] && open.at_rank[rank] != 0;
    return record;
}

}  // namespace qb
