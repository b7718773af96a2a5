/* repeated_commands.c - commands that come twice, late, out of order or again after a restart have no
 * second effect.
 *
 * A few players write numbered commands for several tables and for the cage. A bad network delivers
 * them: once, twice in the same breath, the second before the first, much later, any old one again at
 * any time, and old numbers with other words. After every delivery that must change nothing, tables,
 * books and the list of records are compared byte for byte with what they were. */
/* sanitized */ /* soak */
#include <sodium.h>

#include "kit/hand_house.h"
#include "floor/floor.h"
#include "proof.h"
#include "told.h"

enum { PLAYERS = 3, TABLES = 3, LETTERS = 4096, HOUSE_LIFE = 3000, NOWHERE = TABLES };

static const char *const tables[TABLES] = { "ma-blackjack", "wa-freebet", "ma-blackjack-multi" };

/* A command as its sender wrote it, and its outcome. */
typedef struct {
    int player, table;
    int64_t number, seq;
    bool done;     /* answered with ok */
    bool recorded; /* and in the journal */
    bool lapsed;   /* was never recorded, and the server that knew of it is gone */
    json_t *body;
} letter;

typedef struct {
    char session[80];
    int64_t number;           /* the last one written */
    int64_t last[TABLES + 1]; /* the last one done, at each table and at the cage */
} sender;

static struct {
    hand_house h;
    sender player[PLAYERS];
    letter letter[LETTERS];
    int letters, oldest;
    uint64_t chance, house_chance;
    int64_t records; /* records that hold a command, counted from the answers */
    int64_t repeats, in_flight, reordered, restarts, confirmed, late, forged, rounds;
    const proof *proof;
} all;

static unsigned below(unsigned n)
{
    return (unsigned)(proof_random(&all.chance) % n);
}

/* --- what a delivery may not change ---------------------------------------------------------------------------- */

typedef struct {
    house_state state[TABLES];
    uint32_t ready[TABLES];
    int64_t epoch[TABLES];
    int64_t records, lost;
    char purse[PLAYERS][160]; /* what the cage says of each player */
} picture;

static house_table *at(int table)
{
    return table_find(all.h.house, tables[table]);
}

static bool note_wallet(void *context, const lm_account_row *row)
{
    char **text = context;
    *text += sprintf(*text, "%lld ", (long long)row->cents);
    return true;
}

/* Wallets and the order of the house's own stream, which the tables do not show. */
static void read_purses(picture *p)
{
    char text[LM_STORE_TEXT], *end = p->purse[0];
    memset(p->purse, 0, sizeof p->purse);
    lm_store_accounts(all.h.store, "wallet/play/", note_wallet, &end, text);
}

static void take_picture(picture *p, bool purses)
{
    lm_house_figures figures;
    lm_house_read_figures(all.h.house, &figures);
    for (int i = 0; i < TABLES; i++) {
        p->state[i] = at(i)->state;
        p->ready[i] = at(i)->state.ready;
        p->epoch[i] = at(i)->holding == TABLE_HELD ? at(i)->epoch : -1;
    }
    p->records = figures.records;
    p->lost = figures.lost_tables;
    if (purses) read_purses(p);
}

static void tell(const letter *l, const char *what)
{
    char *body = json_dumps(l->body, JSON_COMPACT);
    json_t *answer = all.h.answer[all.h.token % HAND_ANSWERS].body;
    char *heard = answer ? json_dumps(answer, JSON_COMPACT) : NULL;
    fail_msg("seed %llu, delivery %lld: %s: player %d, number %lld (first answered %lld): %s -> %s",
             (unsigned long long)all.proof->seed, (long long)all.repeats, what, l->player, (long long)l->number,
             (long long)l->seq, body, heard ? heard : "-");
}

static void assert_unchanged(const letter *l, const picture *before, const picture *after, bool purses)
{
    for (int i = 0; i < TABLES; i++) {
        if (before->ready[i] != after->ready[i]) tell(l, /* say:test-ready-again */ "a player became ready again");
        if (memcmp(&before->state[i], &after->state[i], sizeof before->state[i]) != 0)
            tell(l, /* say:test-second-effect */ "a second effect at a table");
        if (before->epoch[i] != after->epoch[i]) tell(l, /* say:test-table-was-lost */ "a table was lost");
    }
    if (before->records != after->records) tell(l, /* say:test-second-record */ "a second record");
    if (before->lost != after->lost) tell(l, /* say:test-table-was-lost */ "a table was lost");
    if (purses && memcmp(before->purse, after->purse, sizeof before->purse) != 0)
        tell(l, /* say:test-paid-twice */ "paid twice");
}

