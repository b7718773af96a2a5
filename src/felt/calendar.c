/* calendar.c - the house's settings for reports: shifts of the gaming day, and thresholds of the lists that it must
 * keep. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lammer/server/acts.h"
#include "lammer/server/json.h"

static const int64_t minute_ms = 60000, day_ms = 86400000;

/* The presets, which a house may change: three shifts of eight hours, and the law of the commission whose documents the
 * shipped rules are. */
void config_preset(report_config *config)
{
    *config = (report_config){
        .shift = { { "day", 8 * 60 }, { "swing", 16 * 60 }, { "grave", 0 } },
        .shifts = 3,
        .jurisdiction = "us-ma",
        .currency_cents = 1000000,
        .tax_odds = 300,
        .approval_cents = 1000000,
        .coupon_approval_cents = 50000,
        .chip_cents = { 25, 50, 100, 250, 500, 2000, 2500, 10000, 50000, 100000, 500000 },
        .chips = 11,
    };
}

static int64_t floor_day(int64_t ms)
{
    return ms >= 0 ? ms / day_ms * day_ms : -((-ms + day_ms - 1) / day_ms) * day_ms;
}

/* The latest shift that begins no later than the moment. */
int shift_at(const report_config *config, int64_t time_ms, int64_t *began_ms)
{
    int64_t local = time_ms + config->utc_offset_minutes * minute_ms, best = INT64_MIN;
    int found = 0;
    for (int i = 0; i < config->shifts; i++) {
        int64_t began = floor_day(local) + config->shift[i].minute * minute_ms;
        if (began > local) began -= day_ms;
        if (began > best) {
            best = began;
            found = i;
        }
    }
    *began_ms = best - config->utc_offset_minutes * minute_ms;
    return found;
}

int64_t shift_after(const report_config *config, int64_t time_ms)
{
    int64_t local = time_ms + config->utc_offset_minutes * minute_ms, next = INT64_MAX;
    for (int i = 0; i < config->shifts; i++) {
        int64_t begins = floor_day(local) + config->shift[i].minute * minute_ms;
        if (begins <= local) begins += day_ms;
        if (begins < next) next = begins;
    }
    return next - config->utc_offset_minutes * minute_ms;
}

/* A gaming day begins with its first shift and has the date of that moment. */
int64_t gaming_day_of(const report_config *config, int64_t midnight_ms)
{
    return midnight_ms + (config->shift[0].minute - config->utc_offset_minutes) * minute_ms;
}

int64_t gaming_midnight(const report_config *config, int64_t time_ms)
{
    return floor_day(time_ms - gaming_day_of(config, 0));
}

void date_write(int64_t midnight_ms, char date[11])
{
    time_t seconds = (time_t)(midnight_ms / 1000);
    struct tm when;
    gmtime_r(&seconds, &when);
    if (!strftime(date, 11, "%Y-%m-%d", &when)) date[0] = '\0'; /* beyond the year 9999 */
}

int64_t gaming_day(const report_config *config, int64_t time_ms, char date[11])
{
    int64_t midnight = gaming_midnight(config, time_ms);
    date_write(midnight, date);
    return gaming_day_of(config, midnight);
}

void time_write(int64_t time_ms, char text[24])
{
    time_t seconds = (time_t)(time_ms / 1000);
    struct tm when;
    gmtime_r(&seconds, &when);
    strftime(text, 24, "%Y-%m-%dT%H:%M:%SZ", &when);
}

int gaming_year(const report_config *config, int64_t time_ms)
{
    char date[11];
    date_write(gaming_midnight(config, time_ms), date);
    return atoi(date);
}

lm_cents currency_line(const report_config *config, int64_t time_ms)
{
    const lm_law *law = lm_law_newest(config->jurisdiction, LM_LAW_CURRENCY, gaming_year(config, time_ms));
    return law && law->cents < config->currency_cents ? law->cents : config->currency_cents;
}

static bool is_times(lm_cents won, lm_cents wager, int64_t times)
{
    return won / (wager > 0 ? wager : 1) >= times;
}

static lm_cents part_of(lm_cents won, int basis_points)
{
    return won / 10000 * basis_points + won % 10000 * basis_points / 10000;
}

