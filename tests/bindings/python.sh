#!/bin/sh
# Properties of the library, driven from Python. Skipped where cffi or Hypothesis are not installed.
set -eu

built=$(dirname "$LAMMER")
library=$built/lib/liblammer.so
[ -f "$library" ] && [ -f "$built/python/lammer/cdef.h" ] || {
    echo "python: not built; skipped"
    exit 77
}

for python in python3 /usr/bin/python3; do
    if "$python" -c 'import cffi, hypothesis' 2>/dev/null; then
        PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$built/python LAMMER_LIBRARY=$library exec "$python" tests/bindings/properties.py
    fi
done
echo "python: no python3-cffi with python3-hypothesis; skipped"
exit 77
