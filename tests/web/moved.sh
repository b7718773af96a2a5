#!/bin/sh
# A table passes from one server to another.
exec node "$(dirname "$0")/moved_test.mjs"
