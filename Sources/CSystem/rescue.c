// Invariant: all code reachable from `on_fatal_signal` uses only async-signal-safe calls (POSIX
// 2.4.3) and memory that `reprise_rescue_arm` filled before the handlers were installed. Only
// `state` changes while handlers may run; it is a lock-free atomic.
#define _GNU_SOURCE
#include "Rescue.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

static const int fatal_signals[] = {
    SIGSEGV, SIGBUS,  SIGILL,  SIGTRAP, SIGFPE,  SIGABRT, SIGSYS,    SIGQUIT, SIGINT,
    SIGTERM, SIGHUP,  SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
    // Other systems ignore it by default.
    SIGIO,
};
enum { fatal_signal_count = sizeof fatal_signals / sizeof *fatal_signals };

/// Returns whether to catch a signal even if it is handled: Swift's runtime installs handlers for
/// these, even for SIGQUIT. Other signals that are handled or ignored are left alone.
static bool is_ours(int signal_number) {
  switch (signal_number) {
    case SIGSEGV:
    case SIGBUS:
    case SIGILL:
    case SIGTRAP:
    case SIGFPE:
    case SIGABRT:
    case SIGSYS:
    case SIGQUIT: return true;
    default: return false;
  }
}

enum { disarmed, armed, rescuing, rescued };
static atomic_int state = disarmed;
/// The process group that temporarily has the terminal, or 0.
static atomic_int borrower = 0;
static atomic_bool is_backtrace_forbidden = false;

static const struct sigaction standard = {.sa_handler = SIG_DFL};

static struct {
  pid_t process;
  int terminal;
  struct termios found;
  unsigned char leave[REPRISE_RESCUE_CAPACITY];
  size_t leave_length;
  /// The real stderr and the memory file that replaces it; both -1 if stderr isn't redirected.
  int standard_error, messages;
  bool hands_on, drops_input;
  struct sigaction previous[fatal_signal_count];
} rescue;

static void write_all(int file, const unsigned char *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = write(file, bytes, length);
    if (count > 0) {
      bytes += count;
      length -= (size_t)count;
    } else if (count < 0 && errno == EAGAIN) {
      struct pollfd ready = {.fd = file, .events = POLLOUT};
      if (poll(&ready, 1, 1000) <= 0) return;
    } else if (count == 0 || errno != EINTR) {
      return;
    }
  }
}

// Messages: output to stderr while the screen is shown.

static int open_memory(void) {
  return memfd_create("stderr", MFD_CLOEXEC);
}

static void collect_messages(void) {
  rescue.messages = rescue.standard_error = -1;
  // Messages to a file or pipe don't appear on the screen.
  if (!isatty(STDERR_FILENO)) return;
  int messages = open_memory();
  if (messages < 0) return;
  int standard_error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (standard_error < 0 || dup2(messages, STDERR_FILENO) < 0) {
    if (standard_error >= 0) close(standard_error);
    close(messages);
    return;
  }
  rescue.messages = messages;
  rescue.standard_error = standard_error;
}

/// Shows the last 64 KiB of the messages.
static void show_messages(void) {
  enum { limit = 64 * 1024 };
  if (rescue.messages < 0) return;
  dup2(rescue.standard_error, STDERR_FILENO);
  off_t length = lseek(rescue.messages, 0, SEEK_END);
  lseek(rescue.messages, length > limit ? length - limit : 0, SEEK_SET);
  unsigned char part[1024];
  ssize_t count;
  while ((count = read(rescue.messages, part, sizeof part)) > 0)
    write_all(STDERR_FILENO, part, (size_t)count);
}

// The rescue itself.

static void put_right(void) {
  int expected = armed;
  if (!atomic_compare_exchange_strong(&state, &expected, rescuing)) {
    // Another thread is restoring the terminal: wait until it is done, but not forever.
    for (int tries = 0; tries < 100 && atomic_load(&state) == rescuing; tries += 1)
      poll(NULL, 0, 10);
    return;
  }
  // A forked child must not touch its parent's terminal.
  if (getpid() != rescue.process) return;
  // Nor must a background process, because another process has the terminal, unless it was lent.
  pid_t foreground = tcgetpgrp(rescue.terminal);
  pid_t group = atomic_load(&borrower);
  if (group > 0) {
    kill(-group, SIGKILL);
    if (foreground == group) {
      // Otherwise setting the terminal modes from the background would stop the process.
      sigset_t signals;
      sigemptyset(&signals);
      sigaddset(&signals, SIGTTOU);
      pthread_sigmask(SIG_BLOCK, &signals, NULL);
      tcsetpgrp(rescue.terminal, getpgrp());
      tcflush(rescue.terminal, TCIFLUSH);
      foreground = getpgrp();
    }
  }
  if (foreground < 0 || foreground == getpgrp()) {
    write_all(rescue.terminal, rescue.leave, rescue.leave_length);
    if (rescue.drops_input) tcflush(rescue.terminal, TCIFLUSH);
    tcsetattr(rescue.terminal, TCSANOW, &rescue.found);
  }
  show_messages();
  atomic_store(&state, rescued);
}

