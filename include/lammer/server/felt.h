/* felt.h - a table as a plain value, the play that changes it, and a request in progress: what the files of this room
 * share.
 *
 * A table's stream holds one record for each thing that was done, and the record's body holds the list of acts it was
 * made of: verbs of the engine (a bet, a card, a stand) and acts of the house (a player sits down, a shoe is sealed, an
 * award is confirmed). A table's state is nothing but the acts so far: `play_act` is the only thing that changes it,
 * whether the act is new or read back. */
#ifndef LAMMER_SERVER_FELT_H
#define LAMMER_SERVER_FELT_H

#include "lammer/dealer.h"
#include "lammer/irregular.h"
#include "lammer/server/acts.h"
#include "lammer/server/saying.h"
#include "lammer/server/store.h"

enum {
    HOUSE_KEY = 32,     /* bytes of the key that seals what is face down */
    HOUSE_RACKS = 28,   /* people with chips at a table: one for each place of each box */
    HOUSE_SIDES = 2,    /* shoes of a double shoe; 1 elsewhere */
    HOUSE_CLIENTS = 64, /* commands remembered by a table */
    HOUSE_AWARDS = 32,
    HOUSE_MOVES = 2048,                                   /* movements of money in one record */
    HOUSE_COUPONS = LM_BOXES * LM_BETTORS + LM_SIDE_BETS, /* at most one for each wager */
    HOUSE_CALL = 160,                                     /* bytes of what a caller says, with the end */
    COUPON_NUMBER = 13,                                   /* hexadecimal, with the end */
};

/* --- money --------------------------------------------------------------------------------------------------- */

/* Accounts as a table speaks of them; account_name (money.c) spells them for the ledger. */
typedef enum {
    ACCOUNT_FELT,  /* felt/T: chips on the layout */
    ACCOUNT_TRAY,  /* tray/T: the dealer's chips */
    ACCOUNT_DROP,  /* drop/T: what players gave for chips */
    ACCOUNT_TOKES, /* tokes/T: what the dealers were given */
    ACCOUNT_CAGE,  /* cage/KIND, a house account: chips and cash outside the tables */
    ACCOUNT_WORLD, /* world/KIND, a house account: what came in from outside and went out again */
    ACCOUNT_SEEDS, /* seeds/KIND, a house account: the house's money in meters */
    ACCOUNT_METER, /* + index of lm_meters.meter; meter/T/NAME or meter/LINK/NAME: display, reserve and overflow */
    ACCOUNT_RACK = ACCOUNT_METER + LM_METERS,    /* + rack; rack/T/PLAYER: chips before a player */
    ACCOUNT_WALLET = ACCOUNT_RACK + HOUSE_RACKS, /* + rack; wallet/KIND/PLAYER */
    ACCOUNT_COUNT = ACCOUNT_WALLET + HOUSE_RACKS,
} house_account;

typedef enum { MONEY_PLAY, MONEY_REAL } house_money; /* KIND above: play, real */

/* Reasons of movements, as the ledger has them. */
/* clang-format off */
#define HOUSE_REASONS(X)                                                                                     \
    X(BET, "bet") X(WITHDRAW, "withdraw") X(INSURE, "insure") X(DOUBLE, "double") X(SPLIT, "split")          \
    X(TAKE, "take") X(PAY, "pay") X(RETURN, "return") X(BONUS, "bonus to the dealer")                        \
    X(CONTRIBUTION, "contribution") X(REFUND, "contribution back") X(SEED, "seed") X(AWARD, "award")         \
    X(ADJUST, "adjustment") X(BUY, "buy-in") X(CHIPS, "chips for a buy-in") X(CASH, "cash-out")              \
    X(OPENER, "opener") X(FILL, "fill") X(CREDIT, "credit") X(CLOSER, "closer") X(DROP, "drop counted")      \
    X(TOKE, "toke") X(TOKES_OUT, "tokes paid out") X(CORRECTION, "correction")
/* clang-format on */
typedef enum {
#define X(name, word) REASON_##name,
    HOUSE_REASONS(X)
#undef X
        REASON_COUNT
} house_reason;

typedef struct {
    uint8_t from, to, reason; /* house_account, house_account, house_reason */
    lm_cents cents;           /* above 0 */
} house_move;

/* --- a table --------------------------------------------------------------------------------------------------- */

typedef enum { DEALT_VIRTUALLY, DEALT_LIVE } house_dealing;

