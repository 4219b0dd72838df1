// Notifies a program that changed the terminal modes before it is stopped (SIGTSTP) and when it
// continues (SIGCONT), and stops the process the way shells expect.
#ifndef REPRISE_STOPS_H
#define REPRISE_STOPS_H

#include <stdbool.h>

/// From now on SIGTSTP writes `stop` to `file` instead of stopping the process, and SIGCONT writes
/// `go_on`. Returns false if SIGTSTP is ignored, as without job control; it then stays ignored. A
/// thread that blocks the signals leaves them to others.
bool reprise_stops_catch(int file, unsigned char stop, unsigned char go_on);

/// Changes terminal modes, a `struct termios`, so that the suspend key, usually Ctrl-Z, ends a line as Enter does, as
/// its last byte, and sends no signal. The signal would stop the whole job, including a `make` that
/// started this process, before the terminal is restored. Returns the key, or 0 if there is none.
unsigned char reprise_stops_end_line(void *modes);

/// Restores the previous actions of both signals.
void reprise_stops_release(void);

/// Stops this process and the rest of the shell's job, such as the `make` that started it, without
/// which the shell would never get the terminal back. This is what Ctrl-Z normally does, for a
/// program that reads Ctrl-Z as a key; restore the terminal first. Returns when the process
/// continues. Returns at once if no shell could continue it, as in a window of its own, because the
/// kernel then discards SIGTSTP. Works no matter whether SIGTSTP is handled, blocked or ignored.
void reprise_stop_job(void);

#endif
