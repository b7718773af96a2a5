#!/bin/sh
# A shift from the dealer's side.
exec node "$(dirname "$0")/dealer_test.mjs"
