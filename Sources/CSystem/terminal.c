#define _GNU_SOURCE
#include "Spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/// Gets the name of the program's end. Returns 0 on success.
static int name_of(int terminal, char *name, size_t length) {
  return ptsname_r(terminal, name, length);
}

int reprise_open_terminal(int rows, int columns, int width, int height, char *name,
                          size_t length) {
  int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0) return -1;
  struct winsize size = {.ws_row = (unsigned short)rows,
                         .ws_col = (unsigned short)columns,
                         .ws_xpixel = (unsigned short)width,
                         .ws_ypixel = (unsigned short)height};
  if (fcntl(terminal, F_SETFD, FD_CLOEXEC) == 0 && grantpt(terminal) == 0 &&
      unlockpt(terminal) == 0 && name_of(terminal, name, length) == 0 &&
      ioctl(terminal, TIOCSWINSZ, &size) == 0)
    return terminal;
  int problem = errno;
  close(terminal);
  return errno = problem, -1;
}
