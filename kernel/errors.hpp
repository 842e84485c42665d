// What the kernel refuses, and the checks that everything from Python passes, so that the other headers may trust it.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace qb {

// Something that is right but larger than the packed tables; the Python engine can still do it. Wrong input is a
// std::invalid_argument instead.
struct LimitError : std::length_error {
    using std::length_error::length_error;
};

inline std::string out_of_range(const char* what, std::int64_t low, std::int64_t high, std::int64_t value) {
    return std::string(what) + " must be from " + std::to_string(low) + " to " + std::to_string(high) + ", not " +
           std::to_string(value);
}

// A number that can only lie in this range.
inline int checked(std::int64_t value, std::int64_t low, std::int64_t high, const char* what) {
    if (value < low || value > high) throw std::invalid_argument(out_of_range(what, low, high, value));
    return static_cast<int>(value);
}

// A number that has a meaning beyond this range, but no room in the tables.
inline int within(std::int64_t value, std::int64_t low, std::int64_t high, const char* what) {
    if (value < low || value > high) throw LimitError("in the kernel " + out_of_range(what, low, high, value));
    return static_cast<int>(value);
}

}  // namespace qb
