/* power_cuts.c - a hundred rounds of a floor, and the power cut at every write and sync of its disk.
 *
 * The floor is played once on a disk that remembers what it was asked to do. Then, for each of those operations, the
 * disk is laid out as a power cut at that moment may have left it, and the house is opened on it. Everything that a
 * client received before is there; the journal is that of the uncut run up to some moment, record for record and state
 * for state; commands without an answer are done once when they are repeated; and the tables play on. */
/* soak */
#include "kit/disk_play.h"
#include "recall.h"
#include "kit/recorded_disk.h"
#include "server_rooms.h"

enum { ROUNDS = 100, STREAMS = 1 + FLOOR_TABLES, RECORDS = 4096, BURST = 4, STATE_HASH = 16, PLAYED_ON = 6 };
enum { MOST_TOLD = 1 << 16, MOST_NOTES = 1 << 14 };

/* A message left the house: the record it reported, and the number of disk operations by then. */
typedef struct {
    int64_t ops, seq;
    int stream;
} told_record;

/* The uncut run. Stream 0 is the house's, stream i + 1 is that of table i. */
static struct {
    floor_run floor;
    int64_t founded_ops, ops;
    told_record *told;
    int64_t tolds;
    int64_t note[MOST_NOTES][FLOOR_TABLES]; /* how long the tables' streams were, one moment after the other */
    int notes;
    int64_t said_ops[FLOOR_SAID], answered_ops[FLOOR_SAID];
    int64_t records[STREAMS];
    uint8_t hash[STREAMS][RECORDS][LM_STORE_HASH];
    uint8_t state[FLOOR_TABLES][RECORDS][STATE_HASH];
    int64_t command[STREAMS][RECORDS]; /* the number of the record's command, or 0 */
} uncut;

static proof run;
static int64_t cut_op, states;
static disk_cut cut_kind;

static const char *const cut_words[] = {
#define X(name, text) text,
    DISK_CUTS(X)
#undef X
};

#define broken(...)                                                                                                    \
    do {                                                                                                               \
        print_error("seed %" PRIu64 ", cut at operation %" PRId64 " of %" PRId64 " (%s): ", run.seed, cut_op,          \
                    uncut.ops, cut_words[cut_kind]);                                                                   \
        fail_msg(__VA_ARGS__);                                                                                         \
    } while (0)

/* --- the run that is not cut -------------------------------------------------------------------------------------- */

static const char *stream_name(int stream, char name[64])
{
    snprintf(name, 64, "%s%s", stream ? "table/" : "house", stream ? floor_tables[stream - 1].id : "");
    return name;
}

typedef struct {
    int64_t seq[STREAMS];
    uint8_t hash[STREAMS][LM_STORE_HASH];
} heads;

static bool read_head(void *context, const lm_stream_row *row)
{
    heads *all = context;
    char name[64];
    for (int i = 0; i < STREAMS; i++) {
        if (strcmp(row->name, stream_name(i, name)) != 0) continue;
        all->seq[i] = row->seq;
        memcpy(all->hash[i], row->hash, LM_STORE_HASH);
    }
    return true;
}

static heads read_heads(lm_store *store)
{
    char text[LM_STORE_TEXT];
    heads all = { 0 };
    if (lm_store_streams(store, "", read_head, &all, text) != LM_STORE_DONE) broken("%s", text);
    return all;
}

static void note_told(floor_run *f, const floor_said *said, int table, int64_t seq)
{
    int64_t ops = disk_ops();
    if (said) uncut.answered_ops[said - f->said] = ops;
    if (said && table < 0) seq = read_heads(f->store).seq[0];
    assert_true(uncut.tolds < MOST_TOLD);
    uncut.told[uncut.tolds++] = (told_record){ ops, seq, table + 1 };
}

/* At most one table is a record longer than at the last note, unless clocks ran out at several. */
static void note_lengths(const floor_run *f)
{
    int64_t *now = uncut.note[uncut.notes];
    assert_true(uncut.notes + 1 < MOST_NOTES);
    for (int i = 0; i < FLOOR_TABLES; i++)
        now[i] = floor_at(f, i) ? floor_at(f, i)->state.seq : 0;
    if (!uncut.notes || memcmp(now, uncut.note[uncut.notes - 1], sizeof uncut.note[0]) != 0) uncut.notes++;
}

