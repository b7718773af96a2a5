/* floor_checks.h - checks of a simulated floor after any failure.
 *
 * Everything that was acknowledged is in the journal, once. Every record follows from those before it,
 * and what the table's server holds is what its records give. Money is neither made nor lost, no account is negative. What a client has put together from messages is what a fresh snapshot says. */
#ifndef LAMMER_TESTS_HOUSE_FLOOR_CHECKS_H
#define LAMMER_TESTS_HOUSE_FLOOR_CHECKS_H

#include "floor_hear.h"
#include "play.h"
#include "told.h"

/* --- commands ------------------------------------------------------------------------------------------------------
 * */

static uint64_t command_key(const char *client, int64_t n)
{
    uint64_t hash = 14695981039346656037u ^ (uint64_t)n;
    for (; *client; client++)
        hash = (hash ^ (uint8_t)*client) * 1099511628211u;
    hash ^= hash >> 29;
    return hash ? hash * 0x9E3779B97F4A7C15u | 1 : 1;
}

static command *find_command(uint64_t key)
{
    uint64_t at = key % (uint64_t)w.command_room;
    while (w.command[at].key && w.command[at].key != key)
        at = (at + 1) % (uint64_t)w.command_room;
    return &w.command[at];
}

static void make_room_for_commands(void)
{
    if (2 * w.command_count < w.command_room) return;
    command *old = w.command;
    int64_t room = w.command_room;
    w.command_room = 2 * room + 4096;
    w.command = calloc((size_t)w.command_room, sizeof *w.command);
    for (int64_t i = 0; i < room; i++) {
        if (old[i].key) *find_command(old[i].key) = old[i];
    }
    free(old);
}

static void note_commands(const lm_record *record, int stream)
{
    size_t at = 0;
    lm_effect effect;
    while (lm_effect_next(record->effects, record->effects_size, &at, &effect)) {
        if (effect.kind != LM_EFFECT_COMMAND) continue;
        trace("journal: %s %" PRId64 " command %" PRId64 " of %s", record->stream, record->seq, effect.number,
              effect.name);
        make_room_for_commands();
        command *c = find_command(command_key(effect.name, effect.number));
        if (c->key)
            broken(/* say:test-done-twice */ "command %" PRId64 " of %s was done twice: record %" PRId64
                                             " and record %" PRId64 " of %s",
                   effect.number, effect.name, c->seq, record->seq, record->stream);
        *c = (command){ command_key(effect.name, effect.number), record->seq, stream };
        w.command_count++;
    }
}

static void check_acks(void)
{
    for (int i = 0; i < w.acks; i++) {
        const ack *a = &w.ack[i];
        make_room_for_commands();
        const command *c = find_command(command_key(a->client, a->n));
        if (!c->key)
            broken(/* say:test-answered-command-is-lost */ "command %" PRId64
                                                           " of %s at %s was answered \"done\", record %" PRId64
                                                           ", and is lost",
                   a->n, a->client, a->table < 0 ? "the house" : w.table[a->table].id, a->seq);
        if (a->table >= 0 && (c->seq != a->seq || c->stream != a->table))
            broken("command %" PRId64 " of %s was answered as record %" PRId64 " and is record %" PRId64, a->n,
                   a->client, a->seq, c->seq);
    }
    w.acks = 0;
}

/* --- records -------------------------------------------------------------------------------------------------------
 * */

/* LAMMER_JOURNAL names a file for the records of the last floor, as exported lines: proof.trace compares them with the model. */
static void keep_line(const lm_record *record)
{
    const char *path = getenv("LAMMER_JOURNAL");
    if (!path) return;
    FILE *out = fopen(path, w.line_kept ? "a" : "w");
    if (!out || !lm_line_print(out, record, NULL) || fclose(out)) broken("%s cannot be written", path);
    w.line_kept = true;
}

