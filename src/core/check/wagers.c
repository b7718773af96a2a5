/* wagers.c - offered wagers against the table, and tables of one house against each other.
 *
 * What a section bars or requires stands in the wager's own file; only two house-wide clauses here name a wager. */
#include "rows.h"

/* "4, 6 or 8 decks" */
static void write_decks(uint32_t decks, char *buffer, size_t size)
{
    lm_text text = lm_text_on(buffer, size);
    for (int n = 1; n <= 8; n++) {
        if (!(decks >> n & 1)) continue;
        decks &= ~LM_DECK(n);
        lm_text_add_int(&text, n);
        if (decks) lm_text_add(&text, decks & (decks - 1) ? ", " : " or ");
    }
    lm_text_add(&text, " decks");
}

/* Pay tables that share an id are for different decks. Cite the clause of the decks that have no such table
 * (MBJ-17(e)(2)(v) has no option 4). */
static const char *clause_without_table(const lm_rules *rules, const lm_offer *offer)
{
    const lm_paytable *tables = offer->wager->paytables, *own = &tables[offer->paytable], *fitting = NULL;
    int sharing = 0;
    for (int t = 0; tables[t].clause; t++) {
        sharing += strcmp(tables[t].id, own->id) == 0;
        if (!fitting && lm_paytable_fits(offer->wager, &tables[t], rules)) fitting = &tables[t];
    }
    return sharing > 1 && fitting ? fitting->clause : own->clause;
}

static void check_place(lm_check *check, int i)
{
    const lm_rules *rules = check->rules;
    const lm_offer *offer = &rules->offer[i];
    const lm_wager *wager = offer->wager;
    const lm_paytable *table = &wager->paytables[offer->paytable];
    const char *document = lm_documents[rules->rule_set].title;
    lm_subject by_decks = lm_about_rule(LM_RULE_decks), by_document = lm_about_rule(LM_RULE_rule_set);
    if (!(wager->rule_sets >> rules->rule_set & 1)) {
        lm_check_find(check, LM_ERROR, lm_why_clause(LM_WHY_NOT_OFFERED, (int)rules->rule_set), lm_about_offer(i),
                      &by_document, /* say:not-in-document */ "%o does not exist in %s", i, document);
    } else if (!(wager->decks >> rules->decks & 1)) {
        char decks[32];
        write_decks(wager->decks, decks, sizeof decks);
        lm_check_find(check, LM_ERROR, wager->deck_rule ? wager->deck_rule : wager->clause, lm_about_offer(i),
                      &by_decks, /* say:needs-decks */ "%o needs %s", i, decks);
    } else if (!lm_paytable_fits(wager, table, rules)) {
        const char *clause = clause_without_table(rules, offer);
        if (!table->rule_sets || table->rule_sets >> rules->rule_set & 1)
            lm_check_find(check, LM_ERROR, clause, lm_about_offer(i), &by_decks,
                          /* say:not-of-decks */ "%o is not a pay table of %d decks", i, rules->decks);
        else
            lm_check_find(check, LM_ERROR, clause, lm_about_offer(i), &by_document,
                          /* say:not-of-document */ "%o is not a pay table of %s", i, document);
    }
}

/* Combinations that its section forbids, or conditions that it requires. */
static void check_bars(lm_check *check, int i, const lm_bar *bars, bool wanted)
{
    const char *title = check->rules->offer[i].wager->title;
    lm_word word;
    lm_subject other;
    for (int b = 0; b < LM_BARS && bars[b].clause; b++) {
        for (const char *rest = bars[b].with; lm_word_next(&rest, ' ', &word);) {
            if (lm_condition(check->rules, word, &other) == wanted) continue;
            if (wanted)
                lm_check_find(check, LM_ERROR, bars[b].clause, lm_about_offer(i), &other,
                              /* say:needs-offer */ "%s needs %w", title, word);
            else
                lm_check_find(check, LM_ERROR, bars[b].clause, lm_about_offer(i), &other,
                              /* say:wager-barred */ "%s is barred while %u", title, other);
        }
    }
}

/* Odds printed as a minimum may be raised; all others are exact (C-110). The form of an award is never the house's
 * choice. */
