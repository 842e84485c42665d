// Worlds: whole games that agree with all the player can see. The enemy's hand comes from the belief, cards of the own
// side that nobody told from what its deck may still hold, and nobody knows in which order the decks lie.
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
    // Without `pools` nothing is hidden: every world is the position as it is. Else their weights are positive, and no
    // pool wants more cards than it has. The hidden cards of YOUR hand and deck are among `unseen`, all equally likely;
    // those it has too few for stay hidden.
    BeliefWorlds(GameState seen, std::vector<HandPool> pools, const CardList& unseen)
        : seen_(std::move(seen)), pools_(std::move(pools)), unseen_(unseen) {
        for (const HandPool& pool : pools_) sums_.push_back((sums_.empty() ? 0.0 : sums_.back()) + pool.weight);
    }

    GameState draw(Rng& rng) const {
        if (pools_.empty()) return known();
        const HandPool& pool = choose(rng);
        CardList rest = pool.rest;
        shuffle(rest, rng);
        GameState world = seen_;
        name_own_cards(world, rng);
        shuffle(world.decks[YOU], rng);
        world.hands[ENEMY] = pool.known;
        for (int i = 0; i < pool.unknown; ++i) world.hands[ENEMY].push(rest.cards[i]);
        world.decks[ENEMY] = draw_deck(pool, rest, rng);
        if (world.phase == TurnPhase::draw) world.draw_start_of_turn();
        return world;
    }

    // Leave the moves that YOU can make with cards of the view: those of a world's other cards nobody can be advised
    // to make. The card that a world has drawn in this turn stays, for it will be seen before the move.
    void keep_moves_of_seen_cards(const GameState& world, std::vector<Move>& moves) const {
        const CardList& seen = seen_.hands[YOU];
        if (world.side_to_act != YOU || seen.index_of(kHiddenCard) < 0) return;
        const CardList& hand = world.hands[YOU];
        const CardIndex drawn = hand.size > seen.size ? hand.cards[hand.size - 1] : kNoCard;
        std::erase_if(moves, [&](const Move& move) {
            return !move.is_pass() && move.card != drawn && seen.index_of(move.card) < 0;
        });
    }

private:
    GameState known() const {
        GameState world = seen_;
        if (world.phase == TurnPhase::draw) world.draw_start_of_turn();
        return world;
    }

    void name_own_cards(GameState& world, Rng& rng) const {
        CardList unseen = unseen_;
        shuffle(unseen, rng);
        int next = 0;
        for (CardList* pile : {&world.hands[YOU], &world.decks[YOU]}) {
            for (int i = 0; i < pile->size && next < unseen.size; ++i) {
                if (pile->cards[i] == kHiddenCard) pile->cards[i] = unseen.cards[next++];
            }
        }
    }

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
    CardList unseen_;
    std::vector<double> sums_;
};

}  // namespace qb
