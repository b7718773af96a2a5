/* approvals_by_all.c - every command that needs two people, in every state of the request, with every person as its
 * approver: what the house's rules do not grant is refused and changes nothing.
 *
 * Stale, replayed and own approvals, those of a lower role or an idle person, and those for a requester
 * whose role has changed. */
/* soak */
#include "kit/matrix.h"
#include "kit/people_help.h"
#include "proof.h"

enum { MINUTE = 60 * 1000 };
typedef char approval_id[LM_HOUSE_ID];

static desk *d;

/* sam and amy ask; all people try to approve. */
static struct {
    char letter;
    const char *id, *role;
    session_text session;
} people[] = {
    { 'n', "", "", "" },
    { 'g', "", "guest", "" },
    { 'p', "ann", "player", "" },
    { 'd', "dan", "dealer", "" },
    { 's', "sue", "supervisor", "" },
    { 's', "sam", "supervisor", "" },
    { 'e', "eve", "executive", "" },
    { 'c', "cas", "cashier", "" },
    { 'v', "val", "surveillance", "" },
    { 'a', "aud", "auditor", "" },
    { 'A', "ada", "administrator", "" },
    { 'A', "amy", "administrator", "" },
};
enum { PEOPLE = sizeof people / sizeof *people };

static char *session_of(const char *id)
{
    for (int i = 0; i < PEOPLE; i++) {
        if (strcmp(people[i].id, id) == 0) return people[i].session;
    }
    fail_msg("no person is called %s", id);
    return NULL;
}

static int say(const char *session, json_t *body)
{
    return ask_and_forget(d, session, body);
}

static void must(const char *session, json_t *body)
{
    char *text = json_dumps(body, 0);
    int status = say(session, body);
    if (status != 200) fail_msg("%s: %d %s", text, status, why(d));
    free(text);
}

/* --- what is asked for ------------------------------------------------------------------------------------- */

/* Who asks for each command and who may approve it, written down independently of the program. */
static const struct {
    const char *word, *asker, *second, *body;
} words[] = {
    { "fill", "sam", "sec", "{s:s, s:s, s:i}" },
    { "credit", "sam", "sec", "{s:s, s:s, s:i}" },
    { "tray-close", "sam", "sec", "{s:s, s:s, s:i}" },
    { "adjust", "sam", "se", "" },
    { "set-roles", "amy", "eA", "" },
};
enum { WORDS = sizeof words / sizeof *words };

/* Each request differs, so that the result shows which one was done. */
static json_t *request_for(int word, int number)
{
    if (strcmp(words[word].word, "set-roles") == 0)
        return json_pack("{s:s, s:s, s:[s], s:s}", "do", "set-roles", "person", "pat", "roles",
                         number % 2 ? "dealer" : "cashier", "reason", "test");
    if (strcmp(words[word].word, "adjust") == 0)
        return json_pack("{s:s, s:s, s:s, s:i, s:s}", "do", "adjust", "table", "t", "meter", "blazing7", "cents",
                         200000 + 100 * number, "reason", "malfunction");
    return json_pack(words[word].body, "do", words[word].word, "table", "t", "cents", 1000 * (number + 1));
}

static void asks(int word, int number, approval_id id)
{
    must(session_of(words[word].asker), request_for(word, number));
    assert_true(json_is_true(json_object_get(heard(d), "waiting")));
    snprintf(id, sizeof(approval_id), "%s", text_in(heard(d), "approval"));
}

static json_t *decision(const char *word, const char *id)
{
    return json_pack("{s:s, s:s}", "do", word, "approval", id);
}

/* Each request names the table's present record, so a waiting request comes too late once another of its kind is done. */
static void asks_again(int word, int number, approval_id id)
{
    must(session_of(words[word].asker), decision("decline", id));
    asks(word, number, id);
}

/* The records that a request leaves when it is done: those of the table, and changes of roles. */
static int64_t deeds(void)
{
    return records_in(store, "table/t") + records_of("roles-changed", NULL);
}

/* --- what happens before approval -------------------------------------------------------------------- */

typedef approval_id asked_for[WORDS][PEOPLE];

static void open_tray(void)
{
    if (!house_table_state(d->house, "t", NULL)->is_open)
        must(session_of("sue"), json_pack("{s:s, s:s, s:i}", "do", "tray-open", "table", "t", "cents", 900000));
}

