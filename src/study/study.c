/* study.c - computes what is asked for, when it is asked for, and keeps it. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "study.h"

/* ---- opening ------------------------------------------------------------------------------------------- */

static void warn(void *self, const lm_finding *finding)
{
    const lm_rules *rules = self;
    if (finding->severity != LM_ERROR) return;
    say_error("warning: %s: %s [%s]; the figures are given all the same", rules->name, finding->text,
              finding->clause);
}

static bool remove_cards(study *s, const char *text)
{
    enum { MOST = 416 };
    card_word cards[MOST];
    int n = read_cards("--removed", text, true, cards, MOST);
    for (int i = 0; i < n; i++) {
        char word[3];
        card_word_write(cards[i], word);
        if (lm_census_remove(&s->census, lm_card_make(cards[i].rank, cards[i].suit))) continue;
        say_error("--removed takes %s away more often than the %d times that it is in the shoe", word,
                  (int)s->rules->decks);
        return false;
    }
    s->removed = n;
    return n >= 0;
}

/* Everything that a study depends on, as text. */
static bool write_key(const odds_ask *ask, char key[STUDY_KEY])
{
    int n =
        snprintf(key, STUDY_KEY, "%s\n%s\n%d\n", ask->rules, ask->removed ? ask->removed : "", ask->infinite);
    for (int i = 0; i < ask->settings && n < STUDY_KEY; i++)
        n += snprintf(key + n, (size_t)(STUDY_KEY - n), "%s\n", ask->setting[i]);
    return n < STUDY_KEY;
}

static bool open_anew(study *s, const odds_ask *ask)
{
    s->infinite = ask->infinite;
    s->profile = malloc(sizeof *s->profile);
    s->room = malloc(LM_PRICE_ROOM);
    if (!s->profile || !s->room) {
        say_error("no memory for the rules");
        return false;
    }
    if (!say_load_rules(s->profile, ask->rules, ask->setting, ask->settings)) return false;
    s->rules = &s->profile->rules;
    return true;
}

bool study_open(study *s, const odds_ask *ask)
{
    char key[STUDY_KEY];
    bool fits = write_key(ask, key), kept = fits && s->key[0] && strcmp(key, s->key) == 0;
    if (!kept) study_close(s);
    s->players = ask->players;
    s->progress = isatty(STDERR_FILENO);
    if (!kept && !open_anew(s, ask)) return false;
    lm_finder finder = { warn, &s->profile->rules };
    lm_rules_check(s->rules, &finder);
    if (kept) return true;
    lm_census_fresh(&s->census, s->infinite ? LM_ENDLESS : (int)s->rules->decks);
    if (ask->removed && !remove_cards(s, ask->removed)) return false;
    if (fits) strcpy(s->key, key);
    return true;
}

void study_close(study *s)
{
    free(s->profile);
    free(s->memory);
    free(s->room);
    memset(s, 0, sizeof *s);
}

static int run(study *s, const odds_ask *ask)
{
    static int (*const answers[])(study *, const odds_ask *) = { odds_run, strategy_run, report_run };
    if (!study_open(s, ask)) return ANSWER_BAD;
    return answers[ask->command](s, ask);
}

int lm_study_answer(const char *usage, int n, char **words)
{
    static odds_ask ask;
    static study s; /* kept until a question is about other rules or cards */
    int result = ANSWER_YES;
    if (!ask_read(&ask, n, words)) return ANSWER_BAD;
    if (ask.help) {
        fputs(usage, stdout);
    } else {
        result = run(&s, &ask);
    }
    if (fflush(stdout) != 0 || ferror(stdout)) return say_error("the output could not be written");
    return result;
}

/* ---- the main game ------------------------------------------------------------------------------------- */

lm_game *study_game(study *s)
{
    if (s->game) return s->game;
    size_t size = lm_game_size(s->rules);
    s->memory = malloc(size);
    if (!s->memory) {
        say_error("no memory to analyse the main game (%zu MB)", size >> 20);
        return NULL;
    }
    s->game = lm_game_open(s->memory, size, s->rules, &s->census);
    if (!s->game) {
        say_error("the %d cards that are left cannot deal a round; remove fewer",
                  lm_census_total(&s->census));
    }
    return s->game;
}

/* Column by column, so that somebody at a terminal sees that it goes on. */
static lm_game *solved_game(study *s)
{
    lm_game *game = study_game(s);
    if (!game || s->solved) return game;
    int columns = lm_game_columns(game);
    for (int c = 0; c < columns; c++) {
        if (s->progress) fprintf(stderr, "\rsolving the main game: %d of %d", c + 1, columns);
        lm_game_solve_column(game, c);
    }
    if (s->progress) fputs("\r\033[K", stderr);
    s->solved = true;
    return game;
}

const lm_figures *study_best(study *s)
{
    lm_game *game = solved_game(s);
    if (!game) return NULL;
    if (!s->figured && s->progress) fputs("\rthe distribution of results", stderr);
    if (!s->figured) lm_game_figures(game, &s->best);
    if (!s->figured && s->progress) fputs("\r\033[K", stderr);
    s->figured = true;
    return &s->best;
}

