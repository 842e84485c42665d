// GameState: board, hands, decks and the turn; see game_state.py. A value, copied by assignment.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "errors.hpp"
#include "legality.hpp"
#include "resolution.hpp"

namespace qb {

inline constexpr int kMaxTurn = 60000;

// Cards in a kept order. No game comes near the limit; one that did is refused, never cut.
struct CardList {
    static constexpr int kCapacity = 60;
    std::array<CardIndex, kCapacity> cards{};
    std::uint8_t size = 0;

    void push(CardIndex card) {
        if (size == kCapacity) throw LimitError("the kernel holds at most 60 cards in a hand or a deck");
        cards[size++] = card;
    }
    void erase(int index) {
        for (int i = index + 1; i < size; ++i) cards[i - 1] = cards[i];
        --size;
    }
    bool operator==(const CardList& other) const {
        return std::equal(cards.begin(), cards.begin() + size, other.cards.begin(), other.cards.begin() + other.size);
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

QB_WORDS(enum class, TurnPhase, draw, play, end)

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

    bool hides_cards() const {
        const auto hides = [](const CardList& list) { return list.index_of(kHiddenCard) >= 0; };
        return std::any_of(hands.begin(), hands.end(), hides) || std::any_of(decks.begin(), decks.end(), hides);
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

    // Placements by card and tile in ascending order, then the pass; the order is pinned. None once the game is over or
    // the turn waits to be ended. Opening hands must be decided on.
    void legal_moves(const CardTable& cards, const Ruleset& rules, std::vector<Move>& moves) const {
        moves.clear();
        if (is_over(rules) || phase == TurnPhase::end) return;
        const OpenTiles open(board, side_to_act);
        std::array<CardIndex, CardList::kCapacity> distinct;
        const int count = distinct_cards(side_to_act, distinct);
        for (int i = 0; i < count; ++i) {
            for_each_tile(open.legal(cards[distinct[i]]),
                          [&](int tile) { moves.push_back(Move{distinct[i], static_cast<std::uint8_t>(tile)}); });
        }
        moves.push_back(Move{});
    }

    // A whole turn with a legal move. A LimitError leaves it half done: whoever wants to go on plays on a copy.
    void play(const Move& move, const CardTable& cards, const Ruleset& rules) {
        // 1. The draw, if it is still due.
        if (phase == TurnPhase::draw) draw_start_of_turn();
        phase = TurnPhase::end;
        // 2. The pass, or the card with everything that follows from it.
        if (move.is_pass()) {
            ++passes;
        } else {
            place(move, cards, rules);
            passes = 0;
        }
        // 3. The turn goes over, and the other side draws.
        end_turn(rules);
    }

    // Each side skips the draw of its first turn; an empty deck gives no card.
    void draw_start_of_turn() {
        phase = TurnPhase::play;
        CardList& deck = decks[side_to_act];
        if (turn > kSides && deck.size > 0) hands[side_to_act].push(deck.pop_front());
    }

    // Hand the turn over, and make the draw of the next one unless the game ends here.
    void end_turn(const Ruleset& rules) {
        if (passes >= 2) return;
        if (turn == kMaxTurn) throw LimitError("the kernel counts at most 60,000 turns");
        side_to_act = other(side_to_act);
        ++turn;
        phase = TurnPhase::draw;
        if (!is_over(rules)) draw_start_of_turn();
    }

private:
    void place(const Move& move, const CardTable& cards, const Ruleset& rules) {
        hands[side_to_act].erase(hands[side_to_act].index_of(move.card));
        Resolution resolution(board, cards, rules);
        const PlayResult& result = resolution.play(side_to_act, move.card, move.tile);
        if (board.unsettled) board.recompute_influence_from_deltas();
        board.unsettled = false;
        for (int side = 0; side < kSides; ++side) {
            for (int i = 0; i < result.to_hand_count[side]; ++i) hands[side].push(result.to_hand[side][i]);
        }
    }
};

}  // namespace qb
