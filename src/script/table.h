/* table.h - the table at which a script is dealt: a table, its rules and a stacked shoe.
 *
 * The dealer (dealer.h) does all that needs no player. Its cards come from the script's shoe, and the script's lines
 * act for its staff. */
#ifndef LAMMER_SCRIPT_TABLE_H
#define LAMMER_SCRIPT_TABLE_H

#include "lammer/dealer.h"
#include "lammer/explain.h"
#include "script.h"

/* Everything that a command changes, as a plain value: a refused command restores the copy made before it. */
typedef struct {
    lm_dealer dealer;
    int next_card;                                /* index into script.card */
    bool side_b;                                  /* double shoe: the determinant card comes from side B */
    int pause;                                    /* cards until the driver pauses, plus one; 0: no pause */
    int heard;                                    /* number of events in this round */
    int saw;                                      /* the event at which the next `saw` begins */
    int since;                                    /* first event of the command applied last */
    int told;                                     /* number of events that are narrated */
    int news;                                     /* number of news of the meters in this round */
    int news_told;                                /* number of news that are narrated */
    lm_cents laid;                                /* chips laid in this round, according to the events */
    lm_cents left;                                /* chips that left the felt */
    lm_cents tray;                                /* what the tray took, less what it paid */
    lm_cents explained[LM_BOXES + 1][LM_BETTORS]; /* sums of the events' terms by place; box 0: bonuses of the dealer */
} script_state;

typedef struct {
    char text[SCRIPT_REFUSAL];
    char clauses[SCRIPT_REFUSAL]; /* between blanks */
} script_refusal;

typedef struct script_table {
    const script *script;
    const script_options *options;
    int position; /* index of the command in the script */
    int table;    /* the `rules` command in force; 0: none yet */
    lm_profile profile;
    bool is_open;   /* rules were accepted */
    bool by_script; /* the script prepares the shoe itself, and the driver only deals rounds */
    script_state now;
    lm_event *event; /* events of this round */
    int room;
    lm_reckoning *reckoned; /* the reckoning of each event; without terms if it moves no money */
    int reckoned_room;
    lm_dated_news *news; /* what the meters did, in between */
    int news_room;
    script_refusal refusal;
} script_table;

/* Complains about a command (script_complain): an expectation failed, or the script cannot be dealt. */
#define script_fails(table, ...) (script_complain((table)->script, __VA_ARGS__), SCRIPT_FAILED)
#define script_is_bad(table, ...) (script_complain((table)->script, __VA_ARGS__), SCRIPT_BAD)

/* Starts a fresh table: loads the shoe and burns a card, unless the script does that itself. */
script_result table_start(script_table *t, const script_command *c);

/* Opens another round. */
script_result table_open(script_table *t, const script_command *c);

/* Does one action and all steps that need no player; or refuses it with the reason in t->refusal. */
script_result script_do(script_table *t, const script_command *c, lm_action action);

/* Does one action, without the steps that follow. */
script_result table_step(script_table *t, const script_command *c, lm_action action);

/* The next card of the stacked shoe. */
script_result table_draw(script_table *t, const script_command *c, lm_card *card);

/* Turns the cards of the box's hand that lie face down, if the hand is on turn. */
script_result table_expose(script_table *t, const script_command *c, uint8_t box);

/* The cards of a hand, including those that only its player has seen; returns their number. */
int table_hand_cards(const script_table *t, uint8_t box, uint8_t hand, lm_card cards[LM_HAND_CARDS]);

/* Answers "no" for every player who has not answered. */
script_result table_close_window(script_table *t, const script_command *c);

/* Whether players have been asked something that they may leave unanswered. */
bool table_window_open(const script_table *t);

void table_refuse(script_table *t, const char *text, const char *clause);

/* Whether the script prepares the table's shoe itself (steps.c). */
bool opens_by_script(const script_table *t);

/* Whether a command begins another round or another table. */
bool ends_round(const script_command *c);

/* The table's progressive meters (meters.c). */
void meters_hear(void *table, const lm_meter_news *news);
script_result meters_end(script_table *t, const script_command *c);

/* Each of these does one row of script_verbs. */
script_result run_rules(script_table *, const script_command *);
script_result run_field_rules(script_table *, const script_command *);

/* Whether a command opens a table. */
bool opens_table(const script_command *c);
script_result run_shoe(script_table *, const script_command *);
script_result run_table(script_table *, const script_command *);
script_result run_verb(script_table *, const script_command *);
script_result run_play(script_table *, const script_command *);
script_result run_next(script_table *, const script_command *);
script_result run_with(script_table *, const script_command *);
script_result run_side(script_table *, const script_command *);
script_result run_confirm(script_table *, const script_command *);
script_result run_irregular(script_table *, const script_command *);
script_result run_pause(script_table *, const script_command *);
script_result run_go(script_table *, const script_command *);
script_result run_meter(script_table *, const script_command *);
script_result run_must_hit(script_table *, const script_command *);
script_result run_bonus(script_table *, const script_command *);
script_result expect_net(script_table *, const script_command *);
script_result expect_legal(script_table *, const script_command *);
script_result expect_dealer(script_table *, const script_command *);
script_result expect_hand(script_table *, const script_command *);
script_result expect_lammers(script_table *, const script_command *);
script_result expect_saw(script_table *, const script_command *);
script_result expect_unseen(script_table *, const script_command *);

#endif
