/* play_coupons.c - coupons on the layout: owner, place and result.
 *
 * A match-play coupon lies beside a wager (MBJ-3(d).1), a progressive one is the stake itself (MBJ-3(k)). A coupon is
 * used once its wager has won or lost; it goes back to its owner if the wager was tied, void or withdrawn. This file
 * decides which, and table_coupons.c books it with the record of the play. A coupon without an owner is on paper, or
 * comes from an older record: it is not booked. */
#include <string.h>

#include "play.h"

static const lm_side_bet *side_of(const house_state *s, const house_coupon *c)
{
    return lm_round_side(&s->table.round, c->place / LM_BETTORS, c->place % LM_BETTORS, c->wager);
}

static bool is_lit(const lm_rules *rules, uint8_t slot)
{
    return slot >= LM_SIDE && slot < LM_SIDE + rules->offers && rules->offer[slot - LM_SIDE].wager->lit;
}

const house_coupon *coupon_at(const house_state *state, int place, uint8_t wager)
{
    for (uint32_t i = 0; i < state->coupons; i++) {
        if (state->coupon[i].place == place && state->coupon[i].wager == wager) return &state->coupon[i];
    }
    return NULL;
}

static house_coupon *lying_at(house_state *state, int place, uint8_t wager)
{
    house_coupon *coupon = (house_coupon *)(uintptr_t)coupon_at(state, place, wager);
    return coupon && coupon->stage == COUPON_LIES ? coupon : NULL;
}

/* Keeps the order of the other coupons, so that the same acts always leave the same list. */
static void remove_coupon(house_state *s, uint32_t i)
{
    s->coupons--;
    memmove(&s->coupon[i], &s->coupon[i + 1], (s->coupons - i) * sizeof s->coupon[0]);
    memset(&s->coupon[s->coupons], 0, sizeof s->coupon[0]);
}

static const char *const move_words[] = { "laid", "back", "again" };

static void order(house_play *play, const house_coupon *coupon, house_coupon_way way)
{
    if (!coupon->owner[0] || play->coupon_moves == HOUSE_COUPONS) return;
    play->coupon_move[play->coupon_moves++] = (house_coupon_move){ *coupon, way };
}

static void tell_coupon(house_play *play, const house_coupon *coupon, const char *word)
{
    lm_out *event = event_begin(play, word);
    lm_out_seat(event, coupon->place / LM_BETTORS, coupon->place % LM_BETTORS);
    lm_out_wager(event, play->rules, coupon->wager, 0);
    lm_out_pack(event, "cents:I", (int64_t)coupon->cents);
    event_end(play);
}

static void give_back(house_play *play, const house_coupon *coupon)
{
    order(play, coupon, COUPON_BACK_AGAIN);
    tell_coupon(play, coupon, "coupon-back");
}

void coupon_moves_write(const house_play *play, lm_out *out)
{
    lm_out_begin(out, '[');
    for (int i = 0; i < play->coupon_moves; i++) {
        const house_coupon *c = &play->coupon_move[i].coupon;
        lm_out_pack(out, "{ coupon:s owner:s what:s cents:i", c->number, c->owner, move_words[play->coupon_move[i].way],
                    c->cents);
        lm_out_seat(out, c->place / LM_BETTORS, c->place % LM_BETTORS);
        lm_out_wager(out, play->rules, c->wager, 0);
        lm_out_pack(out, "money:s }", play->state.terms.money == MONEY_REAL ? "real" : "play");
    }
    lm_out_end(out, ']');
}

/* A progressive's stake is either chips or a coupon, never both. */
static bool may_replace(house_play *play, const lm_action *a, const house_coupon *laid)
{
    const house_coupon *lies = coupon_at(&play->state, LM_PLACE(a->box, a->bettor), a->wager);
    const lm_side_bet *bet = lm_round_side(&play->state.table.round, a->box, a->bettor, a->wager);
    bool coupon = a->instrument == LM_COUPON;
    if (!is_lit(play->rules, a->wager) || !bet || !bet->stake) return true;
    if (coupon != (lies != NULL))
        return play_refuse(
            play, LM_REFUSED_NOW, "MBJ-3(k)",
            LM_SAYS(CHIPS_OR_COUPON, "",
                    "a progressive wager is laid with chips or by coupon, not with both; withdraw the other first"));
    if (coupon && (lies->owner[0] || laid->owner[0]))
        return play_refuse(play, LM_REFUSED_NOW, "MBJ-3(k)",
                           LM_SAYS(COUPON_LIES_THERE, "", "a coupon lies there; withdraw it first"));
    return true;
}

/* The act names the owner, who must hold the place. */
static bool read_coupon(house_play *play, const lm_action *a, const verb_extras *more, house_coupon *laid)
{
    const char *number = more->coupon, *owner = more->owner ? more->owner : "";
    int rack = rack_at(&play->state, a->box, a->bettor);
    *laid = (house_coupon){ .place = (uint8_t)LM_PLACE(a->box, a->bettor),
                            .wager = a->wager,
                            .stage = COUPON_LIES,
                            .is_stake = is_lit(play->rules, a->wager),
                            .cents = (lm_cents32)a->amount_cents };
    if (!number) return true; /* of paper */
    bool unowned = more->owner && !*owner;
    if (!*number || unowned || strlen(number) >= sizeof laid->number || strlen(owner) >= sizeof laid->owner)
        return play_refuse(play, LM_REFUSED_NOW, NULL,
                           LM_SAYS(NO_SUCH_COUPON, "", "you have no such coupon; \"coupon\" names one"));
    const char *sits = rack < 0 ? "" : play->state.rack[rack].player;
    if (*owner && strcmp(sits, owner) != 0 && strcmp(sits, REHEARSED_PLAYER) != 0)
        return play_refuse(play, LM_REFUSED_NOW, NULL,
                           LM_SAYS(COUPON_OWNER_ELSEWHERE, "", "the coupon's owner does not have that place"));
    strcpy(laid->number, number);
    strcpy(laid->owner, owner);
    return true;
}

