/* rules.c - the table of house rules, and reading and writing its values. */
#include "lammer/rules.h"

#include <assert.h>

#include "text.h"

const lm_rule lm_rule_table[LM_RULE_COUNT] = {
#define RULE(field, name, kind, legal, preset, clauses, notice, reading, help)                                         \
    [LM_RULE_##field] = { name, LM_KIND_##kind, legal, preset, clauses, notice, reading, help },
#include "lammer/rules.def"
#undef RULE
};

/* clang-format off */
const lm_document lm_documents[LM_RULE_SETS] = {
    [LM_MFB] = { "MFB-", "Free Bet Blackjack, Massachusetts Gaming Commission", "rules of the game", NULL },
    [LM_VFB] = { "VFB-", "Free Bet Blackjack, the vendor's dealing procedures",
                 "recommended procedures", NULL },
    [LM_WFB] = { "WFB-", "Free Bet Blackjack with Pot of Gold, Washington State Gambling Commission",
                 "rules supplied 15 January 2015, approved by letter of 29 April 2015", "WFB-LTR.1" },
    [LM_IFB] = { "IFB-", "Free Bet Blackjack, Catfish Bend Casino II, Iowa",
                 "signed by the regulator on 16 December 2014", "IFB-TITLE.1" },
    [LM_MBJ] = { "MBJ-", "Blackjack, Massachusetts Gaming Commission", "rules of the game", NULL },
};
/* clang-format on */

lm_rule_id lm_rule_find(const char *name)
{
    for (int id = 0; id < LM_RULE_COUNT; id++) {
        if (strcmp(lm_rule_table[id].name, name) == 0) return (lm_rule_id)id;
    }
    return LM_RULE_COUNT;
}

void lm_rules_preset(lm_rules *rules)
{
    memset(rules, 0, sizeof *rules);
    for (int id = 0; id < LM_RULE_COUNT; id++) {
        bool legal = lm_rule_read((lm_rule_id)id, lm_rule_table[id].preset, &rules->value[id]);
        assert(legal);
        (void)legal;
    }
}

/* --- values --------------------------------------------------------------------------------------------- */

static bool read_enum(const char *legal, const char *text, int64_t *value)
{
    lm_word word;
    for (int64_t i = 0; lm_word_next(&legal, '|', &word); i++) {
        if (lm_word_is(word, text)) {
            *value = i;
            return true;
        }
    }
    return false;
}

static bool read_int(const char *text, int64_t *value)
{
    int64_t sum = 0;
    int n = 0;
    for (; text[n] >= '0' && text[n] <= '9'; n++) {
        if (n == 12) return false;
        sum = sum * 10 + (text[n] - '0');
    }
    if (n == 0 || text[n]) return false;
    *value = sum;
    return true;
}

/* Per cent has two decimals like money, so hundredths of a per cent read and write like cents. */
static bool read_percent(const char *text, int64_t *value)
{
    char digits[24];
    size_t n = strlen(text);
    if (n && text[n - 1] == '%') n--;
    return lm_word_copy((lm_word){ text, n }, digits, sizeof digits) && lm_cents_read(digits, value);
}

static bool read_number(lm_rule_kind kind, const char *text, int64_t *value)
{
    if (kind == LM_KIND_INT) return read_int(text, value);
    return kind == LM_KIND_PERCENT ? read_percent(text, value) : lm_cents_read(text, value);
}

/* "word|least..most" or "least..most"; the word is kept as 0. */
typedef struct {
    lm_word word;
    int64_t least;
    int64_t most;
} range;

static range range_of(const lm_rule *rule)
{
    range r = { { NULL, 0 }, 0, 0 };
    const char *rest = rule->legal;
    lm_word part;
    lm_word_next(&rest, '|', &part);
    if (*rest) {
        r.word = part;
        lm_word_next(&rest, '|', &part);
    }
    char number[24];
    size_t dots = 0;
    while (part.at[dots] != '.' || part.at[dots + 1] != '.')
        dots++;
    bool fits = lm_word_copy((lm_word){ part.at, dots }, number, sizeof number) &&
                read_number(rule->kind, number, &r.least) &&
                lm_word_copy((lm_word){ part.at + dots + 2, part.n - dots - 2 }, number, sizeof number) &&
                read_number(rule->kind, number, &r.most);
    assert(fits);
    (void)fits;
    return r;
}

static bool read_ranged(const lm_rule *rule, const char *text, int64_t *value)
{
    range r = range_of(rule);
    int64_t number;
    if (r.word.n && lm_word_is(r.word, text)) {
        *value = 0;
        return true;
    }
    if (!read_number(rule->kind, text, &number) || number < r.least || number > r.most) return false;
    *value = number;
    return true;
}

static const char ranks[] = "A23456789T";

static bool read_ranks(const char *text, int64_t *value)
{
    int64_t set = 0;
    if (strcmp(text, "none") == 0) {
        *value = 0;
        return true;
    }
    for (; *text; text++) {
        int rank = 0;
        while (ranks[rank] && ranks[rank] != *text)
            rank++;
        if (!ranks[rank] || set >> (rank + 1) & 1) return false;
        set |= (int64_t)1 << (rank + 1);
    }
    if (!set) return false;
    *value = set;
    return true;
}

/* One ace and one face card: MBJ-3(e)(3). */
static bool read_cards(const char *text, int64_t *value)
{
    lm_card ace, face;
    if (strcmp(text, "off") == 0) {
        *value = 0;
        return true;
    }
    char first[3], second[3];
    if (strlen(text) != 5 || text[2] != '+') return false;
    memcpy(first, text, 2);
    memcpy(second, text + 3, 2);
    first[2] = second[2] = '\0';
    if (!lm_card_read(first, &ace) || !lm_card_read(second, &face)) return false;
    if (lm_rank(ace) != LM_ACE || lm_rank(face) < LM_JACK) return false;
    *value = 1 + ace * 64 + face;
    return true;
}

int lm_weight_at(int64_t weights, int rung)
{
    return (int)(weights >> (8 * rung) & 127);
}

int lm_ladder_dollars(lm_rule_id id, int rung)
{
    const char *legal = lm_rule_table[id].legal;
    lm_word word;
    int64_t dollars = 0;
    char digits[16];
    for (int i = 0; i <= rung && lm_word_next(&legal, '|', &word); i++) {
        if (!lm_word_copy(word, digits, sizeof digits) || !read_int(digits, &dollars)) return 0;
    }
    return (int)dollars;
}

/* "10x60": the dollars of a rung and its weight, onto the byte of that rung. */
static bool read_weight(lm_rule_id id, lm_word word, int64_t *value)
{
    char text[16], *times;
    int64_t dollars, weight;
    if (!lm_word_copy(word, text, sizeof text)) return false;
    for (times = text; *times && *times != 'x'; times++)
        continue;
    if (!*times) return false;
    *times = '\0';
    if (!read_int(text, &dollars) || !read_int(times + 1, &weight) || weight < 1 || weight > 127) return false;
    for (int rung = 0; rung < LM_RUNGS; rung++) {
        if (lm_ladder_dollars(id, rung) != dollars) continue;
        if (lm_weight_at(*value, rung)) return false; /* named twice */
        *value |= weight << (8 * rung);
        return true;
    }
    return false;
}

static bool read_weights(lm_rule_id id, const char *text, int64_t *value)
{
    lm_word word;
    int64_t weights = 0;
    if (strcmp(text, "none") != 0) {
        if (!*text) return false;
        while (lm_word_next(&text, '+', &word)) {
            if (!read_weight(id, word, &weights)) return false;
        }
    }
    *value = weights;
    return true;
}

/* Journals and submissions that were written before a value got its present word keep the earlier one. */
static const char *present_word(lm_rule_id id, const char *text)
{
    static const struct {
        lm_rule_id id;
        const char *was, *is;
    } renamed[] = { { LM_RULE_settle_order, "seat-by-seat", "box-by-box" } };
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++) {
        if (renamed[i].id == id && strcmp(renamed[i].was, text) == 0) return renamed[i].is;
    }
    return text;
}

