// All worlds of an ending, not a sample: every hand the enemy may hold, and the next cards of both decks. Hidden cards
// of YOUR hand stay hidden in all of them: an ending is solved only where they cannot be played.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "endings.hpp"
#include "worlds.hpp"

namespace qb {

using CardCounts = std::map<CardIndex, int>;

inline CardCounts count_cards(const CardList& list) {
    CardCounts counts;
    for (int i = 0; i < list.size; ++i) ++counts[list.cards[i]];
    return counts;
}

inline double choose(int from, int wanted) {
    double ways = 1.0;
    for (int i = 0; i < wanted; ++i) ways = ways * (from - i) / (i + 1);
    return ways;
}

// Some cards taken out of a pile, how likely that is, and what stays.
struct Taken {
    std::vector<CardIndex> cards;
    double weight;
    CardCounts left;
};

// Every set of `wanted` cards, as likely as it is in a random draw of so many.
inline std::vector<Taken> all_sets(const CardCounts& pile, int wanted) {
    std::vector<Taken> found{{{}, 1.0, pile}};
    int rest = 0;
    for (const auto& [card, count] : pile) rest += count;
    const double all = choose(rest, wanted);
    for (const auto& [card, count] : pile) {
        std::vector<Taken> grown;
        rest -= count;
        for (const Taken& taken : found) {
            const int open = wanted - static_cast<int>(taken.cards.size());
            for (int copies = std::max(0, open - rest); copies <= std::min(count, open); ++copies) {
                Taken more = taken;
                more.cards.insert(more.cards.end(), static_cast<std::size_t>(copies), card);
                more.weight *= choose(count, copies);
                more.left[card] -= copies;
                grown.push_back(std::move(more));
            }
        }
        found = std::move(grown);
    }
    for (Taken& taken : found) taken.weight /= all;
    return found;
}

// Every order of the next `wanted` cards.
inline std::vector<Taken> all_orders(const CardCounts& pile, int wanted) {
    std::vector<Taken> found{{{}, 1.0, pile}};
    for (int i = 0; i < wanted; ++i) {
        std::vector<Taken> grown;
        for (const Taken& taken : found) {
            int rest = 0;
            for (const auto& [card, count] : taken.left) rest += count;
            for (const auto& [card, count] : taken.left) {
                if (count == 0) continue;
                Taken more = taken;
                more.cards.push_back(card);
                more.weight *= static_cast<double>(count) / rest;
                --more.left[card];
                grown.push_back(std::move(more));
            }
        }
        found = std::move(grown);
    }
    return found;
}

// A deck whose first cards are known and whose other cards are not.
inline CardList deck_of(const std::vector<CardIndex>& next, int size) {
    CardList deck;
    for (int i = 0; i < size; ++i) {
        deck.push(i < static_cast<int>(next.size()) ? next[static_cast<std::size_t>(i)] : kHiddenCard);
    }
    return deck;
}

inline UnknownCards unknown_cards(const GameState& seen, const std::vector<HandPool>& pools, const CardTable& cards) {
    UnknownCards unknown;
    const auto note = [&](Side side, const CardList& list) {
        for (int i = 0; i < list.size; ++i) {
            if (list.cards[i] != kHiddenCard) {
                unknown.ranks[side][cards[list.cards[i]].needed_rank] = true;
            } else {
                unknown.ranks[side].fill(true);
            }
        }
    };
    note(YOU, seen.decks[YOU]);
    if (seen.hands[YOU].index_of(kHiddenCard) >= 0) unknown.ranks[YOU].fill(true);
    for (const HandPool& pool : pools) {
        note(ENEMY, pool.rest);
        note(ENEMY, pool.in_deck);
    }
    return unknown;
}

// The one world in which nothing is known: enough where no unknown card can be played any more.
inline std::vector<WeightedWorld> blind_world(const GameState& seen, const HandPool& pool) {
    GameState world = seen;
    world.hands[ENEMY] = pool.known;
    for (int i = 0; i < pool.unknown; ++i) world.hands[ENEMY].push(kHiddenCard);
    for (const Side side : {YOU, ENEMY}) world.decks[side] = deck_of({}, seen.decks[side].size);
    return {{world, 1.0}};
}

// All hands of the enemy with the next `draws` cards of both decks; more than `most` worlds are too many.
inline std::vector<WeightedWorld> all_worlds(const GameState& seen, const std::vector<HandPool>& pools, int draws,
                                             std::size_t most) {
    const int own_draws = std::min<int>(draws, seen.decks[YOU].size);
    std::vector<WeightedWorld> worlds;
    for (const HandPool& pool : pools) {
        // A deck told larger than the pool allows ends where the pool does.
        const int enemy_deck = std::min<int>(seen.decks[ENEMY].size, pool.rest.size - pool.unknown + pool.in_deck.size);
        const int enemy_draws = std::min(draws, enemy_deck);
        if (choose(pool.rest.size, pool.unknown) > 1e6) throw Unsolved{Unsolved::too_large};
        const std::vector<Taken> own = all_orders(count_cards(seen.decks[YOU]), own_draws);
        for (const Taken& hand : all_sets(count_cards(pool.rest), pool.unknown)) {
            CardCounts left = hand.left;
            for (const auto& [card, count] : count_cards(pool.in_deck)) left[card] += count;
            for (const Taken& next : all_orders(left, enemy_draws)) {
                if (worlds.size() + own.size() > most) throw Unsolved{Unsolved::too_large};
                for (const Taken& mine : own) {
                    GameState world = seen;
                    world.hands[ENEMY] = pool.known;
                    for (const CardIndex card : hand.cards) world.hands[ENEMY].push(card);
                    world.decks[YOU] = deck_of(mine.cards, seen.decks[YOU].size);
                    world.decks[ENEMY] = deck_of(next.cards, enemy_deck);
                    worlds.push_back({world, pool.weight * hand.weight * next.weight * mine.weight});
                }
            }
        }
    }
    return worlds;
}

}  // namespace qb