bool coupons_lay(house_play *play, const lm_action *a, const verb_extras *more)
{
    house_state *s = &play->state;
    house_coupon laid = { 0 };
    bool coupon = a->instrument == LM_COUPON, exists = a->box >= 1 && a->box <= LM_BOXES;
    if (a->verb != LM_BET || !exists || a->bettor >= LM_BETTORS || s->table.round.phase != LM_BETTING) return true;
    if (coupon && !read_coupon(play, a, more, &laid)) return false;
    if (!may_replace(play, a, &laid)) return false;
    if (!coupon || coupon_at(s, laid.place, laid.wager)) return true; /* the engine decides whether it may be laid */
    if (s->coupons == HOUSE_COUPONS)
        return play_refuse(play, LM_REFUSED_FAULT, NULL, "there is no room for more coupons");
    s->coupon[s->coupons++] = laid;
    order(play, &laid, COUPON_LAID);
    return true;
}

static void decide(house_play *play, house_coupon *coupon, bool back)
{
    coupon->stage = back ? COUPON_BACK : COUPON_USED;
    if (back) give_back(play, coupon);
}

/* A new round: a coupon that still lies there belongs to a wager that outlived the last round. */
static void begin_round(house_state *s)
{
    for (uint32_t i = s->coupons; i-- > 0;) {
        const house_coupon *c = &s->coupon[i];
        if (c->stage != COUPON_LIES || !side_of(s, c))
            remove_coupon(s, i);
        else
            s->coupon[i].carried = 1;
    }
}

static void hear_ends(house_play *play, const play_step *step)
{
    for (int i = 0; i < step->heard; i++) {
        const lm_event *e = &step->event[i];
        if (e->kind != LM_EV_COUPON_OFF) continue;
        house_coupon *coupon = lying_at(&play->state, LM_PLACE(e->box, e->bettor), e->wager);
        if (coupon) decide(play, coupon, e->n == LM_TIED || e->n == LM_VOID);
    }
}

/* A stake ends with its wager; a missing wager was withdrawn. */
static void look_at_sides(house_play *play)
{
    house_state *s = &play->state;
    for (uint32_t i = s->coupons; i-- > 0;) {
        house_coupon *c = &s->coupon[i];
        if (c->stage != COUPON_LIES || c->wager < LM_SIDE) continue;
        const lm_side_bet *bet = side_of(s, c);
        bool withdrawn = !bet, ended = bet && c->is_stake && bet->state == LM_BET_DECIDED;
        if (withdrawn || ended) decide(play, c, withdrawn || lm_bet_is_void(bet));
    }
}

/* What was withdrawn before the first card may be laid again, here or elsewhere. */
static void forget_withdrawn(house_state *s)
{
    for (uint32_t i = s->coupons; i-- > 0;) {
        if (s->coupon[i].stage == COUPON_BACK) remove_coupon(s, i);
    }
}

void coupons_follow(house_play *play, const play_step *step)
{
    if (!play->state.coupons) return;
    if (step->action.verb == LM_OPEN) begin_round(&play->state);
    hear_ends(play, step);
    look_at_sides(play);
    if (play->state.table.round.phase == LM_BETTING) forget_withdrawn(&play->state);
}

void coupons_rehearse(house_state *s)
{
    for (uint32_t i = s->coupons; i-- > 0;) {
        if (s->coupon[i].carried)
            s->coupon[i].stage = COUPON_LIES;
        else
            remove_coupon(s, i);
    }
}

bool coupons_are_same(const house_state *a, const house_state *b)
{
    return a->coupons == b->coupons && memcmp(a->coupon, b->coupon, sizeof a->coupon) == 0;
}

/* The wagers are the same, in the same order; only their results can differ. */
void coupons_correct(house_play *play, const house_state *meant)
{
    house_state *s = &play->state;
    for (uint32_t i = 0; i < s->coupons && i < meant->coupons; i++) {
        house_coupon *coupon = &s->coupon[i];
        bool was_back = coupon->stage == COUPON_BACK, is_back = meant->coupon[i].stage == COUPON_BACK;
        coupon->stage = meant->coupon[i].stage;
        if (is_back && !was_back) give_back(play, coupon);
        if (!was_back || is_back) continue;
        order(play, coupon, COUPON_TAKEN_AGAIN);
        tell_coupon(play, coupon, "coupon-again");
    }
}

void coupon_key(const char *player, const char *id, char key[LM_STORE_NAME + 1])
{
    snprintf(key, LM_STORE_NAME + 1, "coupon/%s/%.40s", player, id);
}

bool wager_is_progressive(const lm_rules *rules, const char *wager)
{
    uint8_t slot, n;
    return lm_words_wager(rules, wager, &slot, &n) && slot >= LM_SIDE && slot < LM_SIDE + rules->offers &&
           rules->offer[slot - LM_SIDE].wager->lit;
}
