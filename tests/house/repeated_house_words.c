/* repeated_house_words.c - every command of the house that writes, repeated under its number: at once, later, to
 * another server, after a restart. The sender learns that it was done, and nothing changes: docs/house/requests.md.
 *
 * Everything runs on SQLite, and on a real PostgreSQL where each server has a store of its own. A word without
 * a row here fails the test. */
/* sanitized */
#include "kit/people_help.h"

#include "kit/authenticator.h"
#include "said.h"
#include "server_rooms.h"

enum { OTHERS = 8 };

static bool postgres;       /* which of the two databases */
static lm_store *stores[2]; /* each server's; the same one twice on SQLite */
static desk *a, *b;         /* two servers of one house */
static session_text ada, amy, eve, sue, cas, pat;
static int64_t number; /* the last number used */

/* --- servers ------------------------------------------------------------------------------------------------------ */

static desk *desk_on(lm_store *its_store, const char *server)
{
    store = its_store;
    return desk_open(server);
}

/* Restarts the first server. On PostgreSQL it opens its store again, while the second server keeps running. */
static void restart(void)
{
    desk_close(a);
    if (postgres) {
        lm_store_close(stores[0]);
        stores[0] = open_url(postgres_url());
    }
    a = desk_on(stores[0], "a");
}

/* --- what may not change ------------------------------------------------------------------------------------------ */

/* Streams, accounts and values, each with its count; what begins with ~ is outside the journal. */
static bool note_stream(void *context, const lm_stream_row *row)
{
    json_object_set_new(context, row->name, json_integer(row->seq));
    return true;
}

static bool note_account(void *context, const lm_account_row *row)
{
    json_object_set_new(context, row->name, json_pack("[I,I]", (json_int_t)row->cents, (json_int_t)row->lines));
    return true;
}

static bool note_value(void *context, const lm_value_row *row)
{
    if (row->key[0] != '~') json_object_set_new(context, row->key, json_integer(row->version));
    return true;
}

static json_t *picture(void)
{
    char text[LM_STORE_TEXT];
    json_t *streams = json_object(), *accounts = json_object(), *values = json_object();
    assert_int_equal(lm_store_streams(store, "", note_stream, streams, text), LM_STORE_DONE);
    assert_int_equal(lm_store_accounts(store, "", note_account, accounts, text), LM_STORE_DONE);
    assert_int_equal(lm_store_values(store, "", note_value, values, text), LM_STORE_DONE);
    return json_pack("{s:o, s:o, s:o}", "streams", streams, "accounts", accounts, "values", values);
}

/* A batch written now comes after every batch that was submitted before. */
static void wait_for_store(lm_store *its_store)
{
    lm_batch *batch = lm_batch_new();
    lm_batch_put(batch, "~settled", LM_STORE_ANY, "{}", 2);
    assert_why(finish(its_store, batch), LM_STORE_DONE);
}

/* Runs until nothing is pending, including writes that no request waits for: an approved request is written in three
 * steps. */
static void settle(void)
{
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 2; k++)
            wait_for_store(stores[k]);
        lm_house_poll(a->house);
        lm_house_poll(b->house);
    }
}

static void assert_picture(const char *word, const char *when, json_t *before)
{
    settle();
    json_t *after = picture();
    if (!json_equal(before, after)) {
        char *was = json_dumps(before, 0), *is = json_dumps(after, 0);
        fail_msg("\"%s\" %s has a second effect:\n%s\n%s", word, when, was, is);
    }
    json_decref(after);
}

/* --- the words ---------------------------------------------------------------------------------------------------- */

/* JSON in which ' stands for " and # for the number i. */
static json_t *object(const char *format, int i)
{
    char text[400];
    size_t n = 0;
    for (const char *at = format; *at && n < sizeof text - 16; at++) {
        if (*at == '#')
            n += (size_t)snprintf(text + n, sizeof text - n, "%d", i);
        else
            text[n++] = *at == '\'' ? '"' : *at;
    }
    text[n] = '\0';
    json_t *body = json_loads(text, 0, NULL);
    if (!body) fail_msg("no JSON: %s", text);
    return body;
}

/* Asks for other roles, so that there is something to decide. */
static json_t *decision(const char *word, int i)
{
    assert_ask(a, ada, object("{'do':'set-roles','person':'pat','roles':['player'],'reason':'test #'}", i), 200);
    char id[LM_HOUSE_ID];
    snprintf(id, sizeof id, "%s", text_in(heard(a), "approval"));
    return json_pack("{s:s, s:s}", "do", word, "approval", id);
}

