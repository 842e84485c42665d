// The Python module qb_engine._kernel. Everything that comes from Python is checked here, so that the headers may trust it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <stdexcept>
#include <string>

#include "evaluation.hpp"
#include "game_state.hpp"
#include "perft.hpp"
#include "random_games.hpp"
#include "replies.hpp"
#include "zobrist.hpp"

namespace nb = nanobind;
using namespace qb;

namespace {

int checked(long value, long low, long high, const char* what) {
    if (value < low || value > high) {
        throw std::invalid_argument(std::string(what) + " must be from " + std::to_string(low) + " to " +
                                    std::to_string(high) + ", not " + std::to_string(value));
    }
    return static_cast<int>(value);
}

template <class Enum>
Enum word(long value, Enum last, const char* what) {
    return static_cast<Enum>(checked(value, 0, static_cast<long>(last), what));
}

TileMask mask(long value) { return static_cast<TileMask>(checked(value, 0, kAllTiles, "a set of tiles")); }

Ability read_ability(const std::tuple<int, int, int, int, int, bool, std::vector<int>>& row) {
    const auto& [trigger, target, op, amount, threshold, per_replaced, named] = row;
    Ability ability;
    ability.trigger = word(trigger, Trigger::on_game_end, "trigger");
    ability.target = word(target, Target::all_lanes, "target");
    ability.op = word(op, Operation::add_loser_score, "operation");
    ability.amount = static_cast<std::int16_t>(checked(amount, -99, 99, "amount"));
    ability.threshold = static_cast<std::int16_t>(checked(threshold, 0, 99, "threshold"));
    ability.per_replaced_power = per_replaced;
    ability.named_count = static_cast<std::uint8_t>(checked(static_cast<long>(named.size()), 0, kMaxNamedCards, "named cards"));
    for (std::size_t i = 0; i < named.size(); ++i) {
        ability.named[i] = static_cast<CardIndex>(checked(named[i], 0, kMaxCards - 1, "named card"));
    }
    if (ability.op == Operation::spawn_by_rank && ability.named_count != kMaxRank) {
        throw std::invalid_argument("spawn_by_rank names three cards");
    }
    return ability;
}

std::uint8_t numbers_of(const Card& card, std::initializer_list<Trigger> triggers) {
    std::uint8_t found = 0;
    for (int number = 0; number < card.ability_count; ++number) {
        for (const Trigger trigger : triggers) {
            const bool raises = card.abilities[number].op == Operation::raise_rank;
            if (card.abilities[number].trigger == trigger && !raises) found = static_cast<std::uint8_t>(found | 1U << number);
        }
    }
    return found;
}

// What abilities say about a card, joined once.
void join(Card& card, const std::vector<std::tuple<int, int>>& counted) {
    for (int number = 0; number < card.ability_count; ++number) {
        const Ability& ability = card.abilities[number];
        const auto& [status, side] = counted[static_cast<std::size_t>(number)];
        if (ability.op == Operation::raise_rank) card.pawn_amount = static_cast<std::uint8_t>(checked(ability.amount, 1, kMaxRank, "raised rank"));
        if (ability.op == Operation::score_bonus) card.lane_bonus = static_cast<std::int16_t>(card.lane_bonus + ability.amount);
        if (ability.op == Operation::add_loser_score) {
            card.adds_loser_score = true;
            card.loser_score_side = word(side, CountedSide::both, "side");
        }
        if (ability.trigger != Trigger::while_in_play) continue;
        if (ability.target == Target::self) {
            card.counts = true;
            card.count_amount = ability.amount;
            card.count_status = word(status, Status::either, "status");
            card.count_side = word(side, CountedSide::both, "side");
        } else {
            card.has_aura = true;
            card.aura_target = ability.target;
            card.aura_amount = ability.amount;
        }
    }
    card.on_play = numbers_of(card, {Trigger::on_play});
    card.on_destroyed = numbers_of(card, {Trigger::on_destroyed});
    card.first_time = numbers_of(card, {Trigger::on_first_enhanced, Trigger::on_first_enfeebled, Trigger::on_power_reached});
    card.play_watchers = numbers_of(card, {Trigger::on_ally_played, Trigger::on_enemy_played});
    card.death_watchers = numbers_of(card, {Trigger::on_ally_destroyed, Trigger::on_enemy_destroyed, Trigger::on_any_destroyed});
}

// The rules of one game: cards, rule set and weights. Python keeps one per hydrator and rule set.
struct Kernel {
    CardTable cards;
    Ruleset rules;
    Weights weights{};

