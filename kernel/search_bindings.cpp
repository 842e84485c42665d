// The deep coach's part of qb_engine._kernel. Everything that comes from Python is checked before a header sees it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "ending_worlds.hpp"
#include "lines.hpp"
#include "mulligans.hpp"
#include "packed.hpp"
#include "parallel.hpp"
#include "playouts.hpp"
#include "pool_rows.hpp"
#include "puzzle.hpp"
#include "quick_games.hpp"
#include "rows.hpp"

namespace nb = nanobind;

namespace qb {
namespace {

constexpr int kMaxTrees = 64;
constexpr int kMaxRounds = 100'000'000;
constexpr std::int64_t kMaxPositions = 1'000'000'000'000;

using OutlookRow = std::tuple<double, double, double, double>;     // win, draw, loss, margin
using FigureRow = std::tuple<MovePair, int, OutlookRow, double>;   // move, rounds, sums, sum of squared points
using EndingRow = std::pair<MovePair, std::optional<OutlookRow>>;  // the exact outlook of a move, where there is one
// The members of SearchSettings.
using SettingsRow = std::array<double, sizeof(SearchSettings) / sizeof(double)>;
OutlookRow write_outlook(const Outlook& it) { return {it.win, it.draw, it.loss, it.margin}; }

FigureRow write_figures(const MoveFigures& it) {
    return {write_move(it.move), static_cast<int>(it.rounds), write_outlook(it.sum), it.squares};
}

// What searches share and outlives them.
struct Ground {
    std::shared_ptr<const Tables> tables;
    Network network;

    Judge judge() const { return {tables->cards, tables->rules, network}; }
};

// A search that goes on from where it stopped. Its trees are independent of each other, and so of threads.
class SearchRun {
public:
    SearchRun(std::shared_ptr<const Ground> ground, BeliefWorlds worlds, const SearchSettings& settings,
              std::uint64_t seed, int trees)
        : ground_(std::move(ground)),
          worlds_(std::make_unique<const BeliefWorlds>(std::move(worlds))),
          enemy_waits_(settings.enemy_waits),
          seed_(seed) {
        for (int i = 0; i < trees; ++i) {
            forest_.emplace_back(*worlds_, ground_->judge(), settings, mix(seed + static_cast<std::uint64_t>(i)));
        }
    }

    // So many rounds more in every tree.
    void run(int rounds, int threads) {
        const int wanted = checked(rounds, 0, kMaxRounds, "rounds");
        const int workers = checked(threads, 1, kMaxThreads, "threads");
        nb::gil_scoped_release release;
        parallel_for(forest_.size(), workers, [&](std::size_t i) { forest_[i].run(wanted); });
    }

    std::vector<FigureRow> figures() const {
        std::vector<MoveFigures> sums;
        for (const SearchTree& tree : forest_) {
            for (const MoveFigures& more : tree.root()) {
                const auto known =
                    std::find_if(sums.begin(), sums.end(), [&](const MoveFigures& it) { return it.move == more.move; });
                if (known == sums.end()) {
                    sums.push_back(more);
                } else {
                    known->merge(more);
                }
            }
        }
        std::vector<FigureRow> rows;
        for (const MoveFigures& it : sums) rows.push_back(write_figures(it));
        return rows;
    }

    // What the position holds over worlds in each of which the best move is made, as sums over `kSettled` of them.
    FigureRow settled() {
        constexpr std::size_t kSettled = 512;
        MoveFigures sum;
        nb::gil_scoped_release release;
        Rng rng(mix(seed_ + 1));
        for (SearchTree& tree : forest_) {
            const Outlook average = tree.average_of_root();
            for (std::size_t i = 0; i < kSettled / forest_.size(); ++i) {
                const GameState world = worlds_->draw(rng);
                sum.add(tree.chosen(world, rng.fraction() < enemy_waits_, average));
            }
        }
        return write_figures(sum);
    }

    // Rounds in every tree that begin with this move, until it has as many as any other; tells how many they were.
    int look_closer(int card, int tile, int threads) {
        const Move move = parsed(card, tile);
        const int workers = checked(threads, 1, kMaxThreads, "threads");
        nb::gil_scoped_release release;
        std::vector<int> rounds;
        for (const SearchTree& tree : forest_) {
            rounds.push_back(static_cast<int>(tree.most_rounds() - tree.rounds_of(move)));
        }
        parallel_for(forest_.size(), workers, [&](std::size_t i) { forest_[i].run_on(move, rounds[i]); });
        return std::accumulate(rounds.begin(), rounds.end(), 0);
    }

