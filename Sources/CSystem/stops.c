// Invariant: the handler uses only async-signal-safe calls, and memory filled before.
#include "Stops.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>
#include <unistd.h>

static struct {
  int file;
  unsigned char stop, go_on;
  bool hears_stops;
  struct sigaction previous_stop, previous_go_on;
} stops;

static void on_signal(int signal_number) {
  int previous_errno = errno;
  // If the pipe is full, the reader has been notified already.
  (void)!write(stops.file, signal_number == SIGTSTP ? &stops.stop : &stops.go_on, 1);
  errno = previous_errno;
}

bool reprise_stops_catch(int file, unsigned char stop, unsigned char go_on) {
  stops.file = file;
  stops.stop = stop;
  stops.go_on = go_on;
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  sigaction(SIGTSTP, NULL, &stops.previous_stop);
  stops.hears_stops =
      (stops.previous_stop.sa_flags & SA_SIGINFO) || stops.previous_stop.sa_handler != SIG_IGN;
  if (stops.hears_stops) sigaction(SIGTSTP, &action, NULL);
  sigaction(SIGCONT, &action, &stops.previous_go_on);
  return stops.hears_stops;
}

void reprise_stops_release(void) {
  if (stops.hears_stops) sigaction(SIGTSTP, &stops.previous_stop, NULL);
  sigaction(SIGCONT, &stops.previous_go_on, NULL);
}

unsigned char reprise_stops_end_line(void *terminal_modes) {
  struct termios *modes = terminal_modes;
  cc_t key = modes->c_cc[VSUSP];
  if (key == _POSIX_VDISABLE) return 0;
  modes->c_cc[VSUSP] = _POSIX_VDISABLE;
  modes->c_cc[VEOL] = key;
  return key;
}

void reprise_stop_job(void) {
  static const struct sigaction standard = {.sa_handler = SIG_DFL}, ignoring = {.sa_handler = SIG_IGN};
  struct sigaction found;
  sigset_t stop, mask;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  // Ignored first, to discard a pending stop, and to send the signal only to the others: a thread
  // that reads signals from a file (signalfd) might consume it before it stops this process, and
  // stop the process again later.
  sigaction(SIGTSTP, &ignoring, &found);
  pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
  kill(0, SIGTSTP);
  sigaction(SIGTSTP, &standard, NULL);
  raise(SIGTSTP);
  // The process was stopped here, and continues.
  sigaction(SIGTSTP, &found, NULL);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
}
