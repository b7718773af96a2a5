#!/bin/sh
# A build whose packages for the page cannot be installed says why: npm's reason is in its output. A registry that refuses
# the connection and a lock file that is cut off stand for all others; neither needs the network.
set -eu
command -v npm >/dev/null || {
    echo "skipped: npm is not installed"
    exit 77
}
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cp -r CMakeLists.txt CHANGELOG.md LICENSE README.md bindings cmake docs include packaging profiles src tools web "$tree"
rm -rf "$tree/web/dist" "$tree/web/node_modules"
cmake -S "$tree" -B "$tree/build" -G Ninja -DBUILD_TESTING=OFF >"$tree/configured" 2>&1 || {
    cat "$tree/configured"
    exit 1
}

# Port 9 of this machine: nothing listens there. The cache is empty, so that npm must ask the registry.
export npm_config_registry=http://127.0.0.1:9 npm_config_cache="$tree/cache" npm_config_fetch_retries=0

fails_with() {
    if cmake --build "$tree/build" --target lammer_web_packages >"$tree/said" 2>&1; then
        echo "FAILED: the packages were installed though $1"
        exit 1
    fi
    grep -qi "$2" "$tree/said" || {
        cat "$tree/said"
        echo "FAILED: $1, and the build does not say so: no line has \"$2\""
        exit 1
    }
    echo "ok: $1, and the build says $(grep -im1 "$2" "$tree/said")"
}

fails_with "the registry refuses the connection" ECONNREFUSED
head -c 4000 web/package-lock.json >"$tree/web/package-lock.json"
fails_with "the lock file is cut off" "^npm err.*package-lock.json"
