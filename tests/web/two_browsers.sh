#!/bin/sh
# Two browsers at one table.
exec node "$(dirname "$0")/two_browsers_test.mjs"
