/* floor.h - two tables with meters, driven by one line of words, so that a test is a table of lines.
 *
 *   { clause, rules, "light 7 5; start; call 7 100; confirm 7; card 7 = 2000.48; shown blazing7 = 2000" }
 *
 * Commands are separated by semicolons. A spot is a box, or box and bettor: 7, 7b. Money is in dollars.
 *
 *   light|unlight SPOT…        chips on sensors          start [CHIPS]            as many chips as lights
 *   refund SPOT… / end                                   fixed SPOT $ = METER$ TRAY$
 *   call SPOT PERCENT [WHICH] [BUTTON]                   confirm SPOT [ROLE] / card SPOT [ROLE] = $
 *   withdraw SPOT              prize SPOT = $            state = ready|detected|locked|pending
 *   shown|reserve|overflow|seeded NAME = $               set NAME $ / adjust NAME REASON $ = BEFORE$
 *   terms NAME SEED$ CONTRIBUTION% RESERVE% [LIMIT$]     arm $ / due = 0|1 / hit WINNER NEXT$ = SPOT $
 *   table N                    the other table takes the meters over, as a linked one does
 *
 * `!CLAUSE command` must be refused by that clause. After every command all meters are balanced, and a refused
 * one has changed no byte. */
#ifndef LAMMER_TESTS_FLOOR_H
#define LAMMER_TESTS_FLOOR_H

#include "../../core/kit/rules_help.h"

#include <stdlib.h>

#include "lammer/meter.h"

#define WASHINGTON WFB "@blazing7:1 "
#define SECTION_31 MBJ "@blazing7:1 "
#define ACES NO_HOLE "@aces "
#define SUPER4 MBJ "@super4:"

enum { TABLES = 2, WORDS = 12, WORD = 24 };

typedef struct {
    lm_meters table[TABLES];
    int at; /* which of them acts */
    const char *clause, *line;
    char word[WORDS][WORD];
    int words;
} floor_;

static inline void wrong(const floor_ *f, const char *what)
{
    char text[256] = "";
    for (int i = 0; i < f->words; i++) {
        size_t n = strlen(text);
        snprintf(text + n, sizeof text - n, " %s", f->word[i]);
    }
    fail_msg("%s: '%s' at%s (%s)", f->clause, f->line, text, what);
}

static inline lm_meters *acting(floor_ *f)
{
    return &f->table[f->at];
}

static inline lm_cents dollars(const floor_ *f, int i)
{
    lm_cents cents;
    if (i >= f->words || !lm_cents_read(f->word[i], &cents)) {
        wrong(f, "no amount");
        return 0;
    }
    return cents;
}

/* Per cent with two decimals reads like dollars with cents. */
static inline int32_t rate(const floor_ *f, int i)
{
    return (int32_t)dollars(f, i);
}

static inline int spot(const floor_ *f, int i)
{
    const char *word = f->word[i];
    if (i >= f->words || word[0] < '0' || word[0] > '9') wrong(f, "no spot");
    return LM_PLACE(word[0] - '0', word[1] ? word[1] - 'a' : 0);
}

static inline lm_role role_at(const floor_ *f, int i)
{
    static const char *const names[LM_ROLE_COUNT] = {
#define X(name, word) word,
        LM_ROLES(X)
#undef X
    };
    for (int r = 0; i < f->words && r < LM_ROLE_COUNT; r++) {
        if (strcmp(names[r], f->word[i]) == 0) return (lm_role)r;
    }
    return LM_ROLE_SUPERVISOR;
}

static inline lm_meter *meter_at(floor_ *f, int i)
{
    int index = i < f->words ? lm_meters_find(acting(f), f->word[i]) : -1;
    if (index < 0) wrong(f, "no such meter");
    return &acting(f)->meter[index < 0 ? 0 : index];
}

/* The word after the equals sign, or 0 where nothing is expected. */
static inline int expected(const floor_ *f)
{
    for (int i = 0; i < f->words; i++) {
        if (strcmp(f->word[i], "=") == 0) return i + 1;
    }
    return 0;
}

static inline void expect_cents(const floor_ *f, int i, lm_cents cents)
{
    char text[24];
    lm_cents_write(cents, text);
    if (dollars(f, i) != cents) wrong(f, text);
}

static inline lm_meter_status done(void)
{
    return (lm_meter_status){ LM_METER_WHY_OK, NULL };
}

/* --- commands ------------------------------------------------------------------------------------------- */

typedef lm_meter_status command(floor_ *f);

static inline lm_meter_status each_spot(floor_ *f, lm_meter_status (*act)(lm_meters *, int, int))
{
    lm_meter_status status = done();
    for (int i = 1; i < f->words && lm_meter_ok(status); i++)
        status = act(acting(f), 0, spot(f, i));
    return status;
}

