/* chart.c - reading a strategy chart: its columns, its rows, and what is played when the first advice is not allowed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "lammer/chart.h"

enum {
    STAND = LM_PLAY_STAND,
    HIT = LM_PLAY_HIT,
    DOUBLE = LM_PLAY_DOUBLE,
    SPLIT = LM_PLAY_SPLIT,
    GIVE_UP = LM_PLAY_SURRENDER
};
enum { NONE = LM_PLAY_NONE };
#define MAY(play) (1u << LM_PLAY_##play)

static void up_cards_have_ten_columns(void **state)
{
    (void)state;
    static const lm_chart chart = { .open = false };
    static const int column[] = { 0, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8 };
    assert_int_equal(lm_chart_columns(&chart), 10);
    for (int up = 1; up <= 10; up++)
        assert_int_equal(lm_chart_column(&chart, up, 0), column[up]);
}

static void open_cards_have_a_column_for_each_total(void **state)
{
    (void)state;
    static const lm_chart chart = { .open = true };
    static const struct {
        int up, second, column;
    } rows[] = {
        { 2, 2, 0 },  { 3, 2, 1 },  { 10, 10, 16 }, { 10, 9, 15 },               /* hard 4 to 20 */
        { 1, 1, 17 }, { 2, 1, 18 }, { 1, 2, 18 },   { 1, 9, 25 },  { 9, 1, 25 }, /* soft 12 to 20 */
    };
    assert_int_equal(lm_chart_columns(&chart), 26);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(lm_chart_column(&chart, rows[i].up, rows[i].second), rows[i].column);
}

/* One cell is filled in; all other cells say stand. */
static void advice_is_read_from_its_row(void **state)
{
    (void)state;
    static const struct {
        int row, staked;
        lm_advice advice;
        lm_held held;
        unsigned allowed;
        int choice;
    } rows[] = {
        /* the row of a hand is its total, hard or soft */
        { LM_ROW_HARD + 16, 0, { HIT, HIT }, { 2, { 10, 6 }, 0, 0 }, MAY(HIT) | MAY(STAND), HIT },
        { LM_ROW_HARD + 16, 0, { HIT, HIT }, { 2, { 10, 7 }, 0, 0 }, MAY(HIT) | MAY(STAND), STAND },
        { LM_ROW_SOFT + 17, 0, { HIT, HIT }, { 2, { 1, 6 }, 0, 0 }, MAY(HIT) | MAY(STAND), HIT },
        { LM_ROW_SOFT + 17, 0, { HIT, HIT }, { 2, { 6, 1 }, 0, 0 }, MAY(HIT) | MAY(STAND), HIT },
        { LM_ROW_HARD + 17, 0, { HIT, HIT }, { 3, { 1, 6, 10 }, 0, 0 }, MAY(HIT) | MAY(STAND), HIT },
        /* chips and lammers have rows of their own */
        { LM_ROW_HARD + 16, 1, { HIT, HIT }, { 2, { 10, 6 }, 1, 0 }, MAY(HIT) | MAY(STAND), HIT },
        { LM_ROW_HARD + 16, 1, { HIT, HIT }, { 2, { 10, 6 }, 0, 0 }, MAY(HIT) | MAY(STAND), STAND },
        /* a double is advised on any number of cards where it is allowed */
        { LM_ROW_HARD + 11, 0, { DOUBLE, HIT }, { 2, { 5, 6 }, 0, 0 }, MAY(HIT) | MAY(DOUBLE), DOUBLE },
        { LM_ROW_HARD + 11, 0, { DOUBLE, HIT }, { 3, { 5, 4, 2 }, 0, 0 }, MAY(HIT) | MAY(DOUBLE), DOUBLE },
        { LM_ROW_HARD + 11, 0, { DOUBLE, HIT }, { 2, { 5, 6 }, 0, 0 }, MAY(HIT) | MAY(STAND), HIT },
        { LM_ROW_HARD + 11, 0, { DOUBLE, HIT }, { 2, { 5, 6 }, 0, 0 }, MAY(STAND), STAND },
        /* a surrender is advised on two cards only */
        { LM_ROW_HARD + 16, 0, { GIVE_UP, HIT }, { 2, { 10, 6 }, 0, 0 }, MAY(HIT) | MAY(SURRENDER), GIVE_UP },
        { LM_ROW_HARD + 16, 0, { GIVE_UP, HIT }, { 3, { 5, 5, 6 }, 0, 0 }, MAY(HIT) | MAY(SURRENDER), HIT },
        /* a pair is split or surrendered, or played by its total */
        { LM_ROW_PAIR + 8, 0, { SPLIT, NONE }, { 2, { 8, 8 }, 0, 0 }, MAY(HIT) | MAY(SPLIT), SPLIT },
        { LM_ROW_PAIR + 8, 0, { SPLIT, GIVE_UP }, { 2, { 8, 8 }, 0, 0 }, MAY(HIT) | MAY(SURRENDER), GIVE_UP },
        { LM_ROW_PAIR + 8, 0, { SPLIT, NONE }, { 2, { 8, 8 }, 0, 0 }, MAY(HIT) | MAY(STAND), STAND },
        { LM_ROW_PAIR + 8, 0, { SPLIT, NONE }, { 3, { 8, 8, 2 }, 0, 0 }, MAY(HIT) | MAY(SPLIT) | MAY(STAND), STAND },
        { LM_ROW_PAIR + 1, 0, { SPLIT, NONE }, { 2, { 1, 1 }, 0, 0 }, MAY(HIT) | MAY(SPLIT), SPLIT },
        { LM_ROW_PAIR + 10, 0, { SPLIT, NONE }, { 2, { 10, 10 }, 0, 0 }, MAY(STAND) | MAY(SPLIT), SPLIT },
        /* SPLIT or else NONE is declined where the split takes chips; any other advice stands */
        { LM_ROW_PAIR + 8, 0, { SPLIT, NONE }, { 2, { 8, 8 }, 0, 0, true }, MAY(STAND) | MAY(SPLIT), STAND },
        { LM_ROW_PAIR + 8, 0, { SPLIT, SPLIT }, { 2, { 8, 8 }, 0, 0, true }, MAY(STAND) | MAY(SPLIT), SPLIT },
        { LM_ROW_PAIR + 8, 0, { GIVE_UP, NONE }, { 2, { 8, 8 }, 0, 0, true }, MAY(STAND) | MAY(SURRENDER), GIVE_UP },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static const lm_advice by_total = { NONE, NONE };
        lm_chart chart = { 0 };
        for (int value = 1; value <= 10; value++)
            chart.cell[0][LM_ROW_PAIR + value][3] = chart.cell[1][LM_ROW_PAIR + value][3] = by_total;
        chart.cell[rows[i].staked][rows[i].row][3] = rows[i].advice;
        int played = (int)lm_chart_choice(&chart, 3, &rows[i].held, rows[i].allowed);
        if (played != rows[i].choice) fail_msg("row %zu: played %d, not %d", i, played, rows[i].choice);
    }
}

