/* citations.c - every event and every refusal cites the document that governs its table, and the mode it is dealt in.
 *
 * Tables of all profiles are run at random; their events and refusals are compared with the structure of the documents:
 * a table cites its own document if that has a text, otherwise Massachusetts Free Bet (C-34); and a mode with its own
 * clause for a step does not cite the general one. */
/* soak */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "../../src/core/cite.h"
#include "kit/any_action.h"
#include "proof.h"

enum { BRIEF = 800000, FULL = 100000000, DRAWS = 12, OFFENCES = 60 };

static struct {
    wanderer w;
    char offence[OFFENCES][120]; /* each once */
    int offences;
    uint64_t events, refusals;
} all;

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Whether a clause lies below a printed section: MBJ-6(h).1 does below MBJ-6(h), MBJ-6a does not below MBJ-6. */ /*
 * clauses: skip */
static bool lies_under(const char *clause, const char *section)
{
    size_t n = strlen(section);
    return begins(clause, section) && (!clause[n] || strchr(".(*", clause[n]));
}

static void offend(const wanderer *w, const char *what, const char *clause, const char *why)
{
    char line[120];
    snprintf(line, sizeof line, "%s: %s cites %s: %s", lm_documents[w->rules->rule_set].prefix, what,
             clause ? clause : "nothing", why);
    for (int i = 0; i < all.offences; i++) {
        if (strcmp(all.offence[i], line) == 0) return;
    }
    if (all.offences < OFFENCES) memcpy(all.offence[all.offences++], line, sizeof line);
}

/* --- documents -------------------------------------------------------------------------------------------- */

/* Washington's approval encloses the rules of Blazing 7's. */
static bool is_own(int rule_set, const char *clause)
{
    static const char *const own[LM_RULE_SETS][2] = {
        { "MFB-", "MFB-" }, { "VFB-", "VFB-" }, { "WFB-", "WB7-" }, { "IFB-", "IFB-" }, { "MBJ-", "MBJ-" }
    };
    return begins(clause, own[rule_set][0]) || begins(clause, own[rule_set][1]);
}

/* Clauses that a document takes from another one by a reading. */
/* clang-format off */
static const struct {
    int rule_set;
    const char *clause, *reading;
} lent[] = {
    { LM_VFB, "MBJ-11(c)(2)", "C-34" }, { LM_WFB, "MBJ-11(c)(2)", "C-34" }, /* clauses: skip */
    { LM_IFB, "MBJ-11(c)(2)", "C-34" }, { LM_VFB, "MBJ-12(a)(3)", "C-34" }, /* clauses: skip */
    { LM_WFB, "MBJ-12(a)(3)", "C-34" }, { LM_IFB, "MBJ-12(a)(3)", "C-34" }, /* clauses: skip */
    { LM_VFB, "MBJ-11(e).3", "C-34" },  { LM_WFB, "MBJ-11(e).3", "C-34" }, /* clauses: skip */
    { LM_IFB, "MBJ-11(e).3", "C-34" },  { LM_VFB, "WFB-POGT.1", "C-23" }, /* clauses: skip */
    { LM_VFB, "WFB-P22T.1", "C-22" },   { LM_VFB, "WFB-P22T.2", "C-22" }, /* clauses: skip */
    { LM_VFB, "MFB-10(c)", "C-22" },    { LM_MBJ, "WB7-1", "C-105" }, /* clauses: skip */
};

static bool is_lent(int rule_set, const char *clause)
{
    for (size_t i = 0; i < sizeof lent / sizeof *lent; i++) {
        if (lent[i].rule_set == rule_set && strcmp(lent[i].clause, clause) == 0) return true;
    }
    return false;
}

/* Sections that the vendor's, Washington's and Iowa's documents do not touch. */
static bool is_massachusetts_alone(const char *clause)
{
    static const char *const sections[] = { "MFB-1",    "MFB-2(b)", "MFB-2(c)", "MFB-2(d)", "MFB-3", /* clauses: skip */
                                            "MFB-4",    "MFB-5(b)", "MFB-5(f)", "MFB-6(a)", "MFB-6(b)", /* clauses: skip */
                                            "MFB-6(c)", "MFB-6(d)", "MFB-11" }; /* clauses: skip */
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        if (lies_under(clause, sections[i])) return true;
    }
    return false;
}

static const char *const refusals[LM_WHY_COUNT][LM_RULE_SETS] = {
#define X(name, text, mfb, vfb, wfb, ifb, mbj) { mfb, vfb, wfb, ifb, mbj },
    LM_WHYS(X)
#undef X
};

