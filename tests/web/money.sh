#!/bin/sh
# Chips, play money and real money: what is bought, what is bet, where it lies.
exec node "$(dirname "$0")/money_test.mjs"
