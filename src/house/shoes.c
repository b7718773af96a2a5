/* shoes.c - the life of a virtual shoe as acts: committed to, cut, dealt, opened (docs/fair-shoe.md).
 *
 * `shoe` publishes the commitment and keeps the order sealed, `cut-shoe` is the cut that comes after it, `open-shoe` gives
 * everybody salt and order and is refused unless they are what was committed to and dealt. */
#include <sodium.h>
#include <string.h>

#include "deal.h"
#include "lammer/words.h"

enum { NO_COVER = UINT16_MAX };

/* --- who cuts, and how deep --------------------------------------------------------------------------------- */

bool deal_is_seated(const house_state *state, uint8_t box)
{
    return state->holder[box - 1][LM_DECIDER] != 0;
}

bool deal_anybody(const house_state *state)
{
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        if (deal_is_seated(state, box)) return true;
    }
    return false;
}

bool deal_in_round(const house_state *state)
{
    return state->table.stage == LM_IN_ROUND;
}

bool shoes_exhausted(const house_state *state)
{
    return deal_in_round(state) && state->table.burns & LM_BURN_FOR_EXHAUSTION && !state->spent.number;
}

/* The box that is offered the cut, by the document's rotation over whoever sits there now; 0 the dealer. */
static uint8_t next_cutter(const house_state *state, const lm_rules *rules)
{
    lm_table seats = state->table;
    seats.seated = 0;
    seats.refused = state->cut_refused;
    for (uint8_t box = 1; box <= rules->boxes; box++) {
        if (deal_is_seated(state, box)) seats.seated |= (uint8_t)(1 << (box - 1));
    }
    if (deal_in_round(state))
        seats.cause = LM_COVER_CARD; /* MFB-11(g), MBJ-15(g): cut as after the cover card */
    return seats.seated ? lm_table_cutter(&seats, rules) : 0;
}

/* One cut goes through every side; so it must leave enough on both ends of each. */
void shoe_cut_limits(const house_state *state, const lm_rules *rules, int *least, int *most)
{
    *least = 0;
    *most = LM_SHOE_CARDS;
    for (int side = 0; side < state->sides; side++) {
        int cards = state->shoe[side].cards;
        if (!cards) continue;
        lm_table stack = { .cards_out = (uint16_t)((int)rules->decks * LM_CARDS - cards),
                           .paused = LM_PAUSED_BY_EXHAUSTION };
        int minimum = lm_table_cut_minimum(&stack, rules);
        if (minimum > *least) *least = minimum;
        if (cards - minimum < *most) *most = cards - minimum;
    }
}

/* Cards in front of the cover card. A quarter of the stack stays behind it, a third of a hand-dealt one, or more if the house
 * has said so: MFB-4(e).3, MBJ-5(d).3, MBJ-5(i).2. */
static uint16_t cover_of(const house_play *play, int cards)
{
    const lm_rules *k = play->rules;
    bool hand = k->shoe == LM_SHOE_HAND, used = k->cover_cards && k->shoe != LM_SHOE_CONTINUOUS;
    if (!used || deal_in_round(&play->state) || (hand && k->rounds_per_deck == LM_ROUNDS_ONE))
        return NO_COVER;
    int parts = hand ? 3 : 4, document = (cards + parts - 1) / parts;
    int house = (int)((cards * k->cover_depth + 9999) / 10000);
    return (uint16_t)(cards - (house > document ? house : document));
}

/* --- the act `shoe` ------------------------------------------------------------------------------------------ */

static bool malformed(house_play *play, const char *word)
{
    return play_refuse(play, 400, NULL, "\"%s\" lacks a field or has one that is malformed", word);
}

static bool read_hex(const json_t *value, uint8_t *bytes, size_t size)
{
    const char *text = json_string_value(value);
    size_t got;
    return text && strlen(text) == 2 * size &&
           sodium_hex2bin(bytes, size, text, 2 * size, NULL, &got, NULL) == 0 && got == size;
}

static json_t *hex_of(const uint8_t *bytes, size_t size)
{
    char text[2 * LM_STORE_HASH + 1];
    sodium_bin2hex(text, sizeof text, bytes, size);
    return json_string(text);
}