bool lm_rule_read(lm_rule_id id, const char *text, int64_t *value)
{
    const lm_rule *rule = &lm_rule_table[id];
    switch (rule->kind) {
    case LM_KIND_ENUM: return read_enum(rule->legal, present_word(id, text), value);
    case LM_KIND_RANKS: return read_ranks(text, value);
    case LM_KIND_CARDS: return read_cards(text, value);
    case LM_KIND_WEIGHTS: return read_weights(id, text, value);
    case LM_KIND_INT:
    case LM_KIND_MONEY:
    case LM_KIND_PERCENT: break;
    }
    return read_ranged(rule, text, value);
}

static void write_enum(const char *legal, int64_t value, lm_text *text)
{
    lm_word word;
    for (int64_t i = 0; lm_word_next(&legal, '|', &word); i++) {
        if (i == value) lm_text_add_n(text, word.at, word.n);
    }
}

static void write_ranks(int64_t value, lm_text *text)
{
    if (!value) lm_text_add(text, "none");
    for (int i = 0; ranks[i]; i++) {
        if (value >> (i + 1) & 1) lm_text_add_n(text, &ranks[i], 1);
    }
}

static void write_cards(int64_t value, lm_text *text)
{
    char card[3];
    if (!value) {
        lm_text_add(text, "off");
        return;
    }
    lm_card_write((lm_card)((value - 1) / 64), card);
    lm_text_add(text, card);
    lm_text_add(text, "+");
    lm_card_write((lm_card)((value - 1) % 64), card);
    lm_text_add(text, card);
}

