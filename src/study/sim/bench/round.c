/* round.c - how fast the plain engine plays: lm_round with a fixed chart and without a listener. */
#include "lammer/program/bench.h"
#include "lammer/round.h"

enum { DECKS = 6, SHOE = DECKS * LM_CARDS, SHOES = 512, SAFE = SHOE - 64, BET = 1000 };

static lm_card shoes[SHOES][SHOE];

static uint64_t next_noise(uint64_t *state)
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
            int j = (int)(next_noise(&state) % (uint64_t)(i + 1));
            lm_card card = shoes[s][i];
            shoes[s][i] = shoes[s][j];
            shoes[s][j] = card;
        }
    }
}

/* Stand from this hard total on against an up card of value 1..10; soft hands stand from 18, or 19. */
static const uint8_t stand_from[11] = { 0, 17, 13, 13, 13, 12, 12, 17, 17, 17, 17 };

/* Actions prepared once, because building them for each card costs time. */
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
    bet_ready = (lm_action){ .verb = LM_BET, .box = 1, .amount_cents = BET };
    yes_ready = (lm_action){ .verb = LM_PEEK, .yes = 1 };
}

static lm_verb decide_play(const lm_round *r)
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

/* Plays one opened round from the front of `cards`; returns the net in cents. */
static lm_cents play_round(lm_round *r, const lm_rules *k, const lm_card *cards)
{
    lm_card hole = 0;
    lm_round_apply(r, k, bet_ready);
    lm_round_apply(r, k, ready[LM_DEAL]);
    while (!lm_round_over(r)) {
        const lm_action *action;
        switch (lm_round_owes(r, k)) {
        case LM_CARD: action = &card_ready[*cards++]; break;
        case LM_DOWN:
            hole = *cards++;
            action = &ready[LM_DOWN];
            break;
        case LM_INSURE: action = &ready[LM_CLOSE]; break;
        case LM_PEEK:
            action = lm_cards_blackjack((lm_card[]){ r->dealer.card[0], hole }, 2) ? &yes_ready : &ready[LM_PEEK];
            break;
        case LM_TURN: action = &turn_ready[hole]; break;
        default: action = &ready[decide_play(r)]; break;
        }
        if (!lm_ok(lm_round_apply(r, k, *action))) return 0;
    }
    return lm_round_net(r, (lm_spot){ .box = 1, .wager = LM_MAIN });
}

double bench_round_rate(int rounds, uint64_t seed, lm_cents *net)
{
    static lm_rules rules;
    bench_game_rules(&rules, &(bench_game){ .is_free = true, .decks = DECKS });
    make_actions();
    shuffle_shoes();
    lm_round round;
    double begin = bench_cpu_seconds();
    lm_round_open(&round, &rules);
    for (int i = 0; i < rounds; i++) {
        uint64_t dice = next_noise(&seed);
        if (i) lm_round_next(&round, &rules);
        *net += play_round(&round, &rules, shoes[dice % SHOES] + (dice >> 32) % SAFE);
    }
    return rounds / (bench_cpu_seconds() - begin);
}

void bench_add_round(bench_table *table)
{
    int runs = table->is_long ? 10 : 4, rounds = table->is_long ? 3000000 : 600000;
    double best = 0;
    lm_cents net = 0;
    bench_tell(table, "the round engine");
    for (int run = 0; run < runs; run++) {
        double rate = bench_round_rate(rounds, 1 + (uint64_t)run, &net);
        if (rate > best) best = rate;
    }
    bench_add(table, (bench_row){ "round engine", "lm_round, one-box Free Bet", BENCH_ROUNDS, best, 4e6, 5e6 });
    bench_add(table, (bench_row){ "round engine", "sizeof(lm_round)", BENCH_BYTES, sizeof(lm_round), 4096 });
}
