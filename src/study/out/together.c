/* together.c - two wagers played together, as lines to read, JSON and CSV. */
#include <stdio.h>
#include <string.h>

#include "out.h"
#include "study.h"

/* A change in words. */
typedef struct {
    char hand[8], up[SEEN_TEXT];
    const char *kind, *play, *instead_of;
} told;

static told words_of(const together *t, const lm_change *change)
{
    told words = { .kind = change->staked == LM_STAKED_LAMMER ? "free" : "real",
                   .play = lm_words_of_play((lm_play)change->play),
                   .instead_of = lm_words_of_play((lm_play)change->instead_of) };
    snprintf(words.hand, sizeof words.hand, "%s,%s", value_word(change->value[0]), value_word(change->value[1]));
    seen_words(lm_game_column(t->study->game, change->column), words.up);
    return words;
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
        lm_words_add(text, size, "%s%s", n++ ? " " : "", words_of(t, b).up);
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
        told c = words_of(t, &t->result.change[i]);
        put(out, "  %s, staked by %s: %s instead of %s against %s\n", c.hand,
            t->result.change[i].staked == LM_STAKED_LAMMER ? "a lammer" : "chips", c.play, c.instead_of, ups);
    }
}

static void write_together_json(const together *t, lm_text *out)
{
    const lm_wager *wager = t->offer.wager;
    out_json j = out_begin(out, 0);
    out_object(&j, NULL);
    out_put(&j, "rules:s decks:i", t->study->rules->name, (int)t->study->rules->decks);
    out_object(&j, "together");
    out_put(&j, "wager:s paytable:s ratio:f main_house_edge:f wager_house_edge:f loss:f main_alone_house_edge:f",
            wager->id, wager->paytables[t->offer.paytable].id, t->ratio, -t->result.mean, -t->result.other_mean,
            loss_of(t), -t->alone);
    out_reals(&j, "lammers", t->result.lammers, 8);
    out_list(&j, "changes");
    for (int i = 0; i < t->result.changes; i++) {
        told c = words_of(t, &t->result.change[i]);
        out_row(&j, NULL, "hand:s up:s kind:s action:s instead_of:s", c.hand, c.up, c.kind, c.play, c.instead_of);
    }
    out_end(&j);
    out_end(&j);
    out_end(&j);
}

static void write_together_csv(const together *t, lm_text *out)
{
    put_text("hand,kind,up,action,instead_of\n", out);
    for (int i = 0; i < t->result.changes; i++) {
        told c = words_of(t, &t->result.change[i]);
        put(out, "\"%s\",%s,%s,%s,%s\n", c.hand, c.kind, c.up, c.play, c.instead_of);
    }
}

void together_write(const together *t, lm_ask_format format, lm_text *out)
{
    if (format == LM_ASK_JSON) {
        write_together_json(t, out);
    } else if (format == LM_ASK_CSV) {
        write_together_csv(t, out);
    } else {
        write_together_text(t, out);
    }
}
