/* contain.c - lists what this server needs from the machine, and gives up the rest. */
#define _DEFAULT_SOURCE /* setenv */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "room.h"

static void need(void *context, lm_store_need what, const char *path, int port)
{
    contain_plan *plan = context;
    switch (what) {
    case LM_STORE_NEEDS_FILE: contain_may_read(plan, path); break;
    case LM_STORE_NEEDS_PORT: contain_may_call(plan, port); break;
    case LM_STORE_NEEDS_FOLDER:
        contain_may_keep(plan, path);
        setenv("SQLITE_TMPDIR", path, 1); /* SQLite's default folders are no longer readable */
        break;
    }
}

static void need_folder_of(contain_plan *plan, const char *path)
{
    char folder[CONTAIN_PATH];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = '\0';
    contain_may_keep(plan, slash ? folder : ".");
}

/* The house reads the key that seals cards when it opens, and makes it at its first start. */
static void need_secret(contain_plan *plan, const char *path)
{
    if (access(path, F_OK) == 0) {
        contain_may_read(plan, path);
    } else {
        need_folder_of(plan, path);
    }
}

void contain_plan_for(contain_plan *plan, const char *store_url, const char *secret, const char *heads_folder)
{
    memset(plan, 0, sizeof *plan);
    lm_store_needs(store_url, need, plan);
    need_secret(plan, secret);
    if (heads_folder) contain_may_keep(plan, heads_folder);
}

/* Call before any thread is started. */
void server_contain_files(server *s)
{
    if (s->options.contain == LM_CONTAIN_NOT) return;
    json_object_seed(0); /* seeds jansson's hashes while /dev/urandom can still be opened */
    contain_plan_for(&s->plan, s->store_url, s->secret, s->options.heads);
    s->plan.calls_all = s->inside[0];
    service_needs(s, &s->plan);
    if (s->made_key) need_folder_of(&s->plan, s->key); /* the key is removed again if the store does not open */
    contain_files(&s->plan, &s->contained);
}

/* Call after all threads have their connections and before the first request. */
bool server_contain_calls(server *s)
{
    contain_report *r = &s->contained;
    if (s->options.contain == LM_CONTAIN_NOT) {
        log_line("warning", "not contained", json_pack("{s:s}", "why", "switched off by the options"));
        return true;
    }
    contain_calls(&s->plan, r);
    log_line(r->missing[0] ? "warning" : "info", "contained",
             json_pack("{s:i, s:b, s:s}", "landlock", r->landlock, "seccomp", r->calls, "missing", r->missing));
    if (s->options.contain != LM_CONTAIN_WHOLLY || !r->missing[0]) return true;
    snprintf(
        s->text, sizeof s->text,
        "this kernel cannot contain the server fully: it lacks %s; start the server without requiring full containment",
        r->missing);
    return false;
}
