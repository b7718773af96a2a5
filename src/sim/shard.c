/* shard.c - parts of a simulation in files: saved, checked, continued, merged.
 *
 * A shard is text: one item a line, numbers in decimal, and at the end a BLAKE2b-256 of everything before. A truncated,
 * altered or foreign file is refused with the reason. */
#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tally.h"

static const char magic[] = "lammer-shard ";

enum { VERSION = 2, OLD_CELL_WORDS = 4, OLD_DETAIL_WORDS = 8 };
enum { HEX = 2 * LM_SIM_DIGEST + 1, FILE_MOST = 1 << 20 };

static bool fail(char why[LM_SHARD_TEXT], const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(char why[LM_SHARD_TEXT], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(why, LM_SHARD_TEXT, format, args);
    va_end(args);
    return false;
}

/* Hashes numbers as text, so that the hash does not depend on the layout of structs. */
static void hash_number(crypto_generichash_state *hash, int64_t number)
{
    char text[24];
    int n = snprintf(text, sizeof text, "%" PRId64 " ", number);
    crypto_generichash_update(hash, (const uint8_t *)text, (unsigned long long)n);
}

static void hash_chart(crypto_generichash_state *hash, const lm_chart *chart)
{
    hash_number(hash, chart->open);
    for (int staked = 0; staked < LM_STAKES; staked++) {
        for (int row = 0; row < LM_ROWS; row++) {
            for (int column = 0; column < lm_chart_columns(chart); column++) {
                hash_number(hash, chart->cell[staked][row][column].first);
                hash_number(hash, chart->cell[staked][row][column].otherwise);
            }
        }
    }
    for (int i = 0; i < chart->exceptions; i++) {
        const lm_exception *e = &chart->exception[i];
        const uint8_t numbers[] = { e->staked, e->column, e->row, e->least, e->advice.first, e->advice.otherwise };
        for (size_t k = 0; k < sizeof numbers; k++)
            hash_number(hash, numbers[k]);
        for (int v = 0; v < 10; v++)
            hash_number(hash, e->count[v]);
    }
}

static void hash_count(crypto_generichash_state *hash, const lm_count *count)
{
    for (int i = 0; i < LM_CARDS; i++)
        hash_number(hash, count->tag[i]);
    hash_number(hash, count->running);
    hash_number(hash, count->start);
    hash_number(hash, count->insures ? count->insure_from : INT16_MAX);
    for (int i = 0; i < count->indices; i++) {
        const lm_count_index *index = &count->index[i];
        hash_number(hash, index->row);
        hash_number(hash, index->up);
        hash_number(hash, index->play);
        hash_number(hash, index->below ? -index->from - 1000 : index->from);
    }
    for (int i = 0; i < count->steps; i++) {
        hash_number(hash, count->from[i]);
        hash_number(hash, count->units[i]);
    }
}

void lm_sim_shard_open(lm_sim_shard *shard, const lm_sim_job *job)
{
    crypto_generichash_state hash;
    memset(shard, 0, sizeof *shard);
    snprintf(shard->rules, sizeof shard->rules, "%s", job->rules->name);
    shard->rules_hash = job->rules->hash;
    shard->seed = job->seed;
    crypto_generichash_init(&hash, NULL, 0, LM_SIM_DIGEST);
    hash_number(&hash, job->bet_cents);
    hash_number(&hash, job->seats);
    hash_number(&hash, job->dealing);
    hash_number(&hash, job->insures);
    hash_number(&hash, job->dealing == LM_DEALING_SHOE ? job->cover : 0);
    for (int i = 0; i < LM_OFFERS; i++)
        hash_number(&hash, job->stake_cents[i]);
    hash_chart(&hash, job->chart);
    if (job->count) hash_count(&hash, job->count);
    if (job->plays) crypto_generichash_update(&hash, job->plays->table, (unsigned long long)job->plays->size);
    crypto_generichash_final(&hash, shard->job_hash, LM_SIM_DIGEST);
}

bool lm_sim_shard_matches(const lm_sim_shard *a, const lm_sim_shard *b, char why[LM_SHARD_TEXT])
{
    if (a->rules_hash != b->rules_hash)
        return fail(why, /* say:sim-other-rules */
                    "it was played by other rules (%s %016" PRIx64 ", not %s %016" PRIx64 ")", b->rules, b->rules_hash,
                    a->rules, a->rules_hash);
    if (a->seed != b->seed)
        return fail(why, /* say:sim-its-seed */ "its seed is %" PRIu64 ", not %" PRIu64, b->seed, a->seed);
    if (memcmp(a->job_hash, b->job_hash, LM_SIM_DIGEST) != 0)
        return fail(why, /* say:sim-other-settings */ "its chart, bet, boxes, wagers or way of dealing differ");
    return true;
}

/* Keeps all memory after the last range zero, so that equal shards have equal bytes. */
static void take_range_out(lm_sim_shard *shard, int at)
{
    shard->ranges--;
    memmove(&shard->range[at], &shard->range[at + 1], (size_t)(shard->ranges - at) * sizeof *shard->range);
    shard->range[shard->ranges] = (lm_sim_range){ 0, 0 };
}

bool lm_sim_shard_add_range(lm_sim_shard *shard, lm_sim_range range, char why[LM_SHARD_TEXT])
{
    int at = 0;
    if (!range.rounds) return true;
    while (at < shard->ranges && shard->range[at].first < range.first)
        at++;
    const lm_sim_range *before = at ? &shard->range[at - 1] : NULL;
    const lm_sim_range *after = at < shard->ranges ? &shard->range[at] : NULL;
    bool overlaps = (before && before->first + before->rounds > range.first) ||
                    (after && range.first + range.rounds > after->first);
    if (overlaps)
        return fail(why,
                    /* say:sim-overlap */ "rounds %" PRIu64 " to %" PRIu64 " overlap rounds that are counted already",
                    range.first, range.first + range.rounds - 1);
    if (before && before->first + before->rounds == range.first) {
        range = (lm_sim_range){ before->first, before->rounds + range.rounds };
        take_range_out(shard, --at);
    }
    after = at < shard->ranges ? &shard->range[at] : NULL;
    if (after && range.first + range.rounds == after->first) {
        range.rounds += after->rounds;
        take_range_out(shard, at);
    }
    if (shard->ranges == LM_SHARD_RANGES) return fail(why, "the ranges have more than %d gaps", LM_SHARD_RANGES);
    memmove(&shard->range[at + 1], &shard->range[at], (size_t)(shard->ranges++ - at) * sizeof *shard->range);
    shard->range[at] = range;
    return true;
}

bool lm_sim_shard_merge(lm_sim_shard *sum, const lm_sim_shard *part, char why[LM_SHARD_TEXT])
{
    lm_sim_shard copy = *sum;
    if (!lm_sim_shard_matches(sum, part, why)) return false;
    copy.has_hands = part->has_hands && (sum->has_hands || !sum->ranges);
    copy.has_counts = part->has_counts && (sum->has_counts || !sum->ranges);
    for (int i = 0; i < part->ranges; i++) {
        if (!lm_sim_shard_add_range(&copy, part->range[i], why)) return false;
    }
    lm_sim_tally_add(&copy.tally, &part->tally);
    if (copy.has_hands) lm_sim_hands_add(&copy.hands, &part->hands);
    if (!copy.has_hands) memset(&copy.hands, 0, sizeof copy.hands);
    if (!copy.has_counts) {
        memset(copy.hands.count, 0, sizeof copy.hands.count);
        memset(copy.hands.depth, 0, sizeof copy.hands.depth);
    }
    *sum = copy;
    return true;
}

static void put_words(FILE *text, const void *words, int n)
{
    const uint64_t *word = words;
    for (int i = 0; i < n; i++)
        fprintf(text, " %" PRIu64, word[i]);
}

static void put_shard(FILE *text, const lm_sim_shard *shard)
{
    char hex[HEX];
    fprintf(text, "%s%d\nrules %016" PRIx64 " %s\n", magic, VERSION, shard->rules_hash, shard->rules);
    fprintf(text, "job %s\n", sodium_bin2hex(hex, sizeof hex, shard->job_hash, LM_SIM_DIGEST));
    fprintf(text, "seed %" PRIu64 "\nranges %d", shard->seed, shard->ranges);
    for (int i = 0; i < shard->ranges; i++)
        fprintf(text, " %" PRIu64 " %" PRIu64, shard->range[i].first, shard->range[i].rounds);
    fprintf(text, "\nmain");
    put_words(text, &shard->tally.main, MAIN_WORDS);
    for (int i = 0; i < LM_SIM_WAGERS; i++) {
        fprintf(text, "\nwager");
        put_words(text, &shard->tally.wager[i], WAGER_WORDS);
    }
    fprintf(text, "\ndetail");
    put_words(text, &shard->tally.detail, DETAIL_WORDS);
    fprintf(text, "\nhands %d %d", shard->has_hands, shard->has_counts);
    if (shard->has_hands) put_words(text, &shard->hands, HANDS_WORDS);
    fprintf(text, "\nchecksum ");
}

static void checksum_of(const char *text, size_t n, char hex[HEX])
{
    uint8_t digest[LM_SIM_DIGEST];
    crypto_generichash(digest, sizeof digest, (const uint8_t *)text, n, NULL, 0);
    sodium_bin2hex(hex, HEX, digest, sizeof digest);
}

static bool write_file(const char *path, const char *text, size_t n, char why[LM_SHARD_TEXT])
{
    char temporary[4096];
    if (snprintf(temporary, sizeof temporary, "%s.part", path) >= (int)sizeof temporary)
        return fail(why, "the path is too long");
    FILE *file = fopen(temporary, "w");
    if (!file) return fail(why, "%s cannot be written: %s", temporary, strerror(errno));
    bool ok = fwrite(text, 1, n, file) == n && fflush(file) == 0 && fsync(fileno(file)) == 0;
    ok &= fclose(file) == 0;
    if (ok && rename(temporary, path) == 0) return true;
    fail(why, "%s cannot be written: %s", path, strerror(errno));
    remove(temporary);
    return false;
}

bool lm_sim_shard_save(const lm_sim_shard *shard, const char *path, char why[LM_SHARD_TEXT])
{
    char *text = NULL, hex[HEX];
    size_t n = 0;
    FILE *memory = open_memstream(&text, &n);
    if (!memory) return fail(why, "not enough memory to save %s", path);
    put_shard(memory, shard);
    bool ok = fflush(memory) == 0;
    if (ok) checksum_of(text, n, hex);
    if (ok) fprintf(memory, "%s\n", hex);
    ok = fclose(memory) == 0 && ok;
    ok = ok ? write_file(path, text, n, why) : fail(why, "not enough memory to save %s", path);
    free(text);
    return ok;
}

typedef struct {
    const char *at;
    bool is_bad;
} reader;

static void expect(reader *r, const char *word)
{
    size_t n = strlen(word);
    r->is_bad |= strncmp(r->at, word, n) != 0;
    if (!r->is_bad) r->at += n;
}

static uint64_t read_base(reader *r, int base)
{
    char *end;
    if (r->is_bad || *r->at == '-' || *r->at == '+') {
        r->is_bad = true;
        return 0;
    }
    errno = 0;
    uint64_t number = strtoull(r->at, &end, base);
    r->is_bad |= end == r->at || errno;
    r->at = end;
    return number;
}

static void read_words(reader *r, void *words, int n)
{
    uint64_t *word = words;
    for (int i = 0; i < n; i++) {
        expect(r, " ");
        word[i] = read_base(r, 10);
    }
}

static void read_line(reader *r, char *text, size_t size)
{
    size_t n = strcspn(r->at, "\n");
    r->is_bad |= n >= size;
    if (r->is_bad) return;
    memcpy(text, r->at, n);
    text[n] = '\0';
    r->at += n;
}

static void read_ranges(reader *r, lm_sim_shard *shard)
{
    char why[LM_SHARD_TEXT];
    expect(r, "\nranges ");
    uint64_t n = read_base(r, 10);
    for (uint64_t i = 0; i < n && !r->is_bad; i++) {
        lm_sim_range range;
        read_words(r, &range, 2);
        bool fits = range.first < LM_SIM_MOST_ROUNDS && range.rounds <= LM_SIM_MOST_ROUNDS - range.first;
        r->is_bad |= !fits || !lm_sim_shard_add_range(shard, range, why);
    }
}

/* The first version of the file had no squares of main wager and insurance together, so one with insurance is refused. */
static void read_detail(reader *r, uint64_t version, lm_sim_tally *tally)
{
    expect(r, "\ndetail");
    read_words(r, &tally->detail, version > 1 ? DETAIL_WORDS : OLD_DETAIL_WORDS);
    r->is_bad |= version == 1 && tally->wager[LM_SIM_INSURANCE].bets;
}

/* The first version of the file had no stakes, and cells by starting hand only. */
static void read_hands(reader *r, uint64_t version, lm_sim_shard *shard)
{
    lm_sim_cell *cells = (lm_sim_cell *)&shard->hands;
    expect(r, "\nhands ");
    shard->has_hands = read_base(r, 10) != 0;
    if (version > 1) {
        expect(r, " ");
        shard->has_counts = read_base(r, 10) != 0;
        if (shard->has_hands) read_words(r, &shard->hands, HANDS_WORDS);
        return;
    }
    for (int i = 0; shard->has_hands && i < LM_SIM_PAIRS * LM_SIM_UPS; i++)
        read_words(r, &cells[i], OLD_CELL_WORDS);
}

static void read_shard(reader *r, lm_sim_shard *shard)
{
    char hex[HEX + 1] = "";
    expect(r, magic);
    uint64_t version = read_base(r, 10);
    r->is_bad |= version < 1 || version > VERSION;
    expect(r, "\nrules ");
    shard->rules_hash = read_base(r, 16);
    expect(r, " ");
    read_line(r, shard->rules, sizeof shard->rules);
    expect(r, "\njob ");
    read_line(r, hex, sizeof hex);
    r->is_bad |=
        strlen(hex) != HEX - 1 || sodium_hex2bin(shard->job_hash, LM_SIM_DIGEST, hex, HEX - 1, NULL, NULL, NULL) != 0;
    expect(r, "\nseed ");
    shard->seed = read_base(r, 10);
    read_ranges(r, shard);
    expect(r, "\nmain");
    read_words(r, &shard->tally.main, MAIN_WORDS);
    for (int i = 0; i < LM_SIM_WAGERS; i++) {
        expect(r, "\nwager");
        read_words(r, &shard->tally.wager[i], WAGER_WORDS);
    }
    read_detail(r, version, &shard->tally);
    read_hands(r, version, shard);
    expect(r, "\nchecksum ");
}

/* The whole file as text; NULL with the reason. */
static char *read_file(const char *path, char why[LM_SHARD_TEXT])
{
    FILE *file = fopen(path, "r");
    char *text = malloc(FILE_MOST + 1);
    if (!file || !text) {
        fail(why, file ? "not enough memory to read it" : "it cannot be read: %s", strerror(errno));
        if (file) fclose(file);
        free(text);
        return NULL;
    }
    size_t n = fread(text, 1, FILE_MOST, file);
    bool bad = ferror(file) || !feof(file) || memchr(text, '\0', n);
    fclose(file);
    text[n] = '\0';
    if (!bad) return text;
    fail(why, /* say:no-shard */ "it is not a shard of lammer sim");
    free(text);
    return NULL;
}

static bool is_whole(const char *text, char why[LM_SHARD_TEXT])
{
    char hex[HEX];
    const char *mark = strstr(text, "\nchecksum ");
    if (strncmp(text, magic, sizeof magic - 1) != 0)
        return fail(why, /* say:no-shard */ "it is not a shard of lammer sim");
    if (!mark) return fail(why, /* say:sim-cut-short */ "it is truncated: it has no checksum");
    const char *sum = mark + strlen("\nchecksum ");
    checksum_of(text, (size_t)(sum - text), hex);
    if (strncmp(sum, hex, HEX - 1) == 0 && strcmp(sum + HEX - 1, "\n") == 0) return true;
    return fail(why, /* say:sim-damaged */ "it is damaged: its checksum does not match its contents");
}

bool lm_sim_shard_load(lm_sim_shard *shard, const char *path, char why[LM_SHARD_TEXT])
{
    char *text = read_file(path, why);
    if (!text) return false;
    bool ok = is_whole(text, why);
    if (ok) {
        reader r = { text, false };
        memset(shard, 0, sizeof *shard);
        read_shard(&r, shard);
        ok = !r.is_bad || fail(why, "it is damaged: a number is missing or wrong");
    }
    free(text);
    return ok;
}
