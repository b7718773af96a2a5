#!/bin/sh
# A dispute: opened by a player, decided by a supervisor, appealed, decided by an executive.
exec node "$(dirname "$0")/dispute_test.mjs"
