#!/bin/sh
# Wrong role, closed table, ended session, late action.
exec node "$(dirname "$0")/bad_input_test.mjs"