/* --- delivering -------------------------------------------------------------------------------------------------- */

static bool is_fresh(const letter *l)
{
    return !l->done && l->number > all.player[l->player].last[l->table];
}

static uint64_t post(const letter *l)
{
    return hand_ask(&all.h, (uint64_t)l->player + 1, all.player[l->player].session, l->body);
}

static bool is_repeated(const json_t *answer)
{
    return json_is_true(json_object_get(answer, "repeated"));
}

/* Checks the answer to a letter that must change nothing: it names the record of the first time, or says that the
 * letter comes too late. */
static void check_again(const letter *l, const json_t *answer, int status)
{
    int64_t seq = json_integer_value(json_object_get(answer, "seq"));
    bool newest = l->recorded && l->number == all.player[l->player].last[l->table];
    if (newest && status != 200) tell(l, /* say:test-sender-not-told */ "was done, but its sender is not told");
    if (status == 200 && l->recorded && !is_repeated(answer)) tell(l, /* say:test-done-again */ "done again");
    if (status == 200 && l->recorded && l->table != NOWHERE && seq != l->seq) tell(l, "confirmed as another record");
    if (status == 200 && !l->done) tell(l, "done after a later one");
    if (status != 200 && status != 409) tell(l, "refused for another reason");
    all.confirmed += status == 200;
    all.late += status == 409;
}

/* Posts a letter that must change nothing; the answer. */
static json_t *post_in_vain(const letter *l, int *status)
{
    static picture before, after;
    bool purses = l->table == NOWHERE || below(16) == 0;
    take_picture(&before, purses);
    json_t *answer = hand_wait(&all.h, post(l), status);
    hand_settle(&all.h);
    take_picture(&after, purses);
    assert_unchanged(l, &before, &after, purses);
    all.repeats++;
    return answer;
}

static void deliver_again(letter *l)
{
    int status;
    json_t *answer = post_in_vain(l, &status);
    check_again(l, answer, status);
}

/* Other words under the number of a command that was done, or under an invalid number. */
static void deliver_forged(const letter *l)
{
    int status;
    letter forged = *l;
    if (l->table == NOWHERE || !l->recorded) return;
    bool none = below(2) == 0;
    forged.body = json_pack("{s:s, s:s, s:i, s:I}", "do", "buy", "table", tables[l->table], "cents", 777700, "n",
                            (json_int_t)(none ? -(int64_t)below(3) : l->number));
    json_t *answer = post_in_vain(&forged, &status);
    if (none ? status != 400 : status != 409 && !is_repeated(answer)) tell(&forged, "a forged command was taken");
    json_decref(forged.body);
    all.forged++;
}

static int64_t record_count(void)
{
    lm_house_figures figures;
    lm_house_read_figures(all.h.house, &figures);
    return figures.records;
}

static void assert_tables_held(const letter *l)
{
    for (int i = 0; i < TABLES; i++) {
        if (at(i)->holding != TABLE_HELD) tell(l, /* say:test-table-was-lost */ "a table was lost");
    }
}

static void note_done(letter *l, const json_t *answer, bool recorded)
{
    l->done = true;
    l->recorded = recorded;
    l->seq = json_integer_value(json_object_get(answer, "seq"));
    if (recorded) all.player[l->player].last[l->table] = l->number;
    all.records += recorded;
}

/* A letter that was not done yet, perhaps twice before the first can be answered. */
static void deliver_fresh(letter *l)
{
    int status, again;
    int64_t before = record_count();
    bool twice = below(4) == 0;
    uint64_t first = post(l), second = twice ? post(l) : 0;
    json_t *answer = hand_wait(&all.h, first, &status);
    assert_tables_held(l);
    if (status == 200) note_done(l, answer, l->table == NOWHERE || record_count() > before);
    if (!twice) return;
    answer = hand_wait(&all.h, second, &again);
    if (status == 200) {
        check_again(l, answer, again);
        if (l->table != NOWHERE && record_count() > before + 1)
            tell(l, /* say:test-two-records */ "two records of one command");
    } else if (again == 200) {
        tell(l, "refused and then done");
    }
    all.repeats++;
    all.in_flight++;
}

static void deliver(letter *l)
{
    if (l->lapsed) return;
    if (is_fresh(l)) {
        deliver_fresh(l);
    } else {
        deliver_again(l);
    }
}

