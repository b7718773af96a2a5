/* record.c - a play from its beginning to the body of the record that it becomes. */
#include <jansson.h>
#include <stdio.h>

#include "lammer/server/felt.h"
#include "lammer/version.h"

void play_end(house_play *play)
{
    json_decref(play->acts);
    json_decref(play->events);
    json_decref(play->own);
    play->acts = play->events = play->own = NULL;
}

void play_begin(house_play *play, const lm_rules *rules, const char *id, int64_t now_ms)
{
    play_end(play);
    play->rules = rules;
    play->id = id;
    play->replays = false;
    play->acts = json_array();
    play->events = json_array();
    play->own = json_array();
    play->moves = play->coupon_moves = 0;
    play->round_acts = NULL;
    play->ready = 0;
    play->now_ms = now_ms;
    play->shares = false;
    play->meters_in = 0;
    play->refusal = (house_refusal){ 0 };
}

json_t *record_body(const house_play *play)
{
    char hash[17];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)play->rules->hash);
    json_t *body = json_pack("{s:s, s:s, s:I, s:O}", "engine", LAMMER_VERSION, "rules", hash, "time_ms",
                             (json_int_t)play->now_ms, "acts", play->acts);
    return body;
}
