/* words.c - every word at a table: in which states of the table it may be said, and what does it. */
#include <string.h>

#include "said.h"

extern const lm_wager *const lm_wagers[];

#define DEALER LM_HOUSE_BIT(DEALER)
#define FLOOR (LM_HOUSE_BIT(SUPERVISOR) | LM_HOUSE_BIT(EXECUTIVE))

/* What does each word; its states stand in acts.def. */
static table_handler *const handlers[LM_ACT_COUNT] = {
    [LM_ACT_SIT] = do_sit,
    [LM_ACT_LEAVE_TABLE] = do_leave,
    [LM_ACT_SHARE] = do_share,
    [LM_ACT_ASK] = do_ask,
    [LM_ACT_BUY] = do_chips,
    [LM_ACT_CASH] = do_chips,
    [LM_ACT_TOKE] = do_chips,
    [LM_ACT_READY] = do_ready,
    [LM_ACT_BET] = do_bet,
    [LM_ACT_WITHDRAW] = do_bet,
    [LM_ACT_INSURE] = do_decision,
    [LM_ACT_EVEN_MONEY] = do_decision,
    [LM_ACT_HIT] = do_decision,
    [LM_ACT_STAND] = do_decision,
    [LM_ACT_DOUBLE] = do_decision,
    [LM_ACT_SPLIT] = do_decision,
    [LM_ACT_SURRENDER] = do_decision,
    [LM_ACT_DISCARD] = do_decision,
    [LM_ACT_WITH_DOUBLE] = do_decision,
    [LM_ACT_WITH_SPLIT] = do_decision,
    [LM_ACT_CUT] = do_cut,
    [LM_ACT_REFUSE_CUT] = do_refuse_cut,
    [LM_ACT_VIEW] = do_verb,
    [LM_ACT_REQUEST_SPREAD] = do_verb,
    [LM_ACT_OPEN] = do_dealers_verb,
    [LM_ACT_DEAL] = do_dealers_verb,
    [LM_ACT_CARD] = do_dealers_verb,
    [LM_ACT_DOWN] = do_dealers_verb,
    [LM_ACT_PEEK] = do_dealers_verb,
    [LM_ACT_TURN] = do_dealers_verb,
    [LM_ACT_DETERMINE] = do_dealers_verb,
    [LM_ACT_CLOSE] = do_dealers_verb,
    [LM_ACT_IRREGULAR] = do_dealers_verb,
    [LM_ACT_SHOW_AMOUNT] = do_shown_amount,
    [LM_ACT_DELIVER] = do_dealers_verb,
    [LM_ACT_INSPECT] = do_dealers_verb,
    [LM_ACT_SPREAD] = do_dealers_verb,
    [LM_ACT_WASH] = do_dealers_verb,
    [LM_ACT_STACK] = do_dealers_verb,
    [LM_ACT_PLUG] = do_dealers_verb,
    [LM_ACT_RIFFLE] = do_dealers_verb,
    [LM_ACT_TURN_HALF] = do_dealers_verb,
    [LM_ACT_STRIP] = do_dealers_verb,
    [LM_ACT_SHUFFLE_CUT] = do_dealers_verb,
    [LM_ACT_DEVICE_SHUFFLE] = do_dealers_verb,
    [LM_ACT_JAM] = do_dealers_verb,
    [LM_ACT_SIGN] = do_dealers_verb,
    [LM_ACT_SWAP] = do_dealers_verb,
    [LM_ACT_COVER] = do_dealers_verb,
    [LM_ACT_LOAD] = do_dealers_verb,
    [LM_ACT_BURN] = do_dealers_verb,
    [LM_ACT_SHOW_BURN] = do_dealers_verb,
    [LM_ACT_FORGOT_BURN] = do_dealers_verb,
    [LM_ACT_COVER_SEEN] = do_dealers_verb,
    [LM_ACT_UNLOAD] = do_dealers_verb,
    [LM_ACT_IDLE] = do_dealers_verb,
    [LM_ACT_CHANGE_DECKS] = do_dealers_verb,
    [LM_ACT_HOURS] = do_dealers_verb,
    [LM_ACT_VERIFY] = do_role_verb,
    [LM_ACT_RECUT] = do_role_verb,
    [LM_ACT_ORDER_SHUFFLE] = do_role_verb,
    [LM_ACT_CONFIRM] = do_role_verb,
    [LM_ACT_READMIT] = do_verb,
    [LM_ACT_DEALER] = do_dealer,
    [LM_ACT_CORRECT] = do_correct,
    [LM_ACT_RECOUNT] = do_correct,
    [LM_ACT_FREEZE] = do_house,
    [LM_ACT_THAW] = do_house,
    [LM_ACT_DRAIN] = do_house,
    [LM_ACT_SUMMON] = do_summon,
    [LM_ACT_ATTEND] = do_house,
    [LM_ACT_TRAY_OPEN] = do_house,
    [LM_ACT_TRAY_CLOSE] = do_house,
    [LM_ACT_FILL] = do_house,
    [LM_ACT_CREDIT] = do_house,
    [LM_ACT_DROP_COUNT] = do_house,
    [LM_ACT_TOKES_OUT] = do_house,
    [LM_ACT_TERMS] = do_house,
    [LM_ACT_CLOSE_TABLE] = do_house,
    [LM_ACT_SYSTEM] = do_award,
    [LM_ACT_CALL] = do_award,
    [LM_ACT_VERIFY_AWARD] = do_award,
    [LM_ACT_PAY_AWARD] = do_award,
    [LM_ACT_WITHDRAW_AWARD] = do_award,
    [LM_ACT_END_GAME] = do_award,
    [LM_ACT_ADJUST] = do_award,
};

