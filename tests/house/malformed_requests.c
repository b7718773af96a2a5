/* malformed_requests.c - requests as no client should send them, one by one: which are refused, and by
 * what status (docs/house/requests.md, docs/openapi.json: 400 malformed, 401 without a session, 403 another
 * person's, 404 unknown, 409 not now). Then every request that is granted is sent with every damage to
 * every field: it is granted or refused, but never an error of the house, and a field of another type is malformed. */
#include "damage.h"
#include "kit/matrix.h"
#include "kit/matrix_people.h"
#include "proof.h"
#include "server_rooms.h"

typedef struct {
    char who;
    int status;
    const char *body;
} row;

/* clang-format off */
static const row rows[] = {
    { 'n', 400, "{}" }, { 'n', 400, "{'do':5}" }, { 'n', 404, "{'do':'nothing such'}" }, { 'n', 404, "{'do':''}" },
    { 'n', 400, "{'do':'look'}" }, { 'n', 400, "{'do':'look','table':'UPPER'}" }, { 'n', 400, "{'do':'look','table':5}" },
    { 'n', 404, "{'do':'look','table':'nowhere'}" }, { 'n', 200, "{'do':'look','table':'v'}" },
    { 'n', 200, "{'do':'legal','table':'v'}" }, { 'n', 200, "{'do':'legal','table':'v','seat':'1'}" },
    { 'n', 400, "{'do':'legal','table':'v','seat':'x'}" }, { 'n', 404, "{'do':'opened-shoe','table':'v'}" },
    { 'n', 200, "{'do':'mishaps','table':'l'}" }, { 'n', 400, "{'do':'watch','table':'v'}" }, /* no connection */
    { 'n', 200, "{'do':'lobby'}" }, { 's', 200, "{'do':'tables'}" },

    /* times, numbers and formats of a report */
    { 'e', 200, "{'do':'report-win'}" }, { 'e', 400, "{'do':'report-win','from':-1}" }, { 'e', 400, "{'do':'report-win','from':''}" },
    { 'e', 400, "{'do':'report-win','from':true}" }, { 'e', 400, "{'do':'report-win','from':'2025-02-31'}" },
    { 'e', 200, "{'do':'report-win','from':'2025-02-28'}" }, { 'e', 200, "{'do':'report-win','from':'2025-02-28T12:00:00Z'}" },
    { 'e', 400, "{'do':'report-win','from':'2025-02-28T12:00:00x'}" }, { 'e', 400, "{'do':'report-win','from':'2025-02-28T12'}" },
    { 'e', 400, "{'do':'report-win','from':'yesterday'}" }, { 'e', 400, "{'do':'report-win','from':'1969-12-31'}" },
    { 'e', 200, "{'do':'report-win','from':'1763000000000'}" }, { 'e', 400, "{'do':'report-win','from':'1234567890123456'}" },
    { 'e', 400, "{'do':'report-win','from':10,'to':10}" }, { 'e', 200, "{'do':'report-win','from':10,'to':11}" },
    { 'e', 400, "{'do':'report-win','to':9223372036854775807}" },
    { 'e', 200, "{'do':'report-win','to':999999999999999}" }, { 'e', 200, "{'do':'report-win','to':'999999999999999'}" },
    { 'e', 400, "{'do':'report-win','to':'x'}" }, { 'e', 400, "{'do':'report-win','to':null}" },
    { 'e', 200, "{'do':'report-win','format':'csv'}" }, { 'e', 200, "{'do':'report-win','format':'json'}" },
    { 'e', 400, "{'do':'report-win','format':'xml'}" }, { 'e', 400, "{'do':'report-win','format':5}" },
    { 'e', 200, "{'do':'journal-search','limit':1}" }, { 'e', 400, "{'do':'journal-search','limit':0}" },
    { 'e', 200, "{'do':'journal-search','limit':1000}" }, { 'e', 400, "{'do':'journal-search','limit':1001}" },
    { 'e', 200, "{'do':'journal-search','limit':'7'}" }, { 'e', 400, "{'do':'journal-search','limit':'-7'}" },
    { 'e', 400, "{'do':'journal-search','limit':'1001'}" }, { 'e', 400, "{'do':'journal-search','limit':true}" },
    { 'e', 400, "{'do':'journal-search','after':-1}" }, { 'e', 200, "{'do':'journal-search','after':'1-3-table/v'}" },
    { 'e', 400, "{'do':'journal-search','after':'x'}" }, { 'e', 200, "{'do':'journal-search','person':'ann','kind':'sit'}" },
    { 'e', 200, "{'do':'journal','limit':1}" }, { 'e', 400, "{'do':'journal','limit':0}" }, { 'e', 400, "{'do':'journal','limit':1001}" },
    { 'e', 200, "{'do':'journal','from':'house:1,table/v:1'}" }, { 'e', 400, "{'do':'journal','from':'house:1,'}" },
    { 'e', 404, "{'do':'journal','from':'house:9223372036854775806'}" }, { 'e', 400, "{'do':'journal','from':'house:9223372036854775807'}" },
    { 'e', 400, "{'do':'journal','from':'house:99999999999999999999'}" }, { 'e', 400, "{'do':'journal','from':',house:1'}" },
    { 'e', 200, "{'do':'journal','stream':'house','from':3}" }, { 'e', 404, "{'do':'journal','stream':'house','from':1000000}" },
    { 'e', 400, "{'do':'journal','stream':'house','from':-1}" }, { 'e', 404, "{'do':'journal','stream':''}" },
    { 'e', 400, "{'do':'journal','from':true}" }, { 'e', 200, "{'do':'journal','from':''}" }, { 'e', 400, "{'do':'journal','wait_ms':-1}" },
    { 'e', 400, "{'do':'journal','from':7}" }, { 'e', 200, "{'do':'journal-head'}" }, { 'e', 200, "{'do':'journal','from':'now','wait_ms':30000}" },
    { 'e', 200, "{'do':'significant-events','limit':5,'format':'csv'}" }, { 'e', 400, "{'do':'significant-events','limit':[]}" },
    { 'e', 200, "{'do':'meter-history','table':'v','meter':'blazing7','format':'csv'}" }, { 'e', 400, "{'do':'meter-history','table':'v'}" },
    { 'e', 400, "{'do':'recall','table':'v','round':'x'}" }, { 'e', 400, "{'do':'recall','table':'v','round':-1}" },
    { 'e', 400, "{'do':'recall','table':'v','round':4294967296}" }, { 'e', 400, "{'do':'recall','table':'v'}" },
    { 'e', 200, "{'do':'report-ratings','person':'ann'}" }, { 'e', 200, "{'do':'report-review','person':'ann'}" },
    { 'e', 200, "{'do':'report-tax','person':'ann','format':'csv'}" }, { 'e', 200, "{'do':'report-currency','person':'ann'}" },

    /* what the house sets */
    { 'e', 200, "{'do':'set-config','config':{'shifts':[{'name':'a','from':'06:00'},{'name':'b','from':'18:30'}]},'reason':'test'}" },
    { 'e', 200, "{'do':'set-config','config':{'utc_offset_minutes':-300,'currency_cents':1,'tax_cents':1,'tax_odds':0},'reason':'test'}" },
    { 'e', 400, "{'do':'set-config','config':{'shifts':[]},'reason':'test'}" },
    { 'e', 400, "{'do':'set-config','config':{'shifts':[1,2,3,4,5,6,7,8,9]},'reason':'test'}" },
    { 'e', 400, "{'do':'set-config','config':{'shifts':[{'from':'06:00'}]},'reason':'test'}" },
    { 'e', 400, "{'do':'set-config','config':{'shifts':[{'name':'','from':'06:00'}]},'reason':'test'}" },
    { 'e', 400, "{'do':'set-config','config':{'shifts':[{'name':'a shift of too long a name','from':'06:00'}]},'reason':'test'}" },
    { 'e', 400, "{'do':'set-config','config':{'shifts':[{'name':'a'}]},'reason':'test'}" },
    { 'e', 400, "{'do':'set-config','config':{'shifts':[{'name':'a','from':'six'}]},'reason':'test'}" },
    { 'e', 400, "{'do':'set-config','config':{'shifts':[{'name':'a','from':'24:00'}]},'reason':'test'}" },
    { 'e', 400, "{'do':'set-config','config':{'shifts':[{'name':'a','from':'06:60'}]},'reason':'test'}" },
    { 'e', 400, "{'do':'set-config','config':{'shifts':[{'name':'a','from':'06:00x'}]},'reason':'test'}" },
    { 'e', 400, "{'do':'set-config','config':{'shifts':[{'name':'a','from':'-6:00'}]},'reason':'test'}" },
    { 'e', 400, "{'do':'set-config','config':{'shifts':[{'name':'a','from':'06:-1'}]},'reason':'test'}" },
    { 'e', 400, "{'do':'set-config','config':{'shifts':[{'name':'a','from':'06:00'},{'name':'b','from':'06:00'}]},'reason':'test'}" },
    { 'e', 400, "{'do':'set-config','config':{'utc_offset_minutes':841},'reason':'test'}" },
    { 'e', 400, "{'do':'set-config','config':{'currency_cents':0},'reason':'test'}" },
    { 'e', 400, "{'do':'set-config','config':{'tax_cents':'x'},'reason':'test'}" },
    { 'e', 400, "{'do':'set-config','config':{'tax_odds':-1},'reason':'test'}" },
    { 'e', 400, "{'do':'set-config','config':5,'reason':'test'}" },

    /* the cage */
    { 'c', 200, "{'do':'deposit','person':'ann','cents':5000,'reason':'test'}" }, { 'c', 400, "{'do':'deposit','person':'ann','cents':0}" },
    { 'c', 404, "{'do':'deposit','person':'stranger','cents':5000}" }, { 'c', 400, "{'do':'deposit','person':'ann','cents':9000000000000000000}" },
    { 'c', 403, "{'do':'deposit','person':'dan','cents':5000}" }, /* staff does not play for money */
    { 'c', 200, "{'do':'withdrawal','person':'ann','cents':1000}" }, { 'c', 409, "{'do':'withdrawal','person':'ann','cents':100000}" },
    { 'c', 400, "{'do':'withdrawal','person':'ann','cents':-1}" }, { 'c', 404, "{'do':'withdrawal','person':'stranger','cents':1}" },
    { 'h', 200, "{'do':'wallet'}" }, { 'h', 200, "{'do':'wallet','money':'play','from':1}" }, { 'h', 200, "{'do':'wallet','money':'real'}" },
    { 'h', 400, "{'do':'wallet','money':'gold'}" }, { 'h', 400, "{'do':'wallet','from':'x'}" },
    { 's', 200, "{'do':'statement','person':'ann','money':'real'}" }, { 's', 400, "{'do':'statement','person':'ann','money':'gold'}" },
    { 's', 404, "{'do':'statement','person':'stranger'}" },
    { 'c', 200, "{'do':'issue-coupon','person':'ann','kind':'match-play','cents':500,'reason':'test'}" },
    { 'c', 200, "{'do':'issue-coupon','person':'ann','kind':'match-play','cents':500,'money':'play','days':366}" },
    { 'c', 200, "{'do':'issue-coupon','person':'ann','kind':'match-play','cents':500,'money':'real','days':1,'wager':'main'}" },
    { 'c', 400, "{'do':'issue-coupon','person':'ann','kind':'match-play','cents':500,'money':'gold'}" },
    { 'c', 400, "{'do':'issue-coupon','person':'ann','kind':'match-play','cents':0}" },
    { 'c', 400, "{'do':'issue-coupon','person':'ann','kind':'match-play','cents':1000001}" },
    { 'c', 400, "{'do':'issue-coupon','person':'ann','kind':'match-play','cents':500,'days':0}" },
    { 'c', 400, "{'do':'issue-coupon','person':'ann','kind':'match-play','cents':500,'days':367}" },
    { 'c', 400, "{'do':'issue-coupon','person':'ann','kind':'free-drink','cents':500}" },
    { 'c', 400, "{'do':'issue-coupon','person':'ann','kind':'match-play','cents':500,'wager':'a wager of much too long a name to be any'}" },
    { 'c', 404, "{'do':'issue-coupon','person':'stranger','kind':'match-play','cents':500}" },
    { 'h', 200, "{'do':'coupons'}" }, { 'h', 200, "{'do':'coupons','person':'ann'}" }, { 'h', 403, "{'do':'coupons','person':'ray'}" },
    { 'c', 200, "{'do':'coupons','person':'ann'}" },

    /* people */
    { 'A', 400, "{'do':'create-person','person':'x','roles':[],'password':'password of x'}" },
    { 'A', 400, "{'do':'create-person','person':'x','roles':['king'],'password':'password of x'}" },
    { 'A', 400, "{'do':'create-person','person':'x','roles':[5],'password':'password of x'}" },
    { 'A', 400, "{'do':'create-person','person':'x','roles':['player'],'password':'x'}" },
    { 'A', 400, "{'do':'create-person','person':'X','roles':['player'],'password':'password of x'}" },
    { 'A', 400, "{'do':'create-person','person':'','roles':['player'],'password':'password of x'}" },
    { 'A', 409, "{'do':'create-person','person':'ann','roles':['player'],'password':'password of x'}" },
    { 'n', 409, "{'do':'register','person':'ann','password':'password of x'}" }, { 'n', 400, "{'do':'register','person':'y','password':''}" },
    { 'n', 401, "{'do':'sign-in','person':'stranger','password':'password of x'}" },
    { 'n', 200, "{'do':'who-am-i'}" }, { 'h', 200, "{'do':'who-am-i'}" },
    { 'h', 200, "{'do':'re-authenticate','password':'password of ann'}" },
    { 'A', 404, "{'do':'lock','person':'stranger','reason':'test'}" }, { 'A', 404, "{'do':'unlock','person':'stranger','reason':'test'}" },
    { 'A', 200, "{'do':'people'}" }, { 'A', 200, "{'do':'people','role':'dealer','guests':true}" }, { 'A', 200, "{'do':'people','role':'king'}" },
    { 'h', 200, "{'do':'limits'}" }, { 'h', 200, "{'do':'set-limits','deposit_cents':100000000}" },
    { 's', 404, "{'do':'approvals','approval':'none'}" }, { 's', 200, "{'do':'approvals'}" },
    { 's', 404, "{'do':'approve','approval':'none'}" }, { 's', 404, "{'do':'decline','approval':'none','reason':'test'}" },

    /* disputes */
    { 'h', 200, "{'do':'dispute','table':'v','text':'I stood'}" }, { 'h', 400, "{'do':'dispute','table':'v','text':''}" },
    { 'h', 404, "{'do':'dispute','table':'nowhere','text':'I stood'}" }, { 'h', 400, "{'do':'dispute','table':'v','round':-1,'text':'I stood'}" },
    { 's', 200, "{'do':'dispute','table':'v','text':'a quarrel','player':'ann'}" }, { 'h', 403, "{'do':'dispute','table':'v','text':'I stood','player':'ray'}" },
    { 's', 200, "{'do':'dispute','table':'l','text':'about no player'}" },
    { 's', 404, "{'do':'resolve-dispute','dispute':99,'resolution':'none'}" }, { 's', 400, "{'do':'resolve-dispute','dispute':1,'resolution':''}" },
    { 's', 200, "{'do':'resolve-dispute','dispute':1,'resolution':'the player hit'}" }, { 's', 409, "{'do':'resolve-dispute','dispute':1,'resolution':'again'}" },
    { 'h', 404, "{'do':'dispute','table':'v','round':1000,'text':'I stood'}" }, { 'h', 404, "{'do':'dispute','table':'v','round':1,'seq':1,'text':'I stood'}" },
    { 'h', 409, "{'do':'appeal','dispute':2,'text':'a four'}" }, { 'h', 404, "{'do':'appeal','dispute':3,'text':'not mine'}" },
    { 'h', 404, "{'do':'appeal','dispute':99,'text':'none'}" }, { 'h', 400, "{'do':'appeal','dispute':1,'text':''}" },
    { 'h', 200, "{'do':'appeal','dispute':1,'text':'a four'}" }, { 'h', 409, "{'do':'appeal','dispute':1,'text':'again'}" },
    { 's', 403, "{'do':'resolve-dispute','dispute':1,'resolution':'it stands'}" }, { 'e', 200, "{'do':'resolve-dispute','dispute':1,'resolution':'it stands','note':'seen'}" },
    { 'e', 409, "{'do':'resolve-dispute','dispute':1,'resolution':'again'}" }, { 's', 200, "{'do':'disputes','status':'closed'}" },
    { 's', 400, "{'do':'disputes','status':'shut'}" }, { 'h', 200, "{'do':'disputes'}" }, { 's', 200, "{'do':'disputes','table':'v'}" }, { 's', 200, "{'do':'disputes','table':'l','status':'open'}" },
    { 'r', 200, "{'do':'disputes','status':'resolved'}" },

    /* tables */
    { 's', 409, "{'do':'open-table','table':'v','rules':'wa-freebet'}" }, { 's', 400, "{'do':'open-table','table':'w'}" },
    { 's', 400, "{'do':'open-table','rules':'wa-freebet'}" }, { 's', 400, "{'do':'open-table','table':'W','rules':'wa-freebet'}" },
    { 's', 400, "{'do':'open-table','table':'a/b','rules':'wa-freebet'}" },
    { 's', 400, "{'do':'open-table','table':'a-name-of-a-table-that-is-too-long','rules':'wa-freebet'}" },
    { 's', 400, "{'do':'open-table','table':'w','rules':'no-such-game'}" }, { 's', 400, "{'do':'open-table','table':'w','rules':'../etc/passwd'}" },
    { 's', 400, "{'do':'open-table','table':'w','rules':'wa-freebet.yaml'}" }, { 's', 400, "{'do':'open-table','table':'w','rules':''}" },
    { 's', 400, "{'do':'open-table','table':'w','rules':'wa-freebet','settings':'decks=99'}" },
    { 's', 400, "{'do':'open-table','table':'w','rules':'wa-freebet','settings':'decks=99 boxes=99 dealer_soft17=maybe'}" },
    { 's', 400, "{'do':'open-table','table':'w','rules':'wa-freebet','settings':'nonsense'}" },
    { 's', 400, "{'do':'open-table','table':'w','rules':'wa-freebet','dealing':'by-post'}" },
    { 's', 400, "{'do':'open-table','table':'w','rules':'wa-freebet','money':'gold'}" },
    { 's', 400, "{'do':'open-table','table':'w','rules':'wa-freebet','betting_ms':0}" },
    { 's', 400, "{'do':'open-table','table':'w','rules':'wa-freebet','decision_ms':3600001}" },
    { 's', 400, "{'do':'open-table','table':'w','rules':'wa-freebet','cut_ms':-1}" },
    { 's', 400, "{'do':'open-table','table':'w','rules':'wa-freebet','hold_ms':9000000000}" },
    { 's', 400, "{'do':'open-table','table':'w','rules':'wa-freebet','par_cents':-1}" },
    { 's', 400, "{'do':'open-table','table':'w','rules':'wa-freebet','link':'UPPER CASE'}" },
    { 's', 400, "{'do':'open-table','table':'w','rules':'wa-freebet','title':5}" },
    { 's', 400, "{'do':'terms','table':'v','betting_ms':0}" }, { 's', 400, "{'do':'terms','table':'v','par_cents':-1}" },
    { 's', 400, "{'do':'terms','table':'v','rules':'ma-freebet'}" }, { 's', 200, "{'do':'terms','table':'v','betting_ms':9000,'practice':false}" },
};
/* clang-format on */
enum { ROWS = sizeof rows / sizeof *rows };

