// Restores the terminal however the process ends, except by SIGKILL and _exit.
//
// Between arm and disarm:
// - SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGQUIT and exit(), and SIGINT,
//   SIGTERM, SIGHUP and SIGPIPE unless they are handled or ignored, write the leave bytes, restore
//   the terminal modes, and show what was written to stderr meanwhile; then a signal ends the
//   process as it would have done otherwise;
// - stderr, if it is a terminal, is redirected to memory, so that messages don't appear on the
//   screen.
//
// With SWIFT_BACKTRACE set, Swift's own handlers run after these, unless they are forbidden.
#ifndef REPRISE_RESCUE_H
#define REPRISE_RESCUE_H

#include <stddef.h>

#include "Stops.h"

/// The maximum number of leave bytes.
#define REPRISE_RESCUE_CAPACITY 1024

/// Saves the terminal modes to restore and arms the rescue. Returns 0, or -1 with errno: EBUSY if
/// already armed, E2BIG for too many bytes, ENOTTY if `tty_fd` isn't a terminal.
int reprise_rescue_arm(int tty_fd, const void *bytes, size_t length);

/// Call this after arming if a password is entered: unread input is then discarded before the modes
/// are restored, or the shell would receive and show it.
void reprise_rescue_drop_input(void);

/// Records that a child's process group has the terminal, until called with 0. If the process ends
/// while armed, the group is killed and the terminal taken back first.
void reprise_rescue_lend(int group);

/// Restores signals and stderr, and shows what was written to stderr meanwhile. Call this once the
/// terminal is restored. Does nothing if not armed.
void reprise_rescue_disarm(void);

/// Permanently disables Swift's crash handlers, armed or not, because their backtraces print memory
/// and may reveal passwords. SIGSEGV and similar signals then end the process at once.
void reprise_rescue_forbid_backtraces(void);

/// Gives the calling thread a signal stack, so that its own stack overflow is caught. Repeated
/// calls are cheap. `reprise_rescue_arm` does this for its thread; but on Linux the main queue has
/// no fixed thread after `dispatchMain()`.
void reprise_rescue_cover_thread(void);

#endif
