#!/bin/sh
# Two ranks of MPI against two threads: prints how fast the ranks are, as a part of the speed of the threads. Run it in the
# repository root, after `make build`, on a machine on which nothing else runs. LAMMER names another program, ROUNDS the
# rounds of one run (6·10^9, some 20 seconds), RUNS how many runs of each are taken, in turns (5).
#
# It prints two medians of the ratios of neighbouring runs: for the play alone (the rate that the report prints) and for the
# whole program, from its start to its end. docs/simulation.md, section 11.
lammer=${LAMMER:-build/lammer}
rounds=${ROUNDS:-6e9}
runs=${RUNS:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ "$(id -u)" -ne 0 ] || export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# play THREADS [mpirun ...]: seconds of the play, seconds of the program, digest
play() {
    threads=$1
    shift
    begin=$(date +%s.%N)
    "$@" "$lammer" sim --quiet --rules wa-freebet --chart tests/sim/freebet.json --rounds "$rounds" --threads "$threads" \
        --format json >"$work/out" || exit 1
    end=$(date +%s.%N)
    python3 -c 'import json, sys
report = json.load(open(sys.argv[1]))
print(report["seconds"], float(sys.argv[3]) - float(sys.argv[2]), report["digest"])' "$work/out" "$begin" "$end"
}

for run in $(seq "$runs"); do
    two=$(play 2) || exit 1
    ranks=$(play 1 mpirun -n 2) || exit 1
    echo "$two $ranks" | awk '{
        if ($3 != $6) { print "DIFFERS " $3 " " $6; exit 1 }
        printf "threads %.2f s of %.2f s, ranks %.2f s of %.2f s: %.3f of the play, %.3f of the program\n",
               $1, $2, $4, $5, $1 / $4, $2 / $5 }' || exit 1
    echo "$two $ranks" | awk '{ print $1 / $4 }' >>"$work/play"
    echo "$two $ranks" | awk '{ print $2 / $5 }' >>"$work/program"
done
median() {
    sort -n "$1" | awk '{ at[NR] = $1 } END { print at[int((NR + 1) / 2)] }'
}
echo "two ranks play at $(median "$work/play") of the speed of two threads (must 0.97), started and ended at $(median "$work/program")"
