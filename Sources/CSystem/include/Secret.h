// Memory for secrets, and protection of the process's memory. Doesn't need libcrypto, so that
// passwords are wiped even if it is missing.
#ifndef REPRISE_SECRET_H
#define REPRISE_SECRET_H

#include <stdbool.h>
#include <stddef.h>

/// Allocates separate, zeroed pages which, if the system allows it, are neither swapped out nor
/// written to a core dump. NULL if there is no memory.
void *reprise_secret_allocate(size_t length);

/// Wipes and frees the pages.
void reprise_secret_free(void *memory, size_t length);

/// Overwrites memory with zeros. The compiler can't optimize this away.
void reprise_secret_wipe(void *memory, size_t length);

/// Disables core dumps of this process, including those piped into a program, and the debuggers of
/// other processes of the same user. Child processes leave no core dump either. Can't be undone.
void reprise_secret_forbid_dumps(void);

/// Whether core dumps are disabled, according to the operating system.
bool reprise_secret_dumps_are_forbidden(void);

#endif
