/* why.c - the words and clauses of refusals. */
#include "account.h"

#include <stddef.h>

enum { WASHINGTON, MASSACHUSETTS, ACES, SUPER4, COLUMNS };

static const struct {
    const char *text;
    const char *clause[COLUMNS];
} whys[LM_METER_WHY_COUNT] = {
#define X(name, text, washington, massachusetts, aces, super4)                                                         \
    [LM_METER_WHY_##name] = { text, { washington, massachusetts, aces, super4 } },
    LM_METER_WHYS(X)
#undef X
};

static int column(const lm_meter *meter)
{
    if (meter->kind == LM_METER_BLAZING7) return meter->rule_set == LM_MBJ ? MASSACHUSETTS : WASHINGTON;
    return meter->kind == LM_METER_ACES ? ACES : SUPER4;
}

const char *lm_meter_why_text(lm_meter_why why)
{
    return whys[why].text;
}

const char *lm_meters_why_clause(const lm_meters *meters, int game, lm_meter_why why)
{
    return whys[why].clause[column(&meters->meter[meters->game[game].first])];
}

lm_meter_status lm_meter_done(void)
{
    return (lm_meter_status){ LM_METER_WHY_OK, NULL };
}

lm_meter_status lm_meter_refuse(const lm_meter *meter, lm_meter_why why)
{
    return (lm_meter_status){ why, whys[why].clause[column(meter)] };
}
