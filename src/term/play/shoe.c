/* shoe.c - the cards of `lammer play`, and the random words they are shuffled with. */
#include <sodium.h>
#include <string.h>

#include "play.h"

void chance_open(solo_chance *chance, const char *seed)
{
    *chance = (solo_chance){ .draws = 0 };
    if (seed) {
        crypto_generichash(chance->key, sizeof chance->key, (const unsigned char *)seed, strlen(seed), NULL, 0);
    } else {
        randombytes_buf(chance->key, sizeof chance->key);
    }
}

static uint32_t next_word(solo_chance *s)
{
    uint8_t nonce[crypto_stream_chacha20_NONCEBYTES] = { 0 };
    uint32_t word = 0;
    for (size_t i = 0; i < sizeof nonce; i++)
        nonce[i] = (uint8_t)(s->draws >> 8 * i);
    s->draws++;
    crypto_stream_chacha20((unsigned char *)&word, sizeof word, nonce, s->key);
    return word;
}

/* Draws again if a word would favour some outcomes. */
uint32_t chance_below(void *chance, uint32_t bound)
{
    uint32_t unfair = -bound % bound, word;
    if (bound < 2) return 0;
    do
        word = next_word(chance);
    while (word < unfair);
    return word % bound;
}

static int sides_of(const lm_rules *k)
{
    return k->shoe == LM_SHOE_DOUBLE ? PLAY_SIDES : 1;
}

static bool take_out(lm_shoe *shoe, lm_card card)
{
    for (int i = 0; i < shoe->n; i++) {
        if (shoe->card[i] != card) continue;
        memmove(&shoe->card[i], &shoe->card[i + 1], (size_t)(shoe->n - i - 1) * sizeof *shoe->card);
        shoe->n--;
        return true;
    }
    return false;
}

static bool take_out_of_any(solo_state *s, lm_card card)
{
    return take_out(&s->shoe[0], card) || take_out(&s->shoe[1], card);
}

/* A double shoe shares the decks between its sides, the odd one to A. */
static void fill(solo_table *p)
{
    int decks = (int)p->rules->decks, right = sides_of(p->rules) > 1 ? decks / 2 : 0;
    memset(p->now.shoe, 0, sizeof p->now.shoe);
    lm_shoe_fill(&p->now.shoe[0], decks - right);
    if (right) lm_shoe_fill(&p->now.shoe[1], right);
}

/* As few cards as allowed lie behind the cover card, at least a quarter (MFB-4(e).3, MBJ-5(d).3). */
static void cover(solo_table *p, lm_shoe *shoe)
{
    int64_t per_myriad = p->rules->cover_depth > 2500 ? p->rules->cover_depth : 2500;
    bool covered = p->rules->shoe != LM_SHOE_CONTINUOUS && p->rules->cover_cards;
    shoe->cover = LM_NO_COVER;
    if (covered && shoe->n) lm_shoe_cover(shoe, (int)((shoe->n * per_myriad + 9999) / 10000));
}

static void mix(solo_table *p)
{
    for (int side = 0; side < sides_of(p->rules); side++) {
        lm_shoe_shuffle(&p->now.shoe[side], chance_below, &p->now.chance);
        cover(p, &p->now.shoe[side]);
    }
}

/* Stacked cards come first; the others are shuffled behind them. */
void solo_shuffle(solo_table *p)
{
    solo_state *s = &p->now;
    fill(p);
    for (int i = s->stacked_next; i < s->stacked_n; i++)
        take_out_of_any(s, s->stacked[i]);
    mix(p);
}

/* Cards that went to the rack unseen are shuffled with the others: MBJ-6a(e)(3). */
static bool is_racked(const lm_round *r, const lm_down *down)
{
    return down->box && down->hand && r->box[down->box - 1].hand[down->hand - 1].marks & LM_CARDS_GONE;
}

/* MFB-11(g), MBJ-15(g): what lies on the layout stays there. */
void solo_shuffle_rest(solo_table *p)
{
    solo_state *s = &p->now;
    fill(p);
    for (int card = 0; card < LM_CARDS; card++) {
        for (int copy = 0; copy < s->dealer.table.round.seen[card]; copy++)
            take_out_of_any(s, (lm_card)card);
    }
    const lm_downs *downs = &s->dealer.downs;
    for (uint32_t i = 0; i < downs->n; i++) {
        if (!is_racked(&s->dealer.table.round, &downs->down[i])) take_out_of_any(s, (lm_card)downs->down[i].card);
    }
    mix(p);
    for (int side = 0; side < PLAY_SIDES; side++)
        s->shoe[side].cover = LM_NO_COVER;
}

static bool stacked_wait(const solo_state *s)
{
    return s->stacked_next < s->stacked_n;
}

/* A cover card that is next here is already known to the table, so it is set aside. */
static lm_card deal_from(lm_shoe *shoe)
{
    if (lm_shoe_cover_is_next(shoe)) lm_shoe_set_cover_aside(shoe);
    return lm_shoe_deal(shoe);
}

static int left_on(void *self, int side)
{
    solo_state *s = self;
    return stacked_wait(s) ? s->stacked_n - s->stacked_next : lm_shoe_left(&s->shoe[side]);
}

static bool cover_is_next(void *self, int side)
{
    solo_state *s = self;
    return !stacked_wait(s) && lm_shoe_cover_is_next(&s->shoe[side]);
}

static lm_card draw_card(void *self, int side)
{
    solo_state *s = self;
    return stacked_wait(s) ? s->stacked[s->stacked_next++] : deal_from(&s->shoe[side]);
}

static uint32_t below(void *self, uint32_t bound)
{
    solo_state *s = self;
    return chance_below(&s->chance, bound);
}

lm_source solo_source(solo_state *s)
{
    return (lm_source){ s, left_on, cover_is_next, draw_card, below };
}

int solo_cards_left(const solo_table *p)
{
    const solo_state *s = &p->now;
    return lm_shoe_left(&s->shoe[0]) + lm_shoe_left(&s->shoe[1]) + s->stacked_n - s->stacked_next;
}

/* The burned card is not one of the stacked ones, as in round scripts. */
void solo_burn(solo_state *s)
{
    if (lm_shoe_left(&s->shoe[0])) deal_from(&s->shoe[0]);
}

static bool stack_card(solo_table *p, const char *word)
{
    solo_state *s = &p->now;
    lm_card card;
    int copies = 0;
    if (strlen(word) != 2 || !lm_card_read(word, &card)) {
        return solo_refuse(p, "\"%s\" is not a card to stack; write 8h or Tc", word);
    }
    for (int i = 0; i < s->stacked_n; i++)
        copies += s->stacked[i] == card;
    if (copies >= p->rules->decks || s->stacked_n == PLAY_STACKED) {
        return solo_refuse(p, "%s is stacked more often than it is in %d decks, or more than %d cards are stacked",
                           word, (int)p->rules->decks, PLAY_STACKED);
    }
    s->stacked[s->stacked_n++] = card;
    return true;
}

bool solo_stack(solo_table *p, const char *cards)
{
    char text[4 * PLAY_STACKED + 1], *rest = NULL;
    if (strlen(cards) >= sizeof text) {
        return solo_refuse(p, "at most %d cards can be stacked", PLAY_STACKED);
    }
    memcpy(text, cards, strlen(cards) + 1);
    for (char *word = strtok_r(text, " ,", &rest); word; word = strtok_r(NULL, " ,", &rest)) {
        if (!stack_card(p, word)) return false;
    }
    return true;
}
