/* asked.c - each question about any round within its bounds, under any legal value of every rule, and how a round begins. The parts of
 * a round are their contracts (contracts.h), which part.c proves. */
#include "bounds.h"

#include "needs.h"

#include "contracts.h"

#include "lammer/irregular.h"

enum { ROOM = 64 };

static lm_spot any_spot(void)
{
    lm_spot spot = { BYTE(0, 255), BYTE(0, 255), BYTE(0, 255), BYTE(0, 255) };
    return spot;
}

static void begins(lm_round *r)
{
    if (EITHER) {
        lm_round_open(r, &rules);
    } else {
        lm_round_next(r, &rules);
    }
    keeps_prize(r);
    keeps_turn(r);
    keeps_staff(r);
    keeps_bounds(r);
}

int main(void)
{
    static lm_action list[ROOM];
    static lm_card cards[2];
    any_table();
    any_round(&round);
    any_moment(&round);
    int room = BETWEEN(0, ROOM), question = BETWEEN(0, 7);
    cards[0] = BYTE(0, LM_CARD_DOWN);
    cards[1] = BYTE(0, LM_CARD_DOWN);
    //@ split question;
    ;
    switch (question) {
    case 0: begins(&round); break;
    case 1: lm_round_turn(&round, &rules); break;
    case 2: lm_round_legal(&round, &rules, list, room); break;
    case 3: lm_round_mishaps(&round, &rules, list, room); break;
    case 4: lm_round_net(&round, any_spot()); break;
    case 5: lm_round_side(&round, BYTE(0, 255), BYTE(0, 255), BYTE(0, 255)); break;
    case 6: lm_box_shows_now(&round, &rules, BYTE(1, LM_BOXES), cards, 2); break;
    default: lm_round_shows_for_split(&round, BYTE(0, 255)); break;
    }
    return 0;
}
