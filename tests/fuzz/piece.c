/* piece.c - bytes of the store: rows that wait to be sorted, and the effects of a record. */
/* room: store */
#include "bytes.h"
#include "fuzz.h"
#include "record.h"
#include "sqlite/log.h"

/* --- effects ---------------------------------------------------------------------------------------------- */

/* What was read is written as the same bytes. */
static void check_effects(const uint8_t *data, size_t size)
{
    uint8_t bytes[LM_EFFECT_BYTES];
    lm_effect effect;
    size_t at = 0, before = 0;
    while (lm_effect_next(data, size, &at, &effect)) {
        bool spelled = effect.kind != LM_EFFECT_OPEN || effect.number == 0 || effect.number == 1;
        MUST_HOLD(at > before && at <= size);
        MUST_HOLD(strlen(effect.name) <= LM_STORE_NAME && strlen(effect.to) <= LM_STORE_NAME);
        MUST_HOLD(strlen(effect.reason) <= LM_STORE_REASON);
        MUST_HOLD(lm_effect_write(&effect, bytes) == at - before);
        MUST_HOLD(!spelled || memcmp(bytes, data + before, at - before) == 0);
        before = at;
    }
    MUST_HOLD(at == SIZE_MAX || at == size);
}

/* --- rows ------------------------------------------------------------------------------------------------- */

static void check_row(const log_row *row, arena *memory)
{
    any_row decoded;
    buffer b = { .memory = memory };
    log_decode(row, &decoded);
    MUST_HOLD(log_compare(row, &decoded) == 0);
    log_write(&b, (table_id)row->table, &decoded, row->gone);
    MUST_HOLD(b.size == row->size + 2 && memcmp(b.data + 2, row->columns, row->size) == 0);
}

static void check_rows(const row_log *log)
{
    arena memory = { 0 };
    int n, all = 0;
    const log_row **rows = log_sorted(log, INT64_MAX, &memory, &n);
    for (int i = 0; i < n; i++) {
        check_row(rows[i], &memory);
        MUST_HOLD(i == 0 || rows[i - 1]->table <= rows[i]->table);
    }
    for (table_id table = 0; table < TABLE_COUNT; table++) {
        int picked;
        log_picked(log, table, &RANGE_ALL, &memory, &picked);
        all += picked;
    }
    MUST_HOLD(all <= n);
    arena_free(&memory);
}

/* The first byte says where the first piece ends. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static row_log log;
    if (size < 1) return 0;
    size_t first = data[0] < size - 1 ? data[0] : size - 1;
    check_effects(data + 1, size - 1);
    log_begin(&log);
    log_add(&log, 1, data + 1, first);
    log_add(&log, 2, data + 1 + first, size - 1 - first);
    check_rows(&log);
    log_drop(&log, 1);
    check_rows(&log);
    log_drop(&log, INT64_MAX);
    MUST_HOLD(log.n == 0 && log.bytes == 0);
    return 0;
}
