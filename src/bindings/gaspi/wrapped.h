// The routines that this binding has wrappers of, and those that it only calls: for what must know before the program is linked
// (cmake/FarsanLibraries.cmake). A test compares the first list with the runtime.
#pragma once

#define FARSAN_GASPI_WRAPPED(X) \
  X(gaspi_proc_init)            \
  X(gaspi_proc_term)            \
  X(gaspi_group_commit)         \
  X(gaspi_group_delete)         \
  X(gaspi_segment_alloc)        \
  X(gaspi_segment_bind)         \
  X(gaspi_segment_register)     \
  X(gaspi_segment_create)       \
  X(gaspi_segment_use)          \
  X(gaspi_segment_delete)       \
  X(gaspi_write)                \
  X(gaspi_read)                 \
  X(gaspi_write_list)           \
  X(gaspi_read_list)            \
  X(gaspi_write_notify)         \
  X(gaspi_write_list_notify)    \
  X(gaspi_read_notify)          \
  X(gaspi_read_list_notify)     \
  X(gaspi_notify)               \
  X(gaspi_notify_waitsome)      \
  X(gaspi_notify_reset)         \
  X(gaspi_wait)                 \
  X(gaspi_queue_create)         \
  X(gaspi_queue_delete)         \
  X(gaspi_queue_purge)          \
  X(gaspi_passive_send)         \
  X(gaspi_passive_receive)      \
  X(gaspi_atomic_fetch_add)     \
  X(gaspi_atomic_compare_swap)  \
  X(gaspi_barrier)              \
  X(gaspi_allreduce)            \
  X(gaspi_allreduce_user)

#define FARSAN_GASPI_CALLED(X) \
  X(gaspi_proc_rank)           \
  X(gaspi_proc_num)            \
  X(gaspi_version)             \
  X(gaspi_group_size)          \
  X(gaspi_group_ranks)         \
  X(gaspi_segment_ptr)         \
  X(gaspi_allreduce_buf_size)  \
  X(gaspi_allreduce_elem_max)
