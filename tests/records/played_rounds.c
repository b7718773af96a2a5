/* played_rounds.c - reports of rounds that were really played: three guests at a virtual table keep their own books
 * from the messages they receive, and every report must agree with them. */
/* sanitized */
#include "../house/kit/house_help.h"

#include <math.h>
#include <sodium.h>

enum { GUESTS = 3, ROUNDS = 50, CHIPS = 80000 };
#define TABLE "ma-freebet"

typedef struct {
    char session[80], person[LM_HOUSE_ID], seat[4];
    uint64_t connection;
    int64_t n, main_cents, side_cents, hands, sides, insured, offered;
    double count[ROUNDS], bet[ROUNDS];
    int bets;
} guest;

typedef struct {
    test_house house;
    guest guest[GUESTS];
    char supervisor[80], watcher[80], administrator[80];
    int read;     /* messages understood */
    json_t *turn; /* borrowed from the last message */
    int running, out, cards;
    int rounds;
    bool offered; /* insurance, in this round */
    uint32_t dice;
} floor_test;

static uint32_t dice(floor_test *f, uint32_t below)
{
    f->dice = f->dice * 1664525u + 1013904223u;
    return (f->dice >> 8) % below;
}

static const char *text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static int64_t int_at(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

/* --- people ------------------------------------------------------------------------------------------------------- */

static void copy_session(const json_t *answer, char session[80])
{
    snprintf(session, 80, "%s", text_at(answer, "session"));
    assert_true(session[0]);
}

static void hire(floor_test *f, const char *person, const char *role, char session[80])
{
    test_house *t = &f->house;
    test_do(t, 0, f->administrator,
            json_pack("{s:s, s:s, s:[s], s:s}", "do", "create-person", "person", person, "roles", role, "password",
                      "long enough"));
    copy_session(
        test_do(t, 0, "", json_pack("{s:s, s:s, s:s}", "do", "sign-in", "person", person, "password", "long enough")),
        session);
}

static void staff(floor_test *f)
{
    test_house *t = &f->house;
    copy_session(test_do(t, 0, "",
                         json_pack("{s:s, s:s, s:s, s:s}", "do", "first-administrator", "token",
                                   lm_house_token(t->hand.house), "person", "admin", "password", "long enough")),
                 f->administrator);
    hire(f, "sue", "supervisor", f->supervisor);
    hire(f, "sven", "surveillance", f->watcher);
}

/* --- what is told ------------------------------------------------------------------------------------------------------ */

static int high_low(const char *card)
{
    return strchr("23456", *card) ? 1 : strchr("TJQKA", *card) ? -1 : 0;
}

static void hear_event(floor_test *f, const json_t *event)
{
    const char *kind = text_at(event, "event"), *card = text_at(event, "card");
    bool shown = strcmp(kind, "card") == 0; /* "sideways" tells how it lies */
    bool leaves = shown || strcmp(kind, "down") == 0 || strcmp(kind, "burn") == 0;
    if (strcmp(kind, "load") == 0) f->running = f->out = 0;
    if (strcmp(kind, "open") == 0) f->offered = false, f->rounds++;
    if (strcmp(kind, "offer-insurance") == 0) f->offered = true;
    f->out += leaves;
    if ((shown || strcmp(kind, "turn") == 0) && *card) f->running += high_low(card);
}

/* All that came to the first guest since the last time. */
static void listen(floor_test *f)
{
    test_house *t = &f->house;
    for (; f->read < t->messages; f->read++) {
        const json_t *message = t->message[f->read];
        if (t->to[f->read] != f->guest[0].connection || !json_object_get(message, "seq")) continue;
        const json_t *events = json_object_get(message, "events"), *snapshot = json_object_get(message, "snapshot");
        for (size_t i = 0; i < json_array_size(events); i++)
            hear_event(f, json_array_get(events, i));
        f->turn = json_object_get(snapshot ? snapshot : message, "turn");
    }
}

/* --- playing -------------------------------------------------------------------------------------------------------------- */

static json_t *say(floor_test *f, guest *g, json_t *body)
{
    json_object_set_new(body, "table", json_string(TABLE));
    json_object_set_new(body, "n", json_integer(++g->n));
    json_t *answer = test_do(&f->house, g->connection, g->session, body);
    listen(f);
    return answer;
}

static void lay_bets(floor_test *f, guest *g)
{
    double decks = (312 - f->out) / 52.0, count = f->running / decks;
    int64_t steps = count < 0 ? 0 : count > 3 ? 3 : (int64_t)count; /* no guest may run out of chips */
    int64_t cents = 500 * (1 + dice(f, 2)) + 500 * steps;
    if (dice(f, 3) == 0) /* a smaller stake replaced by a larger one, or the other way round */
        say(f, g,
            json_pack("{s:s, s:s, s:I}", "do", "bet", "seat", g->seat, "cents", (json_int_t)(500 * (1 + dice(f, 4)))));
    say(f, g, json_pack("{s:s, s:s, s:I}", "do", "bet", "seat", g->seat, "cents", (json_int_t)cents));
    if (dice(f, 2)) {
        say(f, g, json_pack("{s:s, s:s, s:s, s:i}", "do", "bet", "seat", g->seat, "wager", "push22", "cents", 500));
        g->side_cents += 500;
        g->sides++;
    }
    g->count[g->bets] = count;
    g->bet[g->bets++] = (double)cents;
    g->main_cents += cents;
    g->hands++;
}

static guest *whose(floor_test *f, const char *seat)
{
    for (int i = 0; i < GUESTS; i++) {
        if (strcmp(f->guest[i].seat, seat) == 0) return &f->guest[i];
    }
    return NULL;
}

/* Insures for half of what is allowed, or not at all. */
static void answer_insurance(floor_test *f)
{
    for (int i = 0; i < GUESTS && strcmp(text_at(f->turn, "do"), "insure") == 0; i++) {
        guest *g = &f->guest[i];
        bool takes = dice(f, 2);
        int64_t cents = takes ? (int64_t)g->bet[g->bets - 1] / 2 / 50 * 50 : 0;
        g->offered++;
        g->insured += takes;
        if (takes) g->side_cents += cents, g->sides++;
        say(f, g, json_pack("{s:s, s:s, s:I}", "do", "insure", "seat", g->seat, "cents", (json_int_t)cents));
    }
}

static void play_round(floor_test *f)
{
    for (int i = 0; i < GUESTS; i++)
        lay_bets(f, &f->guest[i]);
    for (int i = 0; i < GUESTS; i++)
        say(f, &f->guest[i], json_pack("{s:s}", "do", "ready"));
    for (int steps = 0; strcmp(text_at(f->turn, "do"), "bet") != 0; steps++) {
        const char *verb = text_at(f->turn, "do");
        guest *g = whose(f, text_at(f->turn, "seat"));
        assert_true(steps < 200);
        if (strcmp(verb, "cut") == 0) {
            say(f, g,
                json_pack("{s:s, s:s, s:I}", "do", "cut", "seat", g->seat, "count",
                          (json_int_t)int_at(f->turn, "least")));
        } else if (strcmp(verb, "insure") == 0) {
            answer_insurance(f);
        } else {
            assert_non_null(g);
            const json_t *legal = json_object_get(f->turn, "legal");
            const char *choice = text_at(json_array_get(legal, dice(f, (uint32_t)json_array_size(legal))), "do");
            if (strncmp(choice, "with", 4) == 0) choice = "stand";
            say(f, g, json_pack("{s:s, s:s}", "do", choice, "seat", g->seat));
        }
    }
}

static void play(floor_test *f)
{
    test_house *t = &f->house;
    for (int i = 0; i < GUESTS; i++) {
        guest *g = &f->guest[i];
        json_t *answer = test_do(t, 0, "", json_pack("{s:s}", "do", "guest"));
        copy_session(answer, g->session);
        snprintf(g->person, sizeof g->person, "%s", text_at(answer, "person"));
        snprintf(g->seat, sizeof g->seat, "%d", 2 * i + 1);
        g->connection = (uint64_t)i + 1;
        lm_house_connect(t->hand.house, g->connection);
        say(f, g, json_pack("{s:s}", "do", "watch"));
        say(f, g, json_pack("{s:s, s:s}", "do", "sit", "seat", g->seat));
        say(f, g, json_pack("{s:s, s:i}", "do", "buy", "cents", CHIPS));
    }
    if (strcmp(text_at(f->turn, "do"), "cut") == 0)
        say(f, &f->guest[0],
            json_pack("{s:s, s:s, s:I}", "do", "cut", "seat", "1", "count", (json_int_t)int_at(f->turn, "least")));
    for (int i = 0; i < ROUNDS; i++) {
        test_pass(t, 1000);
        play_round(f);
    }
}

/* --- the books --------------------------------------------------------------------------------------------------------------- */

typedef struct {
    char name[LM_STORE_NAME + 1];
    int64_t cents;
} balance;

static bool keep_balance(void *context, const lm_account_row *row)
{
    balance *b = context;
    if (strcmp(row->name, b->name) == 0) b->cents = row->cents;
    return true;
}

static int64_t holds(floor_test *f, const char *kind, const char *name)
{
    char text[LM_STORE_TEXT];
    balance b = { .cents = 0 };
    snprintf(b.name, sizeof b.name, "%s%s", kind, name);
    assert_int_equal(lm_store_accounts(f->house.hand.store, b.name, keep_balance, &b, text), LM_STORE_DONE);
    return b.cents;
}

/* What a guest has won: all chips and money less what was given. */
static int64_t result_of(floor_test *f, const guest *g)
{
    return holds(f, "wallet/play/", g->person) + holds(f, "rack/" TABLE "/", g->person) - 100000;
}

/* The house's clock is the test's, the records' is the store's: everything is asked for. */
static const json_t *report(floor_test *f, const char *word)
{
    json_t *body =
        json_pack("{s:s, s:s, s:i, s:I}", "do", word, "table", TABLE, "from", 0, "to", (json_int_t)4102444800000);
    return json_object_get(test_do(&f->house, 0, f->watcher, body), "rows");
}

static const json_t *row_of(const json_t *rows, const char *person)
{
    for (size_t i = 0; i < json_array_size(rows); i++) {
        if (strcmp(text_at(json_array_get(rows, i), "player"), person) == 0) return json_array_get(rows, i);
    }
    fail_msg("no row for %s", person);
    return NULL;
}

static double correlation(const guest *g)
{
    double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;
    for (int i = 0; i < g->bets; i++)
        mx += g->count[i] / g->bets, my += g->bet[i] / g->bets;
    for (int i = 0; i < g->bets; i++) {
        double x = g->count[i] - mx, y = g->bet[i] - my;
        xx += x * x, yy += y * y, xy += x * y;
    }
    return xy / sqrt(xx * yy);
}

static void check_win(floor_test *f, int64_t players_won)
{
    const json_t *rows = report(f, "report-win");
    int64_t win = 0, drop = 0, rounds = 0, hands = 0, staked = 0, unpriced = 0, expected = 0;
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        win += int_at(row, "win_cents");
        drop += int_at(row, "drop_cents");
        rounds += int_at(row, "rounds");
        hands += int_at(row, "hands");
        staked += int_at(row, "staked_cents");
        unpriced += int_at(row, "unpriced_cents");
    }
    for (int i = 0; i < GUESTS; i++)
        expected += f->guest[i].main_cents + f->guest[i].side_cents;
    assert_int_equal(win, -players_won);
    assert_int_equal(drop, GUESTS * CHIPS);
    assert_int_equal(drop, holds(f, "drop/", TABLE));
    assert_int_equal(rounds, ROUNDS);
    assert_int_equal(hands, GUESTS * ROUNDS);
    assert_int_equal(staked, expected);
    assert_int_equal(unpriced, expected); /* this house cannot price odds */
}

