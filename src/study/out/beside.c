/* beside.c - the wagers beside the main wager, as text, JSON and CSV. */
#include "beside.h"

#include <math.h>

/* "bust with 3 cards", or several outcomes that come together. */
static long_words outcome_words(const lm_wager *wager, const lm_both_joint *joint)
{
    long_words words = { "" };
    for (int k = 0; k < joint->n; k++)
        lm_words_add(words.text, sizeof words.text, "%s%s", k ? " and " : "", wager->outcomes[joint->which[k]]);
    if (!joint->n) lm_words_add(words.text, sizeof words.text, "%s", wager->outcomes[0]);
    return words;
}

static const char *table_of(const asked_wager *item)
{
    return item->offer.wager->paytables[item->offer.paytable].id;
}

static void print_name(const asked_wager *item, lm_text *out)
{
    const char *table = table_of(item);
    put(out, "\n%s", item->offer.wager->title);
    if (table[0]) put(out, ", pay table %s", table);
}

static void print_outcomes(const asked_wager *item, const lm_both *both, lm_text *out)
{
    put(out, "  %-44s %14s %14s %12s\n", "outcome", "probability", "wins", "main mean");
    for (int k = 0; k < both->joints; k++) {
        const lm_both_joint *joint = &both->joint[k];
        put(out, "  %-44s %12.6f %% ", outcome_words(item->offer.wager, joint).text, 100 * joint->probability);
        if (isnan(joint->net))
            put(out, "%14s", "as shown");
        else
            put(out, "%+14.5g", joint->net);
        put(out, " %+12.6f\n", joint->main);
    }
}

static void print_moments(const beside *y, const lm_both *both, lm_text *out)
{
    if (isnan(both->covariance)) {
        put(out, "  The house declares what the display pays; covariances are not known.\n");
        return;
    }
    put(out, "  %-44s %+14.6f\n", "covariance with the main wager", both->covariance);
    put(out, "  %-44s %+14.6f\n", "correlation", both->correlation);
    put(out,
        "  a box with %g on it per unit of the main wager: mean %+.6f, deviation %.6f (%.6f if they were\n"
        "  independent)\n",
        y->ratio, beside_mean(y, both), beside_sd(y, both), hypot(both->main_sd, y->ratio * both->sd));
}

static void print_refused(const lm_both *both, lm_text *out)
{
    long_words why = { "" };
    lm_words_add(why.text, sizeof why.text, "The joint results with the main wager are out of reach: %s.",
                 lm_both_text(both->status));
    put_wrapped(out, "  ", 100, why.text);
}

void beside_text(const beside *y, const lm_study *s, lm_text *out)
{
    for (int i = 0; i < y->wagers.n; i++) {
        const lm_both *both = &y->both[i];
        print_name(&y->wagers.item[i], out);
        put(out, ", beside the main wager of the same box\n\n");
        if (both->status != LM_BOTH_OK) {
            print_refused(both, out);
            continue;
        }
        print_outcomes(&y->wagers.item[i], both, out);
        print_moments(y, both, out);
    }
    if (y->wagers.n)
        put(out, /* say:both-formats */ "\n  JSON and CSV have the probability of each net with each outcome%s.\n",
            s->insured > 0 ? ", without insurance" : "");
}

static void write_joint(const lm_wager *wager, const lm_both_joint *joint, out_json *j)
{
    out_put(j, "{ outcome:s probability:f net:f main_mean:f with:[", outcome_words(wager, joint).text,
            joint->probability, joint->net, joint->main);
    for (int i = LM_NETS - 1; i >= 0; i--) {
        if (joint->with[i] > 0) out_put(j, "{ net:f probability:f }", (i + LM_NET_LEAST) / 10.0, joint->with[i]);
    }
    out_put(j, "] }");
}

void beside_json(const beside *y, out_json *j)
{
    if (!y->wagers.n) return;
    out_put(j, "beside:[");
    for (int i = 0; i < y->wagers.n; i++) {
        const lm_both *both = &y->both[i];
        const asked_wager *item = &y->wagers.item[i];
        out_put(j, "{ id:s paytable:s", item->offer.wager->id, table_of(item));
        if (both->status != LM_BOTH_OK) {
            out_put(j, "out_of_reach:s }", lm_both_text(both->status));
            continue;
        }
        out_put(j, "decided_by:s mean:f sd:f covariance:f correlation:f error:f ratio:f box_mean:f box_sd:f outcomes:[",
                both->by_dealer ? "dealer" : "deal", both->mean, both->sd, both->covariance, both->correlation,
                both->error, y->ratio, beside_mean(y, both), beside_sd(y, both));
        for (int k = 0; k < both->joints; k++)
            write_joint(item->offer.wager, &both->joint[k], j);
        out_put(j, "] }");
    }
    out_put(j, "]");
}

void beside_csv(const beside *y, lm_text *out)
{
    put_text("wager,paytable,outcome,net,probability\n", out);
    for (int i = 0; i < y->wagers.n; i++) {
        const asked_wager *item = &y->wagers.item[i];
        for (int k = 0; k < y->both[i].joints; k++) {
            const lm_both_joint *joint = &y->both[i].joint[k];
            for (int net = LM_NETS - 1; net >= 0; net--) {
                if (joint->with[net] <= 0) continue;
                put(out, "%s,%s,", item->offer.wager->id, table_of(item));
                put_field(outcome_words(item->offer.wager, joint).text, out);
                put(out, ",%g,%.15g\n", (net + LM_NET_LEAST) / 10.0, joint->with[net]);
            }
        }
    }
}
