/* event.c - events as `kind:field:field`, and patterns of them.
 *
 * lm_words_event_fields says which fields a kind of event has. A pattern may omit fields at its end, and have `*` or
 * nothing in place of a field; `@CLAUSE` at its end asks for the clause that prescribes the event. */
#include "script.h"

#include <string.h>

static void write_wager(const lm_rules *rules, const lm_event *e, char *text, size_t size)
{
    char wager[LM_WAGER_TEXT];
    lm_words_of_wager(rules, e->wager, lm_words_dealer_hand(e), wager);
    snprintf(text, size, "%s", wager);
}

static void write_field(const lm_rules *rules, const lm_event *e, int field, char *text, size_t size)
{
    char short_text[24] = "";
    *text = '\0';
    if (!lm_words_event_has(e, field)) return;
    switch (field) {
    case LM_EVENT_PLACE: lm_words_of_seat(e->box, e->bettor, e->hand, short_text); break;
    case LM_EVENT_WAGER: write_wager(rules, e, text, size); return;
    case LM_EVENT_AMOUNT: lm_cents_write(e->amount_cents, short_text); break;
    case LM_EVENT_CARD: lm_card_write(e->card, short_text); break;
    case LM_EVENT_KIND: snprintf(text, size, "%s", lm_irregular_word((lm_irregularity)e->n)); return;
    case LM_EVENT_N: snprintf(short_text, sizeof short_text, "%d", e->n); break;
    case LM_EVENT_SIDE:
    case LM_EVENT_PACK: strcpy(short_text, e->n ? "B" : "A"); break;
    case LM_EVENT_ON: strcpy(short_text, e->n ? "on" : "off"); break;
    case LM_EVENT_ABOUT: snprintf(text, size, "%s", lm_words_of_prompt((lm_prompt)e->how)); return;
    case LM_EVENT_FOR: snprintf(text, size, "%s", lm_words_of_cause((lm_money_cause)e->how)); return;
    case LM_EVENT_HOW: snprintf(text, size, "%s", lm_words_of_how((lm_irregularity)e->n, e->how)); return;
    case LM_EVENT_ROLE: snprintf(text, size, "%s", lm_role_word((lm_role)e->n)); return;
    case LM_EVENT_COUNT:
    case LM_EVENT_NUMBER: snprintf(short_text, sizeof short_text, "%lld", (long long)e->count); break;
    default: break;
    }
    snprintf(text, size, "%s", short_text);
}

void script_event_write(const lm_rules *rules, const lm_event *e, char *text, size_t size)
{
    int n = snprintf(text, size, "%s", lm_event_name(e->kind)), full = n;
    const uint16_t *fields = lm_words_event_fields(e->kind);
    for (int i = 0; i < LM_EVENT_FIELDS && fields[i] && (size_t)n < size; i++) {
        char value[40];
        write_field(rules, e, fields[i], value, sizeof value);
        n += snprintf(text + n, size - (size_t)n, ":%s", value);
        if (*value) full = n;
    }
    if ((size_t)full < size) text[full] = '\0'; /* empty fields at the end are not written */
}

/* A place without a hand matches all hands; without a letter it means the deciding bettor. */
static bool place_matches(const lm_event *e, const char *text)
{
    lm_seat seat;
    if (strcmp(text, "dealer") == 0) return e->box == 0;
    if (!lm_words_hand(text, &seat)) return false;
    return seat.box == e->box && seat.bettor == e->bettor && (!seat.hand || seat.hand == e->hand);
}

static bool field_matches(const lm_rules *rules, const lm_event *e, int field, const char *wanted)
{
    char value[40];
    lm_cents amount;
    if (!*wanted || strcmp(wanted, "*") == 0) return true;
    if (!lm_words_event_has(e, field)) return false;
    if (field == LM_EVENT_PLACE) return place_matches(e, wanted);
    if (field == LM_EVENT_AMOUNT) return lm_cents_read(wanted, &amount) && amount == e->amount_cents;
    write_field(rules, e, field, value, sizeof value);
    return strcmp(value, wanted) == 0;
}

/* A pattern split into its kind, fields and clause. */
typedef struct {
    char text[96];
    char *part[LM_EVENT_FIELDS + 2]; /* kind, fields, and room for one too many */
    int parts;
    const char *clause;
} pattern;

static bool cut(const char *text, pattern *p)
{
    *p = (pattern){ 0 };
    if (strlen(text) >= sizeof p->text) return false;
    strcpy(p->text, text);
    char *at = strchr(p->text, '@');
    if (at) {
        *at = '\0';
        p->clause = at + 1;
    }
    for (char *part = p->text; part && p->parts < LM_EVENT_FIELDS + 2; p->parts++) {
        p->part[p->parts] = part;
        part = strchr(part, ':');
        if (part) *part++ = '\0';
    }
    return true;
}

static int kind_of(const char *word)
{
    for (int kind = 0; kind < LM_EV_COUNT; kind++) {
        if (strcmp(lm_event_name((lm_event_kind)kind), word) == 0) return kind;
    }
    return -1;
}

bool script_event_known(const char *text)
{
    pattern p;
    if (!cut(text, &p)) return false;
    int kind = kind_of(p.part[0]);
    if (kind < 0 || (p.clause && !*p.clause)) return false;
    const uint16_t *of = lm_words_event_fields((lm_event_kind)kind);
    int fields = 0;
    while (fields < LM_EVENT_FIELDS && of[fields])
        fields++;
    return p.parts - 1 <= fields;
}

bool script_event_matches(const lm_rules *rules, const lm_event *e, const char *text)
{
    pattern p;
    if (!cut(text, &p) || kind_of(p.part[0]) != e->kind) return false;
    if (p.clause && !(e->clause && script_clause_matches(e->clause, p.clause))) return false;
    for (int i = 0; i < p.parts - 1; i++) {
        if (!field_matches(rules, e, lm_words_event_fields(e->kind)[i], p.part[i + 1])) return false;
    }
    return true;
}
