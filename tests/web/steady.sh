#!/bin/sh
# A round on four screens: the felt and the chips stay where they are, hands never shrink, totals change when the card lands.
exec node "$(dirname "$0")/steady_test.mjs"
