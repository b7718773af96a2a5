/* train.h - `lammer train`: hands to decide, the exact value of every action, and a memory of what went wrong. */
#ifndef LAMMER_TERM_TRAIN_H
#define LAMMER_TERM_TRAIN_H

#include <jansson.h>

#include "lammer/odds.h"
#include "play/play.h"

enum { TRAIN_CARDS = 8, TRAIN_NAME = 64, TRAIN_OTHERS = 1 + 2 * TERM_SEATS };

/* A hand to decide. Progress is kept under its name: values, stake, and the dealer's card. */
typedef struct {
    lm_card card[TRAIN_CARDS];
    int n;
    lm_card up[2];
    int ups;
    lm_staked staked;
    lm_card other[TRAIN_OTHERS]; /* of other hands on the felt */
    int others, gone;            /* gone: cards that the prices take as gone */
    lm_prices prices;
    unsigned allowed;
    char name[TRAIN_NAME];
    bool again; /* the hand was answered wrong before and comes again */
} question;

/* The result of an answer. */
typedef struct {
    lm_play play;
    double cost; /* per unit of the wager */
    bool right;  /* the answer costs nothing */
} verdict;

typedef struct {
    train_args args;
    lm_profile profile;
    const lm_rules *rules;
    void *memory;
    lm_game *game;
    double split[LM_COLUMNS][LM_VALUES]; /* of a fresh shoe, by column and value, where `split_known` */
    bool split_known[LM_COLUMNS];
    void *felt_memory; /* for the game from which other hands' cards are gone */
    lm_census shoe;    /* cards not seen since the shuffle; GONE_SHOE deals from it */
    solo_chance chance;
    json_t *progress;  /* progress under all rules; written after every answer */
    json_t *mine;      /* progress under these rules */
    char trouble[160]; /* why there is no lesson, or its progress cannot be kept; "": no problem */
    int asked, right;
    double cost;
    bool symbols;
    int signal; /* the signal that ended the lesson; 0: none */
} train;

/* deal.c */
bool train_has_drill(const lm_rules *rules, drill which);
void train_deal(train *t, question *q); /* the next hand: one that is due again, or a new one */
verdict train_judge(const question *q, lm_play play);
int train_order(const question *q, lm_play plays[LM_PLAYS]); /* allowed plays, the best first */

/* progress.c */
void progress_open(train *t);
void progress_reset(train *t);
void progress_close(train *t);
bool progress_due(train *t, bool (*fits)(train *t, const char *name, question *q), question *q);
void progress_note(train *t, const question *q, verdict v);
void progress_sentence(const train *t, char *text, size_t size);
int progress_waiting(const train *t); /* hands that will come back */

/* The key of each play, and sentences. */
extern const char train_keys[LM_PLAYS];
void train_ask(const train *t, const question *q, char *text, size_t size);
void train_play_words(const question *q, lm_play play, char *text, size_t size);
void train_answer(const question *q, verdict v, char *text, size_t size);
void train_others(const train *t, const question *q, char *text, size_t size); /* the other cards on the felt; or "" */
void train_basis(const train *t, const question *q, char *text, size_t size);  /* which cards are gone; or "" */

void train_plain(train *t);
void train_screen(train *t);

#endif