static inline lm_meter_status do_light(floor_ *f)
{
    return each_spot(f, lm_meters_light);
}

static inline lm_meter_status do_unlight(floor_ *f)
{
    return each_spot(f, lm_meters_unlight);
}

static inline lm_meter_status do_refund(floor_ *f)
{
    return each_spot(f, lm_meters_refund);
}

static inline lm_meter_status do_withdraw(floor_ *f)
{
    return each_spot(f, lm_meters_withdraw);
}

static inline lm_meter_status do_start(floor_ *f)
{
    int chips = __builtin_popcount(acting(f)->game[0].lit);
    bool super4 = acting(f)->meter[0].kind >= LM_METER_SUPER4;
    return lm_meters_start(acting(f), 0, f->words > 1 ? atoi(f->word[1]) : chips, super4 ? 5 * LM_DOLLAR : LM_DOLLAR);
}

static inline lm_meter_status do_end(floor_ *f)
{
    return lm_meters_end(acting(f), 0);
}

static inline lm_meter_status do_fixed(floor_ *f)
{
    lm_meter_entry entry;
    lm_meter_status status = lm_meters_fixed(acting(f), 0, spot(f, 1), dollars(f, 2), &entry);
    if (lm_meter_ok(status) && expected(f)) {
        expect_cents(f, expected(f), entry.amount_cents - entry.tray_cents);
        expect_cents(f, expected(f) + 1, entry.tray_cents);
    }
    return status;
}

static inline lm_meter_status do_call(floor_ *f)
{
    int percent = atoi(f->word[2]);
    lm_odds pays = LM_PAYS_PERCENT(percent);
    pays.meter = f->words > 3 ? (uint8_t)atoi(f->word[3]) : 0;
    return lm_meters_call(acting(f), 0, spot(f, 1), f->words > 4 ? atoi(f->word[4]) : percent, pays);
}

static inline lm_meter_status do_confirm(floor_ *f)
{
    return lm_meters_confirm(acting(f), 0, spot(f, 1), role_at(f, 2));
}

static inline lm_meter_status do_card(floor_ *f)
{
    lm_meter_entry entry;
    lm_meter_status status = lm_meters_card(acting(f), 0, spot(f, 1), role_at(f, 2), &entry);
    if (!lm_meter_ok(status)) return status;
    if (expected(f)) expect_cents(f, expected(f), entry.amount_cents);
    if (entry.place != spot(f, 1) || entry.kind != LM_ENTRY_AWARD) wrong(f, "entry");
    return status;
}

static inline lm_meter_status do_prize(floor_ *f)
{
    expect_cents(f, expected(f), lm_meters_prize(acting(f), 0, spot(f, 1)));
    return done();
}

static inline lm_meter_status do_state(floor_ *f)
{
    static const char *const names[] = { "ready", "detected", "locked", "pending" };
    const char *name = names[lm_meters_state(acting(f), 0)];
    if (strcmp(name, f->word[2]) != 0) wrong(f, name);
    return done();
}

static inline lm_meter_status do_shown(floor_ *f)
{
    expect_cents(f, 3, meter_at(f, 1)->shown_cents);
    return done();
}

static inline lm_meter_status do_reserve(floor_ *f)
{
    expect_cents(f, 3, meter_at(f, 1)->reserve_cents);
    return done();
}

static inline lm_meter_status do_overflow(floor_ *f)
{
    expect_cents(f, 3, meter_at(f, 1)->overflow_cents);
    return done();
}

static inline lm_meter_status do_seeded(floor_ *f)
{
    expect_cents(f, 3, meter_at(f, 1)->seeded_cents);
    return done();
}

static inline lm_meter_status do_set(floor_ *f)
{
    lm_meter_entry entry;
    return lm_meter_adjust(meter_at(f, 1), LM_ACCOUNT_SHOWN, dollars(f, 2), LM_REASON_SETUP, &entry);
}

static inline lm_meter_status do_adjust(floor_ *f)
{
    lm_meter_entry entry;
    lm_reason reason = (lm_reason)atoi(f->word[2]);
    lm_meter_status status = lm_meter_adjust(meter_at(f, 1), LM_ACCOUNT_SHOWN, dollars(f, 3), reason, &entry);
    if (!lm_meter_ok(status)) return status;
    expect_cents(f, expected(f), entry.before_cents);
    expect_cents(f, 3, entry.after_cents);
    if (entry.amount_cents != entry.after_cents - entry.before_cents || entry.reason != reason) wrong(f, "entry");
    return status;
}

