/* round.c - how fast the plain engine plays: one-seat Free Bet rounds a second on one core.
 *
 * lm_round plays a fixed chart from a pre-shuffled array of cards; nobody listens. Prints the rate of each of
 * five runs and the best, with sizeof(lm_round). */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "lammer/round.h"

enum { DECKS = 6, SHOE = DECKS * LM_CARDS, SHOES = 512, ROUNDS = 1000000, RUNS = 5, SAFE = SHOE - 64 };

static lm_card shoes[SHOES][SHOE];

static uint64_t noise(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void shuffle_shoes(void)
{
    uint64_t state = 88172645463325252ULL;
    for (int s = 0; s < SHOES; s++) {
        for (int i = 0; i < SHOE; i++)
            shoes[s][i] = (lm_card)(i % LM_CARDS);
        for (int i = SHOE - 1; i > 0; i--) {
            int j = (int)(noise(&state) % (uint64_t)(i + 1));
            lm_card card = shoes[s][i];
            shoes[s][i] = shoes[s][j];
            shoes[s][j] = card;
        }
    }
}

/* Stand from this hard total on against an up card of value 1..10; soft hands stand from 18, or 19. */
static const uint8_t stand_from[11] = { 0, 17, 13, 13, 13, 12, 12, 17, 17, 17, 17 };

/* Actions made once: passing one that lies ready costs less than putting its bytes together each time. */
static lm_action ready[LM_VERB_COUNT], card_ready[LM_CARDS], turn_ready[LM_CARDS], bet_ready, yes_ready;

static void make_actions(void)
{
    for (uint8_t verb = 0; verb < LM_VERB_COUNT; verb++)
        ready[verb] = (lm_action){ .verb = verb };
    for (uint8_t verb = LM_HIT; verb <= LM_SURRENDER; verb++)
        ready[verb].box = 1;
    for (lm_card card = 0; card < LM_CARDS; card++) {
        card_ready[card] = (lm_action){ .verb = LM_CARD, .card = card };
        turn_ready[card] = (lm_action){ .verb = LM_TURN, .card = card };
    }
    bet_ready = (lm_action){ .verb = LM_BET, .box = 1, .amount_cents = 1000 };
    yes_ready = (lm_action){ .verb = LM_PEEK, .yes = 1 };
}

static lm_verb decide(const lm_round *r)
{
    const lm_hand *hand = &r->box[0].hand[r->at_hand];
    lm_score score = lm_hand_score(hand);
    int up = lm_card_value(r->dealer.card[0]), first = lm_card_value(hand->card[0]);
    bool pair = hand->n == 2 && first == lm_card_value(hand->card[1]);
    if (pair && first != 10 && first != 5 && r->box[0].hands < LM_HANDS) return LM_SPLIT;
    if (hand->n == 2 && !score.soft && score.total >= 9 && score.total <= 11) return LM_DOUBLE;
    int stand = score.soft ? (up >= 9 || up == 1 ? 19 : 18) : stand_from[up];
    return score.total < stand ? LM_HIT : LM_STAND;
}

/* Plays one round from the front of `cards`; returns the net in cents. */
static lm_cents play(const lm_rules *k, const lm_card *cards)
{
    lm_round r;
    lm_card hole = 0;
    lm_round_open(&r, k);
    lm_round_apply(&r, k, bet_ready);
    lm_round_apply(&r, k, ready[LM_DEAL]);
    while (!lm_round_over(&r)) {
        const lm_action *action;
        switch (lm_round_turn(&r, k).verb) {
        case LM_CARD: action = &card_ready[*cards++]; break;
        case LM_DOWN:
            hole = *cards++;
            action = &ready[LM_DOWN];
            break;
        case LM_INSURE: action = &ready[LM_CLOSE]; break;
        case LM_PEEK:
            action =
                lm_cards_blackjack((lm_card[]){ r.dealer.card[0], hole }, 2) ? &yes_ready : &ready[LM_PEEK];
            break;
        case LM_TURN: action = &turn_ready[hole]; break;
        default: action = &ready[decide(&r)]; break;
        }
        if (!lm_ok(lm_round_apply(&r, k, *action))) return 0;
    }
    return lm_round_net(&r, (lm_spot){ .box = 1, .wager = LM_MAIN });
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void washington(lm_rules *k)
{
    lm_rules_preset(k);
    k->rule_set = LM_WFB;
    k->dealer_soft17 = LM_SOFT17_HIT;
    k->dealer_22 = LM_22_PUSH;
    k->hole_card = LM_HOLE_READER;
    lm_rules_seal(k);
}

int main(void)
{
    static lm_rules k;
    washington(&k);
    make_actions();
    shuffle_shoes();
    double best = 0;
    lm_cents net = 0;
    for (int run = 0; run < RUNS; run++) {
        uint64_t state = 1 + (uint64_t)run;
        double begin = seconds();
        for (int i = 0; i < ROUNDS; i++) {
            uint64_t dice = noise(&state);
            net += play(&k, shoes[dice % SHOES] + (dice >> 32) % SAFE);
        }
        double rate = ROUNDS / (seconds() - begin);
        if (rate > best) best = rate;
        printf("run %d: %.2f million rounds/s\n", run + 1, rate / 1e6);
    }
    printf("lm_round: best %.2f million one-seat Free Bet rounds/s, sizeof(lm_round) %zu, net %.3f %% of a "
           "bet a round\n",
           best / 1e6, sizeof(lm_round), 100.0 * (double)net / 1000.0 / RUNS / ROUNDS);
    return 0;
}
