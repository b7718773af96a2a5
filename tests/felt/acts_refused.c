/* acts_refused.c - acts of the house that come in the wrong state of a table, one by one (docs/house/requests.md): each
 * is refused by its status, and nothing changes. Then the right act is done, and the next wrong ones follow. */
/* sanitized */
#include "kit/deal_kit.h"
#include "quoted.h"

typedef struct {
    int status; /* 0: it is done */
    const char *act;
} row;

static void say_all(kit *k, const row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        json_t *act = quoted(rows[i].act);
        house_state before = k->state;
        if (!rows[i].status) {
            kit_must(k, act);
            continue;
        }
        kit_refused(k, act, rows[i].status, NULL);
        assert_memory_equal(&before, &k->state, sizeof before);
    }
}

/* clang-format off */
static const row at_a_live_table[] = {
    { 400, "{}" }, { 400, "{'do':5}" }, { 400, "{'do':'dance'}" },
    { 409, "{'do':'open-table','rules':'wa-freebet'}" },
    { 409, "{'do':'tray-open','cents':1000}" },
    { 409, "{'do':'close-table'}" },
    { 400, "{'do':'terms','money':'real'}" }, { 400, "{'do':'terms','dealing':'virtual'}" }, { 400, "{'do':'terms','link':'floor'}" },
    { 400, "{'do':'terms','rules':'ma-freebet'}" }, { 400, "{'do':'terms','settings':'decks=8'}" },
    { 400, "{'do':'terms','money':'gold'}" }, { 400, "{'do':'terms','money':5}" }, { 400, "{'do':'terms','rules':5}" },
    { 400, "{'do':'terms','settings':5}" }, { 400, "{'do':'terms','link':5}" }, { 400, "{'do':'terms','dealing':'by-post'}" },
    { 400, "{'do':'terms','hold_ms':3600001}" }, { 400, "{'do':'terms','par_cents':9000000000000000000}" },
    { 400, "{'do':'terms','money':'play','dealing':'live','rules':'wa-freebet'}" },
    { 400, "{'do':'freeze'}" }, { 400, "{'do':'freeze','reason':''}" }, { 400, "{'do':'drain'}" },
    { 409, "{'do':'thaw'}" },
    { 0, "{'do':'freeze','reason':'test'}" }, { 409, "{'do':'freeze','reason':'test'}" }, { 0, "{'do':'thaw'}" },
    { 0, "{'do':'drain','reason':'test'}" }, { 409, "{'do':'drain','reason':'test'}" }, { 0, "{'do':'thaw'}" },
    { 409, "{'do':'fill','cents':1000,'slip':7}" }, { 0, "{'do':'fill','cents':1000,'slip':1}" }, { 409, "{'do':'credit','cents':1000,'slip':1}" },
    { 400, "{'do':'fill','cents':0}" }, { 400, "{'do':'credit','cents':'x'}" },
    { 0, "{'do':'sit','player':'ann','seat':'1'}" }, { 409, "{'do':'sit','player':'bob','seat':'1'}" }, { 400, "{'do':'sit','player':'bob','seat':'x'}" },
    { 409, "{'do':'buy','player':'bob','cents':1000}" }, { 0, "{'do':'buy','player':'ann','cents':100000}" },
    { 403, "{'do':'dealer','person':'ann'}" }, /* ann plays here */
    { 400, "{'do':'dealer','person':'somebody-of-a-name-that-is-far-too-long'}" },
    { 0, "{'do':'dealer','person':'dan'}" }, { 403, "{'do':'sit','player':'dan','seat':'2'}" },
    { 0, "{'do':'dealer','person':'dan'}" }, { 0, "{'do':'dealer','person':'dot'}" }, /* no shoe, no burn */
    { 409, "{'do':'tray-close','cents':1000}" }, /* ann has chips */
    { 0, "{'do':'load','prepared':true}" }, { 0, "{'do':'burn'}" },
    { 0, "{'do':'dealer','person':'dan'}" }, { 0, "{'do':'burn'}" }, /* each new dealer burns: MFB-6(c).2 */
    { 0, "{'do':'open'}" }, { 0, "{'do':'bet','seat':'1','cents':1000}" },
    { 409, "{'do':'leave','player':'ann'}" }, { 409, "{'do':'tray-close','cents':1000}" }, { 409, "{'do':'dealer','person':'dot'}" },
    { 0, "{'do':'withdraw','seat':'1'}" }, { 0, "{'do':'leave','player':'ann'}" },
    { 409, "{'do':'cash','player':'ann','cents':1000}" }, { 409, "{'do':'leave','player':'ann'}" },
    { 400, "{'do':'tray-close'}" }, { 400, "{'do':'tray-close','cents':-1}" },
    { 0, "{'do':'tray-close','cents':90000}" }, { 409, "{'do':'tray-close','cents':90000}" },
    { 409, "{'do':'fill','cents':1000}" }, { 409, "{'do':'credit','cents':1000}" },
    { 400, "{'do':'tray-open','cents':-1}" }, { 0, "{'do':'tray-open','cents':90000}" }, { 0, "{'do':'tray-close','cents':95000}" }, /* too much in it */
    { 0, "{'do':'close-table'}" }, { 409, "{'do':'close-table'}" }, { 409, "{'do':'tray-open','cents':1000}" },
};

