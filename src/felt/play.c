/* play.c - acts on a table: the only way in which its state changes, whether an act is new or read back.
 *
 * An act is a verb of the engine or an act of the house. A verb brings its money, its meters and its events with it; afterwards
 * ledger and engine must agree to the cent, or nothing of it happens. */
#include <assert.h>
#include <string.h>

#include "play.h"

extern const lm_wager *const lm_wagers[];

/* What does each act of the house. */
static house_act *const house_acts[LM_ACT_COUNT] = {
    [LM_ACT_OPEN_TABLE] = act_open_table,
    [LM_ACT_CLOSE_TABLE] = act_close_table,
    [LM_ACT_TERMS] = act_terms,
    [LM_ACT_TRAY_OPEN] = act_tray_open,
    [LM_ACT_TRAY_CLOSE] = act_tray_close,
    [LM_ACT_FILL] = act_fill,
    [LM_ACT_CREDIT] = act_credit,
    [LM_ACT_DROP_COUNT] = act_drop_count,
    [LM_ACT_TOKES_OUT] = act_tokes_out,
    [LM_ACT_DEALER] = act_dealer,
    [LM_ACT_SIT] = act_sit,
    [LM_ACT_LEAVE_TABLE] = act_leave,
    [LM_ACT_BUY] = act_buy,
    [LM_ACT_CASH] = act_cash,
    [LM_ACT_TOKE] = act_toke,
    [LM_ACT_CORRECT] = act_correct,
    [LM_ACT_RECOUNT] = act_recount,
    [LM_ACT_FREEZE] = act_freeze,
    [LM_ACT_THAW] = act_thaw,
    [LM_ACT_DRAIN] = act_drain,
    [LM_ACT_SUMMON] = act_summon,
    [LM_ACT_ATTEND] = act_attend,
    [LM_ACT_SHARE] = act_share,
    [LM_ACT_ASK] = act_ask,
    [LM_ACT_GIVE_BACK] = act_give_back,
    [LM_ACT_TIME_RAN_OUT] = act_time_ran_out,
    [LM_ACT_SHOE] = act_shoe,
    [LM_ACT_CUT_SHOE] = act_cut_shoe,
    [LM_ACT_OPEN_SHOE] = act_open_shoe,
    [LM_ACT_CALL] = act_call,
    [LM_ACT_VERIFY_AWARD] = act_verify_award,
    [LM_ACT_PAY_AWARD] = act_pay_award,
    [LM_ACT_WITHDRAW_AWARD] = act_withdraw_award,
    [LM_ACT_END_GAME] = act_end_game,
    [LM_ACT_ARM] = act_arm,
    [LM_ACT_HIT_METER] = act_hit_meter,
    [LM_ACT_ADJUST] = act_adjust,
    [LM_ACT_SYSTEM] = act_system,
};

static const char *decider_of(const house_state *s, uint8_t box)
{
    int rack = rack_at(s, box, LM_DECIDER);
    return rack < 0 ? "" : s->rack[rack].player;
}

/* A bet for the dealer is paid by whoever made it. */
static bool name_tipper(house_play *play, const lm_action *action, const char *player)
{
    if (action->verb != LM_BET || action->bettor != LM_TIP || action->box < 1 || action->box > LM_BOXES) return true;
    uint8_t *holder = &play->state.holder[action->box - 1][LM_TIP];
    int rack;
    if (!rack_named(play, *player ? player : decider_of(&play->state, action->box), &rack)) return false;
    if (*holder && *holder != rack + 1)
        return play_refuse(play, LM_REFUSED_NOW, NULL, "somebody else has made the bet for the dealer there");
    *holder = (uint8_t)(rack + 1);
    return true;
}

bool play_verb(house_play *play, const lm_action *action, const verb_extras *more)
{
    static const verb_extras nothing = { .player = "" };
    if (!play->rules) return play_refuse(play, LM_REFUSED_FAULT, NULL, "the table has no rules");
    if (!more) more = &nothing;
    if (!name_tipper(play, action, more->player) || !coupons_lay(play, action, more) || !play_implied(play, *action))
        return false;
    json_t *done = play_written(play, action);
    if (more->coupon) json_object_set_new(done, "coupon", json_string(more->coupon));
    if (more->owner) json_object_set_new(done, "owner", json_string(more->owner));
    json_array_append_new(play->acts, done);
    return true;
}

/* A verb as a record has it. */
static bool verb_act(house_play *play, const json_t *act)
{
    static const char *const also[] = { "player", "coupon", "owner", NULL };
    char why[LM_WORDS_WHY];
    lm_action action;
    verb_extras more = { .player = act_text(act, "player") };
    if (!play->rules) return play_refuse(play, LM_REFUSED_FAULT, NULL, "the table has no rules");
    lm_words_reader reader = { play->rules, &play->state.table, lm_wagers, also };
    if (!lm_words_action(&reader, act, &action, why, sizeof why))
        return play_refuse(play, LM_REFUSED_FORM, NULL, "%s", why);
    if (json_object_get(act, "coupon")) more.coupon = act_text(act, "coupon");
    if (json_object_get(act, "owner")) more.owner = act_text(act, "owner");
    return play_verb(play, &action, &more);
}

static bool act_on(house_play *play, const json_t *act)
{
    const char *word = json_string_value(json_object_get(act, "do"));
    if (!word) return play_refuse(play, LM_REFUSED_FORM, NULL, "an act says what to \"do\"");
    const lm_act_row *row = lm_act_recorded(act);
    if (row && row->is_verb) return verb_act(play, act);
    house_act *own = row ? house_acts[lm_act_word_of(row)] : NULL;
    if (!own) return play_refuse(play, LM_REFUSED_FORM, NULL, "there is no act called \"%.60s\"", word);
    json_t *copy = json_deep_copy(act), *recorded = play->acts;
    play->acts = json_array(); /* what it implies is not recorded */
    bool done = own(play, copy);
    json_decref(play->acts);
    play->acts = recorded;
    if (done && !meters_agree(&play->state))
        done = play_refuse(play, LM_REFUSED_FAULT, NULL, "the ledger and the meters disagree after \"%s\"", word);
    if (done) json_array_append(play->acts, copy);
    json_decref(copy);
    return done;
}

bool play_act(house_play *play, const json_t *act)
{
    lm_cents money = money_of(play);
    bool opens = !play->state.table.rules_hash;
    bool done = act_on(play, act);
    assert(!done || opens || money_of(play) == money);
    (void)money, (void)opens;
    return done;
}
