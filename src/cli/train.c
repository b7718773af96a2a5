/* train.c - `lammer train`: the command line, and the words of the coach. */
#include <langinfo.h>
#include <locale.h>
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "odds_cli.h"
#include "options.h"
#include "train_cli.h"

static int help(void)
{
    printf("usage: lammer train [--rules NAME|FILE] [--set KEY=VALUE]... [--drill pairs|soft|free|rare|all]\n"
           "                    [--rounds N] [--seed S] [--plain] [--reset]\n\n"
           "Hands to decide, the exact value of each action, and what a mistake costs. Hands that went wrong "
           "come\n"
           "back until they go right.\n\n"
           "  --rules R      the rules of the table (ma-freebet)\n"
           "  --drill D      pairs; soft: hands with an ace; free: what the house pays for; rare: lammer "
           "hands and\n"
           "                 hands of three cards and more; all (the default)\n"
           "  --rounds N     how many hands (20); 0 goes on until you leave\n"
           "  --seed S       the same hands every time\n"
           "  --plain        lines instead of a screen\n"
           "  --reset        forgets what was learned under these rules\n\n"
           "Progress is kept in $XDG_DATA_HOME/lammer/train.json.\n");
    return CLI_YES;
}

/* ---- the command line ------------------------------------------------------------------------------------ */

static bool read_drill(void *self, const char *word)
{
    train_args *args = self;
    for (int i = 0; i < DRILLS; i++) {
        if (strcmp(drill_word((drill)i), word) != 0) continue;
        args->drill = (drill)i;
        return true;
    }
    cli_error("there is no drill \"%s\"; there are pairs, soft, free, rare and all", word);
    return false;
}

static bool add_setting(void *self, const char *text)
{
    train_args *args = self;
    if (args->settings == PLAY_SETTINGS) {
        cli_error("more than %d --set", PLAY_SETTINGS);
        return false;
    }
    args->setting[args->settings++] = text;
    return true;
}

static bool read_args(train_args *args, int argc, char **argv)
{
    *args = (train_args){ .rules = "ma-freebet", .rounds = 20 };
    const cli_option options[] = {
        { "--rules", .text = &args->rules },
        { "--set", .read = add_setting },
        { "--drill", .read = read_drill },
        { "--rounds", .number = &args->rounds, .least = 0, .most = 1000000 },
        { "--seed", .text = &args->seed },
        { "--plain", .flag = &args->plain },
        { "--reset", .flag = &args->reset },
        { "--help", .flag = &args->help },
        { "-h", .flag = &args->help },
        { NULL },
    };
    return options_read("train", options, args, argc, argv);
}

/* ---- words ----------------------------------------------------------------------------------------------- */

static void add_card(const train *t, lm_card card, char *text, size_t size)
{
    static const char *const suits[] = { "♣", "♦", "♥", "♠" };
    char letters[3];
    size_t used = strlen(text);
    lm_card_write(card, letters);
    if (t->symbols) {
        snprintf(text + used, size - used, "%c%s ", letters[0], suits[lm_suit(card)]);
    } else {
        snprintf(text + used, size - used, "%s ", letters);
    }
}

void train_ask(const train *t, const question *q, char *text, size_t size)
{
    lm_score score = lm_cards_score(q->card, q->n);
    text[0] = '\0';
    for (int i = 0; i < q->n; i++)
        add_card(t, q->card[i], text, size);
    size_t used = strlen(text);
    snprintf(text + used, size - used, "(%s%d), staked by %s, against ", score.soft ? "soft " : "",
             score.total, q->staked == LM_STAKED_LAMMER ? "a lammer" : "chips");
    for (int i = 0; i < q->ups; i++)
        add_card(t, q->up[i], text, size);
    used = strlen(text);
    if (used) text[used - 1] = '\0';
    int up = lm_card_value(q->up[0]);
    bool peeked = t->rules->hole_card == LM_HOLE_READER && (up == 1 || up == 10);
    used = strlen(text);
    if (peeked) snprintf(text + used, size - used, " (no blackjack)");
}

void train_play_words(const question *q, lm_play play, char *text, size_t size)
{
    snprintf(text, size, "%s%s", play_word(play), q->prices.is_free[play] ? " free" : "");
}

void train_answer(const question *q, verdict v, char *text, size_t size)
{
    char best[32], mine[32], dollars[32];
    train_play_words(q, q->prices.best, best, sizeof best);
    train_play_words(q, v.play, mine, sizeof mine);
    solo_dollars((lm_cents)llround(v.cost * 1000), dollars);
    if (v.right) {
        snprintf(text, size, "Right: %s.", mine);
    } else {
        snprintf(text, size, "Wrong: %s costs %.4f of the bet (%s on $10); %s is best.", mine, v.cost,
                 dollars, best);
    }
}

/* ---- running --------------------------------------------------------------------------------------------- */

static bool open_game(train *t)
{
    lm_census census;
    size_t size = lm_game_size(t->rules);
    t->memory = malloc(size);
    lm_census_fresh(&census, (int)t->rules->decks);
    t->game = t->memory ? lm_game_open(t->memory, size, t->rules, &census) : NULL;
    if (!t->game) cli_error("no memory to analyse the main game");
    return t->game;
}

static bool start(train *t)
{
    if (!cli_load_legal_rules(&t->profile, t->args.rules, t->args.setting, t->args.settings)) return false;
    t->rules = &t->profile.rules;
    if (!train_has_drill(t->rules, t->args.drill)) {
        cli_error("%s gives nothing free; choose another drill than free", t->rules->name);
        return false;
    }
    chance_open(&t->chance, t->args.seed);
    t->symbols = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    return open_game(t);
}

static int run(train *t)
{
    const char *why = NULL;
    if (t->args.reset) progress_reset(t);
    bool screen = !t->args.plain && solo_screen_possible(&why);
    if (why) fprintf(stderr, "lammer: %s; training in lines, as with --plain\n", why);
    return screen ? train_screen(t) : train_plain(t);
}

int cmd_train(int argc, char **argv)
{
    train *t = calloc(1, sizeof *t);
    int result = CLI_BAD;
    setlocale(LC_ALL, "");
    if (!t || sodium_init() < 0) return cli_error("no memory for a coach");
    if (read_args(&t->args, argc, argv)) {
        if (t->args.help) {
            result = help();
        } else if (start(t)) {
            progress_open(t);
            result = run(t);
            if (t->trouble[0]) cli_error("%s", t->trouble);
            progress_close(t);
        }
    }
    int number = t->signal;
    free(t->memory);
    free(t);
    return number ? cli_end_by(number) : result;
}