static void withhold(const report_config *config, lm_cents won, lm_cents wager, tax_line *line)
{
    const lm_law *backup = lm_law_newest(config->jurisdiction, LM_LAW_BACKUP, line->year), *law = NULL;
    while ((law = lm_law_next(law, config->jurisdiction, LM_LAW_WITHHELD, line->year))) {
        if (won <= law->cents || !is_times(won, wager, law->times)) continue;
        *(strchr(law->jurisdiction, '-') ? &line->state_cents : &line->federal_cents) = part_of(won, law->basis_points);
    }
    if (backup) line->backup_cents = part_of(won, backup->basis_points);
}

bool tax_is_listed(const report_config *config, int64_t time_ms, lm_cents won, lm_cents wager, tax_line *line)
{
    *line = (tax_line){ .year = gaming_year(config, time_ms) };
    line->form = lm_law_newest(config->jurisdiction, LM_LAW_FORM, line->year);
    bool due = line->form && won >= line->form->cents && is_times(won, wager, line->form->times);
    if (due) withhold(config, won, wager, line);
    return due || (config->tax_cents && won >= config->tax_cents && is_times(won, wager, config->tax_odds));
}

static bool read_minute(const char *text, int *minute)
{
    int hour, rest;
    char end;
    if (!text || sscanf(text, "%2d:%2d%c", &hour, &rest, &end) != 2) return false;
    if (hour < 0 || hour > 23 || rest < 0 || rest > 59) return false;
    *minute = hour * 60 + rest;
    return true;
}

/* Each shift must begin after the one before it, and all within 24 hours of the first. */
static bool in_order(const report_config *config)
{
    int last = -1;
    for (int i = 0; i < config->shifts; i++) {
        int since_first = (config->shift[i].minute - config->shift[0].minute + 1440) % 1440;
        if (since_first <= last) return false;
        last = since_first;
    }
    return true;
}

static const char *read_shifts(report_config *config, const json_t *list)
{
    size_t n = json_array_size(list);
    if (n < 1 || n > REPORT_SHIFTS) return "a day has 1 to 8 shifts";
    config->shifts = (int)n;
    for (size_t i = 0; i < n; i++) {
        report_shift *shift = &config->shift[i];
        const json_t *row = json_array_get(list, i);
        const char *name = json_string_value(json_object_get(row, "name"));
        if (!name || !*name || strlen(name) >= sizeof shift->name) return "a shift has a name of 1 to 23 characters";
        snprintf(shift->name, sizeof shift->name, "%s", name);
        if (!read_minute(json_string_value(json_object_get(row, "from")), &shift->minute))
            return "a shift begins at a time such as \"08:00\"";
    }
    return in_order(config) ? NULL : "list the shifts in the order in which they begin, within one day";
}

static const char *read_number(const json_t *object, const char *key, int64_t least, int64_t most, int64_t *value)
{
    const json_t *field = json_object_get(object, key);
    if (!field) return NULL;
    if (!json_is_integer(field)) return "thresholds are whole numbers";
    int64_t n = json_integer_value(field);
    if (n < least || n > most) return "a threshold is out of its range";
    *value = n;
    return NULL;
}

static const char *read_jurisdiction(const json_t *field, char *jurisdiction)
{
    const char *text = json_string_value(field);
    if (!field) return NULL;
    if (!text || (*text && !lm_law_is_known(text)))
        return "the sums of that jurisdiction are not known here: \"us\", \"us-ma\", or \"\" for the house's own only";
    snprintf(jurisdiction, REPORT_JURISDICTION, "%s", text);
    return NULL;
}

static const char *read_chips(const json_t *list, report_config *config)
{
    static const char wrong[] = "\"chips_cents\" lists 1 to 16 denominations in cents, the least first";
    size_t n = json_array_size(list);
    if (!list) return NULL;
    if (n < 1 || n > REPORT_CHIPS) return wrong;
    for (size_t i = 0; i < n; i++) {
        lm_cents cents = json_integer_value(json_array_get(list, i));
        if (cents < 1 || cents > LM_CENTS_MAX || (i && cents <= config->chip_cents[i - 1])) return wrong;
        config->chip_cents[i] = cents;
    }
    config->chips = (int)n;
    return NULL;
}

static const char *const role_words[] = {
#define X(name, word) word,
    LM_HOUSE_ROLES(X)
#undef X
};