/* The choices made when the table was opened; only acts change them. */
typedef struct {
    char title[64];
    char rules[LM_RULES_NAME];               /* profile */
    char settings[512];                      /* key=value with spaces between */
    char link[LM_HOUSE_ID];                  /* the name under which its meters are shared; "": not shared */
    uint8_t dealing;                         /* house_dealing */
    uint8_t money;                           /* house_money */
    uint8_t practice;                        /* the coach may speak before a decision */
    uint8_t wants_dealer;                    /* kept 0 */
    int32_t betting_ms, decision_ms, cut_ms; /* clocks, disclosed */
    int32_t hold_ms;                         /* how long a player who lost the connection keeps the box */
    lm_cents par_cents;                      /* a fill brings the tray up to this amount */
} house_terms;

typedef struct {
    char player[LM_HOUSE_ID]; /* "": free */
    lm_cents chips_cents;
    lm_cents bought_cents, cashed_cents; /* since the player came */
    int64_t since_ms;
    uint8_t home;         /* the player's first box, which names them to the engine as the owner of their other boxes */
    uint8_t lapses;       /* decisions in a row that the clock made for the player */
    uint8_t sits_out;     /* the table does not wait for the player, until they act again */
    uint8_t is_acted_for; /* the clock, not the player, makes the stand that follows */
    uint32_t emoted_s;    /* when the player showed the last gesture */
    uint8_t commits;      /* the player has committed to a value for the next shoe: `commitment` */
    uint8_t left_out;     /* how many shoes are shuffled without this player, who withheld a value */
    uint8_t spare[6];
    uint8_t commitment[LM_STORE_HASH];
    int64_t moved_seq; /* the record in which the player last bought, gave, cashed or was paid chips */
} house_rack;

/* The number of a face-down card (lm_down.card): its place in the sealed shoe. */
enum {
    DOWN_INDEX = 0x3FFF,
    DOWN_SIDE = 0x4000,
    DOWN_SPENT = 0x8000 /* in the shoe that ran out in this round */
};

static inline int down_side(uint16_t number)
{
    return (number & DOWN_SIDE) != 0;
}

/* The cards of one side, as far as they are known. */
typedef struct {
    uint16_t cards;              /* cards of the stack */
    uint16_t dealt;              /* cards that have left it */
    uint16_t cut;                /* cards that went from top to bottom, after the commitment */
    uint16_t cover;              /* cards in front of the cover card */
    lm_card came[LM_SHOE_CARDS]; /* the dealt cards in order; LM_CARD_DOWN for one that was not seen */
} house_shoe;

/* One player's part in the shuffle of a shoe (docs/fair-shoe.md). */
typedef struct {
    uint8_t place;    /* LM_PLACE: the player's first place when the shoe was sealed */
    uint8_t rack;     /* MIX_GONE: the player has left the table */
    uint8_t revealed; /* `bytes` is the value; until then it is the commitment to it */
    uint8_t spare;
    uint8_t bytes[LM_STORE_HASH];
} house_part;

enum { MIX_GONE = UINT8_MAX };

/* What the players of a shoe have committed to and revealed; all of it is public. */
typedef struct {
    uint8_t parts; /* in the order of their places */
    uint8_t mixed; /* `seed` has shuffled the cards again, after the house did */
    uint8_t spare[2];
    uint8_t seed[LM_STORE_HASH];
    house_part part[HOUSE_RACKS];
} house_mix;

/* A shoe that ran out in mid-round. It is opened only when the round is over, because some of its cards lie face down. */
typedef struct {
    uint32_t number; /* 0: none */
    uint8_t sides, hidden, opened, spare;
    uint8_t commitment[LM_STORE_HASH];
    uint8_t on_layout[LM_CARDS]; /* copies of each card that stayed out of the new stack */
    uint16_t where[LM_DOWNS];    /* places of the `hidden` face-down ones: side * LM_SHOE_CARDS + index */
    house_shoe side[HOUSE_SIDES];
    house_mix mix;
} house_stack;

/* Who called and who confirmed an award from a meter: its three acts need two people. */
typedef struct {
    uint8_t game, place, stage, spare;
    char caller[LM_HOUSE_ID], confirmer[LM_HOUSE_ID];
} house_award;

typedef struct {
    uint64_t client; /* hash of person and client name */
    int64_t number, seq;
} house_client;

