/* pit.c - the lobby, the pit's view of all tables, the opening of a table, and the house's settings for reports. */
#include <stdlib.h>
#include <string.h>

#include "people/page.h"

enum { PIT_RULES = 16 };

#define TABLE_PREFIX "table/"

/* A list in progress. It keeps the rules that it has read, because most tables share a few. */
typedef struct {
    lm_house *house;
    const char *person; /* who asks; "" for a stranger */
    lm_out *out;
    size_t written; /* bytes of `out` before the row */
    house_page page;
    lm_rules *rules[PIT_RULES];
    char text[PIT_RULES][600];
    int n;
} pit_list;

static lm_rules *load_rules(const lm_rules_source *source, const char *name, const char *settings)
{
    char text[LM_HOUSE_TEXT];
    lm_rules *rules = calloc(1, sizeof *rules);
    if (rules && source->read && source->read(source->wagers, name, settings, rules, text, sizeof text)) return rules;
    free(rules);
    return NULL;
}

static const lm_rules *rules_of(pit_list *list, const json_t *terms)
{
    char text[600];
    const char *name = text_in(terms, "rules"), *settings = text_in(terms, "settings");
    snprintf(text, sizeof text, "%.60s %s", name, settings);
    int i = 0;
    while (i < list->n && strcmp(list->text[i], text) != 0)
        i++;
    if (i == PIT_RULES) return NULL;
    if (i == list->n) {
        list->rules[list->n] = load_rules(&list->house->options.rules, name, settings);
        memcpy(list->text[list->n++], text, sizeof text);
    }
    return list->rules[i];
}

/* Begins a row with some of the present terms; the caller adds fields and the bracket. */
static void begin_row(lm_out *out, const char *id, const json_t *terms, const char *address)
{
    static const char *const shown[] = { "title", "rules", "settings", "dealing", "money", "link", "practice" };
    lm_out_pack(out, "{ table:s address:s", id, address ? address : "");
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        const json_t *value = json_object_get(terms, shown[i]);
        if (!value) continue;
        lm_out_key(out, shown[i]);
        lm_out_json(out, value);
    }
}

static bool takes_table(void *context, const lm_value_row *row)
{
    pit_list *list = context;
    list->written = list->out->size;
    return page_takes(&list->page, row);
}

static void end_row(pit_list *list)
{
    lm_out_end(list->out, '}');
    page_shows(&list->page, list->out->size - list->written);
}

static void lobby_row(void *context, const char *id, const json_t *terms, const char *address)
{
    pit_list *list = context;
    const lm_rules *rules = NULL;
    const house_state *state = house_table_state(list->house, id, &rules);
    if (state ? state->is_closed : json_is_true(json_object_get(terms, "closed"))) return;
    begin_row(list->out, id, terms, address);
    if (!rules) rules = rules_of(list, terms);
    if (rules) view_lobby(state, rules, list->person, list->out);
    end_row(list);
}

static void pit_row(void *context, const char *id, const json_t *terms, const char *address)
{
    pit_list *list = context;
    const lm_rules *rules = NULL;
    const house_state *s = house_table_state(list->house, id, &rules);
    begin_row(list->out, id, terms, address);
    lm_out_pack(list->out, "here:b", s != NULL);
    if (s) {
        view_pit(s, rules, list->out);
        lm_out_pack(list->out, "clock_ms:I", table_clock(list->house, table_find(list->house, id)));
    }
    end_row(list);
}

static void answer_list(house_request *request, void (*each)(void *, const char *, const json_t *, const char *))
{
    pit_list *list = calloc(1, sizeof *list);
    if (!list) {
        request_refuse(request, LM_REFUSED_LATER,
                       LM_SAYS(NO_MEMORY_FOR_LIST, "", "not enough memory for the list; try again"));
        return;
    }
    *list = (pit_list){ .house = request->house, .person = request->caller.person };
    if (!page_begin(request, TABLE_PREFIX, PAGE_READ_HERE, &list->page)) {
        free(list);
        return;
    }
    lm_out *out = list->out = write_begin(request->house);
    lm_out_pack(out, "tables:[");
    house_each_table(request->house, list->page.first, &(house_table_reader){ takes_table, each, list });
    lm_out_end(out, ']');
    const char *next = page_next(&list->page, TABLE_PREFIX);
    if (next) lm_out_pack(out, "next:s", next);
    for (int i = 0; i < list->n; i++)
        free(list->rules[i]);
    free(list);
    json_t *alarm = each == pit_row ? alarm_view(request->house) : NULL;
    if (alarm) {
        lm_out_key(out, "alarm");
        lm_out_json(out, alarm);
        json_decref(alarm);
    }
    lm_out_end(out, '}');
    request_answer_text(request, out);
}

void pit_lobby(house_request *request)
{
    answer_list(request, lobby_row);
}

void pit_tables(house_request *request)
{
    answer_list(request, pit_row);
}

void pit_config(house_request *request)
{
    report_config kept;
    int64_t version;
    config_of_house(request->house, &kept, &version);
    request_answer(request, json_pack("{s:o}", "config", config_write(&kept)));
}

/* An unknown key is refused: it would set nothing, and the caller would think that it did. */
static bool knows_keys(house_request *request, const json_t *known)
{
    enum { MOST = 16 };
    const char *names[MOST], *key;
    char hint[LM_MEANT_TEXT];
    int n = 0;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)known, key, value)
    {
        if (n < MOST) names[n++] = key;
    }
    json_object_foreach(json_object_get(request->body, "config"), key, value)
    {
        if (json_object_get(known, key)) continue;
        request_refuse(request, LM_REFUSED_FORM, "the house has no setting \"%.60s\"%s", key,
                       lm_words_meant(lm_words_nearest_of(key, names, n), hint));
        return false;
    }
    return true;
}

void pit_set_config(house_request *request)
{
    report_config kept;
    int64_t version;
    json_t *last = house_value(request->house, CONFIG_KEY, &version);
    config_preset(&kept);
    config_read(&kept, last);
    json_t *before = config_write(&kept);
    const char *wrong = config_read(&kept, json_object_get(request->body, "config"));
    bool known = wrong || knows_keys(request, before);
    if (wrong || !known) {
        json_decref(last);
        json_decref(before);
        if (wrong) request_refuse(request, LM_REFUSED_FORM, "%s", wrong);
        return;
    }
    json_t *after = config_write(&kept);
    json_t *body =
        json_pack("{s:s, s:o, s:O}", "reason", field_text(request, LM_FIELD_REASON), "before", before, "after", after);
    lm_batch *batch = house_batch(request, "config-set", body);
    batch_put(batch, CONFIG_KEY, version, config_add(last, &kept, request->house->now_ms));
    json_decref(last);
    errand_submit(request, batch, json_pack("{s:o}", "config", after), pit_set_config);
}