    CardIndex card(long index) const {
        return static_cast<CardIndex>(checked(index, 0, static_cast<long>(cards.size()) - 1, "card"));
    }
    CardIndex held_card(long index) const { return index == kHiddenCard ? kHiddenCard : card(index); }
    int tile(long index) const { return checked(index, 0, kTiles - 1, "tile"); }
    Side side(long index) const { return static_cast<Side>(checked(index, 0, 1, "side")); }

    void require_legal(const BoardState& board, Side by, CardIndex played, int where) const {
        if (!(OpenTiles(board, by).legal(cards[played]) & bit(where))) throw std::invalid_argument("that card cannot be placed on that tile");
    }
};

using AbilityRow = std::tuple<int, int, int, int, int, bool, std::vector<int>>;

void add_card(Kernel& kernel, int needed_rank, bool replaces, bool token, int power, const std::vector<int>& pawns,
              const std::vector<int>& affects, const std::vector<AbilityRow>& abilities,
              const std::vector<std::tuple<int, int>>& counted) {
    if (kernel.cards.size() >= kMaxCards) throw std::length_error("the kernel holds at most 254 different cards");
    if (pawns.size() != kSides * kTiles || affects.size() != kSides * kTiles || counted.size() != abilities.size()) {
        throw std::invalid_argument("a card needs its pattern for both sides and all tiles");
    }
    if (abilities.size() > kMaxAbilities) throw std::length_error("the kernel holds at most 4 abilities a card");
    Card card;
    card.needed_rank = static_cast<std::uint8_t>(checked(needed_rank, 0, kMaxRank, "rank"));
    card.replaces = replaces;
    card.token = token;
    card.power = static_cast<std::int16_t>(checked(power, 0, 99, "power"));
    for (int side = 0; side < kSides; ++side) {
        for (int tile = 0; tile < kTiles; ++tile) {
            card.pawns[side][tile] = mask(pawns[static_cast<std::size_t>(side * kTiles + tile)]);
            card.affects[side][tile] = mask(affects[static_cast<std::size_t>(side * kTiles + tile)]);
        }
    }
    card.ability_count = static_cast<std::uint8_t>(abilities.size());
    for (std::size_t i = 0; i < abilities.size(); ++i) card.abilities[i] = read_ability(abilities[i]);
    join(card, counted);
    kernel.cards.push_back(card);
}

// Every card that an ability names must be there before the table is used.
void check_table(const Kernel& kernel) {
    for (const Card& card : kernel.cards) {
        for (int number = 0; number < card.ability_count; ++number) {
            const Ability& ability = card.abilities[number];
            for (int i = 0; i < ability.named_count; ++i) kernel.card(ability.named[i]);
        }
    }
}

Ruleset read_rules(const std::vector<int>& f) {
    if (f.size() != 14) throw std::invalid_argument("a rule set has 14 fields");
    Ruleset rules;
    rules.capture = word(f[0], Capture::stepwise, "capture");
    rules.raise_on_capture = f[1] != 0;
    rules.pawns_on_occupied = f[2] != 0;
    rules.pawns_before_abilities = f[3] != 0;
    rules.rank_after_destruction = word(f[4], RankAfterDestruction::undone, "rank_after_destruction");
    rules.ends_on_full_board = f[5] != 0;
    rules.two_face = word(f[6], FirstTime::every_entry, "two_face");
    rules.killing_blow_fires = f[7] != 0;
    rules.self_raised_counts = f[8] != 0;
    rules.death_order = word(f[9], DeathOrder::one_by_one, "death_order");
    rules.replacement_order = word(f[10], ReplacementOrder::new_first, "replacement_order");
    rules.loser_score_to = word(f[11], LoserScore::card_owner, "loser_score_to");
    rules.tile_order = word(f[12], TileOrder::right_to_left, "tile_order");
    rules.opening_hand = static_cast<std::uint8_t>(checked(f[13], 0, CardList::kCapacity, "opening_hand"));
    return rules;
}

Weights read_weights(const std::vector<double>& w) {
    static_assert(sizeof(Weights) % sizeof(double) == 0);
    Weights weights{};
    if (w.size() != sizeof(Weights) / sizeof(double)) throw std::invalid_argument("the page of weights has 19 numbers");
    std::memcpy(&weights, w.data(), sizeof weights);
    return weights;
}

// One tile as Python hands it over: owner, ranks, designated owner, then the card: index, side, lasting, own, fired, number.
using TileRow = std::array<int, 10>;
using DeltaRow = std::array<int, 4>;  // tile, source tile, player, enemy

BoardState read_board(const Kernel& kernel, const std::vector<TileRow>& tiles, const std::vector<std::pair<int, int>>& base,
                      const std::vector<DeltaRow>& deltas, int next_number) {
    if (tiles.size() != kTiles || base.size() != kTiles) throw std::invalid_argument("a board has 15 tiles");
    BoardState board;
    board.clear(kernel.rules.undoes_pawns());
    for (int tile = 0; tile < kTiles; ++tile) {
        const TileRow& row = tiles[static_cast<std::size_t>(tile)];
        board.set_pawns(tile, checked(row[0], -1, 1, "owner"), checked(row[1], 0, kMaxRank, "rank"), checked(row[2], 0, kMaxRank, "rank"));
        const int designated = checked(row[3], -1, 1, "designated owner");
        if (designated >= 0) board.designated[designated] = static_cast<TileMask>(board.designated[designated] | bit(tile));
        if (row[4] < 0) continue;
        board.card[tile] = kernel.card(row[4]);
        board.lasting[tile] = static_cast<std::int16_t>(checked(row[6], -30000, 30000, "power change"));
        board.own[tile] = static_cast<std::int16_t>(checked(row[7], -30000, 30000, "power change"));
        board.fired[tile] = static_cast<std::uint8_t>(checked(row[8], 0, (1 << kMaxAbilities) - 1, "fired abilities"));
        board.number[tile] = static_cast<std::uint16_t>(checked(row[9], 0, 60000, "number in play"));
        board.mark(kernel.cards, kernel.side(row[5]), tile);
    }
    board.next_number = static_cast<std::uint16_t>(checked(next_number, 1, 60000, "next number in play"));
    if (!board.keeps_deltas) return board;
    for (int tile = 0; tile < kTiles; ++tile) {
        const auto& [player, enemy] = base[static_cast<std::size_t>(tile)];
        board.layer.base[tile] = {static_cast<std::int8_t>(checked(player, -99, 99, "base")), static_cast<std::int8_t>(checked(enemy, -99, 99, "base"))};
    }
    for (const DeltaRow& row : deltas) {
        auto& delta = board.layer.deltas[kernel.tile(row[0])][kernel.tile(row[1])];
        delta = {static_cast<std::int8_t>(checked(row[2], -99, 99, "delta")), static_cast<std::int8_t>(checked(row[3], -99, 99, "delta"))};
    }
    return board;
}

std::vector<TileRow> write_tiles(const BoardState& board) {
    std::vector<TileRow> rows;
    for (int tile = 0; tile < kTiles; ++tile) {
        const bool held = board.occupied & bit(tile);
        const int designated = (board.designated[YOU] & bit(tile)) ? YOU : (board.designated[ENEMY] & bit(tile)) ? ENEMY : -1;
        rows.push_back({board.owner(tile), board.rank[YOU][tile], board.rank[ENEMY][tile], designated, held ? board.card[tile] : -1,
                        held ? board.side_of(tile) : -1, board.lasting[tile], board.own[tile], board.fired[tile], board.number[tile]});
    }
    return rows;
}

std::vector<std::pair<int, int>> write_base(const BoardState& board) {
    std::vector<std::pair<int, int>> rows;
    for (const auto& base : board.layer.base) rows.emplace_back(base[YOU], base[ENEMY]);
    return rows;
}

std::vector<DeltaRow> write_deltas(const BoardState& board) {
    std::vector<DeltaRow> rows;
    if (!board.keeps_deltas) return rows;
    for (int tile = 0; tile < kTiles; ++tile) {
        for (int source = 0; source < kTiles; ++source) {
            const auto& delta = board.layer.deltas[tile][source];
            if (delta[YOU] != 0 || delta[ENEMY] != 0) rows.push_back({tile, source, delta[YOU], delta[ENEMY]});
        }
    }
    return rows;
}

CardList read_cards(const Kernel& kernel, const std::vector<int>& cards) {
    CardList list;
    for (const int card : cards) list.push(kernel.held_card(card));
    return list;
}

std::vector<int> write_cards(const CardList& list) { return {list.cards.begin(), list.cards.begin() + list.size}; }

Move read_move(const Kernel& kernel, const GameState& state, int card, int tile) {
    if (state.is_over(kernel.rules)) throw std::invalid_argument("the game is over");
    if (state.phase == TurnPhase::end) throw std::invalid_argument("this turn is played already");
    if (card < 0) return Move{};
    const Move move{kernel.card(card), static_cast<std::uint8_t>(kernel.tile(tile))};
    if (state.hands[state.side_to_act].index_of(move.card) < 0) throw std::invalid_argument("that card is not in hand");
    kernel.require_legal(state.board, state.side_to_act, move.card, move.tile);
    return move;
}

template <class Row>
nb::bytes as_bytes(const std::vector<Row>& rows) {
    return nb::bytes(reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(Row));
}

std::array<bool, 4> waiting_ranks(const Kernel& kernel, const std::vector<int>& hand) {
    std::array<bool, 4> waiting{};
    for (const int index : hand) {
        if (index == kHiddenCard) continue;
        const Card& card = kernel.cards[kernel.card(index)];
        waiting[card.replaces ? 0 : card.needed_rank] = true;
    }
    return waiting;
}

nb::bytes describe_plays(const Kernel& kernel, const BoardState& board, int side, const std::vector<std::pair<int, int>>& plays,
                         const std::vector<int>& hand, int threads) {
    const Side by = kernel.side(side);
    const std::array<bool, 4> waiting = waiting_ranks(kernel, hand);
    for (const auto& [card, tile] : plays) kernel.require_legal(board, by, kernel.card(card), kernel.tile(tile));
    std::vector<PlayRecord> records(plays.size());
    {
        nb::gil_scoped_release release;
        parallel_for(plays.size(), checked(threads, 1, 64, "threads"), [&](std::size_t i) {
            records[i] = describe_play(board, by, static_cast<CardIndex>(plays[i].first), plays[i].second, waiting, kernel.cards,
                                       kernel.rules, kernel.weights);
        });
    }
    return as_bytes(records);
}

nb::bytes random_games(const Kernel& kernel, const GameState& state, std::uint64_t seed, std::size_t games, bool shuffled, int threads) {
    std::vector<GameResult> results(games);
    {
        nb::gil_scoped_release release;
        parallel_for(games, checked(threads, 1, 64, "threads"), [&](std::size_t i) {
            results[i] = play_out(state, mix(seed) + i, shuffled, kernel.cards, kernel.rules);
        });
    }
    return as_bytes(results);
}

std::vector<std::pair<int, int>> legal_moves(const Kernel& kernel, const GameState& state) {
    std::vector<std::pair<int, int>> found;
    if (state.is_over(kernel.rules)) return found;
    std::vector<Move> moves;
    state.legal_moves(kernel.cards, moves);
    for (const Move& move : moves) found.emplace_back(move.is_pass() ? -1 : move.card, move.is_pass() ? -1 : move.tile);
    return found;
}

std::vector<std::tuple<int, int, std::uint64_t>> divide(const Kernel& kernel, const GameState& state, int depth) {
    std::vector<std::tuple<int, int, std::uint64_t>> found;
    for (const auto& [card, tile] : legal_moves(kernel, state)) {
        GameState child = state;
        child.play(read_move(kernel, state, card, tile), kernel.cards, kernel.rules);
        found.emplace_back(card, tile, perft(child, checked(depth, 1, 20, "depth") - 1, kernel.cards, kernel.rules));
    }
    return found;
}

}  // namespace

