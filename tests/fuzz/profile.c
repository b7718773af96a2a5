/* profile.c - a rules submission: YAML into rules, judged and written out again. */
/* room: profiles */
#include "fuzz.h"
#include "lammer/check.h"
#include "lammer/profile.h"

extern const lm_wager *const lm_wagers[];

static void hear_problem(void *self, const char *file, int line, const char *text)
{
    int *problems = self;
    MUST_HOLD(file && line >= 0 && text[0]);
    ++*problems;
}

static void hear_finding(void *self, const lm_finding *finding)
{
    (void)self;
    MUST_HOLD(finding->text[0]);
}

/* Every value that was read can be written, and what is written is read as the same value. */
static void check_values(const lm_rules *rules)
{
    char text[256];
    for (int id = 0; id < LM_RULE_COUNT; id++) {
        int64_t again;
        lm_rule_write((lm_rule_id)id, rules->value[id], text, sizeof text);
        MUST_HOLD(lm_rule_read((lm_rule_id)id, text, &again) && again == rules->value[id]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int problems = 0;
    lm_profile_reader reader = { hear_problem, &problems };
    lm_profile *profile = calloc(1, sizeof *profile);
    bool well = lm_profile_load(profile, lm_wagers, fuzz_file(data, size), NULL, 0, &reader);
    MUST_HOLD(well == (problems == 0));
    lm_rules_check(&profile->rules, &(lm_finder){ hear_finding, NULL });
    if (well) check_values(&profile->rules);
    free(profile);
    return 0;
}
