#!/bin/sh
# The lammer's moments: it slides in, turns over and is counted. Ceremonies: skipped, still and spoken. The coach on the felt.
exec node "$(dirname "$0")/delight_test.mjs"
