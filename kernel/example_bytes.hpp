// Examples as bytes, the form in which they go from whoever played to whoever learns.
//
// They may come from another machine, so everything in them is checked before it is learned from.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "errors.hpp"
#include "examples.hpp"

namespace qb {

struct PositionBytes {
    std::uint16_t rows, moves;
    std::array<float, 3> chances;
    float margin;
};

// A pass has the first row alone.
struct MoveBytes {
    float points;
    std::uint16_t card;
    std::int8_t tile;
    std::array<std::uint8_t, MoveRows::kCounts.size()> rows;
};

// By which rows and cards the examples are told, and how much follows.
struct ExamplesHead {
    std::array<std::uint32_t, 5> kind{};
    std::uint32_t positions = 0, rows = 0, moves = 0;

    static std::array<std::uint32_t, 5> kind_with(std::size_t cards) {
        constexpr std::uint32_t kMark = 0x31584251;  // "QBX1", the lower byte first
        return {kMark, PlainRows::kEnd, CardSlots::kEnd, MoveRows::kEnd, static_cast<std::uint32_t>(cards)};
    }
    // Of the bytes that follow.
    std::uint64_t size() const {
        return positions * std::uint64_t{sizeof(PositionBytes)} + rows * std::uint64_t{sizeof(InputRow)} +
               moves * std::uint64_t{sizeof(MoveBytes)};
    }
};
static_assert(sizeof(PositionBytes) == 20 && sizeof(MoveBytes) == 16 && sizeof(ExamplesHead) == 32,
              "nothing stands between the numbers");

class ExamplesWriter {
public:
    static std::vector<char> write(const Examples& examples, std::size_t cards) {
        const auto count = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
        const ExamplesHead head{ExamplesHead::kind_with(cards), count(examples.positions), count(examples.rows),
                                count(examples.moves)};
        ExamplesWriter writer;
        writer.bytes_.reserve(sizeof(head) + head.size());
        writer.add(head);
        for (const Example& it : examples.positions) {
            writer.add(PositionBytes{static_cast<std::uint16_t>(it.rows), static_cast<std::uint16_t>(it.moves),
                                     it.chances, it.margin});
        }
        for (const InputRow row : examples.rows) writer.add(row);
        for (const MoveExample& it : examples.moves) writer.add(packed(it));
        return std::move(writer.bytes_);
    }

private:
    template <class Row>
    void add(const Row& row) {
        const auto* first = reinterpret_cast<const char*>(&row);
        bytes_.insert(bytes_.end(), first, first + sizeof(Row));
    }

    static MoveBytes packed(const MoveExample& move) {
        const MoveInputs& inputs = move.inputs;
        MoveBytes found{move.points, inputs.card, static_cast<std::int8_t>(inputs.tile), {}};
        for (std::size_t i = 0; i < static_cast<std::size_t>(inputs.size); ++i) {
            found.rows[i] = static_cast<std::uint8_t>(inputs.rows[i]);
        }
        return found;
    }

    std::vector<char> bytes_;
};

// Appends what ExamplesWriter has written; where it refuses to go on, what it has read so far.
class ExamplesReader {
public:
    static void read(std::string_view bytes, std::size_t cards, Examples& found) {
        ExamplesReader reader(bytes, cards, found);
        const ExamplesHead head = reader.read_head();
        reader.read_positions(head);
        for (std::uint32_t i = 0; i < head.rows; ++i) found.rows.push_back(reader.read_row());
        for (std::uint32_t i = 0; i < head.moves; ++i) found.moves.push_back(reader.read_move());
    }

private:
    static constexpr float kMostMargin = 1e6F;  // far more than any game has

    ExamplesReader(std::string_view bytes, std::size_t cards, Examples& found)
        : left_(bytes), cards_(static_cast<int>(cards)), found_(found) {}

    template <class Row>
    Row next() {
        Row row;
        std::memcpy(&row, left_.data(), sizeof(Row));
        left_.remove_prefix(sizeof(Row));
        return row;
    }

    ExamplesHead read_head() {
        const auto head = left_.size() < sizeof(ExamplesHead) ? ExamplesHead{} : next<ExamplesHead>();
        if (head.kind != ExamplesHead::kind_with(static_cast<std::size_t>(cards_))) {
            throw std::invalid_argument("these are no examples, or those of another kernel or other cards");
        }
        if (left_.size() != head.size()) throw std::invalid_argument("these examples are not whole");
        return head;
    }

    void read_positions(const ExamplesHead& head) {
        std::uint64_t row = found_.rows.size(), move = found_.moves.size();
        const std::uint64_t last_row = row + head.rows, last_move = move + head.moves;
        if (std::max(last_row, last_move) > std::numeric_limits<std::uint32_t>::max()) {
            throw LimitError("these are more examples than can be learned from at once");
        }
        for (std::uint32_t i = 0; i < head.positions; ++i) {
            const auto it = next<PositionBytes>();
            for (const float chance : it.chances) check_share(chance);
            if (!(std::abs(it.margin) <= kMostMargin)) throw std::invalid_argument("no game has such a margin");
            found_.positions.push_back({static_cast<std::uint32_t>(row), it.rows, static_cast<std::uint32_t>(move),
                                        it.moves, it.chances, it.margin});
            row += it.rows;
            move += it.moves;
            if (row > last_row || move > last_move) break;
        }
        if (row != last_row || move != last_move) {
            throw std::invalid_argument("the positions of these examples have other rows or moves");
        }
    }

    InputRow read_row() {
        return static_cast<InputRow>(
            checked(next<InputRow>(), 0, PlainRows::kEnd + CardSlots::kEnd * cards_ - 1, "a row of an example"));
    }

    MoveExample read_move() {
        const auto it = next<MoveBytes>();
        check_share(it.points);
        MoveInputs inputs{};
        if (it.card == kNoCard) {
            inputs.rows[0] = checked(it.rows[0], MoveRows::kPass, MoveRows::kEnd - 1, "the row of a pass");
            inputs.size = 1;
            return {inputs, it.points};
        }
        inputs.card = static_cast<CardIndex>(checked(it.card, 0, cards_ - 1, "a card"));
        inputs.tile = checked(it.tile, 0, kTiles - 1, "a tile");
        inputs.size = static_cast<int>(it.rows.size());
        int first = 0;
        for (std::size_t i = 0; i < it.rows.size(); ++i) {
            const int end = first + MoveRows::kCounts[i];
            inputs.rows[i] = checked(it.rows[i], first, end - 1, "the row of a move");
            first = end;
        }
        return {inputs, it.points};
    }

    static void check_share(float number) {
        if (!(number >= 0.0F && number <= 1.0F)) throw std::invalid_argument("chances must be from 0 to 1");
    }

    std::string_view left_;
    int cards_;
    Examples& found_;
};

}  // namespace qb
