/* view_lobby.c - a table as a list of tables shows it: to players who choose one, and to the pit. */
#include <jansson.h>

#include "lammer/server/felt.h"
#include "lammer/words.h"

/* What a player wants to know first, in one line. */
static json_t *rules_line(const lm_rules *rules)
{
    char line[256];
    lm_words_of_rules(rules, "decks dealer_soft17 dealer_22 blackjack_pays hole_card free_double free_split", line,
                      sizeof line);
    return json_string(line);
}

static json_t *wager_names(const lm_rules *rules)
{
    json_t *names = json_array();
    for (int i = 0; i < rules->offers; i++)
        json_array_append_new(
            names, json_pack("{s:s, s:s}", "wager", rules->offer[i].wager->id, "title", rules->offer[i].wager->title));
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

void view_lobby(json_t *row, const house_state *state, const lm_rules *rules)
{
    json_object_set_new(row, "line", rules_line(rules));
    json_object_set_new(row, "least_cents", json_integer(rules->min_bet));
    json_object_set_new(row, "most_cents", json_integer(rules->max_bet));
    json_object_set_new(row, "boxes", json_integer(rules->boxes));
    json_object_set_new(row, "wagers", wager_names(rules));
    if (state) {
        json_object_set_new(row, "free", json_integer(free_boxes(state, rules)));
        json_object_set_new(row, "players", json_integer(players_at(state)));
        json_object_set_new(row, "status", json_string(status_of(state)));
    }
}

static json_t *meter_rows(const lm_meters *meters)
{
    json_t *rows = json_array();
    for (int i = 0; i < meters->meters; i++) {
        const lm_meter *m = &meters->meter[i];
        json_array_append_new(rows, json_pack("{s:s, s:s, s:I, s:i}", "meter", lm_meter_name(m->kind), "title",
                                              lm_meter_title(m->kind), "cents", (json_int_t)m->shown_cents, "awards",
                                              (int)m->awards));
    }
    return rows;
}

void view_pit(json_t *row, const house_state *s)
{
    json_t *more =
        json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:i, s:i, s:I, s:o}", "status", status_of(s),
                  "dealer", s->dealer, "round", (json_int_t)s->round, "seq", (json_int_t)s->seq, "tray_cents",
                  (json_int_t)s->cents[ACCOUNT_TRAY], "drop_cents", (json_int_t)s->cents[ACCOUNT_DROP], "tokes_cents",
                  (json_int_t)s->cents[ACCOUNT_TOKES], "opener_cents", (json_int_t)s->opener_cents, "fills_cents",
                  (json_int_t)s->fills_cents, "credits_cents", (json_int_t)s->credits_cents, "players", players_at(s),
                  "awards", (int)s->awards, "shoe", (json_int_t)s->shoe_number, "meters", meter_rows(&s->meters));
    json_object_update(row, more);
    json_object_set_new(row, "summoned", json_boolean(s->summoned));
    json_decref(more);
}
