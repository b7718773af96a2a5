/* malformed_acts.c - acts as no program writes them, at the moment when the right act was done.
 *
 * Random people play; each act of each record is tried again with every damage to every field, as an act and as what is
 * read back from a journal, with the house's key and without. The damaged act is refused with a sentence, or done
 * without harm: money moves between two accounts, no account becomes negative, and the ledger and the meters agree. */
/* sanitized */
/* soak */
#include "damage.h"
#include "kit/deal_play.h"
#include "proof.h"

enum { TIMES = 2 }; /* how often each damage to each field of an act is tried at each table */

static json_t *tried; /* "word field damage": times */
static int64_t refusals, grants;
static house_play *scratch;

static bool is_worn_out(const char *word, const char *key, int damage)
{
    char name[128];
    snprintf(name, sizeof name, "%s %s %d", word, key, damage);
    json_int_t times = json_integer_value(json_object_get(tried, name));
    json_object_set_new(tried, name, json_integer(times + 1));
    return times >= TIMES;
}

static void check_grant(const house_play *play, const char *text)
{
    grants++;
    for (int i = 0; i < play->moves; i++) {
        if (play->move[i].cents <= 0 || play->move[i].from == play->move[i].to)
            fail_msg(/* say:test-act-moves-less-than-nothing */ "%s moves %lld cents", text,
                     (long long)play->move[i].cents);
    }
    for (int i = ACCOUNT_FELT; i < ACCOUNT_METER + LM_METERS; i++) {
        bool of_house = i == ACCOUNT_CAGE || i == ACCOUNT_WORLD || i == ACCOUNT_SEEDS;
        if (!of_house && play->state.cents[i] < 0)
            fail_msg(/* say:test-act-leaves-less-than-nothing */ "%s leaves %lld cents", text,
                     (long long)play->state.cents[i]);
    }
}

/* Only the program writes sealed values, so one that does not open is a fault of the house. */
static void check_refusal(const house_refusal *refusal, const char *text)
{
    bool sealed = strstr(refusal->text, "sealed") != NULL;
    refusals++;
    bool faulty = refusal->kind == LM_REFUSED_FAULT || refusal->kind == LM_REFUSED_LATER;
    if (refusal->kind == LM_ANSWERED || (faulty && !sealed) || !refusal->text[0])
        fail_msg("%s: %d \"%s\"", text, refusal->kind, refusal->text);
}

/* Starts from the state of `scratch`, which is restored afterwards. */
static void try_act(kit *k, const json_t *act, bool replays, bool with_key)
{
    static house_state from;
    static house_secret secret;
    char *text = json_dumps(act, 0);
    static house_play *play;
    if (!play) play = calloc(1, sizeof *play);
    from = scratch->state;
    secret = *scratch->secret;
    kit_begin(k, play, &from, &secret, replays, with_key);
    bool done = play_recorded(play, act);
    if (done)
        check_grant(play, text);
    else
        check_refusal(&play->refusal, text);
    free(text);
}

static void damage_act(kit *k, const json_t *act)
{
    const char *word = json_string_value(json_object_get(act, "do")), *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)act, key, value)
    {
        for (int damage = 0; damage < DAMAGES; damage++) {
            if (is_worn_out(word, key, damage)) continue;
            json_t *bad = damaged(act, key, damage);
            try_act(k, bad, false, true);
            try_act(k, bad, true, true);
            try_act(k, bad, true, false);
            json_decref(bad);
        }
    }
}

/* After every record its acts are tried again, each with every damage and then as it was. */
static void damage_record(kit *k, const house_state *before, const house_secret *secret, const json_t *act)
{
    static house_state from;
    static house_secret own;
    size_t i;
    json_t *done;
    (void)act;
    from = *before;
    own = *secret;
    kit_begin(k, scratch, &from, &own, true, true);
    json_array_foreach(told_acts(k->play), i, done)
    {
        damage_act(k, done);
        if (!play_recorded(scratch, done)) fail_msg("%s", scratch->refusal.text);
    }
}

/* --- tables ---------------------------------------------------------------------------------------------------------
 * */

static const struct {
    const char *rules, *settings;
} tables[] = {
    { "wa-freebet", "" },
    { "ma-blackjack", "offer=super4:1,blazing7:2 super4_musthit=3 executive_level=1000" },
    { "ma-blackjack", "offer=blackjack-bonus bonus_weights_1=10x80+25x18+100x2 bonus_weights_5=50x60+100x30+250x10" },
    { "ma-blackjack-doubleshoe", "" },
    { "ma-blackjack-6to5", "decks=1 boxes=7 split_hands=3" },
    { "ma-blackjack-multi", "" },
};
enum { TABLES = sizeof tables / sizeof *tables };

static kit *open_watched(const char *rules, const char *settings, const char *dealing, uint64_t seed)
{
    kit_seed(seed);
    kit *k = kit_found(rules, settings, dealing, "", seed);
    json_decref(tried);
    tried = json_object();
    k->twin = damage_record;
    return k;
}