/* How many cards lie on each side; false unless they are as many as the table has and as its shoe has sides. */
static bool read_cards(const house_play *play, const json_t *cards, int count[HOUSE_SIDES])
{
    size_t sides = json_array_size(cards);
    int sum = 0, out = deal_in_round(&play->state) ? play->state.table.cards_out : 0;
    if (sides != (size_t)fair_sides(play->rules)) return false;
    for (size_t i = 0; i < sides; i++) {
        json_int_t n = json_integer_value(json_array_get(cards, i));
        if (n < 0 || n > LM_SHOE_CARDS) return false;
        count[i] = (int)n;
        sum += count[i];
    }
    return sum + out == (int)play->rules->decks * LM_CARDS;
}

/* The shoe that ran out keeps its face-down cards until the round is over. */
static void set_spent(house_play *play)
{
    house_state *s = &play->state;
    house_stack *spent = &s->spent;
    *spent = (house_stack){ .number = s->shoe_number, .sides = s->sides };
    memcpy(spent->commitment, s->commitment, sizeof spent->commitment);
    memcpy(spent->on_layout, s->table.seen, sizeof spent->on_layout);
    memcpy(spent->side, s->shoe, sizeof spent->side);
    for (int i = 0; i < s->downs; i++) {
        s->down[i].spent = 1;
        spent->where[spent->hidden++] = (uint16_t)(s->down[i].side * LM_SHOE_CARDS + s->down[i].index);
    }
}

static void tell(house_play *play, json_t *event)
{
    json_array_append_new(play->events, event);
}

static const char *by_document(const house_play *play, const char *free_bet, const char *blackjack)
{
    return lm_is_free_bet(play->rules) ? free_bet : blackjack;
}

static void offer_cut(house_play *play)
{
    int least, most;
    char seat[LM_SEAT_TEXT];
    play->state.cutter = next_cutter(&play->state, play->rules);
    if (!play->state.cutter) return;
    shoe_cut_limits(&play->state, play->rules, &least, &most);
    lm_words_of_seat(play->state.cutter, 0, 0, seat);
    tell(play, json_pack("{s:s, s:s, s:i, s:i, s:s}", "event", "offer-cut", "seat", seat, "least", least,
                         "most", most, "clause", by_document(play, "MFB-4(b)", "MBJ-5(b)")));
}

/* The present order leaves the secret as the spent one before the new one is unsealed into it; the seal holds both. */
static bool learn_order(house_play *play, const json_t *act)
{
    if (!play->secret) return true;
    if (!play->key) {
        memset(play->secret, 0, sizeof *play->secret);
        return true;
    }
    if (fair_unseal(play->secret, json_object_get(act, "sealed"), play->key, play->id,
                    play->state.shoe_number))
        return true;
    return play_refuse(play, 500, NULL, "the sealed shoe does not open with this house's key");
}

static bool may_bring(house_play *play)
{
    const house_state *s = &play->state;
    if (s->terms.dealing != DEALT_VIRTUALLY)
        return play_refuse(play, 409, NULL, "at a live table the shoe is a real one");
    if (s->shoe_stage == SHOE_NONE && !deal_in_round(s)) return true;
    return shoes_exhausted(s) || play_refuse(play, 409, NULL, "the shoe on the table is not finished");
}

static bool do_shoe(house_play *play, const json_t *act)
{
    house_state *s = &play->state;
    int count[HOUSE_SIDES] = { 0 };
    uint8_t commitment[LM_STORE_HASH];
    if (!may_bring(play)) return false;
    if (json_integer_value(json_object_get(act, "number")) != (json_int_t)s->shoe_number + 1 ||
        !read_cards(play, json_object_get(act, "cards"), count) ||
        !read_hex(json_object_get(act, "commitment"), commitment, sizeof commitment))
        return malformed(play, "shoe");
    if (deal_in_round(s)) set_spent(play);
    s->shoe_number++;
    s->shoe_seq = s->seq + 1;
    s->sides = (uint8_t)fair_sides(play->rules);
    memcpy(s->commitment, commitment, sizeof commitment);
    for (int side = 0; side < HOUSE_SIDES; side++)
        s->shoe[side] = (house_shoe){ .cards = (uint16_t)count[side], .cover = cover_of(play, count[side]) };
    if (!learn_order(play, act)) return false;
    s->shoe_stage =
        play->rules->shoe == LM_SHOE_CONTINUOUS ? SHOE_LOADED : SHOE_SEALED; /* MFB-4(i), MBJ-21: no cut */
    s->cut_refused = s->cutter = 0;
    tell(play, json_pack("{s:s, s:i, s:O, s:o}", "event", "shoe", "number", (int)s->shoe_number, "cards",
                         json_object_get(act, "cards"), "commitment", hex_of(commitment, sizeof commitment)));
    if (s->shoe_stage == SHOE_SEALED) offer_cut(play);
    return true;
}

