/* list.c - `lammer rules list`: the shipped profiles, one line each. */
#include <stdlib.h>

#include "rules.h"

static void print_profile(lm_text *out, const lm_profile *profile)
{
    char text[256];
    lm_words_of_rules(&profile->rules, "decks dealer_soft17 hole_card", text, sizeof text);
    for (int i = 0; i < profile->rules.offers; i++)
        lm_words_add(text, sizeof text, "%s %s", i ? "," : "; offers", offer_words(&profile->rules.offer[i]).text);
    put(out, "%-24s %-50s %s\n", profile->rules.name, profile->about.title, text);
}

static void write_profile(out_json *j, const lm_profile *profile)
{
    char value[64];
    lm_rule_write(LM_RULE_rule_set, profile->rules.rule_set, value, sizeof value);
    out_put(j, "{ name:s title:s rule_set:s decks:I offer:[", profile->rules.name, profile->about.title, value,
            (int64_t)profile->rules.decks);
    for (int i = 0; i < profile->rules.offers; i++)
        out_put(j, "s", offer_words(&profile->rules.offer[i]).text);
    out_put(j, "] }");
}

int rules_list(const rules_args *args)
{
    const char *const *names = lm_profile_names();
    bool as_json = args->format == LM_ASK_JSON;
    out_json j = out_begin(args->out, 0);
    if (as_json) out_put(&j, "[");
    for (int i = 0; names[i]; i++) {
        lm_profile *profile = load_profile(args, names[i]);
        if (!profile) return LM_ANSWER_BAD;
        if (as_json) {
            write_profile(&j, profile);
        } else {
            print_profile(args->out, profile);
        }
        free(profile);
    }
    if (as_json) out_put(&j, "]");
    return LM_ANSWER_YES;
}
