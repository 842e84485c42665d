// A small network fitted on self-play: how likely the side to act wins, draws or loses. Its numbers come from Python.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "position_features.hpp"

namespace qb {

inline constexpr int kHidden = 32;
inline constexpr int kOutputs = 4;  // win, draw, loss, margin
inline constexpr double kMarginScale = 10.0;

// What a position holds for the side it was asked for: chances that sum to 1, and the expected margin at the end.
struct Outlook {
    double win = 0, draw = 0, loss = 0, margin = 0;

    double points() const { return win + draw / 2; }
    Outlook swapped() const { return {loss, draw, win, -margin}; }
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

// One hidden layer with a ramp, and a softmax over the three results.
struct Network {
    std::array<std::array<float, kHidden>, kFeatures> into_hidden{};
    std::array<float, kHidden> hidden_bias{};
    std::array<std::array<float, kHidden>, kOutputs> into_output{};
    std::array<float, kOutputs> output_bias{};

    Outlook operator()(const Features& features) const {
        std::array<float, kHidden> hidden = hidden_bias;
        for (int i = 0; i < kFeatures; ++i) {
            const float value = features[i];
            for (int h = 0; h < kHidden; ++h) hidden[h] += value * into_hidden[i][h];
        }
        for (float& value : hidden) value = std::max(value, 0.0F);
        std::array<double, kOutputs> output;
        for (int o = 0; o < kOutputs; ++o) {
            float sum = output_bias[o];
            for (int h = 0; h < kHidden; ++h) sum += hidden[h] * into_output[o][h];
            output[o] = sum;
        }
        const double top = std::max({output[0], output[1], output[2]});
        const double win = std::exp(output[0] - top);
        const double draw = std::exp(output[1] - top);
        const double loss = std::exp(output[2] - top);
        const double total = win + draw + loss;
        return {win / total, draw / total, loss / total, output[3] * kMarginScale};
    }
};

}  // namespace qb
