/* hands.h - what the tests of wagers share: hands in a table, judged by a wager's own classify and pay tables.
 *
 * A hand is written as it lies on the felt; what it pays is written by pay table, in the order in which play()
 * is given the tables:
 *
 *   12      12 to 1           4+11    two awards          $250    fixed dollars
 *   5/2     5 to 2            25for   25 for 1            10%     of the first meter; 100%@2 of the third
 *   -       loses
 */
#ifndef LAMMER_TESTS_HANDS_H
#define LAMMER_TESTS_HANDS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lammer/rules.h"

typedef struct {
    const char *clause;
    const char *mine;   /* the first cards dealt to the box, in order */
    const char *dealer; /* the up card first; only the cards that are face up */
    const char *pays;
    int set;      /* lm_rule_set; where the wager has no such document, its first one */
    int limit_29; /* push22_limit */
    int original; /* the total of the original hand */
    int lammers;
    lm_cents stake_cents;
    int bonus; /* buster_bonus: 0 off, 1 B1, 2 B3 */
} hand;

extern const lm_wager lm_wager_push22, lm_wager_pot_of_gold, lm_wager_blazing7, lm_wager_over13, lm_wager_under13,
    lm_wager_suited, lm_wager_sevens, lm_wager_aces, lm_wager_super4, lm_wager_blackjack_bonus, lm_wager_streak2,
    lm_wager_streak3, lm_wager_streak4, lm_wager_streak5, lm_wager_match_dealer, lm_wager_twenty_point,
    lm_wager_third_card, lm_wager_in_between, lm_wager_buster, lm_wager_plus3, lm_wager_kings_bounty, lm_wager_trilux,
    lm_wager_super3;

/* Rows of the wager's pay tables that some hand has won. */
static bool hands_won[LM_PAYTABLES][LM_OUTCOMES];

static inline int read_cards(const char *text, lm_card *cards, int room)
{
    int n = 0;
    for (char two[3]; *text; text += text[2] == ' ' ? 3 : 2) {
        memcpy(two, text, 2);
        two[2] = '\0';
        assert_true(n < room);
        assert_true(lm_card_read(two, &cards[n++]));
    }
    return n;
}

static inline bool table_serves(const lm_wager *wager, const lm_paytable *table, int decks, int set)
{
    uint32_t for_decks = table->decks ? table->decks : wager->decks;
    uint32_t for_sets = table->rule_sets ? table->rule_sets : wager->rule_sets;
    return (for_decks >> decks & 1) && (for_sets >> set & 1);
}

/* The one pay table that an id means with these decks under this document, or -1. */
static inline int find_table(const lm_wager *wager, const char *id, int decks, int set)
{
    int found = -1;
    for (int i = 0; wager->paytables[i].clause; i++) {
        const lm_paytable *table = &wager->paytables[i];
        if (strcmp(table->id, id) != 0 || !table_serves(wager, table, decks, set)) continue;
        assert_int_equal(found, -1);
        found = i;
    }
    return found;
}

static inline int document_of(const lm_wager *wager, int set)
{
    while (!(wager->rule_sets >> set & 1))
        set = (set + 1) % LM_RULE_SETS;
    return set;
}

static inline void write_award(lm_odds odds, char *text, size_t size)
{
    switch ((lm_form)odds.form) {
    case LM_TO:
        if (odds.b == 1)
            snprintf(text, size, "%d", (int)odds.a);
        else
            snprintf(text, size, "%d/%d", (int)odds.a, (int)odds.b);
        break;
    case LM_FOR: snprintf(text, size, "%dfor", (int)odds.a); break;
    case LM_DOLLARS: snprintf(text, size, "$%d", (int)odds.a); break;
    case LM_PERCENT:
        if (odds.meter)
            snprintf(text, size, "%d%%@%d", (int)odds.a, (int)odds.meter);
        else
            snprintf(text, size, "%d%%", (int)odds.a);
        break;
    }
}

