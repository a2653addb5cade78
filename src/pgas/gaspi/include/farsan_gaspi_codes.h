/* What routines return, as rows X(name, value, text): the one place for the values, which are those of GPI-2, and for what
 * gaspi_print_error and gaspi_error_str say. The specification has the first three and GASPI_QUEUE_FULL, and lets a library tell errors
 * apart. This library never returns those of GPI-2's network and launcher. */
#ifndef FARSAN_GASPI_CODES_H
#define FARSAN_GASPI_CODES_H

#define FARSAN_GASPI_CODES(X)                                                                    \
  X(GASPI_ERROR, -1, "error")                                                                    \
  X(GASPI_SUCCESS, 0, "success")                                                                 \
  X(GASPI_TIMEOUT, 1, "the time was over before the end of the call")                            \
  X(GASPI_ERR_EMFILE, 2, "too many open files")                                                  \
  X(GASPI_ERR_ENV, 3, "the environment is not that of a job")                                    \
  X(GASPI_ERR_SN_PORT, 4, "the port of the startup network cannot be used")                      \
  X(GASPI_ERR_CONFIG, 5, "a value of the configuration cannot be")                               \
  X(GASPI_ERR_NOINIT, 6, "the library is not initialised: call gaspi_proc_init")                 \
  X(GASPI_ERR_INITED, 7, "the library is initialised already")                                   \
  X(GASPI_ERR_NULLPTR, 8, "an argument is a null pointer")                                       \
  X(GASPI_ERR_INV_SEGSIZE, 9, "a segment cannot have this size")                                 \
  X(GASPI_ERR_INV_SEG, 10, "no such segment, or it is there already, or not registered")         \
  X(GASPI_ERR_INV_GROUP, 11, "no such group, or it is not committed, or this rank is not in it") \
  X(GASPI_ERR_INV_RANK, 12, "no such rank, or it cannot be this one")                            \
  X(GASPI_ERR_INV_QUEUE, 13, "no such queue")                                                    \
  X(GASPI_ERR_INV_LOC_OFF, 14, "the local offset is not in the segment")                         \
  X(GASPI_ERR_INV_REM_OFF, 15, "the remote offset is not in the segment")                        \
  X(GASPI_ERR_INV_COMMSIZE, 16, "the size is not allowed, or goes beyond the segment")           \
  X(GASPI_ERR_INV_NOTIF_VAL, 17, "the value of a notification cannot be 0")                      \
  X(GASPI_ERR_INV_NOTIF_ID, 18, "no such notification")                                          \
  X(GASPI_ERR_INV_NUM, 19, "the number of elements is not allowed")                              \
  X(GASPI_ERR_INV_SIZE, 20, "the elements are larger than the buffer for reductions")            \
  X(GASPI_ERR_MANY_SEG, 21, "there are too many segments")                                       \
  X(GASPI_ERR_MANY_GRP, 22, "there are too many groups")                                         \
  X(GASPI_QUEUE_FULL, 23, "the queue is full: call gaspi_wait")                                  \
  X(GASPI_ERR_UNALIGN_OFF, 24, "the offset of an atomic operation is no multiple of 8")          \
  X(GASPI_ERR_ACTIVE_COLL, 25, "another collective operation of the group is under way")         \
  X(GASPI_ERR_DEVICE, 26, "the network device has failed")                                       \
  X(GASPI_ERR_SN, 27, "the startup network has failed")                                          \
  X(GASPI_ERR_MEMALLOC, 28, "there is no memory left")

#endif
