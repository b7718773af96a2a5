/* worth.c - `lammer odds --worth`: what the house's free doubles, free splits and lammers are worth, in each state and in
 * a round. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "situations.h"

/* The same table without one gift, or without both. */
enum { NO_DOUBLES, NO_SPLITS, NO_GIFTS, LESS };

typedef struct {
    lm_study *study;
    lm_game *full;
    void *memory[LESS];
    lm_game *game[LESS];
    lm_rules rules[LESS];
} gifts;

static bool open_games(gifts *y)
{
    const lm_study *s = y->study;
    for (int i = 0; i < LESS; i++) {
        lm_rules *k = &y->rules[i];
        *k = *s->rules;
        if (i != NO_SPLITS) k->free_double = LM_FREE_DOUBLE_NONE;
        if (i != NO_DOUBLES) k->free_split = k->free_splits = 0;
        lm_rules_seal(k);
        size_t size = lm_game_size(k);
        y->memory[i] = malloc(size);
        y->game[i] = y->memory[i] ? lm_game_open(y->memory[i], size, k, &s->census) : NULL;
        if (!y->game[i]) return say(&s->ear, "no memory to compare the rules without gifts");
    }
    return true;
}

/* The best play, less some that are left out; LM_PLAY_NONE: there is none. */
static lm_play best_of(const lm_prices *p, unsigned without)
{
    lm_play best = LM_PLAY_NONE;
    for (int play = 0; play < LM_PLAYS; play++) {
        if (without >> play & 1 || isnan(p->value[play])) continue;
        if (best == LM_PLAY_NONE || p->value[play] > p->value[best]) best = (lm_play)play;
    }
    return best;
}

static void put_figures(sheet *sh, gifts *y, const lm_figures *best)
{
    static const char *const keys[LESS] = { "free_doubles", "free_splits", "both" };
    static const char *const headings[LESS] = { "free doubles are worth, in a round", "free splits are worth",
                                                "both together are worth" };
    double mean = lm_game_mean(y->full), both = 0;
    double lammers = best->free_doubles + best->free_splits;
    sheet_number(sh, (sheet_column){ "house_edge", "house edge", SHEET_PERCENT, 6 }, -mean);
    for (int i = 0; i < LESS; i++) {
        both = mean - lm_game_mean(y->game[i]);
        sheet_number(sh, (sheet_column){ keys[i], headings[i], SHEET_PERCENT, 6 }, both);
    }
    sheet_number(sh, (sheet_column){ "lammers", "lammers in a round", SHEET_REAL, 8 }, lammers);
    sheet_number(sh, (sheet_column){ "lammer", "a lammer is worth, in wagers", SHEET_REAL, 6 },
                 lammers > 0 ? both / lammers : (double)NAN);
}

static void put_row(sheet *sh, const char *kind, const lm_held *held, lm_seen seen, const double value[3],
                    double chance)
{
    sheet_put_word(sh, kind);
    sheet_put_word(sh, words_of("%s,%s", value_word(held->value[0]), value_word(held->value[1])).text);
    sheet_put_word(sh, seen_words(seen).text);
    for (int i = 0; i < 3; i++)
        sheet_put(sh, value[i]);
    sheet_put(sh, value[0] - value[2]);
    sheet_put(sh, chance);
}

/* A play that is free here, against the same play with chips and against the best play without the gift. */
static void put_gift(sheet *sh, const gifts *y, const lm_held *held, int column, lm_play play)
{
    lm_prices here, without;
    lm_game *less = y->game[play == LM_PLAY_DOUBLE ? NO_DOUBLES : NO_SPLITS];
    lm_game_price(y->full, column, held, &here);
    if (!here.is_free[play] || isnan(here.value[play])) return;
    lm_game_price(less, column, held, &without);
    const double value[3] = { here.value[best_of(&here, 0)], without.value[play], without.value[best_of(&without, 0)] };
    put_row(sh, play == LM_PLAY_DOUBLE ? "double" : "split", held, lm_game_column(y->full, column), value,
            here.probability);
}

