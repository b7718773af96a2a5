/* study.h - answers about rules: exact odds, charts, the report, and what a submission says.
 *
 * A study computes each thing when it is first asked for and keeps it, so that the price of one wager does not wait for the
 * main game and a second question about the same table is answered at once. It prints nothing: figures are plain structs, and a
 * whole answer is a text in the format that was asked for. What is wrong with a question, and warnings, go to the caller's ear.
 *
 * A study is one thread's at a time. Everything it gives away lives until it is closed. */
#ifndef LAMMER_STUDY_H
#define LAMMER_STUDY_H

#include "lammer/check.h"
#include "lammer/price.h"
#include "lammer/profile.h"
#include "lammer/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Receives the reason why a question cannot be answered, warnings about illegal rules, and progress. Any of these may
 * be NULL. */
typedef struct {
    void (*say)(void *self, const char *sentence);  /* without a line end */
    void (*progress)(void *self, const char *what); /* what is being computed; NULL: it is done */
    void *self;
} lm_study_ear;

/* ---- figures ------------------------------------------------------------------------------------------- */

typedef struct lm_study lm_study;

/* A study of a table with a copy of these rules and the cards in `left`; NULL: a fresh shoe. Returns NULL when memory ran
 * out. */
lm_study *lm_study_open(const lm_rules *rules, const lm_census *left, const lm_study_ear *ear);
void lm_study_close(lm_study *study);

/* The main game: the analyser's game, the figures of its optimum, the best chart, and the house edge under that chart. NULL
 * when the cards cannot deal a round or memory ran out. */
lm_game *lm_study_game(lm_study *study);
const lm_figures *lm_study_best(lm_study *study);
const lm_chart *lm_study_chart(lm_study *study);
double lm_study_chart_edge(lm_study *study);

/* The whole distribution of a round under the optimum, insurance included where it is right (lm_game_distribution). */
bool lm_study_distribution(lm_study *study, lm_distribution *distribution);

/* Two boxes of one round under the optimum (lm_game_two_boxes). False where their covariance is not known. */
bool lm_study_two_boxes(lm_study *study, lm_two_boxes *two);

/* Many rounds, each with this distribution and independent of the others, with one wager laid in each: mean and spread of
 * the sum of their nets, the probability that it is more than, equal to and less than nothing, and its mean loss, which is
 * 0 where it is not a loss. False: memory ran out, or there are more than LM_SESSION_MOST rounds. */
enum { LM_SESSION_MOST = 10000000 };
typedef struct {
    double mean, sd, ahead, even, behind, loss;
} lm_session;
bool lm_session_of(const lm_distribution *distribution, int rounds, lm_session *session);

/* A player who begins with `bankroll` wagers, lays one in each round, and stops when less than one is left (`ruined`), when
 * `goal` wagers have been won (`reached`; 0: never), or after so many rounds (0: never). Doubles and splits are paid even
 * where the chips do not last. `length` is the mean number of rounds. False where that cannot be computed: without a
 * goal and an end, or because it is too much. */
typedef struct {
    double ruined, reached, length;
} lm_ruin;
bool lm_ruin_of(const lm_distribution *distribution, double bankroll, double goal, int rounds, lm_ruin *ruin);

/* The price of an offered wager when the main hand is played by the optimum, and what the player's expectation gains
 * per unit staked when one copy of a card leaves the shoe. stake_cents and players as in lm_price_ask. False: the ear
 * has heard why not. */
bool lm_study_price(lm_study *study, const lm_offer *offer, lm_cents stake_cents, int players, lm_price *price);
bool lm_study_removal(lm_study *study, const lm_offer *offer, lm_cents stake_cents, int players, double gain[LM_CARDS]);

/* The price beside a main hand that is played by a chart. */
bool lm_study_price_by_chart(lm_study *study, const lm_chart *chart, const lm_offer *offer, lm_cents stake_cents,
                             int players, lm_price *price);

/* Insurance priced as an optional wager, for a player who ignores their own cards. False when no ace is left. */
bool lm_study_insurance(lm_study *study, lm_price *price);

/* The facts about the main hand's play that prices need, under the chart or, if that is NULL, under the optimum. */
bool lm_study_facts(lm_study *study, const lm_chart *chart, lm_play_facts *facts);

/* House edge and deviation, under optimal play, of the wager with this word: main, insurance, or an id. The first call for a
 * table computes all its wagers, which takes a second or two, and keeps them in *kept, which begins as NULL. False where
 * they are not known. */
