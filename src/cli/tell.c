/* tell.c - a round in sentences. One row of `sentences` is one kind of event. */
#include "tell.h"

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "lammer/irregular.h"

/* Parts of a round that stand apart; a later part starts with a blank line. */
enum { STAGE_NONE, STAGE_BETS, STAGE_FELT, STAGE_PLAY, STAGE_DEALER, STAGE_MONEY, STAGE_END };

enum { TEXT = 400 };

void teller_start(teller *t, bool clauses)
{
    const char *term = getenv("TERM");
    *t = (teller){ .clauses = clauses, .out = stdout };
    t->symbols = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    t->colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR") && term && strcmp(term, "dumb") != 0;
}

/* ---- words ----------------------------------------------------------------------------------------- */

static const char *paint(const teller *t, const char *code)
{
    return t->colour ? code : "";
}

static void add_card(const teller *t, lm_card card, char *text, size_t size)
{
    static const char *const suits[] = { "♣", "♦", "♥", "♠" };
    char letters[3];
    lm_card_write(card, letters);
    if (card >= LM_CARDS) {
        cli_add(text, size, "%s", t->symbols ? "▒▒" : "??");
        return;
    }
    bool red = lm_is_red(card);
    if (red) cli_add(text, size, "%s", paint(t, "\033[31m"));
    if (t->symbols) {
        cli_add(text, size, "%c%s", letters[0], suits[lm_suit(card)]);
    } else {
        cli_add(text, size, "%s", letters);
    }
    if (red) cli_add(text, size, "%s", paint(t, "\033[0m"));
}

static void add_cards(const teller *t, const tell_hand *h, char *text, size_t size)
{
    for (int i = 0; i < h->n; i++) {
        if (i) cli_add(text, size, " ");
        add_card(t, h->card[i], text, size);
    }
}

static lm_score score_of(const tell_hand *h)
{
    lm_card seen[LM_HAND_CARDS];
    int n = 0;
    for (int i = 0; i < h->n; i++) {
        if (h->card[i] < LM_CARDS) seen[n++] = h->card[i];
    }
    return lm_cards_score(seen, n);
}

static bool any_hidden(const tell_hand *h)
{
    for (int i = 0; i < h->n; i++) {
        if (h->card[i] >= LM_CARDS) return true;
    }
    return false;
}

static void add_total(const tell_hand *h, char *text, size_t size)
{
    lm_score score = score_of(h);
    if (score.soft && h->n == 1) {
        cli_add(text, size, "an ace");
        return;
    }
    cli_add(text, size, "%s%d", score.soft && score.total < 21 ? "soft " : "", score.total);
}

/* The total after some words; nothing while a card is hidden. */
static void add_known_total(const tell_hand *h, const char *words, char *text, size_t size)
{
    if (any_hidden(h)) return;
    cli_add(text, size, "%s", words);
    add_total(h, text, size);
}

static void add_dollars(lm_cents cents, char *text, size_t size)
{
    char amount[24];
    lm_cents_write(cents < 0 ? -cents : cents, amount);
    cli_add(text, size, "$%s", amount);
}

static tell_box *box_of(teller *t, const lm_event *e)
{
    return &t->box[e->box <= LM_BOXES ? e->box : 0];
}

static tell_hand *hand_of(teller *t, const lm_event *e)
{
    return &box_of(t, e)->hand[e->hand >= 1 && e->hand <= LM_HANDS ? e->hand - 1 : 0];
}

/* "Seat 1", "Seat 1, hand 2", "The dealer"; in the middle of a sentence with a small letter. */
static void add_whom(teller *t, const lm_event *e, bool start, char *text, size_t size)
{
    static const char *const bettors[] = { "", ", second bettor", ", third bettor", ", for the dealer" };
    if (e->box == 0) {
        cli_add(text, size, start ? "The dealer" : "the dealer");
        return;
    }
    cli_add(text, size, start ? "Seat %d" : "seat %d", e->box);
    if (e->hand && box_of(t, e)->hands > 1) cli_add(text, size, ", hand %d", e->hand);
    cli_add(text, size, "%s", bettors[e->bettor % LM_BETTORS]);
}

