// One play, resolved step by step; the twin of resolution.py, which says why it always ends.
#pragma once

#include <array>
#include <cstdint>

#include "board_state.hpp"
#include "powers.hpp"
#include "projection.hpp"

namespace qb {

inline constexpr int kMaxTokensPerPlay = 64;

// What a play did besides changing the board.
struct PlayResult {
    std::array<TileMask, kSides> fallen{};  // tiles where a card of that side was destroyed, replaced ones included
    TileMask captured{};                    // tiles taken from the opponent by pawns
    std::array<std::uint8_t, kSides> to_hand_count{};
    std::array<std::array<CardIndex, kMaxTokensPerPlay>, kSides> to_hand{};

    void add_to_hand(Side side, CardIndex card) {
        if (to_hand_count[side] == kMaxTokensPerPlay) {
            throw LimitError("the kernel gives at most 64 cards to a hand in one play");
        }
        to_hand[side][to_hand_count[side]++] = card;
    }
};

class Resolution {
public:
    Resolution(BoardState& board, const CardTable& cards, const Ruleset& rules)
        : board_(board), cards_(cards), rules_(rules) {}

    const PlayResult& play(Side side, CardIndex card, int tile) {
        if (is_plain(card, tile)) {
            board_.place(cards_, card, side, tile);
            lay_pawns(side, card, tile);
            return result_;
        }
        powers_ = compute_powers(board_, cards_, rules_);
        const int replaced_power = powers_.power[tile];
        // 1. The card lands; its continuous effect is in force at once; watchers of played cards count it.
        Group replaced;
        land(side, card, tile, replaced);
        const Source source{board_.number[tile], card, side, tile};
        watch_play(source);
        if (rules_.pawns_before_abilities) lay_pawns(side, card, tile);
        // 2. A replaced card is destroyed: its ability, watchers of destroyed cards, then settle.
        if (replaced.size != 0 && rules_.replacement_order == ReplacementOrder::old_first) {
            mourn(replaced);
            settle();
        }
        // 3. The new card's ability, then settle.
        fire_all(source, cards_[card].on_play, replaced_power);
        if (replaced.size != 0 && rules_.replacement_order == ReplacementOrder::new_first) {
            settle();
            mourn(replaced);
        }
        settle();
        // 4. Its pawns, also when the card itself has died meanwhile.
        if (!rules_.pawns_before_abilities && !(rules_.undoes_pawns() && !lies_there(source))) {
            lay_pawns(side, card, tile);
        }
        return result_;
    }

private:
    // A card in play, named so that it is still understood after it has left.
    struct Source {
        std::uint16_t number;
        CardIndex card;
        Side side;
        int tile;
    };
    // Cards that left the board together.
    struct Group {
        std::array<Source, kTiles> cards;
        int size = 0;
    };
    // A first-time ability that waits to fire.
    struct Due {
        Source source;
        std::uint8_t ability;
        bool posthumous;
    };
    static constexpr int kMaxDue = 4 * kTiles * kMaxAbilities;

    // Nothing on the board reacts and the card has no ability: pawns are all there is.
    bool is_plain(CardIndex card, int tile) const {
        const Card& played = cards_[card];
        const bool quiet = board_.active == 0 && !board_.unsettled && !(board_.occupied & bit(tile));
        return quiet && !played.is_active() && played.on_play == 0;
    }

    bool lies_there(const Source& source) const {
        return (board_.occupied & bit(source.tile)) && board_.number[source.tile] == source.number;
    }

    void lay_pawns(Side side, CardIndex card, int tile) {
        result_.captured |= apply_pawns(board_, rules_, cards_[card], side, tile);
    }

    // Put the card down, in the place of the card it replaces if there is one; both are one change.
    void land(Side side, CardIndex card, int tile, Group& replaced) {
        if (board_.occupied & bit(tile)) take_off(bit(tile), replaced);
        put_down(side, card, tile);
        after_change();
    }

    void put_down(Side side, CardIndex card, int tile) {
        board_.place(cards_, card, side, tile);
        for_each_aura_gift(board_, cards_, tile, [&](int target, int amount) { powers_.aura[target] += amount; });
        for_each_tile(static_cast<TileMask>(board_.active & ~bit(tile)), [&](int source) {
            for_each_aura_gift(board_, cards_, source, [&](int target, int amount) {
                if (target == tile) powers_.aura[tile] += amount;
            });
        });
    }

