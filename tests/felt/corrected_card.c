/* corrected_card.c - a wrongly entered card of a live table, corrected by a supervisor.
 *
 * The proof is a second table: one dealer enters every card rightly, the other one wrongly and is
 * corrected. Afterwards the two tables are the same byte for byte, and so is every account. Where later
 * acts no longer fit, the second table plays only those that do. */
/* sanitized */
#include "kit/play_kit.h"

/* --- two tables ----------------------------------------------------------------------------------------------------
 * */

static desk *copy_of(const desk *from)
{
    desk *d = malloc(sizeof *d);
    *d = *from;
    d->play = calloc(1, sizeof *d->play);
    d->again = calloc(1, sizeof *d->again);
    d->books = json_deep_copy(from->books);
    d->journal = json_copy(from->journal);
    d->own_rules = NULL;
    return d;
}

static bool same_tables(const desk *a, const desk *b)
{
    const house_state *s = &a->state, *t = &b->state;
    return memcmp(&s->table, &t->table, sizeof s->table) == 0 &&
           memcmp(&s->meters, &t->meters, sizeof s->meters) == 0 &&
           memcmp(s->holder, t->holder, sizeof s->holder) == 0 && memcmp(s->shoe, t->shoe, sizeof s->shoe) == 0 &&
           memcmp(&s->downs, &t->downs, sizeof s->downs) == 0 && s->started == t->started &&
           s->net_cents == t->net_cents;
}

/* Balances of the table and its players, not their history; the number of fills may differ. */
static bool same_money(const desk *a, const desk *b)
{
    const char *name;
    json_t *cents;
    json_int_t fills = a->state.fills_cents - b->state.fills_cents;
    json_object_foreach(a->books, name, cents)
    {
        json_int_t more = json_integer_value(cents) - on_books(b, name);
        if (strncmp(name, "cage/", 5) == 0) more += fills;
        if (strncmp(name, "tray/", 5) == 0) more -= fills;
        if (more) return false;
    }
    return true;
}

/* --- a round ------------------------------------------------------------------------------------------------------ */

enum { LIST = 2048, ACTS = 600 };

static lm_action any_choice(desk *d)
{
    static lm_action list[LIST];
    int n = lm_table_legal(&d->state.table, d->rules, list, LIST), fitting = 0;
    lm_action a = { .verb = LM_CLOSE };
    for (int i = 0; i < n; i++) {
        bool choice = list[i].verb == LM_HIT || list[i].verb == LM_STAND || list[i].verb == LM_DOUBLE ||
                      list[i].verb == LM_SPLIT || list[i].verb == LM_SURRENDER || list[i].verb == LM_INSURE ||
                      list[i].verb == LM_CLOSE;
        if (choice && test_random_below(&d->random, ++fitting) == 0) a = list[i];
    }
    a.least_cents = a.most_cents = a.step_cents = 0;
    return a;
}

/* Does the next step of the round; false when it is over. */
static bool next_act(desk *d, lm_action *a)
{
    const lm_round *r = &d->state.table.round;
    lm_turn turn = lm_table_turn(&d->state.table, d->rules);
    if (d->state.table.stage != LM_IN_ROUND) return false;
    if (turn.who == LM_BY_PLAYER || turn.who == LM_BY_PLAYERS) {
        uint8_t hand = r->phase == LM_EXPOSING ? 1 : turn.hand;
        for (uint8_t box = 1; box <= d->rules->boxes; box++) {
            bool here = r->phase == LM_EXPOSING || box == turn.box;
            if (!here || !r->box[box - 1].hands || !r->box[box - 1].hand[hand - 1].hidden) continue;
            *a = (lm_action){ .verb = LM_TURN, .box = box, .card = test_shoe_turn(&d->shoe, box, hand) };
            return true;
        }
        *a = any_choice(d);
        return true;
    }
    assert_true(turn.who == LM_BY_SHOE || turn.who == LM_BY_DEALER);
    return test_dealer_answers(&d->shoe, r, turn, a);
}

static void open_round(desk *d)
{
    while (d->state.table.stage != LM_IN_ROUND) {
        lm_turn turn = lm_table_turn(&d->state.table, d->rules);
        lm_action a = { .verb = turn.verb };
        if (turn.verb == LM_BURN) test_shoe_burn(&d->shoe);
        if (d->shoe.size - d->shoe.next < 80 || turn.verb == LM_LOAD) {
            test_shoe_shuffle(&d->shoe, (int)d->rules->decks, &d->random);
            a = (lm_action){ .verb = LM_LOAD, .yes = 1 };
        }
        desk_must(d, &DAN, said(d, a));
    }
}

