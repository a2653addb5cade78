/* Types and constants as GPI-2 has them, where they differ from those of FarSan's library, and the rest. */
#ifndef STANDIN_GASPI_TYPES_H
#define STANDIN_GASPI_TYPES_H

#include "farsan_gaspi_codes.h"

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
typedef void* gaspi_reduce_state_t;
typedef unsigned char gaspi_queue_id_t;
typedef unsigned long gaspi_size_t;
typedef unsigned char gaspi_segment_id_t;
typedef unsigned long gaspi_offset_t;
typedef unsigned long gaspi_atomic_value_t;
typedef float gaspi_time_t;
typedef unsigned long gaspi_cycles_t;
typedef unsigned int gaspi_notification_id_t;
typedef unsigned int gaspi_notification_t;
typedef unsigned int gaspi_statistic_counter_t;
typedef char* gaspi_string_t;
typedef int gaspi_memory_description_t;

static const gaspi_group_t GASPI_GROUP_ALL = 0;
static const gaspi_timeout_t GASPI_BLOCK = 0xffffffffffffffff;
static const gaspi_timeout_t GASPI_TEST = 0;

#define STANDIN_CODE(name, value, text) name = value,
typedef enum { FARSAN_GASPI_CODES(STANDIN_CODE) } gaspi_return_t;
#undef STANDIN_CODE
typedef enum { GASPI_OP_MIN = 0, GASPI_OP_MAX = 1, GASPI_OP_SUM = 2 } gaspi_operation_t;
typedef enum {
  GASPI_TYPE_INT = 0,
  GASPI_TYPE_UINT = 1,
  GASPI_TYPE_FLOAT = 2,
  GASPI_TYPE_DOUBLE = 3,
  GASPI_TYPE_LONG = 4,
  GASPI_TYPE_ULONG = 5
} gaspi_datatype_t;
typedef enum { GASPI_IB = 0, GASPI_ROCE = 1, GASPI_ETHERNET = 2, GASPI_GEMINI = 3, GASPI_ARIES = 4 } gaspi_network_t;
typedef enum { GASPI_MEM_UNINITIALIZED = 0, GASPI_MEM_INITIALIZED = 1, GASPI_ALLOC_DEFAULT = 0 } gaspi_alloc_t;
typedef enum { GASPI_STATE_HEALTHY = 0, GASPI_STATE_CORRUPT = 1 } gaspi_state_t;
typedef gaspi_state_t* gaspi_state_vector_t;
typedef enum { GASPI_STATISTIC_ARGUMENT_NONE, GASPI_STATISTIC_ARGUMENT_RANK } gaspi_statistic_argument_t;
typedef enum { GASPI_TOPOLOGY_NONE = 0, GASPI_TOPOLOGY_STATIC = 1, GASPI_TOPOLOGY_DYNAMIC = 2 } gaspi_topology_t;

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
  gaspi_uint logger;
  gaspi_uint sn_port;
  gaspi_uint net_info;
  gaspi_uint user_net;
  gaspi_int sn_persistent;
  gaspi_timeout_t sn_timeout;
  gaspi_dev_config_t dev_config;
  gaspi_network_t network;
  gaspi_uint queue_size_max;
  gaspi_uint queue_num;
  gaspi_number_t queue_max; /* not there: the library under it has it */
  gaspi_number_t group_max;
  gaspi_number_t segment_max;
  gaspi_size_t transfer_size_max;
  gaspi_number_t notification_num;
  gaspi_number_t passive_queue_size_max;
  gaspi_number_t passive_transfer_size_max;
  gaspi_size_t allreduce_buf_size;
  gaspi_number_t allreduce_elem_max;
  gaspi_number_t rw_list_elem_max;
  gaspi_topology_t build_infrastructure;
  void* user_defined;
} gaspi_config_t;

typedef gaspi_return_t (*gaspi_reduce_operation_t)(gaspi_pointer_t const operand_one, gaspi_pointer_t const operand_two,
                                                   gaspi_pointer_t const result, gaspi_reduce_state_t const state,
                                                   const gaspi_number_t num, const gaspi_size_t element_size,
                                                   const gaspi_timeout_t timeout_ms);

#endif
