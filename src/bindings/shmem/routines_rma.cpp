// Remote memory access. Of a put the engine hears before the library, since somebody may wait for what it writes. Of a get the
// library has taken care before, which is soon enough: nobody can learn of it before the next signal of this PE.
#include "bindings/shmem/notifications.h"

using namespace farsan::shmem;

#define FARSAN_PUT(TYPE, elem, blocking, dst, sst)                                                       \
  if (call)                                                                                              \
  put_that_notifies(call, {ctx, dest, source, nelems, elem, pe, dst, sst, nullptr, elements_of<TYPE>()}, \
                    Blocking::blocking)
#define FARSAN_GET(elem, blocking, sst, dst) \
  if (call) get(call, {ctx, source, dest, nelems, elem, pe, sst, dst}, Blocking::blocking)

// Each routine twice: `name` on the default context, `ctx_name` with one. CTX is the first parameter or nothing,
// CONTEXT defines it in the body where it is none, ARGUMENT passes it on.
#define FARSAN_RMA(TYPE, SIZE, PUT, GET, CTX, CONTEXT, ARGUMENT)                                        \
  FARSAN_SHMEM void PUT(FARSAN_STRIP CTX TYPE* dest, const TYPE* source, size_t nelems, int pe) {       \
    FARSAN_CALL(#PUT);                                                                                  \
    FARSAN_STRIP CONTEXT;                                                                               \
    FARSAN_PUT(TYPE, SIZE, Yes, 1, 1);                                                                  \
    p##PUT(FARSAN_STRIP ARGUMENT dest, source, nelems, pe);                                             \
  }                                                                                                     \
  FARSAN_SHMEM void GET(FARSAN_STRIP CTX TYPE* dest, const TYPE* source, size_t nelems, int pe) {       \
    FARSAN_CALL(#GET);                                                                                  \
    FARSAN_STRIP CONTEXT;                                                                               \
    p##GET(FARSAN_STRIP ARGUMENT dest, source, nelems, pe);                                             \
    FARSAN_GET(SIZE, Yes, 1, 1);                                                                        \
  }                                                                                                     \
  FARSAN_SHMEM void PUT##_nbi(FARSAN_STRIP CTX TYPE* dest, const TYPE* source, size_t nelems, int pe) { \
    FARSAN_CALL(#PUT "_nbi");                                                                           \
    FARSAN_STRIP CONTEXT;                                                                               \
    FARSAN_PUT(TYPE, SIZE, No, 1, 1);                                                                   \
    p##PUT##_nbi(FARSAN_STRIP ARGUMENT dest, source, nelems, pe);                                       \
  }                                                                                                     \
  FARSAN_SHMEM void GET##_nbi(FARSAN_STRIP CTX TYPE* dest, const TYPE* source, size_t nelems, int pe) { \
    FARSAN_CALL(#GET "_nbi");                                                                           \
    FARSAN_STRIP CONTEXT;                                                                               \
    p##GET##_nbi(FARSAN_STRIP ARGUMENT dest, source, nelems, pe);                                       \
    FARSAN_GET(SIZE, No, 1, 1);                                                                         \
  }
#define FARSAN_RMA_STRIDED(TYPE, SIZE, PUT, GET, CTX, CONTEXT, ARGUMENT)                                              \
  FARSAN_SHMEM void PUT(FARSAN_STRIP CTX TYPE* dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, \
                        int pe) {                                                                                     \
    FARSAN_CALL(#PUT);                                                                                                \
    FARSAN_STRIP CONTEXT;                                                                                             \
    FARSAN_PUT(TYPE, SIZE, Yes, dst, sst);                                                                            \
    p##PUT(FARSAN_STRIP ARGUMENT dest, source, dst, sst, nelems, pe);                                                 \
  }                                                                                                                   \
  FARSAN_SHMEM void GET(FARSAN_STRIP CTX TYPE* dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, \
                        int pe) {                                                                                     \
    FARSAN_CALL(#GET);                                                                                                \
    FARSAN_STRIP CONTEXT;                                                                                             \
    p##GET(FARSAN_STRIP ARGUMENT dest, source, dst, sst, nelems, pe);                                                 \
    FARSAN_GET(SIZE, Yes, sst, dst);                                                                                  \
  }
#define FARSAN_RMA_VALUE(TYPE, PUT, GET, CTX, CONTEXT, ARGUMENT)                                            \
  FARSAN_SHMEM void PUT(FARSAN_STRIP CTX TYPE* dest, TYPE value, int pe) {                                  \
    FARSAN_CALL(#PUT);                                                                                      \
    FARSAN_STRIP CONTEXT;                                                                                   \
    if (call)                                                                                               \
      put_that_notifies(call, {ctx, dest, nullptr, 1, sizeof(TYPE), pe, 1, 1, &value, elements_of<TYPE>()}, \
                        Blocking::Yes);                                                                     \
    p##PUT(FARSAN_STRIP ARGUMENT dest, value, pe);                                                          \
  }                                                                                                         \
  FARSAN_SHMEM TYPE GET(FARSAN_STRIP CTX const TYPE* source, int pe) {                                      \
    FARSAN_CALL(#GET);                                                                                      \
    FARSAN_STRIP CONTEXT;                                                                                   \
    const TYPE value = p##GET(FARSAN_STRIP ARGUMENT source, pe);                                            \
    if (call) get(call, {ctx, source, nullptr, 1, sizeof(TYPE), pe}, Blocking::Yes);                        \
    return value;                                                                                           \
  }

#define FARSAN_NO_CONTEXT (), (const shmem_ctx_t ctx = SHMEM_CTX_DEFAULT), ()
#define FARSAN_WITH_CONTEXT (shmem_ctx_t ctx, ), (), (ctx, )
// Lets the three parts of a context come as arguments.
#define FARSAN_EXPAND(MACRO, ...) MACRO(__VA_ARGS__)

#define FARSAN_TYPED_RMA(X, TYPE, NAME)                                                                              \
  FARSAN_EXPAND(FARSAN_RMA, TYPE, sizeof(TYPE), shmem_##NAME##_put, shmem_##NAME##_get, FARSAN_NO_CONTEXT)           \
  FARSAN_EXPAND(FARSAN_RMA, TYPE, sizeof(TYPE), shmem_ctx_##NAME##_put, shmem_ctx_##NAME##_get, FARSAN_WITH_CONTEXT) \
  FARSAN_EXPAND(FARSAN_RMA_STRIDED, TYPE, sizeof(TYPE), shmem_##NAME##_iput, shmem_##NAME##_iget, FARSAN_NO_CONTEXT) \
  FARSAN_EXPAND(FARSAN_RMA_STRIDED, TYPE, sizeof(TYPE), shmem_ctx_##NAME##_iput, shmem_ctx_##NAME##_iget,            \
                FARSAN_WITH_CONTEXT)                                                                                 \
  FARSAN_EXPAND(FARSAN_RMA_VALUE, TYPE, shmem_##NAME##_p, shmem_##NAME##_g, FARSAN_NO_CONTEXT)                       \
  FARSAN_EXPAND(FARSAN_RMA_VALUE, TYPE, shmem_ctx_##NAME##_p, shmem_ctx_##NAME##_g, FARSAN_WITH_CONTEXT)
FARSAN_SHMEM_RMA_TYPES(FARSAN_TYPED_RMA, )

// What a library has besides the standard.
#ifdef FARSAN_SHMEM_ADDITIONS
#define FARSAN_ADDED(TYPE, STEM) FARSAN_EXPAND(FARSAN_RMA_VALUE, TYPE, STEM##_p, STEM##_g, FARSAN_NO_CONTEXT)
FARSAN_SHMEM_ADDED_VALUES(FARSAN_ADDED)
#endif

// The sized ones have _nbi behind the size, as the typed ones behind the name.
#define FARSAN_SIZED_RMA(X, NAME, BYTES)                                                      \
  FARSAN_EXPAND(FARSAN_RMA, void, BYTES, shmem_put##NAME, shmem_get##NAME, FARSAN_NO_CONTEXT) \
  FARSAN_EXPAND(FARSAN_RMA, void, BYTES, shmem_ctx_put##NAME, shmem_ctx_get##NAME, FARSAN_WITH_CONTEXT)
FARSAN_SHMEM_SIZES_AND_MEM(FARSAN_SIZED_RMA, )

#define FARSAN_SIZED_STRIDED_RMA(X, NAME, BYTES)                                                        \
  FARSAN_EXPAND(FARSAN_RMA_STRIDED, void, BYTES, shmem_iput##NAME, shmem_iget##NAME, FARSAN_NO_CONTEXT) \
  FARSAN_EXPAND(FARSAN_RMA_STRIDED, void, BYTES, shmem_ctx_iput##NAME, shmem_ctx_iget##NAME, FARSAN_WITH_CONTEXT)
FARSAN_SHMEM_SIZES(FARSAN_SIZED_STRIDED_RMA, )
