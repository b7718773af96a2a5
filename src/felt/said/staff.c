/* staff.c - commands of dealers, supervisors and executives at a table. The role is the sender's own, never taken from
 * the request. */
#include <string.h>

#include "said.h"

/* The dealer of a table acts there only as dealer, even with other roles, because no person may confirm their own
 * acts. */
static lm_role role_of(const table_request_ *r)
{
    uint32_t roles = r->caller->roles;
    if (r->play->state.dealer[0] && strcmp(r->play->state.dealer, r->caller->person) == 0) return LM_ROLE_DEALER;
    if (roles & LM_HOUSE_BIT(EXECUTIVE)) return LM_ROLE_EXECUTIVE;
    return roles & LM_HOUSE_BIT(SUPERVISOR) ? LM_ROLE_SUPERVISOR : LM_ROLE_DEALER;
}

bool do_dealers_verb(table_request_ *r)
{
    lm_action a;
    return said_action(r, r->act, &a) && play_verb(r->play, &a, NULL);
}

/* Whether the engine accepts the act in this role. */
static bool would_do(const table_request_ *r, lm_role role)
{
    lm_table tried = r->play->state.table;
    return lm_ok(lm_table_apply(&tried, r->play->rules, (lm_action){ .verb = r->word->verb, .n = (uint8_t)role }));
}

/* Tries an executive's act as a supervisor's where the engine expects that role. */
bool do_role_verb(table_request_ *r)
{
    lm_role role = role_of(r);
    if (role == LM_ROLE_EXECUTIVE && !would_do(r, role)) role = LM_ROLE_SUPERVISOR;
    lm_act act = *r->act;
    lm_action a;
    lm_act_set_int(&act, LM_FIELD_ROLE, role);
    return said_action(r, &act, &a) && play_verb(r->play, &a, NULL);
}

/* The amount on a display (MBJ-20); an award from a meter has its own three acts. */
bool do_shown_amount(table_request_ *r)
{
    uint8_t slot, n;
    bool known = lm_words_wager(r->play->rules, lm_act_text(r->act, LM_FIELD_WAGER), &slot, &n);
    const lm_meters *meters = &r->play->state.meters;
    int game = known ? lm_meters_game(meters, slot) : -1;
    if (game >= 0)
        return play_refuse(r->play, LM_REFUSED_NOW, lm_meters_why_clause(meters, game, LM_METER_WHY_NO_AWARD),
                           LM_STAFF_SAYS("an award from a meter must be called, confirmed and paid by card"));
    lm_act act = { .word = LM_ACT_AWARD };
    lm_seat seat = lm_act_seat(r->act, LM_FIELD_SEAT);
    lm_act_set_seat(&act, LM_FIELD_SEAT, seat.box, seat.bettor);
    lm_act_set_text(&act, LM_FIELD_WAGER, lm_act_text(r->act, LM_FIELD_WAGER));
    lm_act_set_int(&act, LM_FIELD_CENTS, lm_act_int(r->act, LM_FIELD_CENTS));
    return play_act(r->play, &act);
}

/* Records who acted, because the three acts need two people. */
bool do_award(table_request_ *r)
{
    lm_act act = *r->act;
    bool adjusts = act.word == LM_ACT_ADJUST;
    lm_act_set_text(&act, LM_FIELD_PERSON, r->caller->person);
    lm_act_set_int(&act, LM_FIELD_ROLE, role_of(r));
    if (adjusts && *r->approver) lm_act_set_text(&act, LM_FIELD_SECOND, r->approver);
    if (adjusts && !lm_act_has(&act, LM_FIELD_ACCOUNT)) lm_act_set_text(&act, LM_FIELD_ACCOUNT, "shown");
    return play_act(r->play, &act);
}

bool do_house(table_request_ *r)
{
    lm_act act = *r->act;
    lm_act_set_text(&act, LM_FIELD_BY_PERSON, r->caller->person);
    if (*r->approver) lm_act_set_text(&act, LM_FIELD_APPROVED, r->approver);
    return play_act(r->play, &act);
}

