#include "Secret.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// A sanitizer has an allocator of its own.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

// glibc's own wiping, M_PERTURB, passes over the small pieces that each thread keeps for itself, some hundreds of them, and those are what
// texts are in. So a piece is overwritten before glibc gets it back. glibc lets a program replace its allocator, and names its own functions
// for those who do.
extern void __libc_free(void *memory);
extern void *__libc_realloc(void *memory, size_t length);

static atomic_bool wipes = false;

bool reprise_secret_wipe_freed(void) {
  atomic_store(&wipes, true);
  return true;
}

void free(void *memory) {
  if (memory != NULL && atomic_load_explicit(&wipes, memory_order_relaxed)) {
    explicit_bzero(memory, malloc_usable_size(memory));
  }
  __libc_free(memory);
}

void *realloc(void *memory, size_t length) {
  if (memory == NULL || !atomic_load_explicit(&wipes, memory_order_relaxed)) {
    return __libc_realloc(memory, length);
  }
  const size_t had = malloc_usable_size(memory);
  if (length <= had) {
    // What is cut off goes back to glibc.
    explicit_bzero((char *)memory + length, had - length);
    return __libc_realloc(memory, length);
  }
  void *larger = malloc(length);
  if (larger == NULL) return NULL;
  memcpy(larger, memory, had);
  free(memory);
  return larger;
}

#else

bool reprise_secret_wipe_freed(void) { return false; }

#endif
