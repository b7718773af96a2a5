/* explain.c - the tree of an explanation on paper: a box, its wagers, the terms of each. */
#include "lammer/program/explain.h"

#include <stdlib.h>
#include <string.h>

#include "lammer/program/room.h"
#include "lammer/words.h"

enum { AMOUNT_COLUMN = 76 };

void explain_free(explainer *x)
{
    free(x->row);
    *x = (explainer){ 0 };
}

explain_row *explain_add(explainer *x, const lm_rules *rules, const lm_event *event)
{
    x->row = lm_room(x->row, x->rows, &x->room, sizeof *x->row);
    explain_row *row = &x->row[x->rows++];
    *row = (explain_row){ .event = *event, .title = "Main wager" };
    row->names_spot = lm_rules_dealer_hands(rules) > 1 && event->wager < LM_SIDE;
    if (event->wager == LM_INSURANCE) row->title = "Insurance";
    if (event->wager >= LM_SIDE) row->title = rules->offer[event->wager - LM_SIDE].wager->title;
    return row;
}

void explain_write(const lm_sentence *sentence, char *text, size_t size)
{
    static const lm_story_style plain = { .symbols = false };
    lm_sentence_write(sentence, &plain, text, size);
}

void explain_event(explainer *x, const lm_rules *rules, const lm_event *event, const lm_reckoning *reckoning)
{
    explain_row *row = explain_add(x, rules, event);
    row->mine = reckoning->mine;
    row->dealers = reckoning->dealers;
    row->terms = reckoning->terms;
    lm_sentence why = lm_sentence_of_reckoning(rules, event, reckoning);
    explain_write(&why, row->why, sizeof row->why);
    for (int i = 0; i < row->terms; i++) {
        const lm_term *term = &reckoning->term[i];
        lm_sentence say = lm_sentence_of_term(term);
        explain_write(&say, row->term[i].text, sizeof row->term[i].text);
        snprintf(row->term[i].clause, sizeof row->term[i].clause, "%s", term->clause ? term->clause : "");
        row->term[i].cents = term->cents;
    }
}

static bool same_place(const lm_event *a, const lm_event *b)
{
    return a->box == b->box && a->bettor == b->bettor;
}

/* An award's n is its outcome, not a dealer hand. */
static bool same_wager(const lm_event *a, const lm_event *b)
{
    return same_place(a, b) && a->wager == b->wager && a->hand == b->hand && (a->wager >= LM_SIDE || a->n == b->n);
}

static bool is_first(const explainer *x, int i, bool (*same)(const lm_event *, const lm_event *))
{
    for (int j = 0; j < i; j++) {
        if (same(&x->row[j].event, &x->row[i].event)) return false;
    }
    return true;
}

static lm_cents sum_of(const explainer *x, const lm_event *at, bool (*same)(const lm_event *, const lm_event *))
{
    lm_cents sum = 0;
    for (int i = 0; i < x->rows; i++) {
        for (int k = 0; same(&x->row[i].event, at) && k < x->row[i].terms; k++)
            sum += x->row[i].term[k].cents;
    }
    return sum;
}

/* Counts characters, not bytes: suits may be symbols, and colour codes have no width. */
static int width_of(const char *text)
{
    int n = 0;
    for (const char *c = text; *c; c++) {
        if (*c == '\033')
            c += strcspn(c, "m");
        else
            n += ((unsigned char)*c & 0xC0) != 0x80;
    }
    return n;
}

static void print_line(FILE *out, int indent, const char *text, lm_cents cents, const char *clause)
{
    char amount[32];
    lm_story_money(cents, amount, sizeof amount);
    int pad = AMOUNT_COLUMN - indent - width_of(text) - (int)strlen(amount) - (cents > 0);
    fprintf(out, "%*s%s%*s%s%s", indent, "", text, pad < 2 ? 2 : pad, "", cents > 0 ? "+" : "", amount);
    fprintf(out, *clause ? "  [%s]\n" : "%s\n", clause);
}

