// The floor that the viewer is measured against: a list of so many rows in plain C and ncurses. It
// draws what the viewer's list draws, moves the selection, and saves nothing.
#define NCURSES_WIDECHAR 1
#include <locale.h>
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>

static void draw_row(int y, long row, int is_selected) {
  static const char *const statuses[] = {"● Avviato", "◐ Avvio", "■ Arrestato"};
  char line[512];
  if (is_selected) attron(A_REVERSE);
  snprintf(line, sizeof line, " %s", statuses[row % 3]);
  mvhline(y, 0, ' ', COLS);
  mvaddnstr(y, 0, line, COLS);
  snprintf(line, sizeof line, "Virtual system %05ld of the benchmark", row);
  mvaddnstr(y, 20, line, COLS - 20);
  snprintf(line, sizeof line, "/resources/users/%-8ld 2010-01-19  %ld", row % 97, row);
  mvaddnstr(y, COLS - 60, line, 60);
  if (is_selected) attroff(A_REVERSE);
}

static void draw(long top, long selected, long count) {
  const int height = LINES - 3;
  attron(A_BOLD);
  mvaddstr(0, 1, "CloudBurst › Virtual systems");
  attroff(A_BOLD);
  for (int y = 0; y < height; y++) {
    if (top + y < count) draw_row(y + 1, top + y, top + y == selected);
  }
  mvprintw(LINES - 2, 1, "%ld systems", count);
  mvprintw(LINES - 1, 1, "↑ up  ↓ down  q quit");
  refresh();
}

int main(int count_of_arguments, char **arguments) {
  const long count = count_of_arguments > 1 ? atol(arguments[1]) : 5000;
  long top = 0, selected = 0;
  setlocale(LC_ALL, "");
  initscr();
  cbreak();
  noecho();
  keypad(stdscr, TRUE);
  curs_set(0);
  for (;;) {
    const int height = LINES - 3;
    if (selected < top) top = selected;
    if (selected >= top + height) top = selected - height + 1;
    draw(top, selected, count);
    switch (getch()) {
      case KEY_DOWN: selected += selected < count - 1; break;
      case KEY_UP: selected -= selected > 0; break;
      case 'q': endwin(); return 0;
    }
  }
}
