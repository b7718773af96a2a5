/* table_found.c - a table is founded: its rules read, its first record written. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "floor.h"
#include "lammer/check.h"

/* Adds a complaint to those in `self`, as far as there is room. */
static void hear_problem(void *self, const char *file, int line, const char *text)
{
    char *all = self;
    size_t used = strlen(all), room = LM_HOUSE_TEXT - 1 - used, more = strlen(text);
    (void)file, (void)line;
    if (used && room > 2) {
        memcpy(all + used, "; ", 3);
        used += 2;
        room -= 2;
    }
    if (more > room) more = room;
    memcpy(all + used, text, more);
    all[used + more] = '\0';
}

static void hear_finding(void *self, const lm_finding *finding)
{
    if (finding->severity != LM_ERROR) return;
    char text[2 * LM_HOUSE_TEXT];
    snprintf(text, sizeof text, "%s (%s)", finding->text, finding->clause);
    hear_problem(self, NULL, 0, text);
}

bool rules_of_terms(const house_terms *terms, lm_profile **profile, char *text)
{
    enum { SETTINGS = 64 };
    char copy[sizeof terms->settings];
    const char *settings[SETTINGS];
    int n = 0;
    memcpy(copy, terms->settings, sizeof copy);
    for (char *save, *word = strtok_r(copy, " ", &save); word && n < SETTINGS;
         word = strtok_r(NULL, " ", &save))
        settings[n++] = word;
    lm_profile *made = calloc(1, sizeof *made);
    text[0] = '\0';
    bool good = made && lm_profile_load(made, lm_wagers, terms->rules, settings, n,
                                        &(lm_profile_reader){ hear_problem, text });
    if (good) good = lm_rules_check(&made->rules, &(lm_finder){ hear_finding, text }) == 0;
    if (!good) {
        if (!*text) snprintf(text, LM_HOUSE_TEXT, "these rules cannot be read");
        free(made);
        return false;
    }
    free(*profile);
    *profile = made;
    return true;
}

static void hear_disagreement(void *self, const lm_finding *finding)
{
    house_refusal *refusal = self;
    refusal->status = 409;
    snprintf(refusal->text, sizeof refusal->text,
             "%s (%s); open it with other rules, or close the other table", finding->text, finding->clause);
}

/* Some clauses bind all tables of a house: MBJ-13(g).2, MBJ-17(e)(2).1, MBJ-20(k).2. Rules never change once a table is founded. */
static bool fits_the_house(const lm_house *house, const lm_rules *rules, house_refusal *refusal)
{
    const lm_rules *tables[HOUSE_TABLES + 1];
    int n = 0;
    for (int i = 0; i < house->tables; i++) {
        const house_table *t = house->table[i];
        if (t->profile && !t->state.is_closed) tables[n++] = &t->profile->rules;
    }
    tables[n++] = rules;
    return lm_house_check_last(tables, n, &(lm_finder){ hear_disagreement, refusal }) == 0;
}

/* The rules are needed before the first act can be applied; the act itself fills in the terms. */
bool terms_read_rules(const json_t *terms, house_terms *out)
{
    const char *rules = json_string_value(json_object_get(terms, "rules"));
    const char *settings = json_string_value(json_object_get(terms, "settings"));
    if (!rules || strlen(rules) >= sizeof out->rules ||
        (settings && strlen(settings) >= sizeof out->settings))
        return false;
    if (strchr(rules, '/') || strchr(rules, '.'))
        return false; /* shipped submissions only: a file is no part of the journal */
    snprintf(out->rules, sizeof out->rules, "%s", rules);
    snprintf(out->settings, sizeof out->settings, "%s", settings ? settings : "");
    return true;
}

lm_batch *table_found(lm_house *house, const char *id, const json_t *terms, const char *actor,
                      house_refusal *refusal)
{
    house_table t = { 0 };
    house_terms wanted = { 0 };
    char text[LM_HOUSE_TEXT] = "the rules of a table are the name of a shipped submission";
    *refusal = (house_refusal){ .status = 400 };
    if (!terms_read_rules(terms, &wanted) || !rules_of_terms(&wanted, &t.profile, text)) {
        snprintf(refusal->text, sizeof refusal->text, "%s", text);
        return NULL;
    }
    if (!fits_the_house(house, &t.profile->rules, refusal) || !links_allow(house, id, terms, refusal)) {
        free(t.profile);
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
    json_t *tray =
        json_pack("{s:s, s:I}", "do", "tray-open", "cents", (json_int_t)(par > 0 ? par : 10000000));
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
        record_append(batch, t.stream, 1, actor, body);
        if (link && *link) links_open_accounts(house, batch, &play->state);
        for (int a = 0; a < ACCOUNT_METER + play->state.meters.meters; a++)
            record_account(&t, batch, &play->state, a);
        record_moves(&t, batch, play);
        record_terms(batch, t.id, &play->state);
        if (link && *link) links_found(house, batch, &play->state);
    } else {
        *refusal = play->refusal;
    }
    free(t.profile);
    json_decref(t.accounts);
    json_decref(joined);
    return batch;
}

static void founded(house_request *request, lm_batch *batch, const lm_store_outcome *outcome)
{
    (void)batch;
    if (outcome->why != LM_STORE_DONE) links_forget(request->house);
    if (outcome->why == LM_STORE_SEQ || outcome->why == LM_STORE_FENCED) {
        request_refuse(request, 409, NULL, "there is or was a table of that name already; choose another");
    } else if (outcome->why == LM_STORE_OPENED) { /* both were founded in the same moment */
        request_refuse(request, 409, NULL,
                       "another table's meters, or shared ones, have that name; choose another");
    } else if (outcome->why != LM_STORE_DONE) {
        request_refuse_outcome(request, outcome);
    } else {
        lm_house *house = request->house;
        leases_list(house);
        leases_tick(house);
        house_table *t = table_find(house, json_string_value(json_object_get(request->body, "table")));
        if (t && t->holding == TABLE_TAKING && !t->opener) {
            t->opener = request;
        } else {
            request_answer(request, NULL);
        }
    }
}

void house_open_table(house_request *request)
{
    house_refusal refusal;
    const char *id = request_id(request, "table");
    json_t *terms = json_copy(request->body);
    json_object_del(terms, "do");
    lm_batch *batch = id ? table_found(request->house, id, terms, request->caller.person, &refusal) : NULL;
    json_decref(terms);
    if (batch) {
        request_command(request, batch);
        request_submit(request, batch, founded);
    } else {
        request_refuse(request, id ? refusal.status : 400, id ? refusal.clause : NULL, "%s",
                       id ? refusal.text
                          : "\"open-table\" wants a field \"table\": a name of a to z, 0 to 9 and -, at most "
                            "31 characters");
    }
}