static void check_players(floor_test *f)
{
    const json_t *rows = json_incref((json_t *)(uintptr_t)report(f, "report-ratings"));
    for (int i = 0; i < GUESTS; i++) {
        const guest *g = &f->guest[i];
        const json_t *row = row_of(rows, g->person);
        assert_int_equal(int_at(row, "result_cents"), result_of(f, g));
        assert_int_equal(int_at(row, "hands"), ROUNDS);
        assert_int_equal(int_at(row, "bets"), ROUNDS + g->sides);
        assert_int_equal(int_at(row, "staked_cents"), g->main_cents + g->side_cents);
        assert_int_equal(int_at(row, "average_bet_cents"), (g->main_cents + ROUNDS / 2) / ROUNDS);
        assert_int_equal(int_at(row, "bought_cents"), CHIPS);
    }
    json_decref((json_t *)(uintptr_t)rows);
    rows = report(f, "report-review");
    for (int i = 0; i < GUESTS; i++) {
        const guest *g = &f->guest[i];
        const json_t *row = row_of(rows, g->person);
        double found = json_number_value(json_object_get(row, "correlation"));
        if (fabs(found - correlation(g)) > 1e-6)
            fail_msg("%s: correlation %f, not %f", g->person, found, correlation(g));
        assert_int_equal(int_at(row, "insured"), g->insured);
        assert_int_equal(int_at(row, "declined"), g->offered - g->insured);
    }
}

