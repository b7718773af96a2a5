/* no_memory.h - replaces malloc and its kin so that an allocation of our own code, not of a library's, fails.
 *
 * The return address tells whether our code, which is linked into this program, made the allocation. What the house
 * allocates for JSON counts as ours. `own.on` is set in the watched process; its counts are in shared memory. */
#ifndef LAMMER_TESTS_HOUSE_NO_MEMORY_H
#define LAMMER_TESTS_HOUSE_NO_MEMORY_H

#include <execinfo.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SEEN = 1 << 18, FRAMES = 20, NEAREST = 4 };

static int64_t failing; /* the allocation that fails; 0: none, and places are noted */

/* What the watched process tells about its allocations. */
static struct {
    int64_t taken;        /* so far */
    int64_t left;         /* taken and not given back */
    bool closed;          /* the house was closed in order */
    uint64_t place[SEEN]; /* the place in the code that asked for each */
    bool of_json[SEEN];
} * seen;

extern void *__libc_malloc(size_t size), *__libc_calloc(size_t n, size_t size), *__libc_realloc(void *p, size_t size);
extern void __libc_free(void *p);
extern char __executable_start, etext;

/* Addresses that our code has taken and not given back; open addressing. */
static struct {
    bool on;
    void *block[SEEN];
} own;

static size_t own_slot(const void *block)
{
    size_t slot = ((uintptr_t)block >> 4) * 0x9E3779B97F4A7C15u >> 40 & (SEEN - 1);
    while (own.block[slot] && own.block[slot] != block)
        slot = (slot + 1) & (SEEN - 1);
    return slot;
}

static void *own_keep(void *block)
{
    if (block) own.block[own_slot(block)] = block;
    seen->left += block != NULL;
    return block;
}

/* Removes a block and closes the gap that it leaves. */
static void own_drop(const void *block)
{
    size_t slot = own_slot(block);
    if (!block || !own.block[slot]) return;
    own.block[slot] = NULL;
    seen->left--;
    for (size_t next = (slot + 1) & (SEEN - 1); own.block[next]; next = (next + 1) & (SEEN - 1)) {
        void *moved = own.block[next];
        own.block[next] = NULL;
        own.block[own_slot(moved)] = moved;
    }
}

static bool is_ours(const void *caller)
{
    return own.on && (const char *)caller >= &__executable_start && (const char *)caller < &etext;
}

/* Where an allocation comes from: the last calls within our code, and whether JSON is between them and
 * the memory. */
static void note_place(int64_t n)
{
    void *frame[FRAMES];
    uint64_t hash = 0;
    int depth = backtrace(frame, FRAMES), ours = 0;
    for (int i = 2; i < depth && ours < NEAREST; i++) {
        const char *at = frame[i];
        bool in_ours = at >= &__executable_start && at < &etext;
        if (!in_ours) seen->of_json[n] = true;
        if (!in_ours) continue;
        hash = (hash + (uint64_t)(at - &__executable_start)) * 0x9E3779B97F4A7C15u;
        ours++;
    }
    seen->place[n] = hash;
}

/* Counts one allocation; true when it is the one that fails. */
static bool runs_out(void)
{
    int64_t n = ++seen->taken;
    if (!failing && n < SEEN) {
        own.on = false;
        note_place(n);
        own.on = true;
    }
    return n == failing;
}

void *malloc(size_t size)
{
    const void *caller = __builtin_return_address(0);
    if (!is_ours(caller)) return __libc_malloc(size);
    return runs_out() ? NULL : own_keep(__libc_malloc(size));
}

void *calloc(size_t n, size_t size)
{
    const void *caller = __builtin_return_address(0);
    if (!is_ours(caller)) return __libc_calloc(n, size);
    return runs_out() ? NULL : own_keep(__libc_calloc(n, size));
}

void *realloc(void *block, size_t size)
{
    const void *caller = __builtin_return_address(0);
    if (!is_ours(caller)) {
        if (own.on) own_drop(block);
        return __libc_realloc(block, size);
    }
    if (runs_out()) return NULL;
    own_drop(block);
    return own_keep(__libc_realloc(block, size));
}

char *strdup(const char *text)
{
    const void *caller = __builtin_return_address(0);
    size_t size = strlen(text) + 1;
    if (is_ours(caller) && runs_out()) return NULL;
    char *copy = __libc_malloc(size);
    if (copy) memcpy(copy, text, size);
    return is_ours(caller) ? own_keep(copy) : copy;
}

void free(void *block)
{
    if (own.on) own_drop(block);
    __libc_free(block);
}

#endif
