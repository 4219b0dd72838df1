// Memory for secrets. It needs no libcrypto, so that a password is wiped even where that is missing.
#ifndef REPRISE_SECRET_H
#define REPRISE_SECRET_H

#include <stddef.h>

/// Zeroed pages of their own which, where the system allows it, are neither swapped out nor written
/// into a core dump. NULL when there is no memory.
void *reprise_secret_allocate(size_t length);

/// Wipes the pages and gives them back.
void reprise_secret_free(void *memory, size_t length);

/// Overwrites with zeros, also where a compiler sees that nobody reads them.
void reprise_secret_wipe(void *memory, size_t length);

#endif
