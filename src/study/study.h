/* study.h - the internals of a study, shared by the answers of `odds`, `strategy` and `report`. */
#ifndef LAMMER_STUDY_ROOM_H
#define LAMMER_STUDY_ROOM_H

#include "lammer/both.h"
#include "lammer/program/pieces.h"
#include "lammer/study.h"
#include "lammer/ways.h"
#include "lammer/version.h"
#include "say.h"

enum { STUDY_KEY = 8192 };

struct lm_study {
    char key[STUDY_KEY]; /* rules and cards of the question; "" if the study was opened without one */
    lm_study_ear ear;
    lm_profile *profile;
    const lm_rules *rules;
    lm_census census;
    int removed;
    bool infinite;
    bool fitted; /* the rules are those for a hand of a split, or for a double face down */

    void *memory, *room; /* for the solved game, and for pricing wagers */
    void *lent;          /* for the class of play that sees everything */
    lm_game *game;
    bool solved, figured, charted, choices_known;
    lm_figures best;
    double insured; /* what insurance adds to the mean of the optimum, where it is right */
    lm_chart chart;
    double chart_edge;
    lm_play_facts facts; /* of the optimum */
};

/* Lends the game what the class `opt` needs. */
bool study_lend(lm_study *s);

/* The main game with every column solved; NULL when lm_study_game returns NULL. */
lm_game *study_solved(lm_study *s);

/* The answers of `odds`, `strategy` and `report`. */
int odds_answer_ask(lm_study *s, const lm_ask *ask, lm_text *out);
int strategy_answer_ask(lm_study *s, const lm_ask *ask, lm_text *out);
int report_answer_ask(lm_study *s, const lm_ask *ask, lm_text *out);

/* The plays that a hand is allowed, as a bit set of lm_play; none if the shoe lacks its cards. */
unsigned prices_allowed(const lm_prices *prices);

/* Decimals of a per cent that the composed signs of three and four hands leave known; docs/odds.md has the error. */
static inline int study_sign_decimals(const lm_study *s)
{
    enum { LARGE = 200 };
    return s->infinite || lm_census_total(&s->census) >= LARGE ? 5 : 3;
}

/* Decimals of the spread of a round of multiple action, and one less of its signs as a per cent (docs/odds.md). */
static inline int study_round_decimals(const lm_study *s)
{
    enum { LARGE = 200 };
    return s->infinite || lm_census_total(&s->census) >= LARGE ? 3 : 2;
}

/* Decimals of a per cent that are known of a figure with this error. */
static inline int study_decimals_within(double error)
{
    int decimals = 8;
    for (double least = 0.5e-8; decimals > 2 && least < 100 * error; least *= 10)
        decimals--;
    return decimals;
}

/* Whether the rules have free bets, and whether they have free splits, which make hands staked by a lammer alone. */
bool rules_give_lammers(const lm_rules *rules);
bool rules_split_free(const lm_rules *rules);

/* The probability that the hole card under an ace is a ten, which decides insurance. NAN when no ace is left. */
double study_insured(const lm_study *s);

/* The names of the rules that decide the figures, and a sentence, without a full stop, that tells their values. */
extern const char summed_rules[];
long_words rules_sentence(const lm_rules *rules);
const char *value_word(int value);    /* "A", "2" ... "10" */
short_words seen_words(lm_seen seen); /* what the dealer shows: "6", "6,10" */

/* Cards in text, such as "8h 8d" or "Th,5c". A card without a suit has suit -1, unless `suits` requires one. Returns -1
 * after reporting what is wrong with `what`. */
typedef struct {
    int rank, suit;
} card_word;
int read_cards(const lm_study *s, const char *what, const char *text, bool suits, card_word *cards, int most);
short_words card_words(const card_word *cards, int n); /* "8h 8d" */

typedef struct {
    lm_offer offer;
    lm_cents stake_cents; /* 0: lm_study_price chooses */
    lm_price price;
    bool insurance; /* not an optional wager */
    bool has_removal;
    double removal[LM_CARDS];
} asked_wager;

typedef struct {
    asked_wager *item;
    int n, room;
    bool main; /* the main game is also asked for */
} asked;

/* Find and price what --wager and --paytable ask for. False after telling the ear why. */
bool asked_find(asked *list, const lm_study *s, const lm_ask *ask);
bool asked_price(asked *list, lm_study *s, const lm_ask *ask);
void asked_free(asked *list);

/* Whether to list an outcome: listed are the lost wager and outcomes that can be paid at this table. */
bool outcome_told(const lm_study *s, const asked_wager *wager, int row);

enum { PRINTED_NOTE = 320, PRINTED_MOST = 2 };
typedef struct {
    const char *clause;
    const char *figure;      /* "house edge", "hold", "hit frequency" */
    double printed, ours;    /* as fractions of 1 */
    bool agrees;             /* within the rounding of the printed figure */
    char note[PRINTED_NOTE]; /* "" where there is nothing to explain */
} printed_figure;