static json_t *approval(int i)
{
    return decision("approve", i);
}

static json_t *refusal(int i)
{
    return decision("decline", i);
}

static json_t *resolution(int i)
{
    assert_ask(a, pat, object("{'do':'dispute','table':'t0','text':'the card #'}", i), 200);
    return json_pack("{s:s, s:I, s:s}", "do", "resolve-dispute", "dispute", (json_int_t)int_in(heard(a), "dispute", 0),
                     "resolution", "it stands");
}

static json_t *objection(int i)
{
    json_t *resolved = resolution(i);
    json_int_t dispute = json_integer_value(json_object_get(resolved, "dispute"));
    assert_ask(a, sue, resolved, 200);
    return json_pack("{s:s, s:I, s:s}", "do", "appeal", "dispute", dispute, "text", "it does not");
}

/* The wallet is full already; it can be filled again when something was taken out. */
static json_t *play_money(int i)
{
    (void)i;
    lm_batch *batch = lm_batch_new();
    lm_batch_append(batch, "house", LM_STORE_ANY, "test", "test", "{}", 2);
    lm_batch_move(batch, "wallet/play/pat", "world/play", 500, "test");
    assert_int_equal(lm_store_do(store, batch).why, LM_STORE_DONE);
    lm_batch_free(batch);
    return json_pack("{s:s}", "do", "play-money");
}

/* Each jackpot's slip is filed once: another table, which is gone, paid another one. */
static json_t *filing(int i)
{
    static int paid;
    char stream[24];
    (void)i;
    snprintf(stream, sizeof stream, "table/gone-%d", ++paid);
    lm_batch *batch = lm_batch_new();
    lm_batch_append(batch, stream, LM_STORE_ANY, "pay-award", "eve", "{}", 2);
    assert_int_equal(lm_store_do(store, batch).why, LM_STORE_DONE);
    lm_batch_free(batch);
    return json_pack("{s:s, s:s, s:i}", "do", "file-slip", "table", stream + strlen("table/"), "seq", 1);
}

/* A password that is sent twice in one breath counts as two tries, and the second may have to wait: this word is said
 * a minute later, and not twice in one breath. */
static json_t *beginning(int i)
{
    clock_ms += 60 * 1000;
    return object("{'do':'begin-second-factor','password':'password of sue'}", i);
}

/* A new secret, and its code. The factor that the time before has confirmed is dropped first. */
static json_t *confirmation(int i)
{
    if (i) assert_ask(a, sue, json_pack("{s:s, s:s}", "do", "drop-second-factor", "code", code_in(1)), 200);
    assert_ask(a, sue, beginning(i), 200);
    read_base32(text_in(heard(a), "secret"));
    return json_pack("{s:s, s:s}", "do", "confirm-second-factor", "code", code_in(0));
}

typedef struct {
    const char *word;
    char *by;                 /* session */
    const char *body;         /* or */
    json_t *(*prepared)(int); /* each word is sent twice */
} row;

static const row rows[] = {
    { "open-table", eve, "{'do':'open-table','table':'t#','rules':'ma-blackjack','dealing':'live'}", NULL },
    { "create-person", ada, "{'do':'create-person','person':'new-#','roles':['player'],'password':'password of new'}",
      NULL },
    { "create-person", ada, /* asked for, since it makes staff */
      "{'do':'create-person','person':'hired-#','roles':['dealer'],'password':'password of new'}", NULL },
    { "set-roles", ada, "{'do':'set-roles','person':'new-#','roles':['player'],'reason':'test'}", NULL },
    { "lock", ada, "{'do':'lock','person':'new-#','reason':'test'}", NULL },
    { "unlock", ada, "{'do':'unlock','person':'new-#','reason':'test'}", NULL },
    { "set-password", ada, "{'do':'set-password','person':'new-#','password':'another one'}", NULL },
    { "set-password", ada, "{'do':'set-password','person':'sue','password':'another one #'}", NULL },
    { "approve", eve, NULL, approval },
    { "decline", amy, NULL, refusal },
    { "deposit", cas, "{'do':'deposit','person':'pat','cents':50#00}", NULL },
    { "withdrawal", cas, "{'do':'withdrawal','person':'pat','cents':50#00}", NULL }, /* empties the wallet */
    { "play-money", pat, NULL, play_money },
    { "issue-coupon", cas, "{'do':'issue-coupon','person':'pat','kind':'match-play','cents':10#0}", NULL },
    { "set-limits", pat, "{'do':'set-limits','exclude_days':3#}", NULL }, /* cannot be made shorter */
    { "move-table", eve, "{'do':'move-table','table':'t0','reason':'test #'}", NULL },
    { "set-config", eve, "{'do':'set-config','config':{'tax_odds':30#},'reason':'test'}", NULL },
    { "file-slip", cas, NULL, filing },
    { "end-alarm", eve, "{'do':'end-alarm','reason':'mended #'}", NULL }, /* asked for */
    { "dispute", pat, "{'do':'dispute','table':'t0','text':'the card #'}", NULL },
    { "resolve-dispute", sue, NULL, resolution },
    { "appeal", pat, NULL, objection },
    { "register", pat, "{'do':'register','person':'reg-#','password':'password of reg'}", NULL },
    { "set-login", pat, "{'do':'set-login','login':'pat-#'}", NULL },
    { "re-authenticate", sue, "{'do':'re-authenticate','password':'password of sue'}", NULL },
    { "begin-second-factor", sue, NULL, beginning },
    { "confirm-second-factor", sue, NULL, confirmation },
    { "drop-second-factor", ada, "{'do':'drop-second-factor','person':'sue','reason':'lost #'}", NULL }, /* asked for */
};

