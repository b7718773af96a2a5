/* view.c - a table as all watchers may see it. Reads only the state, which has no face-down card in it, and shows only
 * the display of a meter. */
#include <sodium.h>
#include <stdio.h>

#include "deal/deal.h"
#include "lammer/program/words_json.h"
#include "play.h"

/* A face-down card is null. */
static void write_cards(const lm_card *card, int n, lm_out *out)
{
    lm_out_begin(out, '[');
    for (int i = 0; i < n; i++) {
        char text[3];
        lm_card_write(card[i], text);
        if (card[i] < LM_CARDS)
            lm_out_word(out, text);
        else
            lm_out_null(out);
    }
    lm_out_end(out, ']');
}

/* Chips that a double has added, on all spots of multiple action; at most the wager on each. */
static lm_cents doubled_on(const lm_box *box, const lm_hand *h)
{
    lm_cents doubled = 0;
    for (int b = 0; b < LM_BETTORS; b++) {
        for (int n = 0; n < LM_SPOTS; n++)
            doubled += h->doubled[b] < box->main[b][n] ? h->doubled[b] : box->main[b][n];
    }
    return doubled;
}

static void write_hand(const lm_box *box, const lm_hand *h, lm_out *out)
{
    lm_score score = lm_hand_score(h);
    lm_out_begin(out, '{');
    lm_out_key(out, "cards");
    write_cards(h->card, h->n, out);
    lm_out_pack(out, "total:i soft:b state:s free:b doubled:b doubled_cents:I free_double:b }", (int)score.total,
                (int)score.soft, lm_words_of_hand_state((lm_hand_state)h->state), (h->marks & LM_FREE_HAND) != 0,
                (h->marks & LM_IS_DOUBLED) != 0, doubled_on(box, h), (h->marks & LM_FREE_DOUBLE) != 0);
}

/* Begins the object of a wager at a place (LM_PLACE); the caller adds fields and the bracket. */
static void begin_wager(lm_out *out, const lm_rules *rules, int place, uint8_t slot, uint8_t n)
{
    lm_out_begin(out, '{');
    lm_out_seat(out, (uint8_t)(place / LM_BETTORS), (uint8_t)(place % LM_BETTORS));
    lm_out_wager(out, rules, slot, n);
}

/* Chips of each bettor on the main and insurance spots of a box. */
static void write_bets(const lm_rules *rules, const lm_box *box, uint8_t number, lm_out *out)
{
    lm_out_pack(out, "bets:[");
    for (int b = 0; b < LM_BETTORS; b++) {
        for (uint8_t n = 0; n < LM_SPOTS; n++) {
            const lm_cents stakes[] = { [LM_MAIN] = box->main[b][n], [LM_INSURANCE] = box->insured[b][n] };
            for (uint8_t slot = LM_MAIN; slot <= LM_INSURANCE; slot++) {
                if (!stakes[slot]) continue;
                begin_wager(out, rules, LM_PLACE(number, b), slot, n);
                lm_out_pack(out, "cents:I }", stakes[slot]);
            }
        }
    }
    lm_out_end(out, ']');
}

static void write_boxes(const house_state *s, const lm_rules *rules, lm_out *out)
{
    lm_out_pack(out, "boxes:[");
    for (uint8_t number = 1; number <= rules->boxes; number++) {
        const lm_box *box = &s->table.round.box[number - 1];
        if (!box->main[LM_DECIDER][0]) continue;
        lm_out_begin(out, '{');
        lm_out_seat(out, number, LM_DECIDER);
        write_bets(rules, box, number, out);
        lm_out_pack(out, "hands:[");
        for (int h = 0; h < box->hands; h++)
            write_hand(box, &box->hand[h], out);
        lm_out_pack(out, "] lammers:i }", (int)box->lammers);
    }
    lm_out_end(out, ']');
}

