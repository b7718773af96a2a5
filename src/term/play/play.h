/* play.h - the table of `lammer play`: one person, neighbours who play the chart, and an automatic dealer.
 *
 * solo_state is a plain value, and an interrupted hand is kept as a copy of it.
 *
 * All randomness comes from one stream of random words, so a seed and the decisions determine a session. The screen and
 * --plain use only what is declared here: the choices, the events and the felt. */
#ifndef LAMMER_TERM_PLAY_H
#define LAMMER_TERM_PLAY_H

#include "lammer/chart.h"
#include "lammer/dealer.h"
#include "lammer/odds.h"
#include "lammer/program/tell.h"
#include "lammer/program/term.h"
#include "lammer/shoe.h"

enum {
    PLAY_SIDES = 2,     /* sides of a double shoe */
    PLAY_STACKED = 208, /* the most cards that --shoe may name */
    PLAY_CHOICES = 24,
    PLAY_WORDS = 96,
    PLAY_KEY = 32,
};

/* A stream of random words: its key, and how many were drawn. */
typedef struct {
    uint8_t key[PLAY_KEY];
    uint64_t draws;
} solo_chance;

/* What the player lays on the felt with every deal. */
typedef struct {
    lm_cents main_cents;
    lm_cents side_cents[LM_OFFERS];
} solo_bets;

typedef struct {
    lm_dealer dealer;
    lm_shoe shoe[PLAY_SIDES];
    lm_card stacked[PLAY_STACKED]; /* the cards of --shoe, which are dealt before all others */
    uint16_t stacked_n, stacked_next;
    solo_chance chance;
    lm_cents bankroll_cents; /* as of the end of the last round */
    lm_cents laid_cents;     /* laid by the player in this round */
    lm_cents won_cents;      /* won by the player in the last round that ended */
    solo_bets bets;
    uint8_t seats, seat; /* number of boxes in use; the player's own box */
    uint8_t spare[6];
} solo_state;

typedef struct {
    play_args args;
    lm_profile profile;
    const lm_rules *rules;
    solo_state now;
    lm_chart chart; /* for the neighbours, and for advice */
    bool has_chart;
    lm_event *event; /* events of this round */
    int events, room;
    lm_dated_news *news; /* what the meters did, in between */
    int news_n, news_told, news_room;
    char refusal[TERM_WHY];
    int signal;                 /* the signal that ended the session; 0: none */
    void *kept_file;            /* json_t of a resumed hand, which owns its texts */
    struct solo_keeper *keeper; /* keeps an interrupted hand; NULL: nothing is kept */
} solo_table;

void solo_close(solo_table *p);

/* Places the bets of the player and the neighbours, and deals. False, with p->refusal, if nothing was placed. */
bool solo_deal(solo_table *p);

/* Does one decision of the player, and all steps up to the next one. False with p->refusal. */
bool solo_do(solo_table *p, lm_action action);

/* Whether no round is open, or the round waits for bets. */
bool solo_is_betting(const solo_table *p);

/* The money that the player could still bet. */
lm_cents solo_cash(const solo_table *p);

/* What an action takes out of the bankroll. */
lm_cents solo_cost(const solo_table *p, const lm_action *action);

/* The cards of a hand as the player may see them, including the player's own face-down cards. */
int solo_hand_cards(const solo_table *p, uint8_t box, uint8_t hand, lm_card cards[LM_HAND_CARDS]);

/* drive.c: does all steps until the player must act. A finished round stays on the felt unless `opens` is set. False,
 * with p->refusal, after an error in this program. */
