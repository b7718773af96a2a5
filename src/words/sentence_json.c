/* sentence_json.c - a typed sentence as JSON: its message, and the arguments that its text asks for. */
#include "fields.h"
#include "story_parts.h"

static void put_place(const lm_sentence *s, const lm_words_sink *to)
{
    char seat[LM_SEAT_TEXT];
    lm_words_of_seat(s->box, s->bettor, 0, seat);
    to->word(to->self, "seat", seat);
    if (s->hand) to->number(to->self, "hand", s->hand);
}

static void put_cards(const char *key, const lm_told_cards *hand, const lm_words_sink *to)
{
    char text[2 * LM_HAND_CARDS + 1] = "";
    for (int i = 0; i < hand->n; i++)
        lm_card_write(hand->card[i], text + 2 * i);
    to->word(to->self, key, text);
}

static void put_title(const char *key, const char *title, const lm_words_sink *to)
{
    if (title) to->word(to->self, key, title);
}

void lm_words_put_sentence(const lm_sentence *s, const lm_words_sink *to)
{
    uint32_t needs = sentence_needs(s->id) | sentence_needs(s->why);
    char card[3];
    to->word(to->self, "say", lm_message_name(s->id));
    if (s->why) to->word(to->self, "why", lm_message_name(s->why));
    if (needs & NEEDS_PLACE) put_place(s, to);
    if (needs & NEEDS_OTHER) to->number(to->self, "other", s->other);
    if (needs & NEEDS_ROLE) to->word(to->self, "role", role_words[s->role % LM_ROLE_COUNT]);
    if (needs & NEEDS_MONEY) to->number(to->self, "cents", s->cents);
    if (needs & NEEDS_MORE) to->number(to->self, "more", s->more_cents);
    if (needs & NEEDS_CARD) {
        lm_card_write(s->card, card);
        to->word(to->self, "card", card);
    }
    if (needs & NEEDS_CARDS) {
        put_cards("cards", &s->mine, to);
        if (!s->mine.whole) to->flag(to->self, "split", true);
    }
    if (needs & NEEDS_DEALERS) put_cards("against", &s->dealers, to);
    if (needs & NEEDS_WAGER) put_title("wager", s->wager, to);
    if (needs & NEEDS_OUTCOME) put_title("outcome", s->outcome, to);
    if (needs & NEEDS_PRIZE) put_title("prize", s->prize, to);
    if (needs & NEEDS_METER) put_title("meter", s->meter, to);
    if (needs & (NEEDS_NUMBER | NEEDS_PACK)) to->number(to->self, "number", s->number);
    if (needs & NEEDS_PACK) to->flag(to->self, "side", s->is_side);
    if (needs & NEEDS_COUNT) to->number(to->self, "count", s->count);
    if (needs & NEEDS_SPOT && s->spot) to->number(to->self, "spot", s->spot);
}
