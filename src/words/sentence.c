/* sentence.c - words of a typed sentence: one row of `arguments` is one word in braces of a message. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "story_parts.h"

/* All texts lie in one block, all names in another, found by 16-bit offsets: in a shared library a table of pointers would
 * be four times as large. */
static const struct {
#define SAY(name, text) char name[sizeof(text)];
#include "lammer/messages/en.def"
#undef SAY
} texts = {
#define SAY(name, text) text,
#include "lammer/messages/en.def"
#undef SAY
};

static const struct {
#define SAY(name, text) char name[sizeof #name];
#include "lammer/messages/en.def"
#undef SAY
} names = {
#define SAY(name, text) #name,
#include "lammer/messages/en.def"
#undef SAY
};

_Static_assert(sizeof texts <= UINT16_MAX && sizeof names <= UINT16_MAX, "offsets are 16 bits wide");

static const struct {
    uint16_t text, name;
} table[LM_SAY_COUNT] = {
#define SAY(name, text) [LM_SAY_##name] = { offsetof(__typeof__(texts), name), offsetof(__typeof__(names), name) },
#include "lammer/messages/en.def"
#undef SAY
};

/* clang-format off */
static const uint8_t flows[LM_SAY_COUNT] = {
#define X(name, flow) [LM_SAY_##name] = LM_FLOW_##flow,
    X(TAKE, OUT) X(TAKE_INSURANCE, OUT) X(TAKE_SIDE, OUT) X(TAKE_START, OUT) X(TAKE_ABANDONED, OUT)
    X(TAKE_SURRENDER, OUT) X(PAY, IN) X(PAY_LAMMER, IN) X(PAY_LAMMERS, IN) X(PAY_INSURANCE, IN) X(PAY_SIDE, IN)
    X(PAY_COUPON, IN) X(PAY_EVEN_MONEY, IN) X(PAY_DEAD, IN) X(PAY_OTHERS, IN) X(PAY_DEALER, IN) X(PAY_MUST_HIT, IN)
    X(RESULT_WON, WON) X(RESULT_LOST, LOST) X(RESULT_EVEN, WON) X(RESULT_NOW_WON, WON) X(RESULT_NOW_LOST, LOST)
    X(RESULT_NOW_EVEN, WON)
#undef X
};
/* clang-format on */

const char *lm_message_name(lm_message message)
{
    return message ? (const char *)&names + table[message].name : "NOTHING";
}

const char *lm_message_text(lm_message message)
{
    return message ? (const char *)&texts + table[message].text : "";
}

lm_flow lm_message_flow(lm_message message)
{
    return (lm_flow)flows[message];
}

/* A text being written; what does not fit is truncated. */
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

/* Writes the cards of a hand that were seen; returns how many. */
static int seen_cards(const lm_told_cards *hand, lm_card seen[LM_HAND_CARDS])
{
    int n = 0;
    for (int i = 0; i < hand->n; i++) {
        if (hand->card[i] < LM_CARDS) seen[n++] = hand->card[i];
    }
    return n;
}

static void write_message(writer *w, const lm_sentence *s, lm_message id);

static void add_score(writer *w, const lm_sentence *s)
{
    add(w, "%d", story_total(&s->mine));
}

static void add_points(writer *w, const lm_sentence *s)
{
    lm_card seen[LM_HAND_CARDS] = { 0 };
    int n = seen_cards(&s->mine, seen);
    lm_score score = lm_cards_score(seen, n);
    if (n == s->mine.n && s->mine.whole && lm_cards_blackjack(seen, n))
        write_message(w, s, LM_SAY_POINTS_BLACKJACK);
    else if (n == 1 && lm_rank(seen[0]) == LM_ACE)
        write_message(w, s, LM_SAY_POINTS_ACE);
    else if (score.soft && score.total < 21)
        write_message(w, s, LM_SAY_POINTS_SOFT);
    else
        add_score(w, s);
}

/* The total of a hand's cards that are seen. */
static void add_shows(writer *w, const lm_sentence *s)
{
    lm_card seen[LM_HAND_CARDS] = { 0 };
    int n = seen_cards(&s->mine, seen);
    if (!n) return;
    if (n < s->mine.n)
        write_message(w, s, LM_SAY_SHOWS);
    else
        add_points(w, s);
}

/* "box 1", "hand 2 of box 1". */
static void add_there(writer *w, const lm_sentence *s)
{
    write_message(w, s, s->hand ? LM_SAY_WHO_HAND : LM_SAY_WHO_BOX);
}