static void nothing_happens(asked_for id)
{
    (void)id;
}

static void fifteen_minutes_pass(asked_for id)
{
    (void)id;
    for (int third = 0; third < 3; third++) {
        clock_ms += 5 * MINUTE;
        for (int i = 1; i < PEOPLE; i++)
            stir(d, people[i].session);
    }
}

static void all_are_idle(asked_for id)
{
    (void)id;
    clock_ms += 15 * MINUTE;
}

static void askers_take_it_back(asked_for id)
{
    for (int word = 0; word < WORDS; word++) {
        for (int i = 0; i < PEOPLE; i++)
            must(session_of(words[word].asker), decision("decline", id[word][i]));
    }
}

/* An executive may approve each of these words. */
static void it_is_done(asked_for id)
{
    for (int word = 0; word < WORDS; word++) {
        for (int i = 0; i < PEOPLE; i++) {
            asks_again(word, i, id[word][i]);
            must(session_of("eve"), decision("approve", id[word][i]));
            open_tray();
        }
    }
}

static void server_begins_again(asked_for id)
{
    it_is_done(id);
    desk_close(d);
    d = desk_open("a");
    await_table(d, "t");
}

static void askers_are_locked(asked_for id)
{
    (void)id;
    for (int i = 0; i < 2; i++)
        must(session_of("ada"),
             json_pack("{s:s, s:s, s:s}", "do", "lock", "person", i ? "sam" : "amy", "reason", "test"));
}

static void askers_are_unlocked(void)
{
    for (int i = 0; i < 2; i++) {
        const char *id = i ? "sam" : "amy";
        must(session_of("ada"), json_pack("{s:s, s:s, s:s}", "do", "unlock", "person", id, "reason", "test"));
        assert_int_equal(sign_in_own(d, id, session_of(id)), 200);
    }
}

static void set_roles_of_askers(const char *of_sam, const char *of_amy)
{
    for (int i = 0; i < 2; i++) {
        must(session_of("ada"), json_pack("{s:s, s:s, s:[s], s:s}", "do", "set-roles", "person", i ? "sam" : "amy",
                                          "roles", i ? of_sam : of_amy, "reason", "test"));
        must(session_of("eve"), decision("approve", text_in(heard(d), "approval")));
    }
}

/* A request ends when its requester loses the role. */
static void askers_have_another_role(asked_for id)
{
    (void)id;
    set_roles_of_askers("auditor", "auditor");
}

static void askers_are_who_they_were(void)
{
    set_roles_of_askers("supervisor", "administrator");
    assert_int_equal(sign_in_own(d, "sam", session_of("sam")), 200);
    assert_int_equal(sign_in_own(d, "amy", session_of("amy")), 200);
}

static void nothing_to_mend(void)
{
}

static const struct {
    const char *name;
    void (*happens)(asked_for id);
    void (*mend)(void);
    bool may_be_done;
} meanwhile[] = {
    { "nothing", nothing_happens, nothing_to_mend, true },
    { /* say:test-approval-too-old */ "too old", fifteen_minutes_pass, nothing_to_mend, false },
    { "taken back", askers_take_it_back, nothing_to_mend, false },
    { /* say:test-approval-done-before */ "done before", it_is_done, nothing_to_mend, false },
    { "done before, and the server was restarted", server_begins_again, nothing_to_mend, false },
    { "the asker is locked", askers_are_locked, askers_are_unlocked, false },
    { "the asker has another role", askers_have_another_role, askers_are_who_they_were, false },
    { "all people are idle", all_are_idle, nothing_to_mend, false },
};
enum { MEANWHILE = sizeof meanwhile / sizeof *meanwhile };

/* --- the matrix ---------------------------------------------------------------------------------------------- */

static int64_t tried, done, wrong;

static bool is_granted(int word, int person)
{
    return strchr(words[word].second, people[person].letter) && strcmp(people[person].id, words[word].asker) != 0;
}

static void approve_as(int word, const char *case_, bool may_be_done, int person, const char *id)
{
    int64_t before = deeds();
    int status = say(people[person].session, decision("approve", id));
    bool granted = may_be_done && is_granted(word, person);
    int64_t did = deeds() - before;
    tried++;
    done += did;
    if ((status == 200) == granted && did == granted) return;
    wrong++;
    print_error("%s, %s, approved by %s %s: %s: %d %s, %ld deeds\n", words[word].word, case_, people[person].role,
                people[person].id, granted ? "REFUSED" : "ALLOWED WRONGLY", status, why(d), (long)did);
}

