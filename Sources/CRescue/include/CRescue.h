// Puts the terminal right however the process ends, short of SIGKILL and _exit.
//
// Between arm and disarm:
// - a fatal signal (SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGQUIT) and exit()
//   write the leave bytes, set the terminal's modes as found, and show what was written to stderr
//   meanwhile; then a signal ends the process as it would have without us;
// - stderr, if it is a terminal, goes to memory, so that no message lands in the picture.
//
// A handler's stack is its own on the thread that armed, so a stack overflow there is caught too.
// On other threads a handler runs on the thread's own stack.
#ifndef REPRISE_RESCUE_H
#define REPRISE_RESCUE_H

#include <stddef.h>

/// The most leave bytes there may be.
#define REPRISE_RESCUE_CAPACITY 1024

/// Notes the terminal's modes as those to return to. Returns 0, or -1 with errno: EBUSY when armed
/// already, E2BIG for too many bytes, ENOTTY when `tty_fd` is no terminal.
int reprise_rescue_arm(int tty_fd, const void *bytes, size_t length);

/// Gives signals and stderr back, and shows what was written to stderr meanwhile. To be called when
/// the terminal is back as found. Does nothing when not armed.
void reprise_rescue_disarm(void);

#endif
