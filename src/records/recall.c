/* recall.c - rebuilds a table from its records alone, repeats every settlement and compares it.
 *
 * The acts of a record go through play_act like new ones. The result must equal the record: the same acts, the same
 * movements of money, the same rules. The act that opens a shoe checks it (shoes_open.c). */
#include "recall.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- opening and closing --------------------------------------------------------------------------------- */

static bool read_key(lm_recall *recall, const char *path, char *text)
{
    int file = open(path, O_RDONLY);
    recall->has_key = file >= 0 && read(file, recall->key, sizeof recall->key) == sizeof recall->key;
    if (!recall->has_key)
        snprintf(text, LM_HOUSE_TEXT, /* say:not-a-house-key */ "%s: this is not a house's key: %s", path,
                 file < 0 ? strerror(errno) : "it is too short");
    if (file >= 0) close(file);
    return recall->has_key;
}

lm_recall *lm_recall_new(const lm_rules_source *rules, const char *secret_path, char *text)
{
    lm_recall *recall = sodium_init() < 0 ? NULL : calloc(1, sizeof *recall);
    if (recall) recall->play = calloc(1, sizeof *recall->play);
    if (!recall || !recall->play) {
        snprintf(text, LM_HOUSE_TEXT, "not enough memory for a table");
        free(recall);
        return NULL;
    }
    recall->source = *rules;
    recall->books = json_object();
    recall->before = json_object();
    if (!secret_path || read_key(recall, secret_path, text)) return recall;
    lm_recall_free(recall);
    return NULL;
}

void lm_recall_free(lm_recall *recall)
{
    if (!recall) return;
    play_end(recall->play);
    sodium_memzero(&recall->secret, sizeof recall->secret);
    sodium_memzero(recall->key, sizeof recall->key);
    sodium_memzero(recall->play, sizeof *recall->play);
    lm_out_free(&recall->round_acts.text);
    json_decref(recall->books);
    json_decref(recall->before);
    json_decref(recall->record);
    free(recall->play);
    free(recall->rules);
    free(recall);
}

/* ---- one record ------------------------------------------------------------------------------------------ */

/* The act that opened the table has its rules: the name of a shipped submission and settings, never a file. */
static bool read_rules(lm_recall *recall, const json_t *acts, char *text)
{
    house_terms terms = { 0 };
    lm_act act;
    if (!lm_act_recall(&act, json_array_get(acts, 0), text, LM_HOUSE_TEXT) || !terms_read_rules(&act, &terms))
        return refuse_text(text,
                           /* say:opens-table-first */ "the first act of a table must open it and name its rules");
    return rules_of_terms(&recall->source, &terms, &recall->rules, text);
}

static bool same_rules(const lm_recall *recall, const json_t *body, char *text)
{
    char hash[17];
    const char *recorded = json_string_value(json_object_get(body, "rules"));
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)recall->rules->hash);
    if (recorded && strcmp(recorded, hash) == 0) return true;
    return refuse_text(
        text, /* say:played-under-rules */ "it was played under rules with the hash %.20s; %s has the hash %s now",
        recorded ? recorded : "unknown", recall->rules->name, hash);
}

/* The play works on the table itself, without a copy: a record that does not follow ends the recall. */
static void begin_play(lm_recall *recall, const json_t *body)
{
    house_play *play = recall->play;
    play_begin(play, recall->rules, recall->id, json_integer_value(json_object_get(body, "time_ms")));
    play->secret = recall->has_key ? &recall->secret : NULL;
    play->key = recall->has_key ? recall->key : NULL;
    play->replays = true;
    play->round_acts = &recall->round_acts;
}

/* Plays one act. If it opens a round, notes how much of the record came before. */
static bool follow_act(lm_recall *recall, const json_t *act, size_t i)
{
    house_play *play = recall->play;
    uint32_t round = play->state.round;
    int events = play->events.n;
    int moves = play->moves;
    if (!play_recorded(play, act)) return false;
    if (play->state.round == round) return true;
    recall->opens.round = true;
    recall->opens.acts = i;
    recall->opens.events = (size_t)events;
    recall->opens.moves = moves;
    return true;
}

static bool play_acts(lm_recall *recall, const json_t *acts, char *text)
{
    size_t i, n = json_array_size(acts);
    house_play *play = recall->play;
    recall->opens.round = false;
    for (i = 0; i < n; i++) {
        const json_t *act = json_array_get(acts, i);
        const char *word = json_string_value(json_object_get(act, "do"));
        if (word && follow_act(recall, act, i)) continue;
        return refuse_text(text, /* say:act-refused */ "act %zu, \"%.40s\", is refused: %.250s%s%.40s", i + 1,
                           word ? word : "nothing", word ? play->refusal.text : "it has no \"do\"",
                           play->refusal.clause ? ", " : "", play->refusal.clause ? play->refusal.clause : "");
    }
    json_t *done = list_read(&play->acts);
    bool same = json_equal(done, acts);
    json_decref(done);
    if (same) return true;
    return refuse_text(text, /* say:acts-not-made */ "its acts, played again by the rules, give other acts");
}

/* Keeps the acts since the record that opened the round. */
static void keep_acts(lm_recall *recall)
{
    if (recall->play->state.round_seq == recall->play->state.seq) list_clear(&recall->round_acts);
    list_extend(&recall->round_acts, &recall->play->acts);
}

static void remember_commands(house_state *state, const lm_record *record)
{
    size_t at = 0;
    lm_effect effect;
    while (lm_effect_next(record->effects, record->effects_size, &at, &effect)) {
        if (effect.kind == LM_EFFECT_COMMAND)
            state_remember(state, client_hash(effect.name), effect.number, record->seq);
    }
}