/* --- the act `cut-shoe` -------------------------------------------------------------------------------------- */

/* Whoever declines has declined for all of his boxes; the next in the rotation is asked: MFB-4(d), MBJ-5(f). A place that
 * was left has declined nothing. */
static void decline(house_play *play, uint8_t box)
{
    house_state *s = &play->state;
    uint8_t holder = s->holder[box - 1][LM_DECIDER];
    char seat[LM_SEAT_TEXT];
    for (int i = 0; holder && i < LM_BOXES; i++) {
        if (s->holder[i][LM_DECIDER] == holder) s->cut_refused |= (uint8_t)(1 << i);
    }
    lm_words_of_seat(box, 0, 0, seat);
    tell(play, json_pack("{s:s, s:s, s:s}", "event", "refuse-cut", "seat", seat, "clause",
                         by_document(play, "MFB-4(d)", "MBJ-5(f)")));
    offer_cut(play);
}

static bool read_cutter(const json_t *act, uint8_t *box)
{
    uint8_t bettor = 0;
    const char *seat = json_string_value(json_object_get(act, "seat"));
    *box = 0;
    if (!seat) return false;
    return strcmp(seat, "dealer") == 0 || (lm_words_seat(seat, box, &bettor) && bettor == LM_DECIDER);
}

/* A cut that came with the commitment would be no protection. */
static bool may_cut(house_play *play, uint8_t box)
{
    const house_state *s = &play->state;
    if (s->shoe_stage != SHOE_SEALED) return play_refuse(play, 409, NULL, "no shoe waits for a cut");
    if (box && box != s->cutter)
        return play_refuse(play, 409, by_document(play, "MFB-4(c)(1)", "MBJ-5(e)(1)"),
                           "the cut is offered to somebody else");
    if (box && s->shoe_seq > s->seq)
        return play_refuse(play, 500, NULL, "a player cuts only after the commitment was published");
    return true;
}

static bool do_cut(house_play *play, const json_t *act)
{
    house_state *s = &play->state;
    const json_t *number = json_object_get(act, "count");
    uint8_t box;
    int least, most;
    if (!read_cutter(act, &box) || !json_is_integer(number)) return malformed(play, "cut-shoe");
    if (!may_cut(play, box)) return false;
    json_int_t count = json_integer_value(number);
    if (count == 0) {
        if (box)
            decline(play, box);
        else
            offer_cut(play);
        return true;
    }
    shoe_cut_limits(s, play->rules, &least, &most);
    if (count < least || count > most)
        return play_refuse(play, 409, by_document(play, "MFB-4(e).1", "MBJ-5(c)"),
                           "a cut leaves %d cards at least on either side: %d to %d", least, least, most);
    for (int side = 0; side < s->sides; side++)
        s->shoe[side].cut = s->shoe[side].cards ? (uint16_t)count : 0;
    s->shoe_stage = SHOE_LOADED;
    s->cutter = s->cut_refused = 0;
    tell(play, json_pack("{s:s, s:O, s:I, s:s}", "event", "cut-shoe", "seat", json_object_get(act, "seat"),
                         "count", count, "clause", by_document(play, "MFB-4(e).2", "MBJ-5(d).1")));
    return true;
}

/* --- the act `open-shoe` ------------------------------------------------------------------------------------- */

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

static bool read_side(const json_t *value, lm_card order[LM_SHOE_CARDS], uint16_t *cards)
{
    const char *text = json_string_value(value);
    size_t length = text ? strlen(text) : 1;
    if (length % 2 || length / 2 > LM_SHOE_CARDS) return false;
    *cards = (uint16_t)(length / 2);
    for (int i = 0; i < *cards; i++) {
        char one[3] = { text[2 * i], text[2 * i + 1] };
        if (!lm_card_read(one, &order[i])) return false;
    }
    return true;
}

static bool read_order(const json_t *act, int sides, house_deck *deck)
{
    const json_t *order = json_object_get(act, "order");
    memset(deck, 0, sizeof *deck);
    if (!read_hex(json_object_get(act, "salt"), deck->salt, sizeof deck->salt) ||
        json_array_size(order) != (size_t)sides)
        return false;
    for (int side = 0; side < sides; side++) {
        if (!read_side(json_array_get(order, (size_t)side), deck->order[side], &deck->cards[side]))
            return false;
    }
    return true;
}

