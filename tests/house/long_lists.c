/* long_lists.c - however long a list is, no answer about it is long and none reads many rows; the pages together have every row
 * once. The test counts rows and bytes, because times differ from machine to machine. */
#include "kit/people_help.h"
#include "people/page.h"

enum { MANY = 20000, WAITING = 900, OPEN_TABLES = 12, AT_ONCE = 500 };

/* A page holds PAGE_BYTES and one row more; the largest rows here are tables with their wagers. */
enum { ANSWER_MOST = PAGE_BYTES + 16 * 1024 };

typedef json_t *value_maker(int i);

static void put_many(desk *d, const char *prefix, int n, value_maker *make)
{
    for (int i = 0; i < n;) {
        lm_batch *batch = lm_batch_new();
        batch_record(batch, "person-created", "test", json_object());
        for (int end = i + AT_ONCE < n ? i + AT_ONCE : n; i < end; i++) {
            char key[LM_STORE_NAME + 1];
            snprintf(key, sizeof key, "%s%05x", prefix, i);
            batch_put(batch, key, 0, make(i));
        }
        batch_behind(d->house, batch);
        desk_step(d);
    }
    while (lm_store_waiting(store) > 0)
        desk_step(d);
}

static json_t *person(int i)
{
    return json_pack("{s:s, s:[s], s:s, s:b, s:i, s:i}", "name", "Somebody", "roles", i % 1000 ? "player" : "cashier",
                     "password_by", "", "locked", 0, "created_ms", 1, "generation", 0);
}

static json_t *guest(int i)
{
    (void)i;
    return json_pack("{s:s, s:[s], s:s, s:b, s:i, s:i}", "name", "Guest", "roles", "guest", "password_by", "", "locked",
                     0, "created_ms", 1, "generation", 0);
}

static json_t *coupon(int i)
{
    return json_pack("{s:s, s:s, s:i, s:s, s:s, s:i, s:i, s:b}", "kind", "match-play", "wager", "", "cents", i + 1,
                     "money", "real", "issuer", "cas", "issued_ms", 1, "expires_ms", 2, "used", 0);
}

/* Long texts: a page of as many rows as may be asked for would have 400 KB. */
static json_t *dispute(int i)
{
    char player[32], text[2001];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    snprintf(player, sizeof player, i % 5000 == 7 ? "ann" : "p%d", i);
    return json_pack("{s:i, s:s, s:s, s:s, s:s, s:i, s:s}", "dispute", i, "table", "t", "player", player, "text", text,
                     "by", "sue", "opened_ms", 1, "status", i % 4000 ? "resolved" : "open");
}

static json_t *another_session(int i)
{
    return json_pack("{s:s, s:I, s:I, s:i, s:s}", "person", i % 6000 == 9 ? "ann" : "bob", "created_ms",
                     (json_int_t)clock_ms - i, "seen_ms", (json_int_t)clock_ms, "generation", 0, "kind", "person");
}

static json_t *played(int i)
{
    return json_pack("{s:s, s:i, s:i, s:s, s:i, s:i}", "table", "t", "round", i, "time_ms", 1, "money", "play",
                     "stake_cents", 100, "net_cents", 0);
}

static json_t *waiting_key(int i)
{
    (void)i;
    return json_pack("{s:I}", "asked_ms", (json_int_t)clock_ms);
}

static json_t *approval(int i)
{
    (void)i;
    return json_pack("{s:s, s:s, s:s, s:{s:s, s:s}, s:I, s:I, s:[s]}", "state", "waiting", "word", "set-roles", "asker",
                     "amy", "request", "do", "set-roles", "reason", "They have passed their examination.", "asked_ms",
                     (json_int_t)clock_ms, "expires_ms", (json_int_t)clock_ms + 900000, "second", "administrator");
}

typedef struct {
    const char *word, *list, *id, *key, *value; /* id: what tells rows apart; key and value: a further field, or NULL */
    int rows;                                   /* how many all pages have */
    int limit;                                  /* rows of a page */
    int reads;                                  /* the most rows that one answer may read */
} long_list;

static json_t *question(const long_list *l, const char *after)
{
    json_t *body = json_pack("{s:s, s:i}", "do", l->word, "limit", l->limit);
    if (l->key) json_object_set_new(body, l->key, json_string(l->value));
    if (*after) json_object_set_new(body, "after", json_string(after));
    return body;
}

static void note_rows(const json_t *rows, const char *id, json_t *seen)
{
    for (size_t i = 0; i < json_array_size(rows); i++) {
        char *one = json_dumps(json_object_get(json_array_get(rows, i), id), JSON_ENCODE_ANY);
        assert_non_null(one);
        if (json_object_get(seen, one)) fail_msg(/* say:test-row-on-two-pages */ "FAILED: %s is on two pages", one);
        json_object_set_new(seen, one, json_true());
        free(one);
    }
}

