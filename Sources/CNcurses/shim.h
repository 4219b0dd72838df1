// ncurses for Swift: wraps macros, variadic functions and global variables, which Swift doesn't
// import, in functions. Constants come from the header, never copied.
#ifndef REPRISE_NCURSES_SHIM_H
#define REPRISE_NCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <term.h>

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

// Attributes: macros with casts.

static inline attr_t reprise_plain(void) { return A_NORMAL; }
static inline attr_t reprise_bold(void) { return A_BOLD; }
static inline attr_t reprise_dim(void) { return A_DIM; }
static inline attr_t reprise_underline(void) { return A_UNDERLINE; }
static inline attr_t reprise_reverse(void) { return A_REVERSE; }

// Global variables.

static inline WINDOW *reprise_standard_screen(void) { return stdscr; }
static inline void reprise_clear_at_next_refresh(void) { clearok(curscr, TRUE); }
static inline int reprise_colour_count(void) { return COLORS; }
static inline SCREEN *reprise_open_screen(const char *type) {
  fflush(stdout);  // Earlier output appears above the screen, not in it.
  return newterm(type, stdout, stdin);
}

// Terminal types.

/// Selects a terminal type for capability lookups and returns whether it is known. Stores the
/// previous type, that of an open screen or NULL, in `previous`.
static inline bool reprise_look_up_type(const char *type, int output, void **previous) {
  int status = 0;
  *previous = cur_term;
  if (setupterm(type, output, &status) == OK) return true;
  set_curterm((TERMINAL *)*previous);
  return false;
}

static inline void reprise_return_to_type(void *previous) {
  del_curterm(set_curterm((TERMINAL *)previous));
}

/// Returns a capability of the selected type, or NULL if it has none.
static inline const char *reprise_capability(const char *name) {
  const char *value = tigetstr((char *)name);
  return value == (const char *)-1 ? NULL : value;
}

/// Returns the capability `cup` with its parameters. The selected type must have it.
static inline const char *reprise_cursor_to(int row, int column) {
  return tiparm(tigetstr((char *)"cup"), row, column);
}

static inline const char *reprise_codeset(void) { return nl_langinfo(CODESET); }

// Painting: combines several calls in one. Characters are Unicode scalars, which is also what
// wchar_t holds on every system with ncurses.

_Static_assert(sizeof(wchar_t) == sizeof(uint32_t), "a wchar_t holds a Unicode scalar");

extern int wcwidth(wchar_t);  // <wchar.h> hides it unless extensions are enabled.

/// Returns the width of a character in cells, or -1 if the locale doesn't know it.
static inline int reprise_width(uint32_t character) { return wcwidth((wchar_t)character); }

/// Writes characters that are each one cell wide.
static inline void reprise_put_run(
    int row, int column, const uint32_t *characters, int count, attr_t attributes, short pair) {
  wattr_set(stdscr, attributes, pair, NULL);
  mvwaddnwstr(stdscr, row, column, (const wchar_t *)characters, count);
}

/// Writes one spacing character with its marks, zero-terminated: at most CCHARW_MAX characters.
static inline void reprise_put_cluster(
    int row, int column, const uint32_t *characters, attr_t attributes, short pair) {
  cchar_t cell;
  wattr_set(stdscr, attributes, pair, NULL);
  if (setcchar(&cell, (const wchar_t *)characters, A_NORMAL, 0, NULL) == OK)
    mvwadd_wch(stdscr, row, column, &cell);
}

/// Writes one spacing character without marks.
static inline void reprise_put_character(
    int row, int column, uint32_t character, attr_t attributes, short pair) {
  const uint32_t characters[] = {character, 0};
  reprise_put_cluster(row, column, characters, attributes, pair);
}

static inline int reprise_cluster_limit(void) { return CCHARW_MAX; }

// The terminal as a device.

/// Gets the window's size. Returns false if the device doesn't know it.
static inline bool reprise_window_size(int terminal, int *height, int *width) {
  struct winsize size;
  if (ioctl(terminal, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return false;
  *height = size.ws_row;
  *width = size.ws_col;
  return true;
}

/// Gets the size of a cell in pixels. Returns false if the device doesn't know it.
static inline bool reprise_cell_size(int terminal, int *height, int *width) {
  struct winsize size;
  if (ioctl(terminal, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return false;
  *height = size.ws_ypixel / size.ws_row;
  *width = size.ws_xpixel / size.ws_col;
  return *height > 0 && *width > 0;
}

/// Returns the number of bytes that can be read without blocking.
static inline int reprise_bytes_waiting(int terminal) {
  int count = 0;
  return ioctl(terminal, FIONREAD, &count) == 0 ? count : 0;
}

/// Turns Ctrl-S, Ctrl-Q, Ctrl-V, Ctrl-O and Ctrl-Z into plain keys. The signal of Ctrl-Z would stop
/// the whole job, including a `make` that started this process, before the terminal is restored.
/// Ctrl-C no longer discards pending output.
static inline void reprise_free_control_keys(int terminal) {
  struct termios modes;
  if (tcgetattr(terminal, &modes) != 0) return;
  modes.c_iflag &= ~(tcflag_t)IXON;
  modes.c_lflag &= ~(tcflag_t)IEXTEN;
  modes.c_lflag |= NOFLSH;
  modes.c_cc[VSUSP] = _POSIX_VDISABLE;
  tcsetattr(terminal, TCSADRAIN, &modes);
}

/// Decodes one byte in the locale's encoding. Returns the completed character, -1 if the byte is
/// invalid, or -2 if more bytes are needed.
static inline int64_t reprise_decode(uint8_t byte, mbstate_t *state) {
  wchar_t character = 0;
  size_t status = mbrtowc(&character, (const char *)&byte, 1, state);
  if (status == (size_t)-1) return -1;
  if (status == (size_t)-2) return -2;
  return (uint32_t)character;
}

#endif