static void add_cards(char *text, size_t size, const lm_told_cards *cards, const lm_story_style *style)
{
    for (int i = 0; i < cards->n; i++) {
        char card[32];
        lm_story_card(cards->card[i], style, card, sizeof card);
        lm_words_add(text, size, "%s%s", i ? " " : "", card);
    }
}

/* Whether the box has split, which its rows show by a second hand. */
static bool has_hands(const explainer *x, const lm_event *at)
{
    for (int i = 0; at->hand && i < x->rows; i++) {
        if (same_place(&x->row[i].event, at) && x->row[i].event.hand > 1) return true;
        if (same_wager(&x->row[i].event, at) && !x->row[i].mine.whole) return true;
    }
    return false;
}

/* "Main wager, hand 2, against dealer hand 1: Ks 9h against As Kd". */
static void name_wager(const explainer *x, const explain_row *row, const lm_story_style *style, char *text, size_t size)
{
    const lm_event *e = &row->event;
    snprintf(text, size, "%s", row->title);
    if (has_hands(x, e)) lm_words_add(text, size, ", hand %d", e->hand);
    if (row->names_spot) lm_words_add(text, size, ", against dealer hand %d", e->n + 1);
    if (row->mine.n + row->dealers.n) lm_words_add(text, size, ": ");
    add_cards(text, size, &row->mine, style);
    if (row->dealers.n) lm_words_add(text, size, row->mine.n ? " against " : "dealer ");
    add_cards(text, size, &row->dealers, style);
}

/* A stake that is returned together with its winnings, or as the rest of a loss, gets no line. */
static void print_terms(const explainer *x, const lm_event *at, FILE *out)
{
    bool any = false;
    for (int i = 0; i < x->rows; i++) {
        const explain_row *row = &x->row[i];
        if (!same_wager(&row->event, at)) continue;
        if (row->event.kind == LM_EV_GIVE_BACK && any && row->event.how != LM_CAUSE_SPARED) continue;
        for (int k = 0; k < row->terms; k++) {
            char text[2 * LM_STORY_LINE];
            snprintf(text, sizeof text, "%s%s%s", k ? "" : row->why, k || !row->why[0] ? "" : ": ", row->term[k].text);
            print_line(out, 6, text, row->term[k].cents, row->term[k].clause);
        }
        any = true;
    }
}

/* The last row of a wager, which has the most cards. */
static const explain_row *last_of(const explainer *x, const lm_event *at)
{
    int last = x->rows - 1;
    while (!same_wager(&x->row[last].event, at))
        last--;
    return &x->row[last];
}

static void print_place(const explainer *x, const lm_event *at, const lm_story_style *style, FILE *out)
{
    static const char *const bettors[LM_BETTORS] = { "", ", second bettor", ", third bettor", ", for the dealer" };
    char text[2 * LM_STORY_LINE];
    snprintf(text, sizeof text, at->box ? "Box %d%s" : "Dealer", at->box, bettors[at->bettor % LM_BETTORS]);
    print_line(out, 2, text, sum_of(x, at, same_place), "");
    for (int i = 0; i < x->rows; i++) {
        const lm_event *e = &x->row[i].event;
        if (!same_place(e, at) || !is_first(x, i, same_wager)) continue;
        name_wager(x, last_of(x, e), style, text, sizeof text);
        print_line(out, 4, text, sum_of(x, e, same_wager), "");
        print_terms(x, e, out);
    }
}

void explain_print(const explainer *x, const lm_story_style *style, FILE *out)
{
    for (int place = 0; place < (LM_BOXES + 1) * LM_BETTORS; place++) {
        lm_event at = { .box = (uint8_t)(place / LM_BETTORS), .bettor = (uint8_t)(place % LM_BETTORS) };
        for (int i = 0; i < x->rows; i++) {
            if (!same_place(&x->row[i].event, &at)) continue;
            print_place(x, &at, style, out);
            break;
        }
    }
}