static void read_all(desk *d, const char *session, const long_list *l)
{
    json_t *seen = json_object();
    char after[LM_STORE_NAME + 1] = "";
    int pages = 0;
    do {
        int64_t before = lm_store_rows_read(store);
        assert_ask(d, session, question(l, after), 200);
        int64_t read = lm_store_rows_read(store) - before;
        size_t size = json_dumpb(heard(d), NULL, 0, JSON_COMPACT);
        if (size > ANSWER_MOST)
            fail_msg(/* say:test-answer-too-long */ "FAILED: an answer to %s has %zu bytes", l->word, size);
        if (read > l->reads)
            fail_msg(/* say:test-answer-reads-much */ "FAILED: an answer to %s read %lld rows", l->word,
                     (long long)read);
        const json_t *rows = json_object_get(heard(d), l->list);
        if ((int)json_array_size(rows) > l->limit)
            fail_msg(/* say:test-page-too-long */ "FAILED: a page of %s is longer than asked", l->word);
        note_rows(rows, l->id, seen);
        snprintf(after, sizeof after, "%s", text_in(heard(d), "next"));
        if (strcmp(l->word, "sessions") == 0 && strlen(after) > 4)
            fail_msg(/* say:test-session-hash-told */ "FAILED: the hash of a session is told");
        if (++pages > MANY / 40) fail_msg("FAILED: the pages of %s do not end", l->word);
    } while (*after);
    if ((int)json_object_size(seen) != l->rows)
        fail_msg(/* say:test-rows-of-all-pages */ "FAILED: all pages of %s have %zu rows, not %d", l->word,
                 json_object_size(seen), l->rows);
    json_decref(seen);
}

static void found(desk *d, const char *ada)
{
    put_many(d, "person/p", MANY, person);
    put_many(d, "person/guest-", MANY, guest);
    put_many(d, "coupon/ann/", MANY, coupon);
    put_many(d, "dispute/", MANY, dispute);
    put_many(d, "~session/", MANY, another_session);
    put_many(d, "~round/ann/", MANY, played);
    put_many(d, "approval/", WAITING, approval);
    put_many(d, "~approval/amy/", WAITING, waiting_key);
    for (int i = 0; i < OPEN_TABLES; i++) {
        char id[16];
        snprintf(id, sizeof id, "t%d", i);
        assert_ask(d, ada, json_pack("{s:s, s:s, s:s}", "do", "open-table", "table", id, "rules", "ma-blackjack"), 200);
    }
}

/* What a request reads besides its list: the caller's person, session and numbers. */
enum { OWN_READS = 24, LATER = PAGE_READ_LATER + OWN_READS, HERE = 2 * PAGE_ROWS_MOST + OWN_READS };

static void no_answer_is_long(void **state)
{
    (void)state;
    session_text ada, amy, ann;
    desk *d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "amy", "administrator", amy);
    make_and_sign_in(d, ada, "ann", "player", ann);
    found(d, ada);
    const long_list staff[] = {
        { "people", "people", "person", NULL, NULL, MANY + 3, PAGE_ROWS_MOST, LATER },
        { "people", "people", "person", "role", "cashier", MANY / 1000, PAGE_ROWS_MOST, LATER },
        { "disputes", "rows", "dispute", NULL, NULL, MANY, PAGE_ROWS_MOST, LATER },
        { "disputes", "rows", "dispute", "status", "open", MANY / 4000, PAGE_ROWS_MOST, LATER },
        { "coupons", "coupons", "coupon", "person", "ann", MANY, PAGE_ROWS_MOST, HERE },
        { "approvals", "approvals", "approval", NULL, NULL, WAITING, PAGE_ROWS_MOST, HERE },
        { "tables", "tables", "table", NULL, NULL, OPEN_TABLES, 5, HERE },
        { "lobby", "tables", "table", NULL, NULL, OPEN_TABLES, 5, HERE },
    };
    const long_list own[] = {
        { "disputes", "rows", "dispute", NULL, NULL, MANY / 5000, PAGE_ROWS_MOST, LATER },
        { "coupons", "coupons", "coupon", NULL, NULL, MANY, PAGE_ROWS_MOST, HERE },
        { "sessions", "sessions", "created_ms", NULL, NULL, 1 + (MANY + 5990) / 6000, PAGE_ROWS_MOST, LATER },
        { "rounds", "rounds", "round", NULL, NULL, MANY, PAGE_ROWS_MOST, LATER },
    };
    for (size_t i = 0; i < sizeof staff / sizeof *staff; i++)
        read_all(d, ada, &staff[i]);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        read_all(d, ann, &own[i]);
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOUSE_TEST(no_answer_is_long),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