/* Every card that came must be the one that the order, after the cut, has in its place. */
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

/* A whole shoe has every card as often as there are decks; a stack made in mid-round lacks what lay on the layout. */
static bool has_all_cards(const house_deck *deck, int sides, const lm_rules *rules,
                          const uint8_t on_layout[LM_CARDS])
{
    int left[LM_CARDS];
    for (int card = 0; card < LM_CARDS; card++)
        left[card] = (int)rules->decks - on_layout[card];
    for (int side = 0; side < sides; side++) {
        for (int i = 0; i < deck->cards[side]; i++)
            left[deck->order[side][i]]--;
    }
    for (int card = 0; card < LM_CARDS; card++) {
        if (left[card]) return false;
    }
    return true;
}

static bool cheated(house_play *play, uint32_t number, const char *what)
{
    return play_refuse(play, 500, NULL, "shoe %u is not the one that was committed to: %s", number, what);
}

static bool check_opened(house_play *play, const house_deck *deck, const house_stack *stack,
                         const uint8_t *on_layout)
{
    uint8_t commitment[LM_STORE_HASH];
    fair_commitment(deck, commitment);
    if (memcmp(commitment, stack->commitment, sizeof commitment) != 0)
        return cheated(play, stack->number, "salt and order do not give the commitment");
    if (!has_all_cards(deck, stack->sides, play->rules, on_layout))
        return cheated(play, stack->number, "its cards are not those of the decks");
    if (!came_as_ordered(deck, stack->side, stack->sides))
        return cheated(play, stack->number,
                       "a card was dealt that does not come from its place in the order");
    return true;
}

static void tell_opened(house_play *play, const json_t *act, const house_stack *stack)
{
    json_t *cut = json_array();
    for (int side = 0; side < stack->sides; side++)
        json_array_append_new(cut, json_integer(stack->side[side].cut));
    tell(play, json_pack("{s:s, s:i, s:O, s:O, s:o, s:o}", "event", "open-shoe", "number", (int)stack->number,
                         "salt", json_object_get(act, "salt"), "order", json_object_get(act, "order"), "cut",
                         cut, "commitment", hex_of(stack->commitment, sizeof stack->commitment)));
    play->state.opened_number = stack->number;
    play->state.opened_seq = play->state.seq + 1;
}

/* The face-down cards of the layout are known now; the stack that replaced the shoe must lack them too. */
static bool open_spent(house_play *play, const json_t *act)
{
    static const uint8_t nothing[LM_CARDS] = { 0 };
    house_stack *spent = &play->state.spent;
    house_deck deck;
    if (!read_order(act, spent->sides, &deck)) return malformed(play, "open-shoe");
    if (!check_opened(play, &deck, spent, nothing)) return false;
    for (int i = 0; i < spent->hidden; i++) {
        int side = spent->where[i] / LM_SHOE_CARDS, index = spent->where[i] % LM_SHOE_CARDS;
        spent->on_layout[fair_card(&deck, &spent->side[side], side, index)]++;
    }
    spent->opened = 1;
    tell_opened(play, act, spent);
    return true;
}

static bool open_present(house_play *play, const json_t *act)
{
    house_state *s = &play->state;
    house_stack stack = { .number = s->shoe_number, .sides = s->sides };
    house_deck deck;
    memcpy(stack.commitment, s->commitment, sizeof stack.commitment);
    memcpy(stack.side, s->shoe, sizeof stack.side);
    if (!read_order(act, stack.sides, &deck)) return malformed(play, "open-shoe");
    if (!check_opened(play, &deck, &stack, s->spent.on_layout)) return false;
    tell_opened(play, act, &stack);
    s->shoe_stage = SHOE_NONE;
    s->cutter = s->cut_refused = 0;
    memset(&s->spent, 0, sizeof s->spent);
    if (play->secret) sodium_memzero(play->secret, sizeof *play->secret);
    if (!s->is_open) lm_table_open(&s->table, play->rules); /* closed: no cards on the table */
    return true;
}

/* Between rounds; at a closed table also while nobody has bet. */
static bool may_be_opened(const house_state *s)
{
    bool untouched = s->table.round.phase == LM_BETTING && !s->table.round.felt_cents;
    return !deal_in_round(s) || (!s->is_open && untouched);
}

