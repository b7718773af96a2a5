#!/bin/sh
# sim_mpi.sh - the same digest on one, two and three ranks; nothing to do where mpirun or MPI is missing.
set -u
command -v mpirun >/dev/null || {
    echo "no mpirun here"
    exit 0
}
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT
fails=0

complain() {
    echo "sim_mpi.sh: $*"
    fails=$((fails + 1))
}
digest() { sed -n 's/.*"digest": "\([0-9a-f]*\)".*/\1/p'; }
arguments="sim --quiet --rules wa-freebet --chart tests/sim/freebet.json --format json"

mpirun --oversubscribe -n 1 "$LAMMER" $arguments --rounds 1000 >"$T/out" 2>"$T/err"
if grep -q "built without MPI" "$T/err"; then
    echo "built without MPI"
    exit 0
fi
if ! [ -s "$T/out" ]; then
    echo "one rank under mpirun printed nothing: $(head -20 "$T/err")"
    exit 1
fi

for options in "--rounds 200000" "--rounds 1500" "--rounds 5120 --dealing shoe --seats 2 --wager all" "--rounds 1000 --first 77"; do
    alone=$("$LAMMER" $arguments $options | digest)
    [ ${#alone} -eq 64 ] || complain "$options: no digest"
    for ranks in 2 3; do
        together=$(mpirun --oversubscribe -n $ranks "$LAMMER" $arguments $options 2>"$T/err" | digest)
        [ "$together" = "$alone" ] || complain "$options: $ranks ranks say '$together', one says $alone: $(cat "$T/err")"
    done
done

# rounds that a saved shard already holds are counted once
"$LAMMER" $arguments --rounds 2048 --save "$T/shard" >/dev/null
mpirun --oversubscribe -n 2 "$LAMMER" $arguments --rounds 9000 --save "$T/shard" >/dev/null 2>"$T/err"
[ "$("$LAMMER" $arguments --merge "$T/shard" | digest)" = "$("$LAMMER" $arguments --rounds 9000 | digest)" ] ||
    complain "a continued shard differs"
[ $fails -eq 0 ]
