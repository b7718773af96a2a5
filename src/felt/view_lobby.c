/* view_lobby.c - a table as a list of tables shows it: to players who choose one, and to the pit. */
#include "lammer/server/felt.h"
#include "lammer/words.h"

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

void view_lobby(const house_state *state, const lm_rules *rules, const char *person, lm_out *out)
{
    char line[256]; /* what a player wants to know first */
    lm_words_of_rules(rules, "decks dealer_soft17 dealer_22 blackjack_pays hole_card free_double free_split", line,
                      sizeof line);
    lm_out_pack(out, "line:s least_cents:I most_cents:I boxes:i wagers:[", line, (int64_t)rules->min_bet,
                (int64_t)rules->max_bet, (int)rules->boxes);
    for (int i = 0; i < rules->offers; i++)
        lm_out_pack(out, "{ wager:s title:s }", rules->offer[i].wager->id, rules->offer[i].wager->title);
    lm_out_end(out, ']');
    if (state)
        lm_out_pack(out, "free:i players:i status:s", free_boxes(state, rules), players_at(state), status_of(state));
    int rack = state && *person ? rack_of(state, person) : -1;
    if (rack >= 0) lm_out_pack(out, "your_cents:I seq:I", (int64_t)state->rack[rack].chips_cents, state->seq);
}

static int held_boxes(const house_state *state, const lm_rules *rules)
{
    return (int)rules->boxes - free_boxes(state, rules);
}

void view_pit(const house_state *s, const lm_rules *rules, lm_out *out)
{
    lm_out_pack(out, "status:s dealer:s round:I seq:I tray_cents:I drop_cents:I tokes_cents:I opener_cents:I",
                status_of(s), s->dealer, (int64_t)s->round, s->seq, s->cents[ACCOUNT_TRAY], s->cents[ACCOUNT_DROP],
                s->cents[ACCOUNT_TOKES], s->opener_cents);
    lm_out_pack(out, "fills_cents:I credits_cents:I players:i awards:i shoe:I meters:[", s->fills_cents,
                s->credits_cents, players_at(s), (int)s->awards, (int64_t)s->shoe_number);
    for (const lm_meter *m = s->meters.meter; m < s->meters.meter + s->meters.meters; m++)
        lm_out_pack(out, "{ meter:s title:s cents:I awards:i }", links_name(m), lm_meter_title((lm_meter_kind)m->kind),
                    m->shown_cents, (int)m->awards);
    lm_out_pack(out, "] summoned:b par_cents:I boxes:i occupied:i least_cents:I most_cents:I", (int)s->summoned,
                s->terms.par_cents, (int)rules->boxes, held_boxes(s, rules), (int64_t)rules->min_bet,
                (int64_t)rules->max_bet);
    if (s->summoned) lm_out_pack(out, "summoned_ms:I", s->summoned_ms);
    if (s->summoned && *s->summoned_why) lm_out_pack(out, "summoned_why:s", s->summoned_why);
    if (s->dealer[0]) lm_out_pack(out, "dealer_ms:I", s->dealer_ms);
}