static void lay_bets(desk *d)
{
    static lm_action list[LIST];
    for (uint8_t box = 1; box <= 3; box++) {
        for (uint8_t n = 0; n < (d->rules->multiple_action ? 3 : 1); n++)
            desk_must(
                d, &DAN,
                said(d, (lm_action){ .verb = LM_BET, .box = box, .wager = LM_MAIN, .n = n, .amount_cents = 5000 }));
        if (d->rules->dealer_bets)
            desk_must(d, &DAN,
                      said(d, (lm_action){ .verb = LM_BET, .box = box, .bettor = LM_TIP, .amount_cents = 500 }));
        for (int i = 0; i < d->rules->offers; i++) {
            int count = lm_table_legal(&d->state.table, d->rules, list, LIST);
            for (int k = 0; k < count; k++) {
                bool this_one = list[k].verb == LM_BET && list[k].box == box && list[k].bettor == LM_DECIDER &&
                                list[k].wager == LM_SIDE + i;
                if (!this_one || test_random_below(&d->random, 2)) continue;
                list[k].amount_cents = list[k].least_cents;
                desk_must(d, &DAN, said(d, list[k]));
                break;
            }
        }
    }
    desk_must(d, &DAN, json_pack("{s:s}", "do", "deal"));
}

/* The acts of a whole round, with the state of the right table after each of them. */
typedef struct {
    json_t *act[ACTS];
    desk *after[ACTS];
    int n, cards;
    desk *start;
} story;

static void play_story(desk *d, story *t)
{
    lm_action a;
    open_round(d);
    lay_bets(d);
    t->start = copy_of(d);
    for (t->n = t->cards = 0; next_act(d, &a) && t->n < ACTS; t->n++) {
        t->act[t->n] = said(d, a);
        t->cards += json_object_get(t->act[t->n], "card") != NULL;
        if (!desk_act(d, json_deep_copy(t->act[t->n])))
            fail_msg("%s: %s", json_dumps(t->act[t->n], 0), d->play->refusal.text);
        t->after[t->n] = copy_of(d);
    }
    for (int game = 0; game < d->state.meters.games; game++) { /* END GAME is an act of the round too */
        char wager[LM_WAGER_TEXT];
        if (!(d->state.started >> game & 1)) continue;
        lm_words_of_wager(d->rules, d->state.meters.game[game].slot, 0, wager);
        t->act[t->n] =
            json_pack("{s:s, s:s, s:s, s:s}", "do", "end-game", "wager", wager, "person", "dan", "role", "dealer");
        if (!desk_act(d, json_deep_copy(t->act[t->n]))) fail_msg("END GAME: %s", d->play->refusal.text);
        t->after[t->n++] = copy_of(d);
    }
}

static void free_copy(desk *d)
{
    desk_close(d);
}

static void free_story(story *t)
{
    for (int i = 0; i < t->n; i++) {
        json_decref(t->act[i]);
        free_copy(t->after[i]);
    }
    free_copy(t->start);
}

static int nth_card(const story *t, int number)
{
    for (int i = 0; i < t->n; i++) {
        if (json_object_get(t->act[i], "card") && --number == 0) return i;
    }
    return -1;
}

static json_t *other_card(desk *d, const json_t *act)
{
    char text[3];
    do
        lm_card_write((lm_card)test_random_below(&d->random, LM_CARDS), text);
    while (strcmp(text, act_text(act, "card")) == 0);
    return json_string(text);
}

static json_t *correction(int number, const char *card)
{
    return json_pack("{s:s, s:i, s:s, s:s}", "do", "correct", "number", number, "card", card, "reason", "misread");
}

/* --- the two proofs ----------------------------------------------------------------------------------------------- */

typedef struct {
    int tried, refused, cut_off, whole;
} figures;

/* A second and a third correction of the same round: another card is changed, and changed back. */
static void change_and_change_back(desk *d, const story *t)
{
    int number = 1 + test_random_below(&d->random, t->cards), at = nth_card(t, number);
    json_t *card = other_card(d, t->act[at]);
    bool changed = desk_say(d, &SUE, correction(number, json_string_value(card)));
    json_decref(card);
    if (!changed || json_object_get(json_array_get(told_acts(d->play), 0), "again"))
        return; /* acts that were cut off do not come back */
    desk_must(d, &SUE, correction(number, act_text(t->act[at], "card")));
    assert_true(same_tables(d, t->after[t->n - 1]) && same_money(d, t->after[t->n - 1]));
}

/* A wrong card, noticed at once, later, or when an act no longer fits: after the correction the table is as if the card
 * had been right. */
static void wrong_then_right(const story *t, figures *f)
{
    desk *d = copy_of(t->start);
    int number = 1 + test_random_below(&d->random, t->cards), at = nth_card(t, number), i;
    int notice = at + 1 + test_random_below(&d->random, t->n - at);
    for (i = 0; i < t->n && i < notice; i++) {
        json_t *act = json_deep_copy(t->act[i]);
        if (i == at) json_object_set_new(act, "card", other_card(d, t->act[i]));
        if (!desk_act(d, act)) break;
    }
    f->tried++;
    if (i <= at) { /* the engine refused the wrong card: nothing to correct */
        f->refused++;
    } else {
        const char *right = act_text(t->act[at], "card");
        char was[3];
        json_t *last = json_array_get(d->journal, json_array_size(d->journal) - (size_t)(i - at));
        snprintf(was, sizeof was, "%s", act_text(json_array_get(last, 0), "card"));
        desk_must(d, &SUE, correction(number, right));
        assert_string_equal(act_text(json_array_get(told_acts(d->play), 0), "was"), was);
        assert_string_equal(act_text(json_array_get(told_acts(d->play), 0), "card"), right);
        if (!same_tables(d, t->after[i - 1]))
            fail_msg("the corrected table is not the right one (card %d of %d, act %d)", number, t->cards, i);
        if (!same_money(d, t->after[i - 1]))
            fail_msg("the corrected money is not the right one (card %d of %d, act %d)", number, t->cards, i);
        /* the corrected round goes on as the right one did */
        for (; i < t->n; i++) {
            if (!desk_act(d, json_deep_copy(t->act[i]))) fail_msg("after a correction: %s", d->play->refusal.text);
        }
        assert_true(same_tables(d, t->after[t->n - 1]) && same_money(d, t->after[t->n - 1]));
        change_and_change_back(d, t);
        f->whole++;
    }
    free_copy(d);
}

