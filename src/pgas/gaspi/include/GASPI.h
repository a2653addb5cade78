/* GASPI 17.1 for C and C++: FarSan's embedded library, for one node. Where GPI-2 has types, constants or fields that the
 * specification leaves open, they are as there. GASPI_Ext.h has its extensions.
 *
 * All routines have a second name with a p before it (pgaspi_write), for profiling libraries that bring their own
 * gaspi_write. */
#ifndef FARSAN_GASPI_H
#define FARSAN_GASPI_H

#include "farsan_gaspi_codes.h"
#include "farsan_gaspi_routines.h"

#define GASPI_MAJOR_VERSION 17
#define GASPI_MINOR_VERSION 1

typedef char gaspi_char;
typedef unsigned char gaspi_uchar;
typedef short gaspi_short;
typedef unsigned short gaspi_ushort;
typedef int gaspi_int;
typedef unsigned int gaspi_uint;
typedef long gaspi_long;
typedef unsigned long gaspi_ulong;
typedef float gaspi_float;
typedef double gaspi_double;

typedef unsigned long gaspi_timeout_t;
typedef unsigned short gaspi_rank_t;
typedef unsigned char gaspi_group_t;
typedef unsigned int gaspi_number_t;
typedef void* gaspi_pointer_t;
typedef const void* gaspi_const_pointer_t;
typedef unsigned char gaspi_queue_id_t;
typedef unsigned long gaspi_size_t;
typedef unsigned long gaspi_alloc_t;
typedef unsigned char gaspi_segment_id_t;
typedef unsigned long gaspi_offset_t;
typedef unsigned long gaspi_atomic_value_t;
typedef double gaspi_time_t;
typedef unsigned long gaspi_cycles_t;
typedef unsigned int gaspi_notification_id_t; /* goes beyond the last one: a loop over all has an end */
typedef unsigned int gaspi_notification_t;
typedef unsigned int gaspi_statistic_counter_t;
typedef char* gaspi_string_t;
typedef int gaspi_memory_description_t;
typedef void* gaspi_reduce_state_t;

/* Errors are of either sign: compare with GASPI_SUCCESS, GASPI_TIMEOUT and GASPI_QUEUE_FULL. */
#define FARSAN_GASPI_CODE(name, value, text) name = value,
typedef enum { FARSAN_GASPI_CODES(FARSAN_GASPI_CODE) } gaspi_return_t;
#undef FARSAN_GASPI_CODE
#define GASPI_ERR_MANY_Q_REQS GASPI_QUEUE_FULL /* as GPI-2 called it */

typedef enum { GASPI_OP_MIN = 0, GASPI_OP_MAX = 1, GASPI_OP_SUM = 2 } gaspi_operation_t;

typedef enum {
  GASPI_TYPE_INT = 0,
  GASPI_TYPE_UINT = 1,
  GASPI_TYPE_FLOAT = 2,
  GASPI_TYPE_DOUBLE = 3,
  GASPI_TYPE_LONG = 4,
  GASPI_TYPE_ULONG = 5
} gaspi_datatype_t;

/* One byte: vectors that a program allocates as bytes are large enough. */
typedef enum __attribute__((packed)) { GASPI_STATE_HEALTHY = 0, GASPI_STATE_CORRUPT = 1 } gaspi_state_t;
typedef gaspi_state_t* gaspi_state_vector_t;

typedef enum { GASPI_IB = 0, GASPI_ROCE = 1, GASPI_ETHERNET = 2, GASPI_GEMINI = 3, GASPI_ARIES = 4 } gaspi_network_t;

typedef enum { GASPI_STATISTIC_ARGUMENT_NONE = 0, GASPI_STATISTIC_ARGUMENT_RANK = 1 } gaspi_statistic_argument_t;

typedef enum { GASPI_TOPOLOGY_NONE = 0, GASPI_TOPOLOGY_STATIC = 1, GASPI_TOPOLOGY_DYNAMIC = 2 } gaspi_topology_t;

/* C++ can name them with ::, and C initialises variables with them. */
#ifdef __cplusplus
static const gaspi_timeout_t GASPI_BLOCK = ~0UL;
static const gaspi_timeout_t GASPI_TEST = 0;
static const gaspi_group_t GASPI_GROUP_ALL = 0;
static const gaspi_alloc_t GASPI_MEM_UNINITIALIZED = 0;
static const gaspi_alloc_t GASPI_MEM_INITIALIZED = 1;
static const gaspi_alloc_t GASPI_ALLOC_DEFAULT = 0;
#else
#define GASPI_BLOCK (~(gaspi_timeout_t)0)
#define GASPI_TEST ((gaspi_timeout_t)0)
#define GASPI_GROUP_ALL ((gaspi_group_t)0)
#define GASPI_MEM_UNINITIALIZED ((gaspi_alloc_t)0)
#define GASPI_MEM_INITIALIZED ((gaspi_alloc_t)1)
#define GASPI_ALLOC_DEFAULT ((gaspi_alloc_t)0)
#endif

