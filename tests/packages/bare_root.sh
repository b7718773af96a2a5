#!/bin/bash
# README's first command on a bare Debian 12: `make run` installs at most 700 MB, builds and serves a page.
#
# That needs root, debootstrap and the network, so `make soak` alone does it; `make test` adds up the packages of the list and
# what they depend on, as far as they are installed here. The seconds from the clone to the first page are printed, not
# judged: they depend on the mirror.
# soak
set -euo pipefail

skip() {
    echo "bare root: $*; skipped"
    exit 77
}
fail() {
    echo "bare root: $*" >&2
    exit 1
}
if [ -z "${LAMMER_SOAK:-}" ]; then
    for foreign in chromium postgresql dieharder tmux python3-hypothesis gcc; do
        ! tools/setup run --list | grep -qx "$foreign" || fail "make run would install $foreign, which only tests need"
    done
    exec python3 tests/packages/run_size.py $(tools/setup run --list)
fi
[ "$(id -u)" -eq 0 ] || skip "not root"
command -v debootstrap >/dev/null || skip "debootstrap is not installed"
# In a mount namespace of its own, what is mounted below goes when this ends.
[ "${1:-}" = apart ] || exec unshare --mount "$0" apart

work=$(mktemp -d)
root=$work/root
trap 'umount -l "$root/proc" "$root/dev" 2>/dev/null || true; rm -rf "$work"' EXIT
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' | head -1)
debootstrap --variant=minbase bookworm "$root" "$mirror" >"$work/log" 2>&1 || {
    tail "$work/log"
    fail "debootstrap"
}
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
cp /etc/resolv.conf /etc/hosts "$root/etc/"
cp /etc/apt/sources.list.d/* "$root/etc/apt/sources.list.d/" 2>/dev/null && : >"$root/etc/apt/sources.list"
mkdir -p "$root/usr/local/share"
cp -r /usr/local/share/ca-certificates "$root/usr/local/share/" 2>/dev/null || true
inside() {
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive \
        NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt chroot "$root" "$@"
}
installed_mb() { inside dpkg-query -W -f='${Installed-Size}\n' | awk '{ kb += $1 } END { print int(kb / 1024) }'; }

inside apt-get update -qq
inside apt-get install -qq -y --no-install-recommends make git ca-certificates curl >"$work/log" 2>&1 || {
    tail "$work/log"
    fail "make, git"
}
before=$(installed_mb)
git bundle create -q "$root/root/lammer.bundle" HEAD

began=$(date +%s)
inside git clone -q /root/lammer.bundle /root/lammer
inside setsid sh -c 'echo $$ >/root/group; cd /root/lammer && exec make run' >"$work/run.log" 2>&1 &
make=$!
until inside curl -fs -o "/root/page" http://127.0.0.1:2222/ 2>/dev/null; do
    kill -0 "$make" 2>/dev/null || {
        tail -30 "$work/run.log"
        fail "make run ended before it served a page"
    }
    sleep 1
done
seconds=$(($(date +%s) - began))
grep -qi '<!doctype html>' "$root/root/page" || fail "what is served is not a page"
kill -TERM -- "-$(cat "$root/root/group")"
wait "$make" || true

grew=$(($(installed_mb) - before))
echo "proof bare root: a page after $seconds s, $grew MB installed"
[ "$grew" -le 700 ] || fail "make run installed $grew MB; at most 700 are allowed"
for foreign in chromium postgresql dieharder tmux python3-hypothesis gcc; do
    [ ! -e "$root/var/lib/dpkg/info/$foreign.list" ] || fail "make run installed $foreign, which only tests need"
done
