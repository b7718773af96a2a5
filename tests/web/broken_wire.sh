#!/bin/sh
# The wire breaks and the page is loaded again in mid-hand.
exec node "$(dirname "$0")/broken_wire_test.mjs"
