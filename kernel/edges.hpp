// The moves of a search tree, node by node in one list.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "game_state.hpp"

namespace qb {

// A move of a tree: what was seen of it in the worlds in which it was legal.
struct Edge {
    double worth = 0;  // to YOU, a sum over rounds
    std::uint32_t rounds = 0;
    std::uint32_t legal = 0;  // rounds in which it could have been chosen
    std::uint32_t child = 0;  // 0: none yet
    float glance = 0;         // points of the mover, before it was looked at
    float favour = 0;
    Move move;

    // Moves in the pinned order: by card and tile, the pass last.
    static std::uint32_t key(const Move& move) { return move.card * 256U + move.tile; }
};

// The edges of all nodes in one list. Those of a node lie side by side in the pinned order, with room for more.
class EdgePool {
public:
    struct Run {
        std::uint32_t first = 0;
        std::uint16_t size = 0, room = 0;
    };

    Edge& operator[](std::uint32_t index) { return edges_[index]; }
    const Edge& operator[](std::uint32_t index) const { return edges_[index]; }
    std::size_t size() const { return edges_.size(); }

    // Adds the edges to the run; both are in order, and no move is in both.
    void merge(Run& run, const std::vector<Edge>& fresh) {
        const std::size_t wanted = run.size + fresh.size();
        if (wanted > run.room) {
            const auto room = static_cast<std::uint16_t>(run.size == 0 ? wanted : wanted * 3 / 2);
            const auto first = static_cast<std::uint32_t>(edges_.size());
            edges_.resize(edges_.size() + room);
            std::copy_n(edges_.begin() + run.first, run.size, edges_.begin() + first);
            run.first = first;
            run.room = room;
        }
        Edge* edges = edges_.data() + run.first;
        std::size_t left = run.size, next = fresh.size(), to = wanted;
        while (next > 0) {
            const bool older = left > 0 && Edge::key(edges[left - 1].move) > Edge::key(fresh[next - 1].move);
            edges[--to] = older ? edges[--left] : fresh[--next];
        }
        run.size = static_cast<std::uint16_t>(wanted);
    }

private:
    std::vector<Edge> edges_;
};

}  // namespace qb
