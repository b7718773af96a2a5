/* program.c - the program verifies itself against its manifest: at the start, and then once a day.
 *
 * The result is a record of the stream `program`, so that the journal shows which program dealt its rounds, and when
 * that changed. A program that differs from its manifest does not open the house, or closes it. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lammer/version.h"
#include "room.h"

/* Call while files can still be opened. False when a manifest was named and cannot be read. */
bool program_open(program *p, const char *manifest)
{
    p->file = manifest_open_program();
    p->kept = manifest_read(manifest);
    return p->kept || !manifest;
}

void program_close(program *p)
{
    if (p->file >= 0) close(p->file);
    free(p->kept);
    p->kept = NULL;
}

/* Uses only its argument, so any thread may call it. */
static void look(program_look *l)
{
    char *now = manifest_make(l->program->file);
    l->differs[0] = l->digest[0] = '\0';
    if (now) manifest_digest_of(now, "program", l->digest);
    if (!l->program->kept) {
        l->state = PROGRAM_UNLISTED;
    } else if (!now) {
        l->state = PROGRAM_UNREAD;
    } else {
        bool agrees = manifest_agrees(l->program->kept, now, l->differs, sizeof l->differs);
        l->state = agrees ? PROGRAM_RIGHT : PROGRAM_ALTERED;
    }
    free(now);
}

static bool keep_digest(void *context, const lm_record *record)
{
    json_t *body = json_loadb(record->body, record->body_size, 0, NULL);
    const char *digest = json_string_value(json_object_get(body, "after"));
    snprintf(context, MANIFEST_DIGEST, "%s", digest ? digest : "");
    json_decref(body);
    return true;
}

static bool keep_seq(void *context, const lm_stream_row *row)
{
    if (strcmp(row->name, "program") == 0) *(int64_t *)context = row->seq;
    return true;
}

/* The program that was recorded last, "" in a new house. */
static void read_before(server *s)
{
    char text[LM_STORE_TEXT];
    int64_t seq = 0;
    lm_store_streams(s->store, "program", keep_seq, &seq, text);
    if (seq) lm_store_records(s->store, "program", seq, keep_digest, s->program.before, text);
}

static lm_batch *record(server *s, const program_look *l, const char *when)
{
    char manifest[MANIFEST_DIGEST] = "";
    lm_batch *batch = lm_batch_new();
    if (s->program.kept) manifest_digest(s->program.kept, manifest);
    json_t *body =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "server", s->name, "version", LAMMER_VERSION, "when", when,
                  "manifest", manifest, "differs", l->differs, "before", s->program.before, "after", l->digest);
    char *text = json_dumps(body, JSON_COMPACT | JSON_SORT_KEYS);
    if (batch && text)
        lm_batch_append(batch, "program", LM_STORE_ANY, program_word(l->state), "house", text, strlen(text));
    free(text);
    json_decref(body);
    snprintf(s->program.before, sizeof s->program.before, "%s", l->digest);
    return batch;
}

static void record_program(server *s, const program_look *l)
{
    static const char *const levels[] = { "warning", "info", "error", "error" };
    log_line(
        levels[l->state], "program",
        json_pack("{s:s, s:s, s:s}", "state", program_word(l->state), "program", l->digest, "differs", l->differs));
}

static bool may_deal(server *s, const program_look *l)
{
    s->program.state = l->state;
    if (l->state == PROGRAM_RIGHT || l->state == PROGRAM_UNLISTED) return true;
    if (l->state == PROGRAM_ALTERED) {
        snprintf(s->text, sizeof s->text,
                 /* say:not-its-manifest */
                 "this program differs from its manifest: %s; no table is opened; install the program again",
                 l->differs);
    } else {
        snprintf(s->text, sizeof s->text,
                 "this program could not be compared with its manifest: its file cannot be read, or there is "
                 "no memory; no table is opened");
    }
    return false;
}

/* At the start, before tables are opened. */
bool program_verify(server *s)
{
    program_look l = { .program = &s->program };
    look(&l);
    record_program(s, &l);
    read_before(s);
    lm_batch *batch = record(s, &l, "start");
    if (batch) lm_store_do(s->store, batch);
    lm_batch_free(batch);
    return may_deal(s, &l);
}

static void look_elsewhere(void *slow)
{
    look(slow);
}

static void recorded(void *context, lm_batch *batch, const lm_store_outcome *outcome)
{
    lm_batch_free(batch);
}

/* A failure here is ignored: a failed store ends the house by itself. */
static void looked(void *slow)
{
    program_look *l = slow;
    server *s = l->server;
    record_program(s, l);
    lm_batch *batch = record(s, l, "daily");
    if (batch && !lm_store_submit(s->store, batch, recorded, NULL)) lm_batch_free(batch);
    if (!may_deal(s, l) && s->stage == SERVER_SERVES) server_stop(s);
    s->program.looking = false;
    free(l);
}

static void due(lws_sorted_usec_list_t *timer)
{
    server *s = lws_container_of(timer, server, verify_timer);
    program_look *l = s->program.looking || s->stage != SERVER_SERVES ? NULL : calloc(1, sizeof *l);
    if (l) {
        *l = (program_look){ .program = &s->program, .server = s };
        s->program.looking = true;
        worker_later(&s->worker[LM_WORK_LIST], look_elsewhere, looked, l);
    }
    program_schedule(s);
}

void program_schedule(server *s)
{
    if (s->options.verify_s > 0)
        lws_sul_schedule(s->context, 0, &s->verify_timer, due, (lws_usec_t)s->options.verify_s * 1000000);
}