static bool follow_record(void *context, const lm_record *record)
{
    floor_table *t = context;
    char text[LM_HOUSE_TEXT];
    if (record->seq == t->seq) { /* the last that was seen: it must be the same */
        if (memcmp(record->hash, t->hash, LM_STORE_HASH) != 0)
            broken("record %" PRId64 " of %s has changed since it was read", record->seq, t->id);
        return true;
    }
    if (record->seq != t->seq + 1) broken("%s: record %" PRId64 " follows %" PRId64, t->id, record->seq, t->seq);
    if (!lm_recall_record(t->shadow, record, text)) broken("%s, record %" PRId64 ": %s", t->id, record->seq, text);
    memcpy(t->hash, record->hash, LM_STORE_HASH);
    keep_line(record);
    note_commands(record, (int)(t - w.table));
    note_coupons(record);
    t->seq = record->seq;
    w.did.records++;
    w.did.awards += strcmp(record->kind, "pay-award") == 0;
    w.did.corrections += strcmp(record->kind, "correct") == 0 || strcmp(record->kind, "recount") == 0;
    w.did.mishaps += strcmp(record->kind, "irregular") == 0;
    return true;
}

static bool follow_house(void *context, const lm_record *record)
{
    (void)context;
    if (record->seq <= w.house_seq) return true;
    keep_line(record);
    note_commands(record, -1);
    w.house_seq = record->seq;
    return true;
}

static bool note_last(void *context, const lm_stream_row *row)
{
    *(int64_t *)context = row->seq;
    return true;
}

/* Everything new in the journal, as far as it is durable; nothing that was there may be gone. */
static void follow_journal(void)
{
    char text[LM_STORE_TEXT], stream[LM_HOUSE_ID + 8];
    for (int i = 0; i < TABLES; i++) {
        floor_table *t = &w.table[i];
        int64_t last = 0;
        snprintf(stream, sizeof stream, "table/%s", t->id);
        lm_store_streams(w.store, stream, note_last, &last, text);
        if (last < t->seq)
            broken(/* say:test-records-vanished */ "%s had %" PRId64 " records and has %" PRId64, t->id, t->seq, last);
        if (last > 0 && lm_store_records(w.store, stream, t->seq ? t->seq : 1, follow_record, t, text) != LM_STORE_DONE)
            broken("%s cannot be read: %s", stream, text);
    }
    lm_store_records(w.store, "house", w.house_seq + 1, follow_house, NULL, text);
}

/* --- money -----------------------------------------------------------------------------------------------------------
 * */

static bool add_account(void *context, const lm_account_row *row)
{
    if (!row->house && row->cents < 0) broken("%s is %" PRId64 " cents below zero", row->name, -row->cents);
    *(int64_t *)context += row->cents;
    return true;
}

static void check_money(void)
{
    char text[LM_STORE_TEXT];
    int64_t sum = 0;
    lm_store_accounts(w.store, "", add_account, &sum, text);
    if (sum) broken("all accounts together hold %" PRId64 "  cents, not 0", sum);
}

static bool note_cents(void *context, const lm_account_row *row)
{
    *(int64_t *)context = row->cents;
    return false;
}

/* A meter that tables share holds what its account holds. */
static bool check_shared_meter(void *context, const lm_value_row *row)
{
    lm_meter meter;
    json_t *sealed = json_loadb(row->value, row->size, 0, NULL);
    bool opens = fair_unseal_bytes(&meter, sizeof meter, act_text(sealed, "sealed"), context, row->key);
    json_decref(sealed);
    if (!opens) broken("the value %s does not open", row->key);
    json_object_set_new(w.shared, row->key, json_integer(meter_holds(&meter)));
    return true;
}

static void check_shared_meters(void)
{
    char text[LM_STORE_TEXT];
    const lm_house *house = w.server[0].house ? w.server[0].house : w.server[1].house;
    const char *name;
    json_t *holds;
    if (!house) return;
    w.shared = json_object();
    lm_store_values(w.store, "meter/", check_shared_meter, (void *)(uintptr_t)house->key, text);
    json_object_foreach(w.shared, name, holds)
    {
        int64_t cents = -1;
        lm_store_accounts(w.store, name, note_cents, &cents, text);
        if (cents != json_integer_value(holds))
            broken("%s shows %lld cents and its account has %" PRId64, name, (long long)json_integer_value(holds),
                   cents);
    }
    json_decref(w.shared);
}

