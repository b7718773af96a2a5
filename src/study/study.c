/* study.c - computes each figure when it is first requested, and keeps it. */
#include "study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A study with memory for its rules; NULL without memory. */
static lm_study *new_study(const lm_study_ear *ear)
{
    lm_study *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    if (ear) s->ear = *ear;
    s->profile = calloc(1, sizeof *s->profile);
    s->room = malloc(LM_PRICE_ROOM);
    if (s->profile && s->room) {
        s->rules = &s->profile->rules;
        return s;
    }
    lm_study_close(s);
    return NULL;
}

lm_study *lm_study_open(const lm_rules *rules, const lm_census *left, const lm_study_ear *ear)
{
    lm_study *s = new_study(ear);
    if (!s) return NULL;
    s->profile->rules = *rules;
    lm_census_fresh(&s->census, (int)rules->decks);
    if (left) {
        s->removed = lm_census_total(&s->census) - lm_census_total(left);
        s->census = *left;
    }
    return s;
}

void lm_study_close(lm_study *s)
{
    if (!s) return;
    free(s->profile);
    free(s->memory);
    free(s->lent);
    free(s->room);
    free(s);
}

/* `what` names the cards in a refusal. */
static bool remove_cards(lm_study *s, const char *what, const char *text)
{
    enum { MOST = 416 };
    card_word cards[MOST];
    int n = text ? read_cards(s, what, text, true, cards, MOST) : 0;
    for (int i = 0; i < n; i++) {
        if (lm_census_remove(&s->census, lm_card_make(cards[i].rank, cards[i].suit))) continue;
        return say(&s->ear, "%s: more %s than the %d in the shoe", what, card_words(&cards[i], 1).text,
                   (int)s->rules->decks);
    }
    s->removed += n;
    return n >= 0;
}

/* Writes everything that a study depends on as text; false if it does not fit. */
static bool write_key(const lm_ask *ask, char key[STUDY_KEY])
{
    int n = snprintf(key, STUDY_KEY, "%s\n%s\n%s\n%d\n", ask->rules, ask->removed ? ask->removed : "",
                     ask->seen ? ask->seen : "", ask->infinite);
    for (int i = 0; i < ask->settings && n < STUDY_KEY; i++)
        n += snprintf(key + n, (size_t)(STUDY_KEY - n), "%s\n", ask->setting[i]);
    bool fitted = ask->hand && (ask->hands > 1 || ask->down); /* lm_decision_rules */
    if (fitted && n < STUDY_KEY)
        n += snprintf(key + n, (size_t)(STUDY_KEY - n), "%d %d %s %c\n", ask->hands, ask->down,
                      ask->kind ? ask->kind : "real", ask->hand[strspn(ask->hand, " ,")]);
    return n < STUDY_KEY;
}

static void warn(lm_study *s)
{
    lawful_ear self = { &s->ear, s->rules, false };
    lm_finder finder = { say_unlawful, &self };
    lm_rules_check(s->rules, &finder);
}

static lm_study *study_anew(const lm_ask *ask, const lm_study_ear *ear)
{
    lm_study *s = new_study(ear);
    if (!s) {
        say(ear, "no memory for the rules");
        return NULL;
    }
    s->infinite = ask->infinite;
    if (lm_study_rules(s->profile, ask->rules, ask->setting, ask->settings, ear)) {
        warn(s);
        lm_census_fresh(&s->census, s->infinite ? LM_ENDLESS : (int)s->rules->decks);
        if (remove_cards(s, "removed cards", ask->removed) && remove_cards(s, "cards seen", ask->seen)) return s;
    }
    lm_study_close(s);
    return NULL;
}

lm_study *lm_study_for(lm_study **kept, const lm_ask *ask, const lm_study_ear *ear)
{
    char key[STUDY_KEY];
    bool fits = write_key(ask, key);
    lm_study *s = *kept;
    if (s && fits && strcmp(key, s->key) == 0) {
        s->ear = ear ? *ear : (lm_study_ear){ 0 };
        warn(s);
        return s;
    }
    lm_study_close(s);
    s = *kept = study_anew(ask, ear);
    if (s && fits) strcpy(s->key, key);
    return s;
}

