/* tries.c - limits how fast passwords may be tried: a wrong password delays its sender, but no other person.
 *
 * A wrong password never locks an account and never ends a session, so a stranger cannot use it against the account's
 * owner. The sender waits instead, longer after each wrong password. A device that has signed in as this person before,
 * and a session that gives its password again, are counted separately, so strangers' attempts do not delay them.
 * Strangers are counted in three ways: by name and network together; by name alone, once their own network has failed
 * with this name; and by network over all names.
 *
 * An attempt is counted before its password is compared, so that many parallel attempts cannot all slip through. The
 * counts are values of the store under "~tries/", so that all servers of a house count together. */
#include <string.h>

#include "enter.h"

enum {
    TRIES_FORGOTTEN_MS = 60 * 60 * 1000, /* after an hour without an attempt a count starts over */
    TRIES_AGAIN = 64,
};

typedef enum { TRIES_KNOWN, TRIES_FROM, TRIES_NAME, TRIES_NETWORK, TRIES_KINDS } tries_kind;

static const struct {
    const char *word;
    int free;         /* number of wrong passwords before the first wait */
    int64_t first_ms; /* the first wait; each further wrong password doubles it */
    int64_t most_ms;
} kinds[TRIES_KINDS] = {
    [TRIES_KNOWN] = { "known", 3, 1000, 15 * 60 * 1000 },
    [TRIES_FROM] = { "from", 3, 1000, 15 * 60 * 1000 },
    [TRIES_NAME] = { "name", 10, 1000, 60 * 1000 },
    [TRIES_NETWORK] = { "network", 20, 1000, 60 * 1000 },
};

typedef struct {
    char key[LM_STORE_NAME + 1];
    int64_t wrong, seen_ms, version;
} tries_count;

static const row_field count_fields[] = {
    ROW_HAS(INT, tries_count, wrong),
    ROW_HAS(INT, tries_count, seen_ms),
    ROW_END,
};

/* The key is hashed, so that the store does not list which names were tried from which address. */
static void tries_key(const house_request *request, tries_kind kind, char key[LM_STORE_NAME + 1])
{
    const house_errand *e = request->own;
    const char *texts[3] = { kinds[kind].word };
    int n = 1;
    if (kind != TRIES_NETWORK) texts[n++] = e->login;
    if (kind == TRIES_KNOWN) texts[n++] = request->caller.person[0] ? request->session : e->device;
    if (kind == TRIES_FROM || kind == TRIES_NETWORK) texts[n++] = request->network;
    texts_key("~tries/", texts, n, key);
}

static tries_count read_count(const house_request *request, tries_kind kind)
{
    tries_count count = { 0 };
    tries_key(request, kind, count.key);
    row_load(request->house, count_fields, &count, &count.version, "%s", count.key);
    int64_t age = request->house->now_ms - count.seen_ms;
    if (age <= -TRIES_FORGOTTEN_MS || age >= TRIES_FORGOTTEN_MS) count.wrong = 0;
    return count;
}

static void put_count(const house_request *request, lm_batch *batch, const tries_count *count, int more)
{
    tries_count next = { .wrong = count->wrong + more, .seen_ms = request->house->now_ms };
    row_put(batch, count_fields, &next, count->version, "%s", count->key);
}

/* How long the sender must still wait. Setting the clock back does not make a wait longer. */
static int64_t wait_of(const house_request *request, tries_kind kind, const tries_count *count)
{
    int64_t over = count->wrong - kinds[kind].free;
    if (over < 0) return 0;
    int64_t wait = over < 20 ? kinds[kind].first_ms << over : kinds[kind].most_ms;
    if (wait > kinds[kind].most_ms) wait = kinds[kind].most_ms;
    int64_t passed = request->house->now_ms - count->seen_ms;
    return passed < 0 ? wait : passed < wait ? wait - passed : 0;
}

