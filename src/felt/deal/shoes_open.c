/* shoes_open.c - opens a finished shoe so that players can check it: the act `open-shoe`.
 *
 * It is refused unless salt and order are what was committed to, the cards are those of the decks, and every card that
 * was dealt came from its place in the order after the cut. In a replay such a refusal proves cheating. */
#include <sodium.h>
#include <string.h>

#include "deal.h"
#include "play.h"

static bool read_side(const char *text, lm_card order[LM_SHOE_CARDS], uint16_t *cards)
{
    size_t length = text ? strlen(text) : 1;
    if (length % 2 || length / 2 > LM_SHOE_CARDS) return false;
    *cards = (uint16_t)(length / 2);
    for (int i = 0; i < *cards; i++) {
        char one[3] = { text[2 * i], text[2 * i + 1] };
        if (!lm_card_read(one, &order[i])) return false;
    }
    return true;
}

static bool read_order(const lm_act *act, int sides, house_deck *deck)
{
    const lm_act_value *order = lm_act_get(act, LM_FIELD_ORDER);
    memset(deck, 0, sizeof *deck);
    if (!shoes_read_hex(lm_act_text(act, LM_FIELD_SALT), deck->salt, sizeof deck->salt) ||
        (sides < LM_ACT_SIDES && order->orders[sides]))
        return false;
    for (int side = 0; side < sides; side++) {
        if (!read_side(order->orders[side], deck->order[side], &deck->cards[side])) return false;
    }
    return true;
}

/* Every dealt card must be the one at its place in the order, after the cut. */
static bool came_as_ordered(const house_deck *deck, const house_shoe shoe[HOUSE_SIDES], int sides)
{
    for (int side = 0; side < sides; side++) {
        if (deck->cards[side] != shoe[side].cards) return false;
        for (int i = 0; i < shoe[side].dealt; i++) {
            lm_card came = shoe[side].came[i];
            if (came != LM_CARD_DOWN && came != fair_card(deck, &shoe[side], side, i)) return false;
        }
    }
    return true;
}

static void count_cards(const house_deck *deck, int side, int count[LM_CARDS])
{
    for (int i = 0; i < deck->cards[side]; i++)
        count[deck->order[side][i]]++;
}

/* Each side of a whole shoe holds every card equally often. */
static bool is_whole(const house_deck *deck, int sides)
{
    for (int side = 0; side < sides; side++) {
        int count[LM_CARDS] = { 0 };
        count_cards(deck, side, count);
        for (int card = 0; card < LM_CARDS; card++) {
            if (count[card] * LM_CARDS != deck->cards[side]) return false;
        }
    }
    return true;
}

/* A stack made in mid-round has all cards of the decks except those on the layout. */
static bool is_the_rest(const house_deck *deck, int sides, const lm_rules *rules, const uint8_t on_layout[LM_CARDS])
{
    int count[LM_CARDS] = { 0 };
    for (int side = 0; side < sides; side++)
        count_cards(deck, side, count);
    for (int card = 0; card < LM_CARDS; card++) {
        if (count[card] + on_layout[card] != rules->decks) return false;
    }
    return true;
}

static bool cheated(house_play *play, uint32_t number, const char *what)
{
    return play_refuse(play, LM_REFUSED_FAULT, NULL,
                       /* say:not-the-committed */ "shoe %u does not match its commitment: %s", number, what);
}

/* Checks the opened deck, and applies the players' shuffle to it. */
static bool check_opened(house_play *play, house_deck *deck, const house_stack *stack, const uint8_t *on_layout)
{
    uint8_t commitment[LM_STORE_HASH];
    fair_commitment(deck, commitment);
    if (memcmp(commitment, stack->commitment, sizeof commitment) != 0)
        return cheated(play, stack->number,
                       /* say:not-the-commitment */ "salt and order do not give the commitment");
    bool right = on_layout ? is_the_rest(deck, stack->sides, play->rules, on_layout) : is_whole(deck, stack->sides);
    if (!right)
        return cheated(play, stack->number,
                       /* say:not-the-decks-cards */ "its cards are not those of the decks");
    deck->known = true;
    fair_mix(deck, &stack->mix);
    if (!came_as_ordered(deck, stack->side, stack->sides))
        return cheated(play, stack->number,
                       /* say:not-its-place */ "a dealt card is not the one at its place in the order");
    return true;
}