int lm_study_answer(lm_study **kept, const lm_ask *ask, const lm_study_ear *ear, lm_text *out)
{
    static int (*const answers[LM_ASK_COMMANDS])(lm_study *, const lm_ask *, lm_text *) = {
        [LM_ASK_ODDS] = odds_answer_ask,
        [LM_ASK_STRATEGY] = strategy_answer_ask,
        [LM_ASK_REPORT] = report_answer_ask,
    };
    lm_study *s = lm_study_for(kept, ask, ear);
    if (!s) return LM_ANSWER_BAD;
    int result = answers[ask->command](s, ask, out);
    if (!out->failed) return result;
    say(ear, "no memory for the answer");
    return LM_ANSWER_BAD;
}

lm_game *lm_study_game(lm_study *s)
{
    if (s->game) return s->game;
    size_t size = lm_game_size(s->rules);
    s->memory = malloc(size);
    if (!s->memory) {
        say(&s->ear, "no memory to analyse the main game (%zu MB)", size >> 20);
        return NULL;
    }
    s->game = lm_game_open(s->memory, size, s->rules, &s->census);
    if (!s->game) {
        say(&s->ear,
            /* say:cards-left-cannot-deal */ "the %d cards that are left cannot deal a round; remove fewer",
            lm_census_total(&s->census));
    }
    return s->game;
}

bool study_lend(lm_study *s)
{
    size_t size = lm_game_seen_size();
    if (s->lent || !lm_study_game(s)) return s->lent != NULL;
    s->lent = malloc(size);
    if (s->lent) return lm_game_lend(s->game, s->lent, size);
    return say(&s->ear, "no memory for the class opt (%zu MB)", size >> 20);
}

/* Solves column by column, so that a person at a terminal sees progress. */
lm_game *study_solved(lm_study *s)
{
    lm_game *game = lm_study_game(s);
    if (!game || s->solved) return game;
    int columns = lm_game_columns(game);
    for (int c = 0; c < columns; c++) {
        say_progress(&s->ear, "solving the main game: %d of %d", c + 1, columns);
        lm_game_solve_column(game, c);
    }
    say_progress(&s->ear, NULL);
    s->solved = true;
    return game;
}

/* A game that got all its pieces from other games need not be solved. */
static lm_game *game_with(lm_study *s, lm_piece what)
{
    lm_game *game = lm_study_game(s);
    return game && !lm_game_has(game, what) ? study_solved(s) : game;
}

/* In a shoe of few cards a round may run out of them; the analyser counts such a round as if it were not dealt. */
static void warn_of_tiny_shoe(const lm_study *s)
{
    enum { TINY = 40 };
    int cards = lm_census_total(&s->census);
    if (cards >= TINY) return;
    say(&s->ear, /* say:tiny-shoe */ "warning: %d cards may not last for a round, so the figures are not exact", cards);
}

const lm_figures *lm_study_best(lm_study *s)
{
    lm_game *game = game_with(s, LM_PIECE_FIGURES);
    if (!game) return NULL;
    if (!s->figured) {
        say_progress(&s->ear, "the distribution of results");
        lm_game_figures(game, &s->best);
        s->insured = lm_game_insured(game);
        s->best.mean += s->insured;
        say_progress(&s->ear, NULL);
    }
    if (!s->figured) warn_of_tiny_shoe(s);
    s->figured = true;
    return &s->best;
}

const lm_chart *lm_study_chart(lm_study *s)
{
    lm_game *game = game_with(s, LM_PIECE_CHART);
    if (!game) return NULL;
    if (!s->charted) {
        lm_game_chart(game, &s->chart);
        s->chart_edge = -lm_game_chart_mean(game, &s->chart);
    }
    s->charted = true;
    return &s->chart;
}

double lm_study_chart_edge(lm_study *s)
{
    return lm_study_chart(s) ? s->chart_edge : (double)NAN;
}

bool rules_split_free(const lm_rules *rules)
{
    return rules->free_split && rules->free_splits > 0;
}

bool rules_give_lammers(const lm_rules *rules)
{
    return rules->free_double != LM_FREE_DOUBLE_NONE || rules_split_free(rules);
}
