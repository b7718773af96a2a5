/* triggers.c - the hidden trigger of a must-hit prize: drawn and sealed once, opened by the act that arms the meter. */
#include <sodium.h>
#include <stdio.h>

#include "deal.h"

enum { TRIGGER_LABEL = 96 };

static void trigger_label(const house_play *play, char label[TRIGGER_LABEL])
{
    snprintf(label, TRIGGER_LABEL, "lammer trigger\n%s\n%lld", play->id, (long long)play->state.seq + 1);
}

uint32_t deal_chance(void *self, uint32_t bound)
{
    (void)self;
    return randombytes_uniform(bound);
}

char *bonus_draw_trigger(const house_play *play, const lm_meter *meter, lm_cents start)
{
    int64_t trigger = lm_meter_draw_trigger(meter, start, deal_chance, NULL);
    char label[TRIGGER_LABEL];
    trigger_label(play, label);
    char *sealed = fair_seal_bytes(&trigger, sizeof trigger, play->key, label);
    sodium_memzero(&trigger, sizeof trigger);
    return sealed;
}

lm_cents bonus_trigger(const house_play *play, const lm_meter *meter, const lm_act *act)
{
    int64_t trigger;
    char label[TRIGGER_LABEL];
    trigger_label(play, label);
    bool opened =
        play->key && fair_unseal_bytes(&trigger, sizeof trigger, lm_act_text(act, LM_FIELD_SEALED), play->key, label);
    return opened ? trigger : play->key ? 0 : meter->terms.limit_cents;
}
