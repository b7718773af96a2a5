/* containment.c - the contained process tries what it must not be able to do, one thing after the other.
 *
 * Each thing is one system call, made in children that were contained like `lammer serve`: the same plan, the same two
 * locks; once by the thread that closed the doors, once by one that was there before. A child that was not contained
 * tries it too, and must get another result: what fails anyway proves nothing. What the server needs must still be
 * possible. */
/* soak */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <seccomp.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../support/proof.h"
#include "contain/contain.h"

enum { KILLED = 1000, DATABASE_PORT = 5999, NOBODY_THERE = 1, PAGE = 4096 };

typedef enum { ON_SQLITE, ON_POSTGRESQL } kind_of_house;

typedef struct {
    const char *thing;
    long call;
    long args[5];
    int expected; /* an errno, or KILLED */
    kind_of_house house;
    int landlock; /* the least version of it that this rests on; 0: none */
    bool root;    /* only root could do it anyway */
} attempt;

/* What attempts are made with. Sockets were found by the attacker, not made. */
static struct {
    char folder[64], elsewhere[64];
    char own[100], victim[100], planted[100], made[100];
    struct sockaddr_in free_port, stranger, database;
    struct sockaddr_un abstract;
    socklen_t abstract_size;
    void *page;
    int tcp, udp, local;
    pid_t parent;
} scene;

#define P(pointer) ((long)(intptr_t)(pointer))
#define HERE AT_FDCWD
#define FILES(thing, path, flags)                                                                                      \
    {                                                                                                                  \
        thing, SYS_openat, { HERE, P(path), (flags) | O_CLOEXEC, 0600 }, EACCES, ON_SQLITE, 1, false                   \
    }

/* --- the scene --------------------------------------------------------------------------------------------------- */

static struct sockaddr_in port_here(int port)
{
    return (struct sockaddr_in){ .sin_family = AF_INET,
                                 .sin_port = htons((uint16_t)port),
                                 .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
}

static void make_file(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_true(file >= 0);
    assert_int_equal(write(file, "secret", 6), 6);
    close(file);
}

/* A socket without a file, that every user of this machine may call. */
static void open_abstract(void)
{
    int n = snprintf(scene.abstract.sun_path + 1, 60, "lammer-containment-%d", (int)getpid());
    scene.abstract.sun_family = AF_UNIX;
    scene.abstract_size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n);
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(file, (struct sockaddr *)&scene.abstract, scene.abstract_size), 0);
    assert_int_equal(listen(file, 100), 0);
}

static int set_scene(void **state)
{
    strcpy(scene.folder, "/tmp/lammer-contained-XXXXXX");
    strcpy(scene.elsewhere, "/tmp/lammer-elsewhere-XXXXXX");
    assert_non_null(mkdtemp(scene.folder));
    assert_non_null(mkdtemp(scene.elsewhere));
    snprintf(scene.own, sizeof scene.own, "%s/house.db", scene.folder);
    snprintf(scene.made, sizeof scene.made, "%s/made", scene.folder);
    snprintf(scene.victim, sizeof scene.victim, "%s/house.db.key", scene.elsewhere);
    snprintf(scene.planted, sizeof scene.planted, "%s/planted", scene.elsewhere);
    make_file(scene.own);
    make_file(scene.victim);
    open_abstract();
    scene.free_port = port_here(0);
    scene.stranger = port_here(NOBODY_THERE);
    scene.database = port_here(DATABASE_PORT);
    scene.parent = getpid();
    return 0;
}

/* Undoes what the uncontained child did. */
static void reset_scene(void)
{
    unlink(scene.planted);
    unlink(scene.made);
    rmdir(scene.made);
    make_file(scene.victim);
}

static int clear_scene(void **state)
{
    reset_scene();
    unlink(scene.own);
    unlink(scene.victim);
    return rmdir(scene.folder) | rmdir(scene.elsewhere);
}

/* --- one attempt ---------------------------------------------------------------------------------------------------
 * */

typedef enum { FREE, BY_MAIN_THREAD, BY_OLDER_THREAD } way;

