/* keeper.c - keeps an interrupted hand: saved at every question to the player, offered the next time.
 *
 * The file has the bytes of the table, so only the same engine, rules and machine can read it, which a digest checks.
 * It also has the events of the round, which are narrated again. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "lammer/version.h"
#include "lammer/program/words_json.h"
#include "play.h"

enum { DIGEST = 32, BASE64 = sodium_base64_VARIANT_ORIGINAL };

struct solo_keeper {
    char path[PATH_MAX];
    int lock; /* lock held while this process keeps its hand here */
    char trouble[160];
};

static solo_keeper *give_up(solo_keeper *k, const char *why)
{
    fprintf(stderr, /* say:hand-not-kept */ "lammer: an interrupted hand could not be kept: %s\n", why);
    free(k);
    return NULL;
}

/* Only one process at a time keeps its hand. */
static bool take_lock(solo_keeper *k)
{
    char path[PATH_MAX + 8];
    snprintf(path, sizeof path, "%s.lock", k->path);
    k->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    return k->lock >= 0 && flock(k->lock, LOCK_EX | LOCK_NB) == 0;
}

solo_keeper *keeper_open(void)
{
    solo_keeper *k = calloc(1, sizeof *k);
    if (!k) return NULL;
    if (!data_path(k->path, sizeof k->path - 8, "play.json"))
        return give_up(k, "no home directory is set; set XDG_DATA_HOME");
    if (!data_make_folders(k->path)) return give_up(k, strerror(errno));
    if (take_lock(k)) return k;
    const char *why =
        k->lock < 0 ? strerror(errno) : /* say:another-keeps-one */ "another lammer play is running and keeps its hand";
    if (k->lock >= 0) close(k->lock);
    return give_up(k, why);
}

void keeper_close(solo_keeper *k)
{
    if (!k) return;
    close(k->lock);
    free(k);
}

const char *keeper_trouble(const solo_keeper *k)
{
    return k->trouble[0] ? k->trouble : NULL;
}

void keeper_forget(solo_keeper *k)
{
    if (k) unlink(k->path);
}

static void digest_of(const solo_table *p, const solo_state *state, char text[2 * DIGEST + 1])
{
    unsigned char digest[DIGEST];
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, NULL, 0, sizeof digest);
    crypto_generichash_update(&hash, (const unsigned char *)LAMMER_VERSION, sizeof LAMMER_VERSION);
    crypto_generichash_update(&hash, (const unsigned char *)&p->rules->hash, sizeof p->rules->hash);
    crypto_generichash_update(&hash, (const unsigned char *)state, sizeof *state);
    crypto_generichash_final(&hash, digest, sizeof digest);
    sodium_bin2hex(text, 2 * DIGEST + 1, digest, sizeof digest);
}

static json_t *state_text(const solo_state *state)
{
    size_t room = sodium_base64_ENCODED_LEN(sizeof *state, BASE64);
    char *text = malloc(room);
    if (!text) return NULL;
    sodium_bin2base64(text, room, (const unsigned char *)state, sizeof *state, BASE64);
    json_t *value = json_string(text);
    free(text);
    return value;
}

/* Keeps the whole path of a rules file, so that it is found from any directory. */
static json_t *rules_text(const term_rules *rules)
{
    char path[PATH_MAX];
    bool is_file = strchr(rules->name, '/') || access(rules->name, R_OK) == 0;
    json_t *settings = json_array();
    for (int i = 0; i < rules->settings; i++)
        json_array_append_new(settings, json_string(rules->setting[i]));
    return json_pack("{s:s, s:o}", "rules", is_file && realpath(rules->name, path) ? path : rules->name, "settings",
                     settings);
}

static json_t *events_text(const solo_table *p)
{
    json_t *events = json_array();
    for (int i = 0; i < p->events; i++)
        json_array_append_new(events, lm_words_of_event(p->rules, &p->event[i]));
    return events;
}

