/* offers.c - offering a wager without naming its pay table: the one that fits, or the house must say which. */
/* sanitized */
#include "rules_help.h"

static void which_pay_table(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *offer;
        lm_offered result;
    } rows[] = {
        { MBJ, "kings-bounty", LM_OFFER_AMBIGUOUS }, /* two fit */
        { MFB, "kings-bounty", LM_OFFER_AMBIGUOUS }, /* two, and neither fits */
        { MBJ, "kings-bounty:2", LM_OFFER_OK },
        { MBJ, "kings-bounty:3", LM_OFFER_TABLE },
        { MBJ, "kings-bounty:", LM_OFFER_TABLE },
        { MBJ, "sevens", LM_OFFER_OK },                  /* the only one */
        { MBJ "decks=1 ", "match-dealer", LM_OFFER_OK }, /* two of one name, by the decks */
        { MBJ "decks=8 ", "match-dealer", LM_OFFER_OK },
        { IFB, "push22", LM_OFFER_TWICE }, /* its own is offered already */
        { MFB, "push22", LM_OFFER_AMBIGUOUS },
        { MBJ, "no-such-wager", LM_OFFER_UNKNOWN },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules;
        rules_make(&rules, rows[i].rules, "");
        lm_offered result = lm_rules_offer(&rules, lm_wagers, rows[i].offer);
        if (result != rows[i].result) fail_msg("%s: %d", rows[i].offer, (int)result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(which_pay_table) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