typedef enum {
    COUPON_LIES,
    COUPON_USED, /* its wager has won or lost */
    COUPON_BACK, /* its wager neither won nor lost: the owner has the coupon again */
} house_coupon_stage;

/* A coupon laid in this round, or in an earlier round on a wager that is still open. */
typedef struct {
    char number[COUPON_NUMBER]; /* "": a paper coupon, in the dealer's hand */
    uint8_t place;              /* LM_PLACE */
    uint8_t wager;              /* slot */
    uint8_t stage;              /* house_coupon_stage */
    char owner[LM_HOUSE_ID];    /* "": not in a player's books */
    uint8_t is_stake;           /* it replaces the chips that stake a progressive */
    uint8_t carried;            /* it was laid in an earlier round */
    uint8_t spare[2];
    lm_cents32 cents;
} house_coupon;

/* What the last record that changed the game did. */
typedef enum { MOVED_BY_STEP, MOVED_BY_CARD, MOVED_BY_DEAL, MOVED_BY_ROUND } house_moved_by;

/* The last record that changed what a decision depends on (moved.c), and the state it left. */
typedef struct {
    uint64_t mark;
    int64_t seq;
    uint32_t round;
    uint16_t cards; /* that have left the shoe */
    uint8_t phase;
    uint8_t by; /* house_moved_by */
} house_moved;

/* The last records that changed what commands depend on besides the game and the player's chips: one for each
 * LM_ACT_ON_BOX to LM_ACT_ON_METERS. */
typedef struct {
    int64_t box[LM_BOXES], tray, standing, terms, meters;
} house_rests;

/* Copied by state_copy and kept, sealed, as the stream's snapshot. Outside `story` it has no pointers. */
typedef struct house_state {
    int64_t seq; /* of the last record */
    int64_t time_ms;
    house_moved moved;
    house_rests rests;
    house_terms terms;
    lm_table table;
    lm_table before;    /* when the round was opened: a correction of a card replays the round from here */
    int64_t round_seq;  /* the record that opened the round */
    uint32_t round;     /* rounds opened at this table */
    uint32_t slips;     /* numbered fill and credit slips so far */
    uint8_t is_open;    /* the tray has been opened */
    uint8_t frozen;     /* by a person, or because the server stopped in mid-round */
    uint8_t drained;    /* no new rounds */
    uint8_t shoe_stage; /* house_shoe_stage */
    uint8_t sides;
    uint8_t unused;
    uint8_t cutter;  /* box that is offered the cut, 0 none */
    uint8_t started; /* bit set of games whose START came and whose END did not */
    uint8_t holder[LM_BOXES]
                  [LM_BETTORS]; /* rack + 1 of the player there; LM_TIP: of the player who bets for the dealer */
    house_rack rack[HOUSE_RACKS];
    lm_cents cents[ACCOUNT_METER + LM_METERS];         /* what the ledger says of felt, tray, drop, tokes and meters */
    lm_cents opener_cents, fills_cents, credits_cents; /* since the tray was opened */
    lm_cents net_cents; /* the house's result on play since the tray was opened, with what went to and from meters */
    char dealer[LM_HOUSE_ID]; /* the person who deals a live table */
    uint32_t shoe_number;
    int64_t shoe_seq; /* the record that holds the sealed shoe */
    uint8_t commitment[LM_STORE_HASH];
    house_shoe shoe[HOUSE_SIDES];
    lm_downs downs;
    house_client client[HOUSE_CLIENTS];
    uint32_t coupons;       /* number of entries in `coupon`, in the order in which they were laid */
    uint32_t opened_number; /* the last shoe that was opened */
    int64_t opened_seq;     /* the record with that shoe's salt and order */
    uint8_t client_next;
    uint8_t is_closed;   /* closed for good: no longer in the lobby */
    uint8_t cut_refused; /* bit set of boxes that declined the cut of this shoe */
    uint8_t awards;
    uint8_t summoned; /* a floorperson is wanted here */
    uint8_t shared;   /* bit set of boxes whose holder allows bets behind them: MBJ-13(a).1 */
    uint8_t redraws;  /* the last shoe was voided: only the racks of `redrawn` take part in the next */
    uint8_t spare;
    uint32_t redrawn;
    uint32_t voided;                /* shoes that a withheld value has voided at this table */
    uint16_t read[HOUSE_SIDES];     /* cards of each stack that a card-reading shoe has announced */
    uint8_t announced[HOUSE_SIDES]; /* the card that it announced ahead of the dealer: 1 + lm_card, 0 none */
    uint8_t reads;                  /* bit set of sides whose shoe has announced a card of this stack */
    uint8_t unread;
    int64_t mix_seq;                /* values may be revealed after this record */
    int64_t dealer_ms, summoned_ms; /* when the dealer came, and when a floorperson was first called */
    house_mix mix;
    uint32_t ready;                   /* bit set of racks that want the deal */
    char summoned_why[HOUSE_CALL];    /* what the last caller said, or the first where later ones said nothing */
    char asks[LM_BOXES][LM_HOUSE_ID]; /* the player who asks to bet behind the box and waits for an answer; "": none */
    lm_story story;                   /* how far the round is told; its pointers are set only while a step is told */
    /* state_copy copies only the used part of what follows */
    house_stack spent;
    house_award award[HOUSE_AWARDS];
    house_coupon coupon[HOUSE_COUPONS];
    lm_meters meters, meters_before; /* now, and when the round was opened */
} house_state;

