// Lets a program that holds the terminal in a mode of its own hear of a stop (SIGTSTP, as Ctrl-Z sends it) before it happens, and
// that it goes on (SIGCONT).
#ifndef REPRISE_STOPS_H
#define REPRISE_STOPS_H

/// From now on SIGTSTP doesn't stop the process, but `stop` is written to `file`; unless it is ignored, as it is without job
/// control. At SIGCONT `go_on` is written. A thread that holds them back lets another have them.
void reprise_stops_catch(int file, unsigned char stop, unsigned char go_on);

/// Both signals are again what they were.
void reprise_stops_release(void);

#endif
