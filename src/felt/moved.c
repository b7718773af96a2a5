/* moved.c - whether the table has changed since a decision was made.
 *
 * A decision of play depends on the cards, the turn and the step of the game, but not on what other players bet, insure
 * or do about their boxes. A record that changes cards, turn or step moves the table, and the state remembers the last
 * such record. Other decisions depend on chips, boxes, the tray, the standing of the table, its terms or its meters:
 * the row of each act (acts.def) says on which of them. */
#include <string.h>

#include "play.h"

static void forget_wagers(lm_box *box)
{
    memset(box->main, 0, sizeof box->main);
    memset(box->net, 0, sizeof box->net);
    memset(box->insured, 0, sizeof box->insured);
    memset(box->coupon, 0, sizeof box->coupon);
    box->answered = 0;
    box->even = box->owner = 0;
}

/* While bets or insurance are taken, every box answers for itself, so the acts of other boxes do not matter. A
 * corrected card still counts, because it changes the census (`seen`). */
static void forget_boxes(lm_round *r)
{
    bool each_for_itself = r->phase == LM_BETTING || r->phase == LM_INSURING;
    for (int i = 0; i < LM_BOXES; i++)
        forget_wagers(&r->box[i]);
    if (!each_for_itself) return;
    memset(r->box, 0, sizeof r->box);
    r->last_box = 0;
}

/* Confirmations are forgotten as well: where two people confirm, the first must not make the second too late. */
static void forget_others(lm_table *t)
{
    lm_round *r = &t->round;
    forget_boxes(r);
    memset(r->side, 0, sizeof r->side);
    memset(r->with_split, 0, sizeof r->with_split);
    memset(r->with_double, 0, sizeof r->with_double);
    r->felt_cents = r->tray_cents = r->dealer_cents = 0;
    r->sides = r->confirmed = r->awaiting = 0;
    r->actions = t->actions = 0;
    t->seated = t->first_in = t->asked = 0;
    memset(t->sat_out, 0, sizeof t->sat_out);
}

static uint64_t stir(uint64_t mark, uint64_t word)
{
    mark = (mark ^ word) * 1099511628211u;
    return mark ^ mark >> 29;
}

/* Each step is one-to-one, so a change of a single word always changes the mark. Four marks run side by side, because
 * each step of one waits for the step before it. */
static uint64_t mix(uint64_t mark, const void *bytes, size_t size)
{
    uint64_t lane[4] = { mark, 1, 2, 3 }, word[4];
    size_t at = 0;
    for (; at + sizeof word <= size; at += sizeof word) {
        memcpy(word, (const uint8_t *)bytes + at, sizeof word);
        for (int i = 0; i < 4; i++)
            lane[i] = stir(lane[i], word[i]);
    }
    memset(word, 0, sizeof word);
    memcpy(word, (const uint8_t *)bytes + at, size - at);
    for (int i = 0; i < 4; i++)
        lane[i] = stir(lane[i], word[i]);
    for (int i = 1; i < 4; i++)
        lane[0] = stir(lane[0], lane[i]);
    return lane[0];
}

static uint64_t mark_of(const house_state *s)
{
    lm_table table = s->table;
    uint32_t more[] = { s->round, s->shoe_number, s->shoe_stage, s->cutter, s->started, s->awards };
    forget_others(&table);
    uint64_t mark = mix(14695981039346656037u, &table, sizeof table);
    mark = mix(mark, more, sizeof more);
    for (int i = 0; i < s->awards; i++)
        mark = mix(mark, &s->award[i], offsetof(house_award, spare));
    return mark;
}

static house_moved_by way_of(const house_moved *before, const house_state *s)
{
    if (before->round != s->round) return MOVED_BY_ROUND;
    if (before->phase == LM_BETTING && s->table.round.phase != LM_BETTING) return MOVED_BY_DEAL;
    if (before->cards != s->table.cards_out) return MOVED_BY_CARD;
    return MOVED_BY_STEP;
}

void state_record_ends(house_state *s)
{
    uint64_t mark = mark_of(s);
    if (mark == s->moved.mark) return;
    s->moved = (house_moved){ .mark = mark,
                              .seq = s->seq,
                              .round = s->round,
                              .cards = s->table.cards_out,
                              .phase = s->table.round.phase,
                              .by = (uint8_t)way_of(&s->moved, s) };
}