/* Finds the figures that the governing document prints for this wager; returns their number. */
int printed_figures(const lm_study *s, const asked_wager *wager, printed_figure found[PRINTED_MOST]);

/* The house edge by class of play after a split: of the chart, of the optimum, of the class that was asked for, and of
 * `cdp` beside `cdz`; NAN elsewhere. */
typedef struct {
    double edge[LM_POST_SPLITS];
    double left_out;  /* by which `opt` may be lower, about */
    double cdz_bound; /* no strategy of the class `cdz` has a lower one; NAN where that is not asked or not known */
} class_edges;
lm_post_split class_asked(const lm_ask *ask); /* the optimum where none is */
bool class_edges_find(class_edges *classes, lm_study *s, const lm_ask *ask);

typedef struct {
    lm_study *study;
    asked wagers;
    bool eor;
    double removal[LM_VALUES], fixed[LM_VALUES]; /* of the main game, for a player who adapts or does not */
    class_edges classes;
} odds_answer;

/* One hand to decide: what each action is worth. */
typedef struct {
    lm_decision at;
    card_word card[22], up[2];
    int ups;
    lm_score score;
    bool blackjack;
    lm_prices prices;
    double insurance; /* NAN: not offered */
} decision;
bool decision_find(decision *d, lm_study *s, const lm_ask *ask);
int decision_plays(const decision *d, lm_play plays[LM_PLAYS]); /* allowed plays, best first */
double decision_cost(const decision *d, lm_play play);

/* The main wager and a wager on lammers, played together. */
typedef struct {
    lm_study *study;
    lm_offer offer; /* the wager on lammers */
    double ratio;
    double alone; /* mean of the main wager played alone */
    lm_together result;
} together;
bool together_find(together *t, lm_study *s, const lm_ask *ask);

/* A cell of a given chart, and what it costs. */
typedef struct {
    lm_staked staked;
    int kind, row, column; /* kind: row_kind of strategy.h */
    double reach, cost;
    int found; /* index in the order of finding, which breaks ties */
} charged_cell;

/* A given chart. The dearest cell comes first. */
typedef struct {
    lm_study *study;
    const char *path;
    lm_chart chart;
    lm_figures figures;
    double optimum; /* mean of the optimum, without insurance */
    int n;
    charged_cell cell[LM_STAKES * LM_ROWS * LM_CHART_COLUMNS];
} charted;
bool chart_read(lm_study *s, const char *path, lm_chart *chart); /* false after telling the ear why not */
bool charted_find(charted *y, lm_study *s, const lm_ask *ask);

/* The dealer's final totals: with the cards of the shoe and, if `each`, without one card of each value. */
typedef struct {
    lm_study *study;
    bool each;
    lm_dealer_table table[LM_VALUES];
} dealer_answer;

/* The wagers beside the main wager of one box, in the order that was asked for. `ratio`: the stake of each per unit of the
 * main wager. */
typedef struct {
    asked wagers;
    lm_both *both; /* as many as wagers */
    double ratio;
} beside;
bool beside_find(beside *y, lm_study *s, const lm_ask *ask);
void beside_free(beside *y);

/* Mean and deviation of a box that lays both wagers. */
double beside_mean(const beside *y, const lm_both *both);
double beside_sd(const beside *y, const lm_both *both);

/* The whole distribution of a round, of several numbers of rounds, and ruin where a bankroll was named. */
enum { SESSIONS = 4 };
typedef struct {
    lm_study *study;
    lm_distribution of;
    int sessions, rounds[SESSIONS];
    lm_session session[SESSIONS];
    double bankroll, goal; /* 0: not asked */
    int end;               /* of the ruin, in rounds; 0: none */
    lm_ruin ruin;
    beside beside; /* where wagers were named */
    int boxes;     /* 0: not asked */
    lm_two_boxes two;
    bool counted; /* the shoe is small: `ways` has the same in whole numbers, and `of` its probabilities */
    lm_ways ways;
} distribution_answer;
bool distribution_find(distribution_answer *y, lm_study *s, const lm_ask *ask);

/* Writers (src/study/out). */
void distribution_write(const distribution_answer *y, lm_ask_format format, lm_text *out);
void dealer_write(const dealer_answer *y, lm_ask_format format, lm_text *out);
void charted_write(const charted *y, lm_ask_format format, lm_text *out);
void odds_write(const odds_answer *answer, lm_ask_format format, lm_text *out);
void odds_write_json(const odds_answer *answer, lm_text *out);
void odds_write_csv(const odds_answer *answer, lm_text *out);
void decision_write(const decision *d, const lm_study *s, lm_ask_format format, lm_text *out);
void together_write(const together *t, lm_ask_format format, lm_text *out);

#endif
