/* coupons_returned.c - how a coupon ends: won or lost it is used; tied, void or withdrawn it is its
 * owner's again, with the record that settles its wager, and a corrected card moves it with the money.
 * MBJ-3(b), MBJ-3(d).1, MBJ-3(k)
 *
 * One evening at one table, a round for each test: every bet is $10, and so is every match-play coupon
 * on it. */
/* sanitized */
#include "kit/coupon_table.h"
#include "server_rooms.h"

#define HERE(who, text, status) assert_ask(d, who, w(text, name), status)
#define TELL(who, text, status) assert_ask(d, who, w(text, ""), status)

/* Cards of the shoe in the order in which they come; in "s1" box 1 stands; h, d and p are hit, double and split. */
static void play(const char *story)
{
    char text[200], *save = NULL;
    snprintf(text, sizeof text, "%s", story);
    for (char *word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        static const struct {
            char letter;
            const char *verb;
        } verbs[] = { { 's', "stand" }, { 'h', "hit" }, { 'd', "double" }, { 'p', "split" } };
        json_t *body = NULL;
        for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
            if (word[0] == verbs[i].letter)
                body = json_pack("{s:s, s:s, s:s}", "do", verbs[i].verb, "table", "t", "seat", word + 1);
        }
        if (!body) body = json_pack("{s:s, s:s, s:s}", "do", "card", "table", "t", "card", word);
        if (word[0] == 'd') json_object_set_new(body, "cents", json_integer(1000));
        if (ask(d, dan, body) != 200) fail_msg("%s of %s: %s", word, story, why(d));
    }
}

static void lay(const char *who, const char *seat, const char *wager, int cents, const char *coupon)
{
    assert_ask(d, who,
               json_pack("{s:s, s:s, s:s, s:s, s:i, s:s, s:s}", "do", "bet", "table", "t", "seat", seat, "wager", wager,
                         "cents", cents, "in", "coupon", "coupon", coupon),
               200);
}

static void deal(const char *acts)
{
    TELL(dan, "{'do':'deal','table':'t'}", 200);
    play(acts);
}

/* A $10 match-play coupon of each player, beside the player's wager. */
static void lay_all(coupon_id of_deb, coupon_id of_pat, coupon_id of_ann)
{
    issue("deb", "match-play", "", 1000, of_deb);
    issue("pat", "match-play", "", 1000, of_pat);
    issue("ann", "match-play", "", 1000, of_ann);
    lay(deb, "1", "main", 1000, of_deb);
    lay(pat, "2", "main", 1000, of_pat);
    lay(ann, "3", "main", 1000, of_ann);
}

static void correct(int number, const char *card, int status)
{
    assert_ask(d, sue,
               json_pack("{s:s, s:s, s:i, s:s, s:s}", "do", "correct", "table", "t", "number", number, "card", card,
                         "reason", "misread"),
               status);
}

/* The chips of each player after a bet of $10. */
static int64_t at_first[3];

static void read_chips(int64_t of[3])
{
    of[0] = balance(store, "rack/t/deb");
    of[1] = balance(store, "rack/t/pat");
    of[2] = balance(store, "rack/t/ann");
}

/* What the round has brought each player since then: $10 for a bet that came back. */
static void assert_won(int deb_dollars, int pat_dollars, int ann_dollars)
{
    int64_t now[3];
    read_chips(now);
    assert_int_equal(now[0] - at_first[0], deb_dollars * 100);
    assert_int_equal(now[1] - at_first[1], pat_dollars * 100);
    assert_int_equal(now[2] - at_first[2], ann_dollars * 100);
}

/* What "coupons" says of it to its owner. */
static json_t *in_list(const char *session, const char *coupon)
{
    size_t i;
    json_t *row, *found = NULL;
    assert_ask(d, session, json_pack("{s:s}", "do", "coupons"), 200);
    json_array_foreach(json_object_get(heard(d), "coupons"), i, row)
    {
        if (strcmp(text_in(row, "coupon"), coupon) == 0) found = row;
    }
    assert_non_null(found);
    return found;
}