static bool odds_allowed(lm_odds house, lm_odds printed, lm_strictness strictness)
{
    if (house.form != printed.form || house.meter != printed.meter || !house.a != !printed.a) return false;
    int64_t mine = (int64_t)house.a * printed.b, least = (int64_t)printed.a * house.b;
    return mine == least || (strictness == LM_FLOOR && mine > least);
}

static void check_pays(lm_check *check, int i)
{
    const lm_offer *offer = &check->rules->offer[i];
    const lm_paytable *table = &offer->wager->paytables[offer->paytable];
    for (int row = 0; row < LM_OUTCOMES; row++) {
        lm_odds house = offer->pays[row], printed = table->pays[row];
        if (odds_allowed(house, printed, table->strictness)) continue;
        const char *outcome = offer->wager->outcomes[row] ? offer->wager->outcomes[row] : "?";
        bool floor = table->strictness == LM_FLOOR;
        lm_check_find(check, LM_ERROR, table->clause, lm_about_offer(i), NULL,
                      /* say:pays-as-printed */ "%o%s\"%s\" pays %s%d:%d (C-110)", i,
                      floor ? ": " : " has exact odds: ", outcome, floor ? "no less than " : "", (int64_t)printed.a,
                      (int64_t)printed.b);
    }
}

typedef struct {
    int64_t part, whole;
} fraction;

/* The share of a stake that the house keeps when the display shows amounts by these weights: 1 - p - p * mean / stake,
 * where p = 32 d / (13 (52 d - 1)) is a blackjack in two cards of d decks, and the stake stays with the winner
 * (C-85). */
static fraction weighted_advantage(const lm_rules *k, lm_rule_id id, int64_t stake)
{
    int64_t weights = 0, dollars = 0;
    for (int rung = 0; rung < LM_RUNGS; rung++) {
        int weight = lm_weight_at(k->value[id], rung);
        weights += weight;
        dollars += (int64_t)weight * lm_ladder_dollars(id, rung);
    }
    int64_t hits = 32 * k->decks, deals = 13 * (52 * k->decks - 1);
    return (fraction){ deals * weights * stake - hits * weights * stake - hits * dollars, deals * weights * stake };
}

static void check_bonus(lm_check *check, lm_rule_id id, int64_t stake)
{
    if (!check->rules->value[id]) return;
    fraction kept = weighted_advantage(check->rules, id, stake);
    if (kept.part >= 0 && kept.part * 100 <= kept.whole * 30) return;
    lm_check_find(check, LM_ERROR, "MBJ-20(k).1", lm_about_rule(id), NULL,
                  kept.part < 0 ? "these weights pay out more than players stake"
                                : "these weights keep more than 30 per cent of the stake");
}

/* The advantage by the weights of the display, or as the house declares it where there are none. */
static fraction bonus_advantage(const lm_rules *k, lm_rule_id weights, lm_rule_id declared, int64_t stake)
{
    return k->value[weights] ? weighted_advantage(k, weights, stake) : (fraction){ k->value[declared], 10000 };
}

static bool same_advantage(const lm_rules *a, const lm_rules *b, lm_rule_id weights, lm_rule_id declared, int64_t stake)
{
    fraction mine = bonus_advantage(a, weights, declared, stake), other = bonus_advantage(b, weights, declared, stake);
    return mine.part * other.whole == other.part * mine.whole;
}

void lm_check_wagers(lm_check *check)
{
    for (int i = 0; i < check->rules->offers; i++) {
        check_place(check, i);
        check_bars(check, i, check->rules->offer[i].wager->bars, false);
        check_bars(check, i, check->rules->offer[i].wager->wants, true);
        check_pays(check, i);
    }
    if (lm_rules_match(check->rules, "@blackjack-bonus")) {
        check_bonus(check, LM_RULE_bonus_weights_1, 1);
        check_bonus(check, LM_RULE_bonus_weights_5, 5);
    }
}

typedef struct {
    const lm_rules *const *tables;
    lm_check check;
} house;

