/* shoes_steps.c - the dealer's steps for the shoe: the act that is due, with its random choices. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "deal.h"
#include "lammer/words.h"

/* Opens the order before the players' shuffle, because the commitment is to that order. */
static deal_result open_shoe(house_play *play, house_deck *deck, const house_mix *mix, int sides, uint32_t number)
{
    shoe_hex salt;
    char order[HOUSE_SIDES][2 * LM_SHOE_CARDS + 1] = { 0 };
    lm_act act = { .word = LM_ACT_OPEN_SHOE };
    lm_act_value *orders = lm_act_set(&act, LM_FIELD_ORDER);
    fair_unmix(deck, mix);
    for (int side = 0; side < sides; side++) {
        for (int i = 0; i < deck->cards[side]; i++)
            lm_card_write(deck->order[side][i], order[side] + 2 * i);
        orders->orders[side] = order[side];
    }
    shoes_hex(deck->salt, salt);
    lm_act_set_int(&act, LM_FIELD_NUMBER, number);
    lm_act_set_text(&act, LM_FIELD_SALT, salt);
    return deal_act(play, &act);
}

/* A shoe is finished when the cover card is out, the house shuffles for each round, no card is left, the shoe is void
 * or the table has closed. */
static bool is_finished(const house_state *s, const lm_rules *rules)
{
    if (s->shoe_stage == SHOE_NONE || !shoes_may_be_opened(s)) return false;
    if (s->shoe_stage == SHOE_VOID) return true;
    int dealt = s->shoe[0].dealt + s->shoe[1].dealt, cards = s->shoe[0].cards + s->shoe[1].cards;
    if (!s->is_open || dealt == cards) return true;
    if (rules->shoe == LM_SHOE_CONTINUOUS)
        return dealt > s->table.cards_out; /* the shuffler has taken back the cards of a round */
    return s->table.stage == LM_TO_UNLOAD && s->shoe_stage == SHOE_LOADED && dealt;
}

deal_result shoes_open_finished(house_play *play)
{
    const house_state *s = &play->state;
    if (!is_finished(s, play->rules)) return DEAL_PASS;
    bool spent = s->spent.number && !s->spent.opened;
    house_deck deck = spent ? play->secret->spent : play->secret->shoe;
    house_mix mix = spent ? s->spent.mix : s->mix;
    if (!deck.known)
        return deal_did(play_refuse(play, LM_REFUSED_FAULT, NULL, "the order of the shoe is not known here"));
    return open_shoe(play, &deck, &mix, s->sides, spent ? s->spent.number : s->shoe_number);
}

static deal_result commit_to(house_play *play, const house_secret *fresh)
{
    const house_state *s = &play->state;
    uint8_t commitment[LM_STORE_HASH];
    shoe_hex text;
    fair_commitment(&fresh->shoe, commitment);
    shoes_hex(commitment, text);
    char *sealed = fair_seal(fresh, play->key, play->id, s->shoe_number + 1);
    lm_act act = { .word = LM_ACT_SHOE };
    lm_act_set_int(&act, LM_FIELD_NUMBER, s->shoe_number + 1);
    lm_act_value *cards = lm_act_set(&act, LM_FIELD_CARDS);
    cards->counts.n = (uint8_t)fair_sides(play->rules);
    memcpy(cards->counts.of, fresh->shoe.cards, sizeof cards->counts.of);
    lm_act_set_text(&act, LM_FIELD_COMMITMENT, text);
    lm_act_set_text(&act, LM_FIELD_SEALED, sealed);
    deal_result result = deal_act(play, &act);
    free(sealed);
    return result;
}

/* Shuffles a new shoe when a player is at the table to cut it. */
deal_result shoes_bring(house_play *play)
{
    const house_state *s = &play->state;
    house_secret fresh = { 0 };
    if (s->shoe_stage != SHOE_NONE || s->drained || !deal_has_players(s)) return DEAL_PASS;
    fair_shuffle(&fresh.shoe, play->rules);
    deal_result result = commit_to(play, &fresh);
    sodium_memzero(&fresh, sizeof fresh);
    return result;
}

/* The shoe ran out in mid-round: the house shuffles, commits to and cuts the cards that are not on the layout
 * (MFB-11(g), MBJ-15(g)). */
