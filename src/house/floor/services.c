/* services.c - services for the files that answer requests: clock, log, reading values, submitting batches, slow
 * work. */
#include <assert.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "floor.h"
#include "rows.h"

static int64_t system_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* After the clock has gone back, the age of the leases is unknown, so the server asks for them again. */
static void doubt_leases(lm_house *house)
{
    for (int i = 0; i < house->tables; i++)
        house->table[i]->lease_end_ms = 0;
}

/* An operator or a time server may set the wall clock, so players' time to decide is measured by the steady clock. */
void house_read_clock(lm_house *house)
{
    const lm_house_options *o = &house->options;
    int64_t now = o->clock_ms ? o->clock_ms(o->owner.self) : system_ms(CLOCK_REALTIME);
    if (now < house->now_ms) doubt_leases(house);
    house->now_ms = now;
    house->steady_ms = o->steady_ms ? o->steady_ms(o->owner.self) : o->clock_ms ? now : system_ms(CLOCK_MONOTONIC);
}

lm_out *write_begin(lm_house *house)
{
    lm_out_clear(&house->written);
    lm_out_begin(&house->written, '{');
    return &house->written;
}

void house_log(lm_house *house, const char *level, const char *event, const char *fields, ...)
{
    const lm_house_owner *owner = &house->options.owner;
    lm_out out = { 0 };
    va_list args;
    if (!owner->log) return;
    va_start(args, fields);
    lm_out_begin(&out, '{');
    lm_out_pack_args(&out, fields, &args);
    lm_out_end(&out, '}');
    va_end(args);
    if (out.failed) memory_end();
    owner->log(owner->self, level, event, out.at, out.size);
    lm_out_free(&out);
}

/* Called on the writer's thread: hands the outcome to the house's thread, which finishes it. */
static void came_back(void *context, lm_batch *batch, const lm_store_outcome *outcome)
{
    house_commit *commit = context;
    commit->outcome = *outcome;
    if (outcome->answer) {
        size_t size = outcome->answer_size < sizeof commit->answer ? outcome->answer_size : sizeof commit->answer - 1;
        memcpy(commit->answer, outcome->answer, size);
        commit->answer[size] = '\0';
    }
    commit->outcome.answer = NULL;
    lm_house *house = commit->house;
    pthread_mutex_lock(&house->lock);
    bool first = !house->came; /* the house takes the whole list, so only the first entry wakes the owner */
    commit->next = NULL;
    *house->came_end = commit;
    house->came_end = &commit->next;
    pthread_mutex_unlock(&house->lock);
    if (first && house->options.owner.wake) house->options.owner.wake(house->options.owner.self);
}

void house_fail(lm_house *house, const char *why)
{
    if (house->fault[0]) return;
    snprintf(house->fault, sizeof house->fault, "%s", why);
    house_log(house, "error", "house-failed", "why:s", why);
}

/* False if the store's queue is full. A store that has failed gives the outcome LM_STORE_FAILED. */
static bool send_commit(lm_house *house, house_commit *commit)
{
    char text[LM_STORE_TEXT];
    if (lm_store_submit(house->store, commit->batch, came_back, commit)) return true;
    if (!lm_store_fault(house->store, text)) return false;
    came_back(commit, commit->batch, &(lm_store_outcome){ .why = LM_STORE_FAILED });
    return true;
}

void house_send(lm_house *house)
{
    while (house->unsent) {
        house_commit *commit = house->unsent;
        house->unsent = commit->next; /* taken out first: once it is sent, the writer's thread may use commit->next */
        if (!house->unsent) house->unsent_end = &house->unsent;
        if (send_commit(house, commit)) continue;
        commit->next = house->unsent;
        if (!house->unsent) house->unsent_end = &commit->next;
        house->unsent = commit;
        return;
    }
}

/* The house's thread never waits for the disk. Batches that do not fit into the store's queue wait here in order, and
 * are submitted when an outcome has come back. */
void house_submit(house_commit *commit)
{
    lm_house *house = commit->house;
    commit->submitted_ms = house->now_ms;
    commit->next = NULL;
    house->under_way++;
    *house->unsent_end = commit;
    house->unsent_end = &commit->next;
    house_send(house);
}

/* Submits the same batch after the rights were read again and still allow it. All other values in the batch have their
 * own versions. */
static void submit_again(house_commit *commit)
{
    house_request *request = commit->request;
    lm_batch *batch = commit->batch;
    commit->batch = NULL; /* freed with the new commit */
    request_submit(request, batch, commit->done);
}

static void finish_request(house_commit *commit)
{
    if (guard_refused(commit->request, &commit->outcome)) {
        if (commit->house->turns->renew(commit->request)) submit_again(commit);
        return;
    }
    commit->outcome.answer = commit->answer;
    commit->outcome.answer_size = strlen(commit->answer);
    commit->done(commit->request, commit->batch, &commit->outcome);
}

