/* health.c - /healthz: whether this server is ready, how far the proof of its journal is, and which containment is in
 * force. */
#include "lammer/version.h"
#include "room.h"

static json_t *report_json(proof_state state, const lm_store_report *report)
{
    json_t *json = json_pack("{s:s}", "state", proof_word(state));
    if (state != PROOF_RIGHT && state != PROOF_WRONG) return json;
    json_object_set_new(json, "records", json_integer(report->records));
    json_object_set_new(json, "wrong", json_integer(report->wrong));
    if (report->wrong)
        json_object_set_new(json, "first",
                            json_pack("{s:s, s:I, s:s}", "stream", report->first_stream, "seq",
                                      (json_int_t)report->first_seq, "what", report->first));
    return json;
}

/* A house whose books are wrong still plays with the chips on its tables, but is not "ready". */
void health_reply(peer *p)
{
    server *s = p->server;
    const char *fault = lm_house_fault(s->house);
    bool alarmed = lm_house_alarmed(s->house);
    bool well = !fault && !alarmed && s->stage == SERVER_SERVES;
    json_t *body =
        json_pack("{s:b, s:s, s:s, s:s, s:I, s:{s:o, s:o}}", "ok", well, "state",
                  fault                       ? "failed"
                  : alarmed                   ? "alarm"
                  : s->stage == SERVER_SERVES ? "serving"
                                              : "stopping",
                  "server", s->name, "version", LAMMER_VERSION, "up_ms", (json_int_t)(now_ms() - s->started_ms),
                  "journal", "since_snapshots", report_json(s->quick_state, &s->quick), "whole",
                  report_json(s->books.last.state, &s->books.last.report));
    json_object_set_new(json_object_get(body, "journal"), "proofs", json_integer(s->books.proofs));
    json_object_set_new(body, "program", json_string(program_word(s->program.state)));
    json_object_set_new(body, "contained",
                        json_pack("{s:i, s:b, s:s}", "landlock", s->contained.landlock, "seccomp", s->contained.calls,
                                  "missing", s->contained.missing));
    http_reply_json(p, well ? 200 : 503, body);
}
