// Fitting the judge's network: examples in, numbers out. Plain gradient descent (Adam) in single precision; the work is
// split into a fixed number of parts that are added up in a fixed order, so threads do not change any bit.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "examples.hpp"
#include "network_shape.hpp"
#include "parallel.hpp"

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

class Fitting {
public:
    static constexpr float kMostUnit = 7.99F;

    Fitting(const CardTable& cards, std::uint64_t seed)
        : cards_(static_cast<int>(cards.size())), shape_(cards_), numbers_(shape_.size()), tables_(shape_) {
        for (const Card& card : cards) traits_.push_back(traits_of(card));
        for (int card = 0; card < cards_; ++card) places_.push_back(card);
        start(seed);
        first_moment_.resize(numbers_.size());
        second_moment_.resize(numbers_.size());
        spread();
    }

    const NetworkShape& shape() const { return shape_; }

    // The numbers as the kernel's network counts them.
    NetworkNumbers counted() const {
        NetworkNumbers found;
        for (const float number : numbers_) found.push_back(rounded(number, Network::kUnit, 32767));
        const auto fine = [&](const Segment& it) {
            for (std::size_t i = it.first; i < it.end(); ++i) {
                found[i] = rounded(numbers_[i], 1 << Network::kWeightBits, 8191);
            }
        };
        fine(shape_.into_second);
        fine(shape_.into_output);
        fine(shape_.into_weigher);
        for (std::size_t i = shape_.moves_plain.first; i < shape_.moves_traits.end(); ++i) {
            found[i] = rounded(numbers_[i], Network::kUnit, 2047);
        }
        return found;
    }

    // One step by the examples from `first` on, `size` of them, in the order of `order`.
    FittingLoss learn(const Examples& examples, const std::vector<std::uint32_t>& order, std::size_t first,
                      std::size_t size, const FittingStep& step, std::uint64_t seed, int threads) {
        const FittingLoss found = weigh(examples, order, first, size, step, seed, threads);
        ++steps_;
        gather(size);
        adapt(step.rate, threads);
        spread();
        return found;
    }

    // The surprise at these examples, and the slopes of all numbers there.
    FittingLoss weigh(const Examples& examples, const std::vector<std::uint32_t>& order, std::size_t first,
                      std::size_t size, const FittingStep& step, std::uint64_t seed, int threads) {
        parallel_for(kParts, threads, [&](std::size_t part) {
            Part& it = parts_[part];
            it.clear(tables_);
            Rng rng(mix(seed) + part);
            for (std::size_t i = part; i < size; i += kParts) {
                const Example& example = examples.positions[order[first + i]];
                it.drop(example, examples, step.card_dropout, cards_, rng);
                pass_through(example, examples, step, it);
            }
        });
        FittingLoss sum;
        for (const Part& part : parts_) {
            sum.result += part.loss.result;
            sum.moves += part.loss.moves;
            sum.margin += part.loss.margin;
        }
        sum.examples = static_cast<std::int64_t>(size);
        return sum;
    }

    // All that is needed to go on later: numbers, both moments, steps.
    std::vector<float> memory() const {
        std::vector<float> found = numbers_;
        found.insert(found.end(), first_moment_.begin(), first_moment_.end());
        found.insert(found.end(), second_moment_.begin(), second_moment_.end());
        found.push_back(static_cast<float>(steps_));
        return found;
    }
    void remember(const std::vector<float>& memory) {
        const std::size_t size = numbers_.size();
        if (memory.size() != 3 * size + 1) throw std::invalid_argument("this memory is of another network");
        std::copy_n(memory.begin(), size, numbers_.begin());
        std::copy_n(memory.begin() + static_cast<std::ptrdiff_t>(size), size, first_moment_.begin());
        std::copy_n(memory.begin() + static_cast<std::ptrdiff_t>(2 * size), size, second_moment_.begin());
        steps_ = static_cast<std::int64_t>(memory.back());
        spread();
    }

private:
    static constexpr std::size_t kParts = 2;