/* Checks the stream and number of a record, and reads its body. */
static json_t *read_body(lm_recall *recall, const lm_record *record, char *text)
{
    const char *id = strncmp(record->stream, "table/", 6) == 0 ? record->stream + 6 : "";
    if (!recall->id[0] && strlen(id) < sizeof recall->id) strcpy(recall->id, id);
    if (!*id || strcmp(recall->id, id) != 0) {
        snprintf(text, LM_HOUSE_TEXT, /* say:not-this-tables */ "stream %.100s is not this table's", record->stream);
        return NULL;
    }
    if (record->seq != recall->play->state.seq + 1) {
        snprintf(text, LM_HOUSE_TEXT, /* say:record-comes-next */ "record %lld comes next, not %lld",
                 (long long)recall->play->state.seq + 1, (long long)record->seq);
        return NULL;
    }
    json_t *body = json_loadb(record->body, record->body_size, JSON_REJECT_DUPLICATES, NULL);
    if (body && json_is_array(json_object_get(body, "acts"))) return body;
    json_decref(body);
    snprintf(text, LM_HOUSE_TEXT, /* say:no-list-of-acts */ "its body is not a list of acts");
    return NULL;
}

/* With the key even a sealed shoe can be checked: its order must give the commitment and every card that was dealt. */
static bool sealed_agrees(const lm_recall *recall, char *text)
{
    const house_state *s = &recall->play->state;
    const house_deck *deck = &recall->secret.shoe;
    house_deck sealed = *deck;
    uint8_t commitment[LM_STORE_HASH];
    if (!recall->has_key || !deck->known || s->shoe_stage == SHOE_NONE) return true;
    fair_unmix(&sealed, &s->mix);
    fair_commitment(&sealed, commitment);
    sodium_memzero(&sealed, sizeof sealed);
    bool good = memcmp(commitment, s->commitment, sizeof commitment) == 0;
    for (int side = 0; side < s->sides; side++) {
        const house_shoe *shoe = &s->shoe[side];
        good = good && shoe->cards == deck->cards[side];
        for (int i = 0; good && i < shoe->dealt; i++)
            good = shoe->came[i] == LM_CARD_DOWN || shoe->came[i] == fair_card(deck, shoe, side, i);
    }
    return good ||
           refuse_text(text, /* say:sealed-order-wrong */
                       "the sealed order of shoe %u does not match its commitment or the cards dealt", s->shoe_number);
}

static bool follow_record(lm_recall *recall, const lm_record *record, const json_t *body, char *text)
{
    house_state *state = &recall->play->state;
    const json_t *acts = json_object_get(body, "acts");
    if (!recall->rules && !read_rules(recall, acts, text)) return false;
    if (!same_rules(recall, body, text)) return false;
    begin_play(recall, body);
    if (!links_read(state, json_object_get(body, "meters")))
        return refuse_text(text, "its shared meters cannot be read");
    recall->meters_before = state->meters;
    if (!play_acts(recall, acts, text) || !recall_books(recall, record, text) ||
        !recall_coupons(recall, record, body, text))
        return false;
    if (!sealed_agrees(recall, text)) return false;
    state->seq = record->seq;
    state->time_ms = recall->play->now_ms;
    state_record_ends(state);
    remember_commands(state, record);
    keep_acts(recall);
    recall->shoes += state->opened_seq == record->seq;
    bool other_rules = state->table.rules_hash != recall->rules->hash;
    return !other_rules || rules_of_terms(&recall->source, &state->terms, &recall->rules, text);
}

static void note_record(lm_recall *recall, const lm_record *record, const json_t *body)
{
    json_t *as = json_object_get(body, "as");
    json_decref(recall->record);
    recall->record = json_pack("{s:I, s:I, s:s, s:s}", "seq", (json_int_t)record->seq, "time_ms",
                               (json_int_t)record->time_ms, "kind", record->kind, "by", record->actor);
    if (as) json_object_set(recall->record, "as", as);
}

bool lm_recall_record(lm_recall *recall, const lm_record *record, char *text)
{
    text[0] = '\0';
    if (recall->is_broken)
        return refuse_text(text, "an earlier record of the table does not follow from those before it");
    json_t *body = read_body(recall, record, text);
    recall->is_broken = !body || !follow_record(recall, record, body, text);
    if (!recall->is_broken) note_record(recall, record, body);
    json_decref(body);
    return !recall->is_broken;
}

/* ---- asking ---------------------------------------------------------------------------------------------- */

int64_t lm_recall_rounds(const lm_recall *recall)
{
    return recall->play->state.round;
}

int64_t lm_recall_shoes(const lm_recall *recall)
{
    return recall->shoes;
}

const lm_rules *lm_recall_rules(const lm_recall *recall)
{
    return recall->rules;
}

/* A server starts from a snapshot, so it must equal the state that the records give. */
bool lm_recall_snapshot(const lm_recall *recall, const lm_snapshot_row *row, char *text)
{
    house_state *saved = malloc(sizeof *saved);
    bool opens = recall->has_key && saved && state_unseal(saved, row->state, row->size, recall->key, recall->id);
    bool same = opens && memcmp(saved, &recall->play->state, sizeof *saved) == 0;
    if (!opens) {
        snprintf(text, LM_HOUSE_TEXT, "the snapshot cannot be opened with this key and version");
    } else if (!same) {
        snprintf(text, LM_HOUSE_TEXT,
                 /* say:snapshot-not-as-recorded */ "the snapshot is not the state that the records give");
    }
    if (saved) sodium_memzero(saved, sizeof *saved);
    free(saved);
    return same;
}
