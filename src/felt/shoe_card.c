/* shoe_card.c - a card-reading shoe at a live table: what it announces is compared with what the dealer enters.
 *
 * The n-th card that the shoe announces is the n-th that left its stack (house_shoe.came), whichever of the two is first.
 * The shoe may be one card ahead, and only while the table waits for a card, so no watcher learns a card that is not about to
 * be shown. The identity of a card that is dealt face down is dropped before the act is recorded. */
#include "play.h"

static bool lies_down(lm_turn turn)
{
    return turn.verb == LM_DOWN || turn.verb == LM_BURN;
}

/* Whether the table waits for a card from this side; the determinant card comes from either. */
static bool is_due(const house_play *play, lm_turn turn, int side)
{
    if (turn.verb == LM_DETERMINE) return true;
    bool own = play->rules->shoe != LM_SHOE_DOUBLE || play->state.table.round.shoe_side == side;
    return own && (turn.verb == LM_CARD || lies_down(turn));
}

static void compare(house_play *play, int side, lm_card announced)
{
    const house_shoe *shoe = &play->state.shoe[side];
    lm_card entered = shoe->came[play->state.read[side] - 1];
    if (announced == LM_CARD_DOWN || entered == LM_CARD_DOWN || announced == entered) return;
    char card[3], was[3];
    lm_card_write(announced, card);
    lm_card_write(entered, was);
    lm_out_pack(event_begin(play, "shoe-differs"), "number:i card:s was:s", (int)play->state.read[side], card, was);
    event_end(play);
}

void shoe_card_restacks(house_state *s)
{
    for (int side = 0; side < HOUSE_SIDES; side++)
        s->read[side] = s->announced[side] = 0;
    s->reads = 0;
}

void shoe_card_follows(house_play *play, int side)
{
    house_state *s = &play->state;
    if (!s->announced[side] || s->read[side] != s->shoe[side].dealt) return;
    compare(play, side, (lm_card)(s->announced[side] - 1));
    s->announced[side] = 0;
}

/* Announced before it is entered. */
static bool announce(house_play *play, lm_act *act, int side, lm_card card)
{
    house_state *s = &play->state;
    lm_turn turn = lm_table_turn(&s->table, play->rules);
    if (!is_due(play, turn, side))
        return play_refuse(
            play, LM_REFUSED_NOW, NULL,
            LM_STAFF_SAYS(/* say:no-card-due */
                          "The table does not wait for a card from this shoe. Announce it again when it does."));
    if (lies_down(turn)) card = LM_CARD_DOWN;
    if (card == LM_CARD_DOWN) lm_act_unset(act, LM_FIELD_CARD);
    s->announced[side] = (uint8_t)(1 + card);
    return true;
}

bool act_shoe_card(house_play *play, lm_act *act)
{
    static const lm_act_field less[] = { LM_FIELD_BY_PERSON, LM_FIELDS };
    house_state *s = &play->state;
    bool double_shoe = play->rules->shoe == LM_SHOE_DOUBLE;
    int side = double_shoe && lm_act_has(act, LM_FIELD_SIDE) && lm_act_int(act, LM_FIELD_SIDE);
    lm_card card = lm_act_has(act, LM_FIELD_CARD) ? (lm_card)lm_act_int(act, LM_FIELD_CARD) : LM_CARD_DOWN;
    int dealt = s->shoe[side].dealt, read = s->reads >> side & 1 ? s->read[side] : dealt;
    if (read > dealt)
        return play_refuse(play, LM_REFUSED_NOW, NULL,
                           LM_STAFF_SAYS(/* say:card-not-entered */
                                         "The dealer has not entered the card that the shoe announced before. Announce "
                                         "this one again when "
                                         "the dealer has."));
    if (read == dealt && !announce(play, act, side, card)) return false;
    s->reads |= (uint8_t)(1u << side);
    s->read[side] = (uint16_t)(read + 1);
    if (read < dealt && s->shoe[side].came[read] == LM_CARD_DOWN) lm_act_unset(act, LM_FIELD_CARD);
    act_tell(play, act, less);
    if (read < dealt) compare(play, side, card);
    return true;
}