typedef struct {
  gaspi_network_t network_type;
  struct {
    struct {
      gaspi_int netdev_id;
      gaspi_uint mtu;
      gaspi_uint port_check;
    } ib;
    struct {
      gaspi_uint port;
    } tcp;
  } params;
} gaspi_dev_config_t;

typedef struct gaspi_config {
  /* Of GPI-2, for its network, logger and launcher: kept, and given back. */
  gaspi_uint logger;
  gaspi_uint sn_port;
  gaspi_uint net_info;
  gaspi_uint user_net;
  gaspi_int sn_persistent;
  gaspi_timeout_t sn_timeout;
  gaspi_dev_config_t dev_config;
  gaspi_network_t network;

  gaspi_number_t queue_size_max;
  gaspi_number_t queue_num;
  gaspi_number_t queue_max;
  gaspi_number_t group_max;
  gaspi_number_t segment_max;
  gaspi_size_t transfer_size_max;
  gaspi_number_t notification_num;
  gaspi_number_t passive_queue_size_max;
  gaspi_size_t passive_transfer_size_max;
  gaspi_size_t allreduce_buf_size;
  gaspi_number_t allreduce_elem_max;
  gaspi_number_t rw_list_elem_max;
  gaspi_topology_t build_infrastructure;
  void* user_defined;
} gaspi_config_t;

/* Of a reduction of the user's: combines two operands of `num` elements into the result. */
typedef gaspi_return_t (*gaspi_reduce_operation_t)(gaspi_pointer_t operand_one, gaspi_pointer_t operand_two,
                                                   gaspi_pointer_t result, gaspi_reduce_state_t state,
                                                   gaspi_number_t num, gaspi_size_t element_size,
                                                   gaspi_timeout_t timeout);

#ifdef __cplusplus
extern "C" {
#endif

#define FARSAN_GASPI_DECLARE(name, parameters) \
  extern gaspi_return_t name parameters;       \
  extern gaspi_return_t p##name parameters;
FARSAN_GASPI_ROUTINES(FARSAN_GASPI_DECLARE)
#undef FARSAN_GASPI_DECLARE

/* printf with the rank before it. */
extern void gaspi_printf(const char* format, ...);
extern void pgaspi_printf(const char* format, ...);

#ifdef __cplusplus
}
#endif

/* GPI-2 has two routines with other types than the specification. The first is another routine there: it tells how many ticks have passed
 * (here: nanoseconds, see gaspi_cpu_frequency), not how long one is. */
static __inline__ gaspi_return_t farsan_gaspi_ticks(gaspi_cycles_t* ticks) {
  gaspi_time_t now = 0;
  const gaspi_return_t result = ticks ? gaspi_time_get(&now) : GASPI_ERR_NULLPTR;
  if (result == GASPI_SUCCESS) *ticks = (gaspi_cycles_t)(now * 1e6);
  return result;
}
static __inline__ gaspi_return_t farsan_gaspi_counter(gaspi_statistic_counter_t counter, gaspi_number_t argument,
                                                      unsigned long* value) {
  gaspi_number_t narrow = 0;
  const gaspi_return_t result = gaspi_statistic_counter_get(counter, argument, &narrow);
  if (result == GASPI_SUCCESS && value) *value = narrow;
  return result;
}
#ifdef __cplusplus
extern "C++" { /* programs include headers of C inside extern "C" */
static inline gaspi_return_t gaspi_time_ticks(gaspi_cycles_t* ticks) { return farsan_gaspi_ticks(ticks); }
static inline gaspi_return_t gaspi_statistic_counter_get(gaspi_statistic_counter_t counter, gaspi_number_t argument,
                                                         unsigned long* value) {
  return farsan_gaspi_counter(counter, argument, value);
}
}
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define gaspi_time_ticks(ticks) \
  _Generic((ticks), gaspi_cycles_t *: farsan_gaspi_ticks, default: gaspi_time_ticks)(ticks)
#define gaspi_statistic_counter_get(counter, argument, value)                                                      \
  _Generic((value), unsigned long*: farsan_gaspi_counter, default: gaspi_statistic_counter_get)(counter, argument, \
                                                                                                value)
#endif

#endif