static const json_t *told(const floor_test *f, int64_t seq)
{
    const test_house *t = &f->house;
    for (int i = 0; i < t->messages; i++) {
        if (t->to[i] == f->guest[0].connection && int_at(t->message[i], "seq") == seq &&
            json_object_get(t->message[i], "events"))
            return json_object_get(t->message[i], "events");
    }
    return NULL;
}

static int count_events(const json_t *events, const char *kind)
{
    int n = 0;
    for (size_t i = 0; i < json_array_size(events); i++)
        n += strcmp(text_at(json_array_get(events, i), "event"), kind) == 0;
    return n;
}

/* Every event of the house has a sentence; the story of the round tells those of the engine. */
static void check_told(const json_t *row, const json_t *events)
{
    const json_t *told = json_object_get(row, "told");
    assert_int_equal(json_array_size(told), json_array_size(events));
    for (size_t i = 0; i < json_array_size(events); i++) {
        const char *word = text_at(json_array_get(events, i), "event");
        bool of_engine = false;
        for (int kind = 0; kind < LM_EV_COUNT; kind++)
            of_engine |= strcmp(lm_event_name((lm_event_kind)kind), word) == 0;
        if (!of_engine && !json_string_length(json_array_get(told, i))) fail_msg("no sentence tells %s", word);
    }
}