/* "the second bettor on hand 2 of box 1", "the dealer". */
static void add_who(writer *w, const lm_sentence *s)
{
    static const lm_message bettors[LM_BETTORS] = { 0, LM_SAY_WHO_SECOND, LM_SAY_WHO_THIRD, LM_SAY_WHO_TIP };
    lm_message bettor = bettors[s->bettor % LM_BETTORS];
    if (s->box == 0)
        write_message(w, s, LM_SAY_WHO_DEALER);
    else if (bettor)
        write_message(w, s, bettor);
    else
        add_there(w, s);
}

static void add_other(writer *w, const lm_sentence *s)
{
    write_message(w, &(lm_sentence){ .box = s->other }, LM_SAY_WHO_BOX);
}

static void add_role(writer *w, const lm_sentence *s)
{
    static const lm_message roles[LM_ROLE_COUNT] = {
        [LM_ROLE_DEALER] = LM_SAY_ROLE_DEALER,
        [LM_ROLE_SUPERVISOR] = LM_SAY_ROLE_SUPERVISOR,
        [LM_ROLE_FLOORPERSON] = LM_SAY_ROLE_FLOORPERSON,
        [LM_ROLE_EXECUTIVE] = LM_SAY_ROLE_EXECUTIVE,
    };
    write_message(w, s, roles[s->role % LM_ROLE_COUNT]);
}

static void add_wager(writer *w, const lm_sentence *s)
{
    if (s->wager)
        add(w, "%s", s->wager);
    else
        write_message(w, s, LM_SAY_WAGER_UNNAMED);
}

#define ARGUMENT(name, ...)                                                                                            \
    static void put_##name(writer *w, const lm_sentence *s)                                                            \
    {                                                                                                                  \
        __VA_ARGS__;                                                                                                   \
    }
ARGUMENT(at, add(w, "%d", s->box))
ARGUMENT(hand, add(w, "%d", s->hand))
ARGUMENT(box, write_message(w, s, LM_SAY_WHO_BOX))
ARGUMENT(place, write_message(w, s, s->box ? LM_SAY_WHO_BOX : LM_SAY_PLACE_DEALER))
ARGUMENT(money, add_money(w, s->cents))
ARGUMENT(more, add_money(w, s->more_cents))
ARGUMENT(card, add_card(w, s->card))
ARGUMENT(cards, add_cards(w, &s->mine))
ARGUMENT(makes, write_message(w, s, story_has_hidden(&s->mine) ? LM_SAY_MAKES_HIDDEN : LM_SAY_MAKES))
ARGUMENT(against, add(w, "%d", story_total(&s->dealers)))
ARGUMENT(outcome, add(w, "%s", s->outcome ? s->outcome : ""))
ARGUMENT(prize, add(w, "%s", s->prize ? s->prize : ""))
ARGUMENT(meter, add(w, "%s", s->meter ? s->meter : ""))
ARGUMENT(number, add(w, "%d", s->number))
ARGUMENT(count, add(w, "%lld", (long long)s->count))
ARGUMENT(decks, write_message(w, s, LM_SAY_DECKS))
ARGUMENT(spot, add(w, "%d", s->spot))
ARGUMENT(letter, add(w, "%c", s->number ? 'B' : 'A'))
ARGUMENT(pack, write_message(w, s, s->is_side ? LM_SAY_PACK_SIDE : LM_SAY_PACK_BATCH))
ARGUMENT(versus, if (s->spot) write_message(w, s, LM_SAY_VERSUS))
ARGUMENT(why, if (s->why) write_message(w, s, LM_SAY_WHY))
ARGUMENT(because, write_message(w, s, s->why))
ARGUMENT(odds, add(w, "%lld to %d", (long long)s->count, s->number))