/* The optional wagers on the layout. */
static void write_sides(const lm_round *r, const lm_rules *rules, lm_out *out)
{
    lm_out_pack(out, "wagers:[");
    for (const lm_side_bet *bet = r->side; bet < r->side + r->sides; bet++) {
        begin_wager(out, rules, bet->box_bettor, bet->slot, 0);
        lm_out_pack(out, "cents:i state:s net:i }", bet->stake, lm_words_of_bet_state((lm_bet_state)bet->state),
                    bet->net);
    }
    lm_out_end(out, ']');
}

static void write_coupon(const lm_rules *rules, int place, uint8_t slot, int cents, bool stake, lm_out *out)
{
    if (!cents) return;
    begin_wager(out, rules, place, slot, 0);
    lm_out_pack(out, stake ? "cents:i stake:b }" : "cents:i }", cents, true);
}

/* Match-play coupons beside wagers, and coupons that are the stake of a progressive. */
static void write_coupons(const house_state *s, const lm_rules *rules, lm_out *out)
{
    const lm_round *r = &s->table.round;
    lm_out_pack(out, "coupons:[");
    for (int number = 1; number <= rules->boxes; number++) {
        for (int b = 0; b < LM_BETTORS; b++)
            write_coupon(rules, LM_PLACE(number, b), LM_MAIN, r->box[number - 1].coupon[b], false, out);
    }
    for (const lm_side_bet *bet = r->side; bet < r->side + r->sides; bet++) {
        const house_coupon *coupon = coupon_at(s, bet->box_bettor, bet->slot);
        bool stake = coupon && coupon->is_stake && !lm_round_over(r), lies = bet->state != LM_BET_DECIDED;
        write_coupon(rules, bet->box_bettor, bet->slot, stake ? bet->stake : lies ? bet->coupon : 0, stake, out);
    }
    lm_out_end(out, ']');
}

static void write_dealer(const house_state *s, lm_out *out)
{
    const lm_round *r = &s->table.round;
    lm_out_pack(out, "dealer:{");
    lm_out_key(out, "cards");
    write_cards(r->dealer.card, r->dealer.n, out);
    lm_out_pack(out, "total:i blackjack:b person:s }", (int)lm_dealer_score(r).total, (int)lm_dealer_blackjack(r),
                s->dealer);
}

static void write_place(lm_out *out, uint8_t box, uint8_t bettor)
{
    char seat[LM_SEAT_TEXT];
    lm_words_of_seat(box, bettor, 0, seat);
    lm_out_word(out, seat);
}

static void write_players(const house_state *s, lm_out *out)
{
    lm_out_pack(out, "players:[");
    for (int i = 0; i < HOUSE_RACKS; i++) {
        if (!rack_is_taken(s, i)) continue;
        lm_out_pack(out, "{ player:s seats:[", s->rack[i].player);
        for (uint8_t box = 1; box <= LM_BOXES; box++) {
            for (uint8_t b = 0; b < LM_BETTORS; b++) {
                if (rack_at(s, box, b) == i) write_place(out, box, b);
            }
        }
        lm_out_pack(out, s->rack[i].sits_out ? "] chips:I out:b }" : "] chips:I }", s->rack[i].chips_cents, true);
    }
    lm_out_end(out, ']');
}

/* Boxes whose holder allows bets behind them, and the players who ask to bet behind others: MBJ-13(a).1. */
static void write_sharing(const house_state *s, lm_out *out)
{
    lm_out_pack(out, "shared:[");
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        if (box_is_shared(s, box)) write_place(out, box, LM_DECIDER);
    }
    lm_out_pack(out, "] asks:[");
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        if (!s->asks[box - 1][0]) continue;
        lm_out_pack(out, "{ player:s", s->asks[box - 1]);
        lm_out_seat(out, box, LM_DECIDER);
        lm_out_end(out, '}');
    }
    lm_out_end(out, ']');
}

static void write_cut_turn(const house_state *s, const lm_rules *rules, lm_out *out)
{
    int least = 0, most = 0;
    shoe_cut_limits(s, rules, &least, &most);
    lm_out_pack(out, "who:s do:s", "player", "cut");
    lm_out_seat(out, s->cutter, LM_DECIDER);
    lm_out_pack(out, "least:i most:i", least, most);
}

