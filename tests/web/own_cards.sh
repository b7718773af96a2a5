#!/bin/sh
# Cards that are shown to their player alone.
exec node "$(dirname "$0")/own_cards_test.mjs"
