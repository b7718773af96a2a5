#!/bin/sh
# The cashier's counter: money in and out, coupons, approvals, the day's movements.
exec node "$(dirname "$0")/cage_test.mjs"
