/* admit.c - refuses early: a command that would wait longer than the bound is refused at once, so that accepted
 * commands are answered in time. Two queues can be long: commands whose records are not durable yet, and commands that
 * lie unread in the sockets while the loop handles earlier ones. */
#include "room.h"

enum { WINDOW_MS = 100, LEAST_PER_MS = 8, RETRY_MOST_MS = 5000 };

/* Commands to the house itself do not count, because some, such as a sign-in, take long by design. */
bool admit_counts(const lm_act_row *word)
{
    return word && word->where == LM_AT_TABLE && !word_reads(word);
}

/* The best recent rate tells what the house can do. The present rate may be low only because few commands come. */
static void count_window(admission *a, int64_t now)
{
    int64_t passed = now - a->window_ms;
    if (passed < WINDOW_MS) return;
    double rate = (double)a->answered / (double)passed;
    a->most_per_ms = rate > 0.98 * a->most_per_ms ? rate : 0.98 * a->most_per_ms;
    a->window_ms = now;
    a->answered = 0;
}

void admit_asked(server *s)
{
    if (s->admit.under_way++ == 0) s->admit.moved_ms = now_ms();
}

void admit_answered(server *s)
{
    s->admit.under_way--;
    s->admit.answered++;
    s->admit.moved_ms = now_ms();
    count_window(&s->admit, s->admit.moved_ms);
}

int admit_wait(server *s, const lm_act_row *word)
{
    admission *a = &s->admit;
    if (!s->options.busy_ms || !word || word_reads(word)) return 0;
    int64_t now = now_ms();
    if (!a->turn_ms) a->turn_ms = now;
    double rate = a->most_per_ms > LEAST_PER_MS ? a->most_per_ms : LEAST_PER_MS;
    int64_t expected = (int64_t)(a->under_way / rate);
    int64_t stalled = a->under_way ? now - a->moved_ms : 0;
    int64_t wait = now - a->turn_ms + (stalled > expected ? stalled : expected);
    if (wait <= s->options.busy_ms) return 0;
    s->figures.busy++;
    return wait < RETRY_MOST_MS ? (int)wait : RETRY_MOST_MS;
}
