// The Python module qb_engine._kernel. Everything that comes from Python is checked before a header sees it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "evaluation.hpp"
#include "game_state.hpp"
#include "packed.hpp"
#include "parallel.hpp"
#include "perft.hpp"
#include "random_games.hpp"
#include "replies.hpp"
#include "rows.hpp"
#include "seer.hpp"
#include "tables.hpp"
#include "zobrist.hpp"

namespace nb = nanobind;
using namespace qb;

namespace {

constexpr int kMaxDepth = 20;
constexpr int kMaxGames = 10'000'000;
constexpr int kMaxPlays = 1'000'000;

std::uint8_t read_mulligans(int count) { return static_cast<std::uint8_t>(within(count, 0, 99, "mulligans")); }

bool same_cards(const CardList& hand, const CardList& deck, const CardList& other_hand, const CardList& other_deck) {
    const auto sorted = [](const CardList& a, const CardList& b) {
        std::vector<int> cards = write_card_list(a);
        const std::vector<int> more = write_card_list(b);
        cards.insert(cards.end(), more.begin(), more.end());
        std::sort(cards.begin(), cards.end());
        return cards;
    };
    return hand.size == other_hand.size && sorted(hand, deck) == sorted(other_hand, other_deck);
}

// The rules of one game. Whatever it is handed is looked at before it is used, and a refusal changes nothing. What runs
// without Python's lock works on copies, since another thread may play on with the same objects meanwhile.
class Kernel {
public:
    Kernel(const std::vector<int>& rules, const std::vector<double>& weights, const std::vector<CardRow>& cards)
        : tables_(std::make_shared<const Tables>(Tables{read_cards(cards), read_rules(rules)})),
          weights_(read_weights(weights)) {}

    Board board(const std::vector<TileRow>& tiles, const std::vector<BaseRow>& base,
                const std::vector<DeltaRow>& deltas, int next_number) const {
        return {read_board(*tables_, tiles, base, deltas, next_number), tables_};
    }

    State state(const Board& board, const std::array<std::vector<int>, kSides>& hands,
                const std::array<std::vector<int>, kSides>& decks, int side, int turn, int passes, int phase,
                const std::array<bool, kSides>& mulligan_open, const std::array<int, kSides>& mulligans) const {
        GameState state;
        state.board = own(board);
        for (std::size_t s = 0; s < kSides; ++s) {
            state.hands[s] = read_card_list(hands[s], cards());
            state.decks[s] = read_card_list(decks[s], cards());
            state.mulligans_applied[s] = read_mulligans(mulligans[s]);
        }
        state.mulligan_open = mulligan_open;
        state.side_to_act = read_side(side);
        state.turn = static_cast<std::uint16_t>(within(turn, 1, kMaxTurn, "a turn"));
        state.passes = static_cast<std::uint8_t>(checked(passes, 0, 2, "passes"));
        state.phase = word<TurnPhase>(phase, "phase");
        return {state, tables_};
    }

    bool is_over(const State& packed) const { return own(packed).is_over(rules()); }

    std::vector<MovePair> legal_moves(const State& packed) const {
        std::vector<Move> moves;
        decided(packed).legal_moves(cards(), rules(), moves);
        std::vector<MovePair> found;
        for (const Move& move : moves) found.push_back(write_move(move));
        return found;
    }

    int legal_tiles(const Board& board, int side, int card) const {
        return OpenTiles(own(board), read_side(side)).legal(cards()[read_card_index(card, cards())]);
    }

    void play(State& packed, int card, int tile) const {
        GameState next = decided(packed);
        const Move move = read_move(next, card, tile);
        next.play(move, cards(), rules());
        packed.value = next;
    }

    // The draw of the side to act, where it has not come yet; -1 when no card came.
    int draw(State& packed) const {
        GameState next = own(packed);
        if (next.is_over(rules())) throw std::invalid_argument("the game is over; nothing is drawn any more");
        if (next.phase != TurnPhase::draw) throw std::invalid_argument("the card of this turn is drawn already");
        const CardList& hand = next.hands[next.side_to_act];
        const int before = hand.size;
        next.draw_start_of_turn();
        const int drawn = hand.size > before ? hand.cards[hand.size - 1] : -1;
        packed.value = next;
        return drawn;
    }

