/* run.c - runs a script command by command; expect.c checks its expectations. */
#include <stdlib.h>
#include <string.h>

#include "lammer/check.h"
#include "table.h"

static void add_text(char *text, size_t size, const char *glue, const char *more)
{
    lm_words_add(text, size, "%s%s", *text ? glue : "", more);
}

static void add_reason(script_table *t, const char *text, const char *clause)
{
    add_text(t->refusal.text, sizeof t->refusal.text, "; ", text);
    if (clause && *clause) add_text(t->refusal.clauses, sizeof t->refusal.clauses, " ", clause);
}

static void hear_problem(void *self, const char *file, int line, const char *text)
{
    char whole[SCRIPT_REFUSAL / 2];
    if (file && *file && line) {
        snprintf(whole, sizeof whole, "%s:%d: %s", file, line, text);
    } else {
        snprintf(whole, sizeof whole, "%s", text);
    }
    add_reason(self, whole, NULL);
}

/* Rules by which others compare and which no document allows: rules.def has them without a clause that offers them. */
static const char *const field_rules[] = {
    "surrender=early", "surrender=early-ten", "surrender=early-ace", "five_card_21=charlie",
    "double_on=10-11", "dealer_bj_takes=all", "blackjack_pays=2:1",  "blackjack_pays=7:5",
};

static bool is_field_rule(const lm_rules *rules, lm_rule_id id)
{
    for (size_t i = 0; i < sizeof field_rules / sizeof *field_rules; i++) {
        char key[32];
        size_t n = strcspn(field_rules[i], "=");
        int64_t value;
        snprintf(key, sizeof key, "%.*s", (int)n, field_rules[i]);
        if (lm_rule_find(key) != id || !lm_rule_read(id, field_rules[i] + n + 1, &value)) continue;
        if (rules->value[id] == value) return true;
    }
    return false;
}

typedef struct {
    script_table *table;
    const script_command *here;
    bool field; /* rules that no table may offer are let through */
    int refused;
} rules_check;

/* A rule that is let through is told, so that no reader takes the table for one that may be opened. */
static void hear_finding(void *self, const lm_finding *finding)
{
    rules_check *check = self;
    script_table *t = check->table;
    if (finding->severity != LM_ERROR) return;
    if (!check->field || finding->rule == LM_RULE_COUNT || !is_field_rule(&t->profile.rules, finding->rule)) {
        check->refused++;
        add_reason(t, finding->text, finding->clause);
        return;
    }
    char value[64];
    lm_rule_write(finding->rule, t->profile.rules.value[finding->rule], value, sizeof value);
    script_warn(t->script, check->here, /* say:script-field-rule */ "no table here may offer %s=%s [%s]",
                lm_rule_table[finding->rule].name, value, finding->clause);
}

/* Adds the clauses of the rule that a setting with an illegal value names. */
static void cite_row(script_table *t, const char *setting)
{
    char key[64];
    size_t n = strcspn(setting, "=");
    if (n >= sizeof key || !setting[n]) return;
    memcpy(key, setting, n);
    key[n] = '\0';
    int64_t value;
    lm_rule_id id = lm_rule_find(key);
    if (id == LM_RULE_COUNT || lm_rule_read(id, setting + n + 1, &value)) return;
    add_text(t->refusal.clauses, sizeof t->refusal.clauses, " ", lm_rule_table[id].clauses);
}

/* Loads the rules with the script's own settings, then with those of the command line. */
static script_result load_rules(script_table *t, const script_command *c)
{
    const char *name = c->word[0];
    char *const *own = c->word + 1;
    int n_own = c->words - 1;
    const script_options *o = t->options;
    int n = n_own + o->n_settings;
    const char **settings = calloc((size_t)n + 1, sizeof *settings);
    if (!settings) lm_out_of_memory("the settings of a table");
    for (int i = 0; i < n; i++)
        settings[i] = i < n_own ? own[i] : o->settings[i - n_own];
    lm_profile_reader reader = { hear_problem, t };
    rules_check check = { .table = t, .here = c, .field = c->verb->run == run_field_rules };
    lm_finder finder = { hear_finding, &check };
    table_refuse(t, "", NULL);
    bool ok = lm_profile_load(&t->profile, lm_wagers, name, settings, n, &reader);
    if (!ok) {
        for (int i = 0; i < n; i++)
            cite_row(t, settings[i]);
    }
    free(settings);
    if (!ok) return SCRIPT_REFUSED;
    lm_rules_check(&t->profile.rules, &finder);
    return check.refused ? SCRIPT_REFUSED : SCRIPT_DONE;
}

