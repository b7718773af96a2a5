/* sim.h - simulation: many rounds of one job, tallied in integers that are the same everywhere.
 *
 * Knows the rules, a chart to play by and a seed. Round k of a seed is the same round on every machine, by any
 * backend, in any thread, shard or rank; docs/simulation.md says to the bit which cards it deals. Tallies are
 * integers, so sums do not depend on their order and a digest of them can be compared.
 *
 * Knows nothing of odds: the chart is handed in. Doubles appear only in lm_sim_figures, at the very end. */
#ifndef LAMMER_SIM_H
#define LAMMER_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lammer/chart.h"
#include "lammer/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    LM_SIM_SESSION = 1024, /* where rounds depend on earlier ones (lm_sim_remembers), a new shoe starts after so many */
    LM_SIM_TO_DECIDE = 64, /* rounds at the end of a session in which no wager that outlives a round is laid */
    LM_SIM_LAMMERS = 8,
    LM_SIM_DIGEST = 32,
    LM_SIM_SEATS = 7,
    LM_SIM_UPS = 10,   /* up cards: ace, two .. ten */
    LM_SIM_PAIRS = 55, /* two cards by value, in any order */
    LM_SIM_MOST_COUNT = 20,
    LM_SIM_COUNTS = 2 * LM_SIM_MOST_COUNT + 1,
    LM_SIM_DEPTHS = 16, /* parts of a shoe */
};
#define LM_SIM_MOST_ROUNDS ((uint64_t)1 << 63)

/* An unsigned number of 128 bits: squares of cents outgrow 64. */
typedef struct {
    uint64_t low, high;
} lm_sim_wide;

/* --- what is simulated ------------------------------------------------------------------------------------ */

/* Fresh: all cards are shuffled before each round. Shoe: rounds are dealt from one shoe until the cover card. */
typedef enum { LM_DEALING_FRESH, LM_DEALING_SHOE } lm_sim_dealing;

/* A counting system: the tag of each card, the counts at which play departs from the chart, and the bets. */
enum { LM_COUNT_INDICES = 64, LM_COUNT_RAMP = 24 };

typedef struct {
    uint8_t row; /* of lm_chart */
    uint8_t up;  /* 1..10 */
    uint8_t play;
    int8_t from; /* this play replaces the chart's at this count or above; if `below`, below it */
    uint8_t below;
} lm_count_index;

typedef struct {
    int8_t tag[LM_CARDS]; /* by card, because a system may distinguish suits */
    bool running;         /* unbalanced system: bet and play by the running count, not the true count */
    int start;            /* running count of a new shoe, for each deck */
    bool insures;
    int insure_from; /* insurance is taken from this count on */
    int indices;
    lm_count_index index[LM_COUNT_INDICES];
    int steps; /* of the ramp: from[i] ascends; below from[0] the bet is that of from[0] */
    int from[LM_COUNT_RAMP];
    int units[LM_COUNT_RAMP]; /* multiples of the bet; 0: sits the round out */
} lm_count;

/* Play that looks at a hand's cards and at what was split, not at totals: asked instead of the chart. `table` is read by
 * all threads at once, and its bytes tell one play from another. */
typedef struct {
    lm_play (*choose)(const void *table, const uint8_t dealer[2], const lm_held *held, const lm_after *after,
                      unsigned allowed);
    const void *table;
    size_t size;
} lm_sim_plays;

/* Everything that decides what happens in round k. The caller owns what the pointers point to. */
typedef struct {
    const lm_rules *rules; /* sealed */
    const lm_chart *chart;
    const lm_count *count; /* NULL: flat bets, the chart alone */
    uint64_t seed;
    lm_cents bet_cents;
    lm_cents stake_cents[LM_OFFERS]; /* each seat's stake on an offered wager; 0: none */
    uint8_t seats;
    uint8_t dealing;           /* lm_sim_dealing */
    bool insures;              /* always takes insurance */
    uint16_t cover;            /* LM_DEALING_SHOE: cards in front of the cover card */
    const lm_sim_plays *plays; /* asked instead of the chart; NULL: the chart */
} lm_sim_job;

/* Why the job cannot be simulated; NULL: it can, and only such jobs are given to backends. */
const char *lm_sim_job_fault(const lm_sim_job *job);

