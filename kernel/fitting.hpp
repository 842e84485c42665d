// Fitting the judge's network: examples in, numbers out. Plain gradient descent (Adam) in single precision; the work is
// split into a fixed number of parts that are added up in a fixed order, so threads do not change any bit.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "parallel.hpp"
#include "slopes.hpp"

namespace qb {

class Fitting {
public:
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
            Slopes& it = parts_[part];
            it.clear(tables_);
            const SlopeFinder finder(shape_, tables_, cards_);
            Rng rng(mix(seed) + part);
            for (std::size_t i = part; i < size; i += kParts) {
                const Example& example = examples.positions[order[first + i]];
                it.drop(example, examples, step.card_dropout, cards_, rng);
                finder.pass_through(example, examples, step, it);
            }
        });
        FittingLoss sum;
        for (const Slopes& part : parts_) {
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

    // Add up the slopes of all parts, and hand those of a card on to itself and to its traits.
    void gather(std::size_t size) {
        slopes_.assign(numbers_.size(), 0.0F);
        const float share = 1.0F / static_cast<float>(size);
        for (std::size_t i = 1; i < kParts; ++i) {
            add(parts_[i].rows, parts_[0].rows);
            add(parts_[i].moves, parts_[0].moves);
            add(parts_[i].layers, parts_[0].layers);
        }
        const Slopes& sum = parts_[0];
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
    SpreadNumbers tables_;
    std::array<Slopes, kParts> parts_;
    std::vector<CardTraits> traits_;
    std::vector<int> places_;
};

}  // namespace qb
