/* journal_news.c - awards of a meter as a house's journal has them, for the story: one row a kind of event. */
#include <string.h>

#include "journal_cli.h"
#include "lammer/words.h"

static const struct {
    const char *word;
    lm_meter_act act;
    lm_role role; /* where the event names none */
} rows[] = {
    { "call", LM_METER_ACT_CALLED, LM_ROLE_DEALER },
    { "verify-award", LM_METER_ACT_CONFIRMED, LM_ROLE_SUPERVISOR },
    { "win-page", LM_METER_ACT_PAID, LM_ROLE_SUPERVISOR },
    { "must-hit", LM_METER_ACT_HIT, LM_ROLE_DEALER },
};

static const char *text_of(const json_t *event, const char *key)
{
    const char *text = json_string_value(json_object_get(event, key));
    return text ? text : "";
}

static lm_cents cents_of(const json_t *event, const char *key)
{
    return json_integer_value(json_object_get(event, key));
}

static uint8_t meter_of(const char *name)
{
    static const char *const words[] = {
#define X(kind, word) word,
        LM_METER_KINDS(X)
#undef X
    };
    for (uint8_t kind = 0; kind < LM_METER_KIND_COUNT; kind++) {
        if (strcmp(words[kind], name) == 0) return kind;
    }
    return LM_METER_MUST_HIT; /* the one whose event does not name it */
}

static lm_meter_news news_of(const lm_rules *rules, const json_t *event, size_t row)
{
    uint8_t box = 0, bettor = 0, slot, n;
    int role = lm_words_role(text_of(event, "card"));
    lm_words_seat(text_of(event, "seat"), &box, &bettor);
    lm_words_wager(rules, text_of(event, "wager"), &slot, &n);
    return (lm_meter_news){
        .act = rows[row].act,
        .slot = slot,
        .role = (uint8_t)(role < 0 ? rows[row].role : (lm_role)role),
        .entry = { .meter = meter_of(text_of(event, "meter")),
                   .place = (uint8_t)LM_PLACE(box, bettor),
                   .percent = (uint8_t)cents_of(event, "percent"),
                   .amount_cents = cents_of(event, "cents"),
                   .tray_cents = cents_of(event, "tray_cents"),
                   .after_cents = cents_of(event, "after_cents") },
    };
}

bool journal_news(const lm_rules *rules, const json_t *event, lm_meter_news *news)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(text_of(event, "event"), rows[i].word) != 0) continue;
        *news = news_of(rules, event, i);
        return true;
    }
    return false;
}