    // A game that begins with the move, and in what share of the worlds the enemy's answer is the one in it.
    std::pair<std::vector<MovePair>, double> line(int card, int tile) {
        const Move first = read_move(card, tile);
        nb::gil_scoped_release release;
        const Line found =
            likeliest_line(tree_of(first), *worlds_, first, enemy_waits_, ground_->tables->rules, mix(seed_));
        std::vector<MovePair> moves;
        for (const Move& move : found.moves) moves.push_back(write_move(move));
        return {moves, found.reply_share};
    }

    // Games that begin with the move, counted; the same seed gives every move the same worlds.
    nb::bytes prospect(int card, int tile, const std::vector<int>& hand, int games) {
        const Move first = read_move(card, tile);
        std::vector<CardIndex> counted;
        for (const int held : hand) counted.push_back(read_card_index(held, ground_->tables->cards));
        const int wanted = checked(games, 1, kMaxRounds, "games");
        ProspectRecord found;
        {
            nb::gil_scoped_release release;
            found = Playouts(tree_of(first), *worlds_, ground_->judge(), enemy_waits_)
                        .play(first, counted, wanted, mix(seed_ + 2));
        }
        return as_bytes(std::vector{found});
    }

private:
    // The tree that knows most of what follows the move.
    SearchTree& tree_of(const Move& first) {
        return *std::max_element(forest_.begin(), forest_.end(), [&](const SearchTree& a, const SearchTree& b) {
            return a.rounds_of(first) < b.rounds_of(first);
        });
    }

    Move parsed(int card, int tile) const {
        if (card == -1 && tile == -1) return {};
        return {read_card_index(card, ground_->tables->cards), static_cast<std::uint8_t>(read_tile(tile))};
    }

    // A move that was looked at, as all legal moves of the root are before long.
    Move read_move(int card, int tile) const {
        const Move move = parsed(card, tile);
        if (std::none_of(forest_.begin(), forest_.end(),
                         [&](const SearchTree& it) { return it.rounds_of(move) > 0; })) {
            throw std::invalid_argument("that move was not looked at");
        }
        return move;
    }

    std::shared_ptr<const Ground> ground_;
    std::unique_ptr<const BeliefWorlds> worlds_;
    std::vector<SearchTree> forest_;
    double enemy_waits_;
    std::uint64_t seed_;
};

class Searcher {
public:
    // `known` cards are in the network; `places` tells for each card of the tables where, or -1.
    Searcher(const Board& example, const nb::bytes& numbers, int known, const std::vector<int>& places)
        : ground_(std::make_shared<const Ground>(
              Ground{example.tables, read_network(numbers, known, places, example.tables->cards)})) {}

    OutlookRow outlook(const State& packed) const { return write_outlook(ground_->judge().outlook(own(packed))); }

    // What every legal move promises its mover, without playing it.
    std::vector<std::pair<MovePair, double>> promises(const State& packed) const {
        const GameState state = in_play(packed);
        std::vector<Move> moves;
        state.legal_moves(cards(), rules(), moves);
        std::vector<double> points;
        ground_->judge().promises(state, moves, points);
        std::vector<std::pair<MovePair, double>> found;
        for (std::size_t i = 0; i < moves.size(); ++i) found.emplace_back(write_move(moves[i]), points[i]);
        return found;
    }

    // Games of the quick player, both hands open to it: for every pair of decks so many deals from the number `first`
    // on, each deal once begun by YOU and once by the enemy.
    nb::bytes quick_games(const Board& start, const std::vector<DeckRows>& decks, std::uint64_t seed, int first,
                          int deals, int threads) const {
        const BoardState board = value_of(start, ground_->tables);
        const std::vector<DeckPair> pairs = read_deck_pairs(decks, cards());
        const std::uint64_t begin =
            mix(seed) + static_cast<std::uint64_t>(checked(first, 0, kMaxItems, "the first deal"));
        const auto each = static_cast<std::size_t>(checked(deals, 0, kMaxItems, "deals"));
        if (each * pairs.size() * kSides > kMaxItems) throw LimitError("one call plays at most 1,000,000 games");
        std::vector<GameResult> results(each * pairs.size() * kSides);
        const int workers = checked(threads, 1, kMaxThreads, "threads");
        {
            nb::gil_scoped_release release;
            parallel_for(results.size(), workers, [&](std::size_t i) {
                Rng rng(begin + i / kSides % each);
                const Side starter = i % kSides == 0 ? YOU : ENEMY;
                results[i] = quick_game(deal(pairs[i / kSides / each], board, starter, rng), ground_->judge());
            });
        }
        return as_bytes(results);
    }

