/* awards_meters.c - acts on a meter itself: END GAME, the must-hit prize, an adjustment by hand. */
#include <string.h>

#include "deal/deal.h"
#include "lammer/words.h"
#include "play.h"

bool act_end_game(house_play *play, lm_act *act)
{
    award_spot at;
    if (!award_read_game(play, act, &at)) return false;
    if (deal_in_round(&play->state))
        return play_refuse(play, LM_REFUSED_NOW, owed_end_clause(play->rules, at.slot),
                           LM_STAFF_SAYS("END GAME comes when everything is settled"));
    lm_meter_status ended = lm_meters_end(&play->state.meters, at.game);
    if (!lm_meter_ok(ended)) return play_refuse_meter(play, ended);
    play->state.started &= (uint8_t) ~(1u << at.game);
    lm_out_pack(event_begin(play, "end-game"), "wager:s clause:s", lm_act_text(act, LM_FIELD_WAGER),
                owed_end_clause(play->rules, at.slot));
    event_end(play);
    return true;
}

/* The meter that an act names; refuses and returns NULL if the table does not have it. */
static lm_meter *find_meter(house_play *play, const lm_act *act)
{
    const char *meter = lm_act_text(act, LM_FIELD_METER), *names[LM_METERS];
    const lm_meters *meters = &play->state.meters;
    char hint[LM_MEANT_TEXT];
    int i = lm_meters_find(meters, meter);
    for (int m = 0; m < meters->meters && i < 0; m++)
        names[m] = lm_meter_name((lm_meter_kind)meters->meter[m].kind);
    if (i < 0) {
        play_refuse(play, LM_REFUSED_FORM, NULL, "this table has no meter \"%.40s\"%s", meter,
                    lm_words_meant(lm_words_nearest_of(meter, names, meters->meters), hint));
        return NULL;
    }
    meters_use(play, i, 1);
    return &play->state.meters.meter[i];
}

/* No message reveals the trigger, or that it has changed. */
bool act_arm(house_play *play, lm_act *act)
{
    lm_meter *meter = find_meter(play, act);
    if (!meter) return false;
    if (meter->kind != LM_METER_MUST_HIT || meter->trigger_cents)
        return play_refuse(play, LM_REFUSED_NOW, "MBJ-19(m).3", LM_STAFF_SAYS("no meter waits for a trigger"));
    lm_meter_status armed = lm_meter_arm(meter, bonus_trigger(play, meter, act));
    return lm_meter_ok(armed) || play_refuse_meter(play, armed);
}

/* A replay may not know the trigger (no key, or another table drew it); the drawn prize shows that it was reached. */
static lm_meter *must_hit_meter(house_play *play, int game)
{
    const lm_progressive *g = &play->state.meters.game[game];
    lm_meter *last = &play->state.meters.meter[g->first + g->n - 1];
    bool past = play->replays && last->kind == LM_METER_MUST_HIT;
    bool unknown = !last->trigger_cents || last->trigger_cents > last->shown_cents;
    if (past && unknown) last->trigger_cents = last->shown_cents;
    return last;
}

bool act_hit_meter(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    lm_meter_entry entry;
    award_spot at;
    if (!award_read_game(play, act, &at)) return false;
    const lm_meter *meter = must_hit_meter(play, at.game);
    lm_cents next = bonus_trigger(play, meter, act);
    int winner = (int)lm_act_int(act, LM_FIELD_WINNER);
    lm_meter_status hit = lm_meters_hit(&s->meters, at.game, winner, next, &entry);
    if (!lm_meter_ok(hit)) return play_refuse_meter(play, hit);
    at.place = entry.place;
    at.box = entry.place / LM_BETTORS;
    at.bettor = entry.place % LM_BETTORS;
    lm_out_pack(award_event(play, "must-hit", &at), "player:s cents:I after_cents:I clause:s", award_player(s, &at),
                entry.amount_cents, entry.after_cents, "MBJ-19(m).1");
    event_end(play);
    return award_move_entry(play, &entry) && play_implied(play, award_action(&at, entry.amount_cents, true));
}

static int word_index(const char *const *words, int n, const char *word)
{
    for (int i = 0; i < n; i++) {
        if (strcmp(words[i], word) == 0) return i;
    }
    return -1;
}

static const char *const accounts[] = { [LM_ACCOUNT_SHOWN] = "shown", [LM_ACCOUNT_RESERVE] = "reserve" };
static const char *const reasons[] = {
    [LM_REASON_NONE] = "none",
    [LM_REASON_SETUP] = "setup",
    [LM_REASON_AWARD_UNDONE] = "award-undone",
    [LM_REASON_MALFUNCTION] = "malfunction",
    [LM_REASON_TRANSFER] = "transfer",
    [LM_REASON_CORRECTION] = "correction",
};

static bool may_adjust(house_play *play, const lm_act *act)
{
    const char *person = lm_act_text(act, LM_FIELD_PERSON), *second = lm_act_text(act, LM_FIELD_SECOND);
    if (!*person) return award_malformed(play, "person");
    return (*second && strcmp(person, second) != 0) ||
           play_refuse(play, LM_REFUSED_PERSON, "WB7-13(e)(c)", LM_STAFF_SAYS("an adjustment needs a second person"));
}

static bool move_adjustment(house_play *play, int meter, lm_cents change)
{
    int account = ACCOUNT_METER + meter;
    if (change > 0) return play_move(play, ACCOUNT_SEEDS, account, REASON_ADJUST, change);
    return !change || play_move(play, account, ACCOUNT_SEEDS, REASON_ADJUST, -change);
}

bool act_adjust(house_play *play, lm_act *act)
{
    lm_meter_entry entry;
    lm_meter *meter = find_meter(play, act);
    int account = word_index(accounts, 2, lm_act_text(act, LM_FIELD_ACCOUNT));
    int reason = word_index(reasons, LM_REASON_COUNT, lm_act_text(act, LM_FIELD_REASON));
    if (!meter || !may_adjust(play, act)) return false;
    if (account < 0) return award_malformed(play, "account");
    lm_cents before = meter_holds(meter);
    lm_meter_status adjusted = lm_meter_adjust(meter, (lm_meter_account)account, lm_act_int(act, LM_FIELD_CENTS),
                                               (lm_reason)(reason < 0 ? LM_REASON_NONE : reason), &entry);
    if (!lm_meter_ok(adjusted)) return play_refuse_meter(play, adjusted);
    lm_out_pack(event_begin(play, "adjust"), "meter:s account:s reason:s before_cents:I after_cents:I clause:s",
                lm_act_text(act, LM_FIELD_METER), accounts[account], reasons[reason], entry.before_cents,
                entry.after_cents, "WB7-13(e)(c)");
    event_end(play);
    return move_adjustment(play, (int)(meter - play->state.meters.meter), meter_holds(meter) - before);
}
