/* sanitized */
/* Blazing 7's: Washington's third card is the player's own, Massachusetts' is the dealer's up card. */
#include "kit/hands.h"

static void test_washington(void **state)
{
    static const hand hands[] = {
        { "WB7-T2.1", "7d 7d 7d", "7c Kc", "100% 100%", LM_WFB },
        { "WB7-T2.1", "7d 7d 7h", "7c Kc", "10% 500for", LM_WFB }, /* one card short of all diamonds */
        { "WB7-T1.1", "7h 7h 7h", "7c Kc", "100% 10%", LM_WFB },
        { "WB7-T1.1", "7c 7c 7c", "7d Kc", "100% 10%", LM_WFB },
        { "WB7-T1.1", "7s 7s 7c", "7c Kc", "10% 500for", LM_WFB },
        { "WB7-T1.1", "7s 7s 7d", "7c Kc", "200for 200for", LM_WFB },
        { "WB7-8", "7s 7s 8s", "7s Kc", "25for 25for", LM_WFB },
        { "WB7-8", "7s 7s", "As Kc", "25for 25for", LM_WFB },     /* no third card against a blackjack */
        { "WB7-10", "7s 7s Ts", "7s Kc", "25for 25for", LM_WFB }, /* the third card busts */
        { "WB7-8(a)", "7s Ks 7s", "7s Kc", "2for 2for", LM_WFB },
        { "WB7-8(a)", "Ks 7s 7s 7s", "7s Kc", "2for 2for", LM_WFB },
        { "WB7-7", "7h Kd", "8s", "2for 2for", LM_WFB },
        { "WB7-7", "Kd 7h", "8s", "2for 2for", LM_WFB },
        { "WB7-7", "7h 7d", "8s", "25for 25for", LM_WFB },
        { "WB7-3.1", "8h Kd", "7s 7d 7c", "- -", LM_WFB },
        { "WB7-3.1", "7h 7d 8d", "7s", "25for 25for", LM_WFB }, /* the dealer's seven does not count */
        { "WB7-3.2", "8h 9d", "Ts", "- -", LM_WFB },
        { "WB7-3.2", "8h 6d 7s", "Ts", "- -", LM_WFB }, /* a seven that comes third */
        { 0 },
    };
    (void)state;
    play(&lm_wager_blazing7, "1 2", 6, hands);
}

static void test_massachusetts(void **state)
{
    static const hand hands[] = {
        { "MBJ-31(d).1", "7d 7d", "7d", "100% 100%", LM_MBJ },
        { "MBJ-31(d).1", "7d 7d", "7h", "10% 500for", LM_MBJ },
        { "MBJ-31(d).1", "7h 7h", "7h", "100% 10%", LM_MBJ },
        { "MBJ-31(d).1", "7h 7h", "7d", "10% 500for", LM_MBJ },
        { "MBJ-31(d).1", "7s 7c", "7c", "10% 500for", LM_MBJ },
        { "MBJ-31(d).1", "7s 7d", "7c", "200for 200for", LM_MBJ },
        { "MBJ-31(i)", "7s 7d", "8c", "25for 25for", LM_MBJ },
        { "MBJ-31(i)", "7s 7s 7s", "8s 7s", "25for 25for", LM_MBJ }, /* drawn sevens are not looked at */
        { "MBJ-31(h)", "7s Kd", "8c", "2for 2for", LM_MBJ },
        { "MBJ-31(h)", "Kd 7s", "7c", "2for 2for", LM_MBJ },
        { "MBJ-31(c)", "Kd 9s", "7c", "- -", LM_MBJ },
        { "MBJ-31(c)", "Kd 9s 7s", "7c", "- -", LM_MBJ },
        { 0 },
    };
    (void)state;
    play(&lm_wager_blazing7, "1 2", 6, hands);
    assert_every_row_won(&lm_wager_blazing7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_washington),
        cmocka_unit_test(test_massachusetts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
