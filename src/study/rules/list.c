/* list.c - `lammer rules list`: the shipped profiles, one line each. */
#include <stdlib.h>

#include "rules.h"

static void describe(const lm_rules *rules, char *text, size_t size)
{
    char decks[16], soft17[16], hole[16], offer[48];
    lm_rule_write(LM_RULE_decks, rules->decks, decks, sizeof decks);
    lm_rule_write(LM_RULE_dealer_soft17, rules->dealer_soft17, soft17, sizeof soft17);
    lm_rule_write(LM_RULE_hole_card, rules->hole_card, hole, sizeof hole);
    size_t used = (size_t)snprintf(text, size, "%s decks, %s soft 17, hole card %s", decks, soft17, hole);
    for (int i = 0; i < rules->offers && used < size; i++) {
        offer_words(&rules->offer[i], offer, sizeof offer);
        used += (size_t)snprintf(text + used, size - used, "%s %s", i ? "," : "; offers", offer);
    }
}

static json_t *profile_json(const lm_profile *profile)
{
    char value[64], offer[48];
    json_t *offers = json_array(), *json;
    for (int i = 0; i < profile->rules.offers; i++) {
        offer_words(&profile->rules.offer[i], offer, sizeof offer);
        json_array_append_new(offers, json_string(offer));
    }
    lm_rule_write(LM_RULE_rule_set, profile->rules.rule_set, value, sizeof value);
    json = json_pack("{s:s, s:s, s:s, s:I, s:o}", "name", profile->rules.name, "title", profile->about.title,
                     "rule_set", value, "decks", (json_int_t)profile->rules.decks, "offer", offers);
    return json;
}

int rules_list(const rules_args *args)
{
    const char *const *names = lm_profile_names();
    json_t *list = json_array();
    for (int i = 0; names[i]; i++) {
        lm_profile *profile = load_profile(args, names[i]);
        if (!profile) {
            json_decref(list);
            return ANSWER_BAD;
        }
        char text[256];
        describe(&profile->rules, text, sizeof text);
        if (args->format == FORMAT_TEXT) printf("%-24s %-50s %s\n", names[i], profile->about.title, text);
        json_array_append_new(list, profile_json(profile));
        free(profile);
    }
    if (args->format == FORMAT_JSON) return print_json(list);
    json_decref(list);
    return ANSWER_YES;
}
