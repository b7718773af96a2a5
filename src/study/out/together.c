/* together.c - two wagers played together, as lines to read, JSON and CSV. */
#include <string.h>

#include "out.h"
#include "study.h"

/* A change in words. */
typedef struct {
    short_words hand, up;
    const char *kind, *play, *instead_of;
} told;

static told change_told(const together *t, const lm_change *change)
{
    return (told){ .hand = words_of("%s,%s", value_word(change->value[0]), value_word(change->value[1])),
                   .up = seen_words(lm_game_column(t->study->game, change->column)),
                   .kind = change->staked == LM_STAKED_LAMMER ? "free" : "real",
                   .play = lm_words_of_play((lm_play)change->play),
                   .instead_of = lm_words_of_play((lm_play)change->instead_of) };
}

/* Writes the up cards of the changes that agree with the one at `from` in hand and play. */
static int same_run(const together *t, int from, char *text, size_t size)
{
    const lm_change *a = &t->result.change[from];
    int n = 0;
    text[0] = '\0';
    for (int i = 0; i < t->result.changes; i++) {
        const lm_change *b = &t->result.change[i];
        bool same = memcmp(a->value, b->value, 2) == 0 && a->staked == b->staked && a->play == b->play &&
                    a->instead_of == b->instead_of;
        if (!same) continue;
        if (i < from) return 0; /* told already */
        lm_words_add(text, size, "%s%s", n++ ? " " : "", change_told(t, b).up.text);
    }
    return n;
}

static double loss_of(const together *t)
{
    return -(t->result.mean + t->ratio * t->result.other_mean);
}

static void write_together_text(const together *t, lm_text *out)
{
    const lm_wager *wager = t->offer.wager;
    char ups[256];
    put(out, "%s: the main wager and %s, pay table %s, with %g staked on it per unit of the main wager\n\n",
        t->study->rules->name, wager->title, wager->paytables[t->offer.paytable].id, t->ratio);
    put(out, "  house edge of the main wager     %12.8f %%   (%.8f %% when it is played by itself)\n",
        -100 * t->result.mean, -100 * t->alone);
    put(out, "  house edge of %-18s %12.8f %%\n", wager->title, -100 * t->result.other_mean);
    put(out, "  loss on both, per unit of the main wager  %.8f %%\n\n", 100 * loss_of(t));
    if (!t->result.changes)
        put_text(/* say:played-as-alone */ "  Every hand is played as for the main wager alone.\n", out);
    for (int i = 0; i < t->result.changes; i++) {
        if (!same_run(t, i, ups, sizeof ups)) continue;
        told c = change_told(t, &t->result.change[i]);
        put(out, "  %s, staked by %s: %s instead of %s against %s\n", c.hand.text,
            t->result.change[i].staked == LM_STAKED_LAMMER ? "a lammer" : "chips", c.play, c.instead_of, ups);
    }
}

static void write_together_json(const together *t, lm_text *out)
{
    const lm_wager *wager = t->offer.wager;
    out_json j = out_begin(out, 0);
    out_put(&j, "{ rules:s decks:i together:{", t->study->rules->name, (int)t->study->rules->decks);
    out_put(&j, "wager:s paytable:s ratio:f main_house_edge:f wager_house_edge:f loss:f main_alone_house_edge:f",
            wager->id, wager->paytables[t->offer.paytable].id, t->ratio, -t->result.mean, -t->result.other_mean,
            loss_of(t), -t->alone);
    out_reals(&j, "lammers", t->result.lammers, 8);
    out_put(&j, "changes:[");
    for (int i = 0; i < t->result.changes; i++) {
        told c = change_told(t, &t->result.change[i]);
        out_put(&j, "{ hand:s up:s kind:s action:s instead_of:s }", c.hand.text, c.up.text, c.kind, c.play,
                c.instead_of);
    }
    out_put(&j, "] } }");
}

static void write_together_csv(const together *t, lm_text *out)
{
    put_text("hand,kind,up,action,instead_of\n", out);
    for (int i = 0; i < t->result.changes; i++) {
        told c = change_told(t, &t->result.change[i]);
        put(out, "\"%s\",%s,%s,%s,%s\n", c.hand.text, c.kind, c.up.text, c.play, c.instead_of);
    }
}

void together_write(const together *t, lm_ask_format format, lm_text *out)
{
    bool json = format == LM_ASK_JSON, csv = format == LM_ASK_CSV;
    (json ? write_together_json : csv ? write_together_csv : write_together_text)(t, out);
}
