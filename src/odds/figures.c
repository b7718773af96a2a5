/* figures.c - figures of a round: spread, probability of winning, chips staked. */
#include "both/weighed.h"
#include "spots/spots.h"

#ifndef ODDS_EXACT

#include <string.h>

#include "price/price_math.h"

static double unit(const lm_game *g, lm_real x)
{
    return x / g->one;
}

/* Probability that the dealer has no blackjack; 1 where players act before that is known. */
static double acting(const lm_game *g, const column *c, hand_id h)
{
    return terms_peek(&g->rules) ? 1 - unit(g, column_blackjack(g, c, h)) : 1;
}

/* The measure of rounds: all of them, or those that are weighed. */
static double all_of(const lm_game *g, hand_id h)
{
    return g->weighing ? g->weighing->all[h] : 1;
}

static double his_of(const lm_game *g, const column *c, hand_id h)
{
    return g->weighing ? g->weighing->blackjack[h] : unit(g, column_blackjack(g, c, h));
}

static double bust_of(const lm_game *g, const column *c, hand_id h, bool blackjack)
{
    return g->weighing ? weighed_bust(g, c, h, blackjack) : unit(g, column_bust(g, c, h, blackjack));
}

/* The moments of those rounds in which the next card takes the hand over 21. */
static moments lost_by_bust(const lm_game *g, const column *c, hand_id h, backing backed)
{
    double bust = bust_of(g, c, h, false), late = bust_of(g, c, h, true);
    double loss = terms_loss(backed) / (double)TENTHS;
    moments m = { .square = loss * loss * bust, .lose = bust, .busts = bust };
    m.net[unsplit_at(terms_loss(backed))] = bust;
    if (!terms_peek(&g->rules)) m.busts += late;
    return m;
}

static moments ended(const lm_game *g, const column *c, hand_id h, backing backed, int odds)
{
    double win = terms_win(&g->rules, backed, odds) / (double)TENTHS, loss = terms_loss(backed) / (double)TENTHS;
    double wins = unit(g, c->win[h]), losses = unit(g, c->lose[h]);
    moments m = { .square = wins * win * win + losses * loss * loss, .win = wins, .lose = losses };
    m.net[unsplit_at(terms_win(&g->rules, backed, odds))] += wins;
    m.net[unsplit_at(terms_loss(backed))] += losses;
    return m;
}

static void add_moments(moments *to, const moments *m, double share)
{
    to->square += m->square * share;
    to->win += m->win * share;
    to->lose += m->lose * share;
    to->busts += m->busts * share;
    to->free_doubles += m->free_doubles * share;
    to->paid_doubles += m->paid_doubles * share;
    to->lammer += m->lammer * share;
    to->late_square += m->late_square * share;
    for (int i = 0; i < UNSPLIT_NETS; i++)
        to->net[i] += m->net[i] * share;
}

static moments after_hit(const lm_game *g, const column *c, hand_id h, const moments *at)
{
    moments m = lost_by_bust(g, c, h, BACKED_CHIPS);
    for (int v = 1; v <= 10; v++) {
        hand_id next = g->hands.plus[h][v];
        if (is_live(g, next) && left_to(g, c, h, v) > 0)
            add_moments(&m, &at[next], (double)left_to(g, c, h, v) / left_to(g, c, h, 0));
    }
    return m;
}

static moments after_double(const lm_game *g, const column *c, hand_id h, backing backed)
{
    moments m = lost_by_bust(g, c, h, backed);
    for (int v = 1; v <= 10; v++) {
        hand_id next = g->hands.plus[h][v];
        if (!is_live(g, next) || left_to(g, c, h, v) <= 0) continue;
        moments end = ended(g, c, next, backed, terms_odds(&g->rules, &g->hands, next));
        add_moments(&m, &end, (double)left_to(g, c, h, v) / left_to(g, c, h, 0));
    }
    if (backed == BACKED_CHIPS_FREE) {
        m.free_doubles = acting(g, c, h);
        m.lammer = 1 - unit(g, column_blackjack(g, c, h));
    } else {
        m.paid_doubles = acting(g, c, h);
    }
    bool all = terms_takes_all(&g->rules), seen = !terms_doubled_unseen(&g->rules);
    bool pays_twice = backing_table[backed].added && !terms_peek(&g->rules) && (all || seen);
    if (pays_twice) /* the square of two units instead of one */
        m.late_square += 3 * (all ? his_of(g, c, h) : bust_of(g, c, h, true));
    return m;
}

