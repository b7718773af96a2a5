/* table_found.c - founds a table: reads its rules and writes its first record. */
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "floor.h"
#include "rows.h"

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

/* The first record opens the table; a virtual table also gets its chips. */
static lm_batch *first_record(lm_house *house, house_table *t, const lm_act *open, const char *actor,
                              house_refusal *refusal)
{
    house_play *play = table_play(house, t);
    const char *link = lm_act_text(open, LM_FIELD_LINK);
    lm_cents par = lm_act_int(open, LM_FIELD_PAR_CENTS);
    if (*link) links_join(house, play, link);
    lm_meters joined = play->state.meters;
    lm_act tray = { .word = LM_ACT_TRAY_OPEN };
    lm_act_set_int(&tray, LM_FIELD_CENTS, par > 0 ? par : 10000000);
    bool live = strcmp(lm_act_text(open, LM_FIELD_DEALING), "live") == 0;
    bool done = play_act(play, open) && (live || play_act(play, &tray));
    lm_batch *batch = done ? lm_batch_new() : NULL;
    if (done && !batch) memory_end();
    if (batch) {
        assert(*link || money_follows(&t->state, play)); /* shared meters have their money already */
        play->state.seq = 1;
        record_append(house, batch, t->stream, play, actor, &joined, joined.meters ? ~0u : 0);
        if (*link) links_open_accounts(house, batch, &play->state);
        for (int a = 0; a < ACCOUNT_METER + play->state.meters.meters; a++)
            record_account(t, batch, &play->state, a);
        record_moves(t, batch, play);
        record_terms(batch, t->id, &play->state);
        if (*link) links_found(house, batch, &play->state);
    } else {
        *refusal = play->refusal;
    }
    return batch;
}

lm_batch *table_found(lm_house *house, const char *id, const lm_act *open, const char *actor, house_refusal *refusal)
{
    house_table t = { 0 };
    house_terms wanted = { 0 };
    lm_batch *batch = NULL;
    char text[LM_HOUSE_TEXT] = "\"rules\" must be the name of a shipped submission";
    *refusal = (house_refusal){ .kind = LM_REFUSED_FORM };
    if (!terms_read_rules(open, &wanted) || !rules_of_terms(&house->options.rules, &wanted, &t.rules, text)) {
        snprintf(refusal->text, sizeof refusal->text, "%s", text);
        return NULL;
    }
    snprintf(t.id, sizeof t.id, "%s", id);
    snprintf(t.stream, sizeof t.stream, "table/%s", id);
    t.accounts = json_object();
    if (fits_the_house(house, t.rules, refusal) && links_allow(house, id, open, refusal))
        batch = first_record(house, &t, open, actor, refusal);
    free(t.rules);
    json_decref(t.accounts);
    return batch;
}

static void founded(house_request *request, lm_batch *batch, const lm_store_outcome *outcome)
{
    if (outcome->why != LM_STORE_DONE) links_forget(request->house);
    if (outcome->why == LM_STORE_SEQ || outcome->why == LM_STORE_FENCED) {
        request_refuse(request, LM_REFUSED_NOW,
                       LM_STAFF_SAYS("a table of that name exists or has existed; choose another name"));
    } else if (outcome->why == LM_STORE_OPENED) { /* both were founded at the same moment */
        request_refuse(request, LM_REFUSED_NOW,
                       LM_STAFF_SAYS("another table's meters, or shared ones, have that name; choose another name"));
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

/* The name is valid: the command's row requires it. */
void pit_open_table(house_request *request)
{
    house_refusal refusal;
    lm_act open = request->act;
    lm_act_unset(&open, LM_FIELD_TABLE);
    lm_batch *batch =
        table_found(request->house, field_text(request, LM_FIELD_TABLE), &open, request->caller.person, &refusal);
    if (batch) {
        request_command(request, batch);
        request_submit(request, batch, founded);
    } else {
        request_refuse_here(request, &refusal, NULL);
    }
}
