/* restart.c - how long a house is down after it was killed: plays many actions, kills the process, and starts another
 * one that opens the store, proves what came after the signed snapshots, takes every table and plays.
 *
 *   restart [FOLDER]     the house is in FOLDER (the working folder); a house that is there already is kept and played on
 *   LAMMER_ACTIONS       how many acts are played first; 1,000,000 unless said otherwise; 0: only open what is there */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../src/house/floor/floor.h"
#include "../tests/support/server_rooms.h"

enum { TABLES = 300 };

typedef struct {
    char id[16], session[80];
    uint64_t token;
    int64_t number;
    bool waits, poor;
} seat;

static struct {
    lm_store *store;
    lm_house *house;
    seat seat[TABLES];
    int64_t acts, first_ack_ms;
    uint64_t token;
    char made[80];
    bool answered;
    int status;
} bench;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void give_up(const char *what)
{
    fprintf(stderr, "restart: %s\n", what);
    exit(1);
}

static void hear_answer(void *self, uint64_t token, const lm_house_answer *answer)
{
    (void)self;
    if (answer->session) snprintf(bench.made, sizeof bench.made, "%s", answer->session);
    bench.answered = true;
    bench.status = answer->kind;
    for (int i = 0; i < TABLES; i++) {
        if (bench.seat[i].token != token) continue;
        bench.seat[i].waits = false;
        bench.seat[i].poor = answer->kind == LM_REFUSED_NOW;
        bench.acts += answer->kind == LM_ANSWERED;
    }
}

static void send_nothing(void *self, uint64_t connection, const char *text, size_t size)
{
    (void)self, (void)connection, (void)text, (void)size;
}

static void open_house(const char *folder, const lm_signer *signer)
{
    char text[LM_STORE_TEXT], url[300], secret[300];
    snprintf(url, sizeof url, "sqlite:%s/restart.db", folder);
    snprintf(secret, sizeof secret, "%s/restart.secret", folder);
    lm_store_options options = { .url = url, .mode = LM_STORE_SERVE, .signer = signer };
    bench.store = lm_store_open(&options, text);
    if (!bench.store) give_up(text);
    lm_store_proof proof = { .since_snapshots = true };
    lm_store_report report;
    if (lm_store_verify(bench.store, &proof, &report, text) != LM_STORE_DONE || report.wrong)
        give_up("the proof of the journal failed");
    lm_house_options house = { SERVER_ROOMS, .store = bench.store,
                               .owner = { .answer = hear_answer, .send = send_nothing }, .server = "bench",
                               .secret_path = secret };
    bench.house = lm_house_open(&house, text);
    if (!bench.house) give_up(text);
}

static void ask(seat *s, json_t *body)
{
    json_object_set_new(body, "table", json_string(s->id));
    json_object_set_new(body, "n", json_integer(++s->number));
    json_object_set_new(body, "seen", json_integer(house_table_state(bench.house, s->id, NULL)->seq));
    s->token = ++bench.token;
    s->waits = true;
    lm_house_request(bench.house, s->token, &(lm_house_client){ .session = s->session }, &(lm_request){ body });
    json_decref(body);
}

static void wait_answer(void)
{
    while (!bench.answered)
        lm_house_poll(bench.house);
}

static void make_tables(void)
{
    char text[LM_STORE_TEXT];
    for (int i = 0; i < TABLES; i++) {
        house_refusal refusal;
        if (table_find(bench.house, bench.seat[i].id)) continue;
        lm_act open = { .word = LM_ACT_OPEN_TABLE };
        lm_act_set_text(&open, LM_FIELD_TITLE, bench.seat[i].id);
        lm_act_set_text(&open, LM_FIELD_RULES, "wa-freebet");
        lm_act_set_text(&open, LM_FIELD_MONEY, "play");
        lm_batch *batch = table_found(bench.house, bench.seat[i].id, &open, "bench", &refusal);
        if (!batch) give_up(refusal.text);
        lm_store_outcome outcome = lm_store_do(bench.store, batch);
        lm_store_outcome_text(&outcome, text, sizeof text);
        if (outcome.why != LM_STORE_DONE && outcome.why != LM_STORE_SEQ) give_up(text);
        lm_batch_free(batch);
    }
}

static int held(void)
{
    lm_house_figures figures;
    lm_house_read_figures(bench.house, &figures);
    return (int)figures.tables;
}

static void take_tables(void)
{
    double until = seconds() + 60;
    while (held() < TABLES) {
        lm_house_poll(bench.house);
        if (seconds() > until) give_up("the tables were not taken");
    }
}