/* A fresh shoe, and a bet of every player. */
static void next_round(void)
{
    TELL(dan, "{'do':'load','table':'t','prepared':true}", 200);
    TELL(dan, "{'do':'burn','table':'t'}", 200);
    TELL(dan, "{'do':'open','table':'t'}", 200);
    TELL(deb, "{'do':'bet','table':'t','seat':'1','cents':1000}", 200);
    TELL(pat, "{'do':'bet','table':'t','seat':'2','cents':1000}", 200);
    TELL(ann, "{'do':'bet','table':'t','seat':'3','cents':1000}", 200);
    read_chips(at_first);
}

/* 20, 19 and 18 against 19: a win pays wager and coupon, a tie gives both back, a loss costs the wager. */
static void won_tied_and_lost(void **state)
{
    coupon_id w1, t1, l1;
    (void)state;
    lay_all(w1, t1, l1);
    deal("Kh Kd Kc 9s Qh 9d 8c s1 s2 s3 Td");
    assert_won(30, 10, 0);
    assert_true(is_used("deb", w1));
    assert_false(is_used("pat", t1));
    assert_true(is_used("ann", l1));
    json_t *row = in_list(pat, t1);
    assert_string_equal(text_in(row, "table"), "t");
    assert_int_equal(int_in(row, "back_ms", 0), clock_ms);
    assert_null(json_object_get(row, "used_ms"));
    next_round();
    lay(pat, "2", "main", 1000, t1); /* it can be used again */
    assert_null(json_object_get(in_list(pat, t1), "back_ms"));
    deal("Kh Kd Kc 9s Qh 8d 8c s1 s2 s3 Td");
    assert_true(is_used("pat", t1));
}

/* A dead box decides nothing: MBJ-15(h). Both kinds come back with the record that declares it, and the
 * meter's part with them. */
static void void_box(void **state)
{
    coupon_id match, stake;
    (void)state;
    issue("pat", "match-play", "", 1000, match);
    issue("pat", "progressive", "aces", 100, stake);
    lay(pat, "2", "main", 1000, match);
    lay(pat, "2", "aces", 100, stake);
    int64_t tray = balance(store, "tray/t");
    deal("Kh Kd Kc 9s Qh");
    TELL(dan, "{'do':'irregular','table':'t','name':'one-card','seat':'2'}", 200);
    assert_false(is_used("pat", match));
    assert_false(is_used("pat", stake));
    assert_won(0, 10, 0);
    assert_int_equal(balance(store, "tray/t") - tray, 100);
    play("8c s1 s3 Td");
    TELL(dan, "{'do':'end-game','table':'t','wager':'aces'}", 200);
}

/* A wager is not made smaller than its coupon; before the first card it leaves with it (MBJ-3(c)), and
 * both may be laid again. */
static void withdrawn_or_lowered(void **state)
{
    coupon_id main_wager, side;
    (void)state;
    issue("pat", "match-play", "", 1000, main_wager);
    issue("pat", "match-play", "match-dealer", 500, side);
    lay(pat, "2", "main", 1000, main_wager);
    TELL(pat, "{'do':'bet','table':'t','seat':'2','cents':500}", 409); /* less than the coupon matches */
    TELL(pat, "{'do':'withdraw','table':'t','seat':'2'}", 200);
    assert_false(is_used("pat", main_wager));
    TELL(pat, "{'do':'bet','table':'t','seat':'2','cents':1000}", 200);
    lay(pat, "2", "main", 1000, main_wager);
    assert_true(is_used("pat", main_wager));
    TELL(pat, "{'do':'bet','table':'t','seat':'2','wager':'match-dealer','cents':500}", 200);
    lay(pat, "2", "match-dealer", 500, side);
    assert_true(is_used("pat", side));
    TELL(pat, "{'do':'withdraw','table':'t','seat':'2','wager':'match-dealer'}", 200);
    assert_false(is_used("pat", side));
    deal("Kh Kd Kc 9s Qh 8d 8c s1 s2 s3 Td");
    assert_true(is_used("pat", main_wager)); /* 18 against 19 */
    assert_false(is_used("pat", side));
}