/* saved.c: to = from. Unused parts of lists and of an empty shoe are zero on both sides. */
void state_copy(house_state *to, const house_state *from);

typedef enum {
    SHOE_NONE,   /* the house must shuffle one before it deals */
    SHOE_SEALED, /* the commitment is published, the cut is not made */
    SHOE_LOADED,
    SHOE_MIXING, /* cut; players reveal the values that shuffle it once more */
    SHOE_VOID,   /* a value was withheld: the shoe is opened and never dealt */
} house_shoe_stage;

/* The cards that only the dealing code of a virtual table knows. They never appear in a message, an unsealed record or a
 * log. */
typedef struct {
    bool known;
    uint16_t cards[HOUSE_SIDES];
    uint8_t salt[LM_STORE_HASH];
    lm_card order[HOUSE_SIDES]
                 [LM_SHOE_CARDS]; /* before the cut; after the players' values have mixed the shoe, the new order */
} house_deck;

typedef struct {
    house_deck shoe, spent; /* spent.known: a shoe that ran out in this round */
} house_secret;

/* --- playing ---------------------------------------------------------------------------------------------------- */

/* The person who makes a request, as the people's files know them at that moment. */
typedef struct {
    char person[LM_HOUSE_ID]; /* "": not signed in */
    char name[64];
    uint32_t roles;    /* bits of lm_house_role */
    char client[40];   /* the name of this session for command numbers */
    bool stale;        /* staff that has been idle: must give the password again */
    bool given;        /* another person set the password and knows it */
    bool factor_due;   /* staff that must set up a second factor first */
    int64_t barred_ms; /* the person has excluded themselves until then; 0: has not */
    int64_t version;   /* of the person's stored value: money moves only if it is unchanged; 0: there is no value */
} house_caller;

typedef struct {
    lm_kind kind;
    const char *clause; /* or NULL */
    bool shows_table;   /* the answer contains the table's state */
    lm_saying saying;   /* its message id, and where its gaps are in the text */
    char text[LM_HOUSE_TEXT];
} house_refusal;

typedef enum { COUPON_LAID, COUPON_BACK_AGAIN, COUPON_TAKEN_AGAIN } house_coupon_way;

/* A coupon that leaves its owner or comes back. */
typedef struct {
    house_coupon coupon;
    house_coupon_way way;
} house_coupon_move;

/* A list that is written as it grows: JSON without its last bracket. */
typedef struct house_list {
    lm_out text;
    int n;
} house_list;

/* A face-down card that only its player may see. */
typedef struct {
    char player[LM_HOUSE_ID];
    uint8_t box, hand;
    lm_card card;
} house_own;

/* One player's result of a finished round, at all their places together. */
typedef struct {
    char player[LM_HOUSE_ID];
    uint32_t round;
    lm_cents stake_cents,
        net_cents; /* the stake has main and optional wagers; the net also has doubles, splits and insurance */
} house_over;

