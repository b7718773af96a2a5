/* table_load.c - rebuilds a table from its snapshot and later records, or gives it up to another server. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "servers.h"

typedef struct {
    lm_house *house;
    house_table *table;
    char *text;
    bool good;
    house_list acts; /* acts of the open round, which a correction replays */
} loader;

static bool load_snapshot(void *context, const lm_snapshot_row *row)
{
    loader *l = context;
    house_state *state = malloc(sizeof *state);
    if (state && state_unseal(state, row->state, row->size, l->house->key, l->table->id) && state->seq == row->seq) {
        if (rules_of_terms(&l->house->options.rules, &state->terms, &l->table->rules, l->text) &&
            l->table->rules->hash == state->table.rules_hash) {
            l->table->state = *state;
            l->table->saved_seq = row->seq;
        }
    }
    free(state);
    return false;
}

static bool rules_of_first(loader *l, const json_t *body)
{
    house_terms wanted = { 0 };
    lm_act act;
    return lm_act_recall(&act, json_array_get(json_object_get(body, "acts"), 0), l->text, LM_HOUSE_TEXT) &&
           terms_read_rules(&act, &wanted) &&
           rules_of_terms(&l->house->options.rules, &wanted, &l->table->rules, l->text);
}

static void remember_command(house_state *state, const lm_record *record)
{
    size_t at = 0;
    lm_effect effect;
    while (lm_effect_next(record->effects, record->effects_size, &at, &effect)) {
        if (effect.kind == LM_EFFECT_COMMAND)
            state_remember(state, client_hash(effect.name), effect.number, record->seq);
    }
}

static bool load_record(void *context, const lm_record *record)
{
    loader *l = context;
    json_t *body = json_loadb(record->body, record->body_size, 0, NULL);
    l->good = body && (l->table->rules || rules_of_first(l, body));
    if (l->good) {
        house_play *play = table_play(l->house, l->table);
        play->replays = true;
        play->now_ms = json_integer_value(json_object_get(body, "time_ms"));
        play->round_acts = &l->acts;
        l->good = links_read(&play->state, json_object_get(body, "meters"));
        size_t i;
        json_t *act;
        json_array_foreach(json_object_get(body, "acts"), i, act)
        {
            l->good = l->good && play_recorded(play, act);
        }
        if (!l->good)
            snprintf(l->text, LM_HOUSE_TEXT, "record %lld of %.60s: %.250s", (long long)record->seq, record->stream,
                     play->refusal.text);
        play->state.seq = record->seq;
        play->state.time_ms = play->now_ms;
        state_record_ends(&play->state);
        remember_command(&play->state, record);
        state_copy(&l->table->state, &play->state);
        if (play->state.round_seq == record->seq) list_clear(&l->acts);
        list_extend(&l->acts, &play->acts);
        if (l->good && strcmp(record->kind, "terms") == 0 &&
            !rules_of_terms(&l->house->options.rules, &play->state.terms, &l->table->rules, l->text))
            l->good = false;
    } else {
        snprintf(l->text, LM_HOUSE_TEXT, "record %lld of %s cannot be read", (long long)record->seq, record->stream);
    }
    json_decref(body);
    return l->good;
}

static bool load_sealed_shoe(void *context, const lm_record *record)
{
    loader *l = context;
    const house_state *s = &l->table->state;
    json_t *body = json_loadb(record->body, record->body_size, 0, NULL);
    size_t i;
    json_t *act;
    json_array_foreach(json_object_get(body, "acts"), i, act)
    {
        const char *word = json_string_value(json_object_get(act, "do"));
        if (!word || strcmp(word, "shoe") != 0 || json_integer_value(json_object_get(act, "number")) != s->shoe_number)
            continue;
        fair_unseal(&l->table->secret, json_string_value(json_object_get(act, "sealed")), l->house->key, l->table->id,
                    s->shoe_number);
        fair_mix(&l->table->secret.shoe, &s->mix);
    }
    json_decref(body);
    return false;
}

static bool note_account(void *context, const lm_account_row *row)
{
    json_object_set_new(context, row->name, json_true());
    return true;
}

