/* contain.h - the process that speaks with strangers keeps what it needs and nothing else.
 *
 * Two locks, one behind the other. Landlock says which files may be opened and which ports called; seccomp says which system
 * calls exist at all. Neither can be taken off again. SECURITY.md has the reasons. */
#ifndef LAMMER_SERVE_CONTAIN_H
#define LAMMER_SERVE_CONTAIN_H

#include <stdbool.h>
#include <stdint.h>

enum { CONTAIN_PLACES = 48, CONTAIN_PORTS = 8, CONTAIN_PATH = 1200, CONTAIN_TEXT = 200 };

typedef struct {
    char path[CONTAIN_PATH];
    bool keeps; /* files in it are made, written and removed; otherwise read */
} contain_place;

typedef struct {
    contain_place place[CONTAIN_PLACES];
    int places;
    uint16_t port[CONTAIN_PORTS]; /* TCP ports that may be called; without any, no socket can be made */
    int ports;
} contain_plan;

/* What holds, and what this kernel lacks as a list in words; "" when nothing. */
typedef struct {
    int landlock; /* the kernel's version of it; 0: none */
    bool calls;
    char missing[CONTAIN_TEXT];
} contain_report;

/* contain.c: what a server needs for a house at this URL, with the key that seals cards in this file. */
void contain_plan_for(contain_plan *plan, const char *store_url, const char *secret, const char *heads_folder);

/* A place that is not there needs no permission and is left out. */
void contain_may_read(contain_plan *plan, const char *path);
void contain_may_keep(contain_plan *plan, const char *folder);
void contain_may_call(contain_plan *plan, int port);

/* Files and ports, for the calling thread and those that it starts: before there are others. Also ends privileges by
 * exec, core files and debuggers of the same user. */
void contain_files(const contain_plan *plan, contain_report *report);

/* System calls, for all threads there are and will be. */
void contain_calls(const contain_plan *plan, contain_report *report);

/* Adds to what is missing. */
void contain_lacks(contain_report *report, const char *what);

#endif
