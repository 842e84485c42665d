// Strict scoring; see scoring.py.
#pragma once

#include <algorithm>
#include <array>

#include "powers.hpp"

namespace qb {

struct LaneScore {
    int power[kSides];
    int winner;  // -1 on a draw
    int points;
};

struct MatchScore {
    std::array<LaneScore, kLanes> lanes;
    int total[kSides];
    int margin() const { return total[YOU] - total[ENEMY]; }
};

// Whether the winner of a lane gains the loser's power there through the card.
inline bool benefits(const Card& card, bool winner_owns_card, const Ruleset& rules) {
    const auto names = [&](CountedSide side) { return (card.loser_score_sides >> static_cast<int>(side) & 1) != 0; };
    if (names(winner_owns_card ? CountedSide::allies : CountedSide::enemies)) return true;
    return names(CountedSide::both) && (winner_owns_card || rules.loser_score_to == LoserScore::lane_winner);
}

inline MatchScore compute_match_score(const BoardState& board, const CardTable& cards, const Ruleset& rules,
                                      const std::array<int, kTiles>& power) {
    MatchScore score{};
    std::array<std::array<int, kLanes>, kSides> bonus{};
    std::array<bool, kSides> takes_loser_score{};
    for_each_tile(board.occupied, [&](int tile) {
        const Card& card = cards[board.card[tile]];
        const Side side = board.side_of(tile);
        score.lanes[tile / kColumns].power[side] += power[tile];
        bonus[side][tile / kColumns] += card.lane_bonus;
        if (card.loser_score_sides != 0) {
            for (int winner = 0; winner < kSides; ++winner) {
                takes_loser_score[winner] = takes_loser_score[winner] || benefits(card, side == winner, rules);
            }
        }
    });
    for (int lane = 0; lane < kLanes; ++lane) {
        LaneScore& found = score.lanes[lane];
        const int you = found.power[YOU];
        const int enemy = found.power[ENEMY];
        found.winner = you == enemy ? -1 : (you > enemy ? YOU : ENEMY);
        if (found.winner < 0) continue;
        found.points = std::max(you, enemy) + bonus[found.winner][lane];
        if (takes_loser_score[found.winner]) found.points += std::min(you, enemy);
        score.total[found.winner] += found.points;
    }
    return score;
}

}  // namespace qb
