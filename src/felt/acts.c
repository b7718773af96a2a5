/* acts.c - acts of staff at a table: tray, drop box, dealer, and stopping it. */
#include <stdio.h>
#include <string.h>

#include "play.h"

/* Fields that are hidden from players, because they tell what the house has counted. */
static const lm_act_field counted[] = { LM_FIELD_CENTS,
                                        LM_FIELD_BOOK_CENTS,
                                        LM_FIELD_DIFFERENCE_CENTS,
                                        LM_FIELD_BY_PERSON,
                                        LM_FIELD_APPROVED,
                                        LM_FIELD_TO,
                                        LM_FIELD_CHIPS,
                                        LM_FIELDS };
static const lm_act_field by_chips[] = { LM_FIELD_CHIPS, LM_FIELDS };

static bool round_is_open(const house_state *s)
{
    return lm_table_phase_of(&s->table) == LM_TABLE_ROUND &&
           (s->table.round.phase != LM_BETTING || s->table.round.felt_cents);
}

bool act_tray_open(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    lm_cents cents;
    if (s->is_closed)
        return play_refuse(play, LM_REFUSED_NOW, NULL,
                           LM_SAYS(TABLE_CLOSED_FOR_GOOD, "", "the table is closed for good"));
    if (s->is_open) return play_refuse(play, LM_REFUSED_NOW, NULL, LM_STAFF_SAYS("the tray is open already"));
    if (!act_cents(play, act, 0, &cents)) return false;
    s->is_open = 1;
    s->drained = s->frozen = 0;
    s->opener_cents = cents;
    s->fills_cents = s->credits_cents = s->net_cents = 0;
    act_tell(play, act, counted);
    return play_move(play, ACCOUNT_CAGE, ACCOUNT_TRAY, REASON_OPENER, cents);
}

/* Counted chips go to the cage; a difference from the books is recorded as such. */
static bool count_out(house_play *play, lm_act *act, int account, house_reason reason)
{
    lm_cents counted_cents, book = play->state.cents[account];
    if (!act_cents(play, act, 0, &counted_cents)) return false;
    lm_cents difference = counted_cents - book;
    lm_act_set_int(act, LM_FIELD_BOOK_CENTS, book);
    lm_act_set_int(act, LM_FIELD_DIFFERENCE_CENTS, difference);
    if (difference > 0 && !play_move(play, ACCOUNT_WORLD, account, REASON_ADJUST, difference)) return false;
    if (difference < 0 && !play_move(play, account, ACCOUNT_WORLD, REASON_ADJUST, -difference)) return false;
    return play_move(play, account, ACCOUNT_CAGE, reason, counted_cents);
}

static bool has_players(const house_state *s)
{
    for (int i = 0; i < HOUSE_RACKS; i++) {
        if (rack_is_taken(s, i)) return true;
    }
    return false;
}

bool act_tray_close(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    if (!s->is_open) return play_refuse(play, LM_REFUSED_NOW, NULL, LM_STAFF_SAYS("the tray is closed already"));
    if (round_is_open(s)) return play_refuse(play, LM_REFUSED_NOW, NULL, LM_STAFF_SAYS("finish the round first"));
    if (s->cents[ACCOUNT_FELT])
        return play_refuse(play, LM_REFUSED_NOW, NULL, LM_STAFF_SAYS("chips still lie on the layout"));
    if (has_players(s))
        return play_refuse(play, LM_REFUSED_NOW, NULL,
                           LM_STAFF_SAYS(/* say:players-keep-chips */ "players must take their chips first"));
    if (!count_out(play, act, ACCOUNT_TRAY, REASON_CLOSER)) return false;
    s->is_open = 0;
    act_tell(play, act, counted);
    return true;
}

bool act_drop_count(house_play *play, lm_act *act)
{
    if (!count_out(play, act, ACCOUNT_DROP, REASON_DROP)) return false;
    act_tell(play, act, counted);
    return true;
}

/* Slips are numbered without a gap; in a replay the number comes from the record. */
static bool number_slip(house_play *play, lm_act *act)
{
    int64_t slip = ++play->state.slips;
    if (lm_act_has(act, LM_FIELD_SLIP) && lm_act_int(act, LM_FIELD_SLIP) != slip)
        return play_refuse(play, LM_REFUSED_NOW, NULL, LM_STAFF_SAYS("the next slip is number %lld"), (long long)slip);
    lm_act_set_int(act, LM_FIELD_SLIP, slip);
    return play->state.is_open || play_refuse(play, LM_REFUSED_NOW, NULL, LM_STAFF_SAYS("the tray is closed"));
}

bool act_fill(house_play *play, lm_act *act)
{
    lm_cents cents;
    if (!act_cents(play, act, 1, &cents) || !number_slip(play, act)) return false;
    play->state.fills_cents += cents;
    act_tell(play, act, by_chips);
    return play_move(play, ACCOUNT_CAGE, ACCOUNT_TRAY, REASON_FILL, cents);
}

