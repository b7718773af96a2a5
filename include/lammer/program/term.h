/* term.h - a person at a terminal: the table of `lammer play` and the coach of `lammer train`.
 *
 * Knows screens, lines and signals; reads no options. The command line reads the rules, because it can explain an
 * invalid submission, and passes them in. */
#ifndef LAMMER_PROGRAM_TERM_H
#define LAMMER_PROGRAM_TERM_H

#include "lammer/profile.h"

enum { TERM_SETTINGS = 64, TERM_WHY = 4400, TERM_SEATS = 7 };

/* The name of the rules and the function that reads them: false after it has reported what is wrong. */
typedef struct {
    const char *name;
    const char *setting[TERM_SETTINGS];
    int settings;
    bool (*load)(lm_profile *profile, const char *name, const char *const *settings, int n);
} term_rules;

/* How a session ended. `why` is an error to report; a session that ended well may have one too. If a signal ended the
 * session, the caller raises it again after the terminal is restored. */
typedef struct {
    bool good;
    int signal; /* 0: none */
    char why[TERM_WHY];
} term_end;

/* The cards that the coach takes as gone: those on the felt, or all that were seen since the shuffle. */
typedef enum { GONE_FELT, GONE_SHOE } gone_cards;

typedef struct {
    term_rules rules;
    int seats, seat;
    const char *seed, *shoe;
    lm_cents bankroll_cents;
    bool plain, resume, fresh;
    gone_cards gone;
} play_args;

void term_play(const play_args *args, term_end *end);

/* What is drilled, by its word. */
typedef enum { DRILL_ALL, DRILL_PAIRS, DRILL_SOFT, DRILL_FREE, DRILL_RARE, DRILLS } drill;
const char *drill_word(drill which);

typedef struct {
    term_rules rules;
    drill drill;
    int rounds; /* 0: until the player leaves */
    const char *seed;
    bool plain, reset;
    int seats; /* boxes whose first two cards lie on the felt, the player's own among them */
    gone_cards gone;
} train_args;

void term_train(const train_args *args, term_end *end);

#endif
