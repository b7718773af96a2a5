/* random_play.c - tables of every kind with random people, live and virtual, through their commands. */
/* sanitized */
/* soak */
#include "kit/play_kit.h"

#include "lammer/irregular.h"
#include "proof.h"

enum { LIST = 2048, CARDS_A_BOX = 24, CARDS_SPARE = 40 };

/* --- people who do anything that is allowed --------------------------------------------------------------------- */

static int below(desk *d, int bound)
{
    return test_random_below(&d->random, bound);
}

/* The person who may act for a place, or NULL. */
static const char *holder_of(const desk *d, const lm_action *a)
{
    const house_state *s = &d->state;
    if (!a->box) return "";
    int bettor = a->bettor;
    bool decides = a->verb == LM_HIT || a->verb == LM_STAND || a->verb == LM_DOUBLE || a->verb == LM_SPLIT ||
                   a->verb == LM_SURRENDER;
    if (decides) bettor = s->table.round.box[a->box - 1].decider;
    int holder = s->holder[a->box - 1][bettor];
    if (!holder && bettor == LM_TIP) holder = s->holder[a->box - 1][LM_DECIDER];
    return holder ? s->rack[holder - 1].player : "";
}

static lm_cents some_amount(desk *d, const lm_action *a)
{
    if (!a->step_cents || a->most_cents <= a->least_cents) return a->most_cents;
    return a->least_cents + a->step_cents * below(d, (int)((a->most_cents - a->least_cents) / a->step_cents) + 1);
}

/* One of the legal actions of a kind, said by its player, or by the dealer of a live table. */
static bool say_one(desk *d, bool (*wanted)(const desk *, const lm_action *))
{
    static lm_action list[LIST];
    int n = lm_table_legal(&d->state.table, d->rules, list, LIST), fitting = 0;
    lm_action a = { 0 };
    for (int i = 0; i < n; i++) {
        if (wanted(d, &list[i]) && *holder_of(d, &list[i]) && below(d, ++fitting) == 0) a = list[i];
    }
    if (!fitting) return false;
    a.amount_cents = some_amount(d, &a);
    house_caller who = player(holder_of(d, &a));
    bool walkin = strncmp(who.person, "walkin-", 7) == 0;
    bool live = d->state.terms.dealing == DEALT_LIVE;
    json_t *body = said(d, a);
    if (live && (walkin || below(d, 2))) return desk_say(d, &DAN, body);
    return desk_say(d, &who, body);
}

static bool wants_bet(const desk *d, const lm_action *a)
{
    (void)d;
    return a->verb == LM_BET;
}

static bool wants_withdrawal(const desk *d, const lm_action *a)
{
    (void)d;
    return a->verb == LM_WITHDRAW;
}

static bool wants_decision(const desk *d, const lm_action *a)
{
    (void)d;
    static const uint8_t verbs[] = { LM_INSURE, LM_EVEN_MONEY, LM_HIT,         LM_STAND,     LM_DOUBLE,
                                     LM_SPLIT,  LM_SURRENDER,  LM_WITH_DOUBLE, LM_WITH_SPLIT };
    return memchr(verbs, a->verb, sizeof verbs) != NULL;
}

static int boxes_in_use(const lm_rules *k)
{
    int most = (int)(k->decks * LM_CARDS - CARDS_SPARE) / CARDS_A_BOX;
    return most < 1 ? 1 : most < k->boxes ? most : (int)k->boxes;
}

/* Box holders open their boxes more often than they close them, or no bettors behind would come:
 * MBJ-13(a).1. */
static void share_or_ask(desk *d, const house_caller *who, const char *seat)
{
    char box[2] = { seat[0], '\0' };
    json_t *body = json_pack("{s:s, s:s}", "do", below(d, 4) ? "share" : "ask", "seat", box);
    if (strcmp(act_text(body, "do"), "share") == 0) json_object_set_new(body, "on", json_boolean(below(d, 4)));
    desk_say(d, who, body);
}

