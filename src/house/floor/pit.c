/* pit.c - the lobby, the pit's view of all tables, the opening of a table, and what the house sets for its reports. */
#include <stdlib.h>
#include <string.h>

#include "people/people.h"
#include "records/reports.h"

/* --- rules of a table that another server may hold ------------------------------------------------------------------ */

enum { PIT_RULES = 16 };

/* Different rules met while the tables are listed; most tables of a house share a few. */
typedef struct {
    lm_house *house;
    json_t *rows;
    lm_profile *profile[PIT_RULES];
    char text[PIT_RULES][600];
    int n;
} pit_list;

static void be_silent(void *self, const char *file, int line, const char *text)
{
    (void)self, (void)file, (void)line, (void)text;
}

static lm_profile *load_rules(const char *name, const char *settings)
{
    enum { SETTINGS = 64 };
    char text[512];
    const char *list[SETTINGS];
    int n = 0;
    snprintf(text, sizeof text, "%s", settings);
    for (char *rest = text, *one; n < SETTINGS && (one = strtok_r(rest, " ", &rest));)
        list[n++] = one;
    lm_profile_reader reader = { .problem = be_silent };
    lm_profile *profile = calloc(1, sizeof *profile);
    if (profile && lm_profile_load(profile, lm_wagers, name, list, n, &reader)) return profile;
    free(profile);
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
        list->profile[list->n] = load_rules(name, settings);
        memcpy(list->text[list->n++], text, sizeof text);
    }
    return list->profile[i] ? &list->profile[i]->rules : NULL;
}

/* --- the lobby --------------------------------------------------------------------------------------------------------- */

/* What a player asks first, in a line. */
static json_t *rules_line(const lm_rules *rules)
{
    char pays[16], hole[16], line[160];
    lm_rule_write(LM_RULE_blackjack_pays, rules->blackjack_pays, pays, sizeof pays);
    lm_rule_write(LM_RULE_hole_card, rules->hole_card, hole, sizeof hole);
    snprintf(line, sizeof line, "%d deck%s, dealer %s soft 17, blackjack %s, hole card %s%s%s",
             (int)rules->decks, rules->decks == 1 ? "" : "s",
             rules->dealer_soft17 == LM_SOFT17_HIT ? "hits" : "stands on", pays, hole,
             lm_is_free_bet(rules) ? ", free doubles and splits" : "",
             rules->dealer_22 == LM_22_PUSH ? ", dealer 22 pushes" : "");
    return json_string(line);
}

static json_t *wager_names(const lm_rules *rules)
{
    json_t *names = json_array();
    for (int i = 0; i < rules->offers; i++)
        json_array_append_new(names, json_string(rules->offer[i].wager->id));
    return names;
}

static int free_boxes(const house_state *state, const lm_rules *rules)
{
    int n = 0;
    for (int box = 0; box < rules->boxes; box++)
        n += state->holder[box][LM_DECIDER] == 0;
    return n;
}

static int players_at(const house_state *state)
{
    int n = 0;
    for (int i = 0; i < HOUSE_RACKS; i++)
        n += rack_is_taken(state, i);
    return n;
}

static const char *status_of(const house_state *state)
{
    return state->is_closed ? "closed"
           : state->frozen  ? "frozen"
           : state->drained ? "drained"
           : state->is_open ? "open"
                            : "tray closed";
}

/* Some of the terms, as they stand. */
static json_t *table_row(const char *id, const json_t *terms, const char *address)
{
    static const char *const shown[] = {
        "title", "rules", "settings", "dealing", "money", "link", "practice"
    };
    json_t *row = json_pack("{s:s, s:s}", "table", id, "address", address ? address : "");
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        json_t *value = json_object_get(terms, shown[i]);
        if (value) json_object_set(row, shown[i], value);
    }
    return row;
}

static void lobby_row(void *context, const char *id, const json_t *terms, const char *address)
{
    pit_list *list = context;
    const lm_rules *rules = NULL;
    const house_state *state = house_table_state(list->house, id, &rules);
    if (state ? state->is_closed : json_is_true(json_object_get(terms, "closed"))) return;
    json_t *row = table_row(id, terms, address);
    if (!rules) rules = rules_of(list, terms);
    if (rules) {
        json_object_set_new(row, "line", rules_line(rules));
        json_object_set_new(row, "least_cents", json_integer(rules->min_bet));
        json_object_set_new(row, "most_cents", json_integer(rules->max_bet));
        json_object_set_new(row, "boxes", json_integer(rules->boxes));
        json_object_set_new(row, "wagers", wager_names(rules));
    }
    if (state && rules) {
        json_object_set_new(row, "free", json_integer(free_boxes(state, rules)));
        json_object_set_new(row, "players", json_integer(players_at(state)));
        json_object_set_new(row, "status", json_string(status_of(state)));
    }
    json_array_append_new(list->rows, row);
}

/* --- the pit ------------------------------------------------------------------------------------------------------------ */

static json_t *meter_rows(const lm_meters *meters)
{
    json_t *rows = json_array();
    for (int i = 0; i < meters->meters; i++) {
        const lm_meter *m = &meters->meter[i];
        json_array_append_new(rows, json_pack("{s:s, s:I, s:i}", "meter", lm_meter_name(m->kind), "cents",
                                              (json_int_t)m->shown_cents, "awards", (int)m->awards));
    }
    return rows;
}