/* A change of a table in progress: made on a copy, which is kept only if the whole change is accepted. */
typedef struct house_play {
    house_state state;
    const lm_rules *rules;
    const char *id;             /* the table's */
    house_secret *secret;       /* a copy, kept or dropped with the state; NULL in a recall without the key */
    const uint8_t *key;         /* seals shoes; NULL in a recall */
    bool replays;               /* nothing is drawn; a card or number that chance decides comes from the record */
    house_list acts;            /* what will be recorded */
    house_list events;          /* what all watchers see */
    uint16_t did[LM_ACT_COUNT]; /* how often each word is among the acts */
    lm_act_word first;          /* the first of the acts */
    lm_out again;               /* of a correction: the act that no longer fits and must be repeated */
    struct {
        size_t from, end; /* where `events` has the opening of the last shoe that this play opened */
    } opened;
    house_own own[LM_DOWNS]; /* what only one player sees: their hand-dealt cards */
    int owns;
    house_move move[HOUSE_MOVES];
    int moves;
    house_coupon_move coupon_move[HOUSE_COUPONS];
    int coupon_moves;
    house_over over[HOUSE_RACKS]; /* results of the rounds that this play finished */
    int overs;
    const house_list *round_acts; /* borrowed: acts recorded since the round was opened, for a correction */
    int64_t now_ms;
    bool shares;        /* a wallet or a meter that other tables also use is changed: the store may refuse the record */
    uint32_t meters_in; /* bit set of linked meters that were used; the record states their earlier values */
    house_refusal refusal;
} house_play;

/* record.c: prepares a play for its acts; the caller sets its state, secret and key. play_end frees it. */
void play_begin(house_play *play, const lm_rules *rules, const char *id, int64_t now_ms);
void play_end(house_play *play);

/* play.c: applies one act to the play. False with the refusal filled in; the caller must then drop the play. */
bool play_act(house_play *play, const lm_act *act);

/* Applies a verb of the engine with its money, meters and events, and appends it to the acts. */
bool play_action(house_play *play, lm_action action);

/* terms_rules.c: frees *rules and sets it to the rules that the terms name; false with the reason in `text`
 * (LM_HOUSE_TEXT bytes). */
bool rules_of_terms(const lm_rules_source *source, const house_terms *terms, lm_rules **rules, char *text);
/* Reads the name of the rules and their settings from the act open-table, before it is applied. */
bool terms_read_rules(const lm_act *act, house_terms *out);
/* Whether the last rules agree with the others where a clause binds all tables of the house. */
bool rules_fit_house(const lm_rules *const *tables, int n, house_refusal *refusal);

/* deal/deal.c: takes all steps until a person must decide. At a live table these are only the implied ones, for which
 * the dealer handles neither cards nor chips. */
bool play_on(house_play *play);

/* said/words.c: does what a request at a table asks for. The caller has checked the roles, but not who holds the box.
 * `seen` is the record that a decision depends on; `approver` is the second person, or "". */
bool table_do(house_play *play, const house_caller *caller, const lm_act *act, int64_t seen, const char *approver);
/* said/why.c: tries every act of a player at this place without doing it and writes
 * [{"do","allowed","why","clause"}]. */
void table_why_not(house_play *play, const house_caller *caller, lm_seat at, lm_out *out);

/* clocks.c: which decision a table is timing, and what happens when the time runs out. */
typedef enum { CLOCK_NONE, CLOCK_BETTING, CLOCK_DECISION, CLOCK_INSURANCE, CLOCK_CUT, CLOCK_REVEAL } house_clock;
/* Every wait has a `mark` of its own, by which the caller sees that a new decision needs a new clock. */
house_clock clock_of(const house_state *state, const lm_rules *rules, uint64_t *mark, int *ms);
/* The rack of a practice table's only player, who plays without a clock; -1: none, or other players wait. */
int clock_sole_player(const house_state *state);
uint32_t clock_waits_for(const house_state *state, const lm_rules *rules); /* a bit for each rack */
bool clock_expire(house_play *play); /* the disclosed default: deal, stand, no insurance, no cut */

/* moved.c: called with the state as a record leaves it, whether the record is new or read back. */
void state_record_ends(house_state *state);
/* Called for each act of a record, for each movement of chips, and for a box that its holder leaves. */
void state_act_moves(house_state *state, const lm_act *act);
void state_chips_move(house_state *state, int account);
void state_box_moves(house_state *state, uint8_t box);
/* Whether what this person's act depends on is unchanged since the record that the request has "seen". */
bool decided_on_this(house_play *play, const lm_act *act, const char *person, int64_t seen);

