/* sentence.c - words of a typed sentence: one row of `arguments` is one word in braces. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "story_parts.h"

static const struct {
    const char *name, *text;
    lm_flow flow;
} table[LM_SAY_COUNT] = {
    [LM_SAY_NOTHING] = { "NOTHING", "", LM_FLOW_NONE },
#define SENTENCE(name, flow, text) [LM_SAY_##name] = { #name, text, LM_FLOW_##flow },
#include "lammer/sentences.def"
#undef SENTENCE
};

const char *lm_message_name(lm_message message)
{
    return table[message].name;
}

const char *lm_message_text(lm_message message)
{
    return table[message].text;
}

lm_flow lm_message_flow(lm_message message)
{
    return table[message].flow;
}

/* A text being written; what does not fit is cut off. */
typedef struct {
    char *text;
    size_t size, used;
    const lm_story_style *style;
} writer;

__attribute__((format(printf, 2, 3))) static void add(writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(w->text + w->used, w->size - w->used, format, args);
    va_end(args);
    if (n > 0) w->used = w->used + (size_t)n < w->size ? w->used + (size_t)n : w->size - 1;
}

static void add_money(writer *w, lm_cents cents)
{
    char digits[24];
    lm_cents_write(cents < 0 ? -cents : cents, digits);
    size_t whole = strcspn(digits, ".");
    add(w, "%s$", cents < 0 ? "-" : "");
    for (size_t i = 0; digits[i]; i++)
        add(w, "%s%c", i && i < whole && (whole - i) % 3 == 0 ? "," : "", digits[i]);
}

void lm_story_money(lm_cents cents, char *text, size_t size)
{
    writer w = { text, size, 0, NULL };
    add_money(&w, cents);
}

static void add_card(writer *w, lm_card card)
{
    static const char *const suits[] = { "♣", "♦", "♥", "♠" };
    const lm_story_style *style = w->style;
    char letters[3];
    if (card >= LM_CARDS) {
        add(w, "%s", style->symbols ? "▒▒" : "??");
        return;
    }
    bool is_marked = lm_is_red(card) && style->red;
    lm_card_write(card, letters);
    if (style->symbols)
        add(w, "%s%c%s%s", is_marked ? style->red : "", letters[0], suits[lm_suit(card)],
            is_marked ? style->plain : "");
    else
        add(w, "%s%s%s", is_marked ? style->red : "", letters, is_marked ? style->plain : "");
}

void lm_story_card(lm_card card, const lm_story_style *style, char *text, size_t size)
{
    writer w = { text, size, 0, style };
    add_card(&w, card);
}

static void add_cards(writer *w, const lm_told_cards *hand)
{
    for (int i = 0; i < hand->n; i++) {
        if (i) add(w, " ");
        add_card(w, hand->card[i]);
    }
}

/* Cards that were seen come first in `seen`; returns how many. */
static int seen_cards(const lm_told_cards *hand, lm_card seen[LM_HAND_CARDS])
{
    int n = 0;
    for (int i = 0; i < hand->n; i++) {
        if (hand->card[i] < LM_CARDS) seen[n++] = hand->card[i];
    }
    return n;
}

static void add_points(writer *w, const lm_told_cards *hand)
{
    lm_card seen[LM_HAND_CARDS] = { 0 };
    int n = seen_cards(hand, seen);
    lm_score score = lm_cards_score(seen, n);
    if (n == hand->n && hand->whole && lm_cards_blackjack(seen, n)) {
        add(w, "blackjack");
    } else if (n == 1 && lm_rank(seen[0]) == LM_ACE) {
        add(w, "an ace");
    } else {
        add(w, "%s%d", score.soft && score.total < 21 ? "soft " : "", score.total);
    }
}

/* ", 17": nothing while a card of the hand is hidden. */
static void add_total(writer *w, const lm_told_cards *hand)
{
    if (story_has_hidden(hand)) return;
    add(w, ", ");
    add_points(w, hand);
}

/* The total of what can be seen of a hand on the felt. */
static void add_shows(writer *w, const lm_told_cards *hand)
{
    lm_card seen[LM_HAND_CARDS] = { 0 };
    int n = seen_cards(hand, seen);
    if (!n) return;
    if (n < hand->n) add(w, "shows ");
    add_points(w, hand);
}

/* "box 1", "hand 2 of box 1", "the second bettor on hand 2 of box 1", "the dealer". */
static void add_who(writer *w, const lm_sentence *s)
{
    static const char *const bettors[LM_BETTORS] = { "", "the second bettor on ", "the third bettor on ",
                                                     "the dealer's bet on " };
    if (s->box == 0) {
        add(w, "the dealer");
        return;
    }
    add(w, "%s", bettors[s->bettor % LM_BETTORS]);
    if (s->hand) add(w, "hand %d of ", s->hand);
    add(w, "box %d", s->box);
}