/* Whether the table of citations knows a step that this document leaves to the Massachusetts clause. */
static bool is_inherited(int rule_set, const char *clause)
{
    for (int step = 0; step < LM_CITE_COUNT; step++) {
        const char *mfb = lm_cite_column((lm_cite_id)step, LM_MFB);
        if (mfb && strcmp(mfb, clause) == 0 && !lm_cite_column((lm_cite_id)step, rule_set)) return true;
    }
    for (int why = 0; why < LM_WHY_COUNT; why++) {
        const char *mfb = refusals[why][LM_MFB];
        if (mfb && strcmp(mfb, clause) == 0 && !refusals[why][rule_set]) return true;
    }
    return is_massachusetts_alone(clause);
}

/* --- modes of Massachusetts Blackjack --------------------------------------------------------------------- */

enum { READER = 1, UNSEEN = 2, NO_HOLE = 4, MULTIPLE = 8, FACE_UP = 16, HAND = 32 };

static int mode_of(const lm_rules *k)
{
    static const int holes[] = { NO_HOLE, UNSEEN, READER, FACE_UP };
    if (k->game == LM_GAME_SIX_TO_FIVE) return HAND;
    return k->multiple_action ? MULTIPLE : holes[k->hole_card];
}

/* Sections that do not apply in these modes: another section replaces them, or they are about other modes. */
static const struct {
    const char *section;
    int not_in;
    const char *but; /* cited there anyway, because no other clause states it */
} replaced[] = {
    { "MBJ-6a", ~HAND, NULL }, /* clauses: skip */
    { "MBJ-18", ~MULTIPLE, NULL }, /* clauses: skip */
    { "MBJ-6(k)", ~FACE_UP, NULL }, /* clauses: skip */
    { "MBJ-6(e)", HAND, NULL }, /* clauses: skip */
    { "MBJ-6(f)", HAND | MULTIPLE, NULL }, /* clauses: skip */
    { "MBJ-6(g)", HAND, NULL }, /* clauses: skip */
    { "MBJ-6(h)", HAND | READER | UNSEEN | FACE_UP | MULTIPLE, "MBJ-6(h).2" }, /* clauses: skip */
    { "MBJ-6(i)", HAND | MULTIPLE, NULL }, /* clauses: skip */
    { "MBJ-6(j).1", NO_HOLE | MULTIPLE | FACE_UP | HAND, NULL }, /* clauses: skip */
    { "MBJ-6(j)(1)", UNSEEN | NO_HOLE | MULTIPLE | FACE_UP, NULL }, /* clauses: skip */
    { "MBJ-6(l)", HAND, "MBJ-6(l)(2)(i)" }, /* clauses: skip */
    { "MBJ-6(a)", HAND, NULL }, /* clauses: skip */
    { "MBJ-2(b*)", HAND, "MBJ-2(b*)" }, /* clauses: skip */
    { "MBJ-11(c)(1)", FACE_UP | MULTIPLE, NULL }, /* clauses: skip */
    { "MBJ-12(b)", HAND, NULL }, /* clauses: skip */
    { "MBJ-7(b).3", FACE_UP, NULL }, /* clauses: skip */
    { "MBJ-8", FACE_UP, NULL }, /* clauses: skip */
    { "MBJ-9", FACE_UP, NULL }, /* clauses: skip */
};
/* clang-format on */

static void check_mode(const wanderer *w, const char *what, const char *clause)
{
    for (size_t i = 0; i < sizeof replaced / sizeof *replaced; i++) {
        if (!(replaced[i].not_in & mode_of(w->rules)) || !lies_under(clause, replaced[i].section)) continue;
        if (replaced[i].but && strcmp(replaced[i].but, clause) == 0) continue;
        offend(w, what, clause, w->rules->name);
    }
}

/* --- what a table says ------------------------------------------------------------------------------------ */

static void check(const wanderer *w, const char *what, const char *clause)
{
    int document = (int)w->rules->rule_set;
    if (is_own(document, clause)) {
        if (document == LM_MBJ) check_mode(w, what, clause);
        return;
    }
    if (is_lent(document, clause)) return;
    bool may_inherit = document != LM_MFB && document != LM_MBJ && begins(clause, "MFB-");
    if (!may_inherit)
        offend(w, what, clause, "a foreign document");
    else if (!is_inherited(document, clause))
        offend(w, what, clause, /* say:test-own-document-has-clause */ "its own document has a clause");
}

