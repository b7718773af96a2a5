/* serve_process.h - the server as a process of its own: started on a new store, asked what it used, stopped. */
#ifndef LAMMER_BENCH_SERVE_PROCESS_H
#define LAMMER_BENCH_SERVE_PROCESS_H

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

#include "serve_client.h"

typedef struct {
    pid_t pid;
    int port;
    char name[16], token[200], session[80];
} server;

/* Reads its first lines: the address, and the token that makes an administrator. */
static void read_greeting(server *s, int from)
{
    char text[4096];
    size_t have = 0;
    while (!memmem(text, have, "curl", 4)) {
        ssize_t n = read(from, text + have, sizeof text - 1 - have);
        if (n <= 0) give_up("the server did not start");
        have += (size_t)n;
    }
    text[have] = '\0';
    const char *address = strstr(text, "http://"), *token = strstr(text, "once:\n\n");
    const char *port = address ? strchr(address + 7, ':') : NULL;
    if (!port || !token) give_up("the server's greeting is not understood");
    s->port = atoi(port + 1);
    sscanf(token + 7, "%199s", s->token);
}

static void start_server(server *s, const char *program, const char *url, const char *folder)
{
    char key[600], secret[600], log[600];
    int out[2];
    snprintf(key, sizeof key, "%s/sign.key", folder);
    snprintf(secret, sizeof secret, "%s/seal.key", folder);
    snprintf(log, sizeof log, "%s/server.log", folder);
    if (pipe(out) != 0 || (s->pid = fork()) < 0) give_up("no process could be started");
    if (s->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(out[1], 1);
        close(out[0]);
        execl(program, program, "serve", "--listen", "127.0.0.1:0", "--store", url, "--key", key, "--secret", secret,
              "--name", s->name[0] ? s->name : "main", "--busy", "0", "--no-demo", "--per-address", "0",
              "--address-rate", "0", "--session-rate", "0", "--drain", "1", "--log", log, (char *)NULL);
        perror(program);
        _exit(127);
    }
    close(out[1]);
    read_greeting(s, out[0]);
    close(out[0]);
}

static int64_t memory_kib(const server *s, const char *what)
{
    char path[64], line[200];
    int64_t kib = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)s->pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, what, strlen(what)) == 0) kib = strtoll(line + strlen(what) + 1, NULL, 10);
    }
    if (file) fclose(file);
    return kib;
}

static double seconds_of(clockid_t clock)
{
    struct timespec used;
    if (clock_gettime(clock, &used) != 0) give_up("the CPU clock of a process cannot be read");
    return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

/* All threads of the server, to the nanosecond: /proc counts hundredths of a second. */
static double cpu_seconds(const server *s)
{
    clockid_t clock;
    if (clock_getcpuclockid(s->pid, &clock) != 0) give_up("the server has no CPU clock");
    return seconds_of(clock);
}

/* Of this process: it shares the cores with the server. */
static double own_cpu_seconds(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

static void stop_server(server *s)
{
    int status;
    kill(s->pid, SIGTERM);
    waitpid(s->pid, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) printf("  the server ended with status %x\n", (unsigned)status);
}

#endif
