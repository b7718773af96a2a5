/* distribution.c - the whole distribution of a round, of many rounds, and ruin. */
#include "study.h"

bool lm_study_distribution(lm_study *s, lm_distribution *d)
{
    const lm_figures *best = lm_study_best(s);
    if (!best) return false;
    lm_game_distribution(s->game, true, d);
    return true;
}

static bool is_listed(const distribution_answer *y, int rounds)
{
    for (int i = 0; i < y->sessions; i++) {
        if (y->rounds[i] == rounds) return true;
    }
    return false;
}

static bool find_sessions(distribution_answer *y, const lm_ask *ask)
{
    static const int usual[SESSIONS - 1] = { 100, 1000, 10000 };
    for (int i = 0; i < SESSIONS; i++) {
        int rounds = i < SESSIONS - 1 ? usual[i] : ask->rounds;
        if (rounds == 0 || is_listed(y, rounds)) continue;
        y->rounds[y->sessions] = rounds;
        if (!lm_session_of(&y->of, rounds, &y->session[y->sessions++]))
            return say(&y->study->ear, "no memory to add up the nets of %d rounds", rounds);
    }
    return true;
}

bool distribution_find(distribution_answer *y, lm_study *s, const lm_ask *ask)
{
    *y = (distribution_answer){ .study = s, .bankroll = ask->bankroll, .goal = ask->goal, .end = ask->rounds };
    if (!lm_study_distribution(s, &y->of) || !find_sessions(y, ask)) return false;
    if (ask->wager && !beside_find(&y->beside, s, ask)) return false;
    if (ask->bankroll <= 0) return true;
    if (lm_ruin_of(&y->of, ask->bankroll, ask->goal, ask->rounds, &y->ruin)) return true;
    return say(&s->ear, /* say:ruin-too-large */ "that ruin takes too much work; name a smaller bankroll or goal, or "
                                                 "fewer rounds");
}