static const char *wager_title(const teller *t, uint8_t slot)
{
    if (slot == LM_MAIN) return "the blackjack wager";
    if (slot == LM_INSURANCE) return "insurance";
    return slot - LM_SIDE < t->rules->offers ? t->rules->offer[slot - LM_SIDE].wager->title : "a wager";
}

static void say(teller *t, const lm_event *e, const char *text)
{
    fprintf(t->out, "  %s", text);
    if (t->clauses && e && e->clause)
        fprintf(t->out, "  %s[%s]%s", paint(t, "\033[2m"), e->clause, paint(t, "\033[0m"));
    fprintf(t->out, "\n");
}

/* ---- bets and the deal ----------------------------------------------------------------------------- */

static void tell_bet(teller *t, const lm_event *e)
{
    char text[TEXT] = "";
    add_whom(t, e, true, text, sizeof text);
    cli_add(text, sizeof text, " bets ");
    add_dollars(e->amount_cents, text, sizeof text);
    if (e->wager != LM_MAIN) cli_add(text, sizeof text, " on %s", wager_title(t, e->wager));
    if (e->n) cli_add(text, sizeof text, " against dealer hand %d", e->n + 1);
    cli_add(text, sizeof text, ".");
    box_of(t, e)->in_play = true;
    say(t, e, text);
}

static void tell_withdraw(teller *t, const lm_event *e)
{
    char text[TEXT] = "";
    add_whom(t, e, true, text, sizeof text);
    cli_add(text, sizeof text, " takes back ");
    add_dollars(e->amount_cents, text, sizeof text);
    cli_add(text, sizeof text, " from %s.", wager_title(t, e->wager));
    say(t, e, text);
}

static void tell_no_more_bets(teller *t, const lm_event *e)
{
    t->dealing = true;
    say(t, e, "\"No more bets.\"");
}

static void show_hand(const teller *t, const char *who, const tell_hand *h)
{
    char cards[TEXT] = "", total[32] = "";
    add_cards(t, h, cards, sizeof cards);
    bool hidden = any_hidden(h);
    if (!hidden && lm_cards_blackjack(h->card, h->n)) {
        cli_add(total, sizeof total, "blackjack");
    } else if (score_of(h).total) {
        cli_add(total, sizeof total, "%s", hidden ? "shows " : "");
        add_total(h, total, sizeof total);
    }
    int pad = *total ? 15 - 3 * h->n : 0;
    if (*total && pad < 2) pad = 2;
    fprintf(t->out, "      %-8s %s%*s%s\n", who, cards, pad, "", total);
}

/* The felt once the first cards lie on it. */
static void show_felt(teller *t)
{
    t->dealing = false;
    if (!t->box[0].hand[0].n) return;
    fprintf(t->out, "\n");
    show_hand(t, "Dealer", &t->box[0].hand[0]);
    for (int box = 1; box <= LM_BOXES; box++) {
        char who[16];
        snprintf(who, sizeof who, "Seat %d", box);
        if (t->box[box].hands) show_hand(t, who, &t->box[box].hand[0]);
    }
    t->stage = STAGE_FELT;
}

/* ---- cards ----------------------------------------------------------------------------------------- */

static void keep_card(teller *t, const lm_event *e, lm_card card)
{
    tell_box *box = box_of(t, e);
    tell_hand *h = hand_of(t, e);
    if (!box->hands) box->hands = 1;
    if (h->n < LM_HAND_CARDS) h->card[h->n++] = card;
}

