/* outcome.c - words outcomes as sentences. */
#include "lammer/server/store.h"

static const char *const sentences[] = {
#define X(name, sentence) [LM_STORE_##name] = sentence,
    LM_STORE_WHYS(X)
#undef X
};

void lm_store_outcome_text(const lm_store_outcome *outcome, char *text, size_t size)
{
    size_t used = 0;
    if (size) text[0] = '\0';
    for (const char *c = sentences[outcome->why]; *c && used < size; c++) {
        int n;
        if (*c == '%') {
            n = snprintf(text + used, size - used, "%s", outcome->subject);
        } else if (*c == '#') {
            n = snprintf(text + used, size - used, "%lld", (long long)outcome->number);
        } else {
            n = snprintf(text + used, size - used, "%c", *c);
        }
        used += (size_t)n;
    }
}
