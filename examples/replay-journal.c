/* replay-journal.c - replays what `lammer journal export` wrote, through the engine, and tells how every round ended.
 *
 *     lammer journal export --out journal.jsonl && replay-journal < journal.jsonl
 *
 * A table is the list of its acts: the first opens it with its rules, and those that are verbs of the engine are
 * applied in their order. Acts of the house (places, money, shoes) are passed over. Prizes that a meter pays and cards
 * that were corrected need the house's own replay, `lammer journal show`: here such a table is reported and skipped. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/profile.h"
#include "lammer/table.h"
#include "lammer/words.h"

enum { TABLES = 64, SETTINGS = 64, LINE = 1 << 20 };

typedef struct {
    char stream[128];
    lm_profile profile;
    lm_table table;
    bool is_open, lost;
} replayed;

static replayed *tables[TABLES];
static int lost;

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static replayed *find(const char *stream)
{
    for (int i = 0; i < TABLES; i++) {
        if (!tables[i]) {
            tables[i] = calloc(1, sizeof *tables[i]);
            if (tables[i]) snprintf(tables[i]->stream, sizeof tables[i]->stream, "%s", stream);
            return tables[i];
        }
        if (strcmp(tables[i]->stream, stream) == 0) return tables[i];
    }
    return NULL;
}

static void give_up(replayed *t, const json_t *act, const char *why)
{
    printf("%s: gave up at \"%s\": %s\n", t->stream, text_of(act, "do"), why);
    t->lost = true;
    lost++;
}

/* Rules are a shipped profile and settings with spaces between. */
static void open_table(replayed *t, const json_t *act)
{
    char text[1024];
    const char *settings[SETTINGS];
    int n = 0;
    snprintf(text, sizeof text, "%s", text_of(act, "settings"));
    for (char *word = strtok(text, " "); word && n < SETTINGS; word = strtok(NULL, " "))
        settings[n++] = word;
    if (!lm_profile_load(&t->profile, lm_wagers, text_of(act, "rules"), settings, n, NULL)) {
        give_up(t, act, "its rules cannot be read");
        return;
    }
    t->is_open = lm_ok(lm_table_open(&t->table, &t->profile.rules));
    printf("%s: %s\n", t->stream, t->profile.rules.name);
}

/* What each box won or lost, when a round has just ended. */
static void tell_round(const replayed *t)
{
    const lm_round *round = &t->table.round;
    printf("%s: round %u:", t->stream, t->table.rounds);
    for (int b = 0; b < LM_BOXES; b++) {
        for (int bettor = 0; bettor < LM_BETTORS; bettor++) {
            if (!round->box[b].main[bettor][0]) continue;
            char seat[LM_SEAT_TEXT];
            lm_spot spot = { (uint8_t)(b + 1), (uint8_t)bettor, LM_ALL_WAGERS, LM_ALL_SPOTS };
            lm_words_of_seat(spot.box, spot.bettor, 0, seat);
            printf(" box %s %+lld", seat, (long long)lm_round_net(round, spot));
        }
    }
    printf("\n");
}

/* Two words are both the house's and the engine's: a seat in the act tells them apart. */
static bool is_engine_act(const json_t *act)
{
    const char *word = text_of(act, "do");
    bool shared = strcmp(word, "hit") == 0 || strcmp(word, "leave") == 0;
    return lm_words_row_of(word) && (!shared || json_object_get(act, "seat"));
}

static void apply(replayed *t, const json_t *act)
{
    char why[LM_WORDS_WHY];
    const lm_rules *rules = &t->profile.rules;
    const lm_words_reader reader = { rules, &t->table, lm_wagers, NULL };
    lm_action action;
    bool was_over = lm_round_over(&t->table.round);
    char *text = json_dumps(act, JSON_COMPACT);
    bool read = lm_words_action_text(&reader, text ? text : "", text ? strlen(text) : 0, &action, why, sizeof why);
    free(text);
    if (!read) {
        give_up(t, act, why);
        return;
    }
    lm_status status = lm_table_apply(&t->table, rules, action);
    if (!lm_ok(status)) {
        give_up(t, act, lm_why_text(status.why));
    } else if (!was_over && t->table.rounds && lm_round_over(&t->table.round)) {
        tell_round(t);
    }
}

static void replay_record(const json_t *record)
{
    const char *stream = text_of(record, "stream");
    const json_t *acts = json_object_get(json_object_get(record, "body"), "acts"), *act;
    size_t i;
    if (strncmp(stream, "table/", 6) != 0) return;
    replayed *t = find(stream);
    json_array_foreach(acts, i, act)
    {
        if (!t || t->lost) return;
        if (strcmp(text_of(act, "do"), "open-table") == 0) {
            open_table(t, act);
        } else if (t->is_open && is_engine_act(act)) {
            apply(t, act);
        }
    }
}

int main(void)
{
    char *line = malloc(LINE);
    for (int n = 1; line && fgets(line, LINE, stdin); n++) {
        json_error_t error;
        json_t *record = json_loads(line, 0, &error);
        if (!record) {
            fprintf(stderr, "replay-journal: line %d: %s\n", n, error.text);
            return 2;
        }
        replay_record(record);
        json_decref(record);
    }
    free(line);
    for (int i = 0; i < TABLES; i++)
        free(tables[i]);
    return lost ? 1 : 0;
}
