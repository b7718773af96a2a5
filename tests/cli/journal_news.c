/* journal_news.c - an award of a meter in a house's journal becomes a sentence: from the call to the card. */
/* sanitized */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <cmocka.h>

#include "cli.h"
#include "journal_cli.h"

static void report_problem(void *self, const char *file, int line, const char *text)
{
    (void)self;
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
}

static const lm_rules *washington(void)
{
    static lm_profile profile;
    const lm_profile_reader reader = { report_problem, NULL };
    assert_true(lm_profile_load(&profile, lm_wagers, "wa-freebet", NULL, 0, &reader));
    return &profile.rules;
}

static void write_line(void *self, const lm_sentence *s)
{
    lm_sentence_write(s, &(lm_story_style){ 0 }, self, LM_STORY_LINE);
}

/* Clause, event as the house writes it, sentence. */
static const struct {
    const char *clause, *event, *sentence;
} cases[] = {
    { "WB7-13(d)", "{'event':'call','seat':'2b','wager':'blazing7','cents':500024}",
      "The dealer presses the hand button for the second bettor on box 2 and calls a supervisor." },
    { "WB7-13(e)(a).1", "{'event':'verify-award','seat':'2','wager':'blazing7','cents':500024}",
      "A supervisor verifies the cards and the light of box 2 and confirms $5,000.24." },
    { "WB7-13(e)(a).2",
      "{'event':'win-page','seat':'2','wager':'blazing7','meter':'blazing7','percent':100,'cents':500024,"
      "'after_cents':200000,'card':'executive'}",
      "An executive completes the award with a card: $5,000.24 from the meter blazing7, which now shows "
      "$2,000." },
    { "MBJ-19(m).1", "{'event':'must-hit','seat':'3','wager':'super4','cents':20000,'after_cents':10020}",
      "The meter super4.musthit has come to its hidden amount, $200; it starts again at $100.20." },
};

static void test_awards(void **state)
{
    (void)state;
    const lm_rules *rules = washington();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[512], line[LM_STORY_LINE] = "";
        lm_meter_news news;
        lm_story story;
        snprintf(json, sizeof json, "%s", cases[i].event);
        for (char *c = json; *c; c++)
            *c = *c == '\'' ? '"' : *c;
        json_t *event = json_loads(json, 0, NULL);
        assert_true(journal_news(rules, event, &news));
        lm_story_open(&story, rules, (lm_story_ear){ write_line, line });
        lm_story_meter(&story, &news);
        assert_string_equal(line, cases[i].sentence);
        json_decref(event);
    }
}

static void test_other_events(void **state)
{
    (void)state;
    lm_meter_news news;
    json_t *event = json_pack("{s:s, s:i}", "event", "fill", "cents", 100);
    assert_false(journal_news(washington(), event, &news));
    json_decref(event);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_awards), cmocka_unit_test(test_other_events) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
