/* states.c - every word at a table, in every state of it, from every kind of person: what matrix.h does
 * not grant is refused and changes nothing. Sessions that are idle, expired, locked, signed out or made
 * up have no rights.
 *
 * Granted words are not tried one by one; they lead from each state to the next, so that every state here can really
 * occur. */
/* soak */
#include "kit/matrix.h"
#include "kit/matrix_people.h"
#include "proof.h"
#include "server_rooms.h"

/* --- the matrix ------------------------------------------------------------------------------------------------ */

static const char *table_of(int state)
{
    return state < L_CLOSED ? "v" : state < C_CASH ? "l" : "c";
}

static int64_t asked, wrong;
static uint32_t states_seen;

static bool is_granted(const matrix_row *row, int state, const somebody *p)
{
    bool live = state >= L_CLOSED;
    const char *people_here = live ? row->live_people : row->virtual_people;
    if (strcmp(row->word, "dealer") == 0 && p->letter == 'o' && state != L_CLOSED) return false;
    bool away = state == C_CASH && strchr("hr", p->letter);
    if (away && strcmp(row->word, "sit") != 0) return false;
    return row->states & IN(state) && p->role && strchr(people_here, p->letter);
}

static bool may_say(const matrix_row *row, const somebody *p)
{
    return row->roles[0] == '*' || (p->role && strchr(row->roles, p->role));
}

static void complain(const char *what, const matrix_row *row, int state, const somebody *p, int status)
{
    wrong++;
    print_error("state %d, %s %s as %s %s: %s: %d (%s)\n", state, row->word, row->body, p->role_word, p->id, what,
                status, why(d));
}

/* A caller without the role hears of the role; a caller with it, of the seat, the table's state or the
 * rules: never of spelling. */
static void must_refuse(const matrix_row *row, int state, const somebody *p)
{
    int status = say(p->session, request(table_of(state), row->word, row->body));
    bool may = may_say(row, p), offered = state != C_CASH || !strstr(row->body, "blazing7");
    asked++;
    if (status == 200) complain("ALLOWED WRONGLY", row, state, p, status);
    if ((status == 400 && offered) || status >= 500) complain("refused for another reason", row, state, p, status);
    if (!may && status != (p->role ? 403 : 401)) complain("the role was not looked at first", row, state, p, status);
}

static void try_everything(int state)
{
    const char *table = table_of(state);
    const house_state before = *state_of(table);
    int64_t records = records_in(store, "house");
    states_seen |= IN(state);
    for (const matrix_row *row = matrix; row < matrix + MATRIX_ROWS; row++) {
        if (!row->body || row->roles[0] == '*') continue;
        for (int i = 0; i < PEOPLE; i++) {
            if (!is_granted(row, state, &people[i])) must_refuse(row, state, &people[i]);
        }
        for (int i = 0; i < DEAD; i++) {
            int status = say(dead[i].session, request(table, row->word, row->body));
            asked++;
            bool lacks = status == 403 && !may_say(row, &dead[i]); /* an idle session may be told so */
            if (status != 401 && !lacks)
                complain(/* say:test-dead-session */ "a dead session", row, state, &dead[i], status);
        }
    }
    if (memcmp(&before, state_of(table), sizeof before) != 0) fail_msg("state %d: something was changed", state);
    assert_int_equal(records_in(store, "house"), records);
}

/* --- from state to state ------------------------------------------------------------------------------------------ */

static void sit_down(const char *table)
{
    must(table, 'h', "sit", "{'seat':'1'}");
    must(table, 'h', "buy", "{'cents':30000}");
    must(table, 'r', "sit", "{'seat':'3'}"); /* without chips, so that the table does not wait for ray */
}

/* The program deals at random: rounds are played until one leaves ann a decision. */
static void reach_turn(void)
{
    for (int rounds = 0; rounds < 50; rounds++) {
        must("v", 'h', "ready", "{}");
        const lm_table *t = &state_of("v")->table;
        for (int i = 0; i < 5 && t->round.phase == LM_INSURING; i++)
            must("v", 'h', "insure", "{'seat':'1','cents':0}");
        if (t->round.phase == LM_PLAYING) return;
        must("v", 'h', "bet", "{'seat':'1','cents':1000}");
    }
    fail_msg("ann never had to decide");
}

static void at_the_virtual_table(void)
{
    found("v", "wa-freebet", "virtual");
    if (!state_of("v")->is_open) must("v", 's', "tray-open", "{'cents':1000000}");
    try_everything(V_EMPTY);
    sit_down("v");
    try_everything(V_CUT);
    must("v", 'h', "cut", "{'seat':'1','count':100}");
    must("v", 'h', "bet", "{'seat':'1','cents':1000}");
    try_everything(V_BETTING);
    reach_turn();
    try_everything(V_TURN);
    must("v", 's', "freeze", "{'reason':'test'}");
    try_everything(V_FROZEN);
    must("v", 'e', "thaw", "{}");
    must("v", 's', "drain", "{'reason':'test'}");
    must("v", 'h', "stand", "{'seat':'1'}");
    try_everything(V_DRAINED);
    must("v", 'h', "leave", "{}");
    must("v", 'r', "leave", "{}");
    must_both("v", 's', 'c', "tray-close", "{'cents':1000000}");
    try_everything(V_CLOSED);
    must("v", 'A', "close-table", "{}");
    try_everything(V_GONE);
}

static void lay_wagers(void)
{
    must("l", 'D', "open", "{}");
    must("l", 'h', "bet", "{'seat':'1','cents':1000}");
    must("l", 'h', "bet", "{'seat':'1','wager':'blazing7','cents':100}");
}