static moments moments_of_act(const lm_game *g, const column *c, hand_id h, uint8_t act, const moments *at)
{
    backing doubled = terms_double(&g->rules, &g->hands, h, LM_STAKED_CHIPS, false);
    if (act & ACT_DOUBLE && doubled != NOT_BACKED) return after_double(g, c, h, doubled);
    if (act & ACT_HIT && !terms_finished(&g->rules, &g->hands, h)) return after_hit(g, c, h, at);
    return ended(g, c, h, BACKED_CHIPS, terms_odds(&g->rules, &g->hands, h));
}

/* Two suited cards of 6-7-8 win more with the third card of that suit, so they may be played differently. */
static void mix_suited(const lm_game *g, const column *c, hand_id h, uint8_t act, const moments *at, moments *m)
{
    static const uint8_t missing[3] = { 8, 7, 6 };
    suited_chance suited = column_suited(g, c, h);
    if (suited.two <= 0) return;
    uint8_t then = suited_act(act);
    moments other = moments_of_act(g, c, h, then, at);
    int v = missing[suited_place(&g->hands, h)];
    backing doubled = terms_double(&g->rules, &g->hands, h, LM_STAKED_CHIPS, false);
    backing backed = then & ACT_DOUBLE && doubled != NOT_BACKED ? doubled : BACKED_CHIPS;
    if ((then & ACT_HIT || backed != BACKED_CHIPS) && left_to(g, c, h, v) > 0) {
        int more = terms_win(&g->rules, backed, ODDS_SPECIAL), less = terms_win(&g->rules, backed, TENTHS);
        double chance = (double)left_to(g, c, h, v) / left_to(g, c, h, 0) * suited.three / suited.two;
        double won = chance * unit(g, c->win[g->hands.plus[h][v]]);
        other.square += won * (more * more - less * less) / (TENTHS * TENTHS);
        other.net[unsplit_at(more)] += won;
        other.net[unsplit_at(less)] -= won;
    }
    moments mixed = { 0 };
    add_moments(&mixed, m, 1 - suited.two);
    add_moments(&mixed, &other, suited.two);
    *m = mixed;
}

void figures_moments(const lm_game *g, const column *c, const policy *p, moments *at)
{
    memset(at, 0, sizeof *at * HANDS_MOST);
    for (int h = g->hands.over - 1; h > 0; h--) {
        uint8_t act = p->act[LM_STAKED_CHIPS][h];
        if (g->hands.count[h][0] < 2 || !column_holds(g, c, (hand_id)h)) continue;
        at[h] = moments_of_act(g, c, (hand_id)h, act, at);
        if (g->rules.bonus_678 && suited_place(&g->hands, (hand_id)h) >= 0)
            mix_suited(g, c, (hand_id)h, act, at, &at[h]);
    }
}

/* In a late dealer blackjack a hand that was doubled with chips and went over 21 has lost both wagers. */
static void add_unsplit_nets(const lm_game *g, const moments *m, double his, double push, double chance)
{
    double late = m->late_square / 3;
    if (g->spots) return; /* spots_add_column adds the rounds of several dealer hands */
    for (int i = 0; i < UNSPLIT_NETS; i++)
        nets_add(g, false, UNSPLIT_LEAST + i * NET_STEP, chance * m->net[i]);
    nets_add(g, false, 0, chance * push);
    nets_add(g, true, -TENTHS, chance * (his - late));
    nets_add(g, true, -2 * TENTHS, chance * late);
}

/* Adds the rounds in which the hand is not split, including those that a dealer blackjack ends. */
static void add_unsplit(const lm_game *g, const column *c, hand_id h, const moments *m, double chance, lm_figures *f)
{
    double his = his_of(g, c, h), push = all_of(g, h) - his - m->win - m->lose;
    f->sd += chance * (m->square + m->late_square + his);
    f->win += chance * m->win;
    f->lose += chance * (m->lose + his);
    f->push += chance * push;
    f->advance += chance * m->win;
    f->fall += chance * (m->lose + his);
    f->level += chance * push;
    f->free_doubles += chance * m->free_doubles;
    f->paid_doubles += chance * m->paid_doubles;
    f->busts += chance * m->busts;
    add_unsplit_nets(g, m, his, push, chance);
}