static int64_t asked, refused;

static json_t *body_of(const row *r)
{
    char copy[400];
    snprintf(copy, sizeof copy, "%s", r->body);
    for (char *at = copy; *at; at++)
        *at = *at == '\'' ? '"' : *at;
    json_t *body = json_loads(copy, 0, NULL);
    if (!body) fail_msg("%s", r->body);
    return body;
}

static void begin(void)
{
    d = desk_open("a");
    enter_one_of_each_kind();
    found("v", "wa-freebet", "virtual");
    found("l", "wa-freebet", "live");
    if (!state_of("l")->is_open) must("l", 's', "tray-open", "{'cents':1000000}");
    must("l", 'D', "dealer", "{}");
    static const char *const tables[] = { "v", "l" };
    for (int i = 0; i < 2; i++) {
        must(tables[i], 'h', "sit", "{'seat':'1'}");
        must(tables[i], 'h', "buy", "{'cents':30000}");
        must(tables[i], 'r', "sit", "{'seat':'3'}");
    }
    must("l", 'D', "load", "{'prepared':true}");
    must("l", 'D', "burn", "{}");
    must("l", 'D', "open", "{}");
}

static void each_by_its_status(void **state)
{
    int wrong = 0;
    begin();
    for (const row *r = rows; r < rows + ROWS; r++) {
        int status = say(session_of(r->who), body_of(r));
        if (status == r->status) continue;
        wrong++;
        print_error("%c %s: %d, not %d: %s\n", r->who, r->body, status, r->status, why(d));
    }
    assert_int_equal(say("", json_array()), 400); /* not an object */
    desk_close(d);
    assert_int_equal(wrong, 0);
}

