#!/bin/sh
# The lammer's moments: how it comes, turns over and is counted; ceremonies, skipped, still and spoken; the coach on the felt.
exec node "$(dirname "$0")/delight_test.mjs"
