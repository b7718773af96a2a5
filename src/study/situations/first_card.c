/* first_card.c - `lammer odds --first`: rounds of which a first card is known before the wager is made. */
#include <math.h>
#include <string.h>

#include "situations.h"

/* Aces last, as on a chart. */
static const uint8_t order[] = { 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1 };
enum { FIRSTS = sizeof order };

static const char *first_word(int value)
{
    return value ? value_word(value) : "any";
}

/* The value that --first names; 0: all of them; -1 after telling the ear what is wrong. */
static int first_of(const lm_study *s, const char *text)
{
    card_word card;
    if (strcmp(text, "all") == 0) return 0;
    int n = read_cards(s, "first card", text, false, &card, 1);
    if (n == 1) return lm_card_value(lm_card_make(card.rank, 0));
    if (n == 0)
        say(&s->ear,
            /* say:first-card-wanted */ "name a first card, such as A, or all for each of them");
    return -1;
}

static void put_columns(sheet *sh, const lm_first_cards *first, const lm_game *game, int wanted)
{
    static const sheet_column columns[] = {
        { "first", "first card", SHEET_TEXT, 0 },
        { "up", "dealer shows", SHEET_TEXT, 0 },
        { "probability", "probability", SHEET_PERCENT, 6 },
        { "value", "value", SHEET_PERCENT, 5 },
    };
    sheet_table_begin(sh, "cards", "Value of a round, per unit of the wager", columns, 4);
    for (int i = 0; i < FIRSTS; i++) {
        int v = order[i];
        if (wanted && v != wanted) continue;
        for (int c = -1; c < lm_game_columns(game); c++) {
            int at = c < 0 ? LM_COLUMNS : c;
            if (first->chance[v][at] <= 0) continue;
            sheet_put_word(sh, first_word(v));
            sheet_put_word(sh, c < 0 ? "any" : seen_words(lm_game_column(game, c)).text);
            sheet_put(sh, first->chance[v][at]);
            sheet_put(sh, first->value[v][at]);
        }
    }
}

bool first_answer_ask(lm_study *s, const lm_ask *ask, lm_text *out)
{
    int wanted = first_of(s, ask->first);
    lm_game *game = wanted < 0 ? NULL : study_solved(s);
    lm_first_cards first;
    sheet sh;
    if (!game) return false;
    lm_game_first_cards(game, &first);
    sheet_begin(&sh, s, "first", "A first card is known before the wager is made; played by the optimum (cdz-)");
    sheet_number(&sh, (sheet_column){ "house_edge", "house edge, nothing known", SHEET_PERCENT, 8 },
                 -first.value[0][LM_COLUMNS]);
    if (wanted) {
        sheet_number(&sh, (sheet_column){ "value", "value with that first card", SHEET_PERCENT, 8 },
                     first.value[wanted][LM_COLUMNS]);
    }
    put_columns(&sh, &first, game, wanted);
    sheet_note(&sh,
               "The rows with any first card tell what a known card of the dealer is worth. Every figure is exact.");
    return sheet_write(&sh, ask->format, out);
}
