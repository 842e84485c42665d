// Positions as Python holds them: a value together with the tables its numbers refer to.
#pragma once

#include <nanobind/nanobind.h>

#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "network_shape.hpp"
#include "quick_games.hpp"
#include "rows.hpp"
#include "tables.hpp"

namespace qb {

// A board or a game together with the tables its numbers refer to.
template <class Value>
struct Packed {
    Value value;
    std::shared_ptr<const Tables> tables;
};
using Board = Packed<BoardState>;
using State = Packed<GameState>;

inline constexpr int kMaxItems = 1'000'000;  // games, deals, worlds or orders of one call

using MovePair = std::pair<int, int>;  // card and tile; (-1, -1) is a pass

inline MovePair write_move(const Move& move) {
    return move.is_pass() ? MovePair{-1, -1} : MovePair{move.card, move.tile};
}

template <class Row>
nanobind::bytes as_bytes(const std::vector<Row>& rows) {
    return nanobind::bytes(reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(Row));
}

// The numbers of a board or a game mean something only with the tables that it was packed with.
template <class Value>
const Value& value_of(const Packed<Value>& packed, const std::shared_ptr<const Tables>& tables) {
    if (packed.tables != tables && *packed.tables != *tables) {
        throw std::invalid_argument("this position was packed by a kernel with other cards or another rule set");
    }
    return packed.value;
}

using DeckRows = std::pair<std::vector<int>, std::vector<int>>;

inline std::vector<DeckPair> read_deck_pairs(const std::vector<DeckRows>& rows, const CardTable& cards) {
    if (rows.empty()) throw std::invalid_argument("games need at least one pair of decks");
    const auto known = [&](const std::vector<int>& row) {
        const CardList found = read_card_list(row, cards);
        if (found.index_of(kHiddenCard) >= 0) throw std::invalid_argument("games need decks without hidden cards");
        return found;
    };
    std::vector<DeckPair> pairs;
    for (const auto& [you, enemy] : rows) pairs.push_back({known(you), known(enemy)});
    return pairs;
}

inline Network read_network(const nanobind::bytes& numbers, int known, const std::vector<int>& places,
                            const CardTable& cards) {
    checked(known, 0, kMaxCards, "the number of cards that the network knows");
    if (places.size() != cards.size()) throw std::invalid_argument("a network needs a place for every card");
    for (const int place : places) checked(place, -1, known - 1, "the place of a card");
    NetworkNumbers read(numbers.size() / sizeof(std::int16_t));
    std::memcpy(read.data(), numbers.c_str(), read.size() * sizeof(std::int16_t));
    return make_network(read, known, places, cards);
}

void bind_search(nanobind::module_& module);
void bind_fitting(nanobind::module_& module);
void bind_words(nanobind::module_& module);

}  // namespace qb
