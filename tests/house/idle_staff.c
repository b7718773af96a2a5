/* idle_staff.c - staff sessions are kept alive by acts of people, not by pages that poll: docs/house/people.md,
 * "Sessions". */
#include "kit/people_help.h"
#include "server_rooms.h"

enum { MINUTE = 60 * 1000 };
#define SAY(word) json_pack("{s:s}", "do", word)

/* A person sends only reading commands for 15 minutes and becomes idle; one act gives another 15. */
static void reading_does_not_keep_a_session_awake(void **state)
{
    session_text ada, sue;
    desk *d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    for (int minute = 0; minute < 15; minute++) {
        for (const lm_act_row *w = lm_act_next(NULL); w; w = lm_act_next(w)) {
            bool looks = w->when & LM_ACT_READS || strcmp(w->word, "watch") == 0 || strcmp(w->word, "unwatch") == 0;
            if (looks) ask(d, sue, json_pack("{s:s, s:s}", "do", w->word, "table", "none"));
        }
        assert_ask(d, sue, SAY("people"), 200);
        clock_ms += MINUTE;
    }
    assert_ask(d, sue, SAY("people"), 401);
    assert_ask(d, sue, json_pack("{s:s, s:s}", "do", "re-authenticate", "password", "password of sue"), 200);
    clock_ms += 14 * MINUTE;
    stir(d, sue);
    clock_ms += 14 * MINUTE;
    assert_ask(d, sue, SAY("people"), 200);
    clock_ms += MINUTE;
    assert_ask(d, sue, SAY("people"), 401);
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = { HOUSE_TEST(reading_does_not_keep_a_session_awake) };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
