/* words.c - the registry: what answers the words that are said to the house. */
#include <stdlib.h>

#include "floor.h"

static const house_word *const lists[] = { people_words, approval_words, cage_words, pit_words, alarm_words, NULL };

static const lm_question *question_find(const lm_house *house, lm_act_word word)
{
    for (const lm_question *q = house->options.questions; q && q->word >= 0; q++) {
        if (q->word == (int)word) return q;
    }
    return NULL;
}

/* A question while its room works on it. */
typedef struct {
    lm_inquiry inquiry;
    const lm_question *question;
    lm_kind kind;
    lm_out answer;
    char text[LM_HOUSE_TEXT];
} asked_room;

static void let_answer(house_request *request)
{
    asked_room *asked = request->asked;
    asked->kind = asked->question->answer(&asked->inquiry, &asked->answer, asked->text);
}

static void tell_answer(house_request *request)
{
    asked_room *asked = request->asked;
    if (asked->kind == LM_ANSWERED)
        request_answer_text(request, &asked->answer);
    else
        request_refuse(request, asked->kind, "%s", asked->text);
    lm_out_free(&asked->answer);
    free(asked);
}

static void ask_room(house_request *request)
{
    const lm_house_options *options = &request->house->options;
    asked_room *asked = zeroed_or_end(sizeof *asked);
    asked->question = question_find(request->house, lm_act_word_of(request->word));
    asked->inquiry = (lm_inquiry){ .word = (int)lm_act_word_of(request->word),
                                   .body = lm_request_of(request->body),
                                   .store = request->house->store,
                                   .now_ms = request->house->now_ms,
                                   .self = options->questions_self };
    request->asked = asked;
    request_later(request, let_answer, tell_answer);
}

house_handler *word_handler(const lm_house *house, const lm_act_row *word)
{
    for (int i = 0; lists[i]; i++) {
        for (const house_word *w = lists[i]; w->word != LM_ACT_COUNT; w++) {
            if (w->word == lm_act_word_of(word)) return w->handler;
        }
    }
    return question_find(house, lm_act_word_of(word)) ? ask_room : NULL;
}
