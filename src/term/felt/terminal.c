/* terminal.c - opens the terminal for a screen, and restores it however the program ends. */
#include <langinfo.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include <curses.h>

#include "felt.h"

static struct {
    SCREEN *screen;
    volatile sig_atomic_t is_open;
    bool colours;
} term;

void term_close(void)
{
    if (!term.is_open) return;
    term.is_open = 0;
    endwin();
}

/* A signal handler should not call this, but the process is ending anyway and the terminal must be restored. */
static void on_crash(int number)
{
    if (term.is_open) endwin();
    signal(number, SIG_DFL);
    raise(number);
}

static void handle_signals(void)
{
    static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH };
    static const int crashes[] = { SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL };
    struct sigaction act = { .sa_handler = on_crash };
    sigemptyset(&act.sa_mask);
    waits_catch(ends, sizeof ends / sizeof *ends);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        sigaction(crashes[i], &act, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static void mix_colours(void)
{
    static const short colours[INKS][2] = {
        [INK_CARD] = { COLOR_BLACK, COLOR_WHITE },
        [INK_RED_CARD] = { COLOR_RED, COLOR_WHITE },
        [INK_BACK] = { COLOR_BLUE, COLOR_WHITE },
        [INK_GOLD] = { COLOR_YELLOW, -1 },
        [INK_TITLE] = { COLOR_WHITE, COLOR_GREEN },
        [INK_WON] = { COLOR_GREEN, -1 },
        [INK_LOST] = { COLOR_RED, -1 },
        [INK_QUIET] = { -1, -1 },
        [INK_BUTTON] = { COLOR_CYAN, -1 },
    };
    for (short ink = 1; ink < INKS; ink++)
        init_pair(ink, colours[ink][0], colours[ink][1]);
}

int term_ink(felt_ink ink)
{
    static const attr_t types[INKS] = {
        [INK_GOLD] = A_BOLD, [INK_TITLE] = A_BOLD,  [INK_WON] = A_BOLD,     [INK_LOST] = A_BOLD,
        [INK_QUIET] = A_DIM, [INK_BUTTON] = A_BOLD, [INK_RED_CARD] = A_BOLD
    };
    static const attr_t colourless[INKS] = { [INK_TITLE] = A_REVERSE,
                                             [INK_GOLD] = A_BOLD | A_UNDERLINE,
                                             [INK_WON] = A_BOLD,
                                             [INK_QUIET] = A_DIM,
                                             [INK_BUTTON] = A_BOLD };
    return (int)(term.colours ? types[ink] | (attr_t)COLOR_PAIR(ink) : colourless[ink]);
}

bool term_open(felt *f)
{
    term.screen = newterm(NULL, stdout, stdin);
    if (!term.screen) return false;
    term.is_open = 1;
    atexit(term_close);
    handle_signals();
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    curs_set(0);
    mousemask(BUTTON1_CLICKED | BUTTON1_PRESSED, NULL);
    mouseinterval(0);
    term.colours = has_colors() && !getenv("NO_COLOR") && start_color() == OK && COLOR_PAIRS > INKS;
    if (term.colours) {
        use_default_colors();
        mix_colours();
    }
    f->colours = term.colours;
    f->symbols = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    return true;
}

int term_clicked(const felt *f)
{
    MEVENT event;
    if (getmouse(&event) != OK || !(event.bstate & (BUTTON1_CLICKED | BUTTON1_PRESSED))) return 0;
    for (int i = 0; i < f->buttons; i++) {
        const felt_button *b = &f->button[i];
        if (event.y == b->row && event.x >= b->column && event.x < b->column + b->width) return b->key;
    }
    return 0;
}

/* A terminal that repeatedly reports input and then has none is gone. */
int term_key(void)
{
    enum { GONE = 8 };
    for (int empty = 0; empty < GONE && !waits_caught(); empty++) {
        int key = getch();
        if (key != ERR) return key;
        if (!waits_for_input()) empty = -1;
    }
    return ERR;
}
