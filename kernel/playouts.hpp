// What comes of a move: whole games that begin with it, each in a world of its own, counted.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "scoring.hpp"
#include "search.hpp"

namespace qb {

inline constexpr int kHandCounted = 16;  // cards of the hand whose later use is counted, in ascending order

// Python reads it field by field, by these names (qb_engine/kernel/records.py). All are sums over `games`: won, drawn,
// the final margin, and the moves that followed; cards placed after the move, by side and by tile; games in which a
// side is the first that can place nothing more; games in which the enemy can place nothing at once, and in which YOU
// can not after its answer; by lane, the final leader, and whether YOU led from the move to the end; by card of the
// hand, whether it was placed.
#define QB_PROSPECT_RECORD(FIELD)               \
    FIELD(std::int32_t, games)                  \
    FIELD(std::int32_t, won)                    \
    FIELD(std::int32_t, drawn)                  \
    FIELD(std::int32_t, margin)                 \
    FIELD(std::int32_t, turns)                  \
    FIELD(std::int32_t, placed, [kSides])       \
    FIELD(std::int32_t, out_first, [kSides])    \
    FIELD(std::int32_t, stuck_enemy)            \
    FIELD(std::int32_t, stuck_you)              \
    FIELD(std::int32_t, lanes_you, [kLanes])    \
    FIELD(std::int32_t, lanes_enemy, [kLanes])  \
    FIELD(std::int32_t, kept, [kLanes])         \
    FIELD(std::int32_t, placed_you, [kTiles])   \
    FIELD(std::int32_t, placed_enemy, [kTiles]) \
    FIELD(std::int32_t, used, [kHandCounted])   \
    FIELD(std::int32_t, next_games)             \
    FIELD(std::int32_t, next_card)              \
    FIELD(std::int32_t, next_tile)

struct ProspectRecord {
    QB_PROSPECT_RECORD(QB_DECLARE)
};

class Playouts {
public:
    Playouts(SearchTree& tree, const BeliefWorlds& worlds, const Judge& judge, double enemy_waits)
        : tree_(tree), worlds_(worlds), judge_(judge), enemy_waits_(enemy_waits) {}

    // `games` games that begin with the move. The same seed gives every move the same worlds, so that two moves differ
    // by what they do and not by what was dealt. `hand` are the cards whose use is counted.
    ProspectRecord play(const Move& first, const std::vector<CardIndex>& hand, int games, std::uint64_t seed) {
        record_ = {};
        next_.clear();
        constexpr int kMostTries = 4096;  // who is to act need not hold the card in every world
        Rng rng(seed);
        for (int i = 0; i < kMostTries && record_.games < games; ++i) {
            SearchTree::Walk walk{worlds_.draw(rng), rng.fraction() < enemy_waits_};
            const CardList& held = walk.world.hands[walk.world.side_to_act];
            if (!first.is_pass() && held.index_of(first.card) < 0) continue;
            tree_.advance(walk, first);
            ++record_.games;
            play_on(walk, hand);
        }
        write_next();
        return record_;
    }

private:
    struct Next {
        Move move;
        int games;
    };

    void play_on(SearchTree::Walk& walk, const std::vector<CardIndex>& hand) {
        const Ruleset& rules = judge_.rules;
        std::array<bool, kLanes> kept;
        kept.fill(true);
        look(walk.world, kept);
        std::uint32_t used = 0;
        bool out = false, moved = false;
        for (int ply = 0; !walk.world.is_over(rules); ++ply) {
            const Side mover = walk.world.side_to_act;
            walk.world.legal_moves(judge_.cards, rules, legal_);
            const bool stuck = legal_.size() == 1;
            if (stuck && ply == 0) ++record_.stuck_enemy;
            if (stuck && ply == 1) ++record_.stuck_you;
            if (stuck && !out) {
                ++record_.out_first[mover];
                out = true;
            }
            const Move move = stuck ? Move{} : tree_.quick_move(walk);
            ++record_.turns;
            if (!move.is_pass()) {
                ++record_.placed[mover];
                ++(mover == YOU ? record_.placed_you : record_.placed_enemy)[move.tile];
            }
            if (mover == YOU && !moved) {
                note_next(move);
                moved = true;
            }
            if (mover == YOU && !move.is_pass()) note_use(move.card, hand, used);
            tree_.advance(walk, move);
            look(walk.world, kept);
        }
        note_end(walk.world, kept, used);
    }

    // The lanes that YOU lead; who leads no more has not kept the lead.
    MatchScore look(const GameState& world, std::array<bool, kLanes>& kept) const {
        const Powers powers = compute_powers(world.board, judge_.cards, judge_.rules);
        const MatchScore score = compute_match_score(world.board, judge_.cards, judge_.rules, powers.power);
        for (int lane = 0; lane < kLanes; ++lane) kept[lane] = kept[lane] && score.lanes[lane].winner == YOU;
        return score;
    }

    void note_end(const GameState& world, std::array<bool, kLanes>& kept, std::uint32_t used) {
        const MatchScore score = look(world, kept);
        record_.margin += score.margin();
        record_.won += score.margin() > 0;
        record_.drawn += score.margin() == 0;
        for (int lane = 0; lane < kLanes; ++lane) {
            record_.lanes_you[lane] += score.lanes[lane].winner == YOU;
            record_.lanes_enemy[lane] += score.lanes[lane].winner == ENEMY;
            record_.kept[lane] += kept[lane];
        }
        for (int i = 0; i < kHandCounted; ++i) record_.used[i] += static_cast<int>(used >> i & 1);
    }

    static void note_use(CardIndex card, const std::vector<CardIndex>& hand, std::uint32_t& used) {
        const auto found = std::find(hand.begin(), hand.end(), card);
        const auto place = found - hand.begin();
        if (found != hand.end() && place < kHandCounted) used |= 1U << place;
    }

    void note_next(const Move& move) {
        auto known = std::find_if(next_.begin(), next_.end(), [&](const Next& it) { return it.move == move; });
        if (known == next_.end()) known = next_.insert(next_.end(), Next{move, 0});
        ++known->games;
    }

    // YOUR next move in more games than any other.
    void write_next() {
        record_.next_card = record_.next_tile = -1;
        for (const Next& it : next_) {
            if (it.games <= record_.next_games) continue;
            record_.next_games = it.games;
            record_.next_card = it.move.is_pass() ? -1 : it.move.card;
            record_.next_tile = it.move.is_pass() ? -1 : it.move.tile;
        }
    }

    SearchTree& tree_;
    const BeliefWorlds& worlds_;
    Judge judge_;
    double enemy_waits_;
    ProspectRecord record_{};
    std::vector<Next> next_;
    std::vector<Move> legal_;
};

}  // namespace qb
