#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "abalone/search.hpp"
#include "base/deadline.hpp"

namespace tablas::abalone {

/// A search on a thread of its own, whose answer can be taken before that thread has ended.
///
/// On a busy machine a thread that computes may get no processor for a long while, so it cannot
/// keep time. One that has slept is let in sooner: the caller sleeps until the time is over, takes
/// what the last finished depth has found, and leaves the other one to notice. A new thread may
/// have to wait for its first turn as well, so the first depth of a search with a limit of time is
/// searched by the caller: there is always an answer. The destructor waits for the thread.
class PunctualSearch {
  public:
    using Clock = Deadline::Clock;
    using Time = Deadline::Time;
    using Wish = std::shared_ptr<std::atomic<bool>>;  // that it ends early

    /// `table` outlives this; so does the network of the options. The time counts from `began` on.
    PunctualSearch(const Board& board, std::vector<Board> history, const Options& options,
                   Table& table, Wish stop, Time began = Clock::now())
        : history_(std::move(history)),
          options_(options),
          stop_(std::move(stop)),
          deadline_(options.limit.seconds, began) {
        if (!deadline_.endless()) glance(board, table);
        options_.progress = &progress_;
        options_.deadline = &deadline_;
        thread_ = std::jthread([this, board, &table] { work(board, table); });
    }

    PunctualSearch(const PunctualSearch&) = delete;
    PunctualSearch& operator=(const PunctualSearch&) = delete;
    ~PunctualSearch() { stop_->store(true); }  // the thread, destroyed first, is waited for

    /// Sleeps until the search has its answer or the time has come; whether it has.
    bool wait_until(Time time) {
        std::unique_lock lock(progress_.mutex);
        const bool done = progress_.ended.wait_until(lock, time, [this] { return progress_.done; });
        if (!done) deadline_.woke(time);
        return done;
    }

    /// When to take what there is.
    Time due() const { return deadline_.endless() ? Time::max() : deadline_.stop() + PATIENCE; }

    /// Whether the thread is about to end: the destructor would not have to wait for long.
    bool ended() const { return left_.load(std::memory_order_acquire); }

    /// What has been found by a search that has ended, or by the depths that were finished; its
    /// lines are empty if there is none. The search ends.
    Found found() {
        stop_->store(true);
        const std::lock_guard lock(progress_.mutex);
        if (failure_) std::rethrow_exception(failure_);
        Found found = progress_.found;
        if (!progress_.done) {
            found.nodes = std::max(found.nodes, progress_.nodes.load(std::memory_order_relaxed));
            found.seconds = deadline_.seconds();
        }
        return found;
    }

  private:
    static constexpr std::chrono::milliseconds PATIENCE{6};  // a search that runs ends within these

    void glance(const Board& board, Table& table) {
        Options one = options_;
        one.limit = {.seconds = 0, .nodes = 0, .depth = 1};
        one.threads = 1;
        progress_.found = search(board, history_, one, table, *stop_);
    }

    void work(const Board& board, Table& table) {
        try {
            search(board, history_, options_, table, *stop_);
        } catch (...) {
            const std::lock_guard lock(progress_.mutex);
            failure_ = std::current_exception();
            progress_.done = true;
            progress_.ended.notify_one();
        }
        left_.store(true, std::memory_order_release);
    }

    std::vector<Board> history_;
    Options options_;
    Wish stop_;
    Deadline deadline_;
    Progress progress_;
    std::exception_ptr failure_;
    std::atomic<bool> left_{false};
    std::jthread thread_;  // last: it ends before what it uses
};

}  // namespace tablas::abalone
