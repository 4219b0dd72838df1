// Puts the terminal right however the process ends, short of SIGKILL and _exit.
//
// Between arm and disarm:
// - SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGQUIT and exit(), and SIGINT, SIGTERM,
//   SIGHUP and SIGPIPE unless somebody handles or ignores them, write the leave bytes, set the
//   terminal's modes as found, and show what was written to stderr meanwhile; then a signal ends the
//   process as it would have without us;
// - stderr, if it is a terminal, goes to memory, so that no message lands in the picture.
//
// With SWIFT_BACKTRACE set, Swift's own handlers come after ours, unless that is forbidden.
#ifndef REPRISE_RESCUE_H
#define REPRISE_RESCUE_H

#include <stddef.h>

#include "Stops.h"

/// The most leave bytes there may be.
#define REPRISE_RESCUE_CAPACITY 1024

/// Notes the terminal's modes as those to return to. Returns 0, or -1 with errno: EBUSY when armed
/// already, E2BIG for too many bytes, ENOTTY when `tty_fd` is no terminal.
int reprise_rescue_arm(int tty_fd, const void *bytes, size_t length);

/// To be called after arming where a password is typed: what was typed and not read yet is thrown away before the modes are set
/// back, or the shell would get it, and show it.
void reprise_rescue_drop_input(void);

/// Notes that a process group of a child's has the terminal, until this is called with 0. However
/// the process ends meanwhile, while armed, the group is killed and the terminal taken back first.
void reprise_rescue_lend(int group);

/// Gives signals and stderr back, and shows what was written to stderr meanwhile. To be called when
/// the terminal is back as found. Does nothing when not armed.
void reprise_rescue_disarm(void);

/// From now on, armed or not, no handler of Swift's comes after a crash: what it prints shows pieces of the memory, and so of
/// passwords. SIGSEGV and its like end the process at once. There is no way back.
void reprise_rescue_forbid_backtraces(void);

/// Gives the calling thread a stack for handlers, so that an overflow of its own is caught too. Takes
/// next to no time when that was done. `reprise_rescue_arm` does it for its thread; but on Linux
/// the main queue has no thread of its own once `dispatchMain()` was called.
void reprise_rescue_cover_thread(void);

#endif