static void pit_row(void *context, const char *id, const json_t *terms, const char *address)
{
    pit_list *list = context;
    const lm_rules *rules = NULL;
    const house_state *s = house_table_state(list->house, id, &rules);
    json_t *row = table_row(id, terms, address);
    json_object_set_new(row, "here", json_boolean(s != NULL));
    if (s) {
        json_t *more =
            json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:i, s:i, s:I, s:o}", "status",
                      status_of(s), "dealer", s->dealer, "round", (json_int_t)s->round, "seq",
                      (json_int_t)s->seq, "tray_cents", (json_int_t)s->cents[ACCOUNT_TRAY], "drop_cents",
                      (json_int_t)s->cents[ACCOUNT_DROP], "tokes_cents", (json_int_t)s->cents[ACCOUNT_TOKES],
                      "opener_cents", (json_int_t)s->opener_cents, "fills_cents", (json_int_t)s->fills_cents,
                      "credits_cents", (json_int_t)s->credits_cents, "players", players_at(s), "awards",
                      (int)s->awards, "shoe", (json_int_t)s->shoe_number, "meters", meter_rows(&s->meters));
        json_object_update(row, more);
        json_object_set_new(row, "summoned", json_boolean(s->summoned));
        json_decref(more);
    }
    json_array_append_new(list->rows, row);
}

static void answer_list(house_request *request,
                        void (*each)(void *, const char *, const json_t *, const char *))
{
    pit_list *list = calloc(1, sizeof *list);
    if (!list) {
        request_refuse(request, 503, NULL, "there is no memory");
        return;
    }
    list->house = request->house;
    list->rows = json_array();
    house_each_table(request->house, each, list);
    json_t *body = json_pack("{s:o}", "tables", list->rows);
    for (int i = 0; i < list->n; i++)
        free(list->profile[i]);
    free(list);
    json_t *alarm = each == pit_row ? alarm_view(request->house) : NULL;
    if (alarm) json_object_set_new(body, "alarm", alarm);
    request_answer(request, body);
}

static void lobby(house_request *request)
{
    answer_list(request, lobby_row);
}

static void tables(house_request *request)
{
    answer_list(request, pit_row);
}

/* --- what the house sets ---------------------------------------------------------------------------------------------------- */

void config_of_house(lm_house *house, report_config *config, int64_t *version)
{
    json_t *kept = house_value(house, CONFIG_KEY, version);
    config_preset(config);
    config_read(config, kept);
    json_decref(kept);
}

static void config(house_request *request)
{
    report_config kept;
    int64_t version;
    config_of_house(request->house, &kept, &version);
    request_answer(request, json_pack("{s:o}", "config", config_write(&kept)));
}

static void set_config(house_request *request)
{
    report_config kept;
    int64_t version;
    json_t *last = house_value(request->house, CONFIG_KEY, &version);
    config_preset(&kept);
    config_read(&kept, last);
    json_t *before = config_write(&kept);
    const char *wrong = config_read(&kept, json_object_get(request->body, "config"));
    if (wrong) {
        json_decref(last);
        json_decref(before);
        errand_refuse(request, 400, "%s", wrong);
        return;
    }
    json_t *after = config_write(&kept);
    json_t *body = json_pack("{s:s, s:o, s:O}", "reason", text_in(request->body, "reason"), "before", before,
                             "after", after);
    lm_batch *batch = house_batch(request, "config-set", body);
    batch_put(batch, CONFIG_KEY, version, config_add(last, &kept, house_now_ms(request->house)));
    json_decref(last);
    errand_submit(request, batch, json_pack("{s:o}", "config", after), set_config);
}

/* --- the words -------------------------------------------------------------------------------------------------------------- */

#define B LM_HOUSE_BIT
#define STAFF                                                                                                \
    (B(DEALER) | B(SUPERVISOR) | B(EXECUTIVE) | B(CASHIER) | B(SURVEILLANCE) | B(AUDITOR) | B(ADMINISTRATOR))
#define RUNS (B(SUPERVISOR) | B(EXECUTIVE) | B(ADMINISTRATOR))
#define ANY_PLAYER (B(GUEST) | B(PLAYER))

/* clang-format off */
const house_word pit_words[] = {
    { { .word = "lobby", .where = LM_AT_HOUSE, .roles = 0, .reads = true,
        .help = "every table: rules in a line, limits, free places, where it is held" }, lobby },
    { { .word = "tables", .where = LM_AT_HOUSE, .roles = STAFF, .reads = true,
        .help = "every table as the pit sees it: status, dealer, round, tray, awards that wait" }, tables },
    { { .word = "open-table", .where = LM_AT_HOUSE, .roles = RUNS,
        .fields = "title?:text rules:text settings?:text dealing?:text money?:text link?:text betting_ms?:int decision_ms?:int "
                  "cut_ms?:int hold_ms?:int par_cents?:int practice?:bool",
        .help = "founds a table; \"table\" is its id" }, house_open_table },
    { { .word = "config", .where = LM_AT_HOUSE, .roles = STAFF, .reads = true,
        .help = "shifts of the gaming day and thresholds of the lists" }, config },
    { { .word = "set-config", .where = LM_AT_HOUSE, .roles = B(EXECUTIVE) | B(ADMINISTRATOR), .fields = "config:object reason:text",
        .help = "sets some of them" }, set_config },
    { { .word = "dispute", .where = LM_AT_HOUSE, .roles = ANY_PLAYER | B(DEALER) | B(SUPERVISOR),
        .fields = "round?:int player?:id text:text", .help = "opens a dispute about a table, and a round of it" }, dispute_open },
    { { .word = "resolve-dispute", .where = LM_AT_HOUSE, .roles = B(SUPERVISOR) | B(EXECUTIVE),
        .fields = "dispute:int resolution:text", .help = "ends a dispute with what was decided" }, dispute_resolve },
    { { .word = "disputes", .where = LM_AT_HOUSE, .roles = ANY_PLAYER | STAFF, .fields = "status?:text", .reads = true,
        .help = "disputes with their records; a player sees his own" }, disputes },
    { { 0 }, NULL },
};
/* clang-format on */
