/* rounds.c - a player's own rounds: table, round, stake and result, newest first.
 *
 * The store has one value for each player and finished round. It is only an index: the round itself is in the journal.
 * Its key begins with the time left until the year 2286, so that the newest round comes first. Guests have no such
 * values. */
#include <string.h>

#include "cage.h"
#include "people/page.h"

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

/* A corrected round has two values. The later one is right and comes first, so a second one is not shown. */
static bool shows_round(const house_request *request, const char *id, json_t *row, const json_t *list)
{
    (void)request, (void)id;
    for (size_t i = json_array_size(list); i-- > 0;) {
        const json_t *other = json_array_get(list, i);
        if (int_in(other, "round", 0) == int_in(row, "round", 0) &&
            strcmp(text_in(other, "table"), text_in(row, "table")) == 0)
            return false;
    }
    return true;
}

void rounds_list(house_request *request)
{
    static const struct paged_list rounds = { .name = "rounds", .shows = shows_round };
    char prefix[LM_STORE_NAME + 1];
    snprintf(prefix, sizeof prefix, ROUNDS_KEY, request->caller.person);
    page_answer(request, &rounds, prefix);
}