static void on_fatal_signal(int signal_number) {
  put_right();
  bool hands_on = rescue.hands_on && !atomic_load(&is_backtrace_forbidden);
  for (int index = 0; index < fatal_signal_count; index += 1) {
    if (fatal_signals[index] != signal_number) continue;
    sigaction(signal_number, hands_on ? &rescue.previous[index] : &standard, NULL);
  }
  // Blocked while this handler runs, so it is delivered when the handler returns.
  raise(signal_number);
}

static bool is_rescue(const struct sigaction *action) {
  return !(action->sa_flags & SA_SIGINFO) && action->sa_handler == on_fatal_signal;
}

static void catch_fatal_signals(void) {
  struct sigaction action = {.sa_handler = on_fatal_signal, .sa_flags = SA_ONSTACK};
  // A fault inside the handler ends the process at once, because its signal is blocked.
  sigfillset(&action.sa_mask);
  for (int index = 0; index < fatal_signal_count; index += 1) {
    int signal_number = fatal_signals[index];
    struct sigaction *previous = &rescue.previous[index];
    sigaction(signal_number, NULL, previous);
    bool is_standard = !(previous->sa_flags & SA_SIGINFO) && previous->sa_handler == SIG_DFL;
    if (is_ours(signal_number) || is_standard) sigaction(signal_number, &action, NULL);
  }
}

/// Makes a write beyond the file size limit (ulimit -f) fail instead of ending the process.
static void survive_large_files(void) {
  struct sigaction current;
  if (sigaction(SIGXFSZ, NULL, &current) == 0 && !(current.sa_flags & SA_SIGINFO) &&
      current.sa_handler == SIG_DFL)
    signal(SIGXFSZ, SIG_IGN);
}

/// Restores the signals' previous actions, except where other code has replaced the handler since.
static void release_fatal_signals(void) {
  for (int index = 0; index < fatal_signal_count; index += 1) {
    struct sigaction current;
    sigaction(fatal_signals[index], NULL, &current);
    if (!is_rescue(&current)) continue;
    bool is_forbidden = is_ours(fatal_signals[index]) && atomic_load(&is_backtrace_forbidden);
    sigaction(fatal_signals[index], is_forbidden ? &standard : &rescue.previous[index], NULL);
  }
}

void reprise_rescue_forbid_backtraces(void) {
  // Set first, so that a concurrent disarm doesn't restore the handlers removed here.
  if (atomic_exchange(&is_backtrace_forbidden, true)) return;
  for (int index = 0; index < fatal_signal_count; index += 1) {
    struct sigaction current;
    sigaction(fatal_signals[index], NULL, &current);
    if (is_ours(fatal_signals[index]) && !is_rescue(&current))
      sigaction(fatal_signals[index], &standard, NULL);
  }
}

// Signal stacks, one per thread, because two threads may crash at once.

static pthread_key_t stack_key;
static pthread_once_t stack_key_once = PTHREAD_ONCE_INIT;

static void free_stack(void *stack) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  free(stack);
}

static void make_stack_key(void) { pthread_key_create(&stack_key, free_stack); }

void reprise_rescue_cover_thread(void) {
  static _Thread_local bool is_covered = false;
  enum { size = 64 * 1024 };
  if (is_covered) return;
  is_covered = true;
  pthread_once(&stack_key_once, make_stack_key);
  void *memory = malloc(size);
  if (memory == NULL) return;
  stack_t stack = {.ss_sp = memory, .ss_size = size};
  if (pthread_setspecific(stack_key, memory) != 0 || sigaltstack(&stack, NULL) != 0) {
    pthread_setspecific(stack_key, NULL);
    free(memory);
  }
}

int reprise_rescue_arm(int tty_fd, const void *bytes, size_t length) {
  static bool is_registered = false;
  if (atomic_load(&state) != disarmed) return errno = EBUSY, -1;
  if (length > sizeof rescue.leave) return errno = E2BIG, -1;
  if (tcgetattr(tty_fd, &rescue.found) != 0) return -1;
  rescue.process = getpid();
  rescue.terminal = tty_fd;
  memcpy(rescue.leave, bytes, length);
  rescue.leave_length = length;
  rescue.drops_input = false;
  // Swift's backtrace waits for a key on a terminal, so run it only if requested.
  rescue.hands_on = getenv("SWIFT_BACKTRACE") != NULL;
  if (!is_registered && atexit(put_right) == 0) is_registered = true;
  collect_messages();
  atomic_store(&state, armed);
  reprise_rescue_cover_thread();
  catch_fatal_signals();
  survive_large_files();
  return 0;
}

void reprise_rescue_lend(int group) { atomic_store(&borrower, group); }

void reprise_rescue_drop_input(void) { rescue.drops_input = true; }

void reprise_rescue_disarm(void) {
  int expected = armed;
  if (!atomic_compare_exchange_strong(&state, &expected, rescuing)) return;
  release_fatal_signals();
  show_messages();
  if (rescue.messages >= 0) {
    close(rescue.messages);
    close(rescue.standard_error);
  }
  atomic_store(&state, disarmed);
}