static json_t *table_text(const solo_table *p)
{
    char digest[2 * DIGEST + 1];
    digest_of(p, &p->now, digest);
    return json_pack("{s:s, s:b, s:I, s:I, s:o, s:s, s:o, s:o}", "lammer", LAMMER_VERSION, "in_hand",
                     !solo_is_betting(p), "bankroll_cents", (json_int_t)p->now.bankroll_cents, "laid_cents",
                     (json_int_t)p->now.laid_cents, "table", rules_text(&p->args.rules), "digest", digest, "events",
                     events_text(p), "state", state_text(&p->now));
}

void keeper_save(solo_keeper *k, const solo_table *p)
{
    json_t *file = table_text(p);
    char *text = file ? json_dumps(file, JSON_COMPACT) : NULL;
    bool written = text && data_write(k->path, text, strlen(text));
    k->trouble[0] = '\0';
    if (!written) snprintf(k->trouble, sizeof k->trouble, "the hand could not be kept: %s", strerror(errno));
    free(text);
    json_decref(file);
}

bool keeper_has(const solo_keeper *k, char *text, size_t size)
{
    json_t *file = json_load_file(k->path, 0, NULL);
    const char *name = json_string_value(json_object_get(json_object_get(file, "table"), "rules"));
    money_text bankroll = solo_dollars(json_integer_value(json_object_get(file, "bankroll_cents")));
    money_text laid = solo_dollars(json_integer_value(json_object_get(file, "laid_cents")));
    if (json_is_true(json_object_get(file, "in_hand"))) {
        snprintf(text, size,
                 /* say:hand-interrupted */ "A hand was interrupted: %s, %s on the felt, bankroll %s.",
                 name ? name : "?", laid.text, bankroll.text);
    } else {
        snprintf(text, size, "A table was left without quitting: %s, bankroll %s.", name ? name : "?", bankroll.text);
    }
    json_decref(file);
    return name != NULL;
}

static bool read_rules(solo_table *p, const json_t *table)
{
    term_rules *rules = &p->args.rules;
    const json_t *settings = json_object_get(table, "settings");
    rules->name = json_string_value(json_object_get(table, "rules"));
    rules->settings = 0;
    for (size_t i = 0; i < json_array_size(settings) && i < TERM_SETTINGS; i++) {
        const char *setting = json_string_value(json_array_get(settings, i));
        if (setting) rules->setting[rules->settings++] = setting;
    }
    p->rules = &p->profile.rules;
    return rules->name && term_load(&p->profile, rules);
}

static bool read_state(solo_table *p, const json_t *file)
{
    const char *text = json_string_value(json_object_get(file, "state"));
    const char *digest = json_string_value(json_object_get(file, "digest"));
    char again[2 * DIGEST + 1];
    size_t length = 0;
    bool read = text && digest &&
                sodium_base642bin((unsigned char *)&p->now, sizeof p->now, text, strlen(text), NULL, &length, NULL,
                                  BASE64) == 0 &&
                length == sizeof p->now;
    if (!read) return false;
    digest_of(p, &p->now, again);
    return strcmp(digest, again) == 0;
}

/* Clauses, names and settings point into the file, so it stays in memory. */
static bool read_events(solo_table *p, const json_t *file)
{
    const json_t *events = json_object_get(file, "events");
    size_t n = json_array_size(events);
    p->event = calloc(n + 1, sizeof *p->event);
    if (!p->event) return false;
    p->room = (int)n + 1;
    for (size_t i = 0; i < n; i++) {
        lm_event e;
        if (lm_words_event(p->rules, json_array_get(events, i), &e)) p->event[p->events++] = e;
    }
    return true;
}

bool keeper_load(solo_keeper *k, solo_table *p)
{
    json_t *file = json_load_file(k->path, JSON_REJECT_DUPLICATES, NULL);
    if (file && read_rules(p, json_object_get(file, "table")) && read_state(p, file) && read_events(p, file)) {
        p->kept_file = file;
        return true;
    }
    json_decref(file);
    return solo_refuse(p,
                       /* say:start-fresh */
                       "the interrupted hand in %s cannot be read by this version; give it up and start a fresh table",
                       k->path);
}
