/* journal_why.c - why a round paid what it did, from the events of the journal's replay. */
#include <stdio.h>
#include <string.h>

#include "journal_cli.h"
#include "lammer/program/explain.h"
#include "lammer/program/tell.h"
#include "lammer/program/words_json.h"

static void read_cards(const json_t *list, lm_told_cards *cards)
{
    for (size_t i = 0; i < json_array_size(list) && i < LM_HAND_CARDS; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        lm_card *card = &cards->card[cards->n++];
        if (!text || !lm_card_read(text, card)) *card = LM_CARD_DOWN;
    }
}

static void read_hand(const json_t *text, lm_told_cards *cards)
{
    const char *of = text ? json_string_value(text) : "";
    for (; of[0] && of[1] && cards->n < LM_HAND_CARDS; of += 2) {
        lm_card *card = &cards->card[cards->n++];
        if (!lm_card_read((const char[]){ of[0], of[1], '\0' }, card)) *card = LM_CARD_DOWN;
    }
}

/* Writes the sentence of an event in words. */
static void copy_sentence(char *to, size_t size, const json_t *said)
{
    const char *key = json_string_value(json_object_get(said, "say"));
    lm_sentence s = { .cents = json_integer_value(json_object_get(said, "cents")),
                      .count = json_integer_value(json_object_get(said, "count")),
                      .number = (uint8_t)json_integer_value(json_object_get(said, "number")),
                      .wager = json_string_value(json_object_get(said, "wager")),
                      .outcome = json_string_value(json_object_get(said, "outcome")) };
    for (int id = 1; id < LM_SAY_COUNT && key; id++) {
        if (strcmp(lm_message_name((lm_message)id), key) == 0) s.id = (lm_message)id;
    }
    read_hand(json_object_get(said, "cards"), &s.mine);
    read_hand(json_object_get(said, "against"), &s.dealers);
    explain_write(&s, to, size);
}

static void add_row(explainer *x, const lm_rules *rules, const json_t *told)
{
    const json_t *why = json_object_get(told, "why"), *terms = json_object_get(why, "terms");
    lm_event event;
    if (!lm_words_event(rules, told, &event)) return;
    explain_row *row = explain_add(x, rules, &event);
    copy_sentence(row->why, sizeof row->why, json_object_get(why, "because"));
    row->mine.whole = true; /* split hands have rows of their own */
    read_cards(json_object_get(why, "mine"), &row->mine);
    read_cards(json_object_get(why, "dealers"), &row->dealers);
    for (size_t i = 0; i < json_array_size(terms) && row->terms < LM_TERMS; i++) {
        const json_t *from = json_array_get(terms, i);
        explain_term *term = &row->term[row->terms++];
        const char *clause = json_string_value(json_object_get(from, "clause"));
        copy_sentence(term->text, sizeof term->text, json_object_get(from, "say"));
        snprintf(term->clause, sizeof term->clause, "%s", clause ? clause : "");
        term->cents = json_integer_value(json_object_get(from, "adds"));
    }
}

/* Lists the events of the round that have an explanation. */
static json_t *explained(const lm_told_round *told)
{
    json_t *list = json_array();
    for (size_t i = 0; i < told->records; i++) {
        for (size_t at = told->record[i].from; at < told->record[i].to; at++) {
            json_t *event = json_array_get(told->record[i].events, at);
            if (json_object_get(event, "why")) json_array_append(list, event);
        }
    }
    return list;
}

static void print_tree(const lm_rules *rules, const json_t *events)
{
    teller t;
    explainer x = { 0 };
    teller_start(&t, true);
    lm_story_style style = teller_style(&t);
    for (size_t i = 0; i < json_array_size(events); i++)
        add_row(&x, rules, json_array_get(events, i));
    explain_print(&x, &style, stdout);
    if (!x.rows) puts("No wager of this round has been decided.");
    explain_free(&x);
}

void journal_why(const lm_told_round *told, const journal_args *args)
{
    json_t *events = explained(told);
    if (args->json) {
        journal_print(json_pack("{s:b, s:s, s:I, s:O}", "replay", 1, "table", args->table, "round",
                                (json_int_t)args->round, "events", events));
    } else {
        print_tree(told->rules, events);
    }
    json_decref(events);
}
