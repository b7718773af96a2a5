#!/bin/sh
# The odds page against lammer odds.
exec node "$(dirname "$0")/odds_test.mjs"
