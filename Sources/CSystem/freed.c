#define _GNU_SOURCE
#include "Secret.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <dlfcn.h>
#include <malloc.h>
#endif

// Sanitizers replace the allocator.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define SANITIZED
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

// glibc's own wiping, M_PERTURB, skips the hundreds of small chunks in each thread's cache, which
// usually contain the texts. So memory is overwritten before the allocator gets it back: these two
// functions shadow the allocator's, which are glibc's or those of a preloaded library.
typedef void (*Free)(void *memory);
typedef void *(*Realloc)(void *memory, size_t length);
extern void __libc_free(void *memory);
extern void *__libc_realloc(void *memory, size_t length);

static atomic_bool wipes = false;
static _Atomic(Free) next_free = NULL;
static _Atomic(Realloc) next_realloc = NULL;
static _Thread_local bool is_looking = false;

// dlsym may free memory itself; that little is leaked.
static bool find_next(void) {
  if (is_looking) return false;
  is_looking = true;
  const Free freeing = (Free)dlsym(RTLD_NEXT, "free");
  const Realloc reallocating = (Realloc)dlsym(RTLD_NEXT, "realloc");
  atomic_store(&next_realloc, reallocating != NULL ? reallocating : __libc_realloc);
  atomic_store(&next_free, freeing != NULL ? freeing : __libc_free);
  is_looking = false;
  return true;
}

// Runs before any thread is started.
__attribute__((constructor)) static void look_early(void) { (void)find_next(); }

bool reprise_secret_wipe_freed(void) {
  atomic_store(&wipes, true);
  return true;
}

void free(void *memory) {
  if (memory == NULL) return;
  Free next = atomic_load_explicit(&next_free, memory_order_acquire);
  if (next == NULL) {
    if (!find_next()) return;
    next = atomic_load(&next_free);
  }
  if (atomic_load_explicit(&wipes, memory_order_relaxed)) {
    explicit_bzero(memory, malloc_usable_size(memory));
  }
  next(memory);
}

void *realloc(void *memory, size_t length) {
  if (memory == NULL) return malloc(length);
  Realloc next = atomic_load_explicit(&next_realloc, memory_order_acquire);
  if (next == NULL && find_next()) next = atomic_load(&next_realloc);
  const size_t had = malloc_usable_size(memory);
  if (next != NULL && !atomic_load_explicit(&wipes, memory_order_relaxed)) {
    return next(memory, length);
  }
  if (next != NULL && length <= had) {
    // The part that is cut off returns to the allocator.
    explicit_bzero((char *)memory + length, had - length);
    return next(memory, length);
  }
  void *larger = malloc(length);
  if (larger == NULL) return NULL;
  memcpy(larger, memory, had < length ? had : length);
  free(memory);
  return larger;
}

#else

bool reprise_secret_wipe_freed(void) { return false; }

#endif
