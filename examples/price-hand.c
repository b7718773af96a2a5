/* price-hand.c - what every action of a hand is worth, exactly.
 *
 *     price-hand ma-freebet 8h8d 6c
 *
 * The same figures as `lammer odds --rules ma-freebet --hand "8h 8d" --up 6c`. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/odds.h"
#include "lammer/profile.h"

static void complain(void *self, const char *file, int line, const char *text)
{
    (void)self;
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
}

/* "8h8d" as card values. */
static bool read_hand(const char *text, lm_held *held)
{
    lm_card first = 0, card;
    char word[3] = "";
    held->suited = true;
    for (; *text; text += 2) {
        memcpy(word, text, strlen(text) < 2 ? 1 : 2);
        if (held->n == sizeof held->value || !text[1] || !lm_card_read(word, &card)) return false;
        if (!held->n) first = card;
        held->suited &= lm_suit(card) == lm_suit(first);
        held->value[held->n++] = (uint8_t)lm_card_value(card);
    }
    return held->n >= 2;
}

static int find_column(const lm_game *game, int up)
{
    for (int c = 0; c < lm_game_columns(game); c++) {
        lm_seen seen = lm_game_column(game, c);
        if (seen.up == up && !seen.second) return c;
    }
    return -1;
}

int main(int argc, char **argv)
{
    static const char *const words[LM_PLAYS] = { "stand", "hit", "double", "split", "surrender" };
    static lm_profile profile;
    const lm_profile_reader reader = { complain, NULL };
    lm_held held = { 0 };
    lm_census census;
    lm_prices prices;
    lm_card up;
    if (argc != 4 || !read_hand(argv[2], &held) || !lm_card_read(argv[3], &up)) {
        fprintf(stderr, "usage: price-hand RULES CARDS UPCARD, such as ma-freebet 8h8d 6c\n");
        return 2;
    }
    if (!lm_profile_load(&profile, lm_wagers, argv[1], NULL, 0, &reader)) return 1;
    lm_census_fresh(&census, (int)profile.rules.decks);

    size_t size = lm_game_size(&profile.rules);
    void *memory = malloc(size);
    lm_game *game = memory ? lm_game_open(memory, size, &profile.rules, &census) : NULL;
    int column = game ? find_column(game, lm_card_value(up)) : -1;
    if (column < 0) {
        fprintf(stderr, "price-hand: there is no such column\n");
        free(memory);
        return 1;
    }
    lm_game_price(game, column, &held, &prices);
    for (int play = 0; play < LM_PLAYS; play++) {
        if (isnan(prices.value[play])) continue;
        printf("%-10s %+.17g%s%s\n", words[play], prices.value[play], prices.is_free[play] ? " free" : "",
               prices.best == (lm_play)play ? " best" : "");
    }
    free(memory);
    return 0;
}