/* Events that no document orders, or not every document. */
static bool may_cite_nothing(const wanderer *w, const lm_event *e)
{
    bool free_bet = w->rules->rule_set != LM_MBJ;
    switch ((lm_event_kind)e->kind) {
    case LM_EV_OPEN:
    case LM_EV_ARRIVE:
    case LM_EV_LEAVE:
    case LM_EV_NEW_DEALER: return true;
    case LM_EV_SIGN:
    case LM_EV_CHANGE_DECKS: return !free_bet;
    case LM_EV_TOTAL: return free_bet && e->box; /* a player's total is announced in Massachusetts Blackjack only */
    default: return false;
    }
}

/* Steps that the three short documents state themselves. */
static bool must_be_own(const lm_rules *k, const lm_event *e)
{
    bool iowa = k->rule_set == LM_IFB;
    switch ((lm_event_kind)e->kind) {
    case LM_EV_LAMMER:
    case LM_EV_LAMMER_POT:
    case LM_EV_BLACKJACK:
    case LM_EV_DOUBLE:
    case LM_EV_SPLIT: return true;
    case LM_EV_BET: return !iowa || e->wager >= LM_SIDE;
    case LM_EV_NO_MORE_BETS: return !iowa;
    case LM_EV_START_GAME:
    case LM_EV_END_GAME:
    case LM_EV_LIGHT: return true;
    default: return false;
    }
}

/* MBJ-7(a) is for a 2 to 9 up, MBJ-7(b) for an ace or a ten. */ /* clauses: skip */
static void check_up_card(const wanderer *w, const char *what, const char *clause)
{
    const lm_dealer_hand *dealer = &w->table.round.dealer;
    bool high = dealer->n && (lm_rank(dealer->card[0]) == LM_ACE || lm_rank(dealer->card[0]) >= LM_TEN);
    if (dealer->n && lies_under(clause, high ? "MBJ-7(a)" : "MBJ-7(b)")) /* clauses: skip */
        offend(w, what, clause, high ? /* say:test-high-card-is-up */ "an ace or ten is up" : "a 2 to 9 is up");
}

static void hear(wanderer *w, const lm_event *e)
{
    const char *what = lm_event_name((lm_event_kind)e->kind);
    all.events++;
    if (!e->clause) {
        if (!may_cite_nothing(w, e)) offend(w, what, NULL, w->rules->name);
        return;
    }
    check(w, what, e->clause);
    check_up_card(w, what, e->clause);
    bool small = w->rules->rule_set == LM_VFB || w->rules->rule_set == LM_WFB || w->rules->rule_set == LM_IFB;
    if (small && must_be_own(w->rules, e) && !is_own((int)w->rules->rule_set, e->clause))
        offend(w, what, e->clause, /* say:test-clause-has-other-text */ "not its own text");
}

static void refuse(wanderer *w, lm_action a)
{
    static lm_table tried;
    tried = w->table;
    lm_status status = lm_table_apply(&tried, w->rules, a);
    if (lm_ok(status) || !status.clause) return;
    char what[80];
    snprintf(what, sizeof what, "refused %s (%.50s)", lm_action_word(a.verb), lm_why_text(status.why));
    all.refusals++;
    check(w, what, status.clause);
}

static void inspect(wanderer *w, const lm_action *list, int n)
{
    (void)list;
    (void)n;
    test_random kept = w->random;
    lm_turn turn = lm_table_turn(&w->table, w->rules);
    if (turn.clause) check(w, lm_action_word(turn.verb), turn.clause);
    for (int i = 0; i < DRAWS; i++)
        refuse(w, any_action(w));
    w->random = kept;
}

static void broken(const wanderer *w, const char *what)
{
    fail_msg("%s; rules %s, seed %llu", what, w->rules->name, (unsigned long long)w->seed);
}

static void test_citations(void **state)
{
    (void)state;
    static const wander_watch watch = { .inspect = inspect, .hear = hear, .broken = broken };
    proof p = proof_begin("random.citations", BRIEF, FULL);
    all.w.watch = &watch;
    for (uint64_t seed = p.seed; proof_goes_on(&p, (int64_t)all.w.actions); seed++)
        wander(&all.w, seed);
    for (int i = 0; i < all.offences; i++)
        fprintf(stderr, "%s\n", all.offence[i]);
    assert_int_equal(all.offences, 0);
    proof_end(&p, (int64_t)all.w.actions, "actions", "%llu events and %llu refusals cite their own document",
              (unsigned long long)all.events, (unsigned long long)all.refusals);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_citations) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
