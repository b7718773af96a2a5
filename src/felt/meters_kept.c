/* meters_kept.c - meters that several tables share: copies them into a play, and their earlier values into its
 * record. */
#include <sodium.h>
#include <string.h>

#include "lammer/server/felt.h"
#include "lammer/server/json.h"

/* No record holds the hidden trigger of a must-hit prize in the clear. */
void links_write(const lm_meters *meters, uint32_t which, lm_out *out)
{
    lm_out_begin(out, '{');
    for (int i = 0; i < meters->meters; i++) {
        if (!(which >> i & 1)) continue;
        lm_meter meter = meters->meter[i];
        meter.trigger_cents = 0;
        char text[sodium_base64_ENCODED_LEN(sizeof meter, sodium_base64_VARIANT_ORIGINAL)];
        sodium_bin2base64(text, sizeof text, (const uint8_t *)&meter, sizeof meter, sodium_base64_VARIANT_ORIGINAL);
        lm_out_key(out, links_name(&meter));
        lm_out_word(out, text);
    }
    lm_out_end(out, '}');
}

bool links_read(house_state *state, const json_t *values)
{
    lm_meters *meters = &state->meters;
    const char *name;
    json_t *value;
    if (!values) return true;
    json_object_foreach((json_t *)(uintptr_t)values, name, value)
    {
        lm_meter meter;
        size_t size = 0;
        int i = lm_meters_find(meters, name);
        if (i < 0 && !state->table.rules_hash && meters->meters < LM_METERS)
            i = meters->meters++; /* the play opens the table, whose meters do not exist yet */
        const char *text = json_string_value(value);
        if (i < 0 || !text ||
            sodium_base642bin((uint8_t *)&meter, sizeof meter, text, strlen(text), NULL, &size, NULL,
                              sodium_base64_VARIANT_ORIGINAL) != 0 ||
            size != sizeof meter)
            return false;
        /* no record has the true trigger; until the next live play, assume the limit */
        meter.trigger_cents = meter.kind == LM_METER_MUST_HIT ? meter.terms.limit_cents : 0;
        meters->meter[i] = meter;
        state->cents[ACCOUNT_METER + i] = meter_holds(&meter);
    }
    return true;
}

const char *links_name(const lm_meter *meter)
{
    return lm_meter_name((lm_meter_kind)meter->kind);
}

bool links_lay_one(house_play *play, int meter, const lm_meter *shared)
{
    lm_meter_status may = lm_meter_may_link(shared, &play->state.meters.meter[meter]);
    if (!lm_meter_ok(may)) return play_refuse_meter(play, may);
    play->state.meters.meter[meter] = *shared;
    play->state.cents[ACCOUNT_METER + meter] = meter_holds(shared);
    return true;
}

void links_join_all(house_play *play, const lm_meter *(*find)(void *self, const char *meter), void *self)
{
    lm_meters wanted;
    lm_meters_open(&wanted, play->rules, 0);
    play->state.meters.meters = 0;
    for (int i = 0; i < wanted.meters; i++) {
        const lm_meter *shared = find(self, links_name(&wanted.meter[i]));
        if (shared) play->state.meters.meter[play->state.meters.meters++] = *shared;
    }
}