static void find_things(void)
{
    scene.page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    scene.tcp = socket(AF_INET, SOCK_STREAM, 0);
    scene.udp = socket(AF_INET, SOCK_DGRAM, 0);
    scene.local = socket(AF_UNIX, SOCK_STREAM, 0);
}

/* An argument that points at a socket of the scene becomes its number, which is known only once the scene is set up. */
static long argument(long arg)
{
    const struct {
        const void *name;
        long value;
    } found[] = { { &scene.tcp, scene.tcp },
                  { &scene.udp, scene.udp },
                  { &scene.local, scene.local },
                  { &scene.page, P(scene.page) } };
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        if (arg == P(found[i].name)) return found[i].value;
    }
    return arg;
}

/* A child that the attempt itself has made reports nothing. */
static int try(const attempt *a)
{
    pid_t self = getpid();
    long v[5];
    for (int i = 0; i < 5; i++)
        v[i] = argument(a->args[i]);
    long result = syscall(a->call, v[0], v[1], v[2], v[3], v[4]);
    int error = result < 0 ? errno : 0;
    if (getpid() != self) _exit(0);
    return error;
}

typedef struct {
    const attempt *attempt;
    pthread_mutex_t closed; /* locked until containment is in force */
    int error;
} older;

static void *try_later(void *self)
{
    older *o = self;
    pthread_mutex_lock(&o->closed);
    o->error = try(o->attempt);
    return NULL;
}

static void plan_like_server(contain_plan *plan, kind_of_house house)
{
    char url[200], secret[200];
    snprintf(secret, sizeof secret, "%s.secret", scene.own);
    snprintf(url, sizeof url, "sqlite:%s", scene.own);
    if (house == ON_POSTGRESQL) snprintf(url, sizeof url, "postgresql://lammer@localhost:%d/house", DATABASE_PORT);
    contain_plan_for(plan, url, secret, NULL);
}

/* Exits with the errno. */
static void try_in_child(const attempt *a, way how)
{
    older o = { .attempt = a, .closed = PTHREAD_MUTEX_INITIALIZER };
    pthread_t thread;
    contain_report report = { 0 };
    static contain_plan plan;
    find_things();
    if (how == FREE) _exit(try(a));
    plan_like_server(&plan, a->house);
    contain_files(&plan, &report);
    pthread_mutex_lock(&o.closed);
    if (pthread_create(&thread, NULL, try_later, &o) != 0) _exit(254);
    contain_calls(&plan, &report);
    if (!report.calls) _exit(253);
    int error = how == BY_MAIN_THREAD ? try(a) : 0;
    if (how == BY_MAIN_THREAD) _exit(error);
    pthread_mutex_unlock(&o.closed);
    pthread_join(thread, NULL);
    _exit(o.error);
}

static int fate(const attempt *a, way how)
{
    int status;
    reset_scene();
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) try_in_child(a, how);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGSYS ? KILLED : 2000 + WTERMSIG(status);
    return WEXITSTATUS(status);
}

static const char *word(int fate)
{
    static char text[64];
    if (fate == 0) return "it was done";
    if (fate == KILLED) return "the process was ended";
    if (fate > KILLED) snprintf(text, sizeof text, "signal %d", fate - 2000);
    if (fate < KILLED) snprintf(text, sizeof text, "%s", strerror(fate));
    return text;
}

static int landlock_here(void)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
    return version > 0 ? (int)version : 0;
}

static struct {
    int tried, refused, killed, skipped, wrong;
} sum;

static void judge(const attempt *a, int landlock)
{
    static const char *const hows[] = { "uncontained", "contained",
                                        /* say:test-by-older-thread */ "contained, by an older thread" };
    if (a->landlock > landlock) {
        printf("%-44s skipped: this kernel's Landlock is version %d\n", a->thing, landlock);
        sum.skipped++;
        return;
    }
    bool wrong = false;
    for (way how = a->root && geteuid() != 0 ? BY_MAIN_THREAD : FREE; how <= BY_OLDER_THREAD; how++) {
        int got = fate(a, how);
        bool denied = got == a->expected;
        if (denied == (how != FREE)) continue;
        printf("%s: %s: %s; wanted %s%s\n", a->thing, hows[how], word(got), how == FREE ? "anything but " : "",
               how == FREE             ? "what containment answers"
               : a->expected == KILLED ? "its end"
                                       : strerror(a->expected));
        wrong = true;
    }
    if (!wrong) printf("%-44s denied: %s\n", a->thing, word(a->expected));
    sum.tried++;
    sum.wrong += wrong;
    sum.killed += a->expected == KILLED;
    sum.refused += a->expected != KILLED;
}