static void tell_card(teller *t, const lm_event *e)
{
    keep_card(t, e, e->kind == LM_EV_DOWN ? LM_CARD_DOWN : e->card);
    if (t->dealing) return;
    const tell_hand *h = hand_of(t, e);
    char text[TEXT] = "";
    add_whom(t, e, true, text, sizeof text);
    cli_add(text, sizeof text, " %sdraws ", t->last.kind == LM_EV_HIT ? "hits and " : "");
    if (e->kind == LM_EV_DOWN) {
        cli_add(text, sizeof text, "a card face down.");
    } else {
        add_card(t, e->card, text, sizeof text);
        cli_add(text, sizeof text, ": ");
        add_cards(t, h, text, sizeof text);
        add_known_total(h, ", ", text, sizeof text);
        cli_add(text, sizeof text, ".");
    }
    say(t, e, text);
}

static void tell_turn(teller *t, const lm_event *e)
{
    tell_hand *h = hand_of(t, e);
    char text[TEXT] = "";
    for (int i = 0; i < h->n; i++) {
        if (h->card[i] < LM_CARDS) continue;
        h->card[i] = e->card;
        break;
    }
    if (e->box) {
        add_whom(t, e, true, text, sizeof text);
        cli_add(text, sizeof text, " shows ");
    } else {
        cli_add(text, sizeof text, "The dealer turns the hole card, ");
    }
    add_card(t, e->card, text, sizeof text);
    cli_add(text, sizeof text, ": ");
    add_cards(t, h, text, sizeof text);
    if (lm_cards_blackjack(h->card, h->n) && e->box == 0) {
        cli_add(text, sizeof text, ", blackjack");
    } else {
        add_known_total(h, ", ", text, sizeof text);
    }
    cli_add(text, sizeof text, ".");
    say(t, e, text);
}

/* ---- decisions ------------------------------------------------------------------------------------- */

/* Nothing to say yet: the card that follows tells it. */
static void tell_nothing(teller *t, const lm_event *e)
{
    (void)t, (void)e;
}

static void tell_stand(teller *t, const lm_event *e)
{
    char text[TEXT] = "";
    add_whom(t, e, true, text, sizeof text);
    cli_add(text, sizeof text, " stands");
    add_known_total(hand_of(t, e), " on ", text, sizeof text);
    cli_add(text, sizeof text, ".");
    say(t, e, text);
}

static void tell_double(teller *t, const lm_event *e)
{
    char text[TEXT] = "";
    tell_hand *h = hand_of(t, e);
    h->doubled = true;
    add_whom(t, e, true, text, sizeof text);
    cli_add(text, sizeof text, " doubles");
    add_known_total(h, " ", text, sizeof text);
    if (e->amount_cents) {
        cli_add(text, sizeof text, " for ");
        add_dollars(e->amount_cents, text, sizeof text);
        cli_add(text, sizeof text, " more.");
    } else {
        cli_add(text, sizeof text, " for free.");
        h->lammers++;
    }
    say(t, e, text);
}

/* The second card moves to a new hand on the right, which the lammer stakes when the split is free. */
static void tell_split(teller *t, const lm_event *e)
{
    char text[TEXT] = "";
    tell_box *box = box_of(t, e);
    tell_hand *left = hand_of(t, e);
    int at = (int)(left - box->hand);
    add_whom(t, e, true, text, sizeof text);
    cli_add(text, sizeof text, " splits ");
    add_cards(t, left, text, sizeof text);
    if (e->amount_cents) {
        cli_add(text, sizeof text, " for ");
        add_dollars(e->amount_cents, text, sizeof text);
        cli_add(text, sizeof text, " more.");
    } else {
        cli_add(text, sizeof text, " for free.");
    }
    say(t, e, text);
    if (box->hands >= LM_HANDS) return;
    for (int i = box->hands; i > at + 1; i--)
        box->hand[i] = box->hand[i - 1];
    box->hands++;
    left[1] = (tell_hand){ .card = { left->card[1] }, .n = 1, .lammers = e->amount_cents == 0 };
    left->n = 1;
}

static void tell_insure(teller *t, const lm_event *e)
{
    char text[TEXT] = "";
    add_whom(t, e, true, text, sizeof text);
    cli_add(text, sizeof text, " insures for ");
    add_dollars(e->amount_cents, text, sizeof text);
    cli_add(text, sizeof text, ".");
    say(t, e, text);
}