/* Several commands at once, now and then, so that the journal's groups are larger than one. */
static void play_rounds(floor_run *f, int64_t rounds)
{
    for (int steps = 0; floor_rounds(f) < rounds; steps++) {
        assert_true(steps < 100 * ROUNDS);
        for (int n = 1 + (below(f, 3) == 0) * below(f, BURST); n > 0; n--) {
            int64_t ops = disk_ops();
            uint64_t token = floor_step(f);
            uncut.said_ops[token] = ops;
            note_lengths(f);
        }
        floor_settle(f);
        note_lengths(f);
    }
}

/* What must occur in the hundred rounds, so that cuts meet it; records are JSON without spaces. */
static struct {
    const char *text;
    int times;
} played[] = { { "\"wager\":\"push22\"", 0 }, { "\"wager\":\"pot-of-gold\"", 0 }, { "\"wager\":\"blazing7\"", 0 },
               { "\"wager\":\"21+3\"", 0 },   { "\"wager\":\"buster\"", 0 },      { "\"do\":\"double\"", 0 } };

static void count_played(const lm_record *record)
{
    for (size_t i = 0; i < sizeof played / sizeof *played; i++)
        played[i].times += memmem(record->body, record->body_size, played[i].text, strlen(played[i].text)) != NULL;
}

static void check_played(void)
{
    for (size_t i = 0; i < sizeof played / sizeof *played; i++) {
        if (!played[i].times) fail_msg("seed %" PRIu64 ": %s was never played", run.seed, played[i].text);
    }
}

static bool keep_record(void *context, const lm_record *record)
{
    int stream = *(int *)context;
    size_t at = 0;
    lm_effect effect;
    assert_true(record->seq < RECORDS);
    count_played(record);
    uncut.records[stream] = record->seq;
    memcpy(uncut.hash[stream][record->seq], record->hash, LM_STORE_HASH);
    while (lm_effect_next(record->effects, record->effects_size, &at, &effect)) {
        if (effect.kind == LM_EFFECT_COMMAND) uncut.command[stream][record->seq] = effect.number;
    }
    return true;
}

/* The state of a table without its shared meters, which are as the last of the tables left them. */
static void hash_state(const house_state *state, uint8_t hash[STATE_HASH])
{
    static house_state copy;
    copy = *state;
    if (copy.terms.link[0]) {
        memset(&copy.meters, 0, sizeof copy.meters);
        memset(&copy.meters_before, 0, sizeof copy.meters_before);
        memset(&copy.cents[ACCOUNT_METER], 0, LM_METERS * sizeof *copy.cents);
    }
    crypto_generichash(hash, STATE_HASH, (const uint8_t *)&copy, sizeof copy, NULL, 0);
}

typedef struct {
    lm_recall *recall;
    int table;
} recaller;

/* The engine alone says what the table was after every record, and that each movement of money is one
 * that it orders. */
static bool recall_state(void *context, const lm_record *record)
{
    recaller *r = context;
    char text[LM_HOUSE_TEXT];
    if (!lm_recall_record(r->recall, record, text)) fail_msg("%s %" PRId64 ": %s", record->stream, record->seq, text);
    hash_state(&r->recall->play->state, uncut.state[r->table][record->seq]);
    return true;
}

static void read_journal(floor_run *f)
{
    char text[LM_HOUSE_TEXT], name[64], key[160];
    for (int i = 0; i < STREAMS; i++)
        assert_int_equal(lm_store_records(f->store, stream_name(i, name), 1, keep_record, &i, text), LM_STORE_DONE);
    for (int i = 0; i < FLOOR_TABLES; i++) {
        recaller r = { lm_recall_new(&shipped_rules, floor_path(f, "house.key", key), text), i };
        assert_non_null(r.recall);
        assert_int_equal(lm_store_records(f->store, stream_name(i + 1, name), 1, recall_state, &r, text),
                         LM_STORE_DONE);
        lm_recall_free(r.recall);
    }
}