/* People come, buy chips, tip and leave. */
static void come_and_go(desk *d)
{
    char name[16], seat[LM_SEAT_TEXT];
    snprintf(name, sizeof name, "p%d", below(d, 6));
    house_caller who = player(name);
    fund(d, name, 100000000);
    bool live = d->state.terms.dealing == DEALT_LIVE;
    lm_words_of_seat((uint8_t)(1 + below(d, boxes_in_use(d->rules))), (uint8_t)below(d, (int)d->rules->bettors_per_box),
                     0, seat);
    lm_cents unit = d->rules->chip_unit ? d->rules->chip_unit : 1;
    if (d->rules->bettors_per_box > 1 && !below(d, 3)) {
        share_or_ask(d, &who, seat);
        return;
    }
    switch (below(d, live ? 8 : 7)) {
    case 0:
    case 1: desk_say(d, &who, json_pack("{s:s, s:s}", "do", "sit", "seat", seat)); break;
    case 2:
    case 3:
        desk_say(d, &who, json_pack("{s:s, s:I}", "do", "buy", "cents", (json_int_t)(10000 * (1 + below(d, 30)))));
        break;
    case 4:
        if (!below(d, 4)) desk_say(d, &who, json_pack("{s:s}", "do", "leave"));
        break;
    case 5:
        desk_say(d, &who, json_pack("{s:s, s:I}", "do", "toke", "cents", (json_int_t)(unit * (1 + below(d, 4)))));
        break;
    case 6:
        desk_say(d, &who, json_pack("{s:s, s:I}", "do", "cash", "cents", (json_int_t)(unit * (1 + below(d, 100)))));
        break;
    default:
        if (below(d, 2)) {
            desk_say(d, &DAN, json_pack("{s:s, s:s}", "do", "sit", "seat", seat));
        } else {
            json_t *act = json_pack("{s:s, s:s, s:I}", "do", "buy", "player", "walkin-1", "cents",
                                    (json_int_t)(10000 * (1 + below(d, 9))));
            if (!below(d, 3)) act = (json_decref(act), json_pack("{s:s, s:s}", "do", "leave", "player", "walkin-1"));
            desk_say(d, &DAN, act);
        }
    }
}

/* --- a live table ------------------------------------------------------------------------------------------------ */

/* The stacked cards go where the table's cards go. */
static void follow_cards(desk *d, const lm_action *a)
{
    const lm_table *t = &d->state.table;
    bool exhausted = a->verb == LM_IRREGULAR && a->n == LM_IR_EXHAUSTED;
    bool continuous = d->rules->shoe == LM_SHOE_CONTINUOUS && a->verb < LM_VERB_COUNT && lm_round_over(&t->round);
    bool back = a->verb == LM_UNLOAD || a->verb == LM_IDLE || a->verb == LM_CHANGE_DECKS;
    if (t->stage == LM_STOPPED) return;
    if (exhausted || continuous || back || a->verb == LM_LOAD) {
        if (lm_round_over(&t->round) || !t->rounds) d->shoe.downs.n = 0;
        test_shoe_restack(&d->shoe, t, d->rules, &d->random);
    }
}

static const house_caller *who_does(const lm_action *a)
{
    return a->verb == LM_VERIFY || a->verb == LM_RECUT || a->verb == LM_ORDER_SHUFFLE || a->verb == LM_READMIT ? &SUE
                                                                                                               : &DAN;
}

static void dealer_does(desk *d, lm_action a)
{
    desk_must(d, who_does(&a), said(d, a));
    follow_cards(d, &a);
}

/* An irregularity that can have happened now. */
static void stumble(desk *d)
{
    static lm_action list[LM_IR_COUNT * (LM_BOXES + 1) * 3 * LM_CARDS];
    if (d->state.table.stage != LM_IN_ROUND || d->state.table.burns || below(d, 40)) return;
    int n = lm_round_mishaps(&d->state.table.round, d->rules, list, (int)(sizeof list / sizeof *list));
    if (!n) return;
    lm_action a = list[below(d, n)];
    bool brings = a.n == LM_IR_MISDEAL || a.n == LM_IR_FACE_UP_CARD || a.n == LM_IR_EXPOSED || a.n == LM_IR_OVERDRAW;
    if (brings) a.card = d->shoe.card[d->shoe.next];
    lm_table tried = d->state.table;
    if (!lm_ok(lm_table_apply(&tried, d->rules, a))) return;
    if (brings) d->shoe.next++;
    dealer_does(d, a);
}

static json_t *award_body(const desk *d, const char *word, const lm_side_bet *bet)
{
    char seat[LM_SEAT_TEXT], wager[LM_WAGER_TEXT];
    lm_words_of_seat(bet->box_bettor / LM_BETTORS, bet->box_bettor % LM_BETTORS, 0, seat);
    lm_words_of_wager(d->rules, bet->slot, 0, wager);
    return json_pack("{s:s, s:s, s:s}", "do", word, "seat", seat, "wager", wager);
}

