/* acts_terms.c - the terms of a table: rules, money and meters, which never change; title and clocks, which may. */
#include <stdio.h>
#include <string.h>

#include "play.h"

enum {
    BETTING_MS = 15000,
    DECISION_MS = 20000,
    CUT_MS = 10000,
    HOLD_MS = 300000,
    LONGEST_MS = 3600000,
};
static const lm_cents PAR_CENTS = 1000000; /* ten thousand dollars */

static bool refuse_field(house_refusal *refusal, const char *key, const char *what)
{
    *refusal = (house_refusal){ .kind = LM_REFUSED_FORM };
    snprintf(refusal->text, sizeof refusal->text, "\"%s\" %s", key, what);
    return false;
}

static bool merge_text(char *text, size_t size, const lm_act *act, lm_act_field field, house_refusal *refusal)
{
    const char *said = lm_act_text(act, field);
    if (!lm_act_has(act, field)) return true;
    if (strlen(said) >= size) return refuse_field(refusal, lm_field_key(field), "is too long");
    memset(text, 0, size);
    strcpy(text, said);
    return true;
}

/* Reads a field that must be one of two words. */
static bool merge_choice(uint8_t *choice, const lm_act *act, lm_act_field field, const char *zero, const char *one,
                         house_refusal *refusal)
{
    const char *word = lm_act_text(act, field);
    if (!lm_act_has(act, field)) return true;
    char what[48 + LM_MEANT_TEXT], hint[LM_MEANT_TEXT];
    *choice = strcmp(word, one) == 0;
    snprintf(what, sizeof what, "is %s or %s%s", zero, one,
             lm_words_meant(lm_words_nearest_of(word, (const char *const[]){ zero, one }, 2), hint));
    return *choice || strcmp(word, zero) == 0 || refuse_field(refusal, lm_field_key(field), what);
}

static bool merge_ms(int32_t *ms, const lm_act *act, lm_act_field field, house_refusal *refusal)
{
    int64_t said = lm_act_int(act, field);
    if (!lm_act_has(act, field)) return true;
    *ms = (int32_t)said;
    return (said >= 1 && said <= LONGEST_MS) || refuse_field(refusal, lm_field_key(field), "is 1 to 3,600,000");
}

/* Applies the fields of the act to the terms. Titles of older records stay as they are. */
static bool terms_merge(house_terms *terms, const lm_act *act, bool replays, house_refusal *refusal)
{
    if (!replays && !text_is_visible(lm_act_text(act, LM_FIELD_TITLE)))
        return refuse_field(refusal, "title", "has a control or an invisible character");
    if (lm_act_has(act, LM_FIELD_PRACTICE)) terms->practice = lm_act_int(act, LM_FIELD_PRACTICE) != 0;
    if (lm_act_has(act, LM_FIELD_PAR_CENTS)) terms->par_cents = lm_act_int(act, LM_FIELD_PAR_CENTS);
    if (terms->par_cents < 0 || terms->par_cents > LM_CENTS_MAX)
        return refuse_field(refusal, "par_cents", "is an amount");
    return merge_text(terms->title, sizeof terms->title, act, LM_FIELD_TITLE, refusal) &&
           merge_text(terms->rules, sizeof terms->rules, act, LM_FIELD_RULES, refusal) &&
           merge_text(terms->settings, sizeof terms->settings, act, LM_FIELD_SETTINGS, refusal) &&
           merge_text(terms->link, sizeof terms->link, act, LM_FIELD_LINK, refusal) &&
           merge_choice(&terms->dealing, act, LM_FIELD_DEALING, "virtual", "live", refusal) &&
           merge_choice(&terms->money, act, LM_FIELD_MONEY, "play", "real", refusal) &&
           merge_ms(&terms->betting_ms, act, LM_FIELD_BETTING_MS, refusal) &&
           merge_ms(&terms->decision_ms, act, LM_FIELD_DECISION_MS, refusal) &&
           merge_ms(&terms->cut_ms, act, LM_FIELD_CUT_MS, refusal) &&
           merge_ms(&terms->hold_ms, act, LM_FIELD_HOLD_MS, refusal);
}

