/* words.c - every word at a table: who may say it, what it takes, and in which states of the table. */
#include <string.h>

#include "said.h"

#define PLAYERS (LM_HOUSE_BIT(GUEST) | LM_HOUSE_BIT(PLAYER))
#define DEALER LM_HOUSE_BIT(DEALER)
#define FLOOR (LM_HOUSE_BIT(SUPERVISOR) | LM_HOUSE_BIT(EXECUTIVE))
#define ANYONE (PLAYERS | DEALER | FLOOR)
/* He may have been given other roles since he sat down; his chips are his. */
#define WHOEVER_SITS LM_HOUSE_ROLES_ALL

/* clang-format off */
#define WORDS(X)                                                                                                                          \
    /* word, roles, second, fields, states, handler, help */                                                                              \
    X("sit", ANYONE, 0, "seat:seat player?:id", 0, do_sit, "take a place; a dealer seats somebody who came with cash")  \
    X("leave", WHOEVER_SITS, 0, "player?:id", CLOSED_TOO, do_leave, "give every place back and take the chips along")                            \
    X("share", ANYONE, 0, "seat:seat on:bool", 0, do_share, "whoever has a box lets others bet behind him, or no longer; at a live table its dealer says it for him") \
    X("ask", PLAYERS, 0, "seat:seat", 0, do_ask, "ask whoever has a box for his consent to bet behind him") \
    X("buy", ANYONE, 0, "cents:int player?:id", 0, do_chips, "chips from the wallet; for cash where a dealer takes it")                     \
    X("cash", WHOEVER_SITS, 0, "cents:int player?:id", CLOSED_TOO, do_chips, "chips back into the wallet")                                        \
    X("toke", ANYONE, 0, "cents:int player?:id", 0, do_chips, "chips for the dealer")                                                       \
    X("ready", PLAYERS, 0, "", DECIDES, do_ready, "deal as soon as everybody is ready")                                               \
    X("bet", ANYONE, 0, "seat:seat cents:int wager?:text in?:text by?:any coupon?:id player?:id", STARTS | DECIDES, do_bet, "lay a wager; seat 1t is a bet for the dealer") \
    X("withdraw", WHOEVER_SITS, 0, "seat:seat wager?:text", DECIDES, do_bet, "take a wager back before the first card")                           \
    X("insure", ANYONE, 0, "seat:seat cents:int wager?:text", DECIDES, do_decision, "insurance; 0 declines")                                \
    X("evenmoney", ANYONE, 0, "seat:seat", DECIDES, do_decision, "a blackjack against an ace is paid 1 to 1")                               \
    X("hit", ANYONE, 0, "seat:seat", DECIDES, do_decision, "one more card")                                                                 \
    X("stand", ANYONE, 0, "seat:seat", DECIDES, do_decision, "no more cards")                                                               \
    X("double", ANYONE, 0, "seat:seat cents?:int down?:bool", DECIDES, do_decision, "double: the usual amount when none is named, none where it is free") \
    X("split", ANYONE, 0, "seat:seat cents?:int", DECIDES, do_decision, "split the pair")                                                   \
    X("surrender", ANYONE, 0, "seat:seat", DECIDES, do_decision, "give up half the wager")                                                  \
    X("discard", ANYONE, 0, "seat:seat", LIVE_ONLY | DECIDES, do_decision, "a hand-dealt hand over 21: its first two cards go to the dealer face down") \
    X("with-double", ANYONE, 0, "seat:seat cents:int", DECIDES, do_decision, "a further bettor doubles along if the decider doubles")       \
    X("with-split", ANYONE, 0, "seat:seat ride:text", DECIDES, do_decision, "where a further bettor's wager goes if the decider splits")    \
    X("cut", ANYONE, 0, "seat:seat count:int", DECIDES, do_cut, "cut the cards: so many from the top")                                      \
    X("refuse-cut", ANYONE, 0, "seat:seat", DECIDES, do_refuse_cut, "let the next one cut")                                                 \
    X("view", ANYONE, 0, "seat:seat", LIVE_ONLY | DECIDES, do_verb, "the first player has looked at the new cards")                         \
    X("request-spread", ANYONE, 0, "seat:seat", LIVE_ONLY | DECIDES, do_verb, "a player wants to see the stored batch")                     \
    X("open", DEALER | FLOOR, 0, "", LIVE_ONLY | STARTS | DEALERS | DECIDES, do_dealers_verb, "betting opens for the next round")           \
    X("deal", DEALER | FLOOR, 0, "", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "betting closes")                                      \
    X("card", DEALER | FLOOR, 0, "card:card", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "the next card, face up")                     \
    X("down", DEALER | FLOOR, 0, "", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "the next card, face down")                            \
    X("peek", DEALER | FLOOR, 0, "blackjack:bool", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "what the card reader says")             \
    X("turn", DEALER | FLOOR, 0, "card:card seat?:seat", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "the face-down card is this one")  \
    X("determinant", DEALER | FLOOR, 0, "card:card side:text", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "double shoe: the card that names the side") \
    X("close", DEALER | FLOOR, 0, "", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "every answer that is still out is a no")             \
    X("irregular", DEALER | FLOOR, 0, "name:text seat?:seat card?:card how?:text", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "something went wrong") \
    X("show-amount", DEALER | FLOOR, 0, "seat:seat wager:text cents:int", LIVE_ONLY | DEALERS | DECIDES, do_shown_amount, "the bonus amount on the display") \
    X("deliver", DEALER | FLOOR, 0, "count:int pack?:int", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "decks come to the table")       \
    X("inspect", DEALER | FLOOR, 0, "", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "the dealer has inspected them")                    \
    X("spread", DEALER | FLOOR, 0, "", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "cards are spread face up")                          \
    X("wash", DEALER | FLOOR, 0, "", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "cards are washed")                                    \
    X("stack", DEALER | FLOOR, 0, "", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "cards are stacked")                                  \
    X("plug", DEALER | FLOOR, 0, "", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "undealt cards go into the discards")                  \
    X("riffle", DEALER | FLOOR, 0, "", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "two piles are interlaced")                          \
    X("turn-half", DEALER | FLOOR, 0, "", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "one pile is turned around")                      \
    X("strip", DEALER | FLOOR, 0, "", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "running cuts")                                       \
    X("shuffle-cut", DEALER | FLOOR, 0, "", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "the last step of a shuffle by hand")           \
    X("device-shuffle", DEALER | FLOOR, 0, "", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "the device has shuffled")                   \
    X("jam", DEALER | FLOOR, 0, "", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "the device has failed")                                \
    X("sign", DEALER | FLOOR, 0, "on:bool", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "the device is out of order, or works again")   \
    X("swap", DEALER | FLOOR, 0, "pack:int", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "a batch comes out of the device")             \
    X("cover", DEALER | FLOOR, 0, "count:int", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "so many cards behind the cover card")       \
    X("load", DEALER | FLOOR, 0, "prepared?:bool", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "the stack goes into the shoe")          \
    X("burn", DEALER | FLOOR, 0, "", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "the next card goes face down to the rack")            \
    X("show-burn", DEALER | FLOOR, 0, "card:card", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "a player asked to see a burned card")   \
    X("forgot-burn", DEALER | FLOOR, 0, "", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "the burn was forgotten")                       \
    X("cover-seen", DEALER | FLOOR, 0, "seat:seat", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "the cover card came out")              \
    X("unload", DEALER | FLOOR, 0, "count:int pack?:int", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "the shoe is emptied; cards counted") \
    X("idle", DEALER | FLOOR, 0, "face_down?:bool", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "nobody plays: cards are spread")       \
    X("change-decks", DEALER | FLOOR, 0, "", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "all decks leave the table")                   \
    X("hours", DEALER | FLOOR, 0, "count:int", LIVE_ONLY | DEALERS | DECIDES, do_dealers_verb, "how long the decks have been in use")       \
    X("verify", FLOOR, 0, "", LIVE_ONLY | DECIDES, do_role_verb, "a floorperson has verified the inspection")                               \
    X("recut", FLOOR, 0, "", LIVE_ONLY | DECIDES, do_role_verb, "the cut is not accepted")                                                  \
    X("order-shuffle", FLOOR, 0, "", LIVE_ONLY, do_role_verb, "the cards are shuffled after this round")                                    \
    X("confirm", DEALER | FLOOR, 0, "", FROZEN_TOO | DEALERS | DECIDES, do_role_verb, "confirm what the rules want confirmed; the role is the speaker's") \
    X("readmit", FLOOR, 0, "seat:seat", 0, do_verb, "let somebody bet who sat out")                                                         \
    X("dealer", DEALER | FLOOR, 0, "person?:id", LIVE_ONLY | CLOSED_TOO, do_dealer, "deal here, or say who does")                           \
    X("correct", FLOOR, 0, "number:int card:card reason:text", LIVE_ONLY | FROZEN_TOO | DECIDES, do_correct, "the n-th card of the round was entered wrongly") \
    X("recount", FLOOR, 0, "was:card card:card reason:text", LIVE_ONLY | FROZEN_TOO | DECIDES, do_correct, "a card of an earlier round of this shoe was entered wrongly; what was paid stands") \
    X("freeze", FLOOR, 0, "reason:text", CLOSED_TOO, do_house, "stop the table as it stands")                                               \
    X("thaw", FLOOR, 0, "reason?:text", CLOSED_TOO | FROZEN_TOO | DECIDES, do_house, "let it go on")                                        \
    X("drain", FLOOR, 0, "reason:text", CLOSED_TOO | FROZEN_TOO, do_house, "no new rounds")                                                 \
    X("summon", ANYONE, 0, "reason?:text", CLOSED_TOO | FROZEN_TOO, do_summon, "call for somebody of the floor")                             \
    X("attend", FLOOR, 0, "", CLOSED_TOO | FROZEN_TOO, do_house, "somebody of the floor is there")                                          \
    X("tray-open", FLOOR, 0, "cents:int", CLOSED_TOO, do_house, "chips from the cage: the opener")                                          \
    X("tray-close", FLOOR, LM_HOUSE_BIT(SUPERVISOR) | LM_HOUSE_BIT(EXECUTIVE) | LM_HOUSE_BIT(CASHIER), "cents:int", CLOSED_TOO | FROZEN_TOO, do_house, "chips counted and back to the cage: the closer") \
    X("fill", FLOOR, LM_HOUSE_BIT(SUPERVISOR) | LM_HOUSE_BIT(EXECUTIVE) | LM_HOUSE_BIT(CASHIER), "cents:int", FROZEN_TOO, do_house, "chips from the cage, on a numbered slip") \
    X("credit", FLOOR, LM_HOUSE_BIT(SUPERVISOR) | LM_HOUSE_BIT(EXECUTIVE) | LM_HOUSE_BIT(CASHIER), "cents:int", FROZEN_TOO, do_house, "chips to the cage, on a numbered slip") \
    X("drop-count", FLOOR | LM_HOUSE_BIT(CASHIER), 0, "cents:int", CLOSED_TOO | FROZEN_TOO, do_house, "the drop box counted and to the cage") \
    X("tokes-out", FLOOR | LM_HOUSE_BIT(CASHIER), 0, "cents:int to?:id", CLOSED_TOO | FROZEN_TOO, do_house, "tokes paid out")               \
    X("terms", FLOOR | LM_HOUSE_BIT(ADMINISTRATOR), 0, "title?:text betting_ms?:int decision_ms?:int cut_ms?:int hold_ms?:int par_cents?:int practice?:bool", CLOSED_TOO, do_house, "change the title, the clocks or the par of the tray") \
    X("close-table", FLOOR | LM_HOUSE_BIT(ADMINISTRATOR), 0, "", CLOSED_TOO | FROZEN_TOO, do_house, "close the table for good, once its tray is closed") \
    X("system", FLOOR | LM_HOUSE_BIT(ADMINISTRATOR), 0, "component:text version:text", CLOSED_TOO | FROZEN_TOO, do_award, "which version of a part of the progressive system is in use") \
    X("call", DEALER | FLOOR, 0, "seat:seat wager:text", LIVE_ONLY | DEALERS | DECIDES, do_award, "the dealer calls an award from a meter") \
    X("verify-award", FLOOR, 0, "seat:seat wager:text", FROZEN_TOO | DECIDES, do_award, "a supervisor has verified cards and light")        \
    X("pay-award", FLOOR, 0, "seat:seat wager:text", FROZEN_TOO | DECIDES, do_award, "the card that pays an award")                         \
    X("withdraw-award", FLOOR, 0, "seat:seat wager:text reason:text", FROZEN_TOO | DECIDES, do_award, "verification failed")                \
    X("end-game", DEALER | FLOOR, 0, "wager:text", LIVE_ONLY | DEALERS | DECIDES, do_award, "END GAME of a progressive")                    \
    X("adjust", FLOOR, LM_HOUSE_BIT(SUPERVISOR) | LM_HOUSE_BIT(EXECUTIVE), "meter:text cents:int reason:text account?:text", CLOSED_TOO | FROZEN_TOO, do_award, "set a meter by hand")

