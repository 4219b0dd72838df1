// Puts the terminal right however the process ends, short of SIGKILL and _exit.
//
// Between arm and disarm:
// - SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGQUIT and exit(), and SIGINT, SIGTERM,
//   SIGHUP and SIGPIPE unless somebody handles or ignores them, write the leave bytes, set the
//   terminal's modes as found, and show what was written to stderr meanwhile; then a signal ends the
//   process as it would have without us;
// - stderr, if it is a terminal, goes to memory, so that no message lands in the picture.
//
// With SWIFT_BACKTRACE set, Swift's own handlers come after ours.
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

/// Gives the calling thread a stack for handlers, so that an overflow of its own is caught too. Takes
/// next to no time when that was done. `reprise_rescue_arm` does it for its thread; but on Linux
/// the main queue has no thread of its own once `dispatchMain()` was called.
void reprise_rescue_cover_thread(void);

#endif
