// Invariant: the handler uses async-signal-safe calls alone, and memory that was filled before it was installed.
#include "Stops.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

static struct {
  int file;
  unsigned char stop, go_on;
  bool hears_stops;
  struct sigaction previous_stop, previous_go_on;
} stops;

static void on_signal(int signal_number) {
  int previous_errno = errno;
  // A pipe that is full was written to already.
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

unsigned char reprise_stops_end_line(struct termios *modes) {
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
  // Ignored, so that a stop that has come already is none of its own, and the signal to all is the others' alone: who watches signals by
  // a file (signalfd) might take it before it stops this process, and stop it once more for it afterwards.
  sigaction(SIGTSTP, &ignoring, &found);
  pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
  kill(0, SIGTSTP);
  sigaction(SIGTSTP, &standard, NULL);
  raise(SIGTSTP);
  // Here the process was stopped, and goes on.
  sigaction(SIGTSTP, &found, NULL);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
}
