/* sanitized */
/* Pot of Gold: every number of lammers, and the dealer blackjack that beats them all. */
#include "kit/hands.h"

static void test_rows(void **state)
{
    static const hand hands[] = {
        { "WFB-POG.1", "8h 8c", "Th 9c", "- -", LM_WFB, .lammers = 0 },
        { "WFB-POGT.1", "8h 8c", "Th 9c", "3 3", LM_WFB, .lammers = 1 },
        { "WFB-POGT.1", "8h 8c", "Th 9c", "10 12", LM_WFB, .lammers = 2 },
        { "WFB-POGT.1", "8h 8c", "Th 9c", "30 30", LM_WFB, .lammers = 3 },
        { "WFB-POGT.1", "8h 8c", "Th 9c", "60 50", LM_WFB, .lammers = 4 },
        { "WFB-POGT.1", "8h 8c", "Th 9c", "100 100", LM_WFB, .lammers = 5 },
        { "WFB-POGT.1", "8h 8c", "Th 9c", "300 100", LM_WFB, .lammers = 6 },
        { "WFB-POGT.1", "8h 8c", "Th 9c", "1000 100", LM_WFB, .lammers = 7 },
        { "WFB-POG.2", "8h 8c", "Ah Kc", "- -", LM_WFB, .lammers = 1 },
        { "WFB-POG.2", "8h 8c", "Kh Ac", "- -", LM_WFB, .lammers = 7 },
        { "WFB-POG.2", "8h 8c", "Ah 9c Ac", "3 3", LM_WFB, .lammers = 1 }, /* 21, no blackjack */
        { "VFB-POG.1", "8h 8c", "Th 9c", "- -", LM_VFB, .lammers = 0 },
        { "VFB-POG.1", "8h 8c", "Th 9c", "10 12", LM_VFB, .lammers = 2 },
        { "VFB-POG.2", "8h 8c", "Ah Kc", "- -", LM_VFB, .lammers = 2 },
        { 0 },
    };
    (void)state;
    play(&lm_wager_pot_of_gold, "01 02", 6, hands);
    assert_every_row_won(&lm_wager_pot_of_gold);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
