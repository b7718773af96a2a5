/* table_found.c - a table is founded: its rules read, its first record written. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "floor.h"

/* Some clauses bind all tables of a house. Rules never change once a table is founded. */
static bool fits_the_house(const lm_house *house, const lm_rules *rules, house_refusal *refusal)
{
    const lm_rules *tables[HOUSE_TABLES + 1];
    int n = 0;
    for (int i = 0; i < house->tables; i++) {
        const house_table *t = house->table[i];
        if (t->rules && !t->state.is_closed) tables[n++] = t->rules;
    }
    tables[n++] = rules;
    return rules_fit_house(tables, n, refusal);
}

lm_batch *table_found(lm_house *house, const char *id, const json_t *terms, const char *actor, house_refusal *refusal)
{
    house_table t = { 0 };
    house_terms wanted = { 0 };
    char text[LM_HOUSE_TEXT] = "the rules of a table are the name of a shipped submission";
    *refusal = (house_refusal){ .kind = LM_REFUSED_FORM };
    if (!terms_read_rules(terms, &wanted) || !rules_of_terms(&house->options.rules, &wanted, &t.rules, text)) {
        snprintf(refusal->text, sizeof refusal->text, "%s", text);
        return NULL;
    }
    if (!fits_the_house(house, t.rules, refusal) || !links_allow(house, id, terms, refusal)) {
        free(t.rules);
        return NULL;
    }
    snprintf(t.id, sizeof t.id, "%s", id);
    snprintf(t.stream, sizeof t.stream, "table/%s", id);
    t.accounts = json_object();
    house_play *play = table_play(house, &t);
    const char *link = json_string_value(json_object_get(terms, "link"));
    if (link && *link) links_join(house, play, link);
    json_t *joined = links_write(&play->state.meters, ~0u);
    json_t *open = json_copy((json_t *)(uintptr_t)terms);
    json_object_set_new(open, "do", json_string("open-table"));
    json_object_del(open, "table");
    json_object_del(open, "n");
    lm_cents par = json_integer_value(json_object_get(terms, "par_cents"));
    json_t *tray = json_pack("{s:s, s:I}", "do", "tray-open", "cents", (json_int_t)(par > 0 ? par : 10000000));
    bool virtually = strcmp(json_string_value(json_object_get(terms, "dealing"))
                                ? json_string_value(json_object_get(terms, "dealing"))
                                : "virtual",
                            "live") != 0;
    bool done = play_act(play, open) && (!virtually || play_act(play, tray));
    json_decref(open);
    json_decref(tray);
    lm_batch *batch = done ? lm_batch_new() : NULL;
    if (done && !batch) memory_end();
    if (batch) {
        play->state.seq = 1;
        json_t *body = record_body(play);
        if (json_object_size(joined)) json_object_set(body, "meters", joined);
        record_append(house, batch, t.stream, 1, actor, body);
        if (link && *link) links_open_accounts(house, batch, &play->state);
        for (int a = 0; a < ACCOUNT_METER + play->state.meters.meters; a++)
            record_account(&t, batch, &play->state, a);
        record_moves(&t, batch, play);
        record_terms(batch, t.id, &play->state);
        if (link && *link) links_found(house, batch, &play->state);
    } else {
        *refusal = play->refusal;
    }
    free(t.rules);
    json_decref(t.accounts);
    json_decref(joined);
    return batch;
}

static void founded(house_request *request, lm_batch *batch, const lm_store_outcome *outcome)
{
    if (outcome->why != LM_STORE_DONE) links_forget(request->house);
    if (outcome->why == LM_STORE_SEQ || outcome->why == LM_STORE_FENCED) {
        request_refuse(request, LM_REFUSED_NOW, "a table of that name exists or has existed; choose another name");
    } else if (outcome->why == LM_STORE_OPENED) { /* both were founded in the same moment */
        request_refuse(request, LM_REFUSED_NOW,
                       "another table's meters, or shared ones, have that name; choose another name");
    } else if (outcome->why != LM_STORE_DONE) {
        request_refuse_outcome(request, outcome);
    } else {
        lm_house *house = request->house;
        leases_list(house);
        leases_tick(house);
        house_table *t = table_find(house, field_text(request, LM_FIELD_TABLE));
        if (t && t->holding == TABLE_TAKING && !t->opener) {
            t->opener = request;
        } else {
            request_answer(request, NULL);
        }
    }
}

/* The name is one: the word's row asks for it. */
void house_open_table(house_request *request)
{
    house_refusal refusal;
    json_t *terms = json_copy(request->body);
    json_object_del(terms, "do");
    lm_batch *batch =
        table_found(request->house, field_text(request, LM_FIELD_TABLE), terms, request->caller.person, &refusal);
    json_decref(terms);
    if (batch) {
        request_command(request, batch);
        request_submit(request, batch, founded);
    } else {
        request_refuse_here(request, &refusal, NULL);
    }
}