/* A replayed round has the same events as the original, and is marked as a replay. */
static void check_recall(floor_test *f, int round)
{
    json_t *ask = json_pack("{s:s, s:s, s:i}", "do", "recall", "table", TABLE, "round", round);
    const json_t *answer = test_do(&f->house, 0, f->watcher, ask), *rows = json_object_get(answer, "rows");
    int opens = 0, overs = 0;
    assert_true(json_is_true(json_object_get(answer, "replay")));
    assert_true(json_array_size(rows) >= 2 * GUESTS);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i), *events = json_object_get(row, "events");
        const json_t *then = told(f, int_at(row, "seq"));
        assert_true(json_is_true(json_object_get(row, "replay")));
        assert_non_null(then);
        if (!json_equal((json_t *)(uintptr_t)events, (json_t *)(uintptr_t)then))
            fail_msg("record %lld is told differently", (long long)int_at(row, "seq"));
        check_told(row, events);
        opens += count_events(events, "open");
        overs += count_events(events, "over");
    }
    /* from the record that opens it to the one that opens the next; that may be the one in which it ends */
    assert_int_equal(opens, 2);
    assert_true(overs == 1 || overs == 2);
}

static lm_round_end tell_round(floor_test *f, const char *table, int64_t round, lm_told_round *told)
{
    char text[LM_STORE_TEXT];
    return lm_round_tell(f->house.hand.store, &shipped_rules, table, round, told, text);
}

/* Double entry: what the table's accounts and those of others gained and lost in a round adds up to nothing. */
static lm_cents tray_after(const lm_told_round *told, lm_cents *before)
{
    lm_cents sum = 0, after = -1;
    for (size_t i = 0; i < told->sums; i++) {
        const lm_round_sum *one = &told->sum[i];
        if (one->kind == LM_SUM_METER || !one->moved) continue;
        sum += one->after - one->before;
        if (strcmp(one->name, "tray/" TABLE) != 0) continue;
        *before = one->before;
        after = one->after;
    }
    assert_int_equal(sum, 0);
    return after;
}

