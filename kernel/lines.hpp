// How the game may go on: not what was looked at most over all worlds, which no single world need allow, but a game in
// one of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search.hpp"

namespace qb {

struct Line {
    std::vector<Move> moves;  // to the end of the game
    double reply_share = 0;   // of the worlds in which the second move is the answer
};

// Many worlds go on side by side; at every turn those stay that do what most of them do, until one is left.
inline Line likeliest_line(SearchTree& tree, const BeliefWorlds& worlds, const Move& first, double enemy_waits,
                           const Ruleset& rules, std::uint64_t seed) {
    constexpr std::size_t kWorlds = 64;
    constexpr int kMostTries = 4096;  // who is to act need not hold the card in every world
    Rng rng(seed);
    std::vector<SearchTree::Walk> walks;
    for (int i = 0; i < kMostTries && walks.size() < kWorlds; ++i) {
        SearchTree::Walk walk{worlds.draw(rng), rng.fraction() < enemy_waits};
        const CardList& hand = walk.world.hands[walk.world.side_to_act];
        if (!first.is_pass() && hand.index_of(first.card) < 0) continue;
        tree.advance(walk, first);
        walks.push_back(walk);
    }
    Line line{{first}, 0.0};
    while (true) {
        std::vector<std::vector<std::size_t>> groups;  // in the order in which their moves first come up
        std::vector<Move> moves;
        for (std::size_t i = 0; i < walks.size(); ++i) {
            if (walks[i].world.is_over(rules)) continue;
            const Move move = tree.next_move(walks[i]);
            const auto known = std::find(moves.begin(), moves.end(), move) - moves.begin();
            if (known == static_cast<std::ptrdiff_t>(moves.size())) {
                moves.push_back(move);
                groups.emplace_back();
            }
            groups[static_cast<std::size_t>(known)].push_back(i);
        }
        const auto largest = std::max_element(groups.begin(), groups.end(),
                                              [](const auto& a, const auto& b) { return a.size() < b.size(); });
        // Worlds that have ended here are a group of their own.
        const std::size_t over = static_cast<std::size_t>(std::count_if(
            walks.begin(), walks.end(), [&](const SearchTree::Walk& walk) { return walk.world.is_over(rules); }));
        if (groups.empty() || over >= largest->size()) return line;
        const Move move = moves[static_cast<std::size_t>(largest - groups.begin())];
        if (line.moves.size() == 1) {
            line.reply_share = static_cast<double>(largest->size()) / static_cast<double>(walks.size());
        }
        std::vector<SearchTree::Walk> kept;
        for (const std::size_t i : *largest) {
            kept.push_back(walks[i]);
            tree.advance(kept.back(), move);
        }
        walks = std::move(kept);
        line.moves.push_back(move);
    }
}

}  // namespace qb
