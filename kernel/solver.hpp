// Positions with nothing hidden, solved: alpha-beta over the final margin, with a table and the judge's move ordering.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "judge.hpp"
#include "zobrist.hpp"

namespace qb {

inline constexpr int kEndlessMargin = 1'000'000;

// Thrown when the answer would take more positions than allowed, or hangs on a card that nobody knows.
struct Unsolved {
    enum Reason : std::uint8_t { too_large, hidden_card } reason;
};

// Positions that may still be looked at.
class Allowance {
public:
    explicit Allowance(std::int64_t positions) : left_(positions) {}
    void take() {
        if (left_-- <= 0) throw Unsolved{Unsolved::too_large};
    }
    std::int64_t left() const { return left_; }

private:
    std::int64_t left_;
};

// The ranks, 0 for a replacing card, that unknown cards of a side may need; unknown cards matter only where they fit.
struct UnknownCards {
    std::array<std::array<bool, kMaxRank + 1>, kSides> ranks{};

    void require_unplayable(const GameState& state) const {
        const Side side = state.side_to_act;
        if (state.hands[side].index_of(kHiddenCard) < 0) return;
        const OpenTiles open(state.board, side);
        for (int rank = 0; rank <= kMaxRank; ++rank) {
            if (ranks[side][rank] && open.at_rank[rank] != 0) throw Unsolved{Unsolved::hidden_card};
        }
    }
};

class Solver {
public:
    static constexpr std::size_t kSmallTable = 1 << 16;  // made in no time, for endings
    static constexpr std::size_t kLargeTable = 1 << 20;

    Solver(const Judge& judge, const UnknownCards& unknown, Allowance& allowance, std::size_t table_size)
        : judge_(judge), unknown_(unknown), allowance_(allowance), table_(table_size) {}

    // Final margin of YOU when both sides see everything and play for it.
    int solve(const GameState& state) { return search(state, -kEndlessMargin, kEndlessMargin); }

    // Best play from here on, by the table that `solve` has filled.
    std::vector<Move> line(GameState state) {
        std::vector<Move> moves;
        while (!state.is_over(judge_.rules)) {
            const Move best = best_move(state);
            moves.push_back(best);
            state.play(best, judge_.cards, judge_.rules);
        }
        return moves;
    }

    // The first move in the pinned order that keeps the solved margin; no other answer is asked of a move than that.
    Move best_move(const GameState& state) {
        const int value = solve(state);
        const bool mine = state.side_to_act == YOU;
        std::vector<Move> moves;
        state.legal_moves(judge_.cards, judge_.rules, moves);
        for (const Move& move : moves) {
            GameState after = state;
            after.play(move, judge_.cards, judge_.rules);
            if (mine ? search(after, value - 1, value) >= value : search(after, value, value + 1) <= value) return move;
        }
        return Move{};
    }

private:
    enum class Bound : std::uint8_t { none, exact, at_least, at_most };
    struct Entry {
        std::uint64_t key = 0;
        std::int32_t value = 0;
        Bound bound = Bound::none;
        Move move{};
    };

    int search(const GameState& state, int low, int high) {
        if (state.is_over(judge_.rules)) return judge_.margin(state);
        allowance_.take();
        unknown_.require_unplayable(state);
        const std::uint64_t key = position_key(state);
        const Entry known = table_[key % table_.size()];
        const bool hit = known.bound != Bound::none && known.key == key;
        if (hit && known.bound == Bound::exact) return known.value;
        if (hit && known.bound == Bound::at_least && known.value >= high) return known.value;
        if (hit && known.bound == Bound::at_most && known.value <= low) return known.value;

        const bool mine = state.side_to_act == YOU;
        int best = mine ? -kEndlessMargin : kEndlessMargin;
        int alpha = low, beta = high;
        Move best_move{};
        for (const Move& move : ordered(state, hit ? &known.move : nullptr)) {
            GameState after = state;
            after.play(move, judge_.cards, judge_.rules);
            const int value = search(after, alpha, beta);
            if (mine ? value > best : value < best) {
                best = value;
                best_move = move;
            }
            (mine ? alpha : beta) = mine ? std::max(alpha, best) : std::min(beta, best);
            if (alpha >= beta) break;
        }
        const Bound bound = best <= low ? Bound::at_most : (best >= high ? Bound::at_least : Bound::exact);
        table_[key % table_.size()] = {key, best, bound, best_move};
        return best;
    }

    // What the table found best first, then by the judge's glance.
    std::vector<Move> ordered(const GameState& state, const Move* first) {
        std::vector<Move> moves;
        state.legal_moves(judge_.cards, judge_.rules, moves);
        std::vector<std::pair<double, std::size_t>> ranked;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const double promise = first && moves[i] == *first ? 2.0 : judge_.glance(state, moves[i]);
            ranked.emplace_back(-promise, i);
        }
        std::sort(ranked.begin(), ranked.end());
        std::vector<Move> found;
        for (const auto& [promise, i] : ranked) found.push_back(moves[i]);
        return found;
    }

    Judge judge_;
    const UnknownCards& unknown_;
    Allowance& allowance_;
    std::vector<Entry> table_;
};

}  // namespace qb
