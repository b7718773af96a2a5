/* script_event.c - events as `kind:field:field`, and patterns of them.
 *
 * One row says which fields a kind of event has. A pattern may leave out fields at its end, and `*` or
 * nothing in a field's place; `@CLAUSE` at its end asks for the clause that prescribes the event. */
#include "script.h"

#include <string.h>

enum { FIELDS = 3 };
static const uint16_t fields_of[LM_EV_COUNT][FIELDS] = {
    [LM_EV_BET] = { FIELD_PLACE, FIELD_WAGER, FIELD_AMOUNT },
    [LM_EV_WITHDRAW] = { FIELD_PLACE, FIELD_WAGER, FIELD_AMOUNT },
    [LM_EV_CARD] = { FIELD_PLACE, FIELD_CARD },
    [LM_EV_SIDEWAYS] = { FIELD_PLACE, FIELD_CARD },
    [LM_EV_DOWN] = { FIELD_PLACE },
    [LM_EV_TOTAL] = { FIELD_PLACE, FIELD_NUMBER },
    [LM_EV_OFFER_EVEN_MONEY] = { FIELD_PLACE },
    [LM_EV_INSURE] = { FIELD_PLACE, FIELD_WAGER, FIELD_AMOUNT },
    [LM_EV_EVEN_MONEY] = { FIELD_PLACE },
    [LM_EV_TURN] = { FIELD_CARD, FIELD_PLACE },
    [LM_EV_BLACKJACK] = { FIELD_PLACE },
    [LM_EV_STAND] = { FIELD_PLACE },
    [LM_EV_HIT] = { FIELD_PLACE },
    [LM_EV_DOUBLE] = { FIELD_PLACE, FIELD_AMOUNT },
    [LM_EV_SPLIT] = { FIELD_PLACE, FIELD_AMOUNT },
    [LM_EV_SURRENDER] = { FIELD_PLACE },
    [LM_EV_LAMMER] = { FIELD_PLACE },
    [LM_EV_LAMMER_OFF] = { FIELD_PLACE },
    [LM_EV_LAMMER_POT] = { FIELD_PLACE },
    [LM_EV_BUST] = { FIELD_PLACE },
    [LM_EV_TUCK] = { FIELD_PLACE },
    [LM_EV_CLEAR] = { FIELD_PLACE },
    [LM_EV_TAKE] = { FIELD_PLACE, FIELD_WAGER, FIELD_AMOUNT },
    [LM_EV_PAY] = { FIELD_PLACE, FIELD_WAGER, FIELD_AMOUNT },
    [LM_EV_GIVE_BACK] = { FIELD_PLACE, FIELD_WAGER, FIELD_AMOUNT },
    [LM_EV_AWARD] = { FIELD_PLACE, FIELD_WAGER, FIELD_AMOUNT },
    [LM_EV_HOLD] = { FIELD_PLACE, FIELD_WAGER },
    [LM_EV_LIGHT] = { FIELD_PLACE, FIELD_WAGER },
    [LM_EV_MARKER] = { FIELD_PLACE, FIELD_N },
    [LM_EV_EXPOSE] = { FIELD_PLACE },
    [LM_EV_PROMPT] = { FIELD_PLACE },
    [LM_EV_IRREGULAR] = { FIELD_KIND, FIELD_PLACE },
    [LM_EV_COUPON] = { FIELD_PLACE, FIELD_AMOUNT },
    [LM_EV_COUPON_OFF] = { FIELD_PLACE, FIELD_AMOUNT },
    [LM_EV_DETERMINANT] = { FIELD_CARD, FIELD_SIDE },
    [LM_EV_SEGREGATE] = { FIELD_CARD },
    [LM_EV_SHOW_BURN] = { FIELD_CARD },
    [LM_EV_DELIVER] = { FIELD_PACK, FIELD_COUNT },
    [LM_EV_VERIFY] = { FIELD_ROLE },
    [LM_EV_FACE_UP] = { FIELD_PLACE },
    [LM_EV_VIEW] = { FIELD_PLACE },
    [LM_EV_DEVICE_SHUFFLE] = { FIELD_PACK },
    [LM_EV_JAM] = { FIELD_PACK },
    [LM_EV_SIGN] = { FIELD_ON },
    [LM_EV_SWAP] = { FIELD_PACK },
    [LM_EV_OFFER_CUT] = { FIELD_PLACE },
    [LM_EV_REFUSE_CUT] = { FIELD_PLACE },
    [LM_EV_CUT] = { FIELD_PLACE, FIELD_COUNT },
    [LM_EV_RECUT] = { FIELD_ROLE },
    [LM_EV_COVER] = { FIELD_COUNT },
    [LM_EV_COVER_SEEN] = { FIELD_PLACE },
    [LM_EV_ORDER_SHUFFLE] = { FIELD_ROLE },
    [LM_EV_UNLOAD] = { FIELD_PACK, FIELD_COUNT },
    [LM_EV_ALARM] = { FIELD_COUNT },
    [LM_EV_REQUEST_SPREAD] = { FIELD_PLACE },
    [LM_EV_ARRIVE] = { FIELD_PLACE },
    [LM_EV_LEAVE] = { FIELD_PLACE },
    [LM_EV_READMIT] = { FIELD_PLACE },
};