    // Remove cards together; what they gave is withdrawn in full.
    void take_off(TileMask tiles, Group& group) {
        std::array<int, kTiles> withdrawn{};
        for_each_tile(static_cast<TileMask>(tiles & board_.active), [&](int tile) {
            for_each_aura_gift(board_, cards_, tile, [&](int target, int amount) { withdrawn[target] += amount; });
        });
        rules_.for_each_in_order(tiles, [&](int tile) {
            const Side side = board_.side_of(tile);
            group.cards[group.size++] = Source{board_.number[tile], board_.card[tile], side, tile};
            result_.fallen[side] = static_cast<TileMask>(result_.fallen[side] | bit(tile));
            remove(side, tile);
            powers_.aura[tile] = powers_.count[tile] = powers_.change[tile] = powers_.power[tile] = 0;
        });
        for_each_tile(board_.occupied, [&](int tile) { powers_.aura[tile] -= withdrawn[tile]; });
    }

    // What becomes of the tile and the pawns of a card that leaves; see destruction.py.
    void remove(Side side, int tile) {
        board_.take_off(tile);
        switch (rules_.rank_after_destruction) {
            case RankAfterDestruction::undone:
                board_.layer.forget(tile);
                board_.recompute_influence_from_deltas();
                break;
            case RankAfterDestruction::reset:
                board_.set_pawns(tile, side, side == YOU ? 1 : 0, side == YOU ? 0 : 1);
                break;
            case RankAfterDestruction::kept:
                break;
        }
    }

    // Recompute all powers; note who is dead by it and which first-time abilities are due.
    void after_change() {
        const std::array<int, kTiles> change_before = powers_.change;
        const std::array<int, kTiles> power_before = powers_.power;
        finish_powers(board_, cards_, rules_, powers_);
        rules_.for_each_in_order(static_cast<TileMask>(board_.occupied & ~doomed_), [&](int tile) {
            const bool dies = powers_.power[tile] <= 0;
            if (dies) doomed_ = static_cast<TileMask>(doomed_ | bit(tile));
            const std::uint8_t waiting = cards_[board_.card[tile]].first_time;
            if (waiting != 0) note_first_times(tile, waiting, change_before[tile], power_before[tile], dies);
        });
    }

    void note_first_times(int tile, std::uint8_t waiting, int change_before, int power_before, bool dies) {
        const Card& card = cards_[board_.card[tile]];
        const bool repeats = std::popcount(waiting) > 1 && rules_.two_face == FirstTime::every_entry;
        for (std::uint8_t number = 0; number < card.ability_count; ++number) {
            if (!(waiting >> number & 1)) continue;
            const Ability& ability = card.abilities[number];
            if (!entered(ability, tile, change_before, power_before)) continue;
            const bool fires_dead = rules_.killing_blow_fires && ability.trigger == Trigger::on_first_enfeebled;
            if (dies && !fires_dead) continue;
            if (fired_now(board_.number[tile], number)) continue;
            if ((board_.fired[tile] >> number & 1) && !repeats) continue;
            board_.fired[tile] = static_cast<std::uint8_t>(board_.fired[tile] | 1U << number);
            if (due_size_ == kMaxDue) throw LimitError("the kernel holds at most 240 first-time abilities a play");
            const Source source{board_.number[tile], board_.card[tile], board_.side_of(tile), tile};
            due_[due_size_++] = Due{source, number, dies};
        }
    }

    // Whether the card has just come into the state that the ability waits for.
    bool entered(const Ability& ability, int tile, int change_before, int power_before) const {
        const int change = powers_.change[tile];
        if (ability.trigger == Trigger::on_first_enhanced) return change_before <= 0 && 0 < change;
        if (ability.trigger == Trigger::on_first_enfeebled) return change_before >= 0 && 0 > change;
        return power_before < ability.threshold && ability.threshold <= powers_.power[tile];
    }

    // Every ability that became due in this play stays in the queue behind `due_next_`.
    bool fired_now(std::uint16_t number, std::uint8_t ability) const {
        for (int i = 0; i < due_size_; ++i) {
            if (due_[i].source.number == number && due_[i].ability == ability) return true;
        }
        return false;
    }

    // Until nothing is left to do: bury the dead, else fire the oldest first-time ability that waits.
    void settle() {
        while (doomed_ != 0 || due_next_ < due_size_) {
            if (doomed_ != 0) {
                bury();
                continue;
            }
            const Due due = due_[due_next_++];
            if (due.posthumous || lies_there(due.source)) fire(due.source, due.ability, 0);
        }
    }

    void bury() {
        TileMask dead = doomed_;
        if (rules_.death_order == DeathOrder::one_by_one) {
            TileMask first = 0;
            rules_.for_each_in_order(dead, [&](int tile) {
                if (first == 0) first = bit(tile);
            });
            dead = first;
        }
        doomed_ = static_cast<TileMask>(doomed_ & ~dead);
        Group group;
        take_off(dead, group);
        after_change();
        mourn(group);
    }

