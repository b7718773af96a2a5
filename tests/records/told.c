/* told.c - acts, events and records of a journal in sentences: every row has one, and it reads well with few fields and
 * with all. */
/* sanitized */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "lammer/server/json.h"

extern const lm_wager *const lm_wagers[];

/* Commands at a table that are never recorded: a look, and those that become another act. */
static bool is_only_said(lm_act_word word)
{
    static const lm_act_word said[] = { LM_ACT_READY, LM_ACT_WATCH, LM_ACT_UNWATCH, LM_ACT_SHOW_AMOUNT };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        if (said[i] == word) return true;
    }
    return false;
}

static bool is_recorded(const lm_act_row *row)
{
    if (row->where == LM_AT_HOUSE) return lm_act_word_of(row) == LM_ACT_OPEN_TABLE;
    return !(row->when & LM_ACT_READS) && !is_only_said(lm_act_word_of(row));
}

static json_t *sample(lm_act_type type)
{
    const char *const *words = lm_type_words(type);
    if (words) return json_string(words[1]);
    switch (type) {
    case LM_TYPE_SEAT:
    case LM_TYPE_PLACE:
    case LM_TYPE_BY: return json_string("3");
    case LM_TYPE_WAGER: return json_string("push22");
    case LM_TYPE_CARD: return json_string("Th");
    case LM_TYPE_INT:
    case LM_TYPE_CENTS:
    case LM_TYPE_PACK: return json_integer(1);
    case LM_TYPE_BOOL: return json_true();
    case LM_TYPE_LIST: return json_array();
    case LM_TYPE_OBJECT:
    case LM_TYPE_ANY: return json_object();
    default: return json_string("ann");
    }
}

/* A recorded act of this row: with every field, or only those that it needs and those that the house adds. */
static json_t *sample_act(const lm_act_row *row, bool all)
{
    json_t *act = json_pack("{s:s}", "do", row->word);
    for (int i = 0; i < row->fields; i++) {
        lm_act_field field = (lm_act_field)row->has[i].field;
        bool wanted = lm_act_needs(row, i, true) || row->has[i].use == LM_USE_KEPT || row->has[i].use == LM_USE_ALSO;
        if (lm_act_takes(row, i, true) && (all || wanted))
            json_object_set_new(act, lm_field_key(field), sample(lm_field_type(field)));
    }
    return act;
}

static const char *tell(const char *word, const json_t *fields)
{
    static char text[1000];
    lm_out out = { 0 };
    text[0] = '\0';
    if (lm_tell(&out, word, &(lm_telling){ fields, "sue", lm_wagers })) snprintf(text, sizeof text, "%s", out.at);
    lm_out_free(&out);
    return text;
}

/* A gap that the fields do not fill would leave one of these behind. */
static void assert_reads_well(const char *word, const char *text)
{
    static const char *const left_behind[] = { "  ", " .", " ,", " ;", "\"\"", "()", "{", "}", "[", "]", ":.", "$." };
    size_t size = strlen(text);
    for (size_t i = 0; i < sizeof left_behind / sizeof *left_behind; i++) {
        if (strstr(text, left_behind[i])) fail_msg("%s: %s", word, text);
    }
    bool ends = size > 2 && (text[size - 1] == '.' || strcmp(text + size - 2, ".\"") == 0);
    if (!ends || text[0] == ' ') fail_msg("%s: \"%s\" is not a sentence", word, text);
}

static void test_every_act(void **state)
{
    (void)state;
    for (int i = 0; i < LM_ACT_COUNT; i++) {
        const lm_act_row *row = &lm_act_rows[i];
        if (!is_recorded(row)) continue;
        if (!lm_told_act((lm_act_word)i)) fail_msg("journal.def has no sentence for the act %s", row->word);
        for (int all = 0; all < 2; all++) {
            json_t *act = sample_act(row, all);
            assert_ptr_equal(lm_act_recorded(act), row);
            assert_reads_well(row->word, tell(row->word, act));
            json_decref(act);
        }
    }
}