static void arrive(void)
{
    for (int i = 0; i < TABLES; i++) {
        seat *s = &bench.seat[i];
        json_t *guest = json_pack("{s:s}", "do", "guest");
        bench.answered = false;
        lm_house_request(bench.house, ++bench.token, &(lm_house_client){ 0 }, &(lm_request){ guest });
        json_decref(guest);
        wait_answer();
        memcpy(s->session, bench.made, sizeof s->session);
        bench.answered = false;
        ask(s, json_pack("{s:s, s:s}", "do", "sit", "seat", "1"));
        wait_answer();
    }
}

/* The next command of this table's only player; none while an answer is pending. */
static void step(seat *s)
{
    const lm_rules *rules;
    const house_state *state = house_table_state(bench.house, s->id, &rules);
    if (!state || s->waits) return;
    int rack = state->holder[0][LM_DECIDER] - 1;
    if (state->shoe_stage == SHOE_SEALED && state->cutter) {
        ask(s, json_pack("{s:s, s:s, s:i}", "do", "cut", "seat", "1", "count", 100));
    } else if (state->table.stage != LM_IN_ROUND) {
        return;
    } else if (state->table.round.phase == LM_BETTING && state->table.round.box[0].main[0][0]) {
        ask(s, json_pack("{s:s}", "do", "ready"));
    } else if (state->table.round.phase == LM_BETTING && rack >= 0 && state->rack[rack].chips_cents < 5000) {
        if (s->poor) {
            json_t *body = json_pack("{s:s}", "do", "play-money");
            lm_house_request(bench.house, ++bench.token, &(lm_house_client){ .session = s->session },
                             &(lm_request){ body });
            json_decref(body);
            s->poor = false;
        }
        ask(s, json_pack("{s:s, s:i}", "do", "buy", "cents", 20000));
    } else if (state->table.round.phase == LM_BETTING) {
        ask(s, json_pack("{s:s, s:s, s:i}", "do", "bet", "seat", "1", "cents", 500));
    } else if (state->table.round.phase == LM_INSURING) {
        ask(s, json_pack("{s:s, s:s, s:i}", "do", "insure", "seat", "1", "cents", 0));
    } else {
        const lm_hand *hand = &state->table.round.box[0].hand[state->table.round.at_hand];
        ask(s, json_pack("{s:s, s:s}", "do", lm_hand_score(hand).total < 15 ? "hit" : "stand", "seat", "1"));
    }
}

/* Plays until the journal holds the given number of acts, then dies in mid-play. */
static void play_and_die(const char *folder, const lm_signer *signer, int64_t acts)
{
    open_house(folder, signer);
    make_tables();
    take_tables();
    arrive();
    double began = seconds(), told = began;
    lm_house_figures figures;
    int64_t all = 0;
    for (;;) {
        for (int i = 0; i < TABLES; i++)
            step(&bench.seat[i]);
        lm_house_poll(bench.house);
        lm_house_read_figures(bench.house, &figures);
        all = figures.records + 4 * figures.rounds + figures.cards; /* bets and decisions, then what the dealer did */
        if (isatty(2) && seconds() - told > 1) {
            told = seconds();
            fprintf(stderr, "\r%lld of %lld acts, %.0f a second ", (long long)all, (long long)acts,
                    (double)all / (told - began));
        }
        if (all >= acts) break;
    }
    printf("journal: %lld acts in %lld records, %lld rounds, in %.0f s\n", (long long)all, (long long)figures.records,
           (long long)figures.rounds, seconds() - began);
    fflush(stdout);
    _exit(0); /* as if it had been killed: nothing is closed, nothing is given back */
}

static void measure(const char *folder, const lm_signer *signer)
{
    double began = seconds();
    open_house(folder, signer);
    double opened = seconds();
    take_tables();
    double taken = seconds();
    bench.acts = 0;
    arrive();
    printf("restart: store opened and proved since the snapshots after %.2f s, all %d tables taken after "
           "%.2f s, all players seated again after %.2f s\n",
           opened - began, TABLES, taken - began, seconds() - began);
    lm_house_close(bench.house);
    lm_store_close(bench.store);
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : ".";
    const char *wanted = getenv("LAMMER_ACTIONS");
    char text[LM_STORE_TEXT], key[300];
    snprintf(key, sizeof key, "%s/restart.key", folder);
    lm_signer *signer = lm_signer_load(key, true, text);
    if (!signer) give_up(text);
    for (int i = 0; i < TABLES; i++)
        snprintf(bench.seat[i].id, sizeof bench.seat[i].id, "t%d", i + 1);
    int64_t acts = wanted ? strtoll(wanted, NULL, 10) : 1000000;
    pid_t child = acts ? fork() : 0;
    if (acts && child == 0) play_and_die(folder, signer, acts);
    int status = 0;
    if (acts && (child < 0 || waitpid(child, &status, 0) != child || status)) give_up("the player's process failed");
    measure(folder, signer);
    lm_signer_free(signer);
    return 0;
}