/* Whether rounds of the job depend on earlier ones, so that a range must begin at the start of a session. */
bool lm_sim_remembers(const lm_sim_job *job);

/* The generator's raw output for the first cards of the rounds `first` .. `first` + n - 1, for a laboratory that tests
 * the generator. */
void lm_sim_words(uint64_t seed, uint64_t first, uint64_t *word, size_t n);

/* --- tallies ---------------------------------------------------------------------------------------------- */

/* The tally of the main wager. A seat-round is one seat's part of one round. */
typedef struct {
    uint64_t rounds;
    uint64_t initial_cents; /* first wagers */
    uint64_t staked_cents;  /* first wagers and chips added by doubles and splits */
    int64_t net_cents;
    lm_sim_wide seat_squares;         /* of the net of each seat-round */
    lm_sim_wide round_squares;        /* of the net of each round, all seats together */
    uint64_t win, push, lose;         /* seat-rounds by the sign of their net */
    uint64_t hands;                   /* player hands; a split makes two of one */
    uint64_t lammers[LM_SIM_LAMMERS]; /* seat-rounds by lammers given */
} lm_sim_main;

/* The tally of one optional wager, counted when the wager is decided. */
typedef struct {
    uint64_t bets;
    uint64_t staked_cents;
    int64_t net_cents;
    lm_sim_wide squares;
    uint64_t win, push, lose;
    uint64_t outcome[LM_OUTCOMES]; /* the best one of each bet */
} lm_sim_wager;

/* Further counts, by the fate of hands. Only scalar keeps them; the squares of the purse are kept by every backend that
 * takes insurance. The digest does not cover them. */
typedef struct {
    uint64_t free_doubles, paid_doubles, free_splits, paid_splits;
    uint64_t surrenders, blackjacks, dealer_blackjacks, busts;
    lm_sim_wide purse_squares; /* of the main net and the net of insurance of each seat-round together */
} lm_sim_detail;

enum { LM_SIM_INSURANCE = LM_OFFERS, LM_SIM_WAGERS = LM_OFFERS + 1 };

typedef struct {
    lm_sim_main main;
    lm_sim_wager wager[LM_SIM_WAGERS]; /* by offer; the last is insurance */
    lm_sim_detail detail;
} lm_sim_tally;

/* Some of the seat-rounds, with their main wagers. */
typedef struct {
    uint64_t seats;
    int64_t net_cents;
    lm_sim_wide squares;
    uint64_t initial_cents, staked_cents;
} lm_sim_cell;

/* All seat-rounds three times: by starting hand and up card, by the count when the bet was made (0 without a counting
 * system), and by how much of the shoe had left it then. The digest does not cover them. */
typedef struct {
    lm_sim_cell cell[LM_SIM_PAIRS][LM_SIM_UPS]; /* up card value - 1 */
    lm_sim_cell count[LM_SIM_COUNTS];           /* count + LM_SIM_MOST_COUNT; the ends hold all counts beyond */
    lm_sim_cell depth[LM_SIM_DEPTHS];
} lm_sim_hands;

/* The row of two card values, 1..10. */
int lm_sim_pair(int first, int second);

void lm_sim_wide_add(lm_sim_wide *sum, lm_sim_wide value);
lm_sim_wide lm_sim_wide_square(int64_t value);
double lm_sim_wide_double(lm_sim_wide value);

void lm_sim_tally_add(lm_sim_tally *sum, const lm_sim_tally *part);
void lm_sim_hands_add(lm_sim_hands *sum, const lm_sim_hands *part);

/* BLAKE2b-256 over the little-endian tallies of the main game and of the wagers that the job lays, in the order
 * of docs/simulation.md. */
void lm_sim_digest(const lm_sim_job *job, const lm_sim_tally *tally, uint8_t digest[LM_SIM_DIGEST]);

/* --- backends --------------------------------------------------------------------------------------------- */

/* One round as the tallies see it, for comparing backends round by round; one seat only. */
typedef struct {
    int32_t net_cents;
    int32_t staked_cents;
    uint8_t hands;
    uint8_t lammers;
} lm_sim_round;

