#!/bin/sh
# sim_profiles.sh - 200,000 rounds of every shipped profile (ROUNDS for more): the same digest alone, in shards, on two
# and three ranks.
set -u
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT
rounds=${ROUNDS:-200000}
fails=0

complain() {
    echo "sim_profiles.sh: $*"
    fails=$((fails + 1))
}
digest() { sed -n 's/.*"digest": "\([0-9a-f]*\)".*/\1/p'; }
profiles=$("$LAMMER" rules list --format json | sed -n 's/.*"name": "\([a-z0-9-]*\)".*/\1/p')
[ -n "$profiles" ] || complain "no profiles are listed"

ranks="2 3"
if ! command -v mpirun >/dev/null; then
    echo "no mpirun: ranks are left out"
    ranks=
elif mpirun --oversubscribe -n 1 "$LAMMER" sim --quiet --rules ma-blackjack --chart tests/sim/blackjack.json --rounds 10 2>&1 >/dev/null |
    grep -q "built without MPI"; then
    echo "a program without MPI: ranks are left out"
    ranks=
fi

for profile in $profiles; do
    sim="sim --quiet --rules $profile --format json"
    # computes the chart once, for all runs below
    "$LAMMER" strategy --rules "$profile" --format json >"$T/chart.json" 2>/dev/null || complain "$profile: no chart"
    sim="$sim --chart $T/chart.json"
    alone=$("$LAMMER" $sim --rounds "$rounds" | digest)
    [ ${#alone} -eq 64 ] || complain "$profile: no digest"
    cut=$((rounds / 3 / 1024 * 1024))
    rm -f "$T"/*.shard
    "$LAMMER" $sim --rounds $cut --save "$T/a.shard" >/dev/null || complain "$profile: first shard"
    "$LAMMER" $sim --first $cut --rounds $((rounds - cut)) --save "$T/b.shard" >/dev/null || complain "$profile: second shard"
    merged=$("$LAMMER" $sim --merge "$T/b.shard" "$T/a.shard" | digest)
    [ "$merged" = "$alone" ] || complain "$profile: shards say '$merged', one run $alone"
    for n in $ranks; do
        together=$(mpirun --oversubscribe -n "$n" "$LAMMER" $sim --rounds "$rounds" 2>/dev/null | digest)
        [ "$together" = "$alone" ] || complain "$profile: $n ranks say '$together', one process $alone"
    done
done
[ $fails -eq 0 ]
