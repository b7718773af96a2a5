/* story.c - the narrator: every kind of event has its sentence, and the money it tells is the money that moved.
 *
 * Every irregularity is told with what follows. Random play under every profile, with mishaps and meters, is told
 * sentence by sentence; what the arguments of the sentences add up to is compared with lm_round_net after every
 * action that ends a round or follows its end. Words are not read: wording may change. */
/* sanitized */
/* soak */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "lammer/irregular.h"
#include "lammer/profile.h"
#include "lammer/story.h"
#include "proof.h"
#include "wanderer.h"

/* ---- a story that is kept -------------------------------------------------------------------------------- */

enum { KEPT = 64 };

typedef struct {
    lm_story story;
    lm_sentence kept[KEPT]; /* said since the last look */
    int n;
    uint64_t said[LM_SAY_COUNT];
    lm_cents flow[LM_BOXES + 1][LM_BETTORS];   /* what this round's sentences add up to */
    lm_cents result[LM_BOXES + 1][LM_BETTORS]; /* what they say the result was */
    bool told[LM_BOXES + 1][LM_BETTORS];       /* a result was narrated */
} listener;

static void keep(void *self, const lm_sentence *s)
{
    listener *l = self;
    lm_cents *flow = &l->flow[s->box][s->bettor], *result = &l->result[s->box][s->bettor];
    assert_true(s->id > LM_SAY_NOTHING && s->id < LM_SAY_COUNT);
    l->said[s->id]++;
    if (s->why) l->said[s->why]++;
    if (l->n < KEPT) l->kept[l->n++] = *s;
    switch (lm_message_flow(s->id)) {
    case LM_FLOW_IN: *flow += s->cents; break;
    case LM_FLOW_OUT: *flow -= s->cents; break;
    case LM_FLOW_WON: *result = s->cents; break;
    case LM_FLOW_LOST: *result = -s->cents; break;
    case LM_FLOW_NONE: return;
    }
    if (lm_message_flow(s->id) >= LM_FLOW_WON) l->told[s->box][s->bettor] = true;
}

static void forget_round(listener *l)
{
    memset(l->flow, 0, sizeof l->flow);
    memset(l->result, 0, sizeof l->result);
    memset(l->told, 0, sizeof l->told);
}

static void hear_nothing(void *self, const char *file, int line, const char *text)
{
    (void)self;
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
}

static const lm_rules *rules_of(const char *name, const char *const *settings, int n)
{
    static lm_profile profile;
    const lm_profile_reader reader = { hear_nothing, NULL };
    assert_true(lm_profile_load(&profile, lm_wagers, name, settings, n, &reader));
    return &profile.rules;
}

/* A round in which a hand has bet, was dealt and plays, so that any event has something to be about. */
static void open_story(listener *l, const lm_rules *rules)
{
    static const lm_event before[] = {
        { .kind = LM_EV_OPEN },
        { .kind = LM_EV_BET, .box = 1, .amount_cents = 1000 },
        { .kind = LM_EV_NO_MORE_BETS },
        { .kind = LM_EV_CARD, .box = 1, .hand = 1, .card = 28 },
        { .kind = LM_EV_CARD, .card = 20 },
        { .kind = LM_EV_CARD, .box = 1, .hand = 1, .card = 29 },
        { .kind = LM_EV_DOWN, .card = LM_CARD_DOWN },
    };
    *l = (listener){ 0 };
    lm_story_open(&l->story, rules, (lm_story_ear){ keep, l });
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        lm_story_event(&l->story, &before[i]);
    lm_story_pause(&l->story);
    l->n = 0;
}

static const lm_sentence *tell_one(listener *l, lm_event e)
{
    l->n = 0;
    lm_story_event(&l->story, &e);
    return l->n ? &l->kept[l->n - 1] : NULL;
}

/* ---- nothing is left out --------------------------------------------------------------------------------- */

/* These events are told in the sentence of another event; each row says which. */
static bool is_told_with_another(lm_event_kind kind)
{
    return kind == LM_EV_TOTAL ||    /* stands in the sentence of its card */
           kind == LM_EV_SIDEWAYS || /* the card itself was narrated */
           kind == LM_EV_CLEAR ||    /* follows from the settlement */
           kind == LM_EV_HIT;        /* narrated with the card, or by the irregularity that prevents it */
}