/* Table b of a house disagrees with table a. */
static void find_disagreement(house *h, int a, int b, const char *clause, lm_rule_id rule, const char *wager,
                              const char *say)
{
    lm_subject subject = { rule, wager ? lm_rules_slot(h->tables[b], wager) - LM_SIDE : -1 };
    h->check.rules = h->tables[b];
    h->check.table = b;
    h->check.other_table = a;
    lm_check_find(&h->check, LM_ERROR, clause, subject, NULL, "%s", say);
}

static const lm_offer *offer_of(const lm_rules *rules, const char *wager)
{
    int slot = lm_rules_slot(rules, wager);
    return slot < LM_SIDE ? NULL : &rules->offer[slot - LM_SIDE];
}

static void compare_suited(house *h, int a, int b)
{
    const lm_offer *mine = offer_of(h->tables[a], "suited"), *other = offer_of(h->tables[b], "suited");
    if (!mine || !other || h->tables[a]->decks != h->tables[b]->decks) return;
    const lm_paytable *tables = mine->wager->paytables;
    if (strcmp(tables[mine->paytable].id, tables[other->paytable].id) == 0) return;
    find_disagreement(
        h, a, b, "MBJ-17(e)(2).1", LM_RULE_COUNT, "suited",
        /* say:same-suit-odds */ "the suit odds are the same at all tables with the same number of decks");
}

static void compare_bonus(house *h, int a, int b)
{
    const lm_rules *mine = h->tables[a], *other = h->tables[b];
    if (!offer_of(mine, "blackjack-bonus") || !offer_of(other, "blackjack-bonus")) return;
    bool both_1 = mine->bonus_stakes != LM_BONUS_5 && other->bonus_stakes != LM_BONUS_5;
    bool both_5 = mine->bonus_stakes != LM_BONUS_1 && other->bonus_stakes != LM_BONUS_1;
    if (both_1 && !same_advantage(mine, other, LM_RULE_bonus_weights_1, LM_RULE_bonus_advantage_1, 1)) {
        find_disagreement(
            h, a, b, "MBJ-20(k).2", LM_RULE_bonus_advantage_1, "blackjack-bonus",
            /* say:same-advantage-1 */ "the $1 blackjack bonus has the same advantage at all tables at one time");
    }
    if (both_5 && !same_advantage(mine, other, LM_RULE_bonus_weights_5, LM_RULE_bonus_advantage_5, 5)) {
        find_disagreement(
            h, a, b, "MBJ-20(k).2", LM_RULE_bonus_advantage_5, "blackjack-bonus",
            /* say:same-advantage-5 */ "the $5 blackjack bonus has the same advantage at all tables at one time");
    }
}

/* The Commission may limit the tables with several bettors on a box; the smallest number that any of them names
 * applies. */
static void count_shared_tables(house *h, int last)
{
    int64_t limit = 0;
    int shared = 0, first = last;
    for (int t = last; t >= 0; t--) {
        const lm_rules *k = h->tables[t];
        if (k->bettors_per_box < 2) continue;
        if (k->shared_tables && (!limit || k->shared_tables < limit)) limit = k->shared_tables;
        shared++;
        first = t;
    }
    if (!limit || h->tables[last]->bettors_per_box < 2) return;
    if (shared > limit)
        find_disagreement(
            h, first, last, "MBJ-13(g).2", LM_RULE_shared_tables, NULL,
            /* say:fewer-shared-tables */ "the Commission permits several bettors on a box at fewer tables");
}

/* Compares the table `last` with those before it. */
static void compare_with_others(house *h, int last)
{
    for (int a = 0; a < last; a++) {
        compare_suited(h, a, last);
        compare_bonus(h, a, last);
    }
    count_shared_tables(h, last);
}

int lm_house_check_last(const lm_rules *const *tables, int n, const lm_finder *finder)
{
    house h = { tables, { .finder = finder } };
    compare_with_others(&h, n - 1);
    return h.check.errors;
}

int lm_house_check(const lm_rules *const *tables, int n, const lm_finder *finder)
{
    house h = { tables, { .finder = finder } };
    for (int last = 1; last < n; last++)
        compare_with_others(&h, last);
    return h.check.errors;
}
