/* insurance.c - `lammer odds --insurance`: insurance and even money, by the cards that have been seen. */
#include <math.h>

#include "situations.h"

/* The cards that may lie under an ace: those left, less that ace. */
typedef struct {
    int cards, tens;
    double ace_up; /* probability that the dealer shows an ace */
} under_ace;

static bool count_cards(const lm_study *s, under_ace *u)
{
    int aces = 0;
    *u = (under_ace){ .cards = lm_census_total(&s->census) - 1 };
    for (int card = 0; card < LM_CARDS; card++) {
        int value = lm_card_value((lm_card)card), copies = s->census.copies[card];
        u->tens += value == 10 ? copies : 0;
        aces += value == 1 ? copies : 0;
    }
    u->ace_up = (double)aces / (u->cards + 1);
    if (aces > 0 && u->cards > 0) return true;
    return say(&s->ear, /* say:no-ace-to-insure */ "no ace is left in the shoe, so the dealer cannot show one");
}

static double smallest_count(int excess, int by)
{
    return excess <= 0 ? 0 : (double)((excess + by - 1) / by);
}

static void put_insurance(sheet *sh, const lm_study *s, const under_ace *u)
{
    bool right = 3 * u->tens > u->cards;
    sheet_number(sh, (sheet_column){ "offered", "the house offers insurance", SHEET_YES, 0 }, s->rules->insurance != 0);
    sheet_number(sh, (sheet_column){ "cards", "cards that may lie under an ace", SHEET_COUNT, 0 }, u->cards);
    sheet_number(sh, (sheet_column){ "tens", "of them tens", SHEET_COUNT, 0 }, u->tens);
    sheet_number(sh, (sheet_column){ "value", "value of insurance, per unit of it", SHEET_SIGNED, 8 },
                 3.0 * u->tens / u->cards - 1);
    sheet_number(sh, (sheet_column){ "right", "insurance is right", SHEET_YES, 0 }, right);
    sheet_number(sh,
                 (sheet_column){ "others_to_right", "other cards, if seen too, that make it right", SHEET_COUNT, 0 },
                 right ? 0 : u->cards - 3 * u->tens + 1);
    sheet_number(sh, (sheet_column){ "tens_to_wrong", "tens, if seen too, that make it wrong", SHEET_COUNT, 0 },
                 right ? smallest_count(3 * u->tens - u->cards, 2) : 0);
}

/* Whether the house offers even money, and by which clause not. */
static short_words even_money_words(const lm_rules *k, bool offered)
{
    char clauses[48];
    bool inherited = lm_rule_clauses(LM_RULE_even_money, k->rule_set, clauses, sizeof clauses);
    if (offered) return words_of("yes");
    if (k->hole_card == LM_HOLE_FACE_UP) return words_of("no: the hole card lies open (MBJ-6(k))");
    if (!k->insurance) return words_of("no: these rules have no insurance, with which it is offered");
    if (k->blackjack_pays == LM_BLACKJACK_6_5 && k->game == LM_GAME_STANDARD)
        return words_of("no: void where a blackjack pays 6 to 5 (MBJ-7(d).1)");
    if (k->even_money) return words_of("no: the reader answers before insurance closes");
    return words_of("no: even_money=on is the house's choice (%s%s)", clauses, inherited ? ", C-34" : "");
}

static void put_even_money(sheet *sh, const lm_study *s)
{
    lm_even_money e;
    lm_game_even_money_worth(s->game, &e);
    sheet_word(sh, "even_money", "even money is offered", even_money_words(s->rules, e.offered).text);
    sheet_number(sh, (sheet_column){ "even_money_takes", "it pays, in wagers", SHEET_SIGNED, 8 }, e.takes);
    sheet_number(sh, (sheet_column){ "even_money_waits", "waiting is worth", SHEET_SIGNED, 8 }, e.waits);
    sheet_number(sh, (sheet_column){ "even_money_right", "even money is right", SHEET_YES, 0 }, e.takes > e.waits);
    sheet_number(sh, (sheet_column){ "dealer_blackjack", "the dealer has a blackjack, too", SHEET_PERCENT, 6 },
                 e.blackjack);
    sheet_number(sh, (sheet_column){ "even_money_from", "even money is right above", SHEET_PERCENT, 6 }, e.even_from);
}

/* A text tells some numbers of cards, other formats all of them. */
static bool is_told(int seen, lm_ask_format format)
{
    return format != LM_ASK_TEXT || seen <= 12 || seen % 13 == 0;
}

static void put_seen(sheet *sh, const under_ace *u, lm_ask_format format)
{
    static const sheet_column columns[] = {
        { "seen", "cards seen", SHEET_COUNT, 0 },
        { "most_tens", "tens at most", SHEET_COUNT, 0 },
        { "right", "it is right", SHEET_PERCENT, 6 },
        { "gain", "gain, insured", SHEET_PERCENT, 6 },
        { "gain_in_round", "in a round", SHEET_PERCENT, 6 },
    };
    sheet_table_begin(sh, "seen", "Insurance by the number of these cards that are seen", columns, 5);
    for (int n = 0; n < u->cards; n++) {
        lm_insurance_seen found;
        if (!is_told(n, format)) continue;
        lm_insurance_by_seen(u->cards, u->tens, n, &found);
        sheet_put(sh, n);
        sheet_put(sh, found.most_tens < 0 ? (double)NAN : found.most_tens);
        sheet_put(sh, found.right);
        sheet_put(sh, found.gain);
        sheet_put(sh, found.gain / 2 * u->ace_up);
    }
}

bool insurance_answer_ask(lm_study *s, const lm_ask *ask, lm_text *out)
{
    under_ace u;
    sheet sh;
    if (!count_cards(s, &u) || !lm_study_game(s)) return false;
    sheet_begin(&sh, s, "insurance", "Insurance and even money against an ace, by the cards seen");
    put_insurance(&sh, s, &u);
    put_even_money(&sh, s);
    if (!s->infinite) put_seen(&sh, &u, ask->format);
    sheet_note(&sh,
               "Cards that are known to be gone are out of the count, but the blackjack is not one of them. The "
               "table is for further cards, which may be any: insurance is right with at most so many tens among "
               "them, and who takes it only then gains so much, per unit of insurance each time that it is offered, "
               "and per unit of the wager in a round.");
    sheet_note(&sh, "Every figure is exact.");
    return sheet_write(&sh, ask->format, out);
}
