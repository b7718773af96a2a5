#!/bin/sh
# bench.sh - the help of `lammer bench`, and bad options. The measurements take too long for a test.
set -u
fails=0
complain() {
    echo "bench.sh: $*"
    fails=$((fails + 1))
}

"$LAMMER" bench --help | grep -q "^usage: lammer bench" || complain "no help"
for bad in "--fast" "--format" "--format xml" "--format=csv" "extra" "--raw" "--raw dice" "--raw philox --seed x"; do
    said=$("$LAMMER" bench $bad 2>&1 >/dev/null)
    [ $? -eq 2 ] || complain "$bad: does not exit 2"
    case $said in "lammer: "*) ;; *) complain "$bad: says '$said'" ;; esac
done

# The first words of a seed's rounds, which docs/simulation.md fixes, and bytes that never come twice.
said=$("$LAMMER" bench --raw philox --seed 20 | head -c 16 | od -An -tx1 | tr -d ' \n')
[ "$said" = e1409dc477c7678454a6b223dc8a9e28 ] || complain "--raw philox: $said"
one=$("$LAMMER" bench --raw libsodium | head -c 32 | od -An -tx1)
two=$("$LAMMER" bench --raw=libsodium | head -c 32 | od -An -tx1)
[ -n "$one" ] && [ "$one" != "$two" ] || complain "--raw libsodium: twice $one"
exit $fails