bool act_credit(house_play *play, lm_act *act)
{
    lm_cents cents;
    if (!act_cents(play, act, 1, &cents) || !number_slip(play, act)) return false;
    play->state.credits_cents += cents;
    act_tell(play, act, by_chips);
    return play_move(play, ACCOUNT_TRAY, ACCOUNT_CAGE, REASON_CREDIT, cents);
}

bool act_tokes_out(house_play *play, lm_act *act)
{
    lm_cents cents;
    if (!act_cents(play, act, 1, &cents)) return false;
    act_tell(play, act, counted);
    return play_move(play, ACCOUNT_TOKES, ACCOUNT_WORLD, REASON_TOKES_OUT, cents);
}

/* Each new dealer burns a card where there is a shoe to burn from: MFB-6(c).2, MBJ-6(c).2. */
bool act_dealer(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    const char *person = lm_act_text(act, LM_FIELD_PERSON);
    if (s->terms.dealing != DEALT_LIVE)
        return play_refuse(play, LM_REFUSED_NOW, NULL, LM_STAFF_SAYS("the program deals here"));
    if (strlen(person) >= LM_HOUSE_ID)
        return play_refuse(play, LM_REFUSED_FORM, NULL, "\"person\" is too long to be a name");
    if (round_is_open(s))
        return play_refuse(play, LM_REFUSED_NOW, NULL, LM_STAFF_SAYS("dealers change between rounds"));
    if (rack_of(s, person) >= 0)
        return play_refuse(play, LM_REFUSED_PERSON, NULL,
                           LM_SAYS(OWN_TABLE, "", "a dealer must not play at their own table"));
    bool another = s->dealer[0] && *person && strcmp(s->dealer, person) != 0;
    memset(s->dealer, 0, sizeof s->dealer);
    memcpy(s->dealer, person, strlen(person));
    if (another || !s->dealer_ms) s->dealer_ms = play->now_ms;
    if (!*person) s->dealer_ms = 0;
    act_tell(play, act, NULL);
    if (!another || s->table.stage != LM_TO_OPEN) return true;
    return play_implied(play, (lm_action){ .verb = LM_NEW_DEALER });
}

/* Stops the table, now or after the round. */
static bool stop(house_play *play, const lm_act *act, uint8_t *stopped, const char *already)
{
    if (!*lm_act_text(act, LM_FIELD_REASON))
        return play_refuse(play, LM_REFUSED_FORM, NULL, "give a reason in \"reason\"");
    if (*stopped) return play_refuse(play, LM_REFUSED_NOW, NULL, "%s", already);
    *stopped = 1;
    act_tell(play, act, NULL);
    return true;
}

bool act_freeze(house_play *play, lm_act *act)
{
    return stop(play, act, &play->state.frozen, "the table is already frozen");
}

bool act_drain(house_play *play, lm_act *act)
{
    return stop(play, act, &play->state.drained, "the table has already stopped starting rounds");
}

/* A table that is frozen and drained needs two thaws: the first lets the open round continue, the second allows new
 * rounds. */
bool act_thaw(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    if (!s->frozen && !s->drained)
        return play_refuse(play, LM_REFUSED_NOW, NULL, LM_STAFF_SAYS("the table is not stopped"));
    if (s->frozen && s->drained && !play->replays) lm_act_set_int(act, LM_FIELD_DRAINED, true);
    s->frozen = 0;
    s->drained = s->drained && lm_act_int(act, LM_FIELD_DRAINED);
    act_tell(play, act, NULL);
    return true;
}

/* A long text ends where a character does. */
static void keep_call(house_state *s, const char *why)
{
    size_t size = strnlen(why, sizeof s->summoned_why - 1);
    while (size && ((unsigned char)why[size] & 0xc0) == 0x80)
        size--;
    memset(s->summoned_why, 0, sizeof s->summoned_why);
    memcpy(s->summoned_why, why, size);
}

/* A player or dealer calls for a floorperson. */
bool act_summon(house_play *play, lm_act *act)
{
    const char *why = lm_act_text(act, LM_FIELD_REASON);
    if (!play->state.summoned) play->state.summoned_ms = play->now_ms;
    if (!play->state.summoned || *why) keep_call(&play->state, why);
    play->state.summoned = 1;
    act_tell(play, act, NULL);
    return true;
}

bool act_emote(house_play *play, lm_act *act)
{
    int rack = rack_of(&play->state, lm_act_text(act, LM_FIELD_BY_PERSON));
    if (rack >= 0) play->state.rack[rack].emoted_s = (uint32_t)(play->now_ms / 1000);
    act_tell(play, act, NULL);
    return true;
}

bool act_attend(house_play *play, lm_act *act)
{
    if (!play->state.summoned)
        return play_refuse(play, LM_REFUSED_NOW, NULL,
                           LM_STAFF_SAYS("no player or dealer has called for a floorperson"));
    play->state.summoned = 0;
    act_tell(play, act, NULL);
    return true;
}
