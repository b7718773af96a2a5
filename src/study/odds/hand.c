/* hand.c - `lammer odds --hand CARDS --up CARD`: what each action is worth, and what a mistake costs. */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "study.h"
#include "rules/rules.h"

typedef struct {
    lm_held held;
    card_word card[22], up[2];
    int ups;
    int column;
    lm_score score;
    bool blackjack;
    lm_prices prices;
    double insurance; /* NAN: not offered */
} decision;

/* ---- what is asked ------------------------------------------------------------------------------------- */

/* Takes a card of the hand out of a copy of the shoe; one without its suit takes any that is left. */
static bool take(lm_census *left, card_word card)
{
    if (card.suit >= 0) return lm_census_remove(left, lm_card_make(card.rank, card.suit));
    for (int suit = 0; suit < 4; suit++) {
        if (lm_census_remove(left, lm_card_make(card.rank, suit))) return true;
    }
    return false;
}

static bool take_all(lm_census *left, const card_word *cards, int n)
{
    for (int i = 0; i < n; i++) {
        char word[3];
        card_word_write(cards[i], word);
        if (take(left, cards[i])) continue;
        say_error("there is no %s left in the shoe for this hand", word);
        return false;
    }
    return true;
}

/* Cards that name their suit are taken first, so that the others find what is left. */
static bool fits_shoe(const study *s, const decision *d)
{
    lm_census left = s->census;
    card_word cards[24];
    int n = 0;
    for (int named = 1; named >= 0; named--) {
        for (int i = 0; i < d->held.n; i++) {
            if ((d->card[i].suit >= 0) == named) cards[n++] = d->card[i];
        }
        for (int i = 0; i < d->ups; i++) {
            if ((d->up[i].suit >= 0) == named) cards[n++] = d->up[i];
        }
    }
    return take_all(&left, cards, n);
}

static int value_of(card_word card)
{
    return lm_card_value(lm_card_make(card.rank, 0));
}

static bool read_hand(decision *d, const char *text)
{
    int n = read_cards("--hand", text, false, d->card, 22), sum = 0;
    bool ace = false;
    if (n < 0) return false;
    if (n < 2) {
        say_error("--hand wants two cards or more, such as \"8h 8d\"");
        return false;
    }
    d->held.n = (uint8_t)n;
    d->held.suited = true;
    for (int i = 0; i < n; i++) {
        d->held.value[i] = (uint8_t)value_of(d->card[i]);
        sum += d->held.value[i];
        ace |= d->held.value[i] == 1;
        d->held.suited &= d->card[i].suit >= 0 && d->card[i].suit == d->card[0].suit;
    }
    d->score = lm_score_of(sum, ace);
    if (d->score.total <= 21) return true;
    say_error("--hand: %d is over 21, so there is nothing left to decide", d->score.total);
    return false;
}

static bool read_up(decision *d, const study *s, const char *text)
{
    int wanted = s->rules->hole_card == LM_HOLE_FACE_UP ? 2 : 1;
    d->ups = read_cards("--up", text, false, d->up, 2);
    if (d->ups < 0) return false;
    if (d->ups == wanted) return true;
    say_error(wanted == 2 ? "--up wants two cards here, since the hole card lies open, such as \"6c Td\""
                          : "--up wants the dealer's one up card, such as 6c");
    return false;
}

static bool find_column(decision *d, study *s)
{
    lm_game *game = study_game(s);
    int up = value_of(d->up[0]), second = d->ups == 2 ? value_of(d->up[1]) : 0;
    if (!game) return false;
    for (int c = 0; c < lm_game_columns(game); c++) {
        lm_seen seen = lm_game_column(game, c);
        if ((seen.up == up && seen.second == second) || (seen.up == second && seen.second == up && second)) {
            d->column = c;
            return true;
        }
    }
    say_error("the dealer cannot show that");
    return false;
}

static bool read_decision(decision *d, study *s, const odds_ask *ask)
{
    memset(d, 0, sizeof *d);
    if (!read_hand(d, ask->hand) || !read_up(d, s, ask->up)) return false;
    d->held.staked = ask->kind && strcmp(ask->kind, "free") == 0 ? LM_STAKED_LAMMER : LM_STAKED_CHIPS;
    if (d->held.staked == LM_STAKED_LAMMER && !rules_split_free(s->rules)) {
        say_error("%s gives no free splits, so no hand is staked by a lammer alone; leave out --kind free",
                  s->rules->name);
        return false;
    }
    if (!fits_shoe(s, d) || !find_column(d, s)) return false;
    d->blackjack = d->held.n == 2 && d->score.total == 21 && d->held.staked == LM_STAKED_CHIPS;
    lm_game_price(s->game, d->column, &d->held, &d->prices);
    bool insurable = s->rules->insurance && d->ups == 1 && value_of(d->up[0]) == 1 && d->held.n == 2 &&
                     d->held.staked == LM_STAKED_CHIPS;
    d->insurance = insurable ? lm_game_insurance(s->game, d->held.value[0], d->held.value[1]) : (double)NAN;
    return true;
}

/* ---- what is answered ---------------------------------------------------------------------------------- */

static void cards_words(const card_word *cards, int n, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < n; i++) {
        char word[3];
        size_t used = strlen(text);
        card_word_write(cards[i], word);
        snprintf(text + used, size - used, "%s%s", i ? " " : "", word);
    }
}