void table_read_accounts(lm_house *house, house_table *t)
{
    static const char *const kinds[] = { "felt/", "tray/", "drop/", "tokes/", "rack/", "meter/" };
    char text[LM_STORE_TEXT], prefix[LM_STORE_NAME + 1];
    json_decref(t->accounts);
    t->accounts = json_object();
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        snprintf(prefix, sizeof prefix, "%s%s", kinds[i], t->id);
        lm_store_accounts(house->store, prefix, note_account, t->accounts, text);
    }
}

bool table_load(lm_house *house, house_table *table, char *text)
{
    loader l = { .house = house, .table = table, .text = text, .good = true };
    char problem[LM_STORE_TEXT];
    text[0] = '\0';
    memset(&table->state, 0, sizeof table->state);
    memset(&table->secret, 0, sizeof table->secret);
    free(table->rules);
    table->rules = NULL;
    table->saved_seq = 0;
    table->busy = false;
    table->looked_seq = 0;
    table->clock = CLOCK_NONE;
    table->clock_mark = 0;
    lm_store_snapshot(house->store, table->stream, load_snapshot, &l, problem);
    table_round_acts(house, table, &l.acts);
    lm_store_why why = lm_store_records(house->store, table->stream, table->state.seq + 1, load_record, &l, problem);
    lm_out_free(&l.acts.text);
    if (why != LM_STORE_DONE && !*text) snprintf(text, LM_HOUSE_TEXT, "%s", problem);
    if (why != LM_STORE_DONE || !l.good || !table->rules) return false;
    if (table->state.shoe_stage != SHOE_NONE && table->state.shoe_seq) {
        lm_store_records(house->store, table->stream, table->state.shoe_seq, load_sealed_shoe, &l, problem);
        if (!table->secret.shoe.known) {
            snprintf(text, LM_HOUSE_TEXT, "the sealed shoe of %s does not open under this house's key", table->id);
            return false;
        }
    }
    table_read_accounts(house, table);
    table->holding = TABLE_HELD;
    table_set_clock(house, table);
    table_by_itself(house, table, "dealer", NULL, 0);
    return true;
}

/* Gives the table up. Clients are told which server has it or, if that is unknown, to try again. */
static void part_with(lm_house *house, house_table *table)
{
    table->holding = TABLE_ELSEWHERE;
    table->busy = false;
    table->free_since_ms = 0;
    if (table->leaves_for[0]) house->leaving--;
    table->leaves_for[0] = '\0';
    outbox_drop(house, table, LM_REFUSED_LATER,
                LM_SAYS(TABLE_PASSED_ON, "", "the table has passed to another server; watch it again there"));
    for (int i = 0; i < table->waits; i++)
        request_elsewhere(table->waiting[i], table->id);
    table->waits = 0;
    lm_out_pack(write_begin(house), "table:s moved:b }", table->id, true);
    house_text *text = text_of_written(house);
    for (int i = 0; text && i < table->watchers; i++)
        house->options.owner.send(house->options.owner.self, table->watcher[i].connection, text->bytes, text->size);
    text_drop(text);
    table->watchers = 0;
    for (int i = 0; i < HOUSE_RING; i++) {
        text_drop(table->ring[i].text);
        table->ring[i].text = NULL;
        table->ring[i].seq = 0;
    }
    sodium_memzero(&table->secret, sizeof table->secret);
}

void table_forget(lm_house *house, house_table *table, const char *why)
{
    table->address[0] = table->inside[0] = '\0';
    house->figures.lost_tables++;
    house_log(house, "warning", "table-lost", "table:s why:s", table->id, why);
    part_with(house, table);
}

void table_hand_over(lm_house *house, house_table *table)
{
    const house_server *heir = server_find(house, table->leaves_for);
    snprintf(table->address, sizeof table->address, "%s", heir ? heir->address : "");
    snprintf(table->inside, sizeof table->inside, "%s", heir ? heir->inside : "");
    house->figures.handed_over++;
    house->handed_ms = house->steady_ms;
    house_log(house, "info", "table-handed-over", "table:s to:s", table->id, table->leaves_for);
    part_with(house, table);
}
