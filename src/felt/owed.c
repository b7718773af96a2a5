/* owed.c - what the progressives of a table owe next. The virtual dealer does it (deal/bonus.c); the console of a live
 * table shows it as the next step (view.c), so both take it from here. */
#include "deal/deal.h"
#include "play.h"

const lm_side_bet *owed_call(const house_state *s)
{
    return deal_in_round(s) ? lm_meters_uncalled(&s->meters, &s->table.round) : NULL;
}

int owed_end(const house_state *s)
{
    for (int game = 0; game < s->meters.games && !deal_in_round(s); game++) {
        if (lm_meters_state(&s->meters, game) == LM_GAME_LOCKED) return game;
    }
    return -1;
}

const char *owed_end_clause(const lm_rules *rules, uint8_t slot)
{
    return lm_is_free_bet(rules) ? "WB7-12" : rules->offer[slot - LM_SIDE].wager->end_rule;
}

static const house_award *award_at(const house_state *s, int game, int place)
{
    for (const house_award *award = s->award; award < s->award + s->awards; award++) {
        if (award->game == game && award->place == place) return award;
    }
    return NULL;
}

/* The engine waits for the amount of a prize: a display shows it, or a meter pays it in three acts of people. */
static bool owed_award(const house_state *s, lm_turn turn, house_owed *owed)
{
    int game = lm_meters_game(&s->meters, turn.wager);
    *owed = (house_owed){ .box = turn.box, .bettor = turn.bettor, .slot = turn.wager, .clause = turn.clause };
    owed->word = LM_ACT_SHOW_AMOUNT;
    if (game < 0) return true;
    const house_award *award = award_at(s, game, LM_PLACE(turn.box, turn.bettor));
    if (!award) return false;
    bool called = award->stage == LM_AWARD_CALLED;
    owed->word = called ? LM_ACT_VERIFY_AWARD : LM_ACT_PAY_AWARD;
    owed->clause = lm_meters_why_clause(&s->meters, game, called ? LM_METER_WHY_SUPERVISOR : LM_METER_WHY_CARD);
    return true;
}

/* A player's decision is not held up: the prize is called when it has been made. */
bool owed_prize(const house_state *s, const lm_rules *rules, house_owed *owed)
{
    lm_turn turn = lm_table_turn(&s->table, rules);
    const lm_side_bet *bet = turn.who == LM_BY_PLAYER ? NULL : owed_call(s);
    int game = owed_end(s);
    if (bet) {
        *owed = (house_owed){ .word = LM_ACT_CALL,
                              .box = bet->box_bettor / LM_BETTORS,
                              .bettor = bet->box_bettor % LM_BETTORS,
                              .slot = bet->slot,
                              .clause = turn.clause };
        return true;
    }
    if (turn.verb == LM_AWARD) return owed_award(s, turn, owed);
    if (game < 0) return false;
    uint8_t slot = s->meters.game[game].slot;
    *owed = (house_owed){ .word = LM_ACT_END_GAME, .slot = slot, .clause = owed_end_clause(rules, slot) };
    return true;
}
