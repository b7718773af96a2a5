#!/bin/sh
# The analyser needs no more than core: no state, no allocation, no I/O, and it compiles for a browser.
#
# First the objects that ship, with those of the rooms they use, are read: they may call only what is defined there and
# what every C runtime has. Then the same sources are compiled for wasm32, where clang is found.
set -eu

built=$(dirname "$LAMMER")
objects="$built/liblammer_odds.a $built/liblammer_core.a $built/liblammer_wagers.a $built/liblammer_meters.a"

# shellcheck disable=SC2086
nm --format=sysv $objects | awk -F'|' '
BEGIN {
    # Memory and string functions, also fortified; assertions and the stack guard; the compiler'"'"'s own arithmetic, and
    # its test of what the processor can do.
    split("memcpy memset memmove memcmp bcmp strlen strcmp strncmp " \
          "__memcpy_chk __memset_chk __memmove_chk __assert_fail __stack_chk_fail _GLOBAL_OFFSET_TABLE_ " \
          "__divti3 __modti3 __udivti3 __umodti3 __multi3 __popcountdi2 __cpu_model __cpu_indicator_init", names, " ")
    for (i in names) allowed[names[i]] = 1
}
NF == 7 {
    gsub(/ /, "", $1); gsub(/ /, "", $3); gsub(/ /, "", $7)
    if ($3 == "U") wanted[$1] = 1
    else if ($3 ~ /^[A-Zi]$/) defined[$1] = 1
    if ($3 ~ /^[dDbBC]$/ && $7 !~ /^\.data\.rel\.ro/) {
        print "freestanding: mutable global " $1 " (" $7 ")"
        bad = 1
    }
    seen = 1
}
END {
    for (name in wanted)
        if (!(name in defined) && !(name in allowed)) {
            print "freestanding: odds must not call " name
            bad = 1
        }
    if (!seen) { print "freestanding: no symbols found"; bad = 1 }
    exit bad
}' >&2

if ! command -v clang >/dev/null || ! clang --print-targets 2>/dev/null | grep -q wasm32; then
    echo "freestanding: no clang with wasm32, the second half is skipped"
    exit 0
fi

# A freestanding compiler brings no library headers; these declare all that may be called.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/string.h" <<'H'
#include <stddef.h>
void *memcpy(void *restrict, const void *restrict, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
size_t strlen(const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
H
cat >"$work/assert.h" <<'H'
#undef assert
#define assert(what) ((what) ? (void)0 : __builtin_trap())
#define static_assert _Static_assert
H

n=0
for room in core wagers meters odds; do
    for source in src/$room/*.c; do
        clang --target=wasm32 -ffreestanding -nostdlib -std=c17 -O2 -Wall -Werror -isystem "$work" -Iinclude -Isrc/$room \
            -c "$source" -o "$work/object.o"
        n=$((n + 1))
    done
done
echo "freestanding: $n files compile for wasm32"
