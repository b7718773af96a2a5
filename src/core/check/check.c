/* check.c - the validator: conditions, rows of conditions, and the order in which all subjects are checked. */
#include "rows.h"

#include <assert.h>
#include <stdarg.h>

const char *lm_severity_name(lm_severity severity)
{
    static const char *const names[] = { "error", "warning", "ruling", "duty" };
    return names[severity];
}

static bool is_one_of(lm_word values, const char *text)
{
    lm_word value;
    while (lm_word_split(&values, '|', &value)) {
        if (lm_word_is(value, text)) return true;
    }
    return false;
}

/* `@name` or `@name:table`; numbered spots such as streak.2 also match their common name. */
static bool is_offered(const lm_rules *rules, lm_word word, lm_subject *subject)
{
    lm_word rest = { word.at + 1, word.n - 1 }, name = { word.at, 0 };
    lm_word_split(&rest, ':', &name);
    for (int i = 0; i < rules->offers; i++) {
        const lm_wager *wager = rules->offer[i].wager;
        const char *id = wager->id;
        if (strncmp(id, name.at, name.n) != 0 || (id[name.n] && id[name.n] != '.')) continue;
        if (rest.n && !is_one_of(rest, wager->paytables[rules->offer[i].paytable].id)) continue;
        subject->offer = i;
        return true;
    }
    return false;
}

typedef enum { EQUAL, NOT_EQUAL, LESS, AT_MOST, MORE, AT_LEAST, MULTIPLE } comparison;

static size_t find_operator(lm_word word, comparison *how, size_t *length)
{
    /* clang-format off */
    static const struct { const char *text; comparison how; } operators[] = {
        { "!=", NOT_EQUAL }, { "<=", AT_MOST }, { ">=", AT_LEAST },
        { "=", EQUAL }, { "<", LESS }, { ">", MORE }, { "%", MULTIPLE },
    };
    /* clang-format on */
    for (size_t at = 1; at < word.n; at++) {
        for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
            *length = strlen(operators[i].text);
            if (strncmp(word.at + at, operators[i].text, *length) != 0) continue;
            *how = operators[i].how;
            return at;
        }
    }
    return 0;
}

static bool compare(int64_t a, comparison how, int64_t b)
{
    switch (how) {
    case EQUAL: return a == b;
    case NOT_EQUAL: return a != b;
    case LESS: return a < b;
    case AT_MOST: return a <= b;
    case MORE: return a > b;
    case AT_LEAST: return a >= b;
    case MULTIPLE: return b > 0 && a % b == 0;
    }
    return false;
}

/* A value of the rule, or another rule's present value. */
static int64_t operand(const lm_rules *rules, lm_rule_id id, lm_word word)
{
    char text[32];
    int64_t value = 0;
    bool fits = lm_word_copy(word, text, sizeof text);
    if (fits && lm_rule_read(id, text, &value)) return value;
    lm_rule_id other = fits ? lm_rule_find(text) : LM_RULE_COUNT;
    assert(other != LM_RULE_COUNT && "a condition compares with an unknown value");
    return rules->value[other];
}

bool lm_condition(const lm_rules *rules, lm_word word, lm_subject *subject)
{
    *subject = (lm_subject){ LM_RULE_COUNT, -1 };
    if (word.at[0] == '@') return is_offered(rules, word, subject);
    comparison how = EQUAL;
    size_t length = 0, at = find_operator(word, &how, &length);
    char name[32];
    bool fits = at && lm_word_copy((lm_word){ word.at, at }, name, sizeof name);
    subject->rule = fits ? lm_rule_find(name) : LM_RULE_COUNT;
    assert(subject->rule != LM_RULE_COUNT && "a condition names an unknown rule");
    lm_word values = { word.at + at + length, word.n - at - length }, value;
    while (lm_word_split(&values, '|', &value)) {
        bool holds = compare(rules->value[subject->rule], how, operand(rules, subject->rule, value));
        if (holds != (how == NOT_EQUAL)) return how != NOT_EQUAL;
    }
    return how == NOT_EQUAL;
}

bool lm_conditions(const lm_rules *rules, const char *words, lm_subject *subject)
{
    lm_word word;
    *subject = (lm_subject){ LM_RULE_COUNT, -1 };
    while (words && lm_word_next(&words, ' ', &word)) {
        if (!lm_condition(rules, word, subject)) return false;
    }
    return true;
}