static bool do_open(house_play *play, const json_t *act)
{
    const house_state *s = &play->state;
    json_int_t number = json_integer_value(json_object_get(act, "number"));
    if (s->shoe_stage == SHOE_NONE || !may_be_opened(s))
        return play_refuse(play, 409, NULL, "no shoe is finished");
    if (s->spent.number && !s->spent.opened)
        return number == s->spent.number ? open_spent(play, act) : malformed(play, "open-shoe");
    return number == s->shoe_number ? open_present(play, act) : malformed(play, "open-shoe");
}

bool shoe_act(house_play *play, const char *word, const json_t *act, bool *mine)
{
    static const struct {
        const char *word;
        bool (*act)(house_play *, const json_t *);
    } words[] = { { "shoe", do_shoe }, { "cut-shoe", do_cut }, { "open-shoe", do_open } };
    *mine = true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i].word, word) == 0) return words[i].act(play, act);
    }
    *mine = false;
    return true;
}

/* --- the dealer's steps -------------------------------------------------------------------------------------- */

static json_t *open_act(const house_deck *deck, int sides, uint32_t number)
{
    return json_pack("{s:s, s:i, s:o, s:o}", "do", "open-shoe", "number", (int)number, "salt",
                     hex_of(deck->salt, sizeof deck->salt), "order", order_json(deck, sides));
}

/* The cover card has come out, the house shuffles for each round, nothing is left, or the table has closed. */
static bool is_finished(const house_state *s, const lm_rules *rules)
{
    if (s->shoe_stage == SHOE_NONE || !may_be_opened(s)) return false;
    int dealt = s->shoe[0].dealt + s->shoe[1].dealt, cards = s->shoe[0].cards + s->shoe[1].cards;
    if (!s->is_open || dealt == cards) return true;
    if (rules->shoe == LM_SHOE_CONTINUOUS)
        return dealt > s->table.cards_out; /* the round's cards went back */
    return s->table.stage == LM_TO_UNLOAD && s->shoe_stage == SHOE_LOADED && dealt;
}

deal_result shoes_open_finished(house_play *play)
{
    const house_state *s = &play->state;
    if (!is_finished(s, play->rules)) return DEAL_PASS;
    bool spent = s->spent.number && !s->spent.opened;
    const house_deck *deck = spent ? &play->secret->spent : &play->secret->shoe;
    if (!deck->known)
        return deal_did(play_refuse(play, 500, NULL, "the order of the shoe is not known here"));
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
    return deal_act(play,
                    json_pack("{s:s, s:i, s:o, s:o, s:o}", "do", "shoe", "number", (int)s->shoe_number + 1,
                              "cards", cards, "commitment", hex_of(commitment, sizeof commitment), "sealed",
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

/* The shoe ran out in mid-round: whatever is not on the layout is shuffled, committed to and cut (MFB-11(g), MBJ-15(g)). */
deal_result shoes_replace_exhausted(house_play *play)
{
    const house_state *s = &play->state;
    if (!shoes_exhausted(s)) return DEAL_PASS;
    int left[LM_CARDS], n = 0;
    lm_card stack[LM_SHOE_CARDS];
    house_secret fresh = { .spent = play->secret->shoe };
    for (int card = 0; card < LM_CARDS; card++)
        left[card] = (int)play->rules->decks - s->table.seen[card];
    for (int i = 0; i < s->downs; i++)
        left[fair_card(&play->secret->shoe, &s->shoe[s->down[i].side], s->down[i].side, s->down[i].index)]--;
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

/* A sealed shoe waits for whoever is offered the cut. The dealer cuts when all have declined, or where the house has chosen so
 * (C-19). */
deal_result shoes_cut(house_play *play)
{
    const house_state *s = &play->state;
    char seat[LM_SEAT_TEXT];
    if (s->shoe_stage != SHOE_SEALED) return DEAL_PASS;
    if (!deal_anybody(s)) return DEAL_REST;
    if (s->cutter && deal_is_seated(s, s->cutter)) return DEAL_REST;
    if (s->cutter) {
        lm_words_of_seat(s->cutter, 0, 0, seat);
        return deal_act(play, json_pack("{s:s, s:s, s:i}", "do", "cut-shoe", "seat", seat, "count", 0));
    }
    if (next_cutter(s, play->rules))
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