/* --- what players write ------------------------------------------------------------------------------------------ */

static json_t *bet_or_ready(const char *table, const char *seat)
{
    switch (below(8)) {
    case 0: return json_pack("{s:s, s:s, s:s}", "do", "withdraw", "table", table, "seat", seat);
    case 1: return json_pack("{s:s, s:s, s:i}", "do", "buy", "table", table, "cents", 10000);
    case 2: return json_pack("{s:s, s:s, s:i}", "do", "cash", "table", table, "cents", 500);
    case 3:
    case 4:
    case 5: return json_pack("{s:s, s:s}", "do", "ready", "table", table);
    default:
        return json_pack("{s:s, s:s, s:s, s:i}", "do", "bet", "table", table, "seat", seat, "cents",
                         (int)(500 * (1 + below(4))));
    }
}

static json_t *decide(const char *table, const char *seat)
{
    static const char *const plays[] = { "stand", "hit", "double", "split", "stand" };
    return json_pack("{s:s, s:s, s:s}", "do", plays[below(5)], "table", table, "seat", seat);
}

/* Writes mostly what the turn asks of this player, now and then something else. */
static json_t *words_for(int player, int table)
{
    const house_table *t = at(table);
    char seat[2] = { (char)('1' + player), '\0' };
    json_t *turn = told_turn(&t->state, t->rules);
    const char *verb = json_string_value(json_object_get(turn, "do"));
    char what[32];
    snprintf(what, sizeof what, "%s", verb ? verb : "");
    json_decref(turn);
    bool sits = t->state.holder[player][0] != 0;
    if (!sits) return json_pack("{s:s, s:s, s:s}", "do", "sit", "table", tables[table], "seat", seat);
    if (below(60) == 0) return json_pack("{s:s, s:s}", "do", below(3) ? "summon" : "leave", "table", tables[table]);
    if (below(60) == 0) return json_pack("{s:s, s:s, s:i}", "do", "toke", "table", tables[table], "cents", 100);
    if (strcmp(what, "cut") == 0)
        return json_pack("{s:s, s:s, s:s, s:i}", "do", "cut", "table", tables[table], "seat", seat, "count",
                         (int)(40 + below(20)));
    if (strcmp(what, "insure") == 0)
        return json_pack("{s:s, s:s, s:s, s:i}", "do", "insure", "table", tables[table], "seat", seat, "cents", 0);
    return strcmp(what, "bet") == 0 ? bet_or_ready(tables[table], seat) : decide(tables[table], seat);
}

/* The player on turn writes often, so that rounds go on. */
static int whose_turn(int table)
{
    const house_table *t = at(table);
    json_t *turn = told_turn(&t->state, t->rules);
    const char *seat = json_string_value(json_object_get(turn, "seat"));
    int box = seat ? seat[0] - '1' : -1;
    json_decref(turn);
    return box >= 0 && box < PLAYERS && below(8) ? box : (int)below(PLAYERS);
}

static letter *write_letter(int player, int table)
{
    letter *l = &all.letter[all.letters++ % LETTERS];
    json_decref(l->body);
    all.player[player].number += 1 + (below(10) == 0);
    *l = (letter){ .player = player, .table = table, .number = all.player[player].number };
    l->body = table == NOWHERE ? json_pack("{s:s}", "do", "play-money") : words_for(player, table);
    json_object_set_new(l->body, "n", json_integer(l->number));
    return l;
}

/* --- the bad network -----------------------------------------------------------------------------------------------
 * */

static void exchange(void)
{
    int table = below(40) == 0 ? NOWHERE : (int)below(TABLES);
    int player = table == NOWHERE ? (int)below(PLAYERS) : whose_turn(table);
    letter *l = write_letter(player, table);
    if (below(12) == 0) {
        letter *next = write_letter(player, table);
        deliver(next);
        all.reordered++;
    }
    if (below(10)) deliver(l); /* otherwise later, among delayed packets */
    int known = all.letters < LETTERS ? all.letters : LETTERS;
    for (unsigned i = below(3); i > 0; i--) {
        int back = below(2) ? (int)below(10) : (int)below((unsigned)known);
        if (back >= known) continue;
        letter *old = &all.letter[(all.letters - 1 - back) % LETTERS];
        deliver(old);
        if (below(8) == 0) deliver_forged(old);
    }
}

