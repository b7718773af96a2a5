/* turn.c - one turn of the event loop: finishes work of other threads, polls the house, starts a stop. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "room.h"

enum { STOP_STEP_MS = 20 };

/* A failed commit ends the process at once. What was acknowledged is durable, and nothing more may be acknowledged. */
static void die_of(server *s, const char *fault)
{
    log_line("error", /* say:house-has-stopped */ "the house has stopped", json_pack("{s:s}", "why", fault));
    fprintf(stderr, "lammer: the house has stopped: %s; repair that and start it again\n", fault);
    _exit(LM_SERVE_AGAIN);
}

void server_log_proof(server *s, const proof_finding *f)
{
    log_line(f->state == PROOF_RIGHT ? "info" : "error", "journal proved",
             json_pack("{s:s, s:s, s:I, s:I, s:s}", "scope", "whole", "state", proof_word(f->state), "records",
                       (json_int_t)f->report.records, "wrong", (json_int_t)f->report.wrong, "first",
                       f->state == PROOF_FAILED ? f->text : f->report.first));
}

/* A proof that could not read the database says nothing about the books: repeat it. */
void server_tell_house(server *s, const proof_finding *f)
{
    const char *names[PROOF_NAMES];
    for (int i = 0; i < f->names; i++)
        names[i] = f->name[i];
    if (f->state == PROOF_WRONG) lm_house_alarm(s->house, f->report.first, names, f->names);
    if (f->state == PROOF_RIGHT) lm_house_proved(s->house);
}

/* Logs every proof that finds a fault, and the first one after it that finds none. */
static void hear_proof(server *s)
{
    proof_state before = s->books.last.state;
    if (!books_take(&s->books)) return;
    if (s->books.last.state != PROOF_RIGHT || before != PROOF_RIGHT) server_log_proof(s, &s->books.last);
    server_tell_house(s, &s->books.last);
}

static void poll_due(lws_sorted_usec_list_t *timer)
{
    server_turn(lws_container_of(timer, server, poll_timer));
}

void server_poll(server *s)
{
    int ms = lm_house_poll(s->house);
    const char *fault = lm_house_fault(s->house);
    if (fault) die_of(s, fault);
    if (ms < 1) ms = 1;
    int most = s->stage == SERVER_SERVES ? 1000 : STOP_STEP_MS;
    if (ms > most) ms = most;
    lws_sul_schedule(s->context, 0, &s->poll_timer, poll_due, (lws_usec_t)ms * 1000);
}

/* Called when another thread has finished something, or a request has set new clocks. libwebsockets also calls this
 * while it starts and stops, when the house is closed. */
void server_turn(server *s)
{
    if (!s->house || s->stage == SERVER_STOPPED) return;
    s->turning = false;
    for (int i = 0; i < LM_WORKS; i++)
        worker_finish(&s->worker[i]);
    server_poll(s);
    hear_proof(s);
}

/* Asks for one turn of the house, for all requests and outcomes of this turn of the loop. */
void server_turn_soon(server *s)
{
    s->turning = true;
}

/* An answer may release a held peer, whose next request needs another turn. */
void server_end_turn(server *s)
{
    do {
        if (s->turning) server_turn(s);
        traffic_flush(s);
    } while (s->turning && s->stage != SERVER_STOPPED);
    s->admit.turn_ms = 0;
}

void server_set_stage(server *s, server_stage stage)
{
    static const char *const words[] = { "serving", /* say:finishing-rounds */ "finishing open rounds",
                                         "closing connections", "stopped" };
    s->stage = stage;
    s->stage_ms = now_ms();
    log_line("info", words[stage], NULL);
}

/* The first call asks for a stop, the second stops at once. */
void server_stop(server *s)
{
    if (s->stage == SERVER_SERVES) {
        server_set_stage(s, SERVER_DRAINS);
        server_turn_soon(s);
    } else if (s->stage == SERVER_DRAINS) {
        s->stage_ms -= (int64_t)s->options.drain_s * 1000;
    }
}
