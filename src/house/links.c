/* links.c - meters that several tables share: values with versions, laid under a play and kept with its record.
 *
 * Whoever comes second finds another version, reads again and repeats; so no award is paid twice and no contribution lost.
 * A table's meters are known by kind; the shared value is "meter/LINK/NAME". */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "house_impl.h"

/* --- as bytes ---------------------------------------------------------------------------------------------- */

/* The hidden trigger of a must-hit prize is in no record in the clear. */
json_t *links_write(const lm_meters *meters, uint32_t which)
{
    json_t *values = json_object();
    for (int i = 0; i < meters->meters; i++) {
        if (!(which >> i & 1)) continue;
        lm_meter meter = meters->meter[i];
        meter.trigger_cents = 0;
        char text[sodium_base64_ENCODED_LEN(sizeof meter, sodium_base64_VARIANT_ORIGINAL)];
        sodium_bin2base64(text, sizeof text, (const uint8_t *)&meter, sizeof meter,
                          sodium_base64_VARIANT_ORIGINAL);
        json_object_set_new(values, lm_meter_name((lm_meter_kind)meter.kind), json_string(text));
    }
    return values;
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
        const char *text = json_string_value(value);
        if (i < 0 || !text ||
            sodium_base642bin((uint8_t *)&meter, sizeof meter, text, strlen(text), NULL, &size, NULL,
                              sodium_base64_VARIANT_ORIGINAL) != 0 ||
            size != sizeof meter)
            return false;
        meter.trigger_cents = meters->meter[i].trigger_cents;
        meters->meter[i] = meter;
        state->cents[ACCOUNT_METER + i] = meter.shown_cents + meter.reserve_cents + meter.overflow_cents;
    }
    return true;
}

/* --- the shared value ---------------------------------------------------------------------------------------- */

static void link_key(const house_link *link, char key[LM_STORE_NAME + 1])
{
    snprintf(key, LM_STORE_NAME + 1, "meter/%s", link->name);
}

typedef struct {
    const lm_house *house;
    house_link *link;
    char key[LM_STORE_NAME + 1];
} link_reader;

static bool read_link(void *context, const lm_value_row *row)
{
    link_reader *r = context;
    if (strcmp(row->key, r->key) != 0) return true;
    json_t *sealed = json_loadb(row->value, row->size, 0, NULL);
    lm_meter meter;
    if (sealed &&
        fair_unseal_bytes(&meter, sizeof meter, json_object_get(sealed, "sealed"), r->house->key, r->key)) {
        r->link->meter = meter;
        r->link->version = row->version;
    }
    json_decref(sealed);
    return false;
}

static void reload(lm_house *house, house_link *link)
{
    char text[LM_STORE_TEXT];
    link_reader reader = { .house = house, .link = link };
    link_key(link, reader.key);
    link->version = 0;
    lm_store_values(house->store, reader.key, read_link, &reader, text);
}

void links_reload(lm_house *house, house_commit *commit)
{
    for (int i = 0; i < commit->links; i++)
        reload(house, commit->link[i]);
}

static house_link *link_of(lm_house *house, const char *name)
{
    for (house_link *link = house->links; link; link = link->next) {
        if (strcmp(link->name, name) == 0) return link;
    }
    house_link *link = calloc(1, sizeof *link);
    if (!link) return NULL;
    snprintf(link->name, sizeof link->name, "%s", name);
    link->next = house->links;
    house->links = link;
    reload(house, link);
    return link;
}

static house_link *table_link(lm_house *house, const house_state *state, int meter)
{
    char name[2 * LM_HOUSE_ID + 8];
    snprintf(name, sizeof name, "%s/%s", state->terms.link,
             lm_meter_name((lm_meter_kind)state->meters.meter[meter].kind));
    return link_of(house, name);
}

/* --- under a play, and after it ---------------------------------------------------------------------------------- */

bool links_lay(lm_house *house, house_table *table, house_play *play)
{
    if (!table->state.terms.link[0]) return true;
    for (int i = 0; i < play->state.meters.meters; i++) {
        house_link *link = table_link(house, &play->state, i);
        if (!link)
            return play_refuse(play, 503, NULL,
                               "the shared meter is out of reach; its wager is not taken now");
        if (!link->version) continue; /* the first table of the link brings its own meter */
        lm_meter_status may = lm_meter_may_link(&link->meter, &play->state.meters.meter[i]);
        if (!lm_meter_ok(may)) return play_refuse_meter(play, may);
        play->state.meters.meter[i] = link->meter;
        play->state.cents[ACCOUNT_METER + i] =
            link->meter.shown_cents + link->meter.reserve_cents + link->meter.overflow_cents;
    }
    table->state.meters = play->state.meters; /* what the record says the play started from */
    memcpy(table->state.cents, play->state.cents, sizeof table->state.cents);
    return true;
}

static void put_link(lm_house *house, house_commit *commit, house_link *link, const lm_meter *meter)
{
    char key[LM_STORE_NAME + 1], account[LM_STORE_NAME + 1];
    link_key(link, key);
    if (!link->version) {
        snprintf(account, sizeof account, "meter/%s", link->name);
        lm_batch_open(commit->batch, account, false);
    }
    json_t *value =
        json_pack("{s:o, s:I, s:I}", "sealed", fair_seal_bytes(meter, sizeof *meter, house->key, key),
                  "shown", (json_int_t)meter->shown_cents, "reserve", (json_int_t)meter->reserve_cents);
    char *text = json_dumps(value, JSON_COMPACT);
    json_decref(value);
    if (text) lm_batch_put(commit->batch, key, link->version, text, strlen(text));
    free(text);
    link->meter = *meter;
    link->version++;
    commit->link[commit->links++] = link;
}

void links_keep(lm_house *house, house_table *table, house_play *play, house_commit *commit)
{
    if (!table->state.terms.link[0]) return;
    for (int i = 0; i < play->state.meters.meters; i++) {
        const lm_meter *before = &table->state.meters.meter[i], *after = &play->state.meters.meter[i];
        house_link *link = table_link(house, &play->state, i);
        if (!link || memcmp(before, after, sizeof *before) == 0) continue;
        put_link(house, commit, link, after);
        play->shares = true;
    }
}
