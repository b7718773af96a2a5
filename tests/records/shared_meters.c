/* shared_meters.c - two tables that share a progressive: what each finds on the meter is what the other
 * left, line by line of the ledger. */
/* The tables' streams know nothing of each other; the ledger's account of the meter puts their records
 * in one order. Both are recalled in that order, and the meter of the table that wrote a line must hold that
 * line's balance. WB7-0.2, WPS-METER.1 */
#include "../house/kit/house_help.h"
#include "recall.h"
#include "server_rooms.h"

enum { LINES = 1 << 14, ROUNDS = 30 };

static const char *const tables[] = { "l1", "l2" };
static const char *const account = "meter/floor/blazing7";

typedef struct {
    char session[80];
    int64_t n;
} guest;

static void keep_session(guest *g, const json_t *answer)
{
    snprintf(g->session, sizeof g->session, "%s", json_string_value(json_object_get(answer, "session")));
}

static guest administrator(test_house *t)
{
    guest g = { .n = 0 };
    keep_session(&g, test_do(t, 0, "",
                             json_pack("{s:s, s:s, s:s, s:s}", "do", "first-administrator", "token",
                                       lm_house_token(t->hand.house), "person", "ada", "password",
                                       "correct horse battery staple")));
    return g;
}

static guest player_at(test_house *t, const char *table, uint64_t connection)
{
    guest g = { .n = 0 };
    keep_session(&g, test_do(t, 0, "", json_pack("{s:s}", "do", "guest")));
    test_do(t, connection, g.session, json_pack("{s:s, s:s}", "do", "watch", "table", table));
    test_do(t, connection, g.session,
            json_pack("{s:s, s:s, s:s, s:I}", "do", "sit", "table", table, "seat", "1", "n", ++g.n));
    test_do(t, connection, g.session,
            json_pack("{s:s, s:s, s:i, s:I}", "do", "buy", "table", table, "cents", 90000, "n", ++g.n));
    return g;
}

static json_t *turn_at(test_house *t, const char *table, const guest *g)
{
    json_t *answer = test_do(t, 0, g->session, json_pack("{s:s, s:s}", "do", "look", "table", table));
    return json_object_get(json_object_get(answer, "snapshot"), "turn");
}

/* One word that answers what the table waits for; true when that was a deal. */
static bool answer_turn(test_house *t, const char *table, guest *g, uint64_t c)
{
    json_t *turn = turn_at(t, table, g);
    char verb[32], seat[8];
    snprintf(verb, sizeof verb, "%s", json_string_value(json_object_get(turn, "do")));
    const char *at = json_string_value(json_object_get(turn, "seat"));
    snprintf(seat, sizeof seat, "%s", at ? at : "");
    if (strcmp(verb, "bet") == 0) {
        test_do(t, c, g->session,
                json_pack("{s:s, s:s, s:s, s:i, s:I}", "do", "bet", "table", table, "seat", "1", "cents", 500, "n",
                          ++g->n));
        test_do(t, c, g->session,
                json_pack("{s:s, s:s, s:s, s:s, s:i, s:I}", "do", "bet", "table", table, "seat", "1", "wager",
                          "blazing7", "cents", 100, "n", ++g->n));
        test_do(t, c, g->session, json_pack("{s:s, s:s, s:I}", "do", "ready", "table", table, "n", ++g->n));
        return true;
    }
    if (strcmp(verb, "hit") == 0 && strcmp(seat, "1") == 0) {
        test_do(t, c, g->session,
                json_pack("{s:s, s:s, s:s, s:I}", "do", "stand", "table", table, "seat", "1", "n", ++g->n));
    } else {
        test_pass(t, 5000);
    }
    return false;
}

/* ---- the ledger's order -------------------------------------------------------------------------------------- */

typedef struct {
    int table;
    int64_t seq, balance;
} line;

static line lines[LINES];
static int n_lines;

/* Keeps the last line of each record: the state of the meter after it. */
static bool note_line(void *context, const lm_line_row *row)
{
    (void)context;
    int table = strcmp(row->stream, "table/l2") == 0;
    bool same = n_lines && lines[n_lines - 1].table == table && lines[n_lines - 1].seq == row->seq;
    assert_true(n_lines < LINES);
    if (!same) n_lines++;
    lines[n_lines - 1] = (line){ table, row->seq, row->balance_cents };
    return true;
}

typedef struct {
    lm_recall *recall;
    int64_t until;
} walker;

static bool walk(void *context, const lm_record *record)
{
    walker *w = context;
    char text[LM_HOUSE_TEXT];
    if (!lm_recall_record(w->recall, record, text))
        fail_msg("%s, record %lld: %s", record->stream, (long long)record->seq, text);
    return record->seq < w->until;
}