/* One way to compute the tallies; all backends give the same integers. `run` adds the rounds first .. first + rounds - 1
 * to the tally, and to `hands` unless that is NULL. Several threads call it at once with ranges of any size; where rounds
 * depend on earlier ones, a range begins at the start of a session. */
typedef struct lm_sim_backend {
    const char *name;
    uint64_t block;        /* how many rounds one call of `run` should get */
    bool one_thread;       /* only one thread calls `run`, which is parallel itself */
    bool has_by_hand;      /* fills lm_sim_hands and lm_sim_detail */
    bool has_hands;        /* fills lm_sim_hands, where no kernel plays the rounds; scalar has both */
    const char *needs;     /* the reason to give when is_here returns false */
    bool (*is_here)(void); /* whether the machine has what it needs; NULL: always */
    const char *(*refuses)(
        const lm_sim_job *job); /* why it refuses the job, or NULL; without this function it takes every job */
    void (*run)(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_tally *tally, lm_sim_hands *hands);
    void (*each)(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_round *out);
    void (*prepare)(void); /* begins to open the devices, and returns at once; NULL: there is nothing to open */
    uint64_t (*block_of)(const lm_sim_job *job); /* the block for this job, in place of `block`; NULL: always `block` */
} lm_sim_backend;

/* Fastest first, NULL-terminated; scalar is the last one and takes every job. */
extern const lm_sim_backend *const lm_sim_backends[];
extern const lm_sim_backend lm_sim_scalar, lm_sim_quick, lm_sim_simd, lm_sim_cuda;

/* By name; NULL when there is none. */
const lm_sim_backend *lm_sim_backend_find(const char *name);

/* The named backend, or else the next one in the list that takes the job; "auto" names the fastest. *why gets the reason
 * if the named backend does not take the job, else NULL. `by_hand` asks for results by starting hand and in detail. NULL when
 * there is no backend of that name. */
const lm_sim_backend *lm_sim_choose(const lm_sim_job *job, const char *name, bool by_hand, const char **why);

/* The same for results by starting hand, count and penetration alone, which more backends give. */
const lm_sim_backend *lm_sim_choose_hands(const lm_sim_job *job, const char *name, const char **why);

/* --- running ---------------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t first, rounds, done; /* done: rounds of this run, contiguous from `first` on */
    double seconds;
    const lm_sim_tally *tally; /* of the rounds done */
    const lm_sim_hands *hands; /* or NULL */
} lm_sim_state;

/* The calling thread calls `look` several times a second; when it returns false, the run stops after the current
 * blocks. */
typedef struct {
    bool (*look)(void *self, const lm_sim_state *state);
    void *self;
    double wanted_se; /* stops when the standard error of the edge is this small; 0: never */
} lm_sim_watcher;

/* Adds rounds first .. first + rounds - 1 to the tally and returns how many were done. `hands` may be NULL. A block with a
 * round that uses up all cards (many boxes, few decks) ends the run: it and the blocks after it are not done.
 * Returns 0 and does nothing when there is not enough memory, or no thread starts. */
uint64_t lm_sim_run(const lm_sim_job *job, const lm_sim_backend *backend, int threads, uint64_t first, uint64_t rounds,
                    const lm_sim_watcher *watcher, lm_sim_tally *tally, lm_sim_hands *hands);

/* --- two wagers of one box -------------------------------------------------------------------------------- */

/* How often the main wager of a box and an optional wager on the same box had these nets in one round. */
typedef struct {
    int64_t main_cents, wager_cents;
    uint64_t boxes;
} lm_sim_joint_cell;

/* A table with free places between, of which `boxes` is 0. `left_out`: results that found no place. */
enum { LM_SIM_JOINT = 1 << 13 };
typedef struct {
    int n;
    uint64_t left_out;
    lm_sim_joint_cell cell[LM_SIM_JOINT];
} lm_sim_joint;

/* Adds the rounds first .. first + rounds - 1, played by scalar, with the wager at this place of the rules' offers, which
 * the job lays. A wager that outlives a round has no net in it and is not asked for. False without memory. */
bool lm_sim_joint_run(const lm_sim_job *job, int offer, uint64_t first, uint64_t rounds, lm_sim_joint *joint);

/* --- shards ----------------------------------------------------------------------------------------------- */

enum { LM_SHARD_RANGES = 64, LM_SHARD_TEXT = 256 };

