/* behind.c - `lammer odds --behind`: a wager behind another player's box (MBJ-13). */
#include <stdlib.h>

#include "situations.h"

static const struct {
    const char *way;
    lm_along doubles;
    lm_riding splits;
} ways[] = {
    { "every choice as is best", LM_ALONG_BEST, LM_RIDING_BEST },
    { "doubles along, stakes every split hand: as the decider", LM_ALONG_ALWAYS, LM_RIDING_BOTH },
    { "doubles along, rides on the left hand", LM_ALONG_ALWAYS, LM_RIDING_LEFT },
    { "doubles along, rides on the right hand", LM_ALONG_ALWAYS, LM_RIDING_RIGHT },
    { "never doubles along, stakes every split hand", LM_ALONG_NEVER, LM_RIDING_BOTH },
    { "never doubles along, rides as is best", LM_ALONG_NEVER, LM_RIDING_BEST },
    { "never lays more: rides on the left hand", LM_ALONG_NEVER, LM_RIDING_LEFT },
};
enum { WAYS = sizeof ways / sizeof *ways };

static const char *ride_word(lm_ride ride)
{
    static const char *const words[] = { [LM_RIDE_LEFT] = "left", [LM_RIDE_RIGHT] = "right", [LM_RIDE_BOTH] = "both" };
    return words[ride];
}

static void put_ways(sheet *sh, lm_game *game, const lm_chart *chart)
{
    static const sheet_column columns[] = {
        { "way", "the bettor behind", SHEET_TEXT, 0 },
        { "house_edge", "house edge", SHEET_PERCENT, 6 },
        { "cost", "costs", SHEET_PERCENT, 6 },
    };
    double best = 0;
    sheet_table_begin(sh, "ways", "What each way to bet behind is worth, per unit of the wager", columns, 3);
    for (int i = 0; i < WAYS; i++) {
        const lm_behind behind = { chart, ways[i].doubles, ways[i].splits };
        double mean = lm_game_behind(game, &behind);
        if (i == 0) best = mean;
        sheet_put_word(sh, ways[i].way);
        sheet_put(sh, -mean);
        sheet_put(sh, best - mean);
    }
}

static void put_rides(sheet *sh, const lm_game *game, const lm_behind_choices *list)
{
    static const sheet_column columns[] = {
        { "pair", "pair", SHEET_TEXT, 0 },
        { "up", "up", SHEET_TEXT, 0 },
        { "ride", "ride", SHEET_TEXT, 0 },
        { "later", "split again", SHEET_TEXT, 0 },
        { "both", "both hands", SHEET_SIGNED, 6 },
        { "left", "left hand", SHEET_SIGNED, 6 },
        { "right", "right hand", SHEET_SIGNED, 6 },
        { "best", "best", SHEET_SIGNED, 6 },
        { "probability", "probability", SHEET_PERCENT, 6 },
    };
    sheet_table_begin(sh, "splits", "Splits with chips: where the wager rides", columns, 9);
    for (int i = 0; i < list->rides; i++) {
        const lm_ride_worth *x = &list->ride[i];
        sheet_put_word(sh, words_of("%s,%s", value_word(x->value), value_word(x->value)).text);
        sheet_put_word(sh, seen_words(lm_game_column(game, x->column)).text);
        sheet_put_word(sh, ride_word(x->ride));
        sheet_put_word(sh, ride_word(x->later));
        sheet_put(sh, x->both);
        sheet_put(sh, x->left);
        sheet_put(sh, x->right);
        sheet_put(sh, x->best);
        sheet_put(sh, x->chance);
    }
}

static void put_alongs(sheet *sh, const lm_game *game, const lm_behind_choices *list)
{
    static const sheet_column columns[] = {
        { "hand", "hand", SHEET_TEXT, 0 },
        { "up", "up", SHEET_TEXT, 0 },
        { "along", "along", SHEET_SIGNED, 6 },
        { "alone", "not along", SHEET_SIGNED, 6 },
        { "probability", "probability", SHEET_PERCENT, 6 },
    };
    sheet_table_begin(sh, "doubles", "Doubles that are better left to the decider", columns, 5);
    for (int i = 0; i < list->alongs; i++) {
        const lm_along_worth *x = &list->along[i];
        sheet_put_word(sh, words_of("%s,%s", value_word(x->value[0]), value_word(x->value[1])).text);
        sheet_put_word(sh, seen_words(lm_game_column(game, x->column)).text);
        sheet_put(sh, x->along);
        sheet_put(sh, x->alone);
        sheet_put(sh, x->chance);
    }
}

static void warn_of_one_bettor(const lm_study *s)
{
    if (s->rules->bettors_per_box > 1) return;
    say(&s->ear, /* say:none-behind */
        "warning: %s allows one bettor per box (MBJ-13(a).1); with bettors_per_box=2 the figures are the same",
        s->rules->name);
}

bool behind_answer_ask(lm_study *s, const lm_ask *ask, lm_text *out)
{
    lm_chart chart;
    lm_game *game = study_solved(s);
    sheet sh;
    if (!game || (ask->chart && !chart_read(s, ask->chart, &chart))) return false;
    lm_behind_choices *list = malloc(sizeof *list);
    if (!list) return say(&s->ear, "no memory for the choices of a bettor");
    warn_of_one_bettor(s);
    const lm_behind best = { ask->chart ? &chart : NULL, LM_ALONG_BEST, LM_RIDING_BEST };
    lm_game_behind_choices(game, &best, list);
    sheet_begin(&sh, s, "behind",
                ask->chart ? "A wager behind the box of a player who plays by the given chart"
                           : "A wager behind the box of a player who plays by the optimum (cdz-)");
    sheet_word(&sh, "decider", "the decider plays by", ask->chart ? "the chart" : "the optimum");
    put_ways(&sh, game, best.chart);
    put_rides(&sh, game, list);
    if (list->alongs) put_alongs(&sh, game, list);
    free(list);
    sheet_note(&sh, "Both hands, left and right are the values of a bettor who always chooses so; the best one chooses "
                    "anew at each split, by how often the pair has been split so far.");
    sheet_note(&sh, "Every figure is exact; insurance is left out.");
    return sheet_write(&sh, ask->format, out);
}