/* The program turns a card that a player must show and discards a hand over 21. Neither is a choice, and a hidden card
 * would need a row for each possible card. */
static bool is_choice(const house_state *s, const lm_action *a)
{
    return s->terms.dealing != DEALT_VIRTUALLY || (a->verb != LM_TURN && a->verb != LM_DISCARD);
}

/* The actions that are allowed now, with room for more than any table offers. */
typedef struct {
    lm_action list[2048];
    int n;
} offers;

static void list_offers(const house_state *s, const lm_rules *rules, offers *all)
{
    int room = sizeof all->list / sizeof *all->list, n = lm_table_legal(&s->table, rules, all->list, room);
    all->n = n < room ? n : room;
}

/* What a box and bettor may do now; box 0: everything. A dealer's console shows steps that are not choices. */
static void write_offers(const house_state *s, const lm_rules *rules, const offers *all, lm_seat at, bool choices,
                         lm_out *out)
{
    lm_out_pack(out, "legal:[");
    for (int i = 0; i < all->n; i++) {
        const lm_action *a = &all->list[i];
        if ((at.box && (a->box != at.box || a->bettor != at.bettor)) || (choices && !is_choice(s, a))) continue;
        bool adds_chips = choices && (a->verb == LM_DOUBLE || a->verb == LM_SPLIT);
        lm_out_begin(out, '{');
        lm_out_offer(out, rules, a);
        if (adds_chips && !a->most_cents) lm_out_pack(out, "free:b", true);
        lm_out_end(out, '}');
    }
    lm_out_end(out, ']');
}

static bool offers_any(const offers *all, lm_seat at)
{
    for (int i = 0; i < all->n; i++) {
        if (all->list[i].box == at.box && all->list[i].bettor == at.bettor) return true;
    }
    return false;
}

/* A further bettor's standing instruction for when the decider doubles or splits, spelled as a command. */
static void write_said(const lm_round *r, const lm_rules *rules, lm_seat at, lm_out *out)
{
    lm_action said[] = {
        { .verb = LM_WITH_DOUBLE, .box = at.box, .bettor = at.bettor, .amount_cents = r->with_double[at.bettor] },
        { .verb = LM_WITH_SPLIT, .box = at.box, .bettor = at.bettor, .n = r->with_split[at.bettor] },
    };
    lm_out_pack(out, "said:[");
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        lm_act act;
        lm_act_of_action(rules, &said[i], &act);
        lm_act_write(&act, out);
    }
    lm_out_end(out, ']');
}

/* Further bettors at a box with chips on the hand on turn, and what each of them may say before it is decided: MBJ-13(d), (e). */
static void write_along(const house_state *s, const lm_rules *rules, const offers *all, uint8_t box, lm_out *out)
{
    bool any = false;
    for (lm_seat at = { .box = box, .bettor = LM_SECOND }; at.bettor < rules->bettors_per_box; at.bettor++) {
        if (!offers_any(all, at)) continue;
        if (!any) lm_out_pack(out, "along:[");
        any = true;
        lm_out_begin(out, '{');
        lm_out_seat(out, at.box, at.bettor);
        write_offers(s, rules, all, at, true, out);
        write_said(&s->table.round, rules, at, out);
        lm_out_end(out, '}');
    }
    if (any) lm_out_end(out, ']');
}

static void write_choices(const house_state *s, const lm_rules *rules, lm_turn owed, lm_out *out)
{
    offers all;
    bool one = owed.who == LM_BY_PLAYER;
    list_offers(s, rules, &all);
    write_offers(s, rules, &all, (lm_seat){ .box = one ? owed.box : 0 }, true, out);
    if (one) write_along(s, rules, &all, owed.box, out);
}

