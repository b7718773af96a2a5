#!/bin/sh
# bench.sh - what `lammer bench` says of itself, and bad options. What it measures takes too long for a test.
set -u
fails=0
complain() { echo "bench.sh: $*"; fails=$((fails + 1)); }

"$LAMMER" bench --help | grep -q "^usage: lammer bench" || complain "no help"
for bad in "--fast" "--format" "--format xml" "--format=csv" "extra"; do
    said=$("$LAMMER" bench $bad 2>&1 >/dev/null)
    [ $? -eq 2 ] || complain "$bad: does not exit 2"
    case $said in "lammer: "*) ;; *) complain "$bad: says '$said'" ;; esac
done
exit $fails
