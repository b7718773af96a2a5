/* share.c - one amount among several winners, without losing a cent. */
#include <assert.h>

#include "lammer/money.h"

lm_cents lm_share_equal(lm_cents amount_cents, int n, int i)
{
    assert(amount_cents >= 0 && n > 0 && i >= 0 && i < n);
    return amount_cents / n + (i < amount_cents % n);
}

static lm_cents sum(const lm_cents *cents, int n)
{
    lm_cents total = 0;
    for (int i = 0; i < n; i++)
        total += cents[i];
    return total;
}

void lm_share_capped(lm_cents cap_cents, const lm_cents *due_cents, const lm_cents *stake_cents, int n,
                     lm_cents *share_cents)
{
    bool capped = cap_cents > 0 && sum(due_cents, n) > cap_cents;
    lm_cents stakes = sum(stake_cents, n);
    assert(!capped || (stakes > 0 && cap_cents <= LM_CENTS_MAX));
    for (int i = 0; i < n; i++)
        share_cents[i] = capped ? cap_cents * stake_cents[i] / stakes : due_cents[i];
    if (!capped) return;
    lm_cents odd = cap_cents - sum(share_cents, n);
    for (int i = 0; i < n && odd > 0; i++) {
        bool rounded = cap_cents * stake_cents[i] % stakes != 0;
        share_cents[i] += rounded;
        odd -= rounded;
    }
}
