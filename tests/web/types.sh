#!/bin/sh
# The pages' TypeScript is sound, and what is committed names no registry.
set -eu
packages=${LAMMER_PACKAGES:-$(dirname "$LAMMER")/web/node_modules}
[ -d "$packages/typescript" ] || packages=$PWD/web/node_modules
[ -d "$packages/typescript" ] || {
    echo "skipped: the packages of web/ are not installed"
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/web" "$work/bindings"
cp -r web/src web/tsconfig.json "$work/web/"
cp -r bindings/wasm "$work/bindings/wasm"
tools/types src/study/answers.def >"$work/bindings/wasm/types.d.ts"
ln -s "$packages" "$work/web/node_modules"
node "$packages/typescript/bin/tsc" --noEmit -p "$work/web"
if grep -n '"resolved"' web/package-lock.json; then
    echo "types.sh: web/package-lock.json names where packages come from"
    exit 1
fi