static void write_weights(lm_rule_id id, int64_t value, lm_text *text)
{
    const char *plus = "";
    if (!value) lm_text_add(text, "none");
    for (int rung = 0; rung < LM_RUNGS; rung++) {
        int weight = lm_weight_at(value, rung);
        if (!weight) continue;
        lm_text_add(text, plus);
        lm_text_add_int(text, lm_ladder_dollars(id, rung));
        lm_text_add(text, "x");
        lm_text_add_int(text, weight);
        plus = "+";
    }
}

static void write_ranged(const lm_rule *rule, int64_t value, lm_text *text)
{
    range r = range_of(rule);
    char number[24];
    if (r.word.n && value == 0) {
        lm_text_add_n(text, r.word.at, r.word.n);
    } else if (rule->kind == LM_KIND_INT) {
        lm_text_add_int(text, value);
    } else {
        lm_cents_write(value, number);
        lm_text_add(text, number);
    }
}

void lm_rule_write(lm_rule_id id, int64_t value, char *buffer, size_t size)
{
    const lm_rule *rule = &lm_rule_table[id];
    lm_text text = lm_text_on(buffer, size);
    switch (rule->kind) {
    case LM_KIND_ENUM: write_enum(rule->legal, value, &text); return;
    case LM_KIND_RANKS: write_ranks(value, &text); return;
    case LM_KIND_CARDS: write_cards(value, &text); return;
    case LM_KIND_WEIGHTS: write_weights(id, value, &text); return;
    case LM_KIND_INT:
    case LM_KIND_MONEY:
    case LM_KIND_PERCENT: break;
    }
    write_ranged(rule, value, &text);
}

/* --- clauses and readings ------------------------------------------------------------------------------- */

static int add_clauses_of(const char *clauses, const char *prefix, lm_text *text)
{
    int n = 0;
    lm_word word;
    while (lm_word_next(&clauses, ' ', &word)) {
        if (strncmp(word.at, prefix, strlen(prefix)) != 0) continue;
        if (n++) lm_text_add(text, " ");
        lm_text_add_n(text, word.at, word.n);
    }
    return n;
}

_Static_assert((int)LM_WAGER_DOCUMENTS == (int)LM_RULE_SETS, "a wager has a clause for each document");

const char *lm_wager_clause(const lm_rules *rules, const lm_wager *wager)
{
    const char *own = wager->sections[rules->rule_set];
    return own ? own : wager->clause;
}

bool lm_rule_clauses(lm_rule_id id, lm_rule_set rule_set, char *buffer, size_t size)
{
    lm_text text = lm_text_on(buffer, size);
    const char *clauses = lm_rule_table[id].clauses;
    if (add_clauses_of(clauses, lm_documents[rule_set].prefix, &text) || rule_set == LM_MBJ) return false;
    return rule_set != LM_MFB && add_clauses_of(clauses, lm_documents[LM_MFB].prefix, &text) > 0;
}

bool lm_reading_applies(const char *word, size_t word_length, lm_rule_set rule_set, size_t *length)
{
    char name[8];
    lm_word rest = { word, word_length }, part = { word, 0 };
    lm_word_split(&rest, ':', &part);
    *length = part.n;
    if (!rest.n) return true;
    lm_rule_write(LM_RULE_rule_set, rule_set, name, sizeof name);
    while (lm_word_split(&rest, '|', &part)) {
        if (lm_word_is(part, name) || (lm_word_is(part, "fb") && rule_set != LM_MBJ)) return true;
    }
    return false;
}

/* --- offered wagers ------------------------------------------------------------------------------------- */