const lm_chart *study_chart(study *s)
{
    lm_game *game = solved_game(s);
    if (!game) return NULL;
    if (!s->charted) {
        lm_game_chart(game, &s->chart);
        s->chart_edge = -lm_game_chart_mean(game, &s->chart);
    }
    s->charted = true;
    return &s->chart;
}

double study_chart_edge(study *s)
{
    return s->chart_edge;
}

bool rules_split_free(const lm_rules *rules)
{
    return rules->free_split && rules->free_splits > 0;
}

bool rules_give_lammers(const lm_rules *rules)
{
    return rules->free_double != LM_FREE_DOUBLE_NONE || rules_split_free(rules);
}

double study_insured(const study *s)
{
    int aces = 0, tens = 0;
    for (int card = 0; card < LM_CARDS; card++) {
        if (lm_card_value((lm_card)card) == 1) aces += s->census.copies[card];
        if (lm_card_value((lm_card)card) == 10) tens += s->census.copies[card];
    }
    int others = lm_census_total(&s->census) - 1;
    return aces && others > 0 ? (double)tens / others : (double)NAN;
}

/* ---- prices -------------------------------------------------------------------------------------------- */

/* Whether the optimum draws another card to a hand against a column. */
static bool draws(study *s, int column, lm_held held)
{
    lm_prices prices;
    lm_game_price(s->game, column, &held, &prices);
    return prices.best == LM_PLAY_HIT || prices.best == LM_PLAY_DOUBLE;
}

/* Two or three cards that make a hard 20; longer ones are not played otherwise. */
static bool draws_to_hard_20(study *s, int column)
{
    for (uint8_t a = 2; a <= 10; a++) {
        for (uint8_t b = a; b <= 10; b++) {
            int third = 20 - a - b;
            lm_held held = { .n = third ? 3 : 2, .value = { a, b, (uint8_t)third } };
            if (third < 0 || third > 10 || (third && third < b)) continue;
            if (draws(s, column, held)) return true;
        }
    }
    return false;
}

/* What some wagers ask of the play of single hands. */
static bool learn_choices(study *s)
{
    lm_game *game = solved_game(s);
    if (!game) return false;
    if (s->choices_known) return true;
    for (int c = 0; c < lm_game_columns(game); c++) {
        lm_held sevens = { .n = 2, .value = { 7, 7 } };
        lm_prices prices;
        lm_game_price(game, c, &sevens, &prices);
        bool drawn =
            prices.best == LM_PLAY_HIT || prices.best == LM_PLAY_DOUBLE || prices.best == LM_PLAY_SPLIT;
        if (drawn) s->facts.draws_to_sevens |= (uint16_t)(1u << lm_game_column(game, c).up);
        if (draws_to_hard_20(s, c)) s->facts.draws_to_hard_20 = true;
    }
    s->facts.strategy = "the optimum of the main game";
    return s->choices_known = true;
}

/* Lammers and streaks need the whole distribution, other wagers a few choices. */
static const lm_play_facts *learn_facts(study *s, const lm_wager *wager)
{
    if (!learn_choices(s)) return NULL;
    if (!wager->collects_lammers && !wager->carries) return &s->facts;
    const lm_figures *best = study_best(s);
    if (!best) return NULL;
    memcpy(s->facts.lammers, best->lammers, sizeof s->facts.lammers);
    s->facts.advance = best->advance;
    s->facts.fall = best->fall;
    return &s->facts;
}

static lm_price_ask ask_price(const study *s, const lm_offer *offer, lm_cents stake_cents)
{
    return (lm_price_ask){ .rules = s->rules,
                           .census = &s->census,
                           .offer = offer,
                           .stake_cents = stake_cents,
                           .players = s->players };
}

static bool refuse_price(const lm_offer *offer, lm_price_status status)
{
    const char *table = offer->wager->paytables[offer->paytable].id;
    say_error("%s%s%s cannot be priced: %s", offer->wager->id, table[0] ? ":" : "", table,
              lm_price_status_text(status));
    return false;
}

bool study_price(study *s, const lm_offer *offer, lm_cents stake_cents, lm_price *price)
{
    lm_price_ask ask = ask_price(s, offer, stake_cents);
    lm_price_status status = lm_price_wager(price, &ask, s->room, LM_PRICE_ROOM);
    if (status == LM_PRICE_PLAY) {
        ask.facts = learn_facts(s, offer->wager);
        if (!ask.facts) return false;
        status = lm_price_wager(price, &ask, s->room, LM_PRICE_ROOM);
    }
    return status == LM_PRICE_OK || refuse_price(offer, status);
}

bool study_removal(study *s, const lm_offer *offer, lm_cents stake_cents, double gain[LM_CARDS])
{
    lm_price_ask ask = ask_price(s, offer, stake_cents);
    lm_price_status status = lm_price_removal(gain, &ask, s->room, LM_PRICE_ROOM);
    if (status == LM_PRICE_PLAY) {
        ask.facts = learn_facts(s, offer->wager);
        if (!ask.facts) return false;
        status = lm_price_removal(gain, &ask, s->room, LM_PRICE_ROOM);
    }
    for (int card = 0; card < LM_CARDS; card++)
        gain[card] = -gain[card];
    return status == LM_PRICE_OK || refuse_price(offer, status);
}
