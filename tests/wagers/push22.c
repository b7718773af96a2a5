/* sanitized */
/* Push 22: every row of its tables, and the hands one card short of one. */
#include "kit/hands.h"

static void test_rows(void **state)
{
    static const hand massachusetts[] = {
        { "MFB-10(c)", "9h 9c", "Th 6h 6h", "50 50" },
        { "MFB-10(c)", "9h 9c", "Th 6h 6d", "20 20" }, /* one card of the other red suit */
        { "MFB-10(c)", "9h 9c", "Tc 6s 6c", "20 20" },
        { "MFB-10(c)", "9h 9c", "Th 6h 6c", "8 7" },       /* one card of the other colour */
        { "MFB-5(e).2", "9h 9c", "Th 6h 5h", "- -" },      /* 21 */
        { "MFB-5(e).2", "9h 9c", "Th 6h 7h", "- -" },      /* 23 */
        { "MFB-5(e).2", "9h 9c", "Ad 6d 9d 6d", "50 50" }, /* the ace as 1 */
        { "MFB-5(e).2", "9h 9c", "Ad Ah 9d Ac Td", "8 7" },
        { "MFB-5(e).2", "9h 9c", "Ad Ah Td", "- -" }, /* 12: no value of the aces makes 22 */
        { "MFB-5(e).2", "9h 9c", "Ah Kh", "- -" },    /* dealer blackjack */
        { "MFB-5(e).2", "Th Tc", "Th 6h 6c", "8 7", .original = 30 },
        { 0 },
    };
    static const hand washington[] = {
        { "WFB-P22T.1", "9h 9c", "Ts 5s 7s", "50 50 11", LM_WFB, 1, 18 },
        { "WFB-P22T.1", "9h 9c", "Ts 5s 7c", "20 20 11", LM_WFB, 1, 18 },
        { "WFB-P22T.1", "9h 9c", "Ts 5s 7d", "8 7 11", LM_WFB, 1, 18 },
        { "WFB-P22T.2", "9h 9c", "Ts 5d 7h", "8 7 11", LM_WFB, 1, 18 },
        { "WFB-P22T.2", "9h 9c", "Ts 5d 6h", "- - -", LM_WFB, 1, 18 },
        { "WFB-P22T.3", "9h 9c", "Ts 5d 8h", "- - -", LM_WFB, 1, 18 },
        { "WFB-P22T.3", "9h 9c", "Ts 6d Ks", "- - -", LM_WFB, 1, 18 },
        { "WFB-P22.2", "Th Td", "Ts 5d 7h", "8 7 11", LM_WFB, 1, 29 },
        { "WFB-P22.2", "Th Td", "Ts 5d 7h", "- - -", LM_WFB, 1, 30 },
        { "WFB-P22.2", "Th Td", "Ts 5s 7s", "- - -", LM_WFB, 1, 30 },
        { "WFB-P22.2", "Ah Td", "Ts 5s 7s", "50 50 11", LM_WFB, 1, 21 },
        { 0 },
    };
    static const hand iowa[] = {
        { "IFB-P22T.1", "9h 9c", "Td 6d 6d", "50", LM_IFB },      { "IFB-P22T.1", "9h 9c", "Td 6d 6h", "20", LM_IFB },
        { "IFB-P22T.1", "9h 9c", "Td 6d 6s", "7", LM_IFB },       { "IFB-P22T.1", "9h 9c", "Td 6d 5d", "-", LM_IFB },
        { "IFB-P22.2", "Th Td", "Td 6d 6s", "7", LM_IFB, 0, 30 }, { 0 },
    };
    (void)state;
    play(&lm_wager_push22, "A B", 6, massachusetts);
    play(&lm_wager_push22, "1 2 3", 8, washington);
    play(&lm_wager_push22, "", 6, iowa);
    assert_every_row_won(&lm_wager_push22);
}

/* The vendor's text lets a table choose among all printed odds; the other documents allow only their own. */
static void test_tables_belong_to_documents(void **state)
{
    static const char *const ids[] = { "A", "B", "1", "2", "3", "" };
    static const bool has[LM_RULE_SETS][6] = {
        [LM_MFB] = { 1, 1, 0, 0, 0, 0 },
        [LM_VFB] = { 1, 1, 1, 1, 1, 0 },
        [LM_WFB] = { 0, 0, 1, 1, 1, 0 },
        [LM_IFB] = { 0, 0, 0, 0, 0, 1 },
    };
    (void)state;
    for (int set = 0; set < LM_RULE_SETS; set++) {
        for (int i = 0; i < 6; i++)
            assert_int_equal(find_table(&lm_wager_push22, ids[i], 6, set) >= 0, has[set][i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_tables_belong_to_documents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