/* Finds the table's part of the stacked shoe; no card may be in it more often than in the decks. */
static script_result stack_shoe(script_table *t)
{
    const script *s = t->script;
    int copies[LM_CARDS] = { 0 };
    int first = 0;
    while (first < s->cards && s->card[first].table < t->table)
        first++;
    t->now.next_card = first;
    if (t->profile.rules.shoe == LM_SHOE_CONTINUOUS) return SCRIPT_DONE; /* its cards come back */
    for (int i = first; i < s->cards && s->card[i].table == t->table; i++) {
        lm_card card = s->card[i].card;
        if (++copies[card] <= t->profile.rules.decks) continue;
        script_command here = { .line = s->card[i].line };
        script_complain(s, &here,
                        /* say:shoe-copies */ "the shoe holds %d copies of %s up to here; there are %d decks",
                        copies[card], lm_card_name(card).text, (int)t->profile.rules.decks);
        return SCRIPT_BAD;
    }
    return SCRIPT_DONE;
}

static void print_events(const script_table *t, const script_command *c)
{
    printf("%s:%d: %s\n", t->script->name, c->line, c->text);
    for (int i = t->now.told; i < t->now.heard; i++) {
        char text[96];
        const lm_event *e = &t->event[i];
        script_event_write(&t->profile.rules, e, text, sizeof text);
        printf("    %s%s%s\n", text, e->clause ? "@" : "", e->clause ? e->clause : "");
    }
}

/* Narrates a finished command; refused commands are not narrated. */
static void tell_command(script_table *t, const script_command *c)
{
    if (t->now.told == t->now.heard && t->now.news_told == t->now.news) return;
    if (t->options->events) print_events(t, c);
    int news = t->now.news - t->now.news_told;
    const script_ear *ear = t->options->ear;
    if (ear) ear->told(ear->self, t->event, t->now.told, t->now.heard, news ? t->news + t->now.news_told : NULL, news);
    for (int i = t->now.told; i < t->now.heard && ear && ear->reckoned; i++) {
        if (t->reckoned[i].terms) ear->reckoned(ear->self, &t->event[i], &t->reckoned[i]);
    }
    t->now.told = t->now.heard;
    t->now.news_told = t->now.news;
}

/* A dealt round must be over here; players who did not answer decline. */
static script_result finish_round(script_table *t, const script_command *c)
{
    if (!t->is_open) return SCRIPT_DONE;
    script_result result = table_close_window(t, c);
    const lm_round *r = &t->now.dealer.table.round;
    if (result != SCRIPT_DONE || r->phase == LM_BETTING || lm_round_over(r)) return result;
    lm_turn turn = lm_round_turn(r, &t->profile.rules);
    if (turn.who != LM_BY_PLAYER) {
        return script_fails(t, c, "the round is not over: %s",
                            turn.who == LM_BY_STAFF ? "staff must confirm or repair something first"
                                                    : /* say:script-paused */ "it was paused; \"go\" resumes it");
    }
    lm_card cards[LM_HAND_CARDS];
    int total = lm_cards_score(cards, table_hand_cards(t, turn.box, turn.hand, cards)).total;
    return script_fails(t, c, /* say:decision-owed */ "box %d still owes a decision on hand %d.%d (%d)", turn.box,
                        turn.box, turn.hand, total);
}

script_result run_rules(script_table *t, const script_command *c)
{
    script_result result = finish_round(t, c);
    if (result != SCRIPT_DONE) return result;
    if (t->is_open) tell_command(t, c);
    t->is_open = false;
    t->table = c->table;
    result = load_rules(t, c);
    if (result == SCRIPT_DONE) result = stack_shoe(t);
    const script_ear *ear = t->options->ear;
    if (result == SCRIPT_DONE && ear) ear->table(ear->self, &t->profile.rules);
    return result == SCRIPT_DONE ? table_start(t, c) : result;
}

script_result run_field_rules(script_table *t, const script_command *c)
{
    return run_rules(t, c);
}

bool opens_table(const script_command *c)
{
    return c->verb->run == run_rules || c->verb->run == run_field_rules;
}

/* The parser has collected the cards of all shoe lines. */
script_result run_shoe(script_table *t, const script_command *c)
{
    return SCRIPT_DONE;
}