    // The on-destroyed abilities of the dead, then, for each of them, the watchers still on the board.
    void mourn(const Group& group) {
        for (int i = 0; i < group.size; ++i) {
            fire_all(group.cards[i], cards_[group.cards[i].card].on_destroyed, 0);
        }
        for (int i = 0; i < group.size; ++i) {
            rules_.for_each_in_order(static_cast<TileMask>(board_.active & ~doomed_), [&](int tile) {
                const bool allied = board_.side_of(tile) == group.cards[i].side;
                alert(tile, cards_[board_.card[tile]].death_watchers,
                      allied ? Trigger::on_ally_destroyed : Trigger::on_enemy_destroyed, Trigger::on_any_destroyed);
            });
        }
    }

    void watch_play(const Source& played) {
        rules_.for_each_in_order(static_cast<TileMask>(board_.active & ~doomed_ & ~bit(played.tile)), [&](int tile) {
            const bool allied = board_.side_of(tile) == played.side;
            const Trigger trigger = allied ? Trigger::on_ally_played : Trigger::on_enemy_played;
            alert(tile, cards_[board_.card[tile]].play_watchers, trigger, trigger);
        });
    }

    void alert(int tile, std::uint8_t watching, Trigger one, Trigger another) {
        if (watching == 0) return;
        const Source source{board_.number[tile], board_.card[tile], board_.side_of(tile), tile};
        const Card& card = cards_[source.card];
        for (std::uint8_t number = 0; number < card.ability_count; ++number) {
            const Trigger trigger = card.abilities[number].trigger;
            if ((watching >> number & 1) && (trigger == one || trigger == another)) fire(source, number, 0);
        }
    }

    void fire_all(const Source& source, std::uint8_t numbers, int replaced_power) {
        for (std::uint8_t number = 0; number < kMaxAbilities; ++number) {
            if (numbers >> number & 1) fire(source, number, replaced_power);
        }
    }

    void fire(const Source& source, std::uint8_t number, int replaced_power) {
        const Ability& ability = cards_[source.card].abilities[number];
        switch (ability.op) {
            case Operation::modify_power: {
                const int amount = ability.per_replaced_power ? ability.amount * replaced_power : ability.amount;
                const TileMask touched = targets(source, ability);
                rules_.for_each_in_order(touched, [&](int tile) { change_power(tile, amount, source); });
                break;
            }
            case Operation::destroy:
                doomed_ = static_cast<TileMask>(doomed_ | targets(source, ability));
                break;
            case Operation::add_to_hand:
                for (int i = 0; i < ability.named_count; ++i) result_.add_to_hand(source.side, ability.named[i]);
                break;
            case Operation::spawn_by_rank:
                spawn(source, ability);
                break;
            case Operation::raise_rank:
            case Operation::score_bonus:
            case Operation::add_loser_score:
                break;
        }
    }

    // Tiles of the living cards that the ability means now.
    TileMask targets(const Source& source, const Ability& ability) const {
        const auto living = static_cast<TileMask>(board_.occupied & ~doomed_);
        if (ability.target == Target::self) return lies_there(source) ? living & bit(source.tile) : 0;
        auto marked = static_cast<TileMask>(cards_[source.card].affects[source.side][source.tile] & living);
        if (ability.target == Target::affected_allies) marked &= board_.cards_of[source.side];
        if (ability.target == Target::affected_enemies) marked &= board_.cards_of[other(source.side)];
        return marked;
    }

    // One lasting change of one card; a card that this batch has killed meanwhile is passed over.
    void change_power(int tile, int amount, const Source& by) {
        if ((doomed_ & bit(tile)) || amount == 0) return;
        auto& changed = board_.number[tile] == by.number ? board_.own[tile] : board_.lasting[tile];
        const int sum = within(changed + amount, -kMaxPowerChange, kMaxPowerChange, "a power change");
        changed = static_cast<std::int16_t>(sum);
        after_change();
    }

    void spawn(const Source& by, const Ability& ability) {
        const auto own = static_cast<TileMask>(board_.owned[by.side] & ~board_.occupied);
        rules_.for_each_in_order(own, [&](int tile) {
            const int rank = board_.visible_rank(tile);
            if (rank == 0) return;
            put_down(by.side, ability.named[rank - 1], tile);
            after_change();
        });
    }

    BoardState& board_;
    const CardTable& cards_;
    const Ruleset& rules_;
    Powers powers_;
    PlayResult result_;
    TileMask doomed_ = 0;
    std::array<Due, kMaxDue> due_;
    int due_size_ = 0;
    int due_next_ = 0;
};

}  // namespace qb
