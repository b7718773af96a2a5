/* reports_recall.c - any round ever dealt, told again from the journal. */
#include <string.h>

#include "reports.h"

typedef struct {
    report_query *query;
    lm_recall *recall;
    json_t *rows;
    int64_t round;
    bool wrong;
} recall_book;

static int opens(const lm_record *record)
{
    json_t *acts = record_acts(record);
    int n = 0;
    for (size_t i = 0; i < json_array_size(acts); i++) {
        const lm_act_row *row = lm_act_recorded(json_array_get(acts, i));
        n += row && lm_act_word_of(row) == LM_ACT_OPEN;
    }
    json_decref(acts);
    return n;
}

/* A record that closes one round and opens the next belongs to both. */
static bool take_record(void *context, const lm_record *record)
{
    recall_book *b = context;
    bool within = b->round == b->query->round;
    b->round += opens(record);
    if (!lm_recall_record(b->recall, record, b->query->text)) {
        b->wrong = true;
        return false;
    }
    if (within || b->round == b->query->round) json_array_append_new(b->rows, lm_recall_story(b->recall));
    return b->round <= b->query->round;
}

json_t *report_recall(report_query *query, json_t *more)
{
    char stream[LM_HOUSE_ID + 8];
    recall_book book = { .query = query,
                         .recall = lm_recall_new(&query->owner.rules, NULL, query->text),
                         .rows = json_array() };
    snprintf(stream, sizeof stream, "table/%s", query->table);
    bool read = book.recall && read_stream(query, stream, 1, take_record, &book) && !book.wrong;
    if (read) json_object_set_new(more, "after", lm_recall_view(book.recall));
    json_object_set_new(more, "replay", json_true());
    lm_recall_free(book.recall);
    return read ? book.rows : no_rows(book.rows);
}