/* A round begins with the tray that the round before it left, and each record that tells it holds a part of it. */
static void check_rounds(floor_test *f)
{
    lm_cents last = -1;
    lm_told_round told;
    for (int round = 1; round <= ROUNDS / 2; round++) {
        lm_cents before = -1;
        assert_int_equal(tell_round(f, TABLE, round, &told), LM_ROUND_TOLD);
        assert_true(told.records >= 2);
        for (size_t i = 1; i < told.records; i++)
            assert_int_equal(told.record[i].seq, told.record[i - 1].seq + 1);
        lm_cents after = tray_after(&told, &before);
        if (last >= 0 && before >= 0 && before != last)
            fail_msg(/* say:test-another-tray */ "round %d begins with another tray", round);
        if (after >= 0) last = after;
        lm_round_free(&told);
    }
    assert_true(last >= 0);
    assert_int_equal(tell_round(f, TABLE, 100 * ROUNDS, &told), LM_ROUND_TOLD);
    assert_int_equal(told.records, 0);
    assert_true(told.rules && told.rounds >= ROUNDS);
    lm_round_free(&told);
    assert_int_equal(tell_round(f, "no-such-table", 1, &told), LM_ROUND_TOLD);
    assert_null(told.rules);
    lm_round_free(&told);
}

static void test_reports_of_play(void **state)
{
    static floor_test f;
    int64_t won = 0;
    (void)state;
    memset(&f, 0, sizeof f);
    f.dice = 7;
    test_house_open(&f.house, true);
    staff(&f);
    play(&f);
    for (int i = 0; i < GUESTS; i++)
        won += result_of(&f, &f.guest[i]);
    check_win(&f, won);
    check_players(&f);
    check_recall(&f, 1);
    check_recall(&f, ROUNDS / 2);
    check_rounds(&f);
    test_house_remove(&f.house);
}

/* --- words of the pit ------------------------------------------------------------------------------------------------------------ */

static void test_pit_words(void **state)
{
    static floor_test f;
    test_house *t = &f.house;
    (void)state;
    memset(&f, 0, sizeof f);
    test_house_open(t, true);
    staff(&f);
    const json_t *tables = json_object_get(test_do(t, 0, "", json_pack("{s:s}", "do", "lobby")), "tables");
    assert_true(json_array_size(tables) >= 10);
    for (size_t i = 0; i < json_array_size(tables); i++) {
        const json_t *row = json_array_get(tables, i);
        assert_true(*text_at(row, "line"));
        assert_int_equal(int_at(row, "free"), int_at(row, "boxes"));
        if (strcmp(text_at(row, "table"), TABLE) == 0) {
            assert_int_equal(int_at(row, "least_cents"), 500);
            assert_int_equal(int_at(row, "most_cents"), 50000);
            assert_non_null(strstr(text_at(row, "line"), "stands on soft 17"));
            assert_non_null(strstr(text_at(row, "line"), "dealer 22 pushes"));
        }
    }
    test_do(t, 0, f.supervisor,
            json_pack("{s:s, s:s, s:s, s:s}", "do", "open-table", "table", "new-one", "rules", "ma-blackjack", "title",
                      "New"));
    tables = json_object_get(test_do(t, 0, f.watcher, json_pack("{s:s}", "do", "tables")), "tables");
    bool found = false;
    for (size_t i = 0; i < json_array_size(tables); i++)
        found |= strcmp(text_at(json_array_get(tables, i), "table"), "new-one") == 0;
    assert_true(found);
    /* once only */
    test_say(t, 0, f.supervisor,
             json_pack("{s:s, s:s, s:s}", "do", "open-table", "table", "new-one", "rules", "ma-blackjack"));
    assert_int_equal(t->status, 409);
    test_house_remove(t);
}

/* Set by an executive with a reason, kept, and listed among significant events with both values. */
static void test_config_word(void **state)
{
    static floor_test f;
    test_house *t = &f.house;
    char executive[80];
    (void)state;
    memset(&f, 0, sizeof f);
    test_house_open(t, false);
    staff(&f);
    hire(&f, "eve", "executive", executive);
    json_t *wrong = json_pack("{s:s, s:s, s:{s:i}}", "do", "set-config", "reason", "law", "config", "tax_cents", -1);
    test_say(t, 0, executive, wrong);
    assert_int_equal(t->status, 400);
    test_say(t, 0, f.supervisor,
             json_pack("{s:s, s:s, s:{s:i}}", "do", "set-config", "reason", "law", "config", "tax_cents", 5));
    assert_int_equal(t->status, 403);
    test_do(t, 0, executive,
            json_pack("{s:s, s:s, s:{s:i}}", "do", "set-config", "reason", "law", "config", "tax_cents", 77700));
    const json_t *config = json_object_get(test_do(t, 0, f.supervisor, json_pack("{s:s}", "do", "config")), "config");
    assert_int_equal(int_at(config, "tax_cents"), 77700);
    json_t *ask = json_pack("{s:s, s:I}", "do", "significant-events", "to", (json_int_t)4102444800000);
    const json_t *rows = json_object_get(test_do(t, 0, f.watcher, ask), "rows");
    const json_t *last = json_array_get(rows, json_array_size(rows) - 1);
    assert_string_equal(text_at(last, "event"), "config-set");
    assert_string_equal(text_at(last, "actor"), "eve");
    assert_string_equal(text_at(last, "reason"), "law");
    assert_string_equal(text_at(last, "told"), "eve changes the settings of the house. Reason: \"law\".");
    for (size_t i = 0; i < json_array_size(rows); i++)
        assert_true(*text_at(json_array_get(rows, i), "told"));
    assert_int_equal(int_at(json_object_get(last, "before"), "tax_cents"), 0);
    assert_int_equal(int_at(json_object_get(last, "after"), "tax_cents"), 77700);
    test_house_remove(t);
}

