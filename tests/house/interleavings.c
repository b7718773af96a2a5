/* interleavings.c - two servers of one house and two requests about one person: one is written at every possible moment
 * while the other is judged. The outcome equals that of running them one after the other, in one of the two orders.
 * docs/house/servers.md. */
#include <inttypes.h>
#include <sqlite3.h>

#include "proof.h"
#include "kit/two_houses.h"
#include "quoted.h"

enum { TEXT = 1 << 14 };

/* A request: its sender, the server, and its JSON, with ' for ", @ for the person, # for the waiting decision, ~ for
 * that person's coupon and % for that person's next number. */
static const struct {
    char who; /* A and E administer, C is the cashier, P the person, - without a session */
    const char *table;
    const char *text;
} words[] = {
    { 'P', NULL, "{'do':'set-password','old':'a password of my own','password':'another one'}" },
    { 'C', NULL, "{'do':'deposit','person':'@','cents':6000}" },
    { 'C', NULL, "{'do':'deposit','person':'@','cents':3000,'n':%}" },
    { 'C', NULL, "{'do':'withdrawal','person':'@','cents':8000}" },
    { 'C', NULL, "{'do':'issue-coupon','person':'@','kind':'match-play','cents':1000,'money':'play'}" },
    { 'P', NULL, "{'do':'play-money'}" },
    { 'P', NULL, "{'do':'set-limits','deposit_cents':5000}" },
    { 'P', NULL, "{'do':'set-limits','loss_cents':3000}" },
    { 'P', NULL, "{'do':'set-limits','exclude_days':400}" },
    { 'P', NULL, "{'do':'re-authenticate','password':'a password of my own'}" },
    { 'P', NULL, "{'do':'sign-out'}" },
    { '-', NULL, "{'do':'sign-in','person':'@','password':'a password of my own'}" },
    { 'A', NULL, "{'do':'lock','person':'@','reason':'test'}" },
    { 'E', NULL, "{'do':'unlock','person':'@','reason':'test'}" },
    { 'E', NULL, "{'do':'approve','approval':'#'}" },
    { 'E', NULL, "{'do':'decline','approval':'#','reason':'test'}" },
    { '-', NULL, "{'do':'register','person':'@z','password':'a password of my own'}" },
    { 'P', "t", "{'do':'buy','table':'t','cents':6000}" },
    { 'P', "u", "{'do':'buy','table':'u','cents':6000}" },
    { 'P', "t", "{'do':'bet','table':'t','seat':'1','cents':1000,'in':'coupon','coupon':'~'}" },
    { 'P', "u", "{'do':'bet','table':'u','seat':'1','cents':1000,'in':'coupon','coupon':'~'}" },
    { 'P', "t", "{'do':'withdraw','table':'t','seat':'1'}" },
    { 'P', "t", "{'do':'leave','table':'t'}" },
    { 'P', "u", "{'do':'leave','table':'u'}" },
};

enum { WORDS = sizeof words / sizeof *words };

static proof run;
static char eve[80], cass[80];
static int look;     /* the read of the store before which the waiting batch is written; 0: never */
static int people;   /* so far */
static int64_t done; /* interleavings */

static struct {
    char id[16], session[80], approval[80], coupon[80];
} person;

/* Called before each statement of every connection: writes the waiting batch at the chosen one. */
static int write_between(unsigned kind, void *context, void *statement, void *text)
{
    (void)kind, (void)context, (void)statement, (void)text;
    if (look && --look == 0) lm_store_step(a.store);
    return 0;
}

static int listen_to(sqlite3 *connection, const char **error, const void *api)
{
    (void)error, (void)api;
    return sqlite3_trace_v2(connection, SQLITE_TRACE_STMT, write_between, NULL);
}

/* --- people --------------------------------------------------------------------------------------------------------- */

static void hire(const char *id, const char *role, char *session)
{
    static const char given[] = "a password that was given", own[] = "a password of her own";
    must(&a, ada,
         json_pack("{s:s, s:s, s:s, s:[s]}", "do", "create-person", "person", id, "password", given, "roles", role));
    json_t *in = must(&a, "", json_pack("{s:s, s:s, s:s}", "do", "sign-in", "person", id, "password", given));
    keep_session(session, in);
    keep_session(session,
                 must(&a, session, json_pack("{s:s, s:s, s:s}", "do", "set-password", "old", given, "password", own)));
}