/* A hand that a free split has staked, against the same hand with chips; neither is split again. */
static void put_lammer(sheet *sh, const gifts *y, const lm_held *held, int column)
{
    const unsigned not_first = 1u << LM_PLAY_SPLIT | 1u << LM_PLAY_SURRENDER;
    lm_held lammer = *held;
    lm_prices chips, here;
    lammer.staked = LM_STAKED_LAMMER;
    lm_game_price(y->full, column, &lammer, &here);
    lm_game_price(y->full, column, held, &chips);
    lm_play best = best_of(&here, not_first), with_chips = best_of(&chips, not_first);
    bool blackjack = held->value[0] == 1 && held->value[1] == 10;
    if (best == LM_PLAY_NONE || with_chips == LM_PLAY_NONE || blackjack) return;
    const double value[3] = { here.value[best], chips.value[best], chips.value[with_chips] };
    put_row(sh, "lammer", held, lm_game_column(y->full, column), value, (double)NAN);
}

static bool splits_free(const lm_rules *k, int value)
{
    return k->free_splits > 0 && k->free_split >> value & 1;
}

static void put_states(sheet *sh, const gifts *y, const char *kind)
{
    static const sheet_column columns[] = {
        { "gift", "gift", SHEET_TEXT, 0 },
        { "hand", "hand", SHEET_TEXT, 0 },
        { "up", "up", SHEET_TEXT, 0 },
        { "value", "with it", SHEET_SIGNED, 6 },
        { "chips", "same play, chips", SHEET_SIGNED, 6 },
        { "without", "best without it", SHEET_SIGNED, 6 },
        { "worth", "worth", SHEET_SIGNED, 6 },
        { "probability", "probability", SHEET_PERCENT, 6 },
    };
    bool all = strcmp(kind, "all") == 0;
    sheet_table_begin(sh, "states", "What the gift is worth in each state, in wagers", columns, 8);
    for (int what = 0; what < 3; what++) {
        static const char *const kinds[] = { "double", "split", "lammer" };
        if (!all && strcmp(kind, kinds[what]) != 0) continue;
        for (uint8_t a = 1; a <= 10; a++) {
            for (uint8_t b = a; b <= 10; b++) {
                const lm_held held = { .n = 2, .value = { a, b } };
                bool of_split = splits_free(y->study->rules, a) || splits_free(y->study->rules, b);
                for (int c = 0; c < lm_game_columns(y->full); c++) {
                    if (what == 0) put_gift(sh, y, &held, c, LM_PLAY_DOUBLE);
                    if (what == 1 && a == b) put_gift(sh, y, &held, c, LM_PLAY_SPLIT);
                    if (what == 2 && of_split) put_lammer(sh, y, &held, c);
                }
            }
        }
    }
}

static bool has_gifts(const lm_study *s)
{
    if (rules_give_lammers(s->rules)) return true;
    return say(&s->ear,
               /* say:no-gifts */ "%s gives no free doubles and no free splits, so there is no lammer to value",
               s->rules->name);
}

bool worth_answer_ask(lm_study *s, const lm_ask *ask, lm_text *out)
{
    gifts *y = has_gifts(s) ? calloc(1, sizeof *y) : NULL;
    sheet sh;
    if (!y) return false;
    y->study = s;
    y->full = study_solved(s);
    const lm_figures *best = y->full ? lm_study_best(s) : NULL;
    bool fine = best && open_games(y);
    if (fine) {
        sheet_begin(&sh, s, "worth",
                    "What free doubles, free splits and lammers are worth; played by the optimum (cdz-)");
        put_figures(&sh, y, best);
        put_states(&sh, y, ask->worth);
        sheet_note(&sh,
                   "A gift is compared with the same rules without it, each played by its own optimum; the push "
                   "against a dealer 22 stays. Given that there is no dealer blackjack where a reader has said so. "
                   "A lammer's hand is one of a free split, and is not split again here.");
        sheet_note(&sh, "Every figure is exact.");
        fine = sheet_write(&sh, ask->format, out);
    }
    for (int i = 0; i < LESS; i++)
        free(y->memory[i]);
    free(y);
    return fine;
}