/* A card of a finished round is changed: acts that no longer fit are cut off, and the rest is as if the round had been
 * played with that card. */
static void right_then_wrong(const story *t, figures *f)
{
    desk *d = copy_of(t->after[t->n - 1]), *other = copy_of(t->start);
    int number = 1 + test_random_below(&d->random, t->cards), at = nth_card(t, number), i;
    json_t *card = other_card(d, t->act[at]);
    f->tried++;
    bool done = desk_say(d, &SUE, correction(number, json_string_value(card)));
    for (i = 0; i < t->n; i++) {
        json_t *act = json_deep_copy(t->act[i]);
        if (i == at) json_object_set(act, "card", card);
        if (!desk_act(other, act)) break;
    }
    if (done) {
        const json_t *act = json_array_get(told_acts(d->play), 0);
        /* the round's acts also hold the bets: only what came after them is counted here */
        json_int_t kept = json_integer_value(json_object_get(act, "kept"));
        assert_true(kept >= i);
        assert_true((json_object_get(act, "again") != NULL) == (i < t->n));
        if (!same_tables(d, other))
            fail_msg("the corrected table differs from the right one (card %d, act %d)", number, i);
        if (!same_money(d, other))
            fail_msg("the money is not what the changed card would have given (card %d, act %d)", number, i);
        f->cut_off += i < t->n;
        f->whole += i == t->n;
    } else {
        assert_true(i <= at); /* that card could not come there at all */
        f->refused++;
    }
    json_decref(card);
    free_copy(d);
    free_copy(other);
}

static void correct_rounds(const char *rules, const char *settings, int rounds, uint64_t seed)
{
    static story t;
    figures wrong = { 0 }, right = { 0 };
    desk *d = desk_open(rules, settings, "live", seed);
    desk_must(d, &DAN, json_pack("{s:s}", "do", "dealer"));
    test_shoe_shuffle(&d->shoe, (int)d->rules->decks, &d->random);
    desk_must(d, &DAN, json_pack("{s:s, s:b}", "do", "load", "prepared", 1));
    seat_player(d, "ann", "1", 9000000);
    if (d->rules->boxes_per_player > 1) { /* two boxes, one rack */
        house_caller ann = player("ann");
        desk_must(d, &ann, json_pack("{s:s, s:s}", "do", "sit", "seat", "2"));
    } else {
        seat_player(d, "bob", "2", 9000000);
    }
    seat_player(d, "cas", "3", 9000000);
    for (int i = 0; i < rounds; i++) {
        play_story(d, &t);
        for (int k = 0; k < 4; k++) {
            t.start->random.state += 0x9E3779B97F4A7C15ULL;
            t.after[t.n - 1]->random.state += 0xD1B54A32D192ED03ULL;
            wrong_then_right(&t, &wrong);
            right_then_wrong(&t, &right);
        }
        free_story(&t);
    }
    printf("%-24s %-34.34s wrong %d: %d refused, %d corrected; changed %d: %d impossible, %d cut off, %d whole\n",
           rules, settings, wrong.tried, wrong.refused, wrong.whole, right.tried, right.refused, right.cut_off,
           right.whole);
    assert_true(wrong.whole > 0 && right.cut_off + right.whole > 0);
    desk_close(d);
}

static void test_corrections(void **state)
{
    static const struct {
        const char *rules, *settings;
    } games[] = {
        { "ma-freebet", "" },
        { "wa-freebet", "boxes_per_player=2" },
        { "ma-blackjack", "" },
        { "ma-blackjack-nohole", "" },
        { "ma-blackjack-faceup", "" },
        { "ma-blackjack-6to5", "" },
        { "ma-blackjack-multi", "" },
        { "ma-blackjack-doubleshoe", "" },
        { "ma-blackjack", "surrender=on offer=streak,match-dealer" },
        { "ma-freebet", "dealer_bets=on" },
    };
    (void)state;
#ifdef LAMMER_SANITIZED
    int rounds = 3;
#else
    int rounds = 20;
#endif
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        correct_rounds(games[i].rules, games[i].settings, rounds, (77 + i) * 0x9E3779B97F4A7C15ULL | 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_corrections) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