int script_event_fields(lm_event_kind kind)
{
    return fields_of[kind][0] | fields_of[kind][1] | fields_of[kind][2];
}

/* An award's n is its outcome; elsewhere n is the dealer hand. */
static uint8_t dealer_hand_of(const lm_event *e)
{
    return e->kind == LM_EV_AWARD || e->kind == LM_EV_HOLD ? 0 : e->n;
}

static void write_field(const lm_rules *rules, const lm_event *e, int field, char *text, size_t size)
{
    char short_text[24] = "";
    switch (field) {
    case FIELD_PLACE: script_seat_write(e->box, e->bettor, e->hand, short_text); break;
    case FIELD_WAGER: script_wager_write(rules, e->wager, dealer_hand_of(e), text, size); return;
    case FIELD_AMOUNT: lm_cents_write(e->amount_cents, short_text); break;
    case FIELD_CARD: lm_card_write(e->card, short_text); break;
    case FIELD_KIND: snprintf(text, size, "%s", lm_irregular_word((lm_irregularity)e->n)); return;
    case FIELD_N: snprintf(short_text, sizeof short_text, "%d", e->n); break;
    case FIELD_SIDE:
    case FIELD_PACK: strcpy(short_text, e->n ? "B" : "A"); break;
    case FIELD_ON: strcpy(short_text, e->n ? "on" : "off"); break;
    case FIELD_ROLE: snprintf(text, size, "%s", lm_role_word((lm_role)e->n)); return;
    case FIELD_COUNT:
    case FIELD_NUMBER: snprintf(short_text, sizeof short_text, "%lld", (long long)e->amount_cents); break;
    default: break;
    }
    snprintf(text, size, "%s", short_text);
}

void script_event_write(const lm_rules *rules, const lm_event *e, char *text, size_t size)
{
    int n = snprintf(text, size, "%s", lm_event_name(e->kind));
    for (int i = 0; i < FIELDS && fields_of[e->kind][i] && (size_t)n < size; i++) {
        char value[40];
        write_field(rules, e, fields_of[e->kind][i], value, sizeof value);
        n += snprintf(text + n, size - (size_t)n, ":%s", value);
    }
}

/* A place may leave out the hand; without a letter it is the deciding bettor. */
static bool place_matches(const lm_event *e, const char *text)
{
    script_seat seat;
    if (strcmp(text, "dealer") == 0) return e->box == 0;
    if (!script_seat_read(text, true, &seat)) return false;
    return seat.box == e->box && seat.bettor == e->bettor && (!seat.hand || seat.hand == e->hand);
}

static bool field_matches(const lm_rules *rules, const lm_event *e, int field, const char *wanted)
{
    char value[40];
    lm_cents amount;
    if (!*wanted || strcmp(wanted, "*") == 0) return true;
    if (field == FIELD_PLACE) return place_matches(e, wanted);
    if (field == FIELD_AMOUNT) return lm_cents_read(wanted, &amount) && amount == e->amount_cents;
    write_field(rules, e, field, value, sizeof value);
    return strcmp(value, wanted) == 0;
}

/* A pattern cut into its kind, its fields and its clause. */
typedef struct {
    char text[96];
    char *part[FIELDS + 2]; /* kind, fields, and room for one too many */
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
    for (char *part = p->text; part && p->parts < FIELDS + 2; p->parts++) {
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
    int fields = 0;
    while (fields < FIELDS && fields_of[kind][fields])
        fields++;
    return p.parts - 1 <= fields;
}

bool script_event_matches(const lm_rules *rules, const lm_event *e, const char *text)
{
    pattern p;
    if (!cut(text, &p) || kind_of(p.part[0]) != e->kind) return false;
    if (p.clause && !(e->clause && script_clause_matches(e->clause, p.clause))) return false;
    for (int i = 0; i < p.parts - 1; i++) {
        if (!field_matches(rules, e, fields_of[e->kind][i], p.part[i + 1])) return false;
    }
    return true;
}