/* --- damages ---------------------------------------------------------------------------------------------------------
 * */

/* Whether a field of this type accepts this kind of JSON value. */
static bool is_of_type(lm_act_type type, const json_t *value)
{
    switch (type) {
    case LM_TYPE_INT:
    case LM_TYPE_CENTS:
    case LM_TYPE_PACK: return json_is_integer(value);
    case LM_TYPE_BOOL: return json_is_boolean(value);
    case LM_TYPE_LIST: return json_is_array(value);
    case LM_TYPE_OBJECT: return json_is_object(value);
    case LM_TYPE_BY:
    case LM_TYPE_ANY: return value != NULL;
    default: return json_is_string(value);
    }
}

/* The type that the word's row gives the field; any type where the row does not have it. */
static lm_act_type type_of(const char *word, const char *key)
{
    const lm_act_row *w = lm_act_said(word, strlen(word));
    for (int i = 0; w && i < w->fields; i++) {
        lm_act_field field = (lm_act_field)w->has[i].field;
        if (lm_act_takes(w, i, false) && strcmp(lm_field_key(field), key) == 0) return lm_field_type(field);
    }
    return LM_TYPE_ANY;
}

static void ask_damaged(char who, const json_t *body, const char *key, int damage)
{
    json_t *bad = damaged(body, key, damage);
    const json_t *value = json_object_get(bad, key);
    char *text = json_dumps(bad, 0);
    lm_act_type type = type_of(json_string_value(json_object_get(body, "do")), key);
    bool malformed = value && !is_of_type(type, value);
    int status = say(session_of(who), bad);
    asked++;
    refused += status != 200;
    if (status != 200 && (status < 400 || status >= 500)) fail_msg("%c %s: %d %s", who, text, status, why(d));
    if (malformed && status == 200) fail_msg("%c %s is done", who, text);
    if (status != 200 && !*why(d)) fail_msg("%c %s: no reason", who, text);
    free(text);
}