/* What players may choose; a dealer's console asks the engine for the rest. */
uint8_t box_on_turn(const house_state *s, const lm_rules *rules)
{
    if (s->shoe_stage == SHOE_SEALED && s->cutter) return s->cutter;
    lm_turn owed = lm_table_turn(&s->table, rules);
    return owed.who == LM_BY_PLAYER ? owed.box : 0;
}

bool turn_is_the_same(const house_state *before, const house_state *after, const lm_rules *rules)
{
    lm_turn a = lm_table_turn(&before->table, rules), b = lm_table_turn(&after->table, rules);
    return before->shoe_stage == after->shoe_stage && before->cutter == after->cutter && a.who == b.who &&
           a.verb == b.verb && a.box == b.box && before->table.stage == after->table.stage;
}

/* What the progressives of a live table owe comes before the step of the engine: the console's next step is this one. */
static bool write_prize_turn(const house_state *s, const lm_rules *rules, lm_out *out)
{
    house_owed owed;
    if (s->terms.dealing != DEALT_LIVE || !owed_prize(s, rules, &owed)) return false;
    bool floor = owed.word == LM_ACT_VERIFY_AWARD || owed.word == LM_ACT_PAY_AWARD;
    lm_out_pack(out, "who:s do:s", lm_words_of_actor(floor ? LM_BY_STAFF : LM_BY_DEALER), lm_act_rows[owed.word].word);
    if (owed.box) lm_out_seat(out, owed.box, owed.bettor);
    lm_out_wager(out, rules, owed.slot, 0);
    if (owed.clause) lm_out_pack(out, "clause:s", owed.clause);
    return true;
}

static void write_turn(const house_state *s, const lm_rules *rules, lm_out *out)
{
    if (write_prize_turn(s, rules, out)) return;
    lm_turn owed = lm_table_turn(&s->table, rules);
    bool chosen = (owed.who == LM_BY_PLAYER && owed.verb == LM_HIT) || s->table.round.phase == LM_INSURING;
    lm_out_turn(out, rules, owed);
    if (s->table.stage == LM_IN_ROUND && chosen) write_choices(s, rules, owed, out);
}

void view_turn(const house_state *s, const lm_rules *rules, lm_out *out)
{
    lm_out_begin(out, '{');
    if (s->shoe_stage == SHOE_SEALED && s->cutter)
        write_cut_turn(s, rules, out);
    else
        write_turn(s, rules, out);
    lm_out_end(out, '}');
}

void view_meters(const house_state *s, lm_out *out)
{
    lm_out_begin(out, '{');
    for (int i = 0; i < s->meters.meters; i++) {
        lm_out_key(out, links_name(&s->meters.meter[i]));
        lm_out_int(out, s->meters.meter[i].shown_cents);
    }
    lm_out_end(out, '}');
}

/* Awards that wait for an act of a person. */
static void write_awards(const house_state *s, const lm_rules *rules, lm_out *out)
{
    lm_out_pack(out, "awards:[");
    for (const house_award *award = s->award; award < s->award + s->awards; award++) {
        begin_wager(out, rules, award->place, s->meters.game[award->game].slot, 0);
        lm_out_pack(out, "stage:s cents:I }", award->stage == LM_AWARD_CALLED ? "called" : "verified",
                    lm_meters_prize(&s->meters, award->game, award->place));
    }
    lm_out_end(out, ']');
}

/* The shoe of a virtual table, with the dealt cards in order; a card that watchers have not seen is null. */
static void write_sealed(const house_state *s, lm_out *out)
{
    static const char *const stages[] = { [SHOE_NONE] = "none",
                                          [SHOE_SEALED] = "sealed",
                                          [SHOE_LOADED] = "loaded",
                                          [SHOE_MIXING] = "mixing",
                                          [SHOE_VOID] = "void" };
    char commitment[2 * LM_STORE_HASH + 1] = "";
    if (s->shoe_number) sodium_bin2hex(commitment, sizeof commitment, s->commitment, sizeof s->commitment);
    lm_out_pack(out, "stage:s commitment:s cut:i cover:i came:[", stages[s->shoe_stage], commitment,
                (int)s->shoe[0].cut, (int)s->shoe[0].cover);
    for (int i = 0; i < s->sides; i++)
        write_cards(s->shoe[i].came, s->shoe[i].dealt, out);
    lm_out_end(out, ']');
    mix_write(&s->mix, out);
    if (s->voided) lm_out_pack(out, "voided:I", (int64_t)s->voided);
    if (s->opened_number) lm_out_pack(out, "opened:{ number:I seq:I }", (int64_t)s->opened_number, s->opened_seq);
}

