/* split.h - a split pair: the hands it becomes, and the exact law (joint distribution) of each with the dealer.
 *
 * Cards of a shuffled shoe may be drawn in any order, so let all second cards of the split hands come first: they alone
 * decide how often the pair is split again. After that a hand depends on the others only through the cards they took.
 * "The second card does not pair" is everything minus "it pairs", so it suffices to know each hand when 1, 2, 3, ...
 * further cards of the pair's value are gone. docs/odds.md has the full argument. */
#ifndef LM_ODDS_SPLIT_H
#define LM_ODDS_SPLIT_H

#include "game.h"

/* What is known of a split hand's second card. */
typedef enum { SECOND_OTHER, SECOND_PAIR, SECONDS, SECOND_ANY = SECONDS } second_card;

/* One course of a split: how many further pairs were split, and the hands that result. */
enum { SPLIT_HANDS = 4, SPLIT_COURSES = 32, SPLIT_GONE = 7 };
typedef struct {
    uint8_t pairs;
    uint8_t hands;
    uint8_t steps; /* bit i: at step i the hand whose turn it is was split again; else it was played */
    uint8_t free_splits, paid_splits;
    uint8_t staked[SPLIT_HANDS];
    uint8_t second[SPLIT_HANDS]; /* SECOND_OTHER or SECOND_ANY */
    uint8_t count[SPLIT_HANDS];  /* hands that there are when this one is played */
} split_course;

typedef struct {
    int n;
    uint8_t again; /* names how pairs are split again: courses of one pair that agree in it are the same */
    split_course course[SPLIT_COURSES];
} split_courses;

/* Kinds of finished hands, by what they pay against each end of the dealer. The first three are hands over 21: not
 * doubled, after a paid double, after a free double. */
enum { KIND_BUST, KIND_BUST_PAID, KIND_BUST_FREE, KIND_LIVE, KINDS_MOST = 40 };
typedef struct {
    int n;
    int16_t pays[KINDS_MOST][ENDS];                 /* tenths; dealer blackjacks are not settled hand by hand */
    uint8_t added[KINDS_MOST], lammers[KINDS_MOST]; /* chips and lammers that a double added */
} hand_kinds;

/* The law of one split hand: the chance of each kind and each end of the dealer, by the hand's second card, when `gone`
 * further cards of the pair's value are out of the shoe. */
typedef struct {
    lm_real chance[SECONDS][KINDS_MOST][ENDS];
} hand_law;

/* In how many orders a hand ends, by manner. The last three manners are the first three for hands whose suits pay
 * more: a suited 6-7-8, and the designated blackjack of a split hand. */
enum { STOOD, DOUBLED_PAID, DOUBLED_FREE, PLAIN_MANNERS, SPECIAL_MANNER = PLAIN_MANNERS, MANNERS = 2 * PLAIN_MANNERS };
typedef struct {
    uint8_t kind[LM_STAKES][MANNERS];
    lm_real orders[LM_STAKES][MANNERS][SECONDS];        /* orders in which the hand ends so */
    lm_real doubled[LM_STAKES][PLAIN_MANNERS][SECONDS]; /* orders in which it is doubled, before the card */
} hand_ending;

/* A hand's contribution to a law before the hands over 21 are found by subtraction. Until then KIND_BUST holds all
 * hands, KIND_BUST_PAID and KIND_BUST_FREE all hands doubled with chips or with a lammer. */
typedef struct {
    uint8_t second, kind;
    lm_real orders;
} hand_part;

enum { PARTS_MOST = 3 * HANDS_MOST };

/* The dealer's ends against one column, by the cards that are out: unsplit hands, the hands of several pairs and charts
 * under trial meet the same cards again. */
enum { ENDS_KEPT = 1 << 15, KEPT_COLUMNS = 10 };
typedef struct kept_ends {
    const column *of; /* NULL: empty */
    int n;
    uint64_t cards[ENDS_KEPT]; /* see card_key; 0: free */
    lm_real ends[ENDS_KEPT][ENDS];
} kept_ends;

/* The number of orders in which the player comes to hold a hand and acts on it. */
typedef lm_real hand_orders[SECONDS][HANDS_MOST];

typedef struct split_study {
    kept_ends kept[KEPT_COLUMNS]; /* a column has its place by its number */
    int value;
    int stakes;          /* 1: hands with chips only; 2: also lammers' hands */
    bool doubled_unseen; /* a doubled hand's card is not seen before settlement */
    hand_kinds kinds[LM_STAKES];
    int n;
    hand_id touched[HANDS_MOST]; /* hands that may end or be doubled, plus the first card and the pair */
    bool seen[HANDS_MOST];       /* the hand is in `touched` */
    int place[HANDS_MOST];       /* of the ends of each touched hand, or -1 where the cards do not last */
    struct {
        const column *of; /* NULL: nothing is known */
        int value, gone;
        uint32_t run, known[HANDS_MOST]; /* known[h] == run: `share` has the hand */
        lm_share share[HANDS_MOST];
    } draws; /* see split_draws */
    hand_ending ending[HANDS_MOST];
    int first_part[LM_STAKES][HANDS_MOST + 1]; /* the first part of the i-th touched hand */
    hand_part part[LM_STAKES][PARTS_MOST];
    hand_law law[SPLIT_GONE][LM_STAKES];
    bool has_law[SPLIT_GONE];
    lm_real worth[SPLIT_GONE][LM_STAKES][SECONDS + 1]; /* see split_worth */
    bool change; /* the study is of a change of policy: all chances in it are differences */
    hand_orders orders[LM_STAKES];
} split_study;

