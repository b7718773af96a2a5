#!/bin/sh
# What exact answers cost with six decks on one core, beside what they may cost.
#
# Instructions are counted by callgrind, which runs programs without AVX-512: the optimum (all cells and values), and
# the optimum with the best chart, in the built bench; the count of a run that solves nothing is subtracted. The
# yardstick is the fastest public analyser (possibly-wrong/blackjack), which takes 2.8 thousand million instructions for
# the first of these. Then commands of the program: instructions, seconds of the processor, and memory.
set -eu

bench=${1:-build/bench/odds}
lammer=${2:-build/lammer}
command -v valgrind >/dev/null || {
    echo "odds-instructions: valgrind is not installed" >&2
    exit 2
}
for program in "$bench" "$lammer"; do
    [ -x "$program" ] || {
        echo "odds-instructions: no $program; run make bench first" >&2
        exit 2
    }
done

count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null | sed -n 's/.*Collected : //p'
}

missed=0

# A line of instructions: name, count, the most that it may take in G.
tell() {
    awk -v name="$1" -v n="$2" -v must="$3" 'BEGIN {
        printf "%-46s %6.3f G instructions, %.2f of the yardstick (must: %.2f)\n", name, n / 1e9, n / 2.8e9, must
        exit n > must * 1e9
    }' || missed=1
}

none=$(count "$bench" 0)
tell "blackjack: all cells and values" $(($(count "$bench" 1) - none)) 0.42
tell "blackjack: all cells, values and chart" $(($(count "$bench" 1 chart) - none)) 0.42

# A line of a command: the most seconds and megabytes that it may take, then the command. Memory needs GNU time.
command_line() {
    seconds=$1 megabytes=$2
    shift 2
    if [ -x /usr/bin/time ]; then
        used=$(/usr/bin/time -f '%U %M' "$lammer" "$@" 2>&1 >/dev/null | tail -1)
    else
        used=$( (time -p "$lammer" "$@" >/dev/null) 2>&1 | sed -n 's/^user //p')
    fi
    instructions=0
    [ "${seconds%.*}" -gt 1 ] || instructions=$(count "$lammer" "$@") # callgrind would take minutes
    awk -v name="lammer $*" -v used="$used" -v n="$instructions" -v s="$seconds" -v mb="$megabytes" 'BEGIN {
        split(used, is)
        printf "%-66s %6s G, %5.2f s (must: %g), %3.0f MB (must: %d)\n", name, n ? sprintf("%.2f", n / 1e9) : "-",
            is[1], s, is[2] / 1024, mb
        exit is[1] > s || is[2] / 1024 > mb
    }' || missed=1
}

command_line 0.5 256 odds --rules wa-freebet
command_line 0.5 256 odds --rules ma-blackjack --wager main
command_line 1 256 odds --rules ma-blackjack --wager main --post-split cdp
command_line 1 256 odds --rules wa-freebet --wager main --post-split cdp
command_line 1 256 odds --rules ma-blackjack --distribution
command_line 1 256 odds --rules wa-freebet --distribution
command_line 10 256 odds --rules ma-blackjack --wager main --post-split opt
command_line 10 256 odds --rules wa-freebet --wager main --post-split opt
exit $missed