/* Events that are one sentence about somebody: "Seat 1" and these words. */
static void tell_about(teller *t, const lm_event *e)
{
    static const char *const words[LM_EV_COUNT] = {
        [LM_EV_OFFER_EVEN_MONEY] = "is offered even money",
        [LM_EV_EVEN_MONEY] = "takes even money",
        [LM_EV_BLACKJACK] = "has a blackjack",
        [LM_EV_SURRENDER] = "surrenders for half the wager",
        [LM_EV_BUST] = "is over 21 and loses",
        [LM_EV_TUCK] = "has the cards tucked under a wager until the dealer has finished",
        [LM_EV_EXPOSE] = "shows the cards",
        [LM_EV_COUPON] = "lays a match-play coupon beside the wager",
        [LM_EV_COUPON_OFF] = "has the coupon collected",
        [LM_EV_HOLD] = "has a wager that waits",
    };
    char text[TEXT] = "";
    add_whom(t, e, true, text, sizeof text);
    cli_add(text, sizeof text, " %s.", words[e->kind]);
    say(t, e, text);
}

static void tell_lammer(teller *t, const lm_event *e)
{
    char text[TEXT] = "";
    cli_add(text, sizeof text,
            e->kind == LM_EV_LAMMER ? "A lammer is set beside the wager of " : "The lammer of ");
    add_whom(t, e, false, text, sizeof text);
    if (e->kind == LM_EV_LAMMER_OFF) cli_add(text, sizeof text, " is collected");
    if (e->kind == LM_EV_LAMMER_POT) cli_add(text, sizeof text, " moves to the Pot of Gold");
    cli_add(text, sizeof text, ".");
    say(t, e, text);
}

/* Events that are always the same sentence. */
static void tell_plain(teller *t, const lm_event *e)
{
    static const char *const words[LM_EV_COUNT] = {
        [LM_EV_OFFER_INSURANCE] = "The dealer shows an ace and offers insurance.",
        [LM_EV_READER] = "The hole card goes into the reader, face down.",
        [LM_EV_READER_YES] = "The reader says: blackjack.",
        [LM_EV_READER_NO] = "The reader says: no blackjack.",
        [LM_EV_DEALERS_CARD] = "\"Dealer's card.\"",
        [LM_EV_PROMPT] = "The dealer tells the table what the rules want told.",
        [LM_EV_CONFIRM] = "It is confirmed.",
        [LM_EV_BURN] = "A card is burned, face down.",
        [LM_EV_NEW_DEALER] = "A new dealer comes to the table.",
    };
    say(t, e, words[e->kind]);
}

/* Events about one card that belongs to no hand. */
static void tell_loose_card(teller *t, const lm_event *e)
{
    static const char *const words[LM_EV_COUNT] = {
        [LM_EV_SHOW_BURN] = "The burned card is shown: ",
        [LM_EV_DETERMINANT] = "The determinant card is ",
        [LM_EV_SEGREGATE] = "To the segregated area goes ",
    };
    char text[TEXT] = "";
    cli_add(text, sizeof text, "%s", words[e->kind]);
    add_card(t, e->card, text, sizeof text);
    if (e->kind == LM_EV_DETERMINANT)
        cli_add(text, sizeof text, ": the round is dealt from side %c", e->n ? 'B' : 'A');
    cli_add(text, sizeof text, ".");
    say(t, e, text);
}

static void tell_irregular(teller *t, const lm_event *e)
{
    char text[TEXT] = "An irregularity";
    if (e->box) cli_add(text, sizeof text, " at seat %d", e->box);
    cli_add(text, sizeof text, ": %s.", lm_irregular_word((lm_irregularity)e->n));
    say(t, e, text);
}

/* The up card stays for the next dealer hand. */
static void tell_rack(teller *t, const lm_event *e)
{
    if (t->box[0].hand[0].n > 1) t->box[0].hand[0].n = 1;
    say(t, e, "The dealer racks all cards but the up card.");
}

/* ---- money ----------------------------------------------------------------------------------------- */

