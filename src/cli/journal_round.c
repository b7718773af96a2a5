/* journal_round.c - prints one replayed round from the journal: who did what, cards, chips before and after. */
#include <inttypes.h>
#include <time.h>

#include "cli.h"
#include "journal_cli.h"
#include "lammer/program/words_json.h"
#include "lammer/program/tell.h"

static void print_sums(const lm_told_round *told, lm_round_sum_kind kind, const char *title)
{
    for (size_t i = 0; i < told->sums; i++) {
        const lm_round_sum *sum = &told->sum[i];
        if (!sum->moved || sum->kind != kind) continue;
        if (title) printf("\n%-40s %14s %14s\n", title, "before", "after");
        title = NULL;
        printf("%-40s %14s %14s\n", sum->name, kind == LM_SUM_CHANGE ? "change" : lm_dollars(sum->before).text,
               lm_dollars(sum->after).text);
    }
}

/* Events of the engine are told together, by the story of the round. */
static void tell_record(teller *t, const lm_round_record *record)
{
    lm_event heard[256];
    int n = 0;
    for (size_t i = record->from; i <= record->to; i++) {
        const json_t *event = i < record->to ? json_array_get(record->events, i) : NULL;
        const char *told = json_string_value(json_array_get(record->told, i));
        bool of_engine = event && told && !*told;
        if (n && (n == 256 || !of_engine)) {
            tell_events(t, heard, n);
            n = 0;
        }
        if (of_engine)
            n += lm_words_event(t->story.rules, event, &heard[n]);
        else if (event)
            printf("  %s\n", told);
    }
}

static void print_heading(const lm_round_record *record)
{
    time_t seconds = (time_t)(record->time_ms / 1000);
    struct tm utc;
    char when[40] = "";
    if (gmtime_r(&seconds, &utc)) strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", &utc);
    printf("\n[record %" PRId64 ", %s UTC, by %s]\n", record->seq, when, record->by);
}

static void print_round(const lm_told_round *told, const journal_args *args)
{
    teller t;
    printf("REPLAY of round %" PRId64 " at table %s, rules %s, from the journal's records %" PRId64 " to %" PRId64 "\n",
           args->round, args->table, told->rules->name, told->record[0].seq, told->record[told->records - 1].seq);
    teller_start(&t, true);
    teller_rules(&t, told->rules);
    for (size_t i = 0; i < told->records; i++) {
        const lm_round_record *record = &told->record[i];
        if (record->from == record->to) continue;
        print_heading(record);
        tell_record(&t, record);
    }
    print_sums(told, LM_SUM_OWN, "account, in dollars");
    print_sums(told, LM_SUM_CHANGE, NULL);
    print_sums(told, LM_SUM_METER, "meter, in dollars");
}

static void print_round_json(const lm_told_round *told, const journal_args *args)
{
    json_t *json = json_pack("{s:b, s:s, s:s, s:I, s:O}", "replay", 1, "table", args->table, "rules", told->rules->name,
                             "round", (json_int_t)args->round, "records", told->stories);
    journal_print(json);
}

static int print_told(const lm_told_round *told, lm_store *store, const journal_args *args, bool explain)
{
    char hint[LM_MEANT_TEXT];
    if (!told->rules)
        return cli_error(/* say:no-such-table */ "there is no table %s%s", args->table,
                         journal_meant(store, "table/", args->table, hint));
    if (!told->records) return cli_error("table %s has had %" PRId64 " rounds", args->table, told->rounds);
    (explain ? journal_why : args->json ? print_round_json : print_round)(told, args);
    return CLI_YES;
}

int journal_round(lm_store *store, const journal_args *args, bool explain)
{
    char text[LM_STORE_TEXT];
    lm_told_round told;
    lm_round_end end = lm_round_tell(store, &shipped_rules, args->table, args->round, &told, text);
    int result = end == LM_ROUND_TOLD ? print_told(&told, store, args, explain) : cli_error("%s", text);
    if (end == LM_ROUND_BROKEN) result = CLI_NO;
    lm_round_free(&told);
    return result;
}
