/* why.c - "why not?": tries each act of a player at a box and reports the refusal; changes nothing.
 *
 * The code that does an act also refuses it here, so the answer is the one that the table would give. */
#include <stdlib.h>

#include "said.h"

/* Acts to try; bets on optional wagers are tried after them. */
static const lm_act_word tried[] = {
    LM_ACT_HIT,    LM_ACT_STAND,      LM_ACT_DOUBLE, LM_ACT_SPLIT, LM_ACT_SURRENDER,
    LM_ACT_INSURE, LM_ACT_EVEN_MONEY, LM_ACT_READY,  LM_ACT_BET,
};

typedef struct {
    house_play *play;
    const house_state *state; /* the state before each attempt */
    const house_caller *caller;
    lm_seat at;
    char seat[LM_SEAT_TEXT];
    lm_out *out;
} attempts;

/* A player may be ready at any time, so `ready` itself does not tell whether the deal would be refused. */
static bool would_deal(house_play *play)
{
    lm_table table = play->state.table;
    if (table.round.phase != LM_BETTING) return true;
    lm_status status = lm_table_apply(&table, play->rules, (lm_action){ .verb = LM_DEAL });
    return lm_ok(status) || play_refuse_engine(play, status);
}

static void attempt(attempts *a, const lm_act *act, const char *wager)
{
    house_play *play = a->play;
    play_clear(play);
    play->refusal = (house_refusal){ 0 };
    state_copy(&play->state, a->state);
    bool may = table_do(play, a->caller, act, play->state.seq, "") && (act->word != LM_ACT_READY || would_deal(play));
    lm_out_begin(a->out, '{');
    lm_out_pack(a->out, "do:s seat:s allowed:b", lm_act_row_of(act)->word, a->seat, may);
    if (wager) lm_out_pack(a->out, "wager:s", wager);
    if (!may) refusal_put(&play->refusal, a->out);
    lm_out_end(a->out, '}');
}

static void attempt_bet(attempts *a, const char *wager, lm_cents cents)
{
    lm_act act = { .word = LM_ACT_BET };
    lm_act_set_seat(&act, LM_FIELD_SEAT, a->at.box, a->at.bettor);
    lm_act_set_text(&act, LM_FIELD_WAGER, wager);
    lm_act_set_int(&act, LM_FIELD_CENTS, cents);
    attempt(a, &act, wager);
}

void table_why_not(house_play *play, const house_caller *caller, lm_seat at, lm_out *out)
{
    house_state *state = zeroed_or_end(sizeof *state);
    attempts a = { play, state, caller, at, "", out };
    state_copy(state, &play->state);
    lm_out_begin(out, '[');
    lm_words_of_seat(at.box, at.bettor, 0, a.seat);
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        lm_act act = { .word = tried[i] };
        if (tried[i] == LM_ACT_BET) {
            attempt_bet(&a, "main", play->rules->min_bet);
            continue;
        }
        if (tried[i] == LM_ACT_INSURE) lm_act_set_int(&act, LM_FIELD_CENTS, play->rules->chip_unit);
        if (tried[i] != LM_ACT_READY) lm_act_set_seat(&act, LM_FIELD_SEAT, at.box, at.bettor);
        attempt(&a, &act, NULL);
    }
    for (int i = 0; i < play->rules->offers; i++) {
        const lm_wager *wager = play->rules->offer[i].wager;
        attempt_bet(&a, wager->id, lm_wager_stakes(play->rules, wager).least);
    }
    lm_out_end(out, ']');
    free(state);
}
