// The hands that the enemy may hold, as rows of numbers from Python.
#pragma once

#include <cmath>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "rows.hpp"
#include "worlds.hpp"

namespace qb {

// Weight, known, rest, cards in the deck, unknown.
using PoolRow = std::tuple<double, std::vector<int>, std::vector<int>, std::vector<int>, int>;

inline std::vector<HandPool> read_pools(const std::vector<PoolRow>& rows, const GameState& seen,
                                        const CardTable& cards) {
    if (rows.empty() && seen.hides_cards()) {
        throw std::invalid_argument("a belief needs at least one pool of hands, unless no card is hidden");
    }
    std::vector<HandPool> pools;
    for (const auto& [weight, known, rest, in_deck, unknown] : rows) {
        if (!(weight > 0.0) || !std::isfinite(weight)) throw std::invalid_argument("a pool's weight must be positive");
        HandPool pool{weight, read_card_list(known, cards), read_card_list(rest, cards), {}, 0};
        pool.in_deck = read_card_list(in_deck, cards);
        pool.unknown = checked(unknown, 0, pool.rest.size, "the number of unknown cards");
        if (pool.known.size + pool.unknown != seen.hands[ENEMY].size) {
            throw std::invalid_argument("a pool's hands have another size than the enemy's hand");
        }
        if (pool.rest.size + pool.in_deck.size > CardList::kCapacity) {
            throw LimitError("the kernel holds at most 60 cards in a hand or a deck");
        }
        pools.push_back(pool);
    }
    return pools;
}

}  // namespace qb