/* Three acts, two people: the dealer calls, a supervisor confirms, an executive's card pays. */
static void staff_does(desk *d, lm_turn turn)
{
    const lm_round *r = &d->state.table.round;
    if (turn.verb == LM_CONFIRM) {
        if (!desk_say(d, &SUE, json_pack("{s:s}", "do", "confirm")))
            desk_must(d, &DAN, json_pack("{s:s}", "do", "confirm"));
        return;
    }
    if (turn.verb == LM_IRREGULAR) {
        dealer_does(d, (lm_action){ .verb = LM_IRREGULAR, .n = LM_IR_READER_REPAIRED });
        return;
    }
    assert_int_equal(turn.verb, LM_AWARD);
    for (int i = 0; i < r->sides; i++) {
        const lm_side_bet *bet = &r->side[i];
        if (bet->box_bettor != LM_PLACE(turn.box, turn.bettor) || bet->slot != turn.wager) continue;
        if (lm_meters_game(&d->state.meters, bet->slot) < 0) {
            json_t *shown = award_body(d, "show-amount", bet);
            lm_action list[64];
            int n = lm_table_legal(&d->state.table, d->rules, list, 64);
            lm_cents least = 0;
            for (int k = 0; k < n && k < 64; k++) {
                if (list[k].verb == LM_AWARD) least = list[k].least_cents;
            }
            json_object_set_new(shown, "cents", json_integer(least));
            desk_must(d, &DAN, shown);
            return;
        }
        for (int k = 0; k < r->sides; k++) { /* winners who share the meter are called and confirmed first */
            if (r->side[k].state != LM_BET_HELD || lm_meters_game(&d->state.meters, r->side[k].slot) < 0) continue;
            desk_say(d, &DAN, award_body(d, "call", &r->side[k]));
            desk_say(d, &SUE, award_body(d, "verify-award", &r->side[k]));
        }
        json_t *act = award_body(d, "pay-award", bet);
        desk_must(d, &EVE, act);
        return;
    }
    fail_msg("no rule sets the amount of this prize");
}

static void end_games(desk *d)
{
    for (int game = 0; game < d->state.meters.games && lm_table_phase_of(&d->state.table) != LM_TABLE_ROUND; game++) {
        char wager[LM_WAGER_TEXT];
        lm_words_of_wager(d->rules, d->state.meters.game[game].slot, 0, wager);
        if (lm_meters_state(&d->state.meters, game) >= LM_GAME_LOCKED)
            desk_say(d, &DAN, json_pack("{s:s, s:s}", "do", "end-game", "wager", wager));
    }
}

static bool betting_goes_on(desk *d)
{
    come_and_go(d);
    for (int i = below(d, 12); i > 0; i--)
        say_one(d, wants_bet);
    if (!below(d, 4)) say_one(d, wants_withdrawal);
    return !desk_say(d, &DAN, json_pack("{s:s}", "do", "deal"));
}

static void players_do(desk *d, lm_turn turn)
{
    if (d->state.table.round.phase == LM_BETTING) {
        betting_goes_on(d);
        return;
    }
    if (d->state.table.round.phase == LM_EXPOSING) { /* all cards are shown */
        for (uint8_t box = 1; box <= d->rules->boxes; box++) {
            while (d->state.table.round.phase == LM_EXPOSING && d->state.table.round.box[box - 1].hand[0].hidden)
                dealer_does(d, (lm_action){ .verb = LM_TURN, .box = box, .card = test_shoe_turn(&d->shoe, box, 1) });
        }
        if (d->state.table.round.phase == LM_EXPOSING) dealer_does(d, (lm_action){ .verb = LM_CLOSE });
        return;
    }
    if (!below(d, 10)) come_and_go(d);
    if (d->state.table.round.phase == LM_INSURING && !below(d, 3)) {
        dealer_does(d, (lm_action){ .verb = LM_CLOSE });
        return;
    }
    const lm_round *r = &d->state.table.round;
    if (turn.box && r->box[turn.box - 1].hand[turn.hand - 1].hidden) {
        dealer_does(
            d, (lm_action){ .verb = LM_TURN, .box = turn.box, .card = test_shoe_turn(&d->shoe, turn.box, turn.hand) });
        return;
    }
    for (int i = 0; i < 20; i++) {
        if (say_one(d, wants_decision)) return;
    }
    if (d->state.table.round.phase == LM_INSURING)
        dealer_does(d, (lm_action){ .verb = LM_CLOSE });
    else
        desk_must(d, &DAN, json_pack("{s:s, s:o}", "do", "stand", "seat", json_sprintf("%d", turn.box)));
}