bool lm_paytable_fits(const lm_wager *wager, const lm_paytable *table, const lm_rules *rules)
{
    uint32_t decks = table->decks ? table->decks : wager->decks;
    unsigned sets = table->rule_sets ? table->rule_sets : wager->rule_sets;
    return (decks >> rules->decks & 1) && (sets >> rules->rule_set & 1);
}

/* Chooses the pay table that `id` names; NULL: the one that fits the rules. */
static lm_offered choose_table(const lm_rules *rules, const lm_wager *wager, const char *id, int *chosen)
{
    int named = 0, fitting = 0, first = -1;
    for (int t = 0; wager->paytables[t].clause; t++) {
        const lm_paytable *table = &wager->paytables[t];
        if (id && strcmp(table->id, id) != 0) continue;
        named++;
        if (first < 0) first = t;
        if (!lm_paytable_fits(wager, table, rules)) continue;
        if (!fitting++) *chosen = t;
    }
    if (!named) return LM_OFFER_TABLE;
    if (fitting == 1) return LM_OFFER_OK;
    if (!id &&
        named > 1) { /* none fits, and the check will refuse the decks: take the first table if all have one name */
        for (int t = 1; wager->paytables[t].clause; t++) {
            if (fitting || strcmp(wager->paytables[t].id, wager->paytables[0].id) != 0) return LM_OFFER_AMBIGUOUS;
        }
    }
    *chosen = first;
    return LM_OFFER_OK;
}

static lm_offered offer_wager(lm_rules *rules, const lm_wager *wager, const char *table)
{
    int chosen = 0;
    lm_offered result = table && !table[0] ? LM_OFFER_TABLE : choose_table(rules, wager, table, &chosen);
    if (result != LM_OFFER_OK) return result;
    if (lm_rules_slot(rules, wager->id) >= 0) return LM_OFFER_TWICE;
    if (rules->offers == LM_OFFERS) return LM_OFFER_FULL;
    lm_offer *offer = &rules->offer[rules->offers++];
    offer->wager = wager;
    offer->paytable = chosen;
    memcpy(offer->pays, wager->paytables[chosen].pays, sizeof offer->pays);
    rules->hash = 0;
    return LM_OFFER_OK;
}

/* Whether a wager's id is the name or a numbered spot of it: streak.2 of streak. */
static bool is_spot_of(const char *id, lm_word name)
{
    return strncmp(id, name.at, name.n) == 0 && (!id[name.n] || id[name.n] == '.');
}

lm_offered lm_rules_offer(lm_rules *rules, const lm_wager *const *list, const char *text)
{
    lm_word rest = { text, strlen(text) }, name = { text, 0 };
    lm_word_split(&rest, ':', &name);
    const char *table = text[name.n] ? rest.at : NULL;
    lm_offered result = LM_OFFER_UNKNOWN;
    if (!name.n) return result;
    for (; *list; list++) {
        if (!is_spot_of((*list)->id, name)) continue;
        result = offer_wager(rules, *list, table);
        if (result != LM_OFFER_OK) return result;
    }
    return result;
}

int lm_rules_slot(const lm_rules *rules, const char *wager_id)
{
    if (strcmp(wager_id, "main") == 0) return LM_MAIN;
    if (strcmp(wager_id, "insurance") == 0) return LM_INSURANCE;
    for (int i = 0; i < rules->offers; i++) {
        if (strcmp(rules->offer[i].wager->id, wager_id) == 0) return LM_SIDE + i;
    }
    return -1;
}

lm_cents lm_rules_step(const lm_rules *rules)
{
    if (rules->game != LM_GAME_SIX_TO_FIVE) return rules->chip_unit;
    return rules->chip_unit % LM_FIVES ? LM_FIVES : rules->chip_unit;
}

int lm_rules_dealer_hands(const lm_rules *rules)
{
    static const uint8_t hands[] = {
        [LM_MULTIPLE_OFF] = 1, [LM_MULTIPLE_2] = 2, [LM_MULTIPLE_3] = 3, [LM_MULTIPLE_ALL] = 3
    };
    bool known_before = rules->hole_card == LM_HOLE_READER || rules->hole_card == LM_HOLE_FACE_UP;
    return known_before ? 1 : hands[rules->multiple_action];
}

/* --- sealing -------------------------------------------------------------------------------------------- */

_Static_assert(sizeof(lm_odds) == 8, "padding in lm_odds");

