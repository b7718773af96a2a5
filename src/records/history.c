/* history.c - the history of a house's settings: a report uses the clock and thresholds that applied at each moment.
 *
 * A change to winter time, or of shifts, does not move past days. The day of the change has its true length: 25 hours,
 * or 23. */
#include <string.h>

#include "reports.h"

static const int64_t day_ms = 86400000;

static void read_era(config_history *h, const json_t *kept)
{
    if (h->eras == REPORT_ERAS) return;
    config_era *era = &h->era[h->eras++];
    config_preset(&era->config);
    config_read(&era->config, kept);
    era->since_ms = json_integer_value(json_object_get(kept, "since_ms"));
}

void history_read(config_history *h, const json_t *kept)
{
    const json_t *earlier = json_object_get(kept, "earlier");
    h->eras = 0;
    for (size_t i = 0; i < json_array_size(earlier); i++)
        read_era(h, json_array_get(earlier, i));
    if (kept) read_era(h, kept);
}

const report_config *config_at(const report_query *query, int64_t time_ms)
{
    const config_history *h = &query->history;
    int i = h->eras - 1;
    while (i > 0 && h->era[i].since_ms > time_ms)
        i--;
    return i < 0 ? &query->config : &h->era[i].config;
}

/* A gaming day that would start before the change by the new settings started by the old settings, at the latest with
 * the change. */
int64_t query_day_of(const report_query *query, int64_t midnight_ms)
{
    const config_history *h = &query->history;
    int64_t start = gaming_day_of(h->eras ? &h->era[0].config : &query->config, midnight_ms);
    for (int i = 1; i < h->eras; i++) {
        int64_t by_this = gaming_day_of(&h->era[i].config, midnight_ms), since = h->era[i].since_ms;
        start = by_this >= since ? by_this : start < since ? start : since;
    }
    return start;
}

int64_t query_midnight(const report_query *query, int64_t time_ms)
{
    int64_t midnight = gaming_midnight(config_at(query, time_ms), time_ms);
    while (query_day_of(query, midnight) > time_ms)
        midnight -= day_ms;
    while (query_day_of(query, midnight + day_ms) <= time_ms)
        midnight += day_ms;
    return midnight;
}

void query_shift(const report_query *query, int64_t time_ms, shift_name *shift)
{
    const report_config *config = config_at(query, time_ms);
    shift->number = shift_at(config, time_ms, &shift->began_ms);
    snprintf(shift->name, sizeof shift->name, "%s", config->shift[shift->number].name);
    shift->midnight_ms = query_midnight(query, time_ms);
}

static int64_t next_change(const report_query *query, int64_t time_ms)
{
    const config_history *h = &query->history;
    int64_t next = shift_after(config_at(query, time_ms), time_ms);
    for (int i = 0; i < h->eras; i++) {
        int64_t since = h->era[i].since_ms;
        if (since > time_ms && since < next) next = since;
    }
    return next;
}

int64_t query_shift_end(const report_query *query, int64_t time_ms)
{
    shift_name now, then;
    query_shift(query, time_ms, &now);
    do {
        time_ms = next_change(query, time_ms);
        query_shift(query, time_ms, &then);
    } while (then.number == now.number && strcmp(then.name, now.name) == 0 && then.midnight_ms == now.midnight_ms);
    return time_ms;
}