static script_result refuse_why(script_table *t, lm_why why)
{
    table_refuse(t, lm_why_text(why), lm_why_clause(why, (int)t->profile.rules.rule_set));
    return SCRIPT_REFUSED;
}

/* Does a verb of the engine; the slot of its wager depends on the rules. */
static script_result do_verb(script_table *t, const script_command *c, lm_action action)
{
    const lm_rules *rules = &t->profile.rules;
    const lm_words_row *row = lm_words_row_of_verb(action.verb);
    if (row->takes & ~c->given & LM_WORD_BIT(CENTS))
        action.amount_cents = lm_words_usual_amount(&t->now.dealer.table, rules, &action);
    if (c->wager) {
        lm_words_wager(rules, c->wager, &action.wager, &action.n);
    } else if (row->takes & LM_WORD_BIT(WAGER)) {
        action.wager = row->wager;
    }
    return c->too_fine ? refuse_why(t, LM_WHY_STEP) : script_do(t, c, action); /* no chip is smaller than a cent */
}

script_result run_verb(script_table *t, const script_command *c)
{
    return do_verb(t, c, c->action);
}

/* The first decision ends the time for insurance and other answers. */
script_result run_play(script_table *t, const script_command *c)
{
    script_result result = table_close_window(t, c);
    bool splits = c->action.verb == LM_SPLIT;
    if (result == SCRIPT_DONE && splits) result = table_expose(t, c, c->action.box); /* MBJ-6a(e)(1) */
    return result == SCRIPT_DONE ? do_verb(t, c, c->action) : result;
}

/* A further bettor announces their choice before the decider; a hand is named by its number in the box. */
script_result run_with(script_table *t, const script_command *c)
{
    lm_action action = c->action;
    script_result result = table_close_window(t, c);
    if (result != SCRIPT_DONE) return result;
    if (action.verb == LM_WITH_DOUBLE && !(c->given & LM_WORD_BIT(CENTS)))
        action.amount_cents = lm_words_usual_amount(&t->now.dealer.table, &t->profile.rules, &action);
    if (action.verb == LM_WITH_SPLIT && c->number)
        action.n = c->number == t->now.dealer.table.round.at_hand + 1 ? LM_RIDE_LEFT : LM_RIDE_RIGHT;
    return do_verb(t, c, action);
}

script_result run_next(script_table *t, const script_command *c)
{
    script_result result = finish_round(t, c);
    if (result != SCRIPT_DONE) return result;
    if (!lm_round_over(&t->now.dealer.table.round))
        return script_is_bad(t, c, /* say:not-dealt */ "this round has not been dealt yet");
    result = meters_end(t, c);
    if (result != SCRIPT_DONE) return result;
    tell_command(t, c);
    return table_open(t, c);
}

script_result run_side(script_table *t, const script_command *c)
{
    if (t->profile.rules.shoe != LM_SHOE_DOUBLE)
        return script_is_bad(t, c, /* say:no-double-shoe */ "this table has no double shoe");
    t->now.side_b = c->action.yes;
    return SCRIPT_DONE;
}

/* Irregularities for which a card leaves the shoe, unless the script names the card. */
static bool brings_card(uint8_t kind)
{
    return kind == LM_IR_MISDEAL || kind == LM_IR_FACE_UP_CARD || kind == LM_IR_EXPOSED || kind == LM_IR_OVERDRAW;
}

script_result run_irregular(script_table *t, const script_command *c)
{
    lm_action action = c->action;
    if (!(c->given & LM_WORD_BIT(CARD)) && brings_card(action.n)) {
        script_result result = table_draw(t, c, &action.card);
        if (result != SCRIPT_DONE) return result;
    }
    return script_do(t, c, action);
}

script_result run_pause(script_table *t, const script_command *c)
{
    t->now.pause = c->number + 1;
    return SCRIPT_DONE;
}

/* The amount that the display shows for the prize of a box. */
script_result run_bonus(script_table *t, const script_command *c)
{
    lm_action action = c->action;
    action.verb = LM_AWARD;
    const lm_round *r = &t->now.dealer.table.round;
    for (int i = 0; i < r->sides; i++) {
        bool shown = t->profile.rules.offer[r->side[i].slot - LM_SIDE].wager->amount_is_shown;
        if (shown && r->side[i].box_bettor == action.box * LM_BETTORS + action.bettor) action.wager = r->side[i].slot;
    }
    return script_do(t, c, action);
}

