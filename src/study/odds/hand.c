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
        for (int i = 0; i < d->held.n; i++) {
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
    return say(&s->ear, /* say:over-21-already */ "hand: %d is over 21, so there is nothing left to decide",
               d->score.total);
}

static bool read_up(decision *d, const lm_study *s, const char *text)
{
    int wanted = s->rules->hole_card == LM_HOLE_FACE_UP ? 2 : 1;
    d->ups = read_cards(s, "up card", text, false, d->up, 2);
    if (d->ups < 0) return false;
    if (d->ups == wanted) return true;
    return say(&s->ear, wanted == 2 ? /* say:two-cards-open */ "name two up cards here, since the hole card lies "
                                                               "open, such as \"6c Td\""
                                    : /* say:one-up-card */ "name the dealer's one up card, such as 6c");
}

static bool find_column(decision *d, lm_study *s)
{
    lm_game *game = lm_study_game(s);
    int up = value_of(d->up[0]), second = d->ups == 2 ? value_of(d->up[1]) : 0;
    if (!game) return false;
    for (int c = 0; c < lm_game_columns(game); c++) {
        lm_seen seen = lm_game_column(game, c);
        if ((seen.up == up && seen.second == second) || (seen.up == second && seen.second == up && second)) {
            d->column = c;
            return true;
        }
    }
    return say(&s->ear, "the dealer cannot show these cards");
}

/* The value of splitting where the hands after it are played by a class. */
static void split_by_class(decision *d, lm_study *s, const lm_ask *ask)
{
    double *value = d->prices.value;
    if (!ask->post_split || isnan(value[LM_PLAY_SPLIT]) || d->held.staked != LM_STAKED_CHIPS) return;
    for (int i = LM_POST_SPLIT_CDZ_MINUS; i < LM_POST_SPLITS; i++) {
        if (strcmp(ask->post_split, lm_post_split_name((lm_post_split)i)) == 0)
            value[LM_PLAY_SPLIT] = lm_game_split_value(s->game, d->column, (lm_post_split)i, d->held.value[0]);
    }
    if (value[LM_PLAY_SPLIT] > value[d->prices.best]) d->prices.best = LM_PLAY_SPLIT;
}

bool decision_find(decision *d, lm_study *s, const lm_ask *ask)
{
    memset(d, 0, sizeof *d);
    if (!read_hand(d, s, ask->hand) || !read_up(d, s, ask->up)) return false;
    d->held.staked = ask->kind && strcmp(ask->kind, "free") == 0 ? LM_STAKED_LAMMER : LM_STAKED_CHIPS;
    if (d->held.staked == LM_STAKED_LAMMER && !rules_split_free(s->rules)) {
        return say(&s->ear,
                   /* say:no-free-splits */
                   "%s gives no free splits, so no hand is staked by a lammer alone; price the hand with chips",
                   s->rules->name);
    }
    if (!fits_shoe(s, d) || !find_column(d, s)) return false;
    d->blackjack = d->held.n == 2 && d->score.total == 21 && d->held.staked == LM_STAKED_CHIPS;
    lm_game_price(s->game, d->column, &d->held, &d->prices);
    split_by_class(d, s, ask);
    bool insurable = s->rules->insurance && d->ups == 1 && value_of(d->up[0]) == 1 && d->held.n == 2 &&
                     d->held.staked == LM_STAKED_CHIPS;
    d->insurance = insurable ? lm_game_insurance(s->game, d->held.value[0], d->held.value[1]) : (double)NAN;
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
