/* report_main.c - the main game in the report: figures, charts, and the value of every starting hand. */
#include <math.h>

#include "report.h"

/* How exact a figure is, and how many decimals it may print. */
typedef enum { EXACT, SPREAD, SIGNS, OF_ROUND, SEEN, BOUND } accuracy;

static short_words figure_words(const report *r, double value, bool percent, accuracy how)
{
    const lm_study *s = r->study;
    int round = study_round_decimals(s) - percent, seen = study_decimals_within(r->classes.left_out);
    int decimals = how == SEEN                    ? seen
                   : how == EXACT || how == BOUND ? 8
                   : how == SPREAD                ? 6
                   : how == OF_ROUND              ? round
                                                  : study_sign_decimals(s);
    return words_of("%.*f%s", decimals, (percent ? 100 : 1) * value, percent ? " %" : "");
}

static short_words accuracy_words(const report *r, accuracy how)
{
    const lm_study *s = r->study;
    if (how == SEEN && r->classes.left_out > 0)
        return words_of("at most; about %.1e %% are left out", 100 * r->classes.left_out);
    if (how == BOUND && isfinite(r->classes.cdz_bound))
        return words_of("exact; the best one has at least %.8f %%", 100 * r->classes.cdz_bound);
    if (how == EXACT || how == SEEN || how == BOUND) return words_of("exact");
    if (how == SPREAD) return words_of("within 0.0000001");
    if (how == OF_ROUND) return words_of("half of the last digit");
    return words_of(study_sign_decimals(s) > 3 ? "within 0.00001 %%" : "within 0.0002 %%");
}

static void put_figures(const report *r, lm_text *out)
{
    const lm_figures *f = &r->study->best;
    bool spots = lm_rules_dealer_hands(r->study->rules) > 1;
    const struct {
        const char *name;
        double value;
        bool percent;
        accuracy how;
    } rows[] = {
        { "house edge, of the initial wager (cdz-)", -f->mean, true, EXACT },
        { "house edge by the printed chart (td)", r->strategy.house_edge, true, EXACT },
        { "house edge, one strategy for split and unsplit hands (cdz)", r->classes.edge[LM_POST_SPLIT_CDZ], true,
          BOUND },
        { "house edge, play after a split by the pair (cdp)", r->classes.edge[LM_POST_SPLIT_CDP], true, EXACT },
        { "house edge, also by the number of hands (cdpn)", r->classes.edge[LM_POST_SPLIT_CDPN], true, EXACT },
        { "house edge, also by all cards seen (opt)", r->classes.edge[LM_POST_SPLIT_OPT], true, SEEN },
        { "element of risk, of all chips staked", -f->mean / f->staked, true, EXACT },
        { spots ? "standard deviation of one spot" : "standard deviation of a round", f->sd, false, SPREAD },
        { spots ? "chips staked for one spot" : "chips staked in a round", f->staked, false, EXACT },
        { spots ? "one spot wins" : "win", f->win, true, SIGNS },
        { spots ? "one spot pushes" : "push", f->push, true, SIGNS },
        { spots ? "one spot loses" : "lose", f->lose, true, SIGNS },
        { "standard deviation of all spots together", f->round_sd, false, OF_ROUND },
        { "all spots together win", f->round_win, true, OF_ROUND },
        { "all spots together push", f->round_push, true, OF_ROUND },
        { "all spots together lose", f->round_lose, true, OF_ROUND },
        { "free doubles in a round", f->free_doubles, false, EXACT },
        { "paid doubles in a round", f->paid_doubles, false, EXACT },
        { "free splits in a round", f->free_splits, false, EXACT },
        { "paid splits in a round", f->paid_splits, false, EXACT },
        { "surrenders", f->surrenders, true, EXACT },
        { "player blackjacks", f->blackjacks, true, EXACT },
        { "dealer blackjacks", f->dealer_blackjacks, true, EXACT },
        { "hands over 21 in a round", f->busts, false, EXACT },
    };
    draw_table_begin(out, "", "", "played by the optimum\t#per unit of the initial wager\t#accuracy");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if ((rows[i].how == OF_ROUND && !spots) || isnan(rows[i].value)) continue;
        draw_row(out, "%s\t#%s\t#%s", rows[i].name, figure_words(r, rows[i].value, rows[i].percent, rows[i].how).text,
                 accuracy_words(r, rows[i].how).text);
    }
    draw_table_end(out);
    double wins = study_insured(r->study);
    if (r->study->rules->insurance && !isnan(wins))
        put(out, "<p>Insurance, for a player who does not look at their cards: house edge %.6f %%.</p>\n",
            100 * (1 - 3 * wins));
}

