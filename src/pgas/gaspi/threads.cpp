// GPI-2's threads. The first that registers has number 0, and meets the other ranks for all of them.
#include <GASPI_Threads.h>
#include <pthread.h>
#include <sched.h>

#include <condition_variable>
#include <mutex>

#include "pgas/gaspi/process.h"

namespace farsan::pgas::gaspi {

namespace {

class Crew {
 public:
  [[nodiscard]] gaspi_return_t begin(gaspi_int size) {
    const std::lock_guard lock(mutex_);
    if (size_ != 0 || size < 1) return GASPI_ERROR;
    size_ = size;
    registered_ = 0;
    waiting_ = 0;
    return GASPI_SUCCESS;
  }
  void end() {
    const std::lock_guard lock(mutex_);
    size_ = 0;
  }
  /// 0: there is none.
  [[nodiscard]] gaspi_int size() {
    const std::lock_guard lock(mutex_);
    return size_;
  }
  [[nodiscard]] gaspi_int enter() {
    const std::lock_guard lock(mutex_);
    return registered_++;
  }

  /// Waits for all threads. `once` is called by thread 0 when they are there, and its result is everybody's.
  template <class Once>
  gaspi_return_t meet(gaspi_int thread, Once once) {
    std::unique_lock lock(mutex_);
    if (size_ == 0 || thread < 0) return GASPI_ERROR;
    if (thread != 0) {
      const unsigned long round = round_;
      ++waiting_;
      changed_.notify_all();
      changed_.wait(lock, [&] { return round_ != round; });
      return result_;
    }
    changed_.wait(lock, [&] { return waiting_ >= size_ - 1; });
    waiting_ -= size_ - 1;
    lock.unlock();
    const gaspi_return_t result = once();
    lock.lock();
    result_ = result;
    ++round_;
    changed_.notify_all();
    return result;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  gaspi_int size_ = 0;
  gaspi_int registered_ = 0;
  gaspi_int waiting_ = 0;
  unsigned long round_ = 0;
  gaspi_return_t result_ = GASPI_SUCCESS;
};

// Never destroyed: threads may wait in it when the process ends.
Crew& crew() {
  static Crew& all = *new Crew;
  return all;
}

thread_local gaspi_int own_number = -1;

}  // namespace

ROUTINE(gaspi_threads_get_num_cores, (gaspi_int * cores)) {
  cpu_set_t processors;
  if (sched_getaffinity(0, sizeof processors, &processors) != 0) return GASPI_ERROR;
  return answer(cores, CPU_COUNT(&processors));
}

ROUTINE(gaspi_threads_init_user, (unsigned int use_nr_of_threads)) {
  return crew().begin(static_cast<gaspi_int>(use_nr_of_threads));
}

ROUTINE(gaspi_threads_init, (gaspi_int * num)) {
  const gaspi_return_t counted = pgaspi_threads_get_num_cores(num);
  return counted == GASPI_SUCCESS ? crew().begin(*num) : counted;
}

ROUTINE(gaspi_threads_term, (void)) {
  crew().end();
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_threads_register, (gaspi_int * tid)) {
  if (tid == nullptr) return GASPI_ERR_NULLPTR;
  own_number = crew().enter();
  *tid = own_number;
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_threads_get_tid, (gaspi_int * tid)) { return crew().size() == 0 ? GASPI_ERROR : answer(tid, own_number); }
ROUTINE(gaspi_threads_get_total, (gaspi_int * num)) {
  const gaspi_int size = crew().size();
  return size == 0 ? GASPI_ERROR : answer(num, size);
}

ROUTINE(gaspi_threads_run, (void* (*function)(void*), void* arg)) {
  if (crew().size() == 0) return GASPI_ERROR;
  pthread_t thread{};
  if (pthread_create(&thread, nullptr, function, arg) != 0) return GASPI_ERROR;
  pthread_detach(thread);
  return GASPI_SUCCESS;
}

ROUTINE_RETURNING(void, gaspi_threads_sync, (void)) {
  static_cast<void>(crew().meet(own_number, [] { return GASPI_SUCCESS; }));
}

// By its public name: who looks at barriers sees this one, too.
ROUTINE(gaspi_threads_sync_all, (gaspi_group_t group, gaspi_timeout_t timeout)) {
  return crew().meet(own_number, [=] { return gaspi_barrier(group, timeout); });
}

}  // namespace farsan::pgas::gaspi
