/* recount.c - a card of an earlier round that the dealer of a live table entered wrongly.
 *
 * That round is settled and what was paid stands: a player who disagrees opens a dispute. But the census of the shoe
 * must be right, or the engine would later refuse cards that are really there. Both values stay in the journal. */
#include "play.h"

/* Whether the cards seen before this round belong to the shoe now in play. They do not if the shoe was changed since,
 * or ran out in mid-round. */
static bool is_same_shoe(const lm_table *then, const lm_table *now)
{
    for (int card = 0; card < LM_CARDS; card++) {
        if (now->seen[card] < then->seen[card] + now->round.seen[card]) return false;
    }
    return now->cards_out >= then->cards_out;
}

static bool may_recount(house_play *play, const lm_act *act, lm_card was, lm_card is)
{
    const house_state *s = &play->state;
    if (s->terms.dealing != DEALT_LIVE)
        return play_refuse(play, LM_REFUSED_NOW, NULL,
                           LM_STAFF_SAYS("the program deals this table, so no card was entered by hand"));
    if (!*lm_act_text(act, LM_FIELD_REASON)) return play_refuse(play, LM_REFUSED_FORM, NULL, "say why");
    if (was == is) return play_refuse(play, LM_REFUSED_NOW, NULL, LM_STAFF_SAYS("that is the card that was entered"));
    if (!is_same_shoe(&s->before, &s->table) || !s->before.seen[was])
        return play_refuse(
            play, LM_REFUSED_NOW, NULL,
            LM_STAFF_SAYS("no such card was entered in an earlier round of this shoe; one of this round is "
                          "corrected with \"correct\""));
    return true;
}

bool act_recount(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    lm_card was = (lm_card)lm_act_int(act, LM_FIELD_WAS), is = (lm_card)lm_act_int(act, LM_FIELD_CARD);
    if (!may_recount(play, act, was, is)) return false;
    lm_status fits = lm_table_recount(&s->table, play->rules, was, is);
    if (lm_ok(fits)) fits = lm_table_recount(&s->before, play->rules, was, is);
    if (fits.why == LM_WHY_SHOE) {
        char card[3];
        lm_card_write(is, card);
        return play_refuse(
            play, LM_REFUSED_NOW, NULL,
            LM_STAFF_SAYS("every %s of the shoe has been dealt already, so the card cannot have been one"), card);
    }
    if (!lm_ok(fits)) return play_refuse_engine(play, fits);
    act_tell(play, act, (const lm_act_field[]){ LM_FIELD_BY_PERSON, LM_FIELDS });
    return true;
}