void tries_refuse(house_request *request, int64_t wait_ms)
{
    int seconds = (int)((wait_ms + 999) / 1000);
    request->retry_s = seconds;
    request_refuse(request, LM_REFUSED_OFTEN,
                   LM_SAYS(TOO_MANY_PASSWORDS, "seconds plural", "Too many wrong passwords. Try again in %d second%s."),
                   seconds, seconds == 1 ? "" : "s");
}

/* Compares the password with that of the errand's person; does the same work for an unknown or locked person. */
static void check_password(house_request *request)
{
    house_errand *e = request->own;
    house_person p;
    const char *password = field_text(request, e->tried);
    bool can = person_read(request->house, e->person, &p) && !p.locked && strlen(password) <= PASSWORD_MOST;
    snprintf(e->password, sizeof e->password, "%s", password);
    password_check(request, can ? p.hash : "", e->then);
    sodium_memzero(p.hash, sizeof p.hash);
}

static void tries_counted(house_request *request, lm_batch *batch, const lm_store_outcome *outcome)
{
    house_errand *e = request->own;
    if (outcome->why == LM_STORE_DONE) {
        check_password(request);
    } else if (outcome->why == LM_STORE_VERSION && ++e->tries < TRIES_AGAIN) {
        tries_begin(request, e->tried, e->then);
    } else {
        request_refuse_outcome(request, outcome);
    }
}

/* The counts that an attempt enters; returns how many. */
static int kinds_of(const house_errand *e, const tries_kind **kind)
{
    static const tries_kind by_owner[] = { TRIES_KNOWN }, by_stranger[] = { TRIES_FROM, TRIES_NAME };
    *kind = e->known ? by_owner : by_stranger;
    return e->known ? 1 : 2;
}

void tries_begin(house_request *request, lm_act_field password, void (*then)(house_request *))
{
    house_errand *e = request->own;
    const tries_kind *kind;
    int n = kinds_of(e, &kind);
    int64_t wait = 0;
    lm_batch *batch = lm_batch_new();
    if (!batch) memory_end();
    for (int i = 0; i < n; i++) {
        tries_count count = read_count(request, kind[i]);
        int64_t longer = wait_of(request, kind[i], &count);
        if (i == 0) e->wrong = (int)count.wrong;
        if (kind[i] == TRIES_NAME && e->wrong == 0)
            longer = 0; /* the first attempt from a network does not wait for those of other networks */
        if (longer > wait) wait = longer;
        put_count(request, batch, &count, 1);
    }
    if (!e->known) {
        tries_count network = read_count(request, TRIES_NETWORK);
        int64_t longer = wait_of(request, TRIES_NETWORK, &network);
        if (longer > wait) wait = longer;
    }
    if (wait > 0) {
        lm_batch_free(batch);
        tries_refuse(request, wait);
        return;
    }
    e->tried = password;
    e->then = then;
    request_submit(request, batch, tries_counted);
}

void tries_undo(house_request *request, lm_batch *batch)
{
    const tries_kind *kind;
    int n = kinds_of(request->own, &kind);
    for (int i = 0; i < n; i++) {
        tries_count count = read_count(request, kind[i]);
        if (count.wrong > 0) put_count(request, batch, &count, -1);
    }
}

void tries_failed(house_request *request, lm_batch *batch)
{
    const house_errand *e = request->own;
    if (e->known) return;
    tries_count network = read_count(request, TRIES_NETWORK);
    network.version = LM_STORE_ANY; /* two servers may count at once; a count that is one too low is harmless */
    put_count(request, batch, &network, 1);
}

void tries_succeeded(house_request *request, lm_batch *batch)
{
    const house_errand *e = request->own;
    char key[LM_STORE_NAME + 1];
    tries_key(request, e->known ? TRIES_KNOWN : TRIES_FROM, key);
    lm_batch_drop(batch, key);
    if (e->known) return;
    tries_key(request, TRIES_NAME, key);
    lm_batch_drop(batch, key);
}
