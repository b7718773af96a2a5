/* train.c - the sentences of the coach, and the course of a lesson. */
#include <langinfo.h>
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/words.h"
#include "train.h"

const char train_keys[LM_PLAYS] = { 's', 'h', 'd', 'p', 'u' };

void train_ask(const train *t, const question *q, char *text, size_t size)
{
    lm_score score = lm_cards_score(q->card, q->n);
    int up = lm_card_value(q->up[0]);
    bool peeked = t->rules->hole_card == LM_HOLE_READER && (up == 1 || up == 10);
    text[0] = '\0';
    solo_add_cards(t->symbols, q->card, q->n, text, size);
    lm_words_add(text, size, " (%s%d), staked by %s, against ", score.soft ? "soft " : "", score.total,
                 q->staked == LM_STAKED_LAMMER ? "a lammer" : "chips");
    solo_add_cards(t->symbols, q->up, q->ups, text, size);
    if (peeked) lm_words_add(text, size, " (no blackjack)");
}

void train_others(const train *t, const question *q, char *text, size_t size)
{
    text[0] = '\0';
    if (!q->others) return;
    snprintf(text, size, /* say:also-on-felt */ "Also on the felt: ");
    solo_add_cards(t->symbols, q->other, q->others, text, size);
    lm_words_add(text, size, ".");
}

void train_basis(const train *t, const question *q, char *text, size_t size)
{
    char basis[96];
    coach_basis(coach_gone(t->rules, t->args.gone), q->gone, basis, sizeof basis);
    snprintf(text, size, basis[0] ? "Priced %s." : "", basis);
}

void train_play_words(const question *q, lm_play play, char *text, size_t size)
{
    snprintf(text, size, "%s%s", lm_words_of_play(play), q->prices.is_free[play] ? " free" : "");
}

void train_answer(const question *q, verdict v, char *text, size_t size)
{
    char best[32], mine[32];
    train_play_words(q, q->prices.best, best, sizeof best);
    train_play_words(q, v.play, mine, sizeof mine);
    if (v.right) {
        snprintf(text, size, "Right: %s.", mine);
    } else {
        snprintf(text, size, "Wrong: %s costs %.4f of the bet (%s on $10); %s is best.", mine, v.cost,
                 solo_dollars((lm_cents)llround(v.cost * 1000)).text, best);
    }
}

static bool open_game(train *t)
{
    lm_census census;
    size_t size = lm_game_size(t->rules);
    t->memory = malloc(size);
    lm_census_fresh(&census, (int)t->rules->decks);
    t->game = t->memory ? lm_game_open(t->memory, size, t->rules, &census) : NULL;
    if (!t->game) snprintf(t->trouble, sizeof t->trouble, "no memory to analyse the main game");
    return t->game;
}

static bool start_lesson(train *t)
{
    if (!term_load(&t->profile, &t->args.rules)) return false;
    t->rules = &t->profile.rules;
    if (!train_has_drill(t->rules, t->args.drill)) {
        snprintf(t->trouble, sizeof t->trouble,
                 /* say:drill-free */ "%.100s has no free bets; choose another drill than free", t->rules->name);
        return false;
    }
    chance_open(&t->chance, t->args.seed);
    t->symbols = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    return open_game(t);
}

static void run_lesson(train *t)
{
    const char *why = NULL;
    if (t->args.reset) progress_reset(t);
    bool screen = !t->args.plain && solo_screen_possible(&why);
    if (why) fprintf(stderr, "lammer: %s; training in lines\n", why);
    if (screen) {
        train_screen(t);
    } else {
        train_plain(t);
    }
}

void term_train(const train_args *args, term_end *end)
{
    train *t = calloc(1, sizeof *t);
    *end = (term_end){ .good = false };
    if (!t || sodium_init() < 0) {
        snprintf(end->why, sizeof end->why, "no memory for a coach");
        free(t);
        return;
    }
    t->args = *args;
    if (start_lesson(t)) {
        progress_open(t);
        run_lesson(t);
        progress_close(t);
        end->good = true;
    }
    snprintf(end->why, sizeof end->why, "%s", t->trouble);
    end->signal = t->signal;
    free(t->memory);
    free(t->felt_memory);
    free(t);
}