/* A split hand's wager is its own: 8 and J ties the dealer's 18, 8 2 10 4 busts; the coupon lay with the
 * first. A doubled wager is one: tied. */
static void split_and_doubled(void **state)
{
    coupon_id split, doubled, of_ann;
    (void)state;
    lay_all(doubled, split, of_ann);
    deal("5h 8d Kc 9s 6h 8h 7c d1 7s p2 Js s2 2s h2 Tc h2 4c s3 9d");
    assert_won(10, 0, 0); /* 18, 18 and a bust, 17 against 18 */
    assert_false(is_used("deb", doubled));
    assert_false(is_used("pat", split));
    assert_true(is_used("ann", of_ann));
}

/* The stake of a progressive that wins nothing is lost, chips or paper; other events at its place do not matter. */
static void progressive_lost(void **state)
{
    coupon_id stake, match;
    (void)state;
    issue("pat", "progressive", "aces", 100, stake);
    issue("pat", "match-play", "", 1000, match);
    lay(pat, "2", "aces", 100, stake);
    lay(pat, "2", "main", 1000, match);
    deal("Kh Kd Kc 9s Qh 9d 8c s1 s2 s3 Td");
    assert_true(is_used("pat", stake));
    assert_false(is_used("pat", match)); /* 19 against 19 */
    TELL(dan, "{'do':'end-game','table':'t','wager':'aces'}", 200);
}

/* A card that was misread: 19 against 19 was 18 (lost), and 18 was 19 (tied); then the other way round
 * again. */
static void corrected(void **state)
{
    coupon_id of_deb, of_pat, of_ann;
    (void)state;
    lay_all(of_deb, of_pat, of_ann);
    deal("Kh Kd Kc 9s Qh 9d 8c s1 s2 s3 Td");
    assert_false(is_used("pat", of_pat));
    for (int i = 0; i < 2; i++) {
        correct(6, "8d", 200); /* pat's second card */
        assert_true(is_used("pat", of_pat));
        assert_won(30, 0, 0);
        correct(7, "9c", 200); /* ann's */
        assert_false(is_used("ann", of_ann));
        assert_won(30, 0, 10);
        correct(6, "9d", 200);
        assert_false(is_used("pat", of_pat));
        correct(7, "8c", 200);
        assert_true(is_used("ann", of_ann));
        assert_won(30, 10, 0);
    }
    assert_true(is_used("deb", of_deb));
    correct(8, "9h", 200); /* the dealer had 18: deb and pat have won, ann's 18 is tied */
    assert_won(30, 30, 10);
    assert_true(is_used("deb", of_deb));
    assert_true(is_used("pat", of_pat));
    assert_false(is_used("ann", of_ann));
}

/* Another table in its betting, with ann at it. */
static void second_table(const char *name)
{
    HERE(eve, "{'do':'open-table','table':'#','rules':'ma-blackjack-nohole','dealing':'live'}", 200);
    HERE(sue, "{'do':'tray-open','table':'#','cents':10000000}", 200);
    HERE(sue, "{'do':'load','table':'#','prepared':true}", 200);
    HERE(ann, "{'do':'sit','table':'#','seat':'1'}", 200);
    HERE(ann, "{'do':'buy','table':'#','cents':10000}", 200);
    HERE(sue, "{'do':'burn','table':'#'}", 200);
    HERE(sue, "{'do':'open','table':'#'}", 200);
    HERE(ann, "{'do':'bet','table':'#','seat':'1','cents':1000}", 200);
}