static void write_shoe(const house_state *s, const lm_rules *rules, lm_out *out)
{
    int cards_out = lm_table_cards_out(&s->table);
    lm_out_pack(out, "shoe:{ number:I left:i out:i cover_seen:b", (int64_t)s->shoe_number,
                (int)rules->decks * LM_CARDS - cards_out, cards_out, (int)s->table.cover_seen);
    if (s->terms.dealing == DEALT_VIRTUALLY)
        write_sealed(s, out);
    else
        lm_out_pack(out, "stage:s", lm_words_of_stage((lm_stage)s->table.stage));
    lm_out_end(out, '}');
}

static void pays_text(lm_odds pays, char *text, size_t size)
{
    int a = (int)pays.a;
    switch ((lm_form)pays.form) {
    case LM_TO: snprintf(text, size, "%d to %d", a, (int)pays.b); break;
    case LM_FOR: snprintf(text, size, "%d for 1", a); break;
    case LM_DOLLARS: snprintf(text, size, "$%d", a); break;
    case LM_PERCENT: snprintf(text, size, "%d %% of the meter", a); break;
    }
}

/* The pay table, the best outcome first. */
static void write_outcomes(const lm_offer *offer, lm_out *out)
{
    lm_out_pack(out, "outcomes:[");
    for (int row = LM_OUTCOMES - 1; row > 0; row--) {
        char pays[64] = "";
        if (!offer->wager->outcomes[row] || !offer->pays[row].a) continue;
        pays_text(offer->pays[row], pays, sizeof pays);
        lm_out_pack(out, "{ name:s pays:s }", offer->wager->outcomes[row], pays);
    }
    lm_out_end(out, ']');
}

static void write_wagers(const lm_rules *rules, const lm_meters *meters, lm_out *out)
{
    lm_out_pack(out, "wagers:[");
    for (int i = 0; i < rules->offers; i++) {
        const lm_wager *wager = rules->offer[i].wager;
        lm_stakes stakes = lm_wager_stakes(rules, wager);
        int game = lm_meters_game(meters, LM_SIDE + i);
        lm_out_pack(out, "{ wager:s title:s spot:s paytable:s least:I most:I step:I tied:b clause:s", wager->id,
                    wager->title, wager->spot ? wager->spot : wager->title,
                    wager->paytables[rules->offer[i].paytable].id, (int64_t)stakes.least, (int64_t)stakes.most,
                    (int64_t)stakes.step, (int)lm_wager_is_tied(rules, wager), lm_wager_clause(rules, wager));
        write_outcomes(&rules->offer[i], out);
        if (game >= 0) lm_out_pack(out, "meter:s", links_name(&meters->meter[meters->game[game].first]));
        lm_out_end(out, '}');
    }
    lm_out_end(out, ']');
}

/* Writes the layout's text about a rule, as a member `key` or, if that is NULL, as an item of a list. Writes nothing
 * for a rule that is not printed. */
static void write_printed(const lm_rules *rules, lm_rule_id id, const char *key, lm_out *out)
{
    char text[80];
    if (!lm_words_of_rule(rules, id, LM_RULE_PRINTED, text, sizeof text)) return;
    if (key) lm_out_key(out, key);
    lm_out_word(out, text);
}