static asked_for asked;

static void try_case(const char *name, void (*happens)(asked_for), bool may_be_done)
{
    for (int word = 0; word < WORDS; word++) {
        for (int i = 0; i < PEOPLE; i++)
            asks(word, i, asked[word][i]);
    }
    happens(asked);
    for (int word = 0; word < WORDS; word++) {
        for (int i = 0; i < PEOPLE; i++) {
            if (may_be_done) asks_again(word, i, asked[word][i]);
            approve_as(word, name, may_be_done, i, asked[word][i]);
            if (may_be_done) open_tray();
        }
    }
}

/* Withdraws undecided requests, because a person may have at most 64 of them. */
static void take_back_the_rest(void)
{
    for (int word = 0; word < WORDS; word++) {
        for (int i = 0; i < PEOPLE; i++)
            say(session_of(words[word].asker), decision("decline", asked[word][i]));
    }
}

static void open_house(void)
{
    d = desk_open("a");
    first_admin(d, session_of("ada"));
    for (int i = 1; i < PEOPLE; i++) {
        if (strcmp(people[i].role, "guest") == 0) {
            must("", json_pack("{s:s}", "do", "guest"));
            keep_session(d, people[i].session);
        } else if (strcmp(people[i].id, "ada") != 0) {
            make_and_sign_in(d, session_of("ada"), people[i].id, people[i].role, people[i].session);
        }
    }
    for (int i = 3; i < PEOPLE; i++) {
        if (strcmp(people[i].id, "ada") != 0) own_password(d, people[i].id, people[i].session);
    }
    make_person(d, session_of("ada"), "pat", "player");
    must(session_of("sue"), json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "do", "open-table", "table", "t", "title", "T",
                                      "rules", "wa-freebet", "dealing", "virtual", "money", "play"));
    await_table(d, "t");
    open_tray();
}

static void nothing_is_approved_wrongly(void **state)
{
    proof p = proof_begin("matrix-approvals", MEANWHILE, MEANWHILE);
    open_house();
    for (int i = 0; i < MEANWHILE; i++) {
        try_case(meanwhile[i].name, meanwhile[i].happens, meanwhile[i].may_be_done);
        meanwhile[i].mend();
        take_back_the_rest();
    }
    desk_close(d);
    proof_end(&p, tried, "approvals", "%d words, %d cases, %d people, %ld done, %ld allowed wrongly", WORDS, MEANWHILE,
              PEOPLE, (long)done, (long)wrong);
    assert_int_equal(wrong, 0);
}

static void close_for_good(void)
{
    must(session_of("sue"), json_pack("{s:s, s:s, s:i}", "do", "tray-close", "table", "t", "cents", 900000));
    must(session_of("eve"), decision("approve", text_in(heard(d), "approval")));
    must(session_of("ada"), json_pack("{s:s, s:s}", "do", "close-table", "table", "t"));
}

/* The request itself is done, not what the approver writes into the approval; and the state of
 * the table at that moment counts. */
static void it_is_for_one_table_and_amount(void **state)
{
    approval_id id, late;
    open_house();
    asks(0, 4, id);
    asks(0, 5, late);
    int64_t tray = balance(store, "tray/t");
    json_t *more = decision("approve", id);
    json_object_set_new(more, "cents", json_integer(99900));
    assert_int_equal(say(session_of("eve"), more), 400);
    json_t *elsewhere = decision("approve", id);
    json_object_set_new(elsewhere, "table", json_string("another"));
    must(session_of("eve"), elsewhere);
    assert_int_equal(balance(store, "tray/t"), tray + 5000);
    close_for_good();
    int64_t before = deeds();
    assert_int_equal(say(session_of("eve"), decision("approve", late)), 409);
    assert_int_equal(say(session_of("eve"), decision("approve", late)), 409);
    assert_int_equal(say(session_of("eve"), decision("approve", "0123456789abcdef")), 404);
    assert_int_equal(deeds(), before);
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOUSE_TEST(nothing_is_approved_wrongly),
        HOUSE_TEST(it_is_for_one_table_and_amount),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