static void test_virtual(void **state)
{
    proof p = proof_begin("felt.malformed_acts", 30, 1000);
    (void)state;
    for (int64_t i = 0; i < TABLES; i++) {
        kit *k = open_watched(tables[i].rules, tables[i].settings, "virtual", p.seed + (uint64_t)i);
        kit_sit(k, "ann", "1");
        kit_sit(k, "bob", "2");
        for (int steps = 0; k->state.round < p.count && steps < 400 * p.count; steps++)
            play_step_on(k);
        kit_close(k);
    }
    proof_end(&p, refusals + grants, "malformed acts", "%ld refused, %ld done", (long)refusals, (long)grants);
    assert_true(refusals > 1000);
}

/* --- a live table, and every act of the house --------------------------------------------------------------------- */

static void say_act(kit *k, const char *text)
{
    char copy[300];
    snprintf(copy, sizeof copy, "%s", text);
    for (char *at = copy; *at; at++)
        *at = *at == '\'' ? '"' : *at;
    json_t *act = json_loads(copy, 0, NULL);
    assert_non_null(act);
    kit_must(k, act);
}

static void test_live(void **state)
{
    static const char *const acts[] = {
        "{'do':'dealer','person':'dan'}",
        "{'do':'adjust','meter':'blazing7','account':'shown','cents':500000,'reason':'setup','person':'sue','"
        "second':'eve'}",
        "{'do':'terms','title':'another','betting_ms':9000,'decision_ms':9000,'cut_ms':9000,'hold_ms':9000,"
        "'par_cents':500000,'practice':true}",
        "{'do':'fill','cents':1000,'by':'sue','approved':'cas'}",
        "{'do':'credit','cents':1000,'by':'sue','approved':'cas'}",
        "{'do':'sit','player':'ann','seat':'1'}",
        "{'do':'buy','player':'ann','cents':500000}",
        "{'do':'sit','player':'walkin-1','seat':'3'}",
        "{'do':'buy','player':'walkin-1','cents':5000}",
        "{'do':'toke','player':'ann','cents':500}",
        "{'do':'tokes-out','cents':100,'to':'dan'}",
        "{'do':'cash','player':'ann','cents':500}",
        "{'do':'summon','by':'ann','reason':'a question'}",
        "{'do':'attend','by':'sue'}",
        "{'do':'freeze','reason':'test'}",
        "{'do':'thaw','reason':'test'}",
        "{'do':'load','prepared':true}",
        "{'do':'burn'}",
        "{'do':'open'}",
        "{'do':'bet','seat':'1','cents':1000}",
        "{'do':'bet','seat':'1','wager':'blazing7','cents':100}",
        "{'do':'deal'}",
        "{'do':'card','card':'7h'}",
        "{'do':'card','card':'9d'}",
        "{'do':'card','card':'7d'}",
        "{'do':'down'}",
        "{'do':'double','seat':'1'}",
        "{'do':'card','card':'7d'}",
        "{'do':'turn','card':'8h'}",
        "{'do':'call','seat':'1','wager':'blazing7','person':'dan','role':'dealer'}",
        "{'do':'withdraw-award','seat':'1','wager':'blazing7','person':'sue','role':'supervisor','reason':'t'"
        "}",
        "{'do':'call','seat':'1','wager':'blazing7','person':'dan','role':'dealer'}",
        "{'do':'verify-award','seat':'1','wager':'blazing7','person':'sue','role':'supervisor'}",
        "{'do':'pay-award','seat':'1','wager':'blazing7','person':'sue','role':'supervisor'}",
        "{'do':'end-game','wager':'blazing7'}",
        "{'do':'system','component':'display','version':'2.0','person':'sue'}",
        "{'do':'leave','player':'ann'}",
        "{'do':'leave','player':'walkin-1'}",
        "{'do':'drop-count','cents':5000}",
        "{'do':'drain','reason':'the night is over'}",
        "{'do':'tray-close','cents':100000}",
        "{'do':'close-table'}",
    };
    kit *k = open_watched("wa-freebet", "", "live", 3);
    (void)state;
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        say_act(k, acts[i]);
    kit_close(k);
}

/* MBJ-13(a).1: words about who bets behind whom. */
static void test_consent(void **state)
{
    static const char *const acts[] = {
        "{'do':'sit','player':'ann','seat':'1'}",
        "{'do':'ask','player':'bob','seat':'1'}",
        "{'do':'share','player':'ann','seat':'1','on':true}",
        "{'do':'sit','player':'bob','seat':'2'}",
        "{'do':'sit','player':'bob','seat':'1b'}",
        "{'do':'give-back','player':'bob','seat':'1b','clause':'MBJ-13(a).1'}",
        "{'do':'sit','player':'bob','seat':'1b'}",
        "{'do':'share','player':'ann','seat':'1','on':false}",
    };
    (void)state;
    kit *k = open_watched("ma-blackjack", "bettors_per_box=3", "virtual", 7);
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        say_act(k, acts[i]);
    kit_close(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_live), cmocka_unit_test(test_consent),
                                        cmocka_unit_test(test_virtual) };
    kit_repeatable();
    scratch = calloc(1, sizeof *scratch);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