/* Why a hand won, lost or neither, from the totals on the felt. */
static void add_reason(teller *t, const lm_event *e, char *text, size_t size)
{
    const tell_hand *mine = hand_of(t, e), *dealer = &t->box[0].hand[0];
    int total = score_of(mine).total, against = score_of(dealer).total;
    bool hidden = dealer->n < 2 || dealer->card[1] >= LM_CARDS;
    bool natural = lm_cards_blackjack(mine->card, mine->n) && box_of(t, e)->hands == 1;
    if (total > 21) {
        cli_add(text, size, " (%d is too many)", total);
    } else if (!hidden && lm_cards_blackjack(dealer->card, dealer->n)) {
        cli_add(text, size, natural ? " (blackjack against blackjack)" : " (dealer blackjack)");
    } else if (natural) {
        cli_add(text, size, " (blackjack)");
    } else if (hidden) {
        return;
    } else if (against == 22 && t->rules->dealer_22 == LM_22_PUSH) {
        cli_add(text, size, " (a dealer 22 is a push)");
    } else if (against > 21) {
        cli_add(text, size, " (the dealer has %d, too many)", against);
    } else {
        cli_add(text, size, " (%d against %d)", total, against);
    }
}

static void add_why(teller *t, const lm_event *e, char *text, size_t size)
{
    if (e->wager == LM_MAIN) {
        add_reason(t, e, text, size);
    } else {
        cli_add(text, size, " on %s", wager_title(t, e->wager));
    }
}

static void tell_take(teller *t, const lm_event *e)
{
    char text[TEXT] = "The dealer takes ";
    add_dollars(e->amount_cents, text, sizeof text);
    cli_add(text, sizeof text, " from ");
    add_whom(t, e, false, text, sizeof text);
    add_why(t, e, text, sizeof text);
    cli_add(text, sizeof text, ".");
    box_of(t, e)->net[e->bettor % LM_BETTORS] -= e->amount_cents;
    say(t, e, text);
}

static void tell_pay(teller *t, const lm_event *e)
{
    char text[TEXT] = "";
    int lammers = e->wager == LM_MAIN ? hand_of(t, e)->lammers : 0;
    cli_add(text, sizeof text, "The dealer pays ");
    add_whom(t, e, false, text, sizeof text);
    cli_add(text, sizeof text, " ");
    add_dollars(e->amount_cents, text, sizeof text);
    add_why(t, e, text, sizeof text);
    if (lammers) cli_add(text, sizeof text, lammers > 1 ? ", two lammers among it" : ", the lammer among it");
    cli_add(text, sizeof text, ".");
    box_of(t, e)->net[e->bettor % LM_BETTORS] += e->amount_cents;
    say(t, e, text);
}

/* A stake that follows its winnings needs no words. */
static void tell_return(teller *t, const lm_event *e)
{
    const lm_event *last = &t->last;
    bool won =
        last->kind == LM_EV_PAY && last->box == e->box && last->wager == e->wager && last->hand == e->hand;
    char text[TEXT] = "";
    if (won) return;
    add_whom(t, e, true, text, sizeof text);
    cli_add(text, sizeof text, " takes back ");
    add_dollars(e->amount_cents, text, sizeof text);
    add_why(t, e, text, sizeof text);
    cli_add(text, sizeof text, ".");
    say(t, e, text);
}

static void tell_award(teller *t, const lm_event *e)
{
    char text[TEXT] = "";
    if (e->wager < LM_SIDE || e->wager - LM_SIDE >= t->rules->offers) return;
    const char *outcome = t->rules->offer[e->wager - LM_SIDE].wager->outcomes[e->n % LM_OUTCOMES];
    cli_add(text, sizeof text, "%s wins for ", wager_title(t, e->wager));
    add_whom(t, e, false, text, sizeof text);
    if (outcome) cli_add(text, sizeof text, " (%s)", outcome);
    cli_add(text, sizeof text, ".");
    say(t, e, text);
}

