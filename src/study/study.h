/* study.h - what `lammer odds`, `lammer strategy` and `lammer report` share: the question, and the
 * study that answers it.
 *
 * A study computes each thing when it is first asked for, so that the price of one wager does not wait for
 * the main game. */
#ifndef LAMMER_STUDY_ROOM_H
#define LAMMER_STUDY_ROOM_H

#include <stdio.h>

#include "lammer/odds.h"
#include "lammer/words.h"
#include "lammer/price.h"
#include "lammer/version.h"
#include "lammer/words.h"
#include "say.h"

/* ---- the question -------------------------------------------------------------------------------------- */

typedef enum { ASK_TEXT, ASK_JSON, ASK_CSV, ASK_SVG, ASK_HTML, ASK_FORMATS } ask_format;
typedef enum { ASK_ODDS, ASK_STRATEGY, ASK_REPORT, ASK_COMMANDS } ask_command;

enum { ASK_SETTINGS = 256, ASK_PLAYERS = 21 };

typedef struct {
    ask_command command;
    const char *rules;
    const char *setting[ASK_SETTINGS];
    int settings;
    const char *wager, *paytable; /* NULL: what the rules offer */
    const char *removed;          /* cards */
    const char *hand, *up;        /* cards; of strategy: real or free */
    const char *kind;             /* real or free */
    const char *out, *date;
    ask_format format;
    lm_cents stake_cents; /* 0: none was named */
    double together;      /* staked on a wager on lammers, per unit of the main wager; 0: not asked */
    int players;
    bool eor, infinite, exceptions, help;
} odds_ask;

/* Reads the words; words[0] is the command. False after an error was printed. */
bool ask_read(odds_ask *ask, int n, char **words);

/* ---- the study ----------------------------------------------------------------------------------------- */

enum { STUDY_KEY = 8192 };

typedef struct {
    char key[STUDY_KEY]; /* the question's rules and cards; "": not open */
    lm_profile *profile;
    const lm_rules *rules;
    lm_census census;
    int removed;
    bool infinite;
    int players;
    bool progress; /* tell a person at a terminal what takes time */

    void *memory, *room; /* of the game, of prices */
    lm_game *game;
    bool solved, figured, charted, choices_known;
    lm_figures best;
    lm_chart chart;
    double chart_edge;
    lm_play_facts facts;
} study;

/* Loads the rules, warns of what no table may offer, takes the removed cards out of the shoe. A study that is open for the
 * same rules and cards stays as it is. False after an error was printed; close it in any case. */
bool study_open(study *s, const odds_ask *ask);
void study_close(study *s);
/* One answer each, of a study that is open. */
int odds_run(study *s, const odds_ask *ask);
int strategy_run(study *s, const odds_ask *ask);
int report_run(study *s, const odds_ask *ask);

/* NULL after an error was printed: too few cards, no memory. */
lm_game *study_game(study *s);
const lm_figures *study_best(study *s);
const lm_chart *study_chart(study *s);
double study_chart_edge(study *s); /* the chart must have been found */

/* The price of one offered wager, under the optimum of the main game where its play matters; and what the
 * player's expectation gains per unit staked when one copy of a card leaves the shoe. False after an error
 * was printed. */
bool study_price(study *s, const lm_offer *offer, lm_cents stake_cents, lm_price *price);
bool study_removal(study *s, const lm_offer *offer, lm_cents stake_cents, double gain[LM_CARDS]);

/* Whether free bets exist, and whether a hand may be staked by a lammer alone: a free split makes one. */
bool rules_give_lammers(const lm_rules *rules);
bool rules_split_free(const lm_rules *rules);

/* Chance that a hole card under an ace is a ten: what insurance is about. NAN without an ace. */
double study_insured(const study *s);

/* ---- words --------------------------------------------------------------------------------------------- */

/* The rules that decide the figures, in one sentence without a full stop. */
void rules_sentence(const lm_rules *rules, char *text, size_t size);
const char *value_word(int value); /* "A", "2" ... "10" */

/* Cards in text, such as "8h 8d" or "Th,5c". A card without its suit has suit -1 where `suits` does not
 * want one. -1 after an error that names `what` was printed. */
typedef struct {
    int rank, suit;
} card_word;
int read_cards(const char *what, const char *text, bool suits, card_word *cards, int most);
void card_word_write(card_word card, char text[3]);

/* ---- which wagers -------------------------------------------------------------------------------------- */

typedef struct {
    lm_offer offer;
    lm_cents stake_cents; /* 0: as the price chooses */
    lm_price price;
    bool insurance; /* not an optional wager: priced here */
    bool has_removal;
    double removal[LM_CARDS];
} asked_wager;

typedef struct {
    asked_wager *item;
    int n;
    bool main; /* the main game is asked for too */
} asked;

/* Finds what --wager and --paytable ask for; false after an error was printed. */
bool asked_find(asked *list, const study *s, const odds_ask *ask);
bool asked_price(asked *list, study *s, bool eor);
void asked_free(asked *list);

/* ---- what the documents print -------------------------------------------------------------------------- */

enum { PRINTED_NOTE = 320, PRINTED_MOST = 2 };
typedef struct {
    const char *clause;
    const char *figure;      /* "house edge", "hold", "hit frequency" */
    double printed, ours;    /* as parts of one */
    bool agrees;             /* within the rounding of what is printed */
    char note[PRINTED_NOTE]; /* "" where there is nothing to explain */
} printed_figure;

/* The figures that the governing document prints for this wager; how many. */
int printed_figures(const study *s, const asked_wager *wager, printed_figure found[PRINTED_MOST]);

/* ---- answers ------------------------------------------------------------------------------------------- */

typedef struct {
    study *study;
    asked wagers;
    bool eor;
    double removal[LM_VALUES]; /* of the main game */
} odds_answer;

void odds_print_text(const odds_answer *answer, FILE *out);
int odds_print_json(const odds_answer *answer);
void odds_print_csv(const odds_answer *answer, FILE *out);
int odds_price_hand(study *s, const odds_ask *ask);
int odds_price_together(study *s, const odds_ask *ask);

#endif
