#!/bin/sh
# Measures 1, 2, 3 and 4 servers on one PostgreSQL at full speed: throughput, the CPU time of one acknowledged command in the
# servers, in the database and in the client, and the log of the database. All of them share the cores of this machine, so:
#   first   each server has a quota of CPU time (QUOTA per cent of a core), as if it had a small machine of its own: throughput
#           grows with the servers until the database is the limit
#   then    the database has a quota, too (DATABASE per cent of a core): throughput grows until the database has used it up
#   last    no process has a quota: this is the limit of these cores
#
#   bench/floor.sh [SERVERS...]     QUOTA (10; 0: only without), DATABASE (16), LAMMER_BENCH_PLAYERS, _TABLES, _SECONDS as in bench/serve.c;
#                                   800, 800, 10 here: one player at each table, so that no player waits for another
set -eu
build=${BUILD:-build}
quota=${QUOTA:-10}
database=${DATABASE:-16}
tools=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
folder=$(mktemp -d)
groups=/sys/fs/cgroup/cpu/lammer-bench-$$
as=""
if [ "$(id -u)" = 0 ]; then
    chown postgres "$folder"
    as="setpriv --reuid=postgres --regid=postgres --clear-groups"
fi

leave() {
    kill -INT "$postmaster" 2>/dev/null
    wait "$postmaster" 2>/dev/null || true
    rm -rf "$folder"
    [ ! -d "$groups" ] || rmdir "$groups"/s? "$groups"/db "$groups"
}
trap leave EXIT
(cd "$folder" && $as "$tools/initdb" -D "$folder/data" -A trust -U lammer -N -E UTF8 --locale=C >"$folder/initdb.log")
(cd "$folder" && exec $as "$tools/postgres" -D "$folder/data" -k "$folder" -h '' -c max_connections=60 >"$folder/log" 2>&1) &
postmaster=$!
until "$tools/pg_isready" -q -h "$folder"; do sleep 0.1; done

export LAMMER="${LAMMER:-$build/lammer}"
export LAMMER_BENCH_POSTGRES="postgresql:///postgres?host=$folder&user=lammer"
export LAMMER_BENCH_POSTMASTER=$postmaster
export LAMMER_BENCH_PLAYERS="${LAMMER_BENCH_PLAYERS:-800}" LAMMER_BENCH_TABLES="${LAMMER_BENCH_TABLES:-800}"
export LAMMER_BENCH_SECONDS="${LAMMER_BENCH_SECONDS:-10}"

# A short period keeps the pauses of a server short that has used up its quota. Up to its quota a server goes before other work
# of the machine, as it would on a machine of its own.
make_groups() {
    mkdir "$groups" 2>/dev/null || return 1
    echo 262144 >"$groups/cpu.shares"
    for name in s1 s2 s3 s4 s5 s6 s7 s8; do
        mkdir "$groups/$name"
        echo 20000 >"$groups/$name/cpu.cfs_period_us"
        echo $((quota * 200)) >"$groups/$name/cpu.cfs_quota_us"
    done
    mkdir "$groups/db"
    echo 20000 >"$groups/db/cpu.cfs_period_us"
}

# Processes that the database starts later belong to its group as well.
limit_database() {
    echo $((database * 200)) >"$groups/db/cpu.cfs_quota_us"
    for process in "$postmaster" $(pgrep -P "$postmaster"); do
        echo "$process" >"$groups/db/cgroup.procs"
    done
}

free_database() {
    echo -1 >"$groups/db/cpu.cfs_quota_us"
}

measure() {
    echo "$LAMMER_BENCH_PLAYERS players at $LAMMER_BENCH_TABLES tables, flat out, $(nproc) cores, $1"
    echo "                                       CPU us of one acknowledged command             log of the database"
    echo "servers   acks/s   p50 ms   p99 ms      servers     database     client    cores  syncs/s   KB/ack  refused repeated"
    shift
    for servers in ${*:-1 2 3 4}; do
        LAMMER_BENCH_SERVERS=$servers "$build/bench/serve" "$folder"
    done
}

if [ "$quota" -gt 0 ] && make_groups; then
    export LAMMER_BENCH_GROUPS="$groups"
    measure "$quota % of a core for each server" "$@"
    limit_database
    measure "$quota % of a core for each server, $database % for the database" "$@"
    free_database
    unset LAMMER_BENCH_GROUPS
else
    echo "No quotas: $groups cannot be made, or QUOTA is 0."
fi
measure "no quotas" "$@"
