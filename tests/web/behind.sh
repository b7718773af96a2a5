#!/bin/sh
# Further bettors at a box: bets behind a player.
exec node "$(dirname "$0")/behind_test.mjs"