static const row at_a_virtual_table[] = {
    { 409, "{'do':'dealer','person':'dan'}" }, /* the program deals */
    { 0, "{'do':'sit','player':'walkin-1','seat':'1'}" }, { 409, "{'do':'buy','player':'walkin-1','cents':1000}" }, /* no cash */
    { 409, "{'do':'recount','was':'5c','card':'6c','reason':'test'}" },
    { 409, "{'do':'correct','number':1,'card':'5c','reason':'test'}" },
    { 0, "{'do':'leave','player':'walkin-1'}" },
};

/* MBJ-13(a).1: only the box holder allows bets behind the box. */
static const row about_consent[] = {
    { 409, "{'do':'ask','player':'bob','seat':'1'}" }, /* the box has no holder to consent */
    { 403, "{'do':'share','player':'ann','seat':'1','on':true}" },
    { 0, "{'do':'sit','player':'ann','seat':'1'}" },
    { 400, "{'do':'share','player':'ann','seat':'1'}" }, { 400, "{'do':'share','player':'ann','seat':'1','on':1}" },
    { 400, "{'do':'share','player':'ann','seat':'1b','on':true}" }, { 400, "{'do':'share','player':'ann','seat':5,'on':true}" },
    { 409, "{'do':'share','player':'ann','seat':'9','on':true}" }, { 403, "{'do':'share','player':'ann','seat':'2','on':true}" },
    { 409, "{'do':'share','player':'ann','seat':'1','on':false}" },
    { 400, "{'do':'ask','seat':'1'}" }, { 400, "{'do':'ask','player':'somebody-of-a-name-that-is-far-too-long','seat':'1'}" },
    { 400, "{'do':'ask','player':'bob','seat':'1b'}" }, { 409, "{'do':'ask','player':'ann','seat':'1'}" },
    { 0, "{'do':'ask','player':'bob','seat':'1'}" }, { 409, "{'do':'ask','player':'bob','seat':'1'}" },
    { 403, "{'do':'share','player':'bob','seat':'1','on':true}" },
    { 0, "{'do':'share','player':'ann','seat':'1','on':true}" }, { 409, "{'do':'ask','player':'cas','seat':'1'}" },
    { 0, "{'do':'sit','player':'bob','seat':'1b'}" },
    { 409, "{'do':'give-back','player':'bob','seat':'1b'}" }, /* giving up the last place means leaving */
    { 0, "{'do':'sit','player':'bob','seat':'2'}" },
    { 409, "{'do':'give-back','player':'bob','seat':'2'}" }, { 409, "{'do':'give-back','player':'ann','seat':'1b'}" },
    { 409, "{'do':'give-back','player':'eve','seat':'1b'}" }, { 400, "{'do':'give-back','player':'bob','seat':'x'}" },
    { 0, "{'do':'give-back','player':'bob','seat':'1b'}" },
    { 0, "{'do':'share','player':'ann','seat':'1','on':false}" },
};
/* clang-format on */

static void test_consent(void **state)
{
    kit *k = kit_open("ma-blackjack", "bettors_per_box=2", 1);
    (void)state;
    say_all(k, about_consent, sizeof about_consent / sizeof *about_consent);
    kit_close(k);
}

static void test_live(void **state)
{
    kit *k = kit_found("wa-freebet", "", "live", "", 1);
    (void)state;
    say_all(k, at_a_live_table, sizeof at_a_live_table / sizeof *at_a_live_table);
    kit_close(k);
}

static void test_virtual(void **state)
{
    kit *k = kit_open("wa-freebet", "", 1);
    (void)state;
    say_all(k, at_a_virtual_table, sizeof at_a_virtual_table / sizeof *at_a_virtual_table);
    kit_close(k);
}

/* Malformed first acts of a table. */
static void test_opening(void **state)
{
    static const row rows[] = {
        { 400, "{'do':'open-table','rules':'wa-freebet','dealing':'by-post'}" },
        { 400, "{'do':'open-table','rules':'wa-freebet','money':'gold'}" },
        { 400, "{'do':'open-table','rules':'wa-freebet','title':5}" },
        { 400, "{'do':'open-table','rules':'wa-freebet','title':'High \u202eetihw'}" }, /* read from right to left */
        { 400, "{'do':'open-table','rules':'wa-freebet','title':'A\\nB'}" },
        { 400, "{'do':'open-table','rules':'wa-freebet','betting_ms':0}" },
        { 400, "{'do':'open-table','rules':'wa-freebet','decision_ms':'x'}" },
        { 400, "{'do':'open-table','rules':'wa-freebet','par_cents':'x'}" },
    };
    kit *k = kit_open("wa-freebet", "", 1);
    (void)state;
    house_state none = { 0 };
    k->state = k->echo = k->blind = none;
    say_all(k, rows, sizeof rows / sizeof *rows);
    kit_close(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_live), cmocka_unit_test(test_virtual),
                                        cmocka_unit_test(test_consent), cmocka_unit_test(test_opening) };
    kit_repeatable();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
