#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "abalone_search.hpp"

namespace tablas::abalone {

/// A search on a thread of its own, whose answer can be taken before that thread has ended.
///
/// On a busy machine a thread that computes may get no processor for a long while, so it cannot
/// keep time. One that has slept is let in at once: the caller sleeps until the time is over, takes
/// what the last finished depth has found, and leaves the other one to notice. Its destructor waits
/// for that.
class PunctualSearch {
  public:
    using Clock = std::chrono::steady_clock;

    /// `table` and `stop` outlive this; so does the network of the options.
    PunctualSearch(const Board& board, std::vector<Board> history, const Options& options,
                   Table& table, std::atomic<bool>& stop)
        : history_(std::move(history)), options_(options), stop_(stop) {
        options_.progress = &progress_;
        thread_ = std::jthread([this, board, &table] { work(board, table); });
    }

    PunctualSearch(const PunctualSearch&) = delete;
    PunctualSearch& operator=(const PunctualSearch&) = delete;
    ~PunctualSearch() { stop_.store(true); }  // the thread, destroyed first, is waited for

    /// Sleeps until the search has ended or the time has come; whether it has ended.
    bool wait_until(Clock::time_point time) {
        std::unique_lock lock(mutex_);
        return ended_.wait_until(lock, time, [this] { return done_; });
    }

    /// Whether the time of the limit has been over for long enough to take what there is.
    bool overdue() const {
        const double spent = std::chrono::duration<double>(Clock::now() - began_).count();
        return options_.limit.seconds > 0 && spent > options_.limit.seconds + PATIENCE;
    }

    /// When `overdue` will be true.
    Clock::time_point due() const {
        const std::chrono::duration<double> left(options_.limit.seconds + PATIENCE);
        return began_ + std::chrono::duration_cast<Clock::duration>(left);
    }

    /// What has been found by a search that has ended, or by the depths that were finished; its
    /// lines are empty if there is none.
    Found found() {
        const std::lock_guard lock(mutex_);
        if (failure_) std::rethrow_exception(failure_);
        if (done_) return found_;
        stop_.store(true);
        const std::lock_guard reading(progress_.mutex);
        return progress_.found;
    }

  private:
    static constexpr double PATIENCE = 0.006;  // seconds: a search that runs ends within these

    void work(const Board& board, Table& table) {
        Found found;
        std::exception_ptr failure;
        try {
            found = search(board, history_, options_, table, stop_);
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        found_ = std::move(found);
        failure_ = failure;
        done_ = true;
        ended_.notify_one();
    }

    std::vector<Board> history_;
    Options options_;
    std::atomic<bool>& stop_;
    Progress progress_;
    Clock::time_point began_ = Clock::now();
    std::mutex mutex_;
    std::condition_variable ended_;
    bool done_ = false;
    Found found_;
    std::exception_ptr failure_;
    std::jthread thread_;  // last: it ends before what it uses
};

}  // namespace tablas::abalone