/* A returned coupon that has been used elsewhere cannot be lost here, too: the correction is refused as a whole. */
static void corrected_too_late(void **state)
{
    coupon_id of_deb, of_pat, coupon;
    (void)state;
    lay_all(of_deb, of_pat, coupon);
    deal("Kh Kd Kc 9s Qh 8d 9c s1 s2 s3 Td");
    assert_false(is_used("ann", coupon));
    second_table("u");
    SAY(ann, "{'do':'bet','table':'u','seat':'1','cents':1000,'in':'coupon','coupon':'#'}", 200);
    correct(7, "8c", 409);
    assert_won(30, 0, 10);
    correct(6, "9d", 200); /* pat's coupon can still be returned */
    assert_false(is_used("pat", of_pat));
    assert_true(is_used("ann", coupon));
}

/* Two tables at once: the store takes one of the two bets. */
static void laid_twice_at_once(void **state)
{
    coupon_id coupon;
    (void)state;
    issue("ann", "match-play", "", 1000, coupon);
    second_table("v");
    lm_house_poll(d->house);
    uint64_t here =
        tell_at_once(d, ann, w("{'do':'bet','table':'t','seat':'3','cents':1000,'in':'coupon','coupon':'#'}", coupon));
    uint64_t there =
        tell_at_once(d, ann, w("{'do':'bet','table':'v','seat':'1','cents':1000,'in':'coupon','coupon':'#'}", coupon));
    int first = await(d, here), second = await(d, there);
    assert_int_equal(first + second, 200 + 409);
    assert_true(is_used("ann", coupon));
    deal("Kh Kd Kc 9s Qh 9d 8c s1 s2 s3 Td");
}

/* The house stops between the bet and its end, and after it; no other server knew of the coupons. */
static void restarted(void **state)
{
    coupon_id of_deb, of_pat, of_ann, stake;
    (void)state;
    issue("pat", "progressive", "aces", 100, stake);
    lay(pat, "2", "aces", 100, stake);
    lay_all(of_deb, of_pat, of_ann);
    for (int i = 0; i < 3; i++) {
        desk_close(d);
        clock_ms += 60000;
        d = desk_open("a");
        await_table(d, "t");
        if (i == 0) TELL(dan, "{'do':'deal','table':'t'}", 200);
        if (i == 1) play("Kh Kd Kc 9s Qh 9d 8c s1 s2 s3 Td");
        assert_true(is_used("deb", of_deb));
        assert_int_equal(is_used("pat", of_pat), i == 0);
        assert_true(is_used("ann", of_ann));
        assert_true(is_used("pat", stake));
    }
    correct(6, "8d", 200);
    assert_true(is_used("pat", of_pat));
    TELL(dan, "{'do':'end-game','table':'t','wager':'aces'}", 200);
}

/* --- tampering ------------------------------------------------------------------------------------------------------------ */

typedef enum { AS_IT_IS, UNSAID, OF_SOMEBODY_ELSE, NOT_BOOKED, BOOKED_TOO } forgery;

typedef struct {
    lm_recall *recall;
    forgery forgery;
    bool refused;
} forged_story;

/* The record's effects; as the forgery wants, those on a coupon are left out or written twice. */
static size_t forge_effects(const lm_record *record, forgery how, uint8_t *bytes)
{
    size_t at = 0, size = 0;
    lm_effect effect;
    while (lm_effect_next(record->effects, record->effects_size, &at, &effect)) {
        bool coupon = effect.kind == LM_EFFECT_PUT && strncmp(effect.name, "coupon/", 7) == 0;
        for (int n = !coupon ? 1 : how == NOT_BOOKED ? 0 : how == BOOKED_TOO ? 2 : 1; n > 0; n--)
            size += lm_effect_write(&effect, bytes + size);
    }
    return size;
}

