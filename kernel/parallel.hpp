// The same work many times, on several threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace qb {

inline constexpr int kMaxThreads = 64;

// Runs work(i) for 0 <= i < count. Of several exceptions that of the smallest i is passed on, as if there were no
// threads at all.
template <class Work>
void parallel_for(std::size_t count, int threads, Work work) {
    struct Failure {
        std::size_t at;
        std::exception_ptr error;
    };
    const auto workers = std::max<std::size_t>(1, std::min<std::size_t>(static_cast<std::size_t>(threads), count));
    std::vector<Failure> failures(workers, Failure{count, nullptr});
    const auto run = [&](std::size_t worker) {
        std::size_t i = worker;
        try {
            for (; i < count; i += workers) work(i);
        } catch (...) {
            failures[worker] = {i, std::current_exception()};
        }
    };
    std::vector<std::thread> pool;
    pool.reserve(workers);
    for (std::size_t worker = 1; worker < workers; ++worker) {
        try {
            pool.emplace_back(run, worker);
        } catch (const std::system_error&) {  // the system gives no more threads: this one does their share
            run(worker);
        }
    }
    run(0);
    for (std::thread& thread : pool) thread.join();
    const auto first = std::min_element(failures.begin(), failures.end(),
                                        [](const Failure& a, const Failure& b) { return a.at < b.at; });
    if (first->error) std::rethrow_exception(first->error);
}

}  // namespace qb
