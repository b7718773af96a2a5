/* rounds.c - a player's own rounds: table, round, stake and result, newest first.
 *
 * One value for each player and finished round, outside the journal: the journal has the round itself, the value only
 * finds it. Its key begins with the time that is left until the year 2286, so that the newest comes first. Guests, who
 * come and go, have none. */
#include <string.h>

#include "cage.h"

enum { PAGE = 50, PAGE_MOST = 200 };
static const int64_t far_ms = 9999999999999;

typedef struct {
    char table[LM_HOUSE_ID], money[8];
    int64_t round, time_ms, stake_cents, net_cents;
} round_row;

static const row_field round_fields[] = {
    ROW_HAS(TEXT, round_row, table),
    ROW_HAS(INT, round_row, round),
    ROW_HAS(INT, round_row, time_ms),
    ROW_HAS(TEXT, round_row, money),
    ROW_HAS(INT, round_row, stake_cents),
    ROW_HAS(INT, round_row, net_cents),
    ROW_END,
};

#define ROUNDS_KEY "~round/%s/"

static bool is_patron(const char *player)
{
    return strncmp(player, "guest-", 6) != 0 && strncmp(player, "walkin-", 7) != 0;
}

void rounds_keep(lm_batch *batch, const house_play *play)
{
    for (int i = 0; i < play->overs; i++) {
        const house_over *over = &play->over[i];
        if (!is_patron(over->player)) continue;
        round_row row = { .round = over->round,
                          .time_ms = play->now_ms,
                          .stake_cents = over->stake_cents,
                          .net_cents = over->net_cents };
        snprintf(row.table, sizeof row.table, "%s", play->id);
        snprintf(row.money, sizeof row.money, "%s", money_word((house_money)play->state.terms.money));
        row_put(batch, round_fields, &row, LM_STORE_ANY, ROUNDS_KEY "%013lld-%s-%u", over->player,
                (long long)(far_ms - play->now_ms), play->id, over->round);
    }
}

typedef struct {
    json_t *list;
    char after[2 * LM_STORE_NAME], last[LM_STORE_NAME + 1];
    size_t most;
    bool more;
} rounds_question;

/* A corrected round is there twice: the later line is right, and comes first. */
static bool is_repeated(const json_t *list, const json_t *row)
{
    for (size_t i = json_array_size(list); i-- > 0;) {
        const json_t *other = json_array_get(list, i);
        if (int_in(other, "round", 0) == int_in(row, "round", 0) &&
            strcmp(text_in(other, "table"), text_in(row, "table")) == 0)
            return true;
    }
    return false;
}

static bool add_round(void *context, const lm_value_row *row)
{
    rounds_question *q = context;
    if (strcmp(row->key, q->after) <= 0) return true;
    q->more = json_array_size(q->list) == q->most;
    if (q->more) return false;
    json_t *value = json_loadb(row->value, row->size, 0, NULL);
    if (value && !is_repeated(q->list, value)) json_array_append(q->list, value);
    json_decref(value);
    snprintf(q->last, sizeof q->last, "%s", row->key);
    return true;
}

static void read_rounds(house_request *request)
{
    house_errand *e = request->own;
    char prefix[LM_STORE_NAME + 1], text[LM_STORE_TEXT];
    rounds_question q = { .list = json_array(), .most = (size_t)int_in(request->body, "limit", PAGE) };
    snprintf(prefix, sizeof prefix, ROUNDS_KEY, request->caller.person);
    snprintf(q.after, sizeof q.after, "%s%.80s", prefix, text_in(request->body, "after"));
    e->failed = lm_store_values(house_reader(request->house), prefix, add_round, &q, text) != LM_STORE_DONE;
    e->kept = json_pack("{s:o}", "rounds", q.list);
    if (q.more) json_object_set_new(e->kept, "next", json_string(q.last + strlen(prefix)));
}

static void answer_rounds(house_request *request)
{
    const house_errand *e = request->own;
    if (e->failed)
        request_refuse(request, LM_REFUSED_LATER, "the house cannot read its store; try again");
    else
        request_answer(request, json_incref(e->kept));
}

void rounds_list(house_request *request)
{
    const json_t *after = json_object_get(request->body, "after"), *limit = json_object_get(request->body, "limit");
    int64_t most = json_integer_value(limit);
    errand_of(request);
    if ((after && !json_is_string(after)) || (limit && (!json_is_integer(limit) || most < 1 || most > PAGE_MOST)))
        request_refuse(request, LM_REFUSED_FORM, "\"after\" is the \"next\" of an earlier answer, \"limit\" 1 to %d",
                       PAGE_MOST);
    else
        request_later(request, read_rounds, answer_rounds);
}