    // Numbers spread out for use, or their slopes: rows of inputs and of moves, each card twice, the second time by its
    // traits alone; and the layers.
    struct Tables {
        std::vector<float> rows, moves, layers;
        explicit Tables(const NetworkShape& shape)
            : rows(shape.plain.size() + 2 * shape.of_cards.size()),
              moves(shape.moves_plain.size() + 2 * shape.moves_cards.size()),
              layers(shape.weigher_bias.end() - shape.hidden_bias.first) {}
    };
    struct Part {
        std::vector<float> rows, moves, layers;
        FittingLoss loss;
        std::vector<std::uint32_t> inputs;  // rows of this example
        std::vector<std::uint8_t> dropped;  // by card
        void clear(const Tables& sizes) {
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

    static std::int16_t rounded(float number, int unit, int most) {
        const float scaled = number * static_cast<float>(unit);
        const float limit = static_cast<float>(most);
        return static_cast<std::int16_t>(std::lrint(std::clamp(scaled, -limit, limit)));
    }

    void start(std::uint64_t seed) {
        Rng rng(seed);
        const auto fill = [&](const Segment& it, double reach) {
            for (std::size_t i = it.first; i < it.end(); ++i) {
                numbers_[i] = static_cast<float>((2.0 * rng.fraction() - 1.0) * reach);
            }
        };
        fill(shape_.plain, 0.15);
        fill(shape_.of_traits, 0.03);
        fill(shape_.into_second, 0.2);
        fill(shape_.into_output, 0.2);
        fill(shape_.into_weigher, 0.2);
        fill(shape_.moves_plain, 0.1);
        fill(shape_.moves_traits, 0.05);
        const auto level = [&](const Segment& it, float value) {
            std::fill_n(numbers_.begin() + static_cast<std::ptrdiff_t>(it.first), it.size(), value);
        };
        level(shape_.hidden_bias, 0.3F);
        level(shape_.second_bias, 0.2F);
        level(shape_.weigher_bias, 0.2F);
    }

    const float* layer(const Segment& it) const { return tables_.layers.data() + it.first - shape_.hidden_bias.first; }
    float* slope(Part& part, const Segment& it) const {
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
                  Floats<In>& into, Part& part) const {
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

    // One example forward and back.
    void pass_through(const Example& example, const Examples& examples, const FittingStep& step, Part& part) const {
        Floats<kHidden> sum, hidden, at_hidden{};
        std::copy_n(layer(shape_.hidden_bias), kHidden, sum.begin());
        for (const std::uint32_t row : part.inputs) {
            const float* from = tables_.rows.data() + std::size_t{row} * kHidden;
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

    void judge_result(const Example& example, const FittingStep& step, const Floats<kHidden>& hidden,
                      Floats<kHidden>& at_hidden, Part& part) const {
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

    std::array<std::size_t, MoveRows::kCounts.size() + 1> rows_of(const MoveInputs& move, const Part& part,
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
                     const Floats<kHidden>& hidden, Floats<kHidden>& at_hidden, Part& part) const {
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
                for (std::size_t i = 0; i < kSecond; ++i) vectors[m][i] += tables_.moves[rows[r] + i];
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

    // Add up the slopes of all parts, and hand those of a card on to itself and to its traits.
    void gather(std::size_t size) {
        slopes_.assign(numbers_.size(), 0.0F);
        const float share = 1.0F / static_cast<float>(size);
        for (std::size_t i = 1; i < kParts; ++i) {
            add(parts_[i].rows, parts_[0].rows);
            add(parts_[i].moves, parts_[0].moves);
            add(parts_[i].layers, parts_[0].layers);
        }
        const Part& sum = parts_[0];
        for (std::size_t i = 0; i < shape_.plain.size(); ++i) slopes_[i] = share * sum.rows[i];
        for (std::size_t i = 0; i < sum.layers.size(); ++i) {
            slopes_[shape_.hidden_bias.first + i] = share * sum.layers[i];
        }
        for (std::size_t i = 0; i < shape_.moves_plain.size(); ++i) {
            slopes_[shape_.moves_plain.first + i] = share * sum.moves[i];
        }
        hand_on(sum.rows.data() + shape_.plain.size(), shape_.of_cards, shape_.of_traits, CardSlots::kEnd, share);
        hand_on(sum.moves.data() + shape_.moves_plain.size(), shape_.moves_cards, shape_.moves_traits, kTiles, share);
    }
    static void add(const std::vector<float>& from, std::vector<float>& to) {
        for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
    }
    void hand_on(const float* from, const Segment& of_cards, const Segment& of_traits, int slots, float share) {
        const std::size_t width = of_cards.width;
        for (int slot = 0; slot < slots; ++slot) {
            for (int card = 0; card < cards_; ++card) {
                const std::size_t row = static_cast<std::size_t>(slot * cards_ + card) * width;
                const float* own = from + row;
                const float* dropped = from + of_cards.size() + row;
                for (std::size_t i = 0; i < width; ++i) slopes_[of_cards.first + row + i] = share * own[i];
                for (const int trait : traits_[static_cast<std::size_t>(card)]) {
                    float* to =
                        slopes_.data() + of_traits.first + static_cast<std::size_t>(slot * kTraitRows + trait) * width;
                    for (std::size_t i = 0; i < width; ++i) to[i] += share * (own[i] + dropped[i]);
                }
            }
        }
    }

    void adapt(double rate, int threads) {
        const auto steps = static_cast<double>(steps_);
        const auto first_share = static_cast<float>(1.0 / (1.0 - std::pow(0.9, steps)));
        const auto second_share = static_cast<float>(1.0 / (1.0 - std::pow(0.999, steps)));
        const auto reach = static_cast<float>(rate);
        parallel_for(kParts, threads, [&](std::size_t part) {
            const std::size_t half = (numbers_.size() + 1) / kParts;
            for (std::size_t i = part * half; i < std::min(numbers_.size(), (part + 1) * half); ++i) {
                const float pull = slopes_[i];
                first_moment_[i] = 0.9F * first_moment_[i] + 0.1F * pull;
                second_moment_[i] = 0.999F * second_moment_[i] + 0.001F * pull * pull;
                numbers_[i] -=
                    reach * first_moment_[i] * first_share / (std::sqrt(second_moment_[i] * second_share) + 1e-8F);
            }
        });
    }

    // The numbers laid out for use.
    void spread() {
        std::copy_n(numbers_.begin(), shape_.plain.size(), tables_.rows.begin());
        std::copy_n(numbers_.begin() + static_cast<std::ptrdiff_t>(shape_.moves_plain.first), shape_.moves_plain.size(),
                    tables_.moves.begin());
        std::copy_n(numbers_.begin() + static_cast<std::ptrdiff_t>(shape_.hidden_bias.first), tables_.layers.size(),
                    tables_.layers.begin());
        lay_out(tables_.rows, shape_.plain, shape_.of_cards, shape_.of_traits, CardSlots::kEnd);
        lay_out(tables_.moves, shape_.moves_plain, shape_.moves_cards, shape_.moves_traits, kTiles);
    }
    void lay_out(std::vector<float>& table, const Segment& plain, const Segment& of_cards, const Segment& of_traits,
                 int slots) const {
        std::fill(table.begin() + static_cast<std::ptrdiff_t>(plain.size()), table.end(), 0.0F);
        float* own = table.data() + plain.size();
        const std::vector<int> unknown(places_.size(), -1);
        add_card_rows(numbers_, of_cards, of_traits, slots, cards_, places_, traits_, own);
        add_card_rows(numbers_, of_cards, of_traits, slots, cards_, unknown, traits_, own + of_cards.size());
    }

    int cards_;
    NetworkShape shape_;
    std::vector<float> numbers_, first_moment_, second_moment_, slopes_;
    std::int64_t steps_ = 0;
    Tables tables_;
    std::array<Part, kParts> parts_;
    std::vector<CardTraits> traits_;
    std::vector<int> places_;
};

}  // namespace qb