static void test_disputes(void **state)
{
    static floor_test f;
    test_house *t = &f.house;
    char ann[80], bob[80];
    (void)state;
    memset(&f, 0, sizeof f);
    test_house_open(t, true);
    staff(&f);
    hire(&f, "ann", "player", ann);
    hire(&f, "bob", "player", bob);
    test_say(t, 0, ann,
             json_pack("{s:s, s:s, s:i, s:s}", "do", "dispute", "table", TABLE, "round", 3, "text", "I stood"));
    assert_int_equal(t->status, 404); /* no round has been played */
    json_t *answer =
        test_do(t, 0, ann, json_pack("{s:s, s:s, s:s}", "do", "dispute", "table", TABLE, "text", "I stood"));
    assert_int_equal(int_at(answer, "dispute"), 1);
    answer = test_do(
        t, 0, f.supervisor,
        json_pack("{s:s, s:s, s:s, s:s}", "do", "dispute", "table", TABLE, "player", "bob", "text", "late bet"));
    assert_int_equal(int_at(answer, "dispute"), 2);
    static const struct {
        const char *why;
        int status;
    } wrong[] = { { "for another", 403 }, { "no table", 404 }, { "own dispute", 403 }, { "no such", 404 } };
    test_say(t, 0, ann,
             json_pack("{s:s, s:s, s:s, s:s}", "do", "dispute", "table", TABLE, "player", "bob", "text", "x"));
    assert_int_equal(t->status, wrong[0].status);
    test_say(t, 0, ann, json_pack("{s:s, s:s, s:s}", "do", "dispute", "table", "nowhere", "text", "x"));
    assert_int_equal(t->status, wrong[1].status);
    test_say(t, 0, f.supervisor,
             json_pack("{s:s, s:i, s:s}", "do", "resolve-dispute", "dispute", 2, "resolution", "paid"));
    assert_int_equal(t->status, wrong[2].status);
    test_say(t, 0, f.supervisor,
             json_pack("{s:s, s:i, s:s}", "do", "resolve-dispute", "dispute", 9, "resolution", "paid"));
    assert_int_equal(t->status, wrong[3].status);
    test_do(t, 0, f.supervisor,
            json_pack("{s:s, s:i, s:s}", "do", "resolve-dispute", "dispute", 1, "resolution", "the tape shows a hit"));
    test_say(t, 0, f.supervisor,
             json_pack("{s:s, s:i, s:s}", "do", "resolve-dispute", "dispute", 1, "resolution", "again"));
    assert_int_equal(t->status, 409);
    const json_t *rows = json_object_get(test_do(t, 0, ann, json_pack("{s:s}", "do", "disputes")), "rows");
    assert_int_equal(json_array_size(rows), 1);
    assert_string_equal(text_at(json_array_get(rows, 0), "status"), "resolved");
    assert_string_equal(text_at(json_array_get(rows, 0), "resolved_by"), "sue");
    rows = json_object_get(test_do(t, 0, bob, json_pack("{s:s}", "do", "disputes")), "rows");
    assert_int_equal(json_array_size(rows), 1);
    rows =
        json_object_get(test_do(t, 0, f.watcher, json_pack("{s:s, s:s}", "do", "disputes", "status", "open")), "rows");
    assert_int_equal(json_array_size(rows), 1);
    test_house_remove(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reports_of_play),
        cmocka_unit_test(test_pit_words),
        cmocka_unit_test(test_config_word),
        cmocka_unit_test(test_disputes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
