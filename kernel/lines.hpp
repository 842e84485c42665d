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

// What most of these worlds do next, and which they are; none where most of them have ended.
struct Majority {
    Move move{};
    std::vector<std::size_t> walks;
};

// Hands that can place nothing all pass alike, while those that can differ in what they place: a pass is what most do
// only if more worlds pass than place.
inline Majority majority(SearchTree& tree, const std::vector<SearchTree::Walk>& walks, const Ruleset& rules) {
    std::vector<Majority> groups;  // in the order in which their moves first come up
    std::size_t over = 0, passing = 0;
    for (std::size_t i = 0; i < walks.size(); ++i) {
        if (walks[i].world.is_over(rules)) {
            ++over;
            continue;
        }
        const Move move = tree.next_move(walks[i]);
        passing += move.is_pass();
        auto known = std::find_if(groups.begin(), groups.end(), [&](const Majority& it) { return it.move == move; });
        if (known == groups.end()) known = groups.insert(groups.end(), Majority{move, {}});
        known->walks.push_back(i);
    }
    if (2 * over >= walks.size()) return {};
    const bool pass = 2 * passing > walks.size() - over;
    Majority most;
    for (const Majority& group : groups) {
        if (group.move.is_pass() == pass && group.walks.size() > most.walks.size()) most = group;
    }
    return most;
}

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
        const Majority most = majority(tree, walks, rules);
        if (most.walks.empty()) return line;
        if (line.moves.size() == 1) {
            line.reply_share = static_cast<double>(most.walks.size()) / static_cast<double>(walks.size());
        }
        std::vector<SearchTree::Walk> kept;
        for (const std::size_t i : most.walks) {
            kept.push_back(walks[i]);
            tree.advance(kept.back(), most.move);
        }
        walks = std::move(kept);
        line.moves.push_back(most.move);
    }
}

}  // namespace qb
