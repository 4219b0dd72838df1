// Starts programs that get nothing of this process but an environment and three files. It is in C because Swift's Glibc module
// hides POSIX_SPAWN_SETSID and pipe2.
#ifndef REPRISE_SPAWN_H
#define REPRISE_SPAWN_H

#include <stddef.h>
#include <sys/types.h>

/// Starts a program in a session of its own, so that it has no terminal, and so that a signal to
/// `-process` reaches what it starts, too. With a `group` of 0 it stays in this process's session,
/// in a process group of its own, so that the terminal can be handed to that; with a higher one it
/// joins that group; -1 is for all others. No signal is blocked or ignored in it. `argv` and `envp`
/// end with NULL.
///
/// The three files become its standard input, output and errors; every other is closed in it. They are to be numbered 3 or higher,
/// but the one for errors may be this process's own.
/// Returns 0, or an error number.
int reprise_spawn(pid_t *process, const char *path, char *const argv[], char *const envp[],
                  int input, int output, int errors, pid_t group);

/// Starts a program in the session of this process, at the same terminal and with the same three standard files, but in a process group of
/// its own, so that the terminal can be handed to that. No signal is blocked or ignored in it. `argv` and `envp` end with NULL.
/// Returns 0, or an error number.
int reprise_spawn_beside(pid_t *process, const char *path, char *const argv[], char *const envp[]);

/// Starts a program in a session of its own, at a terminal of its own, which is its standard input, output and errors. `terminal` is the
/// name that `reprise_open_terminal` gave. No signal is blocked or ignored in it. `argv` and `envp` end with NULL.
/// Returns 0, or an error number.
int reprise_spawn_at(pid_t *process, const char *path, char *const argv[], char *const envp[],
                     const char *terminal);

/// Opens a pseudo-terminal of so many rows and columns, and so many pixels in all, or 0 where it doesn't say. Puts the name of the end
/// that a program gets into `name`. Returns the other end, which no program inherits, or -1 with errno.
int reprise_open_terminal(int rows, int columns, int width, int height, char *name, size_t length);

/// Waits until a child process ends or is stopped. Returns the signal that stopped it, -1 where it
/// went on at once, and 0 once it has ended; it is still to be waited for then.
int reprise_wait_for_change(pid_t process);

/// A pipe whose ends no program inherits, not even one that another thread starts meanwhile, where the system can do that.
/// Returns 0, or -1 with errno.
int reprise_pipe(int ends[2]);

/// A file in memory, empty, that no program inherits. Nothing of it reaches a disk. Returns its number, or -1 with errno where the system
/// has none.
int reprise_memory_file(void);

#endif
