#define _GNU_SOURCE
#define __STDC_WANT_LIB_EXT1__ 1
#include "Secret.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <sys/prctl.h>

void *reprise_secret_allocate(size_t length) {
  void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  // Both are best effort: a limit on locked memory must not prevent the work.
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
  explicit_bzero(memory, length);
}

void reprise_secret_forbid_dumps(void) {
  // Neither can fail: lowering a limit is always allowed.
  const struct rlimit none = {0, 0};
  (void)setrlimit(RLIMIT_CORE, &none);
  // A kernel that pipes core dumps into a program ignores the limit.
  (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

bool reprise_secret_dumps_are_forbidden(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) != 0 || limit.rlim_max != 0) return false;
  return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0;
}