/* --- the matrix of states ----------------------------------------------------------------------------------------- */

static bool fits_table(house_play *play, uint32_t states)
{
    const house_state *s = &play->state;
    if (s->is_closed) return play_refuse(play, LM_REFUSED_NOW, NULL, "the table is closed for good");
    if (!s->is_open && !(states & LM_ACT_CLOSED_TOO))
        return play_refuse(play, LM_REFUSED_NOW, NULL, "the table is closed: no chips in the tray");
    if (s->frozen && !(states & LM_ACT_FROZEN_TOO))
        return play_refuse(play, LM_REFUSED_NOW, NULL, "the table is frozen; a supervisor must let it go on");
    if (s->drained && states & LM_ACT_STARTS)
        return play_refuse(play, LM_REFUSED_NOW, NULL, "no new rounds at this table");
    if (states & LM_ACT_LIVE_ONLY && s->terms.dealing != DEALT_LIVE)
        return play_refuse(play, LM_REFUSED_NOW, NULL, "the program deals at this table");
    return true;
}

/* A dealer deals his own table; nobody deals one that has no dealer. */
static bool is_dealing(const table_request_ *r)
{
    bool floor = r->caller->roles & FLOOR;
    return floor || strcmp(r->play->state.dealer, r->caller->person) == 0;
}

bool table_do(house_play *play, const house_caller *caller, const lm_act *act, int64_t seen, const char *approver)
{
    const lm_act_row *word = lm_act_row_of(act);
    table_request_ r = { play, caller, word, act, approver };
    table_handler *handler = handlers[lm_act_word_of(word)];
    if (!handler)
        return play_refuse(play, LM_REFUSED_UNKNOWN, NULL, "there is nothing to do here called \"%.60s\"", word->word);
    if (!fits_table(play, word->when)) return false;
    if (word->when & LM_ACT_DEALERS && !is_dealing(&r))
        return play_refuse(play, LM_REFUSED_PERSON, NULL, "somebody else deals this table");
    if (word->when & LM_ACT_DECIDES && !decided_on_this(play, seen)) return false;
    return handler(&r);
}

/* --- what every handler needs ------------------------------------------------------------------------------------- */

/* At a live table its dealer and the floor act for everybody; at a virtual one nobody does. */
bool speaks_for_house(const table_request_ *r)
{
    return r->play->state.terms.dealing == DEALT_LIVE && r->caller->roles & (DEALER | FLOOR) && is_dealing(r);
}

bool said_action(table_request_ *r, const lm_act *act, lm_action *action)
{
    char why[LM_WORDS_WHY];
    lm_words_reader reader = { r->play->rules, &r->play->state.table, lm_wagers, NULL };
    return lm_act_action(&reader, act, action, why, sizeof why) ||
           play_refuse(r->play, LM_REFUSED_FORM, NULL, "%s", why);
}