static void tell_opened(house_play *play, const lm_act *act, const house_stack *stack)
{
    shoe_hex commitment;
    play->opened.from = play->events.text.size + 1; /* the event begins after a bracket or a comma */
    lm_out *event = event_begin(play, "open-shoe");
    lm_act_write_fields(act, NULL, event);
    lm_out_pack(event, "cut:[");
    for (int side = 0; side < stack->sides; side++)
        lm_out_int(event, stack->side[side].cut);
    shoes_hex(stack->commitment, commitment);
    lm_out_pack(event, "] commitment:s", commitment);
    mix_write(&stack->mix, event);
    if (stack->mix.parts) lm_out_pack(event, "table:s", play->id); /* the seed depends on the table's name */
    if (play->state.shoe_stage == SHOE_VOID) lm_out_pack(event, "void:b", true);
    event_end(play);
    play->opened.end = play->events.text.size;
    play->state.opened_number = stack->number;
    play->state.opened_seq = play->state.seq + 1;
}

/* Opening the spent shoe reveals the face-down cards of the layout, which the stack that replaced it must lack. */
static bool open_spent(house_play *play, const lm_act *act)
{
    house_stack *spent = &play->state.spent;
    house_deck deck;
    if (!read_order(act, spent->sides, &deck)) return shoes_malformed(play, "open-shoe");
    if (!check_opened(play, &deck, spent, NULL)) return false;
    for (int i = 0; i < spent->hidden; i++) {
        int side = spent->where[i] / LM_SHOE_CARDS, index = spent->where[i] % LM_SHOE_CARDS;
        spent->on_layout[fair_card(&deck, &spent->side[side], side, index)]++;
    }
    spent->opened = 1;
    tell_opened(play, act, spent);
    return true;
}

static bool open_present(house_play *play, const lm_act *act)
{
    house_state *s = &play->state;
    house_stack stack = { .number = s->shoe_number, .sides = s->sides, .mix = s->mix };
    house_deck deck;
    memcpy(stack.commitment, s->commitment, sizeof stack.commitment);
    memcpy(stack.side, s->shoe, sizeof stack.side);
    if (!read_order(act, stack.sides, &deck)) return shoes_malformed(play, "open-shoe");
    if (!check_opened(play, &deck, &stack, s->spent.number ? s->spent.on_layout : NULL)) return false;
    tell_opened(play, act, &stack);
    s->shoe_stage = SHOE_NONE;
    s->cutter = s->cut_refused = 0;
    memset(&s->spent, 0, sizeof s->spent);
    if (play->secret) sodium_memzero(play->secret, sizeof *play->secret);
    if (!s->is_open) lm_table_open(&s->table, play->rules); /* closed: no cards on the table */
    return true;
}

/* A shoe may be opened between rounds, and at a closed table also before the first bet. */
bool shoes_may_be_opened(const house_state *s)
{
    bool untouched = s->table.round.phase == LM_BETTING && !s->table.round.felt_cents;
    return !deal_in_round(s) || (!s->is_open && untouched);
}

bool act_open_shoe(house_play *play, lm_act *act)
{
    const house_state *s = &play->state;
    int64_t number = lm_act_int(act, LM_FIELD_NUMBER);
    if (s->shoe_stage == SHOE_NONE || !shoes_may_be_opened(s))
        return play_refuse(play, LM_REFUSED_NOW, NULL, LM_STAFF_SAYS("no shoe is finished"));
    if (s->spent.number && !s->spent.opened)
        return number == s->spent.number ? open_spent(play, act) : shoes_malformed(play, "open-shoe");
    return number == s->shoe_number ? open_present(play, act) : shoes_malformed(play, "open-shoe");
}
