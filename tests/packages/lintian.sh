#!/bin/sh
# Debian's own checker finds no error in the packages.
set -eu

packages=$(dirname "$LAMMER")/packages
command -v lintian >/dev/null || {
    echo "lintian: not installed; tools/setup test installs it"
    exit 77
}
ls "$packages"/*.deb >/dev/null 2>&1 || {
    echo "lintian: no packages; skipped"
    exit 77
}

allow=
[ "$(id -u)" -ne 0 ] || allow=--allow-root
exec lintian $allow --fail-on error --tag-display-limit 0 "$packages"/*.deb