NB_MODULE(_kernel, m) {
    m.doc() = "The rules of Queen's Blood packed for search; the twin of the Python engine.";
    m.attr("HIDDEN") = static_cast<int>(kHiddenCard);
    m.attr("BOARD_BYTES") = offsetof(BoardState, layer);
    m.attr("BOARD_BYTES_WITH_DELTAS") = sizeof(BoardState);
    m.attr("STATE_BYTES") = sizeof(GameState);

    nb::class_<BoardState>(m, "Board")
        .def("tiles", &write_tiles)
        .def("base", &write_base)
        .def("deltas", &write_deltas)
        .def_prop_ro("next_number", [](const BoardState& board) { return board.next_number; });

    nb::class_<GameState>(m, "State")
        .def("clone", [](const GameState& state) { return GameState(state); })
        .def_ro("board", &GameState::board)
        .def("hand", [](const GameState& state, int side) { return write_cards(state.hands[checked(side, 0, 1, "side")]); })
        .def("deck", [](const GameState& state, int side) { return write_cards(state.decks[checked(side, 0, 1, "side")]); })
        .def_prop_ro("side_to_act", [](const GameState& state) { return static_cast<int>(state.side_to_act); })
        .def_prop_ro("turn", [](const GameState& state) { return state.turn; })
        .def_prop_ro("passes", [](const GameState& state) { return state.passes; })
        .def_prop_ro("phase", [](const GameState& state) { return static_cast<int>(state.phase); })
        .def("mulligan_open", [](const GameState& state, int side) { return state.mulligan_open[checked(side, 0, 1, "side")]; })
        .def("mulligans_applied", [](const GameState& state, int side) { return state.mulligans_applied[checked(side, 0, 1, "side")]; })
        .def("key", &position_key);

    nb::class_<Kernel>(m, "Kernel")
        .def("__init__", [](Kernel* self, const std::vector<int>& rules, const std::vector<double>& weights) {
            new (self) Kernel{{}, read_rules(rules), read_weights(weights)};
        })
        .def("add_card", &add_card)
        .def("check_table", &check_table)
        .def("board", &read_board)
        .def("state", [](const Kernel& kernel, const BoardState& board, const std::vector<std::vector<int>>& hands,
                         const std::vector<std::vector<int>>& decks, int side, int turn, int passes, int phase,
                         const std::vector<bool>& mulligan_open, const std::vector<int>& mulligans) {
            if (hands.size() != kSides || decks.size() != kSides || mulligan_open.size() != kSides || mulligans.size() != kSides) {
                throw std::invalid_argument("hands, decks and mulligans come in pairs");
            }
            GameState state;
            state.board = board;
            for (std::size_t s = 0; s < kSides; ++s) {
                state.hands[s] = read_cards(kernel, hands[s]);
                state.decks[s] = read_cards(kernel, decks[s]);
                state.mulligan_open[s] = mulligan_open[s];
                state.mulligans_applied[s] = static_cast<std::uint8_t>(checked(mulligans[s], 0, 9, "mulligans"));
            }
            state.side_to_act = kernel.side(side);
            state.turn = static_cast<std::uint16_t>(checked(turn, 1, 60000, "turn"));
            state.passes = static_cast<std::uint8_t>(checked(passes, 0, 2, "passes"));
            state.phase = word(phase, TurnPhase::end, "phase");
            return state;
        })
        .def("is_over", [](const Kernel& kernel, const GameState& state) { return state.is_over(kernel.rules); })
        .def("legal_moves", &legal_moves)
        .def("play", [](const Kernel& kernel, GameState& state, int card, int tile) {
            state.play(read_move(kernel, state, card, tile), kernel.cards, kernel.rules);
        })
        .def("mulligan", [](const Kernel& kernel, GameState& state, int side, const std::vector<int>& hand, const std::vector<int>& deck, bool exchanged) {
            const Side by = kernel.side(side);
            if (!state.mulligan_open[by] || state.is_over(kernel.rules)) throw std::invalid_argument("no mulligan is open for that side");
            state.hands[by] = read_cards(kernel, hand);
            state.decks[by] = read_cards(kernel, deck);
            state.mulligan_open[by] = false;
            state.mulligans_applied[by] = static_cast<std::uint8_t>(state.mulligans_applied[by] + exchanged);
        })
        .def("describe_board", [](const Kernel& kernel, const BoardState& board) {
            return as_bytes(std::vector<PlayRecord>{describe_board(board, kernel.cards, kernel.rules, kernel.weights)});
        })
        .def("describe_plays", &describe_plays)
        .def("legal_tiles", [](const Kernel& kernel, const BoardState& board, int side, int card) {
            return static_cast<int>(OpenTiles(board, kernel.side(side)).legal(kernel.cards[kernel.card(card)]));
        })
        .def("perft", [](const Kernel& kernel, const GameState& state, int depth) {
            nb::gil_scoped_release release;
            return perft(state, checked(depth, 0, 20, "depth"), kernel.cards, kernel.rules);
        })
        .def("divide", &divide)
        .def("random_games", &random_games);
}
