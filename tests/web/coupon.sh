#!/bin/sh
# Coupons at the felt: match play, and the stake of a progressive.
exec node "$(dirname "$0")/coupon_test.mjs"