/* A dealer takes a table that has none; a supervisor says who deals. */
bool do_dealer(table_request_ *r)
{
    const char *person = lm_act_text(r->act, LM_FIELD_PERSON), *dealer = r->play->state.dealer;
    bool floor = r->caller->roles & (LM_HOUSE_BIT(SUPERVISOR) | LM_HOUSE_BIT(EXECUTIVE));
    bool own = !*person || strcmp(person, r->caller->person) == 0;
    bool is_dealer = r->caller->roles & LM_HOUSE_BIT(DEALER);
    if (own && !is_dealer) return play_refuse(r->play, LM_REFUSED_PERSON, NULL, LM_STAFF_SAYS("a dealer deals"));
    if (!own && !floor)
        return play_refuse(r->play, LM_REFUSED_PERSON, NULL, LM_STAFF_SAYS("only a supervisor can name the dealer"));
    if (own && !floor && *dealer && strcmp(dealer, r->caller->person) != 0)
        return play_refuse(r->play, LM_REFUSED_PERSON, NULL,
                           LM_STAFF_SAYS("another dealer has this table; ask a supervisor to relieve them"));
    lm_act act = *r->act;
    if (!*person) lm_act_set_text(&act, LM_FIELD_PERSON, r->caller->person);
    return play_act(r->play, &act);
}

/* A dealer must not correct their own mistakes. */
bool do_correct(table_request_ *r)
{
    if (strcmp(r->play->state.dealer, r->caller->person) == 0)
        return play_refuse(r->play, LM_REFUSED_PERSON, NULL,
                           LM_STAFF_SAYS("dealers cannot correct their own cards; ask a supervisor"));
    return do_house(r);
}

/* Players and staff of this table may call. */
bool do_summon(table_request_ *r)
{
    bool here = rack_of(&r->play->state, r->caller->person) >= 0 || role_of(r) != LM_ROLE_DEALER ||
                strcmp(r->play->state.dealer, r->caller->person) == 0;
    return here ? do_house(r) : play_refuse(r->play, LM_REFUSED_PERSON, NULL, LM_SAYS(SIT_FIRST, "", "sit down first"));
}

/* The gestures are few and fixed, so that no player can write to another. */
static const char *const gestures[] = { "nice", "thanks", "luck", "wow", "ouch", "laugh" };
enum { GESTURES = sizeof gestures / sizeof *gestures };

static bool is_gesture(const char *name)
{
    for (int i = 0; i < GESTURES; i++) {
        if (strcmp(gestures[i], name) == 0) return true;
    }
    return false;
}

static bool refuse_gesture(house_play *play, const char *name)
{
    char hint[LM_MEANT_TEXT];
    return play_refuse(play, LM_REFUSED_FORM, NULL, "\"emote\" must be nice, thanks, luck, wow, ouch or laugh%s",
                       lm_words_meant(lm_words_nearest_of(name, gestures, GESTURES), hint));
}

bool do_emote(table_request_ *r)
{
    enum { SECONDS_BETWEEN = 3 };
    const house_state *s = &r->play->state;
    int rack = rack_of(s, r->caller->person);
    if (rack < 0) return play_refuse(r->play, LM_REFUSED_PERSON, NULL, LM_SAYS(SIT_FIRST, "", "sit down first"));
    if (!is_gesture(lm_act_text(r->act, LM_FIELD_EMOTE_NAME)))
        return refuse_gesture(r->play, lm_act_text(r->act, LM_FIELD_EMOTE_NAME));
    if (r->play->now_ms / 1000 - (int64_t)s->rack[rack].emoted_s < SECONDS_BETWEEN)
        return play_refuse(r->play, LM_REFUSED_OFTEN, NULL,
                           LM_SAYS(GESTURE_SOON, "", "wait a moment before the next gesture"));
    return do_house(r);
}