bool solo_drive(solo_table *p, bool opens);
bool solo_apply(solo_table *p, lm_action action);
bool solo_turn_card(solo_table *p, uint8_t box, uint8_t hand);
bool solo_refuse(solo_table *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* shoe.c */
void chance_open(solo_chance *chance, const char *seed); /* NULL: from the system's entropy */
uint32_t chance_below(void *chance, uint32_t bound);     /* a lm_random_below */
bool solo_stack(solo_table *p, const char *cards);       /* reads --shoe; false with p->refusal */
void solo_shuffle(solo_table *p);
void solo_shuffle_rest(solo_table *p); /* when the shoe ran out: shuffles all cards that are not on the layout */
lm_source solo_source(solo_state *s);  /* cards and chance for the dealer */
void solo_burn(solo_state *s);
int solo_cards_left(const solo_table *p);

/* neighbours.c */
bool neighbours_learn(solo_table *p); /* computes the chart at the first call; false if that fails */
bool neighbours_bet(solo_table *p);
bool neighbours_decide(solo_table *p, lm_turn turn);
lm_play chart_says(const solo_table *p, uint8_t box, uint8_t hand, unsigned allowed);
lm_held solo_held(const lm_card *cards, int n, lm_staked staked); /* a card that is not seen counts as a ten */
lm_play play_of(uint8_t verb);                                    /* LM_PLAY_NONE: the verb does not play a hand */

typedef struct {
    char key;               /* on the keyboard */
    const char *word;       /* as a command */
    char label[PLAY_WORDS]; /* "double for $10", "split free" */
    bool is_free;
    lm_action action;
} solo_choice;

/* The decisions that the player has; 0 while the table waits for bets. */
int solo_choices(const solo_table *p, solo_choice choices[PLAY_CHOICES]);

/* "hand 2: 8h 3c, 11, against 6d": what the decision is about. */
void solo_question(const solo_table *p, const teller *t, char *text, size_t size);

/* Appends "8h 3c". */
void solo_add_cards(bool symbols, const lm_card *cards, int n, char *text, size_t size);

/* Reads "25 push22 5" into the bets. False, with p->refusal and unchanged bets, if the text is wrong. */
bool solo_read_bets(solo_table *p, const char *text);

/* "$10, Push 22 $5" */
void solo_write_bets(const solo_table *p, char *text, size_t size);

/* Raises a side wager to the next usual stake; after the highest to 0. */
void solo_raise_side(solo_table *p, int offer);
void solo_raise_main(solo_table *p, int steps);

/* coach.c: what each action of the player is worth, with other cards gone: on the felt, or since the shuffle. False
 * where there is nothing to price. `gone` is the number of these cards. A double face down has a price of its own. */
typedef struct {
    lm_prices prices;
    double down; /* NAN: not offered */
    int gone;
} coach_price;
bool coach_prices(const solo_table *p, unsigned allowed, bool down, coach_price *price);

/* A shoe whose cards come back at once, or of which another side may be dealt, has no shuffle to count from: then the cards
 * on the felt are gone, whatever was asked. */
gone_cards coach_gone(const lm_rules *rules, gone_cards asked);

/* "without 3 other cards on the felt"; "" where there are none. */
void coach_basis(gone_cards gone, int cards, char *text, size_t size);

/* The chart's advice in words; and what each action is worth, "" where there is nothing to price. */
void solo_advice(solo_table *p, char *text, size_t size);
void solo_coach(const solo_table *p, char *text, size_t size);

/* "$1,234.50"; the text lives as long as the expression that it stands in. */
typedef struct {
    char text[32];
} money_text;
static inline money_text solo_dollars(lm_cents cents)
{
    money_text money;
    lm_story_money(cents, money.text, sizeof money.text);
    return money;
}

/* How a round went, before the amount. */
static inline const char *solo_result(lm_cents net)
{
    if (!net) return /* say:you-come-out-even */ "come out even";
    return net > 0 ? /* say:you-win */ "win " : /* say:you-lose */ "lose ";
}

typedef struct solo_keeper solo_keeper;

/* Finds or makes the data directory. If nothing can be kept, prints the reason as a warning. */
solo_keeper *keeper_open(void);
void keeper_close(solo_keeper *k);

/* Saves the table, or removes the file if no hand is open. */
void keeper_save(solo_keeper *k, const solo_table *p);
void keeper_forget(solo_keeper *k);

/* Why the last hand could not be saved; NULL if it was. */
const char *keeper_trouble(const solo_keeper *k);

/* Whether an interrupted hand waits, with its description; keeper_load resumes it, or returns false with p->refusal. */
bool keeper_has(const solo_keeper *k, char *text, size_t size);
bool keeper_load(solo_keeper *k, solo_table *p);

/* The path of a file in the user's data directory; false if there is no such directory. */
bool data_path(char *path, size_t size, const char *file);
/* Makes the directories above a file. */
bool data_make_folders(const char *path);
/* Replaces a file as a whole; false with errno. */
bool data_write(const char *path, const char *text, size_t length);

/* From now on these signals are delivered only while the program waits; SIGWINCH keeps its handler. */
void waits_catch(const int *signals, int n);
int waits_caught(void);     /* the signal that came; 0: none */
bool waits_for_input(void); /* false if a signal came instead */

/* The next line without its end; false at the end of the input, or when a signal came. */
bool lines_read(char *line, size_t size);

/* SIGINT, SIGTERM and SIGHUP end a session in lines cleanly. */
void lines_catch_signals(void);

/* Narrates the events since `told`, and what the meters did meanwhile. */
void solo_tell(solo_table *p, teller *t, int told);

/* Says with how much the player leaves, or that a hand is kept or given up. Call it after the terminal is restored. */
void solo_goodbye(const solo_table *p);

bool solo_plain(solo_table *p);
bool solo_screen(solo_table *p); /* false with p->refusal */

/* Reads the requested rules; false after reporting what is wrong. */
bool term_load(lm_profile *profile, const term_rules *rules);

/* Whether this terminal can show a screen, or the reason why not. */
bool solo_screen_possible(const char **why);

#endif
