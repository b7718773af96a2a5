/* reports_recall.c - reports one round, replayed from the journal. */
#include "recall.h"
#include "reports.h"

json_t *report_recall(report_query *query, json_t *more)
{
    char stream[LM_HOUSE_ID + 8];
    round_search search = { .recall = lm_recall_new(&query->owner.rules, NULL, query->text),
                            .round = query->round,
                            .stories = json_array(),
                            .text = query->text };
    snprintf(stream, sizeof stream, "table/%s", query->table);
    bool read = search.recall && read_stream(query, stream, 1, round_take_record, &search) && !search.is_broken;
    if (read) json_object_set_new(more, "after", lm_recall_view(search.recall));
    json_object_set_new(more, "replay", json_true());
    lm_recall_free(search.recall);
    return read ? search.stories : no_rows(search.stories);
}