static void live_step(desk *d)
{
    stumble(d);
    lm_turn turn = lm_table_turn(&d->state.table, d->rules);
    bool by_players = turn.who == LM_BY_PLAYER || turn.who == LM_BY_PLAYERS;
    if (d->state.table.stage == LM_IN_ROUND && by_players) {
        players_do(d, turn);
        return;
    }
    if (d->state.table.stage == LM_IN_ROUND && turn.who == LM_BY_STAFF) {
        staff_does(d, turn);
        return;
    }
    if (turn.verb == LM_OPEN) end_games(d);
    if (d->state.table.stage != LM_IN_ROUND && !below(d, 3)) come_and_go(d);
    turn = lm_table_turn(&d->state.table, d->rules);
    bool low = !d->state.table.behind_cover && d->state.table.stage == LM_TO_OPEN &&
               d->shoe.size - d->shoe.next < CARDS_SPARE + CARDS_A_BOX * boxes_in_use(d->rules);
    lm_action a;
    if (turn.verb == LM_ARRIVE || turn.verb == LM_IDLE) { /* a player must come */
        come_and_go(d);
        return;
    }
    if (low) {
        bool by_book = d->state.table.by_book;
        dealer_does(d, (lm_action){ .verb = (uint8_t)(by_book ? LM_CHANGE_DECKS : LM_LOAD), .yes = !by_book });
        return;
    }
    if (!test_table_answers(&d->shoe, &d->state.table, d->rules, turn, &d->random, &a))
        fail_msg("neither a player nor the dealer nor staff owes the next action");
    dealer_does(d, a);
}

/* --- a virtual table ---------------------------------------------------------------------------------------------- */

static bool expire(desk *d)
{
    house_secret before = d->secret;
    desk_begin(d, d->play, &d->state, &d->secret, false);
    bool good = clock_expire(d->play) && play_on(d->play);
    return desk_end(d, good, &before);
}

/* The mark of a wait stays the same until an act is done; a new decision has a new mark. */
static void check_clock(desk *d)
{
    uint64_t mark, again;
    int ms;
    house_clock clock = clock_of(&d->state, d->rules, &mark, &ms);
    assert_int_equal(clock_of(&d->state, d->rules, &again, &ms), clock);
    assert_true(mark == again);
    assert_true((clock == CLOCK_NONE) == (ms == 0));
}

static void cut_cards(desk *d)
{
    int least, most;
    lm_action seat = { .box = d->state.cutter };
    house_caller who = player(holder_of(d, &seat));
    shoe_cut_limits(&d->state, d->rules, &least, &most);
    json_t *where = json_sprintf("%d", d->state.cutter);
    switch (below(d, 3)) {
    case 0:
        desk_must(
            d, &who,
            json_pack("{s:s, s:o, s:i}", "do", "cut", "seat", where, "count", least + below(d, most - least + 1)));
        break;
    case 1: desk_must(d, &who, json_pack("{s:s, s:o}", "do", "refuse-cut", "seat", where)); break;
    default: json_decref(where); assert_true(expire(d));
    }
}

static void all_ready(desk *d)
{
    for (int rack = 0; rack < HOUSE_RACKS; rack++) {
        if (!rack_is_taken(&d->state, rack) || d->state.table.round.phase != LM_BETTING) continue;
        house_caller who = player(d->state.rack[rack].player);
        desk_say(d, &who, json_pack("{s:s}", "do", "ready"));
    }
}

static void staff_of_virtual(desk *d, lm_turn turn)
{
    const lm_round *r = &d->state.table.round;
    if (turn.verb == LM_CONFIRM) {
        desk_must(d, &SUE, json_pack("{s:s}", "do", "confirm"));
        return;
    }
    assert_int_equal(turn.verb, LM_AWARD);
    for (int i = 0; i < r->sides; i++) {
        if (r->side[i].state == LM_BET_HELD && lm_meters_game(&d->state.meters, r->side[i].slot) >= 0)
            desk_say(d, &SUE, award_body(d, "verify-award", &r->side[i]));
    }
    for (int i = 0; i < r->sides; i++) {
        const lm_side_bet *bet = &r->side[i];
        if (bet->box_bettor == LM_PLACE(turn.box, turn.bettor) && bet->slot == turn.wager) {
            desk_must(d, &EVE, award_body(d, "pay-award", bet));
            return;
        }
    }
}

