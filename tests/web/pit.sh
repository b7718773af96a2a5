#!/bin/sh
# The pit: approvals, reports, recall.
exec node "$(dirname "$0")/pit_test.mjs"
