/* status.c - the words and clauses of refusals. */
#include "lammer/status.h"

#include "lammer/rules.h"

static const struct {
    const char *text;
    const char *clause[LM_RULE_SETS];
} whys[LM_WHY_COUNT] = {
#define X(name, text, mfb, vfb, wfb, ifb, mbj) [LM_WHY_##name] = { text, { mfb, vfb, wfb, ifb, mbj } },
    LM_WHYS(X)
#undef X
};

const char *lm_why_text(lm_why why)
{
    return whys[why].text;
}

const char *lm_why_clause(lm_why why, int rule_set)
{
    const char *own = whys[why].clause[rule_set];
    return own || rule_set == LM_MBJ ? own : whys[why].clause[LM_MFB];
}