/* Moves an offer to the table of the same id that fits; odds that the house has changed are kept. */
static void refit(const lm_rules *rules, lm_offer *offer)
{
    const lm_paytable *tables = offer->wager->paytables, *old = &tables[offer->paytable];
    for (int t = 0; tables[t].clause; t++) {
        if (strcmp(tables[t].id, old->id) != 0 || !lm_paytable_fits(offer->wager, &tables[t], rules)) continue;
        for (int i = 0; i < LM_OUTCOMES; i++) {
            if (memcmp(&offer->pays[i], &old->pays[i], sizeof(lm_odds)) == 0) offer->pays[i] = tables[t].pays[i];
        }
        offer->paytable = t;
        return;
    }
}

/* FNV-1a over values, never over pointers: the same rules have the same hash in every build. */
static void hash_bytes(uint64_t *hash, const void *data, size_t n)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < n; i++)
        *hash = (*hash ^ bytes[i]) * 0x100000001b3u;
}

static void hash_int(uint64_t *hash, int64_t value)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)((uint64_t)value >> (8 * i));
    hash_bytes(hash, bytes, sizeof bytes);
}

static void hash_text(uint64_t *hash, const char *text)
{
    hash_bytes(hash, text, strlen(text) + 1);
}

static void hash_offer(uint64_t *hash, const lm_offer *offer)
{
    hash_text(hash, offer->wager->id);
    hash_text(hash, offer->wager->paytables[offer->paytable].id);
    for (int i = 0; i < LM_OUTCOMES; i++) {
        hash_int(hash, offer->pays[i].a);
        hash_int(hash, offer->pays[i].b);
        hash_int(hash, offer->pays[i].form * 256 + offer->pays[i].meter);
    }
}

void lm_rules_seal(lm_rules *rules)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < rules->offers; i++)
        refit(rules, &rules->offer[i]);
    for (int id = 0; id < LM_RULE_COUNT; id++) {
        hash_text(&hash, lm_rule_table[id].name);
        hash_int(&hash, rules->value[id]);
    }
    for (int i = 0; i < rules->offers; i++)
        hash_offer(&hash, &rules->offer[i]);
    rules->hash = hash ? hash : 1;
}

/* Two fixed stakes, or the one of them that the house has (MBJ-20(a)). */
static lm_stakes fixed_stakes(const lm_cents fixed[2], int64_t which)
{
    lm_cents least = which == LM_BONUS_5 ? fixed[1] : fixed[0], most = which == LM_BONUS_1 ? fixed[0] : fixed[1];
    return (lm_stakes){ least, most, most - least, true };
}

lm_stakes lm_wager_stakes(const lm_rules *rules, const lm_wager *wager)
{
    const lm_cents *fixed = wager->fixed_cents;
    if (fixed[0]) return fixed_stakes(fixed, fixed[1] ? rules->value[wager->stake_rule] : LM_BONUS_1);
    if (wager->stake_rule) {
        lm_cents posted = rules->value[wager->stake_rule];
        return (lm_stakes){ posted, posted, 0, true };
    }
    return (lm_stakes){ rules->side_min, rules->side_max, rules->bet_step, false };
}

/* A house cannot tie a stake that a clause fixes. */
bool lm_wager_is_tied(const lm_rules *rules, const lm_wager *wager)
{
    return wager->main_cap || (rules->side_within_main && !lm_wager_stakes(rules, wager).fixed);
}

lm_stakes lm_wager_stakes_beside(const lm_rules *rules, const lm_wager *wager, lm_cents main_cents)
{
    lm_stakes stakes = lm_wager_stakes(rules, wager);
    if (!lm_wager_is_tied(rules, wager) || main_cents >= stakes.most) return stakes;
    stakes.most = stakes.fixed && main_cents >= stakes.least ? stakes.least : main_cents;
    return stakes;
}

/* Only Free Bet wants adjacent boxes; Massachusetts Blackjack leaves the choice to the licensee. */
lm_why lm_boxes_refused(const lm_rules *rules, unsigned boxes)
{
    int n = 0;
    for (unsigned left = boxes; left; left &= left - 1) {
        if (++n > rules->boxes_per_player) return LM_WHY_OWNER;
    }
    unsigned run = boxes ? boxes >> __builtin_ctz(boxes) : 0; /* moved down to bit 0 */
    return lm_is_free_bet(rules) && (run & (run + 1)) ? LM_WHY_ADJACENT : LM_WHY_OK;
}
