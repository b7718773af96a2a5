/* consent.c - the holder of a box says whether other players may bet behind it: share, ask, give-back.
 *
 * MBJ-13(a).1 lets up to three people wager on one box if the first of them consents (C-117). Only the holder consents:
 * by `share`, or at a live table through the dealer, who asks them and seats the player. Consent ends when the holder
 * withdraws it or gives the box back. Only new requests are checked for it. Replayed acts are not, because they were
 * legal under the rules of their day: older records keep replaying, and a player loses a place only by an act in the
 * record. */
#include <stdio.h>
#include <string.h>

#include "play.h"

static void forget_asker(house_state *s, uint8_t box)
{
    memset(s->asks[box - 1], 0, sizeof s->asks[box - 1]);
}

/* Sitting down behind a box proves its holder's consent. When a box changes hands, the consent ends. */
void consent_follows(house_state *s, uint8_t box, uint8_t bettor)
{
    uint8_t bit = (uint8_t)(1u << (box - 1));
    if (!is_behind(bettor)) {
        s->shared &= (uint8_t)~bit;
        forget_asker(s, box);
    } else if (rack_at(s, box, LM_DECIDER) >= 0) {
        s->shared |= bit;
        if (strcmp(s->asks[box - 1], s->rack[rack_at(s, box, bettor)].player) == 0) forget_asker(s, box);
    }
}

void consent_forgets(house_state *s, const char *player)
{
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        if (strcmp(s->asks[box - 1], player) == 0) forget_asker(s, box);
    }
}

/* A bettor with a waiting streak may continue without consent: the streak was laid with consent, and sitting out would
 * forfeit it (MBJ-22(f)). */
bool consent_to_bet(house_play *play, const lm_action *a)
{
    const house_state *s = &play->state;
    if (a->verb != LM_BET || !is_behind(a->bettor) || box_is_shared(s, a->box)) return true;
    if (a->wager == LM_MAIN && felt_at(&s->table.round, play->rules, a->box, a->bettor).waits) return true;
    return play_refuse(
        play, LM_REFUSED_NOW, CONSENT_CLAUSE,
        LM_SAYS(NO_BETS_BEHIND, "box",
                "the holder of box %d does not allow bets behind it; bet at a box of your own, or ask them"),
        (int)a->box);
}

bool consent_to_sit(house_play *play, uint8_t box, uint8_t bettor, bool dealer_asked)
{
    const house_state *s = &play->state;
    if (!is_behind(bettor)) return true;
    if (rack_at(s, box, LM_DECIDER) < 0)
        return play_refuse(
            play, LM_REFUSED_NOW, CONSENT_CLAUSE,
            LM_SAYS(NO_HOLDER_CONSENTS, "box", "box %d has no holder who could consent; take the box itself"),
            (int)box);
    return dealer_asked || box_is_shared(s, box) ||
           play_refuse(
               play, LM_REFUSED_NOW, CONSENT_CLAUSE,
               LM_SAYS(ASK_THE_HOLDER, "box seat",
                       "the holder of box %d does not allow bets behind it; send \"ask\" with seat \"%d\" and wait "
                       "for their answer"),
               (int)box, (int)box);
}

/* The box that an act is about, as the seat of its first bettor. */
static bool read_box(house_play *play, const lm_act *act, uint8_t *box)
{
    lm_seat seat;
    if (!act_box(play, act, &seat)) return false;
    *box = seat.box;
    if (seat.bettor != LM_DECIDER)
        return play_refuse(play, LM_REFUSED_FORM, NULL, "\"seat\" must be a box such as \"%d\"", (int)seat.box);
    return play->rules->bettors_per_box > 1 || play_refuse_why(play, LM_WHY_BETTOR);
}

/* The holder allows or stops bets behind the box; this also answers the player who asked. */
bool act_share(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    uint8_t box;
    bool on = lm_act_int(act, LM_FIELD_ON) != 0;
    if (!read_box(play, act, &box)) return false;
    int rack = rack_of(s, lm_act_text(act, LM_FIELD_PLAYER));
    if (rack < 0 || rack_at(s, box, LM_DECIDER) != rack)
        return play_refuse(play, LM_REFUSED_PERSON, CONSENT_CLAUSE,
                           LM_SAYS(HOLDER_ALONE, "box", "only the holder of box %d may allow or stop bets behind it"),
                           (int)box);
    if (box_is_shared(s, box) == on && !s->asks[box - 1][0])
        return play_refuse(play, LM_REFUSED_NOW, CONSENT_CLAUSE,
                           on ? LM_SAYS(BOX_OPEN_ALREADY, "box", "box %d is open to further bettors already")
                              : LM_SAYS(BOX_CLOSED_ALREADY, "box", "box %d is closed to further bettors already"),
                           (int)box);
    s->shared = (uint8_t)((s->shared & ~(1u << (box - 1))) | (unsigned)on << (box - 1));
    forget_asker(s, box);
    act_tell(play, act, NULL);
    return true;
}

