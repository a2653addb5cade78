/* Every routine of GASPI 17.1, as rows X(name, (parameters)): all return gaspi_return_t. GASPI.h declares from this list, the
 * library is checked against it, and who wraps all routines can walk it, too. GPI-2's extensions are lists of their own: GASPI_Ext.h
 * declares them. */
#ifndef FARSAN_GASPI_ROUTINES_H
#define FARSAN_GASPI_ROUTINES_H

#define FARSAN_GASPI_SETUP(X)                                                       \
  X(gaspi_config_get, (gaspi_config_t * config))                                    \
  X(gaspi_config_set, (gaspi_config_t config))                                      \
  X(gaspi_proc_init, (gaspi_timeout_t timeout))                                     \
  X(gaspi_initialized, (gaspi_number_t * initialized))                              \
  X(gaspi_proc_term, (gaspi_timeout_t timeout))                                     \
  X(gaspi_proc_rank, (gaspi_rank_t * rank))                                         \
  X(gaspi_proc_num, (gaspi_rank_t * proc_num))                                      \
  X(gaspi_proc_kill, (gaspi_rank_t rank, gaspi_timeout_t timeout))                  \
  X(gaspi_proc_local_rank, (gaspi_rank_t * local_rank))                             \
  X(gaspi_proc_local_num, (gaspi_rank_t * local_num))                               \
  X(gaspi_connect, (gaspi_rank_t rank, gaspi_timeout_t timeout))                    \
  X(gaspi_disconnect, (gaspi_rank_t rank, gaspi_timeout_t timeout))                 \
  X(gaspi_state_vec_get, (gaspi_state_vector_t state_vector))                       \
  X(gaspi_version, (float* version))                                                \
  X(gaspi_time_get, (gaspi_time_t * wtime))                                         \
  X(gaspi_time_ticks, (gaspi_time_t * resolution))                                  \
  X(gaspi_print_error, (gaspi_return_t error_code, gaspi_string_t * error_message)) \
  X(gaspi_network_type, (gaspi_network_t * network_type))                           \
  X(gaspi_build_infrastructure, (gaspi_number_t * build))

#define FARSAN_GASPI_GROUPS(X)                                            \
  X(gaspi_group_create, (gaspi_group_t * group))                          \
  X(gaspi_group_add, (gaspi_group_t group, gaspi_rank_t rank))            \
  X(gaspi_group_commit, (gaspi_group_t group, gaspi_timeout_t timeout))   \
  X(gaspi_group_delete, (gaspi_group_t group))                            \
  X(gaspi_group_num, (gaspi_number_t * group_num))                        \
  X(gaspi_group_size, (gaspi_group_t group, gaspi_number_t * group_size)) \
  X(gaspi_group_ranks, (gaspi_group_t group, gaspi_rank_t * group_ranks)) \
  X(gaspi_group_max, (gaspi_number_t * group_max))

#define FARSAN_GASPI_SEGMENTS(X)                                                                                      \
  X(gaspi_segment_alloc, (gaspi_segment_id_t segment_id, gaspi_size_t size, gaspi_alloc_t alloc_policy))              \
  X(gaspi_segment_register, (gaspi_segment_id_t segment_id, gaspi_rank_t rank, gaspi_timeout_t timeout))              \
  X(gaspi_segment_create, (gaspi_segment_id_t segment_id, gaspi_size_t size, gaspi_group_t group,                     \
                           gaspi_timeout_t timeout, gaspi_alloc_t alloc_policy))                                      \
  X(gaspi_segment_bind, (gaspi_segment_id_t segment_id, gaspi_pointer_t pointer, gaspi_size_t size,                   \
                         gaspi_memory_description_t memory_description))                                              \
  X(gaspi_segment_use, (gaspi_segment_id_t segment_id, gaspi_pointer_t pointer, gaspi_size_t size,                    \
                        gaspi_group_t group, gaspi_timeout_t timeout, gaspi_memory_description_t memory_description)) \
  X(gaspi_segment_delete, (gaspi_segment_id_t segment_id))                                                            \
  X(gaspi_segment_num, (gaspi_number_t * segment_num))                                                                \
  X(gaspi_segment_list, (gaspi_number_t num, gaspi_segment_id_t * segment_id_list))                                   \
  X(gaspi_segment_ptr, (gaspi_segment_id_t segment_id, gaspi_pointer_t * pointer))                                    \
  X(gaspi_segment_size, (gaspi_segment_id_t segment_id, gaspi_rank_t rank, gaspi_size_t * size))                      \
  X(gaspi_segment_max, (gaspi_number_t * segment_max))

#define FARSAN_GASPI_LISTS                                                                                 \
  gaspi_number_t num, gaspi_segment_id_t *const segment_id_local, gaspi_offset_t *const offset_local,      \
      gaspi_rank_t rank, gaspi_segment_id_t *const segment_id_remote, gaspi_offset_t *const offset_remote, \
      gaspi_size_t *const size
