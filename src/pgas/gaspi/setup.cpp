// Processes: their beginning and end, and what they can ask about themselves.
#include <signal.h>
#include <unistd.h>

#include <GASPI_Ext.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "pgas/gaspi/process.h"

namespace farsan::pgas::gaspi {

namespace {

// The process that initialised, not one that it forked.
pid_t initialised_by = 0;

// Who leaves with success without gaspi_proc_term has terminated; who fails, ends the job through the launcher.
void at_exit(int status, void*) {
  Process* process = Process::get();
  if (process != nullptr && status == 0 && getpid() == initialised_by) process->finish();
}

constexpr gaspi_size_t kLargestElement = sizeof(gaspi_ulong);

// What only GPI-2 has a use for may be anything.
bool is_sane(const gaspi_config_t& config) {
  return config.queue_num >= 1 && config.queue_num <= config.queue_max && config.queue_max <= 256 &&
         config.queue_size_max >= 1 && config.group_max >= 1 && config.group_max <= kGroups &&
         config.segment_max >= 1 && config.segment_max < kSegments && config.notification_num <= kNotifications &&
         config.passive_transfer_size_max <= kPassiveMost && config.allreduce_buf_size <= kReduceBytes &&
         config.allreduce_elem_max >= 1 && config.allreduce_elem_max <= kReduceBytes / kLargestElement &&
         config.rw_list_elem_max >= 1;
}

}  // namespace

ROUTINE(gaspi_config_get, (gaspi_config_t * config)) { return answer(config, configuration()); }

ROUTINE(gaspi_config_set, (gaspi_config_t config)) {
  if (Process::get() != nullptr) return GASPI_ERR_INITED;
  if (!is_sane(config)) return GASPI_ERR_CONFIG;
  // So many elements, whatever their type.
  config.allreduce_buf_size = std::max(config.allreduce_buf_size, config.allreduce_elem_max * kLargestElement);
  configuration() = config;
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_proc_init, (gaspi_timeout_t /*timeout*/)) {
  if (Process::get() != nullptr) return GASPI_ERR_INITED;
  if (initialised_by != 0) return GASPI_ERROR;  // once in a process's life
  initialised_by = getpid();
  Process::start();
  on_exit(at_exit, nullptr);
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_initialized, (gaspi_number_t * initialized)) { return answer(initialized, Process::get() != nullptr); }

ROUTINE(gaspi_proc_term, (gaspi_timeout_t /*timeout*/)) {
  if (Process::get() == nullptr) return GASPI_ERR_NOINIT;
  Process::get()->finish();
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_proc_rank, (gaspi_rank_t * rank)) {
  return Process::get() == nullptr ? GASPI_ERR_NOINIT : answer(rank, Process::get()->rank());
}
ROUTINE(gaspi_proc_num, (gaspi_rank_t * proc_num)) {
  return Process::get() == nullptr ? GASPI_ERR_NOINIT : answer(proc_num, Process::get()->size());
}
ROUTINE(gaspi_proc_local_rank, (gaspi_rank_t * local_rank)) { return pgaspi_proc_rank(local_rank); }
ROUTINE(gaspi_proc_local_num, (gaspi_rank_t * local_num)) { return pgaspi_proc_num(local_num); }

namespace {

// Of a routine that is about one rank.
gaspi_return_t check_rank(gaspi_rank_t rank) {
  if (Process::get() == nullptr) return GASPI_ERR_NOINIT;
  return rank < Process::get()->size() ? GASPI_SUCCESS : GASPI_ERR_INV_RANK;
}

}  // namespace

ROUTINE(gaspi_proc_kill, (gaspi_rank_t rank, gaspi_timeout_t /*timeout*/)) {
  if (const gaspi_return_t refused = check_rank(rank); refused != GASPI_SUCCESS) return refused;
  const Process* process = Process::get();
  if (rank == process->rank()) return GASPI_ERR_INV_RANK;
  return kill(process->job().slot(rank).pid.load(), SIGKILL) == 0 ? GASPI_SUCCESS : GASPI_ERROR;
}

ROUTINE(gaspi_proc_ping, (gaspi_rank_t rank, gaspi_timeout_t /*timeout*/)) {
  if (const gaspi_return_t refused = check_rank(rank); refused != GASPI_SUCCESS) return refused;
  return Process::get()->is_healthy(rank) ? GASPI_SUCCESS : GASPI_ERROR;
}

// All processes are connected from the beginning.
ROUTINE(gaspi_connect, (gaspi_rank_t rank, gaspi_timeout_t /*timeout*/)) { return check_rank(rank); }
ROUTINE(gaspi_disconnect, (gaspi_rank_t rank, gaspi_timeout_t /*timeout*/)) { return check_rank(rank); }

ROUTINE(gaspi_state_vec_get, (gaspi_state_vector_t state_vector)) {
  const Process* process = Process::get();
  if (process == nullptr) return GASPI_ERR_NOINIT;
  if (state_vector == nullptr) return GASPI_ERR_NULLPTR;
  for (std::uint32_t rank = 0; rank < process->size(); ++rank) {
    state_vector[rank] = process->is_healthy(rank) ? GASPI_STATE_HEALTHY : GASPI_STATE_CORRUPT;
  }
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_version, (float* version)) { return answer(version, GASPI_MAJOR_VERSION + GASPI_MINOR_VERSION / 10.0); }

ROUTINE(gaspi_time_get, (gaspi_time_t * wtime)) {
  return answer(wtime, std::chrono::duration<double, std::milli>(Clock::now().time_since_epoch()).count());
}
ROUTINE(gaspi_time_ticks, (gaspi_time_t * resolution)) {
  return answer(resolution, std::chrono::duration<double, std::milli>(Clock::duration(1)).count());
}

ROUTINE_RETURNING(gaspi_string_t, gaspi_error_str, (gaspi_return_t error_code)) { return text_of(error_code); }

// A copy: programs free it.
ROUTINE(gaspi_print_error, (gaspi_return_t error_code, gaspi_string_t* error_message)) {
  if (error_message == nullptr) return GASPI_ERR_NULLPTR;
  *error_message = strdup(text_of(error_code));
  return *error_message == nullptr ? GASPI_ERR_MEMALLOC : GASPI_SUCCESS;
}

ROUTINE(gaspi_network_type, (gaspi_network_t * network_type)) { return answer(network_type, GASPI_ETHERNET); }
ROUTINE(gaspi_build_infrastructure, (gaspi_number_t * build)) {
  return answer(build, configuration().build_infrastructure);
}

// --- Limits ------------------------------------------------------------------------------------------------------------------

ROUTINE(gaspi_group_max, (gaspi_number_t * group_max)) { return answer(group_max, configuration().group_max); }
ROUTINE(gaspi_segment_max, (gaspi_number_t * segment_max)) { return answer(segment_max, configuration().segment_max); }
ROUTINE(gaspi_notification_num, (gaspi_number_t * num)) { return answer(num, configuration().notification_num); }
ROUTINE(gaspi_transfer_size_min, (gaspi_size_t * size)) { return answer(size, 0); }
ROUTINE(gaspi_transfer_size_max, (gaspi_size_t * size)) { return answer(size, configuration().transfer_size_max); }
ROUTINE(gaspi_rw_list_elem_max, (gaspi_number_t * num)) { return answer(num, configuration().rw_list_elem_max); }
ROUTINE(gaspi_queue_size_max, (gaspi_number_t * num)) { return answer(num, configuration().queue_size_max); }
ROUTINE(gaspi_queue_max, (gaspi_number_t * num)) { return answer(num, configuration().queue_max); }
ROUTINE(gaspi_passive_transfer_size_min, (gaspi_size_t * size)) { return answer(size, 1); }
ROUTINE(gaspi_passive_transfer_size_max, (gaspi_size_t * size)) {
  return answer(size, configuration().passive_transfer_size_max);
}
ROUTINE(gaspi_atomic_max, (gaspi_atomic_value_t * max_value)) { return answer(max_value, ~0UL); }
ROUTINE(gaspi_allreduce_buf_size, (gaspi_size_t * size)) { return answer(size, configuration().allreduce_buf_size); }
ROUTINE(gaspi_allreduce_elem_max, (gaspi_number_t * num)) { return answer(num, configuration().allreduce_elem_max); }

// --- Statistics: this library counts nothing -----------------------------------------------------------------------------------

ROUTINE(gaspi_statistic_verbosity_level, (gaspi_number_t /*verbosity_level*/)) { return GASPI_SUCCESS; }
ROUTINE(gaspi_statistic_counter_max, (gaspi_number_t * counter_max)) { return answer(counter_max, 0); }
ROUTINE(gaspi_statistic_counter_info,
        (gaspi_statistic_counter_t, gaspi_statistic_argument_t*, gaspi_string_t*, gaspi_string_t*, gaspi_number_t*)) {
  return GASPI_ERROR;
}
ROUTINE(gaspi_statistic_counter_get, (gaspi_statistic_counter_t, gaspi_number_t, gaspi_number_t*)) {
  return GASPI_ERROR;
}
ROUTINE(gaspi_statistic_counter_reset, (gaspi_statistic_counter_t)) { return GASPI_ERROR; }
ROUTINE(gaspi_pcontrol, (gaspi_pointer_t /*argument*/)) { return GASPI_SUCCESS; }

}  // namespace farsan::pgas::gaspi