/* Words that end their sender's session, or whose sender has none: each has a test of its own below. */
static const char *const others[OTHERS] = { "sign-in", "sign-out", "sign-out-everywhere", "first-administrator",
                                            "recover", "guest" };

static bool has_row(const char *word)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].word, word) == 0) return true;
    }
    for (int i = 0; i < OTHERS && others[i]; i++) {
        if (strcmp(others[i], word) == 0) return true;
    }
    return false;
}

static void test_all_words(void **state)
{
    (void)state;
    for (const lm_act_row *w = lm_act_next(NULL); w; w = lm_act_next(w)) {
        if (w->where == LM_AT_HOUSE && !(w->when & LM_ACT_READS) && !has_row(w->word))
            fail_msg("\"%s\" is not said twice", w->word);
    }
}

/* --- said again --------------------------------------------------------------------------------------------------- */

static void say_again(desk *d, const row *r, const json_t *body, const char *when, json_t *before)
{
    int status = ask(d, r->by, json_deep_copy(body));
    if (status != 200 || !json_is_true(json_object_get(heard(d), "repeated"))) {
        char *text = json_dumps(heard(d), 0);
        fail_msg("\"%s\" %s: %d %s", r->word, when, status, text);
    }
    assert_picture(r->word, when, before);
}

static json_t *body_of(const row *r, int i)
{
    json_t *body = r->body ? object(r->body, i) : r->prepared(i);
    json_object_set_new(body, "n", json_integer(++number));
    return body;
}

/* Sends each command once, then repeats it wherever possible. */
static void say_later(const row *r)
{
    json_t *body = body_of(r, 1);
    assert_ask(a, r->by, json_deep_copy(body), 200);
    assert_null(json_object_get(heard(a), "repeated"));
    settle();
    json_t *before = picture();
    say_again(a, r, body, "again", before);
    say_again(b, r, body, "to another server", before);
    restart();
    say_again(a, r, body, "after a restart", before);
    json_decref(before);
    json_decref(body);
}

/* Sends each command twice before the first can be answered; an approved request may still be under way then. */
static void say_at_once(const row *r)
{
    json_t *body = body_of(r, 0);
    int records = records_of(NULL, NULL);
    uint64_t first = tell(a, r->by, json_deep_copy(body)), second = tell_at_once(a, r->by, json_deep_copy(body));
    int status = await(a, first), again = await(a, second);
    bool repeated = json_is_true(json_object_get(a->answer[second], "repeated"));
    bool under_way = strcmp(r->word, "approve") == 0 && again == 409;
    if (status != 200 || !(under_way || (again == 200 && repeated)))
        fail_msg("\"%s\" in one breath: %d %s, %d %s", r->word, status, json_dumps(a->answer[first], 0), again,
                 json_dumps(a->answer[second], 0));
    settle();
    assert_true(records_of(NULL, NULL) > records || strcmp(r->word, "open-table") == 0);
    json_t *before = picture();
    say_again(a, r, body, "after two in one breath", before);
    json_decref(before);
    json_decref(body);
}

static void test_repeats(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].prepared != beginning) say_at_once(&rows[i]);
        say_later(&rows[i]);
    }
}

/* --- the others --------------------------------------------------------------------------------------------------- */