/* Recalls a record with the forgery in it where it gives a coupon back. */
static bool forge(void *context, const lm_record *record)
{
    static uint8_t effects[64 * LM_EFFECT_BYTES];
    forged_story *f = context;
    char text[LM_HOUSE_TEXT];
    lm_record forged = *record;
    json_t *body = json_loadb(record->body, record->body_size, 0, NULL);
    json_t *move = json_array_get(json_object_get(body, "coupons"), 0);
    bool back = strcmp(text_in(move, "what"), "back") == 0;
    if (back && f->forgery == UNSAID) json_object_del(body, "coupons");
    if (back && f->forgery == OF_SOMEBODY_ELSE) json_object_set_new(move, "owner", json_string("ann"));
    char *written = json_dumps(body, JSON_COMPACT);
    forged.body = written;
    forged.body_size = strlen(written);
    forged.effects = effects;
    forged.effects_size = forge_effects(record, back ? f->forgery : AS_IT_IS, effects);
    f->refused = !lm_recall_record(f->recall, &forged, text);
    if (f->refused && !strstr(text, "coupons")) fail_msg("%s", text);
    free(written);
    json_decref(body);
    return !f->refused;
}

/* A journal with right hashes and wrong coupons: a returned coupon is missing, another's, not booked, or booked
 * twice. */
static void forged(void **state)
{
    coupon_id of_deb, of_pat, of_ann;
    char text[LM_HOUSE_TEXT];
    (void)state;
    lay_all(of_deb, of_pat, of_ann);
    deal("Kh Kd Kc 9s Qh 9d 8c s1 s2 s3 Td");
    for (forgery how = AS_IT_IS; how <= BOOKED_TOO; how++) {
        forged_story f = { lm_recall_new(&shipped_rules, NULL, text), how, false };
        assert_int_equal(lm_store_records(store, "table/t", 1, forge, &f, text), LM_STORE_DONE);
        assert_int_equal(f.refused, how != AS_IT_IS);
        lm_recall_free(f.recall);
    }
}

/* Old records without a coupon's owner: they replay, and nothing is given back. */
static bool older(void *context, const lm_record *record)
{
    char text[LM_HOUSE_TEXT];
    lm_record old = *record;
    size_t i;
    json_t *act, *body = json_loadb(record->body, record->body_size, 0, NULL);
    json_array_foreach(json_object_get(body, "acts"), i, act) json_object_del(act, "owner");
    json_object_del(body, "coupons");
    char *written = json_dumps(body, JSON_COMPACT);
    old.body = written;
    old.body_size = strlen(written);
    if (!lm_recall_record(context, &old, text)) fail_msg("record %d: %s", (int)record->seq, text);
    free(written);
    json_decref(body);
    return true;
}

static void older_records(void **state)
{
    coupon_id of_deb, of_pat, of_ann;
    char text[LM_HOUSE_TEXT];
    (void)state;
    lay_all(of_deb, of_pat, of_ann);
    deal("Kh Kd Kc 9s Qh 9d 8c s1 s2 s3 Td");
    correct(6, "8d", 200);
    lm_recall *recall = lm_recall_new(&shipped_rules, NULL, text);
    assert_int_equal(lm_store_records(store, "table/t", 1, older, recall, text), LM_STORE_DONE);
    lm_recall_free(recall);
}

static int evening_begins(void **state)
{
    return folder_set_up(state) || begin(state);
}

static int evening_ends(void **state)
{
    return end(state) || folder_tear_down(state);
}

static int round_begins(void **state)
{
    static int rounds;
    (void)state;
    if (rounds++) next_round();
    read_chips(at_first);
    return 0;
}

#define ROUND(name) cmocka_unit_test_setup(name, round_begins)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROUND(won_tied_and_lost), ROUND(void_box),  ROUND(withdrawn_or_lowered), ROUND(split_and_doubled),
        ROUND(progressive_lost),  ROUND(corrected), ROUND(corrected_too_late),   ROUND(laid_twice_at_once),
        ROUND(restarted),         ROUND(forged),    ROUND(older_records),
    };
    return cmocka_run_group_tests(tests, evening_begins, evening_ends);
}