static void follow_ledger(test_house *t)
{
    char text[LM_STORE_TEXT], stream[32];
    lm_recall *recall[2] = { lm_recall_new(&shipped_rules, NULL, text), lm_recall_new(&shipped_rules, NULL, text) };
    assert_int_equal(lm_store_lines(t->hand.store, account, 1, note_line, NULL, text), LM_STORE_DONE);
    for (int i = 0; i < n_lines; i++) {
        walker w = { recall[lines[i].table], lines[i].seq };
        snprintf(stream, sizeof stream, "table/%s", tables[lines[i].table]);
        lm_store_records(t->hand.store, stream, w.recall->play->state.seq + 1, walk, &w, text);
        int meter = lm_meters_find(&w.recall->play->state.meters, "blazing7");
        lm_cents holds = w.recall->play->state.cents[ACCOUNT_METER + meter];
        if (holds != lines[i].balance)
            fail_msg("%s, record %lld: the meter holds %lld, the ledger says %lld", stream, (long long)lines[i].seq,
                     (long long)holds, (long long)lines[i].balance);
    }
    lm_recall_free(recall[0]);
    lm_recall_free(recall[1]);
}

/* A round that is told again has the meter's display before and after it. */
static void check_told_meter(test_house *t, const char *table)
{
    char text[LM_STORE_TEXT];
    for (int round = 1; round <= 3; round++) {
        lm_told_round told;
        assert_int_equal(lm_round_tell(t->hand.store, &shipped_rules, table, round, &told, text), LM_ROUND_TOLD);
        const lm_round_sum *meter = NULL;
        for (size_t i = 0; i < told.sums; i++) {
            if (told.sum[i].kind == LM_SUM_METER && strcmp(told.sum[i].name, "blazing7") == 0) meter = &told.sum[i];
        }
        assert_non_null(meter);
        assert_true(meter->before > 0 && meter->after > 0);
        lm_round_free(&told);
    }
}

static void test_shared_meter(void **state)
{
    static test_house t;
    (void)state;
    test_house_open(&t, false);
    t.keep = false;
    guest ada = administrator(&t), player[2];
    for (int i = 0; i < 2; i++) {
        test_do(&t, 0, ada.session,
                json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "do", "open-table", "table", tables[i], "title",
                          "Linked", "rules", "wa-freebet", "link", "floor", "settings", "blazing7.link=same-game",
                          "dealing", "virtual"));
    }
    test_pass(&t, 10000);
    for (int i = 0; i < 2; i++)
        player[i] = player_at(&t, tables[i], (uint64_t)i + 1);
    for (int dealt = 0, steps = 0; dealt < 2 * ROUNDS; steps++) {
        assert_true(steps < 100 * ROUNDS);
        int i = steps % 2;
        dealt += answer_turn(&t, tables[i], &player[i], (uint64_t)i + 1);
    }
    follow_ledger(&t);
    check_told_meter(&t, tables[0]);
    printf("shared meter: %d records moved it\n", n_lines);
    assert_true(n_lines > ROUNDS);
    test_house_remove(&t);
}

/* ---- names and money ------------------------------------------------------------------------------------------- */

/* Founds a table, and receives the result. */
static int found(test_house *t, const guest *ada, const char *id, const char *link, const char *money)
{
    json_t *body =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "do", "open-table", "table", id, "rules", "wa-freebet",
                  "settings", "blazing7.link=same-game", "dealing", "live", "money", money, "title", id);
    if (*link) json_object_set_new(body, "link", json_string(link));
    test_say(t, 0, ada->session, body);
    return t->status;
}

/* The account of a meter is called after its table or its link, so the two have different names; and the
 * money in it is of one kind: docs/house/money.md. */
static void test_names_and_money(void **state)
{
    static test_house t;
    (void)state;
    test_house_open(&t, false);
    guest ada = administrator(&t);
    assert_int_equal(found(&t, &ada, "floor", "", "play"), 200);
    assert_int_equal(found(&t, &ada, "t1", "floor", "play"), 409); /* a table's name */
    assert_int_equal(found(&t, &ada, "t1", "t1", "play"), 409);    /* its own */
    assert_int_equal(found(&t, &ada, "t1", "two words", "play"), 400);
    assert_int_equal(found(&t, &ada, "t1", "a/b", "play"), 400);
    assert_int_equal(found(&t, &ada, "t1", "west", "real"), 200);
    assert_int_equal(found(&t, &ada, "t2", "west", "play"), 409); /* play money would be paid out in dollars */
    assert_int_equal(found(&t, &ada, "west", "", "play"), 409);   /* a link's name */
    assert_int_equal(found(&t, &ada, "west", "east", "real"), 409);
    assert_int_equal(found(&t, &ada, "t2", "west", "real"), 200);
    assert_int_equal(found(&t, &ada, "t3", "east", "play"), 200);
    test_house_remove(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_shared_meter), cmocka_unit_test(test_names_and_money) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
