// Memory for secrets, and a process that keeps them. It needs no libcrypto, so that a password is wiped even where that is missing.
#ifndef REPRISE_SECRET_H
#define REPRISE_SECRET_H

#include <stdbool.h>
#include <stddef.h>

/// Zeroed pages of their own which, where the system allows it, are neither swapped out nor written
/// into a core dump. NULL when there is no memory.
void *reprise_secret_allocate(size_t length);

/// Wipes the pages and gives them back.
void reprise_secret_free(void *memory, size_t length);

/// Overwrites with zeros, also where a compiler sees that nobody reads them.
void reprise_secret_wipe(void *memory, size_t length);

/// From now on memory that this process gives back is overwritten when it is, whoever gives it back: what a server answered, what was shown.
/// It costs a few percent of what a program allocates. False where the C library isn't glibc, or a sanitizer looks on.
bool reprise_secret_wipe_freed(void);

/// The bytes below a caller's frame that are overwritten: far more than calls take, and less than any thread has that takes work from a queue.
#define REPRISE_STACK_LENGTH (96 << 10)

/// Overwrites what calls that have returned left on this thread's stack.
void reprise_secret_wipe_stack(void);

/// From now on nothing that this process does, and no other process of the same user, makes a picture of its memory: it leaves no
/// core dump, also where those are piped into a program, and no debugger can be attached to it. What it starts leaves no core
/// dump either. There is no way back.
void reprise_secret_forbid_dumps(void);

/// True if dumps are forbidden, as the operating system has it.
bool reprise_secret_dumps_are_forbidden(void);

#endif
