/* rooms.c - commands that other rooms answer from the journal, and their senders who wait for what is not recorded yet.
 *
 * A sender who waits holds no thread: the question lies here, and is asked again when something was recorded. */
#include <stdlib.h>
#include <string.h>

#include "floor.h"

enum {
    WAITING_MOST = 64,        /* senders who wait at the same time */
    WAITING_OF_PERSON = 8,    /* of the same person; a further one is answered at once */
    WAIT_MOST_MS = 30000,     /* docs/feed.md */
    LOOK_MS = 200,            /* between two looks for new records of this server */
    LOOK_ELSEWHERE_MS = 1000, /* between two looks for records of other servers, which this one does not count */
};

/* A command while another room works on it. */
typedef struct asked_room {
    lm_inquiry inquiry;
    lm_request body;
    const lm_question *question;
    lm_kind kind;
    void *kept;
    lm_out answer;
    char text[LM_HOUSE_TEXT];
    house_request *request;
    struct asked_room *next;               /* while its sender waits */
    int64_t began_ms, until_ms, looked_ms; /* steady clock */
    bool waited;
} asked_room;

static const lm_question *question_find(const lm_house *house, lm_act_word word)
{
    for (const lm_question *q = house->options.questions; q && q->word >= 0; q++) {
        if (q->word == (int)word) return q;
    }
    return NULL;
}

bool room_answers(const lm_house *house, lm_act_word word)
{
    return question_find(house, word) != NULL;
}

static lm_work work_of(const lm_question *question)
{
    return question->searches ? LM_WORK_SEARCH : LM_WORK_REPORT;
}

static void asked_free(asked_room *asked)
{
    lm_out_free(&asked->answer);
    free(asked);
}

static void let_answer(house_request *request)
{
    asked_room *asked = request->asked;
    asked->kind = asked->question->answer(&asked->inquiry, &asked->answer, asked->text);
}

static void tell_answer(house_request *request);

/* A room that was asked to go on may find the queue full; then the request is refused. */
static void ask_on(asked_room *asked)
{
    house_request *request = asked->request;
    lm_work kind = work_of(asked->question);
    if (request_may_wait(request, kind))
        request_later(request, kind, let_answer, tell_answer);
    else
        asked_free(asked);
}

/* --- senders who wait ------------------------------------------------------------------------------------------------ */

/* Has the wait answered by the next poll. */
static void end_wait(lm_house *house, asked_room *asked)
{
    asked->until_ms = house->look_ms = 0;
}

/* Counts those who wait. Where a person has all their places, the first of them, whose connection may be gone, is
 * answered. */
static int make_place(lm_house *house, const char *person)
{
    int all = 0, of_person = 0;
    asked_room *first = NULL;
    for (asked_room *a = house->waiting; a; a = a->next) {
        all++;
        if (strcmp(a->request->caller.person, person) != 0) continue;
        of_person++;
        if (!first || a->began_ms <= first->began_ms) first = a;
    }
    if (of_person >= WAITING_OF_PERSON) end_wait(house, first);
    return all;
}

void rooms_disconnect(lm_house *house, uint64_t connection)
{
    for (asked_room *a = house->waiting; a; a = a->next) {
        if (connection && a->request->connection == connection) end_wait(house, a);
    }
}

static void let_wait(asked_room *asked)
{
    lm_house *house = asked->request->house;
    if (make_place(house, asked->request->caller.person) >= WAITING_MOST) {
        asked->inquiry.waits = false;
        ask_on(asked);
        return;
    }
    asked->looked_ms = house->steady_ms;
    asked->waited = true;
    asked->next = house->waiting;
    house->waiting = asked;
}

/* Asks again those who have waited long enough, and all others if something may have been recorded. */
void rooms_tick(lm_house *house)
{
    int64_t now = house->steady_ms, commits = lm_store_commits(house->store);
    bool ends = house->draining || house->closing, news = commits != house->waiting_commits;
    if (!house->waiting || (!ends && now < house->look_ms && house->look_ms <= now + LOOK_MS)) return;
    asked_room *all = house->waiting;
    house->waiting = NULL;
    house->waiting_commits = commits;
    house->look_ms = now + LOOK_MS;
    for (asked_room *a = all, *next; a; a = next) {
        next = a->next;
        bool over = ends || now >= a->until_ms;
        if (over || news || now - a->looked_ms >= LOOK_ELSEWHERE_MS) {
            a->inquiry.waits = !over;
            ask_on(a);
        } else {
            a->next = house->waiting;
            house->waiting = a;
        }
    }
}

void rooms_close(lm_house *house)
{
    for (asked_room *a = house->waiting, *next; a; a = next) {
        next = a->next;
        request_free(a->request);
        asked_free(a);
    }
    house->waiting = NULL;
}

/* --- questions ------------------------------------------------------------------------------------------------------- */

/* The rights of a sender who waited may have been taken meanwhile. */
static bool may_still_hear(const asked_room *asked)
{
    return !asked->waited || asked->request->house->turns->renew(asked->request);
}

static void tell_answer(house_request *request)
{
    asked_room *asked = request->asked;
    if (asked->kind == LM_WAITING) {
        let_wait(asked);
        return;
    }
    if (asked->kind == LM_UNFINISHED) {
        ask_on(asked);
        return;
    }
    if (!may_still_hear(asked)) {
        asked_free(asked);
        return;
    }
    if (asked->kind == LM_ANSWERED)
        request_answer_text(request, &asked->answer);
    else
        request_refuse(request, asked->kind, "%s", asked->text);
    asked_free(asked);
}

void room_ask(house_request *request)
{
    lm_house *house = request->house;
    const lm_house_options *options = &house->options;
    const lm_question *question = question_find(house, lm_act_word_of(request->word));
    lm_work kind = work_of(question);
    if (!request_may_wait(request, kind)) return;
    asked_room *asked = zeroed_or_end(sizeof *asked);
    int64_t wait_ms = field_int(request, LM_FIELD_WAIT_MS, 0);
    asked->question = question;
    asked->request = request;
    asked->body.object = request->body;
    asked->began_ms = house->steady_ms;
    asked->until_ms = house->steady_ms + (wait_ms < WAIT_MOST_MS ? wait_ms : WAIT_MOST_MS);
    asked->inquiry = (lm_inquiry){ .word = (int)lm_act_word_of(request->word),
                                   .body = &asked->body,
                                   .store = house_reader(house, kind),
                                   .now_ms = house->now_ms,
                                   .roles = request->caller.roles,
                                   .waits = wait_ms > 0 && !house->draining,
                                   .self = options->questions_self,
                                   .kept = &asked->kept };
    request->asked = asked;
    request_later(request, kind, let_answer, tell_answer);
}