static void play_uncut(void)
{
    floor_run *f = &uncut.floor;
    disk_register();
    floor_begin(f, h.folder, run.seed);
    f->vfs = "recorded";
    f->by_hand = true;
    f->leaves = note_told;
    uncut.told = calloc(MOST_TOLD, sizeof *uncut.told);
    disk.on = true;
    note_lengths(&(floor_run){ .house = &(lm_house){ .tables = 0 } });
    if (!floor_open_store(f) || !floor_open_house(f) || !floor_found(f))
        fail_msg("the floor was not founded: %s", f->text);
    uncut.founded_ops = disk_ops();
    note_lengths(f);
    play_rounds(f, ROUNDS);
    read_journal(f);
    check_played();
    f->leaves = NULL;
    floor_close(f);
    disk.on = false;
    uncut.ops = disk.ops;
}

/* --- after a cut ---------------------------------------------------------------------------------------------------
 * */

/* Records that a client was told of before the cut. */
static void told_before(int64_t told[STREAMS])
{
    static int64_t read, most[STREAMS];
    for (; read < uncut.tolds && uncut.told[read].ops <= cut_op; read++) {
        const told_record *t = &uncut.told[read];
        if (t->seq > most[t->stream]) most[t->stream] = t->seq;
    }
    memcpy(told, most, sizeof most);
}

/* Some moment of the uncut run at which the tables' streams were just so long. */
static bool is_a_moment(const int64_t seq[FLOOR_TABLES])
{
    for (int i = 0; i < uncut.notes; i++) {
        const int64_t *from = uncut.note[i], *to = uncut.note[i + 1 < uncut.notes ? i + 1 : i];
        bool within = true;
        for (int t = 0; t < FLOOR_TABLES && within; t++)
            within = from[t] <= seq[t] && seq[t] <= to[t];
        if (within) return true;
    }
    return false;
}

static void check_records(const heads *found)
{
    int64_t told[STREAMS];
    char name[64];
    told_before(told);
    for (int i = 0; i < STREAMS; i++) {
        int64_t seq = found->seq[i];
        if (seq < told[i])
            broken(/* say:test-record-is-lost */ "%s: record %" PRId64
                                                 " was acknowledged and is lost; the last is %" PRId64,
                   stream_name(i, name), told[i], seq);
        if (seq > uncut.records[i])
            broken("%s has %" PRId64 " records, the uncut run had fewer", stream_name(i, name), seq);
        if (seq && memcmp(found->hash[i], uncut.hash[i][seq], LM_STORE_HASH) != 0)
            broken("%s: record %" PRId64 " is not that of the uncut run", stream_name(i, name), seq);
    }
    if (!is_a_moment(found->seq + 1))
        broken("the streams end at %" PRId64 ", %" PRId64 ", %" PRId64 ": the uncut run never had this length",
               found->seq[1], found->seq[2], found->seq[3]);
}

static void check_states(const floor_run *f, const heads *found)
{
    for (int i = 0; i < FLOOR_TABLES; i++) {
        const house_table *t = floor_at(f, i);
        uint8_t hash[STATE_HASH];
        if (!t || !found->seq[i + 1]) continue;
        if (t->state.seq != found->seq[i + 1]) continue; /* the dealer owed something and has done it */
        hash_state(&t->state, hash);
        if (memcmp(hash, uncut.state[i][t->state.seq], STATE_HASH) != 0)
            broken("table %s, record %" PRId64 ": the state is not that of the uncut run", t->id, t->state.seq);
        states++;
    }
}

/* Sends again the commands that had no answer when the power failed. Those already in the journal must have no second
 * effect. */
static int64_t repeat_commands(floor_run *f, const heads *found)
{
    int64_t repeated = 0;
    for (uint64_t i = 1; i <= uncut.floor.last; i++) {
        const floor_said *was = &uncut.floor.said[i];
        if (!was->n || uncut.said_ops[i] > cut_op || uncut.answered_ops[i] <= cut_op) continue;
        bool there = found->seq[was->table + 1] >= was->seq && uncut.command[was->table + 1][was->seq] == was->n;
        uint64_t token = floor_say(f, was->player, was->table, json_deep_copy(was->body));
        floor_settle(f);
        const floor_said *now = &f->said[token];
        if (now->repeated != there || (there && now->seq != was->seq) || now->status >= 500)
            broken("command %" PRId64 " at %s, %sin the journal as record %" PRId64 ", is answered %d%s, %" PRId64,
                   was->n, floor_tables[was->table].id, there ? "" : "not ", was->seq, now->status,
                   now->repeated ? " repeated" : "", now->seq);
        repeated += there;
    }
    return repeated;
}