bool lm_rules_match(const lm_rules *rules, const char *conditions)
{
    lm_subject subject;
    return lm_conditions(rules, conditions, &subject);
}

static void describe(const lm_rules *rules, lm_subject subject, lm_text *text)
{
    char value[48];
    if (subject.rule != LM_RULE_COUNT) {
        lm_rule_write(subject.rule, rules->value[subject.rule], value, sizeof value);
        lm_text_add(text, lm_rule_table[subject.rule].name);
        lm_text_add(text, " is ");
        lm_text_add(text, value);
    } else if (subject.offer >= 0) {
        lm_text_add(text, rules->offer[subject.offer].wager->title);
        lm_text_add(text, " is offered");
    }
}

/* The title of an offered wager, with its pay table where it has several. */
static void add_offer(const lm_rules *rules, int i, lm_text *text)
{
    const lm_offer *offer = &rules->offer[i];
    const char *table = offer->wager->paytables[offer->paytable].id;
    lm_text_add(text, offer->wager->title);
    if (table[0]) lm_text_add(text, ", table ");
    lm_text_add(text, table);
}

static void add_money(lm_text *text, lm_cents cents)
{
    char amount[24];
    lm_cents_write(cents, amount);
    lm_text_add(text, amount);
}

static void add_sentence(const lm_rules *rules, lm_text *text, const char *format, va_list args)
{
    lm_word word;
    while (*format) {
        size_t plain = 0;
        while (format[plain] && format[plain] != '%')
            plain++;
        lm_text_add_n(text, format, plain);
        format += plain;
        if (!*format) return;
        switch (format[1]) {
        case '%': lm_text_add(text, "%"); break;
        case 's': lm_text_add(text, va_arg(args, const char *)); break;
        case 'd': lm_text_add_int(text, va_arg(args, int64_t)); break;
        case 'h': add_money(text, va_arg(args, int64_t)); break;
        case 'm':
            lm_text_add(text, "$");
            add_money(text, va_arg(args, lm_cents));
            break;
        case 'w':
            word = va_arg(args, lm_word);
            lm_text_add_n(text, word.at, word.n);
            break;
        case 'o': add_offer(rules, va_arg(args, int), text); break;
        case 'u': describe(rules, va_arg(args, lm_subject), text); break;
        default: assert(!"a finding's sentence has an unknown mark");
        }
        format += 2;
    }
}

void lm_check_find(lm_check *check, lm_severity severity, const char *clause, lm_subject subject,
                   const lm_subject *other, const char *format, ...)
{
    lm_finding finding = { .severity = severity,
                           .rule = subject.rule,
                           .other = other ? other->rule : LM_RULE_COUNT,
                           .offer = subject.offer,
                           .other_offer = other ? other->offer : -1,
                           .table = check->table,
                           .other_table = check->other_table,
                           .at = check->at };
    lm_text text = lm_text_on(finding.clause, sizeof finding.clause);
    lm_text_add(&text, clause);
    text = lm_text_on(finding.text, sizeof finding.text);
    va_list args;
    va_start(args, format);
    add_sentence(check->rules, &text, format, args);
    va_end(args);
    if (severity == LM_ERROR) check->errors++;
    if (check->finder) check->finder->find(check->finder->self, &finding);
}

/* A condition in words: "decks=6|8" becomes "decks must be 6 or 8". */
static void write_demand(lm_word word, char *buffer, size_t size)
{
    static const char *const says[] = {
        /* say:demand-equal */ " must be ",
        " must not be ",
        " must be below ",
        /* say:demand-at-most */ " must be at most ",
        " must be above ",
        /* say:demand-at-least */ " must be at least ",
        /* say:demand-multiple */ " must be a multiple of ",
    };
    lm_text text = lm_text_on(buffer, size);
    if (word.at[0] == '@') {
        lm_text_add_n(&text, word.at + 1, word.n - 1);
        lm_text_add(&text, /* say:demand-offered */ " must be offered");
        return;
    }
    comparison how = EQUAL;
    size_t length = 0, at = find_operator(word, &how, &length);
    lm_word values = { word.at + at + length, word.n - at - length }, value;
    lm_text_add_n(&text, word.at, at);
    lm_text_add(&text, says[how]);
    for (int i = 0; lm_word_split(&values, '|', &value); i++) {
        if (i) lm_text_add(&text, values.n ? ", " : " or ");
        lm_text_add_n(&text, value.at, value.n);
    }
}

