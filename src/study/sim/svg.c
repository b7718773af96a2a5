/* svg.c - a drawing of sample paths of a bankroll, and the distribution of their ends. */
#include <math.h>
#include <stdlib.h>

#include "sim.h"

enum { PATHS = 1000, DRAWN = 60, POINTS = 200, BINS = 41 };

/* The picture: paths at the left, their ends as bars at the right, on one scale of bets won. */
static const double WIDTH = 960, HEIGHT = 480, LEFT = 60, TOP = 40, PATH_WIDTH = 640, BARS_AT = 720, BARS_WIDTH = 220,
                    PLOT_HEIGHT = 380;

typedef struct {
    int points;
    double *value; /* PATHS rows of points + 1: bets won after each step */
    double most;   /* the largest distance from 0 */
    double ruined; /* the share of paths that lost the bankroll */
} paths;

static double won_at(const paths *p, int path, int point)
{
    return p->value[(size_t)path * (size_t)(p->points + 1) + (size_t)point];
}

/* Each path has its own stretch of round numbers, so every path can be played again. */
static bool play_paths(const sim_answer *a, paths *p)
{
    const sim_question *q = a->question;
    uint64_t length = q->args->path_rounds;
    uint64_t stretch = (length + LM_SIM_SESSION - 1) / LM_SIM_SESSION * LM_SIM_SESSION;
    lm_sim_round *rounds = malloc((size_t)length * sizeof *rounds);
    p->points = length < POINTS ? (int)length : POINTS;
    p->value = malloc(PATHS * (size_t)(p->points + 1) * sizeof *p->value);
    if (!rounds || !p->value) {
        free(rounds);
        return false;
    }
    for (int path = 0; path < PATHS; path++) {
        double won = 0, lowest = 0;
        double *row = p->value + (size_t)path * (size_t)(p->points + 1);
        lm_sim_scalar.each(&q->job, (uint64_t)path * stretch, length, rounds);
        int point = 0;
        row[point++] = 0;
        for (uint64_t i = 0; i < length; i++) {
            won += (double)rounds[i].net_cents / (double)q->job.bet_cents;
            lowest = fmin(lowest, won);
            p->most = fmax(p->most, fabs(won));
            if ((i + 1) * (uint64_t)p->points / length >= (uint64_t)point) row[point++] = won;
        }
        p->ruined += (q->args->bankroll > 0 && lowest <= -q->args->bankroll) / (double)PATHS;
    }
    free(rounds);
    return true;
}

static double y_of(const paths *p, double won)
{
    return TOP + PLOT_HEIGHT / 2 * (1 - won / p->most);
}

static void draw_axis(lm_text *out, const paths *p, const sim_answer *a)
{
    double step = pow(10, floor(log10(p->most)));
    if (p->most / step < 2) step /= 4;
    for (double won = -floor(p->most / step) * step; won <= p->most; won += step) {
        put(out,
            "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>"
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%+g</text>\n",
            LEFT, BARS_AT + BARS_WIDTH, y_of(p, won), y_of(p, won), LEFT - 6, y_of(p, won) + 4, won);
    }
    put(out, "<text x=\"%.1f\" y=\"%.1f\">0</text><text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%llu rounds</text>\n",
        LEFT, HEIGHT - 36, LEFT + PATH_WIDTH, HEIGHT - 36, (unsigned long long)a->question->args->path_rounds);
}

static void draw_paths(lm_text *out, const paths *p)
{
    for (int path = 0; path < DRAWN; path++) {
        put_text("<polyline fill=\"none\" stroke=\"#1f6f4a\" stroke-opacity=\"0.35\" points=\"", out);
        for (int i = 0; i <= p->points; i++)
            put(out, "%.1f,%.1f ", LEFT + PATH_WIDTH * i / p->points, y_of(p, won_at(p, path, i)));
        put_text("\"/>\n", out);
    }
}

static void draw_bars(lm_text *out, const paths *p)
{
    int count[BINS] = { 0 }, most = 1;
    double width = 2 * p->most / BINS, height = PLOT_HEIGHT / BINS;
    for (int path = 0; path < PATHS; path++) {
        int bin = (int)((won_at(p, path, p->points) + p->most) / width);
        bin = bin < 0 ? 0 : bin >= BINS ? BINS - 1 : bin;
        if (++count[bin] > most) most = count[bin];
    }
    for (int bin = 0; bin < BINS; bin++)
        put(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#1f6f4a\"/>\n", BARS_AT,
            TOP + PLOT_HEIGHT - (bin + 1) * height, BARS_WIDTH * count[bin] / most, height - 1);
}

static void draw_picture(lm_text *out, const paths *p, const sim_answer *a)
{
    const sim_question *q = a->question;
    put(out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" font-family=\"sans-serif\" "
        "font-size=\"12\">\n<title>",
        WIDTH, HEIGHT);
    put_html(out, q->job.rules->name);
    put(out,
        ": %d paths of %llu rounds</title>\n<rect width=\"%g\" height=\"%g\" fill=\"#fff\"/>\n"
        "<text x=\"%g\" y=\"24\" font-size=\"15\">",
        PATHS, (unsigned long long)q->args->path_rounds, WIDTH, HEIGHT, LEFT);
    put_html(out, q->job.rules->name);
    put(out, ": bets won along %d of %d paths, and where all of them end</text>\n", DRAWN, PATHS);
    draw_axis(out, p, a);
    draw_paths(out, p);
    draw_bars(out, p);
    if (q->args->bankroll > 0) {
        lm_sim_purse purse = lm_sim_purse_of(&q->job, &a->shard->tally);
        double risk = lm_sim_ruin(purse.mean, purse.sd, q->args->bankroll, (double)q->args->path_rounds);
        put(out,
            "<text x=\"%g\" y=\"%g\">A bankroll of %g bets was lost on %.1f %% of the paths (%.1f %% "
            "expected).</text>\n",
            LEFT, HEIGHT - 14, q->args->bankroll, 100 * p->ruined, 100 * risk);
    }
    put_text("</svg>\n", out);
}

bool sim_write_svg(const sim_answer *a, const char *path)
{
    paths p = { .most = 1 };
    lm_text out = { 0 };
    bool played = play_paths(a, &p) || say(a->question->ear, "no memory for the paths");
    if (played) draw_picture(&out, &p, a);
    free(p.value);
    return played && sim_write_file(a->question, &out, path);
}
