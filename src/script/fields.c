/* fields.c - reads the fields of an engine verb (verbs.def), in the order of scripts. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"

/* Stores a small number; false if it is -1, that is, the word is unknown. */
static bool keep(int value, uint8_t *into)
{
    if (value >= 0) *into = (uint8_t)value;
    return value >= 0;
}

/* A wager may name a further bettor; a step of the table names a player. */
static bool read_box(const char *word, script_command *c)
{
    uint8_t box, bettor;
    if (!lm_words_seat(word, &box, &bettor) || (bettor && c->action.verb >= LM_VERB_COUNT)) return false;
    c->action.box = box;
    c->action.bettor = bettor;
    return true;
}

static bool read_place(const char *word, script_command *c)
{
    return strcmp(word, "dealer") == 0 || read_box(word, c);
}

static bool read_owner(const char *word, script_command *c)
{
    uint8_t bettor = 0;
    if (strcmp(word, "nobody") == 0) return keep(LM_NOBODY, &c->action.player);
    return lm_words_seat(word, &c->action.player, &bettor) && !bettor;
}

static bool read_wager(const char *word, script_command *c)
{
    if (!lm_words_wager_exists(lm_wagers, word)) return false;
    c->wager = word;
    return true;
}

static bool read_card(const char *word, script_command *c)
{
    return lm_card_read(word, &c->action.card);
}

static bool read_number(const char *word, script_command *c)
{
    size_t n = strspn(word, "0123456789");
    if (n == 0 || n > 5 || word[n]) return false;
    c->action.count = strtol(word, NULL, 10);
    return true;
}

static bool read_how(const char *word, script_command *c)
{
    return keep(lm_words_how(word), &c->action.yes);
}

static bool read_down(const char *word, script_command *c)
{
    return keep(strcmp(word, "down") == 0 ? 1 : -1, &c->action.yes);
}

static bool read_prepared(const char *word, script_command *c)
{
    return keep(strcmp(word, "prepared") == 0 ? 1 : -1, &c->action.yes);
}

static const char *wager_at(int i)
{
    static const char *const always[] = { "main", "insurance" };
    if (i < 2) return always[i];
    return lm_wagers[i - 2] ? lm_wagers[i - 2]->id : NULL;
}

static const char *irregularity_at(int i)
{
    return lm_words_list(LM_LIST_IRREGULARITIES)[i];
}

static const char *role_at(int i)
{
    return lm_words_list(LM_LIST_ROLES)[i];
}

static const char *instrument_at(int i)
{
    return lm_words_list(LM_LIST_INSTRUMENTS)[i];
}

static const char *side_at(int i)
{
    return lm_words_list(LM_LIST_SIDES)[i];
}

static const char *switch_at(int i)
{
    static const char *const words[] = { "off", "on", NULL };
    return words[i];
}

typedef struct {
    lm_words_field field;
    const char *usage;
    const char *what;
    bool (*read)(const char *word, script_command *command); /* NULL: stores the index of the word in name_at's list */
    const char *(*name_at)(int i);                           /* the known words, also for suggestions */
    const char *mark;                                        /* a word that must come before the field */
    size_t into;                                             /* offset in lm_action where the index is stored */
} script_field;

static bool read_field(const script_field *f, const char *word, script_command *c)
{
    if (f->read) return f->read(word, c);
    for (int i = 0; f->name_at(i); i++) {
        if (strcmp(f->name_at(i), word) == 0) return keep(i, (uint8_t *)&c->action + f->into);
    }
    return false;
}

/* clang-format off */
#define KEPT_IN(member) offsetof(lm_action, member)

