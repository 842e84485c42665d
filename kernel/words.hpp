// Names that Python has too. What is declared here can be told by name (word_bindings.cpp), so that numbers that cross
// over depend on no order that was agreed on elsewhere.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "errors.hpp"

// An enumeration and its words: QB_WORDS(enum class, Capture, claim, stepwise).
#define QB_WORDS(keyword, Enum, ...)                      \
    keyword Enum : std::uint8_t{__VA_ARGS__};             \
    constexpr const char* name_of(Enum) { return #Enum; } \
    constexpr const char* words_of(Enum) { return #__VA_ARGS__; }

// Members of one type, and the list of their names: QB_MEMBERS(kAccess, double, open_tiles, open_rank).
#define QB_MEMBERS(list, Type, ...) \
    Type __VA_ARGS__;               \
    static constexpr const char* list = #__VA_ARGS__;

// A field of a struct that is made from a list of fields; what stands behind the name is an extent or a first value.
#define QB_DECLARE(Type, name, ...) Type name __VA_ARGS__;

namespace qb {

constexpr const char* name_of(bool) { return "bool"; }

// The word of an enumeration, given by its place.
template <class Enum>
Enum word(std::int64_t value, const char* what) {
    constexpr std::string_view words = words_of(Enum{});
    return static_cast<Enum>(checked(value, 0, std::count(words.begin(), words.end(), ','), what));
}

}  // namespace qb