    SearchRun search(const State& packed, const std::vector<PoolRow>& pools, const std::vector<int>& unseen,
                     const SettingsRow& settings, std::uint64_t seed, int trees) const {
        const GameState seen = undecided(packed);
        const auto chosen = std::bit_cast<SearchSettings>(settings);
        const auto is_share = [](double it) { return it >= 0.0 && it <= 1.0; };
        if (!(chosen.exploration >= 0.0 && chosen.temperature >= 0.02 && chosen.glance_weight >= 0.0 &&
              is_share(chosen.mistakes) && is_share(chosen.slips) && is_share(chosen.waits) &&
              is_share(chosen.enemy_waits) && is_share(chosen.draw_worth) && is_share(chosen.breadth))) {
            throw std::invalid_argument(
                "settings of a search: exploration and glance weight from 0, temperature from 0.02, "
                "all others from 0 to 1");
        }
        return {ground_, belief_worlds(seen, pools, unseen), chosen, seed, checked(trees, 1, kMaxTrees, "trees")};
    }

    // Outlooks of these mulligans, one row a deal, from the deal with number `first` on.
    nb::bytes mulligans(const State& packed, const std::vector<PoolRow>& pools, const std::vector<int>& unseen,
                        const std::vector<int>& ways, std::uint64_t seed, int first, int deals, int threads) const {
        const GameState seen = own(packed);
        if (seen.hands[YOU].size > kOpeningHand) throw std::invalid_argument("this is no opening hand");
        std::vector<unsigned> chosen;
        for (const int way : ways) {
            chosen.push_back(static_cast<unsigned>(checked(way, 0, (1 << seen.hands[YOU].size) - 1, "a mulligan")));
        }
        const std::uint64_t start =
            mix(seed) + static_cast<std::uint64_t>(checked(first, 0, kMaxItems, "the first deal"));
        const BeliefWorlds worlds = belief_worlds(seen, pools, unseen);
        std::vector<std::vector<Outlook>> rows(static_cast<std::size_t>(checked(deals, 0, kMaxItems, "deals")));
        const int workers = checked(threads, 1, kMaxThreads, "threads");
        {
            nb::gil_scoped_release release;
            parallel_for(rows.size(), workers, [&](std::size_t i) {
                rows[i] = mulligan_outlooks(worlds, ground_->judge(), chosen, start + i);
            });
        }
        std::vector<Outlook> all;
        for (const auto& row : rows) all.insert(all.end(), row.begin(), row.end());
        return as_bytes(all);
    }

    // Final margin and best line with nothing hidden; nothing when it takes more than `positions`.
    std::optional<std::pair<int, std::vector<MovePair>>> solve(const State& packed, std::int64_t positions) const {
        const GameState state = in_play(packed);
        Allowance allowance(checked_positions(positions));
        const UnknownCards none;
        nb::gil_scoped_release release;
        try {
            Solver solver(ground_->judge(), none, allowance, Solver::kLargeTable);
            const int margin = solver.solve(state);
            std::vector<MovePair> line;
            for (const Move& move : solver.line(state)) line.push_back(write_move(move));
            return std::pair{margin, line};
        } catch (const Unsolved&) {
            return std::nullopt;
        }
    }

