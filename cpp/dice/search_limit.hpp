#pragma once

#include <atomic>
#include <cstdint>

#include "base/deadline.hpp"

namespace tablas {

inline constexpr int MAX_PLIES = 4;

/// When a search of a dice game stops: the first limit that is reached counts.
struct Limit {
    double seconds = 0;       // 0 is no limit
    std::uint64_t nodes = 0;  // boards judged, found in the cache or not; 0 is no limit
    int plies = MAX_PLIES;
};

/// Watches over the limits of one search, for all of its threads.
class Watch {
  public:
    Watch(const Limit& limit, const std::atomic<bool>& asked)
        : limit_(limit), asked_(asked), deadline_(limit.seconds) {}

    /// Counts boards that are judged; false once the search should end.
    bool spend(std::uint64_t nodes) {
        const std::uint64_t all = nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes;
        if (over_.load(std::memory_order_relaxed)) return false;
        const bool enough = (limit_.nodes != 0 && all > limit_.nodes) ||
                            asked_.load(std::memory_order_relaxed) || deadline_.over();
        if (enough) over_.store(true, std::memory_order_relaxed);
        return !enough;
    }

    bool over() const { return over_.load(std::memory_order_relaxed); }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    double seconds() const { return deadline_.seconds(); }

    /// Whether another ply is worth beginning: it takes several times as long as all before it, and
    /// what is not finished is thrown away.
    bool time_for_another() const {
        constexpr double SHARE = 0.25;
        return limit_.seconds <= 0 || seconds() <= SHARE * limit_.seconds;
    }

  private:
    Limit limit_;
    const std::atomic<bool>& asked_;
    Deadline deadline_;
    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<bool> over_{false};
};

}  // namespace tablas