static void damage_everything(char who, const json_t *body)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)body, key, value)
    {
        for (int damage = 0; strcmp(key, "do") != 0 && damage < DAMAGES; damage++)
            ask_damaged(who, body, key, damage);
    }
}

/* People who sit or work at a table stay there. */
static bool ends_the_test(const char *word)
{
    static const char *const words[] = { "leave", "close-table", "tray-close", "freeze", "drain", NULL };
    for (int i = 0; words[i]; i++) {
        if (strcmp(words[i], word) == 0) return true;
    }
    return false;
}

static void damage_words_at(const char *table)
{
    static const char who[] = { 'h', 'D', 's' };
    for (const matrix_row *m = matrix; m < matrix + MATRIX_ROWS; m++) {
        if (!m->body || ends_the_test(m->word)) continue;
        for (size_t i = 0; i < sizeof who; i++) {
            json_t *body = request(table, m->word, m->body);
            json_object_del(body, "table");
            const char *key;
            json_t *value, *whole = request(table, m->word, m->body);
            json_object_foreach(body, key, value)
            {
                for (int damage = 0; strcmp(key, "do") != 0 && damage < DAMAGES; damage++)
                    ask_damaged(who[i], whole, key, damage);
            }
            json_decref(body);
            json_decref(whole);
        }
    }
}

static void nothing_breaks_the_house(void **state)
{
    proof p = proof_begin("house.malformed_requests", 1, 1);
    begin();
    for (const row *r = rows; r < rows + ROWS; r++) {
        json_t *body = body_of(r);
        if (r->status == 200) damage_everything(r->who, body);
        json_decref(body);
    }
    damage_words_at("v");
    damage_words_at("l"); /* while betting */
    found("m", "wa-freebet", "live");
    if (!state_of("m")->is_open) must("m", 's', "tray-open", "{'cents':1000000}");
    must("m", 'o', "dealer", "{}");
    damage_words_at("m"); /* without a shoe */
    proof_end(&p, asked, "damaged requests", "%ld refused, none the house's fault", (long)refused);
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOUSE_TEST(each_by_its_status),
        HOUSE_TEST(nothing_breaks_the_house),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
