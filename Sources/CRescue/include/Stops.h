// Lets a program that holds the terminal in a mode of its own hear of a stop (SIGTSTP) before it happens, and that it goes on
// (SIGCONT); and stop itself as shells expect it.
#ifndef REPRISE_STOPS_H
#define REPRISE_STOPS_H

#include <stdbool.h>
#include <termios.h>

/// From now on SIGTSTP doesn't stop the process, but `stop` is written to `file`; unless it is ignored, as it is without job
/// control: then this returns false. At SIGCONT `go_on` is written. A thread that holds them back lets another have them.
bool reprise_stops_catch(int file, unsigned char stop, unsigned char go_on);

/// Changes a terminal's modes so that the key that stops, as a rule Ctrl-Z, ends a line as Enter does, being its last byte, and sends no
/// signal: by that all of the job would stop at once, a `make` that started this process before the terminal is given back. Returns the
/// key, or 0 if there is none.
unsigned char reprise_stops_end_line(struct termios *modes);

/// Both signals are again what they were.
void reprise_stops_release(void);

/// Stops this process, and with it the others of the shell's job, such as the `make` that started it: a shell that waits for that would
/// otherwise never get the terminal. This is what Ctrl-Z does in a terminal that makes a signal of it, and is for a program to which it is
/// a key, once it has given the terminal back. Returns when the process goes on; at once where nobody could let it go on, as in a window of
/// its own, because so the kernel treats SIGTSTP. Whether SIGTSTP is handled, blocked or ignored makes no difference.
void reprise_stop_job(void);

#endif
