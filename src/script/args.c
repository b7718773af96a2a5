/* args.c - the kinds of argument of a script's own words: each takes the words it can use, or says what is allowed. */
#include "args.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *peek_word(const script_reader *r)
{
    return r->next < r->words ? r->word[r->next] : NULL;
}

static void write_usage(const script_command *c, char text[SCRIPT_USAGE])
{
    bool step = c->action.verb >= LM_VERB_COUNT && !c->until;
    script_usage(c->verb, step ? c->action.verb : NO_VERB, text);
}

bool missing_word(const script_reader *r, const char *wanted)
{
    char usage[SCRIPT_USAGE];
    write_usage(r->command, usage);
    return script_complain(r->script, r->command, /* say:script-missing */ "%s is missing. Usage: %s", wanted, usage);
}

bool wrong_word(const script_reader *r, const char *word, const char *wanted, const char *near)
{
    char usage[SCRIPT_USAGE], hint[80] = "";
    write_usage(r->command, usage);
    if (near) snprintf(hint, sizeof hint, " Did you mean \"%s\"?", near);
    return script_complain(r->script, r->command, /* say:script-not-a */ "\"%s\" is not %s.%s Usage: %s", word, wanted,
                           hint, usage);
}

bool extra_word(const script_reader *r)
{
    char usage[SCRIPT_USAGE];
    write_usage(r->command, usage);
    return script_complain(r->script, r->command,
                           /* say:script-word-too-many */ "\"%s\" is one word too many. Usage: %s", peek_word(r),
                           usage);
}

/* The next word, or an error that it is missing. */
static const char *take_word(script_reader *r, const char *what)
{
    if (r->next < r->words) return r->word[r->next++];
    missing_word(r, what);
    return NULL;
}

/* Takes the next word if it is this one. */
static bool take_if(script_reader *r, const char *word)
{
    bool is = peek_word(r) && strcmp(peek_word(r), word) == 0;
    r->next += is;
    return is;
}

/* All remaining words, kept as they are. */
static void take_rest(script_reader *r, script_command *c)
{
    c->word = r->word + r->next;
    c->words = r->words - r->next;
    r->next = r->words;
}

bool arg_rules(script_reader *r, script_command *c)
{
    if (!peek_word(r)) return missing_word(r, "the name of a rules submission");
    take_rest(r, c);
    for (int i = 1; i < c->words; i++) {
        if (!strchr(c->word[i], '=')) return wrong_word(r, c->word[i], "a setting such as decks=8", NULL);
    }
    return true;
}

bool arg_cards(script_reader *r, script_command *c)
{
    do {
        lm_card card;
        const char *word = take_word(r, "a card");
        if (!word) return false;
        if (!lm_card_read(word, &card))
            return wrong_word(r, word, "a card (a rank of A23456789TJQK and a suit of cdhs, such as Th)", NULL);
        r->script->card[r->script->cards++] = (script_card){ card, c->line, c->table };
    } while (r->next < r->words);
    return true;
}

bool arg_hand(script_reader *r, script_command *c)
{
    const char *word = take_word(r, "a hand such as 1.2");
    lm_seat seat;
    if (!word) return false;
    if (!lm_words_hand(word, &seat)) return wrong_word(r, word, "a hand such as 1.2 (box 1, second hand)", NULL);
    c->action.box = seat.box;
    c->hand = seat.hand ? seat.hand : 1;
    return true;
}

bool read_dollars(const char *word, script_command *c)
{
    if (lm_cents_read(word, &c->action.amount_cents)) return true;
    const char *digits = word + (*word == '-' || *word == '+');
    size_t whole = strspn(digits, "0123456789");
    const char *rest = digits + whole;
    if (*rest == '.') rest += 1 + strspn(rest + 1, "0123456789");
    if (!whole || *rest || rest[-1] == '.') return false;
    c->too_fine = whole <= 15;
    if (!c->too_fine) c->action.amount_cents = *word == '-' ? -INT64_MAX : INT64_MAX;
    return true;
}

bool arg_dollars(script_reader *r, script_command *c)
{
    const char *word = take_word(r, "an amount in dollars");
    if (!word) return false;
    bool exact = c->verb->kind == KIND_EXPECT;
    if (exact ? lm_cents_read(word, &c->action.amount_cents) : read_dollars(word, c)) return true;
    bool may_be_wager = !c->wager && !c->words;
    return wrong_word(r, word, "an amount in dollars such as 10 or -2.50",
                      may_be_wager ? lm_words_nearest_wager(lm_wagers, word) : NULL);
}

static bool read_count(const char *word, int *number)
{
    size_t n = strspn(word, "0123456789");
    if (n == 0 || n > 3 || word[n]) return false;
    *number = (int)strtol(word, NULL, 10);
    return true;
}

bool arg_total(script_reader *r, script_command *c)
{
    c->number = TOTAL_BLACKJACK;
    if (take_if(r, "blackjack")) return true;
    const char *word = take_word(r, "a total");
    return word && (read_count(word, &c->number) || wrong_word(r, word, "a total such as 17, or blackjack", NULL));
}

bool arg_count(script_reader *r, script_command *c)
{
    const char *word = take_word(r, "a number");
    return word && (read_count(word, &c->number) || wrong_word(r, word, "a number", NULL));
}