/* An ace up: insurance, no blackjack, and the round is played out. */
static void round_with_insurance(void)
{
    lay_wagers();
    try_everything(L_BETTING);
    must("l", 'D', "deal", "{}");
    try_everything(L_CARD);
    deal_cards("9h Ad 8c --");
    try_everything(L_INSURANCE);
    must("l", 'D', "close", "{}");
    must("l", 'D', "peek", "{'blackjack':false}");
    must("l", 'h', "stand", "{'seat':'1'}");
    must("l", 'D', "turn", "{'card':'8s'}");
    try_everything(L_OVER);
    must("l", 'D', "end-game", "{'wager':'blazing7'}");
}

/* Three sevens win an award: WB7-13. */
static void round_with_award(void)
{
    lay_wagers();
    must("l", 'D', "deal", "{}");
    deal_cards("7h 9d 7d --");
    try_everything(L_TURN);
    must("l", 'h', "double", "{'seat':'1'}");
    deal_cards("7d");
    must("l", 'D', "turn", "{'card':'8h'}");
    try_everything(L_WON);
    must("l", 'D', "call", "{'seat':'1','wager':'blazing7'}");
    try_everything(L_AWARD);
    must("l", 's', "verify-award", "{'seat':'1','wager':'blazing7'}");
    try_everything(L_VERIFIED);
    must("l", 's', "freeze", "{'reason':'test'}");
    try_everything(L_FROZEN);
    must("l", 'e', "thaw", "{}");
    must("l", 'e', "pay-award", "{'seat':'1','wager':'blazing7'}");
    must("l", 'D', "end-game", "{'wager':'blazing7'}");
}

/* The cover card comes out, so this round is the shoe's last. */
static void round_with_cover(void)
{
    lay_wagers();
    must("l", 'D', "deal", "{}");
    must("l", 'D', "cover-seen", "{'seat':'1'}");
    deal_cards("9h 9d 8c --");
    must("l", 'h', "stand", "{'seat':'1'}");
    must("l", 'D', "turn", "{'card':'8s'}");
    must("l", 'D', "end-game", "{'wager':'blazing7'}");
    try_everything(L_ENDED);
}

static void at_the_live_table(void)
{
    found("l", "wa-freebet", "live");
    if (state_of("l")->is_open) must_both("l", 's', 'c', "tray-close", "{'cents':0}");
    try_everything(L_CLOSED);
    must("l", 's', "tray-open", "{'cents':1000000}");
    must("l", 'D', "dealer", "{}");
    sit_down("l");
    try_everything(L_EMPTY);
    must("l", 'D', "load", "{'prepared':true}");
    must("l", 'D', "burn", "{}");
    try_everything(L_READY);
    round_with_insurance();
    round_with_award();
    round_with_cover();
}

static void at_the_cash_table(void)
{
    lay_cash(session_of('D'));
    try_everything(C_CASH);
    must("c", 'D', "confirm", "{}");
    assert_int_equal(say(session_of('D'), request("c", "deal", "{}")), 409);
    must("c", 's', "confirm", "{}");
    must("c", 'D', "deal", "{}");
}

static bool keep_line(void *out, const lm_record *record)
{
    return lm_line_print(out, record, NULL);
}

/* LAMMER_JOURNAL names a file for the records, as exported lines: proof.trace compares them with the model. */
static void keep_lines(void)
{
    static const char *const streams[] = { "house", "table/v", "table/l", "table/c" };
    char text[LM_STORE_TEXT];
    const char *path = getenv("LAMMER_JOURNAL");
    FILE *out = path ? fopen(path, "w") : NULL;
    for (int i = 0; out && i < 4; i++)
        assert_int_equal(lm_store_records(store, streams[i], 1, keep_line, out, text), LM_STORE_DONE);
    if (out) fclose(out);
}

static void nothing_is_allowed_wrongly(void **state)
{
    proof p = proof_begin("matrix", STATES, STATES);
    d = desk_open("a");
    enter_one_of_each_kind();
    at_the_virtual_table();
    at_the_live_table();
    at_the_cash_table();
    assert_int_equal(states_seen, IN(STATES) - 1);
    proof_end(&p, asked, "requests", "%d states, %d people, %d dead sessions, %ld allowed wrongly", STATES, PEOPLE,
              DEAD, (long)wrong);
    keep_lines();
    desk_close(d);
    assert_int_equal(wrong, 0);
}

/* --- the words themselves --------------------------------------------------------------------------------------------
 * */

static uint32_t bits_of(const char *letters)
{
    static const char roles[] = "gpdsecvaA";
    uint32_t bits = 0;
    for (; letters && *letters && *letters != '*'; letters++)
        bits |= 1u << (strchr(roles, *letters) - roles);
    return bits;
}

static const matrix_row *row_of(const char *word)
{
    for (int i = 0; i < MATRIX_ROWS; i++) {
        if (strcmp(matrix[i].word, word) == 0) return &matrix[i];
    }
    return NULL;
}

/* Every word of the program has a row here, with the roles that were decided. */
static void words_are_as_decided(void **state)
{
    int n = 0, differ = 0;
    for (const lm_act_row *w = lm_act_next(NULL); w; w = lm_act_next(w), n++) {
        const matrix_row *row = row_of(w->word);
        bool same = row && w->roles == bits_of(row->roles) && w->second == bits_of(row->second);
        differ += !same;
        if (!same) print_error("%s: roles %x, second %x\n", w->word, w->roles, w->second);
    }
    assert_int_equal(differ, 0);
    assert_int_equal(n, MATRIX_ROWS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_as_decided),
        HOUSE_TEST(nothing_is_allowed_wrongly),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
