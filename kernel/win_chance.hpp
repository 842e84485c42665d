// The judge's network: how likely the side to act wins, draws or loses, and which of its moves promise most. Its
// numbers come from Python. Everything is counted in whole numbers and told in steps of 2^-20, so that it does not
// matter in which order, on how many threads or on which processor chances are added up.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "move_inputs.hpp"

namespace qb {

inline constexpr int kHidden = 64;
inline constexpr int kSecond = 32;  // units of the second layer, and of the layer that moves are weighed by
inline constexpr int kOutputs = 4;  // win, draw, loss, margin
inline constexpr int kMarginScale = 10;
inline constexpr double kScoreTemperature = 0.08;  // a move's score times this is what it promises, in points

// What a position holds for the side it was asked for: chances that sum to 1, and the expected margin at the end.
struct Outlook {
    double win = 0, draw = 0, loss = 0, margin = 0;

    double points() const { return win + draw / 2; }
    Outlook swapped() const { return {loss, draw, win, -margin}; }
    Outlook scaled(double by) const { return {win * by, draw * by, loss * by, margin * by}; }
    Outlook& operator+=(const Outlook& more) {
        win += more.win;
        draw += more.draw;
        loss += more.loss;
        margin += more.margin;
        return *this;
    }
};

inline Outlook certain(int margin) {
    return {margin > 0 ? 1.0 : 0.0, margin == 0 ? 1.0 : 0.0, margin < 0 ? 1.0 : 0.0, static_cast<double>(margin)};
}

// A number between 0 and 1 in steps of 2^-20.
inline double in_steps(double value) {
    constexpr double kSteps = 1 << 20;
    return static_cast<double>(static_cast<std::int64_t>(value * kSteps + 0.5)) / kSteps;
}

// e^-x for x = n / 2^14: two tables made by multiplication alone, since no two mathematical libraries agree.
class Decay {
public:
    Decay() {
        coarse_[0] = fine_[0] = 1.0;
        for (std::size_t i = 1; i < coarse_.size(); ++i) coarse_[i] = coarse_[i - 1] * 0.9844964370054085;
        for (std::size_t i = 1; i < fine_.size(); ++i) fine_[i] = fine_[i - 1] * 0.9999389667087748;
    }
    double operator()(std::int64_t steps) const {
        if (steps >= static_cast<std::int64_t>(coarse_.size() * fine_.size())) return 0.0;
        const auto at = static_cast<std::size_t>(steps);
        return coarse_[at / fine_.size()] * fine_[at % fine_.size()];
    }

private:
    std::array<double, 1024> coarse_;  // e^(-1/64)
    std::array<double, 256> fine_;     // e^(-1/2^14)
};
inline const Decay kDecay;

using Units = std::array<std::int16_t, kHidden>;
using NetworkNumbers = std::vector<std::int16_t>;

struct Network {
    static constexpr int kUnit = 256;   // what a unit of 1 is counted as
    static constexpr int kMost = 2047;  // a unit goes from 0 to almost 8
    static constexpr int kWeightBits = 10;

    NetworkNumbers rows;  // one of kHidden for every input row
    std::array<std::int16_t, kHidden> hidden_bias{};
    std::array<std::array<std::int16_t, kHidden>, kSecond> into_second{};
    std::array<std::int16_t, kSecond> second_bias{};
    std::array<std::array<std::int16_t, kSecond>, kOutputs> into_output{};
    std::array<std::int16_t, kOutputs> output_bias{};
    std::array<std::array<std::int16_t, kHidden>, kSecond> into_weigher{};
    std::array<std::int16_t, kSecond> weigher_bias{};
    NetworkNumbers moves;  // one of kSecond for every row of MoveRows, then for every tile and card
    int cards = 0;

    void hidden(const Inputs& inputs, Units& units) const {
        typedef std::int16_t Lanes __attribute__((vector_size(16), may_alias));
        constexpr int kLanesEach = 8;
        constexpr int kSums = kHidden / kLanesEach;
        Lanes sums[kSums];
        for (int i = 0; i < kHidden; ++i) sums[i / kLanesEach][i % kLanesEach] = hidden_bias[i];
        for (int r = 0; r < inputs.size; ++r) {
            const auto* row = reinterpret_cast<const Lanes*>(rows.data() + std::size_t{inputs.rows[r]} * kHidden);
            for (int i = 0; i < kSums; ++i) sums[i] += row[i];
        }
        for (int i = 0; i < kHidden; ++i) units[i] = ramp(sums[i / kLanesEach][i % kLanesEach]);
    }

    Outlook outlook(const Units& units) const {
        std::array<std::int16_t, kSecond> second;
        layer(units, into_second, second_bias, second);
        std::array<std::int32_t, kOutputs> output;
        for (int o = 0; o < kOutputs; ++o) output[o] = dot(second, into_output[o]) + (output_bias[o] << kWeightBits);
        const std::int32_t top = std::max({output[0], output[1], output[2]});
        const double win = kDecay((top - output[0]) >> 4);
        const double draw = kDecay((top - output[1]) >> 4);
        const double total = win + draw + kDecay((top - output[2]) >> 4);
        const double won = in_steps(win / total);
        const double drawn = std::min(in_steps(draw / total), 1.0 - won);
        const double margin = static_cast<double>((std::int64_t{output[3]} * kMarginScale) >> 8) / 1024;
        return {won, drawn, 1.0 - won - drawn, margin};
    }

    // Units that moves are weighed by; the first is always 1.
    std::array<std::int16_t, kSecond> weigher(const Units& units) const {
        std::array<std::int16_t, kSecond> found;
        layer(units, into_weigher, weigher_bias, found);
        found[0] = kUnit;
        return found;
    }

    // How much a move promises, in units of 2^-16; only differences between moves of one position mean anything.
    std::int32_t score(const std::array<std::int16_t, kSecond>& weigher, const MoveInputs& move) const {
        std::array<std::int16_t, kSecond> sum{};
        for (int i = 0; i < move.size; ++i) add(sum, move.rows[i]);
        if (move.card != kNoCard) add(sum, MoveRows::kEnd + move.tile * cards + move.card);
        return dot(weigher, sum);
    }

private:
    static std::int16_t ramp(int value) { return static_cast<std::int16_t>(std::clamp(value, 0, kMost)); }

    template <std::size_t Size>
    static std::int32_t dot(const std::array<std::int16_t, Size>& a, const std::array<std::int16_t, Size>& b) {
        std::int32_t sum = 0;
        for (std::size_t i = 0; i < Size; ++i) sum += a[i] * b[i];
        return sum;
    }

    static void layer(const Units& units, const std::array<std::array<std::int16_t, kHidden>, kSecond>& weights,
                      const std::array<std::int16_t, kSecond>& bias, std::array<std::int16_t, kSecond>& found) {
        for (int o = 0; o < kSecond; ++o) {
            found[o] = ramp((dot(units, weights[o]) + (bias[o] << kWeightBits)) >> kWeightBits);
        }
    }

    void add(std::array<std::int16_t, kSecond>& sum, int row) const {
        const std::int16_t* from = moves.data() + static_cast<std::size_t>(row) * kSecond;
        for (int i = 0; i < kSecond; ++i) sum[i] = static_cast<std::int16_t>(sum[i] + from[i]);
    }
};

}  // namespace qb
