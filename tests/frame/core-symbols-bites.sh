#!/bin/sh
# Evidence that tools/core-symbols would notice: each source below is compiled and must be judged as named.
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

judge() { # expected verdict, what it shows, source
    printf '%s\n' "$3" >"$scratch/unit.c"
    "${CC:-cc}" -std=c17 -O2 -fPIE -c "$scratch/unit.c" -o "$scratch/unit.o"
    verdict=clean
    tools/core-symbols "$scratch/unit.o" 2>/dev/null || verdict=refused
    [ "$verdict" = "$1" ] || {
        echo "$2: expected $1, was $verdict" >&2
        exit 1
    }
}

judge clean 'pure function' 'int twice(int x) { return 2 * x; }'
judge clean 'constant table' 'const char *const names[] = {"a", "b"};'
judge refused 'mutable global' 'int count = 1;'
judge refused 'zeroed global' 'int count;'
judge refused 'static local' 'int next(void) { static int n; return ++n; }'
judge refused 'table left mutable' 'const char *names[] = {"a", "b"};'
judge refused 'thread-local variable' '_Thread_local int count;'
judge refused 'allocation' '#include <stdlib.h>
                                       void *get(void) { return malloc(8); }'
judge refused 'clock' '#include <time.h>
                                       long now(void) { return (long)time(0); }'
judge refused 'output' '#include <stdio.h>
                                       void say(void) { puts("x"); }'
