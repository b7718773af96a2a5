#!/bin/sh
# sim.sh - `lammer sim` from outside: one digest however a run is cut up, interrupted or merged; bad input.
set -u
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT
chart="--chart tests/sim/freebet.json"
fails=0

complain() {
    echo "sim.sh: $*"
    fails=$((fails + 1))
}
sim() { "$LAMMER" sim --quiet --rules wa-freebet $chart "$@"; }
digest() { sed -n 's/.*"digest": "\([0-9a-f]*\)".*/\1/p'; }

# says EXIT MESSAGE ARGUMENTS: the command must exit with EXIT and say MESSAGE; messages (tests/support/said.py) are checked at the end
told=0
says() {
    want=$1
    told=$((told + 1))
    echo "$2" >"$T/message.$told"
    shift 2
    "$LAMMER" sim --quiet "$@" >"$T/said.$told" 2>&1
    got=$?
    [ $got -eq "$want" ] || complain "lammer sim $*: exit $got, not $want: $(cat "$T/said.$told")"
}

# --- the same digest -------------------------------------------------------------------------------------------
whole=$(sim --rounds 200000 --threads 1 --format json | digest)
[ ${#whole} -eq 64 ] || complain "no digest: $whole"
for threads in 2 7; do
    [ "$(sim --rounds 200000 --threads $threads --format json | digest)" = "$whole" ] || complain "$threads threads differ"
done
sim --rounds 70000 --save "$T/a" >/dev/null
sim --first 70000 --rounds 30000 --save "$T/b" >/dev/null
sim --first 100000 --rounds 100000 --save "$T/c" >/dev/null
[ "$(sim --merge "$T/c" "$T/a" "$T/b" --format json | digest)" = "$whole" ] || complain "merged shards differ"
sim --merge "$T/c" "$T/b" --save "$T/bc" >/dev/null
[ "$(sim --merge "$T/bc" --merge "$T/a" --format json | digest)" = "$whole" ] || complain "a merged shard differs"
[ "$(sim --rounds 200000 --save "$T/a" --format json | digest)" = "$whole" ] || complain "a continued run differs"
[ "$(sim --rounds 200000 --save "$T/a" --format json | digest)" = "$whole" ] || complain "a finished run differs"

# --- every backend by its name, which scalar confirms -----------------------------------------------------------
for row in "fresh simd" "shoe quick"; do
    dealing=${row% *} backend=${row#* }
    sim --rounds 20480 --dealing "$dealing" --backend "$backend" --format json >"$T/named"
    grep -q "\"backend\": \"$backend\"" "$T/named" || complain "$backend does not play its own job"
    grep -q "\"backend_choice\": \"$backend plays, as asked for\"" "$T/named" || complain "$backend: no choice is told"
    sim --rounds 20480 --dealing "$dealing" >"$T/auto"
    grep -q "^$backend plays, not cuda (.*)" "$T/auto" || grep -q "^cuda plays" "$T/auto" ||
        complain "auto does not say why $backend plays: $(sed -n 3p "$T/auto")"
    by_scalar=$(sim --rounds 20480 --dealing "$dealing" --backend scalar --format json | digest)
    [ "$(digest <"$T/named")" = "$by_scalar" ] || complain "$backend differs from scalar"
done

# --- killed and continued, interrupted and continued ------------------------------------------------------------
await_save() { while [ ! -s "$1" ] && kill -0 $pid 2>/dev/null; do sleep 0.1; done; }
"$LAMMER" sim --quiet --rules wa-freebet $chart --rounds 1e12 --save "$T/int" >"$T/out" 2>"$T/err" &
pid=$!
await_save "$T/int"
kill -INT $pid
wait $pid
got=$?
[ $got -eq 1 ] || complain "interrupted: exit $got"
grep -q interrupted "$T/out" || complain "an interrupted run does not say so: $(cat "$T/out" "$T/err")"
done=$(sed -n 's/^ranges 1 0 //p' "$T/int")
[ "${done:-0}" -gt 0 ] || complain "nothing was saved"
cp "$T/int" "$T/int2"
kept=$(sim --merge "$T/int" --format json | digest)
[ "$(sim --rounds "${done:-1}" --format json | digest)" = "$kept" ] || complain "an interrupted run is not a beginning"
more=$((${done:-0} + 12345))
[ "$(sim --rounds $more --save "$T/int2" --format json | digest)" = "$(sim --rounds $more --format json | digest)" ] ||
    complain "an interrupted run does not go on"
"$LAMMER" sim --quiet --rules wa-freebet $chart --rounds 1e12 --save "$T/kill" >/dev/null 2>&1 &
pid=$!
await_save "$T/kill"
kill -KILL $pid
wait $pid 2>/dev/null
done=$(sed -n 's/^ranges 1 0 //p' "$T/kill" 2>/dev/null)
[ "${done:-0}" -gt 0 ] || complain "nothing was saved before the kill"
more=$((${done:-0} + 5000))
[ "$(sim --rounds $more --save "$T/kill" --format json | digest)" = "$(sim --rounds $more --format json | digest)" ] ||
    complain "a killed run does not go on"
echo "half a file" >"$T/int.part" # what a kill in the middle of saving leaves
[ "$(sim --merge "$T/int" --format json | digest)" = "$kept" ] || complain "a killed save hurts"

# --- shoes begin with sessions ------------------------------------------------------------------------------------
shoe=$(sim --rounds 5120 --dealing shoe --seats 3 --wager all --format json | digest)
sim --rounds 2048 --dealing shoe --seats 3 --wager all --save "$T/s1" >/dev/null
sim --first 2048 --rounds 3072 --dealing shoe --seats 3 --wager all --save "$T/s2" >/dev/null
[ "$(sim --merge "$T/s1" "$T/s2" --dealing shoe --seats 3 --wager all --format json | digest)" = "$shoe" ] ||
    complain "shards of a shoe differ"
says 2 "say:sim-joint-of-what" --rules wa-freebet $chart --rounds 10 --joint "$T/x.csv"
says 2 "say:sim-session||1024" --rules wa-freebet $chart --dealing shoe --first 1000 --rounds 10
says 2 "say:sim-other-settings" --rules wa-freebet $chart --merge "$T/s1" "$T/b"

# --- bad input: a clear error, nothing written over ------------------------------------------------------------
says 2 "say:option-is|--rounds" --rules wa-freebet $chart --rounds 0
says 2 "say:option-is|--rounds" --rules wa-freebet $chart --rounds 9223372036854775809
says 2 "say:option-is|--rounds" --rules wa-freebet $chart --rounds 1e19
says 2 "say:option-is|--rounds" --rules wa-freebet $chart --rounds -5
says 2 "say:sim-beyond" --rules wa-freebet $chart --rounds 9223372036854775808 --first 1
says 2 "say:sim-how-many" --rules wa-freebet $chart
says 2 "say:sim-which-rules" --rounds 10
says 2 "say:option-is|--backend||fast" --rules wa-freebet $chart --rounds 10 --backend fast
says 2 "say:sim-threads-more" --rules wa-freebet $chart --rounds 10 --threads 100000
says 2 "say:option-is|--threads" --rules wa-freebet $chart --rounds 10 --threads 0
says 2 "say:unknown-near|--round|an option|lammer sim|--rounds" --rules wa-freebet --round 10
says 2 "say:sim-no-wager|nonsense" --rules wa-freebet $chart --rounds 10 --wager nonsense
says 2 "say:sim-seats" --rules ma-blackjack --chart tests/sim/blackjack.json --rounds 10 --seats 7
# Six boxes that draw to 21 and split all pairs use up one deck.
sed 's/"[HSDR][sp]*"/"H"/g; s/"-"/"P"/g' tests/sim/blackjack.json >"$T/greedy"
says 2 "say:sim-cards-gone|6|1" --rules ma-blackjack --chart "$T/greedy" --rounds 1e6 --boxes 6 --set decks=1 --set offer=
says 2 "say:sim-too-many" --rules ma-blackjack --chart tests/sim/blackjack.json --rounds 10 --boxes 6 --wager all \
    --set offer=over13,under13,suited:1,super4:1,streak.2,streak.3,streak.4,streak.5,buster:A,kings-bounty:1,trilux:1,21+3:A,match-dealer,aces
says 2 "say:sim-bet-limits" --rules wa-freebet $chart --rounds 10 --bet 3
says 2 "say:sim-not-written" --rules wa-freebet $chart --rounds 10 --save /nowhere/at/all
says 2 "say:sim-only-adds" --rules wa-freebet $chart --rounds 10 --merge "$T/a"
python3 - "$T" <<'P'
import json, sys
chart = json.load(open("tests/sim/freebet.json"))
del chart["real"]["hard"]["16"]
json.dump(chart, open(sys.argv[1] + "/hole.json", "w"))
chart["real"]["hard"]["16"] = ["H"] * 9
json.dump(chart, open(sys.argv[1] + "/short.json", "w"))
chart["real"]["hard"]["16"] = ["H"] * 9 + ["X"]
json.dump(chart, open(sys.argv[1] + "/word.json", "w"))
chart["real"]["hard"]["16"] = ["S"] * 5 + ["H"] * 5
chart["exceptions"] = [{"total": "16", "cards": 3, "dealer": "T", "best": "S"}]
json.dump(chart, open(sys.argv[1] + "/many.json", "w"))
P
says 0 "say:sim-exceptions" --rules wa-freebet --rounds 1000 --chart "$T/many.json" --backend simd
says 2 "say:sim-chart-holes" --rules wa-freebet --rounds 10 --chart "$T/hole.json"
says 2 "say:sim-cells" --rules wa-freebet --rounds 10 --chart "$T/short.json"
says 2 "say:sim-none-of" --rules wa-freebet --rounds 10 --chart "$T/word.json"
says 2 "say:sim-other-game" --rules ma-blackjack-faceup --rounds 10 --chart tests/sim/blackjack.json
says 2 "lammer: $T/none.json" --rules wa-freebet --rounds 10 --chart "$T/none.json"

cp "$T/a" "$T/kept"
head -c 500 "$T/a" >"$T/cut"
echo "some text" >"$T/text"
sed 's/^main 200000/main 200001/' "$T/a" >"$T/forged"
says 2 "say:sim-cut-short" --rules wa-freebet $chart --merge "$T/cut"
says 2 "say:no-shard" --rules wa-freebet $chart --merge "$T/text"
says 2 "say:sim-damaged" --rules wa-freebet $chart --merge "$T/forged"
says 2 "$T/nothing" --rules wa-freebet $chart --merge "$T/nothing"
says 2 "say:sim-overlap" --rules wa-freebet $chart --merge "$T/a" "$T/b"
says 2 "say:sim-its-seed" --rules wa-freebet $chart --seed 2 --merge "$T/a"
says 2 "say:sim-other-rules" --rules ma-freebet $chart --merge "$T/a"
for options in "--seed 2" "--set decks=8" "--first 5" "--seats 2" "--wager push22" "--by-hand $T/x.csv"; do
    says 2 "$T/a" --rules wa-freebet $chart --rounds 300000 --save "$T/a" $options
    cmp -s "$T/a" "$T/kept" || complain "$options: the shard was written over"
done
says 2 "$T/text" --rules wa-freebet $chart --rounds 10 --save "$T/text"
[ "$(cat "$T/text")" = "some text" ] || complain "a foreign file was written over"

# --- later questions to a saved run -------------------------------------------------------------------------------
counted="--rules ma-blackjack --chart tests/sim/blackjack.json --dealing shoe --count $T/hilo"
cat >"$T/hilo" <<'C'
tags A -1 2 1 3 1 4 1 5 1 6 1 7 0 8 0 9 0 T -1
insure 3
play 16 T stand from 0
ramp -99:1 1:2 2:6 3:10 4:12
C
tables() { echo "--by-hand $T/$1.hand.$2 --by-count $T/$1.count.$2 --by-penetration $T/$1.depth.$2"; }
for kind in csv json; do
    "$LAMMER" sim --quiet $counted --rounds 20480 $(tables now $kind) >/dev/null || complain "no tables: $kind"
    rm -f "$T/later.shard"
    "$LAMMER" sim --quiet $counted --rounds 20480 --backend scalar --save "$T/later.shard" >/dev/null
    "$LAMMER" sim --quiet $counted --merge "$T/later.shard" $(tables later $kind) >/dev/null || complain "no answer: $kind"
    for table in hand count depth; do
        cmp -s "$T/now.$table.$kind" "$T/later.$table.$kind" || complain "$table.$kind: a saved run answers differently"
    done
done
python3 - "$T" <<'P' || complain "the tables do not agree"
import csv, json, sys
for table in ("hand", "count", "depth"):
    rows = list(csv.DictReader(open(f"{sys.argv[1]}/now.{table}.csv")))
    same = json.load(open(f"{sys.argv[1]}/now.{table}.json"))
    assert len(rows) == len(same) > 5, table
    assert sum(int(row["rounds"]) for row in rows) == sum(row["rounds"] for row in same) == 20480, table
    for row, other in zip(rows, same):
        assert list(row) == list(other), table
        assert all(str(other[name]) == row[name] or abs(other[name] - float(row[name])) < 1e-9 for name in row), row
P
says 2 "say:sim-no-cells|hand" --rules wa-freebet $chart --merge "$T/b" --by-hand "$T/x.csv"
says 2 "say:sim-no-cells|count and penetration" --rules wa-freebet $chart --merge "$T/b" --by-penetration "$T/x.csv"
says 2 "say:sim-count-by-what" --rules wa-freebet $chart --rounds 10 --by-count "$T/x.csv"
sim --rounds 2000 --backend scalar --save "$T/cells" >/dev/null
sim --rounds 3000 --backend simd --save "$T/cells" >/dev/null || complain "simd does not continue cells"
sim --rounds 4000 --backend scalar --save "$T/cells" --by-hand "$T/x.csv" >/dev/null || complain "cells do not continue"
if sim --rounds 1 --backend cuda 2>/dev/null | grep -q "cuda plays"; then
    says 2 "say:sim-keep-cells|$T/cells|cuda" --rules wa-freebet $chart --rounds 5000 --backend cuda --save "$T/cells"
fi
says 2 "say:sim-no-cells-yet|$T/b" --rules wa-freebet $chart --first 70000 --rounds 40000 --save "$T/b" --by-hand "$T/x.csv"

# --- formats and files -----------------------------------------------------------------------------------------
sim --rounds 20000 --wager all --detail --bankroll 50 --by-hand "$T/hands.csv" --svg "$T/paths.svg" --path 100 \
    --each "$T/each.csv" --joint "$T/joint.csv" --format json >"$T/json" 2>"$T/err" || complain "files: $(cat "$T/err")"
python3 - "$T" <<'P' || complain "the files do not agree"
import csv, json, sys, xml.dom.minidom
folder = sys.argv[1]
answer = json.load(open(folder + "/json"))
for key in ("rounds", "seed", "house_edge", "se", "sd", "rounds_per_second", "digest", "lammers", "wagers"):
    assert key in answer, key
assert len(answer["lammers"]) == 8 and sum(answer["lammers"]) == 20000
assert [w["id"] for w in answer["wagers"]] == ["push22", "pot-of-gold", "blazing7"]
each = list(csv.DictReader(open(folder + "/each.csv")))
net = sum(int(row["net_cents"]) for row in each)
assert len(each) == 20000 and abs(-net / 20000 / 1000 - answer["house_edge"]) < 1e-12
assert sum(o["count"] for o in answer["wagers"][0]["outcomes"]) == 20000
joint = [r for r in csv.DictReader(open(folder + "/joint.csv")) if r["wager"] == "push22"]
assert sum(int(r["boxes"]) for r in joint) == 20000
assert sum(int(r["boxes"]) * int(r["main_cents"]) for r in joint) == net
push = answer["wagers"][0]
assert abs(-sum(int(r["boxes"]) * int(r["wager_cents"]) for r in joint) / (1000 * push["bets"]) - push["house_edge"]) < 1e-12
hands = list(csv.DictReader(open(folder + "/hands.csv")))
assert sum(int(row["rounds"]) for row in hands) == 20000
assert abs(sum(int(row["rounds"]) * float(row["mean"]) for row in hands) * 1000 - net) < 1e-3
xml.dom.minidom.parse(folder + "/paths.svg")
P
says 0 "wager,bets,house_edge" --rules wa-freebet $chart --rounds 1000 --format csv
says 0 "house edge" --rules wa-freebet $chart --rounds 1000
says 0 "usage: lammer sim" --help

# --- play after a split by class --------------------------------------------------------------------------------
one() { "$LAMMER" sim --quiet --rules ma-blackjack --set decks=1 --rounds 20000 --post-split "$@"; }
[ "$(one td --backend scalar --format json | digest)" = "$(one td --backend simd --format json | digest)" ] || complain "td is not the chart"
[ "$(one cdp --format json | digest)" != "$(one td --format json | digest)" ] || complain "cdp is played like td"
one cdp --format json | grep -q '"post_split": "cdp"' || complain "the class is not named"
says 0 "say:sim-class" --rules ma-blackjack --rounds 1000 --post-split cdp --backend simd
says 2 "say:sim-class-or-chart" --rules ma-blackjack --rounds 1000 --post-split cdp --chart tests/sim/blackjack.json
says 2 "cdpn" --rules ma-blackjack --rounds 1000 --post-split opt

# --- a counting system ------------------------------------------------------------------------------------------
says 0 "insurance" --rules ma-blackjack --chart tests/sim/blackjack.json --rounds 20000 --dealing shoe --count "$T/hilo"
echo "tags A x" >"$T/bad"
says 2 "bad:1" --rules ma-blackjack --chart tests/sim/blackjack.json --rounds 10 --count "$T/bad"
echo "ramp 1:2 0:1" >"$T/bad"
says 2 "say:sim-ascend" --rules ma-blackjack --chart tests/sim/blackjack.json --rounds 10 --count "$T/bad"

python3 -B - "$T" $told <<'P' || complain "a sentence is missing"
import sys
from pathlib import Path
sys.path.append("tests/support")
from said import is_said
folder, told, bad = Path(sys.argv[1]), int(sys.argv[2]), 0
for n in range(1, told + 1):
    message, text = (folder / f"message.{n}").read_text().rstrip("\n"), (folder / f"said.{n}").read_text()
    if not is_said(text, message):
        bad += 1
        print(f"{message} is not said: {text}")
sys.exit(bad > 0)
P
[ $fails -eq 0 ]
