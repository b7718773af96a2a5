/* shoes_steps.c - the dealer's steps about the shoe: which act is due, and what chance puts into it. */
#include <sodium.h>
#include <string.h>

#include "deal.h"
#include "lammer/words.h"

static json_t *order_json(const house_deck *deck, int sides)
{
    json_t *order = json_array();
    for (int side = 0; side < sides; side++) {
        char text[2 * LM_SHOE_CARDS + 1] = "";
        for (int i = 0; i < deck->cards[side]; i++)
            lm_card_write(deck->order[side][i], text + 2 * i);
        json_array_append_new(order, json_string(text));
    }
    return order;
}

static json_t *open_act(const house_deck *deck, int sides, uint32_t number)
{
    return json_pack("{s:s, s:i, s:o, s:o}", "do", "open-shoe", "number", (int)number, "salt",
                     shoes_hex(deck->salt, sizeof deck->salt), "order", order_json(deck, sides));
}

/* The cover card has come out, the house shuffles for each round, nothing is left, or the table has closed. */
static bool is_finished(const house_state *s, const lm_rules *rules)
{
    if (s->shoe_stage == SHOE_NONE || !shoes_may_be_opened(s)) return false;
    int dealt = s->shoe[0].dealt + s->shoe[1].dealt, cards = s->shoe[0].cards + s->shoe[1].cards;
    if (!s->is_open || dealt == cards) return true;
    if (rules->shoe == LM_SHOE_CONTINUOUS) return dealt > s->table.cards_out; /* the round's cards went back */
    return s->table.stage == LM_TO_UNLOAD && s->shoe_stage == SHOE_LOADED && dealt;
}

deal_result shoes_open_finished(house_play *play)
{
    const house_state *s = &play->state;
    if (!is_finished(s, play->rules)) return DEAL_PASS;
    bool spent = s->spent.number && !s->spent.opened;
    const house_deck *deck = spent ? &play->secret->spent : &play->secret->shoe;
    if (!deck->known)
        return deal_did(play_refuse(play, LM_REFUSED_FAULT, NULL, "the order of the shoe is not known here"));
    return deal_act(play, open_act(deck, s->sides, spent ? s->spent.number : s->shoe_number));
}

static deal_result commit_to(house_play *play, const house_secret *fresh)
{
    const house_state *s = &play->state;
    uint8_t commitment[LM_STORE_HASH];
    json_t *cards = json_array();
    for (int side = 0; side < fair_sides(play->rules); side++)
        json_array_append_new(cards, json_integer(fresh->shoe.cards[side]));
    fair_commitment(&fresh->shoe, commitment);
    return deal_act(play, json_pack("{s:s, s:i, s:o, s:o, s:o}", "do", "shoe", "number", (int)s->shoe_number + 1,
                                    "cards", cards, "commitment", shoes_hex(commitment, sizeof commitment), "sealed",
                                    fair_seal(fresh, play->key, play->id, s->shoe_number + 1)));
}

/* A shoe is shuffled when somebody is there who may cut it. */
deal_result shoes_bring(house_play *play)
{
    const house_state *s = &play->state;
    house_secret fresh = { 0 };
    if (s->shoe_stage != SHOE_NONE || s->drained || !deal_anybody(s)) return DEAL_PASS;
    fair_shuffle(&fresh.shoe, play->rules);
    deal_result result = commit_to(play, &fresh);
    sodium_memzero(&fresh, sizeof fresh);
    return result;
}

/* The shoe ran out in mid-round: whatever is not on the layout is shuffled, committed to and cut
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

bool cut_by_dealer(house_play *play)
{
    int least, most;
    shoe_cut_limits(&play->state, play->rules, &least, &most);
    int count = least + (int)randombytes_uniform((uint32_t)(most - least + 1));
    return deal_act(play, json_pack("{s:s, s:s, s:i}", "do", "cut-shoe", "seat", "dealer", "count", count)) ==
           DEAL_DONE;
}

/* A sealed shoe waits for whoever is offered the cut. The dealer cuts when all have declined, or where the
 * house has chosen so (C-19). */
deal_result shoes_cut(house_play *play)
{
    const house_state *s = &play->state;
    char seat[LM_SEAT_TEXT];
    if (s->shoe_stage != SHOE_SEALED) return DEAL_PASS;
    if (s->cutter && deal_is_seated(s, s->cutter)) return DEAL_REST;
    if (s->cutter) { /* whoever was asked has left */
        lm_words_of_seat(s->cutter, 0, 0, seat);
        return deal_act(play, json_pack("{s:s, s:s, s:i}", "do", "cut-shoe", "seat", seat, "count", 0));
    }
    if (!deal_anybody(s)) return DEAL_REST;
    if (shoes_next_cutter(s, play->rules))
        return deal_act(play, json_pack("{s:s, s:s, s:i}", "do", "cut-shoe", "seat", "dealer", "count", 0));
    return deal_did(cut_by_dealer(play));
}

/* The engine learns of a fresh shoe once; the cards of a continuous shuffler go back to it by themselves. */
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
