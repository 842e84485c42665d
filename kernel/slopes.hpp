// The slopes of a network's numbers at an example: forward through the layers, and back.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "examples.hpp"
#include "network_shape.hpp"

namespace qb {

// One step: how far to go, how much the choice of moves and the margin count beside the result, and how often a card is
// dropped, so that its traits learn to stand in for it: in such a share of the examples a quarter of the cards; all
// in 1.
struct FittingStep {
    QB_MEMBERS(kNames, double, rate, moves_weight, margin_weight, card_dropout)
};

// Mean surprise at the result, at the best moves, and mean squared error of the margin in units of kMarginScale.
struct FittingLoss {
    double result = 0, moves = 0, margin = 0;
    std::int64_t examples = 0;
};

template <std::size_t Size>
using Floats = std::array<float, Size>;

// Numbers spread out for use, or their slopes: rows of inputs and of moves, each card twice, the second time by its
// traits alone; and the layers.
struct SpreadNumbers {
    std::vector<float> rows, moves, layers;
    explicit SpreadNumbers(const NetworkShape& shape)
        : rows(shape.plain.size() + 2 * shape.of_cards.size()),
          moves(shape.moves_plain.size() + 2 * shape.moves_cards.size()),
          layers(shape.weigher_bias.end() - shape.hidden_bias.first) {}
};
// What a part of the work has found so far, and room to work in.
struct Slopes {
    std::vector<float> rows, moves, layers;
    FittingLoss loss;
    std::vector<std::uint32_t> inputs;  // rows of this example
    std::vector<std::uint8_t> dropped;  // by card
    void clear(const SpreadNumbers& sizes) {
        rows.assign(sizes.rows.size(), 0.0F);
        moves.assign(sizes.moves.size(), 0.0F);
        layers.assign(sizes.layers.size(), 0.0F);
        loss = {};
    }
    void drop(const Example& example, const Examples& examples, double share, int cards, Rng& rng) {
        dropped.assign(static_cast<std::size_t>(cards), 0);
        if (share >= 1.0) {
            dropped.assign(static_cast<std::size_t>(cards), 1);
        } else if (rng.fraction() < share) {
            for (auto& card : dropped) card = rng.below(4) == 0;
        }
        inputs.clear();
        for (std::uint32_t i = 0; i < example.rows; ++i) {
            std::uint32_t row = examples.rows[example.first_row + i];
            if (row >= PlainRows::kEnd && dropped[(row - PlainRows::kEnd) % static_cast<std::uint32_t>(cards)]) {
                row += static_cast<std::uint32_t>(CardSlots::kEnd * cards);
            }
            inputs.push_back(row);
        }
    }
};

class SlopeFinder {
public:
    static constexpr float kMostUnit = 7.99F;  // a unit goes from 0 to almost 8

    SlopeFinder(const NetworkShape& shape, const SpreadNumbers& numbers, int cards)
        : shape_(shape), numbers_(numbers), cards_(cards) {}

    // One example forward and back.
    void pass_through(const Example& example, const Examples& examples, const FittingStep& step, Slopes& part) const {
        Floats<kHidden> sum, hidden, at_hidden{};
        std::copy_n(layer(shape_.hidden_bias), kHidden, sum.begin());
        for (const std::uint32_t row : part.inputs) {
            const float* from = numbers_.rows.data() + std::size_t{row} * kHidden;
            for (std::size_t i = 0; i < kHidden; ++i) sum[i] += from[i];
        }
        ramp(sum, hidden);
        judge_result(example, step, hidden, at_hidden, part);
        if (step.moves_weight > 0.0 && example.moves > 1) weigh_moves(example, examples, step, hidden, at_hidden, part);
        through_ramp(sum, at_hidden);
        for (std::size_t i = 0; i < kHidden; ++i) slope(part, shape_.hidden_bias)[i] += at_hidden[i];
        for (const std::uint32_t row : part.inputs) {
            float* to = part.rows.data() + std::size_t{row} * kHidden;
            for (std::size_t i = 0; i < kHidden; ++i) to[i] += at_hidden[i];
        }
    }

private:
    const float* layer(const Segment& it) const { return numbers_.layers.data() + it.first - shape_.hidden_bias.first; }
    float* slope(Slopes& part, const Segment& it) const {
        return part.layers.data() + it.first - shape_.hidden_bias.first;
    }