static void add_blackjack(const lm_game *g, const column *c, hand_id h, double chance, lm_figures *f)
{
    double his = unit(g, column_blackjack(g, c, h)), pays = terms_blackjack(&g->rules) / (double)TENTHS;
    double late = his_of(g, c, h), acts = all_of(g, h) - late;
    bool wins_against_his = g->rules.ties == LM_TIES_LOSE;
    bool may_sell = terms_even_money(&g->rules) && c->seen.up == 1;
    double special = g->rules.special_blackjack ? g->special : 0, won = 0;
    for (int is_special = 0; is_special < 2; is_special++) {
        double share = is_special ? special : 1 - special, win = is_special ? 2 : pays;
        double waiting = wins_against_his ? 1 : 1 - his;
        bool sold = may_sell && win * waiting < 1;
        double wins = sold ? 1 : waiting;
        f->sd += chance * share * wins * (sold ? 1 : win * win);
        won += share * wins;
        if (g->spots) continue;
        int net = sold ? TENTHS : is_special ? 2 * TENTHS : terms_blackjack(&g->rules);
        nets_add(g, false, net, chance * share * acts);
        nets_add(g, true, sold || wins_against_his ? net : 0, chance * share * late);
    }
    f->win += chance * won;
    f->advance += chance * won;
    f->push += chance * (1 - won);
    f->level += chance * (1 - won);
    f->blackjacks += chance;
    f->lammers[0] += chance * (1 - his);
}

static void add_surrender(const lm_game *g, const column *c, hand_id h, double chance, lm_figures *f)
{
    double his = unit(g, column_blackjack(g, c, h));
    bool early = terms_surrender_early(&g->rules, c->seen.up);
    f->sd += chance * (early ? 0.25 : (1 - his) / 4 + his);
    f->lose += chance;
    f->fall += chance;
    f->surrenders += chance * (early ? 1 : acting(g, c, h));
    if (!g->spots) nets_add(g, false, -TENTHS / 2, chance * (all_of(g, h) - his_of(g, c, h)));
    if (!g->spots) nets_add(g, true, early ? -TENTHS / 2 : -TENTHS, chance * his_of(g, c, h));
    f->lammers[0] += chance * (1 - his);
}

/* Lammers of a hand that is not split: a free double or none. */
static void add_lammers(const lm_game *g, const column *c, hand_id h, const moments *m, double chance, lm_figures *f)
{
    double his = unit(g, column_blackjack(g, c, h));
    f->lammers[0] += chance * (1 - his - m->lammer);
    f->lammers[1] += chance * m->lammer;
}

static void add_start(lm_game *g, const column *c, const policy *p, const worth *w, hand_id h, lm_figures *f)
{
    double chance = unit(g, column_weight(g, c, column_chance(g, c, g->one, h)));
    uint8_t act = p->act[LM_STAKED_CHIPS][h];
    bool surrenders = act & ACT_SURRENDER && column_surrenders(g, c);
    f->dealer_blackjacks += chance * unit(g, column_blackjack(g, c, h));
    if (g->hands.total[h] == 21) {
        add_blackjack(g, c, h, chance, f);
    } else if (c->tree.pat == END_BLACKJACK) {
        f->sd += chance;
        f->lose += chance;
        f->fall += chance;
        if (!g->spots) nets_add(g, true, -TENTHS, chance * his_of(g, c, h));
    } else if (surrenders) {
        add_surrender(g, c, h, chance, f);
    } else if (act & ACT_SPLIT) {
        figures_split(g, c, p, hands_pair_value(&g->hands, h), chance, f);
    } else {
        add_unsplit(g, c, h, &g->moments[h], chance, f);
        add_lammers(g, c, h, &g->moments[h], chance, f);
    }
}

/* Adds the figures of a column to `f` and its net results to `nets`. */
static void add_column(lm_game *g, const column *c, const policy *p, const worth *w, lm_figures *f, round_nets *nets)
{
    g->nets->to = nets;
    figures_moments(g, c, p, g->moments);
    f->mean += unit(g, column_mean(g, c, p, w)) / TENTHS;
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (g->hands.count[h][0] != 2 || !column_holds(g, c, h)) continue;
        g->nets->insured = column_insures(g, c, h);
        add_start(g, c, p, w, h, f);
    }
    g->nets->insured = false;
    if (g->spots) spots_add_column(g, c, p, f);
}

