// Endings under hidden information, solved where that is possible at all.
//
// For a move two figures are computed over all worlds that are still possible. What it would bring if both sides saw
// everything: no plan can bring more. And what one plan that knows only what the player will have seen brings against
// an enemy who sees everything: that much is certain. Where both are equal, the value is exact.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "solver.hpp"

namespace qb {

struct WeightedWorld {
    GameState state;
    double weight;
};

class Endings {
public:
    Endings(std::vector<WeightedWorld> worlds, const UnknownCards& unknown, const Judge& judge, Allowance& allowance)
        : worlds_(std::move(worlds)),
          unknown_(unknown),
          judge_(judge),
          allowance_(allowance),
          solver_(judge, unknown, allowance, Solver::kSmallTable) {}

    // The exact outlook of a move of YOU that is legal in all worlds; nothing if the two figures differ.
    std::optional<Outlook> value(const Move& move) {
        Group group;
        for (std::size_t i = 0; i < worlds_.size(); ++i) {
            group.push_back({i, worlds_[i].state});
            group.back().state.play(move, judge_.cards, judge_.rules);
        }
        Outlook found{};
        double total = 0.0;
        const Margins certain_margins = guard(group);
        for (const Member& member : group) {
            const int margin = certain_margins.at(member.world);
            if (sign(solver_.solve(member.state)) != sign(margin)) return std::nullopt;
            const double weight = worlds_[member.world].weight;
            const Outlook end = certain(margin);
            found += {weight * end.win, weight * end.draw, weight * end.loss, weight * end.margin};
            total += weight;
        }
        return Outlook{found.win / total, found.draw / total, found.loss / total, found.margin / total};
    }

private:
    struct Member {
        std::size_t world;
        GameState state;
    };
    using Group = std::vector<Member>;  // worlds that look alike to the player
    using Margins = std::map<std::size_t, int>;

    static int sign(int margin) { return (margin > 0) - (margin < 0); }
    // Points come first, the margin only after them.
    static std::pair<int, int> worth(int margin) { return {sign(margin), margin}; }

    // Per world the margin that one plan brings against an enemy who sees everything.
    Margins guard(const Group& group) {
        const GameState& table = group.front().state;
        if (table.is_over(judge_.rules)) {
            Margins margins;
            const int margin = judge_.margin(table);
            for (const Member& member : group) margins[member.world] = margin;
            return margins;
        }
        for (const Member& member : group) {
            allowance_.take();
            unknown_.require_unplayable(member.state);
        }
        return table.side_to_act == YOU ? own_turn(group) : enemy_turn(group);
    }

    // Worlds in which the player holds different cards look different; in each of them one move is chosen for all.
    Margins own_turn(const Group& group) {
        std::map<std::vector<int>, Group> by_hand;
        for (const Member& member : group) by_hand[sorted_hand(member.state)].push_back(member);
        Margins margins;
        for (const auto& [hand, alike] : by_hand) margins.merge(best_plan(alike));
        return margins;
    }

    Margins best_plan(const Group& alike) {
        std::vector<Move> moves;
        alike.front().state.legal_moves(judge_.cards, judge_.rules, moves);
        Margins best;
        std::pair<double, double> most{-1.0, 0.0};
        for (const Move& move : moves) {
            Margins found = guard(after(alike, move));
            std::pair<double, double> sum{0.0, 0.0};
            for (const auto& [world, margin] : found) {
                sum.first += worlds_[world].weight * certain(margin).points();
                sum.second += worlds_[world].weight * margin;
            }
            if (best.empty() || sum > most) {
                most = sum;
                best = std::move(found);
            }
        }
        return best;
    }

    // The enemy moves in every world as hurts most there; what it plays is seen.
    Margins enemy_turn(const Group& group) {
        std::map<std::pair<CardIndex, int>, Group> by_move;
        std::vector<Move> moves;
        for (const Member& member : group) {
            member.state.legal_moves(judge_.cards, judge_.rules, moves);
            for (const Move& move : moves) by_move[{move.card, move.tile}].push_back(member);
        }
        Margins worst;
        for (const auto& [key, able] : by_move) {
            const Move move{key.first, static_cast<std::uint8_t>(key.second)};
            for (const auto& [world, margin] : guard(after(able, move))) {
                const auto [place, fresh] = worst.emplace(world, margin);
                if (!fresh && worth(margin) < worth(place->second)) place->second = margin;
            }
        }
        return worst;
    }

    Group after(const Group& group, const Move& move) const {
        Group found = group;
        for (Member& member : found) member.state.play(move, judge_.cards, judge_.rules);
        return found;
    }

    static std::vector<int> sorted_hand(const GameState& state) {
        const CardList& hand = state.hands[YOU];
        std::vector<int> cards(hand.cards.begin(), hand.cards.begin() + hand.size);
        std::sort(cards.begin(), cards.end());
        return cards;
    }

    std::vector<WeightedWorld> worlds_;
    const UnknownCards& unknown_;
    Judge judge_;
    Allowance& allowance_;
    Solver solver_;
};

}  // namespace qb
