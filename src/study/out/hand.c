/* hand.c - one hand to decide, as lines to read, JSON and CSV. */
#include <math.h>
#include <stdio.h>

#include "out.h"
#include "study.h"

/* The hand in words, and its plays with the best first. */
typedef struct {
    short_words cards, up;
    const char *kind;
    int n;
    lm_play plays[LM_PLAYS];
} told;

static told decision_told(const decision *d)
{
    told t = { .kind = d->at.held.staked == LM_STAKED_LAMMER ? "free" : "real",
               .cards = card_words(d->card, d->at.held.n),
               .up = card_words(d->up, d->ups) };
    t.n = decision_plays(d, t.plays);
    return t;
}

static void write_plays(const decision *d, const told *t, lm_text *out)
{
    for (int i = 0; i < t->n; i++) {
        lm_play play = t->plays[i];
        short_words name = words_of("%s%s", lm_words_of_play(play), d->prices.is_free[play] ? " (free)" : "");
        short_words cost = words_of("costs %.10f", decision_cost(d, play));
        put(out, "  %-15s %+.10f   %s\n", name.text, d->prices.value[play],
            play == d->prices.best ? "best" : cost.text);
    }
}

static void write_hand_text(const decision *d, const told *t, const lm_study *s, lm_text *out)
{
    put(out, "%s against %s: %s %d, %s\n", t->cards.text, t->up.text, d->score.soft ? "soft" : "hard", d->score.total,
        d->at.held.staked == LM_STAKED_LAMMER ? "staked by a lammer" : "staked by chips");
    if (d->at.hands > 1) put(out, /* say:hand-of-split */ "one of %d hands of its box\n", d->at.hands);
    if (d->at.down) put_text(/* say:doubled-down */ "a double takes its card face down\n", out);
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
    if (d->prices.probability > 0 && d->at.hands < 2 && d->at.held.n == 2 && d->at.held.staked == LM_STAKED_CHIPS)
        put(out, "Dealt in %.8f %% of all rounds.\n", 100 * d->prices.probability);
}

static void write_hand_json(const decision *d, const told *t, const lm_study *s, lm_text *out)
{
    out_json j = out_begin(out, 0);
    out_put(&j, "{ rules:s decks:i infinite:b removed:i hand:{", s->rules->name, (int)s->rules->decks, s->infinite,
            s->removed);
    out_words(&j, "cards", t->cards.text);
    out_words(&j, "up", t->up.text);
    out_put(&j, "kind:s total:i soft:b blackjack:b best:s actions:[", t->kind, (int)d->score.total, d->score.soft,
            d->blackjack, t->n ? lm_words_of_play(d->prices.best) : NULL);
    for (int i = 0; i < t->n; i++) {
        out_put(&j, "{ action:s free:b value:f cost:f }", lm_words_of_play(t->plays[i]), d->prices.is_free[t->plays[i]],
                d->prices.value[t->plays[i]], decision_cost(d, t->plays[i]));
    }
    out_put(&j, "] probability:f insurance:f hands:i down:b } }",
            d->at.held.n == 2 && d->at.hands < 2 ? d->prices.probability : (double)NAN, d->insurance,
            d->at.hands > 1 ? d->at.hands : 1, d->at.down);
}

static void write_hand_csv(const decision *d, const told *t, const lm_study *s, lm_text *out)
{
    put_text("hand,up,kind,action,free,value,cost\n", out);
    for (int i = 0; i < t->n; i++) {
        put(out, "%s,%s,%s,%s,%s,%.15g,%.15g\n", t->cards.text, t->up.text, t->kind, lm_words_of_play(t->plays[i]),
            d->prices.is_free[t->plays[i]] ? "yes" : "no", d->prices.value[t->plays[i]], decision_cost(d, t->plays[i]));
    }
}

void decision_write(const decision *d, const lm_study *s, lm_ask_format format, lm_text *out)
{
    told t = decision_told(d);
    bool json = format == LM_ASK_JSON, csv = format == LM_ASK_CSV;
    (json ? write_hand_json : csv ? write_hand_csv : write_hand_text)(d, &t, s, out);
}