static inline lm_meter_status do_terms(floor_ *f)
{
    lm_meter_terms terms = {
        .seed_cents = dollars(f, 2),
        .limit_cents = f->words > 5 ? dollars(f, 5) : LM_CENTS_MAX,
        .contribution = rate(f, 3),
        .reserve = rate(f, 4),
    };
    return lm_meter_change(meter_at(f, 1), terms);
}

static inline lm_meter_status do_arm(floor_ *f)
{
    lm_meters *t = acting(f);
    return lm_meter_arm(&t->meter[t->meters - 1], dollars(f, 1));
}

static inline lm_meter_status do_due(floor_ *f)
{
    bool due = lm_meters_due(acting(f), 0);
    if (due != (f->word[2][0] == '1')) wrong(f, due ? "due" : "not due");
    return done();
}

static inline lm_meter_status do_hit(floor_ *f)
{
    lm_meter_entry entry;
    lm_meter_status status = lm_meters_hit(acting(f), 0, atoi(f->word[1]), dollars(f, 2), &entry);
    if (!lm_meter_ok(status)) return status;
    if (entry.place != spot(f, 4)) wrong(f, "winner");
    expect_cents(f, 5, entry.amount_cents);
    return status;
}

static inline lm_meter_status do_table(floor_ *f)
{
    int to = atoi(f->word[1]) - 1;
    for (int i = 0; i < acting(f)->meters; i++)
        f->table[to].meter[i] = acting(f)->meter[i];
    f->at = to;
    return done();
}

static const struct {
    const char *name;
    command *act;
} commands[] = {
    { "light", do_light },     { "unlight", do_unlight }, { "refund", do_refund },     { "withdraw", do_withdraw },
    { "start", do_start },     { "end", do_end },         { "fixed", do_fixed },       { "call", do_call },
    { "confirm", do_confirm }, { "card", do_card },       { "prize", do_prize },       { "state", do_state },
    { "shown", do_shown },     { "reserve", do_reserve }, { "overflow", do_overflow }, { "seeded", do_seeded },
    { "set", do_set },         { "adjust", do_adjust },   { "terms", do_terms },       { "arm", do_arm },
    { "due", do_due },         { "hit", do_hit },         { "table", do_table },
};

/* --- lines ---------------------------------------------------------------------------------------------- */

static inline void split_words(floor_ *f, const char *from, const char *end)
{
    f->words = 0;
    while (from < end) {
        size_t n = strcspn(from, " ;");
        if (n) {
            if (f->words == WORDS || n >= WORD) wrong(f, "too long");
            memcpy(f->word[f->words], from, n);
            f->word[f->words++][n] = '\0';
        }
        from += n + (from[n] != '\0');
    }
}

static inline command *command_named(const floor_ *f)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, f->word[0]) == 0) return commands[i].act;
    }
    wrong(f, "no such command");
    return NULL;
}

static inline void check_refusal(const floor_ *f, lm_meter_status status, const char *clause, const lm_meters *before)
{
    if (lm_meter_ok(status) == (clause[0] != '\0')) wrong(f, lm_meter_why_text(status.why));
    if (lm_meter_ok(status)) return;
    if (strcmp(status.clause ? status.clause : "none", clause) != 0)
        wrong(f, status.clause ? status.clause : "no clause");
    if (memcmp(before, &f->table[f->at], sizeof *before) != 0) wrong(f, "a refused command changed something");
}

static inline void run_command(floor_ *f)
{
    static lm_meters before;
    char clause[WORD] = "";
    if (f->word[0][0] == '!') {
        memcpy(clause, f->word[0] + 1, sizeof clause - 1);
        memmove(f->word[0], f->word[1], sizeof f->word - sizeof *f->word);
        f->words--;
    }
    before = *acting(f);
    lm_meter_status status = command_named(f)(f);
    check_refusal(f, status, clause, &before);
    for (int i = 0; i < acting(f)->meters; i++) {
        if (!lm_meter_balanced(&acting(f)->meter[i])) wrong(f, "out of balance");
    }
}

static inline void run_line(const char *clause, const char *settings, const char *line)
{
    static floor_ f;
    static lm_rules rules;
    rules_make(&rules, settings, "");
    f = (floor_){ .clause = clause, .line = line };
    for (int i = 0; i < TABLES; i++)
        lm_meters_open(&f.table[i], &rules, (uint32_t)(i + 1));
    while (*line) {
        const char *end = line + strcspn(line, ";");
        split_words(&f, line, end);
        if (f.words) run_command(&f);
        line = end + (*end == ';');
    }
}

typedef struct {
    const char *clause, *settings, *line;
} row;

#define RUN(rows)                                                                                                      \
    for (size_t i_ = 0; i_ < sizeof rows / sizeof *rows; i_++)                                                         \
    run_line(rows[i_].clause, rows[i_].settings, rows[i_].line)

#endif
