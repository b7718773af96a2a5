/* words.c - rules, cards and plays in words. */
#include <stdio.h>
#include <ctype.h>
#include <string.h>

#include "study.h"

const char *value_word(int value)
{
    static const char *const words[] = { "?", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10" };
    return words[value];
}

short_words seen_words(lm_seen seen)
{
    return words_of("%s%s%s", value_word(seen.up), seen.second ? "," : "", seen.second ? value_word(seen.second) : "");
}

const char summed_rules[] =
    "decks shoe dealer_soft17 dealer_22 hole_card dealer_bj_takes ties blackjack_pays surrender double_on "
    "double_after_split split_hands split_aces resplit_aces split_blackjack split_21_beats_multicard_21 free_double "
    "free_split free_splits lammer_double bonus_678 bonus_777 five_card_21 special_blackjack multiple_action insurance "
    "even_money";

long_words rules_sentence(const lm_rules *rules)
{
    long_words sentence;
    lm_words_of_rules(rules, summed_rules, sentence.text, sizeof sentence.text);
    return sentence;
}

/* A card without a suit is its rank alone. */
short_words card_words(const card_word *cards, int n)
{
    short_words all = { "" };
    for (int i = 0; i < n; i++) {
        lm_card_text card = lm_card_name(lm_card_make(cards[i].rank, cards[i].suit < 0 ? 0 : cards[i].suit));
        lm_words_add(all.text, sizeof all.text, "%s%.*s", i ? " " : "", cards[i].suit < 0 ? 1 : 2, card.text);
    }
    return all;
}

/* One card: a rank (10 is T) and its suit, small or capital letters. Returns the characters read; 0: not a card. */
static size_t read_card(const char *at, card_word *card)
{
    static const char ranks[] = "A23456789TJQK", suits[] = "cdhs";
    size_t used = strncmp(at, "10", 2) == 0 ? 2 : 1;
    const char *rank = strchr(ranks, used == 2 ? 'T' : toupper((unsigned char)at[0]));
    if (!at[0] || !rank) return 0;
    card->rank = (int)(rank - ranks);
    const char *suit = at[used] ? strchr(suits, tolower((unsigned char)at[used])) : NULL;
    card->suit = suit ? (int)(suit - suits) : -1;
    return used + (suit != NULL);
}

int read_cards(const lm_study *s, const char *what, const char *text, bool suits, card_word *cards, int most)
{
    int n = 0;
    while (*(text += strspn(text, " ,\t"))) {
        size_t used = n < most ? read_card(text, &cards[n]) : 0;
        if (n == most) {
            say(&s->ear, "%s: more than %d cards", what, most);
            return -1;
        }
        if (!used || (suits && cards[n].suit < 0)) {
            say(&s->ear, /* say:no-card-word */
                "%s: \"%.*s\" is not a card; write a rank A23456789TJQK and a suit c d h s, such as 8h", what,
                (int)strcspn(text, " ,\t"), text);
            return -1;
        }
        text += used;
        n++;
    }
    return n;
}
