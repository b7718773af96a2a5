#!/bin/sh
# A phone, a desk, a wall; accessibility.
exec node "$(dirname "$0")/sizes_test.mjs"
