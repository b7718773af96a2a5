/* list.c - `lammer rules list`: the shipped profiles, one line each. */
#include <stdio.h>
#include <stdlib.h>

#include "rules.h"

static void describe(const lm_rules *rules, char *text, size_t size)
{
    char offer[48];
    lm_words_of_rules(rules, "decks dealer_soft17 hole_card", text, size);
    for (int i = 0; i < rules->offers; i++) {
        offer_words(&rules->offer[i], offer, sizeof offer);
        lm_words_add(text, size, "%s %s", i ? "," : "; offers", offer);
    }
}

static void write_profile(out_json *j, const lm_profile *profile)
{
    char value[64], offer[48];
    lm_rule_write(LM_RULE_rule_set, profile->rules.rule_set, value, sizeof value);
    out_object(j, NULL);
    out_put(j, "name:s title:s rule_set:s decks:I", profile->rules.name, profile->about.title, value,
            (int64_t)profile->rules.decks);
    out_list(j, "offer");
    for (int i = 0; i < profile->rules.offers; i++) {
        offer_words(&profile->rules.offer[i], offer, sizeof offer);
        out_text(j, NULL, offer);
    }
    out_end(j);
    out_end(j);
}

int rules_list(const rules_args *args)
{
    const char *const *names = lm_profile_names();
    bool as_json = args->format == LM_ASK_JSON;
    out_json j = out_begin(args->out, 0);
    if (as_json) out_list(&j, NULL);
    for (int i = 0; names[i]; i++) {
        lm_profile *profile = load_profile(args, names[i]);
        if (!profile) return LM_ANSWER_BAD;
        if (as_json) {
            write_profile(&j, profile);
        } else {
            char text[256];
            describe(&profile->rules, text, sizeof text);
            put(args->out, "%-24s %-50s %s\n", names[i], profile->about.title, text);
        }
        free(profile);
    }
    if (as_json) out_end(&j);
    return LM_ANSWER_YES;
}
