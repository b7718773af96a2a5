#!/bin/sh
# The coach on the felt: prices of decisions, the row of the chart, weak hands that come back, the end of a visit, counting.
exec node "$(dirname "$0")/felt_coach_test.mjs"