deal_result shoes_replace_exhausted(house_play *play)
{
    const house_state *s = &play->state;
    if (!shoes_exhausted(s)) return DEAL_PASS;
    int left[LM_CARDS], n = 0;
    lm_card stack[LM_SHOE_CARDS];
    house_secret fresh = { .spent = play->secret->shoe };
    for (int card = 0; card < LM_CARDS; card++)
        left[card] = (int)play->rules->decks - s->table.seen[card];
    for (uint32_t i = 0; i < s->downs.n; i++) {
        uint16_t number = s->downs.down[i].card;
        int side = down_side(number);
        if (deal_is_racked(s, &s->downs.down[i])) continue;
        left[fair_card(&play->secret->shoe, &s->shoe[side], side, number & DOWN_INDEX)]--;
    }
    for (int card = 0; card < LM_CARDS; card++) {
        for (; left[card] > 0; left[card]--)
            stack[n++] = (lm_card)card;
    }
    fair_shuffle_cards(&fresh.shoe, fair_sides(play->rules) > 1 ? s->table.round.shoe_side : 0, stack, n);
    deal_result result = commit_to(play, &fresh);
    sodium_memzero(&fresh, sizeof fresh);
    sodium_memzero(stack, sizeof stack);
    return result;
}

bool cut_shoe(house_play *play, uint8_t box, int64_t count)
{
    lm_act act = { .word = LM_ACT_CUT_SHOE };
    lm_act_set_seat(&act, LM_FIELD_PLACE, box, LM_DECIDER);
    lm_act_set_int(&act, LM_FIELD_COUNT, count);
    return play_act(play, &act);
}

bool cut_by_dealer(house_play *play)
{
    int least, most;
    shoe_cut_limits(&play->state, play->rules, &least, &most);
    return cut_shoe(play, 0, least + (int)randombytes_uniform((uint32_t)(most - least + 1)));
}

/* A sealed shoe waits for the player who is offered the cut. The dealer cuts when all have declined, or where the
 * house has chosen so (C-19). */
deal_result shoes_cut(house_play *play)
{
    const house_state *s = &play->state;
    if (s->shoe_stage != SHOE_SEALED) return DEAL_PASS;
    if (s->cutter && deal_is_seated(s, s->cutter)) return DEAL_REST;
    if (s->cutter) return deal_did(cut_shoe(play, s->cutter, 0)); /* the player who was asked has left */
    if (!deal_has_players(s)) return DEAL_REST;
    return deal_did(shoes_next_cutter(s, play->rules) ? cut_shoe(play, 0, 0) : cut_by_dealer(play));
}

static bool end_mixing(house_play *play, lm_act_word word)
{
    lm_act act = { .word = word };
    lm_act_set_int(&act, LM_FIELD_NUMBER, play->state.shoe_number);
    return play_act(play, &act);
}

bool mix_expire(house_play *play)
{
    return end_mixing(play, deal_in_round(&play->state) ? LM_ACT_MIX_SHOE : LM_ACT_VOID_SHOE);
}

/* Waits only for players at the table: the value of a player who has left cannot come. */
deal_result shoes_mix(house_play *play)
{
    const house_state *s = &play->state;
    if (s->shoe_stage != SHOE_MIXING) return DEAL_PASS;
    if (mix_is_complete(&s->mix)) return deal_did(end_mixing(play, LM_ACT_MIX_SHOE));
    return mix_waits_for(s) ? DEAL_REST : deal_did(mix_expire(play));
}

/* Tells the engine of a fresh shoe, once. The engine itself returns the cards of a continuous shuffler. */
deal_result shoes_load(house_play *play)
{
    const house_state *s = &play->state;
    bool fresh = !s->shoe[0].dealt && !s->shoe[1].dealt;
    if (s->shoe_stage != SHOE_LOADED || deal_in_round(s)) return DEAL_PASS;
    bool empty = lm_table_phase_of(&s->table) == LM_TABLE_EMPTY;
    bool again = fresh && (s->table.cards_out || s->table.stage == LM_TO_UNLOAD);
    if (!empty && !again) return DEAL_PASS;
    return deal_did(play_action(play, (lm_action){ .verb = LM_LOAD, .yes = 1 }));
}
