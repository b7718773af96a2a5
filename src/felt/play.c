/* play.c - acts on a table: the only way in which its state changes, whether an act is new or read back.
 *
 * An act is a verb of the engine or an act of the house. A verb brings its money, its meters and its events with it; afterwards
 * ledger and engine must agree to the cent, or nothing of it happens. */
#include <assert.h>
#include <string.h>

#include "play.h"

extern const lm_wager *const lm_wagers[];

static const struct {
    const char *word;
    house_act *act;
} house_acts[] = {
    { "open-table", act_open_table },
    { "close-table", act_close_table },
    { "terms", act_terms },
    { "tray-open", act_tray_open },
    { "tray-close", act_tray_close },
    { "fill", act_fill },
    { "credit", act_credit },
    { "drop-count", act_drop_count },
    { "tokes-out", act_tokes_out },
    { "dealer", act_dealer },
    { "sit", act_sit },
    { "buy", act_buy },
    { "cash", act_cash },
    { "toke", act_toke },
    { "correct", act_correct },
    { "recount", act_recount },
    { "freeze", act_freeze },
    { "thaw", act_thaw },
    { "drain", act_drain },
    { "summon", act_summon },
    { "attend", act_attend },
    { "share", act_share },
    { "ask", act_ask },
    { "give-back", act_give_back },
    { "time-ran-out", act_time_ran_out },
};

/* Two words mean something else to the engine; a seat tells them apart. */
static house_act *find_act(const char *word, const json_t *act)
{
    if (strcmp(word, "leave") == 0) return json_object_get(act, "player") ? act_leave : NULL;
    for (size_t i = 0; i < sizeof house_acts / sizeof *house_acts; i++) {
        if (strcmp(house_acts[i].word, word) == 0) return house_acts[i].act;
    }
    return NULL;
}

static bool is_verb(const char *word, const json_t *act)
{
    bool must_hit = strcmp(word, "hit") == 0 && !json_object_get(act, "seat");
    return lm_words_row_of(word) && !must_hit;
}

static const char *decider_of(const house_state *s, uint8_t box)
{
    int rack = rack_at(s, box, LM_DECIDER);
    return rack < 0 ? "" : s->rack[rack].player;
}

/* A bet for the dealer is paid by whoever made it. */
static bool name_tipper(house_play *play, const lm_action *action, const char *player)
{
    if (action->verb != LM_BET || action->bettor != LM_TIP || action->box < 1 || action->box > LM_BOXES)
        return true;
    uint8_t *holder = &play->state.holder[action->box - 1][LM_TIP];
    int rack;
    if (!rack_named(play, *player ? player : decider_of(&play->state, action->box), &rack)) return false;
    if (*holder && *holder != rack + 1)
        return play_refuse(play, LM_REFUSED_NOW, NULL, "somebody else has made the bet for the dealer there");
    *holder = (uint8_t)(rack + 1);
    return true;
}

static bool verb_act(house_play *play, const json_t *act)
{
    static const char *const also[] = { "player", "coupon", "owner", NULL };
    char why[LM_WORDS_WHY];
    lm_action action;
    if (!play->rules) return play_refuse(play, LM_REFUSED_FAULT, NULL, "the table has no rules");
    lm_words_reader reader = { play->rules, &play->state.table, lm_wagers, also };
    if (!lm_words_action(&reader, act, &action, why, sizeof why))
        return play_refuse(play, LM_REFUSED_FORM, NULL, "%s", why);
    if (!name_tipper(play, &action, act_text(act, "player")) || !coupons_lay(play, &action, act) ||
        !play_implied(play, action))
        return false;
    json_t *done = play_written(play, &action);
    const json_t *coupon = json_object_get(act, "coupon"), *owner = json_object_get(act, "owner");
    if (coupon) json_object_set_new(done, "coupon", json_deep_copy(coupon));
    if (owner) json_object_set_new(done, "owner", json_deep_copy(owner));
    json_array_append_new(play->acts, done);
    return true;
}

static bool others_act(house_play *play, const char *word, json_t *act)
{
    bool mine = false;
    bool done = shoe_act(play, word, act, &mine);
    if (!mine) done = award_act(play, word, act, &mine);
    return mine ? done : play_refuse(play, LM_REFUSED_FORM, NULL, "there is no act called \"%.60s\"", word);
}

static bool act_on(house_play *play, const json_t *act)
{
    const char *word = json_string_value(json_object_get(act, "do"));
    if (!word) return play_refuse(play, LM_REFUSED_FORM, NULL, "an act says what to \"do\"");
    house_act *own = find_act(word, act);
    if (!own && is_verb(word, act)) return verb_act(play, act);
    json_t *copy = json_deep_copy(act), *recorded = play->acts;
    play->acts = json_array(); /* what it implies is not recorded */
    bool done = own ? own(play, copy) : others_act(play, word, copy);
    json_decref(play->acts);
    play->acts = recorded;
    if (done && !meters_agree(&play->state))
        done = play_refuse(play, LM_REFUSED_FAULT, NULL, "the ledger and the meters disagree after \"%s\"",
                           word);
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