/* Allowed plays, the best first. */
static int ordered(const lm_prices *prices, lm_play plays[LM_PLAYS])
{
    int n = 0;
    for (int p = 0; p < LM_PLAYS; p++) {
        if (isnan(prices->value[p])) continue;
        int at = n++;
        for (; at > 0 && prices->value[plays[at - 1]] < prices->value[p]; at--)
            plays[at] = plays[at - 1];
        plays[at] = (lm_play)p;
    }
    return n;
}

static double cost_of(const decision *d, lm_play play)
{
    return d->prices.value[d->prices.best] - d->prices.value[play];
}

static void print_hand_text(const decision *d, const study *s)
{
    char cards[80], up[8];
    lm_play plays[LM_PLAYS];
    int n = ordered(&d->prices, plays);
    cards_words(d->card, d->held.n, cards, sizeof cards);
    cards_words(d->up, d->ups, up, sizeof up);
    printf("%s against %s: %s %d, %s\n", cards, up, d->score.soft ? "soft" : "hard", d->score.total,
           d->held.staked == LM_STAKED_LAMMER ? "staked by a lammer" : "staked by chips");
    printf("%s, %d deck%s%s\n\n", s->rules->name, (int)s->rules->decks, s->rules->decks > 1 ? "s" : "",
           s->infinite  ? ", shoe without end"
           : s->removed ? ", less the removed cards"
                        : "");
    if (d->blackjack) printf("  a blackjack: nothing to decide\n");
    for (int i = 0; i < n && !d->blackjack; i++) {
        char name[24];
        snprintf(name, sizeof name, "%s%s", lm_words_of_play(plays[i]),
                 d->prices.is_free[plays[i]] ? " (free)" : "");
        printf("  %-15s %+.10f   ", name, d->prices.value[plays[i]]);
        if (plays[i] == d->prices.best) {
            printf("best\n");
        } else {
            printf("costs %.10f\n", cost_of(d, plays[i]));
        }
    }
    if (!isnan(d->insurance)) {
        printf("  %-15s %+.10f   per unit of insurance: %s\n", "insurance", d->insurance,
               d->insurance > 0 ? "take it" : "decline");
    }
    bool reader =
        s->rules->hole_card == LM_HOLE_READER && (value_of(d->up[0]) == 1 || value_of(d->up[0]) == 10);
    printf("\nExpected gain per unit of the initial wager%s.\n",
           reader ? ", the reader having found no dealer blackjack" : "");
    if (d->prices.probability > 0 && d->held.n == 2 && d->held.staked == LM_STAKED_CHIPS)
        printf("Dealt in %.8f %% of all rounds.\n", 100 * d->prices.probability);
}

static json_t *real_or_null(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static int print_hand_json(const decision *d, const study *s)
{
    char cards[80], up[8];
    lm_play plays[LM_PLAYS];
    int n = d->blackjack ? 0 : ordered(&d->prices, plays);
    json_t *actions = json_array();
    cards_words(d->card, d->held.n, cards, sizeof cards);
    cards_words(d->up, d->ups, up, sizeof up);
    for (int i = 0; i < n; i++) {
        json_array_append_new(actions, json_pack("{s:s, s:b, s:f, s:f}", "action", lm_words_of_play(plays[i]),
                                                 "free", (int)d->prices.is_free[plays[i]], "value",
                                                 d->prices.value[plays[i]], "cost", cost_of(d, plays[i])));
    }
    json_t *hand =
        json_pack("{s:o, s:o, s:s, s:i, s:b, s:b, s:o, s:o, s:o, s:o}", "cards", json_words(cards), "up",
                  json_words(up), "kind", d->held.staked == LM_STAKED_LAMMER ? "free" : "real", "total",
                  (int)d->score.total, "soft", (int)d->score.soft, "blackjack", (int)d->blackjack, "best",
                  n ? json_string(lm_words_of_play(d->prices.best)) : json_null(), "actions", actions,
                  "probability", real_or_null(d->held.n == 2 ? d->prices.probability : (double)NAN),
                  "insurance", real_or_null(d->insurance));
    return print_json(json_pack("{s:s, s:i, s:b, s:i, s:o}", "rules", s->rules->name, "decks",
                                (int)s->rules->decks, "infinite", (int)s->infinite, "removed", s->removed,
                                "hand", hand));
}

static void print_hand_csv(const decision *d)
{
    char cards[80], up[8];
    lm_play plays[LM_PLAYS];
    int n = d->blackjack ? 0 : ordered(&d->prices, plays);
    cards_words(d->card, d->held.n, cards, sizeof cards);
    cards_words(d->up, d->ups, up, sizeof up);
    printf("hand,up,kind,action,free,value,cost\n");
    for (int i = 0; i < n; i++) {
        printf("%s,%s,%s,%s,%s,%.15g,%.15g\n", cards, up,
               d->held.staked == LM_STAKED_LAMMER ? "free" : "real", lm_words_of_play(plays[i]),
               d->prices.is_free[plays[i]] ? "yes" : "no", d->prices.value[plays[i]], cost_of(d, plays[i]));
    }
}

int odds_price_hand(study *s, const odds_ask *ask)
{
    decision d;
    if (!read_decision(&d, s, ask)) return ANSWER_BAD;
    if (ask->format == ASK_JSON) return print_hand_json(&d, s);
    if (ask->format == ASK_CSV) {
        print_hand_csv(&d);
    } else {
        print_hand_text(&d, s);
    }
    return ANSWER_YES;
}
