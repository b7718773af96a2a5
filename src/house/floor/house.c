/* house.c - the house: opened on a store, polled by its owner, closed after all work is finished. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "floor.h"
#include "people/people.h"

/* A play-money table for each shipped profile. */
static void open_demo(lm_house *house)
{
    for (const char *const *name = house->options.demo; *name; name++) {
        if (table_find(house, *name)) continue;
        house_refusal refusal;
        lm_act open = { .word = LM_ACT_OPEN_TABLE };
        lm_act_set_text(&open, LM_FIELD_TITLE, *name);
        lm_act_set_text(&open, LM_FIELD_RULES, *name);
        lm_act_set_text(&open, LM_FIELD_DEALING, "virtual");
        lm_act_set_text(&open, LM_FIELD_MONEY, "play");
        lm_act_set_int(&open, LM_FIELD_PRACTICE, true);
        lm_batch *batch = table_found(house, *name, &open, "house", &refusal);
        if (batch) lm_store_do(house->store, batch); /* the store refuses the batch if the table exists */
        lm_batch_free(batch);
    }
}

/* Opens the accounts of the house itself, if they do not exist. */
static bool open_accounts(lm_house *house, char *text)
{
    static const char *const names[] = { "cage/play",  "cage/real",  "world/play",
                                         "world/real", "seeds/play", "seeds/real" };
    lm_batch *batch = lm_batch_new();
    if (!batch) memory_end();
    lm_batch_append(batch, "house", 1, "house-opened", "house", "{}", 2);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        lm_batch_open(batch, names[i], true);
    lm_store_outcome outcome = lm_store_do(house->store, batch);
    lm_batch_free(batch);
    if (outcome.why == LM_STORE_DONE || outcome.why == LM_STORE_SEQ) return true;
    lm_store_outcome_text(&outcome, text, LM_HOUSE_TEXT);
    return false;
}

static const house_turns turns = {
    command_ask, command_repeated, command_search, fate_free, approval_tell, guard_renew, house_dispatch,
};

lm_house *lm_house_open(const lm_house_options *options, char *text)
{
    memory_for_json(options->keeps_memory);
    lm_house *house = sodium_init() < 0 ? NULL : calloc(1, sizeof *house);
    if (!house || !(house->play = calloc(1, sizeof *house->play))) {
        free(house);
        snprintf(text, LM_HOUSE_TEXT, "not enough memory for a house");
        return NULL;
    }
    house->turns = &turns;
    house->options = *options;
    house->store = options->store;
    house->lease_ms = options->lease_ms ? options->lease_ms : 2500;
    house->alive = 1;
    house->came_end = &house->came;
    house->unsent_end = &house->unsent;
    pthread_mutex_init(&house->lock, NULL);
    snprintf(house->server, sizeof house->server, "%s", options->server ? options->server : "main");
    snprintf(house->address, sizeof house->address, "%s", options->address ? options->address : "");
    snprintf(house->inside, sizeof house->inside, "%s", options->inside ? options->inside : "");
    house_read_clock(house);
    if (!secret_read(house, text) || !open_accounts(house, text) || !secret_keep(house, text)) {
        lm_house_close(house);
        return NULL;
    }
    people_token(house, house->token, sizeof house->token);
    if (options->recover && !people_recover(house, options->recover, house->recovery, sizeof house->recovery, text)) {
        lm_house_close(house);
        return NULL;
    }
    leases_list(house);
    if (options->demo) open_demo(house);
    leases_list(house);
    leases_tick(house);
    alarm_tick(house);
    space_tick(house);
    return house;
}

const char *lm_house_recovery(const lm_house *house)
{
    return house->recovery;
}

const char *lm_house_token(const lm_house *house)
{
    return house->token;
}

const char *lm_house_fault(const lm_house *house)
{
    return house->fault[0] ? house->fault : NULL;
}

static house_commit *take_came(lm_house *house)
{
    pthread_mutex_lock(&house->lock);
    house_commit *first = house->came;
    house->came = NULL;
    house->came_end = &house->came;
    pthread_mutex_unlock(&house->lock);
    return first;
}

