/* links.c - meters that several tables share: values with versions, put into a play and saved with its record.
 *
 * Of two changes at the same moment, the second finds another version, reads again and repeats; so no award is paid
 * twice and no contribution is lost. A table's meters are known by kind; the shared value is "meter/LINK/NAME".
 *
 * The tables of one server do not wait for each other: the second continues from what the first has submitted. If the
 * store refuses the first, a write of another server could have the version that the second expects. So each server
 * marks its own writes under "~meter/SERVER/LINK/NAME", and the store refuses the second too. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "floor.h"
#include "people/people.h"

static void link_key(const house_link *link, char key[LM_STORE_NAME + 1])
{
    snprintf(key, LM_STORE_NAME + 1, "meter/%s", link->name);
}

static void mark_key(const lm_house *house, const house_link *link, char key[LM_STORE_NAME + 1])
{
    snprintf(key, LM_STORE_NAME + 1, "~meter/%s/%s", house->server, link->name);
}

static void reload(lm_house *house, house_link *link)
{
    char key[LM_STORE_NAME + 1], mark[LM_STORE_NAME + 1];
    int64_t version;
    lm_meter meter;
    link_key(link, key);
    mark_key(house, link, mark);
    json_decref(house_value(house, mark, &link->mark));
    json_t *value = house_value(house, key, &version);
    bool opened = fair_unseal_bytes(&meter, sizeof meter, text_in(value, "sealed"), house->key, key);
    if (opened) link->meter = meter;
    link->version = opened ? version : 0;
    json_decref(value);
}

void links_reload(lm_house *house, house_commit *commit)
{
    for (int i = 0; i < commit->links; i++)
        reload(house, commit->link[i]);
}

static house_link *link_of(lm_house *house, const char *name)
{
    for (house_link *link = house->links; link; link = link->next) {
        if (strcmp(link->name, name) != 0) continue;
        if (!link->version) reload(house, link);
        return link;
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
    snprintf(name, sizeof name, "%s/%s", state->terms.link, links_name(&state->meters.meter[meter]));
    return link_of(house, name);
}

bool links_lay(lm_house *house, house_table *table, house_play *play)
{
    if (!table->state.terms.link[0]) return true;
    for (int i = 0; i < play->state.meters.meters; i++) {
        house_link *link = table_link(house, &play->state, i);
        if (!link)
            return play_refuse(play, LM_REFUSED_LATER, NULL,
                               LM_SAYS(SHARED_METER_UNREAD, "",
                                       "the shared meter cannot be read, so its wager is not taken now; try again"));
        if (!link->version) continue; /* the first table of the link supplies its own meter */
        if (!links_lay_one(play, i, &link->meter)) return false;
    }
    table->state.meters = play->state.meters; /* the record tells that the play started from these values */
    memcpy(table->state.cents, play->state.cents, sizeof table->state.cents);
    return true;
}

static void put_link(lm_house *house, lm_batch *batch, house_link *link, const lm_meter *meter)
{
    char key[LM_STORE_NAME + 1];
    link_key(link, key);
    char *sealed = fair_seal_bytes(meter, sizeof *meter, house->key, key);
    put_unsorted(batch, key, link->version,
                 json_pack("{s:s, s:I, s:I}", "sealed", sealed, "shown", (json_int_t)meter->shown_cents, "reserve",
                           (json_int_t)meter->reserve_cents));
    free(sealed);
    mark_key(house, link, key);
    lm_batch_put(batch, key, link->mark, "{}", 2);
    link->meter = *meter;
    link->version++;
    link->mark++;
}

void links_keep(lm_house *house, house_table *table, house_play *play, house_commit *commit)
{
    if (!table->state.terms.link[0]) return;
    for (int i = 0; i < play->state.meters.meters; i++) {
        const lm_meter *before = &table->state.meters.meter[i], *after = &play->state.meters.meter[i];
        house_link *link = table_link(house, &play->state, i);
        if (!link || memcmp(before, after, sizeof *before) == 0) continue;
        put_link(house, commit->batch, link, after);
        commit->link[commit->links++] = link;
        play->shares = true;
    }
}

/* Accounts of meters are named after their table or link, so no two tables or links may share a name. A meter holds one
 * kind of money, because its winner takes what others staked. */
typedef struct {
    const char *id, *link, *money; /* of the new table */
    const char *why;               /* NULL: no objection */
} link_question;

static bool weigh_table(void *context, const lm_value_row *row)
{
    link_question *q = context;
    json_t *terms = json_loadb(row->value, row->size, 0, NULL);
    const char *id = row->key + strlen("table/"), *link = json_string_value(json_object_get(terms, "link"));
    const char *money = json_string_value(json_object_get(terms, "money"));
    bool shared = link && *link && strcmp(link, q->link) == 0;
    if (link && strcmp(link, q->id) == 0) q->why = "shared meters have that name; choose another for the table";
    if (*q->link && strcmp(id, q->link) == 0) q->why = "a table has that name; choose another for the shared meters";
    if (shared && money && strcmp(money, q->money) != 0)
        q->why = "tables that share a meter must play for the same kind of money";
    json_decref(terms);
    return !q->why;
}

bool links_allow(lm_house *house, const char *id, const lm_act *open, house_refusal *refusal)
{
    char text[LM_STORE_TEXT];
    const char *money = lm_act_text(open, LM_FIELD_MONEY);
    link_question q = { .id = id, .link = lm_act_text(open, LM_FIELD_LINK), .money = *money ? money : "play" };
    if (*q.link && !house_is_name(q.link))
        return refuse_into(refusal, LM_REFUSED_FORM, "\"link\" must be a name of a to z, 0 to 9 and -");
    if (strcmp(q.link, id) == 0) q.why = "shared meters must not have the name of a table; choose another \"link\"";
    if (!q.why && lm_store_values(house->store, "table/", weigh_table, &q, text) != LM_STORE_DONE) house->unread = true;
    return !q.why || refuse_into(refusal, LM_REFUSED_NOW, "%s", q.why);
}

typedef struct {
    lm_house *house;
    const char *name;
} joined_link;

static const lm_meter *find_shared(void *self, const char *meter)
{
    const joined_link *joined = self;
    char whole[2 * LM_HOUSE_ID + 8];
    snprintf(whole, sizeof whole, "%s/%s", joined->name, meter);
    const house_link *link = link_of(joined->house, whole);
    return link && link->version ? &link->meter : NULL;
}

void links_join(lm_house *house, house_play *play, const char *name)
{
    links_join_all(play, find_shared, &(joined_link){ house, name });
}

/* The first table of a link opens the meters' accounts before money moves; links_found writes their values
 * afterwards. */
void links_open_accounts(lm_house *house, lm_batch *batch, const house_state *state)
{
    for (int i = 0; i < state->meters.meters; i++) {
        house_link *link = table_link(house, state, i);
        char account[LM_STORE_NAME + 1];
        if (!link || link->version) continue;
        snprintf(account, sizeof account, "meter/%s", link->name);
        lm_batch_open(batch, account, false);
    }
}

void links_found(lm_house *house, lm_batch *batch, const house_state *state)
{
    for (int i = 0; i < state->meters.meters; i++) {
        house_link *link = table_link(house, state, i);
        if (link && !link->version) put_link(house, batch, link, &state->meters.meter[i]);
    }
}

/* Reads all shared meters again, because another change came first. */
void links_forget(lm_house *house)
{
    for (house_link *link = house->links; link; link = link->next)
        reload(house, link);
}
