/* hide.c - shows a wager only what it declares to read, so that an undeclared dependency cannot exist. */
#include <string.h>

#include "lammer/rules.h"

unsigned lm_wager_reads(const lm_wager *wager, const lm_rules *rules)
{
    return wager->reads & ~(unsigned)wager->unread[rules->rule_set];
}

/* How many of the box's cards the wager sees. */
static uint8_t first_shown(const lm_view *v, unsigned reads)
{
    enum { TWO = 2, THREE = 3 };
    if (!(reads & (LM_READS_FIRST | LM_READS_THIRD | LM_READS_RUN))) return 0;
    uint8_t n = reads & LM_READS_THIRD ? THREE : TWO;
    while (reads & LM_READS_RUN && n < v->n_first && lm_rank(v->first[n - 1]) == lm_rank(v->first[0]))
        n++;
    return n < v->n_first ? n : v->n_first;
}

/* Ten, jack, queen and king have one value; so have all suits. */
static lm_card plain_card(lm_card card)
{
    return lm_card_make(lm_card_value(card) - 1, 0);
}

void lm_view_plain_hand(lm_card *cards, int n, int total)
{
    int least = total >= 2 * n ? 2 : 1; /* an ace is safe where it cannot count 11 */
    for (int i = 0; i < n; i++) {
        int most = total - (n - 1 - i) * least;
        int value = most < 10 ? most : 10;
        cards[i] = lm_card_make(value - 1, 0);
        total -= value;
    }
}

/* A blackjack is told apart by its two cards, and a single ace by its rank. */
static void make_plain(lm_view *v, unsigned reads)
{
    if (reads & LM_READS_DEALER || v->n_dealer < 2 || lm_cards_blackjack(v->dealer, v->n_dealer)) {
        for (int i = 0; i < v->n_dealer; i++)
            v->dealer[i] = plain_card(v->dealer[i]);
    } else {
        lm_view_plain_hand(v->dealer, v->n_dealer, lm_cards_score(v->dealer, v->n_dealer).total);
    }
}

/* The suit of every second card, when that of the others is 0: it tells one suit, one colour and neither apart. */
static int other_suit(const lm_card *cards, int n)
{
    enum { SAME_COLOUR = 3, OTHER_COLOUR = 1 };
    bool one_suit = true, one_colour = true;
    for (int i = 1; i < n; i++) {
        one_suit &= lm_suit(cards[i]) == lm_suit(cards[0]);
        one_colour &= lm_is_red(cards[i]) == lm_is_red(cards[0]);
    }
    return one_suit ? 0 : one_colour ? SAME_COLOUR : OTHER_COLOUR;
}

enum { TOTALS = 32 }; /* bits of suited_totals; a dealer who draws by the rules has fewer */

static void hide_dealer(lm_view *v, unsigned reads, uint32_t suited_totals)
{
    bool cards_shown = reads & LM_READS_BLACKJACK_CARDS && v->dealer_blackjack;
    if (!(reads & LM_READS_UP)) v->up = 0;
    if (reads & (LM_READS_DEALER | LM_READS_DEALER_TOTAL)) {
        bool suited = suited_totals >> lm_cards_score(v->dealer, v->n_dealer).total % TOTALS & 1;
        int other = suited ? other_suit(v->dealer, v->n_dealer) : 0;
        if (!cards_shown) make_plain(v, reads);
        for (int i = 1; i < v->n_dealer && !cards_shown; i += 2)
            v->dealer[i] = lm_card_make(lm_rank(v->dealer[i]), other);
        return;
    }
    uint8_t n = cards_shown ? v->n_dealer : 0;
    memset(v->dealer + n, 0, sizeof v->dealer - n);
    v->n_dealer = n;
    v->dealer_done = false;
}

void lm_view_hide(lm_view *v, const lm_wager *wager)
{
    unsigned reads = lm_wager_reads(wager, v->rules);
    uint8_t n = first_shown(v, reads);
    memset(v->first + n, 0, sizeof v->first - n);
    v->n_first = n;
    hide_dealer(v, reads, wager->suited_totals);
    if (!(reads & (LM_READS_BLACKJACK | LM_READS_BLACKJACK_CARDS))) v->dealer_blackjack = v->blackjack_possible = false;
    if (!(reads & (LM_READS_FIRST | LM_READS_NATURAL))) v->player_blackjack = false;
    if (!(reads & (LM_READS_THIRD | LM_READS_RUN))) v->split = v->busted = v->may_draw = false;
    if (!(reads & LM_READS_TOTAL)) v->original_total = 0;
    if (!(reads & LM_READS_LAMMERS)) v->lammers = 0;
    if (!(reads & LM_READS_RESULTS)) v->won = v->lost = v->carry = 0;
}
