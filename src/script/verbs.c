/* verbs.c - the words of round scripts, one row each. Words of the engine's verbs are defined in verbs.def. */
#include "args.h"
#include "table.h"

/* clang-format off */
#define OWN(word, usage, kind, run, help, ...) { word, usage, help, kind, NO_VERB, { __VA_ARGS__ }, run }
#define VERB(name, kind, run) { NULL, NULL, NULL, kind, LM_##name, { arg_fields }, run }

const script_verb script_verbs[] = {
    OWN("rules", " NAME [key=value ...]", KIND_SETUP, run_rules,
        "open a table by a shipped profile or a YAML file, with single rules changed", arg_rules),
    OWN("shoe", " CARDS", KIND_SETUP, run_shoe,
        "stack the shoe; all shoe lines of a table are joined", arg_cards),
    OWN("table", " [until] STEP ...", KIND_COMMAND, run_table,
        "do one step of the life of a shoe; with until, all owed steps before this one", arg_step),
    OWN("field-rules", " NAME [key=value ...]", KIND_SETUP, run_field_rules,
        "the same with rules that others compare by, and no table here may offer", arg_rules),

    VERB(BET, KIND_COMMAND, run_verb),
    VERB(WITHDRAW, KIND_COMMAND, run_verb),
    VERB(DEAL, KIND_COMMAND, run_verb),
    OWN("next", "", KIND_COMMAND, run_next, "open another round at the same table with the same shoe", NULL),
    VERB(NEW_DEALER, KIND_COMMAND, run_verb),
    VERB(SHOW_BURN, KIND_COMMAND, run_verb),

    VERB(INSURE, KIND_ANSWER, run_verb),
    VERB(EVEN_MONEY, KIND_ANSWER, run_verb),
    VERB(HIT, KIND_PLAY, run_play),
    VERB(STAND, KIND_PLAY, run_play),
    VERB(DOUBLE, KIND_PLAY, run_play),
    VERB(SPLIT, KIND_PLAY, run_play),
    VERB(SURRENDER, KIND_PLAY, run_play),
    VERB(DISCARD, KIND_PLAY, run_play),
    OWN("with", " BOX double [DOLLARS] | with BOX split | with BOX HAND", KIND_COMMAND, run_with,
        "a further bettor doubles along, covers both hands of a split, or rides on this hand", arg_box, arg_along),

    VERB(IRREGULAR, KIND_COMMAND, run_irregular),
    OWN("pause", " N", KIND_COMMAND, run_pause,
        "stop the next command after N cards, so that an irregularity can happen there", arg_count),
    OWN("go", "", KIND_COMMAND, run_go, "continue after a pause", NULL),
    OWN("side", " A|B", KIND_COMMAND, run_side,
        "double shoe: draw the determinant card from this side; A when left out", arg_side),
    VERB(CONFIRM, KIND_COMMAND, run_confirm),

    OWN("meter", " NAME [=] DOLLARS", KIND_COMMAND, run_meter,
        "set a meter before the deal; with =, expect that it shows this", arg_name, arg_equals_maybe, arg_dollars),
    OWN("bonus", " BOX DOLLARS", KIND_COMMAND, run_bonus,
        "set the amount that the display shows for the prize of this box", arg_box, arg_dollars),
    OWN("musthit", " BOX", KIND_COMMAND, run_must_hit, "draw this box for the must-hit prize", arg_box),

    OWN("net", " BOX [WAGER] DOLLARS", KIND_EXPECT, expect_net,
        "expect this gain or loss: of one wager, or of all when none is named", arg_box, arg_wager_maybe, arg_dollars),
    OWN("legal", " BOX [ACTION ...]", KIND_EXPECT, expect_legal, "expect exactly these actions to be allowed", arg_box, arg_actions),
    OWN("dealer", " TOTAL|blackjack", KIND_EXPECT, expect_dealer,
        "expect this total of the dealer; dealer.2 is the second hand of multiple action", arg_total),
    OWN("hand", " BOX.N TOTAL|blackjack", KIND_EXPECT, expect_hand, "expect this total of the hand", arg_hand, arg_total),
    OWN("lammers", " BOX N", KIND_EXPECT, expect_lammers,
        "expect this number of lammers given to the box in this round", arg_box, arg_count),
    OWN("saw", " EVENT ...", KIND_EXPECT, expect_saw,
        "expect these events in this order, perhaps with others between them", arg_events),
    OWN("unseen", " EVENT ...", KIND_EXPECT, expect_unseen,
        "expect none of these events during the last command that was done", arg_events),
    OWN("refuse", " [CLAUSE|CLAUSE ...]", KIND_REFUSE, NULL,
        "expect the command before it to be refused by one of these clauses, or by a part of one", arg_clauses),
};
/* clang-format on */
const int script_verb_count = sizeof script_verbs / sizeof *script_verbs;

const char *script_word(const script_verb *verb)
{
    return verb->word ? verb->word : lm_action_word(verb->verb);
}

static void print_word(FILE *out, const char *usage, const char *help)
{
    fprintf(out, "%s\t%s\n", usage, help);
}

void script_words(FILE *out)
{
    char usage[SCRIPT_USAGE];
    for (const script_verb *v = script_verbs; v < script_verbs + script_verb_count; v++) {
        script_usage(v, NO_VERB, usage);
        print_word(out, usage, v->help ? v->help : lm_words_row_of_verb(v->verb)->help);
    }
    for (uint8_t step = LM_VERB_COUNT; step < LM_TABLE_VERB_COUNT; step++) {
        script_usage(&script_verbs[2], step, usage);
        print_word(out, usage, lm_words_row_of_verb(step)->help);
    }
}