static void test_every_kind(void **state)
{
    (void)state;
    static listener l;
    const lm_rules *rules = rules_of("ma-blackjack", (const char *const[]){ "offer=super4:N" }, 1);
    for (int kind = 0; kind < LM_EV_COUNT; kind++) {
        open_story(&l, rules);
        bool side = kind == LM_EV_AWARD || kind == LM_EV_HOLD || kind == LM_EV_LIGHT || kind == LM_EV_MARKER;
        const lm_sentence *s = tell_one(&l, (lm_event){ .kind = (uint8_t)kind,
                                                        .box = 1,
                                                        .hand = 1,
                                                        .wager = side ? LM_SIDE : LM_MAIN,
                                                        .n = kind == LM_EV_MARKER ? 2 : 0,
                                                        .amount_cents = 100 });
        if (is_told_with_another((lm_event_kind)kind)) continue;
        if (!s)
            fail_msg(/* say:test-event-untold */ "the event %s is told by no sentence",
                     lm_event_name((lm_event_kind)kind));
    }
}

/* Ways of an irregularity: where a misdealt card goes, whether a card comes late. */
static int ways_of(int kind)
{
    return kind == LM_IR_MISDEAL ? LM_MISDEAL_BURN + 1 : kind == LM_IR_ONE_CARD || kind == LM_IR_MISSED_HIT ? 2 : 1;
}

static void test_every_irregularity(void **state)
{
    (void)state;
    static listener l;
    bool used[LM_SAY_COUNT] = { false };
    const lm_rules *rules = rules_of("ma-blackjack", NULL, 0);
    for (int kind = 0; kind < LM_IR_COUNT; kind++) {
        for (int way = 0; way < ways_of(kind); way++) {
            open_story(&l, rules);
            const lm_sentence *s = tell_one(
                &l,
                (lm_event){ .kind = LM_EV_IRREGULAR, .box = 1, .n = (uint8_t)kind, .how = (uint8_t)way, .card = 17 });
            if (!s || used[s->id])
                fail_msg("the irregularity %s, way %d, has no sentence of its own",
                         lm_irregular_word((lm_irregularity)kind), way);
            used[s->id] = true;
            bool shows_card = strstr(lm_message_text(s->id), "{card}") || kind == LM_IR_REFUSE;
            if (lm_irregular_names_card((lm_irregularity)kind) && !shows_card)
                fail_msg("the irregularity %s does not say which card", lm_irregular_word((lm_irregularity)kind));
        }
    }
}

static void test_every_prompt(void **state)
{
    (void)state;
    static listener l;
    static const bool staff[] = {
#define X(name, word, calls) (calls),
        LM_PROMPTS(X)
#undef X
    };
    const lm_rules *rules = rules_of("ma-blackjack", (const char *const[]){ "offer=super4:N" }, 1);
    bool used[LM_SAY_COUNT] = { false };
    for (int about = 1; about < LM_PROMPT_COUNT; about++) {
        open_story(&l, rules);
        const lm_sentence *s = tell_one(&l, (lm_event){ .kind = LM_EV_PROMPT,
                                                        .box = 1,
                                                        .wager = LM_SIDE,
                                                        .n = LM_ROLE_FLOORPERSON,
                                                        .how = (uint8_t)about,
                                                        .amount_cents = 100 });
        if (!s || used[s->id]) fail_msg("prompt %d has no sentence of its own", about);
        used[s->id] = true;
        if (!staff[about]) continue;
        if (!strstr(lm_message_text(s->id), "{role}")) fail_msg("prompt %d does not say who is called", about);
        if (about == LM_PROMPT_IRREGULAR) continue; /* random play meets each that is confirmed */
        s = tell_one(&l, (lm_event){ .kind = LM_EV_CONFIRM, .n = LM_ROLE_FLOORPERSON, .how = (uint8_t)about });
        if (!s || s->id == LM_SAY_CONFIRM || s->role != LM_ROLE_FLOORPERSON)
            fail_msg("the confirmation of prompt %d has no sentence of its own", about);
    }
}

static void test_every_meter_act(void **state)
{
    (void)state;
    static listener l;
    bool used[LM_SAY_COUNT] = { false };
    const lm_rules *rules = rules_of("ma-blackjack", (const char *const[]){ "offer=super4:N" }, 1);
    for (int act = 0; act < LM_METER_ACTS; act++) {
        open_story(&l, rules);
        lm_story_meter(&l.story, &(lm_meter_news){ .act = (lm_meter_act)act, .slot = LM_SIDE });
        if (l.n != 1 || used[l.kept[0].id]) fail_msg("act %d of a meter has no sentence of its own", act);
        used[l.kept[0].id] = true;
    }
}

