// The tables of one game, cards and rule set, read from the rows that qb_engine/kernel/tables.py compiles.
#pragma once

#include <array>
#include <cstring>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "cards.hpp"
#include "errors.hpp"
#include "evaluation.hpp"
#include "ruleset.hpp"

namespace qb {

struct Tables {
    CardTable cards;
    Ruleset rules;

    bool operator==(const Tables&) const = default;
};

// trigger, target, operation, amount, threshold, per replaced power, named cards, counted status, counted side
using AbilityRow = std::tuple<int, int, int, int, int, bool, std::vector<int>, int, int>;
// needed rank (0: replaces), power, pawns by side and tile, marks by side and tile, abilities
using CardRow = std::tuple<int, int, std::vector<int>, std::vector<int>, std::vector<AbilityRow>>;

inline constexpr int kMaxPrinted = 99;  // powers and amounts on cards

inline Ability read_ability(const AbilityRow& row, int card_count) {
    const auto& [trigger, target, op, amount, threshold, per_replaced, named, status, side] = row;
    Ability ability;
    ability.trigger = word<Trigger>(trigger, "trigger");
    ability.target = word<Target>(target, "target");
    ability.op = word<Operation>(op, "operation");
    ability.amount = static_cast<std::int16_t>(within(amount, -kMaxPrinted, kMaxPrinted, "an amount"));
    ability.threshold = static_cast<std::int16_t>(within(threshold, 0, kMaxPrinted, "a threshold"));
    ability.per_replaced_power = per_replaced;
    ability.counted_status = word<Status>(status, "status");
    ability.counted_side = word<CountedSide>(side, "counted side");
    const int count = within(static_cast<std::int64_t>(named.size()), 0, kMaxNamedCards, "the number of named cards");
    ability.named_count = static_cast<std::uint8_t>(count);
    for (std::size_t i = 0; i < named.size(); ++i) {
        ability.named[i] = static_cast<CardIndex>(checked(named[i], 0, card_count - 1, "a named card"));
    }
    if (ability.op == Operation::spawn_by_rank && ability.named_count != kMaxRank) {
        throw std::invalid_argument("spawn_by_rank names three cards, one for each rank");
    }
    return ability;
}

inline std::uint8_t numbers_of(const Card& card, std::initializer_list<Trigger> triggers) {
    std::uint8_t found = 0;
    for (int number = 0; number < card.ability_count; ++number) {
        if (card.abilities[number].op == Operation::raise_rank) continue;
        for (const Trigger trigger : triggers) {
            if (card.abilities[number].trigger == trigger) found = static_cast<std::uint8_t>(found | 1U << number);
        }
    }
    return found;
}

// What the abilities say about a card, joined once; of several that would say the same, the first counts.
inline void join_abilities(Card& card) {
    bool raises = false;
    for (int number = 0; number < card.ability_count; ++number) {
        const Ability& ability = card.abilities[number];
        if (ability.op == Operation::raise_rank && !raises) {
            raises = true;
            card.pawn_amount = static_cast<std::uint8_t>(checked(ability.amount, 1, kMaxRank, "a raised rank"));
        }
        if (ability.op == Operation::score_bonus) {
            card.lane_bonus = static_cast<std::int16_t>(card.lane_bonus + ability.amount);
        }
        if (ability.op == Operation::add_loser_score) {
            const int side = 1 << static_cast<int>(ability.counted_side);
            card.loser_score_sides = static_cast<std::uint8_t>(card.loser_score_sides | side);
        }
        if (ability.trigger != Trigger::while_in_play) continue;
        const bool counts = ability.target == Target::self;
        bool& has = counts ? card.counts : card.has_aura;
        if (!has) (counts ? card.counting : card.aura) = ability;
        has = true;
    }
    using enum Trigger;
    card.on_play = numbers_of(card, {Trigger::on_play});
    card.on_destroyed = numbers_of(card, {Trigger::on_destroyed});
    card.first_time = numbers_of(card, {on_first_enhanced, on_first_enfeebled, on_power_reached});
    card.play_watchers = numbers_of(card, {on_ally_played, on_enemy_played});
    card.death_watchers = numbers_of(card, {on_ally_destroyed, on_enemy_destroyed, on_any_destroyed});
}

inline void read_pattern(const std::vector<int>& row, std::array<std::array<TileMask, kTiles>, kSides>& pattern) {
    if (row.size() != kSides * kTiles) {
        throw std::invalid_argument("a pattern names a set of tiles for each side and tile");
    }
    for (int side = 0; side < kSides; ++side) {
        for (int tile = 0; tile < kTiles; ++tile) {
            const int tiles = row[static_cast<std::size_t>(side * kTiles + tile)];
            pattern[side][tile] = static_cast<TileMask>(checked(tiles, 0, kAllTiles, "a set of tiles"));
        }
    }
}

inline Card read_card(const CardRow& row, int card_count) {
    const auto& [needed_rank, power, pawns, affects, abilities] = row;
    Card card;
    card.needed_rank = static_cast<std::uint8_t>(checked(needed_rank, 0, kMaxRank, "a rank"));
    card.power = static_cast<std::int16_t>(within(power, 1, kMaxPrinted, "a power"));
    read_pattern(pawns, card.pawns);
    read_pattern(affects, card.affects);
    const auto ability_count = static_cast<std::int64_t>(abilities.size());
    card.ability_count = static_cast<std::uint8_t>(within(ability_count, 0, kMaxAbilities, "the number of abilities"));
    for (std::size_t i = 0; i < abilities.size(); ++i) card.abilities[i] = read_ability(abilities[i], card_count);
    join_abilities(card);
    return card;
}

inline CardTable read_cards(const std::vector<CardRow>& rows) {
    const int count = within(static_cast<std::int64_t>(rows.size()), 0, kMaxCards, "the number of cards");
    CardTable cards;
    for (const CardRow& row : rows) cards.push_back(read_card(row, count));
    return cards;
}

inline void read_rule(int value, const char*, bool& field) { field = checked(value, 0, 1, "a yes or no") == 1; }

template <class Enum>
void read_rule(int value, const char* name, Enum& field) {
    field = word<Enum>(value, name);
}

inline Ruleset read_rules(const std::vector<int>& row) {
    if (row.size() != kRuleFields) {
        throw std::invalid_argument("a rule set has " + std::to_string(kRuleFields) + " fields here");
    }
    Ruleset rules;
    auto next = row.begin();
#define QB_READ(Type, name, ...) read_rule(*next++, #name, rules.name);
    QB_RULES(QB_READ)
#undef QB_READ
    return rules;
}

inline Weights read_weights(const std::vector<double>& row) {
    Weights weights{};
    if (row.size() * sizeof(double) != sizeof weights) {
        throw std::invalid_argument("the page of weights has another length than the kernel's");
    }
    std::memcpy(&weights, row.data(), sizeof weights);
    return weights;
}

}  // namespace qb
