/* answer.c - the chart, and the hands that are better played differently. */
#include <stdlib.h>
#include <string.h>

#include "strategy.h"

static bool choose_stakes(strategy *y, const lm_ask *ask)
{
    const lm_rules *rules = y->study->rules;
    bool lammers = rules_split_free(rules);
    y->stakes = 1u << LM_STAKED_CHIPS | (unsigned)lammers << LM_STAKED_LAMMER;
    if (!ask->kind) return true;
    y->stakes = 1u << (strcmp(ask->kind, "free") == 0 ? LM_STAKED_LAMMER : LM_STAKED_CHIPS);
    if (lammers || y->stakes == 1u << LM_STAKED_CHIPS) return true;
    return say(&y->study->ear,
               /* say:no-free-chart */
               "%s gives no free splits, so no hand is staked by a lammer alone; ask for the chart of chips",
               rules->name);
}

typedef struct {
    const char *text; /* the number asked for */
    int least, most;
    const char *what;
    double (*find)(lm_game *game, int number, lm_chart *chart);
    bool *marks;
} lesser_chart;

/* Replaces the best chart by the best one with less in it. */
static bool find_lesser(strategy *y, const lesser_chart *lesser)
{
    char *end;
    if (!lesser->text) return true;
    long number = strtol(lesser->text, &end, 10);
    if (!*lesser->text || *end || number < lesser->least || number > lesser->most)
        return say(&y->study->ear, /* say:lesser-number */ "\"%s\" is not a number of %s from %d to %d", lesser->text,
                   lesser->what, lesser->least, lesser->most);
    *lesser->marks = true;
    y->best_edge = y->house_edge;
    say_progress(&y->study->ear, "simplifying the chart");
    y->house_edge = -lesser->find(y->study->game, (int)number, &y->simple_chart);
    say_progress(&y->study->ear, NULL);
    y->chart = &y->simple_chart;
    return true;
}

static int larger_gain(const void *a, const void *b)
{
    const lm_many_cards *x = a, *y = b;
    return x->gain < y->gain ? 1 : x->gain > y->gain ? -1 : (int)x->exception.row - (int)y->exception.row;
}

static bool list_exceptions(strategy *y)
{
    if (!find_exceptions(&y->exceptions, y->study, y->stakes)) return false;
    int n = lm_game_many_cards(y->study->game, y->chart, y->many_cards, LM_MANY_CARDS);
    for (int i = 0; i < n; i++) {
        if (y->stakes >> y->many_cards[i].exception.staked & 1) y->many_cards[y->many++] = y->many_cards[i];
    }
    qsort(y->many_cards, (size_t)y->many, sizeof *y->many_cards, larger_gain);
    return true;
}

bool strategy_find(strategy *y, lm_study *s, const lm_ask *ask)
{
    *y = (strategy){ .study = s, .with_exceptions = ask->exceptions, .colour = ask->colour, .card = ask->card };
    if (!choose_stakes(y, ask)) return false;
    y->chart = lm_study_chart(s);
    if (!y->chart) return false;
    y->house_edge = s->chart_edge;
    const lesser_chart lesser[] = {
        { ask->simplify, 0, LM_SIMPLE_MOST, "exceptions", lm_game_simplify, &y->simple },
        { ask->advices, 1, LM_ADVICES_MOST, "advices", lm_game_few_advices, &y->few },
    };
    if (!find_lesser(y, &lesser[0]) || !find_lesser(y, &lesser[1])) return false;
    if (!find_class_plays(&y->after, s, ask, y->stakes)) return false;
    return !y->with_exceptions || list_exceptions(y);
}

void strategy_free(strategy *y)
{
    free(y->exceptions.item);
    free(y->after.item);
}

int strategy_answer_ask(lm_study *s, const lm_ask *ask, lm_text *out)
{
    strategy y;
    bool fine = strategy_find(&y, s, ask);
    if (fine) strategy_write(&y, ask->format, out);
    strategy_free(&y);
    return fine ? LM_ANSWER_YES : LM_ANSWER_BAD;
}