/* The ends that are kept against a column, with room for `more`; the place of a set of cards among them, or a free one. */
kept_ends *split_kept(lm_game *g, const column *c, int more);
int split_kept_place(const kept_ends *kept, uint64_t cards);

/* Forgets all kept ends, because the shoe or what counts as an end is another. */
void split_forget_ends(lm_game *g);

/* When pairs on hands with each stake are split again, where the rules allow it. */
typedef enum { SPLIT_NEVER, SPLIT_WHILE_FREE, SPLIT_ALWAYS } split_when;
typedef struct {
    split_when staked[LM_STAKES];
    uint8_t never_at[LM_STAKES]; /* bit n: not while there are n hands */
} split_again;

/* How a policy that splits this pair of chips splits it again. */
split_again split_again_by(const policy *p, hand_id pair);

/* The courses of a split pair. A lammer's pair is on one of two hands, the first of which is not split. */
void split_courses_make(const lm_rules *rules, int value, lm_staked first, split_again again, split_courses *courses);

/* Studies the play of hands from a split of `value` under a policy: restarts g->study. */
void split_study_begin(lm_game *g, const column *c, int value, const policy *p);

/* Studies the change of play from the policy `before`, of which the orders are known, to another: what is linear in the
 * laws is then the change of its value. */
void split_study_change(lm_game *g, const column *c, int value, const policy *p, const policy *before,
                        const hand_orders *orders);

/* What marked hands with a card of `value` win and lose by standing, without dealer blackjacks, when one more such card
 * is gone. */
void split_stand_chances(lm_game *g, const column *c, int value, const uint8_t *marked, lm_real *win, lm_real *lose);

/* The laws of the hands in g->study when `gone` further cards of the value are out of the shoe. */
void split_study_law(lm_game *g, const column *c, int gone);

/* The chance that a split hand draws the cards of `h`, except its first card, in one order. */
lm_share split_draws(const lm_game *g, const column *c, hand_id h, int value, int gone);

/* Whether a hand of a split is settled as a blackjack. Only rules that no document has say so. */
bool split_is_blackjack(const lm_game *g, hand_id h);

/* What a hand of a split wins on average, in tenths: the designated blackjack pays more. */
double split_mean_win(const lm_game *g, hand_id h, backing backed);

/* What a finished hand pays against each end of the dealer, in tenths. */
void split_fill_pays(const lm_game *g, hand_id h, backing backed, int odds, bool blackjack, int16_t *pays);

/* Whether the shoe has the cards of a hand when `gone` further cards of a value are out. */
bool split_can_be_held(const lm_game *g, const column *c, hand_id h, int value, int gone);

/* How hands of a kind ended: STOOD, DOUBLED_PAID or DOUBLED_FREE. */
int split_manner_of_kind(const hand_kinds *kinds, int kind);

/* Chips on a hand of a kind. */
int split_chips_of_kind(const split_study *study, int staked, int kind);

/* How many hands of a course, except a and b, must not pair with their second card. */
int split_others_known(const split_course *course, int a, int b);

/* One term of the alternating sum that excludes pairs on `others` hands: x times the probability of the course's
 * further pairs and of a pair on j of these hands, with its sign and the number of ways to choose them. */
lm_real split_if_pairs(const column *c, int value, const split_course *course, int others, int j, lm_real x);

/* The sum of `of` over the hands of all courses. */
typedef lm_real (*split_functional)(const split_study *study, int gone, lm_staked staked, second_card second);
lm_real split_sum(lm_game *g, const column *c, const split_courses *courses, split_functional of);

/* The sum of the hands' worth where a coupon lies beside the first one. */
lm_real coupon_split_sum(lm_game *g, const column *c, const split_courses *courses);

/* The part of one hand of a course, which excludes pairs on other hands. */
lm_real split_hand_of(lm_game *g, const column *c, const split_course *course, int hand, split_functional of);

/* The same over the hands that are played while there are `count` hands; 0: all. */
lm_real split_sum_at(lm_game *g, const column *c, const split_courses *courses, int count, split_functional of);

/* Tenths that a dealer blackjack takes from split hands beyond the original wager, where players draw before it is
 * known (C-64). */
lm_real split_cost(lm_game *g, const column *c, const split_courses *courses);

/* The same where each number of hands has a study of its own: first the part of the hands that are played while there
 * are `count` hands, from two upward; then that of all hands together. */
lm_real split_cost_at(lm_game *g, const column *c, const split_courses *courses, int count);
lm_real split_cost_together(lm_game *g, const column *c, const split_courses *courses);

/* Chips on a hand when a late dealer blackjack comes, and those of them that going over 21 has lost already. */
lm_real split_all_chips(const split_study *study, int gone, lm_staked staked, second_card second);
lm_real split_busted_chips(const split_study *study, int gone, lm_staked staked, second_card second);

/* The value of a hand in tenths, without dealer blackjacks. */
lm_real split_worth(const split_study *study, int gone, lm_staked staked, second_card second);

#endif