static inline lm_outcomes judge(const lm_wager *wager, const hand *h, lm_rules *rules)
{
    lm_view view = { .rules = rules };
    rules->rule_set = document_of(wager, h->set);
    rules->push22_limit = h->limit_29;
    rules->buster_bonus = h->bonus;
    view.n_first = (uint8_t)read_cards(h->mine, view.first, LM_VIEW_FIRST);
    view.n_dealer = (uint8_t)read_cards(h->dealer, view.dealer, LM_VIEW_DEALER);
    view.up = view.dealer[0];
    view.dealer_blackjack = lm_cards_blackjack(view.dealer, view.n_dealer);
    view.dealer_done = true;
    view.player_blackjack = view.n_first == 2 && lm_cards_blackjack(view.first, 2);
    view.original_total = (uint8_t)h->original;
    view.lammers = (uint8_t)h->lammers;
    view.stake_cents = h->stake_cents ? h->stake_cents : LM_DOLLAR;
    lm_outcomes out = { 0 };
    wager->classify(&view, &out);
    assert_true(out.n <= LM_AWARDS);
    return out;
}

/* What one pay table gives for a hand, as the tests write it. */
static inline void write_pays(const lm_wager *wager, int table, const lm_outcomes *out, char *text, size_t size)
{
    snprintf(text, size, "%s", out->n ? "" : "-");
    for (int i = 0; i < out->n; i++) {
        lm_odds odds = wager->paytables[table].pays[out->which[i]];
        size_t at = strlen(text);
        if (i) snprintf(text + at, size - at, "+");
        at = strlen(text);
        write_award(odds, text + at, size - at);
        hands_won[table][out->which[i]] = true;
    }
}

/* The next word of a list, "" at its end. */
static inline void next_word(const char **list, char *word, size_t size)
{
    size_t n = strcspn(*list, " ");
    assert_true(n < size);
    memcpy(word, *list, n);
    word[n] = '\0';
    *list += n;
    *list += strspn(*list, " ");
}

static inline int judge_hand(const lm_wager *wager, const char *tables, int decks, const hand *h)
{
    static lm_rules rules = { .super4_suit = LM_DIAMONDS };
    lm_outcomes out = judge(wager, h, &rules);
    const char *pays = h->pays;
    int wrong = 0;
    do {
        char id[8], wanted[32], got[64];
        next_word(&tables, id, sizeof id);
        next_word(&pays, wanted, sizeof wanted);
        int table = find_table(wager, id, decks, document_of(wager, h->set));
        if (table < 0) fail_msg("%s: no pay table '%s' with %d decks", h->clause, id, decks);
        write_pays(wager, table, &out, got, sizeof got);
        if (strcmp(wanted, got) == 0) continue;
        print_error("%s: %s v %s pays %s by table '%s' with %d decks, not %s\n", h->clause, h->mine, h->dealer, got, id,
                    decks, wanted);
        wrong++;
    } while (*tables);
    assert_string_equal(pays, "");
    return wrong;
}

/* Judges hands, up to one without a clause, by each of the pay tables named. */
static inline void play(const lm_wager *wager, const char *tables, int decks, const hand *hands)
{
    int wrong = 0;
    for (; hands->clause; hands++)
        wrong += judge_hand(wager, tables, decks, hands);
    assert_int_equal(wrong, 0);
}

/* Call it last: checks that some hand has won every row of every pay table, and forgets the rows for the next wager. */
static inline void assert_every_row_won(const lm_wager *wager)
{
    int missing = 0;
    for (int i = 0; wager->paytables[i].clause; i++) {
        for (int o = 1; o < LM_OUTCOMES; o++) {
            if (!wager->paytables[i].pays[o].a || hands_won[i][o]) continue;
            print_error("table '%s' (%s): no hand wins '%s'\n", wager->paytables[i].id, wager->paytables[i].clause,
                        wager->outcomes[o]);
            missing++;
        }
    }
    memset(hands_won, 0, sizeof hands_won);
    assert_int_equal(missing, 0);
}

#endif