static const struct {
    const char *word;
    void (*put)(writer *, const lm_sentence *);
    uint32_t need;
} arguments[] = {
    { "who", add_who, NEEDS_PLACE },
    { "box", put_box, NEEDS_PLACE },
    { "other", add_other, NEEDS_OTHER },
    { "place", put_place, NEEDS_PLACE },
    { "at", put_at, NEEDS_PLACE },
    { "hand", put_hand, NEEDS_PLACE },
    { "there", add_there, NEEDS_PLACE },
    { "role", add_role, NEEDS_ROLE },
    { "money", put_money, NEEDS_MONEY },
    { "more", put_more, NEEDS_MORE },
    { "card", put_card, NEEDS_CARD },
    { "cards", put_cards, NEEDS_CARDS },
    { "points", add_points, NEEDS_CARDS },
    { "score", add_score, NEEDS_CARDS },
    { "makes", put_makes, NEEDS_CARDS },
    { "shows", add_shows, NEEDS_CARDS },
    { "against", put_against, NEEDS_DEALERS },
    { "wager", add_wager, NEEDS_WAGER },
    { "outcome", put_outcome, NEEDS_OUTCOME },
    { "prize", put_prize, NEEDS_PRIZE },
    { "meter", put_meter, NEEDS_METER },
    { "number", put_number, NEEDS_NUMBER },
    { "count", put_count, NEEDS_COUNT },
    { "decks", put_decks, NEEDS_COUNT },
    { "spot", put_spot, NEEDS_SPOT },
    { "pack", put_pack, NEEDS_PACK },
    { "letter", put_letter, NEEDS_PACK },
    { "versus", put_versus, NEEDS_SPOT },
    { "why", put_why, NEEDS_WHY },
    { "because", put_because, NEEDS_WHY },
    { "odds", put_odds, NEEDS_COUNT | NEEDS_NUMBER },
};

/* The row of the argument that a word in braces names, with a capital or without; -1: none has that name. */
static int argument_at(const char *word, size_t length)
{
    for (int i = 0; i < (int)(sizeof arguments / sizeof *arguments); i++) {
        const char *name = arguments[i].word;
        if (strlen(name) == length && tolower((unsigned char)word[0]) == name[0] &&
            strncmp(name + 1, word + 1, length - 1) == 0)
            return i;
    }
    return -1;
}

uint32_t sentence_needs(lm_message id)
{
    uint32_t needs = 0;
    for (const char *c = strchr(lm_message_text(id), '{'); c; c = strchr(c + 1, '{')) {
        int at = argument_at(c + 1, strcspn(c + 1, ":}"));
        if (at >= 0) needs |= arguments[at].need;
    }
    return needs;
}

/* A capital in the braces ({Who}) capitalizes the argument's first letter. */
static void put_argument(writer *w, const lm_sentence *s, const char *word, size_t length)
{
    size_t before = w->used;
    int at = argument_at(word, length);
    if (at < 0) {
        add(w, "{%.*s}", (int)length, word);
        return;
    }
    arguments[at].put(w, s);
    if (word[0] < 'a' && w->used > before) w->text[before] = (char)toupper((unsigned char)w->text[before]);
}

/* The first `stop` from `c` on that is not inside braces; `end` where there is none. */
static const char *find_outside(const char *c, const char *end, char stop)
{
    for (int depth = 0; c < end && (depth || *c != stop); c++)
        depth += (*c == '{') - (*c == '}');
    return c;
}

static void write_text(writer *w, const lm_sentence *s, const char *text, const char *end);

/* "who:FORM|FORM": the reader here is not a player, so the form for "you" is never used. A number of 1 takes the first
 * form. */
static void write_form(writer *w, const lm_sentence *s, const char *word, const char *end)
{
    const char *form = strchr(word, ':') + 1;
    bool is_one = (*word == 'c' && s->count == 1) || (*word == 'n' && s->number == 1);
    const char *stop = find_outside(form, end, '|');
    while (!is_one && stop < end) {
        form = stop + 1;
        stop = find_outside(form, end, '|');
    }
    write_text(w, s, form, stop);
}

static void write_text(writer *w, const lm_sentence *s, const char *text, const char *end)
{
    for (const char *c = text; c < end; c++) {
        if (*c != '{') {
            add(w, "%c", *c);
            continue;
        }
        const char *stop = find_outside(c + 1, end, '}');
        if (memchr(c, ':', (size_t)(stop - c)))
            write_form(w, s, c + 1, stop);
        else
            put_argument(w, s, c + 1, (size_t)(stop - c - 1));
        c = stop;
    }
}

static void write_message(writer *w, const lm_sentence *s, lm_message id)
{
    const char *text = lm_message_text(id);
    write_text(w, s, text, text + strlen(text));
}

void lm_sentence_write(const lm_sentence *s, const lm_story_style *style, char *text, size_t size)
{
    writer w = { text, size, 0, style };
    *text = '\0';
    write_message(&w, s, s->id);
}
