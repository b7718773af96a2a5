#!/bin/bash
# The source tarball carries the bundled page: a release is built and served on a machine without npm and Node.js.
#
# `make test` configures the unpacked tarball where neither is found and compares the page that it would carry; `make soak`
# builds the program from it and asks it for the page.
# soak
set -euo pipefail

fail() {
    echo "tarball: $*" >&2
    exit 1
}
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT

[ -f build/www/index.html ] || fail "build/www holds no page; the build bundles it"
tarball=$(tools/dist)
first=$(sha256sum <"$tarball")
tools/dist >/dev/null
[ "$first" = "$(sha256sum <"$tarball")" ] || fail "the same tree gives another tarball"
tar -xf "$tarball" -C "$work"
cd "$work"/lammer-*

# Every program of the machine but those of Node.js.
mkdir "$work/bin"
IFS=: read -ra folders <<<"$PATH"
for folder in "${folders[@]}"; do
    for program in "$folder"/*; do
        case "${program##*/}" in
        node | nodejs | npm | npx | corepack) ;;
        *) [ -e "$work/bin/${program##*/}" ] || ln -s "$program" "$work/bin/" ;;
        esac
    done
done
export PATH=$work/bin
! command -v npm || fail "npm is still found"

for foreign in npm nodejs clang wasi-libc; do
    ! tools/setup run --list | grep -qx "$foreign" || fail "a release would install $foreign"
done
tools/configure run >"$work/log" 2>&1 || {
    tail "$work/log"
    fail "it cannot be configured without npm"
}
if [ -z "${LAMMER_SOAK:-}" ]; then
    cmake --build build --target embedded/lm_embedded_www.c >"$work/log" 2>&1 || {
        tail "$work/log"
        fail "the page cannot be embedded"
    }
    for file in web/dist/*; do
        name=${file##*/}
        grep -q "{\"${name%.*}\"" build/embedded/lm_embedded_www.c || fail "the program would not carry $name"
    done
    exit 0
fi

make build >"$work/log" 2>&1 || {
    tail -30 "$work/log"
    fail "it cannot be built without npm"
}
build/lammer serve --listen 127.0.0.1:0 --store "sqlite:$work/house.db" 2>"$work/server.log" &
server=$!
until address=$(grep -o 'http://127.0.0.1:[0-9]*' "$work/server.log" | head -1) && [ -n "$address" ]; do
    kill -0 "$server" || fail "the server ended: $(cat "$work/server.log")"
    sleep 0.2
done
python3 -c 'import sys, urllib.request as u; sys.stdout.buffer.write(u.urlopen(sys.argv[1]).read())' "$address/" >"$work/page"
cmp "$work/page" web/dist/index.html || fail "the page is not the one of the tarball"
echo "proof tarball: built and served without npm"
