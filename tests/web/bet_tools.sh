#!/bin/sh
# Tools for bets: double, favourites, several boxes, insurance for less, what one chip lays in all.
exec node "$(dirname "$0")/bet_tools_test.mjs"
