/* hand.c - one hand to decide, as lines to read, JSON and CSV. */
#include <math.h>
#include <stdio.h>

#include "out.h"
#include "study.h"

/* The question in words, and the plays in their order. */
typedef struct {
    char cards[80], up[8];
    const char *kind;
    int n;
    lm_play plays[LM_PLAYS];
} told;

static void cards_words(const card_word *cards, int n, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < n; i++) {
        char word[3];
        card_word_write(cards[i], word);
        lm_words_add(text, size, "%s%s", i ? " " : "", word);
    }
}

static told words_of(const decision *d)
{
    told t = { .kind = d->held.staked == LM_STAKED_LAMMER ? "free" : "real" };
    cards_words(d->card, d->held.n, t.cards, sizeof t.cards);
    cards_words(d->up, d->ups, t.up, sizeof t.up);
    t.n = decision_plays(d, t.plays);
    return t;
}

static void write_plays(const decision *d, const told *t, lm_text *out)
{
    for (int i = 0; i < t->n; i++) {
        char name[24];
        snprintf(name, sizeof name, "%s%s", lm_words_of_play(t->plays[i]),
                 d->prices.is_free[t->plays[i]] ? " (free)" : "");
        put(out, "  %-15s %+.10f   ", name, d->prices.value[t->plays[i]]);
        if (t->plays[i] == d->prices.best) {
            put_text("best\n", out);
        } else {
            put(out, "costs %.10f\n", decision_cost(d, t->plays[i]));
        }
    }
}

static void write_hand_text(const decision *d, const told *t, const lm_study *s, lm_text *out)
{
    put(out, "%s against %s: %s %d, %s\n", t->cards, t->up, d->score.soft ? "soft" : "hard", d->score.total,
        d->held.staked == LM_STAKED_LAMMER ? "staked by a lammer" : "staked by chips");
    put(out, "%s, %d deck%s%s\n\n", s->rules->name, (int)s->rules->decks, s->rules->decks > 1 ? "s" : "",
        s->infinite  ? ", infinite shoe"
        : s->removed ? ", less the removed cards"
                     : "");
    if (d->blackjack) put_text(/* say:blackjack-no-decision */ "  a blackjack: nothing to decide\n", out);
    write_plays(d, t, out);
    if (!isnan(d->insurance)) {
        put(out, "  %-15s %+.10f   per unit of insurance: %s\n", "insurance", d->insurance,
            d->insurance > 0 ? "take it" : "decline");
    }
    int up = lm_card_value(lm_card_make(d->up[0].rank, 0));
    bool reader = s->rules->hole_card == LM_HOLE_READER && (up == 1 || up == 10);
    put(out, "\nExpected gain per unit of the initial wager%s.\n",
        reader ? ", given that the reader has found no dealer blackjack" : "");
    if (d->prices.probability > 0 && d->held.n == 2 && d->held.staked == LM_STAKED_CHIPS)
        put(out, "Dealt in %.8f %% of all rounds.\n", 100 * d->prices.probability);
}

static void write_hand_json(const decision *d, const told *t, const lm_study *s, lm_text *out)
{
    out_json j = out_begin(out, 0);
    out_object(&j, NULL);
    out_put(&j, "rules:s decks:i infinite:b removed:i", s->rules->name, (int)s->rules->decks, s->infinite, s->removed);
    out_object(&j, "hand");
    out_words(&j, "cards", t->cards);
    out_words(&j, "up", t->up);
    out_put(&j, "kind:s total:i soft:b blackjack:b best:s", t->kind, (int)d->score.total, d->score.soft, d->blackjack,
            t->n ? lm_words_of_play(d->prices.best) : NULL);
    out_list(&j, "actions");
    for (int i = 0; i < t->n; i++) {
        out_row(&j, NULL, "action:s free:b value:f cost:f", lm_words_of_play(t->plays[i]),
                d->prices.is_free[t->plays[i]], d->prices.value[t->plays[i]], decision_cost(d, t->plays[i]));
    }
    out_end(&j);
    out_put(&j, "probability:f insurance:f", d->held.n == 2 ? d->prices.probability : (double)NAN, d->insurance);
    out_end(&j);
    out_end(&j);
}

static void write_hand_csv(const decision *d, const told *t, lm_text *out)
{
    put_text("hand,up,kind,action,free,value,cost\n", out);
    for (int i = 0; i < t->n; i++) {
        put(out, "%s,%s,%s,%s,%s,%.15g,%.15g\n", t->cards, t->up, t->kind, lm_words_of_play(t->plays[i]),
            d->prices.is_free[t->plays[i]] ? "yes" : "no", d->prices.value[t->plays[i]], decision_cost(d, t->plays[i]));
    }
}

void decision_write(const decision *d, const lm_study *s, lm_ask_format format, lm_text *out)
{
    told t = words_of(d);
    if (format == LM_ASK_JSON) {
        write_hand_json(d, &t, s, out);
    } else if (format == LM_ASK_CSV) {
        write_hand_csv(d, &t, out);
    } else {
        write_hand_text(d, &t, s, out);
    }
}