/* Every word in braces is known, every sentence ends, and none is longer than its line. */
static void test_every_sentence(void **state)
{
    (void)state;
    lm_sentence s = {
        .box = 7, .bettor = LM_TIP, .hand = 4, .spot = 3, .other = 6, .number = 4, .role = LM_ROLE_EXECUTIVE
    };
    const lm_story_style style = { .symbols = true, .red = "<r>", .plain = "</r>" };
    s.wager = s.outcome = "two kings of spades, dealer blackjack, with its table";
    s.prize = s.meter = "super4.musthit";
    s.cents = s.more_cents = LM_CENTS_MAX;
    s.count = 416;
    s.mine.n = s.dealers.n = LM_HAND_CARDS;
    for (int i = 0; i < LM_HAND_CARDS; i++)
        s.mine.card[i] = s.dealers.card[i] = (lm_card)(i + 1);
    s.why = LM_SAY_WHY_SPLIT_21;
    for (int id = 1; id < LM_SAY_COUNT; id++) {
        char text[LM_STORY_LINE];
        s.id = (lm_message)id;
        lm_sentence_write(&s, &style, text, sizeof text);
        if (strchr(text, '{') || strlen(text) == 0) fail_msg("%s: %s", lm_message_name(s.id), text);
        if (strlen(text) + 1 == sizeof text) fail_msg("%s is too long for its line", lm_message_name(s.id));
        bool whole = id < LM_SAY_VERSUS && id != LM_SAY_FELT;
        char end = text[strlen(text) - 1];
        if (whole && end != '.' && end != '"') fail_msg("%s does not end: %s", lm_message_name(s.id), text);
    }
}

static void test_money_in_words(void **state)
{
    (void)state;
    static const struct {
        lm_cents cents;
        const char *text;
    } rows[] = {
        { 0, "$0" },
        { 5, "$0.05" },
        { 1000, "$10" },
        { 123456, "$1,234.56" },
        { 99999, "$999.99" },
        { 100000000, "$1,000,000" },
        { -250000, "-$2,500" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[40];
        lm_story_money(rows[i].cents, text, sizeof text);
        assert_string_equal(text, rows[i].text);
    }
}

/* ---- at random ------------------------------------------------------------------------------------------- */

static void broken(const wanderer *w, const char *what)
{
    fail_msg("seed %" PRIu64 ", rules %s, step %d: %s", w->seed, w->rules->name, w->steps, what);
}

static void before(wanderer *w, const lm_action *a)
{
    listener *l = w->watcher;
    (void)a;
    if (w->steps) return;
    lm_story_open(&l->story, w->rules, (lm_story_ear){ keep, l });
    forget_round(l);
}

/* The plain sentence of a movement may be said only where the cards decided it. */
static bool is_plain_money(lm_message id)
{
    return id == LM_SAY_TAKE || id == LM_SAY_TAKE_SIDE || id == LM_SAY_TAKE_INSURANCE || id == LM_SAY_PAY ||
           id == LM_SAY_PAY_SIDE || id == LM_SAY_PAY_INSURANCE || id == LM_SAY_BACK || id == LM_SAY_BACK_SIDE;
}

static int total_of(const lm_told_cards *hand)
{
    int n = 0;
    lm_card seen[LM_HAND_CARDS] = { 0 };
    for (int i = 0; i < hand->n; i++) {
        if (hand->card[i] < LM_CARDS) seen[n++] = hand->card[i];
    }
    return lm_cards_score(seen, n).total;
}

static bool is_blackjack(const lm_told_cards *hand)
{
    return hand->whole && hand->n == 2 && hand->card[0] < LM_CARDS && hand->card[1] < LM_CARDS &&
           lm_cards_blackjack(hand->card, 2);
}

/* Whether the reason told for a main wager is true of the cards as told, when they are compared as the documents say. */
static bool is_true_reason(const lm_rules *k, const lm_event *e, const lm_sentence *s)
{
    int mine = total_of(&s->mine), dealers = total_of(&s->dealers);
    bool pays = e->kind == LM_EV_PAY, takes = e->kind == LM_EV_TAKE;
    switch (s->why) {
    case LM_SAY_WHY_BUST: return takes;
    case LM_SAY_WHY_TOTALS:
        return mine <= 21 && dealers <= 21 && (pays ? mine > dealers : takes ? mine < dealers : mine == dealers);
    case LM_SAY_WHY_BONUS: return pays && (k->bonus_678 || k->bonus_777 || k->five_card_21 || k->round_up);
    case LM_SAY_WHY_TIE_LOSES: return takes && mine == dealers && k->ties == LM_TIES_LOSE;
    case LM_SAY_WHY_SPLIT_21: return pays && mine == 21 && dealers == 21 && k->split_21_beats;
    case LM_SAY_WHY_BLACKJACK: return pays && is_blackjack(&s->mine);
    case LM_SAY_WHY_DEALER_BLACKJACK: return takes && is_blackjack(&s->dealers) && !is_blackjack(&s->mine);
    case LM_SAY_WHY_BOTH_BLACKJACK: return is_blackjack(&s->dealers) && is_blackjack(&s->mine);
    case LM_SAY_WHY_DEALER_BUST: return pays && dealers > 21 && mine <= 21;
    case LM_SAY_WHY_22: return !pays && !takes && dealers == 22 && k->dealer_22 == LM_22_PUSH;
    default: return false;
    }
}

static bool same_cards(const lm_told_cards *told, const lm_card *cards, int n)
{
    return told->n == n && memcmp(told->card, cards, (size_t)n) == 0;
}

/* The cards that a sentence shows are those on the layout, and its reason fits them. */
static void check_reason(wanderer *w, const lm_event *e, const lm_sentence *s)
{
    const lm_round *r = &w->table.round;
    const lm_hand *hand = &r->box[e->box - 1].hand[e->hand - 1];
    if (!same_cards(&s->mine, hand->card, hand->n)) broken(w, "a sentence shows other cards than the hand has");
    if (!same_cards(&s->dealers, r->dealer.card, r->dealer.n))
        broken(w, /* say:test-sentence-shows-other-cards */ "a sentence shows other cards than the dealer has");
    if (e->how == LM_CAUSE_CARDS && !is_true_reason(w->rules, e, s)) {
        char text[LM_STORY_LINE];
        lm_sentence_write(s, &(lm_story_style){ 0 }, text, sizeof text);
        broken(w, text);
    }
}

static void hear(wanderer *w, const lm_event *e)
{
    listener *l = w->watcher;
    if (e->kind == LM_EV_OPEN) forget_round(l);
    l->n = 0;
    lm_story_event(&l->story, e);
    bool money = e->kind == LM_EV_TAKE || e->kind == LM_EV_PAY || e->kind == LM_EV_GIVE_BACK;
    for (int i = 0; i < l->n; i++) {
        const lm_sentence *s = &l->kept[i];
        if (money && e->how != LM_CAUSE_CARDS && is_plain_money(s->id))
            broken(w, "a movement with a cause of its own is told as if the cards had decided it");
        if (money && lm_message_flow(s->id) && lm_message_flow(s->id) < LM_FLOW_WON &&
            (s->cents != e->amount_cents || s->box != e->box || s->bettor != e->bettor))
            broken(w, "a sentence tells another amount than its event");
        if (money && e->wager == LM_MAIN && e->box && lm_message_flow(s->id) < LM_FLOW_WON) check_reason(w, e, s);
        if (s->id == LM_SAY_CONFIRM) broken(w, "a confirmation has no sentence of its own");
    }
    if (e->kind == LM_EV_PROMPT && e->how == LM_PROMPT_NOTHING) broken(w, "a prompt does not say what it is about");
}

/* After the end of a round the story has told exactly what each bettor won or lost. */
static void after(wanderer *w, const lm_action *a)
{
    listener *l = w->watcher;
    const lm_round *r = &w->table.round;
    (void)a;
    lm_story_pause(&l->story);
    if (!w->table.rounds || !lm_round_over(r) || w->table.stage == LM_TO_DELIVER) return;
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        for (uint8_t b = 0; b < LM_BETTORS; b++) {
            lm_cents net = lm_round_net(r, (lm_spot){ box, b, LM_ALL_WAGERS, LM_ALL_SPOTS });
            if (l->flow[box][b] != net) broken(w, "the sentences about money do not add up to the net of a box");
            if (l->told[box][b] ? l->result[box][b] != net : net != 0)
                broken(w, /* say:test-result-is-not-net */ "the result that is told is not the net of the box");
        }
    }
    if (l->flow[0][0] != r->dealer_cents) broken(w, "what the house paid the dealer is not told");
}