const lm_house_word table_words[] = {
#define X(word, roles, second, fields, states, handler, help) { word, LM_AT_TABLE, roles, second, fields, help, false, false, (states) & DECIDES },
    WORDS(X)
#undef X
    { .word = NULL },
};

static const struct {
    const char *word;
    int states;
    table_handler *handler;
} rows[] = {
#define X(word, roles, second, fields, states, handler, help) { word, states, handler },
    WORDS(X)
#undef X
};
/* clang-format on */

/* --- the matrix of states ----------------------------------------------------------------------------------------- */

static bool fits_table(house_play *play, int states)
{
    const house_state *s = &play->state;
    if (s->is_closed) return play_refuse(play, 409, NULL, "the table is closed for good");
    if (!s->is_open && !(states & CLOSED_TOO))
        return play_refuse(play, 409, NULL, "the table is closed: no chips in the tray");
    if (s->frozen && !(states & FROZEN_TOO))
        return play_refuse(play, 409, NULL, "the table is frozen; a supervisor must let it go on");
    if (s->drained && states & STARTS) return play_refuse(play, 409, NULL, "no new rounds at this table");
    if (states & LIVE_ONLY && s->terms.dealing != DEALT_LIVE)
        return play_refuse(play, 409, NULL, "the program deals at this table");
    return true;
}

