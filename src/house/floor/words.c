/* words.c - the registry: every word that can be said to the house or at a table, and what answers it. */
#include <stdlib.h>
#include <string.h>

#include "floor.h"

static const house_word *const lists[] = { people_words, approval_words, cage_words, pit_words,
                                           floor_words,  alarm_words,    NULL };

static const lm_question *question_find(const lm_house *house, const char *word)
{
    for (const lm_question *q = house->options.questions; q && q->word.word; q++) {
        if (strcmp(q->word.word, word) == 0) return q;
    }
    return NULL;
}

const lm_house_word *word_find(const lm_house *house, const char *word)
{
    for (const lm_house_word *w = lm_house_words(); w->word; w++) {
        if (strcmp(w->word, word) == 0) return w;
    }
    const lm_question *question = question_find(house, word);
    return question ? &question->word : NULL;
}

/* --- words of other rooms ------------------------------------------------------------------------------------- */

/* A question while its room works on it. */
typedef struct {
    lm_inquiry inquiry;
    const lm_question *question;
    int status;
    json_t *answer;
    char text[LM_HOUSE_TEXT];
} asked_room;

static void let_answer(house_request *request)
{
    asked_room *asked = request->own;
    asked->status = asked->question->answer(&asked->inquiry, &asked->answer, asked->text);
}

static void tell_answer(house_request *request)
{
    asked_room *asked = request->own;
    request->own = NULL;
    if (asked->status == 200)
        request_answer(request, asked->answer);
    else
        request_refuse(request, asked->status, NULL, "%s", asked->text);
    free(asked);
}

static void ask_room(house_request *request)
{
    const lm_house_options *options = &request->house->options;
    asked_room *asked = zeroed_or_end(sizeof *asked);
    asked->question = question_find(request->house, request->word->word);
    asked->inquiry = (lm_inquiry){ .word = request->word->word,
                                   .body = request->body,
                                   .store = request->house->store,
                                   .now_ms = request->house->now_ms,
                                   .self = options->questions_self };
    request->own = asked;
    request_later(request, let_answer, tell_answer);
}

house_handler *word_handler(const lm_house_word *word)
{
    for (int i = 0; lists[i]; i++) {
        for (const house_word *w = lists[i]; w->word.word; w++) {
            if (strcmp(w->word.word, word->word) == 0) return w->handler;
        }
    }
    return ask_room;
}

const lm_house_word *lm_house_words(void)
{
    enum { ROOM = 256 };
    static lm_house_word all[ROOM + 1];
    if (all[0].word) return all;
    int n = 0;
    for (int i = 0; lists[i]; i++) {
        for (const house_word *w = lists[i]; w->word.word && n < ROOM; w++)
            all[n++] = w->word;
    }
    for (const lm_house_word *w = table_words; w->word && n < ROOM; w++)
        all[n++] = *w;
    return all;
}
