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

/* ---- the rules in a sentence --------------------------------------------------------------------------- */

/* Each row is said when its conditions hold (lm_rules_match); {name} is the value of a rule. */
static const struct {
    const char *when, *say;
} phrases[] = {
    { "decks=1", "one deck" },
    { "decks>1", "{decks} decks" },
    { "shoe=double", "double shoe" },
    { "shoe=continuous", "continuous shuffler" },
    { "shoe=hand", "dealt by hand" },
    { "dealer_soft17=hit", "dealer hits soft 17" },
    { "dealer_soft17=stand", "dealer stands on soft 17" },
    { "dealer_22=push", "dealer 22 pushes" },
    { "hole_card=none", "no hole card" },
    { "hole_card=unseen", "hole card not looked at" },
    { "hole_card=reader", "hole card with reader" },
    { "hole_card=face-up", "hole card face up" },
    { "hole_card=none|unseen dealer_bj_takes=original", "a dealer blackjack takes original wagers only" },
    { "hole_card=none|unseen dealer_bj_takes=busted-plus-one", "a dealer blackjack takes busted hands and one wager" },
    { "ties=lose", "ties lose" },
    { "", "blackjack pays {blackjack_pays}" },
    { "surrender=on", "late surrender" },
    { "double_on=any", "double any two cards" },
    { "double_on=9-11", "double 9 to 11 only" },
    { "double_after_split=on", "also after a split" },
    { "double_after_split=off", "not after a split" },
    { "split_hands=2", "split once" },
    { "split_hands>2", "split to {split_hands} hands" },
    { "split_aces=one-card", "one card to split aces" },
    { "split_aces=play-on", "split aces play on" },
    { "split_hands>2 resplit_aces=on", "aces resplit" },
    { "split_hands>2 resplit_aces=off", "no resplit of aces" },
    { "split_blackjack=on", "blackjack on split hands" },
    { "split_21_beats_multicard_21=on", "a two-card 21 of a split hand beats a longer 21" },
    { "free_double=two-cards", "free doubles on two-card hard 9 to 11" },
    { "free_double=any", "free doubles on hard 9 to 11" },
    { "free_split!=none", "free splits of {free_split}" },
    { "free_split!=none free_splits!=3", "at most {free_splits} of them free" },
    { "lammer_double=off free_split!=none", "no paid doubles on lammer hands" },
    { "bonus_678=on", "suited 6-7-8 pays 2 to 1" },
    { "bonus_777=on", "three sevens pay 3 to 2" },
    { "five_card_21=on", "five-card 21 pays 2 to 1" },
    { "special_blackjack!=off", "blackjack {special_blackjack} pays 2 to 1" },
    { "multiple_action!=off", "multiple action {multiple_action}" },
    { "insurance=off", "no insurance" },
    { "even_money=on", "even money" },
};

/* A phrase with its one {name} replaced by the rule's value. */
static void add_phrase(const lm_rules *rules, const char *say, char *text, size_t size)
{
    const char *open = strchr(say, '{'), *close = open ? strchr(open, '}') : NULL;
    if (!close) {
        lm_words_add(text, size, "%s", say);
        return;
    }
    char name[48], value[64];
    snprintf(name, sizeof name, "%.*s", (int)(close - open - 1), open + 1);
    lm_rule_id id = lm_rule_find(name);
    lm_rule_write(id, rules->value[id], value, sizeof value);
    lm_words_add(text, size, "%.*s%s%s", (int)(open - say), say, value, close + 1);
}

void rules_sentence(const lm_rules *rules, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
        if (!lm_rules_match(rules, phrases[i].when)) continue;
        if (text[0]) lm_words_add(text, size, ", ");
        add_phrase(rules, phrases[i].say, text, size);
    }
}

/* ---- cards --------------------------------------------------------------------------------------------- */

void card_word_write(card_word card, char text[3])
{
    lm_card_write(lm_card_make(card.rank, card.suit < 0 ? 0 : card.suit), text);
    if (card.suit < 0) text[1] = '\0';
}

/* One card: a rank (10 is T) and its suit, small or capital letters. Returns the characters read, 0: no
 * card. */
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
            say(&s->ear, "%s names more than %d cards", what, most);
            return -1;
        }
        if (!used || (suits && cards[n].suit < 0)) {
            say(&s->ear, /* say:no-card-word */
                "%s: '%.*s' is no card; write a rank A23456789TJQK and a suit c d h s, such as 8h", what,
                (int)strcspn(text, " ,\t"), text);
            return -1;
        }
        text += used;
        n++;
    }
    return n;
}