static void find_broken(lm_check *check, const lm_check_row *row, lm_word word, lm_subject subject, lm_subject cause,
                        bool demanded)
{
    char demand[LM_FINDING_TEXT];
    bool named = subject.rule != LM_RULE_COUNT || subject.offer >= 0;
    const char *colon = row->say ? ": " : "", *say = row->say ? row->say : "";
    if (!demanded) {
        lm_check_find(check, row->severity, row->clause, subject, &cause, /* say:rule-barred */
                      "%u, which is barred while %u%s%s", subject, cause, colon, say);
        return;
    }
    write_demand(word, demand, sizeof demand);
    if (named)
        lm_check_find(check, row->severity, row->clause, subject, &cause, /* say:demand-broken */ "%s, but %u%s%s",
                      demand, subject, colon, say);
    else
        lm_check_find(check, row->severity, row->clause, cause, NULL, "%s%s%s", demand, colon, say);
}

static void apply_row(lm_check *check, const lm_check_row *row)
{
    lm_subject cause, subject;
    lm_word word;
    if (!lm_conditions(check->rules, row->when, &cause)) return;
    if (!row->must && !row->never) {
        check->at = row->at;
        lm_check_find(check, row->severity, row->clause, cause, NULL, "%s", row->say);
        check->at = LM_DUTY_AT_START;
        return;
    }
    for (const char *rest = row->must; rest && lm_word_next(&rest, ' ', &word);) {
        if (!lm_condition(check->rules, word, &subject)) find_broken(check, row, word, subject, cause, true);
    }
    for (const char *rest = row->never; rest && lm_word_next(&rest, ' ', &word);) {
        if (lm_condition(check->rules, word, &subject)) find_broken(check, row, word, subject, cause, false);
    }
}

void lm_check_apply(lm_check *check, const lm_check_row *rows)
{
    for (; rows->clause; rows++)
        apply_row(check, rows);
}

static void find_readings(lm_check *check, lm_subject subject, const char *readings)
{
    char reading[LM_FINDING_CLAUSE];
    size_t length;
    lm_word word;
    while (readings && lm_word_next(&readings, ' ', &word)) {
        if (!lm_reading_applies(word.at, word.n, (lm_rule_set)check->rules->rule_set, &length)) continue;
        lm_word_copy((lm_word){ word.at, length }, reading, sizeof reading);
        lm_check_find(check, LM_RULING, reading, subject, NULL, /* say:needs-ruling */ "needs ruling %s: %u", reading,
                      subject);
    }
}

static void check_readings(lm_check *check)
{
    for (int id = 0; id < LM_RULE_COUNT; id++) {
        int64_t preset;
        if (!lm_rule_read((lm_rule_id)id, lm_rule_table[id].preset, &preset)) continue;
        if (check->rules->value[id] == preset) continue;
        find_readings(check, lm_about_rule((lm_rule_id)id), lm_rule_table[id].reading);
    }
    for (int i = 0; i < check->rules->offers; i++)
        find_readings(check, lm_about_offer(i), check->rules->offer[i].wager->reading);
}

/* Washington approved these rules and no others: WFB-LTR.8. */
static void find_altered(lm_check *check, int errors)
{
    if (check->rules->rule_set != LM_WFB || !errors) return;
    lm_check_find(check, LM_WARNING, "WFB-LTR.8", lm_about_rule(LM_RULE_rule_set), NULL,
                  /* say:not-approved-as-altered */
                  "not approved as altered: any change to the game may void the approval of 29 April 2015");
}

int lm_rules_check(const lm_rules *rules, const lm_finder *finder)
{
    lm_check check = { .rules = rules, .finder = finder };
    lm_check_apply(&check, lm_check_documents);
    int altered = check.errors;
    lm_check_apply(&check, lm_check_features);
    lm_check_apply(&check, lm_check_shoe);
    lm_check_wagers(&check);
    lm_check_apply(&check, lm_check_meters);
    lm_check_sums(&check);
    lm_check_money(&check);
    find_altered(&check, altered);
    lm_check_apply(&check, lm_check_duties);
    check_readings(&check);
    return check.errors;
}
