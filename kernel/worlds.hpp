// Worlds: whole games that agree with all the player can see. The enemy's hand comes from the belief, and nobody knows
// in which order the decks lie.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "random_games.hpp"

namespace qb {

// Hands that one candidate deck of the enemy allows: the `known` cards, and `unknown` out of `rest`, all equally
// likely. What is `in_deck` is in none of them.
struct HandPool {
    double weight;
    CardList known;
    CardList rest;
    CardList in_deck;
    int unknown;
};

class BeliefWorlds {
public:
    // `pools` is not empty, their weights are positive, and no pool wants more cards than it has.
    BeliefWorlds(GameState seen, std::vector<HandPool> pools) : seen_(std::move(seen)), pools_(std::move(pools)) {
        for (const HandPool& pool : pools_) sums_.push_back((sums_.empty() ? 0.0 : sums_.back()) + pool.weight);
    }

    GameState draw(Rng& rng) const {
        const HandPool& pool = choose(rng);
        CardList rest = pool.rest;
        shuffle(rest, rng);
        GameState world = seen_;
        shuffle(world.decks[YOU], rng);
        world.hands[ENEMY] = pool.known;
        for (int i = 0; i < pool.unknown; ++i) world.hands[ENEMY].push(rest.cards[i]);
        world.decks[ENEMY] = draw_deck(pool, rest, rng);
        if (world.phase == TurnPhase::draw) world.draw_start_of_turn();
        return world;
    }

private:
    // What the hand left of `rest` is in random order already; cards that never were in the hand lie anywhere.
    CardList draw_deck(const HandPool& pool, const CardList& rest, Rng& rng) const {
        CardList deck;
        for (int i = pool.unknown; i < rest.size; ++i) deck.push(rest.cards[i]);
        if (pool.in_deck.size > 0) {
            for (int i = 0; i < pool.in_deck.size; ++i) deck.push(pool.in_deck.cards[i]);
            shuffle(deck, rng);
        }
        deck.size = std::min(deck.size, seen_.decks[ENEMY].size);
        return deck;
    }

    const HandPool& choose(Rng& rng) const {
        const double wanted = rng.fraction() * sums_.back();
        std::size_t index = 0;
        while (index + 1 < sums_.size() && sums_[index] <= wanted) ++index;
        return pools_[index];
    }

    GameState seen_;
    std::vector<HandPool> pools_;
    std::vector<double> sums_;
};

}  // namespace qb