static bar percent_bar(const char *label, double value)
{
    return bar_of(label, value, words_of("%.4f %%", 100 * value));
}

static void put_plots(const report *r, lm_text *out)
{
    const lm_figures *best = &r->study->best;
    bar bars[9] = { 0 };
    bars[0] = percent_bar("win", best->win);
    bars[1] = percent_bar("push", best->push);
    bars[2] = percent_bar("lose", best->lose);
    put_text("<h4>Result of a round</h4>\n", out);
    draw_bars(out, "Result of a round", "Probability that a round of the main game wins, pushes or loses.", bars, 3,
              false);
    if (!rules_give_lammers(r->study->rules)) return;
    for (int n = 0; n < 8; n++) {
        double value = best->lammers[n];
        bars[n] = percent_bar(words_of("%d lammer%s", n, n == 1 ? "" : "s").text, value);
        if (value > 0 && value < 1e-5) bars[n].text = words_of("%.3e", value);
    }
    bars[8] = percent_bar("dealer blackjack", best->dealer_blackjacks);
    put_text("<h4>Lammers in a round</h4>\n", out);
    draw_bars(out, "Lammers in a round",
              "Probability of each number of lammers in a round, on a logarithmic scale; a dealer blackjack ends the "
              "round.",
              bars, 9, true);
}

enum { MOST_EXCEPTIONS = 30 };

static void put_charts(const report *r, lm_text *out)
{
    const strategy *y = &r->strategy;
    put_text("<h2 id=\"charts\" class=\"page\">Strategy charts</h2>\n", out);
    put(out, "<p>Rows are the player's hand, columns what the dealer shows%s.</p>\n",
        y->chart->open ? " (totals; s is soft)" : "");
    draw_charts(out, y);
    if (y->exceptions.n) draw_exceptions(out, y, MOST_EXCEPTIONS);
}

void report_main(const report *r, lm_text *out)
{
    put_text("<h2 id=\"main\" class=\"page\">Main game</h2>\n", out);
    put_figures(r, out);
    put_plots(r, out);
    put_charts(r, out);
}

enum { EV_COLUMNS = 10 }; /* of one table: with an open hole card there are several */

static bool is_blackjack(int a, int b)
{
    return a == 1 && b == 10;
}

static void put_value(const report *r, int column, int a, int b, lm_text *out)
{
    lm_held held = { .n = 2, .value = { (uint8_t)a, (uint8_t)b } };
    static const char letters[] = "SHDPR";
    lm_prices prices;
    lm_game_price(r->study->game, column, &held, &prices);
    double value = prices.best < LM_PLAYS ? prices.value[prices.best] : (double)NAN;
    if (isnan(value)) {
        put_text("<td>-</td>", out);
        return;
    }
    bool marked = prices.is_free[prices.best];
    put(out, "<td%s>%+.4f&nbsp;<b>%c%s</b></td>", value > 0 ? " class=\"good\"" : "", value, letters[prices.best],
        marked ? "*" : "");
}

static void put_values(const report *r, int from, int to, lm_text *out)
{
    lm_game *game = r->study->game;
    put_text("<table class=\"ev\">\n<thead><tr><th></th>", out);
    for (int c = from; c < to; c++)
        put(out, "<th scope=\"col\" class=\"n\">%s</th>", seen_words(lm_game_column(game, c)).text);
    put_text("</tr></thead>\n<tbody>\n", out);
    for (int a = 1; a <= 10; a++) {
        for (int b = a; b <= 10; b++) {
            if (is_blackjack(a, b)) continue;
            put(out, "<tr><th scope=\"row\">%s,%s</th>", value_word(a), value_word(b));
            for (int c = from; c < to; c++)
                put_value(r, c, a, b, out);
            put_text("</tr>\n", out);
        }
    }
    put_text("</tbody></table>\n", out);
}

void report_hands(const report *r, lm_text *out)
{
    int columns = lm_game_columns(r->study->game);
    put_text("<h2 id=\"hands\" class=\"page\">Value of every starting hand</h2>\n<p>Expected gain per unit of the "
             "initial wager "
             "under the optimum, and its first play: S stand, H hit, D double, P split, R surrender; a star where it "
             "is free; shaded where the player has the advantage. Rows are the first two cards, columns what the "
             "dealer shows",
             out);
    put_text(r->study->rules->hole_card == LM_HOLE_READER
                 ? ", given that the reader has found no dealer blackjack.</p>\n"
                 : ".</p>\n",
             out);
    for (int c = 0; c < columns; c += EV_COLUMNS)
        put_values(r, c, c + EV_COLUMNS < columns ? c + EV_COLUMNS : columns, out);
}