    // Shuffling is Python's: the kernel is told what hand and deck have become.
    void mulligan(State& packed, int side, const std::vector<int>& hand, const std::vector<int>& deck,
                  bool exchanged) const {
        GameState next = own(packed);
        const Side by = read_side(side);
        if (next.is_over(rules())) throw std::invalid_argument("the game is over; there is nothing left to mulligan");
        if (!next.mulligan_open[by]) throw std::invalid_argument("that side has decided on its opening hand already");
        const CardList new_hand = read_card_list(hand, cards());
        const CardList new_deck = read_card_list(deck, cards());
        const bool kept = new_hand == next.hands[by] && new_deck == next.decks[by];
        if (exchanged ? !same_cards(new_hand, new_deck, next.hands[by], next.decks[by]) : !kept) {
            throw std::invalid_argument("a mulligan exchanges cards of the hand with cards of the deck, nothing else");
        }
        next.hands[by] = new_hand;
        next.decks[by] = new_deck;
        next.mulligan_open[by] = false;
        next.mulligans_applied[by] = read_mulligans(next.mulligans_applied[by] + exchanged);
        packed.value = next;
    }

    nb::bytes describe_board(const Board& board) const {
        return as_bytes(std::vector<PlayRecord>{qb::describe_board(own(board), cards(), rules(), weights_)});
    }

    nb::bytes describe_plays(const Board& packed, int side, const std::vector<MovePair>& plays,
                             const std::vector<int>& hand, int threads) const {
        const BoardState board = own(packed);
        const Side by = read_side(side);
        checked(static_cast<std::int64_t>(plays.size()), 0, kMaxPlays, "the number of plays");
        const int workers = checked(threads, 1, kMaxThreads, "threads");
        const std::array<bool, kMaxRank + 1> waiting = waiting_ranks(hand);
        for (const auto& [card, tile] : plays) read_placement(board, by, card, tile);
        std::vector<PlayRecord> records(plays.size());
        {
            nb::gil_scoped_release release;
            parallel_for(plays.size(), workers, [&](std::size_t i) {
                const auto card = static_cast<CardIndex>(plays[i].first);
                records[i] = describe_play(board, by, card, plays[i].second, waiting, cards(), rules(), weights_);
            });
        }
        return as_bytes(records);
    }

    std::uint64_t perft(const State& packed, int depth) const {
        const GameState state = decided(packed);
        const int plies = checked(depth, 0, kMaxDepth, "depth");
        nb::gil_scoped_release release;
        return qb::perft(state, plies, cards(), rules());
    }

    std::vector<std::tuple<int, int, std::uint64_t>> divide(const State& packed, int depth) const {
        const GameState state = decided(packed);
        const int plies = checked(depth, 1, kMaxDepth, "depth");
        std::vector<std::tuple<int, int, std::uint64_t>> rows;
        nb::gil_scoped_release release;
        for (const auto& [move, lines] : qb::divide(state, plies, cards(), rules())) {
            const auto [card, tile] = write_move(move);
            rows.emplace_back(card, tile, lines);
        }
        return rows;
    }

    // The move of a player who sees every card and looks so many plies ahead.
    MovePair seer(const State& packed, int depth) const {
        const GameState state = decided(packed);
        const int plies = checked(depth, 1, Seer::kMaxPlies, "plies");
        if (state.is_over(rules())) throw std::invalid_argument("the game is over; there is no move to choose");
        if (state.phase == TurnPhase::end) throw std::invalid_argument("this turn is played already");
        if (state.hides_cards()) throw std::invalid_argument("who sees every card is told every card");
        nb::gil_scoped_release release;
        return write_move(Seer(cards(), rules()).best(state, plies));
    }

    nb::bytes random_games(const State& packed, std::uint64_t seed, std::int64_t games, bool shuffled,
                           int threads) const {
        const GameState state = own(packed);
        const int workers = checked(threads, 1, kMaxThreads, "threads");
        std::vector<GameResult> results(static_cast<std::size_t>(checked(games, 0, kMaxGames, "games")));
        {
            nb::gil_scoped_release release;
            parallel_for(results.size(), workers, [&](std::size_t i) {
                results[i] = play_out(state, mix(seed) + i, shuffled, cards(), rules());
            });
        }
        return as_bytes(results);
    }

private:
    const CardTable& cards() const { return tables_->cards; }
    const Ruleset& rules() const { return tables_->rules; }

    template <class Value>
    const Value& own(const Packed<Value>& packed) const {
        return value_of(packed, tables_);
    }

    const GameState& decided(const State& packed) const {
        const GameState& state = own(packed);
        if ((state.mulligan_open[YOU] || state.mulligan_open[ENEMY]) && !state.is_over(rules())) {
            throw std::invalid_argument("the opening hands come first: keep them or mulligan");
        }
        return state;
    }