void figures_each_start(lm_game *g, const column *c, figures_listener hear, void *self)
{
    lm_figures unused = { 0 };
    round_nets *nets = &g->nets->sum;
    g->nets->to = nets;
    figures_moments(g, c, &c->best, g->moments);
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (g->hands.count[h][0] != 2 || !column_holds(g, c, h)) continue;
        memset(nets, 0, sizeof *nets);
        add_start(g, c, &c->best, &c->worth, h, &unused);
        hear(self, h, nets);
    }
}

static void finish(const lm_game *g, lm_figures *f)
{
    double spots = lm_rules_dealer_hands(&g->rules);
    if (g->spots) {
        double all = f->round_win + f->round_push + f->round_lose; /* 1, but for what spread.h leaves out */
        f->round_sd = price_sqrt(f->round_sd - spots * spots * f->mean * f->mean);
        f->round_win /= all;
        f->round_push /= all;
        f->round_lose /= all;
    } else {
        f->round_win = f->win;
        f->round_push = f->push;
        f->round_lose = f->lose;
    }
    f->sd = price_sqrt(f->sd - f->mean * f->mean);
    if (!g->spots) f->round_sd = f->sd;
    f->staked = 1 + f->paid_doubles + f->paid_splits;
}

/* The figures of one chart column, as sums: `finish` turns them into what a reader sees. */
static void figure_part(lm_game *g, int at)
{
    game_part *part = &g->part[at];
    if (part->figured) return;
    part->figures = (lm_figures){ 0 };
    memset(&part->nets, 0, sizeof part->nets);
    for (int i = 0; i < g->columns; i++) {
        const column *c = &g->column[i];
        if (column_is_charted_at(g, c, at))
            add_column(g, game_solved(g, i), &c->best, &c->worth, &part->figures, &part->nets);
    }
    part->figured = true;
}

/* Every figure is a sum over columns. */
static void add_figures(lm_figures *to, const lm_figures *from)
{
    double *sum = (double *)(void *)to;
    const double *part = (const double *)(const void *)from;
    _Static_assert(sizeof *to % sizeof *sum == 0, "figures are doubles");
    for (size_t i = 0; i < sizeof *to / sizeof *sum; i++)
        sum[i] += part[i];
}

void lm_game_figures(lm_game *g, lm_figures *f)
{
    *f = (lm_figures){ 0 };
    for (int at = 0; at < lm_game_pieces(g); at++) {
        figure_part(g, at);
        add_figures(f, &g->part[at].figures);
    }
    finish(g, f);
}

size_t lm_game_piece_size(void)
{
    return sizeof(game_part);
}

void lm_game_piece(lm_game *g, int at, lm_piece what, void *bytes)
{
    if (what == LM_PIECE_CHART)
        chart_part(g, at);
    else
        figure_part(g, at);
    memcpy(bytes, &g->part[at], sizeof g->part[at]);
}

void lm_game_take(lm_game *g, int at, const void *bytes)
{
    game_part part, *mine = &g->part[at];
    memcpy(&part, bytes, sizeof part);
    if (part.figured) {
        mine->figures = part.figures;
        mine->nets = part.nets;
        mine->figured = true;
    }
    if (!part.charted) return;
    mine->mean = part.mean;
    mine->chart_mean = part.chart_mean;
    memcpy(mine->chart, part.chart, sizeof mine->chart);
    mine->charted = true;
    for (int s = 0; s < LM_STAKES; s++) {
        for (int row = 0; row < LM_ROWS; row++)
            g->chart.cell[s][row][at] = part.chart[s][row];
    }
}

/* The mean includes estimated splits. All other figures treat split pairs as hands that were not split. */
void lm_game_estimate(lm_game *g, lm_figures *f)
{
    *f = (lm_figures){ 0 };
    for (int i = 0; i < g->columns; i++) {
        column *c = &g->column[i];
        policy *p = &g->trial;
        if (!column_possible(c)) continue;
        game_ready(g, i);
        column_value(g, c, p, &g->scratch, true);
        column_value_splits(g, c, p, &g->scratch, ESTIMATE_AND_CHOOSE);
        double mean = f->mean + unit(g, column_mean(g, c, p, &g->scratch)) / TENTHS;
        for (hand_id h = 1; h < g->hands.over; h++)
            p->act[LM_STAKED_CHIPS][h] &= (uint8_t)~ACT_SPLIT;
        add_column(g, c, p, &g->scratch, f, &g->nets->sum);
        f->mean = mean;
    }
    finish(g, f);
}