static void finish_commits(lm_house *house)
{
    for (house_commit *commit = take_came(house), *next; commit; commit = next) {
        next = commit->next;
        house->under_way--;
        if (commit->outcome.why == LM_STORE_FAILED) {
            char text[LM_STORE_TEXT] = "";
            lm_store_fault(house->store, text);
            house_fail(house, *text ? text : "the journal cannot be written");
        }
        commit->finish(commit);
        lm_batch_free(commit->batch);
        free(commit);
    }
    house_send(house);
}

static void lease_tick(lm_house *house)
{
    house->tick_ms = house->steady_ms + HOUSE_TICK_MS;
    leases_tick(house);
    alarm_tick(house);
    space_tick(house);
    char text[LM_STORE_TEXT];
    if (lm_store_fault(house->store, text)) house_fail(house, text);
}

int lm_house_poll(lm_house *house)
{
    house_read_clock(house);
    finish_commits(house);
    if (house->fault[0]) return 1000;
    int64_t now = house->steady_ms;
    /* a clock that went back must not make the house wait for it */
    if (now >= house->tick_ms || house->tick_ms > now + HOUSE_TICK_MS) lease_tick(house);
    if (now >= house->due_ms || house->due_ms > now + HOUSE_WATCH_MS) tables_tick(house);
    finish_commits(house);
    leases_go_on(house);
    rooms_tick(house);
    int64_t next = house->due_ms < house->tick_ms ? house->due_ms : house->tick_ms;
    if (house->waiting && house->look_ms < next) next = house->look_ms;
    int64_t wait = next - now;
    return wait < 1 ? 1 : wait > 1000 ? 1000 : (int)wait;
}

void lm_house_connect(lm_house *house, uint64_t connection)
{
}

void lm_house_disconnect(lm_house *house, uint64_t connection)
{
    for (int i = 0; i < house->tables; i++)
        table_drop_watcher(house->table[i], connection);
    rooms_disconnect(house, connection);
}

bool lm_house_drain(lm_house *house, int ms)
{
    if (!house->draining) house->drain_end_ms = house->steady_ms + ms;
    if (!house->draining) {
        house->draining = true;
        house->tick_ms = house->life_ms = 0; /* announces it to the other servers with the next poll */
        spread_drain(house);
    }
    bool over = house->steady_ms >= house->drain_end_ms;
    for (int i = 0; i < house->tables && !over; i++) {
        if (table_is_playing(house->table[i])) return false;
    }
    leases_go_on(house);
    if (!over && house->figures.handed_over && house->steady_ms - house->handed_ms < HOUSE_TELL_MS) return false;
    return house->under_way == 0 || house->fault[0];
}

void lm_house_read_figures(const lm_house *house, lm_house_figures *figures)
{
    *figures = house->figures;
    figures->tables = figures->watchers = 0;
    figures->sessions = people_sessions(house);
    figures->waiting = lm_store_waiting(house->store);
    figures->commits = lm_store_commits(house->store);
    figures->rows_read = lm_store_rows_read(house->store);
    for (int i = 0; i < LM_WORKS; i++) {
        if (house->options.reader[i]) figures->rows_read += lm_store_rows_read(house->options.reader[i]);
    }
    for (int i = 0; i < house->tables; i++) {
        figures->tables += house->table[i]->holding == TABLE_HELD;
        figures->watchers += house->table[i]->watchers;
    }
}

static void wait_for_commits(lm_house *house)
{
    while (house->under_way > 0) {
        finish_commits(house);
        if (house->under_way > 0 && !lm_store_step(house->store))
            nanosleep(&(struct timespec){ .tv_nsec = 500000 }, NULL);
    }
}

void lm_house_close(lm_house *house)
{
    if (!house) return;
    house->closing = true;
    wait_for_commits(house);
    if (!house->fault[0]) leases_give_back(house);
    wait_for_commits(house);
    for (int i = 0; i < house->tables; i++)
        table_free(house->table[i]);
    for (house_link *link = house->links, *next; link; link = next) {
        next = link->next;
        free(link);
    }
    rooms_close(house);
    people_close(house);
    alarm_close(house);
    pthread_mutex_destroy(&house->lock);
    sodium_memzero(house->key, sizeof house->key);
    sodium_memzero(&house->play_secret, sizeof house->play_secret);
    play_end(house->play);
    lm_out_free(&house->written);
    free(house->play);
    free(house);
}
