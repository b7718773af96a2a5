/* hand.c - one hand to decide: what each action is worth, and what a mistake costs. */
#include <math.h>
#include <string.h>

#include "study.h"

/* Removes a card of the hand from a copy of the shoe. For a card without a suit, any card of its rank will do. */
static bool take(lm_census *left, card_word card)
{
    if (card.suit >= 0) return lm_census_remove(left, lm_card_make(card.rank, card.suit));
    for (int suit = 0; suit < 4; suit++) {
        if (lm_census_remove(left, lm_card_make(card.rank, suit))) return true;
    }
    return false;
}

static bool take_all(const lm_study *s, lm_census *left, const card_word *cards, int n)
{
    for (int i = 0; i < n; i++) {
        if (take(left, cards[i])) continue;
        return say(&s->ear, /* say:none-left */ "no %s is left in the shoe for this hand",
                   card_words(&cards[i], 1).text);
    }
    return true;
}

/* Removes cards with a suit first, because a card without one might take the card that they need. */
static bool fits_shoe(const lm_study *s, const decision *d)
{
    lm_census left = s->census;
    card_word cards[24];
    int n = 0;
    for (int named = 1; named >= 0; named--) {
        for (int i = 0; i < d->at.held.n; i++) {
            if ((d->card[i].suit >= 0) == named) cards[n++] = d->card[i];
        }
        for (int i = 0; i < d->ups; i++) {
            if ((d->up[i].suit >= 0) == named) cards[n++] = d->up[i];
        }
    }
    return take_all(s, &left, cards, n);
}

static int value_of(card_word card)
{
    return lm_card_value(lm_card_make(card.rank, 0));
}

static bool read_hand(decision *d, const lm_study *s, const char *text)
{
    int n = read_cards(s, "hand", text, false, d->card, 22), sum = 0;
    bool ace = false;
    if (n < 0) return false;
    if (n < 2) return say(&s->ear, /* say:two-cards-wanted */ "a hand needs two cards or more, such as \"8h 8d\"");
    d->at.held.n = (uint8_t)n;
    d->at.held.suited = true;
    for (int i = 0; i < n; i++) {
        d->at.held.value[i] = (uint8_t)value_of(d->card[i]);
        sum += d->at.held.value[i];
        ace |= d->at.held.value[i] == 1;
        d->at.held.suited &= d->card[i].suit >= 0 && d->card[i].suit == d->card[0].suit;
    }
    d->score = lm_score_of(sum, ace);
    if (d->score.total <= 21) return true;
    return say(&s->ear, /* say:over-21-already */ "hand: %d is over 21, so there is nothing left to decide",
               d->score.total);
}

static bool read_up(decision *d, const lm_study *s, const char *text)
{
    int wanted = s->rules->hole_card == LM_HOLE_FACE_UP ? 2 : 1;
    d->ups = read_cards(s, "up card", text, false, d->up, 2);
    if (d->ups < 0) return false;
    d->at.seen = (lm_seen){ (uint8_t)value_of(d->up[0]), (uint8_t)(d->ups == 2 ? value_of(d->up[1]) : 0) };
    if (d->ups == wanted) return true;
    return say(&s->ear, wanted == 2 ? /* say:two-cards-open */ "name two up cards here, since the hole card lies "
                                                               "open, such as \"6c Td\""
                                    : /* say:one-up-card */ "name the dealer's one up card, such as 6c");
}

/* The rules for this hand; they are part of the study's key. */
static void fit_rules(const decision *d, lm_study *s)
{
    if (!s->fitted) lm_decision_rules(&d->at, &s->profile->rules);
    s->fitted = true;
}

static bool find_prices(decision *d, lm_study *s, const lm_ask *ask)
{
    fit_rules(d, s);
    lm_game *game = lm_study_game(s);
    if (!game) return false;
    if (class_asked(ask) == LM_POST_SPLIT_OPT && !study_lend(s)) return false;
    if (lm_game_column_of(game, d->at.seen) < 0) return say(&s->ear, "the dealer cannot show these cards");
    lm_decision_price(game, &d->at, class_asked(ask), &d->prices);
    return true;
}

static bool fits_box(const decision *d, const lm_study *s)
{
    if (d->at.hands <= s->rules->split_hands || s->fitted) return true;
    return say(&s->ear, /* say:too-many-hands */ "%s allows a box %d hands, not %d", s->rules->name,
               (int)s->rules->split_hands, d->at.hands);
}

bool decision_find(decision *d, lm_study *s, const lm_ask *ask)
{
    memset(d, 0, sizeof *d);
    d->at.hands = (uint8_t)ask->hands;
    d->at.down = ask->down;
    if (!read_hand(d, s, ask->hand) || !read_up(d, s, ask->up)) return false;
    d->at.held.staked = ask->kind && strcmp(ask->kind, "free") == 0 ? LM_STAKED_LAMMER : LM_STAKED_CHIPS;
    if (d->at.held.staked == LM_STAKED_LAMMER && !rules_split_free(s->rules)) {
        return say(&s->ear,
                   /* say:no-free-splits */
                   "%s gives no free splits, so no hand is staked by a lammer alone; price the hand with chips",
                   s->rules->name);
    }
    if (!fits_shoe(s, d) || !fits_box(d, s) || !find_prices(d, s, ask)) return false;
    d->blackjack = d->at.held.n == 2 && d->score.total == 21 && d->at.held.staked == LM_STAKED_CHIPS && d->at.hands < 2;
    bool insurable = s->rules->insurance && d->ups == 1 && value_of(d->up[0]) == 1 && d->at.held.n == 2 &&
                     d->at.held.staked == LM_STAKED_CHIPS && d->at.hands < 2;
    d->insurance = insurable ? lm_game_insurance(s->game, d->at.held.value[0], d->at.held.value[1]) : (double)NAN;
    return true;
}

int decision_plays(const decision *d, lm_play plays[LM_PLAYS])
{
    const double *value = d->prices.value;
    int n = 0;
    for (int p = 0; p < LM_PLAYS && !d->blackjack; p++) {
        if (isnan(value[p])) continue;
        int at = n++;
        for (; at > 0 && value[plays[at - 1]] < value[p]; at--)
            plays[at] = plays[at - 1];
        plays[at] = (lm_play)p;
    }
    return n;
}

double decision_cost(const decision *d, lm_play play)
{
    return d->prices.value[d->prices.best] - d->prices.value[play];
}
