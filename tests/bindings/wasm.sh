#!/bin/sh
# The WebAssembly build against the program, byte for byte, and its TypeScript face in Node.js and in a worker.
# Skipped where the build could not be made: no clang with wasm32, no tsc or no Node.js.
set -eu

built=$(dirname "$LAMMER")/wasm
for made in "$built/lammer.wasm" "$built/index.js"; do
    [ -f "$made" ] || {
        echo "wasm: $made was not built; skipped"
        exit 77
    }
done
command -v node >/dev/null || {
    echo "wasm: no Node.js; skipped"
    exit 77
}

exec node tests/bindings/wasm.mjs "$LAMMER" "$built"
