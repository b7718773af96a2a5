/* draw.c - amounts that chance decides: every number that may be drawn gives an amount that may be shown. */
#include "kit/floor.h"

typedef struct {
    uint32_t value, asked;
} fixed_chance;

static uint32_t draw(void *self, uint32_t bound)
{
    fixed_chance *chance = self;
    chance->asked = bound;
    return chance->value < bound ? chance->value : bound - 1;
}

/* Uniform above what the meter starts from, up to the maximum: MBJ-19(m).3, C-82. */
static void triggers_lie_above_the_start(void **state)
{
    (void)state;
    lm_meter meter;
    lm_meter_open(&meter, LM_METER_MUST_HIT, 5000, (lm_meter_terms){ 5000, 20000, 100, 0 });
    fixed_chance chance = { 0, 0 };
    assert_int_equal(lm_meter_draw_trigger(&meter, 0, draw, &chance), 5001);
    assert_int_equal(chance.asked, 15000);
    chance.value = 14999;
    assert_int_equal(lm_meter_draw_trigger(&meter, 0, draw, &chance), 20000);
    chance.value = 0;
    assert_int_equal(lm_meter_draw_trigger(&meter, 6000, draw, &chance), 6001);
    assert_int_equal(chance.asked, 14000);
    assert_int_equal(lm_meter_draw_trigger(&meter, 4000, draw, &chance), 5001);
    assert_int_equal(lm_meter_draw_trigger(&meter, 19999, draw, &chance), 20000);
    assert_int_equal(lm_meter_draw_trigger(&meter, 20000, draw, &chance), 20000);
    assert_int_equal(lm_meter_draw_trigger(&meter, 25000, draw, &chance), 20000);
}

static void wide_triggers_fit_the_generator(void **state)
{
    (void)state;
    lm_meter meter;
    lm_meter_open(&meter, LM_METER_MUST_HIT, 0, (lm_meter_terms){ 0, LM_CENTS_MAX, 100, 0 });
    meter.terms.limit_cents = (lm_cents)UINT32_MAX + 100;
    fixed_chance chance = { UINT32_MAX, 0 };
    assert_int_equal(lm_meter_draw_trigger(&meter, 0, draw, &chance), UINT32_MAX);
    assert_int_equal(chance.asked, UINT32_MAX);
}

static void the_next_cycle_starts_from_what_is_there(void **state)
{
    (void)state;
    lm_meter meter;
    lm_meter_open(&meter, LM_METER_MUST_HIT, 5000, (lm_meter_terms){ 5000, 20000, 100, 0 });
    meter.reserve_cents = 700;
    meter.overflow_cents = 30;
    assert_int_equal(lm_meter_next_start(&meter), 5730);
}

/* By the weights that the house has filed, rung by rung: MBJ-20(j), C-85. */
static void displays_show_by_weight(void **state)
{
    (void)state;
    static const struct {
        uint32_t drawn;
        lm_cents dollars;
    } rows[] = { { 0, 10 }, { 79, 10 }, { 80, 25 }, { 97, 25 }, { 98, 100 }, { 99, 100 } };
    lm_rules rules;
    rules_make(&rules, MBJ, "bonus_weights_1=10x80+25x18+100x2 bonus_weights_5=5000x1");
    fixed_chance chance = { 0, 0 };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chance.value = rows[i].drawn;
        assert_int_equal(lm_shown_draw(&rules, LM_DOLLAR, draw, &chance), rows[i].dollars * LM_DOLLAR);
        assert_int_equal(chance.asked, 100);
    }
    assert_int_equal(lm_shown_draw(&rules, 5 * LM_DOLLAR, draw, &chance), 5000 * LM_DOLLAR);
    assert_int_equal(lm_shown_weights(5 * LM_DOLLAR - 1), LM_RULE_bonus_weights_1);
    assert_int_equal(lm_shown_weights(5 * LM_DOLLAR), LM_RULE_bonus_weights_5);
    rules_make(&rules, MBJ, "");
    assert_int_equal(lm_shown_draw(&rules, LM_DOLLAR, draw, &chance), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triggers_lie_above_the_start),
        cmocka_unit_test(wide_triggers_fit_the_generator),
        cmocka_unit_test(the_next_cycle_starts_from_what_is_there),
        cmocka_unit_test(displays_show_by_weight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