static const char *const what_happened[] = {
    [MOVED_BY_STEP] = /* say:moved-step */ "the game has gone a step further",
    [MOVED_BY_CARD] = /* say:moved-card */ "a card has been dealt",
    [MOVED_BY_DEAL] = /* say:moved-deal */ "the betting has closed",
    [MOVED_BY_ROUND] = /* say:moved-round */ "another round has begun",
};

/* Not called for chips that go to the felt: the player laid them and sees them. All other movements change what the
 * player has. */
void state_chips_move(house_state *s, int account)
{
    if (account >= ACCOUNT_RACK && account < ACCOUNT_RACK + HOUSE_RACKS)
        s->rack[account - ACCOUNT_RACK].moved_seq = s->seq + 1;
}

void state_box_moves(house_state *s, uint8_t box)
{
    s->rests.box[box - 1] = s->seq + 1;
}

/* Notes that the act has changed the box, the tray or the standing on which later acts are decided. */
void state_act_moves(house_state *s, const lm_act *act)
{
    uint32_t when = lm_act_row_of(act)->when;
    uint8_t box = when & LM_ACT_ON_BOX ? lm_act_seat(act, LM_FIELD_SEAT).box : 0;
    int64_t seq = s->seq + 1;
    if (box) state_box_moves(s, box);
    if (when & LM_ACT_ON_TRAY) s->rests.tray = seq;
    if (when & LM_ACT_ON_STANDING) s->rests.standing = seq;
    if (when & LM_ACT_ON_TERMS) s->rests.terms = seq;
    if (when & LM_ACT_ON_METERS) s->rests.meters = seq;
}

/* The last record that moved chips of the player whom an act concerns; 0: none. */
static int64_t chips_seq(const house_state *s, const lm_act *act, const char *person)
{
    const char *player = lm_act_text(act, LM_FIELD_PLAYER);
    int rack = rack_of(s, *player ? player : person);
    return rack < 0 ? 0 : s->rack[rack].moved_seq;
}

static int64_t box_seq(const house_state *s, const lm_act *act)
{
    uint8_t box = lm_act_seat(act, LM_FIELD_SEAT).box;
    return box >= 1 && box <= LM_BOXES ? s->rests.box[box - 1] : 0;
}

/* Names something that an act depends on and that has changed after the record `seen`; NULL: nothing. */
static const char *changed_since(const house_state *s, const lm_act *act, const char *person, int64_t seen)
{
    const struct {
        uint32_t when;
        int64_t seq;
        const char *what;
    } rests[] = {
        { LM_ACT_ON_GAME, s->moved.seq, what_happened[s->moved.by] },
        { LM_ACT_ON_CHIPS, chips_seq(s, act, person), /* say:moved-chips */ "the player's chips have changed" },
        { LM_ACT_ON_BOX, box_seq(s, act),
          /* say:moved-box */ "the box has changed hands, or its holder has allowed or stopped bets behind it" },
        { LM_ACT_ON_TRAY, s->rests.tray, /* say:moved-tray */ "the tray has been filled, credited, counted or closed" },
        { LM_ACT_ON_STANDING, s->rests.standing, /* say:moved-standing */ "the table was stopped or resumed" },
        { LM_ACT_ON_TERMS, s->rests.terms, /* say:moved-terms */ "the table has another dealer or other terms" },
        { LM_ACT_ON_METERS, s->rests.meters, /* say:moved-meters */ "a meter was set or paid" },
    };
    for (size_t i = 0; i < sizeof rests / sizeof *rests; i++) {
        if (lm_act_row_of(act)->when & rests[i].when && seen < rests[i].seq) return rests[i].what;
    }
    return NULL;
}

bool decided_on_this(house_play *play, const lm_act *act, const char *person, int64_t seen)
{
    const house_state *s = &play->state;
    if (seen > s->seq)
        return play_refuse(play, LM_REFUSED_FORM, NULL,
                           /* say:record-not-written */
                           "record %lld does not exist yet: \"seen\" must be the last \"seq\" that you received",
                           (long long)seen);
    const char *what = changed_since(s, act, person, seen);
    if (!what) return true;
    play_refuse(
        play, LM_REFUSED_NOW, NULL,
        LM_SAYS(MOVED_ON, "what",
                "The table has moved on since you decided: %s. Nothing was done; look at the table and decide again."),
        what);
    play->refusal.shows_table = true;
    return false;
}
