#define _GNU_SOURCE
#include "Secret.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <dlfcn.h>
#include <malloc.h>
#endif

// A sanitizer has an allocator of its own.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define SANITIZED
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

// glibc's own wiping, M_PERTURB, passes over the small pieces that each thread keeps for itself, some hundreds of them, and those are what
// texts are in. So a piece is overwritten before the allocator gets it back: these two stand in front of its own, which are glibc's, or
// those of a library that somebody has put before it.
typedef void (*Free)(void *memory);
typedef void *(*Realloc)(void *memory, size_t length);
extern void __libc_free(void *memory);
extern void *__libc_realloc(void *memory, size_t length);

static atomic_bool wipes = false;
static _Atomic(Free) next_free = NULL;
static _Atomic(Realloc) next_realloc = NULL;
static _Thread_local bool is_looking = false;

// Looking may itself give something back: that little is kept.
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

// Before there are threads.
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
    // What is cut off goes back to the allocator.
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