/* --- the table --------------------------------------------------------------------------------------------------- */

static void forbidden_things_are_denied(void **state)
{
    static const char at[] = "/";
    static const uint64_t no_core[2];
    const long exec = PROT_READ | PROT_EXEC, anonymous = MAP_PRIVATE | MAP_ANONYMOUS;
    const attempt attempts[] = {
        /* files */
        FILES("read the system's users", "/etc/passwd", O_RDONLY),
        FILES("read another process's standing", "/proc/1/status", O_RDONLY),
        FILES("read the map of its own memory", "/proc/self/maps", O_RDONLY),
        FILES("read its own program", "/proc/self/exe", O_RDONLY),
        FILES(/* say:test-attempt-read-key */ "read another house's key", scene.victim, O_RDONLY),
        FILES("write another house's key", scene.victim, O_WRONLY | O_APPEND),
        FILES("plant a file elsewhere", scene.planted, O_WRONLY | O_CREAT),
        FILES("list the root folder", at, O_RDONLY | O_DIRECTORY),
        FILES("list other people's temporary files", "/tmp", O_RDONLY | O_DIRECTORY),
        FILES("open a device", "/dev/null", O_RDWR),
        { "remove another house's key", SYS_unlinkat, { HERE, P(scene.victim), 0 }, EACCES, .landlock = 1 },
        { "cut another file off", SYS_truncate, { P(scene.victim), 0 }, EPERM },
        { "rename its own file", SYS_renameat2, { HERE, P(scene.own), HERE, P(scene.own), 0 }, EPERM },
        { "make a folder", SYS_mkdirat, { HERE, P(scene.made), 0700 }, EPERM },
        { "make a symbolic link", SYS_symlinkat, { P(at), HERE, P(scene.made) }, EPERM },
        { "make a hard link", SYS_linkat, { HERE, P(scene.own), HERE, P(scene.made), 0 }, EPERM },
        { "make a named pipe", SYS_mknodat, { HERE, P(scene.made), S_IFIFO | 0600, 0 }, EPERM },
        { "let all users read its file", SYS_fchmodat, { HERE, P(scene.own), 0644 }, EPERM },
        { "give its file away", SYS_fchownat, { HERE, P(scene.own), -1, -1, 0 }, EPERM },
        { "leave its folder", SYS_chdir, { P(at) }, EPERM },
        { "change its root", SYS_chroot, { P(at) }, EPERM, .root = true },
        { "open by handle, around all names", SYS_open_by_handle_at, { -1, 0, 0 }, KILLED },
        /* the network, for a house in a file */
        { "make a TCP socket", SYS_socket, { AF_INET, SOCK_STREAM, 0 }, EPERM },
        { "make a UDP socket", SYS_socket, { AF_INET6, SOCK_DGRAM, 0 }, EPERM },
        { "make a local socket", SYS_socket, { AF_UNIX, SOCK_STREAM, 0 }, EPERM },
        { "ask the kernel about its network", SYS_socket, { AF_NETLINK, SOCK_RAW, 0 }, EPERM },
        { /* say:test-attempt-call-stranger */ "call a stranger",
          SYS_connect,
          { P(&scene.tcp), P(&scene.stranger), sizeof scene.stranger },
          EPERM },
        { "open a second door", SYS_bind, { P(&scene.tcp), P(&scene.free_port), sizeof scene.free_port }, EPERM },
        { "listen at a socket", SYS_listen, { P(&scene.tcp), 1 }, EPERM },
        /* the network, for a house in a database elsewhere */
        { "call another port than the database's",
          SYS_connect,
          { P(&scene.tcp), P(&scene.stranger), sizeof scene.stranger },
          EACCES,
          ON_POSTGRESQL,
          4 },
        { "open a second door, TCP",
          SYS_bind,
          { P(&scene.tcp), P(&scene.free_port), sizeof scene.free_port },
          EPERM,
          ON_POSTGRESQL },
        { "open a second door, UDP",
          SYS_bind,
          { P(&scene.udp), P(&scene.free_port), sizeof scene.free_port },
          EPERM,
          ON_POSTGRESQL },
        { "knock at a local service",
          SYS_connect,
          { P(&scene.local), P(&scene.abstract), scene.abstract_size },
          EPERM,
          ON_POSTGRESQL,
          6 },
        { "read all packets", SYS_socket, { AF_PACKET, SOCK_RAW, 0 }, EPERM, ON_POSTGRESQL, .root = true },
        { "make a socket to the hypervisor", SYS_socket, { AF_VSOCK, SOCK_STREAM, 0 }, EPERM, ON_POSTGRESQL },
        /* processes */
        { /* say:test-attempt-run-program */ "run a program", SYS_execve, { P("/bin/true"), 0, 0 }, KILLED },
        { "run an open file", SYS_execveat, { -1, P(""), 0, 0, AT_EMPTY_PATH }, KILLED },
        { "start a process", SYS_clone, { SIGCHLD, 0, 0, 0, 0 }, EPERM },
        { "start a process by clone3", SYS_clone3, { 0, 0 }, ENOSYS },
        { "trace another process", SYS_ptrace, { PTRACE_ATTACH, -1, 0, 0 }, KILLED },
        { "read another process's memory", SYS_process_vm_readv, { scene.parent, 0, 0, 0, 0 }, KILLED },
        { "write another process's memory", SYS_process_vm_writev, { scene.parent, 0, 0, 0, 0 }, KILLED },
        { "signal another process", SYS_kill, { scene.parent, 0 }, EPERM },
        { "signal another's thread", SYS_tgkill, { scene.parent, scene.parent, 0 }, EPERM },
        { "hold another process", SYS_pidfd_open, { scene.parent, 0 }, EPERM },
        { "let others read its memory", SYS_prctl, { PR_SET_DUMPABLE, 1, 0, 0, 0 }, EPERM },
        { "be another user", SYS_setresuid, { -1, -1, -1 }, EPERM },
        { "be in another group", SYS_setresgid, { -1, -1, -1 }, EPERM },
        { "raise a limit", SYS_prlimit64, { 0, 4 /* core */, P(no_core), 0 }, EPERM },
        /* the machine */
        { "have a namespace of its own", SYS_unshare, { 0 }, KILLED },
        { "enter another namespace", SYS_setns, { -1, 0 }, KILLED },
        { "mount", SYS_mount, { 0, 0, 0, 0, 0 }, KILLED },
        { "unmount", SYS_umount2, { 0, 0xffff }, KILLED },
        { "load a program into the kernel", SYS_bpf, { -1, 0, 0 }, KILLED },
        { "load a module into the kernel", SYS_finit_module, { -1, P(""), 0 }, KILLED },
        { "load another kernel", SYS_kexec_load, { 0, -1, 0, -1 }, KILLED },
        { "restart the machine", SYS_reboot, { 0, 0, 0, 0 }, KILLED },
        { "watch the processor", SYS_perf_event_open, { 0, 0, -1, -1, 0 }, KILLED },
        { "handle page faults itself", SYS_userfaultfd, { -1 }, KILLED },
        { "queue system calls past the filter", SYS_io_uring_setup, { 0, 0 }, KILLED },
        { "read the kernel's keys", SYS_keyctl, { 0, -3, 0 }, EPERM },
        { "set the clock", SYS_clock_settime, { -1, 0 }, EPERM },
        { "name the machine", SYS_sethostname, { 0, -1 }, EPERM, .root = true },
        { "read the kernel's log", SYS_syslog, { 10, 0, 0 }, EPERM, .root = true },
        { "type for others at a terminal", SYS_ioctl, { P(&scene.tcp), TIOCSTI, P(at) }, EPERM },
        { "be another kind of process", SYS_personality, { 0xffffffff }, EPERM },
#ifdef __x86_64__
        { "speak another dialect of the kernel", 0x40000000 + SYS_getpid, { 0 }, KILLED },
#endif
        /* code of the attacker */
        { "map memory that can be run", SYS_mmap, { 0, PAGE, exec, anonymous, -1 }, EPERM },
        { "make what was written runnable", SYS_mprotect, { P(&scene.page), PAGE, exec }, EPERM },
        { "make a file of memory", SYS_memfd_create, { P("code"), 0 }, EPERM },
        { "put a filter of its own in front", SYS_seccomp, { 2 /* ask */, 0, P(&(uint32_t){ 0x7fff0000 }) }, EPERM },
    };
    const int n = (int)(sizeof attempts / sizeof *attempts), landlock = landlock_here();
    proof p = proof_begin("containment", n, n);
    for (int i = 0; i < n; i++)
        judge(&attempts[i], landlock);
    proof_end(&p, sum.tried, "forbidden things tried on two threads each",
              "%d refused and %d ended the process, %d not denied, %d skipped", sum.refused, sum.killed, sum.wrong,
              sum.skipped);
    assert_int_equal(sum.wrong, 0);
    assert_true(sum.tried >= 30);
}