/* A chart that says stand to everything but two exceptions: 10-2 hits, and 16 of three cards or more hits. */
static void exceptions_come_before_cells(void **state)
{
    (void)state;
    static const lm_chart chart = { .exceptions = 3,
                                    .exception = { { 0, 2, 0, 0, { HIT, HIT }, { [1] = 1, [9] = 1 } },
                                                   { 0, 2, LM_ROW_HARD + 16, 3, { HIT, HIT }, { 0 } },
                                                   { 0, 2, 0, 0, { SPLIT, SPLIT }, { [7] = 2 } } } };
    static const struct {
        lm_held held;
        int column, choice;
    } rows[] = {
        { { 2, { 10, 2 }, 0, 0 }, 2, HIT },      { { 2, { 2, 10 }, 0, 0 }, 2, HIT },
        { { 2, { 10, 2 }, 0, 0 }, 3, STAND },    { { 2, { 9, 3 }, 0, 0 }, 2, STAND },
        { { 2, { 10, 2 }, 1, 0 }, 2, STAND },    { { 2, { 10, 6 }, 0, 0 }, 2, STAND },
        { { 3, { 10, 4, 2 }, 0, 0 }, 2, HIT },   { { 4, { 5, 5, 4, 2 }, 0, 0 }, 2, HIT },
        { { 3, { 10, 4, 2 }, 0, 0 }, 1, STAND }, { { 3, { 10, 3, 2 }, 0, 0 }, 2, STAND },
        { { 3, { 1, 3, 2 }, 0, 0 }, 2, STAND },  { { 2, { 8, 8 }, 0, 0 }, 2, SPLIT },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_play play = lm_chart_choice(&chart, rows[i].column, &rows[i].held, MAY(HIT) | MAY(STAND) | MAY(SPLIT));
        assert_int_equal(play, rows[i].choice);
    }
    assert_int_equal(lm_chart_choice(&chart, 2, &rows[11].held, MAY(HIT) | MAY(STAND)), STAND);
    assert_int_equal(lm_chart_choice(&chart, 2, &rows[0].held, MAY(STAND) | MAY(DOUBLE)), STAND);
    static const lm_held as_total = { 2, { 16, 0 }, 0, 0 }; /* a hand that is asked about by its total alone */
    assert_int_equal(lm_chart_choice(&chart, 2, &as_total, MAY(HIT) | MAY(STAND)), STAND);
    static const lm_chart plain = { 0 };
    assert_null(lm_chart_exception(&plain, 2, LM_STAKED_CHIPS, chart.exception[0].count, true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(up_cards_have_ten_columns),
        cmocka_unit_test(open_cards_have_a_column_for_each_total),
        cmocka_unit_test(advice_is_read_from_its_row),
        cmocka_unit_test(exceptions_come_before_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
