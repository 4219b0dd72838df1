#define _GNU_SOURCE
#define __STDC_WANT_LIB_EXT1__ 1
#include "Secret.h"

#include <string.h>
#include <sys/mman.h>

void *reprise_secret_allocate(size_t length) {
  void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  // Best effort, both: a limit on locked memory is no reason to refuse to work.
  (void)mlock(memory, length);
#ifdef MADV_DONTDUMP
  (void)madvise(memory, length, MADV_DONTDUMP);
#endif
  return memory;
}

void reprise_secret_free(void *memory, size_t length) {
  reprise_secret_wipe(memory, length);
  (void)munmap(memory, length);
}

void reprise_secret_wipe(void *memory, size_t length) {
  if (length == 0) return;
#ifdef __APPLE__
  (void)memset_s(memory, length, 0, length);
#else
  explicit_bzero(memory, length);
#endif
}