static void tell_over(teller *t, const lm_event *e)
{
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        for (uint8_t bettor = 0; bettor < LM_BETTORS; bettor++) {
            lm_cents net = t->box[box].net[bettor];
            lm_event seat = { .box = box, .bettor = bettor };
            char text[TEXT] = "";
            if (!t->box[box].in_play || (bettor && !net)) continue;
            add_whom(t, &seat, true, text, sizeof text);
            cli_add(text, sizeof text, net > 0 ? " wins " : net < 0 ? " loses " : " comes out even");
            if (net) add_dollars(net, text, sizeof text);
            cli_add(text, sizeof text, ".");
            fprintf(t->out, "  %s%s%s\n", paint(t, "\033[1m"), text, paint(t, "\033[0m"));
        }
    }
    (void)e;
}

/* ---- the table of sentences ------------------------------------------------------------------------ */

typedef struct {
    uint8_t stage;
    void (*tell)(teller *, const lm_event *);
} sentence;

static const sentence sentences[LM_EV_COUNT] = {
    [LM_EV_BET] = { STAGE_BETS, tell_bet },
    [LM_EV_WITHDRAW] = { STAGE_BETS, tell_withdraw },
    [LM_EV_NO_MORE_BETS] = { STAGE_BETS, tell_no_more_bets },
    [LM_EV_CARD] = { STAGE_PLAY, tell_card },
    [LM_EV_SIDEWAYS] = { STAGE_NONE, tell_nothing },
    [LM_EV_DOWN] = { STAGE_PLAY, tell_card },
    [LM_EV_TOTAL] = { STAGE_NONE, tell_nothing },
    [LM_EV_OFFER_INSURANCE] = { STAGE_PLAY, tell_plain },
    [LM_EV_OFFER_EVEN_MONEY] = { STAGE_PLAY, tell_about },
    [LM_EV_INSURE] = { STAGE_PLAY, tell_insure },
    [LM_EV_EVEN_MONEY] = { STAGE_PLAY, tell_about },
    [LM_EV_READER] = { STAGE_PLAY, tell_plain },
    [LM_EV_READER_YES] = { STAGE_PLAY, tell_plain },
    [LM_EV_READER_NO] = { STAGE_PLAY, tell_plain },
    [LM_EV_DEALERS_CARD] = { STAGE_DEALER, tell_plain },
    [LM_EV_TURN] = { STAGE_DEALER, tell_turn },
    [LM_EV_BLACKJACK] = { STAGE_PLAY, tell_about },
    [LM_EV_STAND] = { STAGE_PLAY, tell_stand },
    [LM_EV_HIT] = { STAGE_NONE, tell_nothing },
    [LM_EV_DOUBLE] = { STAGE_PLAY, tell_double },
    [LM_EV_SPLIT] = { STAGE_PLAY, tell_split },
    [LM_EV_SURRENDER] = { STAGE_PLAY, tell_about },
    [LM_EV_LAMMER] = { STAGE_PLAY, tell_lammer },
    [LM_EV_LAMMER_OFF] = { STAGE_PLAY, tell_lammer },
    [LM_EV_LAMMER_POT] = { STAGE_PLAY, tell_lammer },
    [LM_EV_BUST] = { STAGE_PLAY, tell_about },
    [LM_EV_TUCK] = { STAGE_PLAY, tell_about },
    [LM_EV_CLEAR] = { STAGE_NONE, tell_nothing },
    [LM_EV_TAKE] = { STAGE_PLAY, tell_take },
    [LM_EV_PAY] = { STAGE_PLAY, tell_pay },
    [LM_EV_GIVE_BACK] = { STAGE_PLAY, tell_return },
    [LM_EV_AWARD] = { STAGE_PLAY, tell_award },
    [LM_EV_HOLD] = { STAGE_PLAY, tell_about },
    [LM_EV_EXPOSE] = { STAGE_PLAY, tell_about },
    [LM_EV_PROMPT] = { STAGE_PLAY, tell_plain },
    [LM_EV_CONFIRM] = { STAGE_PLAY, tell_plain },
    [LM_EV_IRREGULAR] = { STAGE_BETS, tell_irregular },
    [LM_EV_LOAD] = { STAGE_NONE, tell_nothing },
    [LM_EV_BURN] = { STAGE_BETS, tell_plain },
    [LM_EV_COUPON] = { STAGE_BETS, tell_about },
    [LM_EV_COUPON_OFF] = { STAGE_PLAY, tell_about },
    [LM_EV_DETERMINANT] = { STAGE_BETS, tell_loose_card },
    [LM_EV_SEGREGATE] = { STAGE_BETS, tell_loose_card },
    [LM_EV_RACK] = { STAGE_DEALER, tell_rack },
    [LM_EV_SHOW_BURN] = { STAGE_BETS, tell_loose_card },
    [LM_EV_NEW_DEALER] = { STAGE_BETS, tell_plain },
    [LM_EV_OPEN] = { STAGE_NONE, tell_nothing },
    [LM_EV_OVER] = { STAGE_END, tell_over },
};

