/* args.c - the kinds of argument: each takes the words it can use, or says what is allowed. */
#include "args.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const script_action script_actions[] = {
    { "hit", LM_HIT, false },
    { "stand", LM_STAND, false },
    { "double", LM_DOUBLE, false },
    { "double:free", LM_DOUBLE, true },
    { "split", LM_SPLIT, false },
    { "split:free", LM_SPLIT, true },
    { "surrender", LM_SURRENDER, false },
    { "insure", LM_INSURE, false },
    { "evenmoney", LM_EVEN_MONEY, false },
    { NULL, 0, false },
};

static const char *peek_word(const script_reader *r)
{
    return r->next < r->words ? r->word[r->next] : NULL;
}

/* The next word, or a complaint that something is missing. */
static const char *take_word(script_reader *r, const char *what)
{
    if (r->next < r->words) return r->word[r->next++];
    script_complain(r->script, r->command, /* say:script-missing */ "%s is missing; usage: %s", what,
                    r->command->verb->usage);
    return NULL;
}

static bool wrong_word(const script_reader *r, const char *word, const char *wanted)
{
    script_complain(r->script, r->command, /* say:script-not-a */ "\"%s\" is not %s; usage: %s", word, wanted,
                    r->command->verb->usage);
    return false;
}

/* All remaining words, kept as they are. */
static bool take_rest(script_reader *r, script_command *c)
{
    c->word = r->word + r->next;
    c->words = r->words - r->next;
    r->next = r->words;
    return true;
}

bool arg_rules(script_reader *r, script_command *c)
{
    if (!peek_word(r)) return take_word(r, "the name of a rules submission") != NULL;
    take_rest(r, c);
    for (int i = 1; i < c->words; i++) {
        if (!strchr(c->word[i], '=')) return wrong_word(r, c->word[i], "a setting such as decks=8");
    }
    return true;
}

bool arg_card(script_reader *r, script_command *c)
{
    const char *word = take_word(r, "a card");
    return word && (lm_card_read(word, &c->card) ||
                    wrong_word(r, word, "a card (a rank of A23456789TJQK and a suit of cdhs, such as Th)"));
}

bool arg_cards(script_reader *r, script_command *c)
{
    do {
        if (!arg_card(r, c)) return false;
        r->script->card[r->script->cards++] = (script_card){ c->card, c->line, c->table };
    } while (r->next < r->words);
    return true;
}

static bool take_seat(script_reader *r, bool hand, lm_seat *seat)
{
    const char *word = take_word(r, hand ? "a hand such as 1.2" : "a seat");
    if (!word) return false;
    *seat = (lm_seat){ 0 };
    if (hand ? lm_words_hand(word, seat) : lm_words_seat(word, &seat->box, &seat->bettor)) return true;
    return wrong_word(r, word, hand ? "a hand such as 1.2 (seat 1, second hand)" : "a seat (1, or 1b, 1c, 1t)");
}

bool arg_seat(script_reader *r, script_command *c)
{
    return take_seat(r, false, &c->seat);
}

bool arg_hand(script_reader *r, script_command *c)
{
    if (!take_seat(r, true, &c->seat)) return false;
    if (!c->seat.hand) c->seat.hand = 1;
    return true;
}

/* Amounts and wagers may both start with a digit (21+3), so a wager is recognised by its name. */
static bool looks_like_amount(const char *word)
{
    return isdigit((unsigned char)word[0]) ? strspn(word, "0123456789.") == strlen(word)
                                           : (word[0] == '-' || word[0] == '+') && isdigit((unsigned char)word[1]);
}

bool arg_wager_maybe(script_reader *r, script_command *c)
{
    const char *word = peek_word(r);
    if (!word || looks_like_amount(word) || strcmp(word, "by") == 0) return true;
    if (!script_wager_known(word)) return wrong_word(r, word, "a wager or an amount");
    c->wager = word;
    r->next++;
    return true;
}

/* Too large or too fine an amount is still an amount: the rules refuse it when it is wagered. */
static bool read_amount(const char *word, script_amount *amount)
{
    amount->state = AMOUNT_CENTS;
    if (lm_cents_read(word, &amount->cents)) return true;
    const char *digits = word + (*word == '-' || *word == '+');
    size_t whole = strspn(digits, "0123456789");
    const char *rest = digits + whole;
    if (*rest == '.') rest += 1 + strspn(rest + 1, "0123456789");
    if (!whole || *rest || rest[-1] == '.') return false;
    if (whole > 15) {
        amount->cents = *word == '-' ? -INT64_MAX : INT64_MAX;
    } else {
        amount->state = AMOUNT_TOO_FINE;
    }
    return true;
}

bool arg_dollars(script_reader *r, script_command *c)
{
    const char *word = take_word(r, "an amount in dollars");
    if (!word) return false;
    if (c->verb->kind == KIND_EXPECT) {
        c->amount.state = AMOUNT_CENTS;
        if (lm_cents_read(word, &c->amount.cents)) return true;
    } else if (read_amount(word, &c->amount)) {
        return true;
    }
    return wrong_word(r, word, "an amount in dollars such as 10 or -2.50");
}

bool arg_dollars_maybe(script_reader *r, script_command *c)
{
    const char *word = peek_word(r);
    return !word || !looks_like_amount(word) || arg_dollars(r, c);
}

