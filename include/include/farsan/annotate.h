/* What a program can tell FarSan about itself. C and C++, nothing to link: without FarSan every line here does nothing.
 *
 * A process is its rank in MPI_COMM_WORLD. Typical use, a flag that is polled with plain loads:
 *
 *   producer:  MPI_Put(data...); MPI_Win_flush(1, win);  FARSAN_SIGNAL(1, 7);  MPI_Put(flag...); MPI_Win_flush(1, win);
 *   consumer:  FARSAN_BENIGN(flag, sizeof *flag);  while (!*flag) MPI_Win_sync(win);  FARSAN_WAIT(0, 7);  use(data);
 */
#ifndef FARSAN_ANNOTATE_H
#define FARSAN_ANNOTATE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FARSAN_OPTIONAL __attribute__((weak))
FARSAN_OPTIONAL void farsan_tick(void);
FARSAN_OPTIONAL void farsan_signal(int process, int tag);
FARSAN_OPTIONAL void farsan_wait(int process, int tag);
FARSAN_OPTIONAL void farsan_resource_signal(unsigned long resource);
FARSAN_OPTIONAL void farsan_resource_wait(unsigned long resource);
FARSAN_OPTIONAL void farsan_ignore_begin(void);
FARSAN_OPTIONAL void farsan_ignore_end(void);
FARSAN_OPTIONAL void farsan_benign(const volatile void* memory, size_t size);
#undef FARSAN_OPTIONAL

#ifdef __cplusplus
}
#endif

#define FARSAN_IF_THERE_(function, arguments) ((function) ? (function)arguments : (void)0)

/* What comes next is told apart from what came before: a new epoch of this process. */
#define FARSAN_TICK() FARSAN_IF_THERE_(farsan_tick, ())

/* All that this process did happened before what `process` does after its matching FARSAN_WAIT. The n-th signal with a tag is
 * for the n-th wait. Call it before the program makes the news visible to the other. */
#define FARSAN_SIGNAL(process, tag) FARSAN_IF_THERE_(farsan_signal, ((process), (tag)))
#define FARSAN_WAIT(process, tag) FARSAN_IF_THERE_(farsan_wait, ((process), (tag)))

/* The same by way of a thing with a number of the program's choice (a lock, a counter): a wait comes after all signals to it
 * that were made before the program let the wait happen. */
#define FARSAN_RESOURCE_SIGNAL(resource) FARSAN_IF_THERE_(farsan_resource_signal, ((unsigned long)(resource)))
#define FARSAN_RESOURCE_WAIT(resource) FARSAN_IF_THERE_(farsan_resource_wait, ((unsigned long)(resource)))

/* Loads and stores in between do not count. Pairs nest. */
#define FARSAN_IGNORE_BEGIN() FARSAN_IF_THERE_(farsan_ignore_begin, ())
#define FARSAN_IGNORE_END() FARSAN_IF_THERE_(farsan_ignore_end, ())

/* Races on these bytes of this process's memory are meant to be. */
#define FARSAN_BENIGN(memory, size) FARSAN_IF_THERE_(farsan_benign, ((memory), (size)))

#endif
