// The fitting's part of qb_engine._kernel: self-play and gradient steps for `training/`.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <bit>
#include <cstring>
#include <memory>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "example_bytes.hpp"
#include "fitting.hpp"
#include "packed.hpp"
#include "rows.hpp"

namespace nb = nanobind;

namespace qb {
namespace {

using StepRow = std::array<double, sizeof(FittingStep) / sizeof(double)>;
using LossRow = std::tuple<double, double, double, std::int64_t>;  // means of result, moves, margin; examples

// Examples of one game for each pair of decks, played with the numbers of a network that knows just these cards. A game
// depends on its decks and its number, which count up from `first`.
nb::bytes play_examples(const Board& start, const nb::bytes& numbers, const std::vector<DeckRows>& decks, double wander,
                        std::uint64_t seed, int first) {
    const CardTable& cards = start.tables->cards;
    std::vector<int> places(cards.size());
    std::iota(places.begin(), places.end(), 0);
    const Network network = read_network(numbers, static_cast<int>(cards.size()), places, cards);
    const std::vector<DeckPair> pairs = read_deck_pairs(decks, cards);
    if (!(wander >= 0.0 && wander <= 1.0)) {
        throw std::invalid_argument("the share of random moves must be from 0 to 1");
    }
    const std::uint64_t begin = mix(seed) + static_cast<std::uint64_t>(checked(first, 0, kMaxItems, "the first game"));
    std::vector<char> found;
    {
        nb::gil_scoped_release release;
        const Judge judge{cards, start.tables->rules, network};
        found = ExamplesWriter::write(self_play(judge, pairs, start.value, wander, begin), cards.size());
    }
    return as_bytes(found);
}

// A network in the making, and the examples that it learns from next.
class Workshop {
public:
    Workshop(const Board& example, std::uint64_t seed) : tables_(example.tables), fitting_(tables_->cards, seed) {}

    // Examples as play_examples tells them, part by part; they take the place of earlier ones.
    std::size_t take(const nb::iterable& parts) {
        examples_ = {};
        Examples found;
        for (const nb::handle part : parts) {
            if (!nb::isinstance<nb::bytes>(part)) throw nb::type_error("examples come as bytes");
            const auto bytes = nb::borrow<nb::bytes>(part);
            ExamplesReader::read({bytes.c_str(), bytes.size()}, tables_->cards.size(), found);
        }
        examples_ = std::move(found);
        return examples_.positions.size();
    }

    // One pass over the examples in an order drawn from `seed`, `batch` at a time; the rest that fills no batch is
    // left. `rates` are those of the first and of the last step, between which it falls evenly.
    LossRow learn(const StepRow& step, double last_rate, int batch, std::uint64_t seed, int threads) {
        auto chosen = std::bit_cast<FittingStep>(step);
        const auto size = static_cast<std::size_t>(checked(batch, 1, kMaxItems, "the batch"));
        const int workers = checked(threads, 1, kMaxThreads, "threads");
        nb::gil_scoped_release release;
        std::vector<std::uint32_t> order(examples_.positions.size());
        std::iota(order.begin(), order.end(), 0U);
        Rng rng(seed);
        for (std::size_t i = order.size(); i > 1; --i) {
            std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
        }
        FittingLoss sum;
        const std::size_t steps = order.size() / size;
        const double first_rate = chosen.rate;
        for (std::size_t i = 0; i < steps; ++i) {
            chosen.rate = first_rate + (last_rate - first_rate) * static_cast<double>(i) / static_cast<double>(steps);
            const FittingLoss more = fitting_.learn(examples_, order, i * size, size, chosen, rng.next(), workers);
            sum.result += more.result;
            sum.moves += more.moves;
            sum.margin += more.margin;
            sum.examples += more.examples;
        }
        return mean(sum);
    }

    // The same means over all examples, with nothing learned from them.
    LossRow weigh(double card_dropout, int threads) {
        const int workers = checked(threads, 1, kMaxThreads, "threads");
        nb::gil_scoped_release release;
        std::vector<std::uint32_t> order(examples_.positions.size());
        std::iota(order.begin(), order.end(), 0U);
        const FittingStep step{0.0, 1.0, 1.0, card_dropout};
        const FittingLoss sum = fitting_.weigh(examples_, order, 0, order.size(), step, 0, workers);
        return mean(sum);
    }

    nb::bytes numbers() const { return as_bytes(fitting_.counted()); }
    nb::bytes memory() const { return as_bytes(fitting_.memory()); }
    void remember(const nb::bytes& memory) {
        std::vector<float> numbers(memory.size() / sizeof(float));
        std::memcpy(numbers.data(), memory.c_str(), numbers.size() * sizeof(float));
        fitting_.remember(numbers);
    }

private:
    static LossRow mean(const FittingLoss& sum) {
        const double all = std::max<double>(1.0, static_cast<double>(sum.examples));
        return {sum.result / all, sum.moves / all, sum.margin / all, sum.examples};
    }

    std::shared_ptr<const Tables> tables_;
    Fitting fitting_;
    Examples examples_;
};

}  // namespace

void bind_fitting(nb::module_& m) {
    m.def("play_examples", &play_examples);
    nb::class_<Workshop>(m, "Workshop")
        .def(nb::init<const Board&, std::uint64_t>())
        .def("take", &Workshop::take)
        .def("learn", &Workshop::learn)
        .def("weigh", &Workshop::weigh)
        .def("numbers", &Workshop::numbers)
        .def("memory", &Workshop::memory)
        .def("remember", &Workshop::remember);
}

}  // namespace qb
