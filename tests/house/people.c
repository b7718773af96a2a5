/* people.c - persons: the first administrator, guests and players, names, and what is done to others. */
/* sanitized */
#include "kit/people_help.h"
#include "said.h"

#define SAY(word) json_pack("{s:s}", "do", word)

/* --- the first administrator ---------------------------------------------------------------------------------- */

static json_t *first(const char *token, const char *id)
{
    return json_pack("{s:s, s:s, s:s, s:s}", "do", "first-administrator", "token", token, "person", id, "password",
                     "password of ada");
}

static void a_token_makes_one_administrator(void **state)
{
    desk *d = desk_open("a");
    char token[80];
    snprintf(token, sizeof token, "%s", lm_house_token(d->house));
    assert_int_equal(strlen(token), 40);
    assert_ask(d, "", first("", "ada"), 403);
    assert_ask(d, "", first("0000000000000000000000000000000000000000", "ada"), 403);
    assert_ask(d, "", first(token, "house"), 400);
    assert_int_equal(records_of("person-created", NULL), 0);
    assert_ask(d, "", first(token, "ada"), 200);
    assert_ask(d, "", first(token, "eve"), 403); /* the token works once */
    desk_close(d);
    d = desk_open("a");
    assert_string_equal(lm_house_token(d->house), "");
    desk_close(d);
}

/* Several servers of one house accept the same token, and its first use ends it on all of them. */
static void one_token_of_two_servers_makes_one_administrator(void **state)
{
    desk *a = desk_open("a"), *b = desk_open("b");
    uint64_t one = tell(a, "", first(lm_house_token(b->house), "ada"));
    uint64_t two = tell(b, "", first(lm_house_token(b->house), "eve"));
    int first_status = await(a, one), second_status = await(b, two);
    assert_int_equal(first_status == 200, second_status != 200);
    assert_int_equal(records_of("person-created", NULL), 1);
    desk_close(a);
    desk_close(b);
}

/* A token that a terminal or a log still shows must not make an administrator after the next start. */
static void the_next_start_ends_the_token(void **state)
{
    char earlier[80], later[80];
    desk *d = desk_open("a");
    snprintf(earlier, sizeof earlier, "%s", lm_house_token(d->house));
    desk_close(d);
    d = desk_open("a");
    snprintf(later, sizeof later, "%s", lm_house_token(d->house));
    assert_ask(d, "", first(earlier, "eve"), 403);
    assert_said(why(d), "say:token-not-first");
    desk *b = desk_open("b"); /* a second server of the house starts as well */
    assert_ask(d, "", first(later, "eve"), 403);
    assert_ask(d, "", first(lm_house_token(b->house), "ada"), 200);
    desk_close(b);
    desk_close(d);
}

static void a_house_without_administrator_prints_a_token(void **state)
{
    session_text ada;
    desk *d = desk_open("a");
    first_admin(d, ada);
    lock_as_earlier_houses_did(d, "ada");
    desk_close(d);
    d = desk_open("a");
    assert_int_equal(strlen(lm_house_token(d->house)), 40);
    assert_ask(d, "", first(lm_house_token(d->house), "amy"), 200);
    desk_close(d);
}

/* --- guests and players ---------------------------------------------------------------------------------------- */

static void a_guest_has_play_money_and_a_session(void **state)
{
    session_text guest;
    char account[LM_STORE_NAME + 1];
    desk *d = desk_open("a");
    assert_ask(d, "", SAY("guest"), 200);
    keep_session(d, guest);
    const char *id = text_in(heard(d), "person");
    assert_int_equal(strncmp(id, "guest-", 6), 0);
    snprintf(account, sizeof account, "wallet/play/%s", id);
    assert_int_equal(balance(store, account), INT64_MIN); /* only with the first command: guests.c */
    stir(d, guest);
    assert_int_equal(balance(store, account), 100000);
    assert_int_equal(balance(store, "world/play"), -100000);
    snprintf(account, sizeof account, "wallet/real/%s", id);
    assert_int_equal(balance(store, account), INT64_MIN); /* none */
    assert_ask(d, guest, SAY("who-am-i"), 200);
    assert_string_equal(json_string_value(json_array_get(json_object_get(heard(d), "roles"), 0)), "guest");
    assert_ask(d, guest, json_pack("{s:s, s:s}", "do", "set-password", "password", "a password"), 403);
    desk_close(d);
}

