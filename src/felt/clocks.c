/* clocks.c - the time limits of a virtual table, and the published default when time runs out: deal, stand, no
 * insurance, no cut. At a live table the dealer decides how long to wait. lapses.c tells the player what was done for
 * them. */
#include <stdlib.h>

#include "play.h"

/* A browser reveals its value without its player, so a few seconds are enough even for a slow connection. */
enum { SITS_OUT_MS = 3000, REVEAL_MS = 3000, CLOCK_ROOM = 2048 };

/* FNV-1a over a few numbers: equal waits have equal marks. */
static uint64_t mark_of(const uint32_t *number, int n)
{
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < n; i++)
        hash = (hash ^ number[i]) * 1099511628211u;
    return hash;
}

static bool anything_bet(const lm_round *r)
{
    for (int i = 0; i < LM_BOXES; i++) {
        if (r->box[i].main[LM_DECIDER][0]) return true;
    }
    return false;
}

static house_clock clock_in_round(const house_state *s, const lm_rules *rules)
{
    const lm_round *r = &s->table.round;
    lm_turn turn = lm_table_turn(&s->table, rules);
    if (r->phase == LM_BETTING) return anything_bet(r) && !r->awaiting ? CLOCK_BETTING : CLOCK_NONE;
    if (r->phase == LM_INSURING && turn.who == LM_BY_PLAYERS) return CLOCK_INSURANCE;
    return turn.who == LM_BY_PLAYER ? CLOCK_DECISION : CLOCK_NONE;
}

static house_clock which_clock(const house_state *s, const lm_rules *rules)
{
    if (s->terms.dealing != DEALT_VIRTUALLY || s->frozen || !s->is_open) return CLOCK_NONE;
    if (s->shoe_stage == SHOE_SEALED && s->cutter) return CLOCK_CUT;
    if (s->shoe_stage == SHOE_MIXING) return CLOCK_REVEAL;
    return s->table.stage == LM_IN_ROUND && !s->table.burns ? clock_in_round(s, rules) : CLOCK_NONE;
}

static int decider_at(const house_state *s, uint8_t box)
{
    return rack_at(s, box, s->table.round.box[box - 1].decider);
}

/* A player who sits out may still act, but the table does not wait. */
static int decision_ms(const house_state *s)
{
    int rack = decider_at(s, s->table.round.at_box);
    bool out = rack >= 0 && s->rack[rack].sits_out && s->terms.decision_ms > SITS_OUT_MS;
    return out ? SITS_OUT_MS : s->terms.decision_ms;
}

house_clock clock_of(const house_state *s, const lm_rules *rules, uint64_t *mark, int *ms)
{
    const lm_round *r = &s->table.round;
    house_clock clock = which_clock(s, rules);
    uint32_t hand[8] = { (uint32_t)clock, s->round, s->shoe_number, s->cutter };
    if (clock == CLOCK_DECISION) {
        const lm_box *box = &r->box[r->at_box - 1];
        hand[4] = r->at_box;
        hand[5] = r->at_hand;
        hand[6] = (uint32_t)box->hands << 8 | box->hand[r->at_hand].n;
        hand[7] = r->phase;
    }
    if (clock != CLOCK_CUT && clock != CLOCK_REVEAL) hand[2] = hand[3] = 0;
    *mark = mark_of(hand, (int)(sizeof hand / sizeof *hand));
    *ms = clock == CLOCK_NONE       ? 0
          : clock == CLOCK_BETTING  ? s->terms.betting_ms
          : clock == CLOCK_CUT      ? s->terms.cut_ms
          : clock == CLOCK_REVEAL   ? REVEAL_MS
          : clock == CLOCK_DECISION ? decision_ms(s)
                                    : s->terms.decision_ms;
    return clock;
}

/* The rack of the player who is asked about insurance by this action; -1 for other actions. */
static int asked_by(const house_state *s, const lm_action *action)
{
    bool answer = action->verb == LM_INSURE || action->verb == LM_EVEN_MONEY;
    return answer ? rack_at(s, action->box, action->bettor) : -1;
}

static uint32_t asked_about_insurance(const house_state *s, const lm_rules *rules)
{
    lm_action *list = malloc(CLOCK_ROOM * sizeof *list);
    int n = list ? lm_table_legal(&s->table, rules, list, CLOCK_ROOM) : 0;
    uint32_t racks = 0;
    for (int i = 0; i < n && i < CLOCK_ROOM; i++) {
        int rack = asked_by(s, &list[i]);
        if (rack >= 0) racks |= 1u << rack;
    }
    free(list);
    return racks;
}