/* Requests without a session have no number. When repeated, a name is taken and a token is spent; a second guest and a
 * second session are made, which is harmless. */
static void test_signed_out(void **state)
{
    (void)state;
    session_text session;
    assert_ask(a, "", object("{'do':'register','person':'bob','password':'password of bob','n':#}", 1), 200);
    json_t *before = picture();
    assert_ask(a, "", object("{'do':'register','person':'bob','password':'password of bob','n':#}", 1), 409);
    assert_ask(b, "",
               object("{'do':'first-administrator','token':'x','person':'zoe','password':'password of zoe','n':#}", 1),
               403);
    assert_picture("register", "again", before);
    json_decref(before);
    assert_ask(a, "", object("{'do':'guest','n':#}", 1), 200);
    assert_ask(a, "", object("{'do':'guest','n':#}", 1), 200);
    assert_null(json_object_get(heard(a), "repeated"));
    assert_int_equal(sign_in(a, "bob", session), 200);
    assert_int_equal(sign_in(b, "bob", session), 200);
}

/* A session that has ended is ended once more without effect, also by a server that has not heard of it. */
static void test_sign_out(void **state)
{
    (void)state;
    session_text session;
    assert_int_equal(sign_in(a, "pat", session), 200);
    assert_ask(b, session, object("{'do':'limits'}", 0), 200);
    assert_ask(a, session, object("{'do':'sign-out','n':#}", 1), 200);
    json_t *before = picture();
    assert_ask(a, session, object("{'do':'sign-out','n':#}", 1), 200);
    assert_ask(b, session, object("{'do':'sign-out','n':#}", 1), 200);
    assert_picture("sign-out", "again", before);
    json_decref(before);
}

/* A person who changes their own password continues in another session. The old session cannot learn that it was done; but a
 * repeat never counts as a wrong password. */
static void test_own_password(void **state)
{
    (void)state;
    session_text session;
    json_t *body = object("{'do':'set-password','old':'password of pat','password':'another one','n':#}", 1);
    assert_int_equal(sign_in(a, "pat", session), 200);
    assert_ask(b, session, object("{'do':'limits'}", 0), 200);
    assert_ask(a, session, json_deep_copy(body), 200);
    json_t *before = picture();
    for (int i = 0; i < 8; i++)
        assert_ask(i % 2 ? a : b, session, json_deep_copy(body), 401);
    assert_picture("set-password", "again", before);
    json_decref(before);
    json_decref(body);
    assert_ask(a, "", object("{'do':'sign-in','person':'pat','password':'another one'}", 0), 200);
}

/* A request that was approved and then refused stays refused for its approver; an interrupted one is not reported as
 * done. */
static void test_refused_approval(void **state)
{
    (void)state;
    char id[LM_HOUSE_ID], key[LM_STORE_NAME + 1], first[LM_HOUSE_TEXT];
    session_text guest;
    assert_ask(a, "", object("{'do':'guest'}", 0), 200);
    keep_session(a, guest);
    stir(a, guest); /* from now on the journal knows them */
    assert_ask(a, guest, object("{'do':'who-am-i'}", 0), 200);
    json_t *wish = json_pack("{s:s, s:s, s:[s], s:s}", "do", "set-roles", "person", text_in(heard(a), "person"),
                             "roles", "dealer", "reason", "test");
    assert_ask(a, ada, wish, 200);
    snprintf(id, sizeof id, "%s", text_in(heard(a), "approval"));
    json_t *body = json_pack("{s:s, s:s, s:I}", "do", "approve", "approval", id, "n", (json_int_t)++number);
    assert_ask(a, eve, json_deep_copy(body), 409); /* a guest stays a guest */
    snprintf(first, sizeof first, "%s", why(a));
    settle();
    json_t *before = picture();
    assert_ask(a, eve, json_deep_copy(body), 409);
    assert_string_equal(why(a), first);
    assert_ask(b, eve, json_deep_copy(body), 409);
    assert_string_equal(why(b), first);
    assert_picture("approve", "again", before);
    json_decref(before);

    /* the number of eve's approval does not pass for an approval of a request that amy has decided */
    json_t *another = decision("approve", 9), *mine = json_deep_copy(body);
    assert_ask(a, amy, json_deep_copy(another), 200);
    json_object_set(mine, "approval", json_object_get(another, "approval"));
    assert_ask(a, eve, mine, 409);
    json_decref(another);

    snprintf(key, sizeof key, "approval/%s", id);
    json_t *value = house_value(a->house, key, NULL);
    json_object_set_new(value, "state", json_string("approved"));
    json_object_del(value, "answer");
    lm_batch *batch = lm_batch_new();
    lm_batch_append(batch, "house", LM_STORE_ANY, "test", "test", "{}", 2);
    batch_put(batch, key, LM_STORE_ANY, value);
    assert_int_equal(lm_store_do(store, batch).why, LM_STORE_DONE);
    lm_batch_free(batch);
    assert_ask(a, eve, json_deep_copy(body), 409);
    assert_said(why(a), "say:approved-unknown");
    json_decref(body);
}

