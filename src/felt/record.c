/* record.c - turns a play into its record: acts and events are written once, when they happen. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "lammer/server/json.h"
#include "lammer/version.h"
#include "play.h"

lm_out *list_begin(house_list *list)
{
    if (!list->n++) lm_out_begin(&list->text, '[');
    lm_out_begin(&list->text, '{');
    return &list->text;
}

/* Without memory an act would be done and never recorded, so the process ends. */
void list_end(house_list *list)
{
    lm_out_end(&list->text, '}');
    if (list->text.failed) memory_end();
}

void list_write(const house_list *list, lm_out *out)
{
    if (list->n)
        lm_out_value(out, list->text.at, list->text.size);
    else
        lm_out_begin(out, '[');
    lm_out_end(out, ']');
}

void list_extend(house_list *list, const house_list *more)
{
    size_t bracket = list->n > 0; /* `list` has its opening bracket already: skip the second */
    if (!more->n) return;
    lm_out_value(&list->text, more->text.at + bracket, more->text.size - bracket);
    list->n += more->n;
    if (list->text.failed) memory_end();
}

json_t *out_read(lm_out *out)
{
    if (out->failed) memory_end();
    json_t *json = json_loadb(out->at, out->size, 0, NULL);
    lm_out_free(out);
    return json;
}

json_t *list_read(const house_list *list)
{
    lm_out whole = { 0 };
    list_write(list, &whole);
    return out_read(&whole);
}

void list_take(house_list *list, const json_t *array)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        if (!list->n++) lm_out_begin(&list->text, '[');
        lm_out_json(&list->text, json_array_get(array, i));
    }
    if (list->text.failed) memory_end();
}

void list_clear(house_list *list)
{
    lm_out_clear(&list->text);
    list->n = 0;
}

void play_end(house_play *play)
{
    lm_out_free(&play->acts.text);
    lm_out_free(&play->events.text);
    lm_out_free(&play->again);
    play->acts.n = play->events.n = play->owns = 0;
}

void play_clear(house_play *play)
{
    list_clear(&play->acts);
    list_clear(&play->events);
    memset(play->did, 0, sizeof play->did);
    lm_out_clear(&play->again);
    play->opened.from = play->opened.end = 0;
    play->owns = play->moves = play->coupon_moves = play->overs = 0;
}

void play_begin(house_play *play, const lm_rules *rules, const char *id, int64_t now_ms)
{
    play_clear(play);
    play->rules = rules;
    play->id = id;
    play->replays = false;
    play->round_acts = NULL;
    play->now_ms = now_ms;
    play->shares = false;
    play->meters_in = 0;
    play->refusal = (house_refusal){ 0 };
}

void play_done(house_play *play, const lm_act *act)
{
    if (!play->acts.n) play->first = (lm_act_word)act->word;
    play->did[act->word]++;
    state_act_moves(&play->state, act);
    lm_out *out = list_begin(&play->acts);
    lm_out_pack(out, "do:s", lm_act_row_of(act)->word);
    lm_act_write_fields(act, NULL, out);
    list_end(&play->acts);
}

lm_out *event_begin(house_play *play, const char *word)
{
    lm_out *out = list_begin(&play->events);
    lm_out_pack(out, "event:s", word);
    return out;
}

void event_end(house_play *play)
{
    list_end(&play->events);
}

void act_tell(house_play *play, const lm_act *act, const lm_act_field *less)
{
    lm_act_write_fields(act, less, event_begin(play, lm_act_row_of(act)->word));
    event_end(play);
}

bool act_cents(house_play *play, const lm_act *act, lm_cents least, lm_cents *cents)
{
    *cents = lm_act_int(act, LM_FIELD_CENTS);
    if (*cents >= least && *cents <= 1000 * LM_CENTS_MAX) return true;
    return play_refuse(play, LM_REFUSED_FORM, NULL, "\"cents\" is out of range");
}

bool act_box(house_play *play, const lm_act *act, lm_seat *seat)
{
    *seat = lm_act_seat(act, LM_FIELD_SEAT);
    if (seat->box >= 1 && seat->box <= play->rules->boxes) return true;
    return play_refuse(play, LM_REFUSED_NOW, lm_why_clause(LM_WHY_BOX, (int)play->rules->rule_set),
                       LM_SAYS(BOXES_HERE, "boxes", "this table has %d boxes"), (int)play->rules->boxes);
}

void record_write(const house_play *play, const lm_meters *shared, uint32_t which, lm_out *out)
{
    char hash[17];
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(play->rules->hash >> 8 * (7 - i));
    sodium_bin2hex(hash, sizeof hash, bytes, sizeof bytes);
    lm_out_pack(out, "{ engine:s rules:s time_ms:I", LAMMER_VERSION, hash, play->now_ms);
    lm_out_key(out, "acts");
    list_write(&play->acts, out);
    if (which) {
        lm_out_key(out, "meters");
        links_write(shared, which, out);
    }
    if (play->coupon_moves) {
        lm_out_key(out, "coupons");
        coupon_moves_write(play, out);
    }
    lm_out_end(out, '}');
}