static void found_wrong(void *context, const char *stream, int64_t seq, const char *what)
{
    (void)context;
    broken("%s, record %" PRId64 ": %s", stream, seq, what);
}

/* Chains, ledger, values and signatures, from the first record. */
static void prove_store(void)
{
    char text[LM_STORE_TEXT];
    lm_store_report report;
    lm_store_proof wanted = { .found = found_wrong };
    if (lm_store_verify(w.store, &wanted, &report, text) != LM_STORE_DONE) broken("the proof cannot be made: %s", text);
    if (report.wrong) broken("%s, record %" PRId64 ": %s", report.first_stream, report.first_seq, report.first);
}

/* --- tables and clients ------------------------------------------------------------------------------------------- */

static bool is_at_rest(const house_table *t)
{
    return t && !t->first && !t->busy;
}

/* What the next server would start from. */
static bool check_saved(void *context, const lm_snapshot_row *row)
{
    const floor_table *f = context;
    char text[LM_HOUSE_TEXT];
    bool comparable = row->seq == f->seq && !f->shadow->play->state.terms.link[0];
    if (comparable && !lm_recall_snapshot(f->shadow, row, text))
        broken("%s, record %" PRId64 ": %s", f->id, f->seq, text);
    w.did.saved += comparable;
    return false;
}

/* A meter that several tables share is as new as the last record that used it. */
static void check_table(int i)
{
    const house_table *t = held(i);
    floor_table *f = &w.table[i];
    char text[LM_STORE_TEXT], stream[LM_HOUSE_ID + 8];
    snprintf(stream, sizeof stream, "table/%s", f->id);
    lm_store_snapshot(w.store, stream, check_saved, f, text);
    if (!is_at_rest(t) || t->state.seq != f->seq) return;
    const house_state *shadow = &f->shadow->play->state;
    if (t->state.terms.link[0]) {
        json_t *mine = told_view(&t->state, t->rules, t->id);
        json_t *theirs = told_view(shadow, t->rules, t->id);
        char why[VIEW_WHY];
        json_object_del(mine, "meters");
        json_object_del(theirs, "meters");
        json_object_del(mine, "awards");
        json_object_del(theirs, "awards");
        if (!same_json(mine, theirs, "view", why))
            broken(/* say:test-view-not-as-recorded */ "%s is not what its records give: %s", f->id, why);
        json_decref(mine);
        json_decref(theirs);
    } else if (memcmp(&t->state, shadow, sizeof *shadow) != 0) {
        broken(/* say:test-table-not-as-recorded */ "%s, record %" PRId64 ": the table is not what its records give",
               f->id, f->seq);
    }
}

/* Compares only if the client has received every message of the table. */
static void check_view(const person *p)
{
    if (!p->connection || !p->watches || !p->view.known || p->table < 0) return;
    house_table *t = held(p->table);
    if (!is_at_rest(t) || t->state.seq != p->view.seq) return;
    static view fresh;
    char why[VIEW_WHY];
    json_t *shot = told_view(&t->state, t->rules, t->id);
    view_load(&fresh, shot, t->state.seq);
    json_decref(shot);
    if (!view_equals(&p->view, &fresh, !t->state.terms.link[0], why))
        broken(/* say:test-player-believes-otherwise */ "%s at %s, record %" PRId64 ", believes otherwise: %s", p->id,
               t->id, p->view.seq, why);
    view_clear(&fresh);
    w.did.checks++;
}

/* What must hold at any moment. */
static void check_all(bool prove)
{
    follow_journal();
    check_acks();
    check_money();
    check_coupons();
    check_shared_meters();
    for (int i = 0; i < TABLES; i++)
        check_table(i);
    for (int i = 0; i < PEOPLE; i++)
        check_view(&w.person[i]);
    if (prove) prove_store();
}

#endif
