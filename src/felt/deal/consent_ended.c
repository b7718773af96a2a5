/* consent_ended.c - removes bettors behind a box whose holder no longer consents: a step of the dealer. */
#include "deal.h"
#include "play.h"

/* A player who gives up the last place leaves the table, but not before their wagers are decided: at a live table they
 * may have bet for the dealer elsewhere. */
static bool must_stay(const house_play *play, uint8_t box, uint8_t bettor)
{
    const house_state *s = &play->state;
    int rack = rack_at(s, box, bettor);
    bool waits;
    return consent_chips_lie(play, box, bettor) ||
           (rack_places(s, rack) == 1 && rack_has_wagers(s, play->rules, rack, &waits));
}

static lm_act end_of(const house_state *s, uint8_t box, uint8_t bettor)
{
    int rack = rack_at(s, box, bettor);
    bool last = rack_places(s, rack) == 1;
    lm_act act = { .word = last ? LM_ACT_LEAVE_TABLE : LM_ACT_GIVE_BACK };
    lm_act_set_text(&act, LM_FIELD_PLAYER, s->rack[rack].player);
    lm_act_set_text(&act, LM_FIELD_CLAUSE, CONSENT_CLAUSE);
    if (!last) lm_act_set_seat(&act, LM_FIELD_SEAT, box, bettor);
    return act;
}

/* A bettor who has lost consent gives up the place when betting opens and none of their wagers lies there. Existing
 * wagers stand, and until the next round a card of the last round may still be corrected. */
deal_result consent_ended(house_play *play)
{
    const house_state *s = &play->state;
    if (s->table.stage != LM_IN_ROUND || s->table.round.phase != LM_BETTING) return DEAL_PASS;
    for (uint8_t box = 1; box <= play->rules->boxes; box++) {
        for (uint8_t b = LM_SECOND; b <= LM_THIRD; b++) {
            if (rack_at(s, box, b) < 0 || box_is_shared(s, box) || must_stay(play, box, b)) continue;
            lm_act end = end_of(s, box, b);
            return deal_act(play, &end);
        }
    }
    return DEAL_PASS;
}
