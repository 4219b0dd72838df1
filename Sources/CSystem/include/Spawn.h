// Starts programs that inherit only an environment and three files. In C, because Swift's Glibc
// module hides POSIX_SPAWN_SETSID and pipe2.
#ifndef REPRISE_SPAWN_H
#define REPRISE_SPAWN_H

#include <stddef.h>

/// Starts a program. With a `group` of -1 it gets a session of its own, so that it has no terminal
/// and a signal to `-process` also reaches its children. With 0 it stays in this session but in a
/// process group of its own, which can be given the terminal. With a positive `group` it joins that
/// group. It starts with no signal blocked or ignored. `argv` and `envp` end with NULL.
///
/// The three files become its standard input, output and error; all others are closed in it. Their
/// numbers must be at least 3; -1 means this process's own file. With a `terminal` (a name from
/// `reprise_open_terminal`), that is its controlling terminal and its three files instead, and it
/// must have a session of its own. Returns 0, or an error number.
int reprise_spawn(int *process, const char *path, char *const argv[], char *const envp[],
                  const int files[3], int group, const char *terminal);

/// Replaces this process by a new one of the same program, with the same number and standard files:
/// the kernel gives it memory in which nothing of this process is left. Of the other files only
/// `kept` stays open. Blocked signals stay blocked, so that none is lost. Returns only on failure,
/// with an error number: ENOTSUP if the system can't run the program's file by itself.
int reprise_replace_process(char *const argv[], char *const envp[], int kept);

/// Gives the process its program's name again, which `reprise_replace_process` can't know.
void reprise_name_process(const char *name);

/// Opens a pseudo-terminal with this number of rows and columns and this total size in pixels, 0 if
/// unknown. Stores the name of the program's end in `name`. Returns the other end, which child
/// processes don't inherit, or -1 with errno.
int reprise_open_terminal(int rows, int columns, int width, int height, char *name, size_t length);

/// Waits until a child process ends or is stopped. Returns the signal that stopped it, -1 if it has
/// already continued, or 0 if it has ended; the caller must still reap it.
int reprise_wait_for_change(int process);

/// Creates a pipe that child processes don't inherit; on Linux this holds even for a child started
/// concurrently by another thread. Returns 0, or -1 with errno.
int reprise_pipe(int ends[2]);

/// Creates an empty file in memory that child processes don't inherit. It is never written to disk.
/// Returns its number, or -1 with errno if the system doesn't support it.
int reprise_memory_file(void);

#endif