/* "the sentence (CLAUSE)". */
static void write_refusal(const script_refusal *r, char *text, size_t size)
{
    const char *reason = *r->text ? r->text : "refused";
    if (*r->clauses) {
        snprintf(text, size, "%s (%s)", reason, r->clauses);
    } else {
        snprintf(text, size, "%s", reason);
    }
}

/* Whether one of the refusal's clauses is an expected clause or extends one. */
static bool refusal_matches(const script_refusal *r, const script_command *refuse)
{
    if (refuse->words == 0) return true;
    char named[SCRIPT_REFUSAL];
    strcpy(named, r->clauses);
    for (char *save, *clause = strtok_r(named, " ", &save); clause; clause = strtok_r(NULL, " ", &save)) {
        for (int i = 0; i < refuse->words; i++) {
            char ids[SCRIPT_LINE + 1];
            snprintf(ids, sizeof ids, "%s", refuse->word[i]);
            for (char *rest, *id = strtok_r(ids, "|", &rest); id; id = strtok_r(NULL, "|", &rest)) {
                if (script_clause_matches(clause, id)) return true;
            }
        }
    }
    return false;
}

static const script_command *refusal_of(const script_table *t)
{
    const script *s = t->script;
    int i = t->position + 1;
    return i < s->commands && s->command[i].verb->kind == KIND_REFUSE ? &s->command[i] : NULL;
}

static script_result judge_refused(script_table *t, const script_command *c)
{
    const script_command *refuse = refusal_of(t);
    char reason[2 * SCRIPT_REFUSAL + 16];
    write_refusal(&t->refusal, reason, sizeof reason);
    if (!refuse) {
        script_complain(t->script, c, "expected \"%s\" to be done, but it was refused: %s", script_word(c->verb),
                        reason);
        return c->verb->kind == KIND_SETUP ? SCRIPT_BAD : SCRIPT_FAILED;
    }
    if (refusal_matches(&t->refusal, refuse)) return SCRIPT_DONE;
    return script_fails(t, refuse, /* say:expected-refusal-by */ "expected a refusal by %s%s, got: %s", refuse->word[0],
                        refuse->words > 1 ? " or others" : "", reason);
}

static script_result run_command(script_table *t, const script_command *c)
{
    if (c->verb->kind != KIND_SETUP && !t->is_open)
        return script_is_bad(
            t, c,
            /* say:script-starts-with-rules */ "no table is open yet: a script starts with \"rules NAME\"");
    script_state before = t->now;
    bool acts = c->verb->kind != KIND_EXPECT && c->verb->kind != KIND_SETUP;
    if (acts) t->now.since = t->now.heard;
    script_result result = c->verb->run(t, c);
    if (result == SCRIPT_REFUSED) {
        if (t->is_open) t->now = before;
        return judge_refused(t, c);
    }
    if (result != SCRIPT_DONE) return result;
    if (refusal_of(t))
        return script_fails(t, refusal_of(t),
                            /* say:expected-refused */ "expected \"%s\" to be refused, but it was done", c->text);
    tell_command(t, c);
    return SCRIPT_DONE;
}

static script_result run_all(script_table *t)
{
    const script *s = t->script;
    static const script_command nothing = { .line = 1, .table = 1 };
    const script_command *last = s->commands ? &s->command[s->commands - 1] : &nothing;
    if (!s->tables && t->options->rules) {
        char *words[] = { (char *)(uintptr_t)t->options->rules };
        script_command rules = { &script_verbs[0], 1, 1, "", .word = words, .words = 1 };
        script_result result = run_command(t, &rules);
        if (result != SCRIPT_DONE) return result;
    }
    for (t->position = 0; t->position < s->commands; t->position++) {
        const script_command *c = &s->command[t->position];
        if (c->verb->kind == KIND_REFUSE) continue;
        script_result result = run_command(t, c);
        if (result != SCRIPT_DONE) return result;
    }
    script_result result = finish_round(t, last);
    if (result == SCRIPT_DONE) tell_command(t, last);
    return result;
}

script_result script_run(const script *s, const script_options *options)
{
    script_table *t = calloc(1, sizeof *t);
    if (!t) lm_out_of_memory("a table");
    t->script = s;
    t->options = options;
    t->position = -1;
    script_result result = run_all(t);
    free(t->event);
    free(t->reckoned);
    free(t->news);
    free(t);
    return result;
}