static void add_place(writer *w, const lm_sentence *s)
{
    if (s->box) {
        add(w, "box %d", s->box);
    } else {
        add(w, "dealer");
    }
}

static void add_role(writer *w, const lm_sentence *s)
{
    static const char *const roles[LM_ROLE_COUNT] = {
        [LM_ROLE_DEALER] = "the dealer",
        [LM_ROLE_SUPERVISOR] = "a supervisor",
        [LM_ROLE_FLOORPERSON] = "a floorperson",
        [LM_ROLE_EXECUTIVE] = "an executive",
    };
    add(w, "%s", roles[s->role % LM_ROLE_COUNT]);
}

static void add_pack(writer *w, const lm_sentence *s)
{
    add(w, "%s %c", s->is_side ? "side" : "batch", s->number ? 'B' : 'A');
}

static void write_message(writer *w, const lm_sentence *s, lm_message id);

static void add_why(writer *w, const lm_sentence *s)
{
    write_message(w, s, s->why);
}

static void add_versus(writer *w, const lm_sentence *s)
{
    if (s->spot) write_message(w, s, LM_SAY_VERSUS);
}

#define ARGUMENT(name, ...)                                                                                            \
    static void put_##name(writer *w, const lm_sentence *s)                                                            \
    {                                                                                                                  \
        __VA_ARGS__;                                                                                                   \
    }
ARGUMENT(box, add(w, "box %d", s->box))
ARGUMENT(other, add(w, "box %d", s->other))
ARGUMENT(money, add_money(w, s->cents))
ARGUMENT(more, add_money(w, s->more_cents))
ARGUMENT(card, add_card(w, s->card))
ARGUMENT(cards, add_cards(w, &s->mine))
ARGUMENT(points, add_points(w, &s->mine))
ARGUMENT(score, add(w, "%d", story_total(&s->mine)))
ARGUMENT(total, add_total(w, &s->mine))
ARGUMENT(shows, add_shows(w, &s->mine))
ARGUMENT(against, add(w, "%d", story_total(&s->dealers)))
ARGUMENT(wager, add(w, "%s", s->wager ? s->wager : "a wager"))
ARGUMENT(outcome, add(w, "%s", s->outcome ? s->outcome : ""))
ARGUMENT(prize, add(w, "%s", s->prize ? s->prize : ""))
ARGUMENT(meter, add(w, "%s", s->meter ? s->meter : ""))
ARGUMENT(number, add(w, "%d", s->number))
ARGUMENT(count, add(w, "%lld", (long long)s->count))
ARGUMENT(decks, add(w, "%lld deck%s", (long long)s->count, s->count == 1 ? "" : "s"))
ARGUMENT(spot, add(w, "%d", s->spot))

static const struct {
    const char *word;
    void (*put)(writer *, const lm_sentence *);
} arguments[] = {
    { "who", add_who },     { "box", put_box },         { "place", add_place },   { "other", put_other },
    { "role", add_role },   { "money", put_money },     { "more", put_more },     { "card", put_card },
    { "cards", put_cards }, { "points", put_points },   { "score", put_score },   { "total", put_total },
    { "shows", put_shows }, { "against", put_against }, { "wager", put_wager },   { "outcome", put_outcome },
    { "prize", put_prize }, { "meter", put_meter },     { "number", put_number }, { "count", put_count },
    { "decks", put_decks }, { "spot", put_spot },       { "pack", add_pack },     { "versus", add_versus },
    { "why", add_why },
};

/* Writes the argument that a word in braces names; a capital makes its first letter one. */
static void put_argument(writer *w, const lm_sentence *s, const char *word, size_t length)
{
    size_t before = w->used;
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        const char *name = arguments[i].word;
        bool same = strlen(name) == length && tolower((unsigned char)word[0]) == name[0] &&
                    strncmp(name + 1, word + 1, length - 1) == 0;
        if (!same) continue;
        arguments[i].put(w, s);
        if (word[0] < 'a' && w->used > before) w->text[before] = (char)toupper((unsigned char)w->text[before]);
        return;
    }
    add(w, "{%.*s}", (int)length, word);
}

static void write_message(writer *w, const lm_sentence *s, lm_message id)
{
    for (const char *c = table[id].text; *c; c++) {
        size_t length = *c == '{' ? strcspn(c + 1, "}") : 0;
        if (length) {
            put_argument(w, s, c + 1, length);
            c += length + 1;
        } else {
            add(w, "%c", *c);
        }
    }
}

void lm_sentence_write(const lm_sentence *s, const lm_story_style *style, char *text, size_t size)
{
    writer w = { text, size, 0, style };
    *text = '\0';
    write_message(&w, s, s->id);
}
