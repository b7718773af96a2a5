#!/bin/sh
# Measures 1, 2, 3 and 4 servers on one PostgreSQL at full speed: throughput, and the CPU time of one acknowledged command in
# the servers, in the database and in the client. All of them share the cores of this machine.
#
#   bench/floor.sh [SERVERS...]     LAMMER_BENCH_PLAYERS, _TABLES, _SECONDS as in bench/serve.c; 400, 64, 8 here
set -eu
build=${BUILD:-build}
tools=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
folder=$(mktemp -d)
as=""
if [ "$(id -u)" = 0 ]; then
    chown postgres "$folder"
    as="setpriv --reuid=postgres --regid=postgres --clear-groups"
fi
trap 'kill -INT $postmaster 2>/dev/null; wait $postmaster 2>/dev/null || true; rm -rf "$folder"' EXIT
(cd "$folder" && $as "$tools/initdb" -D "$folder/data" -A trust -U lammer -N -E UTF8 --locale=C >"$folder/initdb.log")
(cd "$folder" && exec $as "$tools/postgres" -D "$folder/data" -k "$folder" -h '' -c max_connections=60 >"$folder/log" 2>&1) &
postmaster=$!
until "$tools/pg_isready" -q -h "$folder"; do sleep 0.1; done

export LAMMER="${LAMMER:-$build/lammer}"
export LAMMER_BENCH_POSTGRES="postgresql:///postgres?host=$folder&user=lammer"
export LAMMER_BENCH_POSTMASTER=$postmaster
export LAMMER_BENCH_PLAYERS="${LAMMER_BENCH_PLAYERS:-400}" LAMMER_BENCH_TABLES="${LAMMER_BENCH_TABLES:-64}"
export LAMMER_BENCH_SECONDS="${LAMMER_BENCH_SECONDS:-8}"
echo "$LAMMER_BENCH_PLAYERS players at $LAMMER_BENCH_TABLES tables, flat out, $(nproc) cores"
echo "                                       CPU us of one acknowledged command"
echo "servers   acks/s   p50 ms   p99 ms      servers     database     client    cores  refused"
for servers in ${*:-1 2 3 4}; do
    LAMMER_BENCH_SERVERS=$servers "$build/bench/serve" "$folder"
done