/* Clause or "", word of an event or kind of a record ("" for an act), fields, sentence. */
static const struct {
    const char *clause, *word, *fields, *sentence;
} cases[] = {
    { "", "", "{'do':'sit','seat':'3','player':'ann'}", "ann sits at box 3." },
    { "", "", "{'do':'sit','seat':'3b','player':'ben'}", "ben takes a place behind box 3." },
    { "MBJ-13(a).1", "", "{'do':'share','seat':'3','on':false,'player':'ann'}", "ann stops bets behind box 3." },
    { "MBJ-3(d).1", "", "{'do':'bet','seat':'3','cents':1000,'in':'coupon','coupon':'c7','owner':'ann'}",
      "Box 3 bets $10, laid as a coupon (number c7 of ann)." },
    { "", "", "{'do':'bet','seat':'3c','wager':'push22','cents':500}",
      "The third bettor on box 3 bets $5 on Push 22." },
    { "", "", "{'do':'bet','seat':'3t','cents':500}", "The player of box 3, for the dealer, bets $5." },
    { "", "", "{'do':'tray-open','cents':200000,'by':'cas'}", "cas opens the tray with $2,000 from the cage." },
    { "", "", "{'do':'fill','cents':50000,'by':'sue','approved':'cas','slip':4}",
      "sue fills the tray with $500 from the cage, slip 4; cas approves it." },
    { "", "fill", "{'event':'fill','cents':50000,'slip':5,'automatic':true}",
      "The tray lacks chips: the cage fills it with $500, slip 5." },
    { "", "",
      "{'do':'tray-close','cents':99500,'by':'sue','approved':'cas','book_cents':100000,'difference_cents':-500}",
      "sue closes the tray and counts $995; cas approves it. The books had $1,000: the count differs by -$5." },
    { "", "", "{'do':'correct','number':3,'card':'Th','was':'9h','reason':'misread','by':'sue'}",
      "sue corrects card 3 of the round: it is Th, not 9h. Reason: \"misread\"." },
    { "", "", "{'do':'freeze','reason':'two\\nlines \\u001b[31m','by':'sue'}",
      "sue freezes the table. Reason: \"two lines  [31m\"." },
    { "", "", "{'do':'time-ran-out','player':'ann','seat':'3','did':'no-insurance'}",
      "Time runs out for ann at box 3. The house acts: no insurance." },
    { "WB7-13(d)", "", "{'do':'call','seat':'2b','wager':'blazing7','person':'dan','role':'dealer','cents':500024}",
      "dan presses the hand button for the second bettor on box 2 on Blazing 7's Progressive and calls a supervisor." },
    { "WB7-13(e)(a).1", "",
      "{'do':'verify-award','seat':'2','wager':'blazing7','person':'sue','role':'supervisor','cents':500024}",
      "sue, as supervisor, verifies the cards and the light of box 2 and confirms $5,000.24 for Blazing 7's "
      "Progressive." },
    { "WB7-13(e)(a).2", "win-page",
      "{'event':'win-page','seat':'2','wager':'blazing7','player':'ann','meter':'blazing7','percent':100,'cents':"
      "500024,"
      "'after_cents':200000,'card':'executive','called':'dan','confirmed':'sue','paid':'eve'}",
      "eve completes the award of ann with a card as executive: $5,000.24 from the meter blazing7, which now shows "
      "$2,000. dan called it, sue confirmed it." },
    { "MBJ-19(m).1", "must-hit",
      "{'event':'must-hit','seat':'3','player':'ann','wager':'super4','cents':20000,'after_cents':10020}",
      "The must-hit meter of Super 4 Progressive has come to its hidden amount, $200: ann at box 3 wins it. It starts "
      "again at "
      "$100.20." },
    { "WB7-13(e)(c)", "",
      "{'do':'adjust','meter':'blazing7','cents':100,'reason':'correction','account':'shown','person':'sue','role':"
      "'supervisor','second':'eve'}",
      "sue sets the meter blazing7 to $1, account shown; eve approves it. Reason: \"correction\"." },
    { "", "alarm-ended", "{'by':'eve','reason':'mended'}", "eve ends the alarm. Reason: \"mended\"." },
    { "", "roles-changed",
      "{'person':'ben','before':{'roles':['dealer']},'after':{'roles':['dealer','cashier']},'reason':'new post',"
      "'approved':'eve'}",
      "sue changes the roles of ben from dealer to dealer, cashier; eve approves it. Reason: \"new post\"." },
    { "", "deposit", "{'person':'ann','money':'real','cents':30000,'receipt':8,'before':0,'after':30000}",
      "sue takes $300 in real money from ann: receipt 8." },
    { "", "approval-asked", "{'approval':'a1','word':'fill','request':{'cents':50000,'table':'t1'}}",
      "sue asks a second person to approve \"fill\" of $500 at table t1, number a1." },
};

static void test_sentences(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[512];
        snprintf(json, sizeof json, "%s", cases[i].fields);
        for (char *c = json; *c; c++)
            *c = *c == '\'' ? '"' : *c;
        json_t *fields = json_loads(json, 0, NULL);
        assert_non_null(fields);
        assert_string_equal(tell(cases[i].word, fields), cases[i].sentence);
        json_decref(fields);
    }
}

/* A field of another type than its sentence expects is left out; a word without a row is not told. */
static void test_malformed(void **state)
{
    (void)state;
    json_t *fields = json_pack("{s:s, s:i, s:[], s:n}", "do", "sit", "seat", 3, "player", "by");
    assert_string_equal(tell("", fields), " sits at .");
    json_decref(fields);
    assert_string_equal(tell("no-such-kind", NULL), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_act), cmocka_unit_test(test_sentences),
                                        cmocka_unit_test(test_malformed) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
