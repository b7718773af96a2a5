/* contain.h - limits the server process to the files, ports and system calls that it needs.
 *
 * Two layers: Landlock limits which files may be opened and which ports called; seccomp limits the system calls.
 * Neither can be undone. SECURITY.md has the reasons. */
#ifndef LAMMER_SERVE_CONTAIN_H
#define LAMMER_SERVE_CONTAIN_H

#include <stdbool.h>
#include <stdint.h>

enum { CONTAIN_PLACES = 48, CONTAIN_PORTS = 8, CONTAIN_PATH = 1200, CONTAIN_TEXT = 200 };

typedef struct {
    char path[CONTAIN_PATH];
    bool keeps; /* files there may be created, written and removed, otherwise only read */
} contain_place;

typedef struct {
    contain_place place[CONTAIN_PLACES];
    int places;
    uint16_t port[CONTAIN_PORTS]; /* TCP ports that may be called; without any, no socket can be made */
    int ports;
    bool calls_all; /* other servers of the house listen at ports that are not known at the start */
} contain_plan;

/* The layers in force. `missing` lists what this kernel lacks, in words. */
typedef struct {
    int landlock; /* the kernel's version of Landlock; 0: none */
    bool calls;
    char missing[CONTAIN_TEXT];
} contain_report;

/* contain.c: what a server needs for a house at this URL, with the key that seals cards in this file. */
void contain_plan_for(contain_plan *plan, const char *store_url, const char *secret, const char *heads_folder);

/* A path that does not exist needs no permission and is left out. */
void contain_may_read(contain_plan *plan, const char *path);
void contain_may_keep(contain_plan *plan, const char *folder);
void contain_may_call(contain_plan *plan, int port);

/* Limits files and ports for the calling thread and the threads it starts later, so call it before other threads exist.
 * Also forbids new privileges by exec, core files, and debuggers of the same user. */
void contain_files(const contain_plan *plan, contain_report *report);

/* Limits system calls, for all present and future threads. */
void contain_calls(const contain_plan *plan, contain_report *report);

/* Adds to `missing`. */
void contain_lacks(contain_report *report, const char *what);

#endif
