/* play-round.c - one round of Free Bet Blackjack, dealt from a shuffled shoe and told as it happens.
 *
 *     cc play-round.c $(pkg-config --cflags --libs lammer) -o play-round && ./play-round 7
 *
 * The engine never draws a card: what it waits for comes in as an action. Here a shoe deals, and the player follows a
 * rule of thumb. The number is the seed of the shuffle. */
#include <stdio.h>
#include <stdlib.h>

#include "lammer/profile.h"
#include "lammer/round.h"
#include "lammer/shoe.h"

enum { LEGAL = 512 };

typedef struct {
    lm_shoe shoe;
    lm_card hole; /* what only the driver knows: the dealer's face-down card */
    uint64_t random;
} dealer;

/* SplitMix64: enough for an example, not for money. */
static uint32_t below(void *self, uint32_t bound)
{
    uint64_t *state = self, z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) >> 32) % bound;
}

static lm_card draw(dealer *d)
{
    return d->shoe.card[d->shoe.next++];
}

static void tell(void *self, const lm_event *e)
{
    char card[3];
    (void)self;
    printf("  %-16s", lm_event_name((lm_event_kind)e->kind));
    if (e->box) printf(" box %d", e->box);
    if (e->kind == LM_EV_CARD || e->kind == LM_EV_SIDEWAYS || e->kind == LM_EV_TURN) {
        lm_card_write(e->card, card);
        printf(" %s", card);
    }
    if (e->amount_cents) printf(" %lld", (long long)e->amount_cents);
    if (e->clause) printf(" [%s]", e->clause);
    putchar('\n');
}

/* Takes every double and split that the house pays for, then hits to 17. */
static lm_action choose(const lm_round *round, const lm_rules *rules)
{
    static lm_action legal[LEGAL];
    int n = lm_round_legal(round, rules, legal, LEGAL);
    const lm_hand *hand = &round->box[round->at_box - 1].hand[round->at_hand];
    uint8_t wanted = lm_hand_score(hand).total < 17 ? LM_HIT : LM_STAND;
    for (int i = 0; i < n; i++) {
        bool free = legal[i].most_cents == 0;
        if ((legal[i].verb == LM_DOUBLE || legal[i].verb == LM_SPLIT) && free) return legal[i];
    }
    for (int i = 0; i < n; i++) {
        if (legal[i].verb == wanted) return legal[i];
    }
    return legal[0];
}

/* The action for which the round waits. */
static lm_action answer(dealer *d, const lm_round *round, const lm_rules *rules)
{
    lm_turn turn = lm_round_turn(round, rules);
    lm_action action = { .verb = turn.verb };
    switch (turn.verb) {
    case LM_CARD: action.card = draw(d); break;
    case LM_DOWN: d->hole = draw(d); break;
    case LM_TURN: action.card = d->hole; break;
    case LM_PEEK: {
        lm_card both[2] = { round->dealer.card[0], d->hole };
        action.yes = lm_cards_blackjack(both, 2);
        break;
    }
    case LM_INSURE: action = (lm_action){ .verb = LM_CLOSE }; break; /* insurance is declined */
    case LM_HIT: action = choose(round, rules); break;
    }
    return action;
}

static void do_it(lm_round *round, const lm_rules *rules, lm_action action)
{
    const lm_listener ear = { tell, NULL };
    lm_status status = lm_round_apply_heard(round, rules, action, &ear);
    if (lm_ok(status)) return;
    fprintf(stderr, "refused: %s [%s]\n", lm_why_text(status.why), status.clause ? status.clause : "");
    exit(1);
}

int main(int argc, char **argv)
{
    static lm_profile profile;
    static lm_round round;
    static dealer d;
    const lm_rules *rules = &profile.rules;
    if (!lm_profile_load(&profile, lm_wagers, "ma-freebet", NULL, 0, NULL)) return 1;
    d.random = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    lm_shoe_fill(&d.shoe, (int)rules->decks);
    lm_shoe_shuffle(&d.shoe, below, &d.random);

    lm_round_open(&round, rules);
    do_it(&round, rules, (lm_action){ .verb = LM_BET, .box = 1, .amount_cents = 1000 });
    do_it(&round, rules, (lm_action){ .verb = LM_DEAL });
    while (!lm_round_over(&round))
        do_it(&round, rules, answer(&d, &round, rules));

    lm_cents net = lm_round_net(&round, (lm_spot){ 1, LM_DECIDER, LM_ALL_WAGERS, LM_ALL_SPOTS });
    printf("net %lld cents\n", (long long)net);
    return 0;
}