static void test_random_play(void **state)
{
    (void)state;
    static const wander_watch watch = { .before = before, .after = after, .hear = hear, .broken = broken };
    static wanderer w = { .watch = &watch };
    static listener l;
    proof p = proof_begin("words.story", 400000, 20000000);
    w.watcher = &l;
    for (uint64_t seed = p.seed; proof_goes_on(&p, (int64_t)w.actions); seed++)
        wander(&w, seed);
    int said = 0, sentences = LM_SAY_WHO_DEALER; /* what follows are parts of sentences */
    for (int id = 1; id < sentences; id++)
        said += l.said[id] > 0;
    for (int id = 1; id < sentences; id++) {
        if (!l.said[id] && id < LM_SAY_VERSUS) printf("never said at random: %s\n", lm_message_name((lm_message)id));
    }
    proof_end(&p, (int64_t)w.actions, "actions", "%" PRIu64 " rounds told, %d of %d sentences, money as it moved",
              w.rounds, said, sentences - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kind),     cmocka_unit_test(test_every_irregularity),
        cmocka_unit_test(test_every_prompt),   cmocka_unit_test(test_every_meter_act),
        cmocka_unit_test(test_every_sentence), cmocka_unit_test(test_money_in_words),
        cmocka_unit_test(test_random_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