    Move read_placement(const BoardState& board, Side by, int card, int tile) const {
        const Move move{read_card_index(card, cards()), static_cast<std::uint8_t>(read_tile(tile))};
        if (!(OpenTiles(board, by).legal(cards()[move.card]) & bit(move.tile))) {
            throw std::invalid_argument("that card cannot be placed on that tile");
        }
        return move;
    }

    Move read_move(const GameState& state, int card, int tile) const {
        if (state.is_over(rules())) throw std::invalid_argument("the game is over; nothing more can be played in it");
        if (state.phase == TurnPhase::end) throw std::invalid_argument("this turn is played already");
        if (card == -1 && tile == -1) return Move{};
        const Move move = read_placement(state.board, state.side_to_act, card, tile);
        const CardList& hand = state.hands[state.side_to_act];
        if (hand.index_of(move.card) < 0) throw std::invalid_argument("that card is not in hand");
        return move;
    }

    std::array<bool, kMaxRank + 1> waiting_ranks(const std::vector<int>& hand) const {
        std::array<bool, kMaxRank + 1> waiting{};
        for (const int card : hand) {
            if (card != kHiddenCard) waiting[cards()[read_card_index(card, cards())].needed_rank] = true;
        }
        return waiting;
    }

    std::shared_ptr<const Tables> tables_;
    Weights weights_;
};

}  // namespace

NB_MODULE(_kernel, m) {
    m.doc() = "The rules of Queen's Blood packed for search; the twin of the Python engine.";
    m.attr("HIDDEN") = static_cast<int>(kHiddenCard);
    m.attr("BOARD_BYTES") = sizeof(Tiles);
    m.attr("BOARD_BYTES_WITH_DELTAS") = sizeof(BoardState);
    m.attr("STATE_BYTES") = sizeof(GameState);
    // A refusal like any other of the engine, so that whoever tells those tells this one too.
    nb::exception<LimitError>(m, "LimitError", nb::module_::import_("qb_engine.errors").attr("QueensBloodError").ptr());

    nb::class_<Board>(m, "Board")
        .def("tiles", [](const Board& board) { return write_tiles(board.value); })
        .def("base", [](const Board& board) { return write_base(board.value); })
        .def("deltas", [](const Board& board) { return write_deltas(board.value); })
        .def_prop_ro("next_number", [](const Board& board) { return board.value.next_number; });

    nb::class_<State>(m, "State")
        .def("clone", [](const State& state) { return State(state); })
        .def("key", [](const State& state) { return position_key(state.value); })
        .def("hand", [](const State& state, int side) { return write_card_list(state.value.hands[read_side(side)]); })
        .def("deck", [](const State& state, int side) { return write_card_list(state.value.decks[read_side(side)]); })
        .def_prop_ro("board", [](const State& state) { return Board{state.value.board, state.tables}; })
        .def_prop_ro("side_to_act", [](const State& state) { return static_cast<int>(state.value.side_to_act); })
        .def_prop_ro("turn", [](const State& state) { return state.value.turn; })
        .def_prop_ro("passes", [](const State& state) { return state.value.passes; })
        .def_prop_ro("phase", [](const State& state) { return static_cast<int>(state.value.phase); })
        .def_prop_ro("mulligan_open", [](const State& state) { return state.value.mulligan_open; })
        .def_prop_ro("mulligans_applied", [](const State& state) {
            return std::array<int, kSides>{state.value.mulligans_applied[YOU], state.value.mulligans_applied[ENEMY]};
        });

    nb::class_<Kernel>(m, "Kernel")
        .def(nb::new_([](const std::vector<int>& rules, const std::vector<double>& weights,
                         const std::vector<CardRow>& cards) { return Kernel(rules, weights, cards); }))
        .def("board", &Kernel::board)
        .def("state", &Kernel::state)
        .def("is_over", &Kernel::is_over)
        .def("legal_moves", &Kernel::legal_moves)
        .def("legal_tiles", &Kernel::legal_tiles)
        .def("play", &Kernel::play)
        .def("draw", &Kernel::draw)
        .def("mulligan", &Kernel::mulligan)
        .def("describe_board", &Kernel::describe_board)
        .def("describe_plays", &Kernel::describe_plays)
        .def("perft", &Kernel::perft)
        .def("divide", &Kernel::divide)
        .def("seer", &Kernel::seer)
        .def("random_games", &Kernel::random_games);
    bind_search(m);
    bind_fitting(m);
    bind_words(m);
}