/* A batch that depends on a value which could not be read is not submitted. */
void request_submit(house_request *request, lm_batch *batch, house_committed *done)
{
    if (!batch) memory_end();
    if (request->house->unread) {
        done(request, batch, &(lm_store_outcome){ .why = LM_STORE_MEMORY });
        lm_batch_free(batch);
        return;
    }
    request_guard(request, batch);
    house_commit *commit = memory_or_end(sizeof *commit);
    *commit = (house_commit){
        .house = request->house, .batch = batch, .finish = finish_request, .request = request, .done = done
    };
    house_submit(commit);
}

void command_answer(const house_request *request, const char *first, char answer[COMMAND_ANSWER])
{
    assert(strlen(first) + sizeof request->digest + sizeof request->waits_for < COMMAND_ANSWER);
    char *at = stpcpy(answer, first);
    if (request->digest[0] || request->waits_for[0]) at = stpcpy(stpcpy(at, " "), request->digest);
    if (request->waits_for[0]) stpcpy(stpcpy(at, " "), request->waits_for);
}

/* A request for approval of a command at a table has a number of the table, but the house records it. So it has a
 * client name of its own, and the store keeps the command under that name. */
void request_command(const house_request *request, lm_batch *batch)
{
    char client[LM_STORE_NAME + 1];
    if (!request->is_numbered || !request->caller.client[0]) return;
    snprintf(client, sizeof client, "%s", request->caller.client);
    if (request->word && request->word->where == LM_AT_TABLE)
        snprintf(client, sizeof client, "%s/%.31s/asked", request->caller.client, request_table(request));
    char answer[COMMAND_ANSWER];
    command_answer(request, request->word ? request->word->word : "", answer);
    lm_batch_command(batch, client, request->n, answer, strlen(answer));
}

lm_batch *house_batch(const house_request *request, const char *kind, json_t *body)
{
    lm_batch *batch = lm_batch_new();
    if (!batch) memory_end();
    request_command(request, batch);
    batch_record(batch, kind, request->caller.person[0] ? request->caller.person : "nobody", body);
    return batch;
}

void refuse_unread(house_refusal *refusal)
{
    refuse_into(refusal, LM_REFUSED_LATER, LM_SAYS(BOOKS_UNREAD, "", "the house could not read its books; try again"));
}

bool house_could_not_read(const lm_house *house, house_refusal *refusal)
{
    if (house->unread) refuse_unread(refusal);
    return house->unread;
}

typedef struct {
    json_t *value;
    int64_t version;
} wanted_value;

static bool read_value(void *context, const lm_value_row *row)
{
    wanted_value *w = context;
    w->value = json_loadb(row->value, row->size, 0, NULL);
    w->version = row->version;
    return false;
}

json_t *house_value(lm_house *house, const char *key, int64_t *version)
{
    char text[LM_STORE_TEXT];
    wanted_value w = { 0 };
    if (lm_store_value(house->store, key, read_value, &w, text) != LM_STORE_DONE) house->unread = true;
    if (version) *version = w.version;
    return w.value;
}

void config_of_house(lm_house *house, report_config *config, int64_t *version)
{
    json_t *kept = house_value(house, CONFIG_KEY, version);
    config_preset(config);
    config_read(config, kept);
    json_decref(kept);
}

typedef struct {
    house_request *request;
    lm_work kind;
    void (*work)(house_request *);
    void (*done)(house_request *);
} house_job;

static void job_work(void *job)
{
    ((house_job *)job)->work(((house_job *)job)->request);
}

static void job_done(void *job)
{
    house_job copy = *(house_job *)job;
    free(job);
    copy.request->house->working[copy.kind]--;
    copy.done(copy.request);
}

lm_store *house_reader(const lm_house *house, lm_work kind)
{
    return house->options.reader[kind] ? house->options.reader[kind] : house->store;
}

/* Each waiting report may hold megabytes, and a flood of any kind must not fill the server's memory. */
bool request_may_wait(house_request *request, lm_work kind)
{
    static const int most[LM_WORKS] = {
        [LM_WORK_HASH] = 64, [LM_WORK_LIST] = 256, [LM_WORK_REPORT] = 32, [LM_WORK_SEARCH] = 64
    };
    if (request->house->working[kind] < most[kind]) return true;
    if (kind == LM_WORK_HASH)
        return request_refuse(
            request, LM_REFUSED_LATER,
            LM_SAYS(SIGNING_IN_BUSY, "", "too many people are signing in at this moment; try again in a few seconds"));
    return request_refuse(request, LM_REFUSED_LATER,
                          LM_SAYS(QUESTIONS_BUSY, "waiting", "%d such questions wait already; try again in a moment"),
                          most[kind]);
}

void request_later(house_request *request, lm_work kind, void (*work)(house_request *), void (*done)(house_request *))
{
    const lm_house_owner *owner = &request->house->options.owner;
    if (!request_may_wait(request, kind)) return;
    house_job *job = memory_or_end(sizeof *job);
    *job = (house_job){ request, kind, work, done };
    request->house->working[kind]++;
    if (owner->later) {
        owner->later(owner->self, kind, job_work, job_done, job);
    } else {
        job_work(job);
        job_done(job);
    }
}
