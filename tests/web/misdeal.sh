#!/bin/sh
# A misdeal through the dealer's console.
exec node "$(dirname "$0")/misdeal_test.mjs"
