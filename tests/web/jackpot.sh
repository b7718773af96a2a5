#!/bin/sh
# A Blazing 7's prize through the browsers of dealer and supervisors.
exec node "$(dirname "$0")/jackpot_test.mjs"
