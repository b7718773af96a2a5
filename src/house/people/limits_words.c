/* limits_words.c - the words by which players see and set their own limits. */
#include <string.h>

#include "limits.h"

enum { HOUR_MS = 60 * 60 * 1000 };

static json_t *purse_view(lm_house *house, const char *player, house_money money)
{
    static const row_field shown[] = { ROW_HAS(INT, house_purse, deposits_cents),
                                       ROW_HAS(INT, house_purse, bought_cents), ROW_HAS(INT, house_purse, cashed_cents),
                                       ROW_HAS(INT, house_purse, risk_cents), ROW_END };
    house_purse p;
    purse_read(house, player, money, &p);
    return row_write(shown, &p);
}

/* What holds now, what waits, and what the day has used. */
static json_t *limits_view(const limits *all, int64_t now_ms)
{
    limits present = *all;
    for (int i = 0; i < LIMITS; i++) {
        limit *l = &present.limit[i];
        if (l->wanted_at_ms && now_ms >= l->wanted_at_ms) *l = (limit){ .value = l->wanted };
    }
    return limits_write(&present);
}

void limits_show(house_request *request)
{
    lm_house *house = request->house;
    const char *player = request->caller.person;
    limits all;
    limits_read(house, player, &all);
    json_t *today = json_pack("{s:o, s:o}", "play", purse_view(house, player, MONEY_PLAY), "real",
                              purse_view(house, player, MONEY_REAL));
    int64_t now = house_now_ms(house), tomorrow = (now / DAY_MS + 1) * DAY_MS;
    request_answer(request, json_pack("{s:o, s:o, s:I}", "limits", limits_view(&all, now), "today", today,
                                      "day_ends_ms", (json_int_t)tomorrow));
}

typedef struct {
    lm_act_field field;
    int which;
    int64_t least, most;
    int64_t unit_ms; /* 0: money; else a time from now on */
} limit_field;

static const limit_field fields[] = {
    { LM_FIELD_DEPOSIT_CENTS, LIMIT_DEPOSIT, -1, CAGE_MOST_CENTS, 0 },
    { LM_FIELD_LOSS_CENTS, LIMIT_LOSS, -1, CAGE_MOST_CENTS, 0 },
    { LM_FIELD_TIME_OUT_HOURS, LIMIT_TIME_OUT, 0, 6 * 7 * 24, HOUR_MS },
    { LM_FIELD_EXCLUDE_DAYS, LIMIT_EXCLUSION, 1, 36500, DAY_MS },
};

static int64_t wanted_value(const limit_field *f, int64_t given, int64_t now_ms)
{
    if (f->unit_ms) return given ? now_ms + given * f->unit_ms : 0;
    return given < 0 ? limit_rows[f->which].none : given;
}

/* True when the body's fields were all taken; else the request has been refused. */
static bool take_fields(house_request *request, limits *all, int64_t now_ms)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const limit_field *f = &fields[i];
        if (!lm_act_has(&request->act, f->field)) continue;
        int64_t value = lm_act_int(&request->act, f->field);
        if (value < f->least || value > f->most) {
            if (f->unit_ms)
                request_refuse(request, LM_REFUSED_FORM, "\"%s\" is %lld to %lld", lm_field_key(f->field),
                               (long long)f->least, (long long)f->most);
            else
                request_refuse(request, LM_REFUSED_FORM,
                               /* say:limit-range */ "a limit is $0.00 to $%lld.00 a day, or none (-1)",
                               (long long)f->most / 100);
            return false;
        }
        if (!limit_set(all, f->which, wanted_value(f, value, now_ms), now_ms)) {
            request_refuse(request, LM_REFUSED_NOW, "a self-exclusion cannot be shortened");
            return false;
        }
    }
    return true;
}

void limits_set(house_request *request)
{
    lm_house *house = request->house;
    int64_t now = house_now_ms(house);
    const char *player = request->caller.person;
    limits all;
    house_errand *e = errand_of(request);
    snprintf(e->person, sizeof e->person, "%s", player);
    limits_read(house, player, &all);
    json_t *before = limits_write(&all);
    if (!take_fields(request, &all, now)) {
        json_decref(before);
        return;
    }
    lm_batch *batch = house_batch(request, "limits-set",
                                  json_pack("{s:s, s:s, s:o, s:o}", "person", player, "reason", "set by himself",
                                            "before", before, "after", limits_write(&all)));
    limits_put(house, batch, player, &all);
    session_changed(house, batch, player);
    errand_submit(request, batch, json_pack("{s:o}", "limits", limits_view(&all, now)), limits_set);
}