typedef struct lm_edges lm_edges;
bool lm_edges_ask(lm_edges **kept, const lm_rules *rules, const char *wager, double *edge, double *sd);

/* The correlation of the main nets of two boxes of a round, in the same way; 1 where it is not known. */
double lm_edges_tie(lm_edges **kept, const lm_rules *rules);
void lm_edges_free(lm_edges *edges);

/* ---- answers ------------------------------------------------------------------------------------------- */

typedef enum { LM_ASK_ODDS, LM_ASK_STRATEGY, LM_ASK_REPORT, LM_ASK_COMMANDS } lm_ask_command;
typedef enum { LM_ASK_TEXT, LM_ASK_JSON, LM_ASK_CSV, LM_ASK_SVG, LM_ASK_HTML, LM_ASK_FORMATS } lm_ask_format;

enum { LM_ASK_SETTINGS = 256, LM_ASK_PLAYERS = 21 };

/* A question; fields that it does not use are zero. docs/odds.md explains them. */
typedef struct {
    lm_ask_command command;
    const char *rules; /* name of a shipped profile, or a file */
    const char *setting[LM_ASK_SETTINGS];
    int settings;
    const char *wager, *paytable; /* NULL: what the rules offer */
    const char *removed;          /* cards */
    const char *hand, *up;        /* cards */
    const char *kind;             /* real or free */
    const char *chart;            /* the file of a chart to value */
    const char *simplify;         /* how many exceptions a simple chart may have */
    const char *post_split;       /* a class of play after a split (lm_post_split_name) */
    const char *seen;             /* cards of other hands: also removed */
    const char *out, *date;       /* for a report: the file that the caller writes, and the date to print */
    lm_ask_format format;
    lm_cents stake_cents; /* 0: none was named */
    double together;      /* the stake of a wager on lammers, per unit of the main wager; 0: not asked */
    int players;
    bool eor, infinite, exceptions, help;
    bool colour;           /* text has a terminal's colours */
    bool card;             /* prints the chart on playing cards */
    bool dealer;           /* the answer is about the dealer's hand */
    bool down;             /* with `hand`: the card of a double lies face down */
    int hands;             /* with `hand`: how many its box has; 0: it is not split */
    const char *advices;   /* how many different advices a chart may give */
    bool distribution;     /* the answer is the whole distribution of a round */
    int rounds;            /* of that many rounds as well; 0: none was named */
    double bankroll, goal; /* in wagers; 0: not asked */
    bool behind; /* the answer is about a wager behind a box, whose decider plays by `chart` if there is one */
    lm_cents
        coupon_cents; /* the answer is about a match-play coupon of so much beside a wager of `stake_cents`; 0: not asked */
    bool insurance;    /* the answer is about insurance and even money, by cards seen */
    const char *worth; /* the answer is about free bets: "double", "split", "lammer" or "all" of the states */
    const char *first; /* the answer is about rounds with this first card known; "all": each of them */
    int boxes;         /* with `distribution`: what a house holds of so many boxes; 0: not asked */
    int tax_forms;     /* the answer is about winnings that are reported in this calendar year; 0: not asked */
} lm_ask;

/* Reads a question from words, as on a command line; words[0] is odds, strategy or report. False: the ear has heard why
 * not. */
bool lm_ask_read(lm_ask *ask, int n, char **words, const lm_study_ear *ear);

/* How a question ends: answered; answered with "no"; not answered, because the question or its rules are wrong. */
enum { LM_ANSWER_YES = 0, LM_ANSWER_NO = 1, LM_ANSWER_BAD = 2 };

/* Answers a question. *kept is NULL or the study of an earlier question, which is reused if rules and cards are the same
 * and replaced otherwise. The caller closes *kept in the end, and frees the text. */
int lm_study_answer(lm_study **kept, const lm_ask *ask, const lm_study_ear *ear, lm_text *out);

/* Loads the rules of NAME|FILE with settings; false when they cannot be read. lm_study_legal_rules, for a table that will
 * be dealt, also refuses illegal rules. */
bool lm_study_rules(lm_profile *profile, const char *name, const char *const *settings, int n, const lm_study_ear *ear);
bool lm_study_legal_rules(lm_profile *profile, const char *name, const char *const *settings, int n,
                          const lm_study_ear *ear);

#ifdef __cplusplus
}
#endif

#endif
