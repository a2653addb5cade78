// What programs tell ThreadSanitizer about their threads (<sanitizer/tsan_interface.h>, "dynamic annotations"): that they may call it is
// all that FarSan does about it. Runtime and shim have the same list.
#pragma once

/// `X(type, name, parameters, result)`
#define FARSAN_THREAD_ANNOTATIONS(X)                                                     \
  X(void, __tsan_acquire, (void*), )                                                     \
  X(void, __tsan_release, (void*), )                                                     \
  X(void, __tsan_mutex_create, (void*, unsigned), )                                      \
  X(void, __tsan_mutex_destroy, (void*, unsigned), )                                     \
  X(void, __tsan_mutex_pre_lock, (void*, unsigned), )                                    \
  X(void, __tsan_mutex_post_lock, (void*, unsigned, int), )                              \
  X(int, __tsan_mutex_pre_unlock, (void*, unsigned), 0)                                  \
  X(void, __tsan_mutex_post_unlock, (void*, unsigned), )                                 \
  X(void, __tsan_mutex_pre_signal, (void*, unsigned), )                                  \
  X(void, __tsan_mutex_post_signal, (void*, unsigned), )                                 \
  X(void, __tsan_mutex_pre_divert, (void*, unsigned), )                                  \
  X(void, __tsan_mutex_post_divert, (void*, unsigned), )                                 \
  X(void, __tsan_check_no_mutexes_held, (), )                                            \
  X(void*, __tsan_external_register_tag, (const char*), nullptr)                         \
  X(void, __tsan_external_register_header, (void*, const char*), )                       \
  X(void, __tsan_external_assign_tag, (void*, void*), )                                  \
  X(void, __tsan_external_read, (void*, void*, void*), )                                 \
  X(void, __tsan_external_write, (void*, void*, void*), )                                \
  X(void*, __tsan_get_current_fiber, (), farsan_a_fiber())                               \
  X(void*, __tsan_create_fiber, (unsigned), farsan_a_fiber())                            \
  X(void, __tsan_destroy_fiber, (void*), )                                               \
  X(void, __tsan_switch_to_fiber, (void*, unsigned), )                                   \
  X(void, __tsan_set_fiber_name, (void*, const char*), )                                 \
  X(void, __tsan_flush_memory, (), )                                                     \
  X(void, AnnotateHappensBefore, (const char*, int, void*), )                            \
  X(void, AnnotateHappensAfter, (const char*, int, void*), )                             \
  X(void, AnnotateCondVarSignal, (const char*, int, void*), )                            \
  X(void, AnnotateCondVarSignalAll, (const char*, int, void*), )                         \
  X(void, AnnotateCondVarWait, (const char*, int, void*, void*), )                       \
  X(void, AnnotateMutexIsNotPHB, (const char*, int, void*), )                            \
  X(void, AnnotateMutexIsUsedAsCondVar, (const char*, int, void*), )                     \
  X(void, AnnotateRWLockCreate, (const char*, int, void*), )                             \
  X(void, AnnotateRWLockCreateStatic, (const char*, int, void*), )                       \
  X(void, AnnotateRWLockDestroy, (const char*, int, void*), )                            \
  X(void, AnnotateRWLockAcquired, (const char*, int, void*, unsigned long), )            \
  X(void, AnnotateRWLockReleased, (const char*, int, void*, unsigned long), )            \
  X(void, AnnotatePCQCreate, (const char*, int, void*), )                                \
  X(void, AnnotatePCQDestroy, (const char*, int, void*), )                               \
  X(void, AnnotatePCQPut, (const char*, int, void*), )                                   \
  X(void, AnnotatePCQGet, (const char*, int, void*), )                                   \
  X(void, AnnotateNewMemory, (const char*, int, void*, unsigned long), )                 \
  X(void, AnnotatePublishMemoryRange, (const char*, int, void*, unsigned long), )        \
  X(void, AnnotateUnpublishMemoryRange, (const char*, int, void*, unsigned long), )      \
  X(void, AnnotateExpectRace, (const char*, int, void*, char*), )                        \
  X(void, AnnotateFlushExpectedRaces, (const char*, int), )                              \
  X(void, AnnotateBenignRace, (const char*, int, void*, char*), )                        \
  X(void, AnnotateBenignRaceSized, (const char*, int, void*, unsigned long, char*), )    \
  X(void, AnnotateIgnoreReadsBegin, (const char*, int), )                                \
  X(void, AnnotateIgnoreReadsEnd, (const char*, int), )                                  \
  X(void, AnnotateIgnoreWritesBegin, (const char*, int), )                               \
  X(void, AnnotateIgnoreWritesEnd, (const char*, int), )                                 \
  X(void, AnnotateIgnoreSyncBegin, (const char*, int), )                                 \
  X(void, AnnotateIgnoreSyncEnd, (const char*, int), )                                   \
  X(void, AnnotateEnableRaceDetection, (const char*, int, int), )                        \
  X(void, AnnotateThreadName, (const char*, int, char*), )                               \
  X(void, AnnotateTraceMemory, (const char*, int, void*), )                              \
  X(void, AnnotateFlushState, (const char*, int), )                                      \
  X(void, AnnotateNoOp, (const char*, int, void*), )                                     \
  X(void, AnnotateMemoryIsInitialized, (const char*, int, void*, unsigned long), )       \
  X(void, AnnotateMemoryIsUninitialized, (const char*, int, void*, unsigned long), )     \
  X(void, WTFAnnotateHappensBefore, (const char*, int, void*), )                         \
  X(void, WTFAnnotateHappensAfter, (const char*, int, void*), )                          \
  X(void, WTFAnnotateBenignRaceSized, (const char*, int, void*, unsigned long, char*), ) \
  X(int, RunningOnValgrind, (), 0)                                                       \
  X(double, ValgrindSlowdown, (), 1.0)                                                   \
  X(const char*, ThreadSanitizerQuery, (const char*), "0")

/// Not null: programs look at that.
inline void* farsan_a_fiber() {
  static char fiber;
  return &fiber;
}

/// Weak: programs bring their own ones along, for when nobody else has them.
#define FARSAN_THREAD_ANNOTATION(type, name, parameters, result) \
  __attribute__((weak)) type name parameters { return result; }