static void enter_game(hand_house *h, const char *table)
{
    const char *session = person.session;
    must(h, session, json_pack("{s:s, s:s, s:s}", "do", "sit", "table", table, "seat", "1"));
    must(h, session, json_pack("{s:s, s:s, s:i}", "do", "buy", "table", table, "cents", 4000));
    must(h, session, json_pack("{s:s, s:s, s:s, s:i}", "do", "bet", "table", table, "seat", "1", "cents", 1000));
}

/* A new person with $100, limits, a box at both tables, and a decision that waits: to become an auditor,
 * while leaving is still possible. */
static void enter(void)
{
    snprintf(person.id, sizeof person.id, "p%06d", ++people);
    a.network = b.network = person.id; /* wrong passwords of the one before do not delay this one */
    keep_session(person.session, must(&a, "",
                                      json_pack("{s:s, s:s, s:s}", "do", "register", "person", person.id, "password",
                                                "a password of my own")));
    must(&a, person.session,
         json_pack("{s:s, s:i, s:i}", "do", "set-limits", "deposit_cents", 20000, "loss_cents", 15000));
    must(&a, cass, json_pack("{s:s, s:s, s:i}", "do", "deposit", "person", person.id, "cents", 10000));
    enter_game(&a, "t");
    enter_game(&b, "u");
    json_t *issued = must(&a, cass,
                          json_pack("{s:s, s:s, s:s, s:i, s:s}", "do", "issue-coupon", "person", person.id, "kind",
                                    "match-play", "cents", 1000, "money", "play"));
    snprintf(person.coupon, sizeof person.coupon, "%s", json_string_value(json_object_get(issued, "coupon")));
    json_t *waits = must(&a, ada,
                         json_pack("{s:s, s:s, s:[s], s:s}", "do", "set-roles", "person", person.id, "roles", "auditor",
                                   "reason", "test"));
    snprintf(person.approval, sizeof person.approval, "%s", json_string_value(json_object_get(waits, "approval")));
    pass(0);
}

static bool try_to_say(hand_house *h, const char *session, json_t *body)
{
    int status;
    hand_wait(h, say(h, session, body), &status);
    return status == 200;
}

/* Signs in whatever the requests have done to the person: locked, or with another password. */
static void sign_in_again(void)
{
    static const char *const passwords[] = { "a password of my own", "another one" };
    try_to_say(&a, ada, json_pack("{s:s, s:s, s:s}", "do", "unlock", "person", person.id, "reason", "test"));
    for (int i = 0; i < 2; i++) {
        json_t *body = json_pack("{s:s, s:s, s:s}", "do", "sign-in", "person", person.id, "password", passwords[i]);
        uint64_t token = say(&a, "", body);
        int status;
        json_t *answer = hand_wait(&a, token, &status);
        if (status == 200) keep_session(person.session, answer);
    }
}

static bool leaves(hand_house *h, const char *table)
{
    try_to_say(h, person.session, json_pack("{s:s, s:s, s:s}", "do", "withdraw", "table", table, "seat", "1"));
    return try_to_say(h, person.session, json_pack("{s:s, s:s}", "do", "leave", "table", table));
}

/* Frees the boxes for the next case. */
static void clear_away(void)
{
    if (!leaves(&a, "t") || !leaves(&b, "u")) {
        sign_in_again();
        leaves(&a, "t");
        leaves(&b, "u");
    }
    try_to_say(&a, eve, json_pack("{s:s, s:s, s:s}", "do", "decline", "approval", person.approval, "reason", "test"));
    pass(0);
}

/* --- its result --------------------------------------------------------------------------------------------------- */

typedef struct {
    char text[TEXT];
    size_t size;
} outcome;

static void add(outcome *o, const char *name, const char *text, size_t size)
{
    o->size += (size_t)snprintf(o->text + o->size, TEXT - o->size, "%s %.*s\n", name, (int)size, text);
    assert_true(o->size < TEXT);
}

static bool add_account(void *context, const lm_account_row *row)
{
    char cents[32];
    int size = snprintf(cents, sizeof cents, "%" PRId64, row->cents);
    add(context, row->name, cents, (size_t)size);
    return true;
}

static bool add_value(void *context, const lm_value_row *row)
{
    add(context, row->key, row->value, row->size);
    return true;
}

/* The length of a random value here, or of a number that counts over all people; 0: there is neither. */
static size_t by_chance(const char *text)
{
    static const struct {
        const char *begins, *until;
    } parts[] = { { "\"hash\":\"", "\"" }, { "\"receipt\":", ",}" } };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        size_t size = strlen(parts[i].begins);
        if (strncmp(text, parts[i].begins, size) == 0) return size + strcspn(text + size, parts[i].until);
    }
    size_t name = strspn(text, "0123456789abcdef");
    return name >= 12 ? name : 0;
}

