/* files.c - Landlock: which files may be opened, which ports called, who may be signalled. */
#define _GNU_SOURCE /* O_PATH, syscall */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "contain.h"

/* The kernel's interface. The header of a stable system has only some of these bits; older kernels know only the first
 * ones, and a bit never changes its meaning. */
enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIR = 1 << 3,
    REMOVE_FILE = 1 << 5,
    MAKE_REG = 1 << 8,
    TRUNCATE = 1 << 14,

    BIND_TCP = 1 << 0,
    CONNECT_TCP = 1 << 1,

    ABSTRACT_SOCKETS = 1 << 0,
    SIGNALS = 1 << 1,

    RULE_PATH = 1,
    RULE_PORT = 2,
    ASK_VERSION = 1,
};

typedef struct {
    uint64_t files, ports, scopes;
} ruleset;

typedef struct __attribute__((packed)) {
    uint64_t allowed;
    int32_t parent;
} path_rule;

typedef struct {
    uint64_t allowed, port;
} port_rule;

/* The Landlock version that introduced each right, and how its absence is reported. */
static const struct {
    int version;
    ruleset handled;
    const char *what;
} steps[] = {
    { 1, { .files = (1 << 13) - 1 }, "files" },
    { 2, { .files = 1 << 13 }, "moving files between folders" },
    { 3, { .files = TRUNCATE }, "truncation of files" },
    { 4, { .ports = BIND_TCP | CONNECT_TCP }, "ports" },
    { 5, { .files = 1 << 15 }, "devices" },
    { 6, { .scopes = ABSTRACT_SOCKETS | SIGNALS }, "signals" },
};

static void add_place(contain_plan *plan, const char *path, bool keeps)
{
    if (plan->places == CONTAIN_PLACES || strlen(path) >= CONTAIN_PATH) return;
    contain_place *place = &plan->place[plan->places++];
    snprintf(place->path, sizeof place->path, "%s", path);
    place->keeps = keeps;
}

void contain_may_read(contain_plan *plan, const char *path)
{
    add_place(plan, path, false);
}

void contain_may_keep(contain_plan *plan, const char *folder)
{
    add_place(plan, folder, true);
}

void contain_may_call(contain_plan *plan, int port)
{
    if (plan->ports < CONTAIN_PORTS) plan->port[plan->ports++] = (uint16_t)port;
}

void contain_lacks(contain_report *report, const char *what)
{
    size_t size = strlen(report->missing);
    snprintf(report->missing + size, sizeof report->missing - size, "%s%s", size ? ", " : "", what);
}

static ruleset handled_by(int version, contain_report *report)
{
    ruleset all = { 0 };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (version < steps[i].version) {
            contain_lacks(report, steps[i].what);
            continue;
        }
        all.files |= steps[i].handled.files;
        all.ports |= steps[i].handled.ports;
        all.scopes |= steps[i].handled.scopes;
    }
    return all;
}

/* The kernel refuses folder rights for a file. A path that cannot be opened counts as missing. */
static bool allow_place(int rules, const ruleset *handled, const contain_place *place)
{
    struct stat about;
    path_rule rule = { .allowed = READ_FILE, .parent = open(place->path, O_PATH | O_CLOEXEC) };
    if (rule.parent < 0) return true;
    bool is_folder = fstat(rule.parent, &about) == 0 && S_ISDIR(about.st_mode);
    if (is_folder) rule.allowed |= READ_DIR;
    if (place->keeps) rule.allowed |= WRITE_FILE | TRUNCATE;
    if (place->keeps && is_folder) rule.allowed |= MAKE_REG | REMOVE_FILE;
    rule.allowed &= handled->files;
    bool allowed = syscall(SYS_landlock_add_rule, rules, RULE_PATH, &rule, 0) == 0;
    close(rule.parent);
    return allowed;
}

static bool allow_port(int rules, const ruleset *handled, uint16_t port)
{
    port_rule rule = { .allowed = CONNECT_TCP, .port = port };
    return !(handled->ports & CONNECT_TCP) || syscall(SYS_landlock_add_rule, rules, RULE_PORT, &rule, 0) == 0;
}

static bool restrict_files(const contain_plan *plan, const ruleset *handled)
{
    int rules = (int)syscall(SYS_landlock_create_ruleset, handled, sizeof *handled, 0);
    bool well = rules >= 0;
    for (int i = 0; well && i < plan->places; i++)
        well = allow_place(rules, handled, &plan->place[i]);
    for (int i = 0; well && i < plan->ports; i++)
        well = allow_port(rules, handled, plan->port[i]);
    well = well && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    if (rules >= 0) close(rules);
    return well;
}

/* Memory of this process holds keys and face-down cards: no core file, and no debugger of the same user. */
static bool keep_memory(void)
{
    const struct rlimit none = { 0, 0 };
    return setrlimit(RLIMIT_CORE, &none) == 0 && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
}

void contain_files(const contain_plan *plan, contain_report *report)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) contain_lacks(report, "no new privileges");
    if (!keep_memory()) contain_lacks(report, "memory hidden from debuggers");
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, ASK_VERSION);
    report->landlock = version > 0 ? (int)version : 0;
    ruleset handled = handled_by(report->landlock, report);
    if (plan->calls_all) handled.ports &= ~(uint64_t)CONNECT_TCP;
    if (!report->landlock || restrict_files(plan, &handled)) return;
    report->landlock = 0;
    contain_lacks(report, "Landlock, which refused this server's rules");
}
