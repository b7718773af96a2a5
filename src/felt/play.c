/* play.c - acts on a table: the only way in which its state changes, whether an act is new or read back.
 *
 * An act is a verb of the engine or an act of the house. A verb also moves money, meters and coupons; afterwards ledger
 * and engine must agree to the cent, or the whole act is refused. */
#include <assert.h>
#include <string.h>

#include "lammer/server/json.h"
#include "play.h"

extern const lm_wager *const lm_wagers[];

/* The function of each act of the house. */
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
    [LM_ACT_READY] = act_ready,
    [LM_ACT_CORRECT] = act_correct,
    [LM_ACT_RECOUNT] = act_recount,
    [LM_ACT_FREEZE] = act_freeze,
    [LM_ACT_THAW] = act_thaw,
    [LM_ACT_DRAIN] = act_drain,
    [LM_ACT_SUMMON] = act_summon,
    [LM_ACT_EMOTE] = act_emote,
    [LM_ACT_ATTEND] = act_attend,
    [LM_ACT_SHARE] = act_share,
    [LM_ACT_ASK] = act_ask,
    [LM_ACT_GIVE_BACK] = act_give_back,
    [LM_ACT_TIME_RAN_OUT] = act_time_ran_out,
    [LM_ACT_SHOE] = act_shoe,
    [LM_ACT_CUT_SHOE] = act_cut_shoe,
    [LM_ACT_OPEN_SHOE] = act_open_shoe,
    [LM_ACT_COMMIT] = act_commit,
    [LM_ACT_REVEAL] = act_reveal,
    [LM_ACT_MIX_SHOE] = act_mix_shoe,
    [LM_ACT_VOID_SHOE] = act_void_shoe,
    [LM_ACT_CALL] = act_call,
    [LM_ACT_VERIFY_AWARD] = act_verify_award,
    [LM_ACT_PAY_AWARD] = act_pay_award,
    [LM_ACT_WITHDRAW_AWARD] = act_withdraw_award,
    [LM_ACT_END_GAME] = act_end_game,
    [LM_ACT_ARM] = act_arm,
    [LM_ACT_HIT_METER] = act_hit_meter,
    [LM_ACT_ADJUST] = act_adjust,
    [LM_ACT_SYSTEM] = act_system,
    [LM_ACT_SHOE_CARD] = act_shoe_card,
};

static const char *decider_of(const house_state *s, uint8_t box)
{
    int rack = rack_at(s, box, LM_DECIDER);
    return rack < 0 ? "" : s->rack[rack].player;
}

/* The player who makes a bet for the dealer pays for it. */
static bool name_tipper(house_play *play, const lm_action *action, const char *player)
{
    if (action->verb != LM_BET || action->bettor != LM_TIP || action->box < 1 || action->box > LM_BOXES) return true;
    uint8_t *holder = &play->state.holder[action->box - 1][LM_TIP];
    int rack;
    if (!rack_named(play, *player ? player : decider_of(&play->state, action->box), &rack)) return false;
    if (*holder && *holder != rack + 1)
        return play_refuse(play, LM_REFUSED_NOW, NULL,
                           LM_SAYS(TIP_OF_ANOTHER, "", "another player has made the bet for the dealer there"));
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
    play_note(play, action, more);
    return true;
}

static bool verb_act(house_play *play, const lm_act *act)
{
    char why[LM_WORDS_WHY];
    lm_action action;
    verb_extras more = { .player = lm_act_text(act, LM_FIELD_PLAYER) };
    if (!play->rules) return play_refuse(play, LM_REFUSED_FAULT, NULL, "the table has no rules");
    lm_words_reader reader = { play->rules, &play->state.table, lm_wagers, NULL };
    if (!lm_act_action(&reader, act, &action, why, sizeof why))
        return play_refuse(play, LM_REFUSED_FORM, NULL, "%s", why);
    if (lm_act_has(act, LM_FIELD_COUPON)) more.coupon = lm_act_text(act, LM_FIELD_COUPON);
    if (lm_act_has(act, LM_FIELD_OWNER)) more.owner = lm_act_text(act, LM_FIELD_OWNER);
    return play_verb(play, &action, &more);
}

/* Consequences of an act of the house are not recorded: a replay of the act repeats them. */
static bool act_on(house_play *play, const lm_act *act)
{
    const lm_act_row *row = lm_act_row_of(act);
    if (row->is_verb) return verb_act(play, act);
    house_act *own = house_acts[act->word];
    if (!own) return play_refuse(play, LM_REFUSED_FORM, NULL, "\"%s\" is not an act at a table", row->word);
    lm_act done = *act;
    if (!own(play, &done)) return false;
    if (!meters_agree(&play->state))
        return play_refuse(play, LM_REFUSED_FAULT, NULL, "the ledger and the meters disagree after \"%s\"", row->word);
    play_done(play, &done);
    return true;
}

bool play_act(house_play *play, const lm_act *act)
{
    lm_cents money = money_of(play);
    bool opens = !play->state.table.rules_hash;
    bool done = act_on(play, act);
    assert(!done || opens || money_of(play) == money);
    (void)money, (void)opens;
    return done;
}

bool play_recorded(house_play *play, const json_t *object)
{
    char why[LM_WORDS_WHY];
    lm_act act;
    if (!lm_act_recall(&act, object, why, sizeof why)) return play_refuse(play, LM_REFUSED_FORM, NULL, "%s", why);
    return play_act(play, &act);
}
