/* tell.c - prints a story line by line. The sentences are those of include/lammer/messages/en.def. */
#include "lammer/program/tell.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lammer/program/words_json.h"

void teller_start(teller *t, bool clauses)
{
    const char *term = getenv("TERM");
    *t = (teller){ .clauses = clauses, .out = stdout };
    t->symbols = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    t->colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR") && term && strcmp(term, "dumb") != 0;
}

static const char *paint(const teller *t, const char *code)
{
    return t->colour ? code : "";
}

lm_story_style teller_style(const teller *t)
{
    return (lm_story_style){ .symbols = t->symbols,
                             .red = t->colour ? "\033[31m" : NULL,
                             .plain = t->colour ? "\033[0m" : NULL };
}

/* A hand on the felt: place, cards and total in columns. A card is as wide as its two characters. */
static void print_hand(const teller *t, const lm_sentence *s, char *text)
{
    enum { TOTAL_COLUMN = 15, CARD_WIDTH = 3 };
    char *rest = NULL;
    const char *place = strtok_r(text, "\t", &rest), *cards = strtok_r(NULL, "\t", &rest);
    const char *shows = strtok_r(NULL, "\t", &rest);
    int pad = TOTAL_COLUMN - CARD_WIDTH * s->mine.n;
    fprintf(t->out, "      %-8s %s%*s%s\n", place ? place : "", cards ? cards : "",
            !shows    ? 0
            : pad < 2 ? 2
                      : pad,
            "", shows ? shows : "");
}

static void print_sentence(const teller *t, const lm_sentence *s, const char *text)
{
    bool result = s->part == LM_PART_RESULT && lm_message_flow(s->id) >= LM_FLOW_WON;
    fprintf(t->out, "  %s%s%s", result ? paint(t, "\033[1m") : "", text, result ? paint(t, "\033[0m") : "");
    if (t->clauses && s->clause) fprintf(t->out, "  %s[%s]%s", paint(t, "\033[2m"), s->clause, paint(t, "\033[0m"));
    fprintf(t->out, "\n");
}

static void print_json(const teller *t, const lm_sentence *s)
{
    json_t *object = lm_words_of_sentence(s);
    json_dumpf(object, t->out, JSON_COMPACT);
    fputc('\n', t->out);
    json_decref(object);
}

static void say(void *self, const lm_sentence *s)
{
    teller *t = self;
    if (t->json) {
        print_json(t, s);
        return;
    }
    lm_story_style style = teller_style(t);
    char text[LM_STORY_LINE];
    lm_sentence_write(s, &style, text, sizeof text);
    if (s->id == LM_SAY_OPEN && ++t->rounds > 1) {
        fprintf(t->out, "\n  Round %d\n\n", t->rounds);
        t->part = LM_PART_NONE;
    }
    if (s->part != t->part && t->part) fprintf(t->out, "\n");
    t->part = s->part;
    if (s->id == LM_SAY_FELT) {
        print_hand(t, s, text);
    } else {
        print_sentence(t, s, text);
    }
}

void tell_events(teller *t, const lm_event *event, int n)
{
    for (int i = 0; i < n; i++)
        lm_story_event(&t->story, &event[i]);
    lm_story_pause(&t->story);
}

void tell_between(teller *t, const lm_event *event, int from, int to, const lm_dated_news *news, int n)
{
    for (int i = 0; i <= n; i++) {
        int end = i < n ? news[i].at : to;
        for (; from < end; from++)
            lm_story_event(&t->story, &event[from]);
        if (i < n) lm_story_meter(&t->story, &news[i].news);
    }
    lm_story_pause(&t->story);
}

void teller_rules(teller *t, const lm_rules *rules)
{
    lm_story_open(&t->story, rules, (lm_story_ear){ say, t });
    t->part = LM_PART_NONE;
}

static void add_dollars(lm_cents cents, char *text, size_t size)
{
    char amount[32];
    lm_story_money(cents, amount, sizeof amount);
    lm_words_add(text, size, "%s", amount);
}

void tell_table(teller *t, const lm_rules *rules)
{
    char game[64], line[LM_STORY_LINE];
    lm_words_of_rules(rules, "rule_set", game, sizeof game);
    lm_words_of_rules(rules, "decks dealer_soft17 dealer_22", line, sizeof line);
    lm_words_add(line, sizeof line, ", ");
    add_dollars(rules->min_bet, line, sizeof line);
    lm_words_add(line, sizeof line, " to ");
    add_dollars(rules->max_bet, line, sizeof line);
    if (!t->json)
        fprintf(t->out, "\n  %s%s%s (%s)\n  %s\n\n", paint(t, "\033[1m"), game, paint(t, "\033[0m"), rules->name, line);
    teller_rules(t, rules);
    t->rounds = 0;
}

void teller_hear_table(void *self, const lm_rules *rules)
{
    tell_table(self, rules);
}

void teller_hear_events(void *self, const lm_event *event, int from, int to, const lm_dated_news *news, int n)
{
    tell_between(self, event, from, to, news, n);
}