static void names_are_checked(void **state)
{
    static const struct {
        const char *id;
        int status;
    } rows[] = {
        { "ann", 200 },
        { "ann", 409 },
        { "x", 400 },
        { "9ann", 400 },
        { "Ann", 400 },
        { "house", 400 },
        { "clock", 400 },
        { "dealer", 400 },
        { "nobody", 400 },
        { "guest-1", 400 },
        { "a/b", 400 },
        { "walkin-1", 400 },
        { "ann-marie", 200 },
        { "-ann", 400 },
        { "", 400 },
        { "abcdefghijklmnopqrstuvwxyz01234", 200 },
        { "abcdefghijklmnopqrstuvwxyz012345", 400 },
    };
    desk *d = desk_open("a");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_ask(d, "",
                   json_pack("{s:s, s:s, s:s}", "do", "register", "person", rows[i].id, "password", "a password"),
                   rows[i].status);
    static const struct {
        const char *password;
        int status;
    } passwords[] = {
        { "", 400 },           { "1x3y5z7", 400 },   { "12345678", 400 },    { "Password1!", 400 },
        { "qwertyuiop", 400 }, { "aaaaaaaa", 400 },  { "abababab", 400 },    { "20260101", 400 },
        { "iloveyou99", 400 }, { "Bobbobbob", 400 }, { "blackjack21", 400 }, { "1q2w3e4r", 400 },
        { "hgfedcba", 400 },   { "1x3y5z78", 200 },
    };
    for (size_t i = 0; i < sizeof passwords / sizeof *passwords; i++)
        assert_ask(d, "",
                   json_pack("{s:s, s:s, s:s}", "do", "register", "person", "bob", "password", passwords[i].password),
                   passwords[i].status);
    assert_ask(
        d, "",
        json_pack("{s:s, s:s, s:s, s:s}", "do", "register", "person", "bobby-b", "password", "Bobby-B1", "name", "B"),
        400);
    desk_close(d);
}

/* A name with a character that turns or hides the text around it could pass for another: Unicode TR 36. */
static void names_hide_nothing(void **state)
{
    static const struct {
        const char *name;
        int status;
    } rows[] = {
        { "a\nb", 400 },
        { "a\x7f", 400 },
        { "a\xc2\x85", 400 },        /* U+0085 */
        { "a\xd8\x9c", 400 },        /* U+061C */
        { "a\xe2\x80\x8b", 400 },    /* U+200B */
        { "a\xe2\x80\x8f", 400 },    /* U+200F */
        { "\xe2\x80\xaenhoj", 400 }, /* U+202E */
        { "a\xe2\x80\xa8", 400 },    /* U+2028 */
        { "a\xe2\x81\xa6", 400 },    /* U+2066 */
        { "a\xe2\x81\xa9", 400 },    /* U+2069 */
        { "a\xef\xbb\xbf", 400 },    /* U+FEFF */
        { "Zo\xc3\xab", 200 },
        { "Ma\xe2\x80\x99"
          "am",
          200 },                             /* U+2019 */
        { "\xd7\xa2\xd7\x9e\xd7\x99", 200 }, /* Hebrew needs no controls */
        { "\xf0\x9f\x82\xa1", 200 },
    };
    desk *d = desk_open("a");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char id[16];
        snprintf(id, sizeof id, "person-%zu", i);
        assert_ask(d, "",
                   json_pack("{s:s, s:s, s:s, s:s}", "do", "register", "person", id, "password", "a password", "name",
                             rows[i].name),
                   rows[i].status);
    }
    desk_close(d);
}

/* Two people want one name at the same moment. */
static void a_name_is_given_once(void **state)
{
    desk *d = desk_open("a");
    uint64_t token[4];
    int made = 0;
    for (int i = 0; i < 4; i++)
        token[i] =
            tell(d, "", json_pack("{s:s, s:s, s:s}", "do", "register", "person", "ann", "password", "passphrase"));
    for (int i = 0; i < 4; i++)
        made += await(d, token[i]) == 200;
    assert_int_equal(made, 1);
    assert_int_equal(records_of("person-created", NULL), 1);
    desk_close(d);
}

/* --- sign-in names ---------------------------------------------------------------------------------------------- */

static json_t *registration(const char *login, const char *name)
{
    return json_pack("{s:s, s:s, s:s, s:s}", "do", "register", "login", login, "name", name, "password", "passphrase");
}

