#!/bin/sh
# Whole rounds by what a screen reader is told, and by the keys that it names.
exec node "$(dirname "$0")/spoken_test.mjs"