static const char *read_staff_roles(const json_t *list, uint32_t *roles)
{
    static const char wrong[] = "a second factor is demanded of a list of staff roles, such as [\"administrator\"]";
    if (!json_is_array(list)) return wrong;
    *roles = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *word = json_string_value(json_array_get(list, i));
        int role = LM_HOUSE_ROLE_COUNT - 1;
        while (role > LM_HOUSE_PLAYER && (!word || strcmp(word, role_words[role]) != 0))
            role--;
        if (role <= LM_HOUSE_PLAYER) return wrong;
        *roles |= 1u << role;
    }
    return NULL;
}

const char *config_read(report_config *config, const json_t *object)
{
    static const int64_t most = 1000000000000;
    report_config next = *config;
    const json_t *shifts = json_object_get(object, "shifts");
    int64_t offset = next.utc_offset_minutes;
    const char *wrong = shifts ? read_shifts(&next, shifts) : NULL;
    if (!wrong) wrong = read_number(object, "utc_offset_minutes", -840, 840, &offset);
    if (!wrong) wrong = read_jurisdiction(json_object_get(object, "jurisdiction"), next.jurisdiction);
    if (!wrong) wrong = read_number(object, "currency_cents", 1, most, &next.currency_cents);
    if (!wrong) wrong = read_number(object, "tax_cents", 0, most, &next.tax_cents);
    if (!wrong) wrong = read_number(object, "tax_odds", 0, most, &next.tax_odds);
    if (!wrong) wrong = read_number(object, "approval_cents", 0, most, &next.approval_cents);
    if (!wrong) wrong = read_number(object, "coupon_approval_cents", 0, most, &next.coupon_approval_cents);
    if (!wrong) wrong = read_chips(json_object_get(object, "chips_cents"), &next);
    const json_t *roles = json_object_get(object, "second_factor");
    if (!wrong && roles) wrong = read_staff_roles(roles, &next.second_factor);
    if (wrong) return wrong;
    next.utc_offset_minutes = (int)offset;
    *config = next;
    return NULL;
}

json_t *config_write(const report_config *config)
{
    json_t *shifts = json_array();
    for (int i = 0; i < config->shifts; i++) {
        char from[16];
        snprintf(from, sizeof from, "%02d:%02d", config->shift[i].minute / 60, config->shift[i].minute % 60);
        json_array_append_new(shifts, json_pack("{s:s, s:s}", "name", config->shift[i].name, "from", from));
    }
    json_t *roles = json_array();
    for (int i = 0; i < LM_HOUSE_ROLE_COUNT; i++) {
        if (config->second_factor >> i & 1) json_array_append_new(roles, json_string(role_words[i]));
    }
    json_t *chips = json_array();
    for (int i = 0; i < config->chips; i++)
        json_array_append_new(chips, json_integer(config->chip_cents[i]));
    return json_pack("{s:o, s:i, s:s, s:I, s:I, s:I, s:I, s:I, s:o, s:o}", "shifts", shifts, "utc_offset_minutes",
                     config->utc_offset_minutes, "jurisdiction", config->jurisdiction, "currency_cents",
                     (json_int_t)config->currency_cents, "tax_cents", (json_int_t)config->tax_cents, "tax_odds",
                     (json_int_t)config->tax_odds, "approval_cents", (json_int_t)config->approval_cents,
                     "coupon_approval_cents", (json_int_t)config->coupon_approval_cents, "chips_cents", chips,
                     "second_factor", roles);
}

/* Adds settings to those of earlier times, so that reports of the past keep theirs. The first entry is the preset; when
 * there are too many, the oldest is dropped. */
json_t *config_add(const json_t *kept, const report_config *next, int64_t now_ms)
{
    report_config preset;
    config_preset(&preset);
    json_t *last = kept ? json_copy((json_t *)(uintptr_t)kept) : config_write(&preset);
    json_t *earlier = json_object_get(last, "earlier");
    earlier = earlier ? json_copy(earlier) : json_array();
    json_object_del(last, "earlier");
    json_array_append_new(earlier, last);
    while (json_array_size(earlier) >= REPORT_ERAS)
        json_array_remove(earlier, 0);
    json_t *value = config_write(next);
    json_object_set_new(value, "since_ms", json_integer(now_ms));
    json_object_set_new(value, "earlier", earlier);
    return value;
}
