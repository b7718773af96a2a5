#!/bin/sh
# Surveillance: search, rounds as a strip, bookmarks, a signed file that the program proves.
exec node "$(dirname "$0")/surveillance_test.mjs"
