#!/bin/sh
# Time runs out, and every watcher is told.
exec node "$(dirname "$0")/clock_test.mjs"