    template <std::size_t Out, std::size_t In>
    void forward(const Floats<In>& from, const Segment& weights, const Segment& bias, Floats<Out>& to) const {
        const float* w = layer(weights);
        for (std::size_t o = 0; o < Out; ++o) {
            std::array<float, 8> lanes{};
            for (std::size_t i = 0; i < In; i += 8) {
                for (std::size_t j = 0; j < 8; ++j) lanes[j] += from[i + j] * w[o * In + i + j];
            }
            to[o] = layer(bias)[o] + ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) +
                    ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]));
        }
    }
    // Slopes of a layer from those of what came out of it, and what they mean for what went in.
    template <std::size_t Out, std::size_t In>
    void backward(const Floats<In>& from, const Floats<Out>& slopes, const Segment& weights, const Segment& bias,
                  Floats<In>& into, Slopes& part) const {
        const float* w = layer(weights);
        float* found = slope(part, weights);
        for (std::size_t o = 0; o < Out; ++o) {
            const float by = slopes[o];
            slope(part, bias)[o] += by;
            if (by == 0.0F) continue;
            for (std::size_t i = 0; i < In; ++i) {
                found[o * In + i] += by * from[i];
                into[i] += by * w[o * In + i];
            }
        }
    }
    template <std::size_t Size>
    static void ramp(const Floats<Size>& from, Floats<Size>& to) {
        for (std::size_t i = 0; i < Size; ++i) to[i] = std::clamp(from[i], 0.0F, kMostUnit);
    }
    template <std::size_t Size>
    static void through_ramp(const Floats<Size>& before, Floats<Size>& slopes) {
        for (std::size_t i = 0; i < Size; ++i) {
            if (before[i] <= 0.0F || before[i] >= kMostUnit) slopes[i] = 0.0F;
        }
    }

    void judge_result(const Example& example, const FittingStep& step, const Floats<kHidden>& hidden,
                      Floats<kHidden>& at_hidden, Slopes& part) const {
        Floats<kSecond> before, second, at_second{};
        forward(hidden, shape_.into_second, shape_.second_bias, before);
        ramp(before, second);
        Floats<kOutputs> output, at_output{};
        forward(second, shape_.into_output, shape_.output_bias, output);
        const float top = std::max({output[0], output[1], output[2]});
        std::array<float, 3> weight;
        for (std::size_t i = 0; i < 3; ++i) weight[i] = std::exp(output[i] - top);
        const float total = weight[0] + weight[1] + weight[2];
        for (std::size_t i = 0; i < 3; ++i) {
            at_output[i] = weight[i] / total - example.chances[i];
            part.loss.result -= example.chances[i] * (output[i] - top - std::log(total));
        }
        const float miss = output[3] - example.margin / kMarginScale;
        part.loss.margin += miss * miss;
        at_output[3] = static_cast<float>(2.0 * step.margin_weight) * miss;
        backward(second, at_output, shape_.into_output, shape_.output_bias, at_second, part);
        through_ramp(before, at_second);
        backward(hidden, at_second, shape_.into_second, shape_.second_bias, at_hidden, part);
    }

    std::array<std::size_t, MoveRows::kCounts.size() + 1> rows_of(const MoveInputs& move, const Slopes& part,
                                                                  std::size_t& count) const {
        std::array<std::size_t, MoveRows::kCounts.size() + 1> found;
        for (count = 0; count < static_cast<std::size_t>(move.size); ++count) {
            found[count] = static_cast<std::size_t>(move.rows[count]) * kSecond;
        }
        if (move.card != kNoCard) {
            const int copy = part.dropped[move.card] ? kTiles * cards_ : 0;
            found[count++] = static_cast<std::size_t>(MoveRows::kEnd + copy + move.tile * cards_ + move.card) * kSecond;
        }
        return found;
    }

    void weigh_moves(const Example& example, const Examples& examples, const FittingStep& step,
                     const Floats<kHidden>& hidden, Floats<kHidden>& at_hidden, Slopes& part) const {
        Floats<kSecond> before, weigher, at_weigher{};
        forward(hidden, shape_.into_weigher, shape_.weigher_bias, before);
        ramp(before, weigher);
        weigher[0] = 1.0F;
        const MoveExample* moves = examples.moves.data() + example.first_move;
        std::vector<Floats<kSecond>> vectors(example.moves);
        std::vector<float> scores(example.moves), wanted(example.moves);
        float top = -1e30F, best = 0.0F;
        for (std::size_t m = 0; m < example.moves; ++m) {
            std::size_t count;
            const auto rows = rows_of(moves[m].inputs, part, count);
            vectors[m].fill(0.0F);
            for (std::size_t r = 0; r < count; ++r) {
                for (std::size_t i = 0; i < kSecond; ++i) vectors[m][i] += numbers_.moves[rows[r] + i];
            }
            float score = 0.0F;
            for (std::size_t i = 0; i < kSecond; ++i) score += weigher[i] * vectors[m][i];
            scores[m] = score;
            top = std::max(top, score);
            best = std::max(best, moves[m].points);
        }
        float total = 0.0F, all = 0.0F;
        for (std::size_t m = 0; m < example.moves; ++m) {
            wanted[m] = std::exp((moves[m].points - best) / static_cast<float>(kScoreTemperature));
            total += std::exp(scores[m] - top);
            all += wanted[m];
        }
        for (std::size_t m = 0; m < example.moves; ++m) {
            const float log_share = scores[m] - top - std::log(total);
            const float share = wanted[m] / all;
            part.loss.moves -= share * log_share;
            if (share > 0.0F) part.loss.moves += share * std::log(share);
            const float by = static_cast<float>(step.moves_weight) * (std::exp(log_share) - share);
            std::size_t count;
            const auto rows = rows_of(moves[m].inputs, part, count);
            for (std::size_t i = 0; i < kSecond; ++i) at_weigher[i] += by * vectors[m][i];
            for (std::size_t r = 0; r < count; ++r) {
                for (std::size_t i = 0; i < kSecond; ++i) part.moves[rows[r] + i] += by * weigher[i];
            }
        }
        at_weigher[0] = 0.0F;
        through_ramp(before, at_weigher);
        backward(hidden, at_weigher, shape_.into_weigher, shape_.weigher_bias, at_hidden, part);
    }

    const NetworkShape& shape_;
    const SpreadNumbers& numbers_;
    int cards_;
};

}  // namespace qb
