/* disk_check.h - checks of a floor's journal after a failure of its disk or memory, and a floor to start from. */
#ifndef LAMMER_TESTS_HOUSE_DISK_CHECK_H
#define LAMMER_TESTS_HOUSE_DISK_CHECK_H

#include "disk_play.h"
#include "recall.h"
#include "server_rooms.h"

/* --- what the journal holds --------------------------------------------------------------------------------------- */

typedef struct {
    const char *broken; /* NULL, or the proof ends here with this sentence */
    lm_recall *recall;
    int64_t last;
    int64_t command[FLOOR_SAID]; /* by record: the number of its command, or 0 */
} floor_journal;

static inline bool floor_read_record(void *context, const lm_record *record)
{
    floor_journal *j = context;
    static char text[LM_HOUSE_TEXT];
    size_t at = 0;
    lm_effect effect;
    j->last = record->seq;
    if (!lm_recall_record(j->recall, record, text)) j->broken = text;
    while (lm_effect_next(record->effects, record->effects_size, &at, &effect)) {
        if (effect.kind == LM_EFFECT_COMMAND) j->command[record->seq] = effect.number;
    }
    return !j->broken;
}

/* A table's journal follows from the rules, with every movement of its money, and holds everything that
 * was acknowledged. NULL, or what is wrong. */
static inline const char *floor_check_table(floor_run *f, int table, floor_journal *j)
{
    static char text[2 * LM_HOUSE_TEXT];
    char stream[64], key[160];
    *j = (floor_journal){ .recall = lm_recall_new(&shipped_rules, floor_path(f, "house.key", key), text) };
    snprintf(stream, sizeof stream, "table/%s", floor_tables[table].id);
    if (!j->recall || lm_store_records(f->store, stream, 1, floor_read_record, j, text) != LM_STORE_DONE)
        j->broken = text;
    lm_recall_free(j->recall);
    if (j->broken) return j->broken;
    snprintf(text, sizeof text,
             /* say:test-message-told-of */ "%s ends at record %" PRId64 ", and a message told of %" PRId64, stream,
             j->last, f->told[table]);
    if (f->told[table] > j->last) return text;
    for (uint64_t i = 1; i <= f->last; i++) {
        const floor_said *said = &f->said[i];
        if (said->table != table || said->status != 200) continue;
        bool there = said->seq <= j->last && (!said->records || j->command[said->seq] == said->n);
        snprintf(text, sizeof text,
                 /* say:test-command-is-lost */
                 "%s: command %" PRId64 " was acknowledged as record %" PRId64 " and is lost; the last is %" PRId64,
                 stream, said->n, said->seq, j->last);
        if (!there) return text;
    }
    return NULL;
}

/* All tables, chains and ledger. */
static inline const char *floor_check(floor_run *f)
{
    static char text[2 * LM_STORE_TEXT];
    static floor_journal journal;
    lm_store_report report;
    if (lm_store_verify(f->store, &(lm_store_proof){ 0 }, &report, text) != LM_STORE_DONE) return text;
    snprintf(text, sizeof text, "%s %" PRId64 ": %s", report.first_stream, report.first_seq, report.first);
    if (report.wrong) return text;
    for (int i = 0; i < FLOOR_TABLES; i++) {
        const char *broken = floor_check_table(f, i, &journal);
        if (broken) return broken;
    }
    return NULL;
}

/* --- a floor to begin from ------------------------------------------------------------------------------------------ */

/* A house that was founded and closed, in the folder "base"; all guests sit. */
static inline void floor_make_base(floor_run *base, uint64_t seed)
{
    char folder[80];
    snprintf(folder, sizeof folder, "%s/base", h.folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    floor_begin(base, folder, seed);
    base->by_hand = true;
    if (!floor_open_store(base) || !floor_open_house(base) || !floor_found(base))
        fail_msg("the floor was not founded: %s", base->text);
    floor_close(base);
}

/* A fresh copy of that house in the folder "run", not yet opened. */
static inline void floor_copy(floor_run *f, const floor_run *base, uint64_t seed)
{
    char folder[80], command[400];
    snprintf(folder, sizeof folder, "%s/run", h.folder);
    snprintf(command, sizeof command, "rm -rf %s && cp -r %s %s", folder, base->folder, folder);
    assert_int_equal(system(command), 0);
    floor_begin(f, folder, seed);
    f->by_hand = base->by_hand;
    f->now_ms = base->now_ms;
    memcpy(f->player, base->player, sizeof f->player);
    memcpy(f->ada, base->ada, sizeof f->ada);
    memcpy(f->sue, base->sue, sizeof f->sue);
}

#endif