uint32_t clock_waits_for(const house_state *s, const lm_rules *rules)
{
    int rack = -1;
    switch (which_clock(s, rules)) {
    case CLOCK_BETTING: return racks_not_ready(s, rules, s->ready);
    case CLOCK_INSURANCE: return asked_about_insurance(s, rules);
    case CLOCK_DECISION: rack = decider_at(s, s->table.round.at_box); break;
    case CLOCK_CUT: rack = rack_at(s, s->cutter, LM_DECIDER); break;
    case CLOCK_REVEAL: return mix_waits_for(s);
    case CLOCK_NONE: break;
    }
    return rack >= 0 ? 1u << rack : 0;
}

int clock_sole_player(const house_state *s)
{
    int sole = -1;
    for (int rack = 0; rack < HOUSE_RACKS; rack++) {
        if (!rack_is_taken(s, rack)) continue;
        if (sole >= 0) return -1;
        sole = rack;
    }
    return s->terms.practice ? sole : -1;
}

static bool can_deal(const house_play *play)
{
    lm_table tried = play->state.table;
    return lm_ok(lm_table_apply(&tried, play->rules, (lm_action){ .verb = LM_DEAL }));
}

/* A box that lacks a wager it must have (MBJ-18(a).1) does not hold up the others: its chips go back. */
static bool is_incomplete(const house_play *play, uint8_t box)
{
    const lm_box *b = &play->state.table.round.box[box - 1];
    bool all = play->rules->multiple_action == LM_MULTIPLE_ALL;
    for (int bettor = 0; lm_rules_dealer_hands(play->rules) > 1 && bettor < LM_BETTORS; bettor++) {
        if (b->main[bettor][0] && !b->main[bettor][all ? 2 : 1]) return true;
    }
    return false;
}

static bool withdraw_box(house_play *play, uint8_t box)
{
    lm_action *list = malloc(CLOCK_ROOM * sizeof *list);
    bool found = list != NULL, good = found;
    while (found && good) {
        int n = lm_table_legal(&play->state.table, play->rules, list, CLOCK_ROOM);
        found = false;
        for (int i = 0; i < n && i < CLOCK_ROOM && !found; i++) {
            found = list[i].verb == LM_WITHDRAW && list[i].box == box;
            if (found)
                good = play_action(play, (lm_action){ .verb = LM_WITHDRAW,
                                                      .box = box,
                                                      .bettor = list[i].bettor,
                                                      .wager = list[i].wager,
                                                      .n = list[i].n });
        }
    }
    free(list);
    return good;
}

static bool end_betting(house_play *play)
{
    for (uint8_t box = 1; !can_deal(play) && box <= play->rules->boxes; box++) {
        if (is_incomplete(play, box) && !withdraw_box(play, box)) return false;
    }
    return !anything_bet(&play->state.table.round) || play_action(play, (lm_action){ .verb = LM_DEAL });
}

/* Announces what the clock does for a player, in an act whose field "did" names it. */
static bool time_ran_out(house_play *play, int rack, uint8_t box, uint8_t bettor, const char *did)
{
    lm_act act = { .word = LM_ACT_TIME_RAN_OUT };
    if (rack < 0) return true;
    lm_act_set_text(&act, LM_FIELD_PLAYER, play->state.rack[rack].player);
    lm_act_set_seat(&act, LM_FIELD_SEAT, box, bettor);
    lm_act_set_text(&act, LM_FIELD_DID, did);
    return play_act(play, &act);
}

static bool stand_for(house_play *play)
{
    uint8_t box = play->state.table.round.at_box;
    return time_ran_out(play, decider_at(&play->state, box), box, LM_DECIDER, "stand") &&
           play_action(play, (lm_action){ .verb = LM_STAND, .box = box });
}

/* Players who have not answered take no insurance. Each is told once, even with several boxes. */
static bool end_insurance(house_play *play)
{
    lm_action *list = malloc(CLOCK_ROOM * sizeof *list);
    int n = list ? lm_table_legal(&play->state.table, play->rules, list, CLOCK_ROOM) : 0;
    uint32_t told = 0;
    bool good = list != NULL;
    for (int i = 0; i < n && i < CLOCK_ROOM && good; i++) {
        int rack = asked_by(&play->state, &list[i]);
        if (rack < 0 || told >> rack & 1) continue;
        told |= 1u << rack;
        good = time_ran_out(play, rack, list[i].box, list[i].bettor, "no-insurance");
    }
    free(list);
    return good && play_action(play, (lm_action){ .verb = LM_CLOSE });
}

bool clock_expire(house_play *play)
{
    uint64_t mark;
    int ms;
    switch (clock_of(&play->state, play->rules, &mark, &ms)) {
    case CLOCK_BETTING: return end_betting(play);
    case CLOCK_DECISION: return stand_for(play);
    case CLOCK_INSURANCE: return end_insurance(play);
    case CLOCK_CUT: return cut_by_dealer(play);
    case CLOCK_REVEAL: return mix_expire(play);
    case CLOCK_NONE: break;
    }
    return true;
}
