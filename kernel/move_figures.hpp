// What a search has found of a move.
#pragma once

#include <cstdint>

#include "game_state.hpp"
#include "win_chance.hpp"

namespace qb {

// What the rounds through a move of the root came to, for YOU; sums, not averages.
struct MoveFigures {
    Move move;
    std::uint32_t rounds = 0;
    Outlook sum{};
    double squares = 0;  // of the points

    void add(const Outlook& found) {
        ++rounds;
        sum += found;
        squares += in_steps(found.points() * found.points());
    }
    void merge(const MoveFigures& more) {
        rounds += more.rounds;
        sum += more.sum;
        squares += more.squares;
    }
};

// The same of the latest rounds, at least the later half: what a tree found while it still knew little counts no more.
struct LateFigures {
    MoveFigures before, now;  // rounds up to the last power of two, and since
    std::uint32_t rounds = 0;

    void add(const Outlook& found) {
        if ((rounds & (rounds - 1)) == 0) {
            before = now;
            now = {};
        }
        ++rounds;
        now.add(found);
    }
    MoveFigures sum() const {
        MoveFigures found = before;
        found.merge(now);
        return found;
    }
};

}  // namespace qb