/* All guests are still seated, with their sessions, and the cards come. */
static void play_on_after(floor_run *f)
{
    memcpy(f->player, uncut.floor.player, sizeof f->player);
    for (int i = 0; i < FLOOR_PLAYERS; i++)
        f->player[i].n += 1000;
    int64_t before = f->house->figures.records;
    for (int i = 0; i < PLAYED_ON || (i < 200 && f->house->figures.records == before); i++) {
        uint64_t token = floor_step(f);
        floor_settle(f);
        if (token && f->said[token].status >= 500) broken("a request is answered %d", f->said[token].status);
    }
    if (f->house->figures.records == before) broken("the tables do not play on");
}

static void check_proved(floor_run *f)
{
    lm_store_report report = verify(f->store, NULL);
    if (report.wrong) broken("%s %" PRId64 ": %s", report.first_stream, report.first_seq, report.first);
}

/* The secret is not on the disk whose power is cut. A cut before the house was founded leaves it under the name that
 * a waiting secret has. */
static void lay_secret(const floor_run *f, bool founded)
{
    char kept[160], waiting[160];
    floor_path(f, "house.key", kept);
    floor_path(f, "house.key.new", waiting);
    if (!founded && rename(kept, waiting) != 0) broken("the secret is gone");
}

static int64_t open_after(const disk_walk *walk)
{
    static disk_file left[DISK_FILES];
    floor_run f;
    uint64_t coin = run.seed ^ (uint64_t)cut_op * CUT_KINDS ^ (uint64_t)cut_kind << 60;
    int64_t repeated = 0;
    disk_cut_here(walk, cut_kind, &coin, left);
    assert_true(disk_lay(left, h.folder, "house.db"));
    floor_begin(&f, h.folder, coin);
    f.now_ms = uncut.floor.now_ms;
    f.by_hand = true;
    if (!floor_open_store(&f)) broken("the store does not open: %s", f.text);
    heads found = read_heads(f.store);
    check_records(&found);
    lay_secret(&f, found.seq[0] > 0);
    if (!floor_open_house(&f)) broken("the house does not open: %s", f.text);
    if (walk->done >= uncut.founded_ops) {
        memcpy(f.player, uncut.floor.player, sizeof f.player);
        if (!floor_await_tables(&f))
            broken("a table is not taken up: %s", lm_house_fault(f.house) ? lm_house_fault(f.house) : "");
        check_states(&f, &found);
        if (!floor_watch(&f)) broken("a table cannot be watched");
        repeated = repeat_commands(&f, &found);
        play_on_after(&f);
    }
    check_proved(&f);
    floor_end(&f);
    return repeated;
}

static void every_cut_recovers(void **state)
{
    disk_walk walk = { 0 };
    int64_t done = 0, repeated = 0, all;
    play_uncut();
    all = (uncut.ops + 1) * CUT_KINDS;
    if (!run.count) run.count = uncut.ops / 20;
    if (run.count > all) run.count = all;
    for (; proof_goes_on(&run, done); done++) {
        int64_t place = done * all / run.count;
        cut_op = place / CUT_KINDS;
        cut_kind = (disk_cut)((run.count == all ? place : done) % CUT_KINDS);
        disk_walk_to(&walk, cut_op);
        repeated += open_after(&walk);
    }
    proof_end(&run, done, "cuts",
              "%" PRId64 " writes and syncs of %d rounds, %" PRId64 " states compared, %" PRId64
              " commands without an answer were done and not repeated, 0 lost",
              uncut.ops, ROUNDS, states, repeated);
    disk_file none[DISK_FILES] = { 0 };
    disk_forget(&walk, none);
    floor_end(&uncut.floor);
    free(uncut.told);
}

static int set_up(void **state)
{
    return harness_set_up(false);
}

static int tear_down(void **state)
{
    return harness_tear_down();
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_cut_recovers) };
    run = proof_begin("cuts", 0, INT64_MAX / CUT_KINDS / RECORDS);
    use_seeded_chance(run.seed);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