#define FARSAN_GASPI_ONE                                                               \
  gaspi_segment_id_t segment_id_local, gaspi_offset_t offset_local, gaspi_rank_t rank, \
      gaspi_segment_id_t segment_id_remote, gaspi_offset_t offset_remote, gaspi_size_t size

#define FARSAN_GASPI_ONE_SIDED(X)                                                                                      \
  X(gaspi_write, (FARSAN_GASPI_ONE, gaspi_queue_id_t queue, gaspi_timeout_t timeout))                                  \
  X(gaspi_read, (FARSAN_GASPI_ONE, gaspi_queue_id_t queue, gaspi_timeout_t timeout))                                   \
  X(gaspi_write_list, (FARSAN_GASPI_LISTS, gaspi_queue_id_t queue, gaspi_timeout_t timeout))                           \
  X(gaspi_read_list, (FARSAN_GASPI_LISTS, gaspi_queue_id_t queue, gaspi_timeout_t timeout))                            \
  X(gaspi_notify, (gaspi_segment_id_t segment_id_remote, gaspi_rank_t rank, gaspi_notification_id_t notification_id,   \
                   gaspi_notification_t notification_value, gaspi_queue_id_t queue, gaspi_timeout_t timeout))          \
  X(gaspi_write_notify, (FARSAN_GASPI_ONE, gaspi_notification_id_t notification_id,                                    \
                         gaspi_notification_t notification_value, gaspi_queue_id_t queue, gaspi_timeout_t timeout))    \
  X(gaspi_write_list_notify,                                                                                           \
    (FARSAN_GASPI_LISTS, gaspi_segment_id_t segment_id_notification, gaspi_notification_id_t notification_id,          \
     gaspi_notification_t notification_value, gaspi_queue_id_t queue, gaspi_timeout_t timeout))                        \
  X(gaspi_read_notify,                                                                                                 \
    (FARSAN_GASPI_ONE, gaspi_notification_id_t notification_id, gaspi_queue_id_t queue, gaspi_timeout_t timeout))      \
  X(gaspi_read_list_notify,                                                                                            \
    (FARSAN_GASPI_LISTS, gaspi_segment_id_t segment_id_notification, gaspi_notification_id_t notification_id,          \
     gaspi_queue_id_t queue, gaspi_timeout_t timeout))                                                                 \
  X(gaspi_notify_waitsome,                                                                                             \
    (gaspi_segment_id_t segment_id_local, gaspi_notification_id_t notification_begin, gaspi_number_t notification_num, \
     gaspi_notification_id_t * first_id, gaspi_timeout_t timeout))                                                     \
  X(gaspi_notify_reset, (gaspi_segment_id_t segment_id_local, gaspi_notification_id_t notification_id,                 \
                         gaspi_notification_t * old_notification_val))                                                 \
  X(gaspi_notification_num, (gaspi_number_t * notification_num))                                                       \
  X(gaspi_transfer_size_min, (gaspi_size_t * transfer_size_min))                                                       \
  X(gaspi_transfer_size_max, (gaspi_size_t * transfer_size_max))                                                       \
  X(gaspi_rw_list_elem_max, (gaspi_number_t * elem_max))

#define FARSAN_GASPI_QUEUES(X)                                               \
  X(gaspi_wait, (gaspi_queue_id_t queue, gaspi_timeout_t timeout))           \
  X(gaspi_queue_create, (gaspi_queue_id_t * queue, gaspi_timeout_t timeout)) \
  X(gaspi_queue_delete, (gaspi_queue_id_t queue))                            \
  X(gaspi_queue_purge, (gaspi_queue_id_t queue, gaspi_timeout_t timeout))    \
  X(gaspi_queue_size, (gaspi_queue_id_t queue, gaspi_number_t * queue_size)) \
  X(gaspi_queue_num, (gaspi_number_t * queue_num))                           \
  X(gaspi_queue_size_max, (gaspi_number_t * queue_size_max))                 \
  X(gaspi_queue_max, (gaspi_number_t * queue_max))

#define FARSAN_GASPI_PASSIVE(X)                                                                                    \
  X(gaspi_passive_send, (gaspi_segment_id_t segment_id_local, gaspi_offset_t offset_local, gaspi_rank_t rank,      \
                         gaspi_size_t size, gaspi_timeout_t timeout))                                              \
  X(gaspi_passive_receive, (gaspi_segment_id_t segment_id_local, gaspi_offset_t offset_local, gaspi_rank_t * rank, \
                            gaspi_size_t size, gaspi_timeout_t timeout))                                           \
  X(gaspi_passive_queue_purge, (gaspi_timeout_t timeout))                                                          \
  X(gaspi_passive_transfer_size_min, (gaspi_size_t * passive_transfer_size_min))                                   \
  X(gaspi_passive_transfer_size_max, (gaspi_size_t * passive_transfer_size_max))