static void write_layout_prints(const lm_rules *rules, lm_out *out)
{
    static const lm_rule_id listed[] = { LM_RULE_blackjack_pays, LM_RULE_dealer_soft17, LM_RULE_dealer_22,
                                         LM_RULE_ties };
    lm_out_pack(out, "printed:{");
    write_printed(rules, LM_RULE_rule_set, "game", out);
    lm_out_pack(out, "rules:[");
    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++)
        write_printed(rules, listed[i], NULL, out);
    lm_out_end(out, ']');
    write_printed(rules, LM_RULE_insurance, "insurance", out);
    lm_out_end(out, '}');
}

/* What is printed on the layout and posted at the table. */
static void write_layout(const lm_rules *rules, const lm_meters *meters, lm_out *out)
{
    lm_out_pack(out, "layout:{ name:s boxes:i bettors:i min_bet:I max_bet:I bet_step:I chip_unit:I", rules->name,
                (int)rules->boxes, (int)rules->bettors_per_box, (int64_t)rules->min_bet, (int64_t)rules->max_bet,
                (int64_t)rules->bet_step, (int64_t)rules->chip_unit);
    write_wagers(rules, meters, out);
    lm_out_pack(out, "rules:{");
    for (int id = 0; id < LM_RULE_COUNT; id++) {
        char text[96];
        lm_rule_write((lm_rule_id)id, rules->value[id], text, sizeof text);
        lm_out_key(out, lm_rule_table[id].name);
        lm_out_word(out, text);
    }
    lm_out_end(out, '}');
    write_layout_prints(rules, out);
    lm_out_pack(out, "meters:{");
    for (const lm_meter *m = meters->meter; m < meters->meter + meters->meters; m++) {
        lm_out_key(out, links_name(m));
        lm_out_word(out, lm_meter_title((lm_meter_kind)m->kind));
    }
    lm_out_pack(out, "} }");
}

static void write_terms(const house_terms *k, lm_out *out)
{
    lm_out_pack(out, "terms:{ title:s rules:s settings:s link:s dealing:s money:s practice:b", k->title, k->rules,
                k->settings, k->link, k->dealing == DEALT_LIVE ? "live" : "virtual",
                k->money == MONEY_REAL ? "real" : "play", (int)k->practice);
    lm_out_pack(out, "betting_ms:i decision_ms:i cut_ms:i hold_ms:i }", (int)k->betting_ms, (int)k->decision_ms,
                (int)k->cut_ms, (int)k->hold_ms);
}

void view_table(const house_state *s, const lm_rules *rules, const char *id, lm_out *out)
{
    const lm_round *r = &s->table.round;
    lm_out_pack(out, "table:s", id);
    write_terms(&s->terms, out);
    write_layout(rules, &s->meters, out);
    lm_out_pack(out, "open:b frozen:b drained:b round:I at:s phase:s", (int)s->is_open, (int)s->frozen, (int)s->drained,
                (int64_t)s->round, lm_words_of_table_phase(lm_table_phase_of(&s->table)),
                lm_words_of_phase((lm_phase)r->phase));
    write_players(s, out);
    write_sharing(s, out);
    write_boxes(s, rules, out);
    write_sides(r, rules, out);
    write_coupons(s, rules, out);
    write_dealer(s, out);
    lm_out_key(out, "turn");
    view_turn(s, rules, out);
    write_shoe(s, rules, out);
    lm_out_key(out, "meters");
    view_meters(s, out);
    write_awards(s, rules, out);
    lm_out_pack(out, "summoned:b", (int)s->summoned);
}

void view_legal(const house_state *s, const lm_rules *rules, lm_seat at, lm_out *out)
{
    offers all;
    list_offers(s, rules, &all);
    write_offers(s, rules, &all, at, false, out);
}

void view_mishaps(const house_state *s, const lm_rules *rules, lm_out *out)
{
    lm_action list[LM_WORDS_MISHAPS];
    int n = lm_words_list_mishaps(&s->table, rules, list);
    lm_out_begin(out, '[');
    for (int i = 0; i < n; i++) {
        lm_act act;
        lm_act_of_action(rules, &list[i], &act);
        lm_act_unset(&act, LM_FIELD_CARD);
        lm_act_write(&act, out);
    }
    lm_out_end(out, ']');
}