/* --- what must stay possible ----------------------------------------------------------------------------------- */

static void what_is_needed_is_allowed(void **state)
{
    char log[120];
    snprintf(log, sizeof log, "%s-wal", scene.own);
    const attempt needed[] = {
        { "open the house", SYS_openat, { HERE, P(scene.own), O_RDWR } },
        { "make its log", SYS_openat, { HERE, P(log), O_RDWR | O_CREAT, 0600 } },
        { "open its folder", SYS_openat, { HERE, P(scene.folder), O_RDONLY | O_DIRECTORY } },
        { "remove its log", SYS_unlinkat, { HERE, P(log), 0 } },
        { "have chance", SYS_getrandom, { P(&scene.page), 32, 0 } },
        { "have memory", SYS_mmap, { 0, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1 } },
        { "find the database's name", SYS_openat, { HERE, P("/etc/hosts"), O_RDONLY }, .house = ON_POSTGRESQL },
        { "make a socket for the database", SYS_socket, { AF_INET, SOCK_STREAM, 0 }, .house = ON_POSTGRESQL },
    };
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        int got = fate(&needed[i], BY_OLDER_THREAD);
        if (got) fail_msg("%s: %s", needed[i].thing, word(got));
    }
    const attempt call = { "call the database",
                           SYS_connect,
                           { P(&scene.tcp), P(&scene.database), sizeof scene.database },
                           .house = ON_POSTGRESQL };
    assert_int_equal(fate(&call, BY_OLDER_THREAD),
                     ECONNREFUSED); /* the call leaves this machine's kernel: it is the other side that refuses */
}

/* --- an older kernel ------------------------------------------------------------------------------------------- */

/* A kernel that has never heard of Landlock, as far as this child can see. */
static void contain_on_older_kernel(void)
{
    static contain_plan plan;
    contain_report report = { 0 };
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    bool set = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(landlock_create_ruleset), 0) == 0 &&
               seccomp_load(filter) == 0;
    plan_like_server(&plan, ON_SQLITE);
    contain_files(&plan, &report);
    contain_calls(&plan, &report);
    _exit(set && !report.landlock && report.calls && strstr(report.missing, "files") &&
                  strstr(report.missing, "ports") && socket(AF_INET, SOCK_STREAM, 0) < 0
              ? 0
              : 1);
}

static void what_a_kernel_lacks_is_told(void **state)
{
    int status;
    pid_t child = fork();
    if (child == 0) contain_on_older_kernel();
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_needed_is_allowed),
        cmocka_unit_test(what_a_kernel_lacks_is_told),
        cmocka_unit_test(forbidden_things_are_denied),
    };
    return cmocka_run_group_tests(tests, set_scene, clear_scene);
}
