/* house.c - requests to a whole house in memory: people of every role, a virtual table and a live one.
 *
 * A line is a person's letter and a JSON object, or "+" and milliseconds that pass. Every request is answered once; at
 * the end the journal is proved, and the replay of every table gives the same bytes. Each input begins with the same
 * house, clock and random numbers, so that it does the same whenever it is run. */
/* room: felt house records */
#include <errno.h>
#include <semaphore.h>
#include <sodium.h>
#include <sys/stat.h>
#include <time.h>

#include "../house/kit/looks.h"
#include "../house/kit/quick_passwords.h"
#include "fuzz.h"
#include "floor/floor.h"
#include "server_rooms.h"

enum { LINES = 48, PATIENCE = 600, SESSION = 80, CLOCK_STEPS = 64 };

static const struct {
    char letter;
    const char *person, *role;
} people[] = {
    { 'a', "ada", "administrator" }, { 'b', "bob", "player" },     { 'c', "cas", "cashier" },
    { 'd', "dan", "dealer" },        { 'e', "eve", "executive" },  { 'n', "ann", "player" },
    { 's', "sue", "supervisor" },    { 't', "tom", "supervisor" }, { 'u', "uma", "auditor" },
    { 'v', "vic", "surveillance" },
};
enum { PEOPLE = sizeof people / sizeof *people };

static struct {
    char folder[64], file[96];
    char session[PEOPLE][SESSION];
    uint8_t *bytes; /* the prepared house as a file */
    size_t size;
    lm_signer *signer;
    lm_store *store;
    lm_house *house;
    sem_t woken;
    int64_t now_ms;
    uint64_t chance, token, answered;
    int status;
    json_t *answer;
} f;

/* --- chance, passwords and the clock ---------------------------------------------------------------------- */

static uint32_t draw(void)
{
    f.chance = f.chance * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(f.chance >> 32);
}

static void draw_bytes(void *const buffer, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)buffer)[i] = (uint8_t)draw();
}

static const char *name_of_chance(void)
{
    return "fuzz";
}

static randombytes_implementation chance = { .implementation_name = name_of_chance, .random = draw, .buf = draw_bytes };

static int64_t read_clock(void *self)
{
    (void)self;
    return f.now_ms;
}

/* --- the owner of the house ------------------------------------------------------------------------------- */

static void take_answer(void *self, uint64_t token, const lm_house_answer *answer)
{
    (void)self;
    MUST_HOLD(answer->size && answer->text[0] == '{' && answer->kind < LM_KINDS);
    if (token != f.token) return;
    MUST_HOLD(f.answered != token);
    f.answered = token;
    f.status = status_of[answer->kind];
    json_decref(f.answer);
    f.answer = json_loadb(answer->text, answer->size, 0, NULL);
}

static void take_message(void *self, uint64_t connection, const char *text, size_t size)
{
    (void)self;
    MUST_HOLD(connection && size && text[0] == '{' && text[size - 1] == '}');
}

static void wake(void *self)
{
    (void)self;
    sem_post(&f.woken);
}

/* Waits until the store has an outcome. True: nothing is pending, so the clock must advance. */
static bool wait_a_little(void)
{
    struct timespec until;
    if (f.house->under_way == 0) {
        f.now_ms += 100;
        return true;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 20000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (sem_timedwait(&f.woken, &until) != 0 && errno == EINTR)
        ;
    return false;
}

static void say(const char *session, uint64_t connection, const json_t *body)
{
    json_t *whole = with_seen(f.house, body);
    f.token++;
    lm_house_request(f.house, f.token, &(lm_house_client){ .connection = connection, .session = session },
                     &(lm_request){ whole });
    json_decref(whole);
    for (int passed = 0; f.answered != f.token && passed < PATIENCE;) {
        lm_house_poll(f.house);
        if (f.answered != f.token) passed += wait_a_little();
    }
    MUST_HOLD(f.answered == f.token);
    MUST_HOLD(!lm_house_fault(f.house));
}

static void pass_time(long ms)
{
    long step = ms / CLOCK_STEPS > 500 ? ms / CLOCK_STEPS : 500;
    for (long passed = 0; passed < ms; passed += step) {
        f.now_ms += step;
        lm_house_poll(f.house);
    }
}

/* --- opening and closing ---------------------------------------------------------------------------------- */

static void open_house(void)
{
    char text[LM_HOUSE_TEXT], url[128], secret[128];
    snprintf(url, sizeof url, "sqlite:%s", f.file);
    snprintf(secret, sizeof secret, "%s/secret", f.folder);
    f.store = lm_store_open(&(lm_store_options){ .url = url, .signer = f.signer }, text);
    MUST_HOLD(f.store);
    lm_house_options options = {
        SERVER_ROOMS,
        .store = f.store,
        .owner = { .answer = take_answer, .status = status_of, .send = take_message, .wake = wake },
        .server = "fuzz",
        .address = "http://fuzz",
        .secret_path = secret,
        .clock_ms = read_clock,
    };
    f.house = lm_house_open(&options, text);
    MUST_HOLD(f.house);
    for (uint64_t i = 1; i <= PEOPLE; i++)
        lm_house_connect(f.house, i);
}

static bool tables_are_held(void)
{
    for (int i = 0; i < f.house->tables; i++) {
        if (f.house->table[i]->holding != TABLE_HELD) return false;
    }
    return true;
}

/* A server takes its tables one after the other; play begins when it has them. */
static void take_tables(void)
{
    for (int passed = 0; !tables_are_held() && passed < PATIENCE;) {
        lm_house_poll(f.house);
        if (!tables_are_held()) passed += wait_a_little();
    }
    MUST_HOLD(tables_are_held());
}

static bool replay(void *context, const lm_record *record)
{
    char why[LM_HOUSE_TEXT];
    if (!lm_recall_record(context, record, why))
        fuzz_fail("%s %lld: FAILED: %s", record->stream, (long long)record->seq, why);
    return true;
}

static void prove(void)
{
    static const char *const tables[] = { "table/v", "table/w" };
    char text[LM_STORE_TEXT];
    lm_store_report report;
    MUST_HOLD(lm_store_verify(f.store, &(lm_store_proof){ 0 }, &report, text) == LM_STORE_DONE);
    if (report.wrong) fuzz_fail("%s %lld: FAILED: %s", report.first_stream, (long long)report.first_seq, report.first);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        lm_recall *recall = lm_recall_new(&shipped_rules, NULL, text);
        MUST_HOLD(lm_store_records(f.store, tables[i], 1, replay, recall, text) == LM_STORE_DONE);
        lm_recall_free(recall);
    }
}

