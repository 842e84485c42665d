// Positions that the network is fitted on: games of the quick player, and what became of each position.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "quick_games.hpp"

namespace qb {

// A move of an example, and what it promised its mover in points.
struct MoveExample {
    MoveInputs inputs;
    float points;
};

// Rows and moves lie in the lists of Examples.
struct Example {
    std::uint32_t first_row, rows, first_move, moves;
    std::array<float, 3> chances;  // win, draw, loss of the side to act, as they should be told
    float margin;
};

struct Examples {
    std::vector<Example> positions;
    std::vector<InputRow> rows;
    std::vector<MoveExample> moves;
};

// One game; every second position of it, chosen at random, is an example. A share `wander` of the moves is played at
// random, every tenth of them a pass, so that positions are met that good players avoid. What a position should be told
// to hold is half the result of its game and half what the best move promised.
class ExampleGame {
public:
    ExampleGame(const Judge& judge, double wander, Rng& rng) : judge_(judge), wander_(wander), rng_(rng) {}

    void play(GameState state, Examples& found) {
        movers_.clear();
        hopes_.clear();
        const std::size_t first = found.positions.size();
        while (!state.is_over(judge_.rules)) {
            const bool strays = rng_.fraction() < wander_;
            Move move = strays ? stray(state) : Move{};
            if (rng_.below(2) == 0) {
                const Move best = note(state, found);
                if (!strays) move = best;
            } else if (!strays) {
                move = best_at_once(state, judge_, moves_);
            }
            state.play(move, judge_.cards, judge_.rules);
        }
        const int margin = judge_.margin(state);
        for (std::size_t i = 0; i < movers_.size(); ++i) {
            const Outlook made = certain(movers_[i] == YOU ? margin : -margin);
            const Outlook& hoped = hopes_[i];
            Example& example = found.positions[first + i];
            example.chances = {half(made.win, hoped.win), half(made.draw, hoped.draw), half(made.loss, hoped.loss)};
            example.margin = half(made.margin, hoped.margin);
        }
    }

private:
    static float half(double a, double b) { return static_cast<float>((a + b) / 2); }

    // Writes the position down with all its moves; returns the best of them.
    Move note(const GameState& state, Examples& found) {
        Inputs inputs;
        InputReader position(state, judge_.cards, judge_.rules);
        position.read(inputs);
        const MoveInputReader reader(state, judge_.cards, position);
        state.legal_moves(judge_.cards, judge_.rules, moves_);
        Example example{};
        example.first_row = static_cast<std::uint32_t>(found.rows.size());
        example.rows = static_cast<std::uint32_t>(inputs.size);
        example.first_move = static_cast<std::uint32_t>(found.moves.size());
        example.moves = static_cast<std::uint32_t>(moves_.size());
        found.rows.insert(found.rows.end(), inputs.rows.begin(), inputs.rows.begin() + inputs.size);
        found.positions.push_back(example);
        const bool waits = moves_.size() > 1 && is_waiting_time(state);
        Move best{};
        Outlook most{-1.0, 0.0, 0.0, 0.0};
        for (const Move& move : moves_) {
            Outlook hope = judge_.after(state, move);
            if (state.side_to_act == ENEMY) hope = hope.swapped();
            found.moves.push_back({reader.read(move), static_cast<float>(hope.points())});
            if (hope.points() > most.points() && !(waits && move.is_pass())) {
                most = hope;
                best = move;
            }
        }
        movers_.push_back(state.side_to_act);
        hopes_.push_back(most);
        return best;
    }

    Move stray(const GameState& state) {
        return rng_.below(10) == 0 && state.passes == 0 ? Move{} : random_move(state, judge_.cards, rng_);
    }

    const Judge& judge_;
    double wander_;
    Rng& rng_;
    std::vector<Move> moves_;
    std::vector<Side> movers_;    // of the examples of this game
    std::vector<Outlook> hopes_;  // by the best move of each
};

// One game of the quick player for each pair of decks. A game depends on its own seed alone; they count up from `seed`.
inline Examples self_play(const Judge& judge, const std::vector<DeckPair>& pairs, const BoardState& board,
                          double wander, std::uint64_t seed) {
    Examples found;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        Rng rng(seed + i);
        const Side starter = rng.below(kSides) == 0 ? YOU : ENEMY;
        const GameState state = deal(pairs[i], board, starter, rng);
        ExampleGame(judge, wander, rng).play(state, found);
    }
    return found;
}

}  // namespace qb