bool arg_by_maybe(script_reader *r, script_command *c)
{
    const char *word = peek_word(r);
    if (!word || strcmp(word, "by") != 0) return true;
    r->next++;
    lm_seat owner;
    if (peek_word(r) && strcmp(peek_word(r), "nobody") == 0) {
        c->owner = LM_NOBODY;
        r->next++;
        return true;
    }
    if (!take_seat(r, false, &owner)) return false;
    if (owner.bettor) return wrong_word(r, r->word[r->next - 1], "the seat of a player");
    c->owner = owner.box;
    return true;
}

bool arg_in_maybe(script_reader *r, script_command *c)
{
    const char *word = peek_word(r);
    if (!word || strcmp(word, "in") != 0) return true;
    r->next++;
    word = take_word(r, "chips, plaque, coupon or cash");
    if (!word) return false;
    int instrument = lm_words_instrument(word);
    if (instrument < 0) return wrong_word(r, word, "one of chips, plaque, coupon, cash");
    c->instrument = (uint8_t)instrument;
    return true;
}

/* The name, then a seat, a card and a word for how it went, each perhaps. */
bool arg_irregular(script_reader *r, script_command *c)
{
    const char *word = take_word(r, "an irregularity");
    if (!word) return false;
    int kind = lm_words_irregularity(word);
    if (kind < 0) return wrong_word(r, word, "an irregularity such as misdeal (docs/round-scripts.md lists them)");
    c->irregular = (uint8_t)kind;
    if (peek_word(r) && lm_words_seat(peek_word(r), &c->seat.box, &c->seat.bettor)) r->next++;
    if (peek_word(r) && lm_card_read(peek_word(r), &c->card)) {
        c->has_card = true;
        r->next++;
    }
    int how = peek_word(r) ? lm_words_how(peek_word(r)) : -1;
    if (how >= 0) {
        c->how = (uint8_t)how;
        r->next++;
    }
    return true;
}

bool arg_role(script_reader *r, script_command *c)
{
    const char *word = take_word(r, "a role");
    if (!word) return false;
    int role = lm_words_role(word);
    if (role < 0) return wrong_word(r, word, "a role such as supervisor");
    c->role = (uint8_t)role;
    return true;
}

bool arg_down_maybe(script_reader *r, script_command *c)
{
    const char *word = peek_word(r);
    if (!word || strcmp(word, "down") != 0) return true;
    c->down = true;
    r->next++;
    return true;
}

bool arg_actions(script_reader *r, script_command *c)
{
    while (r->next < r->words) {
        const char *word = r->word[r->next++];
        int i = 0;
        while (script_actions[i].word && strcmp(script_actions[i].word, word) != 0)
            i++;
        if (!script_actions[i].word) {
            return wrong_word(r, word,
                              "one of hit stand double double:free split split:free surrender insure evenmoney");
        }
        c->actions |= (uint16_t)(1u << i);
    }
    return true;
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
    const char *word = take_word(r, "a total");
    if (!word) return false;
    if (strcmp(word, "blackjack") == 0) {
        c->number = TOTAL_BLACKJACK;
        return true;
    }
    return read_count(word, &c->number) || wrong_word(r, word, "a total such as 17, or blackjack");
}

bool arg_count(script_reader *r, script_command *c)
{
    const char *word = take_word(r, "a number");
    return word && (read_count(word, &c->number) || wrong_word(r, word, "a number"));
}

/* Clauses stand between bars or blanks. */
bool arg_clauses(script_reader *r, script_command *c)
{
    take_rest(r, c);
    for (int i = 0; i < c->words; i++) {
        const char *id = c->word[i];
        if (!isupper((unsigned char)id[0]) && id[0] != '|') return wrong_word(r, id, "a clause such as MFB-5(a)");
    }
    return true;
}

bool arg_events(script_reader *r, script_command *c)
{
    if (!peek_word(r)) return take_word(r, "an event") != NULL;
    take_rest(r, c);
    for (int i = 0; i < c->words; i++) {
        if (!script_event_known(c->word[i])) {
            return wrong_word(r, c->word[i], "an event such as pay:1:main:15 (docs/round-scripts.md lists them)");
        }
    }
    return true;
}

bool arg_name(script_reader *r, script_command *c)
{
    const char *word = take_word(r, "a name");
    if (!word) return false;
    c->word = r->word + r->next - 1;
    c->words = 1;
    return true;
}

bool arg_equals_maybe(script_reader *r, script_command *c)
{
    const char *word = peek_word(r);
    if (!word || strcmp(word, "=") != 0) return true;
    c->expects = true;
    r->next++;
    return true;
}

bool arg_side(script_reader *r, script_command *c)
{
    if (!arg_name(r, c)) return false;
    const char *word = c->word[0];
    return strcmp(word, "A") == 0 || strcmp(word, "B") == 0 || wrong_word(r, word, "side A or B");
}

/* `with 1b double [DOLLARS]`, `with 1b split`, `with 1b 2`: riding along, covering, or choosing a hand. */
bool arg_along(script_reader *r, script_command *c)
{
    if (!arg_name(r, c)) return false;
    const char *word = c->word[0];
    if (strcmp(word, "double") == 0) return arg_dollars_maybe(r, c);
    return strcmp(word, "split") == 0 || read_count(word, &c->number) ||
           wrong_word(r, word, "double, split or the number of a hand");
}