/* The server stops, or dies without telling the store. What was not written is lost. */
static void restart(void)
{
    if (below(2)) strcpy(all.h.house->fault, "killed");
    hand_stop(&all.h);
    hand_start(&all.h, true);
    all.restarts++;
    for (int i = 0; i < LETTERS; i++)
        all.letter[i].lapsed |= all.letter[i].done && !all.letter[i].recorded;
}

static void come_in(void)
{
    for (int i = 0; i < PLAYERS; i++) {
        json_t *answer = hand_say(&all.h, 0, "", json_pack("{s:s}", "do", "guest"), NULL);
        snprintf(all.player[i].session, 80, "%s", json_string_value(json_object_get(answer, "session")));
        for (int table = 0; table < TABLES; table++)
            hand_say(&all.h, (uint64_t)i + 1, all.player[i].session,
                     json_pack("{s:s, s:s}", "do", "watch", "table", tables[table]), NULL);
    }
}

/* --- what the journal says ------------------------------------------------------------------------------------------
 * */

typedef struct {
    int64_t commands, twice;
    json_t *last; /* by client and stream: the last number */
} journal_reader;

static bool read_commands(void *context, const lm_record *record)
{
    journal_reader *r = context;
    size_t at_byte = 0;
    lm_effect effect;
    while (lm_effect_next(record->effects, record->effects_size, &at_byte, &effect)) {
        if (effect.kind != LM_EFFECT_COMMAND) continue;
        char key[2 * LM_STORE_NAME + 4];
        snprintf(key, sizeof key, "%s %s", effect.name, record->stream);
        int64_t before = json_integer_value(json_object_get(r->last, key));
        r->twice += effect.number <= before;
        json_object_set_new(r->last, key, json_integer(effect.number));
        r->commands++;
    }
    return true;
}

/* Every command once, in the order of its sender's numbers, and as many as were confirmed; chains and
 * books are right. */
static void read_journal(void)
{
    journal_reader r = { .last = json_object() };
    char text[LM_STORE_TEXT], stream[64];
    for (int i = 0; i <= TABLES; i++) {
        snprintf(stream, sizeof stream, "%s%s", i < TABLES ? "table/" : "house", i < TABLES ? tables[i] : "");
        assert_int_equal(lm_store_records(all.h.store, stream, 1, read_commands, &r, text), LM_STORE_DONE);
    }
    json_decref(r.last);
    if (r.twice)
        fail_msg("seed %llu: %lld commands stand twice in the journal", (unsigned long long)all.proof->seed,
                 (long long)r.twice);
    assert_int_equal(r.commands, all.records);
}

static void one_house(const proof *p, int64_t until)
{
    memset(all.player, 0, sizeof all.player);
    all.records = 0;
    hand_open(&all.h, true);
    come_in();
    while (all.repeats < until && proof_goes_on(p, all.repeats)) {
        exchange();
        if (below(400) == 0) restart();
    }
    read_journal();
    for (int i = 0; i < TABLES; i++)
        all.rounds += at(i)->state.round;
    hand_remove(&all.h);
    for (int i = 0; i < LETTERS; i++) {
        json_decref(all.letter[i].body);
        all.letter[i] = (letter){ 0 };
    }
    all.letters = 0;
}

static void test_repeats(void **state)
{
    proof p = proof_begin("repeats", 10000, 1000000);
    (void)state;
    all.proof = &p;
    all.chance = p.seed;
    all.house_chance = ~p.seed;
    int64_t done = 0;
    while (proof_goes_on(&p, all.repeats)) {
        one_house(&p, all.repeats + HOUSE_LIFE);
        done++;
    }
    proof_end(&p, all.repeats, "deliveries again",
              "0 second effects, %lld in one breath, %lld out of order, %lld confirmed, %lld too late, "
              "%lld forged, %lld restarts, %lld houses, %lld rounds",
              (long long)all.in_flight, (long long)all.reordered, (long long)all.confirmed, (long long)all.late,
              (long long)all.forged, (long long)all.restarts, (long long)done, (long long)all.rounds);
}

/* Sessions and shoes come from the seed, too. */
static uint32_t chance_random(void)
{
    return (uint32_t)(proof_random(&all.house_chance) >> 32);
}

static void chance_buf(void *const buf, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)buf)[i] = (uint8_t)chance_random();
}

static const char *chance_name(void)
{
    return "repeats";
}

static randombytes_implementation chance_source = { .implementation_name = chance_name,
                                                    .random = chance_random,
                                                    .buf = chance_buf };

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_repeats) };
    if (randombytes_set_implementation(&chance_source) != 0 || sodium_init() < 0) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