#define FARSAN_GASPI_ATOMICS(X)                                                                                      \
  X(gaspi_atomic_fetch_add, (gaspi_segment_id_t segment_id, gaspi_offset_t offset, gaspi_rank_t rank,                \
                             gaspi_atomic_value_t val_add, gaspi_atomic_value_t * val_old, gaspi_timeout_t timeout)) \
  X(gaspi_atomic_compare_swap,                                                                                       \
    (gaspi_segment_id_t segment_id, gaspi_offset_t offset, gaspi_rank_t rank, gaspi_atomic_value_t comparator,       \
     gaspi_atomic_value_t val_new, gaspi_atomic_value_t * val_old, gaspi_timeout_t timeout))                         \
  X(gaspi_atomic_max, (gaspi_atomic_value_t * max_value))

#define FARSAN_GASPI_COLLECTIVES(X)                                                                               \
  X(gaspi_barrier, (gaspi_group_t group, gaspi_timeout_t timeout))                                                \
  X(gaspi_allreduce,                                                                                              \
    (gaspi_const_pointer_t buffer_send, gaspi_pointer_t buffer_receive, gaspi_number_t num,                       \
     gaspi_operation_t operation, gaspi_datatype_t datatype, gaspi_group_t group, gaspi_timeout_t timeout))       \
  X(gaspi_allreduce_user, (gaspi_const_pointer_t buffer_send, gaspi_pointer_t buffer_receive, gaspi_number_t num, \
                           gaspi_size_t element_size, gaspi_reduce_operation_t reduce_operation,                  \
                           gaspi_reduce_state_t reduce_state, gaspi_group_t group, gaspi_timeout_t timeout))      \
  X(gaspi_allreduce_buf_size, (gaspi_size_t * buf_size))                                                          \
  X(gaspi_allreduce_elem_max, (gaspi_number_t * elem_max))

#define FARSAN_GASPI_STATISTICS(X)                                                                                     \
  X(gaspi_statistic_verbosity_level, (gaspi_number_t verbosity_level))                                                 \
  X(gaspi_statistic_counter_max, (gaspi_number_t * counter_max))                                                       \
  X(gaspi_statistic_counter_info,                                                                                      \
    (gaspi_statistic_counter_t counter, gaspi_statistic_argument_t * counter_argument, gaspi_string_t * counter_name,  \
     gaspi_string_t * counter_description, gaspi_number_t * verbosity_level))                                          \
  X(gaspi_statistic_counter_get, (gaspi_statistic_counter_t counter, gaspi_number_t argument, gaspi_number_t * value)) \
  X(gaspi_statistic_counter_reset, (gaspi_statistic_counter_t counter))                                                \
  X(gaspi_pcontrol, (gaspi_pointer_t argument))

#define FARSAN_GASPI_ROUTINES(X) \
  FARSAN_GASPI_SETUP(X)          \
  FARSAN_GASPI_GROUPS(X)         \
  FARSAN_GASPI_SEGMENTS(X)       \
  FARSAN_GASPI_ONE_SIDED(X)      \
  FARSAN_GASPI_QUEUES(X)         \
  FARSAN_GASPI_PASSIVE(X)        \
  FARSAN_GASPI_ATOMICS(X)        \
  FARSAN_GASPI_COLLECTIVES(X)    \
  FARSAN_GASPI_STATISTICS(X)

#define FARSAN_GASPI_EXTENSIONS(X)                                 \
  X(gaspi_machine_type, (const char machine_type[64]))             \
  X(gaspi_cpu_frequency, (gaspi_float * cpu_mhz))                  \
  X(gaspi_numa_socket, (gaspi_uchar * socket))                     \
  X(gaspi_set_socket_affinity, (gaspi_uchar socket))               \
  X(gaspi_proc_ping, (gaspi_rank_t rank, gaspi_timeout_t timeout)) \
  X(gaspi_segment_avail_local, (gaspi_segment_id_t * avail_segment_id))

/* Those that return something else, as rows X(type, name, (parameters)). */
#define FARSAN_GASPI_OTHER_EXTENSIONS(X)                                 \
  X(void, gaspi_printf_to, (gaspi_rank_t rank, const char* format, ...)) \
  X(void, gaspi_print_affinity_mask, (void))                             \
  X(gaspi_string_t, gaspi_error_str, (gaspi_return_t error_code))

/* Of GASPI_Threads.h. */
#define FARSAN_GASPI_THREADS(X)                                \
  X(gaspi_threads_init, (gaspi_int * num))                     \
  X(gaspi_threads_init_user, (unsigned int use_nr_of_threads)) \
  X(gaspi_threads_term, (void))                                \
  X(gaspi_threads_run, (void* (*function)(void*), void* arg))  \
  X(gaspi_threads_register, (gaspi_int * tid))                 \
  X(gaspi_threads_get_tid, (gaspi_int * tid))                  \
  X(gaspi_threads_get_total, (gaspi_int * num))                \
  X(gaspi_threads_get_num_cores, (gaspi_int * cores))          \
  X(gaspi_threads_sync_all, (gaspi_group_t group, gaspi_timeout_t timeout))
#define FARSAN_GASPI_OTHER_THREADS(X) X(void, gaspi_threads_sync, (void))

#endif
