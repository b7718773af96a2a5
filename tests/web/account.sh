#!/bin/sh
# My money and my limits: wallets, history, limits, a time-out, a self-exclusion.
exec node "$(dirname "$0")/account_test.mjs"