/* Tells the tables of a shared meter apart: FNV-1a of the table's name. */
static uint32_t table_number(const char *id)
{
    uint32_t hash = 2166136261u;
    for (; *id; id++)
        hash = (hash ^ (uint8_t)*id) * 16777619u;
    return hash;
}

static const lm_meter *meter_of_kind(const lm_meters *meters, uint8_t kind)
{
    for (int i = 0; i < meters->meters; i++) {
        if (meters->meter[i].kind == kind) return &meters->meter[i];
    }
    return NULL;
}

/* A new meter starts with the house's money; a shared meter that exists keeps its value (WB7-0.2). */
static bool seed_meters(house_play *play, const lm_meters *shared)
{
    house_state *s = &play->state;
    for (int i = 0; i < s->meters.meters; i++) {
        lm_meter *meter = &s->meters.meter[i];
        const lm_meter *other = s->terms.link[0] ? meter_of_kind(shared, meter->kind) : NULL;
        lm_meter_status may = other ? lm_meter_may_link(meter, other) : (lm_meter_status){ 0 };
        if (!lm_meter_ok(may)) return play_refuse_meter(play, may);
        if (s->terms.link[0]) {
            play->meters_in |= 1u << i;
            play->shares = true;
        }
        if (other) {
            *meter = *other;
            s->cents[ACCOUNT_METER + i] = meter_holds(meter);
        } else if (!play_move(play, ACCOUNT_SEEDS, ACCOUNT_METER + i, REASON_SEED, meter_holds(meter))) {
            return false;
        }
    }
    return true;
}

bool act_open_table(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    if (s->table.rules_hash)
        return play_refuse(play, LM_REFUSED_NOW, NULL, LM_STAFF_SAYS("a table of that name exists already"));
    s->terms = (house_terms){ .betting_ms = BETTING_MS,
                              .decision_ms = DECISION_MS,
                              .cut_ms = CUT_MS,
                              .hold_ms = HOLD_MS,
                              .par_cents = PAR_CENTS };
    if (!terms_merge(&s->terms, act, play->replays, &play->refusal)) return false;
    const char *fault = s->terms.dealing == DEALT_VIRTUALLY ? deal_fault(play->rules) : NULL;
    if (fault) return play_refuse(play, LM_REFUSED_NOW, NULL, "%s", fault);
    lm_meters shared = s->meters;
    lm_status opened = lm_table_open(&s->table, play->rules);
    if (!lm_ok(opened)) return play_refuse_engine(play, opened);
    lm_story_round(&s->story);
    lm_meters_open(&s->meters, play->rules, table_number(play->id));
    s->sides = play->rules->shoe == LM_SHOE_DOUBLE ? HOUSE_SIDES : 1;
    act_tell(play, act, NULL);
    return seed_meters(play, &shared);
}

/* Rules, money and meters never change, so the act has no fields for them: open another table instead. */
bool act_terms(house_play *play, lm_act *act)
{
    if (!terms_merge(&play->state.terms, act, play->replays, &play->refusal)) return false;
    act_tell(play, act, NULL);
    return true;
}

/* Closes the table for good and takes it out of the lobby. The tray must be closed, so there are no players at the
 * table and no chips on the felt. */
bool act_close_table(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    if (s->is_closed)
        return play_refuse(play, LM_REFUSED_NOW, NULL,
                           LM_SAYS(TABLE_CLOSED_FOR_GOOD, "", "the table is closed for good"));
    if (s->is_open) return play_refuse(play, LM_REFUSED_NOW, NULL, LM_STAFF_SAYS("close the tray first"));
    s->is_closed = 1;
    act_tell(play, act, NULL);
    return true;
}