const script_action script_actions[SCRIPT_ACTIONS] = {
    { LM_HIT, false },  { LM_STAND, false },     { LM_DOUBLE, false }, { LM_DOUBLE, true },     { LM_SPLIT, false },
    { LM_SPLIT, true }, { LM_SURRENDER, false }, { LM_INSURE, false }, { LM_EVEN_MONEY, false }
};

void script_action_write(int i, char text[SCRIPT_ACTION_TEXT])
{
    const script_action *a = &script_actions[i];
    snprintf(text, SCRIPT_ACTION_TEXT, "%s%s", lm_action_word(a->verb), a->is_free ? ":free" : "");
}

bool arg_actions(script_reader *r, script_command *c)
{
    while (r->next < r->words) {
        char all[128] = "one of", name[SCRIPT_ACTIONS][SCRIPT_ACTION_TEXT];
        const char *names[SCRIPT_ACTIONS];
        const char *word = r->word[r->next++];
        int found = -1;
        for (int i = 0; i < SCRIPT_ACTIONS; i++) {
            names[i] = name[i];
            script_action_write(i, name[i]);
            if (strcmp(name[i], word) == 0) found = i;
            lm_words_add(all, sizeof all, " %s", name[i]);
        }
        if (found < 0) return wrong_word(r, word, all, lm_words_nearest_of(word, names, SCRIPT_ACTIONS));
        c->actions |= (uint16_t)(1u << found);
    }
    return true;
}

/* Clauses are separated by bars or blanks. */
bool arg_clauses(script_reader *r, script_command *c)
{
    take_rest(r, c);
    for (int i = 0; i < c->words; i++) {
        const char *id = c->word[i];
        if (!isupper((unsigned char)id[0]) && id[0] != '|') return wrong_word(r, id, "a clause such as MFB-5(a)", NULL);
    }
    return true;
}

static const char *event_at(int kind)
{
    return kind < LM_EV_COUNT ? lm_event_name((lm_event_kind)kind) : NULL;
}

bool arg_events(script_reader *r, script_command *c)
{
    if (!peek_word(r)) return missing_word(r, "an event");
    take_rest(r, c);
    for (int i = 0; i < c->words; i++) {
        if (script_event_known(c->word[i])) continue;
        char kind[40];
        snprintf(kind, sizeof kind, "%.*s", (int)strcspn(c->word[i], ":@"), c->word[i]);
        return wrong_word(r, c->word[i], "an event such as pay:1:main:15 (docs/round-scripts.md lists them)",
                          lm_words_nearest(kind, event_at));
    }
    return true;
}

bool arg_name(script_reader *r, script_command *c)
{
    if (!take_word(r, "a name")) return false;
    c->word = r->word + r->next - 1;
    c->words = 1;
    return true;
}

bool arg_equals_maybe(script_reader *r, script_command *c)
{
    c->expects = take_if(r, "=");
    return true;
}

bool arg_side(script_reader *r, script_command *c)
{
    c->action.yes = take_if(r, "B");
    if (c->action.yes || take_if(r, "A")) return true;
    const char *word = take_word(r, "side A or B");
    return word && wrong_word(r, word, "side A or B", NULL);
}

/* Reads `with 1b double [DOLLARS]`, `with 1b split` or `with 1b 2`: a bettor behind doubles along, covers both hands,
 * or chooses a hand. */
bool arg_along(script_reader *r, script_command *c)
{
    const char *word = take_word(r, "double, split or the number of a hand");
    if (!word) return false;
    if (strcmp(word, lm_action_word(LM_DOUBLE)) == 0) {
        c->action.verb = LM_WITH_DOUBLE;
        bool amount = peek_word(r) && read_dollars(peek_word(r), c);
        if (amount) c->given |= LM_WORD_BIT(CENTS);
        r->next += amount;
        return true;
    }
    c->action.verb = LM_WITH_SPLIT;
    c->action.n = LM_RIDE_BOTH;
    if (strcmp(word, lm_action_word(LM_SPLIT)) == 0 || (read_count(word, &c->number) && c->number)) return true;
    const char *names[] = { lm_action_word(LM_DOUBLE), lm_action_word(LM_SPLIT) };
    return wrong_word(r, word, "double, split or the number of a hand", lm_words_nearest_of(word, names, 2));
}

static const char *step_at(int i)
{
    return i < LM_TABLE_VERB_COUNT - LM_VERB_COUNT ? lm_action_word((uint8_t)(LM_VERB_COUNT + i)) : NULL;
}

/* `table [until] STEP ...`: a verb of the table. */
bool arg_step(script_reader *r, script_command *c)
{
    const char *wanted = "a step such as cut (docs/round-scripts.md lists them)";
    c->until = take_if(r, "until");
    const char *word = take_word(r, wanted);
    if (!word) return false;
    int i = 0;
    while (step_at(i) && strcmp(step_at(i), word) != 0)
        i++;
    if (!step_at(i)) return wrong_word(r, word, wanted, lm_words_nearest(word, step_at));
    c->action.verb = (uint8_t)(LM_VERB_COUNT + i);
    return c->until || arg_fields(r, c);
}
