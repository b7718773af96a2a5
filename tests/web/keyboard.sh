#!/bin/sh
# A round from the lobby on, by keyboard alone.
exec node "$(dirname "$0")/keyboard_test.mjs"