/* Replaces the person's name by a fixed one, and removes random values. */
static void blur(char *text)
{
    char *to = text;
    size_t id = strlen(person.id);
    for (const char *at = text; *at;) {
        size_t skip = by_chance(at);
        bool whose = strncmp(at, person.id, id) == 0;
        *to++ = skip ? '#' : whose ? '@' : *at;
        at += skip ? skip : whose ? id : 1;
    }
    *to = '\0';
}

static int by_text(const void *one, const void *two)
{
    return strcmp(*(char *const *)one, *(char *const *)two);
}

/* Sorts random names, whose order is meaningless. */
static void sort_lines(outcome *o)
{
    enum { LINES = 64 };
    static char copy[TEXT];
    char *line[LINES], *rest = strcpy(copy, o->text);
    int n = 0;
    while (n < LINES && (line[n] = strtok_r(rest, "\n", &rest)) != NULL)
        n++;
    assert_true(n < LINES);
    qsort(line, (size_t)n, sizeof *line, by_text);
    char *to = o->text;
    for (int i = 0; i < n; i++)
        to += sprintf(to, "%s\n", line[i]);
}

/* The reason of a refusal may differ. A session that was opened may have been ended by the other request. */
static const char *answered(hand_house *h, uint64_t token)
{
    int status;
    const json_t *session = json_object_get(hand_wait(h, token, &status), "session");
    if (status != 200) return status < 500 ? "refused" : "failed";
    if (!session) return "done";
    return try_to_say(h, json_string_value(session), json_pack("{s:s}", "do", "limits")) ? "done, may go on"
                                                                                         : "done, is out";
}

/* What the two were answered, and everything that the house has about the person. */
static void note_outcome(outcome *o, const char *first, const char *second)
{
    static const char *const accounts[] = { "wallet/real", "wallet/play", "rack/t", "rack/u" };
    static const char *const values[] = { "person", "limits", "purse/real", "purse/play", "cash", "coupon", "login" };
    char name[128], text[LM_STORE_TEXT];
    o->size = (size_t)snprintf(o->text, TEXT, "%s; %s\n", first, second);
    for (size_t i = 0; i < sizeof accounts / sizeof *accounts; i++) {
        snprintf(name, sizeof name, "%s/%s", accounts[i], person.id);
        assert_int_equal(lm_store_accounts(a.store, name, add_account, o, text), LM_STORE_DONE);
    }
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        snprintf(name, sizeof name, "%s/%s", values[i], person.id);
        assert_int_equal(lm_store_values(a.store, name, add_value, o, text), LM_STORE_DONE);
    }
    snprintf(name, sizeof name, "approval/%s", person.approval);
    assert_int_equal(lm_store_values(a.store, name, add_value, o, text), LM_STORE_DONE);
    blur(o->text);
    sort_lines(o);
}

/* --- the books ---------------------------------------------------------------------------------------------------------- */

static struct {
    int64_t seq, receipt;
} last; /* of the house's journal */

static bool next_receipt(void *context, const lm_record *record)
{
    int64_t number = 0;
    (void)context;
    json_t *body = json_loadb(record->body, record->body_size, 0, NULL);
    json_unpack(body, "{s:I}", "receipt", &number);
    json_decref(body);
    if (number && number != last.receipt + 1)
        fail_msg(/* say:test-receipt-out-of-order */ "receipt %" PRId64 " comes after %" PRId64, number, last.receipt);
    if (number) last.receipt = number;
    last.seq = record->seq;
    return true;
}

/* No gap, and no number twice. */
static void check_receipts(void)
{
    char text[LM_STORE_TEXT];
    assert_int_equal(lm_store_records(a.store, "house", last.seq + 1, next_receipt, NULL, text), LM_STORE_DONE);
}

static void check_journal(void)
{
    char text[LM_STORE_TEXT];
    lm_store_report report;
    assert_int_equal(lm_store_verify(a.store, &(lm_store_proof){ 0 }, &report, text), LM_STORE_DONE);
    if (report.wrong) fail_msg("%s %" PRId64 ": %s", report.first_stream, report.first_seq, report.first);
    assert_true(last.receipt > people);
}

/* --- two requests ----------------------------------------------------------------------------------------------------- */

