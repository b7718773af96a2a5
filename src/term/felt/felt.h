/* felt.h - the screen of `lammer play`: a terminal, what is drawn on it, and what is pressed.
 *
 * Every change redraws everything from the table, so a resized window needs no special handling. */
#ifndef LAMMER_TERM_FELT_H
#define LAMMER_TERM_FELT_H

#include "play/play.h"

enum {
    FELT_LEAST_ROWS = 14,
    FELT_LEAST_COLUMNS = 40,
    FELT_LINES = 400, /* lines of the story */
    FELT_LINE = 200,
    FELT_BUTTONS = 40,
    FELT_INPUT = 120,
    FELT_MARGIN = 1,
};

/* Colours by purpose. Without colours each is a text attribute. */
typedef enum {
    INK_PLAIN,
    INK_CARD,
    INK_RED_CARD,
    INK_BACK,
    INK_GOLD,
    INK_TITLE,
    INK_WON,
    INK_LOST,
    INK_QUIET,
    INK_BUTTON,
    INKS,
} felt_ink;

/* A place to click, and the key that does the same. */
typedef struct {
    int row, column, width;
    int key;
} felt_button;

typedef struct {
    solo_table *p;
    teller teller;
    int told; /* events of the round that are in the story */
    uint32_t round;
    char line[FELT_LINES][FELT_LINE]; /* the story, oldest first */
    int lines;
    int scrolled; /* number of lines that the story is scrolled back */
    felt_button button[FELT_BUTTONS];
    int buttons;
    bool symbols, colours;
    bool typing, helping;
    char input[FELT_INPUT];
    char message[FELT_LINE];
    bool leaves;
} felt;

/* terminal.c: restores the terminal however the program ends. */
bool term_open(felt *f);
void term_close(void);
int term_key(void);              /* waits for a key; ERR if the terminal is gone or a signal came */
int term_ink(felt_ink ink);      /* attributes for ncurses */
int term_clicked(const felt *f); /* the key of the button under the mouse; 0: none */

/* hands.c: each returns the row below what it drew. `card`: rows of a card, 5, 3 or 1. */
int felt_draw_dealer(const felt *f, int row, int card);
int felt_neighbour_rows(const felt *f);
int felt_draw_neighbours(const felt *f, int row, int rows);
int felt_draw_hands(const felt *f, int row, int card);
void felt_draw_sides(const felt *f, int row);

/* buttons.c: puts the buttons into rows from `row` on, or only counts the rows. */
int felt_lay_buttons(felt *f, int row, bool draw);

/* draw.c, cards.c */
void felt_draw(felt *f);
void felt_blank_title(void);
int felt_put(int row, int column, int width, felt_ink ink, const char *text); /* columns written */
int felt_width(const char *text);
int felt_letter(const char *text); /* bytes of the first character */
int felt_cards(const felt *f, int row, int column, int width, int height, const lm_card *cards, int n, bool dim);

/* story.c: the story in sentences. */
void felt_tell(felt *f);
void felt_say(felt *f, const char *text);

#endif
