// How the numbers of a network lie in one row, and how the kernel's tables are made from them.
//
// What was learned of a card stands beside what was learned of its traits; both are added up once, when the tables are
// made. A card that the network never met has its traits alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "card_traits.hpp"
#include "win_chance.hpp"

namespace qb {

// A run of numbers: `rows` of `width` each.
struct Segment {
    std::size_t first, rows, width;
    std::size_t size() const { return rows * width; }
    std::size_t end() const { return first + size(); }
};

struct NetworkShape {
    int cards;  // that the network has met
    Segment plain, of_cards, of_traits, hidden_bias, into_second, second_bias, into_output, output_bias, into_weigher,
        weigher_bias, moves_plain, moves_cards, moves_traits;

    explicit NetworkShape(int known) : cards(known) {
        std::size_t next = 0;
        const auto run = [&](int rows, int width) {
            const Segment found{next, static_cast<std::size_t>(rows), static_cast<std::size_t>(width)};
            next = found.end();
            return found;
        };
        plain = run(PlainRows::kEnd, kHidden);
        of_cards = run(CardSlots::kEnd * known, kHidden);
        of_traits = run(CardSlots::kEnd * kTraitRows, kHidden);
        hidden_bias = run(1, kHidden);
        into_second = run(kSecond, kHidden);
        second_bias = run(1, kSecond);
        into_output = run(kOutputs, kSecond);
        output_bias = run(1, kOutputs);
        into_weigher = run(kSecond, kHidden);
        weigher_bias = run(1, kSecond);
        moves_plain = run(MoveRows::kEnd, kSecond);
        moves_cards = run(kTiles * known, kSecond);
        moves_traits = run(kTiles * kTraitRows, kSecond);
    }
    std::size_t size() const { return moves_traits.end(); }
};

// The rows of every card in every one of `slots`: its own, if the network has met it, and those of its traits.
template <class Number>
void add_card_rows(const std::vector<Number>& numbers, const Segment& of_cards, const Segment& of_traits, int slots,
                   int known, const std::vector<int>& places, const std::vector<CardTraits>& traits, Number* to) {
    const std::size_t width = of_cards.width;
    const auto add = [&](std::size_t row) {
        for (std::size_t i = 0; i < width; ++i) to[i] = static_cast<Number>(to[i] + numbers[row + i]);
    };
    for (int slot = 0; slot < slots; ++slot) {
        for (std::size_t card = 0; card < places.size(); ++card, to += width) {
            if (places[card] >= 0) {
                add(of_cards.first + static_cast<std::size_t>(slot * known + places[card]) * width);
            }
            for (const int trait : traits[card]) {
                add(of_traits.first + static_cast<std::size_t>(slot * kTraitRows + trait) * width);
            }
        }
    }
}

// The network for these cards; `places` tells where each stands among those that the network has met, or -1.
inline Network make_network(const NetworkNumbers& numbers, int known, const std::vector<int>& places,
                            const CardTable& cards) {
    const NetworkShape shape(known);
    if (numbers.size() != shape.size()) throw std::invalid_argument("the network has another size than the kernel's");
    std::vector<CardTraits> traits;
    for (const Card& card : cards) traits.push_back(traits_of(card));
    Network network;
    const auto copy = [&](const Segment& from, auto* to) {
        std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(from.first), from.size(), to);
    };
    network.cards = static_cast<int>(cards.size());
    network.rows.resize(shape.plain.size() + CardSlots::kEnd * cards.size() * kHidden);
    copy(shape.plain, network.rows.data());
    add_card_rows(numbers, shape.of_cards, shape.of_traits, CardSlots::kEnd, known, places, traits,
                  network.rows.data() + shape.plain.size());
    copy(shape.hidden_bias, network.hidden_bias.data());
    copy(shape.into_second, network.into_second[0].data());
    copy(shape.second_bias, network.second_bias.data());
    copy(shape.into_output, network.into_output[0].data());
    copy(shape.output_bias, network.output_bias.data());
    copy(shape.into_weigher, network.into_weigher[0].data());
    copy(shape.weigher_bias, network.weigher_bias.data());
    network.moves.resize(shape.moves_plain.size() + kTiles * cards.size() * kSecond);
    copy(shape.moves_plain, network.moves.data());
    add_card_rows(numbers, shape.moves_cards, shape.moves_traits, kTiles, known, places, traits,
                  network.moves.data() + shape.moves_plain.size());
    return network;
}

}  // namespace qb