static json_t *body_of(int word)
{
    char text[512], number[16], *to = text;
    snprintf(number, sizeof number, "%d", people);
    for (const char *at = words[word].text; *at; at++) {
        const char *part = *at == '@'   ? person.id
                           : *at == '#' ? person.approval
                           : *at == '%' ? number
                           : *at == '~' ? person.coupon
                                        : NULL;
        if (part)
            to = stpcpy(to, part);
        else
            *to++ = *at;
    }
    *to = '\0';
    return quoted(text);
}

static const char *session_of(int word)
{
    switch (words[word].who) {
    case 'A': return ada;
    case 'E': return eve;
    case 'C': return cass;
    case 'P': return person.session;
    default: return "";
    }
}

/* The server that holds the table of the request; without a table the first or the second, as asked. */
static hand_house *server_of(int word, bool second)
{
    if (words[word].table) return words[word].table[0] == 't' ? &a : &b;
    return second ? &b : &a;
}

static hand_house *server_beside(int word, const hand_house *other)
{
    return words[word].table ? server_of(word, false) : other == &a ? &b : &a;
}

/* Runs one request after the other. */
static void one_by_one(int first, int second, bool swapped, outcome *o)
{
    hand_house *at[2];
    uint64_t token[2];
    enter();
    for (int i = 0; i < 2; i++) {
        int which = i == swapped ? 0 : 1, word = which == 0 ? first : second;
        at[which] = server_of(word, i);
        token[which] = say(at[which], session_of(word), body_of(word));
        hand_wait(at[which], token[which], NULL);
        pass(0);
    }
    note_outcome(o, answered(at[0], token[0]), answered(at[1], token[1]));
    clear_away();
}

/* Writes the first at the given read of the second. Returns whether that came before the second was judged. */
static bool at_once(int first, int second, int moment, outcome *o)
{
    hand_house *h = server_of(second, true), *other = server_beside(first, h);
    enter();
    uint64_t one = say(other, session_of(first), body_of(first));
    look = moment;
    uint64_t two = say(h, session_of(second), body_of(second));
    bool came = look == 0;
    look = 0;
    pass(0);
    hand_wait(other, one, NULL);
    hand_wait(h, two, NULL);
    note_outcome(o, answered(other, one), answered(h, two));
    clear_away();
    return came;
}

static void try_pair(int first, int second)
{
    static outcome orders[2], now;
    one_by_one(first, second, false, &orders[0]);
    one_by_one(first, second, true, &orders[1]);
    for (int moment = 1; at_once(first, second, moment, &now); moment++) {
        if (strcmp(now.text, orders[0].text) != 0 && strcmp(now.text, orders[1].text) != 0)
            fail_msg(/* say:test-neither-order */ "%s is written at look %d of %s: neither order\n--- this\n%s--- the "
                                                  "one first\n%s--- "
                                                  "the other\n%s",
                     words[first].text, moment, words[second].text, now.text, orders[0].text, orders[1].text);
        done++;
    }
    check_receipts();
}

static bool at_one_table(int first, int second)
{
    return words[first].table && words[second].table && strcmp(words[first].table, words[second].table) == 0;
}

/* A guest sits at both tables until their shoes are cut; then the clock stands still, and betting
 * stays open. */
static void open_betting(void)
{
    char session[80];
    keep_session(session, must(&a, "", json_pack("{s:s}", "do", "guest")));
    must(&a, session, json_pack("{s:s, s:s, s:s}", "do", "sit", "table", "t", "seat", "2"));
    must(&b, session, json_pack("{s:s, s:s, s:s}", "do", "sit", "table", "u", "seat", "2"));
    for (int i = 0; i < 30; i++)
        pass(1000);
}

static void every_moment_of_every_pair(void **state)
{
    int pairs = 0;
    (void)state;
    hire("cass", "cashier", cass);
    hire("eve", "administrator", eve);
    open_table(&a, "t", "");
    open_table(&b, "u", "");
    open_betting();
    for (int i = 0; i < WORDS * WORDS; i++) {
        int first = i / WORDS, second = i % WORDS;
        if (at_one_table(first, second)) continue;
        try_pair(first, second);
        pairs++;
    }
    check_journal();
    proof_end(&run, done, "interleavings", "%d pairs of %d requests, 0 with an outcome of neither order", pairs, WORDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test_setup_teardown(every_moment_of_every_pair, set_up,
                                                                        tear_down) };
    run = proof_begin("interleavings", 1, 1);
    sqlite3_auto_extension((void (*)(void))listen_to);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