/* A dealer deals his own table; nobody deals one that has no dealer. */
static bool is_dealing(const table_request_ *r)
{
    bool floor = r->caller->roles & FLOOR;
    return floor || strcmp(r->play->state.dealer, r->caller->person) == 0;
}

bool table_do(house_play *play, const house_caller *caller, const lm_house_word *word, const json_t *body)
{
    table_request_ r = { play, caller, word->word, body };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].word, word->word) != 0) continue;
        if (!fits_table(play, rows[i].states)) return false;
        if (rows[i].states & DEALERS && !is_dealing(&r))
            return play_refuse(play, 403, NULL, "somebody else deals this table");
        if (rows[i].states & DECIDES && !decided_on_this(play, body)) return false;
        return rows[i].handler(&r);
    }
    return play_refuse(play, 404, NULL, "there is nothing to do here called \"%.60s\"", word->word);
}

/* --- what every handler needs ------------------------------------------------------------------------------------- */

/* At a live table its dealer and the floor act for everybody; at a virtual one nobody does. */
bool speaks_for_house(const table_request_ *r)
{
    return r->play->state.terms.dealing == DEALT_LIVE && r->caller->roles & (DEALER | FLOOR) && is_dealing(r);
}

json_t *act_from(const table_request_ *r)
{
    static const char *const of_request[] = { "table", "n", "seen", "session", "client", "approved" };
    json_t *act = json_deep_copy(r->body);
    for (size_t i = 0; i < sizeof of_request / sizeof *of_request; i++)
        json_object_del(act, of_request[i]);
    json_object_set_new(act, "do", json_string(r->word));
    return act;
}

bool do_act(table_request_ *r, json_t *act)
{
    bool done = play_act(r->play, act);
    json_decref(act);
    return done;
}
