/* heads.c - records that a signature vouches for: heads in the journal, snapshots, and the head that was kept elsewhere. */
#include "proof.h"

#include <inttypes.h>
#include <string.h>

#include "list.h"

const char kept_head[] = /* say:kept-head */ "kept head";

/* Where only a part of the journal is proved, only heads of that part are required. */
bool heads_mark(void *context, const lm_head_line *line)
{
    proving *p = context;
    bool asked = (!p->only_stream || strcmp(p->only_stream, line->stream) == 0) && line->seq >= p->from;
    if (!asked) return true;
    p->mark = list_with_room(p->mark, p->marks, &p->mark_room, sizeof *p->mark);
    p->mark[p->marks++] = (proof_mark){ .line = *line, .who = p->who };
    return true;
}

static bool keep_rest(void *context, const lm_head_rest *rest)
{
    proving *p = context;
    p->rest = list_with_room(p->rest, p->rests, &p->rest_room, sizeof *p->rest);
    p->rest[p->rests++] = *rest;
    return true;
}

/* All heads of a journal must belong to one house and be signed by one key. */
void heads_hear(proving *p, const char *who, const void *head, size_t size, const char *stream, int64_t seq)
{
    const lm_head_reader reader = { heads_mark, who == kept_head ? keep_rest : NULL, p };
    p->who = who;
    p->report->heads++;
    char *text = strndup(head, size); /* a row's bytes are not terminated */
    if (!text) memory_end();
    const char *wrong = p->keyless ? "the house has no key" : lm_head_read(text, size, &p->names, &reader);
    if (wrong) found_wrong(p, stream, seq, "the %s: %s", who, wrong);
    free(text);
}

void heads_hear_kept(proving *p)
{
    const char *head = p->asked->kept_head;
    int64_t before = p->report->wrong;
    if (head) heads_hear(p, kept_head, head, strlen(head), "", 0);
    p->report->against_head += p->report->wrong - before;
}

/* An unlisted stream has no lease to compare, and a file has no list of streams. */
static void judge_lease(proving *p, const proof_mark *m, const proved_stream *stream)
{
    const lm_head_line *line = &m->line;
    if (!stream || !stream->listed) {
        found_wrong(p, line->stream, line->seq, "the stream is missing from the list, but the %s vouches for it",
                    m->who);
    } else if (stream->epoch < line->epoch) {
        found_wrong(p, line->stream, line->seq,
                    /* say:lease-altered */ "the lease was altered: its epoch is %" PRId64 ", but the %s has %" PRId64,
                    stream->epoch, m->who, line->epoch);
    }
}

void mark_judge(proving *p, proof_mark *m, const lm_record *record)
{
    const lm_head_line *line = &m->line;
    proved_stream *stream = named_find(&p->streams, line->stream);
    int64_t before = p->report->wrong;
    m->met = true;
    if (!record) {
        found_wrong(p, line->stream, line->seq,
                    /* say:record-missing */ "the record is missing, but the %s vouches for it", m->who);
    } else if (memcmp(record->hash, line->hash, LM_STORE_HASH) != 0) {
        found_wrong(p, line->stream, line->seq,
                    /* say:record-not-the-one */ "the record is not the one that the %s vouches for", m->who);
    } else if (p->has_list) {
        judge_lease(p, m, stream);
    }
    bool well = p->report->wrong == before;
    if (well && stream && stream->signed_seq < line->seq) stream->signed_seq = line->seq;
    if (m->who == kept_head) p->report->against_head += p->report->wrong - before;
}