/* What others see of a player is not enough to sign in. */
static void the_sign_in_name_is_not_what_others_see(void **state)
{
    session_text ada, ann, sue;
    char id[LM_HOUSE_ID];
    desk *d = desk_open("a");
    first_admin(d, ada);
    assert_ask(d, "", registration("only-ann-knows", "Ann"), 200);
    keep_session(d, ann);
    snprintf(id, sizeof id, "%s", text_in(heard(d), "person"));
    assert_string_equal(text_in(heard(d), "name"), "Ann");
    assert_int_equal(strncmp(id, "ann-", 4), 0);
    assert_int_equal(try_password(d, id, "passphrase"), 401);
    assert_int_equal(try_password(d, "only-ann-knows", "passphrase"), 200);
    assert_ask(d, "", registration("only-ann-knows", "Eve"), 409);
    assert_ask(d, "", registration("ada", "Eve"), 409); /* ada signs in by that id */
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    assert_ask(d, sue, SAY("people"), 200);
    char *told = json_dumps(heard(d), 0);
    assert_null(strstr(told, "only-ann-knows"));
    free(told);
    assert_ask(d, ann, json_pack("{s:s, s:s}", "do", "set-login", "login", "ada"), 409);
    assert_ask(d, ann, json_pack("{s:s, s:s}", "do", "set-login", "login", "ann-again"), 200);
    assert_int_equal(try_password(d, "only-ann-knows", "passphrase"), 401);
    assert_int_equal(try_password(d, "ann-again", "passphrase"), 200);
    assert_ask(d, "", registration("only-ann-knows", "Eve"), 200); /* given up, so free */
    assert_int_equal(try_password(d, "only-ann-knows", "passphrase"), 200);
    assert_string_equal(text_in(heard(d), "name"), "Eve");
    desk_close(d);
}

/* --- what is done to others --------------------------------------------------------------------------------------- */

static void the_last_administrator_stays(void **state)
{
    session_text ada, sue;
    desk *d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    assert_ask(d, sue, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "ada", "reason", "mutiny"), 409);
    assert_ask(d, ada, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "ada", "reason", "tired"), 409);
    make_person(d, ada, "amy", "administrator");
    assert_ask(d, sue, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "ada", "reason", "mutiny"), 200);
    assert_ask(d, ada, SAY("people"), 401);
    assert_ask(d, sue, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "amy", "reason", "mutiny"), 409);
    assert_ask(d, sue, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "zoe", "reason", "mutiny"), 404);
    assert_ask(d, sue, json_pack("{s:s, s:s}", "do", "lock", "person", "amy"), 400); /* without a reason */
    desk_close(d);
}

static void roles_are_words(void **state)
{
    session_text ada;
    desk *d = desk_open("a");
    first_admin(d, ada);
    static const char *const bad[] = { "guest", "king", "" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_ask(d, ada,
                   json_pack("{s:s, s:s, s:s, s:[s]}", "do", "create-person", "person", "bob", "password", "passphrase",
                             "roles", bad[i]),
                   400);
    assert_ask(
        d, ada,
        json_pack("{s:s, s:s, s:s, s:[]}", "do", "create-person", "person", "bob", "password", "passphrase", "roles"),
        400);
    assert_ask(d, ada,
               json_pack("{s:s, s:s, s:s, s:[i]}", "do", "create-person", "person", "bob", "password", "passphrase",
                         "roles", 3),
               400);
    make_person(d, ada, "bob", "cashier");
    json_t *record;
    records_of("person-created", &record);
    assert_string_equal(text_in(record, "person"), "bob");
    assert_ask(d, ada, json_pack("{s:s, s:s}", "do", "people", "role", "cashier"), 200);
    assert_int_equal(json_array_size(json_object_get(heard(d), "people")), 1);
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOUSE_TEST(a_token_makes_one_administrator),
        HOUSE_TEST(one_token_of_two_servers_makes_one_administrator),
        HOUSE_TEST(the_next_start_ends_the_token),
        HOUSE_TEST(a_house_without_administrator_prints_a_token),
        HOUSE_TEST(a_guest_has_play_money_and_a_session),
        HOUSE_TEST(names_are_checked),
        HOUSE_TEST(names_hide_nothing),
        HOUSE_TEST(a_name_is_given_once),
        HOUSE_TEST(the_sign_in_name_is_not_what_others_see),
        HOUSE_TEST(the_last_administrator_stays),
        HOUSE_TEST(roles_are_words),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