static bool is_full(const house_play *play, uint8_t box)
{
    for (uint8_t b = LM_SECOND; b < play->rules->bettors_per_box; b++) {
        if (rack_at(&play->state, box, b) < 0) return false;
    }
    return true;
}

static bool may_ask(house_play *play, const char *player, uint8_t box)
{
    const house_state *s = &play->state;
    int rack = rack_of(s, player);
    if (rack_at(s, box, LM_DECIDER) < 0)
        return play_refuse(
            play, LM_REFUSED_NOW, CONSENT_CLAUSE,
            LM_SAYS(NO_HOLDER_CONSENTS, "box", "box %d has no holder who could consent; take the box itself"),
            (int)box);
    for (uint8_t b = 0; rack >= 0 && b < LM_TIP; b++) {
        if (rack_at(s, box, b) == rack)
            return play_refuse(play, LM_REFUSED_NOW, NULL,
                               LM_SAYS(PLACE_ALREADY, "", "you have a place at that box already"));
    }
    if (box_is_shared(s, box))
        return play_refuse(play, LM_REFUSED_NOW, CONSENT_CLAUSE,
                           LM_SAYS(BOX_IS_OPEN, "box", "box %d is open to further bettors: take a place behind it"),
                           (int)box);
    if (is_full(play, box)) return play_refuse_engine(play, (lm_status){ LM_WHY_TAKEN, CONSENT_CLAUSE });
    if (seats_sharing_is_full(play, box)) return play_refuse_why(play, LM_WHY_SHARED);
    return strcmp(s->asks[box - 1], player) != 0 ||
           play_refuse(play, LM_REFUSED_NOW, CONSENT_CLAUSE,
                       LM_SAYS(ASKED_ALREADY, "box", "you have asked already; wait for the holder of box %d"),
                       (int)box);
}

/* A player asks to bet behind a closed box; the table remembers only the latest request. */
bool act_ask(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    const char *player = lm_act_text(act, LM_FIELD_PLAYER);
    uint8_t box;
    if (!*player) return play_refuse(play, LM_REFUSED_FORM, NULL, "name the player who asks in \"player\"");
    if (strcmp(player, s->dealer) == 0)
        return play_refuse(play, LM_REFUSED_PERSON, NULL,
                           LM_SAYS(OWN_TABLE, "", "a dealer must not play at their own table"));
    if (!read_box(play, act, &box) || !may_ask(play, player, box)) return false;
    forget_asker(s, box);
    snprintf(s->asks[box - 1], sizeof s->asks[box - 1], "%s", player);
    act_tell(play, act, NULL);
    return true;
}

/* Whether a wager of this place, or its player's wager for the dealer, is on the felt. */
bool consent_chips_lie(const house_play *play, uint8_t box, uint8_t bettor)
{
    const house_state *s = &play->state;
    felt_of_place own = felt_at(&s->table.round, play->rules, box, bettor);
    felt_of_place tip = felt_at(&s->table.round, play->rules, box, LM_TIP);
    bool his_tip = rack_at(s, box, LM_TIP) == rack_at(s, box, bettor);
    return own.open || own.waits || (his_tip && (tip.open || tip.waits));
}

/* Gives up one place behind a box; its player keeps their other places and their chips. */
bool act_give_back(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    lm_seat at = lm_act_seat(act, LM_FIELD_SEAT);
    int rack = rack_of(s, lm_act_text(act, LM_FIELD_PLAYER));
    if (!is_behind(at.bettor) || rack < 0 || rack_at(s, at.box, at.bettor) != rack)
        return play_refuse(play, LM_REFUSED_NOW, NULL,
                           LM_SAYS(NO_PLACE_BEHIND, "", "the player has no place behind that box"));
    if (rack_places(s, rack) < 2)
        return play_refuse(play, LM_REFUSED_NOW, NULL,
                           LM_SAYS(LAST_PLACE, "", "giving up the last place means leaving the table"));
    if (consent_chips_lie(play, at.box, at.bettor))
        return play_refuse(play, LM_REFUSED_NOW, lm_why_clause(LM_WHY_TOUCH, (int)play->rules->rule_set),
                           LM_SAYS(PLACE_STILL_PLAYS, "", "the player's wagers there are still being played"));
    s->holder[at.box - 1][at.bettor] = 0;
    act_tell(play, act, NULL);
    return true;
}