void lm_game_chart_figures(lm_game *g, const lm_chart *chart, lm_figures *f)
{
    *f = (lm_figures){ 0 };
    for (int i = 0; i < g->columns; i++) {
        if (!column_possible(&g->column[i])) continue;
        chart_column_mean(g, chart, i);
        add_column(g, &g->column[i], &g->trial, &g->scratch, f, &g->nets->sum);
    }
    finish(g, f);
}

/* Insurance costs half the wager, and wins a whole one with the dealer's blackjack. */
static void tell_nets(const round_nets *nets, bool insured, lm_distribution *d)
{
    for (int i = 0; i < 4; i++) {
        int blackjack = i & 1, moved = !insured || i < 2 ? 0 : blackjack ? TENTHS : -TENTHS / 2;
        const double *from = nets->chance[i / 2][blackjack];
        for (int net = LM_NET_LEAST; net <= LM_NET_MOST; net++) {
            int to = net + moved - LM_NET_LEAST;
            if (to >= 0 && to < LM_NETS) d->chance[to] += from[net - LM_NET_LEAST];
        }
    }
}

/* Docs/odds.md, section 5, has the errors. */
static double net_error(const lm_game *g, const round_nets *nets)
{
    double cards = g->cards[0], least = 1e-9, composed = 3 * nets->crowded;
    return least + (g->spots ? 15 : composed) / (cards * cards);
}

/* Rounding may leave a little less than nothing where a net is impossible. */
static void finish_nets(const lm_game *g, const round_nets *nets, lm_distribution *d)
{
    const double noise = 1e-13, least = 1e-9;
    double all = 0, at[5] = { 0 };
    for (int i = 0; i < LM_NETS; i++) {
        if (d->chance[i] < noise) d->chance[i] = 0;
        all += d->chance[i];
    }
    for (int i = 0; i < LM_NETS; i++) {
        double x = (i + LM_NET_LEAST) / (double)TENTHS, power = d->chance[i] /= all;
        *(x > 0 ? &d->win : x < 0 ? &d->lose : &d->push) += d->chance[i];
        for (int k = 1; k < 5; k++)
            at[k] += power *= x;
    }
    double m = at[1], square = at[2] - m * m, cube = at[3] - 3 * m * at[2] + 2 * m * m * m;
    double fourth = at[4] - 4 * m * at[3] + 6 * m * m * at[2] - 3 * m * m * m * m;
    d->mean = m;
    d->sd = price_sqrt(square);
    d->skewness = square > 0 ? cube / (square * d->sd) : 0;
    d->kurtosis = square > 0 ? fourth / (square * square) - 3 : 0;
    d->error = net_error(g, nets);
    bool proved = !g->spots && !(g->rules.special_blackjack && g->rules.split_blackjack);
    d->bound = proved ? nets->missed + least : 1;
}

void lm_game_distribution(lm_game *g, bool insured, lm_distribution *d)
{
    round_nets *sum = &g->nets->sum;
    double *to = (double *)(void *)sum;
    memset(sum, 0, sizeof *sum);
    memset(d, 0, sizeof *d);
    for (int at = 0; at < lm_game_pieces(g); at++) {
        figure_part(g, at);
        const double *from = (const double *)(const void *)&g->part[at].nets;
        for (size_t i = 0; i < sizeof *sum / sizeof *to; i++)
            to[i] += from[i];
    }
    tell_nets(sum, insured, d);
    finish_nets(g, sum, d);
}

void lm_game_chart_distribution(lm_game *g, const lm_chart *chart, lm_distribution *d)
{
    lm_figures figures;
    memset(d, 0, sizeof *d);
    memset(&g->nets->sum, 0, sizeof g->nets->sum);
    lm_game_chart_figures(g, chart, &figures);
    tell_nets(&g->nets->sum, false, d);
    finish_nets(g, &g->nets->sum, d);
}

#endif