static void close_house(void)
{
    for (uint64_t i = 1; i <= PEOPLE; i++)
        lm_house_disconnect(f.house, i);
    lm_house_close(f.house);
    prove();
    lm_store_close(f.store);
}

/* --- the house that every input begins with ------------------------------------------------------------------ */

/* A request in single quotes that must be done. */
static void must_do(int who, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void must_do(int who, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (char *at = text; (at = strchr(at, '\''));)
        *at = '"';
    json_t *body = json_loads(text, 0, NULL);
    say(who < 0 ? "" : f.session[who], 0, body);
    json_decref(body);
    if (f.status != 200) fuzz_fail("FAILED: %s: %s", text, json_string_value(json_object_get(f.answer, "why")));
}

static void keep_session(int who)
{
    const char *session = json_string_value(json_object_get(f.answer, "session"));
    MUST_HOLD(session);
    snprintf(f.session[who], SESSION, "%s", session);
}

static void make_people(void)
{
    must_do(-1, "{'do':'first-administrator','token':'%s','person':'ada','password':'first words'}",
            lm_house_token(f.house));
    keep_session(0);
    for (int i = 1; i < PEOPLE; i++) {
        must_do(0, "{'do':'create-person','person':'%s','password':'first words','roles':['%s']}", people[i].person,
                people[i].role);
        must_do(-1, "{'do':'sign-in','person':'%s','password':'first words'}", people[i].person);
        keep_session(i);
    }
    for (int i = 1; i < PEOPLE; i++) { /* people who approve requests have set their own password */
        must_do(i, "{'do':'set-password','old':'first words','password':'words of my own'}");
        keep_session(i);
    }
}

static void make_house(void)
{
    open_house();
    make_people();
    must_do(6, "{'do':'open-table','table':'v','title':'V','rules':'wa-freebet','dealing':'virtual','money':'"
               "play'}");
    must_do(6, "{'do':'open-table','table':'w','title':'W','rules':'ma-blackjack','dealing':'live','money':'real'}");
    must_do(2, "{'do':'deposit','person':'bob','cents':100000}");
    close_house();
}

static void keep_house(void)
{
    struct stat about;
    int file = open(f.file, O_RDONLY);
    MUST_HOLD(file >= 0 && fstat(file, &about) == 0);
    f.size = (size_t)about.st_size;
    f.bytes = malloc(f.size);
    MUST_HOLD(read(file, f.bytes, f.size) == (ssize_t)f.size);
    close(file);
}

static void fresh_house(void)
{
    char other[128];
    static const char *const ends[] = { "", "-wal", "-shm" };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(other, sizeof other, "%s%s", f.file, ends[i]);
        unlink(other);
    }
    int file = open(f.file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    MUST_HOLD(file >= 0 && write(file, f.bytes, f.size) == (ssize_t)f.size);
    close(file);
    f.chance = 20261115;
    f.now_ms = 1763208000000;
}

static void remove_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", f.folder);
    if (system(command) != 0) return;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    char text[LM_STORE_TEXT], key[128];
    (void)argc, (void)argv;
    randombytes_set_implementation(&chance);
    MUST_HOLD(sodium_init() >= 0 && sem_init(&f.woken, 0, 0) == 0);
    snprintf(f.folder, sizeof f.folder, "/dev/shm/lammer-fuzz-%d", (int)getpid());
    MUST_HOLD(mkdir(f.folder, 0700) == 0 || errno == EEXIST);
    atexit(remove_folder);
    snprintf(f.file, sizeof f.file, "%s/house.db", f.folder);
    snprintf(key, sizeof key, "%s/key", f.folder);
    f.now_ms = 1763208000000;
    f.signer = lm_signer_load(key, true, text);
    MUST_HOLD(f.signer);
    make_house();
    keep_house();
    return 0;
}

/* --- one input ------------------------------------------------------------------------------------------------ */

static void take_line(const char *line)
{
    int who = PEOPLE;
    if (line[0] == '+') {
        long ms = strtol(line + 1, NULL, 10);
        pass_time(ms < 0 ? 0 : ms > 86400000 ? 86400000 : ms);
        return;
    }
    while (who > 0 && people[who - 1].letter != line[0])
        who--;
    json_t *body = line[0] ? json_loads(line + 1, JSON_REJECT_DUPLICATES, NULL) : NULL;
    if (body) say(who ? f.session[who - 1] : "", (uint64_t)who, body);
    json_decref(body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *line = text;
    int lines = 0;
    fresh_house();
    open_house();
    take_tables();
    for (char *end; line && lines < LINES; line = end, lines++) {
        end = strchr(line, '\n');
        if (end) *end++ = '\0';
        take_line(line);
    }
    close_house();
    free(text);
    json_decref(f.answer);
    f.answer = NULL;
    return 0;
}
