#!/bin/bash
# The packages, installed into a root that holds nothing but what they depend on: the program runs, the server starts by
# its unit as its own user and answers, a program is linked with the library, and removal leaves nothing but the data.
#
# The root is made from the packages of this machine. With LAMMER_SOAK it is a fresh Debian 12 (debootstrap, needs the
# network) and apt installs into it.
# soak
set -euo pipefail

packages=$(dirname "$LAMMER")/packages
skip() {
    echo "packages: $*; skipped"
    exit 77
}
fail() {
    echo "packages: $*" >&2
    exit 1
}
[ "$(id -u)" -eq 0 ] || skip "not root"
ls "$packages"/lammer_*.deb >/dev/null 2>&1 || skip "not built"

work=$(mktemp -d)
root=$work/root
mkdir "$root"
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }

# --- the root

if [ -n "${LAMMER_SOAK:-}" ]; then
    command -v debootstrap >/dev/null || skip "no debootstrap"
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' | head -1)
    debootstrap --variant=minbase bookworm "$root" "$mirror" >"$work/log" 2>&1 || {
        tail "$work/log"
        fail "debootstrap"
    }
    needed=$(for deb in "$packages"/*.deb; do dpkg-deb -f "$deb" Depends | tr ',' '\n'; done | sed 's/^ *//; s/ .*//' | grep -v lammer | sort -u)
    inside apt-get install -y --no-install-recommends $needed >"$work/log" 2>&1 || {
        tail "$work/log"
        fail "dependencies"
    }
    install_all() { inside apt-get install -y --no-install-recommends $(cd "$root" && ls ./tmp/*.deb | sed 's#^\.##'); }
else
    python3 tests/packages/root.py "$root" "$packages"/*.deb
    inside dpkg --configure -a
    install_all() { inside dpkg -i $(cd "$root" && ls ./tmp/*.deb | sed 's#^\.##'); }
fi

# Every path in the root, less what dpkg, apt, adduser and the loader keep for themselves.
inventory() {
    (cd "$root" && find . -xdev \( -path ./proc -o -path ./run -o -path ./tmp -o -path ./dev -o -path ./var/lib/dpkg \
        -o -path ./var/lib/apt -o -path ./var/log -o -path ./var/cache \) -prune -o -print) |
        grep -Ev '^./etc/(.pwd.lock|(passwd|group|shadow|gshadow|subuid|subgid)-?|ld.so.cache~?)$' | sort
}
left_over() { inventory | comm -13 "$work/before" -; }

# --- installation

cp "$packages"/*.deb "$root/tmp/"
inventory >"$work/before"
install_all >"$work/log" 2>&1 || {
    cat "$work/log"
    fail "they do not install"
}
[ -z "$(inside dpkg --audit)" ] || fail "dpkg is not content: $(inside dpkg --audit)"

inside lammer --version
inside lammer odds --rules ma-freebet --wager push22 --format csv >/dev/null || fail "lammer odds does not answer"
[ "$(inside stat -c '%U:%G %a' /var/lib/lammer)" = "lammer:lammer 700" ] || fail "/var/lib/lammer is not its user's alone"
[ "$(inside getent passwd lammer | cut -d: -f7)" = /usr/sbin/nologin ] || fail "somebody could sign in as lammer"
[ -L "$root/etc/systemd/system/multi-user.target.wants/lammer.service" ] || fail "the service would not start with the machine"
inside sh -c 'ldconfig -p' | grep 'liblammer.so.0 ' >/dev/null || fail "the loader does not find the library"
if command -v systemd-analyze >/dev/null; then
    sed "s#^ExecStart=/usr/bin/lammer#ExecStart=$LAMMER#" "$root/lib/systemd/system/lammer.service" >"$work/lammer.service"
    systemd-analyze verify --man=no "$work/lammer.service" 2>"$work/log" || true
    ! grep "lammer.service" "$work/log" || fail "systemd does not like the unit"
fi

# --- a program with the library

words="-I$root/usr/include $root/usr/lib/liblammer.so.0"
if ${CC:-cc} -std=c17 examples/play-round.c -o "$root/tmp/play-round" $words -Wl,--allow-shlib-undefined; then
    inside /tmp/play-round >"$work/log" || fail "the example does not run with the library"
else
    fail "the example does not compile with the installed headers"
fi

# --- the service, as its unit says: the same words, environment and user

unit=$root/lib/systemd/system/lammer.service
of_unit() { sed -n "s/^$1=//p" "$unit" | tail -1; }
[ "$(of_unit User)" = lammer ] || fail "the unit names no user"
sed -i 's/^LAMMER_OPTIONS=.*//' "$root/etc/lammer.conf"
start() {
    LAMMER_OPTIONS="--listen 127.0.0.1:0"
    : >"$work/said"
    command=$(eval echo "$(of_unit ExecStart)")
    env -i PATH=/usr/sbin:/usr/bin XDG_DATA_HOME=/var/lib chroot --userspec="$(of_unit User):$(of_unit Group)" "$root" $command \
        >"$work/said" 2>"$work/server.log" &
    server=$!
    for _ in $(seq 3000); do
        address=$(sed -n 's/^Lammer is open at //p' "$work/said")
        [ -z "$address" ] || return 0
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
    cat "$work/said" "$work/server.log"
    fail "the server does not start"
}
stop() {
    kill -TERM "$server"
    wait "$server" || fail "the server ends with $?"
    server=
}
get() { python3 -c 'import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1], timeout=120).read().decode())' "$1"; }

start
get "$address/healthz" | tee "$work/health"
grep -q '"ok":true,"state":"serving"' "$work/health" || fail "the house is not well"
grep -q '"program":"verified"' "$work/health" || fail "the program is not what its manifest says"
get "$address/api/lobby" | grep ma-freebet >/dev/null || fail "the lobby has no table"
get "$address/" | grep -i "<html" >/dev/null || fail "there is no page"
stop
start
stop
store=$(cd "$root" && ls -d var/lib/lammer/*.db)
inside lammer journal verify --store "sqlite:/$store" || fail "the proof of the journal failed"
[ -z "$(find "$root/var/lib/lammer" ! -user "$(stat -c %u "$root/var/lib/lammer")")" ] || fail "not all of the house is its user's"

# --- removal

names=$(for deb in "$packages"/*.deb; do dpkg-deb -f "$deb" Package; done)
inside dpkg --remove $names >"$work/log" 2>&1 || {
    cat "$work/log"
    fail "they cannot be removed"
}
! left_over | grep -Ev '^./(var/lib/lammer|etc/lammer.conf$|etc/systemd/|var/lib/systemd)' || fail "removal leaves files"
[ -f "$root/etc/lammer.conf" ] || fail "removal takes the configuration along"
inside dpkg --purge $names >"$work/log" 2>&1 || {
    cat "$work/log"
    fail "they cannot be purged"
}
! left_over | grep -v '^./var/lib/lammer' || fail "purging leaves files"
[ -f "$root/$store" ] || fail "purging takes people's money along"
inside getent passwd lammer >/dev/null || fail "the data lost its owner"
echo "left after purging:" $(left_over)

# --- removed together with the data: nothing is left, not even its user

rm -rf "$root/var/lib/lammer"
install_all >"$work/log" 2>&1 || {
    cat "$work/log"
    fail "they do not install again"
}
inside dpkg --purge $names >"$work/log" 2>&1 || {
    cat "$work/log"
    fail "they cannot be purged again"
}
[ ! -e "$root/var/lib/lammer" ] || fail "an empty house stays"
! inside getent passwd lammer >/dev/null || fail "a user without data stays"
echo "packages: installed, served, removed"
