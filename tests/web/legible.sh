#!/bin/sh
# Cards, words and keys that everyone can read and use.
exec node "$(dirname "$0")/legible_test.mjs"
