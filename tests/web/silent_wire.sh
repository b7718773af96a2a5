#!/bin/sh
# The link falls silent and is not closed.
exec node "$(dirname "$0")/silent_wire_test.mjs"
