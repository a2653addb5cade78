// A receive that a coroutine waits for: its buffer lies in the coroutine's frame, in the heap, and is open until it goes on.
// flags: -O0 -std=c++20
// variant clean:
// variant racy: -DEARLY
#include "corpus.h"

#include <coroutine>

struct Task {
  struct promise_type {
    Task get_return_object() { return Task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> handle;
};

struct Received {
  MPI_Request* request;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<>) {}
  void await_resume() { MPI_Wait(request, MPI_STATUS_IGNORE); }
};

static Task sum(int from, int* result) {
  int buffer[4];
  MPI_Request request;
  MPI_Irecv(buffer, 4, MPI_INT, from, 0, MPI_COMM_WORLD, &request);  // race(b)
#ifdef EARLY
  buffer[2] = 2;  // race(b)
#endif
  co_await Received{&request};
  *result = buffer[0] + buffer[1] + buffer[2] + buffer[3];
}

int main() {
  int rank = begin(), mine[4] = {rank, 1, 2, 3}, result = 0;
  Task t = sum(1 - rank, &result);
  MPI_Send(mine, 4, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  t.handle.resume();
  t.handle.destroy();
  if (result != 7 - rank)
    return 3;
  MPI_Finalize();
  return 0;
}