static void virtual_step(desk *d)
{
    check_clock(d);
    if (d->state.shoe_stage == SHOE_SEALED && d->state.cutter) {
        cut_cards(d);
        return;
    }
    lm_turn turn = lm_table_turn(&d->state.table, d->rules);
    const lm_round *r = &d->state.table.round;
    bool quiet = d->state.table.stage != LM_IN_ROUND || r->phase == LM_BETTING;
    if (quiet || !below(d, 10)) come_and_go(d);
    if (d->state.table.stage != LM_IN_ROUND) return;
    if (r->phase == LM_BETTING) {
        for (int i = below(d, 12); i > 0; i--)
            say_one(d, wants_bet);
        if (!below(d, 4)) say_one(d, wants_withdrawal);
        if (below(d, 2)) all_ready(d);
        if (r->phase == LM_BETTING) assert_true(expire(d));
    } else if (turn.who == LM_BY_STAFF) {
        staff_of_virtual(d, turn);
    } else if (!below(d, 8) || !say_one(d, wants_decision)) {
        assert_true(expire(d));
    }
}

/* --- tables ------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *rules, *settings;
} games[] = {
    { "ma-freebet", "" },
    { "wa-freebet", "" },
    { "ia-freebet", "" },
    { "vendor-freebet", "" },
    { "ma-blackjack", "" },
    { "ma-blackjack-nohole", "" },
    { "ma-blackjack-faceup", "" },
    { "ma-blackjack-6to5", "" },
    { "ma-blackjack-multi", "" },
    { "ma-blackjack-doubleshoe", "" },
    { "ma-freebet", "dealer_bets=on boxes_per_player=3" },
    { "ma-blackjack", "bettors_per_box=3 dealer_bets=on offer=kings-bounty:1" },
    { "ma-blackjack", "offer=streak,match-dealer bettors_per_box=2" },
    { "ma-blackjack", "surrender=on offer=blackjack-bonus bonus_weights_1=10x80+25x18+100x2 "
                      "bonus_weights_5=50x60+100x30+250x10" },
    { "ma-blackjack", "bettors_per_box=3 offer=buster:B,trilux:1,super3" },
    { "wa-freebet", "offer=blazing7:2,push22:2,pot-of-gold:02 blazing7.fixed_from=meter" },
    { "ma-blackjack-nohole", "offer=aces" },
    { "ma-blackjack-nohole", "offer=sevens bettors_per_box=2" },
    { "ma-blackjack", "offer=super4:3,kings-bounty:1" },
    { "ma-blackjack", "mid_shoe_bar=on" },
};

static void play_table(int game, const char *dealing, int rounds, uint64_t seed)
{
    desk *d = desk_open(games[game].rules, games[game].settings, dealing, seed);
    bool live = d->state.terms.dealing == DEALT_LIVE;
    if (live) {
        desk_must(d, &DAN, json_pack("{s:s}", "do", "dealer"));
        test_shoe_shuffle(&d->shoe, (int)d->rules->decks, &d->random);
        lm_cents decks = d->rules->shoe == LM_SHOE_DOUBLE ? d->rules->decks - d->rules->decks / 2 : d->rules->decks;
        if (below(d, 2))
            dealer_does(d, (lm_action){ .verb = LM_DELIVER, .count = decks });
        else
            dealer_does(d, (lm_action){ .verb = LM_LOAD, .yes = 1 });
    }
    for (int i = 0; (int)d->state.round < rounds && i < 400 * rounds; i++) {
        if (live)
            live_step(d);
        else
            virtual_step(d);
    }
    assert_true((int)d->state.round >= rounds);
    printf("%-24s %-9s %-52.52s %4d rounds %6d records %6d refusals %4d fills\n", games[game].rules, dealing,
           games[game].settings, (int)d->state.round, (int)d->state.seq, d->refused, (int)d->state.slips);
    desk_close(d);
}

#ifdef LAMMER_SANITIZED
enum { ROUNDS = 12 };
#else
enum { ROUNDS = 60 };
#endif

/* Once through all games, each for some rounds; again and again in a long run. Live and virtual share
 * the time. */
static void play_all(const char *name, const char *dealing)
{
    enum { GAMES = sizeof games / sizeof *games };
    proof p = proof_begin(name, GAMES, 34 * GAMES);
    int64_t tables;
    p.seconds /= 2;
    for (tables = 0; proof_goes_on(&p, tables); tables++)
        play_table((int)(tables % GAMES), dealing, ROUNDS, (p.seed + 6 + (uint64_t)tables) * 0x9E3779B97F4A7C15ULL | 1);
    proof_end(&p, tables, "tables", "%lld rounds, books and felt agree after each act", (long long)tables * ROUNDS);
}

static void test_virtual_tables(void **state)
{
    (void)state;
    play_all("play-virtual", "virtual");
}

static void test_live_tables(void **state)
{
    (void)state;
    play_all("play-live", "live");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_virtual_tables), cmocka_unit_test(test_live_tables) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
