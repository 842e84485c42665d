// GameState: board, hands, decks and the turn; see game_state.py. A value, copied by assignment.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "legality.hpp"
#include "resolution.hpp"
#include "scoring.hpp"

namespace qb {

// Cards in a kept order. No game comes near the limit; one that did is refused, never cut.
struct CardList {
    static constexpr int kCapacity = 60;
    std::array<CardIndex, kCapacity> cards{};
    std::uint8_t size = 0;

    void push(CardIndex card) {
        if (size == kCapacity) throw std::length_error("the kernel holds at most 60 cards in a hand or a deck");
        cards[size++] = card;
    }
    void erase(int index) {
        for (int i = index + 1; i < size; ++i) cards[i - 1] = cards[i];
        --size;
    }
    int index_of(CardIndex card) const {
        for (int i = 0; i < size; ++i) {
            if (cards[i] == card) return i;
        }
        return -1;
    }
    CardIndex pop_front() {
        const CardIndex card = cards[0];
        erase(0);
        return card;
    }
};

enum class TurnPhase : std::uint8_t { draw, play, end };

// A placement, or a pass when `card` is kNoCard.
struct Move {
    CardIndex card = kNoCard;
    std::uint8_t tile = 0;

    bool is_pass() const { return card == kNoCard; }
    bool operator==(const Move&) const = default;
};

struct GameState {
    BoardState board;
    std::array<CardList, kSides> hands;
    std::array<CardList, kSides> decks;
    Side side_to_act = YOU;
    std::uint16_t turn = 1;
    std::uint8_t passes = 0;
    TurnPhase phase = TurnPhase::play;
    std::array<bool, kSides> mulligan_open{};
    std::array<std::uint8_t, kSides> mulligans_applied{};

    bool is_over(const Ruleset& rules) const {
        return passes >= 2 || (rules.ends_on_full_board && board.is_full() && phase != TurnPhase::end);
    }

    // The different cards of a hand, ascending; hidden cards left out.
    int distinct_cards(Side side, std::array<CardIndex, CardList::kCapacity>& found) const {
        const CardList& hand = hands[side];
        int count = 0;
        for (int i = 0; i < hand.size; ++i) {
            const CardIndex card = hand.cards[i];
            if (card >= kHiddenCard) continue;
            int place = count;
            while (place > 0 && found[place - 1] > card) --place;
            if (place > 0 && found[place - 1] == card) continue;
            for (int j = count; j > place; --j) found[j] = found[j - 1];
            found[place] = card;
            ++count;
        }
        return count;
    }

    // Placements by card and tile in ascending order, then the pass; the order is pinned.
    void legal_moves(const CardTable& cards, std::vector<Move>& moves) const {
        moves.clear();
        const OpenTiles open(board, side_to_act);
        std::array<CardIndex, CardList::kCapacity> distinct;
        const int count = distinct_cards(side_to_act, distinct);
        for (int i = 0; i < count; ++i) {
            for_each_tile(open.legal(cards[distinct[i]]), [&](int tile) {
                moves.push_back(Move{distinct[i], static_cast<std::uint8_t>(tile)});
            });
        }
        moves.push_back(Move{});
    }

    // Make a legal move, end the turn, and make the next side's draw.
    void play(const Move& move, const CardTable& cards, const Ruleset& rules) {
        begin_action();
        if (move.is_pass()) {
            ++passes;
        } else {
            hands[side_to_act].erase(hands[side_to_act].index_of(move.card));
            Resolution resolution(board, cards, rules);
            const PlayResult& result = resolution.play(side_to_act, move.card, move.tile);
            for (int side = 0; side < kSides; ++side) {
                for (int i = 0; i < result.to_hand_count[side]; ++i) hands[side].push(result.to_hand[side][i]);
            }
            passes = 0;
        }
        end_turn(rules);
    }

    // Each side skips the draw of its first turn; an empty deck gives no card.
    void draw_start_of_turn() {
        phase = TurnPhase::play;
        CardList& deck = decks[side_to_act];
        if (turn > kSides && deck.size > 0) hands[side_to_act].push(deck.pop_front());
    }

private:
    void begin_action() {
        if (phase == TurnPhase::draw) draw_start_of_turn();
        phase = TurnPhase::end;
        mulligan_open[side_to_act] = false;
    }

    void end_turn(const Ruleset& rules) {
        if (passes >= 2) return;
        side_to_act = other(side_to_act);
        ++turn;
        phase = TurnPhase::draw;
        if (!is_over(rules)) draw_start_of_turn();
    }
};

}  // namespace qb
