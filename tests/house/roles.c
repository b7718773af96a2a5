/* roles.c - every command against every role: a person without the role is refused before anything else is checked.
 *
 * Each request also has a field that no command takes. A caller without the role is refused because of the role, one
 * with it because of the field, and nothing is ever done. */
/* sanitized */
#include "kit/people_help.h"
#include "server_rooms.h"

static const char *const role_words[] = {
#define X(name, word) word,
    LM_HOUSE_ROLES(X)
#undef X
};

static json_t *garbage(const lm_act_row *w)
{
    json_t *body = json_pack("{s:s, s:b}", "do", w->word, "no-such-field", 1);
    if (w->where == LM_AT_TABLE) json_object_set_new(body, "table", json_string("t"));
    return body;
}

static int expected(const lm_act_row *w, int role)
{
    if (!w->roles || (role >= 0 && w->roles >> role & 1)) return 400;
    return role < 0 ? 401 : 403;
}

static void every_word_and_every_role(void **state)
{
    session_text session[LM_HOUSE_ROLE_COUNT + 1] = { "" };
    desk *d = desk_open("a");
    first_admin(d, session[LM_HOUSE_ADMINISTRATOR]);
    assert_ask(d, "", json_pack("{s:s}", "do", "guest"), 200);
    keep_session(d, session[LM_HOUSE_GUEST]);
    for (int role = LM_HOUSE_PLAYER; role < LM_HOUSE_ADMINISTRATOR; role++) {
        char id[LM_HOUSE_ID];
        snprintf(id, sizeof id, "a-%s", role_words[role]);
        make_and_sign_in(d, session[LM_HOUSE_ADMINISTRATOR], id, role_words[role], session[role]);
    }
    for (int role = LM_HOUSE_PLAYER + 1; role < LM_HOUSE_ADMINISTRATOR; role++) {
        char id[LM_HOUSE_ID];
        snprintf(id, sizeof id, "a-%s", role_words[role]);
        own_password(d, id, session[role]);
    }
    int64_t before = records_in(store, "house");
    int words = 0, wrong = 0;
    for (const lm_act_row *w = lm_act_next(NULL); w; w = lm_act_next(w), words++) {
        for (int role = -1; role < LM_HOUSE_ROLE_COUNT; role++) {
            int got = ask(d, role < 0 ? "" : session[role], garbage(w));
            if (got == expected(w, role)) continue;
            wrong++;
            print_error("%s as %s: %d, not %d (%s)\n", w->word, role < 0 ? "nobody" : role_words[role], got,
                        expected(w, role), why(d));
        }
    }
    assert_int_equal(wrong, 0);
    assert_true(words > 60);
    assert_int_equal(records_in(store, "house"), before);
    desk_close(d);
}

/* A word that a second person must approve is never done at once. */
static void words_are_well_formed(void **state)
{
    for (const lm_act_row *w = lm_act_next(NULL); w; w = lm_act_next(w)) {
        assert_non_null(w->help);
        assert_int_equal(w->roles & ~LM_HOUSE_ROLES_ALL, 0);
        assert_int_equal(w->second & ~ROLES_STAFF, 0); /* no player approves */
        assert_false(w->second && !w->roles);          /* strangers cannot ask */
        assert_false(w->when & LM_ACT_READS && w->second);
        static const char *const sometimes[] = { "create-person", "set-password", "deposit",
                                                 "withdrawal",    "issue-coupon", "drop-second-factor" };
        bool listed = false;
        for (size_t i = 0; i < sizeof sometimes / sizeof *sometimes; i++)
            listed |= strcmp(w->word, sometimes[i]) == 0;
        assert_int_equal((w->when & LM_ACT_SOMETIMES) != 0, listed);
        for (const lm_act_row *other = lm_act_next(NULL); other != w; other = lm_act_next(other))
            assert_string_not_equal(other->word, w->word);
    }
}

/* The privileged words and their roles, written down by hand: giving a word a further role needs a reason. */
static void privileges_are_as_decided(void **state)
{
#define R(role) LM_HOUSE_BIT(role)
    static const struct {
        const char *word;
        uint32_t roles, second;
    } rows[] = {
        { "create-person", R(ADMINISTRATOR), R(ADMINISTRATOR) | R(EXECUTIVE) },
        { "set-password", LM_HOUSE_ROLES_ALL & ~R(GUEST), R(ADMINISTRATOR) | R(EXECUTIVE) },
        { "set-roles", R(ADMINISTRATOR), R(ADMINISTRATOR) | R(EXECUTIVE) },
        { "lock", R(SUPERVISOR) | R(ADMINISTRATOR), 0 },
        { "unlock", R(SUPERVISOR) | R(ADMINISTRATOR), 0 },
        { "deposit", R(CASHIER), R(CASHIER) | R(SUPERVISOR) | R(EXECUTIVE) },
        { "withdrawal", R(CASHIER), R(CASHIER) | R(SUPERVISOR) | R(EXECUTIVE) },
        { "issue-coupon", R(CASHIER) | R(SUPERVISOR), R(CASHIER) | R(SUPERVISOR) | R(EXECUTIVE) },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const lm_act_row *w = lm_act_said(rows[i].word, strlen(rows[i].word));
        assert_non_null(w);
        assert_int_equal(w->roles, rows[i].roles);
        assert_int_equal(w->second, rows[i].second);
    }
    static const char *const with_two[] = { "fill", "credit", "tray-close", "adjust", "set-roles" };
    for (size_t i = 0; i < sizeof with_two / sizeof *with_two; i++) {
        const lm_act_row *w = lm_act_said(with_two[i], strlen(with_two[i]));
        assert_non_null(w);
        assert_true(w->second != 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOUSE_TEST(every_word_and_every_role),
        HOUSE_TEST(words_are_well_formed),
        HOUSE_TEST(privileges_are_as_decided),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