static const script_field fields[] = {
    { LM_WORD_NAME, "NAME", "an irregularity such as misdeal", NULL, irregularity_at, NULL, KEPT_IN(n) },
    { LM_WORD_SEAT, "BOX", "a box (1, or 1b, 1c, 1t)", read_box, NULL, NULL },
    { LM_WORD_PLACE, "BOX|dealer", "a box such as 1, or dealer", read_place, NULL, NULL },
    { LM_WORD_WAGER, "WAGER", "a wager", read_wager, wager_at, NULL },
    { LM_WORD_CENTS, "DOLLARS", "an amount in dollars such as 10 or 2.50", read_dollars, NULL, NULL },
    { LM_WORD_COUNT, "NUMBER", "a number", read_number, NULL, NULL },
    { LM_WORD_ROLE, "ROLE", "a role such as floorperson", NULL, role_at, NULL, KEPT_IN(n) },
    { LM_WORD_PACK, "A|B", "A or B", NULL, side_at, NULL, KEPT_IN(n) },
    { LM_WORD_CARD, "CARD", "a card such as Th", read_card, NULL, NULL },
    { LM_WORD_ON, "on|off", "on or off", NULL, switch_at, NULL, KEPT_IN(yes) },
    { LM_WORD_DOWN, "down", "the word down", read_down, NULL, NULL },
    { LM_WORD_FACE_DOWN, "down", "the word down", read_down, NULL, NULL },
    { LM_WORD_PREPARED, "prepared", "the word prepared", read_prepared, NULL, NULL },
    { LM_WORD_BY, "by BOX|nobody", "the box of a player, or nobody", read_owner, NULL, "by" },
    { LM_WORD_IN, "in chips|plaque|coupon|cash", "chips, plaque, coupon or cash", NULL, instrument_at, "in",
      KEPT_IN(instrument) },
    { LM_WORD_HOW, "late|forward|dealer|burn", "how it went: late, forward, dealer or burn", read_how, NULL, NULL },
};
/* clang-format on */
enum { FIELDS = sizeof fields / sizeof *fields };

/* `table cover` needs no number: the cut card under a hand-dealt deck has no cards behind it. */
static bool is_needed(const lm_words_row *row, const script_field *f)
{
    return row->needs >> f->field & 1 && row->verb != LM_COVER;
}

static bool is_taken(const lm_words_row *row, const script_field *f)
{
    return (row->needs | row->takes) >> f->field & 1;
}

void script_usage(const script_verb *verb, uint8_t step, char text[SCRIPT_USAGE])
{
    snprintf(text, SCRIPT_USAGE, "%s%s", script_word(verb), verb->usage ? verb->usage : "");
    uint8_t engines = verb->verb == NO_VERB ? step : verb->verb;
    const lm_words_row *row = lm_words_row_of_verb(engines);
    if (!row) return;
    if (verb->verb == NO_VERB) snprintf(text, SCRIPT_USAGE, "%s %s", script_word(verb), row->word);
    for (const script_field *f = fields; f < fields + FIELDS; f++) {
        if (is_taken(row, f)) lm_words_add(text, SCRIPT_USAGE, is_needed(row, f) ? " %s" : " [%s]", f->usage);
    }
}

/* The fields that could come next, for an error message. */
typedef struct {
    char what[256];
    const char *near;
} expected;

static void expect(expected *e, const script_field *f, const char *word)
{
    lm_words_add(e->what, sizeof e->what, "%s%s", *e->what ? " or " : "", f->what);
    if (word && f->name_at && !e->near) e->near = lm_words_nearest(word, f->name_at);
}

/* Reads the field if the current word fits it; false after reporting an error. */
static bool take_field(script_reader *r, script_command *c, const script_field *f, bool needed, expected *e)
{
    const char *word = peek_word(r);
    bool marked = f->mark && word && strcmp(word, f->mark) == 0;
    if (f->mark && !marked) return true;
    if (marked) {
        r->next++;
        word = peek_word(r);
        needed = true;
        *e = (expected){ 0 };
    }
    if (word && read_field(f, word, c)) {
        r->next++;
        c->given |= 1u << f->field;
        *e = (expected){ 0 };
        return true;
    }
    expect(e, f, word);
    if (!needed) return true;
    return word ? wrong_word(r, word, e->what, e->near) : missing_word(r, e->what);
}

bool arg_fields(script_reader *r, script_command *c)
{
    const lm_words_row *row = lm_words_row_of_verb(c->action.verb);
    expected e = { 0 };
    for (const script_field *f = fields; f < fields + FIELDS; f++) {
        if (is_taken(row, f) && !take_field(r, c, f, is_needed(row, f), &e)) return false;
    }
    if (!peek_word(r)) return true;
    return *e.what ? wrong_word(r, peek_word(r), e.what, e.near) : extra_word(r);
}

static bool take_one(script_reader *r, script_command *c, lm_words_field field, bool needed)
{
    expected e = { 0 };
    const script_field *f = fields;
    while (f->field != field)
        f++;
    return take_field(r, c, f, needed, &e);
}

bool arg_box(script_reader *r, script_command *c)
{
    return take_one(r, c, LM_WORD_SEAT, true);
}

bool arg_wager_maybe(script_reader *r, script_command *c)
{
    return take_one(r, c, LM_WORD_WAGER, false);
}
