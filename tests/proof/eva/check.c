/* check.c - what the validator computes, on any rules with any offers: wagers against the table, payouts, losses, meters, and the tables
 * of one house against each other.
 *
 * Whether a condition holds is any answer here, about any rule or offer; a finding is any. check.c, which reads the rows, is not part
 * of this. */
#include <__fc_builtin.h>
#include <stdarg.h>

#include "exact.h"
#include "rows.h"
#include "round/step.h"

#include "any_rules.h"

#define BETWEEN(least, most) Frama_C_interval(least, most)
#define BYTE(least, most) (uint8_t) Frama_C_interval(least, most)
#define EITHER Frama_C_interval(0, 1)
#define ANY_TEXT texts[EITHER]

enum { MOST_LAID = 100000000, MOST_PAID = 1000000000, MOST_TO_ONE = 10000000 };

static const char *const texts[] = { 0, "text" };
static lm_rules rules;
static lm_wager wager;

/* --- what reads the rows --------------------------------------------------------------------------------- */

static lm_subject any_subject(const lm_rules *k)
{
    return (lm_subject){ (lm_rule_id)BETWEEN(0, LM_RULE_COUNT), k->offers ? BETWEEN(-1, k->offers - 1) : -1 };
}

bool lm_condition(const lm_rules *k, lm_word word, lm_subject *subject)
{
    *subject = any_subject(k);
    return EITHER;
}

bool lm_conditions(const lm_rules *k, const char *words, lm_subject *subject)
{
    *subject = any_subject(k);
    return EITHER;
}

bool lm_rules_match(const lm_rules *k, const char *words)
{
    return EITHER;
}

void lm_check_apply(lm_check *check, const lm_check_row *rows)
{
}

void lm_check_find(lm_check *check, lm_severity severity, const char *clause, lm_subject subject,
                   const lm_subject *other, const char *format, ...)
{
    //@ assert kept_subject: subject.rule <= LM_RULE_COUNT && subject.offer < LM_OFFERS;
    check->errors = BETWEEN(0, 1000000);
}

/* --- of a round ------------------------------------------------------------------------------------------ */

lm_cents lm_round_chip(const lm_rules *k)
{
    return EITHER ? k->chip_unit : 0;
}

lm_status lm_may_tip(const lm_rules *k, const lm_wager *one)
{
    return (lm_status){ EITHER ? LM_WHY_OK : LM_WHY_TIP, 0 };
}

/* --- rules and wagers ------------------------------------------------------------------------------------ */

/* Any wager within what wager.h says of one. */
static void any_wager(void)
{
    Frama_C_make_unknown((char *)&wager, sizeof wager);
    wager.id = wager.title = wager.clause = "text";
    for (int i = 0; i < LM_WAGER_DOCUMENTS; i++)
        wager.sections[i] = wager.beaten[i] = ANY_TEXT;
    wager.main_cap = wager.deck_rule = wager.no_tip = ANY_TEXT;
    wager.others = BETWEEN(0, LM_OTHER_BETTORS);
    wager.lit = EITHER;
    wager.amount_is_shown = EITHER;
    for (int i = 0; i < 2; i++) {
        wager.fixed_cents[i] = BETWEEN(0, MOST_LAID);
        wager.shown[i].stake = BETWEEN(0, MOST_LAID);
        wager.shown[i].most = BETWEEN(0, MOST_PAID);
    }
    wager.must_hit.rule = EITHER ? LM_RULE_super4_musthit : 0;
    wager.stake_rule = EITHER ? 0 : EITHER ? LM_RULE_super4_stake : LM_RULE_bonus_stakes;
    wager.bonus.rule = EITHER ? LM_RULE_buster_bonus : 0;
    wager.most_awards = BYTE(0, LM_AWARDS);
    for (int i = 0; i < 4; i++) {
        wager.must_hit.most_dollars[i] = BETWEEN(0, MOST_PAID / LM_DOLLAR);
        wager.must_hit.rate[i] = BETWEEN(0, 10000);
    }
    for (int i = 0; i < LM_BARS; i++) {
        wager.bars[i] = (lm_bar){ ANY_TEXT, "text" };
        wager.wants[i] = (lm_bar){ ANY_TEXT, "text" };
    }
    for (int i = 0; i < LM_OUTCOMES; i++)
        wager.outcomes[i] = ANY_TEXT;
    for (int t = 0; t < LM_PAYTABLES; t++) {
        wager.paytables[t].id = "text";
        wager.paytables[t].clause = t < LM_PAYTABLES - 1 ? "text" : 0;
        for (int i = 0; i < LM_OUTCOMES; i++) {
            wager.paytables[t].others_dollars[i] = BETWEEN(0, MOST_PAID / LM_DOLLAR);
            wager.paytables[t].pays[i] =
                (lm_odds){ BETWEEN(0, MOST_TO_ONE), BETWEEN(1, INT16_MAX), BYTE(0, 255), BYTE(0, 255) };
        }
    }
}

static void any_table(void)
{
    any_wager();
    any_rules(&rules);
    rules.offers = BETWEEN(0, LM_OFFERS);
    for (int i = 0; i < LM_OFFERS; i++) {
        rules.offer[i].wager = &wager;
        rules.offer[i].paytable = BETWEEN(0, LM_PAYTABLES - 2);
        for (int o = 0; o < LM_OUTCOMES; o++)
            rules.offer[i].pays[o] =
                (lm_odds){ BETWEEN(0, MOST_TO_ONE), BETWEEN(1, INT16_MAX), BYTE(0, LM_PERCENT), BYTE(0, 255) };
    }
}

int main(void)
{
    lm_meter_rules found;
    lm_finder finder = { 0, 0 };
    lm_check check = { .rules = &rules, .finder = &finder };
    const lm_rules *house[3] = { &rules, &rules, &rules };
    any_table();
    switch (BETWEEN(0, 8)) {
    case 0: lm_check_wagers(&check); break;
    case 1: lm_check_money(&check); break;
    case 2: lm_check_sums(&check); break;
    case 3: lm_rules_worst_loss(&rules); break;
    case 4: lm_rules_have_meters(&rules); break;
    case 5: lm_rules_meter(&rules, BETWEEN(0, LM_OFFERS - 1), BETWEEN(-1, 255), &found); break;
    case 6: lm_meter_rule_value(&rules, (lm_rule_id)BETWEEN(0, LM_RULE_COUNT - 1)); break;
    case 7: lm_house_check(house, BETWEEN(0, 3), &finder); break;
    default: lm_house_check_last(house, BETWEEN(1, 3), &finder); break;
    }
    return 0;
}
