/* moved.c - whether the table has changed since a decision was made.
 *
 * A decision depends on the cards, the turn and the step of the game; not on what other players bet, insure or do about
 * their boxes. A record that changes one of the former moves the table, and the state remembers the last such
 * record. */
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

/* While bets or insurance are taken every box answers for itself: what the others do there changes nothing for it. The census of the cards
 * (`seen`) tells of a corrected one. */
static void forget_boxes(lm_round *r)
{
    bool each_for_itself = r->phase == LM_BETTING || r->phase == LM_INSURING;
    for (int i = 0; i < LM_BOXES; i++)
        forget_wagers(&r->box[i]);
    if (!each_for_itself) return;
    memset(r->box, 0, sizeof r->box);
    r->last_box = 0;
}

/* Two people confirm one thing: the first confirmation must not make the second too late. */
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

/* Each step of the hash is one-to-one, so a change of a single word always changes it. */
static uint64_t mix(uint64_t mark, const void *bytes, size_t size)
{
    for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, (const uint8_t *)bytes + at, size - at < sizeof word ? size - at : sizeof word);
        mark = (mark ^ word) * 1099511628211u;
        mark ^= mark >> 29;
    }
    return mark;
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
    [MOVED_BY_STEP] = /* say:moved-step */ "the game is a step further",
    [MOVED_BY_CARD] = /* say:moved-card */ "a card has been dealt",
    [MOVED_BY_DEAL] = /* say:moved-deal */ "the betting has closed",
    [MOVED_BY_ROUND] = /* say:moved-round */ "another round has begun",
};

bool decided_on_this(house_play *play, int64_t seen)
{
    const house_state *s = &play->state;
    if (seen > s->seq)
        return play_refuse(play, LM_REFUSED_FORM, NULL,
                           /* say:record-not-written */
                           "record %lld does not exist yet: \"seen\" must be the last \"seq\" that you received",
                           (long long)seen);
    if (seen >= s->moved.seq) return true;
    play_refuse(play, LM_REFUSED_NOW, NULL,
                /* say:moved-on */
                "The table has moved on since you decided: %s. Nothing was done; look at the table and decide again.",
                what_happened[s->moved.by]);
    play->refusal.shows_table = true;
    return false;
}