    // `draws` < 0 asks whether no unknown card can be played any more.
    std::optional<std::vector<EndingRow>> endings(const State& packed, const std::vector<PoolRow>& rows, int draws,
                                                  int worlds, std::int64_t positions) const {
        const GameState seen = in_play(packed);
        const std::vector<HandPool> pools = read_pools(rows, seen, cards());
        if (pools.empty()) throw std::invalid_argument("the endings of a belief need at least one pool of hands");
        const auto most = static_cast<std::size_t>(checked(worlds, 1, kMaxItems, "worlds"));
        Allowance allowance(checked_positions(positions));
        nb::gil_scoped_release release;
        try {
            const UnknownCards unknown = unknown_cards(seen, pools, cards());
            Endings endings(draws < 0 ? blind_world(seen, pools.front()) : all_worlds(seen, pools, draws, most),
                            unknown, ground_->judge(), allowance);
            std::vector<Move> moves;
            seen.legal_moves(cards(), rules(), moves);
            std::vector<EndingRow> found;
            for (const Move& move : moves) {
                const std::optional<Outlook> value = endings.value(move);
                found.emplace_back(write_move(move), value ? std::optional(write_outlook(*value)) : std::nullopt);
            }
            return found;
        } catch (const Unsolved&) {
            return std::nullopt;
        }
    }

    // All winning orders of a puzzle; nothing when there are more than `orders` or it takes more than `positions`.
    std::optional<std::vector<std::vector<MovePair>>> puzzle(const State& packed, int orders,
                                                             std::int64_t positions) const {
        const GameState state = in_play(packed);
        Allowance allowance(checked_positions(positions));
        const auto most = static_cast<std::size_t>(checked(orders, 1, kMaxItems, "orders"));
        nb::gil_scoped_release release;
        try {
            Puzzle puzzle(ground_->judge(), allowance, most);
            std::vector<std::vector<MovePair>> found;
            for (const auto& order : puzzle.solve(state)) {
                found.emplace_back();
                for (const Move& move : order) found.back().push_back(write_move(move));
            }
            return found;
        } catch (const Unsolved&) {
            return std::nullopt;
        }
    }

private:
    const CardTable& cards() const { return ground_->tables->cards; }
    const Ruleset& rules() const { return ground_->tables->rules; }
    static std::int64_t checked_positions(std::int64_t positions) {
        if (positions < 1 || positions > kMaxPositions) {
            throw std::invalid_argument("the number of positions must be at least 1");
        }
        return positions;
    }

    BeliefWorlds belief_worlds(const GameState& seen, const std::vector<PoolRow>& pools,
                               const std::vector<int>& unseen) const {
        return {seen, read_pools(pools, seen, cards()), read_card_list(unseen, cards())};
    }

    const GameState& own(const State& packed) const { return value_of(packed, ground_->tables); }

    // A position in the middle of a game; its draw may still be due.
    const GameState& undecided(const State& packed) const {
        const GameState& state = own(packed);
        if (state.is_over(rules())) throw std::invalid_argument("the game is over; there is nothing to search");
        if (state.mulligan_open[YOU] || state.mulligan_open[ENEMY]) {
            throw std::invalid_argument("the opening hands come first: keep them or mulligan");
        }
        if (state.phase == TurnPhase::end) throw std::invalid_argument("this turn is played already");
        return state;
    }

    // A position in which a card can be placed; a draw that brings no card is made on the way.
    GameState in_play(const State& packed) const {
        GameState state = undecided(packed);
        if (state.phase == TurnPhase::draw) {
            if (state.turn > kSides && state.decks[state.side_to_act].size > 0) {
                throw std::invalid_argument("the card of this turn is not drawn yet");
            }
            state.draw_start_of_turn();
        }
        return state;
    }

    std::shared_ptr<const Ground> ground_;
};

}  // namespace

void bind_search(nb::module_& m) {
    nb::class_<SearchRun>(m, "SearchRun")
        .def("run", &SearchRun::run)
        .def("figures", &SearchRun::figures)
        .def("settled", &SearchRun::settled)
        .def("look_closer", &SearchRun::look_closer)
        .def("line", &SearchRun::line)
        .def("prospect", &SearchRun::prospect);
    nb::class_<Searcher>(m, "Searcher")
        .def(nb::init<const Board&, const nb::bytes&, int, const std::vector<int>&>())
        .def("outlook", &Searcher::outlook)
        .def("promises", &Searcher::promises)
        .def("quick_games", &Searcher::quick_games)
        .def("search", &Searcher::search)
        .def("mulligans", &Searcher::mulligans)
        .def("solve", &Searcher::solve)
        .def("endings", &Searcher::endings)
        .def("puzzle", &Searcher::puzzle);
}

}  // namespace qb
