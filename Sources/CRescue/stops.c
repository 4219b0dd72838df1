// Invariant: the handler uses async-signal-safe calls alone, and memory that was filled before it was installed.
#include "Stops.h"

#include <errno.h>
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

void reprise_stops_catch(int file, unsigned char stop, unsigned char go_on) {
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
}

void reprise_stops_release(void) {
  if (stops.hears_stops) sigaction(SIGTSTP, &stops.previous_stop, NULL);
  sigaction(SIGCONT, &stops.previous_go_on, NULL);
}
