/* progress.c - what was learned, kept between runs in train.json of the user's data directory.
 *
 * practice.def says when a hand that was answered wrong comes again, and how often it must be right to be dropped. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "train.h"

static const long long waits[] = {
#define PRACTICE(box, wait) [box] = (wait),
#include "lammer/program/practice.def"
};
enum { BOXES = sizeof waits / sizeof *waits };

static void give_up(train *t, const char *why)
{
    snprintf(t->trouble, sizeof t->trouble, /* say:progress-not-kept */ "progress cannot be kept: %s", why);
}

static long long number(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static void add_to(json_t *object, const char *key, long long n)
{
    json_object_set_new(object, key, json_integer(number(object, key) + n));
}

static json_t *object_in(json_t *parent, const char *key)
{
    json_t *child = json_object_get(parent, key);
    if (json_is_object(child)) return child;
    child = json_object();
    json_object_set_new(parent, key, child);
    return child;
}

static bool find_file(train *t, char *path, size_t size)
{
    if (!data_path(path, size, "train.json")) {
        give_up(t, "no home directory is set; set XDG_DATA_HOME");
        return false;
    }
    return true;
}

/* A file that cannot be read is renamed, not overwritten. */
static json_t *read_file(const char *path)
{
    json_error_t error;
    json_t *file = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(file)) return file;
    json_decref(file);
    if (access(path, F_OK) == 0) {
        char aside[PATH_MAX + 8];
        snprintf(aside, sizeof aside, "%s.bad", path);
        bool moved = rename(path, aside) == 0;
        fprintf(stderr, "lammer: %s cannot be read (%s)%s\n", path, error.text,
                moved ? "; it is kept as train.json.bad" : "");
    }
    return json_object();
}

/* Progress is kept separately for each set of rules, by their hash. */
static void find_mine(train *t)
{
    char key[LM_RULES_NAME + 24];
    snprintf(key, sizeof key, "%s %016" PRIx64, t->rules->name, t->rules->hash);
    t->mine = object_in(object_in(t->progress, "progress"), key);
}

void progress_open(train *t)
{
    char path[PATH_MAX];
    bool found = find_file(t, path, sizeof path);
    t->progress = found ? read_file(path) : json_object();
    json_object_set_new(t->progress, "version", json_integer(1));
    find_mine(t);
}

static void save(train *t)
{
    char path[PATH_MAX];
    if (t->trouble[0] || !find_file(t, path, sizeof path)) return;
    char *text = json_dumps(t->progress, JSON_INDENT(1) | JSON_SORT_KEYS | JSON_REAL_PRECISION(12));
    bool written = text && data_make_folders(path) && data_write(path, text, strlen(text));
    if (!written) give_up(t, strerror(errno));
    free(text);
}

void progress_reset(train *t)
{
    json_object_clear(t->mine);
    save(t);
}

void progress_close(train *t)
{
    json_decref(t->progress);
    t->progress = t->mine = NULL;
}

/* The hand of this drill that has waited longest. */
bool progress_due(train *t, bool (*fits)(train *t, const char *name, question *q), question *q)
{
    long long now = number(t->mine, "asked"), longest = 0;
    const char *name;
    json_t *spot;
    json_object_foreach(object_in(t->mine, "again"), name, spot)
    {
        question other;
        long long late = now - number(spot, "due") + 1;
        if (late <= longest || strlen(name) >= TRAIN_NAME || !fits(t, name, &other)) continue;
        longest = late;
        *q = other;
    }
    return longest > 0;
}

static void put_back(train *t, const question *q, verdict v)
{
    json_t *again = object_in(t->mine, "again");
    json_t *spot = json_object_get(again, q->name);
    if (!spot && v.right) return;
    spot = object_in(again, q->name);
    long long box = v.right ? number(spot, "box") + 1 : 0;
    if (box >= BOXES || box < 0) {
        json_object_del(again, q->name);
        return;
    }
    if (!v.right) add_to(spot, "wrong", 1);
    json_object_set_new(spot, "box", json_integer(box));
    json_object_set_new(spot, "due", json_integer(number(t->mine, "asked") + waits[box]));
    json_object_set_new(spot, "cost", json_real(v.right ? json_real_value(json_object_get(spot, "cost")) : v.cost));
}

void progress_note(train *t, const question *q, verdict v)
{
    double cost = json_number_value(json_object_get(t->mine, "cost"));
    t->asked++;
    t->right += v.right;
    t->cost += v.cost;
    add_to(t->mine, "asked", 1);
    add_to(t->mine, "right", v.right);
    json_object_set_new(t->mine, "cost", json_real(cost + v.cost));
    put_back(t, q, v);
    save(t);
}

int progress_waiting(const train *t)
{
    return (int)json_object_size(json_object_get(t->mine, "again"));
}

void progress_sentence(const train *t, char *text, size_t size)
{
    long long asked = number(t->mine, "asked"), right = number(t->mine, "right");
    double cost = json_number_value(json_object_get(t->mine, "cost"));
    int waiting = progress_waiting(t);
    if (!asked) {
        snprintf(text, size, /* say:nothing-asked */ "No hand has been played yet.");
        return;
    }
    snprintf(text, size,
             /* say:trained-in-all */
             "In all %lld of %lld right; a mistake cost %.4f of a bet on average; %d hand%s to come back.", right,
             asked, asked > right ? cost / (double)(asked - right) : 0.0, waiting, waiting == 1 ? "" : "s");
}