typedef struct {
    uint64_t first, rounds;
} lm_sim_range;

/* A part of a simulation with what identifies it. */
typedef struct {
    char rules[LM_RULES_NAME];
    uint64_t rules_hash;
    uint8_t job_hash[LM_SIM_DIGEST]; /* of everything in the job but the rules and the seed */
    uint64_t seed;
    int ranges;
    lm_sim_range range[LM_SHARD_RANGES]; /* ascending, with gaps between */
    lm_sim_tally tally;
    bool has_hands;
    bool has_counts; /* hands.count and hands.depth, which the first version of the file did not have */
    lm_sim_hands hands;
} lm_sim_shard;

void lm_sim_shard_open(lm_sim_shard *shard, const lm_sim_job *job);

/* Each returns true, or false with a sentence in `why`. Saving writes a new file and renames it, so a kill leaves
 * the old one or the new one. */
bool lm_sim_shard_save(const lm_sim_shard *shard, const char *path, char why[LM_SHARD_TEXT]);
bool lm_sim_shard_load(lm_sim_shard *shard, const char *path, char why[LM_SHARD_TEXT]);

/* Whether both are parts of one simulation. */
bool lm_sim_shard_matches(const lm_sim_shard *a, const lm_sim_shard *b, char why[LM_SHARD_TEXT]);

/* Adds a range of rounds, or another shard; refuses what overlaps. */
bool lm_sim_shard_add_range(lm_sim_shard *shard, lm_sim_range range, char why[LM_SHARD_TEXT]);
bool lm_sim_shard_merge(lm_sim_shard *sum, const lm_sim_shard *part, char why[LM_SHARD_TEXT]);

/* --- ranks ------------------------------------------------------------------------------------------------ */

/* The processes of one simulation on a cluster; just one when mpirun did not start the program. */
typedef struct {
    int rank, ranks;
    int here; /* ranks on this machine, which share its cores */
} lm_sim_ranks;

/* False, with a sentence in `why`, where mpirun started several processes and this build was made without
 * MPI. */
bool lm_sim_ranks_open(lm_sim_ranks *ranks, char why[LM_SHARD_TEXT]);

/* The part of a range that a rank plays: whole blocks, or whole sessions of a short range. */
lm_sim_range lm_sim_rank_part(lm_sim_ranks ranks, lm_sim_range range);

/* Every rank hands in its shard, or NULL where it has no result; rank 0 gets the sum of all in `sum`. False: some rank has
 * no result, or this one does not. */
bool lm_sim_ranks_gather(lm_sim_ranks ranks, const lm_sim_shard *shard, lm_sim_shard *sum, char why[LM_SHARD_TEXT]);

void lm_sim_ranks_close(lm_sim_ranks ranks);

/* --- figures ---------------------------------------------------------------------------------------------- */

/* What the tallies say, per unit of the initial wager. */
typedef struct {
    double house_edge, se, low, high; /* low, high: 95 % interval */
    double sd;                        /* of one seat-round */
    double sd_100;                    /* of the sum of 100 rounds of one seat */
    double element_of_risk;           /* edge for each unit staked */
    double staked;                    /* mean chips staked */
    double win, push, lose;
    double hands;
} lm_sim_figures;

void lm_sim_main_figures(const lm_sim_job *job, const lm_sim_tally *tally, lm_sim_figures *figures);

/* The figures of an optional wager, per unit of its stake; `win` is the hit frequency. */
void lm_sim_wager_figures(const lm_sim_wager *wager, lm_sim_figures *figures);

/* What a box gains in a round that is dealt, whether it is played or sat out: main wager and insurance together, in
 * units of the job's bet. A bankroll changes by these steps. */
typedef struct {
    double mean, sd;
} lm_sim_purse;
lm_sim_purse lm_sim_purse_of(const lm_sim_job *job, const lm_sim_tally *tally);

/* Risk of losing `bankroll` units within `rounds` rounds (0: ever), for results of this mean and deviation. */
double lm_sim_ruin(double mean, double sd, double bankroll, double rounds);

/* Rounds after which the expected win equals one standard deviation; infinite without an advantage. */
double lm_sim_n0(double mean, double sd);

#ifdef __cplusplus
}
#endif

#endif
