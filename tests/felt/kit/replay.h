/* replay.h - repeats a record's acts on another state: movements, messages and record must be the same. */
#ifndef LAMMER_TESTS_FELT_REPLAY_H
#define LAMMER_TESTS_FELT_REPLAY_H

#include "play.h"
#include "told.h"

/* `again` has begun where `made` began, and ends as `made` did. */
static inline void replay_acts(const house_play *made, house_play *again)
{
    size_t i;
    json_t *act;
    json_array_foreach(told_acts(made), i, act)
    {
        if (!play_recorded(again, act)) fail_msg("replay refuses %s: %s", json_dumps(act, 0), again->refusal.text);
    }
    assert_int_equal(again->moves, made->moves);
    assert_memory_equal(again->move, made->move, sizeof *made->move * (size_t)made->moves);
    if (!json_equal(told_events(again), told_events(made)))
        fail_msg("the replay tells other events:\n%s\n%s", json_dumps(told_events(made), 0),
                 json_dumps(told_events(again), 0));
    if (!json_equal(told_acts(again), told_acts(made)))
        fail_msg("the replay writes another record:\n%s\n%s", json_dumps(told_acts(made), 0),
                 json_dumps(told_acts(again), 0));
}

#endif
