// What the kernel tells of itself: its words, fields and layouts, by name. Python compares them with its own before it
// asks anything else (qb_engine/kernel/words.py).
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include "packed.hpp"
#include "playouts.hpp"
#include "random_games.hpp"
#include "replies.hpp"
#include "search.hpp"

namespace nb = nanobind;

namespace qb {
namespace {

// "claim, stepwise" as a tuple of two names.
nb::tuple names(std::string_view list) {
    nb::list found;
    for (std::size_t end; !list.empty(); list.remove_prefix(std::min(list.size(), end + 2))) {
        end = std::min(list.find(','), list.size());
        found.append(nb::str(list.data(), end));
    }
    return nb::tuple(found);
}

template <class... Enums>
nb::dict words() {
    nb::dict found;
    ((found[name_of(Enums{})] = names(words_of(Enums{}))), ...);
    return found;
}

nb::dict rule_fields() {
    nb::dict found;
#define QB_TELL(Type, name, ...) found[#name] = name_of(Type{});
    QB_RULES(QB_TELL)
#undef QB_TELL
    return found;
}

nb::dict weights() {
    nb::dict found;
    found["factors"] = names(Weights::kFactors);
    found["stability"] = names(Weights::kStability);
    found["access"] = names(Weights::kAccess);
    found["effect"] = names(Weights::kEffect);
    found["enough"] = names(Weights::kEnough);
    return found;
}

// So many bytes of a type, as Python's module struct calls them.
template <class Type>
std::string format(std::size_t bytes) {
    static_assert(std::is_same_v<Type, double> || std::is_same_v<Type, std::int32_t>);
    return std::to_string(bytes / sizeof(Type)) + (std::is_same_v<Type, double> ? "d" : "i");
}

#define QB_TELL(Type, name, ...) \
    found[#name] = nb::make_tuple(format<Type>(sizeof(Record::name)), offsetof(Record, name));

nb::dict play_record() {
    using Record = PlayRecord;
    nb::dict found;
    QB_PLAY_RECORD(QB_TELL)
    return found;
}

nb::dict prospect_record() {
    using Record = ProspectRecord;
    nb::dict found;
    QB_PROSPECT_RECORD(QB_TELL)
    return found;
}

nb::dict game_result() {
    using Record = GameResult;
    nb::dict found;
    QB_GAME_RESULT(QB_TELL)
    return found;
}

#undef QB_TELL

}  // namespace

void bind_words(nb::module_& m) {
    m.attr("WORDS") = words<Side, TurnPhase, Trigger, Target, Operation, Status, CountedSide, Capture,
                            RankAfterDestruction, FirstTime, DeathOrder, ReplacementOrder, LoserScore, TileOrder>();
    m.attr("RULE_FIELDS") = rule_fields();
    m.attr("WEIGHTS") = weights();
    m.attr("SEARCH_SETTINGS") = names(SearchSettings::kNames);
    m.attr("PLAY_RECORD") = play_record();
    m.attr("PLAY_RECORD_BYTES") = sizeof(PlayRecord);
    m.attr("PROSPECT_RECORD") = prospect_record();
    m.attr("GAME_RESULT") = game_result();
}

}  // namespace qb