/* Money that moves after the dealer has drawn belongs to the settlement. */
static int stage_of(const teller *t, const lm_event *e)
{
    int stage = sentences[e->kind].stage;
    bool money = e->kind == LM_EV_TAKE || e->kind == LM_EV_PAY || e->kind == LM_EV_GIVE_BACK ||
                 e->kind == LM_EV_AWARD || e->kind == LM_EV_LAMMER_OFF || e->kind == LM_EV_LAMMER_POT;
    if (e->kind == LM_EV_TURN && e->box) stage = STAGE_PLAY;
    return money && t->stage >= STAGE_DEALER ? STAGE_MONEY : stage;
}

static void tell_event(teller *t, const lm_event *e)
{
    bool first_cards = t->dealing && (e->kind == LM_EV_CARD || e->kind == LM_EV_DOWN);
    if (t->dealing && !first_cards && sentences[e->kind].stage > STAGE_BETS) show_felt(t);
    int stage = stage_of(t, e);
    if (!first_cards && stage > t->stage) {
        if (t->stage) fprintf(t->out, "\n");
        t->stage = stage;
    }
    if (sentences[e->kind].tell) sentences[e->kind].tell(t, e);
    t->last = *e;
}

void tell_events(teller *t, const lm_event *event, int n)
{
    for (int i = 0; i < n; i++)
        tell_event(t, &event[i]);
    if (t->dealing) show_felt(t);
}

/* ---- headings -------------------------------------------------------------------------------------- */

void tell_table(teller *t, const lm_rules *rules)
{
    static const char *const games[] = {
        [LM_MFB] = "Free Bet Blackjack, Massachusetts", [LM_VFB] = "Free Bet Blackjack, vendor's rules",
        [LM_WFB] = "Free Bet Blackjack, Washington",    [LM_IFB] = "Free Bet Blackjack, Iowa",
        [LM_MBJ] = "Blackjack, Massachusetts",
    };
    char line[TEXT] = "";
    t->rules = rules;
    t->rounds = 0;
    cli_add(line, sizeof line, "%d deck%s, dealer %s soft 17, 22 %s, ", (int)rules->decks,
            rules->decks > 1 ? "s" : "", rules->dealer_soft17 == LM_SOFT17_HIT ? "hits" : "stands on",
            rules->dealer_22 == LM_22_PUSH ? "pushes" : "busts");
    add_dollars(rules->min_bet, line, sizeof line);
    cli_add(line, sizeof line, " to ");
    add_dollars(rules->max_bet, line, sizeof line);
    fprintf(t->out, "\n  %s%s%s (%s)\n  %s\n\n", paint(t, "\033[1m"), games[rules->rule_set],
            paint(t, "\033[0m"), rules->name, line);
    tell_round(t);
}

void tell_round(teller *t)
{
    memset(t->box, 0, sizeof t->box);
    t->stage = STAGE_NONE;
    t->dealing = false;
    if (++t->rounds > 1) fprintf(t->out, "\n  Round %d\n\n", t->rounds);
}