/* money.c */
bool play_move(house_play *play, int from, int to, house_reason reason, lm_cents cents);
const char *reason_word(house_reason reason);
/* "tray/t1", "rack/t1/ann": LM_STORE_NAME + 1 bytes. */
void account_name(const house_state *state, const char *id, int account, char *name);
/* Joins two or three parts (`third` may be NULL) by slashes to a name of the ledger; cuts it off if it is too long. */
void name_join(char *name, const char *first, const char *second, const char *third);
bool account_is_house(int account);

/* The sum of all money at the table, with this play's transfers to and from wallets added back. No act changes it,
 * except the one that opens a table on shared meters. */
lm_cents money_of(const house_play *play);
/* Whether the play's movements explain the change of every account of the table, to the cent. */
bool money_follows(const house_state *before, const house_play *play);

/* A refusal in one line; always returns false. */
bool play_refuse(house_play *play, lm_kind kind, const char *clause, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool play_refuse_engine(house_play *play, lm_status status);
bool play_refuse_why(house_play *play, lm_why why); /* the same, with the clause of the table's document */
/* The fields of a refusal in an answer: why, id, args, clause. */
void refusal_put(const house_refusal *refusal, lm_out *out);
bool play_refuse_meter(house_play *play, lm_meter_status status);

/* seats.c: sit, leave, buy, cash, ready, tip. */
int rack_of(const house_state *state, const char *player); /* -1: none */
bool rack_is_taken(const house_state *state,
                   int rack); /* a rack keeps the name of a player who left until another comes */

int rack_at(const house_state *state, uint8_t box, uint8_t bettor); /* -1: the place is free */
bool rack_has_wagers(const house_state *state, const lm_rules *rules, int rack, bool *waits);
uint32_t racks_not_ready(const house_state *state, const lm_rules *rules, uint32_t ready);

/* consent.c: whether a request has the consent it needs. At a live table the dealer asks for it in person. */
bool consent_to_sit(house_play *play, uint8_t box, uint8_t bettor, bool dealer_asked);
bool consent_to_bet(house_play *play, const lm_action *action);

/* play_meters.c: display, reserve and overflow, and what waits behind awards (C-116), in whole cents. */
lm_cents meter_holds(const lm_meter *meter);

/* correct.c: whether an act belongs to the round that a correction plays again. */
bool act_is_of_round(lm_act_word word);

/* record.c: writes the body of a play's record. It states the earlier values of those `shared` meters that the bit set
 * `which` names. */
void record_write(const house_play *play, const lm_meters *shared, uint32_t which, lm_out *out);
/* Writes a list with its last bracket. */
void list_write(const house_list *list, lm_out *out);
/* Appends another list; list_clear empties a list and keeps its memory. */
void list_extend(house_list *list, const house_list *more);
void list_clear(house_list *list);

/* play_coupons.c, meters_kept.c: parts of a record other than its movements. */
void coupon_moves_write(const house_play *play, lm_out *out);
void links_write(const lm_meters *meters, uint32_t which, lm_out *out); /* shared meters before the play */
/* Replaces one of the play's meters by the shared one. False with the refusal where their terms differ. */
bool links_lay_one(house_play *play, int meter, const lm_meter *shared);
/* Gives the first act of a new table the shared meters that it joins. `find` gives a meter by name, or NULL. */
void links_join_all(house_play *play, const lm_meter *(*find)(void *self, const char *meter), void *self);
const char *links_name(const lm_meter *meter);
/* Whether a wager is a progressive, whose stake lights a sensor. */
bool wager_is_progressive(const lm_rules *rules, const char *wager);
/* The key under which the store keeps a coupon. */
void coupon_key(const char *player, const char *id, char key[LM_STORE_NAME + 1]);

/* commands.c: the table remembers the last command of each client, and earlier ones while there is room. */
uint64_t client_hash(const char *client); /* identifies a client to the functions below */
void state_remember(house_state *state, uint64_t client, int64_t number, int64_t seq);
/* The record of a command that was done; 0: the command is new; -1: a later command was done before it. */
int64_t state_recall_command(const house_state *state, uint64_t client, int64_t number);
bool state_knows_client(const house_state *state, uint64_t client);

/* saved.c: a state as sealed bytes for the store, with the version of everything it depends on. */
void *state_seal(const house_state *state, const lm_rules *rules, const uint8_t *key, const char *id, size_t *size);
bool state_unseal(house_state *state, const void *bytes, size_t size, const uint8_t *key, const char *id);

/* visible.c: whether the text has no invisible characters and none that change how others are displayed. */
bool text_is_visible(const char *text);

/* memory.c: never NULL; when memory runs out, the process ends with a message. */
void *memory_or_end(size_t size);
void *zeroed_or_end(size_t size);
_Noreturn void memory_end(void);

/* view.c: what all watchers may see. */
void view_turn(const house_state *state, const lm_rules *rules, lm_out *out);
/* The box on turn; 0: several boxes may act now, or none. */
uint8_t box_on_turn(const house_state *state, const lm_rules *rules);
/* Whether the table still waits for the same decision. One more bet, for example, changes nothing for other players. */
bool turn_is_the_same(const house_state *before, const house_state *after, const lm_rules *rules);
void view_meters(const house_state *state, lm_out *out); /* what the displays show, by name */
/* Writes the fields of a table into an open object. */
void view_table(const house_state *state, const lm_rules *rules, const char *id, lm_out *out);

/* Write fields: what is allowed now at a place (box 0: at all boxes), and the irregularities that are possible now. */
void view_legal(const house_state *state, const lm_rules *rules, lm_seat at, lm_out *out);
void view_mishaps(const house_state *state, const lm_rules *rules, lm_out *out);
/* view_lobby.c: adds to a table's row what players want to know first, or what the pit sees. `state` is NULL for a
 * table that another server runs. `person` asks and is told their own chips there; "": the caller is not signed in. */
void view_lobby(const house_state *state, const lm_rules *rules, const char *person, lm_out *out);
void view_pit(const house_state *state, const lm_rules *rules, lm_out *out);

/* deal/fair.c: shuffles, seals, opens and checks a shoe (docs/fair-shoe.md). */
void fair_shuffle(house_deck *deck, const lm_rules *rules); /* all decks, shared between the sides of a double shoe */
void fair_shuffle_cards(house_deck *deck, int side, const lm_card *cards, int n); /* a reshuffle in mid-round */
void fair_commitment(const house_deck *deck, uint8_t commitment[LM_STORE_HASH]);
char *fair_seal(const house_secret *secret, const uint8_t *key, const char *table, uint32_t number); /* malloc */
bool fair_unseal(house_secret *secret, const char *sealed, const uint8_t *key, const char *table, uint32_t number);
lm_card fair_card(const house_deck *deck, const house_shoe *shoe, int side, int index);       /* after the cut */
char *fair_seal_bytes(const void *bytes, size_t size, const uint8_t *key, const char *label); /* malloc */
bool fair_unseal_bytes(void *bytes, size_t size, const char *sealed, const uint8_t *key, const char *label);

/* deal/mix.c: the shuffle by the players' values: its seed, the shuffle, and its reverse. */
void fair_seed(house_mix *mix, const char *table, uint32_t number, const uint8_t commitment[LM_STORE_HASH]);
void fair_mix(house_deck *deck, const house_mix *mix);
void fair_unmix(house_deck *deck, const house_mix *mix);
void fair_commitment_of(const house_part *part, uint8_t commitment[LM_STORE_HASH]);

/* Writes the players' parts in the shuffle of a shoe; mix_waits_for has a bit for each rack that must still reveal. */
void mix_write(const house_mix *mix, lm_out *out);
uint32_t mix_waits_for(const house_state *state);
bool mix_expire(house_play *play); /* shoes_steps.c: the time to reveal has run out */

/* Cuts the shoe after `count` cards, for the player of a box or the dealer (box 0); 0 declines the cut. */
bool cut_shoe(house_play *play, uint8_t box, int64_t count);
bool cut_by_dealer(house_play *play); /* all players declined, or the clock of the cut ran out */
/* How many cards may be cut. */
void shoe_cut_limits(const house_state *state, const lm_rules *rules, int *least, int *most);
int fair_sides(const lm_rules *rules);
/* Hand-dealt: shows the hand on turn, which its player must do to split it (MBJ-6a(e)(1)). */
bool deal_expose(house_play *play, uint8_t box);
/* Writes the face-down cards that this player may see now and returns how many. */
int deal_own(const house_state *state, const lm_rules *rules, const house_secret *secret, const char *player,
             house_own own[LM_DOWNS]);
void own_write(const house_own *own, lm_out *out); /* as an event */
/* Why the program cannot deal this game, or NULL. */
const char *deal_fault(const lm_rules *rules);

#endif