/* --- numbers ------------------------------------------------------------------------------------------------------ */

/* The house and each table have numbers of their own, also for what a second person must allow. */
static void test_numbers(void **state)
{
    (void)state;
    static const char fill[] = "{'do':'fill','table':'t0','cents':1000,'n':#}";
    assert_ask(a, eve, object("{'do':'open-table','table':'t0','rules':'ma-blackjack','dealing':'live','n':#}", 40),
               200);
    await_table(a, "t0");
    assert_ask(a, eve, object("{'do':'tray-open','table':'t0','cents':900000,'n':#}", 1), 200);
    assert_ask(a, eve, object(fill, 3), 200);
    assert_true(json_is_true(json_object_get(heard(a), "waiting")));
    json_t *before = picture();
    assert_ask(a, eve, object(fill, 3), 200);
    assert_true(json_is_true(json_object_get(heard(a), "repeated")));
    assert_ask(a, eve, object(fill, 2), 409); /* after a later one */
    assert_ask(a, eve, object(fill, 0), 400);
    assert_ask(a, eve, object("{'do':'set-config','config':{},'reason':'test','n':#}", 0), 400);
    assert_ask(a, eve, object("{'do':'set-config','config':{},'reason':'test','n':-#}", 7), 400);
    assert_ask(a, eve, object("{'do':'set-config','config':{},'reason':'test','n':#}", 39), 409);
    /* a number that another word has used does not pass for this word, which was never done */
    assert_ask(a, eve, object("{'do':'dispute','table':'t0','text':'test','n':#}", 40), 409);
    assert_ask(b, eve, object("{'do':'dispute','table':'t0','text':'test','n':#}", 40), 409);
    assert_said(why(b), "say:another-command");
    /* a question is not a command, even with a number */
    assert_ask(a, eve, object("{'do':'statement','person':'zoe','n':#}", 40), 404);
    assert_picture("fill", "again", before);
    json_decref(before);
}

/* --- the house ---------------------------------------------------------------------------------------------------- */

static int begin(void **state)
{
    if (postgres) {
        assert_int_equal(psql("DROP SCHEMA IF EXISTS lammer CASCADE"), 0);
        stores[0] = open_url(postgres_url());
        stores[1] = open_url(postgres_url());
    } else {
        open_store(state);
        stores[0] = stores[1] = store;
    }
    clock_ms = 1763208000000;
    a = desk_on(stores[0], "a");
    first_admin(a, ada);
    make_and_sign_in(a, ada, "amy", "administrator", amy);
    make_and_sign_in(a, ada, "eve", "executive", eve);
    make_and_sign_in(a, ada, "sue", "supervisor", sue);
    make_and_sign_in(a, ada, "cas", "cashier", cas);
    make_and_sign_in(a, ada, "pat", "player", pat);
    own_password(a, "amy", amy);
    own_password(a, "eve", eve);
    b = desk_on(stores[1], "b");
    number = 0;
    return 0;
}

static int end(void **state)
{
    desk_close(b);
    desk_close(a);
    b = NULL;
    if (stores[1] != stores[0]) lm_store_close(stores[0]);
    store = stores[1];
    return close_store(state);
}

static int both(void **state)
{
    (void)state;
    return harness_set_up(true);
}

#define AT_HOUSE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_words), AT_HOUSE(test_repeats),      AT_HOUSE(test_signed_out),
        AT_HOUSE(test_sign_out),          AT_HOUSE(test_own_password), AT_HOUSE(test_refused_approval),
        AT_HOUSE(test_numbers),
    };
    int failed = cmocka_run_group_tests_name("sqlite", tests, both, NULL);
    postgres = h.tools[0]; /* false where no PostgreSQL server is installed */
    if (postgres) failed += cmocka_run_group_tests_name("postgres", tests, NULL, NULL);
    return harness_tear_down() != 0 || failed;
}
