/* cells.c - results by starting hand, by count and by penetration, as CSV or JSON. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sim.h"

/* A table that is being written. */
typedef struct {
    const sim_answer *answer;
    lm_text *csv;
    out_json *json; /* NULL: CSV */
} cell_table;

static double sd_of(const lm_sim_cell *cell)
{
    double n = (double)cell->seats, mean = (double)cell->net_cents / n, square = lm_sim_wide_double(cell->squares) / n;
    return square > mean * mean ? sqrt(square - mean * mean) : 0;
}

static void put_hand(const cell_table *t, int low, int high, int up)
{
    static const char names[] = "?A23456789T";
    const lm_sim_cell *cell = &t->answer->shard->hands.cell[lm_sim_pair(low, high)][up - 1];
    double n = (double)cell->seats, bet = (double)t->answer->question->job.bet_cents;
    double mean = (double)cell->net_cents / n / bet, sd = sd_of(cell) / bet;
    lm_score score = lm_score_of(low + high, low == 1);
    const char *kind = low == high ? "pair" : score.soft ? "soft" : "hard";
    short_words hand = words_of("%c%c", names[low], names[high]), column = words_of("%c", names[up]);
    if (!cell->seats) return;
    if (t->json) {
        out_put(t->json, "{ hand:s kind:s total:i up:s rounds:I mean:f sd:f se:f }", hand.text, kind, score.total,
                column.text, (int64_t)cell->seats, mean, sd, sd / sqrt(n));
    } else {
        put(t->csv, "%s,%s,%d,%s,%" PRIu64 ",%.12g,%.12g,%.12g\n", hand.text, kind, score.total, column.text,
            cell->seats, mean, sd, sd / sqrt(n));
    }
}

static void put_hands(const cell_table *t)
{
    if (!t->json) put_text("hand,kind,total,up,rounds,mean,sd,se\n", t->csv);
    for (int high = 1; high <= 10; high++) {
        for (int low = 1; low <= high; low++) {
            for (int up = 1; up <= 10; up++)
                put_hand(t, low, high, up);
        }
    }
}

/* The edge of a cell is in initial wagers, because bets change with the count; boxes count as independent. */
static void put_figures(const cell_table *t, const lm_sim_cell *cell)
{
    double initial = (double)cell->initial_cents, n = (double)cell->seats, sd = sd_of(cell);
    double edge = (0 - (double)cell->net_cents) / initial, se = sd * sqrt(n) / initial;
    if (t->json) {
        out_put(t->json, "rounds:I initial_cents:I staked_cents:I net_cents:I house_edge:f sd:f se:f",
                (int64_t)cell->seats, (int64_t)cell->initial_cents, (int64_t)cell->staked_cents,
                (int64_t)cell->net_cents, edge, sd * n / initial, se);
    } else {
        put(t->csv, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRId64 ",%.12g,%.12g,%.12g\n", cell->seats,
            cell->initial_cents, cell->staked_cents, cell->net_cents, edge, sd * n / initial, se);
    }
}

#define FIGURES "rounds,initial_cents,staked_cents,net_cents,house_edge,sd,se\n"

static void put_counts(const cell_table *t)
{
    if (!t->json) put_text("count," FIGURES, t->csv);
    for (int i = 0; i < LM_SIM_COUNTS; i++) {
        const lm_sim_cell *cell = &t->answer->shard->hands.count[i];
        if (!cell->seats) continue;
        if (t->json) out_put(t->json, "{ count:i", i - LM_SIM_MOST_COUNT);
        if (!t->json) put(t->csv, "%d,", i - LM_SIM_MOST_COUNT);
        put_figures(t, cell);
        if (t->json) out_put(t->json, "}");
    }
}

static void put_depths(const cell_table *t)
{
    if (!t->json) put_text("from,to," FIGURES, t->csv);
    for (int i = 0; i < LM_SIM_DEPTHS; i++) {
        const lm_sim_cell *cell = &t->answer->shard->hands.depth[i];
        double from = (double)i / LM_SIM_DEPTHS, to = (double)(i + 1) / LM_SIM_DEPTHS;
        if (!cell->seats) continue;
        if (t->json) out_put(t->json, "{ from:f to:f", from, to);
        if (!t->json) put(t->csv, "%g,%g,", from, to);
        put_figures(t, cell);
        if (t->json) out_put(t->json, "}");
    }
}

static bool is_json(const char *path)
{
    size_t n = strlen(path);
    return n >= 5 && strcmp(path + n - 5, ".json") == 0;
}

static bool write_table(const sim_answer *a, const char *path, void (*put_rows)(const cell_table *))
{
    lm_text text = { 0 };
    if (is_json(path)) {
        out_json json = out_begin(&text, 0);
        out_put(&json, "[");
        put_rows(&(cell_table){ a, &text, &json });
        out_put(&json, "]");
    } else {
        put_rows(&(cell_table){ a, &text, NULL });
    }
    return sim_write_file(a->question, &text, path);
}

bool sim_write_cells(const sim_answer *a)
{
    const sim_ask *args = a->question->args;
    bool wants_counts = args->by_count || args->by_depth;
    if ((args->by_hand && !a->shard->has_hands) || (wants_counts && !a->shard->has_counts))
        return say(a->question->ear, /* say:sim-no-cells */
                   "these shards have no results by %s: play them again with scalar",
                   args->by_hand && !a->shard->has_hands ? "hand" : "count and penetration");
    return (!args->by_hand || write_table(a, args->by_hand, put_hands)) &&
           (!args->by_count || write_table(a, args->by_count, put_counts)) &&
           (!args->by_depth || write_table(a, args->by_depth, put_depths));
}
